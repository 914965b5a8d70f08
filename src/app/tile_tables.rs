//! Tables of tiles: pattern databases kept as stores, and the searches that they guide.

use super::{Explorer, Keep, Problem, Reuse};
use slidewise_analysis::{
    AdditiveTables, GuidedAnswer, GuidedQuery, GuidedResult, KeptGroup, Move, Path, TablesError,
};
use slidewise_engine::graph::{KeptTiles, Metric};
use slidewise_engine::search::{
    DatabaseError, DatabaseSink, MemorySink, PatternDatabase, Resources, SearchEnd,
};
use slidewise_puzzle::{Configuration, Puzzle, SearchOrigin};
use slidewise_store::{Access, Generation, Header, Marks, Store, check_holds_files};
use std::ops::ControlFlow;
use std::path::Path as FilePath;
use std::time::Instant;

/// Most tiles of a group that is chosen without a wish.
const MOST_KEPT: usize = 8;
/// Bytes of a table for which groups are chosen without a memory limit.
const USUAL_BYTES: u64 = 1 << 30;
/// Least number of tiles of a table that is worth a store.
const LEAST_STORED: usize = 5;

/// A table of some tiles, as it was built or found.
#[derive(Clone, PartialEq, Debug)]
pub struct TileTable {
    /// Tokens of the kept tiles.
    pub keep: Vec<String>,
    /// Number of entries by distance to the goal's entry.
    pub by_distance: Vec<u64>,
    /// Bytes of the store, or of the memory that holds the table.
    pub bytes: u64,
    /// Time of building or opening it.
    pub seconds: f64,
    /// Whether this run built it, or a part of it.
    pub is_new: bool,
}

impl TileTable {
    /// Number of entries.
    pub fn entries(&self) -> u64 {
        self.by_distance.iter().sum()
    }
}

/// The tables of a goal, ready to guide searches.
#[derive(Debug)]
pub struct TileTables<'e> {
    explorer: &'e Explorer<'e>,
    tables: AdditiveTables,
    /// The tables in the order in which they were asked for.
    pub built: Vec<TileTable>,
}

/// The goal of tables, checked.
struct TableGoal {
    numbers: Vec<u8>,
    empty: u8,
}

