//! `slidewise replay FILE`: whether the path of a certificate is legal.

use crate::arguments::{CertificateArgs, CommonArgs, ReplayArgs};
use crate::io::atomic_file::Destination;
use crate::io::output::{CommandResult, Output};
use crate::io::setup::open_puzzle;
use crate::io::wait::waiting;
use slidewise_analysis::Path;
use slidewise_app::Problem;
use slidewise_puzzle::Puzzle;
use slidewise_render::{CertificateTokens, counted, json};
use slidewise_replay::{Certificate, CertificateError, replay};
use std::fs::File;
use std::path::Path as FilePath;

/// Replays a certificate.
pub(crate) fn run(common: &CommonArgs, args: &ReplayArgs) -> CommandResult {
    let certificate = read(&args.file)?;
    let file = args.file.display().to_string();
    let puzzle = match &args.puzzle {
        Some(puzzle) => Some(open_puzzle(common, puzzle, None)?),
        None => None,
    };
    let mut problem = puzzle
        .as_ref()
        .and_then(|puzzle| mismatch(&certificate, puzzle));
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
    let record = json::ReplayRecord {
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
            let from = if replayed.from_start {
                "from Start"
            } else {
                "from the path's first position"
            };
            let to = if replayed.at_goal {
                "to a goal"
            } else {
                "to the path's last position"
            };
            let (name, by_name) = match &puzzle {
                Some(puzzle) => (&puzzle.name, None),
                None => (
                    &certificate.puzzle,
                    Some("add --puzzle PUZZLE to check that the certificate is for that puzzle"),
                ),
            };
            let mut lines = vec![format!(
                "{file}: {} {from} {to}, all legal in {name}",
                counted(replayed.moves, &certificate.metric),
            )];
            lines.extend(by_name.map(str::to_owned));
            lines
                .push("`slidewise verify PUZZLE --deep` proves that no path is shorter".to_owned());
            lines
        }
        _ => problem
            .iter()
            .map(|problem| format!("{file}: {problem}"))
            .collect(),
    };
    Ok(Output::new(lines, &record).with_code(u8::from(problem.is_some())))
}

/// The difference between a certificate's puzzle and `puzzle`, in words; `None` if they are equal.
fn mismatch(certificate: &Certificate, puzzle: &Puzzle) -> Option<String> {
    let of = &puzzle.name;
    if certificate.text() != puzzle.canonical_form_with_goals() {
        return Some(format!("the certificate defines another puzzle than {of}"));
    }
    // If the tokens differ, the text of a position in the certificate means another position.
    (CertificateTokens::in_certificate(certificate) != CertificateTokens::of(puzzle))
        .then(|| format!("the certificate has other tokens than {of}"))
}

/// Reads a certificate from its file.
fn read(path: &FilePath) -> Result<Certificate, Problem> {
    let file = path.display().to_string();
    let read = || Certificate::read(File::open(path)?);
    waiting(read).map_err(|fault| {
        let message = match &fault {
            CertificateError::Io(error) => format!("{file} cannot be read: {error}"),
            CertificateError::TooLong => format!("{file} is too long: {fault}"),
            CertificateError::Json(error) => format!("{file} is not a certificate: {error}"),
        };
        let hint = "write a certificate with `slidewise solve PUZZLE --certificate FILE`";
        let place = match &fault {
            CertificateError::Json(error) => Some((error.line(), error.column())),
            _ => None,
        };
        let (line, column) = place.unzip();
        Problem::of_input(message, hint)
            .about(&file)
            .at(line, column)
    })
}

/// Checks the destination of a certificate, if the arguments ask for a certificate.
pub(crate) fn destination(
    args: &CertificateArgs,
    puzzle: &str,
) -> Result<Option<Destination>, Problem> {
    let file = args.certificate.as_deref();
    file.map(|file| Destination::new(file, &[puzzle], args.replace.force))
        .transpose()
}

/// Writes the certificate of a path.
///
/// # Errors
/// If a damaged store was read to find the path, the certificate is too long, or the file cannot
/// be written.
pub(crate) fn write(
    common: &CommonArgs,
    destination: Destination,
    puzzle: &Puzzle,
    way: &Path,
    solves: bool,
) -> Result<(), Problem> {
    if let Some(damage) = common.corruption.raised() {
        return Err(damage.into());
    }
    let metric = common.metric;
    let certificate = slidewise_render::certificate(puzzle, metric, way, solves);
    let text = certificate.write().map_err(|fault| {
        let name = destination.name().display();
        let message = format!("{name} would be too long for `slidewise replay`: {fault}");
        let hint = "leave out --certificate: the same command then prints the path";
        Problem::of_run(message, hint).about(name)
    })?;
    destination.write(text.as_bytes())?;
    Ok(())
}
