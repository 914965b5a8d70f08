//! `TileBounds`: the bounds of a goal of tiles for positions in any order, and what they take.

use super::open_tables::{TileTables, ascending_numbers, problem_of_tables, renumbered};
use super::table_goal::TableGoal;
use super::tile_division::divided;
use super::tile_graphs::TileGraphs;
use super::tile_tables::problem_of_database;
use crate::explore::observer::ReportedSearch;
use crate::{Explorer, Problem};
use slidewise_analysis::{BoundGroup, BoundTables, TablesError};
use slidewise_engine::graph::KeptTiles;
use slidewise_engine::search::{DatabaseError, DistanceBytes, PatternDatabase, Resources};
use slidewise_puzzle::{Configuration, Puzzle};
use std::sync::Arc;

/// Bytes of memory for tables that are chosen without a memory limit.
const USUAL_BYTES: u64 = 1 << 30;
/// Number for a byte that is no tile.
const NO_TILE: u8 = u8::MAX;

/// Tables of bytes before they are built.
#[derive(Debug)]
pub(crate) struct TilesPlan {
    goal: TableGoal,
    /// The tiles of each table, in the order of their cells in the goal.
    groups: Vec<Vec<u8>>,
    graphs: Vec<Arc<KeptTiles>>,
    needs: Resources,
}

/// Lower bounds for the distances of positions to a goal of tiles, from tables of bytes.
#[derive(Debug)]
pub struct TileBounds {
    puzzle: Puzzle,
    tables: BoundTables,
    /// Number in the tables of each byte of a board.
    numbers: [u8; 256],
}

impl Explorer {
    /// Plans tables of bytes for groups of tiles, given by tokens, or for as few groups as the
    /// memory limit allows.
    ///
    /// # Errors
    /// If the puzzle is no board of distinct tiles with one goal, the metric is not steps, a token
    /// is unknown or in two groups, or there is too little memory.
    pub(crate) fn plan_tiles(&self, groups: &[Vec<String>]) -> Result<TilesPlan, Problem> {
        let goal = self.table_goal()?;
        let mut graphs = TileGraphs::new(&self.puzzle);
        let groups = match groups {
            [] => self.fewest_in_bytes(&goal, &mut graphs)?,
            groups => {
                let plan = self.named_tables(goal.clone(), groups, &[])?;
                plan.groups.into_iter().map(|group| group.tiles).collect()
            }
        };
        let sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
        let needs = needs_in_bytes(&mut graphs, &sizes, self.memory);
        let needs = needs.map_err(problem_of_database)?;
        needs.check(self.memory, None).map_err(Problem::of_bytes)?;
        let made = sizes.iter().map(|&kept| graphs.graph(kept, self.memory));
        let made: Vec<_> = made
            .collect::<Result<_, _>>()
            .map_err(problem_of_database)?;
        drop(graphs);
        Ok(TilesPlan {
            goal,
            groups,
            graphs: made,
            needs,
        })
    }

    /// The tiles of the goal in as few groups as the memory limit allows.
    fn fewest_in_bytes(
        &self,
        goal: &TableGoal,
        graphs: &mut TileGraphs<'_>,
    ) -> Result<Vec<Vec<u8>>, Problem> {
        let limit = self.memory.unwrap_or_else(|| self.memory_or(USUAL_BYTES));
        let found = divided(&goal.tiles(), |sizes| {
            let needs = needs_in_bytes(graphs, sizes, Some(limit));
            let is_enough = needs.is_ok_and(|needs| needs.memory_bytes <= limit);
            if !is_enough {
                graphs.clear();
            }
            is_enough
        });
        found.ok_or_else(|| {
            Problem::of_input(
                "no table of a single tile fits the memory limit",
                "raise the memory limit",
            )
        })
    }
}

/// Memory that tables of bytes take together, each given by its number of tiles.
fn needs_in_bytes(
    graphs: &mut TileGraphs<'_>,
    sizes: &[usize],
    memory: Option<u64>,
) -> Result<Resources, DatabaseError> {
    let mut needs = graphs.needs(&[], memory)?;
    let mut different = sizes.to_vec();
    different.sort_unstable();
    different.dedup();
    let (mut bytes, mut search) = (0u64, 0u64);
    for kept in different {
        let graph = graphs.graph(kept, memory)?;
        bytes = bytes.saturating_add(BoundTables::bytes_beside(&graph));
        search = search.max(PatternDatabase::search_bytes(&graph));
    }
    for &kept in sizes {
        let graph = graphs.graph(kept, memory)?;
        bytes = bytes.saturating_add(DistanceBytes::bytes_for(&graph));
        needs.configurations = needs.configurations.saturating_add(graph.vertex_count());
    }
    needs.memory_bytes = bytes.saturating_add(search);
    needs.min_memory_bytes = needs.memory_bytes;
    needs.resident_bytes = needs.memory_bytes;
    Ok(needs)
}

