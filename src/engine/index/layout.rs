//! The layout of an index: the scan order of the cells, the kinds of pieces, and the tile groups.
//!
//! Places are positions in the scan. Each place equals its cell's number if the scan goes by rows
//! and movable pieces can cover all cells. The layout is made from the puzzle; the automaton
//! depends on the layout and the rules only.

use super::lanes;
use super::scan::{Orientation, Place, Scan};
use super::start_reach::StartReach;
use super::tile_groups::{TileGroup, tile_groups};
use slidewise_board::{Cell, CellSet};
use slidewise_puzzle::{Class, Configuration, Puzzle};
use std::ops::Range;

/// Position of a piece of some kind.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    /// Places that the piece covers.
    pub places: CellSet,
    /// First cell of the piece in reading order, by which configurations identify the piece.
    pub first_cell: Cell,
}

/// Pieces that the pattern does not tell apart: a class, adjacent pieces of a class in one lane, or
/// all tiles of a tile group.
#[derive(Clone, Debug)]
pub struct PieceKind {
    /// Number of pieces of the kind.
    pub count: usize,
    /// Kind that comes directly before this kind in their lane; `None` if there is no such kind.
    /// Pieces in one lane cannot pass each other.
    pub after: Option<usize>,
    /// Placement of a piece, indexed by its first place; `None` if a piece does not fit there.
    pub placements: Vec<Option<Placement>>,
    /// Class or tile group to which the pieces belong.
    pub members: KindMembers,
    /// Number of cells that a piece covers.
    size: usize,
    /// Places that a piece covers, indexed by its first place, with `size` entries for each.
    covered: Vec<Place>,
}

impl PieceKind {
    fn new(count: usize, placements: Vec<Option<Placement>>, members: KindMembers) -> PieceKind {
        let any = placements.iter().flatten().next();
        let size = any.map_or(0, |placement| placement.places.len());
        let mut covered = vec![0; placements.len() * size];
        for (first, placement) in placements.iter().enumerate() {
            if let Some(placement) = placement {
                let own = &mut covered[first * size..][..size];
                own.iter_mut()
                    .zip(placement.places)
                    .for_each(|(own, place)| *own = place.0);
            }
        }
        PieceKind {
            count,
            after: None,
            placements,
            members,
            size,
            covered,
        }
    }

    /// Number of cells that a piece of the kind covers.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Places that a piece with the first place `first` covers, ascending; meaningless if it does
    /// not fit there.
    #[inline]
    pub fn covered(&self, first: Place) -> &[Place] {
        &self.covered[usize::from(first) * self.size..][..self.size]
    }
}

/// Class or tile group to which the pieces of a kind belong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KindMembers {
    /// Pieces of a class, or adjacent pieces of a class in one lane.
    Class {
        /// Index of the class.
        class: usize,
        /// Row or column that the pieces keep; `None` if they move both ways.
        lane: Option<u16>,
    },
    /// Tiles of several classes, distinguished only by an arrangement.
    Tiles {
        /// Index of the tile group.
        arrangement: usize,
    },
}

/// Layout of a puzzle's index: the scan, the kinds of pieces, and the tile groups.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Direction of the scan.
    pub orientation: Orientation,
    /// Scan order of the cells.
    pub scan: Scan,
    /// Kinds of pieces; the choice that begins a piece of a kind is the kind's index plus 1.
    pub kinds: Vec<PieceKind>,
    /// Tile groups.
    pub groups: Vec<TileGroup>,
    /// Kinds of the pieces of a class, indexed by class. They are sorted by lane, then by the order
    /// of their pieces in the lane.
    kinds_of_class: Vec<Vec<LaneKind>>,
    reach: StartReach,
    /// Whether numbers depend on the start position: see [`Layout::is_of_start`].
    is_of_start: bool,
}

/// Adjacent pieces of a class in a lane, with their kind.
#[derive(Clone, Debug)]
struct LaneKind {
    lane: Option<u16>,
    /// Positions of the pieces in the list of all pieces of the class in the lane.
    pieces: Range<usize>,
    kind: usize,
}

impl Layout {
    /// Lays out the index of a puzzle for one direction of the scan.
    pub fn new(puzzle: &Puzzle, orientation: Orientation) -> Layout {
        Layout::of_reach(puzzle, orientation, StartReach::of(puzzle))
    }

