//! The space: a number, with no holes, for each legal configuration that the puzzle's Start does not rule out.
//!
//! # How the number is made
//!
//! A configuration is split in two. The **pattern** says what lies where up to telling tiles apart; the
//! **arrangement** says in which order the tiles stand on the places that the pattern gives them. The number
//! is
//!
//! ```text
//! index = pattern x (orders of all arrangements) + order
//! ```
//!
//! **Pattern.** The cells are scanned in reading order, or column by column ([`Orientation::best`]). At each
//! cell that nothing covers yet there is a choice: leave it empty, or begin a piece of some kind there, whose
//! first cell in the scan this is. A half-scanned board is a node: the cell reached, how many pieces of each
//! kind are left, which of the cells to come are covered, what the rules still forbid. Nodes that agree in all this
//! have the same ways to go on, so they are one; a node with no way on is none. Written down with, for each choice, the
//! number of ways that the *earlier* choices of its node have, this is an acyclic automaton (after the
//! ordered automata of Lucchesi and Kowaltowski 1993): the **rank** of a pattern is the sum of these numbers
//! along its path, and **unrank** walks down, at each node taking the last choice whose number is not more
//! than what is left of the rank. There is a number for each legal pattern and a legal pattern for each
//! number.
//!
//! *By hand.* A 2 x 2 board `a b / c d`, one horizontal domino and one unit: scan a, b, c, d.
//!
//! ```text
//! at a: empty (then the domino must begin at c, the unit lies on b)                  1 way
//!       domino on a b, then at c: empty (unit on d) 1 way, unit on c 1 way           2 ways
//!       unit on a (then b stays empty, domino on c d)                                1 way
//! ```
//!
//! Choices are taken in the order empty, domino, unit, so the four patterns get these numbers:
//!
//! ```text
//! 0  . u    1  D D    2  D D    3  u .
//!    D D       . u       u .       D D
//! ```
//!
//! Pattern 2: at a, "domino" has 1 way before it; at c, "unit" has 1 way before it; 1 + 1 = 2.
//!
//! **What Start rules out.** Cells that no piece comes to cover, moved alone from its place at Start, are not scanned.
//! Pieces that cannot move even so are walls (`reach.rs`). Pieces that keep one row or column cannot pass each other,
//! so their order there is no choice: neighbours of one class in a lane are one kind, and a kind may begin only when
//! the kind before it in the lane has no pieces left (`lanes.rs`). This is known without a search; what else cannot be reached
//! has numbers.
//!
//! **Arrangement.** Tiles of one shape, free to move in both directions and named by no rule, are one kind
//! for the pattern. Read in the order of the scan they are a word with one letter a class, and words are
//! ranked among those with the same letters. Where five or more of the tiles are distinct only those are
//! taken out, and the word is a permutation; else the alike ones are, as long as there are at most 65,536
//! words, because one table a slide then turns all the configurations of a pattern alike (Checkmate: 2,684
//! patterns x 252 words). Several shapes give several arrangements, whose orders are the digits of one
//! number in mixed radix, the last one fastest.
//!
//! **Size.** (paths of the automaton) x k1! / (m1! m2! ...) x ... with the k1 tiles of the first arrangement,
//! of which m1, m2, ... are alike, and so on. It is a big integer; only numbering needs it below 2^64.
//!
//! **A slide** changes the choices between the first and the last cell that it touches. Behind them the path
//! runs through the same nodes as before, so the new rank is the old one plus a difference computed over
//! that window ([`Pattern::rank_with_moved`]). In the word it moves one letter from a slot to another
//! ([`Rotation`]), and a slide along the scan moves none.
//!
//! **Cost.** Building takes time in proportion to the edges: an eighth of a millisecond for L'Âne rouge. The
//! automaton takes 8 bytes a node and 16 an edge: 49 KB for its 1,100 nodes. Ranking and unranking one number
//! take some nanoseconds a cell; going through numbers in order costs only the cells behind the first that
//! changes.

mod arrangement;
mod automaton;
mod lanes;
mod law;
mod layout;
mod pattern;
mod reach;
mod shelf;
mod state;

pub use arrangement::{
    Arrangement, Rotation, are_odd, digits_of_rank, digits_of_window, letter_of_digits,
    rank_of_digits, rank_of_window, rotate_digits, word_count,
};
pub use automaton::{Automaton, Choice, EMPTY, Edge, NodeId};
pub use layout::{Kind, Layout, Members, Orientation, Place, Placement, Scan, TileGroup};
pub use pattern::{NOBODY, Pattern};
pub(crate) use state::hash_of;

use law::Law;
use num_bigint::BigUint;
use reach::Reach;
use slidewise_board::{Bits, Cell};
use slidewise_puzzle::{Configuration, Puzzle};
use thiserror::Error;

