//! The goal configurations of a graph, and those that a search has reached.
//!
//! Goal configurations are listed by walking down the automaton under the constraints of each goal.
//! A bitmap of patterns replaces the list if it is smaller or if there are too many goals to list.
//! If there are too many patterns for a bitmap, each configuration that a search has reached is
//! tested.

use super::constraints::{Constraints, ScannedGoal};
use super::goal_lister::{MAX_LISTED, listed, visit_each};
use super::matcher::{GoalMatcher, KnownGoals};
use super::pattern_bitmap::PatternBitmap;
use crate::distances::{MarkedSearch, QueryError, SourceSet};
use slidewise_engine::graph::Graph;
use slidewise_engine::index::{Automaton, NodeId};
use slidewise_engine::search::GenerationMembers;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Set of all goal configurations of a graph.
#[derive(Debug)]
pub struct Goals<'g> {
    graph: &'g Graph,
    known: Arc<KnownGoals>,
}

/// The goals that were found in a graph, to be kept beside it.
#[derive(Clone, Debug)]
pub struct FoundGoals {
    known: Arc<KnownGoals>,
    /// Number of indices of the graph.
    len: u64,
}

impl<'g> Goals<'g> {
    /// Maximum number of goal configurations that are listed.
    pub const MAX_LISTED: usize = MAX_LISTED;

