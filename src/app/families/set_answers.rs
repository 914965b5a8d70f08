//! The sets of pieces of a swept family, each with its hardest start as a puzzle.

use crate::Problem;
use slidewise_design::{Family, PieceSet, Swept, Wanted};
use slidewise_puzzle::Puzzle;

/// A set of pieces with its hardest start.
#[derive(Clone, Debug)]
pub struct SetAnswer {
    /// The numbers of pieces of each size.
    pub sizes: Vec<u32>,
    /// The pieces in words.
    pub words: String,
    /// The fewest moves; 0 if none can be solved.
    pub moves: u32,
    /// The puzzle with its text and its first goal, if one can be solved.
    pub puzzle: Option<(Puzzle, String, String)>,
}

impl SetAnswer {
    /// The sets of a family: all in their order, or the `top` ones with the hardest starts, the
    /// hardest first.
    ///
    /// # Errors
    /// If a start is no puzzle.
    pub fn all(
        family: &Family,
        wanted: &Wanted,
        swept: &Swept,
        top: Option<u64>,
    ) -> Result<Vec<SetAnswer>, Problem> {
        let moves = |set: &PieceSet| {
            let start = swept.starts.by_set[set].as_ref();
            start.map_or(0, |start| start.moves)
        };
        let mut sets: Vec<&PieceSet> = swept.starts.by_set.keys().collect();
        if let Some(top) = top {
            sets.sort_by_key(|set| std::cmp::Reverse(moves(set)));
            sets.truncate(usize::try_from(top).unwrap_or(usize::MAX));
        }
        let answers = sets.into_iter().map(|set| {
            let words = family.set_in_words(set);
            let puzzle = match &swept.starts.by_set[set] {
                None => None,
                Some(start) => {
                    let title = format!("{}: {}", family.name, words);
                    let text = family.puzzle_text(start, &title, wanted.metric.name());
                    let goal = family.goal_position(start.finishes[0]);
                    let puzzle = Puzzle::from_text(&title, &text)?;
                    Some((puzzle, text, goal))
                }
            };
            Ok(SetAnswer {
                sizes: set.sizes.clone(),
                words,
                moves: moves(set),
                puzzle,
            })
        });
        answers.collect()
    }

    /// The hardest start as text; `None` if none can be solved.
    pub fn start(&self) -> Option<String> {
        let (puzzle, _, _) = self.puzzle.as_ref()?;
        Some(puzzle.write_position(&puzzle.start))
    }
}
