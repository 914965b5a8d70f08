//! `Question`: what is asked of a search for shortest ways.

use crate::Problem;
use slidewise_analysis::Unsolvable;
use slidewise_puzzle::{Configuration, Puzzle};

/// How a shortest way is searched.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum SolveMethod {
    /// The one that fits the budget.
    #[default]
    Auto,
    /// Generation after generation from Start.
    Explore,
    /// Generations from Start and from the goals, until they meet.
    Meet,
    /// A search that tables guide.
    Tables,
    /// A search of a board of tiles that the distances on the grid guide.
    Grid,
}

impl SolveMethod {
    /// The methods.
    pub const ALL: [SolveMethod; 5] = [
        SolveMethod::Auto,
        SolveMethod::Explore,
        SolveMethod::Meet,
        SolveMethod::Tables,
        SolveMethod::Grid,
    ];

    /// The name: `auto`, `explore`, `meet`, `tables` or `grid`.
    pub fn name(self) -> &'static str {
        match self {
            SolveMethod::Auto => "auto",
            SolveMethod::Explore => "explore",
            SolveMethod::Meet => "meet",
            SolveMethod::Tables => "tables",
            SolveMethod::Grid => "grid",
        }
    }
}

/// The end of the ways that are sought.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Target {
    /// The nearest goals.
    #[default]
    Finish,
    /// A position.
    Position(Configuration),
}

impl Target {
    /// The problem of a target that cannot be reached, if this is known without an index or a
    /// search.
    pub fn obstacle(&self, puzzle: &Puzzle) -> Option<Problem> {
        match self {
            Target::Finish => {
                let why = Unsolvable::of_puzzle(puzzle)?;
                Some(Problem::of_no_solution(puzzle, &why))
            }
            Target::Position(position) => {
                let why = Unsolvable::of_position(puzzle, position)?;
                Some(Problem::of_no_way(puzzle, position, &why))
            }
        }
    }
}

/// Which of the shortest ways are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum WantedWays {
    /// One of them.
    One,
    /// One of them, and their number.
    #[default]
    Counted,
    /// Each of them, passed to the caller of [`Explorer::solve_with`](crate::Explorer::solve_with).
    Listed,
}

/// A question for shortest ways from Start: to what, by which method, and how many of them.
///
/// ```
/// use slidewise_app::{Explorer, Question, SolveMethod};
/// use slidewise_puzzle::Puzzle;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let explorer = Explorer::new(&Puzzle::open("checkmate")?);
/// let answer = explorer.solve(&Question::default())?;
/// assert_eq!(answer.way.as_ref().map(|way| way.moves.len()), Some(66));
/// assert_eq!(answer.method, SolveMethod::Explore);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[must_use]
pub struct Question {
    /// Where the ways end.
    pub target: Target,
    /// How they are searched.
    pub method: SolveMethod,
    /// Which of them are wanted.
    pub wanted: WantedWays,
    /// The most moves that a way may have beyond the fewest: 0 for shortest ways alone.
    ///
    /// Longer ways are counted by an exploration. Each ends at the first goal that it meets, and
    /// may visit another position twice.
    pub extra: u64,
    /// Tokens of the pieces of each table that guides the search; without any, the program chooses.
    pub tables: Vec<Vec<String>>,
}

impl Question {
    /// A question for a shortest way to a target, and the number of such ways.
    pub fn of(target: Target) -> Question {
        Question {
            target,
            ..Question::default()
        }
    }

    /// The same question, answered by this method.
    pub fn by(self, method: SolveMethod) -> Question {
        Question { method, ..self }
    }

    /// Checks that the search that is asked for can count longer ways, if they are wanted.
    ///
    /// # Errors
    /// If another method than an exploration, or tables, are named.
    pub(crate) fn check_extra(&self) -> Result<(), Problem> {
        let explores = matches!(self.method, SolveMethod::Auto | SolveMethod::Explore);
        if self.extra == 0 || explores && self.tables.is_empty() {
            return Ok(());
        }
        Err(Problem::of_input(
            "ways longer than the shortest are counted by an exploration alone",
            "leave out --method and --keep",
        ))
    }
}
