//! `slidewise design FAMILY`: the hardest start of every set of pieces of a family.
//!
//! | file | holds |
//! |---|---|
//! | `arguments` | the arguments |
//! | `files` | puzzle files, the table and the sheet |
//! | `table` | the table |
//! | `records` | the JSON of the answers |

pub(crate) mod arguments;
mod files;
mod records;
#[cfg_attr(not(feature = "pictures"), path = "../without/design_sheet.rs")]
mod sheet;
mod table;

use crate::arguments::CommonArgs;
use crate::io::output::{CommandResult, Output, remark, shown_of};
use crate::io::progress::Spinner;
use crate::io::setup::{store_root, threads_of};
use crate::io::signals::stop_flag;
use crate::io::wait::waiting;
use crate::io::work_log::WorkLog;
use arguments::DesignArgs;
use files::StartFiles;
use records::{DesignEstimateRecord, DesignRecord, SetRecord};
use slidewise_app::{DesignRequest, Problem, SetAnswer, open_family, sweep_file};
use slidewise_design::{DesignError, Family, SetKind, Sweep, SweepMeans, Swept, Wanted};
use slidewise_render::{counted, human_bytes, json, with_commas};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The memory of a sweep that `--memory` does not limit.
const USUAL_MEMORY: u64 = 4 << 30;

/// Sets in the text of an answer without `--top`.
const SETS_IN_TEXT: usize = 20;

/// Answers the command.
pub(crate) fn run(common: &CommonArgs, args: &DesignArgs) -> CommandResult {
    let began = Instant::now();
    let request = request(args);
    let family = request.restricted(waiting(|| open_family(&args.family))?)?;
    let wanted = request.wanted(&family, common.metric)?;
    let memory = common.memory_or(USUAL_MEMORY);
    let sweep = Sweep::within(&family, wanted, memory, stop_flag())?;
    if args.estimate {
        return Ok(estimate(&family, &wanted, &sweep, began));
    }
    let files = match &args.out {
        Some(folder) => {
            let force = args.replace.force;
            Some(StartFiles::new(folder, &args.family, args.format, force)?)
        }
        None => None,
    };
    let record = record_file(common, args, &sweep)?;
    let means = SweepMeans {
        threads: threads_of(common),
        memory,
        record: record.as_deref(),
        is_fresh: args.fresh,
        stop: stop_flag(),
    };
    let log = args.progress.as_deref().map(WorkLog::open).transpose()?;
    let swept = search(common, &sweep, means, log)?;
    let components = args.components.then(|| family.components(means));
    let components = components.transpose()?;
    let hardest = swept.starts.max_moves();
    let sets_in_all = swept.starts.by_set.len();
    let sets = SetAnswer::all(&family, &wanted, &swept, args.top)?;
    let names = files.map(|files| files.write(&family.name, wanted.metric, &sets));
    let names = names.transpose()?;
    let mut lines = vec![
        format!(
            "{}: {} in {}, at most {}",
            family.name,
            counted(sweep.boards(), "board"),
            counted(sets_in_all, "set"),
            counted(hardest, wanted.metric.name())
        ),
        format!(
            "Searched: {} from {} with the goal piece at its goal",
            counted(swept.met, "board"),
            with_commas(sweep.solved())
        ),
    ];
    lines.extend(components.map(|own| counted(own, "component")));
    lines.push(String::new());
    let shown = args.top.map_or(SETS_IN_TEXT, |_| sets.len());
    lines.extend(sets.iter().take(shown).map(set_line));
    if sets.len() > shown {
        lines.push(shown_of(shown, with_commas(sets.len())).replace("--limit", "--top"));
    }
    if let Some(names) = &names {
        lines.push(format!("Written: {}", counted(names.len(), "file")));
    }
    let record = DesignRecord {
        family: family.name.clone(),
        metric: wanted.metric.name(),
        boards: json::digits(sweep.boards()),
        solved_boards: json::digits(sweep.solved()),
        components: components.map(json::digits),
        searched: json::digits(swept.met),
        sets: sets.iter().map(set_record).collect(),
        sets_in_all: sets_in_all as u64,
        hardest,
        files: names,
        seconds: began.elapsed().as_secs_f64(),
    };
    Ok(Output::new(lines, &record))
}

/// What the arguments ask of the family.
fn request(args: &DesignArgs) -> DesignRequest {
    DesignRequest {
        by: args.by.map(SetKind::from),
        min_moves: args.min_moves,
        max_moves: args.max_moves,
        is_unique: args.unique,
        is_minimal: args.minimal,
        empty: args.empty,
        min_pieces: args.min_pieces,
        max_pieces: args.max_pieces,
    }
}

/// The file that keeps finished work.
fn record_file(
    common: &CommonArgs,
    args: &DesignArgs,
    sweep: &Sweep<'_>,
) -> Result<Option<PathBuf>, Problem> {
    if args.no_store {
        return Ok(None);
    }
    sweep_file(sweep, &store_root(common)?).map(Some)
}

/// Searches, with progress on a terminal and in a log.
fn search(
    common: &CommonArgs,
    sweep: &Sweep<'_>,
    means: SweepMeans<'_>,
    log: Option<WorkLog>,
) -> Result<Swept, Problem> {
    let spinner = Spinner::new(common.quiet);
    let log = log.map(Mutex::new);
    let swept = sweep.run(means, &|progress| {
        if let Some(log) = &log {
            let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
            log.done(progress.listed, progress.to_list);
        }
        let done = 100.0 * progress.listed as f64 / progress.to_list.max(1) as f64;
        spinner.show(format!(
            "{done:.0} %: {} searched",
            counted(progress.met, "board")
        ));
    });
    spinner.end();
    if let (Err(DesignError::Stopped), Some(file), false) = (&swept, means.record, common.quiet) {
        remark(format!("Finished work is kept in {}", file.display()));
    }
    Ok(swept?)
}

/// The answer of `--estimate`.
fn estimate(family: &Family, wanted: &Wanted, sweep: &Sweep<'_>, began: Instant) -> Output {
    let lines = vec![
        format!("{}: {}", family.name, counted(sweep.boards(), "board")),
        format!(
            "With the goal piece at its goal: {}",
            counted(sweep.solved(), "board")
        ),
        format!(
            "Memory for the lists of boards: {} a thread, beside the searches",
            human_bytes(sweep.listing_bytes())
        ),
    ];
    let record = DesignEstimateRecord {
        family: family.name.clone(),
        metric: wanted.metric.name(),
        boards: json::digits(sweep.boards()),
        solved_boards: json::digits(sweep.solved()),
        listing_bytes: json::digits(sweep.listing_bytes()),
        seconds: began.elapsed().as_secs_f64(),
    };
    Output::new(lines, &record)
}

fn set_line(set: &SetAnswer) -> String {
    match set.start() {
        None => format!("{:>4}  {}", "-", set.words),
        Some(start) => format!("{:>4}  {start}  {}", set.moves, set.words),
    }
}

fn set_record(set: &SetAnswer) -> SetRecord {
    SetRecord {
        sizes: set.sizes.clone(),
        pieces: set.words.clone(),
        moves: set.moves,
        start: set.start(),
        goal: set.puzzle.as_ref().map(|(_, _, goal)| goal.clone()),
    }
}
