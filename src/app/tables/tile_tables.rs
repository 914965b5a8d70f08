//! Tables of tiles: pattern databases kept as stores, and the searches that they guide.

use super::kept_tables::KeptTable;
use super::open_tables::{
    BUILD_AGAIN, TileTables, ascending_numbers, check_alarms, problem_of_tables, renumbered,
};
use super::table_goal::{TableGoal, table_header};
use super::table_plan::{PlannedGroup, TablePlan};
use super::tile_division::MIN_STORED;
use super::tile_graphs::{TableUse, TileGraphs};
use crate::explore::observer::ReportedSearch;
use crate::explore::table_shelf::{OpenTables, ShelfKey};
use crate::explore::tile_table::{TableChoice, TileTable};
use crate::{Explorer, Keep, Problem, Reuse};
use slidewise_analysis::{AdditiveTables, KeptGroup, TablesError, cell_images};
use slidewise_engine::graph::KeptTiles;
use slidewise_engine::search::{
    DatabaseError, DatabaseSink, MemorySink, PatternDatabase, Resources, SearchEnd,
};
use slidewise_store::{Access, CorruptionFlag, Header, Marks, Stopwatch, Store, check_holds_files};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A group with what its table needs before it is opened or built.
struct GroupWork {
    group: PlannedGroup,
    /// Cells of the kept tiles, ascending.
    cells: Vec<u8>,
    graph: Arc<KeptTiles>,
    header: Header,
    finished: Option<Store>,
    table_use: TableUse,
}

impl Explorer {
    /// Opens the tables of groups of tiles, and builds those that are missing.
    ///
    /// `groups` are lists of tokens. Without any, the tiles are divided in the order of the goal,
    /// into as few groups as the memory limit allows. The goal is the puzzle's only goal.
    ///
    /// # Errors
    /// If the puzzle is no board of distinct tiles with one goal, the metric is not steps, a token
    /// is unknown or in two groups, there is too little memory or disk, or the run is interrupted.
    pub fn tile_tables(&self, groups: &[Vec<String>]) -> Result<TileTables, Problem> {
        self.tables_by(groups, false)
    }

    /// Opens or builds tables as [`Explorer::tile_tables`] does; without groups, tables in the
    /// store folder are used instead if they bound better.
    ///
    /// # Errors
    /// As [`Explorer::tile_tables`].
    pub fn best_tile_tables(&self, groups: &[Vec<String>]) -> Result<TileTables, Problem> {
        self.tables_by(groups, true)
    }

    fn tables_by(&self, groups: &[Vec<String>], prefers_kept: bool) -> Result<TileTables, Problem> {
        let goal = self.table_goal()?;
        let cells = self.puzzle.board.cell_count();
        if cells > AdditiveTables::MAX_CELLS {
            return Err(problem_of_tables(TablesError::Board)
                .with_hint("leave --method and --keep out: the grid then guides the search"));
        }
        let make = || {
            let goal = goal.clone();
            let mut graphs = TileGraphs::new(&self.puzzle);
            let kept = match self.reuse {
                Reuse::Kept => self.kept_tables(&goal)?,
                Reuse::Nothing => Vec::new(),
            };
            let plan = match groups {
                [] => self.plan_tables(&goal, &kept, prefers_kept, &mut graphs)?,
                groups => self.named_tables(goal, groups, &kept)?,
            };
            self.tables_of(plan, graphs, false)
        };
        let open = match (&self.shelf, groups) {
            (Some(shelf), []) => shelf.get(self.shelf_key(&goal), self.memory, make)?,
            _ => Arc::new(make()?),
        };
        Ok(self.with_open(&goal, open))
    }

