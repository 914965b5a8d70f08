//! The index of a puzzle: joins layout, automaton and arrangements to give each configuration a
//! number.

use super::arrangement::ArrangementSet;
use super::automaton::{Automaton, Choice, EMPTY};
use super::automaton_draft::{MAX_NODES, NODE_BYTES};
use super::error::SpaceError;
use super::layout::{KindMembers, Layout};
use super::rule_set::RuleSet;
use super::scan::Orientation;
use super::start_reach::StartReach;
use num_bigint::BigUint;
use slidewise_board::{BitMask, Cell};
use slidewise_puzzle::{Configuration, Puzzle};

/// Index of a puzzle: numbers all legal configurations, or those that its Start does not rule out.
#[derive(Clone, Debug)]
pub struct Space {
    layout: Layout,
    automaton: Automaton,
    arrangements: Vec<ArrangementSet>,
    class_sizes: Vec<usize>,
    node_bytes: usize,
}

impl Space {
    /// Maximum number of nodes of a pattern automaton.
    pub const MAX_NODES: usize = MAX_NODES;

    /// Approximate bytes that a node takes during construction in a puzzle without rules.
    pub const NODE_BYTES: usize = NODE_BYTES;

    /// Builds the index of a puzzle, scanned row by row.
    ///
    /// # Errors
    /// If the pattern automaton needs more than 16,777,216 nodes, or more than twice as many edges.
    pub fn new(puzzle: &Puzzle) -> Result<Space, SpaceError> {
        Space::oriented(puzzle, Orientation::Rows)
    }

    /// Builds the index of a puzzle, scanned in the given `orientation`.
    ///
    /// # Errors
    /// See [`Space::new`].
    pub fn oriented(puzzle: &Puzzle, orientation: Orientation) -> Result<Space, SpaceError> {
        Space::within(puzzle, orientation, usize::MAX)
    }

    /// Builds the index with an automaton of at most `max_nodes` nodes, which bounds the memory
    /// that an unknown puzzle takes.
    ///
    /// A node takes about 128 bytes during construction. If rules make nodes larger, fewer nodes
    /// are allowed, so that the limit in bytes stays the same.
    ///
    /// # Errors
    /// If the pattern automaton needs more nodes than allowed, or more than twice as many edges.
    pub fn within(
        puzzle: &Puzzle,
        orientation: Orientation,
        max_nodes: usize,
    ) -> Result<Space, SpaceError> {
        let layout = Layout::new(puzzle, orientation);
        Space::of_layout(puzzle, layout, max_nodes, MAX_NODES)
    }

    /// Builds the index with at most `most` nodes, in the memory that `allowed` nodes of a puzzle
    /// without rules take.
    ///
    /// If `allowed` is `usize::MAX`, there is no limit on memory.
    fn of_layout(
        puzzle: &Puzzle,
        layout: Layout,
        allowed: usize,
        most: usize,
    ) -> Result<Space, SpaceError> {
        let is_small = layout.scan.known().len() <= <u128 as BitMask>::ROOM;
        let (node_bytes, automaton) = if is_small {
            let law = RuleSet::new(puzzle, &layout);
            let (node_bytes, allowed) = bytes_and_nodes(&law, allowed, most);
            (node_bytes, Automaton::new(&layout, &law, allowed)?)
        } else {
            let law = RuleSet::new(puzzle, &layout);
            let (node_bytes, allowed) = bytes_and_nodes(&law, allowed, most);
            (node_bytes, Automaton::wide(&layout, &law, allowed)?)
        };
        let arrangements = layout
            .groups
            .iter()
            .map(|group| ArrangementSet::new(group.counts.clone()))
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

    /// Builds the index as graphs use it, in the [best](Orientation::best) orientation.
    ///
    /// The other orientation is used if the best needs more than [`Space::MAX_NODES`] nodes. A
    /// lower `max_nodes` never changes the orientation, so the numbers of a puzzle do not depend
    /// on the memory.
    ///
    /// # Errors
    /// See [`Space::within`].
    pub fn best(puzzle: &Puzzle, max_nodes: usize) -> Result<Space, SpaceError> {
        Space::in_either(puzzle, &StartReach::of(puzzle), max_nodes, MAX_NODES)
    }

    /// Builds the index of all legal configurations, those that Start rules out among them.
    ///
    /// If Start rules out none, it is that of [`Space::best`].
    ///
    /// # Errors
    /// See [`Space::within`].
    pub fn of_all(puzzle: &Puzzle, max_nodes: usize) -> Result<Space, SpaceError> {
        let is_bounded = Layout::new(puzzle, Orientation::Rows).is_of_start();
        let reach = if is_bounded {
            StartReach::unbounded(puzzle)
        } else {
            StartReach::of(puzzle)
        };
        Space::in_either(puzzle, &reach, max_nodes, MAX_NODES)
    }

    fn in_either(
        puzzle: &Puzzle,
        reach: &StartReach,
        allowed: usize,
        most: usize,
    ) -> Result<Space, SpaceError> {
        let scanned = |orientation| {
            let layout = Layout::of_reach(puzzle, orientation, reach.clone());
            Space::of_layout(puzzle, layout, allowed, most)
        };
        let orientation = Orientation::best_for(puzzle, reach);
        let space = scanned(orientation);
        match &space {
            Err(SpaceError::AutomatonTooLarge { max_nodes }) if *max_nodes >= most => {
                scanned(orientation.turned()).or(space)
            }
            _ => space,
        }
    }

    /// Number of configurations in the index.
    pub fn len(&self) -> BigUint {
        self.automaton.len() * self.order_count()
    }

    /// Whether the index has no configuration; never true for a puzzle, whose Start is legal.
    pub fn is_empty(&self) -> bool {
        self.automaton.len() == &BigUint::ZERO
    }

    /// Number of patterns in the index.
    pub fn pattern_count(&self) -> &BigUint {
        self.automaton.len()
    }

    /// Number of arrangements of one pattern: the product over all tile groups.
    pub fn order_count(&self) -> BigUint {
        self.arrangements.iter().map(ArrangementSet::len).product()
    }

    /// Counts of patterns, of arrangements of one pattern, and of configurations, if all three fit
    /// 64 bits.
    ///
    /// # Errors
    /// [`SpaceError::TooLarge`] if one of the three does not fit.
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

    /// Bytes that construction of the pattern automaton took, as [`Space::within`] counts them.
    pub fn building_bytes(&self) -> u64 {
        let bytes = self.automaton.drafted() as u64 * self.node_bytes as u64;
        bytes.next_multiple_of(Space::NODE_BYTES as u64)
    }

    /// Layout of the index: scan order, kinds and tile groups.
    #[inline]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Pattern automaton of the index.
    #[inline]
    pub fn automaton(&self) -> &Automaton {
        &self.automaton
    }

    /// Set of all arrangements of a tile group, indexed by tile group.
    pub fn arrangements(&self) -> &[ArrangementSet] {
        &self.arrangements
    }

    /// Splits a configuration into its pattern rank and one arrangement for each tile group; `None`
    /// if it is not legal, or Start rules it out.
    ///
    /// Call only if [`Space::numbered`] returns `Ok`.
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
            if let KindMembers::Tiles { arrangement } = self.layout.kinds[kind].members {
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
                && let KindMembers::Tiles { arrangement } =
                    self.layout.kinds[choice as usize - 1].members
            {
                words[arrangement].push(letter_at[place]);
            }
            let edge = self.automaton.edge(node, choice)?;
            rank += edge.before;
            node = edge.to;
        }
    }

