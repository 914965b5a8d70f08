//! Hash table of the states whose next choice is at one place of the scan, each with its node.
//!
//! States are listed in the order in which they were found, and equal states get one node. This
//! module does not know what a state means.

use super::automaton::NodeId;
use super::state::StateHash;

/// Maximum number of states for which a new table has room beyond the expected number.
const MAX_GROWTH: usize = 1 << 12;

/// Minimum number of slots of the hash table.
const FEWEST: usize = 16;

/// States whose next choice is at one place, each with its node.
pub(super) struct StateTable<S> {
    states: Vec<(S, NodeId)>,
    /// Open-addressed slots: the index of a state in `states` plus 1, or 0 if the slot is free. At
    /// least half of the slots are free.
    table: Vec<u32>,
    /// Number of bits by which a hash is shifted right, so that its upper bits become a slot.
    shift: u32,
}

impl<S> Default for StateTable<S> {
    fn default() -> StateTable<S> {
        StateTable {
            states: Vec::new(),
            table: Vec::new(),
            shift: 0,
        }
    }
}

impl<S: Eq + StateHash> StateTable<S> {
    /// States with their nodes, in order of discovery.
    pub(super) fn states(&self) -> &[(S, NodeId)] {
        &self.states
    }

    /// Looks up the node of a state; a new state is stored with the node `node`.
    ///
    /// `expected` estimates the number of states that the table will hold.
    #[inline]
    pub(super) fn node_of(&mut self, state: S, node: NodeId, expected: usize) -> NodeId {
        let len = self.states.len();
        if 2 * (len + 1) > self.table.len() {
            self.grow(expected);
        }
        let mut slot = self.slot(&state);
        // The state is pushed before it is looked up and removed again if it is not new: a branch
        // on this would often be mispredicted.
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
            // A table that began small would grow many times, and each growth costs as much as
            // filling the table, so the first size follows the estimate.
            0 => {
                let room = expected + expected.min(MAX_GROWTH);
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
    use super::super::state::PackedState;
    use super::*;

    #[test]
    fn equal_states_have_the_node_of_the_first_of_them() {
        let mut shelf = StateTable::default();
        let state = |number: u64| PackedState::of_word((number % 1000) * 0x100_0000_0001);
        for number in 0..3000 {
            let node = shelf.node_of(state(number), number as NodeId, 3);
            assert_eq!(node, number as NodeId % 1000);
        }
        let nodes: Vec<NodeId> = shelf.states().iter().map(|&(_, node)| node).collect();
        assert_eq!(nodes, (0..1000).collect::<Vec<_>>());
    }
}
