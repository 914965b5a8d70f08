//! The places of each class, and the steps of its pieces between them, without an index.
//!
//! A place is a first cell that a piece of the class can reach when it is alone on the board. The
//! places of a class are numbered.

use crate::graph::Metric;
use slidewise_board::{BitMask, Cell, CellMask, Direction};
use slidewise_puzzle::{Axis, Configuration, Goal, Puzzle};

/// Entry of a table of steps for a step that leads to no place.
const NOWHERE: u16 = u16::MAX;

/// The places of one class.
#[derive(Clone, Debug)]
struct ClassPlaces<B: BitMask> {
    /// Index of the first piece of the class.
    begin: usize,
    /// Number of pieces of the class.
    size: usize,
    /// First cell of each place, ascending.
    firsts: Vec<Cell>,
    /// Cells that a piece covers, indexed by place.
    covers: Vec<CellMask<B>>,
    /// Place that one step leads to, with the cells that the piece newly covers, indexed by place
    /// and direction.
    steps: Vec<(u16, CellMask<B>)>,
    /// Number of directions of the board.
    ways: usize,
}

/// The places of all classes of a puzzle.
#[derive(Clone, Debug)]
pub(super) struct Places<B: BitMask> {
    classes: Vec<ClassPlaces<B>>,
    /// Number of pieces of the puzzle.
    pieces: usize,
}

/// A goal in terms of places.
#[derive(Clone, Debug)]
pub(super) struct PlacedGoal<B: BitMask> {
    /// Class and place of each demand: a piece of the class must be at the place.
    demands: Vec<(usize, u16)>,
    empty: CellMask<B>,
}

/// Buffers for finding neighbours, to be reused.
#[derive(Clone, Debug, Default)]
pub(super) struct NeighbourBuffers {
    /// Places of all pieces in the neighbour, indexed by piece.
    after: Vec<u16>,
    /// Whether the flood fill has reached each place, indexed by place.
    met: Vec<bool>,
    waiting: Vec<u16>,
}

impl<B: BitMask> Places<B> {
    /// The places of a puzzle; its cells must fit into masks of type `B`.
    pub(super) fn of(puzzle: &Puzzle) -> Places<B> {
        let firsts = |class| puzzle.firsts_of(&puzzle.start, class).to_vec();
        Places::from(puzzle, firsts)
    }

    /// The places of a puzzle wherever a piece has room, whether Start leads there or not.
    pub(super) fn everywhere(puzzle: &Puzzle) -> Places<B> {
        let board = &puzzle.board;
        Places::from(puzzle, |class| {
            let has_room = |&cell: &Cell| puzzle.classes[class].place(board, cell).is_some();
            board.cells().iter().filter(has_room).collect()
        })
    }

    /// The places that each class reaches from the first cells that `firsts` gives for it.
    fn from(puzzle: &Puzzle, firsts: impl Fn(usize) -> Vec<Cell>) -> Places<B> {
        let mut begin = 0;
        let classes = (0..puzzle.classes.len()).map(|class| {
            let own = ClassPlaces::of(puzzle, class, begin, firsts(class));
            begin += own.size;
            own
        });
        Places {
            classes: classes.collect(),
            pieces: puzzle.piece_count(),
        }
    }

    /// Number of places of each piece, indexed by piece.
    pub(super) fn counts(&self) -> Vec<usize> {
        let classes = self.classes.iter();
        classes
            .flat_map(|own| std::iter::repeat_n(own.firsts.len(), own.size))
            .collect()
    }

    /// The places of a configuration, indexed by piece, ascending in each class.
    ///
    /// `None` if a piece stands where it can never come.
    pub(super) fn placed(
        &self,
        puzzle: &Puzzle,
        configuration: &Configuration,
    ) -> Option<Vec<u16>> {
        let mut places = Vec::with_capacity(self.pieces);
        for (class, own) in self.classes.iter().enumerate() {
            for first in puzzle.firsts_of(configuration, class) {
                places.push(own.firsts.binary_search(first).ok()? as u16);
            }
        }
        Some(places)
    }

    /// Writes the first cell of each piece at these places.
    pub(super) fn write_firsts(&self, places: &[u16], firsts: &mut Vec<Cell>) {
        firsts.clear();
        for own in &self.classes {
            let places = places[own.begin..own.begin + own.size].iter();
            firsts.extend(places.map(|&place| own.firsts[usize::from(place)]));
        }
    }

