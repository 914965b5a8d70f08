//! Tests whether configurations are goals, by a list, by a bitmap of patterns, or by patterns.
//!
//! If there is neither a list nor a bitmap, the matcher lays out a pattern and looks at the places
//! that goals name. All patterns with the same pieces up to the last of these places have
//! consecutive ranks and get the same result. If a goal demands a certain tile on a place, and not
//! just any tile of its shape, the arrangements are tested too. If arrangements are numbered in
//! groups, those of 64 consecutive indices are tested together. These tests take less than a tenth
//! of the time of unranking each configuration.

use super::constraints::ScannedGoal;
use super::pattern_bitmap::{PatternBitmap, Verdict};
use slidewise_engine::graph::{Graph, TileAt};
use slidewise_engine::index::{KindMembers, Pattern, Place};
use std::ops::{BitOr, Range};

/// Form in which the goals of a graph are known: a list, a bitmap or neither.
#[derive(Debug)]
pub(super) enum KnownGoals {
    /// All goal configurations, ascending.
    List(Vec<u64>),
    /// Bitmap of the patterns that meet a goal.
    Bitmap(PatternBitmap),
    /// Neither, because there are too many goals and too many patterns; each configuration is
    /// tested.
    Tested,
}

/// Tests whether configurations of a graph are goals; fastest in ascending order of their indices.
#[derive(Clone, Debug)]
pub(super) enum GoalMatcher<'g> {
    /// Looks configurations up in the list of all goals.
    Listed {
        /// All goals, ascending.
        goals: &'g [u64],
        /// Position of the first goal that is not less than the index tested last.
        next: usize,
    },
    /// Tests the patterns of configurations.
    ByPattern(Box<PatternTest<'g>>),
}

/// Tests configurations by their patterns, with a bitmap or by laying out each pattern.
#[derive(Clone, Debug)]
pub(super) struct PatternTest<'g> {
    graph: &'g Graph,
    /// Bitmap of the patterns that meet a goal, if there is one.
    table: Option<&'g PatternBitmap>,
    /// Constraints of each goal that can be met.
    goals: Vec<ScannedGoal>,
    /// Last place that a goal names.
    last: Place,
    pattern: Pattern<'g>,
    /// Pattern for which `tiles` was computed; `None` before the first.
    wanting: Option<u64>,
    /// For each goal that the pattern `wanting` can meet, the tiles that the goal wants on certain
    /// slots.
    tiles: Vec<Vec<TileAt>>,
    /// Range of indices for which `goals_there` holds the results of the last test.
    judged: Range<u64>,
    /// Results of the last test: bit number (index modulo 64) is set if the index is a goal. The
    /// bits differ only if `judged` is a range of 64 indices that begins at a multiple of 64.
    goals_there: u64,
}

impl<'g> GoalMatcher<'g> {
    /// Creates a matcher for the goals of a graph's puzzle.
    pub(super) fn new(graph: &'g Graph, known: &'g KnownGoals) -> GoalMatcher<'g> {
        let table = match known {
            KnownGoals::List(goals) => return GoalMatcher::Listed { goals, next: 0 },
            KnownGoals::Bitmap(table) => Some(table),
            KnownGoals::Tested => None,
        };
        GoalMatcher::ByPattern(Box::new(PatternTest::new(graph, table)))
    }

    /// Whether a vertex is a goal.
    ///
    /// # Panics
    /// If the graph has no such vertex.
    #[inline]
    pub(super) fn is_goal(&mut self, index: u64) -> bool {
        match self {
            GoalMatcher::Listed { goals, next } => {
                if *next > 0 && goals[*next - 1] >= index {
                    *next = 0;
                }
                *next = not_before(goals, *next, index);
                goals.get(*next) == Some(&index)
            }
            GoalMatcher::ByPattern(test) => test.is_goal(index),
        }
    }
}

/// Position of the first number in an ascending list that is not less than `index`.
///
/// A galloping search begins at position `from`; the numbers before are ignored.
///
/// Time: logarithmic in the number of skipped entries (Bentley and Yao 1976).
#[inline]
fn not_before(list: &[u64], from: usize, index: u64) -> usize {
    let list = &list[from..];
    let mut far = 1;
    while list.get(far - 1).is_some_and(|&own| own < index) {
        far *= 2;
    }
    let (near, far) = (far / 2, list.len().min(far));
    from + near + list[near..far].partition_point(|&own| own < index)
}

