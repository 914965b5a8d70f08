//! `slidewise verify PUZZLE`: is a kept exploration as it was left, and with `--deep`: is it right?

use super::arguments::{Common, From, Verify};
use super::output::Output;
use super::session::{Session, stop_flag, store_root};
use super::{CommandResult, Failure};
use crate::explore::Shortage;
use crate::present::{counted, json};
use crate::query::{Claim, Goals, Proved, Refuted};
use crate::store::{Access, Frontiers, Store, StoreError, Touched};
use std::path::Path;
use std::sync::atomic::Ordering;

/// Checks the store of a puzzle.
pub fn run(common: &Common, words: &Verify) -> CommandResult {
    let session = Session::open(common, &words.puzzle, words.start.as_deref())?;
    stop_flag();
    let root = store_root(common)?;
    let header = session.header(words.from);
    let folder_of = |name: String| root.join(name).display().to_string();
    let mut problems = Vec::new();
    // A search may be kept as marks, as sorted files, or as both.
    let mut stores = Vec::new();
    let mut touched = None;
    let mut proved = None;
    let marks = open(&session, &root, words.from);
    if !matches!(marks, Err(StoreError::Missing { .. })) {
        stores.push(folder_of(Store::folder_name(&header)));
    }
    match marks {
        Ok(store) => {
            let findings = store.examine();
            if stop_flag().load(Ordering::Relaxed) {
                return Err(interrupted());
            }
            problems.extend(findings.problems.iter().map(ToString::to_string));
            touched = findings.touched;
            if words.deep {
                match prove(&session, &root, &store, words.from)? {
                    Ok(right) => proved = Some(right),
                    Err(refuted) => problems.push(wrong(&session, &store, &refuted)),
                }
            }
        }
        Err(StoreError::Missing { .. }) if words.deep => {
            return Err(Failure::no_such_thing(
                format!(
                    "there are no marks to prove at {}",
                    folder_of(Store::folder_name(&header))
                ),
                "slidewise explore PUZZLE makes marks; without --deep, verify checks what is kept as files too",
            ));
        }
        Err(StoreError::Missing { .. }) => {}
        Err(error) => problems.push(error.to_string()),
    }
    let frontiers = folder_of(Frontiers::folder_name(&header));
    match Frontiers::open(&root, &header, Access::Read) {
        Ok(files) => {
            problems.extend(files.verify().iter().map(ToString::to_string));
            if stop_flag().load(Ordering::Relaxed) {
                return Err(interrupted());
            }
            stores.push(frontiers.clone());
        }
        Err(StoreError::Missing { .. }) => {}
        Err(error) => {
            problems.push(error.to_string());
            stores.push(frontiers.clone());
        }
    }
    let Some(folder) = stores.first() else {
        return Err(Failure::no_such_thing(
            format!(
                "there is no store at {}",
                folder_of(Store::folder_name(&header))
            ),
            "slidewise explore PUZZLE makes one, slidewise stores lists what there is",
        ));
    };
    let record = json::Verify {
        puzzle: session.puzzle.name.clone(),
        metric: common.metric.name().to_owned(),
        store: folder.clone(),
        stores: stores.clone(),
        ok: problems.is_empty(),
        problems: problems.clone(),
        unchecked_blocks: touched.map_or(0, |touched| touched.blocks),
        proved: proved.map(|proved| json::Proved {
            generations: proved.generations,
            states: json::digits(proved.configurations),
            ahead: json::digits(proved.ahead),
        }),
    };
    let code = u8::from(!problems.is_empty());
    let lines = if problems.is_empty() {
        let agree = |folder: &String| match *folder == frontiers {
            true => format!("{folder}: header, log, files, checksums and counts agree"),
            false => format!("{folder}: header, log, marks, checksums and counts agree"),
        };
        let mut lines: Vec<String> = stores.iter().map(agree).collect();
        lines.extend(touched.map(remark));
        lines.extend(proved.map(sentence));
        lines
    } else {
        problems
    };
    Ok(Output::new(lines, &record).with_code(code))
}

fn open(session: &Session<'_>, root: &Path, from: From) -> Result<Store, StoreError> {
    Store::open(root, &session.header(from), Access::Read)
}

/// The failure of a check that was stopped.
fn interrupted() -> Failure {
    Failure::of_run(
        "interrupted: not all has been checked",
        "slidewise verify PUZZLE begins anew; nothing was changed",
    )
}

/// Proves the distances of a store, or finds what is wrong with them.
fn prove(
    session: &Session<'_>,
    root: &Path,
    store: &Store,
    from: From,
) -> Result<Result<Proved, Refuted>, Failure> {
    let needed = Claim::needed_bytes(&session.graph);
    if let Some(allowed) = session.common.memory
        && allowed < needed
    {
        return Err(Shortage::Memory { needed, allowed }.into());
    }
    let sources = match from {
        From::Start => vec![session.start_index()],
        From::Goal => goals_reached(session, root)?,
    };
    let claim = Claim {
        graph: &session.graph,
        sources: &sources,
        marks: store.marks(),
        counts: store.generations(),
        is_complete: store.is_complete(),
        threads: session.threads(),
        stop: stop_flag(),
    };
    match claim.prove() {
        Err(Refuted::Memory(error)) => Err(error.into()),
        Err(Refuted::Stopped { .. }) => Err(interrupted()),
        result => Ok(result),
    }
}

/// The goal configurations that can be reached from Start, by the finished search from there.
fn goals_reached(session: &Session<'_>, root: &Path) -> Result<Vec<u64>, Failure> {
    match open(session, root, From::Start) {
        Ok(store) if store.is_complete() => {
            session.common.alarms.listen_to(&store);
            Ok(Goals::of(&session.graph).seen_by(session.explored(&store)))
        }
        Ok(_) | Err(StoreError::Missing { .. }) => Err(Failure::no_such_thing(
            "which goals can be reached is not known: the search from Start is not finished",
            "slidewise explore PUZZLE finishes it, verify PUZZLE --deep proves it",
        )),
        Err(error) => Err(error.into()),
    }
}

/// What is wrong, as a sentence; with the position, where it is about one.
fn wrong(session: &Session<'_>, store: &Store, refuted: &Refuted) -> String {
    let position = match refuted {
        Refuted::Mark { index, .. } => {
            let configuration = session.graph.configuration(*index);
            format!(" ({})", session.puzzle.write_position(&configuration))
        }
        _ => String::new(),
    };
    format!("{}: {refuted}{position}", store.folder().display())
}

fn remark(touched: Touched) -> String {
    format!(
        "{} of {} were worked on since the checksums after {} were taken, and are held against the counts alone; \
         --deep proves them",
        counted(touched.blocks, "block"),
        touched.of,
        counted(touched.generations, "generation")
    )
}

fn sentence(proved: Proved) -> String {
    let ahead = match proved.ahead {
        0 => String::new(),
        ahead => format!(
            "; {} more are marked already",
            counted(ahead, "configuration")
        ),
    };
    format!(
        "proved: each of {} is as far as its mark says, in {}{ahead}",
        counted(proved.configurations, "configuration"),
        counted(proved.generations, "generation")
    )
}