    /// The configuration with the pieces at these places.
    pub(super) fn configuration(&self, places: &[u16]) -> Configuration {
        let classes = self.classes.iter().map(|own| {
            let places = places[own.begin..own.begin + own.size].iter();
            places.map(|&place| own.firsts[place as usize]).collect()
        });
        Configuration::new(classes.collect())
    }

    /// The goals in terms of places, without the goals that put a piece where it can never come.
    pub(super) fn goals(&self, puzzle: &Puzzle, goals: &[Goal]) -> Vec<PlacedGoal<B>> {
        let placed = |goal: &Goal| {
            let demands = goal.demands.iter().map(|demand| {
                let own = &self.classes[demand.class];
                let cells =
                    |&first: &Cell| puzzle.classes[demand.class].place(&puzzle.board, first);
                let place = own
                    .firsts
                    .iter()
                    .position(|first| cells(first) == Some(demand.cells))?;
                Some((demand.class, place as u16))
            });
            Some(PlacedGoal {
                demands: demands.collect::<Option<_>>()?,
                empty: goal.empty.cast(),
            })
        };
        goals.iter().filter_map(placed).collect()
    }

    /// Whether a position meets a goal.
    pub(super) fn meets(&self, goal: &PlacedGoal<B>, places: &[u16]) -> bool {
        let is_there = |&(class, place): &(usize, u16)| {
            let own = &self.classes[class];
            places[own.begin..own.begin + own.size].contains(&place)
        };
        goal.demands.iter().all(is_there) && !goal.empty.meets(self.covered(places))
    }

    fn covered(&self, places: &[u16]) -> CellMask<B> {
        let classes = self.classes.iter();
        classes.fold(CellMask::EMPTY, |covered, own| {
            let places = places[own.begin..own.begin + own.size].iter();
            places.fold(covered, |covered, &place| {
                covered | own.covers[place as usize]
            })
        })
    }

