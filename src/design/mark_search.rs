//! The search of one set of pieces for all its goal pieces at once.

use super::clique_graph::CliqueGraph;
use super::design_error::DesignError;
use super::field::cells_of;
use super::list_memory::refill;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// The mark of the piece that a clique moves: its first cell differs from board to board.
const MOVED: u32 = 1 << (u32::BITS - 1);

/// A board by its number, with marks on some of its pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MarkedBoard {
    /// The number.
    pub board: u32,
    /// The first cells of these pieces.
    pub marks: u32,
}

/// A breadth-first search of boards whose goal piece may be any piece, for all of them together.
///
/// A *mark* on a board is the first cell of a piece: it stands for the board with this piece as the
/// goal piece. Each board has a word with a bit for each mark that was met. A step of the search
/// carries all new marks of a board along a clique: the mark of the piece that moves goes with it,
/// the others stay where they are. Pieces of equal shape need no care, since each keeps its own
/// mark. (After M. Then et al., The More the Merrier, 2014: searches from many sources that share
/// what they read.)
///
/// What is read at random places decides no branch, so that the processor reads many of them at a
/// time.
///
/// Memory: 9 bytes a board and 8 a clique, and 8 for each board of a generation.
#[derive(Debug, Default)]
pub(crate) struct MarkSearch {
    /// For each board the marks that were met, and above them those of the generation after the
    /// present one.
    boards: Vec<u64>,
    /// For each clique the marks that were carried along it, and above them where its boards begin.
    cliques: Vec<u64>,
    frontier: Vec<MarkedBoard>,
    /// A bit for each board that has marks of the next generation. So the boards of a frontier are
    /// in order, and what is read for one is near what is read for the next.
    next: Vec<u64>,
    carries: Vec<Carry>,
}

/// Marks that are new to a clique.
#[derive(Clone, Copy, Default, Debug)]
struct Carry {
    marks: u32,
    /// Where the boards of the clique begin in the list of the graph.
    from: u32,
    to: u32,
}

/// Bits of a word of the next frontier.
const WORD_BITS: usize = u64::BITS as usize;

/// Boards whose marks are gathered before they are carried on.
const BOARDS_AT_ONCE: usize = 64;

impl MarkSearch {
    /// Searches from the marks in `sources`, one word a board, and calls `visit` with each distance
    /// up to `most`, and with the boards and marks that have it. Returns the number of marks met.
    ///
    /// # Errors
    ///
    /// [`DesignError::Stopped`] and [`DesignError::Refused`].
    pub(crate) fn run(
        &mut self,
        graph: &CliqueGraph<'_>,
        sources: &[u32],
        most: Option<u32>,
        stop: &AtomicBool,
        visit: &mut impl FnMut(u32, &[MarkedBoard]),
    ) -> Result<u64, DesignError> {
        refill(&mut self.boards, sources.iter().map(|own| u64::from(*own)))?;
        let begins = graph.member_begins().iter();
        refill(
            &mut self.cliques,
            begins.map(|own| u64::from(*own) << u32::BITS),
        )?;
        let words = sources.len().div_ceil(WORD_BITS);
        refill(&mut self.next, std::iter::repeat_n(0, words))?;
        self.frontier.clear();
        let numbered = (0..).zip(sources);
        let numbered = numbered.map(|(board, &marks)| MarkedBoard { board, marks });
        self.frontier.extend(numbered.filter(|own| own.marks != 0));
        let mut met = 0;
        for distance in 0.. {
            let marks = self.frontier.iter().map(|own| own.marks.count_ones());
            met += marks.map(u64::from).sum::<u64>();
            visit(distance, &self.frontier);
            if self.frontier.is_empty() || most == Some(distance) {
                break;
            }
            if stop.load(Ordering::Relaxed) {
                return Err(DesignError::Stopped);
            }
            self.expand(graph);
        }
        Ok(met)
    }

    /// Replaces the frontier by the next one.
    fn expand(&mut self, graph: &CliqueGraph<'_>) {
        for begin in (0..self.frontier.len()).step_by(BOARDS_AT_ONCE) {
            let end = self.frontier.len().min(begin + BOARDS_AT_ONCE);
            let carries = self.gather(graph, begin..end);
            for carry in &self.carries[..carries] {
                let (others, moved) = (carry.marks & !MOVED, carry.marks / MOVED);
                for (board, place) in graph.members(carry.from..carry.to) {
                    let word = self.boards[board];
                    let arrived = (others | (moved << place)) & !(word as u32);
                    let bit = u64::from(arrived != 0) << (board % WORD_BITS);
                    self.next[board / WORD_BITS] |= bit;
                    let arrived = u64::from(arrived);
                    self.boards[board] = word | arrived | (arrived << u32::BITS);
                }
            }
        }
        self.frontier.clear();
        for (begin, bits) in (0..).step_by(WORD_BITS).zip(&mut self.next) {
            for bit in cells_of(std::mem::take(bits)) {
                let board = begin + bit;
                let word = &mut self.boards[board as usize];
                let marks = (*word >> u32::BITS) as u32;
                *word &= u64::from(u32::MAX);
                self.frontier.push(MarkedBoard { board, marks });
            }
        }
    }

