//! The pattern automaton: every way to fill the board as a path, every path a number.
//!
//! Its nodes are half-scanned boards: the next cell that nothing covers, the pieces still to place, which of
//! the cells to come are covered, what the rules remember. Equal nodes are one, dead ends are none. It knows
//! kinds and places, and neither tokens nor moves; its edges carry, beside the choice, how many ways to fill
//! the board the earlier choices of the node have.

use super::SpaceError;
use super::law::Law;
use super::layout::{Kind, Layout, Place};
use super::shelf::Shelf;
use super::state::{Kept, Offer, Packing, Setting, Short, State};
use num_bigint::BigUint;
use slidewise_board::{Bits, Cell, CellSet, Wide};
use std::iter;

/// A node of the automaton.
pub type NodeId = u32;

/// What is done at a cell that nothing covers yet: 0 leaves it empty, `1 + kind` begins a piece there.
pub type Choice = u16;

/// The choice that leaves a cell empty.
pub const EMPTY: Choice = 0;

/// A choice at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// How many patterns begin with an earlier choice at the same node.
    pub before: u64,
    /// The node to which the choice leads.
    pub to: NodeId,
    /// The choice.
    pub choice: Choice,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Node {
    first_edge: u32,
    place: Place,
}

/// All patterns of a layout, numbered without holes.
///
/// Bytes: 8 a node, 16 an edge. Construction takes time in proportion to the edges.
#[derive(Clone, Debug)]
pub struct Automaton {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    len: BigUint,
    drafted: usize,
}

/// The most nodes that are built before a puzzle is refused: about two gigabytes while building, and more where rules
/// are to be remembered.
pub const MOST_NODES: usize = 1 << 24;

/// A node with its edges takes about this many bytes while it is built, beside what the rules remember.
pub const NODE_BYTES: usize = 128;

/// The most edges that are built for each node that may be: as much again, where there are many kinds.
const MOST_EDGES_A_NODE: usize = 2;

impl Automaton {
    /// The root of every automaton that has a pattern.
    pub const ROOT: NodeId = 0;

    /// Builds the automaton of a layout under its rules.
    ///
    /// # Errors
    /// If more than `most_nodes` nodes would be needed, or more than twice as many edges.
    pub(super) fn new(
        layout: &Layout,
        law: &Law<u128>,
        most_nodes: usize,
    ) -> Result<Automaton, SpaceError> {
        let draft = Draft::new(layout, law, most_nodes)?;
        Ok(draft.finish())
    }

    /// The same of a layout with more places than the bits of a number.
    ///
    /// # Errors
    /// As [`Automaton::new`].
    pub(super) fn wide(
        layout: &Layout,
        law: &Law<Wide>,
        most_nodes: usize,
    ) -> Result<Automaton, SpaceError> {
        let draft = Draft::wide(layout, law, most_nodes)?;
        Ok(draft.finish())
    }

    /// How many patterns there are.
    pub fn len(&self) -> &BigUint {
        &self.len
    }

    /// How many nodes the automaton has.
    pub fn node_count(&self) -> usize {
        self.nodes.len() - 1
    }

    /// How many nodes had to be allowed to build it: dead ends are nodes until they are known for such.
    pub fn drafted(&self) -> usize {
        self.drafted
    }

    /// How many bytes the automaton takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..]) + size_of_val(&self.edges[..])
    }

    /// The place at which the node's choice is made; the number of places for the node at the end.
    #[inline]
    pub fn place(&self, node: NodeId) -> Place {
        self.nodes[node as usize].place
    }

    /// The choices at a node, in order.
    #[inline]
    pub fn edges(&self, node: NodeId) -> &[Edge] {
        let from = self.nodes[node as usize].first_edge as usize;
        let to = self.nodes[node as usize + 1].first_edge as usize;
        &self.edges[from..to]
    }

    /// The edge of a choice, if it is allowed at the node.
    #[inline]
    pub fn edge(&self, node: NodeId, choice: Choice) -> Option<&Edge> {
        self.edges(node).iter().find(|edge| edge.choice == choice)
    }

    /// The edge on which the pattern of this rank goes on; `rank` counts among the node's own patterns.
    #[inline]
    pub fn edge_of_rank(&self, node: NodeId, rank: u64) -> &Edge {
        let edges = self.edges(node);
        let mut chosen = &edges[0];
        for edge in &edges[1..] {
            if edge.before > rank {
                break;
            }
            chosen = edge;
        }
        chosen
    }
}