impl Explorer<'_> {
    /// Opens the tables of groups of tiles, and builds those that are missing.
    ///
    /// `groups` are lists of tokens; without any, the tiles are divided in the order of the goal,
    /// into as few groups as the memory limit allows. The goal is the puzzle's only goal.
    ///
    /// # Errors
    /// If the puzzle is no board of distinct tiles with one goal, the metric is not steps, a token
    /// is unknown or in two groups, there is too little memory or disk, or the run is interrupted.
    pub fn tile_tables(&self, groups: &[Vec<String>]) -> Result<TileTables<'_>, Problem> {
        let goal = self.table_goal()?;
        let groups = match groups {
            [] => self.default_groups(&goal)?,
            groups => {
                let numbers = groups.iter().map(|tokens| self.numbers_of(tokens));
                numbers.collect::<Result<_, _>>()?
            }
        };
        let (mut built, mut kept) = (Vec::new(), Vec::new());
        for tiles in groups {
            let tiles = in_order_of(&goal, tiles);
            let (group, table) = self.tile_table(&goal, tiles)?;
            built.push(table);
            kept.push(group);
        }
        let tables = AdditiveTables::new(&self.puzzle.board, &goal.numbers, kept);
        Ok(TileTables {
            explorer: self,
            tables: tables.map_err(problem_of_tables)?,
            built,
        })
    }

    /// The tables of the goal that the store folder holds, finished ones only.
    ///
    /// # Errors
    /// If the puzzle is no board of distinct tiles with one goal, or the folder cannot be read.
    pub fn kept_tile_tables(&self) -> Result<Vec<TileTable>, Problem> {
        let goal = self.table_goal()?;
        let Some(folder) = self.table_folder() else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        for summary in Store::list(folder)? {
            let prefix = format!("{} keep ", self.puzzle.name);
            let Some(tokens) = summary.name.strip_prefix(&prefix) else {
                continue;
            };
            let tokens: Vec<String> = tokens.split(' ').map(str::to_owned).collect();
            let Ok(tiles) = self.numbers_of(&tokens) else {
                continue;
            };
            let begun = Instant::now();
            let tiles = in_order_of(&goal, tiles);
            let graph = PatternDatabase::tiles_on(&self.puzzle.board, tiles.len());
            let Ok(graph) = graph else {
                continue;
            };
            let header = self.table_header(&goal, &tiles, &graph);
            if Store::folder_name(&header) != summary.folder {
                continue;
            }
            if let Some(store) = Store::finished(folder, &header)? {
                found.push(TileTable {
                    keep: self.tokens_of(&tiles),
                    by_distance: store.generations().to_vec(),
                    bytes: store.bytes(),
                    seconds: begun.elapsed().as_secs_f64(),
                    is_new: false,
                });
            }
        }
        Ok(found)
    }

    /// Checks that tables can be made for the puzzle, and returns its goal.
    fn table_goal(&self) -> Result<TableGoal, Problem> {
        let puzzle = &self.puzzle;
        if let Some(obstacle) = puzzle.tiles_obstacle() {
            return Err(Problem::of_input(
                format!("{} has no tables: {obstacle}", puzzle.name),
                "tables are made for boards of distinct tiles, such as `tiles:4x4`; leave --method \
                 out for another puzzle",
            ));
        }
        if self.metric != Metric::Step {
            return Err(Problem::of_input(
                format!("tables count steps, not {}s", self.metric.name()),
                "leave --metric out",
            ));
        }
        let numbers = puzzle.goal_tile_numbers().ok_or_else(|| {
            Problem::of_input(
                format!("{} has no goal that gives each tile its place", puzzle.name),
                "name one with --to POSITION",
            )
        })?;
        let empty = numbers.iter().position(|&number| number == 0);
        Ok(TableGoal {
            empty: empty.unwrap_or(0) as u8,
            numbers,
        })
    }

    fn table_folder(&self) -> Option<&FilePath> {
        match &self.keep {
            Keep::Memory => None,
            Keep::Scratch(folder) | Keep::Folder(folder) => Some(folder),
        }
    }

    /// Numbers of the tiles with these tokens.
    fn numbers_of(&self, tokens: &[String]) -> Result<Vec<u8>, Problem> {
        let classes = &self.puzzle.classes;
        let number_of = |token: &String| {
            let class = classes
                .iter()
                .position(|class| class.labels.contains(token));
            class.map(|class| class as u8 + 1).ok_or_else(|| {
                Problem::of_input(
                    format!("{} has no tile {token:?}", self.puzzle.name),
                    "name the tiles of a group as in --keep \"1 2 3\"",
                )
            })
        };
        let mut numbers = tokens
            .iter()
            .map(number_of)
            .collect::<Result<Vec<u8>, _>>()?;
        numbers.sort_unstable();
        let all = numbers.len();
        numbers.dedup();
        if numbers.is_empty() || numbers.len() < all {
            return Err(Problem::of_input(
                format!(
                    "a group has each of its tiles once, not {:?}",
                    tokens.join(" ")
                ),
                "name the tiles of a group as in --keep \"1 2 3\"",
            ));
        }
        Ok(numbers)
    }

    fn tokens_of(&self, tiles: &[u8]) -> Vec<String> {
        let mut tiles = tiles.to_vec();
        tiles.sort_unstable();
        let token = |&tile: &u8| self.puzzle.classes[usize::from(tile) - 1].labels[0].clone();
        tiles.iter().map(token).collect()
    }

    /// Divides the tiles, in the order of the goal, into as few groups as memory allows.
    fn default_groups(&self, goal: &TableGoal) -> Result<Vec<Vec<u8>>, Problem> {
        let tiles = goal.numbers.iter().copied().filter(|&tile| tile != 0);
        let tiles: Vec<u8> = tiles.collect();
        let limit = self.memory_or(USUAL_BYTES).min(USUAL_BYTES);
        let fits = |&kept: &usize| {
            let graph = PatternDatabase::tiles_on(&self.puzzle.board, kept);
            graph.is_ok_and(|graph| bytes_of(&graph) <= limit)
        };
        let most = (1..=MOST_KEPT.min(tiles.len())).rev().find(fits);
        let most = most.ok_or_else(|| {
            Problem::of_input(
                "no table of a single tile fits the memory limit",
                "give more with --memory SIZE",
            )
        })?;
        let count = tiles.len().div_ceil(most);
        let mut groups = Vec::new();
        let mut at = 0;
        for number in 0..count {
            let end = tiles.len() * (number + 1) / count;
            groups.push(tiles[at..end].to_vec());
            at = end;
        }
        Ok(groups)
    }

    /// Header of the store of a table.
    fn table_header(&self, goal: &TableGoal, tiles: &[u8], graph: &KeptTiles) -> Header {
        Header {
            format: Header::FORMAT,
            name: format!(
                "{} keep {}",
                self.puzzle.name,
                self.tokens_of(tiles).join(" ")
            ),
            fingerprint: self
                .puzzle
                .table_fingerprint(&cells_of(goal, tiles), goal.empty),
            metric: Metric::Step.name().to_owned(),
            direction: SearchOrigin::Goals.name().to_owned(),
            configurations: graph.graph().len,
            layout: "regions of the empty cell, orders of kept tiles".to_owned(),
        }
    }

    /// Opens the table of some tiles, or builds it.
    fn tile_table(
        &self,
        goal: &TableGoal,
        tiles: Vec<u8>,
    ) -> Result<(KeptGroup, TileTable), Problem> {
        let begun = Instant::now();
        let board = &self.puzzle.board;
        let cells = cells_of(goal, &tiles);
        let graph = PatternDatabase::tiles_on(board, tiles.len()).map_err(problem_of_database)?;
        let header = self.table_header(goal, &tiles, &graph);
        let folder = self.table_folder().filter(|_| tiles.len() >= LEAST_STORED);
        let needs = needs_of(&graph);
        let mut is_new = true;
        let (sink, mut bytes): (DatabaseSink, u64) = match folder {
            None => {
                needs.in_memory().check(self.memory, None)?;
                (
                    Box::new(MemorySink::new(graph.graph().len)?),
                    needs.disk_bytes,
                )
            }
            Some(folder) => {
                let finished = match self.reuse {
                    Reuse::Kept => Store::finished(folder, &header)?,
                    Reuse::Nothing => None,
                };
                is_new = finished.is_none();
                let store = match finished {
                    Some(store) => store,
                    None => {
                        check_holds_files(folder)?;
                        needs.check(self.memory, Store::free_for(folder, &header))?;
                        let fresh = self.reuse == Reuse::Nothing;
                        Store::open(folder, &header, Access::Write { fresh })?
                    }
                };
                self.observer.opened(&store);
                let bytes = store.bytes();
                (Box::new(store), bytes)
            }
        };
        let made = PatternDatabase::new(board, graph, &cells, goal.empty, sink);
        let mut database = made.map_err(problem_of_database)?;
        if is_new {
            let known = database.counts().iter().sum();
            let mut report = self.observer.run(&needs, known, None);
            let ended = database.explore(self.threads, self.stop, &mut |event| {
                report(&event);
                ControlFlow::Continue(())
            });
            drop(report);
            if ended.map_err(problem_of_database)? != SearchEnd::Complete {
                return Err(Problem::of_interruption(
                    database.counts(),
                    "the same command goes on with the table",
                ));
            }
            if let Some(folder) = folder {
                // A store that is open for reading is not locked, so that others can use the table.
                let graph = database.into_tiles();
                let store = Store::open(folder, &header, Access::Read)?;
                self.observer.opened(&store);
                bytes = store.bytes();
                let made = PatternDatabase::new(board, graph, &cells, goal.empty, Box::new(store));
                database = made.map_err(problem_of_database)?;
            }
        }
        let table = TileTable {
            keep: self.tokens_of(&tiles),
            by_distance: database.counts().to_vec(),
            bytes,
            seconds: begun.elapsed().as_secs_f64(),
            is_new,
        };
        Ok((KeptGroup { tiles, database }, table))
    }
}

