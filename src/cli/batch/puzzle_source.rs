//! The puzzles of a batch: of a folder, of a list of words, or of a file with several puzzles.

use crate::arguments::CommonArgs;
use crate::convert;
use crate::io::input::{open_waiting, problem_of, read_puzzle_file};
use crate::io::output::remark;
use crate::io::piped::{STDIN, is_pipe, levels_of};
use slidewise_app::{LevelFile, NamedLevel, Problem};
use slidewise_puzzle::import::{ImportOptions, SourceFormat, each};
use slidewise_puzzle::{Puzzle, builtin};
use std::fs;
use std::path::{Path, PathBuf};

/// A puzzle of a batch, not read yet unless its file holds several.
#[derive(Debug)]
pub(crate) enum BatchItem {
    /// A word as a command takes it in place of PUZZLE.
    Word(String),
    /// A puzzle file.
    File(PathBuf),
    /// A puzzle that was read from this file.
    Puzzle(String, Box<Puzzle>),
    /// A Sokoban level with its name, or why it cannot be read.
    Level(String, Result<Box<NamedLevel>, Problem>),
    /// A file whose other puzzles cannot be read, with the reason.
    Faulty(String, Problem),
}

/// What a batch answers for.
#[derive(Debug)]
pub(crate) enum BatchPuzzle {
    /// A puzzle.
    Puzzle {
        /// The name of its file, for remarks.
        file: String,
        /// The word that opens it.
        word: String,
        puzzle: Box<Puzzle>,
    },
    /// A Sokoban level.
    Level(Box<NamedLevel>),
}

impl BatchItem {
    /// The puzzle or level.
    ///
    /// # Errors
    /// The word or file, and why it cannot be read.
    pub(crate) fn read(self) -> Result<BatchPuzzle, (String, Box<Problem>)> {
        let puzzle = |file: String, word, own| {
            Ok(BatchPuzzle::Puzzle {
                file,
                word,
                puzzle: Box::new(own),
            })
        };
        match self {
            BatchItem::Puzzle(file, own) => {
                let stem = Path::new(&file).file_stem().unwrap_or_default();
                let word = if stem.to_str() == Some(&own.name) {
                    file.clone()
                } else {
                    format!("{file}#{}", own.name)
                };
                puzzle(file, word, *own)
            }
            BatchItem::Level(name, level) => match level {
                Ok(level) => Ok(BatchPuzzle::Level(level)),
                Err(problem) => Err((name, Box::new(problem))),
            },
            BatchItem::Faulty(file, problem) => Err((file, Box::new(problem))),
            BatchItem::Word(word) => match open_waiting(&word) {
                Ok(own) => puzzle(word.clone(), word, own),
                Err(error) => {
                    let problem = problem_of(Path::new(&word), error);
                    Err((word, Box::new(problem)))
                }
            },
            BatchItem::File(path) => {
                let file = path.display().to_string();
                match read_puzzle_file(&path) {
                    Ok(own) => puzzle(file.clone(), file, own),
                    Err(error) => Err((file, Box::new(error.into()))),
                }
            }
        }
    }
}

/// The source of the puzzles of a batch.
#[derive(Debug)]
pub(crate) enum PuzzleSource {
    /// A folder, with its files sorted by name.
    Folder(Vec<PathBuf>),
    /// A text with a puzzle's word in each line.
    List(String),
    /// A puzzle file of this program.
    File(PathBuf),
    /// A text with puzzles in a format, and the name of its file.
    Puzzles(String, String, SourceFormat),
    /// A file of Sokoban levels.
    Levels(LevelFile),
}

impl PuzzleSource {
    /// Opens a source; `-` is standard input.
    ///
    /// # Errors
    /// If it cannot be read, or is no text.
    pub(crate) fn open(path: &Path) -> Result<PuzzleSource, Problem> {
        if path.is_dir() {
            return Ok(PuzzleSource::Folder(files_in(path)?));
        }
        if is_toml(path) {
            return Ok(PuzzleSource::File(path.to_owned()));
        }
        let file = path.to_string_lossy().into_owned();
        let text = match SourceText::read(&file)? {
            SourceText::Levels(levels) => return Ok(PuzzleSource::Levels(levels)),
            SourceText::Other(text) => text,
        };
        let form = SourceFormat::of(&text);
        // Any text may be a grid, so a grid as a source is taken for a list.
        if form == SourceFormat::Grid || begins_with_word(&text) {
            return Ok(PuzzleSource::List(text));
        }
        Ok(PuzzleSource::Puzzles(file, text, form))
    }

    /// Whether all that it holds are Sokoban levels.
    pub(crate) fn is_of_levels(&self) -> bool {
        matches!(self, PuzzleSource::Levels(_))
    }

