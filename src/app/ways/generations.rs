//! Searches that keep their generations as sorted files.

use super::question::Target;
use crate::Progress;
use crate::explore::observer::ReportedSearch;
use crate::{Numbered, Problem, Reuse};
use slidewise_analysis::{FiledSearch, Goals, ReachedGoals, Routes};
use slidewise_engine::search::{
    Budget, EngineChoice, Event, GenerationMembers, Outcome, Resources, Run, SearchEnd,
};
use slidewise_puzzle::SearchOrigin;
use slidewise_store::{Access, RunStore, Spilled, Store, StoreError, check_holds_files};
use std::ops::ControlFlow;

/// Bytes of memory that sorting uses if no limit is given.
const MEMORY: u64 = 1 << 30;

impl Numbered {
    /// Memory that the index and sorting may take together, in bytes.
    fn file_memory(&self) -> u64 {
        self.explorer.memory_or(MEMORY)
    }

    /// Limits the tables of half boards to half of the memory; the other half is left to sorting.
    pub fn share_memory_with_files(&mut self) {
        let (memory, threads) = (self.file_memory(), self.explorer.threads);
        self.adjust(|graph| Resources::leave_half_to_cut(graph, memory, threads));
    }

    /// Memory and disk that an exploration in sorted files takes, not compared with any limit.
    pub fn file_needs(&self) -> Resources {
        Resources::in_files(&self.graph, self.file_memory(), self.explorer.threads)
    }

    /// Memory and disk that an exploration in sorted files takes, after a comparison with the
    /// memory limit.
    ///
    /// # Errors
    /// If the exploration needs more memory than it may take.
    pub fn checked_file_needs(&self) -> Result<Resources, Problem> {
        let needs = self.file_needs();
        // Without a memory limit the index may have taken more than the usual memory when it was
        // built.
        let built = self.graph.building_bytes();
        let usual = self.file_memory().max(built);
        let allowed = self.explorer.memory.unwrap_or(usual);
        needs
            .check(Some(allowed), None)
            .map_err(Problem::of_bytes)?;
        Ok(needs)
    }

    /// Bytes of memory that sorting may take, beside the graph and its tables.
    pub(crate) fn sorting_memory(&self, needs: &Resources) -> u64 {
        let tables = self.graph.bytes() + self.graph.half_board_bytes();
        needs.memory_bytes.saturating_sub(tables)
    }

    /// Opens the sorted files of a search: for reading if the kept search is complete and may be
    /// used, else for writing.
    ///
    /// # Errors
    /// If there is no folder for the files, or the files there are damaged or in use.
    pub fn open_files(&self, from: SearchOrigin, needs: &Resources) -> Result<RunStore, Problem> {
        let folder = self.file_folder()?;
        let header = self.header(from);
        if self.explorer.reuse == Reuse::Kept {
            match RunStore::open(folder, &header, Access::Read) {
                Ok(store) if store.is_complete() => return Ok(store),
                Ok(_) | Err(StoreError::Missing { .. }) => {}
                Err(error) => return Err(Problem::of_files(error)),
            }
        }
        check_holds_files(folder)?;
        let each = RunStore::max_bytes_each(self.graph.len());
        self.explorer.observer.progress(&Progress::WillTake {
            needs,
            file_bytes: Some(each),
            folder,
        });
        let fresh = self.explorer.reuse == Reuse::Nothing;
        RunStore::open(folder, &header, Access::Write { fresh }).map_err(Problem::of_files)
    }

    /// The folder of the sorted files.
    ///
    /// # Errors
    /// If this search keeps nothing.
    pub(crate) fn file_folder(&self) -> Result<&std::path::Path, Problem> {
        self.folder().ok_or_else(|| {
            Problem::of_input(
                "sorted files need a folder, and this search keeps nothing",
                "name a folder with Explorer::keep",
            )
        })
    }

    /// Opens the kept files of a search from Start, to answer questions from them.
    ///
    /// `None` if there are no such files, or if a finished search is kept as marks, which answer
    /// better.
    ///
    /// # Errors
    /// If the files are damaged or in use.
    pub fn kept_files(&self) -> Result<Option<RunStore>, Problem> {
        let Some(folder) = self.folder() else {
            return Ok(None);
        };
        let header = self.header(SearchOrigin::Start);
        if self.explorer.reuse == Reuse::Nothing
            || matches!(Store::finished(folder, &header), Ok(Some(_)))
        {
            return Ok(None);
        }
        match RunStore::open(folder, &header, Access::Read) {
            Ok(store) => Ok((!store.generations().is_empty()).then_some(store)),
            Err(StoreError::Missing { .. }) => Ok(None),
            Err(error) => Err(Problem::of_files(error)),
        }
    }