    /// Puts into `carries` what boards of the frontier bring that is new to their cliques; returns
    /// how many there are.
    fn gather(&mut self, graph: &CliqueGraph<'_>, frontier: Range<usize>) -> usize {
        let mut carries = 0;
        for own in &self.frontier[frontier] {
            let cliques = graph.cliques_of(own.board);
            let needed = carries + cliques.len() + 1;
            if needed > self.carries.len() {
                self.carries.resize(2 * needed, Carry::default());
            }
            for (clique, place) in cliques {
                let moved = own.marks >> place & 1;
                let others = own.marks & !(1 << place);
                let word = self.cliques[clique];
                let marks = (others | (moved * MOVED)) & !(word as u32);
                self.carries[carries] = Carry {
                    marks,
                    from: (word >> u32::BITS) as u32,
                    to: (self.cliques[clique + 1] >> u32::BITS) as u32,
                };
                carries += usize::from(marks != 0);
                self.cliques[clique] = word | u64::from(marks);
            }
        }
        carries
    }

    /// Memory in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let words = self.boards.capacity() + self.cliques.capacity() + self.next.capacity();
        ((words + self.frontier.capacity()) * size_of::<u64>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board_code::BoardCode;
    use crate::board_lister::BoardLister;
    use crate::family::Family;
    use crate::set_search::SetSearch;
    use crate::universe::{CountMeans, Counter};
    use slidewise_engine::graph::Metric;
    use std::collections::{BTreeMap, BTreeSet};

    /// Boards with their goal pieces by distance.
    type BoardsByDistance = BTreeMap<u32, BTreeSet<u64>>;

    static UNSTOPPED: AtomicBool = AtomicBool::new(false);

    fn solved(family: &Family, board: u64) -> u32 {
        let field = &family.field;
        let code = family.code();
        code.pieces_touching(board, field.last_row(), field.last_column())
    }

    /// Each board with each of these pieces as its goal piece.
    fn marked(code: BoardCode<'_>, board: u64, marks: u32) -> impl Iterator<Item = u64> {
        cells_of(u64::from(marks)).map(move |cell| code.with_goal_cell(board, cell))
    }

    fn at_once(family: &Family, metric: Metric, set: &[u64]) -> BoardsByDistance {
        let code = family.code();
        let mut graph = CliqueGraph::new(code, metric);
        let mut search = MarkSearch::default();
        let mut generations = BoardsByDistance::new();
        let (mut met, mut boards) = (0, 0);
        graph.clear(set.len(), 1 << 30).unwrap();
        for &board in set {
            if !graph.find_component(board, 1 << 30, &UNSTOPPED).unwrap() {
                continue;
            }
            let own = graph.boards();
            boards += own.len();
            let sources: Vec<u32> = own.iter().map(|board| solved(family, *board)).collect();
            let mut visit = |distance, reached: &[MarkedBoard]| {
                for marks in reached {
                    let boards = marked(code, own[marks.board as usize], marks.marks);
                    generations.entry(distance).or_default().extend(boards);
                }
            };
            met += search
                .run(&graph, &sources, None, &UNSTOPPED, &mut visit)
                .unwrap();
        }
        assert_eq!(boards, set.len());
        let all: usize = generations.values().map(BTreeSet::len).sum();
        assert_eq!(met, all as u64);
        generations
    }

    fn one_by_one(family: &Family, metric: Metric, set: &[u64]) -> BoardsByDistance {
        let code = family.code();
        let mut by_goal: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for board in set
            .iter()
            .flat_map(|own| marked(code, *own, solved(family, *own)))
        {
            let shape = family.field.normal_form(code.goal_cells(board));
            by_goal.entry(shape).or_default().push(board);
        }
        let mut generations = BoardsByDistance::new();
        for boards in by_goal.values() {
            let mut search = SetSearch::new(code, metric, 1 << 30, &UNSTOPPED);
            search.reach(boards, None).unwrap();
            for distance in 0..=search.depth() {
                let own = search.at(distance).iter().copied();
                generations.entry(distance).or_default().extend(own);
            }
        }
        generations
    }

    #[test]
    fn all_goal_pieces_at_once_have_the_generations_of_one_after_the_other() {
        let mut sets = 0;
        for (rows, columns) in [(2, 3), (1, 6), (4, 2), (3, 3)] {
            let family = Family::polyominoes(rows, columns).unwrap();
            let lister = BoardLister::new(&family);
            for (tally, counted) in Counter::within(&family, CountMeans::default())
                .universe()
                .unwrap()
            {
                let mut boards = Vec::new();
                lister.for_each_without_goal(tally, &mut |key, board| boards.push((key, board)));
                assert_eq!(boards.len() as u64, counted);
                let mut visit = |set: &[u64]| {
                    for metric in Metric::OF_ONE_PIECE {
                        let expected = one_by_one(&family, metric, set);
                        assert_eq!(
                            at_once(&family, metric, set),
                            expected,
                            "{metric:?} {set:?}"
                        );
                    }
                    sets += 1;
                    Ok::<(), ()>(())
                };
                lister.for_each_set(&mut boards, &mut visit).unwrap();
            }
        }
        assert!(sets > 1000, "{sets}");
    }
}
