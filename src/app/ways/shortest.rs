//! The shortest ways from Start to Finish or to a position, by the method that fits the budget.

use super::hashed::HashedSearch;
use crate::explore::marked::Marked;
use crate::explore::numbered::Limit;
use crate::explore::sought::{Sought, Stopped, Target, Ways};
use crate::{Approach, Explorer, Numbered, Problem, Reuse};
use slidewise_analysis::{FirstHit, QueryError, Routes};
use slidewise_engine::graph::GraphLimits;
use slidewise_engine::index::SpaceError;
use slidewise_engine::search::{EngineChoice, Method, SearchEnd, Sink};
use slidewise_puzzle::SearchOrigin;

impl<'a> Explorer<'a> {
    /// Finds the shortest ways from Start to a target, and passes them to `make` for the result.
    ///
    /// The positions are numbered if that is quick or a search is kept already. Otherwise packed
    /// positions are searched in a hash table. If the target is not among the first millions of
    /// positions, a search with numbers follows. If there can be no index, the search in the hash
    /// table goes on, from Start alone.
    ///
    /// # Errors
    /// If no way leads to the target, there is too little memory or disk, or a store fails. Errors
    /// of `make` are returned, too.
    pub fn shortest<T>(
        &self,
        target: Target<'_>,
        make: impl FnOnce(&Ways<'_>) -> Result<T, Problem>,
    ) -> Result<Sought<T>, Problem> {
        if let Some(problem) = target.obstacle(&self.puzzle) {
            return Err(problem);
        }
        self.metric.check(&self.puzzle)?;
        let explorer = self.aimed_at(target);
        let all = self.allowance();
        let quick = GraphLimits {
            nodes: all.nodes.min(Method::QUICK_NODES),
            ..all
        };
        let number = |allowance| explorer.clone().number_within(allowance);
        let needs_index = self.approach == Approach::BothEnds || self.has_kept_search();
        let first = if needs_index { all } else { quick };
        let mut reason = match number(first) {
            Ok(mut numbered) => return numbered.shortest(target, make),
            Err(reason) => reason,
        };
        let mut search = HashedSearch::new(self, target);
        let mut ended = search.run(Method::HASHED_FIRST);
        if matches!(ended, SearchEnd::Complete | SearchEnd::OutOfMemory) {
            if first != all && matches!(reason, SpaceError::AutomatonTooLarge { .. }) {
                if self.memory.is_some() {
                    // The memory limit may be too low for both the index and the positions found,
                    // so these are dropped.
                    search = HashedSearch::new(self, target);
                }
                match number(all) {
                    Ok(mut numbered) => {
                        drop(search);
                        return numbered.shortest(target, make);
                    }
                    Err(larger) => reason = larger,
                }
            }
            ended = search.run(u64::MAX);
            if ended == SearchEnd::OutOfMemory {
                return Ok(search.stopped(search.out_of_memory(&reason)));
            }
        }
        match ended {
            SearchEnd::Satisfied => Ok(Sought::Found(
                make(&Ways::from_start(&search.routes()))?,
                None,
            )),
            SearchEnd::Complete => Err(search.unreachable()),
            _ => Ok(search.stopped(search.interrupted())),
        }
    }
}

impl<'a> Explorer<'a> {
    /// Whether bounds of tiles guide the search for a shortest solution if nobody names a method:
    /// the positions fit neither the budget nor an index and are not explored already.
    ///
    /// # Errors
    /// If a kept search cannot be read.
    pub fn prefers_bounds(&self) -> Result<bool, Problem> {
        if !self.has_grid() || Target::Finish.obstacle(&self.puzzle).is_some() {
            return Ok(false);
        }
        let quick = GraphLimits {
            nodes: self.allowance().nodes.min(Method::QUICK_NODES),
            ..self.allowance()
        };
        match self.clone().number_within(quick) {
            Ok(numbered) => Ok(numbered.method()? == Method::Generations),
            Err(_) => Ok(true),
        }
    }

