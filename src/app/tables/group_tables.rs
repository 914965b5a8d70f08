//! Tables of groups of pieces, kept as stores, and the searches that they guide.

use super::group_choice::ChosenGroup;
use super::start_limits::StartLimits;
use crate::Progress;
use crate::explore::marked::Marked;
use crate::explore::observer::ReportedSearch;
use crate::ways::answer::WaysReader;
use crate::{
    Answer, Cause, Explorer, Keep, Limit, Numbered, Problem, Reuse, SolveMethod, Target, TileTable,
    WantedWays,
};
use slidewise_analysis::{
    AdditiveTables, GroupBounds, GroupSearch, MarkedSearch, Routes, SearchSources,
    SolvedConfigurations, Unsolvable,
};
use slidewise_engine::search::{BestFirst, EngineChoice, HashLimits, MemorySink, SearchEnd, Sink};
use slidewise_puzzle::{Configuration, Puzzle, SearchOrigin};
use slidewise_render::human_bytes;
use slidewise_store::{Access, Marks, Stopwatch, Store};
use std::sync::atomic::{AtomicBool, Ordering};

/// Least number of configurations of a table that is worth a store.
const MIN_STORED: u64 = 1 << 14;
/// Most generations of a table: a search keeps distances in 16 bits.
const MAX_GENERATIONS: usize = u16::MAX as usize;

/// The tables of groups of a puzzle's pieces, ready to guide searches.
#[derive(Debug)]
pub struct GroupTables {
    explorer: Explorer,
    tables: Vec<GroupTable>,
    /// The tables in the order in which they were asked for.
    pub built: Vec<TileTable>,
}

/// The table of one group: a finished search of the group from its goals.
#[derive(Debug)]
struct GroupTable {
    classes: Vec<usize>,
    numbered: Numbered,
    marked: Marked,
}

impl Explorer {
    /// Whether tables of tiles guide searches of this puzzle, and not tables of groups.
    pub fn has_tile_tables(&self) -> bool {
        self.has_grid() && self.puzzle.board.cell_count() <= AdditiveTables::MAX_CELLS
    }

    /// Opens the tables of groups of pieces, and builds those that are missing.
    ///
    /// `groups` are lists of tokens; pieces that are alike stay together. Without any, groups are
    /// chosen by the memory limit.
    ///
    /// # Errors
    /// If the puzzle has no goal, or one that cannot be met, a group is wrong, there is too little
    /// memory or disk, or the run is interrupted.
    pub fn group_tables(&self, groups: &[Vec<String>]) -> Result<GroupTables, Problem> {
        self.check_for_groups()?;
        let begun = Stopwatch::start();
        let chosen: Vec<ChosenGroup> = match groups {
            [] => self.chosen_groups(),
            groups => {
                let numbered = groups.iter().map(|tokens| self.numbered_group(tokens));
                numbered.collect::<Result<_, _>>()?
            }
        };
        let choosing = begun.elapsed().as_secs_f64() / chosen.len().max(1) as f64;
        let (mut tables, mut built) = (Vec::new(), Vec::new());
        for (classes, numbered) in chosen {
            let begun = Stopwatch::start();
            let (marked, is_new) = self.group_table(&numbered)?;
            let keep = self.puzzle.tokens_of(&classes);
            if marked.counts().len() > MAX_GENERATIONS {
                return Err(of_long_distances(&format!("a table of {}", keep.join(" "))));
            }
            built.push(TileTable {
                keep,
                by_distance: marked.counts().to_vec(),
                bytes: match marked.on_disk() {
                    Some((_, bytes)) => bytes,
                    None => Store::bytes_for(numbered.graph.len()),
                },
                seconds: choosing + begun.elapsed().as_secs_f64(),
                is_new,
            });
            tables.push(GroupTable {
                classes,
                numbered,
                marked,
            });
        }
        Ok(GroupTables {
            explorer: self.clone(),
            tables,
            built,
        })
    }