/// Why a space cannot be built or numbered.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SpaceError {
    /// The pattern automaton would be too large.
    #[error(
        "the index of this puzzle needs more than {most_nodes} nodes, or two edges for each of these: more than may be built"
    )]
    AutomatonTooLarge {
        /// The limit.
        most_nodes: usize,
    },
    /// There are too many configurations for a number of 64 bits.
    #[error(
        "this puzzle has {configurations} configurations: more than a number of 64 bits can tell apart"
    )]
    TooLarge {
        /// How many configurations there are.
        configurations: BigUint,
    },
}

/// All legal configurations of a puzzle that its Start does not rule out.
#[derive(Clone, Debug)]
pub struct Space {
    layout: Layout,
    automaton: Automaton,
    arrangements: Vec<Arrangement>,
    class_sizes: Vec<usize>,
    node_bytes: usize,
}

impl Space {
    /// The most nodes that a pattern automaton may have.
    pub const MOST_NODES: usize = automaton::MOST_NODES;

    /// A node takes about this many bytes while it is built, where no rules are to be remembered.
    pub const NODE_BYTES: usize = automaton::NODE_BYTES;

    /// The space of a puzzle, scanned row by row.
    ///
    /// # Errors
    /// If the pattern automaton would need more than 16,777,216 nodes, or more than twice as many edges.
    pub fn new(puzzle: &Puzzle) -> Result<Space, SpaceError> {
        Space::oriented(puzzle, Orientation::Rows)
    }

    /// The space of a puzzle, scanned as `orientation` says.
    ///
    /// # Errors
    /// As [`Space::new`].
    pub fn oriented(puzzle: &Puzzle, orientation: Orientation) -> Result<Space, SpaceError> {
        Space::within(puzzle, orientation, usize::MAX)
    }

    /// The same with a pattern automaton of at most this many nodes, each of which takes some 128 bytes while it is
    /// built; fewer where rules make nodes larger. It bounds the memory for puzzles that are not known beforehand.
    ///
    /// # Errors
    /// If the pattern automaton would need more, or more than twice as many edges.
    pub fn within(
        puzzle: &Puzzle,
        orientation: Orientation,
        most_nodes: usize,
    ) -> Result<Space, SpaceError> {
        Space::limited(puzzle, orientation, most_nodes, automaton::MOST_NODES)
    }

    /// The space with at most `most` nodes, whatever is allowed; any number is allowed where that is `usize::MAX`.
    fn limited(
        puzzle: &Puzzle,
        orientation: Orientation,
        allowed: usize,
        most: usize,
    ) -> Result<Space, SpaceError> {
        Space::of_layout(puzzle, Layout::new(puzzle, orientation), allowed, most)
    }

    fn of_layout(
        puzzle: &Puzzle,
        layout: Layout,
        allowed: usize,
        most: usize,
    ) -> Result<Space, SpaceError> {
        let is_small = layout.scan.known().len() <= <u128 as Bits>::ROOM;
        let (node_bytes, automaton) = match is_small {
            true => {
                let law = Law::new(puzzle, &layout);
                let (node_bytes, allowed) = bytes_and_nodes(&law, allowed, most);
                (node_bytes, Automaton::new(&layout, &law, allowed)?)
            }
            false => {
                let law = Law::new(puzzle, &layout);
                let (node_bytes, allowed) = bytes_and_nodes(&law, allowed, most);
                (node_bytes, Automaton::wide(&layout, &law, allowed)?)
            }
        };
        let arrangements = layout
            .groups
            .iter()
            .map(|group| Arrangement::new(group.counts.clone()))
            .collect();
        let class_sizes = puzzle.classes.iter().map(|class| class.size()).collect();
        Ok(Space {
            layout,
            automaton,
            arrangements,
            class_sizes,
            node_bytes,
        })
    }

    /// The space as graphs number it: in the [best](Orientation::best) orientation, or in the other one where that
    /// needs more nodes than any automaton may have. Fewer that are allowed change nothing in that, so that a puzzle
    /// has the same numbers in any memory.
    ///
    /// # Errors
    /// As [`Space::within`].
    pub fn best(puzzle: &Puzzle, most_nodes: usize) -> Result<Space, SpaceError> {
        Space::in_either(puzzle, most_nodes, automaton::MOST_NODES)
    }

    fn in_either(puzzle: &Puzzle, allowed: usize, most: usize) -> Result<Space, SpaceError> {
        let reach = Reach::of(puzzle);
        let orientation = Orientation::best_for(puzzle, &reach);
        let layout = Layout::of_reach(puzzle, orientation, reach);
        let space = Space::of_layout(puzzle, layout, allowed, most);
        match &space {
            Err(SpaceError::AutomatonTooLarge { most_nodes }) if *most_nodes >= most => {
                Space::limited(puzzle, orientation.turned(), allowed, most).or(space)
            }
            _ => space,
        }
    }

