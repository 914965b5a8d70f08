//! The family of a puzzle's pieces: all boards that its pieces can be laid out on.

use super::design_error::DesignError;
use super::family::{Family, GoalPiece, MAX_KINDS, Pieces};
use super::field::Field;
use super::listed_piece::ListedPiece;
use slidewise_board::CellSet;
use slidewise_puzzle::{Axis, Class, Puzzle};
use std::collections::BTreeMap;

/// A puzzle with its board as a field.
struct PuzzleField<'a> {
    puzzle: &'a Puzzle,
    field: Field,
}

impl Family {
    /// The boards with exactly the pieces of a puzzle, on its board and with its goals.
    ///
    /// Pieces of one shape are not told apart, except for the goal piece: it alone decides whether
    /// a board is solved. Cars may lie in any line, except for the goal piece, which keeps its own.
    ///
    /// # Errors
    ///
    /// [`DesignError::Puzzle`] for puzzles with rules or gates, with goals for other than one and
    /// the same piece, or with pieces that families do not have; [`DesignError::BoardSize`].
    pub fn of_puzzle(puzzle: &Puzzle) -> Result<Family, DesignError> {
        let own = PuzzleField::of(puzzle)?;
        let goal_class = own.goal_class()?;
        let is_lengthwise = own.is_lengthwise()?;
        let goals = puzzle.goals.iter().flat_map(|goal| &goal.demands);
        let finishes: Vec<u64> = goals.map(|demand| own.cells(demand.cells)).collect();
        let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
        let mut shape = finishes[0];
        for number in 0..puzzle.classes.len() {
            for piece in puzzle.pieces_of(&puzzle.start, number) {
                let form = own.field.normal_form(own.cells(piece));
                if !own.field.is_connected(form) {
                    return Err(own.fault("it has a piece of separate cells"));
                }
                if number == goal_class {
                    shape = form;
                } else {
                    *counts.entry(form).or_default() += 1;
                }
            }
        }
        if counts.len() > MAX_KINDS {
            return Err(own.fault("it has more than 18 kinds of pieces"));
        }
        let counts = counts.into_iter();
        let listed =
            counts.map(|(shape, count)| ListedPiece::anywhere(&own.field, shape, count..=count));
        let mut placements = own.field.placements(shape);
        if is_lengthwise {
            own.field.retain_lines_of(&finishes, &mut placements);
        }
        Ok(Family {
            name: puzzle.title.clone(),
            field: own.field,
            pieces: Pieces::Listed(listed.collect()),
            goal_pieces: vec![GoalPiece {
                placements,
                finishes,
                start: None,
            }],
            empty: 0..=own.field.cells(),
            is_lengthwise,
            is_goal_unmarked: false,
        })
    }
}

