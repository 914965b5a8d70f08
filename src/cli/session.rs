//! The set-up of a command: its puzzle, the folder of its searches, and the explorer that it asks.

use super::arguments::{Common, Searched};
use super::output::remark;
use super::progress::{Progress, Spinner};
use super::scratch;
use super::wish::{LISTING_GOALS, NUMBERING, stop_flag, unheeding};
use slidewise_app::{Explorer, Keep, NumberingStep, Observer, Problem, Reuse, default_folder};
use slidewise_engine::search::{Event, HashProgress, Resources};
use slidewise_puzzle::{Puzzle, PuzzleRemark};
use slidewise_render::{counted, human_bytes, with_commas};
use slidewise_store::{Store, free_space};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The puzzle that the arguments name, with another Start where one is given.
pub fn open_puzzle(common: &Common, word: &str, start: Option<&str>) -> Result<Puzzle, Problem> {
    let mut puzzle = Puzzle::open(word)?;
    print_remarks(common, word, &puzzle.remarks);
    if let Some(text) = start {
        puzzle.start = puzzle.read_position(text)?;
    }
    Ok(puzzle)
}

/// The puzzle that the arguments name, with another Start and a position as its only goal where they
/// are given.
pub fn open_puzzle_to(
    common: &Common,
    word: &str,
    start: Option<&str>,
    to: Option<&str>,
) -> Result<Puzzle, Problem> {
    let mut puzzle = open_puzzle(common, word, start)?;
    if let Some(text) = to {
        let finish = puzzle.read_position(text)?;
        puzzle.goals = vec![puzzle.goal_of(&finish)];
    }
    Ok(puzzle)
}

/// The puzzle of a command that keeps its search.
pub fn open_searched(common: &Common, searched: &Searched) -> Result<Puzzle, Problem> {
    open_puzzle(common, &searched.puzzle, searched.start.as_deref())
}

/// Prints the doubtful places of a puzzle's file; `word` names the file.
pub fn print_remarks(common: &Common, word: &str, remarks: &[PuzzleRemark]) {
    if common.quiet {
        return;
    }
    for own in remarks {
        remark(format!("{word}:{own}"));
    }
}

/// The number of threads that may work.
pub fn threads_of(common: &Common) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get());
    common.threads.map_or_else(cores, |threads| threads.get())
}

/// The folder that holds the stores.
pub fn store_root(common: &Common) -> Result<PathBuf, Problem> {
    match &common.store {
        Some(folder) => Ok(folder.clone()),
        None => default_folder(),
    }
}

/// The explorer of a command that keeps its searches and uses those that are kept.
pub fn explorer<'a>(common: &'a Common, puzzle: &'a Puzzle) -> Result<Explorer<'a>, Problem> {
    Ok(Explorer::new(puzzle)
        .metric(common.metric)
        .keep(Keep::Folder(store_root(common)?))
        .memory(common.memory)
        .threads(threads_of(common))
        .stop(stop_flag())
        .observer(common))
}

/// The explorer of a command with the options of a search.
pub fn explorer_for<'a>(
    common: &'a Common,
    searched: &Searched,
    puzzle: &'a Puzzle,
) -> Result<Explorer<'a>, Problem> {
    let keep = if searched.no_store {
        Keep::Scratch(scratch::folder()?)
    } else {
        Keep::Folder(store_root(common)?)
    };
    let reuse = if searched.fresh {
        Reuse::Nothing
    } else {
        Reuse::Kept
    };
    Ok(Explorer::new(puzzle)
        .metric(common.metric)
        .keep(keep)
        .reuse(reuse)
        .memory(common.memory)
        .threads(threads_of(common))
        .stop(stop_flag())
        .observer(common))
}

/// What a search keeps on the disk, in a line for people; none where nothing is kept.
pub fn kept_line(searched: &Searched, kept: Option<(PathBuf, u64)>) -> Option<String> {
    let (folder, bytes) = kept.filter(|_| !searched.no_store)?;
    Some(format!(
        "Kept {} in {}; --no-store keeps nothing",
        human_bytes(bytes),
        folder.display()
    ))
}

/// The puzzle and the metric as a title.
pub fn title_in_metric(common: &Common, puzzle: &Puzzle) -> String {
    format!("{}, in {}s", puzzle.title, common.metric.name())
}

impl Observer for Common {
    fn uninterruptible(&self, step: NumberingStep, work: &mut dyn FnMut()) {
        let doing = match step {
            NumberingStep::Positions => NUMBERING,
            NumberingStep::Goals => LISTING_GOALS,
        };
        unheeding(self, doing, work);
    }

    fn opened(&self, store: &Store) {
        self.alarms.listen_to(store);
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
                    "{configurations} at most: {memory} of memory; of disk in {folder_name}{free}, up to {} for each one found, and the neighbours of one generation besides",
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
            None => Progress::new(needs, found, self.quiet),
            Some(bytes) => Progress::of_files(needs, found, bytes, self.quiet),
        };
        Box::new(move |event| progress.tell(event))
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
}
