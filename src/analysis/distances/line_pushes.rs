//! Pushes of the metric `line`: a row of adjacent unit pieces moves one cell towards an empty cell.
//!
//! This module works on cells and rules, without an index. It finds the same edges as the graph, by
//! code of its own, more slowly.

use super::piece_moves::{Obstacle, PieceMoves};
use super::single_move::{Move, PushedPiece};
use slidewise_board::{Cell, Direction};
use slidewise_puzzle::{Configuration, Puzzle};

impl Move {
    /// The push of a unit piece and of all pieces from there to the next empty cell in a direction.
    ///
    /// # Errors
    /// The obstacle that prevents the push. Of several obstacles, it is the first on the way from
    /// the piece to the empty cell; a rule is the last.
    pub fn push(
        puzzle: &Puzzle,
        before: &Configuration,
        class: usize,
        from: Cell,
        direction: Direction,
    ) -> Result<Move, Obstacle> {
        // Rows that run round have no pushes; `Metric::check` says so.
        if !puzzle.board.is_plain() {
            return Err(Obstacle::Edge);
        }
        let mut row: Vec<PushedPiece> = Vec::new();
        let mut next = (class, from);
        loop {
            let (class, at) = next;
            let walk = PieceMoves::new(puzzle, before, class, at);
            let behind = match walk.step(at, direction) {
                // Only the configuration after the whole push must obey the rules.
                Ok(_) | Err(Obstacle::Rule) => None,
                Err(Obstacle::Piece(cell)) => Some(cell),
                Err(obstacle) => return Err(obstacle),
            };
            let to = puzzle.board.neighbour(at, direction);
            row.push(PushedPiece {
                class,
                from: at,
                to: to.ok_or(Obstacle::Edge)?,
                piece: puzzle.label_of(before, class, at).to_owned(),
            });
            let Some(cell) = behind else { break };
            let unit = unit_classes(puzzle)
                .find(|&class| puzzle.firsts_of(before, class).contains(&cell))
                .ok_or(Obstacle::Piece(cell))?;
            next = (unit, cell);
        }
        let last = row.remove(0);
        row.reverse();
        let push = Move {
            from: last.from,
            steps: vec![direction],
            to: last.to,
            class: last.class,
            piece: last.piece,
            pushed: row,
        };
        if puzzle.rules.is_empty() || puzzle.obeys_rules(&push.after(puzzle, before)) {
            Ok(push)
        } else {
            Err(Obstacle::Rule)
        }
    }

    /// Lists all pushes of unit pieces, class by class: the moves in the metric `line`.
    pub fn pushes(puzzle: &Puzzle, before: &Configuration) -> Vec<Move> {
        let pieces = unit_classes(puzzle).flat_map(|class| {
            let firsts = puzzle.firsts_of(before, class).iter();
            firsts.map(move |&from| (class, from))
        });
        let pushes = pieces.flat_map(|(class, from)| {
            let push = move |way| Move::push(puzzle, before, class, from, way).ok();
            Direction::ALL.into_iter().filter_map(push)
        });
        pushes.collect()
    }

    /// The push from one configuration to another; `None` if there is none.
    pub(super) fn push_between(
        puzzle: &Puzzle,
        before: &Configuration,
        after: &Configuration,
    ) -> Option<Move> {
        let (full, filled) = (puzzle.covered(before), puzzle.covered(after));
        let left = full.without(filled);
        let from = left.first().filter(|_| left.len() == 1)?;
        let mut classes = unit_classes(puzzle);
        let class = classes.find(|&class| puzzle.firsts_of(before, class).contains(&from))?;
        let pushes = Direction::ALL
            .into_iter()
            .filter_map(|way| Move::push(puzzle, before, class, from, way).ok());
        pushes
            .into_iter()
            .find(|push| push.after(puzzle, before) == *after)
    }

    /// Tokens of all pieces that the move takes along, nearest to the empty cell first; the piece
    /// of the move is the last.
    pub fn pieces(&self) -> impl Iterator<Item = &str> {
        let pushed = self.pushed.iter().map(|own| own.piece.as_str());
        pushed.chain([self.piece.as_str()])
    }
}

/// Classes of unit pieces.
fn unit_classes(puzzle: &Puzzle) -> impl Iterator<Item = usize> {
    let all = 0..puzzle.classes.len();
    all.filter(|&class| puzzle.classes[class].shape.size() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use slidewise_engine::graph::{Graph, Metric};
    use std::collections::BTreeSet;

    #[test]
    fn pushes_are_the_neighbours_in_lines() {
        let ruled = "start = '''\nAB.C\n#.D-\n'''\nhorizontal = ['C']\n[gates]\n'-' = ['D']\n\
                     [[rule]]\nnever = 'adjacent'\npieces = ['A', 'C']\n";
        let alike = "start = '''\nABC\n.D.\nEFG\n'''\n\nalike = [['A', 'B'], ['F', 'G']]\n";
        for text in [ruled, alike] {
            let puzzle = Puzzle::from_toml("x", "x.toml", text);
            let puzzle = puzzle.unwrap_or_else(|error| panic!("{error}"));
            let graph = Graph::new(&puzzle, &puzzle.start, Metric::Line).unwrap();
            let mut neighbours = graph.neighbours();
            let mut seen = BTreeSet::from([graph.index_of(&puzzle.start).unwrap()]);
            let mut waiting: Vec<u64> = seen.iter().copied().collect();
            while let Some(index) = waiting.pop().filter(|_| seen.len() < 1000) {
                let before = graph.configuration(index);
                let mut wanted = BTreeSet::new();
                neighbours.for_each(index, |to| assert!(wanted.insert(to), "found once"));
                let mut found = BTreeSet::new();
                for push in Move::pushes(&puzzle, &before) {
                    let after = push.after(&puzzle, &before);
                    let again = Move::between(&puzzle, Metric::Line, &before, &after);
                    assert_eq!(again.as_ref(), Some(&push));
                    found.insert(graph.index_of(&after).unwrap());
                }
                assert_eq!(found, wanted);
                waiting.extend(wanted.into_iter().filter(|&to| seen.insert(to)));
            }
        }
    }

    #[test]
    fn a_push_names_its_pieces_from_the_empty_cell_on() {
        let puzzle = Puzzle::tiles(1, 4).unwrap();
        let pushes = Move::pushes(&puzzle, &puzzle.start);
        let told: Vec<(Vec<&str>, String)> = pushes
            .iter()
            .map(|push| (push.pieces().collect(), push.letters(&puzzle.board)))
            .collect();
        let row = |tokens: &[&'static str]| (tokens.to_vec(), "R".to_owned());
        assert_eq!(told, [row(&["3", "2", "1"]), row(&["3", "2"]), row(&["3"])]);
    }
}
