//! Construction of the pattern automaton: scans the board place by place and merges equal states.
//!
//! A dead end, a state that no pattern completes, is recognised only at the end of the scan, so the
//! draft keeps dead ends until then.

use super::automaton::{Automaton, AutomatonNode, Choice, Edge, NodeId};
use super::error::SpaceError;
use super::layout::{Layout, PieceKind};
use super::rule_set::RuleSet;
use super::scan::Place;
use super::state::{ChoiceMasks, CountPacking, PackedState, ScanState, StateContext, StateRepr};
use super::state_table::StateTable;
use num_bigint::BigUint;
use slidewise_board::{BitMask, Cell, CellSet, WideMask};
use std::iter;

/// Maximum number of nodes of an automaton: a puzzle that needs more is refused. This many take
/// about two gigabytes during construction, and more with rules.
pub(super) const MAX_NODES: usize = 1 << 24;

/// Approximate bytes of a node and its edges during construction, without the memory of rules.
pub(super) const NODE_BYTES: usize = 128;

/// Maximum number of edges for each allowed node; with many kinds, edges take as much memory as
/// nodes.
const MAX_EDGES_A_NODE: usize = 2;

impl Automaton {
    /// Builds the automaton of a layout under its rules.
    ///
    /// # Errors
    /// If more than `max_nodes` nodes are needed, or more than twice as many edges.
    pub(super) fn new(
        layout: &Layout,
        law: &RuleSet<u128>,
        max_nodes: usize,
    ) -> Result<Automaton, SpaceError> {
        let draft = AutomatonDraft::new(layout, law, max_nodes)?;
        Ok(draft.finish())
    }

    /// Builds the automaton of a layout with more than 128 places.
    ///
    /// # Errors
    /// See [`Automaton::new`].
    pub(super) fn wide(
        layout: &Layout,
        law: &RuleSet<WideMask>,
        max_nodes: usize,
    ) -> Result<Automaton, SpaceError> {
        let draft = AutomatonDraft::wide(layout, law, max_nodes)?;
        Ok(draft.finish())
    }
}

/// Edge of an automaton during construction.
#[derive(Clone, Copy)]
struct DraftEdge {
    from: NodeId,
    to: NodeId,
    choice: Choice,
}

/// Automaton during construction: nodes numbered by discovery, dead ends included.
#[derive(Default)]
struct AutomatonDraft {
    /// Place at which a node makes its choice, indexed by node.
    places: Vec<Place>,
    /// Nodes in scan order, place by place.
    scanned: Vec<NodeId>,
    /// Edges, in the order in which the nodes that they leave were scanned.
    ways: Vec<DraftEdge>,
    end: Option<NodeId>,
}

/// Number of states whose successors are computed together.
const TOGETHER: usize = 64;

impl AutomatonDraft {
    fn new(
        layout: &Layout,
        law: &RuleSet<u128>,
        max_nodes: usize,
    ) -> Result<AutomatonDraft, SpaceError> {
        match CountPacking::new(layout) {
            Some(packing) if PackedState::fits(layout, &packing, law) => {
                AutomatonDraft::by::<u128, PackedState>(layout, law, &packing, max_nodes)
            }
            Some(packing) => {
                AutomatonDraft::by::<u128, ScanState<u128>>(layout, law, &packing, max_nodes)
            }
            None => Ok(AutomatonDraft::of_nothing()),
        }
    }

    /// Builds the draft of a layout with more than 128 places.
    ///
    /// States that fit one word are used here too if possible: they hold places relative to their
    /// own place, so the total number of places does not matter.
    fn wide(
        layout: &Layout,
        law: &RuleSet<WideMask>,
        max_nodes: usize,
    ) -> Result<AutomatonDraft, SpaceError> {
        let Some(packing) = CountPacking::new(layout) else {
            return Ok(AutomatonDraft::of_nothing());
        };
        if law.is_empty() && packing.bits <= u64::BITS {
            let (packing, law) = (CountPacking::new(layout), RuleSet::default());
            if let Some(packing) =
                packing.filter(|packing| PackedState::fits(layout, packing, &law))
            {
                return AutomatonDraft::by::<u128, PackedState>(layout, &law, &packing, max_nodes);
            }
        }
        AutomatonDraft::by::<WideMask, ScanState<WideMask>>(layout, law, &packing, max_nodes)
    }