    /// Whether tables of the goal are open on the shelf, or kept in the store folder.
    pub(crate) fn has_kept_tables(&self) -> Result<bool, Problem> {
        let goal = self.table_goal()?;
        if self
            .shelf
            .as_ref()
            .is_some_and(|shelf| shelf.has(&self.shelf_key(&goal)))
        {
            return Ok(true);
        }
        if self.reuse == Reuse::Nothing {
            return Ok(false);
        }
        let kept = self.kept_tables(&goal)?;
        let mut images = cell_images(&self.puzzle.board).into_iter();
        let is_of = |image: &TableGoal| kept.iter().any(|table| table.tiles_in(image).is_some());
        Ok(!kept.is_empty() && images.any(|cells| is_of(&goal.image(&cells))))
    }

    fn shelf_key(&self, goal: &TableGoal) -> ShelfKey {
        let classes = &self.puzzle.classes;
        let token = |&number: &u8| match number {
            0 => String::new(),
            _ => classes[usize::from(number) - 1].labels[0].clone(),
        };
        ShelfKey {
            columns: self.puzzle.board.columns(),
            tokens: goal.numbers.iter().map(token).collect(),
        }
    }

    /// Opens kept tables for a guide, or builds small ones in memory that take at most `memory`
    /// bytes.
    pub(crate) fn tables_of_guide(&self, memory: u64) -> Result<TileTables, Problem> {
        if !self.has_tile_tables() && self.has_grid() {
            return self.grid_tables();
        }
        let goal = self.table_goal()?;
        let mut graphs = TileGraphs::new(&self.puzzle);
        let kept = self.kept_tables(&goal)?;
        let plan = self.plan_within(&goal, &kept, true, memory, &mut graphs)?;
        let open = self.tables_of(plan, graphs, true)?;
        Ok(self.with_open(&goal, Arc::new(open)))
    }

    /// The plan of the groups that the caller names by tokens.
    pub(crate) fn named_tables(
        &self,
        goal: TableGoal,
        groups: &[Vec<String>],
        kept: &[KeptTable],
    ) -> Result<TablePlan, Problem> {
        let mut named: Vec<PlannedGroup> = Vec::new();
        for tokens in groups {
            let tiles = self.tiles_of_tokens(&goal, tokens)?;
            let mut taken = named.iter().flat_map(|group| &group.tiles);
            if let Some(&tile) = taken.find(|tile| tiles.contains(tile)) {
                return Err(problem_of_tables(TablesError::Shared { tile }));
            }
            named.push(self.planned_group(&goal, tiles, kept));
        }
        Ok(TablePlan {
            images: (0..goal.numbers.len() as u8).collect(),
            goal,
            groups: named,
            choice: TableChoice::Named,
        })
    }

    /// Opens or builds the tables of a plan; if it `stores_none`, what is built is in memory.
    fn tables_of(
        &self,
        plan: TablePlan,
        mut graphs: TileGraphs<'_>,
        stores_none: bool,
    ) -> Result<OpenTables, Problem> {
        let numbers = ascending_numbers(&self.table_goal()?);
        let goal = plan.goal;
        let sizes = plan.groups.iter().map(|group| group.tiles.len());
        let sizes: Vec<_> = sizes.map(|kept| (kept, TableUse::Finished)).collect();
        // The graphs alone, before anything is looked for.
        graphs
            .needs(&sizes, self.memory)
            .map_err(problem_of_database)?;
        let work = plan.groups.into_iter();
        let work = work.map(|group| {
            let stores = group.is_kept || !stores_none;
            self.group_work(&goal, group, stores, &mut graphs)
        });
        let work = work.collect::<Result<Vec<GroupWork>, _>>()?;
        self.check_needs(&work, &mut graphs)?;
        let (mut built, mut kept, mut alarms) = (Vec::new(), Vec::new(), Vec::new());
        for own in work {
            let needs = graphs.needs(&[(own.cells.len(), own.table_use)], None);
            let needs = needs.map_err(problem_of_database)?;
            let begun = Stopwatch::start();
            let mut table = TileTable {
                keep: self.tokens_of_tiles(&own.group.tiles),
                by_distance: Vec::new(),
                bytes: 0,
                seconds: 0.0,
                is_new: own.finished.is_none(),
            };
            let tiles = own.group.tiles.clone();
            let opened = self.open_or_build(&goal, own, &needs)?;
            table.by_distance = opened.database.counts().to_vec();
            table.bytes = opened.bytes;
            table.seconds = begun.elapsed().as_secs_f64();
            alarms.extend(opened.alarm);
            let database = opened.database;
            let tiles = renumbered(&tiles, &numbers);
            kept.push(KeptGroup { tiles, database });
            built.push(table);
        }
        let own = renumbered(&goal.numbers, &numbers);
        let tables = AdditiveTables::new(&self.puzzle.board, &own, kept);
        check_alarms(&alarms)?;
        let mut cells = vec![0; plan.images.len()];
        for (cell, &image) in (0..).zip(&plan.images) {
            cells[usize::from(image)] = cell;
        }
        Ok(OpenTables {
            tables: tables.map_err(problem_of_tables)?.by_cell_ranks(&cells),
            images: plan.images,
            alarms,
            built,
            choice: plan.choice,
        })
    }

