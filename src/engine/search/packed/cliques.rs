//! Search by packed boards in slides and in moves: each clique of boards is followed once.
//!
//! The boards that one piece reaches by slides in one line, or by moves, are neighbours of each
//! other. When the first of them is expanded, the others belong to its generation or to the next
//! one, and need not follow the clique again. So each board of the two generations notes the
//! passages of the cliques that have been followed. A board of the generation before is never
//! found: its cliques were followed when it was expanded.

use super::board_table::{BoardTable, MOST, TABLE_BITS};
use super::generations::BoardGenerations;
use crate::graph::{
    Graph, PackedBoard, PackedCliques, PackedLayout, PackedRanks, PackedSteps, StepBits,
};
use slidewise_store::Marks;

/// The boards of a generation, with the passages whose cliques have been followed.
#[derive(Clone, Debug)]
struct CliqueLayer {
    boards: Vec<PackedBoard>,
    followed: Vec<StepBits>,
    /// Number of boards that are their own mirror images.
    alone: u64,
    known: BoardTable,
}

/// A search by packed boards; letters have `B` bits and stand for fewer than `E` kinds of pieces.
#[derive(Clone, Debug)]
pub(super) struct CliqueSearch<const B: usize, const E: usize> {
    steps: PackedSteps<B, E>,
    cliques: PackedCliques<B, E>,
    ranks: PackedRanks<B, E>,
    current: CliqueLayer,
    next: CliqueLayer,
}

impl CliqueLayer {
    fn new() -> CliqueLayer {
        CliqueLayer {
            boards: Vec::new(),
            followed: Vec::new(),
            alone: 0,
            known: BoardTable::new(),
        }
    }

    fn clear(&mut self) {
        self.known.forget(self.boards.len());
        self.boards.clear();
        self.followed.clear();
        self.alone = 0;
    }

    /// Notes passages at a board that belongs to this generation; false if it does not.
    #[inline(always)]
    fn note(&mut self, board: PackedBoard, passages: StepBits) -> bool {
        let place = self.known.find(&self.boards, board).ok();
        place
            .map(|place| self.followed[place] |= passages)
            .is_some()
    }

    /// Notes passages at a board, which is added to the generation if it is new.
    #[inline(always)]
    fn add(&mut self, board: PackedBoard, passages: StepBits) {
        match self.known.find(&self.boards, board) {
            Ok(place) => self.followed[place] |= passages,
            Err(slot) => {
                self.known.enter(slot, self.boards.len());
                self.alone += u64::from(board.key == board.mirror);
                self.boards.push(board);
                self.followed.push(passages);
            }
        }
    }
}

impl<const B: usize, const E: usize> CliqueSearch<B, E> {
    /// The search of a graph in slides or moves from its Start; `None` if the graph has no packed
    /// boards.
    pub(super) fn of(graph: &Graph) -> Option<CliqueSearch<B, E>> {
        let packed = PackedLayout::of(graph)?;
        let steps = PackedSteps::of(&packed);
        let mut current = CliqueLayer::new();
        current.add(steps.start(), 0);
        Some(CliqueSearch {
            ranks: PackedRanks::of(&packed)?,
            cliques: PackedCliques::of(&packed),
            steps,
            current,
            next: CliqueLayer::new(),
        })
    }

    /// Most bytes that the search takes; 0 if the graph has no packed boards.
    pub(super) fn bytes(graph: &Graph) -> u64 {
        let ranks = PackedLayout::<B, E>::is_for(graph)
            .then(|| PackedRanks::<B, E>::bytes(graph))
            .flatten();
        let Some(ranks) = ranks else { return 0 };
        // Vectors may have twice the capacity that is used.
        let boards = 2 * 2 * MOST * (size_of::<PackedBoard>() + size_of::<StepBits>());
        let known = 2 * (size_of::<u32>() << TABLE_BITS[1]);
        let tables = PackedSteps::<B, E>::BYTES + PackedCliques::<B, E>::BYTES;
        ranks + (tables + boards + known) as u64
    }

    /// Finds the next generation; `None` if it is too large, or if there are too many sets of empty
    /// squares.
    fn expand<const MIRROR: bool>(&mut self) -> Option<()> {
        for number in 0..self.current.boards.len() {
            let board = self.current.boards[number];
            let reach = match self.steps.reach_of(board) {
                Some(reach) => reach,
                None => {
                    self.steps.look(board)?;
                    self.steps.reach_of(board)?
                }
            };
            let mut left = self.steps.passages(board, reach) & !self.current.followed[number];
            while left != 0 {
                let passage = left.trailing_zeros() as usize;
                let clique = self.cliques.through(&self.steps, board, passage);
                self.next.known.make_room(&self.next.boards)?;
                left &= !self.cliques.passages(&clique);
                let mut others = clique.others;
                while others != 0 {
                    let first = others.trailing_zeros() as usize;
                    others &= others - 1;
                    let (found, passages) = self.cliques.member::<MIRROR>(&clique, first);
                    let mut followed = passages[0];
                    if MIRROR && found.key == found.mirror {
                        followed |= passages[1];
                    }
                    if !self.current.note(found, followed) {
                        self.next.add(found, followed);
                    }
                }
            }
        }
        Some(())
    }
}

impl<const B: usize, const E: usize> BoardGenerations for CliqueSearch<B, E> {
    fn find_next(&mut self, marks: &Marks, mark: u8) -> Option<u64> {
        self.next.clear();
        let setting = marks.setting_alone(mark);
        let set = |rank| {
            setting(rank);
        };
        if !self.steps.has_mirror() {
            self.expand::<false>()?;
            self.ranks.for_each::<false>(&self.next.boards, set);
            return Some(self.next.boards.len() as u64);
        }
        self.expand::<true>()?;
        self.ranks.for_each::<true>(&self.next.boards, set);
        Some(2 * self.next.boards.len() as u64 - self.next.alone)
    }

    fn advance(&mut self) {
        std::mem::swap(&mut self.current, &mut self.next);
    }

    fn for_each(&self, visit: &mut dyn FnMut(u64)) {
        if self.steps.has_mirror() {
            self.ranks.for_each::<true>(&self.current.boards, visit)
        } else {
            self.ranks.for_each::<false>(&self.current.boards, visit)
        }
    }
}
