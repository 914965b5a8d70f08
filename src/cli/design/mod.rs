//! `slidewise design FAMILY`: the hardest start of every set of pieces of a family.
//!
//! | file | holds |
//! |---|---|
//! | `arguments` | the arguments |
//! | `problems` | faults in words |
//! | `files` | puzzle files, the table and the sheet |
//! | `table` | the table |
//! | `set_answer` | a set with its hardest start as a puzzle |
//! | `records` | the JSON of the answers |

pub(crate) mod arguments;
mod files;
mod problems;
mod records;
mod set_answer;
#[cfg_attr(not(feature = "pictures"), path = "../without/design_sheet.rs")]
mod sheet;
mod table;

use crate::arguments::CommonArgs;
use crate::output::{CommandResult, Output, remark, shown_of};
use crate::progress::Spinner;
use crate::setup::{store_root, threads_of};
use crate::signals::stop_flag;
use arguments::DesignArgs;
use files::StartFiles;
use problems::problem;
use records::{DesignEstimateRecord, DesignRecord, SetRecord};
use set_answer::SetAnswer;
use slidewise_app::Problem;
use slidewise_design::{DesignError, Family, PieceSet, SetKind, Sweep, SweepMeans, Swept, Wanted};
use slidewise_engine::graph::Metric;
use slidewise_puzzle::{MAX_FILE_BYTES, Puzzle};
use slidewise_render::{counted, human_bytes, json, with_commas};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The memory of a sweep that `--memory` does not limit.
const USUAL_MEMORY: u64 = 4 << 30;

/// Sets in the text of an answer without `--top`.
const SETS_IN_TEXT: usize = 20;