    /// Looks for the finished store of a group's table.
    fn group_work(
        &self,
        goal: &TableGoal,
        group: PlannedGroup,
        stores: bool,
        graphs: &mut TileGraphs<'_>,
    ) -> Result<GroupWork, Problem> {
        let graph = graphs.graph(group.tiles.len(), self.memory);
        let graph = graph.map_err(problem_of_database)?;
        let cells = goal.cells_of(&group.tiles);
        let name = group.store_name.clone();
        let header = table_header(&self.puzzle, name, (&cells, goal.empty), graph.graph().len);
        let folder = self
            .folder()
            .filter(|_| stores && cells.len() >= MIN_STORED);
        let finished = match folder {
            Some(folder) if self.reuse == Reuse::Kept => Store::finished(folder, &header)
                .map_err(|error| Problem::from(error).with_hint(BUILD_AGAIN))?,
            _ => None,
        };
        let table_use = match (folder, &finished) {
            (None, _) => TableUse::InMemory,
            (Some(_), None) => TableUse::Stored,
            (Some(_), Some(_)) => TableUse::Finished,
        };
        Ok(GroupWork {
            group,
            cells,
            graph,
            header,
            finished,
            table_use,
        })
    }

    /// Checks that there is memory and disk for all tables together.
    fn check_needs(&self, work: &[GroupWork], graphs: &mut TileGraphs<'_>) -> Result<(), Problem> {
        let uses: Vec<_> = work
            .iter()
            .map(|own| (own.cells.len(), own.table_use))
            .collect();
        let needs = graphs.needs(&uses, None).map_err(problem_of_database)?;
        let mut stored = work.iter().filter(|own| own.table_use == TableUse::Stored);
        let free = match (self.folder(), stored.next()) {
            (Some(folder), Some(first)) => {
                check_holds_files(folder)?;
                Store::free_for(folder, &first.header)
            }
            _ => None,
        };
        needs.check(self.memory, free).map_err(Problem::of_bytes)
    }

    /// Opens the table of a group, or builds it.
    fn open_or_build(
        &self,
        goal: &TableGoal,
        work: GroupWork,
        needs: &Resources,
    ) -> Result<OpenTable, Problem> {
        let GroupWork {
            cells,
            graph,
            header,
            finished,
            table_use,
            ..
        } = work;
        let made = |sink: DatabaseSink| {
            let board = &self.puzzle.board;
            let made = PatternDatabase::new(board, Arc::clone(&graph), &cells, goal.empty, sink);
            made.map_err(problem_of_database)
        };
        let of_store = |store: Store| -> Result<OpenTable, Problem> {
            Ok(OpenTable {
                bytes: store.bytes(),
                alarm: store.alarm(),
                database: made(Box::new(store))?,
            })
        };
        if let Some(store) = finished {
            return of_store(store);
        }
        let Some(folder) = self.folder().filter(|_| table_use == TableUse::Stored) else {
            let len = graph.graph().len;
            let mut database = made(Box::new(MemorySink::new(len)?))?;
            self.build(&mut database, needs, table_use)?;
            return Ok(OpenTable {
                bytes: Marks::bytes_for(len),
                alarm: None,
                database,
            });
        };
        let fresh = self.reuse == Reuse::Nothing;
        let store = Store::open(folder, &header, Access::Write { fresh })?;
        let mut database = made(Box::new(store))?;
        self.build(&mut database, needs, table_use)?;
        // A store that is open for reading is not locked, so that others can use the table.
        drop(database);
        of_store(Store::open(folder, &header, Access::Read)?)
    }