    /// This explorer, of the puzzle whose goals are those of a target; a search from both ends
    /// begins at the puzzle's goals.
    pub fn aimed_at(&self, target: Target<'_>) -> Explorer<'a> {
        let mut aimed = self.clone();
        if let Target::Position(position) = target {
            aimed.puzzle.goals = vec![self.puzzle.goal_of(position)];
        }
        aimed
    }
}

impl Numbered<'_> {
    /// Finds the shortest ways from Start to a target, and passes them to `make` for the result.
    ///
    /// # Errors
    /// As [`Explorer::shortest`].
    pub fn shortest<T>(
        &mut self,
        target: Target<'_>,
        make: impl FnOnce(&Ways<'_>) -> Result<T, Problem>,
    ) -> Result<Sought<T>, Problem> {
        // If no way leads to the target, this is reported before a method is chosen.
        match target {
            Target::Finish => drop(self.goals()?),
            Target::Position(position) => {
                self.index_of(position)?;
            }
        }
        let approach = self.explorer.approach;
        if approach == Approach::BothEnds {
            self.share_memory_with_files();
            return self.meet(target, make);
        }
        let method = self.method()?;
        if method == Method::Generations {
            self.share_memory_with_files();
        }
        if let Some(files) = self.kept_files()?
            && let Some(routes) = self.routes_in_files(&files, target)?
        {
            let kept = Some((files.folder(), files.bytes()));
            return Ok(Sought::found(make(&Ways::from_start(&routes))?, kept));
        }
        match method {
            Method::Explore(engine) => self.explore_to(target, engine, make),
            Method::Generations if approach == Approach::Auto && self.aims_at(target) => {
                self.meet(target, make)
            }
            Method::Generations => self.search_generations(target, make),
        }
    }

    /// The method that suits the budget.
    fn method(&self) -> Result<Method, Problem> {
        // Sorted files are needless if a finished search answers, and impossible without a folder.
        let is_finished =
            self.explorer.reuse == Reuse::Kept && self.finished(SearchOrigin::Start)?.is_some();
        if is_finished || self.folder().is_none() {
            return Ok(Method::Explore(EngineChoice::best(&self.graph)));
        }
        Ok(Method::within(&self.graph, self.explorer.budget()))
    }

    /// Explores until a generation has the target, and keeps marks.
    fn explore_to<T>(
        &self,
        target: Target<'_>,
        engine: EngineChoice,
        make: impl FnOnce(&Ways<'_>) -> Result<T, Problem>,
    ) -> Result<Sought<T>, Problem> {
        let mut marked = self.open_marks(&engine, SearchOrigin::Start)?;
        let limit = Limit {
            engine,
            max_generation: None,
        };
        match target {
            Target::Finish => {
                let goals = self.goals()?;
                let mut lookout = FirstHit::new(&goals, self.explored(&marked))?;
                if lookout.first().is_none() {
                    let outcome =
                        self.run(marked.keeper(), &[self.start()], &limit, |found, count| {
                            lookout.meets(found, count)
                        })?;
                    if outcome.ended == SearchEnd::Interrupted {
                        return Ok(self.stopped(&mut marked));
                    }
                }
                let explored = self.explored(&marked);
                let Some(met) = lookout.reach(explored)? else {
                    return Err(self.unsolvable(&goals, explored.counts()));
                };
                let routes = Routes::to(explored, &met.nearest, met.generation)?;
                Ok(Sought::found(
                    make(&Ways::from_start(&routes))?,
                    marked.on_disk(),
                ))
            }
            Target::Position(position) => {
                let index = self.index_of(position)?;
                if self.explored(&marked).generation_of(index)?.is_none() {
                    let outcome =
                        self.run(marked.keeper(), &[self.start()], &limit, |found, _| {
                            found.contains(index)
                        })?;
                    if outcome.ended == SearchEnd::Interrupted {
                        return Ok(self.stopped(&mut marked));
                    }
                }
                let explored = self.explored(&marked);
                match explored.generation_of(index)? {
                    Some(generation) => {
                        let routes = Routes::to(explored, &[index], generation)?;
                        Ok(Sought::found(
                            make(&Ways::from_start(&routes))?,
                            marked.on_disk(),
                        ))
                    }
                    None if explored.is_complete() => Err(self.unreachable(position)),
                    // The run met the position, but its marks give it no generation, so some marks
                    // are wrong.
                    None => Err(QueryError::Damaged { index }.into()),
                }
            }
        }
    }

    fn stopped<T>(&self, marked: &mut Marked) -> Sought<T> {
        let keeper: &dyn Sink = marked.keeper();
        let stopped = Stopped::after(keeper.counts(), self.interrupted(keeper));
        Sought::Stopped(stopped.kept_in(marked.on_disk()))
    }

    /// Searches the first generations in files, until one has the target or the budget is used up.
    pub(crate) fn search_generations<T>(
        &self,
        target: Target<'_>,
        make: impl FnOnce(&Ways<'_>) -> Result<T, Problem>,
    ) -> Result<Sought<T>, Problem> {
        let budget = self.explorer.budget();
        let (files, ended) = self.search_in_files(target, budget)?;
        let kept = Some((files.folder(), files.bytes()));
        // A search that was stopped has met no target, and must not begin to list the goals.
        if matches!(ended, SearchEnd::Satisfied | SearchEnd::Complete)
            && let Some(routes) = self.routes_in_files(&files, target)?
        {
            return Ok(Sought::found(make(&Ways::from_start(&routes))?, kept));
        }
        let counts = files.generations();
        let problem = match ended {
            SearchEnd::OutOfDisk => self.out_of_disk(counts, budget.disk),
            _ => self.interrupted_files(counts),
        };
        Ok(Sought::Stopped(
            Stopped::after(counts, problem).kept_in(kept),
        ))
    }
}
