//! Packed boards: whole patterns, each in one word, and the effect of a step on this word.
//!
//! If a board is small and has few kinds of pieces, a search can work on the patterns themselves
//! instead of their numbers. Each square has a letter of a few bits, and all letters together are
//! one word. The letter of a square is
//!
//! - 0 if a piece covers the square but begins elsewhere;
//! - 1 + the kind if a piece begins on the square;
//! - the greatest letter if the square is empty.
//!
//! A step changes the letters of the squares where the piece begins before and after the step, and
//! of the squares that the piece leaves and takes. All these letters are changed by one exclusive
//! or with a word that depends only on the kind of the piece and on the two squares where it
//! begins. The step back is the same exclusive or (`steps.rs`). The set of empty squares decides
//! which pieces can move. Small boards have few such sets, and each is analysed once.
//!
//! The number of each configuration is needed once, to mark the configuration as seen:
//! [`PackedRanks`] walks down the pattern automaton for many boards at once. If a turn of the board
//! takes Start to itself, a packed board is stored with its mirror image, and of each such pair a
//! search needs only one board (`mirror.rs`).
//!
//! Time: five to ten nanoseconds to find the possible steps of a board, five to ten to make each
//! step, and four to eight to compute a number. Half boards take less time for each configuration,
//! but some twenty times as long to prepare. Packed boards exist in steps, slides and moves
//! (`cliques.rs`), for puzzles without tile groups and without rules.

mod cliques;
mod mirror;
mod ranks;
mod steps;

pub(crate) use cliques::PackedCliques;
pub(crate) use ranks::PackedRanks;
pub(crate) use steps::{PackedSteps, StepBits};

use super::Graph;
use crate::index::{Layout, Orientation, Place};
use slidewise_board::{Cell, SmallCellSet};
use slidewise_puzzle::Configuration;

/// A pattern as one word, with its mirror image.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PackedBoard {
    /// Word with the letters of all squares.
    pub key: u64,
    /// Word with the letters of the mirror image; 0 if the puzzle has no mirror.
    pub mirror: u64,
}

/// Layout of the letters in a word: `B` bits for each letter, for fewer than `E` kinds of pieces.
#[derive(Clone, Debug)]
pub(crate) struct PackedLayout<'g, const B: usize, const E: usize> {
    graph: &'g Graph,
    layout: &'g Layout,
    /// Position of the lowest bit of a square's letter in the word, indexed by the square's place
    /// in the scan.
    bits: Vec<u8>,
    /// Piece of a kind that begins at a cell, indexed by kind, then cell; `None` if the piece does
    /// not fit there.
    pieces: Vec<Vec<Option<PackedPiece>>>,
}

/// A piece at a certain position on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct PackedPiece {
    kind: usize,
    /// Places that the piece covers; it begins at the first of them.
    places: SmallCellSet,
}

impl<'g, const B: usize, const E: usize> PackedLayout<'g, B, E> {
    /// The letter of empty squares.
    const EMPTY: u64 = E as u64;

    /// Whether a graph's patterns can be packed: the board neither runs round nor is made of lines,
    /// the puzzle has no rules and no tile groups, and
    /// the letters fit one word.
    pub(crate) fn is_for(graph: &Graph) -> bool {
        let (puzzle, layout) = (graph.puzzle(), graph.space().layout());
        let squares: usize = layout.scan.sides().into_iter().product();
        let is_plain =
            puzzle.board.is_plain() && puzzle.rules.is_empty() && layout.groups.is_empty();
        squares * B <= 64 && layout.kinds.len() < E && is_plain
    }