    /// How many configurations are numbered.
    pub fn len(&self) -> BigUint {
        self.automaton.len() * self.order_count()
    }

    /// Whether no configuration is legal. A puzzle's Start is legal, so a puzzle's space never is.
    pub fn is_empty(&self) -> bool {
        self.automaton.len() == &BigUint::ZERO
    }

    /// How many patterns there are.
    pub fn pattern_count(&self) -> &BigUint {
        self.automaton.len()
    }

    /// How many orders the tiles of one pattern have, over all arrangements.
    pub fn order_count(&self) -> BigUint {
        self.arrangements.iter().map(Arrangement::len).product()
    }

    /// The patterns, the orders of one pattern, and their product, where it fits 64 bits.
    ///
    /// # Errors
    /// [`SpaceError::TooLarge`] where it does not.
    pub fn numbered(&self) -> Result<(u64, u64, u64), SpaceError> {
        let small = |count: &BigUint| u64::try_from(count).ok();
        let counts = || {
            let len = small(&self.len())?;
            Some((
                small(self.pattern_count())?,
                small(&self.order_count())?,
                len,
            ))
        };
        counts().ok_or_else(|| SpaceError::TooLarge {
            configurations: self.len(),
        })
    }

    /// How many bytes building the pattern automaton took, as [`Space::within`] reckons.
    pub fn building_bytes(&self) -> u64 {
        let bytes = self.automaton.drafted() as u64 * self.node_bytes as u64;
        bytes.next_multiple_of(Space::NODE_BYTES as u64)
    }

    /// How patterns and arrangements are laid out.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The pattern automaton.
    pub fn automaton(&self) -> &Automaton {
        &self.automaton
    }

    /// The arrangements.
    pub fn arrangements(&self) -> &[Arrangement] {
        &self.arrangements
    }

    /// The number of a configuration's pattern, and the words of its arrangements; `None` if it is not legal, or Start
    /// rules it out.
    ///
    /// The space must be one that [`Space::numbered`] accepts.
    pub fn split(
        &self,
        puzzle: &Puzzle,
        configuration: &Configuration,
    ) -> Option<(u64, Vec<Vec<u8>>)> {
        if !puzzle.fits(configuration) {
            return None;
        }
        let mut choice_at = vec![EMPTY; self.layout.scan.cell_count()];
        let mut letter_at = vec![0u8; self.layout.scan.cell_count()];
        for (class, first, kind) in self.layout.pieces(puzzle, configuration)? {
            let cells = puzzle.classes[class].place(&puzzle.board, first)?;
            let place = self.layout.scan.places_of(cells)?.first()?.index();
            choice_at[place] = kind as Choice + 1;
            if let Members::Tiles { arrangement } = self.layout.kinds[kind].members {
                let letters = &self.layout.groups[arrangement].classes;
                letter_at[place] = letters.iter().position(|&c| c == class)? as u8;
            }
        }
        let mut words = vec![Vec::new(); self.arrangements.len()];
        let mut node = Automaton::ROOT;
        let mut rank = 0;
        loop {
            let place = self.automaton.place(node) as usize;
            if place >= choice_at.len() {
                return Some((rank, words));
            }
            let choice = choice_at[place];
            if choice != EMPTY
                && let Members::Tiles { arrangement } =
                    self.layout.kinds[choice as usize - 1].members
            {
                words[arrangement].push(letter_at[place]);
            }
            let edge = self.automaton.edge(node, choice)?;
            rank += edge.before;
            node = edge.to;
        }
    }

    /// The configuration of a pattern with these words of its arrangements.
    ///
    /// The space must be one that [`Space::numbered`] accepts, the pattern one of its own, and the words
    /// those of its arrangements.
    pub fn join(&self, pattern: u64, words: &[Vec<u8>]) -> Configuration {
        let mut firsts: Vec<Vec<Cell>> = self
            .class_sizes
            .iter()
            .map(|&size| Vec::with_capacity(size))
            .collect();
        for &(class, first) in self.layout.settled() {
            firsts[class].push(first);
        }
        let mut slots: Vec<std::slice::Iter<u8>> = words.iter().map(|word| word.iter()).collect();
        let mut node = Automaton::ROOT;
        let mut rank = pattern;
        while (self.automaton.place(node) as usize) < self.layout.scan.cell_count() {
            let edge = self.automaton.edge_of_rank(node, rank);
            if edge.choice != EMPTY {
                let kind = &self.layout.kinds[edge.choice as usize - 1];
                let class = match kind.members {
                    Members::Class { class, .. } => class,
                    Members::Tiles { arrangement } => {
                        let letter = slots[arrangement]
                            .next()
                            .expect("a word has a letter for each tile");
                        self.layout.groups[arrangement].classes[*letter as usize]
                    }
                };
                let placement = &kind.placements[self.automaton.place(node) as usize];
                let placement = placement
                    .as_ref()
                    .expect("the automaton begins pieces where they can lie");
                firsts[class].push(placement.first_cell);
            }
            rank -= edge.before;
            node = edge.to;
        }
        Configuration::new(firsts)
    }

