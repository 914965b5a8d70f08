//! Opens a puzzle by the path of its file, by its name, or by a text such as `tiles:3x4`.
//!
//! An existing file takes precedence; then come texts that begin with `tiles:` or `rush:`, then the
//! names of built-in puzzles, then their titles and other names.

use super::name_search::found_names;
use super::similar_names::{MAX_OFFERED, folded, nearest_puzzles};
use super::{Puzzle, PuzzleError, builtin, rush_hour, tiles};
use std::path::Path;
use std::str::FromStr;

impl FromStr for Puzzle {
    type Err = PuzzleError;

    /// Opens a puzzle as [`Puzzle::open`] does.
    fn from_str(word: &str) -> Result<Puzzle, PuzzleError> {
        Puzzle::open(word)
    }
}

impl Puzzle {
    /// Opens a puzzle by the path of its file, `tiles:RxC`, `rush:BOARD`, a built-in name or title.
    ///
    /// In a title, case, accents, blanks and punctuation are ignored: `l'ane rouge` is L'Âne rouge.
    /// A puzzle's other names open it as its title does.
    ///
    /// A `word` that contains `/` or ends in `.toml` is a path, unless it begins with `tiles:` or
    /// `rush:`. A file may have any format that [`import`](super::import) reads; `FILE#N` and
    /// `FILE#NAME` open one puzzle of several.
    ///
    /// # Errors
    /// If the file cannot be read or has faults, if the text after `tiles:` or `rush:` is wrong, or
    /// if no puzzle has this name, or several have this title; the error then holds names.
    ///
    /// ```
    /// use slidewise_puzzle::{Puzzle, PuzzleError};
    ///
    /// assert_eq!(Puzzle::open("tiles:3x3")?.piece_count(), 8);
    /// let error = Puzzle::open("chekmate").unwrap_err();
    /// assert!(matches!(error, PuzzleError::Unknown { nearest, .. } if nearest[0] == "checkmate"));
    /// # Ok::<(), PuzzleError>(())
    /// ```
    pub fn open(word: &str) -> Result<Puzzle, PuzzleError> {
        let path = Path::new(word);
        // A text with the prefix `tiles:`, `torus:` or `rush:` is no path, even if its board has
        // `/` between rows.
        let is_board = tiles::is_named(word) || word.starts_with(rush_hour::PREFIX);
        let is_plainly_path = !is_board
            && (word.contains(['/', std::path::MAIN_SEPARATOR])
                || path.extension().is_some_and(|suffix| suffix == "toml"));
        // A folder with the name of a built-in puzzle does not hide this puzzle.
        let exists = path.metadata().is_ok_and(|found| !found.is_dir());
        if exists || is_plainly_path {
            if let Some((file, wanted)) = split_file(word).filter(|_| !exists) {
                return Puzzle::read_from(file, Some(wanted));
            }
            return Puzzle::read_file(path);
        }
        if let Some((file, wanted)) = split_file(word).filter(|_| !is_board) {
            return Puzzle::read_from(file, Some(wanted));
        }
        match Puzzle::named(word) {
            Err(PuzzleError::Unknown { .. }) => {
                let file = format!("{word}.toml");
                let exists = Path::new(&file).is_file();
                Err(Puzzle::unknown(word, exists.then_some(file)))
            }
            found => found,
        }
    }

    /// Opens a puzzle by `tiles:RxC`, `torus:RxC`, `rush:BOARD`, a built-in name or title; never
    /// reads a file.
    ///
    /// # Errors
    /// The errors of [`Puzzle::open`] that do not concern a file.
    pub fn named(word: &str) -> Result<Puzzle, PuzzleError> {
        if tiles::is_named(word) {
            return tiles::read(word);
        }
        if word.starts_with(rush_hour::PREFIX) {
            return rush_hour::read(word);
        }
        let found = builtin::find(word).or_else(|| builtin::find(titled(word)?));
        found.ok_or_else(|| Puzzle::unknown(word, None))?.read()
    }

    /// The error for a name that no puzzle has; `file`, if any, is the first suggestion.
    fn unknown(word: &str, file: Option<String>) -> PuzzleError {
        let titles = builtin::titles().iter();
        let titles = titles.flat_map(|(name, own)| own.iter().map(move |own| (*name, &**own)));
        let near = nearest_puzzles(word, titles).into_iter().map(str::to_owned);
        let mut nearest: Vec<String> = file.into_iter().collect();
        for name in near.chain(found_names(word)) {
            if nearest.len() < MAX_OFFERED && !nearest.contains(&name) {
                nearest.push(name);
            }
        }
        let name = word.to_owned();
        PuzzleError::Unknown { name, nearest }
    }
}

