//! `slidewise replay FILE`: can the way of a certificate be gone?

use super::CommandResult;
use super::arguments::{Certified, Common, Replay};
use super::draft::Destination;
use super::output::Output;
use super::session::open_puzzle;
use slidewise_analysis::Path;
use slidewise_app::Problem;
use slidewise_puzzle::Puzzle;
use slidewise_render::{Tokens, counted, json};
use slidewise_replay::{Certificate, FileFault, replay};
use std::fs::File;
use std::path::Path as FilePath;

/// Replays a certificate.
pub fn run(common: &Common, words: &Replay) -> CommandResult {
    let certificate = read(&words.file)?;
    let file = words.file.display().to_string();
    let puzzle = match &words.puzzle {
        Some(puzzle) => Some(open_puzzle(common, puzzle, None)?),
        None => None,
    };
    let mut problem = puzzle
        .as_ref()
        .and_then(|puzzle| strange(&certificate, puzzle));
    let replayed = match &problem {
        Some(_) => None,
        None => match replay(&certificate) {
            Ok(replayed) => Some(replayed),
            Err(fault) => {
                problem = Some(fault.to_string());
                None
            }
        },
    };
    let record = json::Replay {
        puzzle: certificate.puzzle.clone(),
        metric: certificate.metric.clone(),
        file: file.clone(),
        ok: problem.is_none(),
        problem: problem.clone(),
        moves: certificate.moves,
        from_start: replayed.is_some_and(|replayed| replayed.from_start),
        at_goal: replayed.is_some_and(|replayed| replayed.at_goal),
        fingerprint: certificate.fingerprint.clone(),
    };
    let lines = match (&problem, replayed) {
        (None, Some(replayed)) => {
            let from = match replayed.from_start {
                true => "from Start",
                false => "from its first position",
            };
            let to = match replayed.at_goal {
                true => "to a goal",
                false => "to its last position",
            };
            let (name, by_name) = match &puzzle {
                Some(puzzle) => (&puzzle.name, None),
                None => (
                    &certificate.puzzle,
                    Some("that its definition is that of a puzzle is shown with --puzzle PUZZLE"),
                ),
            };
            let mut lines = vec![format!(
                "{file}: {} of {name}, each legal, {from} {to}",
                counted(replayed.moves, &certificate.metric),
            )];
            lines.extend(by_name.map(str::to_owned));
            lines.push(
                "that none is shorter is proved by slidewise verify PUZZLE --deep".to_owned(),
            );
            lines
        }
        _ => problem
            .iter()
            .map(|problem| format!("{file}: {problem}"))
            .collect(),
    };
    Ok(Output::new(lines, &record).with_code(u8::from(problem.is_some())))
}

/// Why a certificate is not about a puzzle, if it is not.
fn strange(certificate: &Certificate, puzzle: &Puzzle) -> Option<String> {
    let of = &puzzle.name;
    if certificate.text() != puzzle.canonical_form_with_goals() {
        return Some(format!("its definition is not that of {of}"));
    }
    // With other tokens its positions read as others.
    (Tokens::in_certificate(certificate) != Tokens::of(puzzle))
        .then(|| format!("its tokens are not those of {of}"))
}

/// Reads a certificate's file.
fn read(path: &FilePath) -> Result<Certificate, Problem> {
    let file = path.display().to_string();
    let read = File::open(path).map_err(FileFault::from);
    read.and_then(Certificate::read).map_err(|fault| {
        let message = match &fault {
            FileFault::Io(error) => format!("reading {file}: {error}"),
            FileFault::TooLong => format!("{file} is too long: {fault}"),
            FileFault::Json(error) => format!("{file} is not a certificate: {error}"),
        };
        let hint = "slidewise solve PUZZLE --certificate FILE writes one";
        let place = match &fault {
            FileFault::Json(error) => Some((error.line(), error.column())),
            _ => None,
        };
        let (line, column) = place.unzip();
        Problem::of_input(message, hint)
            .about(&file)
            .at(line, column)
    })
}

/// Where the certificate of a way through a puzzle goes, if one is asked for.
pub fn destination(words: &Certified, puzzle: &str) -> Result<Option<Destination>, Problem> {
    let file = words.certificate.as_deref();
    file.map(|file| Destination::new(file, &[puzzle], words.replace.force))
        .transpose()
}

/// Writes the certificate of a way, unless damage was met in finding it.
pub fn write(
    common: &Common,
    destination: Destination,
    puzzle: &Puzzle,
    way: &Path,
    solves: bool,
) -> Result<(), Problem> {
    if let Some(damage) = common.alarms.raised() {
        return Err(damage.into());
    }
    let metric = common.metric;
    let certificate = slidewise_render::certificate(puzzle, metric, way, solves);
    let text = certificate.write().map_err(|fault| {
        let name = destination.name().display();
        let message = format!("{name} would be too long for slidewise replay: {fault}");
        let hint = "leave --certificate out: the same command then prints the way";
        Problem::of_run(message, hint).about(name)
    })?;
    destination.write(text.as_bytes())?;
    Ok(())
}
