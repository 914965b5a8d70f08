//! `slidewise convert INPUT`: puzzle files from boards of other programs.

use crate::arguments::{CommonArgs, ConvertArgs};
use crate::io::atomic_file::{Destination, failed};
use crate::io::level_word::unknown_to_levels;
use crate::io::output::{CommandResult, Output};
use crate::io::setup::print_remarks;
use crate::io::wait::waiting;
use slidewise_app::{LevelFile, Problem};
use slidewise_puzzle::import::{self, GoalFile, ImportOptions, SourceFormat};
use slidewise_puzzle::{
    ConvertedPuzzle, Puzzle, PuzzleError, read_file_within, read_within, text_of,
};
use slidewise_render::{counted, json};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Most bytes of an input.
const MAX_BYTES: usize = 1 << 27;

/// Converts the puzzles of the input, to stdout or into files.
pub(crate) fn run(common: &CommonArgs, args: &ConvertArgs) -> CommandResult {
    // Before the input is read, only an existing output file can be checked: the names of the other
    // files follow from the puzzles of the input.
    if let Some(out) = args.out.as_deref().filter(|out| out.is_file()) {
        Destination::new(out, &[&args.input], args.replace.force)?;
    }
    let (name, text) = read_board(args)?;
    let goal = args.goal.as_deref();
    let goal = goal.map(|path| read(&path.to_string_lossy())).transpose()?;
    let goal = goal.as_ref().map(|(file, bytes)| goal_file(file, bytes));
    let goal = goal.transpose()?;
    let options = ImportOptions {
        exit: args.exit,
        goal,
        is_recognized: args.format.is_none(),
    };
    let form = args.format.unwrap_or_else(|| SourceFormat::of(&text));
    if form == SourceFormat::PuzzleFile {
        return Err(already_converted(&name, &text));
    }
    // The input is converted twice: first to check all puzzles and to collect their names, then to
    // write the puzzles one by one. So only the names of a long list are held in memory.
    let mut all = Vec::new();
    let mut take = |converted: ConvertedPuzzle| all.push(converted.name);
    import::each(&text, &name, form, &options, &mut take).map_err(failure_of)?;
    if let Some(wanted) = &args.only {
        all = vec![choose(all, wanted, &name)?];
    }
    let files: Vec<Option<Destination>> = match &args.out {
        Some(out) => files_of(&all, out, args)?.into_iter().map(Some).collect(),
        None if all.len() > 1 && !common.json => {
            return Err(Problem::of_input(
                format!("{name} holds {}", counted(all.len(), "puzzle")),
                "write a file for each with --out FOLDER, or choose one with --only NAME",
            ));
        }
        None => all.iter().map(|_| None).collect(),
    };
    let names: Vec<Option<PathBuf>> = files
        .iter()
        .map(|file| file.as_ref().map(|file| file.name().to_owned()))
        .collect();
    let is_shown = args.out.is_none() || common.json;
    let mut shown = Vec::new();
    let mut done = Ok(());
    let mut left = all.iter().zip(files).peekable();
    let mut take = |converted: ConvertedPuzzle| {
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
            shown.push(json::ConvertedRecord {
                name: converted.name,
                title: converted.puzzle.title,
                file: written,
                text: converted.text,
            });
        }
    };
    import::each(&text, &name, form, &options, &mut take).map_err(failure_of)?;
    done?;
    let lines = match (&args.out, &names[..]) {
        (None, _) => shown[0].text.lines().map(str::to_owned).collect(),
        (_, [Some(file)]) => vec![format!("{} written", file.display())],
        (Some(out), _) => {
            let puzzles = counted(all.len(), "puzzle");
            vec![format!("{puzzles} written to {}", out.display())]
        }
    };
    Ok(Output::new(lines, &json::ConvertRecord { puzzles: shown }))
}

/// The file of the goal.
fn goal_file<'f>(file: &'f str, bytes: &'f [u8]) -> Result<GoalFile<'f>, Problem> {
    let text = text_in(file, bytes)?;
    Ok(GoalFile { file, text })
}

