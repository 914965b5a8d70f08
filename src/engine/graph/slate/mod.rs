//! Slates: whole patterns, each written into one word, and what a step does to it.
//!
//! A small board with few kinds of pieces needs no number while it is searched: each of its squares has a letter of
//! a few bits, and all letters together are a word. A letter is 0 where a piece covers the square and begins
//! elsewhere, 1 + the kind where a piece begins, and the last one where nothing stands. A step changes the letters
//! of one piece and of the squares that it leaves and takes, so it is one exclusive or with a word that depends on
//! nothing but the kind of the piece and the two squares on which it begins before and after; the step back is the same
//! (`steps.rs`). Which pieces can go is known by the set of empty squares: small boards have few such sets, and each is
//! looked at once.
//!
//! Numbers are needed once for each configuration, to mark it: [`Ranks`] goes down the pattern automaton for many
//! slates at once. Where a turn of the board takes Start to itself a slate has its mirror image beside it, and one
//! of each two is enough (`mirror.rs`).
//!
//! Time: five to ten nanoseconds for what can move in a slate, as many for each edge, and four to eight for a number.
//! Half boards take less for each configuration, and make their tables before the first one, in some twenty times the
//! time in which slates are made ready. It knows steps alone, no tiles that are told apart and no rules.

mod mirror;
mod ranks;
mod steps;

pub use ranks::Ranks;
pub use steps::{ByHoles, Passages};

use super::Graph;
use crate::index::{Layout, Orientation, Place};
use slidewise_board::{Cell, SmallSet};
use slidewise_puzzle::Configuration;

/// A pattern as one word, with its mirror image: `B` bits a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Slate {
    /// The letters of the squares.
    pub key: u64,
    /// The letters of the mirror image; nothing where there is no mirror.
    pub mirror: u64,
}

/// How letters lie in a word: of `B` bits each, for fewer than `E` kinds.
#[derive(Clone, Debug)]
pub struct Lettering<'g, const B: usize, const E: usize> {
    graph: &'g Graph,
    layout: &'g Layout,
    /// By place: where its letter begins.
    bits: Vec<u8>,
    /// By kind, then first cell of a piece: the piece.
    pieces: Vec<Vec<Option<Piece>>>,
}

/// A piece somewhere on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Piece {
    kind: usize,
    /// The places that it covers; it begins at the first.
    places: SmallSet,
}

impl<'g, const B: usize, const E: usize> Lettering<'g, B, E> {
    /// The letter of squares where nothing stands.
    const EMPTY: u64 = E as u64;

    /// Whether a graph's patterns can be written so: without rules, nor tiles that are told apart, and in one word.
    pub fn is_for(graph: &Graph) -> bool {
        let (puzzle, layout) = (graph.puzzle(), graph.space().layout());
        let squares: usize = layout.scan.sides().into_iter().product();
        let is_plain = puzzle.rules.is_empty() && layout.groups.is_empty();
        squares * B <= 64 && layout.kinds.len() < E && is_plain
    }

    /// How the letters of a graph's patterns lie; `None` if they cannot be written so.
    pub fn of(graph: &'g Graph) -> Option<Self> {
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
                by_cell[placement.first_cell.index()] = Some(Piece { kind, places });
            }
            by_cell
        });
        Some(Lettering {
            graph,
            layout,
            bits: (0..cells as Place).map(bit).collect(),
            pieces: pieces.collect(),
        })
    }

    /// How many squares a line has that the board is read by.
    fn line_length(&self) -> usize {
        let [rows, columns] = self.layout.scan.sides();
        match self.layout.orientation {
            Orientation::Rows => columns,
            Orientation::Columns => rows,
        }
    }

    /// Where the letter of a piece's first place begins.
    fn first_bit(&self, piece: Piece) -> usize {
        let first = piece.places.first().map_or(0, Cell::index);
        usize::from(self.bits[first])
    }

    /// The lowest bit of the letters of some places.
    fn spread(&self, places: SmallSet) -> u64 {
        let bits = places.iter().map(|place| self.bits[place.index()]);
        bits.fold(0, |all, bit| all | 1 << bit)
    }

    /// The letter of a piece.
    fn letter(&self, piece: Piece) -> u64 {
        (piece.kind as u64 + 1) << self.first_bit(piece)
    }

    /// The letters of places where nothing stands.
    fn empty(&self, places: SmallSet) -> u64 {
        self.spread(places) * Self::EMPTY
    }

    /// The pieces of a configuration.
    fn pieces_of(&self, configuration: &Configuration) -> Vec<Piece> {
        let pieces = self.layout.pieces(self.graph.puzzle(), configuration);
        let pieces = pieces.into_iter().flatten();
        let mut pieces: Vec<Piece> = pieces
            .filter_map(|(_, first, kind)| self.pieces[kind][first.index()])
            .collect();
        pieces.sort_unstable();
        pieces
    }

    /// The word of some pieces, which are all there are.
    fn key(&self, pieces: impl Iterator<Item = Piece>) -> u64 {
        let mut holes = self.places();
        let letters = pieces.fold(0, |letters, piece| {
            holes = holes.without(piece.places);
            letters | self.letter(piece)
        });
        letters | self.empty(holes)
    }

    /// All places.
    fn places(&self) -> SmallSet {
        SmallSet::first_cells(self.bits.len())
    }
}

#[cfg(test)]
mod tests {
    use super::mirror::Mirror;
    use super::*;
    use crate::graph::Metric;
    use slidewise_puzzle::{Puzzle, builtin};