    /// The tables of groups of pieces that the store folder holds, finished ones only.
    ///
    /// # Errors
    /// If the puzzle has no goal, or the folder cannot be read.
    pub fn kept_group_tables(&self) -> Result<Vec<TileTable>, Problem> {
        self.check_for_groups()?;
        let (Keep::Scratch(folder) | Keep::Folder(folder)) = &self.keep else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        for summary in Store::list(folder)? {
            let begun = Stopwatch::start();
            let Some(tokens) = summary.name.strip_prefix(&self.puzzle.keep_prefix()) else {
                continue;
            };
            let tokens: Vec<String> = tokens.split(' ').map(str::to_owned).collect();
            let group = self.classes_of(&tokens).ok();
            let Some(puzzle) = group.as_ref().and_then(|own| self.puzzle.group(own)) else {
                continue;
            };
            let group = Explorer {
                puzzle,
                ..self.clone()
            };
            let [marks, _] = group.store_names(SearchOrigin::Goals);
            if marks != summary.folder {
                continue;
            }
            let Ok(numbered) = group.number_within(self.allowance()) else {
                continue;
            };
            if let Some(store) = numbered.finished(SearchOrigin::Goals)? {
                found.push(TileTable {
                    keep: tokens,
                    by_distance: store.generations().to_vec(),
                    bytes: store.bytes(),
                    seconds: begun.elapsed().as_secs_f64(),
                    is_new: false,
                });
            }
        }
        Ok(found)
    }

    /// Checks that the puzzle has distances to goals that can be met.
    pub(crate) fn check_for_groups(&self) -> Result<(), Problem> {
        if self.puzzle.goals.is_empty() {
            return Err(Problem::of_no_goal(
                &self.puzzle,
                "name one with --to POSITION",
            ));
        }
        Ok(self.metric.check(&self.puzzle)?)
    }

    /// The classes of the pieces with these tokens, ascending.
    fn classes_of(&self, tokens: &[String]) -> Result<Vec<usize>, Problem> {
        let hint = "name the pieces of a group as in --keep \"A B\"";
        let tokens: Vec<&str> = tokens.iter().map(String::as_str).collect();
        let classes = self.puzzle.classes_of(&tokens).map_err(|token| {
            Problem::of_input(format!("{} has no piece {token:?}", self.puzzle.name), hint)
        })?;
        if classes.is_empty() {
            return Err(Problem::of_input("a group has at least one piece", hint));
        }
        Ok(classes)
    }

    /// The group of the pieces with these tokens, numbered.
    pub(crate) fn numbered_group(&self, tokens: &[String]) -> Result<ChosenGroup, Problem> {
        let classes = self.classes_of(tokens)?;
        if !GroupBounds::are_bounded_by(&self.puzzle, self.metric, &classes) {
            return Err(Problem::of_input(
                format!(
                    "a table of {} bounds no pushes, which may move several of its pieces",
                    self.puzzle.tokens_of(&classes).join(" ")
                ),
                "keep one piece of one cell in each group",
            ));
        }
        let group = self.puzzle.group(&classes);
        let puzzle = group.filter(|group| !group.is_always_solved());
        let puzzle = puzzle.ok_or_else(|| {
            Problem::of_input(
                format!(
                    "a table of {} has no distances: a goal leaves these pieces free",
                    self.puzzle.tokens_of(&classes).join(" ")
                ),
                "keep the pieces that the goals name, with others; pieces that count as \
                 alike are kept together",
            )
        })?;
        let group = Explorer {
            puzzle,
            ..self.clone()
        };
        Ok((classes, group.number()?))
    }