/// Answers the command.
pub(crate) fn run(common: &CommonArgs, args: &DesignArgs) -> CommandResult {
    let began = Instant::now();
    if common.metric == Metric::Line {
        return Err(Problem::of_input(
            "--metric line is for boards of unit pieces",
            "take --metric step, slide or move",
        ));
    }
    let family = family(args)?;
    let wanted = wanted(common, args, &family)?;
    let memory = common.memory_or(USUAL_MEMORY);
    let sweep = Sweep::within(&family, wanted, memory, stop_flag());
    let sweep = sweep.map_err(|error| problem(&error))?;
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
    let swept = search(common, &sweep, means)?;
    let components = args.components.then(|| family.components(means));
    let components = components.transpose().map_err(|error| problem(&error))?;
    let hardest = swept.starts.most_moves();
    let sets_in_all = swept.starts.by_set.len();
    let sets = answers(&family, args, &wanted, &swept)?;
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

/// The family that the arguments name.
fn family(args: &DesignArgs) -> Result<Family, Problem> {
    let named = Family::named(&args.family);
    let mut family = match named {
        Some(family) if !Path::new(&args.family).exists() => family,
        _ => {
            let text = read(&args.family)?;
            Family::from_document(&args.family, &text)
        }
    }
    .map_err(|error| problem(&error))?;
    if let Some(empty) = args.empty {
        family = family
            .with_empty(empty..=empty)
            .map_err(|error| problem(&error))?;
    }
    if args.min_pieces.is_some() || args.max_pieces.is_some() {
        let most = args.max_pieces.unwrap_or(slidewise_design::MAX_CELLS);
        let least = args.min_pieces.unwrap_or(1);
        if least > most {
            return Err(Problem::of_input(
                format!("--min-pieces {least} is more than --max-pieces {most}"),
                "give the smaller number to --min-pieces",
            ));
        }
        family = family
            .with_pieces(least..=most)
            .map_err(|error| problem(&error))?;
    }
    Ok(family)
}

/// The text of the file of a family.
fn read(name: &str) -> Result<String, Problem> {
    let failed = |why: String| {
        Problem::of_input(
            format!("{name}: {why}"),
            "name polyominoes:RxC, klotski:RxC, rush:RxC, or a file that describes a family",
        )
    };
    let size = fs::metadata(name).map_err(|error| failed(error.to_string()))?;
    if size.len() > MAX_FILE_BYTES as u64 {
        return Err(failed(format!(
            "larger than {}, which no family file is",
            human_bytes(MAX_FILE_BYTES as u64)
        )));
    }
    fs::read_to_string(name).map_err(|error| failed(error.to_string()))
}

/// What the arguments ask of the family.
fn wanted(common: &CommonArgs, args: &DesignArgs, family: &Family) -> Result<Wanted, Problem> {
    let usual = if family.is_of_polyominoes() {
        SetKind::Sizes
    } else {
        SetKind::Pieces
    };
    let least = args.min_moves.unwrap_or(0);
    if args.max_moves.is_some_and(|most| most < least) {
        return Err(Problem::of_input(
            format!("--min-moves {least} is more than --max-moves"),
            "give the smaller number to --min-moves",
        ));
    }
    Ok(Wanted {
        metric: common.metric,
        by: args.by.map_or(usual, SetKind::from),
        least,
        most: args.max_moves,
        is_unique: args.unique,
        is_minimal: args.minimal,
    })
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
    let root = store_root(common)?;
    let failed = |error: std::io::Error| {
        Problem::of_run(
            format!("{}: {error}", root.display()),
            "name another folder with --store, or keep nothing with --no-store",
        )
    };
    fs::create_dir_all(&root).map_err(failed)?;
    Ok(Some(root.join(sweep.record_name())))
}

/// Searches, with progress on a terminal.
fn search(common: &CommonArgs, sweep: &Sweep<'_>, means: SweepMeans<'_>) -> Result<Swept, Problem> {
    let spinner = Spinner::new(common.quiet);
    let swept = sweep.run(means, &|progress| {
        let done = 100.0 * progress.solved_done as f64 / progress.solved.max(1) as f64;
        spinner.show(format!(
            "{done:.0} %: {} searched",
            counted(progress.met, "board")
        ));
    });
    spinner.end();
    if let (Err(DesignError::Stopped), Some(file), false) = (&swept, means.record, common.quiet) {
        remark(format!("Finished work is kept in {}", file.display()));
    }
    swept.map_err(|error| problem(&error))
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
            "Memory for their lists: {} a thread, beside the searches",
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

/// The sets to answer with: all in their order, or with `--top` the hardest first.
fn answers(
    family: &Family,
    args: &DesignArgs,
    wanted: &Wanted,
    swept: &Swept,
) -> Result<Vec<SetAnswer>, Problem> {
    let moves = |set: &PieceSet| {
        let start = swept.starts.by_set[set].as_ref();
        start.map_or(0, |start| start.moves)
    };
    let mut sets: Vec<&PieceSet> = swept.starts.by_set.keys().collect();
    if let Some(top) = args.top {
        sets.sort_by_key(|set| std::cmp::Reverse(moves(set)));
        sets.truncate(usize::try_from(top).unwrap_or(usize::MAX));
    }
    let answers = sets.into_iter().map(|set| {
        let words = family.set_in_words(set);
        let puzzle = match &swept.starts.by_set[set] {
            None => None,
            Some(start) => {
                let title = format!("{}: {}", family.name, words);
                let text = family.puzzle_text(start, &title, wanted.metric.name());
                let goal = family.goal_position(start.finishes[0]);
                let puzzle = Puzzle::from_text(&title, &text)?;
                Some((puzzle, text, goal))
            }
        };
        Ok(SetAnswer {
            sizes: set.sizes.clone(),
            words,
            moves: moves(set),
            puzzle,
        })
    });
    answers.collect()
}

fn set_line(set: &SetAnswer) -> String {
    match &set.puzzle {
        None => format!("{:>4}  {}", "-", set.words),
        Some((puzzle, _, _)) => format!(
            "{:>4}  {}  {}",
            set.moves,
            puzzle.write_position(&puzzle.start),
            set.words
        ),
    }
}

fn set_record(set: &SetAnswer) -> SetRecord {
    let puzzle = set.puzzle.as_ref();
    SetRecord {
        sizes: set.sizes.clone(),
        pieces: set.words.clone(),
        moves: set.moves,
        start: puzzle.map(|(puzzle, _, _)| puzzle.write_position(&puzzle.start)),
        goal: puzzle.map(|(_, _, goal)| goal.clone()),
    }
}