    /// Draft of a layout that has no pattern.
    fn of_nothing() -> AutomatonDraft {
        let mut draft = AutomatonDraft::default();
        let root = draft.add(0);
        draft.scanned.push(root);
        draft
    }

    /// Builds the draft with states in the representation `S`.
    fn by<B: BitMask, S: StateRepr<B>>(
        layout: &Layout,
        law: &RuleSet<B>,
        packing: &CountPacking<B>,
        max_nodes: usize,
    ) -> Result<AutomatonDraft, SpaceError> {
        let cells = layout.scan.cell_count();
        let kinds = &layout.kinds;
        let mut draft = AutomatonDraft::default();
        let root = draft.add(0);
        let offers = offers_by_place(kinds, packing, cells);
        let setting = StateContext {
            packing,
            law,
            overdue: overdue_by_place(kinds, packing, cells),
            cells,
        };
        let mut shelves: Vec<StateTable<S>> = (0..=cells).map(|_| StateTable::default()).collect();
        shelves[0].node_of(S::at_the_beginning(&setting), root, 1);
        let mut followers = Vec::new();
        for (place, offers) in offers.iter().enumerate() {
            let shelf = std::mem::take(&mut shelves[place]);
            let expected = shelf.states().len();
            draft.scan(shelf.states());
            for states in shelf.states().chunks(TOGETHER) {
                let found = S::follow(states, offers, place, &setting, &mut followers);
                for follower in &mut followers[..found] {
                    let next = follower.place;
                    let state = std::mem::take(&mut follower.state);
                    let node = draft.add(next);
                    let to = shelves[usize::from(next)].node_of(state, node, expected);
                    // If the state is not new, the node that was just added is removed.
                    let nodes = node as usize + usize::from(to == node);
                    draft.places.truncate(nodes);
                    draft.ways.push(DraftEdge {
                        from: follower.from,
                        to,
                        choice: follower.choice,
                    });
                }
                // The limit is checked only once for each chunk of states, so it may be exceeded by
                // a few thousand nodes.
                if draft.needed() > max_nodes {
                    return Err(SpaceError::AutomatonTooLarge { max_nodes });
                }
            }
        }
        draft.scan(shelves[cells].states());
        draft.end = shelves[cells].states().first().map(|&(_, end)| end);
        Ok(draft)
    }

    fn add(&mut self, place: Place) -> NodeId {
        self.places.push(place);
        (self.places.len() - 1) as NodeId
    }

    /// Appends the nodes of `states` to the list of nodes in scan order.
    fn scan<S>(&mut self, states: &[(S, NodeId)]) {
        self.scanned.extend(states.iter().map(|&(_, node)| node));
    }

    /// Number of nodes that a limit must allow for this draft.
    fn needed(&self) -> usize {
        self.places.len().max(self.ways.len() / MAX_EDGES_A_NODE)
    }