    /// Explores in sorted files to the last generation, or until `enough` returns true for one
    /// generation.
    ///
    /// `enough` receives the members of each generation and their number.
    ///
    /// # Errors
    /// If the disk fails, or files are damaged.
    pub fn run_in_files(
        &self,
        store: &mut RunStore,
        needs: &Resources,
        max_generation: Option<u64>,
        keep_last: Option<u64>,
        mut enough: impl FnMut(&dyn GenerationMembers, u64) -> bool,
    ) -> Result<(Outcome, Spilled), Problem> {
        let sources = [self.start()];
        self.graph.build_small_half_boards();
        let run = Run {
            graph: &self.graph,
            sources: &sources,
            engine: EngineChoice::external(self.sorting_memory(needs)).keeping(keep_last),
            max_generation,
            threads: self.explorer.threads,
            stop: &self.explorer.stop,
        };
        let known: u64 = store.generations().iter().sum();
        let disk = Some(store.bytes());
        let report = ReportedSearch::begin(&*self.explorer.observer, needs, known, disk);
        let mut spilled = Spilled::default();
        let outcome = run.explore(store, &mut |event| {
            report.event(&event);
            match event {
                Event::Filed { spilled: more, .. } => spilled += more,
                Event::Found {
                    count,
                    configurations,
                    ..
                } if enough(configurations, count) => return ControlFlow::Break(()),
                _ => {}
            }
            ControlFlow::Continue(())
        });
        Ok((outcome.map_err(Problem::of_files)?, spilled))
    }

    /// The first generation with goals, sought in the kept files of generations 0 to `last`.
    ///
    /// # Errors
    /// If files are damaged.
    pub fn goals_in_files(
        &self,
        store: &RunStore,
        goals: &Goals<'_>,
        last: Option<u64>,
    ) -> Result<Option<ReachedGoals>, Problem> {
        let search = FiledSearch::new(&self.graph, store);
        search.goals(goals, last).map_err(Problem::of_files)
    }

    /// The shortest ways to a target, from the kept files; `None` if the files lack the target or
    /// an earlier generation.
    ///
    /// # Errors
    /// If the puzzle has no goal, the target cannot be reached, or files are damaged.
    pub(crate) fn routes_in_files<'s>(
        &'s self,
        files: &'s RunStore,
        target: &Target,
    ) -> Result<Option<Routes<'s>>, Problem> {
        let search = FiledSearch::new(&self.graph, files);
        if !search.has_all() {
            return Ok(None);
        }
        let is_complete = files.is_complete();
        match target {
            Target::Finish => {
                let goals = self.goals()?;
                match search.goals(&goals, None).map_err(Problem::of_files)? {
                    Some(met) => Ok(Some(search.routes_to(&met.nearest, met.generation)?)),
                    None if is_complete => Err(self.unsolvable(&goals, files.generations())),
                    None => Ok(None),
                }
            }
            Target::Position(position) => {
                let index = self.index_of(position)?;
                match search.generation_of(index).map_err(Problem::of_files)? {
                    Some(generation) => Ok(Some(search.routes_to(&[index], generation)?)),
                    None if is_complete => Err(self.unreachable(position)),
                    None => Ok(None),
                }
            }
        }
    }

    /// Searches in sorted files until a generation has the target or the budget is used up.
    ///
    /// A kept search is resumed. Returns the files, and how the search ended.
    ///
    /// # Errors
    /// If the target cannot be reached, memory is too small, the disk fails, or files are damaged.
    pub(crate) fn search_in_files(
        &self,
        target: &Target,
        budget: Budget,
    ) -> Result<(RunStore, SearchEnd), Problem> {
        let needs = self.checked_file_needs()?;
        let mut store = self.open_files(SearchOrigin::Start, &needs)?;
        store.limit_disk(budget.disk);
        let (goals, index) = match target {
            Target::Finish => (Some(self.goals()?), None),
            Target::Position(position) => (None, Some(self.index_of(position)?)),
        };
        let (outcome, _) = self.run_in_files(&mut store, &needs, None, None, |found, count| {
            goals
                .as_ref()
                .is_some_and(|goals| goals.count_in(found, count) > 0)
                || index.is_some_and(|index| found.contains(index))
        })?;
        Ok((store, outcome.ended))
    }

    /// The problem of an interrupted search in sorted files; `counts` are the sizes of its finished
    /// generations.
    pub fn interrupted_files(&self, counts: &[u64]) -> Problem {
        Problem::of_interruption(counts, self.explorer.resume_hint())
    }

    /// The problem of a search in sorted files that would take more than `limit` bytes of the disk.
    pub fn out_of_disk(&self, counts: &[u64], limit: u64) -> Problem {
        Problem::out_of_disk(counts, limit, self.more_disk_hint())
    }
}
