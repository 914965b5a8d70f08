//! Moves: what one piece, or a row of pushed pieces, does between two configurations that an edge
//! joins.

use super::piece_moves::PieceMoves;
use slidewise_board::{Board, Cell, Direction};
use slidewise_engine::graph::Metric;
use slidewise_engine::search::Successors;
use slidewise_puzzle::{Configuration, Puzzle};

/// Motion along one edge: a step, a slide or a move of one piece, or a push of a row of pieces,
/// according to the metric.
///
/// Of a push, this is the motion of the piece that is farthest from the empty cell.
///
/// Moves are ordered by the cell that the piece leaves, then by the letters of their steps, in the
/// order U D L R.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Move {
    /// First cell of the piece before the move.
    pub from: Cell,
    /// Steps that the piece takes, from cell to cell.
    pub steps: Vec<Direction>,
    /// First cell of the piece after the move.
    pub to: Cell,
    /// Class of the piece.
    pub class: usize,
    /// Token of the piece in the canonical text before the move; along a [`Path`](super::Path), its
    /// token at the first position.
    pub piece: String,
    /// The other pieces of a push, nearest to the empty cell first; empty in the other metrics.
    pub pushed: Vec<PushedPiece>,
}

/// Piece that a push moves together with the piece of the [`Move`].
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PushedPiece {
    /// Class of the piece.
    pub class: usize,
    /// Cell of the piece before the push.
    pub from: Cell,
    /// Cell of the piece after the push.
    pub to: Cell,
    /// Token of the piece, chosen as for the piece of the move.
    pub piece: String,
}

impl Move {
    /// Finds the move from one configuration to another; `None` if the metric has no edge between
    /// them.
    ///
    /// Which piece has moved is certain, even if pieces look alike, because all other pieces stand
    /// where they stood. Several sequences of steps may make this move. The first of the shortest
    /// is chosen, in the order U D L R.
    pub fn between(
        puzzle: &Puzzle,
        metric: Metric,
        before: &Configuration,
        after: &Configuration,
    ) -> Option<Move> {
        if metric == Metric::Line {
            return Move::push_between(puzzle, before, after);
        }
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
        let walk = PieceMoves::new(puzzle, before, class, from);
        let steps = match metric {
            Metric::Step => walk.straight(to).filter(|steps| steps.len() == 1),
            Metric::Slide => walk.straight(to),
            Metric::Move => walk.shortest(to),
            Metric::Line => None,
        };
        Some(Move {
            from,
            steps: steps?,
            to,
            class,
            piece: puzzle.label_of(before, class, from).to_owned(),
            pushed: Vec::new(),
        })
    }

    /// Lists all moves of single pieces in the metric [`Metric::Move`], class by class.
    ///
    /// No graph is needed, so that pieces can be moved by hand in puzzles of any size.
    ///
    /// Time: a few checks for each piece and each cell that the piece can reach.
    ///
    /// ```
    /// let puzzle = slidewise_puzzle::Puzzle::tiles(10, 10)?;
    /// let moves = slidewise_analysis::Move::all(&puzzle, &puzzle.start);
    /// let said = moves.iter().map(|by| (by.piece.as_str(), by.letters(&puzzle.board)));
    /// let said: Vec<_> = said.collect();
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
            let walks = PieceMoves::new(puzzle, before, class, from).all();
            walks.into_iter().map(move |(to, steps)| Move {
                from,
                steps,
                to,
                class,
                piece: puzzle.label_of(before, class, from).to_owned(),
                pushed: Vec::new(),
            })
        });
        moves.collect()
    }

    /// Lists the moves from any configuration in the metric of `successors`, ascending, each with
    /// the configuration after it.
    ///
    /// ```
    /// use slidewise_analysis::Move;
    /// use slidewise_engine::{graph::Metric, search::Successors};
    ///
    /// let puzzle = std::sync::Arc::new(slidewise_puzzle::Puzzle::tiles(10, 10)?);
    /// let successors = Successors::new(puzzle.clone(), Metric::Slide)?;
    /// let onward = Move::onward(&successors, &puzzle.start);
    /// let tokens: Vec<&str> = onward.iter().map(|(by, _)| by.piece.as_str()).collect();
    /// assert_eq!(tokens, ["90", "99"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn onward(successors: &Successors, before: &Configuration) -> Vec<(Move, Configuration)> {
        let (puzzle, metric) = (successors.puzzle(), successors.metric());
        let mut onward = Vec::new();
        for after in successors.of(before) {
            let by = Move::between(puzzle, metric, before, &after);
            onward.extend(by.map(|by| (by, after)));
        }
        onward.sort_unstable();
        onward
    }

    /// Returns the configuration after the move.
    ///
    /// # Panics
    /// If the configuration before the move is from another puzzle.
    pub fn after(&self, puzzle: &Puzzle, before: &Configuration) -> Configuration {
        let classes = (0..puzzle.classes.len()).map(|class| {
            let mut firsts = puzzle.firsts_of(before, class).to_vec();
            // Nearest to the empty cell first, so that each piece enters a cell that was left.
            for pushed in self.pushed.iter().filter(|pushed| pushed.class == class) {
                firsts.retain(|&first| first != pushed.from);
                firsts.push(pushed.to);
            }
            if class == self.class {
                firsts.retain(|&first| first != self.from);
                firsts.push(self.to);
            }
            firsts
        });
        Configuration::new(classes.collect())
    }

    /// Text of the steps on the puzzle's board: the letters U, D, L and R, or along lines `>` and
    /// the name of each cell that the piece enters.
    pub fn letters(&self, board: &Board) -> String {
        let mut at = Some(self.from);
        let texts = self.steps.iter().filter_map(|&step| {
            let from = at?;
            at = board.neighbour(from, step);
            Some(board.step_text(from, step))
        });
        texts.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use slidewise_engine::graph::Graph;
    use std::collections::BTreeSet;
    use std::sync::Arc;

    #[test]
    fn moves_onward_are_those_of_each_list_of_moves() {
        for (word, metric) in [("lane-rouge", Metric::Move), ("tiles:3x3", Metric::Line)] {
            let puzzle = Arc::new(Puzzle::open(word).unwrap());
            let successors = Successors::new(puzzle.clone(), metric).unwrap();
            let mut wanted = match metric {
                Metric::Line => Move::pushes(&puzzle, &puzzle.start),
                _ => Move::all(&puzzle, &puzzle.start),
            };
            wanted.sort_unstable();
            let onward = Move::onward(&successors, &puzzle.start);
            let (moves, after): (Vec<Move>, Vec<Configuration>) = onward.into_iter().unzip();
            assert_eq!(moves, wanted);
            let made = moves.iter().map(|by| by.after(&puzzle, &puzzle.start));
            assert_eq!(made.collect::<Vec<_>>(), after);
        }
    }

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