    /// Counts the paths from each node, drops dead ends, and lays nodes and edges out by place.
    ///
    /// The loops avoid branches on the number of a node's choices and on dead ends, because both
    /// are unpredictable.
    fn finish(&self) -> Automaton {
        let counts = self.counts();
        // The root stays, even if no edge leads from it.
        let is_alive = |node: NodeId| counts[node as usize] > 0 || node == Automaton::ROOT;
        let mut renumbered = vec![0; self.places.len()];
        let nowhere = AutomatonNode {
            first_edge: 0,
            place: Place::MAX,
        };
        let alive = self.scanned.iter().filter(|&&node| is_alive(node));
        // One more entry for a sentinel after the last node, and one as scratch space for dead
        // ends.
        let mut nodes = vec![nowhere; alive.count() + 2];
        let mut alive = 0;
        for &node in &self.scanned {
            // A dead end gets the number of the next node that is kept. Data written for a dead end
            // is later overwritten by that node's data, or lies after the last node.
            renumbered[node as usize] = alive as NodeId;
            nodes[alive].place = self.places[node as usize];
            alive += usize::from(is_alive(node));
        }
        nodes[alive].place = Place::MAX;
        let none = Edge {
            before: 0,
            to: 0,
            choice: 0,
        };
        let open = self.ways.iter().filter(|way| counts[way.to as usize] > 0);
        // One more entry than there are edges, as scratch space for dead ends.
        let mut edges = vec![none; open.count() + 1];
        let (mut found, mut before, mut last) = (0, 0u64, Automaton::ROOT);
        for way in &self.ways {
            before = if way.from == last { before } else { 0 };
            last = way.from;
            edges[found] = Edge {
                before,
                to: renumbered[way.to as usize],
                choice: way.choice,
            };
            let count = counts[way.to as usize];
            found += usize::from(count > 0);
            // A sum that exceeds 64 bits does no harm, because the patterns are then only counted,
            // never ranked.
            before = before.saturating_add(count);
            nodes[renumbered[way.from as usize] as usize + 1].first_edge = found as u32;
        }
        nodes[alive].first_edge = found as u32;
        nodes.truncate(alive + 1);
        edges.truncate(found);
        let len = match counts[Automaton::ROOT as usize] {
            u64::MAX => self.count_unbounded(),
            len => len.into(),
        };
        Automaton {
            nodes,
            edges,
            len,
            drafted: self.needed(),
        }
    }

    /// Number of paths from each node to the end, indexed by node; saturates at 2^64 - 1.
    fn counts(&self) -> Vec<u64> {
        let mut counts = vec![0u64; self.places.len()];
        if let Some(end) = self.end {
            counts[end as usize] = 1;
        }
        // Edges are visited in reverse, so that the paths of a node's successors are counted before
        // its own.
        for way in self.ways.iter().rev() {
            let count = counts[way.to as usize];
            let sum = &mut counts[way.from as usize];
            *sum = sum.saturating_add(count);
        }
        counts
    }

    /// Number of paths from the root to the end, exact at any size.
    fn count_unbounded(&self) -> BigUint {
        let mut counts = vec![BigUint::ZERO; self.places.len()];
        if let Some(end) = self.end {
            counts[end as usize] = 1u32.into();
        }
        for way in self.ways.iter().rev() {
            let count = std::mem::take(&mut counts[way.to as usize]);
            counts[way.from as usize] += &count;
            counts[way.to as usize] = count;
        }
        std::mem::take(&mut counts[Automaton::ROOT as usize])
    }
}

/// Choices that are possible at a place, in ascending order, indexed by place.
fn offers_by_place<B: BitMask>(
    kinds: &[PieceKind],
    packing: &CountPacking<B>,
    cells: usize,
) -> Vec<Vec<ChoiceMasks<B>>> {
    let offers_at = |place: usize| {
        let empty = iter::once(Some(Cell(place as Place).into()));
        let pieces = kinds.iter().map(|kind| {
            let placement = kind.placements[place].as_ref()?;
            Some(placement.places)
        });
        let offers = empty
            .chain(pieces)
            .enumerate()
            .filter_map(|(choice, places)| {
                let places: CellSet = places?;
                let before = choice.checked_sub(1).and_then(|kind| kinds[kind].after);
                Some(ChoiceMasks {
                    choice: choice as Choice,
                    places: places.cast(),
                    before: before.map_or(B::ZERO, |kind| packing.masks[kind + 1]),
                    ahead: places.0.earlier(place as u32).low(),
                    one: B::below(1).later(packing.shifts[choice]),
                    mask: packing.masks[choice],
                })
            });
        offers.collect()
    };
    (0..cells).map(offers_at).collect()
}

