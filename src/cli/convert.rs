//! `slidewise convert INPUT`: puzzle files from catalogues, Rush Hour boards and plain grids.

use super::CommandResult;
use super::arguments::{Common, Convert, Form};
use super::draft::{Destination, failed};
use super::output::Output;
use super::session::print_remarks;
use slidewise_app::Problem;
use slidewise_puzzle::{Converted, Puzzle, PuzzleError, import, text_of};
use slidewise_render::{counted, json};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// More than is converted.
const MOST_BYTES: u64 = 1 << 27;

/// Converts what the input holds, to stdout or into files.
pub fn run(common: &Common, words: &Convert) -> CommandResult {
    // Of several puzzles the names are not known before the input is read, nor is it known that there are several.
    if let Some(out) = words.out.as_deref().filter(|out| out.is_file()) {
        Destination::new(out, &[&words.input], words.replace.force)?;
    }
    let (name, text) = read(&words.input)?;
    let form = match words.format {
        Form::Auto => import::Form::of(&text),
        Form::Catalogue => import::Form::Catalogue,
        Form::Rush => import::Form::Rush,
        Form::Grid => import::Form::Grid,
    };
    if matches!(words.format, Form::Auto) && Puzzle::from_toml(&name, &name, &text).is_ok() {
        return Err(Problem::of_input(
            format!("{name} is a puzzle file already"),
            "slidewise show FILE says what it holds, slidewise solve FILE solves it",
        )
        .about(&name));
    }
    // All are read before anything is written, and again one by one as they are needed: so a long list takes no more
    // memory than its names.
    let mut all = Vec::new();
    let mut take = |converted: Converted| all.push(converted.name);
    import::each(&text, &name, form, &mut take).map_err(failure_of)?;
    if let Some(wanted) = &words.only {
        all = vec![choose(all, wanted, &name)?];
    }
    let files: Vec<Option<Destination>> = match &words.out {
        Some(out) => files_of(&all, out, words)?.into_iter().map(Some).collect(),
        None if all.len() > 1 && !common.json => {
            return Err(Problem::of_input(
                format!("{name} holds {}", counted(all.len(), "puzzle")),
                "--out FOLDER writes a file for each, --only NAME converts one",
            ));
        }
        None => all.iter().map(|_| None).collect(),
    };
    let names: Vec<Option<PathBuf>> = files
        .iter()
        .map(|file| file.as_ref().map(|file| file.name().to_owned()))
        .collect();
    let is_shown = words.out.is_none() || common.json;
    let mut shown = Vec::new();
    let mut done = Ok(());
    let mut left = all.iter().zip(files).peekable();
    let mut take = |converted: Converted| {
        let is_next = |(name, _): &(&String, _)| **name == converted.name;
        let Some((_, file)) = left.next_if(is_next) else {
            return;
        };
        print_remarks(common, &name, &converted.puzzle.remarks);
        let written = file.as_ref().map(|file| file.name().display().to_string());
        if let Some(file) = file
            && done.is_ok()
        {
            done = file.write(converted.text.as_bytes()).map(drop);
        }
        if is_shown {
            shown.push(json::Converted {
                name: converted.name,
                title: converted.puzzle.title,
                file: written,
                text: converted.text,
            });
        }
    };
    import::each(&text, &name, form, &mut take).map_err(failure_of)?;
    done?;
    let lines = match (&words.out, &names[..]) {
        (None, _) => shown[0].text.lines().map(str::to_owned).collect(),
        (_, [Some(file)]) => vec![format!("{} written", file.display())],
        (Some(out), _) => vec![format!(
            "{} written to {}",
            counted(all.len(), "puzzle"),
            out.display()
        )],
    };
    Ok(Output::new(lines, &json::Convert { puzzles: shown }))
}

/// The name of an input and its text.
fn read(input: &str) -> Result<(String, String), Problem> {
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
        Problem::of_input(
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
            return Err(Problem {
                hint: "save the file as UTF-8".to_owned(),
                ..Problem::from(&error)
            });
        }
    };
    Ok((name.to_owned(), text))
}

/// The failure of an input; of one with faults it has them all, since `check` reads puzzle files alone.
fn failure_of(error: PuzzleError) -> Problem {
    let PuzzleError::Faults { .. } = &error else {
        return error.into();
    };
    let failure = Problem::from(&error);
    Problem {
        hint: "slidewise convert --help says what is read; --format says which it is".to_owned(),
        faults: error.faults().to_vec(),
        ..failure
    }
}

/// The puzzle of this name; else the only one whose name goes on after it with another word; else the only one
/// whose name begins with it.
fn choose(mut all: Vec<String>, wanted: &str, input: &str) -> Result<String, Problem> {
    let looseness = |name: &String| {
        let rest = name.strip_prefix(wanted)?;
        Some(match rest.chars().next() {
            None => 0,
            Some('-') => 1,
            Some(_) => 2,
        })
    };
    let Some(least) = all.iter().filter_map(looseness).min() else {
        return Err(Problem::no_such_thing(
            format!("{input} has no puzzle whose name begins with {wanted:?}"),
            format!("it has {}", names_of(&all)),
        ));
    };
    all.retain(|name| looseness(name) == Some(least));
    if all.len() > 1 {
        return Err(Problem::of_input(
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
fn names_of(all: &[String]) -> String {
    const NAMED: usize = 4;
    let mut names: Vec<&str> = all.iter().map(String::as_str).take(NAMED).collect();
    if all.len() > NAMED {
        names.push("...");
    }
    names.join(", ")
}

/// The file of one puzzle, or those of several in a folder, which is made; none where a file is in the way.
fn files_of(all: &[String], out: &Path, words: &Convert) -> Result<Vec<Destination>, Problem> {
    let is_folder = all.len() > 1 || out.is_dir();
    if is_folder {
        fs::create_dir_all(out).map_err(|error| failed(out, &error))?;
    }
    let names = all.iter().map(|name| match is_folder {
        true => out.join(format!("{name}.toml")),
        false => out.to_owned(),
    });
    Destination::all(names, &[&words.input], words.replace.force)
}