impl TileTables<'_> {
    /// Finds a shortest way from a position to the goal; with `counts_all`, also how many there
    /// are.
    ///
    /// `observe` receives the bound that is proved so far, and the number of nodes.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn solve(
        &self,
        start: &Configuration,
        counts_all: bool,
        observe: &mut dyn FnMut(u32, u64),
    ) -> Result<GuidedAnswer, Problem> {
        let numbers = self.explorer.puzzle.tile_numbers(start);
        let query = GuidedQuery {
            counts_all,
            threads: self.explorer.threads,
            stop: self.explorer.stop,
        };
        let answer = self.tables.solve(&numbers, query, observe);
        answer.map_err(problem_of_tables)
    }

    /// The way of an answer from its start; `None` if the answer has no way.
    pub fn path(&self, start: &Configuration, answer: &GuidedAnswer) -> Option<Path> {
        let GuidedResult::Solved { path, .. } = &answer.result else {
            return None;
        };
        let puzzle: &Puzzle = &self.explorer.puzzle;
        let mut numbers = puzzle.tile_numbers(start);
        let mut positions = vec![start.clone()];
        let mut moves = Vec::new();
        for cells in path.windows(2) {
            numbers.swap(usize::from(cells[0]), usize::from(cells[1]));
            let next = puzzle.of_tile_numbers(&numbers);
            let last = &positions[positions.len() - 1];
            moves.push(Move::between(puzzle, Metric::Step, last, &next)?);
            positions.push(next);
        }
        Some(Path::new(puzzle, positions, moves))
    }
}