/// Mask of the piece counts that must be zero at a place, indexed by place: those of the kinds that
/// fit neither there nor later.
fn overdue_by_place<B: BitMask>(
    kinds: &[PieceKind],
    packing: &CountPacking<B>,
    cells: usize,
) -> Vec<B> {
    (0..=cells)
        .map(|place| {
            kinds
                .iter()
                .zip(&packing.masks[1..])
                .filter(|(kind, _)| kind.placements[place..].iter().all(Option::is_none))
                .fold(B::ZERO, |overdue, (_, &mask)| overdue.or(mask))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::scan::Orientation;
    use super::*;
    use slidewise_puzzle::{Puzzle, builtin};

    #[test]
    fn states_in_one_word_make_the_automaton_that_whole_ones_make() {
        let mut compared = 0;
        for builtin in builtin::list() {
            let puzzle = builtin.read().unwrap();
            let layout = Layout::new(&puzzle, Orientation::best(&puzzle));
            let law = RuleSet::new(&puzzle, &layout);
            let packing = CountPacking::new(&layout).unwrap();
            if !PackedState::fits(&layout, &packing, &law) {
                continue;
            }
            let max_nodes = 1 << 16;
            let short = AutomatonDraft::by::<u128, PackedState>(&layout, &law, &packing, max_nodes);
            let whole =
                AutomatonDraft::by::<u128, ScanState<u128>>(&layout, &law, &packing, max_nodes);
            let (Ok(short), Ok(whole)) = (&short, &whole) else {
                assert_eq!(short.err(), whole.err(), "{}", builtin.name);
                continue;
            };
            compared += 1;
            let [short, whole] = [short, whole].map(AutomatonDraft::finish);
            assert_eq!(short.len, whole.len, "{}", builtin.name);
            assert_eq!(short.drafted, whole.drafted, "{}", builtin.name);
            assert!(short.edges == whole.edges, "{}", builtin.name);
            assert!(short.nodes == whole.nodes, "{}", builtin.name);
        }
        assert!(compared > 150, "{compared}");
    }

    #[test]
    fn more_patterns_than_words_tell_apart_are_counted_all_the_same() {
        let rows = ["aaaaaaaa"; 8].into_iter().chain(["........"; 8]);
        let rows: Vec<&str> = rows.collect();
        let text = format!("start = '''\n{}\n'''\nunits = ['a']\n", rows.join("\n"));
        let puzzle = Puzzle::from_toml("half", "half.toml", &text).unwrap();
        let layout = Layout::new(&puzzle, Orientation::Rows);
        let law = RuleSet::new(&puzzle, &layout);
        let automaton = Automaton::new(&layout, &law, MAX_NODES).unwrap();
        // The number of ways to choose 64 squares out of 128.
        let expected = "23951146041928082866135587776380551750";
        assert_eq!(automaton.len().to_string(), expected);
    }

    #[test]
    fn an_automaton_is_refused_for_its_nodes_and_for_its_edges() {
        let mut refused = [0, 0];
        for builtin in builtin::list() {
            let puzzle = builtin.read().unwrap();
            let layout = Layout::new(&puzzle, Orientation::best(&puzzle));
            let law = RuleSet::new(&puzzle, &layout);
            let Ok(draft) = AutomatonDraft::new(&layout, &law, 1 << 10) else {
                continue;
            };
            let [nodes, edges] = [draft.places.len(), draft.ways.len() / MAX_EDGES_A_NODE];
            let drafted = draft.finish().drafted();
            assert_eq!(drafted, nodes.max(edges), "{}", builtin.name);
            refused[usize::from(edges > nodes)] += 1;
            assert!(Automaton::new(&layout, &law, drafted).is_ok());
            let max_nodes = drafted - 1;
            assert_eq!(
                Automaton::new(&layout, &law, max_nodes).err(),
                Some(SpaceError::AutomatonTooLarge { max_nodes })
            );
        }
        assert!(refused.iter().all(|&puzzles| puzzles > 0), "{refused:?}");
    }
}