/// A choice at a node of an automaton in the making.
#[derive(Clone, Copy)]
struct Way {
    from: NodeId,
    to: NodeId,
    choice: Choice,
}

/// An automaton in the making: nodes numbered as they are discovered, dead ends among them.
#[derive(Default)]
struct Draft {
    /// By node: its place.
    places: Vec<Place>,
    /// The nodes in the order in which they were scanned: by place.
    scanned: Vec<NodeId>,
    /// The choices, node by node as these were scanned.
    ways: Vec<Way>,
    end: Option<NodeId>,
}

/// This many states are followed together.
const TOGETHER: usize = 64;

impl Draft {
    fn new(layout: &Layout, law: &Law<u128>, most_nodes: usize) -> Result<Draft, SpaceError> {
        match Packing::new(layout) {
            Some(packing) if Short::fits(layout, &packing, law) => {
                Draft::by::<u128, Short>(layout, law, &packing, most_nodes)
            }
            Some(packing) => Draft::by::<u128, State<u128>>(layout, law, &packing, most_nodes),
            None => Ok(Draft::of_nothing()),
        }
    }

    /// The same of a layout with more places than the bits of a number. States that fit one word know no place but by
    /// how far it is from their own.
    fn wide(layout: &Layout, law: &Law<Wide>, most_nodes: usize) -> Result<Draft, SpaceError> {
        let Some(packing) = Packing::new(layout) else {
            return Ok(Draft::of_nothing());
        };
        if law.is_empty() && packing.bits <= u64::BITS {
            let (packing, law) = (Packing::new(layout), Law::default());
            if let Some(packing) = packing.filter(|packing| Short::fits(layout, packing, &law)) {
                return Draft::by::<u128, Short>(layout, &law, &packing, most_nodes);
            }
        }
        Draft::by::<Wide, State<Wide>>(layout, law, &packing, most_nodes)
    }

    /// The draft where no pattern is possible.
    fn of_nothing() -> Draft {
        let mut draft = Draft::default();
        let root = draft.add(0);
        draft.scanned.push(root);
        draft
    }

