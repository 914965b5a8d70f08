//! A shelf: the states with the same next place, each with its node, in the order in which they were met.
//!
//! It promises that equal states have one node. It does not know what is done with a state.

use super::automaton::NodeId;
use super::state::Hashed;

/// A shelf has room for this many more states than the one before it, at most, before it grows.
const MOST_GROWTH: usize = 1 << 12;

/// The fewest hashes that there is room for.
const FEWEST: usize = 16;

/// States with their nodes.
pub(super) struct Shelf<S> {
    states: Vec<(S, NodeId)>,
    /// By hash, or behind the place of that: where a state stands, counted from 1; 0 where none does. At least half of
    /// them are 0.
    table: Vec<u32>,
    /// The upper bits of a hash are a place in the table, down to this one.
    shift: u32,
}

impl<S> Default for Shelf<S> {
    fn default() -> Shelf<S> {
        Shelf {
            states: Vec::new(),
            table: Vec::new(),
            shift: 0,
        }
    }
}

impl<S: Eq + Hashed> Shelf<S> {
    /// The states with their nodes.
    pub fn states(&self) -> &[(S, NodeId)] {
        &self.states
    }

    /// The node of a state, which is this one if the state is new. About this many states are `expected`.
    #[inline]
    pub fn node_of(&mut self, state: S, node: NodeId, expected: usize) -> NodeId {
        let len = self.states.len();
        if 2 * (len + 1) > self.table.len() {
            self.grow(expected);
        }
        let mut slot = self.slot(&state);
        // As if it were new, which cannot be foreseen.
        self.states.push((state, node));
        let mask = self.table.len() - 1;
        let place = loop {
            let place = match self.table[slot & mask] {
                0 => len,
                known => known as usize - 1,
            };
            if self.states[place].0 == self.states[len].0 {
                break place;
            }
            slot += 1;
        };
        self.table[slot & mask] = place as u32 + 1;
        let node = self.states[place].1;
        self.states.truncate(len + usize::from(place == len));
        node
    }

    fn slot(&self, state: &S) -> usize {
        (state.hash() >> self.shift) as usize
    }

    #[cold]
    fn grow(&mut self, expected: usize) {
        let room = match self.table.len() {
            // Small shelves grow from place to place, and to grow them once more would take as long as filling them.
            0 => {
                let room = expected + expected.min(MOST_GROWTH);
                self.states.reserve(room);
                (2 * room).next_power_of_two().max(FEWEST)
            }
            len => 2 * len,
        };
        self.table = vec![0; room];
        self.shift = u64::BITS - room.trailing_zeros();
        let mask = room - 1;
        for (place, (state, _)) in (1..).zip(&self.states) {
            let mut slot = self.slot(state);
            while self.table[slot & mask] != 0 {
                slot += 1;
            }
            self.table[slot & mask] = place;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::state::Short;
    use super::*;

    #[test]
    fn equal_states_have_the_node_of_the_first_of_them() {
        let mut shelf = Shelf::default();
        let state = |number: u64| Short::of_word((number % 1000) * 0x100_0000_0001);
        for number in 0..3000 {
            let node = shelf.node_of(state(number), number as NodeId, 3);
            assert_eq!(node, number as NodeId % 1000);
        }
        let nodes: Vec<NodeId> = shelf.states().iter().map(|&(_, node)| node).collect();
        assert_eq!(nodes, (0..1000).collect::<Vec<_>>());
    }
}