impl TilesPlan {
    /// Memory that building the tables takes.
    pub(crate) fn bytes(&self) -> u64 {
        self.needs.memory_bytes
    }

    /// Tokens of the tiles of each table.
    pub(crate) fn groups(&self, explorer: &Explorer) -> Vec<Vec<String>> {
        let groups = self.groups.iter();
        groups.map(|own| explorer.tokens_of_tiles(own)).collect()
    }

    /// Builds the tables; in a store folder the same tables are kept as marks, which are read if
    /// they are there.
    ///
    /// # Errors
    /// If the system refuses memory, the run is stopped, or a kept table is damaged.
    pub(crate) fn build(&self, explorer: &Explorer) -> Result<TileBounds, Problem> {
        // A finished search of the same tiles in the store folder is read, and not made again.
        let kept = match explorer.folder() {
            Some(_) => Some(explorer.tile_tables(&self.groups(explorer))?),
            None => None,
        };
        let numbers = ascending_numbers(&self.goal);
        let report = ReportedSearch::begin(&*explorer.observer, &self.needs, 0, None);
        let (board, means) = (&explorer.puzzle.board, (explorer.threads, &*explorer.stop));
        let mut groups = Vec::new();
        for (number, (tiles, graph)) in self.groups.iter().zip(&self.graphs).enumerate() {
            let found = match &kept {
                Some(kept) => read_distances(explorer, kept, number)?,
                None => DistanceBytes::search(
                    board,
                    Arc::clone(graph),
                    (&self.goal.cells_of(tiles), self.goal.empty),
                    means,
                    &mut |event| report.event(event),
                )
                .map_err(problem_of_database)?,
            };
            groups.push(BoundGroup {
                tiles: renumbered(tiles, &numbers),
                distances: found.ok_or_else(Problem::of_nothing_kept)?,
            });
        }
        drop(report);
        let goal = renumbered(&self.goal.numbers, &numbers);
        let tables = BoundTables::new(&explorer.puzzle.board, &goal, groups);
        let mut of_bytes = [NO_TILE; 256];
        of_bytes[..numbers.len()].copy_from_slice(&numbers);
        Ok(TileBounds {
            puzzle: explorer.puzzle.clone(),
            tables: tables.map_err(problem_of_tables)?,
            numbers: of_bytes,
        })
    }
}

/// The distances of a table that is open, without a search; `None` if the run was stopped.
///
/// # Errors
/// If the system refuses memory, or the table is damaged.
fn read_distances(
    explorer: &Explorer,
    kept: &TileTables,
    number: usize,
) -> Result<Option<DistanceBytes>, Problem> {
    let Some(database) = kept.databases().nth(number) else {
        return Ok(None);
    };
    let (board, means) = (&explorer.puzzle.board, (explorer.threads, &*explorer.stop));
    let found = DistanceBytes::of_database(board, database, means);
    kept.check()?;
    let found = found.map_err(problem_of_database)?;
    match &found {
        Some(own) if own.counts() != database.counts() => {
            Err(problem_of_tables(TablesError::Damaged))
        }
        _ => Ok(found),
    }
}

impl TileBounds {
    /// The bound of a position; `None` if no way leads from there to the goal.
    pub fn bound(&self, position: &Configuration) -> Option<u32> {
        let mut bound = [0];
        self.bounds(&self.puzzle.tile_numbers(position), &mut bound);
        u32::try_from(bound[0]).ok()
    }

    /// Writes the bound of each board, or [`BoundTables::NONE`] where no way leads to the goal or a
    /// board is no position.
    ///
    /// A board has a byte for each cell: 0 for the empty cell, else the number of the piece.
    pub fn bounds(&self, boards: &[u8], bounds: &mut [i16]) {
        self.tables.bounds(boards, &self.numbers, bounds);
    }

    /// The number of a board's entry in a table; `None` if the board is no position.
    pub fn rank(&self, table: usize, board: &[u8]) -> Option<u64> {
        let board = board.iter();
        let tiles = board.map(|&byte| self.numbers[usize::from(byte)]);
        self.tables.rank(table, &tiles.collect::<Vec<u8>>())
    }

    /// The distances of each table, by number.
    pub fn tables(&self) -> impl Iterator<Item = &[u8]> {
        let groups = self.tables.groups().iter();
        groups.map(|group| group.distances.bytes())
    }

    /// Number of sums that are compared.
    pub fn sums(&self) -> usize {
        self.tables.sums()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Keep, ProblemKind, Reuse};