    /// The layout of a graph's patterns; `None` if they cannot be packed.
    pub(crate) fn of(graph: &'g Graph) -> Option<Self> {
        if !Self::is_for(graph) {
            return None;
        }
        let (puzzle, layout) = (graph.puzzle(), graph.space().layout());
        let scan = &layout.scan;
        let [rows, columns] = scan.sides();
        let cells = scan.cell_count();
        let bit = |place: Place| {
            let [row, column] = scan.at(puzzle.board.square_of(scan.cell_at(place)));
            let at = match layout.orientation {
                Orientation::Rows => row * columns + column,
                Orientation::Columns => column * rows + row,
            };
            (at * B) as u8
        };
        let pieces = (0..).zip(&layout.kinds).map(|(kind, own)| {
            let mut by_cell = vec![None; puzzle.board.cell_count()];
            for placement in own.placements.iter().flatten() {
                let places = placement.places.cast();
                by_cell[placement.first_cell.index()] = Some(PackedPiece { kind, places });
            }
            by_cell
        });
        Some(PackedLayout {
            graph,
            layout,
            bits: (0..cells as Place).map(bit).collect(),
            pieces: pieces.collect(),
        })
    }

    /// Number of squares in a line of the scan: a row or column of the smallest rectangle around
    /// the scanned cells.
    fn line_length(&self) -> usize {
        let [rows, columns] = self.layout.scan.sides();
        match self.layout.orientation {
            Orientation::Rows => columns,
            Orientation::Columns => rows,
        }
    }

    /// Position of the lowest bit of the letter of a piece's first place.
    fn first_bit(&self, piece: PackedPiece) -> usize {
        let first = piece.places.first().map_or(0, Cell::index);
        usize::from(self.bits[first])
    }

    /// Mask with the lowest bit of the letter of each place in `places`.
    fn spread(&self, places: SmallCellSet) -> u64 {
        let bits = places.iter().map(|place| self.bits[place.index()]);
        bits.fold(0, |all, bit| all | 1 << bit)
    }

    /// The letter of a piece, shifted to the bits of its first place.
    fn letter(&self, piece: PackedPiece) -> u64 {
        (piece.kind as u64 + 1) << self.first_bit(piece)
    }

    /// Word with the letter of an empty square at each of `places`, and 0 elsewhere.
    fn empty(&self, places: SmallCellSet) -> u64 {
        self.spread(places) * Self::EMPTY
    }

    /// The pieces of a configuration.
    fn pieces_of(&self, configuration: &Configuration) -> Vec<PackedPiece> {
        let pieces = self.layout.pieces(self.graph.puzzle(), configuration);
        let pieces = pieces.into_iter().flatten();
        let mut pieces: Vec<PackedPiece> = pieces
            .filter_map(|(_, first, kind)| self.pieces[kind][first.index()])
            .collect();
        pieces.sort_unstable();
        pieces
    }

    /// Packs all pieces of a board into its word.
    fn key(&self, pieces: impl Iterator<Item = PackedPiece>) -> u64 {
        let mut holes = self.places();
        let letters = pieces.fold(0, |letters, piece| {
            holes = holes.without(piece.places);
            letters | self.letter(piece)
        });
        letters | self.empty(holes)
    }

    /// All places of the scan.
    fn places(&self) -> SmallCellSet {
        SmallCellSet::first_cells(self.bits.len())
    }
}

#[cfg(test)]
mod tests {
    use super::mirror::Mirror;
    use super::*;
    use crate::graph::Metric;
    use slidewise_puzzle::{Puzzle, builtin};

    /// Packs a configuration, piece by piece.
    fn board_of<const B: usize, const E: usize>(
        packed: &PackedLayout<'_, B, E>,
        mirror: Option<&Mirror>,
        index: u64,
    ) -> PackedBoard {
        let pieces = packed.pieces_of(&packed.graph.configuration(index));
        let images = mirror.map_or(pieces.clone(), |mirror| {
            pieces.iter().map(|&piece| mirror.image(piece)).collect()
        });
        PackedBoard {
            key: packed.key(pieces.into_iter()),
            mirror: packed.key(images.into_iter()),
        }
    }

    /// The mirror image of a board.
    fn image(board: PackedBoard) -> PackedBoard {
        PackedBoard {
            key: board.mirror,
            mirror: board.key,
        }
    }

    /// The packed board or its mirror image: the one with the lesser word.
    fn lesser(board: PackedBoard) -> PackedBoard {
        if board.mirror < board.key {
            image(board)
        } else {
            board
        }
    }