    /// Lays out the index of a puzzle from a bound on the part that Start can reach.
    pub(super) fn of_reach(puzzle: &Puzzle, orientation: Orientation, reach: StartReach) -> Layout {
        let scan = Scan::new(&puzzle.board, orientation, &reach);
        let groups = tile_groups(puzzle, &reach);
        let group_of = |class: usize| groups.iter().position(|g| g.classes.contains(&class));
        let runs = lanes::runs(puzzle, &reach);
        let before = lanes::before(puzzle, &runs);
        let mut layout = Layout {
            orientation,
            kinds: Vec::new(),
            kinds_of_class: vec![Vec::new(); puzzle.classes.len()],
            is_of_start: before.iter().any(Option::is_some) || reach.settles(puzzle),
            groups: groups.clone(),
            scan,
            reach,
        };
        // Kind of each run, indexed by run.
        let mut kinds_of_runs = vec![0; runs.len()];
        for (number, run) in runs.iter().enumerate() {
            let (class, lane) = (run.class, run.line);
            let members = match group_of(class) {
                Some(arrangement) if groups[arrangement].classes[0] != class => continue,
                Some(arrangement) => KindMembers::Tiles { arrangement },
                None => KindMembers::Class { class, lane },
            };
            let kind = layout.kinds.len();
            kinds_of_runs[number] = kind;
            let mut own = |class: usize, pieces: Range<usize>| {
                layout.kinds_of_class[class].push(LaneKind { lane, pieces, kind });
            };
            let count = match members {
                KindMembers::Tiles { arrangement } => {
                    let group = &groups[arrangement];
                    for (&member, &count) in group.classes.iter().zip(&group.counts) {
                        own(member, 0..count);
                    }
                    group.counts.iter().sum()
                }
                KindMembers::Class { .. } => {
                    own(class, run.range());
                    run.range().len()
                }
            };
            let placements = layout.placements(puzzle, &puzzle.classes[class], lane);
            layout
                .kinds
                .push(PieceKind::new(count, placements, members));
        }
        for (&before, &kind) in before.iter().zip(&kinds_of_runs) {
            if let Some(before) = before {
                layout.kinds[kind].after = Some(kinds_of_runs[before]);
            }
        }
        layout
    }

    /// Whether numbers depend on the start position, because some legal configurations have no
    /// number.
    ///
    /// In a configuration without a number a piece stands where it can never get, or pieces that
    /// cannot pass each other stand in another order than at Start.
    pub fn is_of_start(&self) -> bool {
        self.is_of_start
    }

    /// Pieces that cannot move, as (class, first cell), sorted.
    pub fn settled(&self) -> &[(usize, Cell)] {
        &self.reach.settled
    }

    /// Whether a piece of the class `class` with the first cell `first` cannot move.
    pub fn is_settled(&self, class: usize, first: Cell) -> bool {
        self.reach.is_settled(class, first)
    }

    /// Cells of the pieces that cannot move.
    pub fn settled_cells(&self) -> CellSet {
        self.reach.settled_cells
    }

    /// Kinds of the pieces of a class; a class with pieces in several lanes has several kinds.
    pub fn kinds_of(&self, class: usize) -> impl Iterator<Item = usize> + '_ {
        self.kinds_of_class[class].iter().map(|own| own.kind)
    }

    /// Kinds of a class's pieces in a lane, in the order of the pieces; empty if the class has no
    /// piece in the lane.
    pub fn kinds_on(&self, class: usize, lane: Option<u16>) -> impl Iterator<Item = usize> + '_ {
        let on_lane = self.kinds_of_class[class].iter();
        on_lane
            .filter(move |own| own.lane == lane)
            .map(|own| own.kind)
    }

    /// Movable pieces of a configuration, each as (class, first cell, kind); `None` if a piece
    /// belongs to no kind.
    pub fn pieces(
        &self,
        puzzle: &Puzzle,
        configuration: &Configuration,
    ) -> Option<Vec<(usize, Cell, usize)>> {
        let mut pieces = Vec::with_capacity(configuration.firsts().len());
        let mut before: Vec<(Option<u16>, usize)> = Vec::new();
        for (class, definition) in puzzle.classes.iter().enumerate() {
            before.clear();
            for &first in puzzle.firsts_of(configuration, class) {
                if self.is_settled(class, first) {
                    continue;
                }
                let lane = definition.lane(&puzzle.board, first);
                let known = before.iter().position(|&(own, _)| own == lane);
                let at = known.unwrap_or_else(|| {
                    before.push((lane, 0));
                    before.len() - 1
                });
                let nth = before[at].1;
                before[at].1 += 1;
                let own = self.kinds_of_class[class].iter();
                let mut own = own.filter(|own| own.lane == lane);
                let own = own.find(|own| own.pieces.contains(&nth))?;
                pieces.push((class, first, own.kind));
            }
        }
        Some(pieces)
    }

    fn placements(
        &mut self,
        puzzle: &Puzzle,
        class: &Class,
        lane: Option<u16>,
    ) -> Vec<Option<Placement>> {
        let mut by_first = vec![None; self.scan.cell_count()];
        for first_cell in puzzle.board.cells() {
            if class.lane(&puzzle.board, first_cell) != lane {
                continue;
            }
            let Some(cells) = class.place(&puzzle.board, first_cell) else {
                continue;
            };
            let Some(places) = self.scan.places_of(cells) else {
                // A placement may be left out if it covers a cell of a piece that cannot move,
                // because no piece can ever stand there. Leaving it out loses no configuration.
                self.is_of_start |= !cells.meets(self.reach.settled_cells);
                continue;
            };
            let first = places.first().expect("each piece covers at least one cell");
            by_first[first.index()] = Some(Placement { places, first_cell });
        }
        by_first
    }
}
