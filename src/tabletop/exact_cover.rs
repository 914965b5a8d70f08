//! Exact cover with multiplicities: covering each cell once, with a given number of placements of
//! each kind.
//!
//! This is Knuth's Algorithm M (The Art of Computer Programming, volume 4B, 7.2.2.1, 2022) for at
//! most 128 cells. A placement is a bit mask, so one operation compares two placements. For each
//! cell, the remaining placements are counted in bit-sliced counters, for all cells at once. The
//! search branches on a cell, or on a kind that is needed exactly once, whichever has the fewest
//! remaining placements. The search does not depend on the meaning of the cells and kinds.

use slidewise_board::SmallCellSet;
use std::ops::ControlFlow;

/// A set of cells that one object of a kind, such as a stone, may cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StonePlacement {
    /// The cells that the placement covers.
    pub cells: SmallCellSet,
    /// Index of the kind, below 128.
    pub kind: u8,
}

/// A node of the search tree: the cells to cover, the remaining placements, and how many placements
/// of each kind are still needed.
///
/// Placements of the same kind are adjacent in `left`.
#[derive(Clone, Debug)]
pub(crate) struct CoverNode {
    taken: Vec<StonePlacement>,
    free: SmallCellSet,
    left: Vec<StonePlacement>,
    wanted: Vec<u8>,
}

/// Choice on which the search branches.
#[derive(Clone, Copy, Debug)]
enum Branch {
    /// A dead end: a cell has no placement, or a kind has fewer placements than are needed.
    Nowhere,
    /// A solution: all cells are covered.
    Done,
    /// Branch on the placements that cover this cell.
    Cell(SmallCellSet),
    /// Branch on the placements of this kind.
    Kind(u8),
}

impl CoverNode {
    /// Creates the root; `wanted` is the number of placements needed of each kind, indexed by kind.
    ///
    /// Together, the needed placements must cover as many cells as `free` has.
    pub(crate) fn new(
        free: SmallCellSet,
        mut placements: Vec<StonePlacement>,
        wanted: Vec<u8>,
    ) -> CoverNode {
        placements.sort_by_key(|placement| (placement.kind, placement.cells.0));
        placements.retain(|placement| placement.cells.is_within(free));
        CoverNode {
            taken: Vec::new(),
            free,
            left: placements,
            wanted,
        }
    }

    /// The child node in which `placement` is taken.
    pub(crate) fn with(&self, placement: StonePlacement) -> CoverNode {
        let mut node = self.clone();
        node.taken.push(placement);
        node.free = node.free.without(placement.cells);
        node.wanted[usize::from(placement.kind)] -= 1;
        let wanted = &node.wanted;
        node.left.retain(|other| {
            !other.cells.meets(placement.cells) && wanted[usize::from(other.kind)] > 0
        });
        node
    }

    /// The child nodes in a fixed order; `None` if this node is a solution.
    pub(crate) fn children(&self) -> Option<Vec<CoverNode>> {
        let tally = CoverCounts::of(&self.left);
        let branch = tally.branch(self.free, &self.left, &self.wanted);
        if let Branch::Done = branch {
            return None;
        }
        let chosen = self.left.iter().filter(|placement| branch.has(placement));
        Some(chosen.map(|&placement| self.with(placement)).collect())
    }

    /// Passes every solution below this node to `visit`, as a list of placements in any order.
    pub(crate) fn search(
        &self,
        is_stopped: &dyn Fn() -> bool,
        visit: &mut dyn FnMut(&[StonePlacement]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut walk = CoverSearch {
            taken: self.taken.clone(),
            wanted: self.wanted.clone(),
            left: self.left.clone(),
            is_stopped,
            visit,
        };
        let tally = CoverCounts::of(&walk.left);
        walk.cover_rest(self.free, 0, tally)
    }
}

impl Branch {
    fn has(self, placement: &StonePlacement) -> bool {
        match self {
            Branch::Cell(cell) => placement.cells.meets(cell),
            Branch::Kind(kind) => placement.kind == kind,
            Branch::Nowhere | Branch::Done => false,
        }
    }
}

/// The mutable state of a search.
///
/// `left` is a stack: for each depth of the search, it holds the placements that remain there.
struct CoverSearch<'a> {
    taken: Vec<StonePlacement>,
    wanted: Vec<u8>,
    left: Vec<StonePlacement>,
    is_stopped: &'a dyn Fn() -> bool,
    visit: &'a mut dyn FnMut(&[StonePlacement]) -> ControlFlow<()>,
}

impl CoverSearch<'_> {
    /// Searches below a node whose remaining placements are `left[begin..]`.
    fn cover_rest(
        &mut self,
        free: SmallCellSet,
        begin: usize,
        tally: CoverCounts,
    ) -> ControlFlow<()> {
        if (self.is_stopped)() {
            return ControlFlow::Break(());
        }
        let end = self.left.len();
        let branch = tally.branch(free, &self.left[begin..], &self.wanted);
        match branch {
            Branch::Nowhere => return ControlFlow::Continue(()),
            Branch::Done => return (self.visit)(&self.taken),
            Branch::Cell(_) | Branch::Kind(_) => {}
        }
        for at in begin..end {
            let placement = self.left[at];
            if !branch.has(&placement) {
                continue;
            }
            let kind = usize::from(placement.kind);
            self.wanted[kind] -= 1;
            let is_kind_done = self.wanted[kind] == 0;
            let mut tally = CoverCounts::default();
            for other in begin..end {
                let other = self.left[other];
                let is_out = other.cells.meets(placement.cells)
                    || is_kind_done && other.kind == placement.kind;
                if !is_out {
                    tally.add(other.cells);
                    self.left.push(other);
                }
            }
            self.taken.push(placement);
            let went = self.cover_rest(free.without(placement.cells), end, tally);
            self.taken.pop();
            self.left.truncate(end);
            self.wanted[kind] += 1;
            went?;
        }
        ControlFlow::Continue(())
    }
}

