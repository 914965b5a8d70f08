//! The shortest ways by a search from both ends: sorted files of generations from Start and from
//! the goals, until they meet.

use super::answer::{Answer, WaysReader};
use super::question::{Question, SolveMethod, Target};
use super::shortest::EXPLORED;
use crate::explore::observer::ReportedSearch;
use crate::{Keep, Numbered, Problem, Reuse};
use slidewise_analysis::{FiledSearch, Goals, Routes, Unsolvable};
use slidewise_engine::search::{Meeting, MeetingEnd, MeetingFiles, MeetingOutcome, Resources};
use slidewise_puzzle::SearchOrigin;
use slidewise_render::{counted, human_bytes};
use slidewise_store::{Access, RunStore, Store, StoreError};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

/// Most goal configurations from which a search begins. On large boards with loose goals listing
/// them takes up to a minute.
const MAX_GOALS: usize = 1 << 20;

/// The result of listing the goals in generation 0 of their side.
enum GoalListing {
    /// All goals are in the file.
    Whole,
    /// There are too many goals, or the disk has no room for them.
    TooMany,
    /// The stop flag was raised.
    Interrupted,
}

impl Numbered {
    /// Searches from both ends until the sides meet or the budget is used up. If there are too many
    /// goals to begin at, Start's side goes on alone.
    ///
    /// The goals of the puzzle must be those of the target.
    ///
    /// # Errors
    /// If no way leads to the target, memory is too small, the disk fails, or files are damaged.
    pub(crate) fn meet(
        &self,
        question: &Question,
        read: WaysReader<'_>,
    ) -> Result<Answer, Problem> {
        let needs = self.checked_file_needs()?;
        if let Some((files, outcome)) = self.finished_meeting(&needs)? {
            return self.conclude(question, &files, outcome, read);
        }
        let mut goals = self.open_files(SearchOrigin::Goals, &needs)?;
        let listing = self.list_goals_in(&mut goals, &needs)?;
        if !matches!(listing, GoalListing::Whole) {
            let name = RunStore::folder_name(goals.header());
            drop(goals);
            if let GoalListing::TooMany = listing {
                Store::remove(self.file_folder()?, &name)?;
            }
            // Without goals in files, an earlier run has searched from Start alone. Its last
            // generation may have the target.
            if let Some(files) = self.kept_files()?
                && let Some(routes) = self.routes_in_files(&files, &question.target)?
            {
                let kept = Some((files.folder(), files.bytes()));
                return Answer::of_routes(question.wanted, &routes, EXPLORED, kept, read);
            }
            // After an interruption this ends at once, with the bound of the kept generations.
            return self.search_generations(question, read);
        }
        let start = self.open_files(SearchOrigin::Start, &needs)?;
        let mut files = MeetingFiles { start, goals };
        let outcome = if files.goals.generations().is_empty() {
            // Parity excludes all goals.
            MeetingOutcome {
                ended: MeetingEnd::Apart,
                at_least: 0,
            }
        } else {
            self.run_meeting(&mut files, &needs)?
        };
        self.conclude(question, &files, outcome, read)
    }

    /// A kept search from both ends that has ended, open for reading only.
    fn finished_meeting(
        &self,
        needs: &Resources,
    ) -> Result<Option<(MeetingFiles, MeetingOutcome)>, Problem> {
        if self.explorer.reuse != Reuse::Kept {
            return Ok(None);
        }
        let folder = self.file_folder()?;
        let side = |from| match RunStore::open(folder, &self.header(from), Access::Read) {
            Ok(store) => Ok(Some(store)),
            Err(StoreError::Missing { .. }) => Ok(None),
            Err(error) => Err(Problem::of_files(error)),
        };
        let (Some(start), Some(goals)) = (side(SearchOrigin::Start)?, side(SearchOrigin::Goals)?)
        else {
            return Ok(None);
        };
        let files = MeetingFiles { start, goals };
        let ended = self.meeting(needs).finished(&files);
        let ended = ended.map_err(Problem::of_files)?;
        Ok(ended.map(|outcome| (files, outcome)))
    }

    /// Lists the goals in generation 0 of their side, unless they are listed already.
    fn list_goals_in(
        &self,
        store: &mut RunStore,
        needs: &Resources,
    ) -> Result<GoalListing, Problem> {
        if !store.generations().is_empty() {
            return Ok(GoalListing::Whole);
        }
        let stop = &self.explorer.stop;
        store.limit_disk(self.explorer.budget().disk);
        let sorting = store.sorting(self.sorting_memory(needs), 1);
        let mut sorter = sorting.sorter();
        let visited = Goals::visit_each(&self.graph, MAX_GOALS, &mut |index| {
            if stop.load(Ordering::Relaxed) || sorting.has_failed() {
                return ControlFlow::Break(());
            }
            sorter.push(index);
            ControlFlow::Continue(())
        });
        sorter.finish();
        if stop.load(Ordering::Relaxed) {
            return Ok(GoalListing::Interrupted);
        }
        if visited.is_break() && !sorting.has_failed() {
            return Ok(GoalListing::TooMany);
        }
        let written = match sorting.merge(Vec::new(), stop) {
            Ok(Some(mut merged)) => store.append(&mut merged, stop),
            Ok(None) => Ok(None),
            Err(error) => Err(error),
        };
        match written {
            Ok(Some(_)) => Ok(GoalListing::Whole),
            Ok(None) => Ok(GoalListing::Interrupted),
            Err(StoreError::Budget { .. }) => Ok(GoalListing::TooMany),
            Err(error) => Err(Problem::of_files(error)),
        }
    }