impl<'g> PatternTest<'g> {
    /// Creates a test for the goals of a graph's puzzle.
    ///
    /// If there is a bitmap `table`, patterns are laid out only to look at their tiles.
    fn new(graph: &'g Graph, table: Option<&'g PatternBitmap>) -> PatternTest<'g> {
        let space = graph.space();
        let goals = ScannedGoal::all(graph);
        let named = goals.iter().flat_map(|goal| {
            let places = goal.pieces.iter().filter_map(|piece| piece.places.last());
            places
                .map(|place| place.0)
                .chain(goal.empty.last().copied())
        });
        let last = named.max();
        PatternTest {
            graph,
            table,
            goals,
            last: last.unwrap_or(0),
            pattern: Pattern::new(space.automaton(), space.layout(), graph.patterns(), 0),
            wanting: None,
            tiles: Vec::new(),
            judged: 0..0,
            goals_there: 0,
        }
    }

    #[inline]
    fn is_goal(&mut self, index: u64) -> bool {
        if !self.judged.contains(&index) {
            self.judge(index);
        }
        self.goals_there >> (index % 64) & 1 == 1
    }

    /// Tests a vertex together with other indices: all that certainly get the same result, or the
    /// 64 indices of one word.
    fn judge(&mut self, index: u64) {
        let orders = self.graph.orders();
        let (pattern, order) = match orders.len() {
            1 => (index, 0),
            len => (index / len, index % len),
        };
        let (patterns, verdict) = match self.table {
            _ if self.wanting == Some(pattern) => (0..0, Verdict::AsTilesLie),
            Some(table) => (pattern..pattern + 1, table.verdict(pattern)),
            None => self.judge_pattern(pattern),
        };
        let numbers = orders.len() * patterns.start..orders.len() * patterns.end;
        let all = |are_goals| if are_goals { u64::MAX } else { 0 };
        (self.judged, self.goals_there) = match verdict {
            Verdict::Known(are_goals) => (numbers, all(are_goals)),
            Verdict::AsTilesLie => {
                self.look_at_tiles(pattern);
                let mut wishes = self.tiles.iter();
                if orders.grouped().is_some() {
                    let first = index / 64 * 64;
                    let having = |tiles: &Vec<TileAt>| orders.having(pattern, order / 64, tiles);
                    (first..first + 64, wishes.map(having).fold(0, BitOr::bitor))
                } else {
                    let have = |tiles: &Vec<TileAt>| orders.have(pattern, order, tiles);
                    (index..index + 1, all(wishes.any(have)))
                }
            }
        };
    }

    /// Tests a pattern; returns the range of the ranks of patterns with the same result, and the
    /// result.
    fn judge_pattern(&mut self, pattern: u64) -> (Range<u64>, Verdict) {
        self.pattern.lay(pattern);
        let laid = &self.pattern;
        let mut met = self.goals.iter().filter(|goal| goal.is_met_by(laid));
        let verdict = match met.next() {
            None => Verdict::Known(false),
            Some(goal) if !goal.has_letters() => Verdict::Known(true),
            Some(_) => Verdict::AsTilesLie,
        };
        (laid.alike_up_to(self.last), verdict)
    }

    /// Computes, for each goal that a pattern can meet, which tiles the goal wants on which slots.
    fn look_at_tiles(&mut self, pattern: u64) {
        if self.wanting == Some(pattern) {
            return;
        }
        self.wanting = Some(pattern);
        self.pattern.lay(pattern);
        let (laid, layout) = (&self.pattern, self.graph.space().layout());
        let met = self.goals.iter().filter(|goal| goal.is_met_by(laid));
        let tiles = met.map(|goal| {
            let pieces = goal.pieces.iter();
            let tiles = pieces.filter_map(|piece| match layout.kinds[piece.kinds.start].members {
                KindMembers::Class { .. } => None,
                KindMembers::Tiles { arrangement } => Some(TileAt {
                    arrangement,
                    slot: laid.count_between(piece.kinds.start, 0..piece.begin),
                    letter: piece.letter?,
                }),
            });
            tiles.collect()
        });
        self.tiles = tiles.collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goals::goal_lister::listed;
    use slidewise_engine::graph::Metric;
    use slidewise_puzzle::Puzzle;

    /// Puzzle with two goals. The last place of one goal begins a piece, and the last place of the
    /// other goal must be empty.
    const UNITS: &str = "start = \"\"\"\nABCC\nDD..\nE...\"\"\"\n\
        [[goal]]\nboard = \"\"\"\n....\n...A\n....\"\"\"\n\
        [[goal]]\nboard = \"\"\"\nA...\n.._.\n....\"\"\"\n";
    /// Puzzle with two goals and with alike tiles.
    const WORDS: &str = "start = \"\"\"\nAABB\nBCC.\"\"\"\nunits = ['A', 'B', 'C']\n\
        [[goal]]\nboard = \"\"\"\n..B.\nC...\"\"\"\n[[goal]]\nboard = \"\"\"\n..A.\n._..\"\"\"\n";

    /// Puzzle whose goals want distinct tiles on the first slots; half of the arrangements have an
    /// index.
    const FIRST: &str = "start = \"\"\"\nABCD\nEFG.\"\"\"\ndistinct = true\n\
        [[goal]]\nboard = \"\"\"\n.A..\n....\"\"\"\n\
        [[goal]]\nboard = \"\"\"\nB.C.\nD.._\"\"\"\n";
    /// Puzzle whose goal wants a distinct tile on one of the last slots; half of the arrangements
    /// have an index.
    const LAST: &str = "start = \"\"\"\nABCD\nEFG.\"\"\"\ndistinct = true\n\
        [[goal]]\nboard = \"\"\"\n....\n..A.\"\"\"\n";
    /// Puzzle with distinct tiles and two empty cells; all arrangements have an index.
    const BOTH: &str = "start = \"\"\"\nABCD\nEF..\"\"\"\ndistinct = true\n\
        [[goal]]\nboard = \"\"\"\n..A.\n....\"\"\"\n\
        [[goal]]\nboard = \"\"\"\n....\n..BC\"\"\"\n";
    /// Puzzle with two tile groups; its goals want tiles of one group, of the other, and of both.
    const TWO: &str = "start = \"\"\"\nAABBC\nDEFG.\"\"\"\ndistinct = true\n\
        [[goal]]\nboard = \"\"\"\n.....\n.BB.D\"\"\"\n\
        [[goal]]\nboard = \"\"\"\nAA...\n...._\"\"\"\n\
        [[goal]]\nboard = \"\"\"\n..E..\n.....\"\"\"\n";

    #[test]
    fn the_matcher_says_what_whole_configurations_say_in_each_form() {
        let by_hand = [UNITS, WORDS, FIRST, LAST, BOTH, TWO]
            .map(|text| Puzzle::from_toml("hand", "hand.toml", text).unwrap());
        let built_in = [
            "lane-rouge",
            "layton-01-ten-step-solution",
            "tarohs-soap",
            "iba-14-hardtime",
        ];
        let built_in = built_in.map(|word| Puzzle::open(word).unwrap());
        for puzzle in built_in.iter().chain(&by_hand) {
            let graph = Graph::new(puzzle, &puzzle.start, Metric::Step).unwrap();
            let wanted = ScannedGoal::all(&graph);
            let known = [
                KnownGoals::Tested,
                KnownGoals::Bitmap(PatternBitmap::of(&graph, &wanted).unwrap()),
                KnownGoals::List(listed(&graph, &wanted).unwrap()),
            ];
            let mut judges = known
                .each_ref()
                .map(|known| GoalMatcher::new(&graph, known));
            let mut goals = 0;
            let vertices = (0..graph.len()).filter(|&index| graph.is_vertex(index));
            // Tests runs of consecutive indices, then scattered indices.
            let runs = 1 + graph.len() / 100_000;
            let vertices = vertices.filter(|index| index / 256 % runs == 0);
            let scattered = (0..graph.len()).map(|index| index * 7_919 % graph.len());
            let scattered = scattered.filter(|&index| graph.is_vertex(index));
            for index in vertices.chain(scattered.take(2_000)) {
                let is_goal = puzzle.is_solved(&graph.configuration(index));
                let says = judges.each_mut().map(|judge| judge.is_goal(index));
                assert_eq!(says, [is_goal; 3], "{}: {index}", puzzle.name);
                goals += u64::from(is_goal);
            }
            assert!(goals > 0, "{}", puzzle.name);
        }
    }
}