    /// The draft that is made where states are kept in this way.
    fn by<B: Bits, S: Kept<B>>(
        layout: &Layout,
        law: &Law<B>,
        packing: &Packing<B>,
        most_nodes: usize,
    ) -> Result<Draft, SpaceError> {
        let cells = layout.scan.cell_count();
        let kinds = &layout.kinds;
        let mut draft = Draft::default();
        let root = draft.add(0);
        let offers = offers_by_place(kinds, packing, cells);
        let setting = Setting {
            packing,
            law,
            overdue: overdue_by_place(kinds, packing, cells),
            cells,
        };
        let mut shelves: Vec<Shelf<S>> = (0..=cells).map(|_| Shelf::default()).collect();
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
                    // If it is new it stays.
                    let nodes = node as usize + usize::from(to == node);
                    draft.places.truncate(nodes);
                    draft.ways.push(Way {
                        from: follower.from,
                        to,
                        choice: follower.choice,
                    });
                }
                // By now a few thousand nodes too many may be there.
                if draft.needed() > most_nodes {
                    return Err(SpaceError::AutomatonTooLarge { most_nodes });
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

    /// The nodes of these states are the next ones.
    fn scan<S>(&mut self, states: &[(S, NodeId)]) {
        self.scanned.extend(states.iter().map(|&(_, node)| node));
    }

    /// How many nodes must be allowed.
    fn needed(&self) -> usize {
        self.places.len().max(self.ways.len() / MOST_EDGES_A_NODE)
    }

    /// Counts the ways from each node, drops dead ends, and lays nodes and edges out by place. How many choices a node
    /// has, and which of them are dead ends, cannot be foreseen: nothing here depends on it but numbers.
    fn finish(&self) -> Automaton {
        let counts = self.counts();
        // The root stays, even if no way leads from it.
        let is_alive = |node: NodeId| counts[node as usize] > 0 || node == Automaton::ROOT;
        let mut renumbered = vec![0; self.places.len()];
        let nowhere = Node {
            first_edge: 0,
            place: Place::MAX,
        };
        let alive = self.scanned.iter().filter(|&&node| is_alive(node));
        // One behind the last, and one more behind that for dead ends.
        let mut nodes = vec![nowhere; alive.count() + 2];
        let mut alive = 0;
        for &node in &self.scanned {
            // A dead end has the number of the next node that stays. What is written for it below is written over by that
            // node's own ways, which come later, or lies behind the last one.
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
        // One behind the last for dead ends.
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
            // Where the sum is too great for 64 bits patterns are only counted, never ranked.
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

    /// By node: the ways to the end; 2^64 - 1 where they are as many or more.
    fn counts(&self) -> Vec<u64> {
        let mut counts = vec![0u64; self.places.len()];
        if let Some(end) = self.end {
            counts[end as usize] = 1;
        }
        // Those of a node's followers are counted before.
        for way in self.ways.iter().rev() {
            let count = counts[way.to as usize];
            let sum = &mut counts[way.from as usize];
            *sum = sum.saturating_add(count);
        }
        counts
    }

    /// The ways from the root to the end, however many.
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

/// By place: what may be done there, in the order of the choices.
fn offers_by_place<B: Bits>(
    kinds: &[Kind],
    packing: &Packing<B>,
    cells: usize,
) -> Vec<Vec<Offer<B>>> {
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
                Some(Offer {
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

/// By place: the packed numbers of the kinds that can begin neither there nor later.
fn overdue_by_place<B: Bits>(kinds: &[Kind], packing: &Packing<B>, cells: usize) -> Vec<B> {
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
    use super::super::layout::Orientation;
    use super::*;
    use slidewise_puzzle::{Puzzle, builtin};

    #[test]
    fn states_in_one_word_make_the_automaton_that_whole_ones_make() {
        let mut compared = 0;
        for builtin in builtin::list() {
            let puzzle = builtin.read().unwrap();
            let layout = Layout::new(&puzzle, Orientation::best(&puzzle));
            let law = Law::new(&puzzle, &layout);
            let packing = Packing::new(&layout).unwrap();
            if !Short::fits(&layout, &packing, &law) {
                continue;
            }
            let most_nodes = 1 << 16;
            let short = Draft::by::<u128, Short>(&layout, &law, &packing, most_nodes);
            let whole = Draft::by::<u128, State<u128>>(&layout, &law, &packing, most_nodes);
            let (Ok(short), Ok(whole)) = (&short, &whole) else {
                assert_eq!(short.err(), whole.err(), "{}", builtin.name);
                continue;
            };
            compared += 1;
            let [short, whole] = [short, whole].map(Draft::finish);
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
        let law = Law::new(&puzzle, &layout);
        let automaton = Automaton::new(&layout, &law, MOST_NODES).unwrap();
        // 64 of 128 squares.
        let expected = "23951146041928082866135587776380551750";
        assert_eq!(automaton.len().to_string(), expected);
    }

    #[test]
    fn an_automaton_is_refused_for_its_nodes_and_for_its_edges() {
        let mut refused = [0, 0];
        for builtin in builtin::list() {
            let puzzle = builtin.read().unwrap();
            let layout = Layout::new(&puzzle, Orientation::best(&puzzle));
            let law = Law::new(&puzzle, &layout);
            let Ok(draft) = Draft::new(&layout, &law, 1 << 10) else {
                continue;
            };
            let [nodes, edges] = [draft.places.len(), draft.ways.len() / MOST_EDGES_A_NODE];
            let drafted = draft.finish().drafted();
            assert_eq!(drafted, nodes.max(edges), "{}", builtin.name);
            refused[usize::from(edges > nodes)] += 1;
            assert!(Automaton::new(&layout, &law, drafted).is_ok());
            let most_nodes = drafted - 1;
            assert_eq!(
                Automaton::new(&layout, &law, most_nodes).err(),
                Some(SpaceError::AutomatonTooLarge { most_nodes })
            );
        }
        assert!(refused.iter().all(|&puzzles| puzzles > 0), "{refused:?}");
    }
}