    /// The search from both ends, with this memory.
    fn meeting(&self, needs: &Resources) -> Meeting<'_> {
        Meeting {
            graph: &self.graph,
            memory: self.sorting_memory(needs),
            disk: self.explorer.budget().disk,
            threads: self.explorer.threads,
            stop: &self.explorer.stop,
        }
    }

    fn run_meeting(
        &self,
        files: &mut MeetingFiles,
        needs: &Resources,
    ) -> Result<MeetingOutcome, Problem> {
        self.graph.build_small_half_boards();
        let meeting = self.meeting(needs);
        let (found, disk) = (files.found(), Some(files.bytes()));
        let report = ReportedSearch::begin(&*self.explorer.observer, needs, found, disk);
        let outcome = meeting.run(files, &mut |event| {
            report.event(&event);
            ControlFlow::Continue(())
        });
        outcome.map_err(Problem::of_files)
    }

    /// Makes the result of a search from both ends that has ended.
    fn conclude(
        &self,
        question: &Question,
        files: &MeetingFiles,
        outcome: MeetingOutcome,
        read: WaysReader<'_>,
    ) -> Result<Answer, Problem> {
        let kept = Some((self.file_folder()?, files.bytes()));
        let problem = match outcome.ended {
            MeetingEnd::Met {
                from_start,
                from_goals,
            } => {
                let routes = self.routes_between(files, from_start, from_goals)?;
                let met = (SolveMethod::Meet, Some(files.found()));
                return Answer::of_routes(question.wanted, &routes, met, kept, read);
            }
            MeetingEnd::Apart => return Err(self.apart(&question.target, &files.start)),
            MeetingEnd::Interrupted => Problem::of_stop(
                format!("interrupted after {}", searched(files)),
                self.explorer.resume_hint(),
            ),
            MeetingEnd::OutOfDisk => Problem::of_run(
                format!(
                    "the next generation would take more than {} of the disk, after {}",
                    human_bytes(self.explorer.budget().disk),
                    searched(files)
                ),
                self.more_disk_hint(),
            ),
        };
        let (at_least, found) = (outcome.at_least, files.found());
        Ok(Answer::without_way(at_least, problem, SolveMethod::Meet, found).kept_in(kept))
    }

    fn routes_between<'s>(
        &'s self,
        files: &'s MeetingFiles,
        from_start: u64,
        from_goals: u64,
    ) -> Result<Routes<'s>, Problem> {
        let start = FiledSearch::new(&self.graph, &files.start);
        let goals = FiledSearch::new(&self.graph, &files.goals);
        Ok(start.routes_meeting(from_start, (goals, from_goals))?)
    }

    /// The problem if one side is complete and has not met the other.
    fn apart(&self, target: &Target, start: &RunStore) -> Problem {
        match target {
            Target::Finish => {
                // If the goals' side was complete first, the reachable positions are not counted.
                let is_counted = start.is_complete();
                let reached = is_counted.then(|| start.generations().iter().sum());
                let puzzle = self.puzzle();
                let why = Unsolvable::without_goal(puzzle, &puzzle.start, reached);
                Problem::of_no_solution(puzzle, &why)
            }
            Target::Position(position) => self.unreachable(position),
        }
    }

    /// Whether the goals of the puzzle are those of a target.
    pub(crate) fn aims_at(&self, target: &Target) -> bool {
        match target {
            Target::Finish => true,
            Target::Position(position) => {
                let puzzle = self.puzzle();
                puzzle.goals == [puzzle.goal_of(position)]
            }
        }
    }

    /// Hint that says how a search that has used up its disk goes on.
    pub(crate) fn more_disk_hint(&self) -> &'static str {
        match self.explorer.keep {
            Keep::Folder(_) => {
                "run the command again with --disk SIZE to allow more; it resumes the search"
            }
            Keep::Memory | Keep::Scratch(_) => {
                "run the command again with --disk SIZE to allow more, and without --no-store to \
                 keep the search"
            }
        }
    }
}

/// How far both sides were searched, in words.
fn searched(files: &MeetingFiles) -> String {
    let (start, goals) = files.depths();
    format!(
        "generation {start} from Start and generation {goals} from the goals, with {} in all",
        counted(files.found(), "configuration")
    )
}