    /// Calls `visit` once with the places of each neighbour.
    ///
    /// Time: four lookups for each piece, and a few for each neighbour. Rules are checked for each
    /// neighbour, cell by cell.
    pub(super) fn for_each_neighbour(
        &self,
        puzzle: &Puzzle,
        metric: Metric,
        places: &[u16],
        room: &mut NeighbourBuffers,
        mut visit: impl FnMut(&[u16]),
    ) {
        let covered = self.covered(places);
        let NeighbourBuffers {
            after,
            met,
            waiting,
        } = room;
        if metric == Metric::Line {
            return self.for_each_push(puzzle, places, after, visit);
        }
        for own in &self.classes {
            for piece in own.begin..own.begin + own.size {
                let from = places[piece];
                let others = covered.without(own.covers[from as usize]);
                let onward = |at: u16, direction: usize| {
                    let (to, ahead) = own.steps[usize::from(at) * own.ways + direction];
                    (to != NOWHERE && !ahead.meets(others)).then_some(to)
                };
                // Visits the neighbour with the piece at `to`, if it is legal; returns whether it
                // is legal.
                let mut arrives = |to: u16| {
                    after.clear();
                    after.extend_from_slice(places);
                    own.put(&mut after[own.begin..], piece - own.begin, to);
                    let is_legal =
                        puzzle.rules.is_empty() || puzzle.obeys_rules(&self.configuration(after));
                    if is_legal {
                        visit(after);
                    }
                    is_legal
                };
                match metric {
                    Metric::Line => {}
                    Metric::Step => {
                        for direction in 0..own.ways {
                            if let Some(to) = onward(from, direction) {
                                arrives(to);
                            }
                        }
                    }
                    Metric::Slide => {
                        met.clear();
                        met.resize(own.firsts.len(), false);
                        for_each_slide(own.ways, from, met, onward, arrives);
                    }
                    Metric::Move => {
                        met.clear();
                        met.resize(own.firsts.len(), false);
                        met[from as usize] = true;
                        waiting.clear();
                        waiting.push(from);
                        while let Some(at) = waiting.pop() {
                            for direction in 0..own.ways {
                                if let Some(to) = onward(at, direction)
                                    && !std::mem::replace(&mut met[to as usize], true)
                                    && arrives(to)
                                {
                                    waiting.push(to);
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Calls `arrives` once with each place to which a slide in one of the directions leads; a slide
/// ends where `onward` or `arrives` says so.
///
/// Lines may close or cross again, and lead to one place twice; `met` is false for all places.
fn for_each_slide(
    ways: usize,
    from: u16,
    met: &mut [bool],
    onward: impl Fn(u16, usize) -> Option<u16>,
    mut arrives: impl FnMut(u16) -> bool,
) {
    for direction in 0..ways {
        let mut at = from;
        while let Some(to) = onward(at, direction)
            && to != from
        {
            at = to;
            let is_new = !std::mem::replace(&mut met[usize::from(to)], true);
            if is_new && !arrives(to) {
                break;
            }
        }
    }
}

impl<B: BitMask> Places<B> {
    /// Calls `visit` once with the places after each push of a row of unit pieces. A piece of
    /// several cells, which cannot move, stands in the way.
    fn for_each_push(
        &self,
        puzzle: &Puzzle,
        places: &[u16],
        after: &mut Vec<u16>,
        mut visit: impl FnMut(&[u16]),
    ) {
        let board = &puzzle.board;
        let covered = self.covered(places);
        // Piece of one cell on each cell, with its class.
        let mut standing = vec![None; board.cell_count()];
        for own in &self.classes {
            for piece in own.begin..own.begin + own.size {
                if own.covers[places[piece] as usize].len() == 1 {
                    standing[own.firsts[places[piece] as usize].index()] = Some((own, piece));
                }
            }
        }
        let empties = board.cells().iter().filter(|&cell| !covered.contains(cell));
        for empty in empties {
            for &direction in board.directions() {
                after.clear();
                after.extend_from_slice(places);
                let mut at = empty;
                while let Some(cell) = board.neighbour(at, direction.opposite())
                    && let Some((own, piece)) = standing[cell.index()]
                {
                    let at_once = usize::from(places[piece]) * own.ways + direction.index();
                    let (to, _) = own.steps[at_once];
                    if to == NOWHERE {
                        break;
                    }
                    after[piece] = to;
                    let mut pushed = after.clone();
                    for own in &self.classes {
                        pushed[own.begin..own.begin + own.size].sort_unstable();
                    }
                    if puzzle.rules.is_empty() || puzzle.obeys_rules(&self.configuration(&pushed)) {
                        visit(&pushed);
                    }
                    at = cell;
                }
            }
        }
    }
}

impl<B: BitMask> ClassPlaces<B> {
    fn of(puzzle: &Puzzle, class: usize, begin: usize, mut firsts: Vec<Cell>) -> ClassPlaces<B> {
        let (board, definition) = (&puzzle.board, &puzzle.classes[class]);
        let after = |first: Cell, direction: Direction| {
            let follows = match definition.axis {
                Axis::Free => true,
                Axis::Horizontal => direction.is_horizontal(),
                Axis::Vertical => !direction.is_horizontal(),
            };
            let after = board.neighbour(first, direction).filter(|_| follows)?;
            definition.place(board, after).map(|_| after)
        };
        let mut is_known = vec![false; board.cell_count()];
        firsts
            .iter()
            .for_each(|first| is_known[first.index()] = true);
        let mut next = 0;
        while let Some(&first) = firsts.get(next) {
            for &direction in board.directions() {
                if let Some(after) = after(first, direction)
                    && !std::mem::replace(&mut is_known[after.index()], true)
                {
                    firsts.push(after);
                }
            }
            next += 1;
        }
        firsts.sort_unstable();
        let covers: Vec<CellMask<B>> = firsts
            .iter()
            .map(|&first| {
                let cells = definition.place(board, first);
                cells.expect("a piece fits at each of its places").cast()
            })
            .collect();
        let step = |place: usize, direction: Direction| {
            let to = after(firsts[place], direction);
            let to = to.and_then(|to| firsts.binary_search(&to).ok());
            to.map_or((NOWHERE, CellMask::EMPTY), |to| {
                (to as u16, covers[to].without(covers[place]))
            })
        };
        let ways = board.directions();
        let steps = (0..firsts.len())
            .flat_map(|place| ways.iter().map(move |&way| (place, way)))
            .map(|(place, way)| step(place, way));
        ClassPlaces {
            begin,
            size: definition.size(),
            steps: steps.collect(),
            ways: ways.len(),
            covers,
            firsts,
        }
    }

    /// Moves a piece of this class; the class's places, at the beginning of `places`, stay sorted.
    fn put(&self, places: &mut [u16], piece: usize, to: u16) {
        let mut at = piece;
        while at > 0 && places[at - 1] > to {
            places[at] = places[at - 1];
            at -= 1;
        }
        while at + 1 < self.size && places[at + 1] < to {
            places[at] = places[at + 1];
            at += 1;
        }
        places[at] = to;
    }
}
