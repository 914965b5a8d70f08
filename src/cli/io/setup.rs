//! The set-up of a command: its puzzle, the folder of its stores, its explorer with progress.

use super::input::read_puzzle;
use super::output::remark;
use super::progress::{SearchBar, Spinner};
use super::scratch;
use super::signals::{LISTING_GOALS, NUMBERING, stop_flag, uncancellable};
use crate::arguments::corruption_flag::CorruptionFlags;
use crate::arguments::{CommonArgs, KeepArgs, SearchArgs};
use slidewise_app::{
    Explorer, Keep, NumberingStep, Observer, Problem, Reuse, TileTable, default_folder,
};
use slidewise_engine::graph::Metric;
use slidewise_engine::search::{BestFirstProgress, Event, HashProgress, Resources, core_count};
use slidewise_puzzle::{Puzzle, PuzzleRemark};
use slidewise_render::{counted, human_bytes, with_commas};
use slidewise_store::{Store, free_space};
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// Opens a puzzle by file or name, and replaces Start if `start` is given.
pub(crate) fn open_puzzle(
    common: &CommonArgs,
    name: &str,
    start: Option<&str>,
) -> Result<Puzzle, Problem> {
    open_puzzle_to(common, name, start, None)
}

/// Opens a puzzle, and replaces Start by `start` and the goals by the position or the usual order
/// `to`, if given.
pub(crate) fn open_puzzle_to(
    common: &CommonArgs,
    name: &str,
    start: Option<&str>,
    to: Option<&str>,
) -> Result<Puzzle, Problem> {
    let mut puzzle = read_puzzle(name)?;
    if let Some(text) = to {
        puzzle.aim_at(text)?;
    }
    print_remarks(common, name, &puzzle.remarks);
    if let Some(text) = start {
        puzzle.start = puzzle.read_position(text)?;
    }
    Ok(puzzle)
}

/// Opens the puzzle of a command that searches, with the Start that its arguments give.
pub(crate) fn open_searched(common: &CommonArgs, searched: &SearchArgs) -> Result<Puzzle, Problem> {
    open_puzzle(common, &searched.puzzle, searched.start.as_deref())
}

/// Prints remarks on doubtful places of the puzzle file `name`, unless `--quiet`.
pub(crate) fn print_remarks(common: &CommonArgs, name: &str, remarks: &[PuzzleRemark]) {
    if common.quiet {
        return;
    }
    for own in remarks {
        remark(format!("{name}:{own}"));
    }
}

/// Number of threads: `--threads`, else one per core.
pub(crate) fn threads_of(common: &CommonArgs) -> usize {
    common.threads.map_or_else(core_count, NonZeroUsize::get)
}

/// The folder of the stores: `--store`, else the default folder.
pub(crate) fn store_root(common: &CommonArgs) -> Result<PathBuf, Problem> {
    match &common.store {
        Some(folder) => Ok(folder.clone()),
        None => default_folder(),
    }
}

/// The explorer of a command that saves its searches and uses saved searches.
pub(crate) fn explorer(common: &CommonArgs, puzzle: &Puzzle) -> Result<Explorer, Problem> {
    Ok(explorer_keeping(
        common,
        puzzle,
        Keep::Folder(store_root(common)?),
    ))
}

/// The explorer with the options of every command; `keep` says where its searches are saved.
fn explorer_keeping(common: &CommonArgs, puzzle: &Puzzle, keep: Keep) -> Explorer {
    Explorer::new(puzzle)
        .metric(common.metric)
        .keep(keep)
        .memory(common.memory)
        .threads(threads_of(common))
        .stop(stop_flag())
        .observer(Arc::new(TerminalObserver {
            metric: common.metric,
            quiet: common.quiet,
            corruption: common.corruption.clone(),
        }))
}

/// The explorer of a command with the options `--no-store` and `--fresh`.
pub(crate) fn explorer_for(
    common: &CommonArgs,
    searched: &SearchArgs,
    puzzle: &Puzzle,
) -> Result<Explorer, Problem> {
    let keep = keep_of(common, &searched.keeping)?;
    Ok(explorer_in(common, &searched.keeping, puzzle, keep))
}

/// The place of the searches of a single puzzle, with the option `--no-store`.
pub(crate) fn keep_of(common: &CommonArgs, keeping: &KeepArgs) -> Result<Keep, Problem> {
    Ok(if keeping.no_store {
        Keep::Scratch(scratch::folder()?)
    } else {
        Keep::Folder(store_root(common)?)
    })
}

/// The explorer of a command with the option `--fresh`, whose searches are saved in `keep`.
pub(crate) fn explorer_in(
    common: &CommonArgs,
    keeping: &KeepArgs,
    puzzle: &Puzzle,
    keep: Keep,
) -> Explorer {
    let reuse = if keeping.fresh {
        Reuse::Nothing
    } else {
        Reuse::Kept
    };
    explorer_keeping(common, puzzle, keep).reuse(reuse)
}

