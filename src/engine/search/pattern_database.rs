//! Pattern databases of sliding tiles: exact distances to a goal if only some tiles are kept.
//!
//! A pattern database is a search of the graph [`KeptTiles`] from the goal. Its marks are those of
//! every search, two bits each: along an edge the distance changes by one, so a walk that knows the
//! distance of its first vertex knows it everywhere from the marks (Breyer and Korf 2010).

use super::marked::MarkBackend;
use super::run::drive;
use super::{
    CountSink, Dense, Engine, Event, MemorySink, OutOfResources, SearchEnd, SearchError, SimdLevel,
    Sink,
};
use crate::graph::{KeptTiles, KeptVertex};
use slidewise_board::Board;
use slidewise_store::{Generation, Marks, StoreError};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Interval at which finished generations are saved.
///
/// Saving takes longer than finding them again, since nearly all marks are new each time.
const SAVE_EVERY: Duration = Duration::from_secs(30);

/// Where a pattern database keeps its marks and counts.
pub type DatabaseSink = Box<dyn Sink + Send + Sync>;

/// Distances of the vertices of [`KeptTiles`] to one vertex, modulo 3.
pub struct PatternDatabase {
    tiles: Arc<KeptTiles>,
    goal: KeptVertex,
    sink: DatabaseSink,
    /// Whether all distances were found without an engine, which a sink cannot record.
    is_small_done: bool,
}

impl fmt::Debug for PatternDatabase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatternDatabase")
            .field("tiles", &self.tiles)
            .field("goal", &self.goal)
            .field("counts", &self.sink.counts())
            .finish_non_exhaustive()
    }
}

