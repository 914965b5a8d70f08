//! Finds puzzles by words of their names, titles, other names and families.

use super::presentation::CustomaryMetric;
use super::similar_names::folded;
use super::{Puzzle, builtin};

impl Puzzle {
    /// Whether each word of a text occurs in what the puzzle is called and how it is described:
    /// name, title, other names, family, size such as `4x5`, and known length.
    ///
    /// Case, accents and punctuation are ignored.
    ///
    /// ```
    /// use slidewise_puzzle::Puzzle;
    ///
    /// let puzzle = Puzzle::open("tla-pennant")?;
    /// assert!(puzzle.is_found_by("dad's puzzle"));
    /// assert!(puzzle.is_found_by("PENNANT 5x4"));
    /// assert!(!puzzle.is_found_by("pennant 6x6"));
    /// # Ok::<(), slidewise_puzzle::PuzzleError>(())
    /// ```
    pub fn is_found_by(&self, words: &str) -> bool {
        let shown = &self.presentation;
        let length = |metric: CustomaryMetric| {
            let known = shown.shortest_in(metric)?;
            Some(format!("{known} {}s", metric.name()))
        };
        let mut text = format!("{}x{}", self.board.rows(), self.board.columns());
        let others = [&self.name, &self.title].into_iter();
        let others = others.chain(&shown.names).chain(&self.family).cloned();
        for other in others.chain(shown.metric.and_then(length)) {
            text.push(' ');
            text += &other;
        }
        let text = words_of(&text).collect::<Vec<_>>().join(" ");
        words_of(words).all(|word| text.contains(&word))
    }
}

/// The words of a text as they are compared; blanks, hyphens and brackets separate them.
fn words_of(text: &str) -> impl Iterator<Item = String> {
    let is_separator =
        |c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’' | '\u{300}'..='\u{36f}');
    text.split(is_separator)
        .map(folded)
        .filter(|word| !word.is_empty())
}

/// The names of the built-in puzzles that are found by some words, in the order of
/// [`builtin::read_all`]; none if there are no words.
pub fn found_names(words: &str) -> Vec<String> {
    let is_blank = words_of(words).next().is_none();
    let all = builtin::read_all().unwrap_or_default().into_iter();
    let found = all.filter(|puzzle| !is_blank && puzzle.is_found_by(words));
    found.map(|puzzle| puzzle.name).collect()
}