impl<'a> PuzzleField<'a> {
    fn of(puzzle: &'a Puzzle) -> Result<PuzzleField<'a>, DesignError> {
        let size = |cells: usize| u32::try_from(cells).unwrap_or(u32::MAX);
        let field = Field::new(size(puzzle.board.rows()), size(puzzle.board.columns()))?;
        let mut own = PuzzleField { puzzle, field };
        let open = own.cells(puzzle.board.cells());
        own.field = field.with_walls(field.open() & !open);
        Ok(own)
    }

    fn fault(&self, fault: &'static str) -> DesignError {
        DesignError::Puzzle {
            name: self.puzzle.title.clone(),
            fault,
        }
    }

    /// Cells of the puzzle as cells of the field.
    fn cells(&self, cells: CellSet) -> u64 {
        cells.iter().fold(0, |own, cell| {
            let square = self.puzzle.board.square_of(cell);
            own | 1 << (u32::from(square.row) * self.field.columns() + u32::from(square.column))
        })
    }

    /// The class of the goal piece.
    fn goal_class(&self) -> Result<usize, DesignError> {
        let puzzle = self.puzzle;
        if !puzzle.rules.is_empty() || !puzzle.gates.is_empty() {
            return Err(self.fault("it has rules or gates"));
        }
        if !puzzle.board.is_plain() {
            return Err(self.fault("its board runs round or is made of lines"));
        }
        let fault = "its goals do not ask for one and the same piece, and no other";
        let classes = puzzle.goals.iter().map(|goal| match &goal.demands[..] {
            [demand] if goal.empty == CellSet::EMPTY => Some(demand.class),
            _ => None,
        });
        let classes: Option<Vec<usize>> = classes.collect();
        let classes = classes.ok_or_else(|| self.fault(fault))?;
        match classes.split_first() {
            None => Err(self.fault("it has no goal")),
            Some((first, others))
                if puzzle.classes[*first].size() == 1 && others.iter().all(|own| own == first) =>
            {
                Ok(*first)
            }
            Some(_) => Err(self.fault(fault)),
        }
    }

    /// Whether all pieces of several cells move along their length only.
    fn is_lengthwise(&self) -> Result<bool, DesignError> {
        let fault = "its pieces move neither all freely nor all along their length";
        let classes = self.puzzle.classes.iter();
        let mut ways = classes.filter(|class| class.shape.size() > 1);
        let is_free = |class: &Class| class.axis == Axis::Free;
        let units = self.puzzle.classes.iter();
        if !units.filter(|own| own.shape.size() == 1).all(is_free) {
            return Err(self.fault(fault));
        }
        if ways.clone().all(is_free) {
            return Ok(false);
        }
        let along = |class: &Class| {
            let (rows, columns) = class.shape.extent();
            match class.axis {
                Axis::Free => false,
                Axis::Horizontal => rows == 1,
                Axis::Vertical => columns == 1,
            }
        };
        if !ways.all(along) {
            return Err(self.fault(fault));
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SetKind, Sweep, SweepMeans, Wanted};
    use slidewise_engine::graph::Metric;
    use std::sync::atomic::AtomicBool;

    fn family(text: &str) -> Result<Family, DesignError> {
        Family::of_puzzle(&Puzzle::from_toml("own", "own.toml", text).unwrap())
    }

    /// Boards of the family, and the most moves of its one set.
    fn hardest(family: &Family) -> (u64, u32) {
        let wanted = Wanted {
            metric: Metric::Move,
            by: SetKind::Pieces,
            least: 0,
            most: None,
            is_unique: false,
            is_minimal: false,
        };
        let sweep = Sweep::new(family, wanted).unwrap();
        let means = SweepMeans {
            threads: 1,
            memory: 1 << 28,
            record: None,
            is_fresh: false,
            stop: &AtomicBool::new(false),
        };
        let swept = sweep.run(means, &|_| {}).unwrap();
        assert_eq!(swept.starts.by_set.len(), 1);
        (sweep.boards(), swept.starts.max_moves())
    }

    #[test]
    fn the_pieces_of_a_puzzle_make_the_family_of_all_their_boards() {
        let puzzle = Puzzle::open("lane-rouge").unwrap();
        let (boards, moves) = hardest(&Family::of_puzzle(&puzzle).unwrap());
        // As many boards as the puzzle has numbers; the puzzle itself needs 81 moves.
        assert_eq!(boards, 65_880);
        assert!(moves >= 81, "{moves}");
    }

    #[test]
    fn cars_may_lie_in_any_line_but_for_the_goal_piece() {
        let text = "start = '''\nXX.A\n...A\nBB..\n'''\nhorizontal = ['X', 'B']\n\
                    vertical = ['A']\ngoal = '''\n..XX\n....\n....\n'''\n";
        let family = family(text).unwrap();
        // X in three places of the first row; B in nine places, A in eight, apart from each other.
        let (boards, moves) = hardest(&family);
        let mut expected = 0;
        for x in 0..3_u64 {
            for b in (0..9_u64).map(|own| own / 3 * 4 + own % 3) {
                for a in 0..8_u64 {
                    let (x, b, a) = (0b11 << x, 0b11_u64 << b, 0b1_0001_u64 << a);
                    expected += u64::from(x & b == 0 && x & a == 0 && a & b == 0);
                }
            }
        }
        // The lower lying car leaves the standing one room, and that one the goal piece.
        assert_eq!((boards, moves), (expected, 3));
    }

    #[test]
    fn puzzles_that_make_no_family_say_why() {
        for (text, fault) in [
            ("start = 'a.'\n", "no goal"),
            ("start = 'a.b'\ngoal = 'b.a'\n", "one and the same piece"),
            (
                "start = 'ab.'\nunits = ['a']\ngoal = '..a'\nhorizontal = ['b']\n",
                "freely",
            ),
            (
                "start = 'a-.'\ngoal = '..a'\n[gates]\n'-' = ['a']\n",
                "gates",
            ),
            ("start = 'b.b.a'\ngoal = '....a'\n", "separate cells"),
        ] {
            let error = family(text).unwrap_err().to_string();
            assert!(error.contains(fault), "{text}: {error}");
        }
    }
}
