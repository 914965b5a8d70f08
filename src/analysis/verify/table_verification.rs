//! Verification of every distance of a table of tiles by a second search.
//!
//! It shares the numbers of entries with the first search, but not the edges: the steps of each
//! pattern are found on the board.

use super::edges::EdgeSource;
use super::set_walk::{SetWalk, needed_bytes};
use super::verification::MarkClaim;
use super::{Mismatch, Verified};
use slidewise_board::{Board, Cell};
use slidewise_engine::graph::{ArrangementRanks, KeptTiles, RankMap};
use slidewise_engine::index::Rotation;
use slidewise_store::Marks;
use std::sync::atomic::AtomicBool;

/// Table of tiles to be verified.
#[derive(Clone, Copy, Debug)]
pub struct TableVerification<'a> {
    /// Board of the tiles.
    pub board: &'a Board,
    /// Graph of the kept tiles.
    pub tiles: &'a KeptTiles,
    /// Number of the goal's entry.
    pub goal: u64,
    /// Marks of the entries.
    pub marks: &'a Marks,
    /// Numbers of entries by distance, as the log records them.
    pub counts: &'a [u64],
    /// Whether there are no entries at a greater distance.
    pub is_complete: bool,
    /// Maximum number of threads.
    pub threads: usize,
    /// Stop flag, checked before each generation.
    pub stop: &'a AtomicBool,
}

impl TableVerification<'_> {
    /// Upper bound on the memory of a verification, in bytes.
    pub fn needed_bytes(tiles: &KeptTiles) -> u64 {
        needed_bytes(tiles.graph().len)
    }

    /// Verifies the distances by walking through the generations again.
    ///
    /// # Errors
    /// If the verification fails, the first mismatch.
    pub fn prove(&self) -> Result<Verified, Mismatch> {
        let edges = TableEdges {
            board: self.board,
            tiles: self.tiles,
            orders: self.tiles.graph().orders,
            pattern: None,
            found: Vec::new(),
        };
        let claim = MarkClaim {
            sources: &[self.goal],
            marks: self.marks,
            counts: self.counts,
            is_complete: self.is_complete,
            stop: self.stop,
        };
        // A mark that stands for no entry is one too many.
        claim.prove_by(&mut SetWalk::new(edges, self.marks, self.threads)?, || None)
    }
}

/// Enumerator of the neighbours of entries; fastest if entries come in ascending order.
#[derive(Clone, Debug)]
struct TableEdges<'a> {
    board: &'a Board,
    tiles: &'a KeptTiles,
    orders: &'a ArrangementRanks,
    /// Pattern whose steps are in `found`.
    pattern: Option<u64>,
    /// First number of the pattern after each step, and the effect on the orders.
    found: Vec<(u64, RankMap<'a>)>,
}

impl TableEdges<'_> {
    /// Finds the steps of a pattern on the board.
    fn turn_to(&mut self, pattern: u64) {
        self.pattern = Some(pattern);
        self.found.clear();
        let (set, empty) = self.tiles.cells_of_pattern(pattern as u32);
        let holds = |set: u64, cell: usize| set >> cell & 1 == 1;
        let mut region = 1u64 << empty;
        let mut waiting = vec![empty];
        while let Some(to) = waiting.pop() {
            for &direction in self.board.directions() {
                let Some(from) = self.board.neighbour(Cell(to as u16), direction) else {
                    continue;
                };
                let from = from.index();
                if !holds(set, from) {
                    if !holds(region, from) {
                        region |= 1 << from;
                        waiting.push(from);
                    }
                    continue;
                }
                let after = set & !(1 << from) | 1 << to;
                let next = u64::from(self.tiles.pattern_of(after, from));
                let slot = |set: u64, cell: usize| (0..cell).filter(|&at| holds(set, at)).count();
                let rotation = Rotation {
                    from: slot(set, from) as u16,
                    to: slot(after, to) as u16,
                };
                let map = if rotation.from == rotation.to {
                    RankMap::Same
                } else {
                    self.orders.map(pattern, 0, rotation)
                };
                self.found.push((next * self.orders.len(), map));
            }
        }
    }
}

impl EdgeSource for TableEdges<'_> {
    #[inline]
    fn for_each(&mut self, index: u64, mut visit: impl FnMut(u64)) {
        let (pattern, order) = (index / self.orders.len(), index % self.orders.len());
        if self.pattern != Some(pattern) {
            self.turn_to(pattern);
        }
        for (first, map) in &self.found {
            visit(first + self.orders.apply(map, order));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use slidewise_engine::search::{PatternDatabase, StopFlag};
    use std::ops::ControlFlow;
    use std::sync::atomic::Ordering;

    #[test]
    fn tables_are_proved_and_each_changed_mark_is_found() {
        let board = Board::new(3, 3, |_| false).unwrap();
        for (cells, empty) in [
            (&[0, 1, 2, 5, 8][..], 4),
            (&[3, 1, 6], 0),
            (&[7, 0, 5, 2, 4, 1], 8),
        ] {
            let mut database = PatternDatabase::in_memory(&board, cells, empty).unwrap();
            let ended = database.explore(1, StopFlag::never(), &mut |_| ControlFlow::Continue(()));
            ended.unwrap();
            let tiles = database.tiles();
            let goal = tiles.number(&tiles.vertex(cells, empty));
            let claim = TableVerification {
                board: &board,
                tiles,
                goal,
                marks: database.marks(),
                counts: database.counts(),
                is_complete: true,
                threads: 2,
                stop: StopFlag::never(),
            };
            let proved = claim.prove().unwrap();
            assert_eq!(proved.configurations, tiles.vertex_count());
            assert_eq!(proved.generations, database.counts().len() as u64);
            let words = database.marks().words().as_slice();
            for number in (0..words.len()).step_by(words.len() / 50 + 1) {
                let bit = number * 29 % 64;
                words[number].fetch_xor(1 << bit, Ordering::Relaxed);
                assert!(claim.prove().is_err(), "word {number}, bit {bit}");
                words[number].fetch_xor(1 << bit, Ordering::Relaxed);
            }
            let stop = AtomicBool::new(true);
            let stopped = TableVerification {
                stop: &stop,
                ..claim
            };
            assert!(matches!(
                stopped.prove(),
                Err(Mismatch::Stopped { generation: 0 })
            ));
            let fewer = TableVerification {
                counts: &claim.counts[..claim.counts.len() - 1],
                ..claim
            };
            assert!(matches!(fewer.prove(), Err(Mismatch::Count { .. })));
        }
    }
}