    /// Opens the table of a group, or builds it; returns whether it was built.
    fn group_table(&self, group: &Numbered) -> Result<(Marked, bool), Problem> {
        let is_small = group.graph.vertex_count() < MIN_STORED;
        if !is_small
            && self.reuse == Reuse::Kept
            && let Some(store) = group.finished(SearchOrigin::Goals)?
        {
            return Ok((Marked::Store(Box::new(store)), false));
        }
        let goals = group
            .goals()
            .map_err(|problem| match problem.unsolvable() {
                // The goals of the group are restricted, so the reason is not one of the puzzle's.
                Some(_) => self.no_way_in_group(None),
                None => problem,
            })?;
        // Only a search from Start knows which goals can be reached. Nothing else is asked of that
        // search, which is not kept.
        let from_start = in_memory(group, &[group.start()])?;
        let reached = SearchSources::At(group.start());
        let reached = MarkedSearch::in_memory(&group.graph, &from_start, reached);
        let sources = goals.seen_by(reached)?;
        if sources.is_empty() {
            let is_whole = group.puzzle().classes.len() == self.puzzle.classes.len();
            let reached = is_whole.then(|| from_start.counts().iter().sum());
            return Err(self.no_way_in_group(reached));
        }
        drop(from_start);
        if is_small {
            let marks = in_memory(group, &sources)?;
            return Ok((Marked::Memory(Box::new(marks)), true));
        }
        let whole = group.whole();
        let mut marked = group.open_marks(&whole.engine, SearchOrigin::Goals)?;
        group.explore(marked.keeper(), &sources, &whole, |_, _| false)?;
        if let Some(folder) = group.folder() {
            drop(marked);
            // A store that is open for reading is not locked, so that others can use the table.
            let header = group.header(SearchOrigin::Goals);
            let store = Store::open(folder, &header, Access::Read)?;
            self.observer.progress(&Progress::Opened(&store));
            marked = Marked::Store(Box::new(store));
        }
        Ok((marked, true))
    }

    /// The problem if a group alone has no way to its goals.
    ///
    /// `reached` is the number of the puzzle's reachable configurations, if the group is the whole.
    fn no_way_in_group(&self, reached: Option<u64>) -> Problem {
        let target = Target::Finish.obstacle(&self.puzzle);
        target.unwrap_or_else(|| {
            let why = Unsolvable::without_goal(&self.puzzle, &self.puzzle.start, reached);
            Problem::of_no_solution(&self.puzzle, &why)
        })
    }
}

/// The problem of a table with distances that 16 bits do not hold.
pub(crate) fn of_long_distances(table: &str) -> Problem {
    Problem::of_input(
        format!("{table} has distances of more than {MAX_GENERATIONS}"),
        "keep fewer pieces in each group",
    )
}

/// A finished search of a group in memory.
fn in_memory(group: &Numbered, sources: &[u64]) -> Result<MemorySink, Problem> {
    let engine = EngineChoice::best(&group.graph);
    let needs = group.needs(&engine).in_memory();
    needs.check(group.explorer.memory, None)?;
    let mut memory = MemorySink::new(group.graph.len())?;
    let whole = Limit {
        engine,
        max_generation: None,
    };
    match group.run(&mut memory, sources, &whole, |_, _| false)?.ended {
        SearchEnd::Interrupted => Err(Problem::of_nothing_kept()),
        _ => Ok(memory),
    }
}

impl GroupTables {
    /// Whether the tables hold the distances of a start: each group's component is that of the
    /// start for which the tables were built.
    pub fn are_for(&self, start: &Configuration) -> bool {
        self.tables.iter().all(|table| {
            let own = self
                .explorer
                .puzzle
                .configuration_of_group(start, &table.classes);
            let index = table.numbered.graph.index_of(&own);
            let solved = SolvedConfigurations(&table.numbered.graph);
            index.is_some_and(|index| table.search(&solved).has_seen(index))
        })
    }

