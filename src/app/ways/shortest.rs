//! The shortest ways from Start to Finish or to a position, by the method that fits the budget.

use super::answer::{Answer, WaysReader};
use super::hashed::HashedSearch;
use super::question::{Question, SolveMethod, Target};
use crate::explore::marked::Marked;
use crate::explore::numbered::Limit;
use crate::{Explorer, Numbered, Problem, Reuse};
use slidewise_analysis::{FirstHit, QueryError, Routes};
use slidewise_engine::graph::GraphLimits;
use slidewise_engine::index::SpaceError;
use slidewise_engine::search::{EngineChoice, Method, SearchEnd, Sink};
use slidewise_puzzle::SearchOrigin;

/// The method of an exploration that has met its target; nobody counts its positions.
pub(crate) const EXPLORED: (SolveMethod, Option<u64>) = (SolveMethod::Explore, None);

/// Most bytes that the positions on longer ways take without a limit.
const WAYS_MEMORY: u64 = 4 << 30;

impl Explorer {
    /// Answers a question without bounds.
    ///
    /// The positions are numbered if that is quick or a search is kept already. Otherwise packed
    /// positions are searched in a hash table. If the target is not among the first millions of
    /// positions, a search with numbers follows. If there can be no index, the search in the hash
    /// table goes on, from Start alone.
    ///
    /// # Errors
    /// If no way leads to the target, there is too little memory or disk, or a store fails. Errors
    /// of `read` are returned, too.
    pub(crate) fn shortest(
        &self,
        question: &Question,
        read: WaysReader<'_>,
    ) -> Result<Answer, Problem> {
        let target = &question.target;
        let explorer = self.aimed_at(target);
        let all = self.allowance();
        let quick = GraphLimits {
            nodes: all.nodes.min(Method::QUICK_NODES),
            ..all
        };
        let number = |allowance| explorer.clone().number_within(allowance);
        if question.extra > 0 {
            return explorer.number()?.shortest(question, read);
        }
        let needs_index = question.method == SolveMethod::Meet || self.has_kept_search();
        let first = if needs_index { all } else { quick };
        let mut reason = match number(first) {
            Ok(mut numbered) => return numbered.shortest(question, read),
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
                        return numbered.shortest(question, read);
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
            SearchEnd::Satisfied => {
                Answer::of_routes(question.wanted, &search.routes(), EXPLORED, None, read)
            }
            SearchEnd::Complete => Err(search.unreachable()),
            _ => Ok(search.stopped(search.interrupted())),
        }
    }
}

impl Explorer {
    /// This explorer, of the puzzle whose goals are those of a target; a search from both ends
    /// begins at the puzzle's goals.
    pub fn aimed_at(&self, target: &Target) -> Explorer {
        let mut aimed = self.clone();
        if let Target::Position(position) = target {
            aimed.puzzle.goals = vec![self.puzzle.goal_of(position)];
        }
        aimed
    }
}

impl Numbered {
    /// Answers a question by marks, by sorted files, or by a search from both ends.
    ///
    /// # Errors
    /// As [`Explorer::shortest`].
    pub(crate) fn shortest(
        &mut self,
        question: &Question,
        read: WaysReader<'_>,
    ) -> Result<Answer, Problem> {
        let target = &question.target;
        // If no way leads to the target, this is reported before a method is chosen.
        match target {
            Target::Finish => drop(self.goals()?),
            Target::Position(position) => {
                self.index_of(position)?;
            }
        }
        if question.method == SolveMethod::Meet {
            self.share_memory_with_files();
            return self.meet(question, read);
        }
        if question.extra > 0 {
            return self.explore_to(question, EngineChoice::best(&self.graph), read);
        }
        let method = self.method()?;
        if method == Method::Generations {
            self.share_memory_with_files();
        }
        if let Some(files) = self.kept_files()?
            && let Some(routes) = self.routes_in_files(&files, target)?
        {
            let kept = Some((files.folder(), files.bytes()));
            return Answer::of_routes(question.wanted, &routes, EXPLORED, kept, read);
        }
        let may_meet = question.method == SolveMethod::Auto && self.aims_at(target);
        match method {
            Method::Explore(engine) => self.explore_to(question, engine, read),
            Method::Generations if may_meet => self.meet(question, read),
            Method::Generations => self.search_generations(question, read),
        }
    }

