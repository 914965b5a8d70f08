//! Lists the goal configurations of a graph by walking down its automaton.
//!
//! The walk follows only the choices that the constraints of a goal allow, so that its time is
//! proportional to the number of goal configurations found.

use super::constraints::{Constraints, ScannedGoal};
use ahash::AHashMap;
use num_bigint::BigUint;
use slidewise_engine::graph::Graph;
use slidewise_engine::index::{ArrangementSet, Automaton, KindMembers, NodeId, TileGroup};
use std::ops::ControlFlow;

/// Maximum number of goal configurations in a list.
pub(super) const MAX_LISTED: usize = 1 << 22;

/// Maximum number of ranks that the cache of a lister holds; they take 2 MiB.
const MAX_KNOWN: usize = 1 << 18;

/// Lists the indices of all goal configurations, ascending; `None` if they exceed [`MAX_LISTED`].
pub(crate) fn listed(graph: &Graph, goals: &[ScannedGoal]) -> Option<Vec<u64>> {
    let mut indices = Vec::new();
    let all = visit_each(graph, goals, MAX_LISTED, &mut |index| {
        indices.push(index);
        ControlFlow::Continue(())
    });
    if all.is_break() {
        return None;
    }
    indices.sort_unstable();
    indices.dedup();
    Some(indices)
}

/// Passes the indices of all goal configurations to `visit`, in any order; one that meets several
/// goals comes once for each. Breaks if there are more than `most`, or if `visit` breaks.
pub(super) fn visit_each(
    graph: &Graph,
    goals: &[ScannedGoal],
    most: usize,
    visit: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut left = most;
    for goal in goals {
        let descent = GoalLister::new(graph, goal, &mut left, visit);
        descent.down(&Constraints::of(graph, goal))?;
    }
    ControlFlow::Continue(())
}

/// Wanted letter, indexed by tile group, then by slot; `None` if the slot may have any letter.
type SlotLetters = Vec<Vec<Option<u8>>>;

/// Walk down the automaton under the constraints of one goal.
struct GoalLister<'a> {
    graph: &'a Graph,
    visit: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
    /// Number of goal configurations that may still be visited.
    left: &'a mut usize,
    /// Number of arrangements of each pattern that have the wanted letters; `None` if this number
    /// depends on the pattern.
    orders: Option<u64>,
    /// Letter of the tile whose first cell the goal wants on a place, indexed by place; `None`
    /// where the goal wants no certain tile.
    letter_at: Vec<Option<u8>>,
    /// Letters that the goal wants on the slots passed so far.
    letters: SlotLetters,
    /// Cache of the ranks of all arrangements with the wanted letters, keyed by the parities of the
    /// pattern, then by the wanted letters.
    known: AHashMap<u8, AHashMap<SlotLetters, Vec<u64>>>,
    /// Number of ranks in the cache, at most [`MAX_KNOWN`].
    known_ranks: usize,
}

impl<'a> GoalLister<'a> {
    fn new(
        graph: &'a Graph,
        goal: &ScannedGoal,
        left: &'a mut usize,
        visit: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> GoalLister<'a> {
        let layout = graph.space().layout();
        let mut letter_at = vec![None; layout.scan.cell_count()];
        for piece in &goal.pieces {
            letter_at[usize::from(piece.begin)] = piece.letter;
        }
        GoalLister {
            graph,
            visit,
            left,
            orders: orders_of(goal, graph),
            letter_at,
            letters: vec![Vec::new(); graph.space().arrangements().len()],
            known: AHashMap::new(),
            known_ranks: 0,
        }
    }

    fn down(mut self, demands: &Constraints<'_>) -> ControlFlow<()> {
        let patterns = u64::from(demands.ways_from(Automaton::ROOT));
        let goals = self.orders.map(|orders| patterns.saturating_mul(orders));
        if goals.is_some_and(|goals| goals > *self.left as u64) {
            return ControlFlow::Break(());
        }
        self.from(demands, Automaton::ROOT, 0)
    }

