//! A way as a person reads it: which piece goes from where to where, and how.

use super::Tracks;
use super::walk::Walk;
use slidewise_board::{Cell, Direction};
use slidewise_engine::graph::Metric;
use slidewise_puzzle::{Configuration, Puzzle};

/// What one piece does in one: a step, a slide or a move.
///
/// Moves are ordered by the cell that the piece leaves, then by the letters in the order U D L R.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Move {
    /// The piece's first cell before.
    pub from: Cell,
    /// The unit steps that it takes.
    pub steps: Vec<Direction>,
    /// Its first cell after.
    pub to: Cell,
    /// Its class.
    pub class: usize,
    /// Its token, as canonical text has it before the move; along a [`Path`], as it has it where the path begins.
    pub piece: String,
}

impl Move {
    /// What leads from one configuration to the other in one, by a metric; `None` if nothing does.
    ///
    /// There is one piece only that can have gone, even among those that look alike: all others stand where
    /// they stood. Of its ways the move names the shortest, and of these the least in the order U D L R.
    pub fn between(
        puzzle: &Puzzle,
        metric: Metric,
        before: &Configuration,
        after: &Configuration,
    ) -> Option<Move> {
        let mut moved = None;
        for class in 0..puzzle.classes.len() {
            let (old, new) = (
                puzzle.firsts_of(before, class),
                puzzle.firsts_of(after, class),
            );
            if old == new {
                continue;
            }
            let mut left = old.iter().filter(|cell| !new.contains(cell));
            let mut reached = new.iter().filter(|cell| !old.contains(cell));
            let (Some(&from), None) = (left.next(), left.next()) else {
                return None;
            };
            let (Some(&to), None) = (reached.next(), reached.next()) else {
                return None;
            };
            if moved.replace((class, from, to)).is_some() {
                return None;
            }
        }
        let (class, from, to) = moved?;
        let walk = Walk::new(puzzle, before, class, from);
        let steps = match metric {
            Metric::Step => walk.straight(to).filter(|steps| steps.len() == 1),
            Metric::Slide => walk.straight(to),
            Metric::Move => walk.shortest(to),
        };
        Some(Move {
            from,
            steps: steps?,
            to,
            class,
            piece: puzzle.label_of(before, class, from).to_owned(),
        })
    }

    /// All that single pieces can do in one move, class by class: for moving them by hand, in puzzles of
    /// which no graph need be made.
    ///
    /// Time: a few looks for each piece and each cell that it can get to.
    ///
    /// ```
    /// let puzzle = slidewise_puzzle::Puzzle::tiles(10, 10)?;
    /// let moves = slidewise_analysis::Move::all(&puzzle, &puzzle.start);
    /// let said: Vec<_> = moves.iter().map(|by| (by.piece.as_str(), by.letters())).collect();
    /// assert_eq!(said, [("90", "D".to_owned()), ("99", "R".to_owned())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn all(puzzle: &Puzzle, before: &Configuration) -> Vec<Move> {
        let classes = 0..puzzle.classes.len();
        let pieces = classes.flat_map(|class| {
            let firsts = puzzle.firsts_of(before, class).iter();
            firsts.map(move |&from| (class, from))
        });
        let moves = pieces.flat_map(|(class, from)| {
            let walks = Walk::new(puzzle, before, class, from).all();
            walks.into_iter().map(move |(to, steps)| Move {
                from,
                steps,
                to,
                class,
                piece: puzzle.label_of(before, class, from).to_owned(),
            })
        });
        moves.collect()
    }

    /// The configuration after the move.
    ///
    /// # Panics
    /// If the configuration before it is another puzzle's.
    pub fn after(&self, puzzle: &Puzzle, before: &Configuration) -> Configuration {
        let classes = (0..puzzle.classes.len()).map(|class| {
            let mut firsts = puzzle.firsts_of(before, class).to_vec();
            if class == self.class {
                firsts.retain(|&first| first != self.from);
                firsts.push(self.to);
            }
            firsts
        });
        Configuration::new(classes.collect())
    }

    /// The letters of its steps.
    pub fn letters(&self) -> String {
        self.steps.iter().map(|step| step.letter()).collect()
    }
}

/// A way from one configuration to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// The configurations from the first to the last: one more than moves.
    pub positions: Vec<Configuration>,
    /// The moves between them.
    pub moves: Vec<Move>,
}

impl Path {
    /// A way with its moves, in which each piece keeps the token that it has at the first position.
    ///
    /// # Panics
    /// If there is no position, or the first is another puzzle's.
    pub fn new(puzzle: &Puzzle, positions: Vec<Configuration>, mut moves: Vec<Move>) -> Path {
        let mut tracks = Tracks::from(puzzle, &positions[0]);
        for step in &mut moves {
            if let Some(gone) = tracks.follow(step) {
                step.piece.clear();
                step.piece += tracks.0[gone].label(puzzle);
            }
        }
        Path { positions, moves }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use slidewise_engine::graph::Graph;
    use std::collections::BTreeSet;

    #[test]
    fn all_moves_are_the_neighbours_and_each_is_the_least_way() {
        let gate = "start = '''\nAB.\n##-\n#..'''\n[gates]\n'-' = ['A']";
        let gate = Puzzle::from_toml("gate", "gate.toml", gate).unwrap();
        let named = [
            "checkmate-rook",
            "rush-card-01",
            "iba-52-barbell-puzzle",
            "lane-rouge",
        ];
        let named = named.map(|name| Puzzle::named(name).unwrap());
        for puzzle in named.iter().chain([&gate]) {
            let graph = Graph::new(puzzle, &puzzle.start, Metric::Move).unwrap();
            let mut neighbours = graph.neighbours();
            let mut seen = BTreeSet::from([graph.index_of(&puzzle.start).unwrap()]);
            let mut waiting: Vec<u64> = seen.iter().copied().collect();
            for _ in 0..300 {
                let Some(index) = waiting.pop() else { break };
                let before = graph.configuration(index);
                let mut wanted = BTreeSet::new();
                neighbours.for_each(index, |neighbour| {
                    wanted.insert(neighbour);
                });
                let mut found = BTreeSet::new();
                for own in Move::all(puzzle, &before) {
                    let after = own.after(puzzle, &before);
                    let least = Move::between(puzzle, Metric::Move, &before, &after);
                    assert_eq!(least.as_ref(), Some(&own), "{}", puzzle.name);
                    assert!(found.insert(graph.index_of(&after).unwrap()), "found once");
                }
                assert_eq!(found, wanted, "{}", puzzle.name);
                waiting.extend(
                    wanted
                        .into_iter()
                        .filter(|&neighbour| seen.insert(neighbour)),
                );
            }
            assert!(seen.len() > 2);
        }
    }
}