    /// Compares about `most` packed boards with the numbers and neighbours that the graph gives.
    ///
    /// Returns `None` if the graph has no packed boards, else whether it has a mirror.
    fn compare<const B: usize, const E: usize>(graph: &Graph, most: u64) -> Option<bool> {
        let packed = PackedLayout::<B, E>::of(graph)?;
        let name = &graph.puzzle().name;
        let mirror = Mirror::of(&packed, &packed.pieces_of(graph.start()));
        let mut steps = PackedSteps::of(&packed);
        assert_eq!(steps.has_mirror(), mirror.is_some(), "{name}");
        let ranks = PackedRanks::of(&packed).unwrap();
        let rank_of = |board: PackedBoard| {
            let mut found = Vec::new();
            ranks.for_each::<false>(&[board], |rank| found.push(rank));
            found[0]
        };
        let start = graph.index_of(graph.start()).unwrap();
        assert_eq!(steps.start(), board_of(&packed, mirror.as_ref(), start));
        let stride = (graph.len() / most).max(1) as usize;
        let numbers: Vec<u64> = (0..graph.len())
            .step_by(stride)
            .chain([start, graph.len() - 1])
            .collect();
        let boards: Vec<PackedBoard> = numbers
            .iter()
            .map(|&index| board_of(&packed, mirror.as_ref(), index))
            .collect();
        let mut ranked = Vec::new();
        ranks.for_each::<false>(&boards, |rank| ranked.push(rank));
        assert_eq!(ranked, numbers, "{name}");
        // If `MIRROR` is true, `visit` gets the number of each board and that of its mirror image.
        let mut both = Vec::new();
        ranks.for_each::<true>(&boards, |rank| both.push(rank));
        let images = boards.iter().map(|&board| rank_of(image(board)));
        let mut expected: Vec<u64> = numbers.iter().copied().chain(images).collect();
        both.sort_unstable();
        expected.sort_unstable();
        assert_eq!(both, expected, "{name}");

        let mut neighbours = graph.neighbours();
        for (&index, &board) in numbers.iter().zip(&boards) {
            let mut expected = Vec::new();
            neighbours.for_each(index, |neighbour| expected.push(neighbour));
            let mut found = Vec::new();
            let reach = steps.reach_of(board).unwrap_or_else(|| {
                steps.look(board).unwrap();
                steps.reach_of(board).unwrap()
            });
            let passages = steps.passages(board, reach);
            for own in (0..64).filter(|own| passages >> own & 1 == 1) {
                let (plain, [back, _]) = steps.stepper().after::<false>(board, own);
                found.push(rank_of(plain));
                let (again, [forth, _]) = steps.stepper().after::<false>(plain, back.into());
                assert_eq!((again.key, usize::from(forth)), (board.key, own), "{name}");
                if mirror.is_none() {
                    continue;
                }
                // With a mirror, `after` returns the lesser of the new board and its mirror image,
                // and the passages that lead back from each of the two.
                let (reached, backs) = steps.stepper().after::<true>(board, own);
                let whole = board_of(&packed, mirror.as_ref(), rank_of(plain));
                assert_eq!(reached, lesser(whole), "{name}");
                for (from, back) in [reached, image(reached)].into_iter().zip(backs) {
                    let (again, _) = steps.stepper().after::<true>(from, back.into());
                    assert_eq!(again, lesser(board), "{name}");
                }
            }
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{name}: {index}");
        }
        Some(mirror.is_some())
    }

    /// Compares packed boards with the graph for every letter size that fits. Returns the number of
    /// sizes that fit, and the number of those with a mirror.
    fn compare_all(graph: &Graph, most: u64) -> [usize; 2] {
        let all = [
            compare::<2, 3>(graph, most),
            compare::<3, 5>(graph, most),
            compare::<3, 7>(graph, most),
            compare::<4, 15>(graph, most),
        ];
        let found = all.into_iter().flatten();
        found.fold([0, 0], |[all, mirrored], has_mirror| {
            [all + 1, mirrored + usize::from(has_mirror)]
        })
    }

    fn graph_of(text: &str) -> Graph {
        let puzzle = Puzzle::from_toml("small", "small.toml", text).unwrap();
        Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap()
    }