    /// Builds a table, and says how to go on if the run is interrupted.
    fn build(
        &self,
        database: &mut PatternDatabase,
        needs: &Resources,
        table_use: TableUse,
    ) -> Result<(), Problem> {
        let known = database.counts().iter().sum();
        let report = ReportedSearch::begin(&*self.observer, needs, known, None);
        let threads = self
            .shelf
            .as_ref()
            .map_or(self.threads, |shelf| shelf.threads);
        let ended = database.explore(threads, &self.stop, &mut |event| {
            report.event(&event);
            ControlFlow::Continue(())
        });
        drop(report);
        if ended.map_err(problem_of_database)? == SearchEnd::Complete {
            return Ok(());
        }
        let hint = match (table_use, &self.keep) {
            (TableUse::InMemory, Keep::Folder(_)) => {
                "finished tables are kept: the same command builds the others"
            }
            _ => self.resume_hint(),
        };
        Err(Problem::of_interruption(database.counts(), hint))
    }
}

/// A table that is complete.
struct OpenTable {
    database: PatternDatabase,
    /// Bytes of its store, or of its marks in memory.
    bytes: u64,
    alarm: Option<Arc<CorruptionFlag>>,
}

pub(crate) fn problem_of_database(error: DatabaseError) -> Problem {
    match error {
        DatabaseError::Memory(shortage) => Problem::of_bytes(shortage),
        DatabaseError::Search(error) => error.into(),
        DatabaseError::Store(error) => error.into(),
        _ => Problem::of_input(error, "keep fewer tiles in each group"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::start_limits::StartLimits;
    use super::super::table_goal::image_of;
    use super::*;
    use crate::{ProblemKind, StopToken};
    use slidewise_analysis::GuidedResult;
    use slidewise_engine::graph::Metric;
    use slidewise_puzzle::Puzzle;
    use std::sync::atomic::Ordering;

    /// No limit of a search.
    const UNLIMITED: (u64, StartLimits) = (
        u64::MAX,
        StartLimits {
            nodes: None,
            time: None,
        },
    );

    fn tokens(groups: &[&str]) -> Vec<Vec<String>> {
        let split = |group: &&str| group.split(' ').map(str::to_owned).collect();
        groups.iter().map(split).collect()
    }

    #[test]
    fn tables_are_kept_found_and_built_again() {
        let folder = tempfile::tempdir().unwrap();
        let puzzle = Puzzle::open("tiles:3x3").unwrap();
        let keep = Keep::Folder(folder.path().to_owned());
        let explorer = Explorer::new(&puzzle).keep(keep);
        assert_eq!(explorer.kept_tile_tables().unwrap(), []);
        let groups = tokens(&["1 2 3 4 5", "6 8 7"]);
        let first = explorer.tile_tables(&groups).unwrap();
        let second = explorer.tile_tables(&groups).unwrap();
        let is_new = |tables: &TileTables| -> Vec<bool> {
            tables.built.iter().map(|table| table.is_new).collect()
        };
        // Tables of fewer than five tiles are not worth a store.
        assert_eq!(
            (is_new(&first), is_new(&second)),
            (vec![true; 2], vec![false, true])
        );
        let counts = |tables: &TileTables| -> Vec<Vec<u64>> {
            tables
                .built
                .iter()
                .map(|table| table.by_distance.clone())
                .collect()
        };
        assert_eq!(counts(&first), counts(&second));
        assert_eq!(first.built[1].keep, ["6", "7", "8"]);
        let kept = explorer.kept_tile_tables().unwrap();
        assert_eq!(kept.len(), 1);
        assert_eq!(kept[0].by_distance, first.built[0].by_distance);
        let again = explorer.clone().reuse(Reuse::Nothing);
        drop((first, second));
        assert_eq!(is_new(&again.tile_tables(&groups).unwrap()), [true, true]);
        // Another goal has other tables.
        let mut other = puzzle.clone();
        let finish = puzzle.read_position("123:456:78.").unwrap();
        let numbers = puzzle.tile_numbers(&finish);
        assert_eq!(puzzle.of_tile_numbers(&numbers), finish);
        other.goals = vec![puzzle.goal_of(&puzzle.read_position(".12:345:678").unwrap())];
        let other = Explorer::new(&other).keep(Keep::Folder(folder.path().to_owned()));
        assert_eq!(other.kept_tile_tables().unwrap(), []);
    }

    #[test]
    fn solutions_are_those_of_an_exploration() {
        let puzzle = Puzzle::open("tiles:3x3").unwrap();
        let explorer = Explorer::new(&puzzle);
        let tables = explorer.tile_tables(&[]).unwrap();
        for text in ["867:254:3.1", "123:456:78.", "1.3:425:786"] {
            let start = puzzle.read_position(text).unwrap();
            let begun = Puzzle {
                start: start.clone(),
                ..puzzle.clone()
            };
            let search = Explorer::new(&begun).explore().unwrap();
            let solution = search.solve().unwrap();
            let answer = tables
                .solve_until(&start, true, UNLIMITED, &mut |_, _| {})
                .unwrap();
            let path = tables.path(&start, &answer).unwrap();
            assert_eq!(&path, solution.path(), "{text}");
            let GuidedResult::Solved { ways, .. } = answer.result else {
                panic!("{answer:?}");
            };
            assert_eq!(
                ways.map(|ways| ways.to_string()),
                Some(solution.routes().to_string())
            );
        }
        let odd = puzzle.read_position("213:456:78.").unwrap();
        let answer = tables
            .solve_until(&odd, false, UNLIMITED, &mut |_, _| {})
            .unwrap();
        assert_eq!(answer.result, GuidedResult::Unsolvable);
        assert_eq!(tables.path(&odd, &answer), None);
    }

    #[test]
    fn what_has_no_tables_is_refused_with_the_reason() {
        let refused = |word: &str, metric, groups: &[&str]| {
            let puzzle = Puzzle::open(word).unwrap();
            let explorer = Explorer::new(&puzzle).metric(metric);
            let problem = explorer
                .tile_tables(&tokens(groups))
                .map(|_| ())
                .unwrap_err();
            assert_eq!(problem.kind(), ProblemKind::Input, "{problem}");
            problem.message
        };
        let step = Metric::Step;
        assert!(refused("lane-rouge", step, &[]).contains("not distinct tiles"));
        assert!(refused("tiles:1x5", step, &[]).contains("one row"));
        assert!(refused("tiles:3x3", Metric::Slide, &[]).contains("count steps"));
        assert!(refused("tiles:3x3", step, &["1 9"]).contains("no tile \"9\""));
        assert!(refused("tiles:3x3", step, &["1 1"]).contains("once"));
        assert!(refused("tiles:3x3", step, &["1 2", "2 3"]).contains("two groups"));
    }

    #[test]
    fn groups_with_a_common_tile_are_refused_before_a_table_is_built() {
        let folder = tempfile::tempdir().unwrap();
        let puzzle = Puzzle::open("tiles:3x3").unwrap();
        let explorer = Explorer::new(&puzzle).keep(Keep::Folder(folder.path().to_owned()));
        let groups = tokens(&["1 2 3 4 5", "5 6 7 8"]);
        let problem = explorer.tile_tables(&groups).map(|_| ()).unwrap_err();
        assert!(
            problem.message.contains("tile 5 is in two groups"),
            "{problem}"
        );
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn the_memory_limit_is_for_all_tables_together() {
        let puzzle = Puzzle::open("tiles:3x4").unwrap();
        let explorer = |memory| Explorer::new(&puzzle).memory(Some(memory));
        let needs = |groups: &[(usize, TableUse)]| {
            let needs = TileGraphs::new(&puzzle).needs(groups, None).unwrap();
            needs.memory_bytes
        };
        let [six, five] = [6, 5].map(|kept| (kept, TableUse::InMemory));
        let (both, alone) = (needs(&[six, five]), needs(&[six]));
        assert!(both > alone);
        let groups = tokens(&["1 2 3 4 5 6", "7 8 9 10 11"]);
        let built = explorer(both).tile_tables(&groups).unwrap().built;
        let marks: Vec<u64> = built.iter().map(|table| table.bytes).collect();
        let vertices = [6, 5].map(|kept| {
            let graph = TileGraphs::new(&puzzle).graph(kept, None).unwrap();
            Marks::bytes_for(graph.graph().len)
        });
        assert_eq!(marks, vertices);
        assert!(explorer(alone).tile_tables(&groups[..1]).is_ok());
        for (memory, groups) in [
            (both - 1, &groups[..]),
            (alone - 1, &groups[..1]),
            (9, &groups[..]),
        ] {
            let explorer = explorer(memory);
            let problem = explorer.tile_tables(groups).map(|_| ()).unwrap_err();
            assert_eq!(problem.kind(), ProblemKind::TooLarge, "{problem}");
            assert!(problem.hint.contains("--memory"), "{problem}");
        }
        // The same tables with another limit: the fewest that fit.
        let chosen = |memory| {
            let explorer = explorer(memory);
            let tables = explorer.tile_tables(&[]).unwrap();
            assert_eq!(tables.choice, TableChoice::Fewest);
            let sizes = tables.built.iter().map(|table| table.keep.len());
            sizes.collect::<Vec<_>>()
        };
        assert_eq!(chosen(both), [5, 6]);
        assert_eq!(chosen(both - 1), [3, 4, 4]);
    }

    #[test]
    fn a_large_board_has_tables_within_a_small_memory() {
        let puzzle = Puzzle::open("tiles:8x8").unwrap();
        let memory = 1 << 20;
        let explorer = Explorer::new(&puzzle).memory(Some(memory));
        let tables = explorer.tile_tables(&[]).unwrap();
        let tokens: Vec<usize> = tables.built.iter().map(|table| table.keep.len()).collect();
        assert_eq!((tokens.len(), tokens.iter().sum::<usize>()), (32, 63));
        let groups: Vec<_> = tokens
            .iter()
            .map(|&kept| (kept, TableUse::InMemory))
            .collect();
        let needs = TileGraphs::new(&puzzle)
            .needs(&groups, Some(memory))
            .unwrap();
        assert!(needs.memory_bytes <= memory);
        let none = Explorer::new(&puzzle).memory(Some(1000));
        let problem = none.tile_tables(&[]).map(|_| ()).unwrap_err();
        assert!(
            problem.message.contains("no table of a single tile"),
            "{problem}"
        );
    }

    /// A puzzle with the goal at these numbers.
    fn with_goal(puzzle: &Puzzle, numbers: &[u8]) -> Puzzle {
        let mut other = puzzle.clone();
        other.goals = vec![puzzle.goal_of(&puzzle.of_tile_numbers(numbers))];
        other
    }

    #[test]
    fn kept_tables_that_bound_better_are_used_for_the_goal_and_its_images() {
        let folder = tempfile::tempdir().unwrap();
        let puzzle = Puzzle::open("tiles:3x3").unwrap();
        let keep = Keep::Folder(folder.path().to_owned());
        let explorer = Explorer::new(&puzzle).keep(keep.clone());
        let six = [(6, TableUse::Finished), (2, TableUse::InMemory)];
        let fours = [(4, TableUse::InMemory); 2];
        let needs = [six, fours].map(|groups| {
            let needs = TileGraphs::new(&puzzle).needs(&groups, None).unwrap();
            needs.memory_bytes
        });
        let memory = needs[0].max(needs[1]);
        let fewest = explorer.clone().memory(Some(memory));
        assert_eq!(
            fewest.best_tile_tables(&[]).unwrap().choice,
            TableChoice::Fewest
        );
        // Six and two tiles make 16 pairs, four and four make 12.
        explorer.tile_tables(&tokens(&["1 2 3 4 5 6"])).unwrap();
        let goal = explorer.table_goal().unwrap();
        let starts = ["867:254:3.1", "1.3:425:786"].map(|text| puzzle.read_position(text).unwrap());
        let mut met = 0;
        for images in slidewise_analysis::cell_images(&puzzle.board) {
            let other = with_goal(&puzzle, &goal.image(&images).numbers);
            let guided = Explorer::new(&other)
                .keep(keep.clone())
                .memory(Some(memory));
            let tables = guided.best_tile_tables(&[]).unwrap();
            assert_eq!(tables.choice, TableChoice::Kept);
            let mut kept = tables.built.iter().filter(|table| !table.is_new);
            assert_eq!(kept.next().map(|table| table.keep.len()), Some(6));
            for start in &starts {
                let numbers = image_of(&puzzle.tile_numbers(start), &images);
                let start = puzzle.of_tile_numbers(&numbers);
                let answer = tables
                    .solve_until(&start, true, UNLIMITED, &mut |_, _| {})
                    .unwrap();
                let begun = Puzzle {
                    start: start.clone(),
                    ..other.clone()
                };
                let solution = Explorer::new(&begun).explore().unwrap();
                let solution = solution.solve().unwrap();
                assert_eq!(tables.path(&start, &answer).as_ref(), Some(solution.path()));
                met += 1;
            }
        }
        assert_eq!(met, 16);
        // Names of tiles play no part: the same cells and the same empty cell.
        let renamed = with_goal(&puzzle, &[8, 7, 6, 5, 4, 3, 2, 1, 0]);
        let renamed = Explorer::new(&renamed)
            .keep(keep.clone())
            .memory(Some(memory));
        let tables = renamed.best_tile_tables(&[]).unwrap();
        assert_eq!(tables.choice, TableChoice::Kept);
        assert_eq!(tables.built[1].keep.join(" "), "3 4 5 6 7 8");
        assert_eq!(renamed.kept_tile_tables().unwrap().len(), 1);
        let named = renamed.tile_tables(&tokens(&["3 4 5 6 7 8"])).unwrap();
        assert_eq!(
            (named.choice, named.built[0].is_new),
            (TableChoice::Named, false)
        );
        // Another empty cell has no image with this one.
        let other = with_goal(&puzzle, &[1, 2, 3, 4, 0, 5, 6, 7, 8]);
        let other = Explorer::new(&other)
            .keep(keep.clone())
            .memory(Some(memory));
        assert_eq!(
            other.best_tile_tables(&[]).unwrap().choice,
            TableChoice::Fewest
        );
        // What is to be built again is not chosen by what is kept.
        let again = fewest.clone().reuse(Reuse::Nothing);
        assert_eq!(
            again.best_tile_tables(&[]).unwrap().choice,
            TableChoice::Fewest
        );
    }

    #[test]
    fn an_interrupted_table_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let puzzle = Puzzle::open("tiles:3x4").unwrap();
        let stop = StopToken::default();
        stop.stop();
        let explorer = Explorer::new(&puzzle)
            .keep(Keep::Folder(folder.path().to_owned()))
            .stop(&stop);
        let groups = tokens(&["1 2 3 4 5 6"]);
        let problem = explorer.tile_tables(&groups).map(|_| ()).unwrap_err();
        assert_eq!(problem.kind(), ProblemKind::Failed, "{problem}");
        assert_eq!(explorer.kept_tile_tables().unwrap(), []);
        stop.store(false, Ordering::Relaxed);
        let kept = explorer.tile_tables(&groups).unwrap().built;
        let whole = Explorer::new(&puzzle);
        let whole = whole.tile_tables(&groups).unwrap().built;
        assert_eq!(kept[0].by_distance, whole[0].by_distance);
    }
}