    /// Finds all goal configurations that have an index in the graph.
    ///
    /// At most [`Goals::MAX_LISTED`] configurations are listed; a configuration that meets several
    /// goals counts once for each of these goals. If there are more, a bitmap of at most 2^29
    /// patterns is made instead. A bitmap is also made if it takes fewer bytes than the list and a
    /// pattern alone decides whether a configuration is a goal.
    ///
    /// Time: proportional to the number of goal configurations, plus, for each goal, the number of
    /// edges of the automaton.
    ///
    /// Memory: 8 bytes for each goal configuration, and 4 temporary bytes for each node of the
    /// automaton.
    pub fn of(graph: &'g Graph) -> Goals<'g> {
        let goals = ScannedGoal::all(graph);
        let known = list_unless_dense(graph, &goals)
            .or_else(|| PatternBitmap::of(graph, &goals).map(KnownGoals::Bitmap));
        Goals::new(graph, known.unwrap_or(KnownGoals::Tested))
    }

    /// Passes all goal configurations that parity does not exclude to `visit`, in any order; one
    /// that meets several goals may come several times. Breaks if there are more than `most`, or if
    /// `visit` breaks.
    ///
    /// Time: as that of [`Goals::of`]; no time if the goals alone show that there are more.
    ///
    /// Memory: 4 bytes for each node of the automaton, and a few MiB; none for a configuration.
    pub fn visit_each(
        graph: &Graph,
        most: usize,
        visit: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let goals = ScannedGoal::all(graph);
        visit_each(graph, &goals, most, &mut |index| {
            if graph.orders().is_out_of_reach(index) {
                return ControlFlow::Continue(());
            }
            visit(index)
        })
    }

    /// Finds all goal configurations without a bitmap of patterns; if they cannot be listed, each
    /// configuration is tested.
    pub(super) fn without_table(graph: &'g Graph) -> Goals<'g> {
        let known = list_unless_dense(graph, &ScannedGoal::all(graph));
        Goals::new(graph, known.unwrap_or(KnownGoals::Tested))
    }

    /// Creates the set of the goals of a graph from a list, a bitmap or neither.
    pub(super) fn new(graph: &'g Graph, known: KnownGoals) -> Goals<'g> {
        let known = Arc::new(known);
        Goals { graph, known }
    }

    /// The goals without their graph, which [`Goals::of_found`] joins again at no cost.
    pub fn into_found(self) -> FoundGoals {
        FoundGoals {
            known: self.known,
            len: self.graph.len(),
        }
    }

    /// The goals that were found in this graph.
    ///
    /// # Panics
    /// If they were found in a graph of another size.
    pub fn of_found(graph: &'g Graph, found: &FoundGoals) -> Goals<'g> {
        assert_eq!(
            found.len,
            graph.len(),
            "the goals are those of another graph"
        );
        Goals {
            graph,
            known: Arc::clone(&found.known),
        }
    }

    /// All goal configurations, ascending; `None` if they are not listed.
    fn listed(&self) -> Option<&[u64]> {
        match &*self.known {
            KnownGoals::List(list) => Some(list),
            KnownGoals::Bitmap(_) | KnownGoals::Tested => None,
        }
    }

    /// Whether all goal configurations are listed.
    pub(super) fn are_listed(&self) -> bool {
        self.listed().is_some()
    }

    /// Whether no configuration that has an index is a goal.
    ///
    /// Either no legal configuration is a goal, or all goals have a parity that cannot be reached
    /// from Start.
    pub fn is_empty(&self) -> bool {
        self.listed().is_some_and(<[u64]>::is_empty)
    }

    /// Whether some pattern meets a goal, if any tile of the right shape is accepted.
    pub(super) fn have_patterns(&self) -> bool {
        let wanted = ScannedGoal::all(self.graph);
        wanted.iter().any(|goal| self.has_pattern(goal, &|_| true))
    }

    /// Whether parity alone shows that Start leads to no goal.
    ///
    /// If goals are not listed, the result is false. Time: proportional to the number of listed
    /// goals.
    pub(super) fn are_out_of_reach(&self) -> bool {
        let orders = self.graph.orders();
        self.listed()
            .is_some_and(|listed| listed.iter().all(|&index| orders.is_out_of_reach(index)))
    }

    /// Whether Start leads to a pattern of every goal. If Start nevertheless leads to no goal,
    /// parity is the reason.
    ///
    /// Time: proportional to the number of patterns of each goal, up to the first pattern to which
    /// Start leads.
    pub(super) fn have_other_parity(&self) -> bool {
        let wanted = ScannedGoal::all(self.graph);
        wanted.len() == self.graph.puzzle().goals.len()
            && wanted.iter().all(|goal| {
                self.has_pattern(goal, &|pattern| self.graph.orders().has_parity(pattern))
            })
    }

    fn has_pattern(&self, goal: &ScannedGoal, is_one: &impl Fn(u64) -> bool) -> bool {
        let demands = Constraints::of(self.graph, goal);
        u64::from(demands.ways_from(Automaton::ROOT)) > 0
            && has_pattern(self.graph, &demands, Automaton::ROOT, 0, is_one)
    }

    fn judge(&self) -> GoalMatcher<'_> {
        GoalMatcher::new(self.graph, &self.known)
    }

    /// Whether a vertex is a goal configuration.
    pub fn contains(&self, index: u64) -> bool {
        match &*self.known {
            KnownGoals::List(list) => list.binary_search(&index).is_ok(),
            KnownGoals::Bitmap(table) if !table.has(index / self.graph.orders().len()) => false,
            _ => {
                let puzzle = self.graph.puzzle();
                puzzle.is_solved(&self.graph.configuration(index))
            }
        }
    }

    /// Number of goals in a generation of `count` configurations.
    pub fn count_in(&self, generation: &dyn GenerationMembers, count: u64) -> u64 {
        let mut met = 0;
        self.for_each_in(generation, count, |_| met += 1);
        met
    }

    /// Goals in a generation of `count` configurations, ascending.
    pub fn in_generation(&self, generation: &dyn GenerationMembers, count: u64) -> Vec<u64> {
        let mut found = Vec::new();
        self.for_each_in(generation, count, |index| found.push(index));
        found
    }

    /// Calls `visit` with the goals in a generation of `count` configurations, ascending.
    ///
    /// The loop runs over the list of goals or over the generation, whichever is smaller.
    fn for_each_in(
        &self,
        generation: &dyn GenerationMembers,
        count: u64,
        mut visit: impl FnMut(u64),
    ) {
        match self.listed() {
            Some(list) if list.len() as u64 <= count => {
                let list = list.iter().copied();
                list.filter(|&index| generation.contains(index))
                    .for_each(visit);
            }
            _ => {
                let mut judge = self.judge();
                generation.for_each(&mut |index| {
                    if judge.is_goal(index) {
                        visit(index);
                    }
                });
            }
        }
    }

    /// All goal configurations, ascending, reachable or not.
    ///
    /// Time: a test of each vertex if goals are not listed.
    pub fn all(&self) -> Vec<u64> {
        match self.listed() {
            Some(list) => list.to_vec(),
            None => {
                let mut judge = self.judge();
                let vertices = (0..self.graph.len()).filter(|&index| self.graph.is_vertex(index));
                vertices.filter(|&index| judge.is_goal(index)).collect()
            }
        }
    }

    /// Goal configurations that a search has seen, ascending.
    ///
    /// # Errors
    /// If the stop flag is raised, or the marks are damaged.
    pub fn seen_by(&self, explored: MarkedSearch<'_>) -> Result<Vec<u64>, QueryError> {
        let mut seen = Vec::new();
        self.for_each_seen(explored, |index| seen.push(index))?;
        Ok(seen)
    }

    /// Number of goal configurations that a search has seen.
    ///
    /// # Errors
    /// If the stop flag is raised, or the marks are damaged.
    pub fn count_seen(&self, explored: MarkedSearch<'_>) -> Result<u64, QueryError> {
        let mut count = 0;
        self.for_each_seen(explored, |_| count += 1)?;
        Ok(count)
    }

    /// Calls `visit` with the goal configurations that a search has seen, ascending.
    pub(super) fn for_each_seen(
        &self,
        explored: MarkedSearch<'_>,
        visit: impl FnMut(u64),
    ) -> Result<(), QueryError> {
        let has_orders = self.graph.orders().len() > 1;
        // `for_each` is used because it takes less time on these iterators than a `for` loop.
        match &*self.known {
            KnownGoals::List(list) => {
                let list = list.iter().copied();
                list.filter(|&index| explored.has_seen(index))
                    .for_each(visit);
            }
            KnownGoals::Bitmap(table) if table.is_sure && !has_orders => explored
                .seen_among(|first| table.bits_from(first))
                .for_each(visit),
            _ => {
                let mut judge = self.judge();
                explored.check_gaps()?;
                // The stop flag is checked for each configuration, because a check takes much less
                // time than testing a configuration.
                let seen = explored.seen().take_while(|_| !explored.is_stopped());
                seen.filter(|&index| judge.is_goal(index)).for_each(visit);
            }
        }
        if explored.is_stopped() {
            return Err(QueryError::Stopped);
        }
        explored.if_sound(())
    }
}

impl SourceSet for Goals<'_> {
    fn contains(&self, index: u64) -> bool {
        Goals::contains(self, index)
    }
}

/// Whether some allowed pattern through `node` satisfies `is_one`.
///
/// The ranks of the patterns through the node begin at `rank`.
fn has_pattern(
    graph: &Graph,
    demands: &Constraints<'_>,
    node: NodeId,
    rank: u64,
    is_one: &impl Fn(u64) -> bool,
) -> bool {
    let place = graph.space().automaton().place(node);
    if usize::from(place) >= graph.space().layout().scan.cell_count() {
        return is_one(rank);
    }
    let mut edges = demands.edges(node);
    edges.any(|edge| has_pattern(graph, demands, edge.to, rank + edge.before, is_one))
}

/// Lists all goal configurations; `None` if a bitmap would be smaller or there are too many to
/// list.
fn list_unless_dense(graph: &Graph, goals: &[ScannedGoal]) -> Option<KnownGoals> {
    if are_dense(graph, goals) {
        return None;
    }
    listed(graph, goals).map(KnownGoals::List)
}

/// Whether a bitmap of patterns is smaller than a list of goals, and patterns alone decide which
/// configurations are goals. In this case making the bitmap also takes much less time than listing.
fn are_dense(graph: &Graph, goals: &[ScannedGoal]) -> bool {
    // Even if each pattern has a single arrangement, a pattern may not decide: parity may have left
    // this arrangement of several, and a goal may want another.
    let has_one_order = graph.orders().len() == 1 && !goals.iter().any(ScannedGoal::has_letters);
    if !has_one_order || graph.patterns() > PatternBitmap::MAX_PATTERNS {
        return false;
    }
    let ways = |goal| u64::from(Constraints::of(graph, goal).ways_from(Automaton::ROOT));
    goals.iter().map(ways).sum::<u64>() > graph.patterns() / 64
}

#[cfg(test)]
mod tests {
    use super::*;
    use slidewise_engine::graph::Metric;
    use slidewise_engine::search::{CountSink, Event, Run};
    use slidewise_puzzle::Puzzle;
    use std::ops::ControlFlow;

    #[test]
    fn listed_are_all_configurations_that_are_goals_and_no_other() {
        let board = |start: &str, goals: &[&str], rest: &str| {
            let goals = goals
                .iter()
                .map(|goal| format!("[[goal]]\nboard = \"\"\"\n{goal}\n\"\"\"\n"));
            let goals: String = goals.collect();
            let text = format!("start = \"\"\"\n{start}\n\"\"\"\n{rest}\n{goals}");
            Puzzle::from_toml("small", "small.toml", &text).unwrap()
        };
        let alike = "units = ['A', 'B', 'C']";
        let puzzles = [
            Puzzle::open("lane-rouge").unwrap(),
            Puzzle::open("tarohs-soap").unwrap(),
            // Puzzles with alike tiles: a goal fixes some of the tiles, or two goals share
            // configurations.
            board("AABB\nBCC.", &["..B.\nC..."], alike),
            board("AABB\nBCC.", &["A...\n...B", "A...\n..C."], alike),
            // Puzzles in which parity allows half of the arrangements, and a puzzle without a
            // parity law.
            board("ABC\nDE.", &["..A\n.B."], "distinct = true"),
            board("ABC\nDE.", &["ABC\n..."], "distinct = true"),
            board("AABC\nDE..", &["...E\n..AA"], "distinct = true"),
            board("ABCD\nEFG.", &["....\n_..."], "distinct = true"),
            // The goal fixes cells near the end of the scan, so that most half-filled boards cannot
            // be completed.
            board("AAB\nCCB\n..D", &["...\n_.B\n..B"], ""),
        ];
        for puzzle in puzzles {
            let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
            let wanted = ScannedGoal::all(&graph);
            let solved = (0..graph.len())
                .filter(|&index| graph.is_vertex(index))
                .filter(|&index| puzzle.is_solved(&graph.configuration(index)));
            let solved: Vec<u64> = solved.collect();
            let name = &puzzle.name;
            assert_eq!(listed(&graph, &wanted).as_ref(), Some(&solved), "{name}");
            assert!(!solved.is_empty(), "{name}");
            let goals = Goals::of(&graph);
            let vertices = (0..graph.len()).filter(|&index| graph.is_vertex(index));
            let contained: Vec<u64> = vertices.filter(|&index| goals.contains(index)).collect();
            assert_eq!(contained, solved, "{name}");
        }
    }

    #[test]
    fn dense_goals_are_tabled_and_others_listed() {
        // In the last two puzzles of this list, a pattern alone does not decide whether a
        // configuration is a goal.
        for (word, are_listed) in [
            ("lane-rouge", false),
            ("layton-23-trapped-treasure", false),
            ("tarohs-soap", true),
            ("checkmate", true),
            ("get-my-goat", true),
        ] {
            let puzzle = Puzzle::open(word).unwrap();
            let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
            let goals = Goals::of(&graph);
            assert_eq!(goals.are_listed(), are_listed, "{word}");
            assert_eq!(
                !matches!(*goals.known, KnownGoals::Bitmap(_)),
                are_listed,
                "{word}"
            );
            let has_one_order = graph.orders().len() == 1;
            let vertices = (0..graph.len()).filter(|&index| goals.contains(index));
            let are_dense = vertices.count() as u64 > graph.patterns() / 64;
            assert_eq!(has_one_order && are_dense, !are_listed, "{word}");
        }
    }

    #[test]
    fn a_goal_of_the_wrong_sign_is_none_even_where_patterns_have_one_order() {
        let text = "start = \"AB.\"\ngoal = \"BA.\"\ndistinct = true";
        let puzzle = Puzzle::from_toml("row", "row.toml", text).unwrap();
        let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        assert_eq!(graph.orders().len(), 1);
        assert!(Goals::of(&graph).is_empty());
    }

    #[test]
    fn goals_of_a_generation_are_the_same_whichever_are_looked_at() {
        for word in [
            "lane-rouge",
            "layton-22-from-right-to-left",
            "rush:AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.",
        ] {
            let puzzle = Puzzle::open(word).unwrap();
            let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
            let start = graph.index_of(&puzzle.start).unwrap();
            let wanted = ScannedGoal::all(&graph);
            let listed = listed(&graph, &wanted);
            let sources = [start, listed.as_ref().unwrap()[0]];
            let goals = Goals::new(&graph, KnownGoals::List(listed.unwrap()));
            let table = PatternBitmap::of(&graph, &wanted).unwrap();
            let tabled = Goals::new(&graph, KnownGoals::Bitmap(table));
            let mut met = 0;
            let run = Run {
                max_generation: Some(40),
                ..Run::new(&graph, &sources)
            };
            let observed = run.explore(&mut CountSink::default(), &mut |event| {
                if let Event::Found { configurations, .. } = event {
                    // The first count makes the loop run over the goals, the second makes it run
                    // over the generation.
                    let found =
                        [u64::MAX, 0].map(|count| goals.in_generation(configurations, count));
                    assert_eq!(found[0], found[1], "{word}");
                    let by_bits = tabled.in_generation(configurations, 0);
                    assert_eq!(found[0], by_bits, "{word}");
                    assert_eq!(goals.count_in(configurations, 0), found[0].len() as u64);
                    met += found[0].len();
                }
                ControlFlow::Continue(())
            });
            observed.unwrap();
            assert!(met > 1, "{word}");
        }
    }
}