    /// Descends from a node; the ranks of the patterns through the node begin at `rank`.
    fn from(&mut self, demands: &Constraints<'_>, node: NodeId, rank: u64) -> ControlFlow<()> {
        let layout = self.graph.space().layout();
        let automaton = self.graph.space().automaton();
        let place = automaton.place(node);
        if usize::from(place) >= layout.scan.cell_count() {
            return self.take_orders(rank);
        }
        for edge in demands.edges(node) {
            let kind = usize::from(edge.choice).checked_sub(1);
            match kind.map(|kind| &layout.kinds[kind].members) {
                Some(&KindMembers::Tiles { arrangement }) => {
                    self.letters[arrangement].push(self.letter_at[usize::from(place)]);
                    self.from(demands, edge.to, rank + edge.before)?;
                    self.letters[arrangement].pop();
                }
                _ => self.from(demands, edge.to, rank + edge.before)?,
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits all arrangements of a pattern that have the wanted letters.
    fn take_orders(&mut self, pattern: u64) -> ControlFlow<()> {
        let orders = self.graph.orders();
        let first = pattern * orders.len();
        let mut take = |order: u64| {
            *self.left = match self.left.checked_sub(1) {
                Some(left) => left,
                None => return ControlFlow::Break(()),
            };
            (self.visit)(first + order)
        };
        if self.letters.iter().flatten().all(Option::is_none) {
            let mut all = (0..orders.len()).filter(|&order| orders.is_order(order));
            return all.try_for_each(take);
        }
        // The possible arrangements depend only on the parities of the pattern and on the wanted
        // letters.
        let known = self.known.entry(orders.signs(pattern)).or_default();
        if let Some(known) = known.get(&self.letters) {
            return known.iter().copied().try_for_each(take);
        }
        let filling = SlotFilling {
            groups: &self.graph.space().layout().groups,
            letters: &self.letters,
        };
        let mut listed = Vec::new();
        filling.for_each(&mut |words| match orders.rank(pattern, words) {
            Some(order) => {
                if self.known_ranks + listed.len() < MAX_KNOWN {
                    listed.push(order);
                }
                take(order)
            }
            None => ControlFlow::Continue(()),
        })?;
        // If the cache is full, the list may lack some ranks.
        if self.known_ranks + listed.len() < MAX_KNOWN {
            self.known_ranks += listed.len();
            known.insert(self.letters.clone(), listed);
        }
        ControlFlow::Continue(())
    }
}

/// Enumeration of the arrangements in which some slots have given letters.
struct SlotFilling<'a> {
    /// Letters of each tile group.
    groups: &'a [TileGroup],
    letters: &'a SlotLetters,
}

/// Callback that gets one arrangement of each tile group, as the letter on each slot.
type VisitWords<'v> = dyn FnMut(&[Vec<u8>]) -> ControlFlow<()> + 'v;

impl SlotFilling<'_> {
    fn for_each(&self, visit: &mut VisitWords<'_>) -> ControlFlow<()> {
        let words = self.letters.iter().map(|slots| vec![0; slots.len()]);
        self.from(&mut words.collect::<Vec<_>>(), 0, 0, visit)
    }

    /// Fills slot number `slot` of tile group number `arrangement`, and all later slots, with
    /// letters in every possible way.
    fn from(
        &self,
        words: &mut [Vec<u8>],
        arrangement: usize,
        slot: usize,
        visit: &mut VisitWords<'_>,
    ) -> ControlFlow<()> {
        let Some(slots) = self.letters.get(arrangement) else {
            return visit(words);
        };
        if slot == slots.len() {
            return self.from(words, arrangement + 1, 0, visit);
        }
        for (letter, &count) in (0..).zip(&self.groups[arrangement].counts) {
            let used = words[arrangement][..slot].iter();
            let used = used.filter(|&&own| own == letter).count();
            let wanted_later = slots[slot + 1..].iter();
            let wanted_later = wanted_later.filter(|&&own| own == Some(letter)).count();
            if slots[slot].is_none_or(|wanted| wanted == letter) && used + wanted_later < count {
                words[arrangement][slot] = letter;
                self.from(words, arrangement, slot + 1, visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Number of arrangements of each pattern that meet a goal; `None` if this number depends on the
/// pattern.
fn orders_of(goal: &ScannedGoal, graph: &Graph) -> Option<u64> {
    if !goal.has_letters() {
        return Some(graph.orders().order_count());
    }
    let layout = graph.space().layout();
    let groups = layout.groups.iter();
    let mut left: Vec<_> = groups.map(|group| group.counts.clone()).collect();
    for piece in &goal.pieces {
        if let (Some(letter), &KindMembers::Tiles { arrangement }) =
            (piece.letter, &layout.kinds[piece.kinds.start].members)
        {
            let left = &mut left[arrangement][usize::from(letter)];
            *left = left.checked_sub(1)?;
        }
    }
    // Two tiles that the goal leaves free can be exchanged, which changes the parity. Exactly half
    // of the arrangements therefore obey a parity law.
    let mut halves: u64 = 1;
    for pivot in graph.orders().pivots() {
        if left[pivot].iter().sum::<usize>() < 2 {
            return None;
        }
        halves *= 2;
    }
    let orders = left
        .into_iter()
        .map(|left| ArrangementSet::new(left).len().clone());
    let orders: BigUint = orders.product();
    (orders / halves).try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use slidewise_engine::graph::Metric;
    use slidewise_puzzle::Puzzle;

    #[test]
    fn goals_are_listed_up_to_the_most_that_may_be() {
        // In the first puzzle, 24,230,639 goal configurations are reachable, more than can be
        // listed.
        for (word, are_listed) in [("iba-49-mini-climb-pro", false), ("iba-43-climb-12", true)] {
            let puzzle = Puzzle::open(word).unwrap();
            let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
            let listed = listed(&graph, &ScannedGoal::all(&graph));
            assert_eq!(listed.is_some(), are_listed, "{word}");
        }
    }

    /// A board of distinct tiles in order, with this goal.
    fn tiles(rows: usize, columns: usize, goal: &str) -> Puzzle {
        let tiles: Vec<String> = (1..rows * columns).map(|tile| tile.to_string()).collect();
        let mut cells = tiles.iter().map(String::as_str).chain(["."]);
        let lines: Vec<String> = (0..rows)
            .map(|_| cells.by_ref().take(columns).collect::<Vec<_>>().join(" "))
            .collect();
        let text = format!(
            "start = \"\"\"\n{}\n\"\"\"\ndistinct = true\ngoal = \"\"\"\n{goal}\n\"\"\"\n",
            lines.join("\n")
        );
        Puzzle::from_toml("tiles", "tiles.toml", &text).unwrap()
    }

    #[test]
    fn more_goals_than_the_cache_holds_are_visited_each_once_up_to_the_most() {
        // Of ten patterns each has 9! / 2 arrangements with the wanted letters, two lists of which
        // exceed the cache.
        let puzzle = tiles(3, 4, "2 3 . .\n. . . .\n. . . .");
        let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        let wanted = ScannedGoal::all(&graph);
        let count = 10 * 181_440;
        for most in [0, 5, count - 1, count, usize::MAX] {
            let mut visited = Vec::new();
            let all = visit_each(&graph, &wanted, most, &mut |index| {
                visited.push(index);
                ControlFlow::Continue(())
            });
            assert_eq!(all.is_continue(), most >= count, "{most}");
            assert!(visited.len() <= most);
            let each = visited.iter().step_by(997);
            let mut each = each.map(|&index| graph.configuration(index));
            assert!(each.all(|position| puzzle.is_solved(&position)));
            if most >= count {
                visited.sort_unstable();
                visited.dedup();
                assert_eq!(visited.len(), count);
            }
        }
    }

    #[test]
    fn goals_are_counted_exactly_before_they_are_listed() {
        for (puzzle, orders) in [
            // The goals of these puzzles leave seven, six, two and one of the tiles free.
            (tiles(2, 4, ". . . .\n. _ . ."), Some(5040 / 2)),
            (tiles(2, 4, "2 . . .\n. . . ."), Some(720 / 2)),
            (tiles(2, 4, "1 2 3 4\n5 . . ."), Some(1)),
            (tiles(2, 4, "1 2 3 4\n. 5 . 6"), None),
        ] {
            let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
            let wanted = ScannedGoal::all(&graph);
            assert_eq!(orders_of(&wanted[0], &graph), orders);
            let patterns = Constraints::of(&graph, &wanted[0]).ways_from(Automaton::ROOT);
            let found = listed(&graph, &wanted).unwrap().len() as u64;
            match orders {
                Some(orders) => assert_eq!(found, u64::from(patterns) * orders),
                None => assert!(found > 0 && found < u64::from(patterns)),
            }
        }
        // There are 10! / 2 arrangements for each of eleven positions of the empty cell, which is
        // too many to list.
        let puzzle = tiles(3, 4, "2 . . .\n. . . .\n. . . .");
        let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        let wanted = ScannedGoal::all(&graph);
        assert_eq!(orders_of(&wanted[0], &graph), Some(3_628_800 / 2));
        assert!(listed(&graph, &wanted).is_none());
    }
}