/// Why a pattern database cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// The patterns of the kept tiles are too many.
    #[error("a table of {kept} tiles on a board of {cells} cells has too many patterns")]
    TooLarge {
        /// Number of kept tiles.
        kept: usize,
        /// Number of cells of the board.
        cells: usize,
    },
    /// The kept tiles and the empty cell are not on different cells of the board.
    #[error("the cells of the kept tiles and the empty cell are not different cells of the board")]
    Cells,
    /// The graph of the kept tiles needs more memory than is allowed.
    #[error(transparent)]
    Memory(#[from] OutOfResources),
    /// The search failed.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The store failed, or the system refused memory.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl PatternDatabase {
    /// A database that is still empty, with marks and counts in memory.
    ///
    /// `cells` are the cells of the kept tiles in the goal, and `empty` is the empty cell there.
    ///
    /// # Errors
    /// If the cells are no such cells, there are too many patterns, or the system refuses memory.
    pub fn in_memory(
        board: &Board,
        cells: &[u8],
        empty: u8,
    ) -> Result<PatternDatabase, DatabaseError> {
        check_cells(board, cells, empty)?;
        let tiles = PatternDatabase::tiles_on(board, cells.len(), None)?;
        let sink = Box::new(MemorySink::new(tiles.graph().len)?);
        PatternDatabase::new(board, tiles, cells, empty, sink)
    }

    /// The graph of databases of this many kept tiles, which one board's databases can share.
    ///
    /// With `memory`, the graph is made only if it takes no more bytes.
    ///
    /// # Errors
    /// If there are too many patterns, or the graph takes more memory.
    pub fn tiles_on(
        board: &Board,
        kept: usize,
        memory: Option<u64>,
    ) -> Result<Arc<KeptTiles>, DatabaseError> {
        let too_large = || DatabaseError::TooLarge {
            kept,
            cells: board.cell_count(),
        };
        let check = |needed| match memory {
            Some(allowed) if allowed < needed => Err(OutOfResources::Memory { needed, allowed }),
            _ => Ok(()),
        };
        check(KeptTiles::min_bytes(board, kept).ok_or_else(too_large)?)?;
        let tiles = KeptTiles::new(board, kept).ok_or_else(too_large)?;
        if is_dense(&tiles) && Dense::obstacle_among(tiles.graph()).is_some() {
            return Err(too_large());
        }
        check(tiles.bytes())?;
        Ok(Arc::new(tiles))
    }

    /// Bytes of memory that a search of a graph takes beside the graph and the marks.
    pub fn search_bytes(tiles: &KeptTiles) -> u64 {
        if is_dense(tiles) {
            let words = Generation::bytes_for(tiles.graph().len);
            return words.saturating_add(Dense::table_bytes_among(tiles.graph()));
        }
        // Two generations as lists of numbers, which may have room for twice as many.
        tiles
            .vertex_count()
            .saturating_mul(2 * size_of::<u64>() as u64)
    }

    /// A database of the graph that [`PatternDatabase::tiles_on`] returns, with marks and counts in
    /// a sink.
    ///
    /// # Errors
    /// If the cells are not those of as many tiles on the board.
    pub fn new(
        board: &Board,
        tiles: Arc<KeptTiles>,
        cells: &[u8],
        empty: u8,
        sink: DatabaseSink,
    ) -> Result<PatternDatabase, DatabaseError> {
        check_cells(board, cells, empty)?;
        if tiles.kept() != cells.len() || !tiles.is_of(board) {
            return Err(DatabaseError::Cells);
        }
        Ok(PatternDatabase {
            goal: tiles.vertex(cells, empty),
            tiles,
            sink,
            is_small_done: false,
        })
    }

    /// Finds all distances, by the dense engine if the kept tiles are at least five; goes on with
    /// what the sink holds.
    ///
    /// `observe` receives the events of the search.
    ///
    /// # Errors
    /// If the system refuses memory, or the sink fails or contradicts the search.
    pub fn explore(
        &mut self,
        threads: usize,
        stop: &AtomicBool,
        observe: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
    ) -> Result<SearchEnd, DatabaseError> {
        if self.is_complete() {
            return Ok(SearchEnd::Complete);
        }
        let source = self.tiles.number(&self.goal);
        if !is_dense(&self.tiles) {
            return self.explore_small(source, stop);
        }
        let engine: Box<dyn Engine + '_> =
            Box::new(Dense::among(self.tiles.graph(), SimdLevel::best())?);
        let known = self.sink.counts().len() as u64;
        let mut backend = MarkBackend::new(&mut *self.sink, engine, threads, stop);
        Ok(drive(
            &mut backend,
            vec![source],
            None,
            known,
            SAVE_EVERY,
            observe,
        )?)
    }

    /// Finds all distances of a database with fewer tiles than the dense engine needs.
    fn explore_small(
        &mut self,
        source: u64,
        stop: &AtomicBool,
    ) -> Result<SearchEnd, DatabaseError> {
        let mut counts = CountSink::default();
        let marks = self.marks();
        marks.clear();
        marks.set_alone(source, Marks::mark_of(0));
        let mut members = vec![source];
        let mut generation = 0;
        while !members.is_empty() {
            if stop.load(Ordering::Relaxed) {
                return Ok(SearchEnd::Interrupted);
            }
            counts.note(generation, members.len() as u64)?;
            generation += 1;
            let mut next = Vec::new();
            for &member in &members {
                self.tiles.for_each_neighbour(member, |neighbour| {
                    if marks.get(neighbour) == 0 {
                        marks.set_alone(neighbour, Marks::mark_of(generation));
                        next.push(neighbour);
                    }
                });
            }
            members = next;
        }
        for (generation, &count) in (0..).zip(counts.counts()) {
            self.sink.note(generation, count)?;
        }
        self.is_small_done = true;
        Ok(SearchEnd::Complete)
    }

    /// Whether all distances are known.
    pub fn is_complete(&self) -> bool {
        self.is_small_done || self.sink.is_complete()
    }

    /// The marks of the database.
    ///
    /// # Panics
    /// If the sink keeps no marks.
    pub fn marks(&self) -> &Marks {
        self.sink.marks().expect("a pattern database has marks")
    }

    /// Number of entries by distance to the goal.
    pub fn counts(&self) -> &[u64] {
        self.sink.counts()
    }

    /// The graph of the kept tiles.
    pub fn tiles(&self) -> &KeptTiles {
        &self.tiles
    }

    /// Mark of a vertex.
    #[inline]
    pub fn mark(&self, vertex: &KeptVertex) -> u8 {
        self.marks().get(self.tiles.number(vertex))
    }

    /// Distance of a vertex to the goal, by a walk back; `None` if no way leads there.
    pub fn distance(&self, vertex: &KeptVertex) -> Option<u32> {
        self.distance_of(self.tiles.number(vertex))
    }

    /// The graph of the kept tiles, which is shared, and the pattern of the goal.
    pub(super) fn root(&self) -> (&Arc<KeptTiles>, u32) {
        (&self.tiles, self.goal.pattern)
    }

    /// Distance of the vertex with a number.
    pub(super) fn distance_of(&self, mut at: u64) -> Option<u32> {
        let marks = self.marks();
        let goal = self.tiles.number(&self.goal);
        if marks.get(at) == 0 {
            return None;
        }
        let mut steps = 0;
        while at != goal {
            let before = Marks::mark_of(u64::from(marks.get(at)) + 1);
            let mut next = None;
            self.tiles.for_each_neighbour(at, |neighbour| {
                if marks.get(neighbour) == before {
                    next = Some(neighbour);
                }
            });
            at = next?;
            steps += 1;
            if steps as usize >= self.counts().len() {
                return None;
            }
        }
        Some(steps)
    }
}