    /// A configuration as a slate, put together from its pieces.
    fn slate_of<const B: usize, const E: usize>(
        lettering: &Lettering<'_, B, E>,
        mirror: Option<&Mirror>,
        index: u64,
    ) -> Slate {
        let pieces = lettering.pieces_of(&lettering.graph.configuration(index));
        let images = mirror.map_or(pieces.clone(), |mirror| {
            pieces.iter().map(|&piece| mirror.image(piece)).collect()
        });
        Slate {
            key: lettering.key(pieces.into_iter()),
            mirror: lettering.key(images.into_iter()),
        }
    }

    /// Compares the slates of a graph, about `most` of them, with its numbers and neighbours, which know neither words nor
    /// mirrors; `None` if it has no slates, else whether it has a mirror.
    fn compare<const B: usize, const E: usize>(graph: &Graph, most: u64) -> Option<bool> {
        let lettering = Lettering::<B, E>::of(graph)?;
        let name = &graph.puzzle().name;
        let mirror = Mirror::of(&lettering, &lettering.pieces_of(graph.start()));
        let mut by_holes = ByHoles::of(&lettering);
        assert_eq!(by_holes.has_mirror(), mirror.is_some(), "{name}");
        let ranks = Ranks::of(&lettering).unwrap();
        let rank_of = |slate: Slate| {
            let mut found = Vec::new();
            ranks.for_each::<false>(&[slate], |rank| found.push(rank));
            found[0]
        };
        let image = |slate: Slate| Slate {
            key: slate.mirror,
            mirror: slate.key,
        };
        let lesser = |slate: Slate| {
            if slate.mirror < slate.key {
                image(slate)
            } else {
                slate
            }
        };
        let start = graph.index_of(graph.start()).unwrap();
        assert_eq!(
            by_holes.start(),
            slate_of(&lettering, mirror.as_ref(), start)
        );
        let stride = (graph.len() / most).max(1) as usize;
        let numbers: Vec<u64> = (0..graph.len())
            .step_by(stride)
            .chain([start, graph.len() - 1])
            .collect();
        let slates: Vec<Slate> = numbers
            .iter()
            .map(|&index| slate_of(&lettering, mirror.as_ref(), index))
            .collect();
        let mut ranked = Vec::new();
        ranks.for_each::<false>(&slates, |rank| ranked.push(rank));
        assert_eq!(ranked, numbers, "{name}");
        // With images each is there, and so is its image.
        let mut both = Vec::new();
        ranks.for_each::<true>(&slates, |rank| both.push(rank));
        let images = slates.iter().map(|&slate| rank_of(image(slate)));
        let mut expected: Vec<u64> = numbers.iter().copied().chain(images).collect();
        both.sort_unstable();
        expected.sort_unstable();
        assert_eq!(both, expected, "{name}");

        let mut neighbours = graph.neighbours();
        for (&index, &slate) in numbers.iter().zip(&slates) {
            let mut expected = Vec::new();
            neighbours.for_each(index, |neighbour| expected.push(neighbour));
            let mut found = Vec::new();
            let reach = by_holes.reach_of(slate).unwrap_or_else(|| {
                by_holes.look(slate).unwrap();
                by_holes.reach_of(slate).unwrap()
            });
            let passages = by_holes.passages(slate, reach);
            for own in (0..64).filter(|own| passages >> own & 1 == 1) {
                let (plain, [back, _]) = by_holes.to_go().after::<false>(slate, own);
                found.push(rank_of(plain));
                let (again, [forth, _]) = by_holes.to_go().after::<false>(plain, back.into());
                assert_eq!((again.key, usize::from(forth)), (slate.key, own), "{name}");
                if mirror.is_none() {
                    continue;
                }
                // Of the slate reached and its image it is the lesser; a move leads back from each of both.
                let (reached, backs) = by_holes.to_go().after::<true>(slate, own);
                let whole = slate_of(&lettering, mirror.as_ref(), rank_of(plain));
                assert_eq!(reached, lesser(whole), "{name}");
                for (from, back) in [reached, image(reached)].into_iter().zip(backs) {
                    let (again, _) = by_holes.to_go().after::<true>(from, back.into());
                    assert_eq!(again, lesser(slate), "{name}");
                }
            }
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{name}: {index}");
        }
        Some(mirror.is_some())
    }

    /// Compares by letters of every size that there is room for; how many had room, and a mirror.
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
    fn slates_of_the_catalogue_have_the_numbers_and_the_steps_of_their_configurations() {
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
            // By half a turn alone.
            ("aa..:..bb", "", true),
            // By half a turn, though quarter turns do too.
            (".a..:...a:a...:..a.", "units = ['a']", true),
            ("aa.b:...b:c...:c.dd", "", true),
            // The diagonal exchanges what lies and what stands.
            (".AA:B..:B..", "", true),
            (".AA:B..:B..", "horizontal = ['A']\nvertical = ['B']", true),
            (".AA:B..:B..", "horizontal = ['A']", false),
            // Pieces of cells apart from each other.
            ("a.a:...:b.b", "", true),
            ("a.b:.a.", "", false),
            // Who may stand on a gate.
            ("aa-:bb.", "[gates]\n'-' = ['a']", false),
            ("-.-:a.a", "units = ['a']\n[gates]\n'-' = ['a']", true),
            (
                "-.+:a.a",
                "units = ['a']\n[gates]\n'-' = ['a']\n'+' = []",
                false,
            ),
            ("aa:aa", "units = ['a']", true),
            // One line, of as many squares as there may be, and one column: to turn either over changes nothing.
            ("aa..........bbb............aa...", "", true),
            ("a:.:.:b:b:.", "", true),
            // Lines of 32 bits.
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
    fn slates_need_room_for_the_letters_and_pieces_that_are_not_told_apart() {
        let is_for = |text: &str| {
            let graph = graph_of(text);
            [
                Lettering::<2, 3>::is_for(&graph),
                Lettering::<3, 5>::is_for(&graph),
                Lettering::<4, 15>::is_for(&graph),
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
