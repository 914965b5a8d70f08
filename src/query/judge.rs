//! The judge: which of many configurations are goals.
//!
//! It lays a pattern and looks at the places that goals name; all patterns that are alike up to the last of these are
//! judged with it, and they have consecutive ranks. So it takes less than a tenth of the time of writing each
//! configuration down, which it does only where a goal also says which of several tiles is to lie somewhere.

use super::demands::Wanted;
use super::goal_table::GoalTable;
use crate::board::CellSet;
use crate::moves::Graph;
use crate::space::Pattern;
use std::ops::Range;

/// Judges configurations of a graph, cheapest in ascending order.
#[derive(Clone, Debug)]
pub(super) struct Judge<'g> {
    graph: &'g Graph,
    orders: u64,
    /// Their patterns, if they are tabled.
    table: Option<&'g GoalTable>,
    pattern: Pattern<'g>,
    /// By goal that can be met.
    goals: Vec<Wanted>,
    /// The last place that a goal names.
    last: u8,
    /// Ranks of patterns that are alike up to there.
    alike: Range<u64>,
    /// What that makes of them.
    verdict: Verdict,
}

/// What a pattern makes of its configurations.
#[derive(Clone, Copy, Debug)]
pub(super) enum Verdict {
    /// All of them are goals, or none.
    Known(bool),
    /// Those are whose tiles lie as they are wanted.
    AsTilesLie,
}

impl<'g> Judge<'g> {
    /// Judges by the goals of a graph's puzzle; where their patterns are in a `table`, no pattern is laid.
    pub fn new(graph: &'g Graph, table: Option<&'g GoalTable>) -> Judge<'g> {
        let space = graph.space();
        let goals = Wanted::all(graph);
        let named = goals.iter().flat_map(|goal| {
            let places = goal.pieces.iter().map(|piece| piece.places);
            places.chain([goal.empty])
        });
        let last = named.filter_map(CellSet::last).max();
        Judge {
            graph,
            orders: graph.orders().len(),
            table,
            pattern: Pattern::new(space.automaton(), space.layout(), graph.patterns(), 0),
            goals,
            last: last.map_or(0, |place| place.0),
            alike: 0..0,
            verdict: Verdict::Known(false),
        }
    }

    /// Whether a vertex is a goal.
    ///
    /// # Panics
    /// If the graph has no such vertex.
    #[inline]
    pub fn is_goal(&mut self, index: u64) -> bool {
        let pattern = match self.orders {
            1 => index,
            orders => index / orders,
        };
        if let Some(table) = self.table {
            self.verdict = table.verdict(pattern);
        } else if !self.alike.contains(&pattern) {
            self.judge(pattern);
        }
        match self.verdict {
            Verdict::Known(is_goal) => is_goal,
            Verdict::AsTilesLie => {
                let puzzle = self.graph.puzzle();
                puzzle.is_solved(&self.graph.configuration(index))
            }
        }
    }

    fn judge(&mut self, pattern: u64) {
        self.pattern.lay(pattern);
        self.alike = self.pattern.alike_up_to(self.last);
        let mut met = self
            .goals
            .iter()
            .filter(|goal| goal.is_met_by(&self.pattern));
        self.verdict = match met.next() {
            None => Verdict::Known(false),
            Some(goal) if !goal.has_letters() => Verdict::Known(true),
            Some(_) => Verdict::AsTilesLie,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::Metric;
    use crate::puzzle::Puzzle;

    /// A goal whose last place begins a piece, and one whose last place is to be empty.
    const UNITS: &str = "start = \"\"\"\nABCC\nDD..\nE...\"\"\"\n[[goal]]\nboard = \"\"\"\n....\n...A\n....\"\"\"\n\
        [[goal]]\nboard = \"\"\"\nA...\n.._.\n....\"\"\"\n";
    /// Two goals, of words of alike tiles.
    const WORDS: &str = "start = \"\"\"\nAABB\nBCC.\"\"\"\nunits = ['A', 'B', 'C']\n\
        [[goal]]\nboard = \"\"\"\n..B.\nC...\"\"\"\n[[goal]]\nboard = \"\"\"\n..A.\n._..\"\"\"\n";

    #[test]
    fn the_judge_says_what_whole_configurations_say_with_a_table_and_without() {
        let by_hand =
            [UNITS, WORDS].map(|text| Puzzle::from_toml("hand", "hand.toml", text).unwrap());
        let built_in = [
            "lane-rouge",
            "layton-01-ten-step-solution",
            "tarohs-soap",
            "iba-14-hardtime",
        ];
        let built_in = built_in.map(|word| Puzzle::open(word).unwrap());
        for puzzle in built_in.iter().chain(&by_hand) {
            let graph = Graph::new(puzzle, &puzzle.start, Metric::Step).unwrap();
            let table = GoalTable::of(&graph, &Wanted::all(&graph)).unwrap();
            let judges = [None, Some(&table)].map(|table| Judge::new(&graph, table));
            let [mut laying, mut tabled] = judges;
            let mut goals = 0;
            let vertices = (0..graph.len()).filter(|&index| graph.is_vertex(index));
            // Runs of neighbouring numbers, and up and down.
            let runs = 1 + graph.len() / 100_000;
            let vertices = vertices.filter(|index| index / 256 % runs == 0);
            let scattered = (0..graph.len()).map(|index| index * 7_919 % graph.len());
            let scattered = scattered.filter(|&index| graph.is_vertex(index));
            for index in vertices.chain(scattered.take(2_000)) {
                let is_goal = puzzle.is_solved(&graph.configuration(index));
                let says = [&mut laying, &mut tabled].map(|judge| judge.is_goal(index));
                assert_eq!(says, [is_goal; 2], "{}: {index}", puzzle.name);
                goals += u64::from(is_goal);
            }
            assert!(goals > 0, "{}", puzzle.name);
        }
    }
}