    #[test]
    fn packed_boards_of_the_catalogue_have_the_numbers_and_the_steps_of_their_configurations() {
        let mut all = [0, 0];
        for builtin in builtin::list() {
            let puzzle = builtin.read().unwrap();
            if puzzle.board.rows() * puzzle.board.columns() > 32 {
                continue;
            }
            let Ok(graph) = Graph::new(&puzzle, &puzzle.start, Metric::Step) else {
                continue;
            };
            let found = compare_all(&graph, 50);
            all = [all[0] + found[0], all[1] + found[1]];
        }
        assert!(all[0] > 60 && all[1] > 20, "{all:?}");
    }

    #[test]
    fn a_mirror_is_a_turn_that_takes_pieces_walls_axes_and_gates_to_themselves() {
        let boards = [
            ("aab.bcc:aa...cc", "", true),
            ("aab.bcc:aa..dcc", "", false),
            ("aa#..:.b.b.", "", false),
            (".##.:aabb:....", "", true),
            // Only half a turn takes this board to itself.
            ("aa..:..bb", "", true),
            // Half a turn is the mirror: quarter turns take this board to itself too, but are not
            // their own inverses.
            (".a..:...a:a...:..a.", "units = ['a']", true),
            ("aa.b:...b:c...:c.dd", "", true),
            // Reflection in the diagonal exchanges lying and standing pieces.
            (".AA:B..:B..", "", true),
            (".AA:B..:B..", "horizontal = ['A']\nvertical = ['B']", true),
            (".AA:B..:B..", "horizontal = ['A']", false),
            // These pieces consist of separate cells.
            ("a.a:...:b.b", "", true),
            ("a.b:.a.", "", false),
            // A mirror must also keep gates, and the pieces that may stand on them.
            ("aa-:bb.", "[gates]\n'-' = ['a']", false),
            ("-.-:a.a", "units = ['a']\n[gates]\n'-' = ['a']", true),
            (
                "-.+:a.a",
                "units = ['a']\n[gates]\n'-' = ['a']\n'+' = []",
                false,
            ),
            ("aa:aa", "units = ['a']", true),
            // A single row of 32 squares, the most that fit a word, and a single column.
            ("aa..........bbb............aa...", "", true),
            ("a:.:.:b:b:.", "", true),
            // With letters of two bits, a row of this board takes 32 bits.
            ("a.............a.:b.....u.......b.", "", false),
        ];
        for (board, rest, has_mirror) in boards {
            let board = board.replace(':', "\n");
            let text = format!("start = '''\n{board}\n'''\n{rest}\n");
            let [all, mirrored] = compare_all(&graph_of(&text), u64::MAX);
            assert!(all > 0, "{text}");
            assert_eq!(mirrored, if has_mirror { all } else { 0 }, "{text}");
        }
    }

    #[test]
    fn packed_boards_need_room_for_the_letters_and_pieces_that_are_not_told_apart() {
        let is_for = |text: &str| {
            let graph = graph_of(text);
            [
                PackedLayout::<2, 3>::is_for(&graph),
                PackedLayout::<3, 5>::is_for(&graph),
                PackedLayout::<4, 15>::is_for(&graph),
            ]
        };
        let long = |columns: usize| format!("start = '''\naa{}\n'''\n", ".".repeat(columns - 2));
        assert_eq!(is_for(&long(16)), [true; 3]);
        assert_eq!(is_for(&long(17)), [true, true, false]);
        assert_eq!(is_for(&long(32)), [true, false, false]);
        assert_eq!(is_for(&long(33)), [false; 3]);
        let three_kinds = "start = '''\nabb.\nccc.\n'''\n";
        assert_eq!(is_for(three_kinds), [false, true, true]);
        let told_apart = "start = '''\nab.\n'''\ndistinct = true\n";
        assert_eq!(is_for(told_apart), [false; 3]);
        let ruled = "start = '''\nK..R\n'''\n[[rule]]\nnever = 'adjacent'\npieces = ['K', 'R']\n";
        assert_eq!(is_for(ruled), [false; 3]);
    }
}