/// Number of placements that cover each cell, saturating at 7, as three bit-sliced counters.
#[derive(Clone, Copy, Default, Debug)]
struct CoverCounts {
    ones: SmallCellSet,
    twos: SmallCellSet,
    fours: SmallCellSet,
}

impl CoverCounts {
    fn of(placements: &[StonePlacement]) -> CoverCounts {
        let mut tally = CoverCounts::default();
        for placement in placements {
            tally.add(placement.cells);
        }
        tally
    }

    #[inline]
    fn add(&mut self, cells: SmallCellSet) {
        // Counters saturate: a cell at 7 stays at 7.
        let added = cells.without(self.ones & self.twos & self.fours);
        let carried = self.ones & added;
        self.ones.0 ^= added.0;
        let carried_on = self.twos & carried;
        self.twos.0 ^= carried.0;
        self.fours.0 ^= carried_on.0;
    }

    /// Chooses the cell or kind with the fewest placements left.
    fn branch(self, free: SmallCellSet, left: &[StonePlacement], wanted: &[u8]) -> Branch {
        if free.is_empty() {
            return Branch::Done;
        }
        let CoverCounts { ones, twos, fours } = self;
        if !free.is_within(ones | twos | fours) {
            return Branch::Nowhere;
        }
        // The free cells that 1, 2, ... 7 remaining placements cover.
        let counts = (1..8u8).map(|count| {
            let bit = |set: SmallCellSet, at: u8| if count >> at & 1 == 1 { set } else { !set };
            (count, free & bit(ones, 0) & bit(twos, 1) & bit(fours, 2))
        });
        let fewest = counts
            .filter_map(|(count, cells)| Some((count, cells.first()?)))
            .next();
        let (fewest, cell) = fewest.expect("every free cell is covered by a remaining placement");
        let mut best = (usize::from(fewest), Branch::Cell(cell.into()));
        // The counter of this cell is saturated. Count its placements exactly, because a kind may
        // have more than 7 placements, but fewer than the cell.
        if fewest == 7 {
            let covering = left
                .iter()
                .filter(|placement| placement.cells.contains(cell));
            best.0 = covering.count();
        }
        if fewest > 1 {
            let mut seen = 0;
            for run in left.chunk_by(|one, other| one.kind == other.kind) {
                let kind = run[0].kind;
                let is_one_wanted = wanted[usize::from(kind)] == 1;
                if run.len() < usize::from(wanted[usize::from(kind)]) {
                    return Branch::Nowhere;
                }
                if is_one_wanted && run.len() < best.0 {
                    best = (run.len(), Branch::Kind(kind));
                }
                seen += 1;
            }
            if seen < wanted.iter().filter(|&&wanted| wanted > 0).count() {
                return Branch::Nowhere;
            }
        }
        best.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use slidewise_board::CellMask;

    #[test]
    fn tallies_count_to_seven() {
        let mut tally = CoverCounts::default();
        for cell in 0..12u8 {
            for _ in 0..cell {
                tally.add(CellMask(1 << cell));
            }
        }
        for cell in 0..12 {
            let bit = |set: SmallCellSet| (set.0 >> cell & 1) as u8;
            let count = bit(tally.ones) + 2 * bit(tally.twos) + 4 * bit(tally.fours);
            assert_eq!(count, cell.min(7));
        }
    }

    /// Number of tilings of a rectangle with identical dominoes.
    fn dominoes(rows: usize, columns: usize) -> usize {
        let cell = |row: usize, column: usize| CellMask(1 << (row * columns + column));
        let mut placements = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                if column + 1 < columns {
                    placements.push(cell(row, column) | cell(row, column + 1));
                }
                if row + 1 < rows {
                    placements.push(cell(row, column) | cell(row + 1, column));
                }
            }
        }
        let placements = placements
            .into_iter()
            .map(|cells| StonePlacement { cells, kind: 0 })
            .collect();
        let free = SmallCellSet::first_cells(rows * columns);
        let wanted = vec![(rows * columns / 2) as u8];
        let mut found = 0;
        let went = CoverNode::new(free, placements, wanted).search(&|| false, &mut |_| {
            found += 1;
            ControlFlow::Continue(())
        });
        assert!(went.is_continue());
        found
    }

    #[test]
    fn dominoes_tile_as_often_as_kasteleyn_says() {
        assert_eq!(dominoes(2, 2), 2);
        assert_eq!(dominoes(2, 5), 8);
        assert_eq!(dominoes(4, 4), 36);
        assert_eq!(dominoes(6, 6), 6728);
    }
}