/// The tiles in the order of their cells in the goal, which makes equal tables equal.
fn in_order_of(goal: &TableGoal, tiles: Vec<u8>) -> Vec<u8> {
    let order = goal.numbers.iter().copied();
    order.filter(|tile| tiles.contains(tile)).collect()
}

/// Cells of tiles in the goal, ascending if the tiles are in the order of the goal.
fn cells_of(goal: &TableGoal, tiles: &[u8]) -> Vec<u8> {
    let cells = (0..).zip(&goal.numbers);
    let cells = cells.filter(|(_, tile)| tiles.contains(tile));
    cells.map(|(cell, _)| cell).collect()
}

/// Bytes of memory of a table and of the words of its search.
fn bytes_of(graph: &KeptTiles) -> u64 {
    let len = graph.graph().len;
    Marks::bytes_for(len).saturating_add(Generation::bytes_for(len))
}

/// Resources for building a table.
fn needs_of(graph: &KeptTiles) -> Resources {
    let len = graph.graph().len;
    let words = Generation::bytes_for(len);
    Resources {
        configurations: graph.vertex_count(),
        memory_bytes: bytes_of(graph),
        least_memory_bytes: bytes_of(graph),
        resident_bytes: words,
        disk_bytes: Store::bytes_for(len),
    }
}

fn problem_of_tables(error: TablesError) -> Problem {
    match error {
        TablesError::Damaged => Problem::of_run(error, "build the tables again with --fresh"),
        TablesError::Shared { .. } => {
            Problem::of_input(error, "name groups that have no tile in common")
        }
        _ => Problem::of_input(error, "name a position of the puzzle"),
    }
}

fn problem_of_database(error: DatabaseError) -> Problem {
    match error {
        DatabaseError::Search(error) => error.into(),
        DatabaseError::Store(error) => error.into(),
        _ => Problem::of_input(error, "keep fewer tiles in each group"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ProblemKind;
    use std::sync::atomic::{AtomicBool, Ordering};

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
        let is_new = |tables: &TileTables<'_>| -> Vec<bool> {
            tables.built.iter().map(|table| table.is_new).collect()
        };
        // Tables of fewer than five tiles are not worth a store.
        assert_eq!(
            (is_new(&first), is_new(&second)),
            (vec![true; 2], vec![false, true])
        );
        let counts = |tables: &TileTables<'_>| -> Vec<Vec<u64>> {
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
            let answer = tables.solve(&start, true, &mut |_, _| {}).unwrap();
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
        let answer = tables.solve(&odd, false, &mut |_, _| {}).unwrap();
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
            assert_eq!(problem.kind, ProblemKind::Input, "{problem}");
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
    fn an_interrupted_table_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let puzzle = Puzzle::open("tiles:3x4").unwrap();
        let stop = AtomicBool::new(true);
        let explorer = Explorer::new(&puzzle)
            .keep(Keep::Folder(folder.path().to_owned()))
            .stop(&stop);
        let groups = tokens(&["1 2 3 4 5 6"]);
        let problem = explorer.tile_tables(&groups).map(|_| ()).unwrap_err();
        assert_eq!(problem.kind, ProblemKind::Failed, "{problem}");
        assert_eq!(explorer.kept_tile_tables().unwrap(), []);
        stop.store(false, Ordering::Relaxed);
        let kept = explorer.tile_tables(&groups).unwrap().built;
        let whole = Explorer::new(&puzzle);
        let whole = whole.tile_tables(&groups).unwrap().built;
        assert_eq!(kept[0].by_distance, whole[0].by_distance);
    }
}
