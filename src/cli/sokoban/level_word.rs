//! The level that an argument names: a file of levels, with `#N` or `#TITLE` for one of several, or
//! `microban:N`.

use crate::arguments::CommonArgs;
use slidewise_app::Problem;
use slidewise_sokoban::{
    Collection, Level, LevelError, LevelMetric, MAX_COLLECTION_BYTES, builtin,
};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// A level with the name by which outputs call it.
#[derive(Debug)]
pub(crate) struct NamedLevel {
    pub(crate) name: String,
    pub(crate) level: Level,
}

/// Parts the word into the file and the level in it, if the file can hold levels.
fn part(word: &str) -> Option<(&str, Option<&str>)> {
    if is_level_file(word) {
        return Some((word, None));
    }
    if let Some((name, level)) = word.split_once(':')
        && builtin(name).is_some()
    {
        return Some((name, Some(level)));
    }
    let (file, level) = word.split_once('#')?;
    is_level_file(file).then_some((file, Some(level)))
}

/// Whether the name of a file is that of levels, or its text is; or of the built-in collection.
fn is_level_file(file: &str) -> bool {
    if builtin(file).is_some() {
        return true;
    }
    let path = Path::new(file);
    let ending = path.extension().and_then(|own| own.to_str());
    match ending.map(str::to_ascii_lowercase).as_deref() {
        Some("xsb" | "sok") => true,
        Some("txt") => read(file).is_ok_and(|bytes| Collection::is_one(&bytes)),
        _ => false,
    }
}

/// Whether an argument names a level or a file of levels.
pub(crate) fn is_level(word: &str) -> bool {
    part(word).is_some()
}

fn read(file: &str) -> Result<Vec<u8>, Problem> {
    if let Some(text) = builtin(file) {
        return Ok(text.as_bytes().to_vec());
    }
    let failed = |error: std::io::Error| {
        Problem::of_input(
            format!("the file {file} cannot be read: {error}"),
            "name a file of levels, such as levels.xsb#1",
        )
        .about(file)
    };
    let mut bytes = Vec::new();
    let input = File::open(file).map_err(failed)?;
    let mut input = input.take(MAX_COLLECTION_BYTES as u64 + 1);
    input.read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

/// The problem of a level that cannot be read.
pub(crate) fn problem_of(file: &str, error: &LevelError) -> Problem {
    let (line, column) = error.place.unzip();
    Problem::of_input(
        error.fault.to_string(),
        "docs/sokoban.md describes level files",
    )
    .about(file)
    .at(line, column)
}

/// Opens the level that an argument names, with another first position if `start` is given.
pub(crate) fn open(word: &str, start: Option<&str>) -> Result<NamedLevel, Problem> {
    let (file, wanted) = part(word).unwrap_or((word, None));
    let read = Collection::read(&read(file)?).map_err(|error| problem_of(file, &error))?;
    let entry = match wanted {
        Some(wanted) => read.find(wanted).ok_or_else(|| {
            Problem::no_such_thing(
                format!("{file} has no level {wanted}"),
                format!("its levels are #1 to #{}", read.entries.len()),
            )
        })?,
        None if read.entries.len() > 1 => return Err(several(file, &read)),
        None => &read.entries[0],
    };
    let mut level = entry.level().map_err(|error| problem_of(file, &error))?;
    if let Some(text) = start {
        let start = level.read_position(text);
        level = level.with_start(start.map_err(|error| problem_of("--start", &error))?);
    }
    Ok(NamedLevel {
        name: word.to_owned(),
        level,
    })
}

/// Opens all levels of a file that can be read, or the one that the argument names.
#[cfg_attr(not(feature = "web"), expect(dead_code))]
pub(crate) fn open_all(word: &str) -> Result<Vec<Level>, Problem> {
    let (file, wanted) = part(word).ok_or_else(|| {
        Problem::of_input(
            format!("{word} is no file of Sokoban levels"),
            "name a file (.xsb, .sok or .txt), with #N for one of several levels",
        )
        .about(word)
    })?;
    if wanted.is_some() {
        return Ok(vec![open(word, None)?.level]);
    }
    let read = Collection::read(&read(file)?).map_err(|error| problem_of(file, &error))?;
    let levels: Vec<Result<Level, LevelError>> =
        read.entries.iter().map(|own| own.level()).collect();
    if let [Err(error), ..] = levels.as_slice()
        && levels.iter().all(Result::is_err)
    {
        return Err(problem_of(file, error));
    }
    Ok(levels.into_iter().flatten().collect())
}

/// The problem of a file with several levels, none of which is named.
fn several(file: &str, read: &Collection) -> Problem {
    let names = (1..).zip(&read.entries).map(|(number, entry)| {
        let title = entry.title.as_deref().unwrap_or_default();
        format!("#{number} {title}").trim_end().to_owned()
    });
    let names: Vec<String> = names.collect();
    let example = match builtin(file) {
        Some(_) => format!("{file}:N"),
        None => format!("{file}#N"),
    };
    Problem::of_input(
        format!("{file} has {} levels, and a level is needed", names.len()),
        format!("name one as {example}: {}", names.join(", ")),
    )
}

/// The metric of a level: `push` unless `--metric` names another.
pub(crate) fn metric_of(common: &CommonArgs) -> Result<LevelMetric, Problem> {
    match common.metric_word.as_deref() {
        None | Some("push") => Ok(LevelMetric::Push),
        Some("step" | "move" | "moves") => Ok(LevelMetric::Step),
        Some(other) => Err(Problem::of_input(
            format!("--metric {other} does not exist for Sokoban levels"),
            "take --metric push or --metric step",
        )),
    }
}

/// Refuses a level where a command needs another puzzle.
pub(crate) fn refuse_level(word: &str) -> Result<(), Problem> {
    if is_level(word) {
        Err(unknown_to_levels(word))
    } else {
        Ok(())
    }
}

/// The problem of a command that has no answer for levels.
pub(crate) fn unknown_to_levels(word: &str) -> Problem {
    Problem::of_input(
        format!("{word} is a Sokoban level, and this command has no answer for levels"),
        "these have one: show, explore, solve, find, farthest, verify, replay, play, serve, draw, \
         animate, graph",
    )
}
