//! Standard input and pipes, which can be read only once, and the levels that words name.

use super::wait::waiting;
use slidewise_app::{LevelFile, Problem, is_level_name, parts_of};
use slidewise_puzzle::read_within;
use slidewise_sokoban::MAX_COLLECTION_BYTES;
use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The argument that stands for standard input.
pub(crate) const STDIN: &str = "-";

/// What was read from a pipe.
type PipeRead = Result<Arc<[u8]>, io::ErrorKind>;

/// Whether a word names standard input, or a pipe whose text decides what it holds.
pub(crate) fn is_pipe(word: &str) -> bool {
    let path = Path::new(word);
    let is_known = is_level_name(word) || path.extension().is_some_and(|own| own == "toml");
    let is_special = |path: &Path| {
        let found = path.metadata();
        found.is_ok_and(|found| !found.is_file() && !found.is_dir())
    };
    word == STDIN || !is_known && is_special(path)
}

/// The bytes of standard input or of a pipe, at most [`MAX_COLLECTION_BYTES`]; `None` for any other
/// word. Several arguments may name the same pipe.
pub(crate) fn piped(word: &str) -> Option<PipeRead> {
    static PIPES: Mutex<BTreeMap<String, PipeRead>> = Mutex::new(BTreeMap::new());
    if !is_pipe(word) {
        return None;
    }
    let mut pipes = PIPES.lock().unwrap_or_else(PoisonError::into_inner);
    let read = pipes.entry(word.to_owned()).or_insert_with(|| {
        let read = waiting(|| match word {
            STDIN => read_within(io::stdin(), MAX_COLLECTION_BYTES),
            word => read_within(File::open(word)?, MAX_COLLECTION_BYTES),
        });
        read.map(Arc::from).map_err(|error| error.kind())
    });
    Some(read.clone())
}

/// The Sokoban levels that a word names, or why they cannot be read; `None` if it names none.
pub(crate) fn levels_of(word: &str) -> Option<Result<LevelFile, Problem>> {
    match parts_of(word).find(|(file, _)| is_pipe(file)) {
        Some((file, wanted)) => {
            let bytes = piped(file)?.ok()?;
            LevelFile::of_bytes(file, wanted, &bytes)
        }
        None => waiting(|| LevelFile::named_by(word)),
    }
}