    /// Joins a pattern rank and one arrangement for each tile group to a configuration.
    ///
    /// Call only if [`Space::numbered`] returns `Ok`, with a pattern rank and arrangements of this
    /// index.
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
                    KindMembers::Class { class, .. } => class,
                    KindMembers::Tiles { arrangement } => {
                        let letter = slots[arrangement]
                            .next()
                            .expect("an arrangement has a letter for each tile");
                        self.layout.groups[arrangement].classes[*letter as usize]
                    }
                };
                let placement = &kind.placements[self.automaton.place(node) as usize];
                let placement = placement
                    .as_ref()
                    .expect("the automaton begins pieces only where they fit");
                firsts[class].push(placement.first_cell);
            }
            rank -= edge.before;
            node = edge.to;
        }
        Configuration::new(firsts)
    }

    /// Ranks a configuration; `None` if it is not legal, or Start rules it out.
    ///
    /// Call only if [`Space::numbered`] returns `Ok`.
    pub fn rank(&self, puzzle: &Puzzle, configuration: &Configuration) -> Option<u64> {
        let (pattern, words) = self.split(puzzle, configuration)?;
        let mut index = pattern;
        for (arrangement, word) in self.arrangements.iter().zip(&words) {
            index = index * u64::try_from(arrangement.len()).ok()? + arrangement.rank(word)?;
        }
        Some(index)
    }

    /// Unranks `index`, the number of a configuration.
    ///
    /// Call only if [`Space::numbered`] returns `Ok`.
    ///
    /// # Panics
    /// If `index` is not below the number of configurations.
    pub fn unrank(&self, index: u64) -> Configuration {
        let mut rest = index;
        let mut words: Vec<Vec<u8>> = Vec::with_capacity(self.arrangements.len());
        for arrangement in self.arrangements.iter().rev() {
            let orders = u64::try_from(arrangement.len())
                .expect("a tile group has fewer than 2^64 arrangements");
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

/// Bytes that a node takes during construction, and the number of nodes allowed.
///
/// The nodes allowed may take as much memory as `allowed` nodes of a puzzle without rules, and are
/// at most `most`.
fn bytes_and_nodes<B: BitMask>(law: &RuleSet<B>, allowed: usize, most: usize) -> (usize, usize) {
    // During construction about a third of the nodes wait for their edges and still have their
    // state in memory. Rules, and masks wider than 128 bits, make a state larger than usual. A
    // third of the additional bytes is therefore added to each node.
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
        // Numbers of nodes in the best and the other orientation; for a few built-in puzzles the
        // other needs fewer.
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
            let space = Space::in_either(&puzzle, &StartReach::of(&puzzle), allowed, most);
            space.map(|space| space.layout().orientation)
        };
        assert_eq!(taken(usize::MAX, usize::MAX), Ok(best));
        assert_eq!(taken(usize::MAX, more), Ok(best));
        assert_eq!(taken(usize::MAX, more - 1), Ok(best.turned()));
        let too_large = |max_nodes| Err(SpaceError::AutomatonTooLarge { max_nodes });
        // Too little memory must not change the orientation, because with more memory the same
        // puzzle would then have other numbers.
        assert_eq!(taken(more - 1, more), too_large(more - 1));
        assert_eq!(taken(usize::MAX, fewer - 1), too_large(fewer - 1));
    }
}