    /// Calls `use_them` with the lower bounds of the tables.
    ///
    /// They hold for starts that the tables [are for](GroupTables::are_for), and all positions to
    /// which such a start leads.
    pub fn with_bounds<T>(&self, use_them: impl FnOnce(&mut GroupBounds<'_>) -> T) -> T {
        let puzzle = &self.explorer.puzzle;
        let graphs = self.tables.iter().map(|table| &*table.numbered.graph);
        let solved: Vec<SolvedConfigurations<'_>> = graphs.map(SolvedConfigurations).collect();
        let groups = self.tables.iter().zip(&solved);
        let groups = groups.map(|(table, solved)| GroupSearch {
            classes: table.classes.clone(),
            search: table.search(solved),
        });
        use_them(&mut GroupBounds::new(
            puzzle,
            self.explorer.metric,
            groups.collect(),
        ))
    }

    /// Finds the shortest ways from a start to the nearest goals; `read` receives them if they are
    /// to be listed.
    ///
    /// # Errors
    /// If marks are damaged. Errors of `read` are returned, too.
    pub fn solve(
        &self,
        start: &Configuration,
        wanted: WantedWays,
        read: WaysReader<'_>,
    ) -> Result<Answer, Problem> {
        self.solve_within(StartLimits::default(), start, wanted, read)
    }

    /// Finds the shortest ways as [`GroupTables::solve`] does, within limits.
    pub(crate) fn solve_within(
        &self,
        own: StartLimits,
        start: &Configuration,
        wanted: WantedWays,
        read: WaysReader<'_>,
    ) -> Result<Answer, Problem> {
        let puzzle = Puzzle {
            start: start.clone(),
            ..self.explorer.puzzle.clone()
        };
        let method = SolveMethod::Tables;
        if let Some(problem) = Target::Finish.obstacle(&puzzle) {
            return Ok(Answer::without_way(0, problem, method, 0));
        }
        let metric = self.explorer.metric;
        let mut search = BestFirst::new(&puzzle, metric, &puzzle.goals);
        let (begun, stop) = (Stopwatch::start(), AtomicBool::new(false));
        let limits = HashLimits {
            bytes: self.search_bytes(),
            expanded: own.nodes.unwrap_or(u64::MAX),
            stop: &stop,
            ..HashLimits::default()
        };
        let counts_all = wanted != WantedWays::One;
        let reported = ReportedSearch::new(&*self.explorer.observer);
        let report = |progress| {
            reported.progress(&Progress::Guided(progress));
            let is_late = own.time.is_some_and(|time| begun.elapsed() >= time);
            stop.fetch_or(is_late || self.explorer.is_stopped(), Ordering::Relaxed);
        };
        let ended = self.with_bounds(|bounds| search.run(bounds, counts_all, limits, report))?;
        let nodes = search.expanded();
        let problem = match ended {
            SearchEnd::Satisfied => {
                let routes = Routes::in_best_first(&search);
                return Answer::of_routes(wanted, &routes, (method, Some(nodes)), None, read);
            }
            SearchEnd::Complete => {
                let reached = (nodes > 0).then(|| search.found());
                let why = Unsolvable::without_goal(&puzzle, &puzzle.start, reached);
                Problem::of_no_solution(&puzzle, &why)
            }
            SearchEnd::Interrupted => own.problem(nodes, self.explorer.is_stopped()),
            _ => Problem::new(
                Cause::OutOfMemory {
                    needed: None,
                    allowed: Some(limits.bytes),
                },
                format!(
                    "the search would take more than {} of memory",
                    human_bytes(limits.bytes)
                ),
                "raise --memory",
            ),
        };
        Ok(Answer::without_way(
            search.at_least(),
            problem,
            method,
            nodes,
        ))
    }

    /// Bytes for the positions of a search: what the memory limit leaves beside the tables.
    fn search_bytes(&self) -> u64 {
        let tables = self.tables.iter().map(|table| {
            let graph = &table.numbered.graph;
            Marks::bytes_for(graph.len()) + graph.bytes()
        });
        let all = self.explorer.budget().hash_bytes();
        all.saturating_sub(tables.sum()).max(all / 4)
    }
}

impl GroupTable {
    fn search<'s>(&'s self, sources: &'s SolvedConfigurations<'s>) -> MarkedSearch<'s> {
        self.marked
            .explored(&self.numbered.graph, SearchSources::Goals(sources))
    }
}