    /// The method that suits the budget.
    pub(crate) fn method(&self) -> Result<Method, Problem> {
        // Sorted files are needless if a finished search answers, and impossible without a folder.
        let is_finished =
            self.explorer.reuse == Reuse::Kept && self.finished(SearchOrigin::Start)?.is_some();
        if is_finished || self.folder().is_none() {
            return Ok(Method::Explore(EngineChoice::best(&self.graph)));
        }
        Ok(Method::within(&self.graph, self.explorer.budget()))
    }

    /// Explores until a generation has the target, and keeps marks.
    fn explore_to(
        &self,
        question: &Question,
        engine: EngineChoice,
        read: WaysReader<'_>,
    ) -> Result<Answer, Problem> {
        let mut marked = self.open_marks(&engine, SearchOrigin::Start)?;
        let limit = Limit {
            engine,
            max_generation: None,
        };
        let (nearest, generation) = match &question.target {
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
                match lookout.reach(explored)? {
                    Some(met) => (met.nearest, met.generation),
                    None => return Err(self.unsolvable(&goals, explored.counts())),
                }
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
                    Some(generation) => (vec![index], generation),
                    None if explored.is_complete() => return Err(self.unreachable(position)),
                    // The run met the position, but its marks give it no generation, so some marks
                    // are wrong.
                    None => return Err(QueryError::Damaged { index }.into()),
                }
            }
        };
        if question.extra == 0 {
            let routes = Routes::to(self.explored(&marked), &nearest, generation)?;
            return Answer::of_routes(question.wanted, &routes, EXPLORED, marked.on_disk(), read);
        }
        let last = generation.saturating_add(question.extra);
        let is_known =
            |marked: &Marked| marked.is_complete() || marked.counts().len() as u64 > last;
        if !is_known(&marked) {
            let limit = Limit {
                max_generation: Some(last),
                ..limit
            };
            let outcome = self.run(marked.keeper(), &[self.start()], &limit, |_, _| false)?;
            if outcome.ended == SearchEnd::Interrupted {
                return Ok(self.stopped(&mut marked));
            }
        }
        let explored = self.explored(&marked);
        let targets = match &question.target {
            Target::Finish => self.goals()?.seen_by(explored)?,
            Target::Position(_) => nearest.clone(),
        };
        let limits = (question.extra, self.explorer.memory_or(WAYS_MEMORY));
        let routes = Routes::to(explored, &nearest, generation)?;
        let routes = routes.with_longer(explored, &targets, limits)?;
        Answer::of_routes(question.wanted, &routes, EXPLORED, marked.on_disk(), read)
    }

    fn stopped(&self, marked: &mut Marked) -> Answer {
        let keeper: &dyn Sink = marked.keeper();
        let (counts, problem) = (keeper.counts().to_vec(), self.interrupted(keeper));
        Answer::after(&counts, problem, marked.on_disk())
    }

    /// Searches the first generations in files, until one has the target or the budget is used up.
    pub(crate) fn search_generations(
        &self,
        question: &Question,
        read: WaysReader<'_>,
    ) -> Result<Answer, Problem> {
        let budget = self.explorer.budget();
        let (files, ended) = self.search_in_files(&question.target, budget)?;
        let kept = Some((files.folder(), files.bytes()));
        // A search that was stopped has met no target, and must not begin to list the goals.
        if matches!(ended, SearchEnd::Satisfied | SearchEnd::Complete)
            && let Some(routes) = self.routes_in_files(&files, &question.target)?
        {
            return Answer::of_routes(question.wanted, &routes, EXPLORED, kept, read);
        }
        let counts = files.generations();
        let problem = match ended {
            SearchEnd::OutOfDisk => self.out_of_disk(counts, budget.disk),
            _ => self.interrupted_files(counts),
        };
        Ok(Answer::after(counts, problem, kept))
    }
}