/// The line on the store that a search has saved; `None` if no store remains after the command.
pub(crate) fn kept_line(keeping: &KeepArgs, kept: Option<(PathBuf, u64)>) -> Option<String> {
    let (folder, bytes) = kept.filter(|_| !keeping.no_store)?;
    Some(format!(
        "Kept {} in {}; --no-store keeps nothing",
        human_bytes(bytes),
        folder.display()
    ))
}

/// The title of a puzzle with the metric.
pub(crate) fn title_in_metric(common: &CommonArgs, puzzle: &Puzzle) -> String {
    format!("{}, in {}s", puzzle.title, common.metric.name())
}

/// Reports explorations on the terminal, and watches the stores that they read.
struct TerminalObserver {
    metric: Metric,
    quiet: bool,
    corruption: CorruptionFlags,
}

impl Observer for TerminalObserver {
    fn uninterruptible(&self, step: NumberingStep, work: &mut dyn FnMut()) {
        let doing = match step {
            NumberingStep::Positions => NUMBERING,
            NumberingStep::Goals => LISTING_GOALS,
        };
        uncancellable(self.quiet, doing, work);
    }

    fn opened(&self, store: &Store) {
        self.corruption.watch(store);
    }

    fn will_take(&self, needs: &Resources, file_bytes: Option<u64>, folder: &Path) {
        if self.quiet || !std::io::stderr().is_terminal() {
            return;
        }
        let configurations = counted(needs.configurations, "configuration");
        let memory = human_bytes(needs.memory_bytes);
        let folder_name = folder.display();
        remark(match file_bytes {
            None => format!(
                "{configurations} at most: up to {memory} of memory, {} of disk in {folder_name}",
                human_bytes(needs.disk_bytes),
            ),
            Some(each) => {
                let free = free_space(folder).map_or(String::new(), |free| {
                    format!(", {} of it free", human_bytes(free))
                });
                format!(
                    "{configurations} at most: {memory} of memory; disk in {folder_name}{free}: \
                     up to {} for each configuration found, plus the neighbours of a generation",
                    counted(each, "byte"),
                )
            }
        });
    }

    fn run(
        &self,
        needs: &Resources,
        found: u64,
        disk: Option<u64>,
    ) -> Box<dyn FnMut(&Event<'_>) + '_> {
        let mut progress = match disk {
            None => SearchBar::new(needs, found, self.quiet),
            Some(bytes) => SearchBar::of_files(needs, found, bytes, self.quiet),
        };
        Box::new(move |event| progress.show_event(event))
    }

    fn bounded(&self, puzzle: &Puzzle) {
        if !self.quiet {
            remark(format!(
                "the positions of {} exceed the budget, so bounds guide the search; --method meet \
                 searches from both ends instead",
                puzzle.name
            ));
        }
    }

    fn guided_by(&self, tables: &[TileTable]) {
        if !self.quiet {
            let keep = tables.iter().map(|table| table.keep.join(" "));
            remark(format!(
                "guided by the kept tables {}; --keep names others",
                keep.collect::<Vec<_>>().join("; ")
            ));
        }
    }

    fn bounded_run(&self) -> Box<dyn FnMut(u32, u64) + '_> {
        let spinner = Spinner::new(self.quiet);
        Box::new(move |at_least, nodes| {
            spinner.show(format!(
                "at least {}, {}",
                counted(at_least, self.metric.name()),
                counted(nodes, "position"),
            ));
        })
    }

    fn hash_run(&self) -> Box<dyn FnMut(HashProgress) + '_> {
        let spinner = Spinner::new(self.quiet);
        let begun = Instant::now();
        Box::new(move |progress| {
            let rate = progress.found as f64 / begun.elapsed().as_secs_f64().max(0.001);
            spinner.show(format!(
                "generation {} ({} %), {}, {}/s, {}",
                progress.generation,
                progress.done * 100 / progress.count,
                counted(progress.found, "configuration"),
                with_commas(rate as u64),
                human_bytes(progress.bytes),
            ));
        })
    }

    fn best_first_run(&self) -> Box<dyn FnMut(BestFirstProgress) + '_> {
        let spinner = Spinner::new(self.quiet);
        let begun = Instant::now();
        Box::new(move |progress| {
            let rate = progress.expanded as f64 / begun.elapsed().as_secs_f64().max(0.001);
            spinner.show(format!(
                "at least {}, {} visited, {}/s, {}",
                counted(progress.at_least, self.metric.name()),
                counted(progress.expanded, "position"),
                with_commas(rate as u64),
                human_bytes(progress.bytes),
            ));
        })
    }
}
