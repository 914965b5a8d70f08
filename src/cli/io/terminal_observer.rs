//! `TerminalObserver`: shows on the terminal how explorations go on, and watches their stores.

use super::output::remark;
use super::progress::{SearchBar, Spinner};
use super::scratch;
use super::signals::{LISTING_GOALS, NUMBERING, Searching, Uncancellable};
use crate::arguments::CommonArgs;
use crate::arguments::corruption_flag::CorruptionFlags;
use slidewise_app::{NumberingStep, Observer, Progress};
use slidewise_engine::graph::Metric;
use slidewise_engine::search::{BestFirstProgress, HashProgress, Resources};
use slidewise_render::{counted, human_bytes, with_commas};
use slidewise_store::free_space;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Shows progress on stderr, and watches the stores that are read.
pub(crate) struct TerminalObserver {
    metric: Metric,
    quiet: bool,
    corruption: CorruptionFlags,
    shown: Mutex<ShownProgress>,
}

/// What is shown at the moment.
#[derive(Default)]
struct ShownProgress {
    bar: Option<SearchBar>,
    spinner: Option<(Spinner, Instant)>,
    uncancellable: Option<Uncancellable>,
    /// Whether the next search keeps what it finds in a folder that stays.
    keeps: bool,
    searching: Option<Searching>,
}

impl TerminalObserver {
    /// The observer of a command with these options.
    pub(crate) fn new(common: &CommonArgs) -> TerminalObserver {
        TerminalObserver {
            metric: common.metric,
            quiet: common.quiet,
            corruption: common.corruption.clone(),
            shown: Mutex::default(),
        }
    }

    fn shown(&self) -> MutexGuard<'_, ShownProgress> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows a line that `of_seconds` makes of the time since the first line.
    fn spin(&self, of_seconds: impl FnOnce(f64) -> String) {
        let mut shown = self.shown();
        shown.searching.get_or_insert_with(|| Searching::new(false));
        let begin = || (Spinner::new(self.quiet), Instant::now());
        let (spinner, begun) = shown.spinner.get_or_insert_with(begin);
        spinner.show(of_seconds(begun.elapsed().as_secs_f64().max(0.001)));
    }

    fn will_take(&self, needs: &Resources, file_bytes: Option<u64>, folder: &Path) {
        self.shown().keeps = !scratch::has(folder);
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

    fn hashed(&self, progress: HashProgress) {
        self.spin(|seconds| {
            format!(
                "generation {} ({} %), {}, {}/s, {}",
                progress.generation,
                progress.done * 100 / progress.count,
                counted(progress.found, "configuration"),
                with_commas((progress.found as f64 / seconds) as u64),
                human_bytes(progress.bytes),
            )
        });
    }

    fn guided(&self, progress: BestFirstProgress) {
        self.spin(|seconds| {
            format!(
                "at least {}, {} visited, {}/s, {}",
                counted(progress.at_least, self.metric.name()),
                counted(progress.expanded, "position"),
                with_commas((progress.expanded as f64 / seconds) as u64),
                human_bytes(progress.bytes),
            )
        });
    }
}

impl Observer for TerminalObserver {
    fn progress(&self, progress: &Progress<'_>) {
        match *progress {
            Progress::Uninterruptible(step) => {
                let doing = match step {
                    NumberingStep::Positions => NUMBERING,
                    NumberingStep::Goals => LISTING_GOALS,
                };
                let guard = Uncancellable::new(self.quiet, doing);
                self.shown().uncancellable = Some(guard);
            }
            Progress::Interruptible => drop(self.shown().uncancellable.take()),
            Progress::Opened(store) => self.corruption.watch(store),
            Progress::WillTake {
                needs,
                file_bytes,
                folder,
            } => self.will_take(needs, file_bytes, folder),
            Progress::WordsInMemory { bytes, folder } if !self.quiet => remark(format!(
                "{} of the words lie in {} until the search is complete; after an interruption \
                 the same command needs them, and a restart of the machine loses them",
                human_bytes(bytes),
                folder.display()
            )),
            Progress::Bounded(puzzle) if !self.quiet => remark(format!(
                "the positions of {} exceed the budget, so bounds guide the search; --method meet \
                 searches from both ends instead",
                puzzle.name
            )),
            Progress::GuidedBy(tables) if !self.quiet => {
                let keep = tables.iter().map(|table| table.keep.join(" "));
                remark(format!(
                    "guided by the kept tables {}; --keep names others",
                    keep.collect::<Vec<_>>().join("; ")
                ));
            }
            Progress::Begun { needs, found, disk } => {
                let bar = match disk {
                    None => SearchBar::new(needs, found, self.quiet),
                    Some(bytes) => SearchBar::of_files(needs, found, bytes, self.quiet),
                };
                let mut shown = self.shown();
                shown.bar = Some(bar);
                shown.searching = Some(Searching::new(shown.keeps));
            }
            Progress::Search(event) => {
                if let Some(bar) = &mut self.shown().bar {
                    bar.show_event(event);
                }
            }
            Progress::Hashed(progress) => self.hashed(progress),
            Progress::Guided(progress) => self.guided(progress),
            Progress::Deepened { at_least, nodes } => self.spin(|_| {
                format!(
                    "at least {}, {}",
                    counted(at_least, self.metric.name()),
                    counted(nodes, "position"),
                )
            }),
            Progress::Ended => {
                let mut shown = self.shown();
                (shown.bar, shown.spinner) = (None, None);
                (shown.keeps, shown.searching) = (false, None);
            }
            _ => {}
        }
    }
}