/// Whether the dense engine explores a graph, if it can; its words need five tiles.
pub(super) fn is_dense(tiles: &KeptTiles) -> bool {
    tiles.graph().orders.grouped().is_some()
}

/// Refuses cells that are not different cells of the board.
pub(super) fn check_cells(board: &Board, cells: &[u8], empty: u8) -> Result<(), DatabaseError> {
    let mut different: Vec<u8> = cells.iter().copied().chain([empty]).collect();
    different.sort_unstable();
    different.dedup();
    let is_on_board = |&cell: &u8| usize::from(cell) < board.cell_count();
    if different.len() == cells.len() + 1 && different.iter().all(is_on_board) {
        return Ok(());
    }
    Err(DatabaseError::Cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::StopFlag;
    use std::collections::{BTreeSet, HashMap, VecDeque};

    /// A board of rows and columns for the slow search, which shares no code with the fast one.
    #[derive(Clone, Copy)]
    struct Grid(usize, usize);

    impl Grid {
        fn beside(self, cell: usize) -> Vec<usize> {
            let (row, column) = (cell / self.1, cell % self.1);
            let mut cells = Vec::new();
            if row > 0 {
                cells.push(cell - self.1);
            }
            if row + 1 < self.0 {
                cells.push(cell + self.1);
            }
            if column > 0 {
                cells.push(cell - 1);
            }
            if column + 1 < self.1 {
                cells.push(cell + 1);
            }
            cells
        }

        fn region(self, kept: &[usize], empty: usize) -> BTreeSet<usize> {
            let mut region = BTreeSet::from([empty]);
            let mut waiting = vec![empty];
            while let Some(cell) = waiting.pop() {
                for next in self.beside(cell) {
                    if !kept.contains(&next) && region.insert(next) {
                        waiting.push(next);
                    }
                }
            }
            region
        }

        /// Distances of all positions of the kept tiles, with a cell of the region.
        fn distances(self, kept: &[usize], empty: usize) -> HashMap<(Vec<usize>, usize), u32> {
            let least = |kept: &[usize], empty| *self.region(kept, empty).first().unwrap();
            let first = (kept.to_vec(), least(kept, empty));
            let mut known = HashMap::from([(first.clone(), 0)]);
            let mut waiting = VecDeque::from([first]);
            while let Some(at) = waiting.pop_front() {
                let distance = known[&at];
                let region = self.region(&at.0, at.1);
                for tile in 0..at.0.len() {
                    for to in self.beside(at.0[tile]) {
                        if !region.contains(&to) {
                            continue;
                        }
                        let mut kept = at.0.clone();
                        let from = std::mem::replace(&mut kept[tile], to);
                        let next = (kept.clone(), least(&kept, from));
                        if !known.contains_key(&next) {
                            known.insert(next.clone(), distance + 1);
                            waiting.push_back(next);
                        }
                    }
                }
            }
            known
        }
    }

    fn explored(grid: Grid, cells: &[u8], empty: u8, threads: usize) -> PatternDatabase {
        let board = Board::new(grid.0, grid.1, |_| false).unwrap();
        let mut made = PatternDatabase::in_memory(&board, cells, empty).unwrap();
        let ended = made.explore(threads, StopFlag::never(), &mut |_| {
            ControlFlow::Continue(())
        });
        assert_eq!(ended.unwrap(), SearchEnd::Complete);
        assert!(made.is_complete());
        made
    }

    #[test]
    fn distances_are_those_of_a_plain_search() {
        let cases: [(Grid, &[u8], u8); 11] = [
            (Grid(2, 3), &[1, 2], 0),
            (Grid(2, 3), &[5, 0, 3], 4),
            (Grid(2, 3), &[0, 1, 2, 3, 4], 5),
            (Grid(3, 2), &[4, 3, 2, 1], 0),
            (Grid(3, 3), &[1, 2, 3, 4], 0),
            (Grid(3, 3), &[8, 7, 6, 5, 4], 0),
            (Grid(3, 3), &[0, 1, 2, 5, 6, 7], 4),
            (Grid(3, 3), &[0], 8),
            (Grid(3, 4), &[0, 1, 2, 3], 11),
            (Grid(3, 4), &[6, 2, 9, 4, 8], 0),
            (Grid(4, 3), &[1, 3, 5, 7, 9], 6),
        ];
        for (grid, cells, empty) in cases {
            let database = explored(grid, cells, empty, 2);
            let kept: Vec<usize> = cells.iter().map(|&cell| cell.into()).collect();
            let expected = grid.distances(&kept, empty.into());
            let mut counts = vec![0; database.counts().len()];
            for ((kept, empty), distance) in &expected {
                let cells: Vec<u8> = kept.iter().map(|&cell| cell as u8).collect();
                for cell in grid.region(kept, *empty) {
                    let vertex = database.tiles().vertex(&cells, cell as u8);
                    assert_eq!(database.mark(&vertex), Marks::mark_of(u64::from(*distance)));
                }
                let vertex = database.tiles().vertex(&cells, *empty as u8);
                if expected.len() < 10_000 || distance % 7 == 3 {
                    assert_eq!(database.distance(&vertex), Some(*distance));
                }
                counts[*distance as usize] += 1;
            }
            assert_eq!(database.counts(), counts, "{cells:?}");
        }
    }

    #[test]
    fn a_step_leads_to_the_vertex_of_its_cells() {
        let database = explored(Grid(3, 3), &[7, 2, 3, 0, 5], 8, 1);
        let tiles = database.tiles();
        let mut cells = [7u8, 2, 3, 0, 5];
        let mut empty = 8;
        let mut vertex = tiles.vertex(&cells, empty);
        for step in 0..500usize {
            let beside = Grid(3, 3).beside(empty.into());
            let from = beside[step * step % 7 % beside.len()] as u8;
            if let Some(tile) = cells.iter().position(|&cell| cell == from) {
                cells[tile] = empty;
                vertex = tiles.moved(&vertex, from.into(), empty.into());
            }
            empty = from;
            assert_eq!(vertex, tiles.vertex(&cells, empty));
        }
    }

    #[test]
    fn cells_must_differ_and_lie_on_the_board() {
        let board = Board::new(2, 2, |_| false).unwrap();
        for (cells, empty) in [(&[0, 0][..], 1), (&[0, 4], 1), (&[0, 1], 1), (&[0], 9)] {
            let made = PatternDatabase::in_memory(&board, cells, empty);
            assert!(matches!(made, Err(DatabaseError::Cells)), "{cells:?}");
        }
        let made = PatternDatabase::in_memory(&board, &[], 0);
        assert!(matches!(made, Err(DatabaseError::TooLarge { .. })));
    }
}