    /// The number of a configuration; `None` if it is not legal, or Start rules it out.
    ///
    /// The space must be one that [`Space::numbered`] accepts.
    pub fn rank(&self, puzzle: &Puzzle, configuration: &Configuration) -> Option<u64> {
        let (pattern, words) = self.split(puzzle, configuration)?;
        let mut index = pattern;
        for (arrangement, word) in self.arrangements.iter().zip(&words) {
            index = index * u64::try_from(arrangement.len()).ok()? + arrangement.rank(word)?;
        }
        Some(index)
    }

    /// The configuration of a number below the size of the space.
    ///
    /// The space must be one that [`Space::numbered`] accepts.
    ///
    /// # Panics
    /// If there is no such number.
    pub fn unrank(&self, index: u64) -> Configuration {
        let mut rest = index;
        let mut words: Vec<Vec<u8>> = Vec::with_capacity(self.arrangements.len());
        for arrangement in self.arrangements.iter().rev() {
            let orders =
                u64::try_from(arrangement.len()).expect("a numbered space has small arrangements");
            let mut word = vec![0; arrangement.slots()];
            arrangement.unrank(rest % orders, &mut word);
            rest /= orders;
            words.push(word);
        }
        words.reverse();
        assert!(
            *self.pattern_count() > BigUint::from(rest),
            "no configuration has the number {index}"
        );
        self.join(rest, &words)
    }
}

/// The bytes that a node takes while it is built, and how many may be where this many of the usual size are allowed.
fn bytes_and_nodes<B: Bits>(law: &Law<B>, allowed: usize, most: usize) -> (usize, usize) {
    // Of three nodes about one is still to be scanned, with what is wider than usual, and what the rules remember.
    let more = 2 * (size_of::<B>() - size_of::<u128>()) + law.bytes();
    let node_bytes = Space::NODE_BYTES + more / 3;
    let allowed = match allowed {
        usize::MAX => most,
        nodes => nodes.saturating_mul(Space::NODE_BYTES) / node_bytes,
    };
    (node_bytes, allowed.min(most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use slidewise_puzzle::builtin;

    #[test]
    #[should_panic(expected = "no configuration has the number 362880")]
    fn a_number_behind_the_last_one_is_none() {
        let space = Space::new(&Puzzle::tiles(3, 3).unwrap()).unwrap();
        let (_, _, len) = space.numbered().unwrap();
        space.unrank(len - 1);
        space.unrank(len);
    }

    #[test]
    fn the_other_orientation_is_taken_where_the_best_needs_more_nodes_than_any_may_have() {
        let drafted = |puzzle: &Puzzle, orientation| {
            let space = Space::oriented(puzzle, orientation).unwrap();
            space.automaton().drafted()
        };
        // By both ways, of one of the few built-in puzzles whose automaton is smaller the other way.
        let both = |puzzle: &Puzzle| {
            let best = Orientation::best(puzzle);
            [best, best.turned()].map(|orientation| drafted(puzzle, orientation))
        };
        let cars = builtin::list().into_iter();
        let cars = cars.filter(|own| own.name.starts_with("rush-"));
        let mut cars = cars.map(|own| own.read().unwrap());
        let puzzle = cars
            .find(|puzzle| both(puzzle)[0] > both(puzzle)[1])
            .unwrap();
        let best = Orientation::best(&puzzle);
        let [more, fewer] = both(&puzzle);

        let taken = |allowed, most| {
            let space = Space::in_either(&puzzle, allowed, most);
            space.map(|space| space.layout().orientation)
        };
        assert_eq!(taken(usize::MAX, usize::MAX), Ok(best));
        assert_eq!(taken(usize::MAX, more), Ok(best));
        assert_eq!(taken(usize::MAX, more - 1), Ok(best.turned()));
        let too_large = |most_nodes| Err(SpaceError::AutomatonTooLarge { most_nodes });
        // Not where there is too little memory: with more of it the puzzle would be numbered otherwise.
        assert_eq!(taken(more - 1, more), too_large(more - 1));
        assert_eq!(taken(usize::MAX, fewer - 1), too_large(fewer - 1));
    }
}
