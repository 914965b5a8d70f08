//! `slidewise site --out DIR`: all pages as files that any web server can serve, with the engine
//! that answers them in the browser.

use crate::arguments::ReplaceArgs;
use crate::io::atomic_file::Destination;
use crate::io::output::{CommandResult, Output};
use crate::io::signals::stop_flag;
use clap::Args;
use serde::Serialize;
use slidewise_answers::ListedLevel;
use slidewise_app::{NamedLevel, Problem};
use slidewise_render::{counted, human_bytes};
use slidewise_web::site;
use std::fs;
use std::path::{Path, PathBuf};

/// The first bytes of WebAssembly, version 1.
const MAGIC: &[u8] = b"\0asm\x01\0\0\0";

/// The levels that pages offer where none are named.
pub(super) const LEVELS: &str = "microban";

/// Arguments of `site`.
#[derive(Debug, Args)]
pub(crate) struct SiteArgs {
    /// The folder of the site, which is made if it does not exist
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// The engine as WebAssembly, as tools/site builds it
    #[arg(long, value_name = "FILE")]
    pub engine: Option<PathBuf>,
    #[command(flatten)]
    pub replace: ReplaceArgs,
}

/// A site that was written.
#[derive(Serialize)]
struct SiteRecord {
    folder: String,
    files: usize,
    bytes: u64,
    engine_bytes: u64,
}

/// Writes the site.
pub(crate) fn run(args: &SiteArgs) -> CommandResult {
    let engine = engine(args.engine.as_deref())?;
    let engine_bytes = engine.len() as u64;
    let levels = NamedLevel::open_all(LEVELS)?;
    let levels: Vec<_> = levels
        .iter()
        .map(|own| ListedLevel::of(&own.level))
        .collect();
    let files = site(engine, &levels)?;
    // The signal handler removes unfinished files.
    stop_flag();
    let paths: Vec<PathBuf> = files.iter().map(|file| args.out.join(&file.path)).collect();
    let destination = |path: &Path| Destination::new(path, &[] as &[&Path], args.replace.force);
    // Before any folder is made, so that a refusal leaves nothing.
    for path in paths.iter().filter(|path| path.symlink_metadata().is_ok()) {
        destination(path)?;
    }
    let mut destinations = Vec::new();
    for path in &paths {
        let folder = path.parent().expect("each file is in the folder");
        fs::create_dir_all(folder).map_err(|error| {
            Problem::of_input(
                format!("cannot make the folder {}: {error}", folder.display()),
                "name a folder that can be made with --out",
            )
        })?;
        destinations.push(destination(path)?);
    }
    for (destination, file) in destinations.into_iter().zip(&files) {
        destination.write(&file.bytes)?;
    }
    let record = SiteRecord {
        folder: args.out.display().to_string(),
        files: files.len(),
        bytes: files.iter().map(|file| file.bytes.len() as u64).sum(),
        engine_bytes,
    };
    let line = format!(
        "{}: {}, {}; the engine has {}",
        record.folder,
        counted(record.files, "file"),
        human_bytes(record.bytes),
        human_bytes(engine_bytes)
    );
    Ok(Output::new(vec![line], &record))
}

/// The engine in a file, or that of this build.
fn engine(path: Option<&Path>) -> Result<Vec<u8>, Problem> {
    let Some(path) = path else {
        return Err(Problem::of_input(
            "this build has no engine for a browser",
            "tools/site --out DIR builds it and the site; --engine FILE.wasm takes it from a file",
        ));
    };
    let engine = fs::read(path).map_err(|error| {
        Problem::of_input(
            format!("cannot read {}: {error}", path.display()),
            "name a file that tools/site has built",
        )
    })?;
    if !engine.starts_with(MAGIC) {
        return Err(Problem::of_input(
            format!("{} is not WebAssembly", path.display()),
            "name a file that tools/site has built",
        ));
    }
    Ok(engine)
}