    /// Passes the puzzles to `push`, in order.
    pub(crate) fn feed(self, common: &CommonArgs, push: &mut dyn FnMut(BatchItem)) {
        match self {
            PuzzleSource::Folder(files) => {
                for file in files {
                    feed_file(common, file, push);
                }
            }
            PuzzleSource::List(text) => {
                for word in words(&text) {
                    let levels = if word == STDIN { None } else { levels_of(word) };
                    match levels {
                        Some(file) => feed_levels(word, file, push),
                        None => push(BatchItem::Word(word.to_owned())),
                    }
                }
            }
            PuzzleSource::Levels(file) => feed_levels(&file.name.clone(), Ok(file), push),
            PuzzleSource::File(path) => push(BatchItem::File(path)),
            PuzzleSource::Puzzles(file, text, form) => {
                if let Err(problem) = feed_puzzles(&file, &text, form, push) {
                    push(BatchItem::Faulty(file, problem));
                }
            }
        }
    }
}

/// A text that was read.
enum SourceText {
    /// A file of Sokoban levels.
    Levels(LevelFile),
    /// Any other text.
    Other(String),
}

impl SourceText {
    /// Reads a file or standard input; a pipe is read once.
    fn read(word: &str) -> Result<SourceText, Problem> {
        if !is_pipe(word)
            && let Some(file) = levels_of(word)
        {
            return Ok(SourceText::Levels(file?));
        }
        let (name, bytes) = convert::read(word)?;
        match LevelFile::of_bytes(word, None, &bytes) {
            Some(file) => Ok(SourceText::Levels(file?)),
            None => Ok(SourceText::Other(
                convert::text_in(&name, &bytes)?.to_owned(),
            )),
        }
    }
}

/// Passes the levels of a file to `push`.
fn feed_levels(word: &str, file: Result<LevelFile, Problem>, push: &mut dyn FnMut(BatchItem)) {
    match file {
        Ok(file) => {
            for (name, level) in file.levels() {
                push(BatchItem::Level(name, level.map(Box::new)));
            }
        }
        Err(problem) => push(BatchItem::Faulty(word.to_owned(), problem)),
    }
}

/// The lines of a list without blank lines and comments.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Whether the first line of a text names a puzzle: then the text is a list, even if it could also
/// be a board.
fn begins_with_word(text: &str) -> bool {
    words(text).next().is_some_and(|word| {
        let file = word.rsplit_once('#').map_or(word, |(file, _)| file);
        let prefixes = ["tiles:", "torus:", "rush:"];
        let is_board = prefixes.iter().any(|prefix| word.starts_with(prefix));
        is_board || Path::new(word).is_file() || Path::new(file).is_file() || {
            builtin::find(word).is_some() || levels_of(word).is_some()
        }
    })
}

fn is_toml(path: &Path) -> bool {
    path.extension().is_some_and(|suffix| suffix == "toml")
}

/// The files of a folder, sorted by name; not those of its subfolders.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    let entries = fs::read_dir(folder).and_then(|entries| {
        let paths = entries.map(|entry| entry.map(|entry| entry.path()));
        paths.collect::<Result<Vec<PathBuf>, _>>()
    });
    let mut files = entries.map_err(|error| {
        let folder = folder.display().to_string();
        Problem::of_input(
            format!("the folder {folder} cannot be read: {error}"),
            "check its permissions",
        )
        .about(folder)
    })?;
    files.retain(|path| !path.is_dir());
    files.sort();
    Ok(files)
}

/// Passes the puzzles of a file of a folder to `push`; a file that holds no puzzle gets a remark.
fn feed_file(common: &CommonArgs, path: PathBuf, push: &mut dyn FnMut(BatchItem)) {
    if is_toml(&path) {
        return push(BatchItem::File(path));
    }
    let file = path.display().to_string();
    let mut count = 0;
    let mut counting = |item| {
        count += 1;
        push(item);
    };
    let fed = SourceText::read(&file).and_then(|text| match text {
        SourceText::Levels(levels) => {
            feed_levels(&file, Ok(levels), &mut counting);
            Ok(())
        }
        SourceText::Other(text) => {
            let form = SourceFormat::of(&text);
            feed_puzzles(&file, &text, form, &mut counting)
        }
    });
    match fed {
        Ok(()) => {}
        Err(problem) if count > 0 => push(BatchItem::Faulty(file, problem)),
        Err(_) if common.quiet => {}
        Err(problem) => remark(format!("{file} skipped: {}", problem.message)),
    }
}

/// Passes all puzzles of a text in a format to `push`.
///
/// # Errors
/// If the text has faults; puzzles without faults have been passed nevertheless.
fn feed_puzzles(
    file: &str,
    text: &str,
    form: SourceFormat,
    push: &mut dyn FnMut(BatchItem),
) -> Result<(), Problem> {
    if form == SourceFormat::PuzzleFile {
        let puzzle = Puzzle::from_text(file, text)?;
        push(BatchItem::Puzzle(file.to_owned(), Box::new(puzzle)));
        return Ok(());
    }
    let options = ImportOptions {
        is_recognized: true,
        ..ImportOptions::default()
    };
    Ok(each(text, file, form, &options, &mut |converted| {
        let puzzle = Box::new(converted.puzzle);
        push(BatchItem::Puzzle(file.to_owned(), puzzle));
    })?)
}

/// The name of a source in messages.
pub(crate) fn name_of(path: &Path) -> String {
    if path.as_os_str() == STDIN {
        return "standard input".to_owned();
    }
    path.display().to_string()
}