    #[test]
    fn bounds_are_those_of_the_searches_and_at_most_the_distances() {
        for (word, groups) in [
            ("tiles:3x3", vec!["1 2 3 4", "5 6 7 8"]),
            ("tiles:3x3", vec!["1 2 3 4 5", "8 7"]),
            ("tiles:2x4", vec!["1 2 3 4 5 6 7"]),
            ("tiles:3x3", vec![]),
        ] {
            let puzzle = Puzzle::open(word).unwrap();
            let explorer = Explorer::new(&puzzle);
            let groups: Vec<Vec<String>> = groups
                .iter()
                .map(|group| group.split(' ').map(str::to_owned).collect())
                .collect();
            let plan = explorer.plan_tiles(&groups).unwrap();
            let bounds = plan.build(&explorer).unwrap();
            let guided = explorer.tile_tables(&plan.groups(&explorer)).unwrap();
            let search = explorer.clone().explore().unwrap();
            for number in (0..search.numbered().graph.len()).step_by(37) {
                if !search.numbered().graph.is_vertex(number) {
                    continue;
                }
                let position = search.numbered().graph.configuration(number);
                let own = bounds.bound(&position);
                assert_eq!(own, guided.bound(&position).unwrap());
                let distance = search.distance(&position).unwrap();
                assert_eq!(own.is_some(), distance.is_some());
                assert!(own.map(u64::from) <= distance);
            }
            let odd = puzzle.tile_numbers(&puzzle.start);
            let mut swapped = odd.clone();
            let tiles: Vec<usize> = (0..odd.len()).filter(|&cell| odd[cell] != 0).collect();
            swapped.swap(tiles[0], tiles[1]);
            let mut found = [0; 3];
            let none = vec![1; odd.len()];
            bounds.bounds(&[odd, swapped, none].concat(), &mut found);
            assert_eq!(found, [0, -1, -1]);
        }
    }

    #[test]
    fn kept_tables_are_read_and_damage_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let puzzle = Puzzle::open("tiles:3x3").unwrap();
        let groups = ["1 2 3 4 5", "6 7 8"].map(|group| group.split(' ').map(str::to_owned));
        let groups = groups.map(Iterator::collect::<Vec<String>>);
        let plain = Explorer::new(&puzzle);
        let explorer = plain.clone().keep(Keep::Folder(folder.path().to_owned()));
        let made = |explorer: &Explorer| {
            let plan = explorer.plan_tiles(&groups).unwrap();
            plan.build(explorer)
        };
        let searched = made(&plain).unwrap();
        for _ in 0..2 {
            let kept = made(&explorer).unwrap();
            assert!(kept.tables().eq(searched.tables()));
        }
        let store = std::fs::read_dir(folder.path()).unwrap().next().unwrap();
        let files = std::fs::read_dir(store.unwrap().path()).unwrap();
        let files = files.map(|file| file.unwrap().path());
        let marks = files.max_by_key(|file| file.metadata().unwrap().len());
        let marks = marks.unwrap();
        let mut bytes = std::fs::read(&marks).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 0xff;
        std::fs::write(&marks, bytes).unwrap();
        let problem = made(&explorer).unwrap_err();
        assert_eq!(problem.kind(), ProblemKind::Failed, "{problem}");
        assert!(problem.hint.contains("--fresh"), "{}", problem.hint);
        let again = explorer.reuse(Reuse::Nothing);
        assert!(made(&again).unwrap().tables().eq(searched.tables()));
    }

    #[test]
    fn bounds_of_larger_boards_are_found_cell_by_cell() {
        let puzzle = Puzzle::open("tiles:4x5").unwrap();
        let explorer = Explorer::new(&puzzle).memory(Some(1 << 26));
        let plan = explorer.plan_tiles(&[]).unwrap();
        assert!(plan.bytes() <= 1 << 26 && plan.groups(&explorer).len() > 3);
        let (bounds, guided) = (
            plan.build(&explorer).unwrap(),
            explorer.tile_tables(&plan.groups(&explorer)),
        );
        let mut numbers = puzzle.tile_numbers(&puzzle.start);
        numbers.swap(0, 1);
        numbers.swap(2, 7);
        let position = puzzle.of_tile_numbers(&numbers);
        assert_eq!(
            bounds.bound(&position),
            guided.unwrap().bound(&position).unwrap()
        );
        assert!(bounds.bound(&position) >= Some(8));
        let small = Explorer::new(&puzzle).memory(Some(plan.bytes() - 1));
        let problem = small.plan_tiles(&plan.groups(&explorer)).unwrap_err();
        assert_eq!(problem.kind(), ProblemKind::TooLarge, "{problem}");
    }
}