/// Splits a text such as `boards.txt#3` into an existing file and the number or name of a puzzle.
///
/// The name of the file may have `#` in it, and so may the name of the puzzle.
fn split_file(word: &str) -> Option<(&Path, &str)> {
    word.rmatch_indices('#').find_map(|(at, mark)| {
        let file = Path::new(&word[..at]);
        file.is_file().then(|| (file, &word[at + mark.len()..]))
    })
}

/// The name of the built-in puzzle with this title or other name; case, accents and punctuation
/// are ignored.
fn titled(word: &str) -> Option<&'static str> {
    // A path is no title, even if its letters are those of one.
    let wanted = folded(word);
    if wanted.is_empty() || word.contains(['/', '\\']) {
        return None;
    }
    let mut titles = builtin::titles().iter();
    let found = titles.find(|(_, own)| own.iter().any(|own| folded(own) == wanted))?;
    Some(found.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn words_of_every_kind_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("My puzzle.toml");
        fs::write(&path, "start = 'AB.'").unwrap();
        assert_eq!(
            Puzzle::open(path.to_str().unwrap()).unwrap().name,
            "My-puzzle"
        );
        assert_eq!(Puzzle::open("tiles:2x3").unwrap().name, "tiles:2x3");
        assert_eq!(Puzzle::open("fifteen").unwrap().name, "fifteen");
    }

    #[test]
    fn each_title_opens_its_puzzle() {
        for word in ["L'Âne rouge", "L'Ane Rouge", "l’ane  rouge", "LANE ROUGE"] {
            assert_eq!(Puzzle::open(word).unwrap().name, "lane-rouge", "{word}");
        }
        let mut titles = std::collections::HashSet::new();
        let all = builtin::titles().iter();
        for (name, title) in all.flat_map(|(name, own)| own.iter().map(move |own| (name, own))) {
            assert!(
                titles.insert(folded(title)),
                "{title} is the title of two puzzles"
            );
            // A puzzle's name precedes another puzzle's title, and a text with `/` is a path.
            if builtin::find(title).is_none() && !title.contains('/') {
                assert_eq!(Puzzle::named(title).unwrap().name, *name, "{title}");
            }
        }
    }

    #[test]
    fn names_are_never_paths() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pair.toml");
        fs::write(&path, "start = 'AB.'").unwrap();
        for word in [
            path.to_str().unwrap(),
            "Cargo.toml",
            "../checkmate",
            "/",
            ".",
        ] {
            let refused = Puzzle::named(word).unwrap_err();
            assert!(matches!(refused, PuzzleError::Unknown { .. }), "{word}");
        }
        assert_eq!(Puzzle::named("fifteen").unwrap().name, "fifteen");
    }

    #[test]
    fn what_cannot_be_opened_says_why() {
        let opened = |word: &str| Puzzle::open(word).unwrap_err();
        assert!(matches!(opened("./fifteen"), PuzzleError::Io { .. }));
        assert!(matches!(opened("fifteen.toml"), PuzzleError::Io { .. }));
        assert!(matches!(opened("tiles:3"), PuzzleError::Word { .. }));
        assert!(matches!(opened("rush:3"), PuzzleError::Word { .. }));
        assert!(matches!(opened(""), PuzzleError::Unknown { .. }));
        assert!(matches!(opened("a\0b"), PuzzleError::Unknown { .. }));
        assert_eq!(
            opened("fiften").to_string(),
            "there is no file and no built-in puzzle `fiften`; did you mean `fifteen`?"
        );
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("big.toml");
        fs::write(&path, vec![0xff; 3 << 20]).unwrap();
        let big = opened(path.to_str().unwrap());
        assert!(big.to_string().ends_with(
            "big.toml:1:1: expected a puzzle file of at most 1048576 bytes, found a longer file"
        ));
        fs::write(&path, b"a\n\xc3\xa9\xff").unwrap();
        let faulty = opened(path.to_str().unwrap());
        assert!(
            faulty
                .to_string()
                .ends_with("big.toml:2:2: expected UTF-8 text, found the byte 0xff")
        );
        fs::write(&path, b"\xff\xfes\0t\0").unwrap();
        let wide = opened(path.to_str().unwrap());
        assert!(
            wide.to_string()
                .ends_with("big.toml:1:1: expected UTF-8 text, found UTF-16")
        );
    }
}