/// The name and the text of the input, unless it is a Sokoban level.
fn read_board(args: &ConvertArgs) -> Result<(String, String), Problem> {
    let (name, bytes) = read(&args.input)?;
    let levels = LevelFile::of_bytes(&args.input, None, &bytes);
    if let Some(levels) = levels.filter(|_| args.format.is_none()) {
        levels?;
        return Err(unknown_to_levels(&name));
    }
    let text = text_in(&name, &bytes)?.to_owned();
    Ok((name, text))
}

/// The problem of an input that is a puzzle file: its faults, else that it needs no conversion.
fn already_converted(name: &str, text: &str) -> Problem {
    match Puzzle::from_toml(name, name, text) {
        Err(error) => error.into(),
        Ok(_) => Problem::of_input(
            format!("{name} is already a puzzle file"),
            "show it with `slidewise show FILE`, or solve it with `slidewise solve FILE`",
        )
        .about(name),
    }
}

/// The name of an input and its bytes.
pub(crate) fn read(input: &str) -> Result<(String, Vec<u8>), Problem> {
    if input.starts_with("rush:") {
        return Ok((input.to_owned(), input.as_bytes().to_owned()));
    }
    let (name, read) = match input {
        "-" => ("stdin", waiting(|| read_within(io::stdin(), MAX_BYTES))),
        _ => (input, waiting(|| read_file_within(input, MAX_BYTES))),
    };
    let bytes = read.map_err(|error| {
        let hint = match error.kind() {
            io::ErrorKind::FileTooLarge => "divide it into several files",
            _ => "check the path, or give - to read from stdin",
        };
        Problem::of_input(format!("{name} cannot be read: {error}"), hint).about(name)
    })?;
    Ok((name.to_owned(), bytes))
}

/// The text of an input.
pub(crate) fn text_in<'b>(name: &str, bytes: &'b [u8]) -> Result<&'b str, Problem> {
    let text = text_of(name, bytes);
    text.map_err(|error| Problem::from(&error).with_hint("save the file as UTF-8"))
}

/// The problem of an input that cannot be converted, with a list of all faults in the input.
///
/// The command `check` cannot list these faults, because it reads only puzzle files.
fn failure_of(error: PuzzleError) -> Problem {
    let PuzzleError::Faults { .. } = &error else {
        return error.into();
    };
    let hint = "`slidewise convert --help` lists the formats; choose one with --format";
    let mut failure = Problem::from(&error).with_hint(hint);
    failure.faults = error.faults().to_vec();
    failure
}

/// The name of the puzzle that `--only` chooses.
///
/// The name `wanted` itself is preferred, then a name that begins with `wanted` and a hyphen, then
/// any name that begins with `wanted`. It is an error if several names are equally good.
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
            format!("choose one of {}", names_of(&all)),
        ));
    };
    all.retain(|name| looseness(name) == Some(least));
    if all.len() > 1 {
        return Err(Problem::of_input(
            format!(
                "{input} has {} whose names begin with {wanted:?}",
                counted(all.len(), "puzzle")
            ),
            format!("give more of the name: it may be one of {}", names_of(&all)),
        ));
    }
    Ok(all.remove(0))
}

/// The names of the first four puzzles, for a hint.
fn names_of(all: &[String]) -> String {
    const NAMED: usize = 4;
    let mut names: Vec<&str> = all.iter().map(String::as_str).take(NAMED).collect();
    if all.len() > NAMED {
        names.push("...");
    }
    names.join(", ")
}

/// Checks the output files; for several puzzles, creates a folder and checks a file for each.
fn files_of(all: &[String], out: &Path, args: &ConvertArgs) -> Result<Vec<Destination>, Problem> {
    let is_folder = all.len() > 1 || out.is_dir();
    if is_folder {
        fs::create_dir_all(out).map_err(|error| failed(out, &error))?;
    }
    let names = all.iter().map(|name| {
        if is_folder {
            out.join(format!("{name}.toml"))
        } else {
            out.to_owned()
        }
    });
    Destination::all(names, &[&args.input], args.replace.force)
}
