//! `slidewise convert INPUT`: puzzle files from catalogues, Rush Hour boards and plain grids.

use super::arguments::{Common, Convert, Form};
use super::draft::{Draft, failed};
use super::output::Output;
use super::session::print_remarks;
use super::{CommandResult, Failure};
use crate::present::{counted, json};
use crate::puzzle::{Converted, Puzzle, PuzzleError, convert, text_of};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// More than is converted.
const MOST_BYTES: u64 = 1 << 27;

/// Converts what the input holds, to stdout or into files.
pub fn run(common: &Common, words: &Convert) -> CommandResult {
    let (name, text) = read(&words.input)?;
    let form = match words.format {
        Form::Auto => convert::Form::of(&text),
        Form::Catalogue => convert::Form::Catalogue,
        Form::Rush => convert::Form::Rush,
        Form::Grid => convert::Form::Grid,
    };
    if matches!(words.format, Form::Auto) && Puzzle::from_toml(&name, &name, &text).is_ok() {
        return Err(Failure::of_input(
            format!("{name} is a puzzle file already"),
            "slidewise show FILE says what it holds, slidewise solve FILE solves it",
        )
        .about(&name));
    }
    let mut all = convert::convert(&text, &name, form).map_err(failure_of)?;
    if let Some(wanted) = &words.only {
        all = vec![choose(all, wanted, &name)?];
    }
    for converted in &all {
        print_remarks(common, &name, &converted.puzzle.remarks);
    }
    let files = match &words.out {
        Some(out) => write(&all, out, words.force)?
            .into_iter()
            .map(Some)
            .collect(),
        None if all.len() > 1 && !common.json => {
            return Err(Failure::of_input(
                format!("{name} holds {}", counted(all.len(), "puzzle")),
                "--out FOLDER writes a file for each, --only NAME converts one",
            ));
        }
        None => vec![None; all.len()],
    };
    let lines = match (&words.out, &files[..]) {
        (None, _) => all[0].text.lines().map(str::to_owned).collect(),
        (_, [Some(file)]) => vec![format!("{} written", file.display())],
        (Some(out), _) => vec![format!(
            "{} written to {}",
            counted(all.len(), "puzzle"),
            out.display()
        )],
    };
    let puzzles = all
        .into_iter()
        .zip(files)
        .map(|(converted, file)| json::Converted {
            name: converted.name,
            title: converted.puzzle.title,
            file: file.map(|file| file.display().to_string()),
            text: converted.text,
        })
        .collect();
    Ok(Output::new(lines, &json::Convert { puzzles }))
}

/// The name of an input and its text.
fn read(input: &str) -> Result<(String, String), Failure> {
    if input.starts_with("rush:") {
        return Ok((input.to_owned(), input.to_owned()));
    }
    let mut bytes = Vec::new();
    let taken = if input == "-" {
        io::stdin().take(MOST_BYTES).read_to_end(&mut bytes)
    } else {
        File::open(input).and_then(|file| file.take(MOST_BYTES).read_to_end(&mut bytes))
    };
    let name = if input == "-" { "stdin" } else { input };
    taken.map_err(|error| {
        Failure::of_input(
            format!("{name}: {error}"),
            "check the path; - reads from stdin",
        )
        .about(name)
    })?;
    let text = match text_of(name, &bytes) {
        Ok(text) => text.to_owned(),
        // It is too long, and is told so: where it was cut off there may well be half a character.
        Err(_) if bytes.len() as u64 == MOST_BYTES => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => {
            return Err(Failure {
                hint: "save the file as UTF-8".to_owned(),
                ..Failure::from(&error)
            });
        }
    };
    Ok((name.to_owned(), text))
}

/// The failure of an input; of one with faults it has them all, since `check` reads puzzle files alone.
fn failure_of(error: PuzzleError) -> Failure {
    let PuzzleError::Faults { .. } = &error else {
        return error.into();
    };
    let failure = Failure::from(&error);
    Failure {
        hint: "slidewise convert --help says what is read; --format says which it is".to_owned(),
        error: Some(Box::new(error)),
        ..failure
    }
}

/// The puzzle of this name; else the only one whose name goes on after it with another word; else the only one
/// whose name begins with it.
fn choose(mut all: Vec<Converted>, wanted: &str, input: &str) -> Result<Converted, Failure> {
    let looseness = |puzzle: &Converted| {
        let rest = puzzle.name.strip_prefix(wanted)?;
        Some(match rest.chars().next() {
            None => 0,
            Some('-') => 1,
            Some(_) => 2,
        })
    };
    let Some(least) = all.iter().filter_map(looseness).min() else {
        return Err(Failure::no_such_thing(
            format!("{input} has no puzzle whose name begins with {wanted:?}"),
            format!("it has {}", names_of(&all)),
        ));
    };
    all.retain(|puzzle| looseness(puzzle) == Some(least));
    if all.len() > 1 {
        return Err(Failure::of_input(
            format!(
                "{input} has {} whose names begin with {wanted:?}",
                counted(all.len(), "puzzle")
            ),
            format!("say more of the name; there are {}", names_of(&all)),
        ));
    }
    Ok(all.remove(0))
}

/// The names of the first puzzles.
fn names_of(puzzles: &[Converted]) -> String {
    const NAMED: usize = 4;
    let names = puzzles.iter().map(|puzzle| puzzle.name.as_str());
    let mut names: Vec<&str> = names.take(NAMED).collect();
    if puzzles.len() > NAMED {
        names.push("...");
    }
    names.join(", ")
}

/// Writes one puzzle to a file, or several into a folder; nothing at all where a file is in the way.
fn write(all: &[Converted], out: &Path, force: bool) -> Result<Vec<PathBuf>, Failure> {
    let is_folder = all.len() > 1 || out.is_dir();
    let files: Vec<PathBuf> = all
        .iter()
        .map(|puzzle| match is_folder {
            true => out.join(format!("{}.toml", puzzle.name)),
            false => out.to_owned(),
        })
        .collect();
    let in_the_way = files.iter().find(|file| !force && file.exists());
    if let Some(file) = in_the_way {
        return Err(Failure::of_input(
            format!("{} is there already", file.display()),
            "--force overwrites it",
        )
        .about(file.display()));
    }
    if is_folder {
        fs::create_dir_all(out).map_err(|error| failed(out, &error))?;
    }
    for (puzzle, file) in all.iter().zip(&files) {
        let draft = Draft::new(file)?;
        match force {
            true => draft.fill(puzzle.text.as_bytes())?,
            false => draft.fill_new(puzzle.text.as_bytes())?,
        };
    }
    Ok(files)
}
