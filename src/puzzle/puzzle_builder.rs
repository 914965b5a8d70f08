//! `PuzzleBuilder`: a puzzle that a program makes, without a file.

use super::{Puzzle, PuzzleError};
use std::collections::BTreeMap;

/// The parts of a puzzle, from which it is built; boards are texts as in puzzle files.
///
/// ```
/// use slidewise_puzzle::{PuzzleBuilder, PuzzleError};
///
/// let corner = PuzzleBuilder::new("corner", "AAb\nA.c\nd..")
///     .goal("...\n.AA\n.A.")
///     .all_distinct()
///     .build()?;
/// assert_eq!(corner.piece_count(), 4);
///
/// let wrong = PuzzleBuilder::new("corner", "AA.").goal("B..").build();
/// assert!(wrong.unwrap_err().to_string().contains("found `B`"));
/// # Ok::<(), PuzzleError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[must_use]
pub struct PuzzleBuilder {
    name: String,
    title: Option<String>,
    start: String,
    goals: Vec<String>,
    /// Lists of tokens by their keys in a puzzle file.
    lists: BTreeMap<&'static str, Vec<String>>,
    all_distinct: bool,
    alike: Vec<Vec<String>>,
    gates: Vec<(String, Vec<String>)>,
}

/// Owned texts.
fn owned<'t>(tokens: impl IntoIterator<Item = &'t str>) -> Vec<String> {
    tokens.into_iter().map(str::to_owned).collect()
}

/// A TOML string.
fn string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A TOML list of strings.
fn list(tokens: &[String]) -> String {
    serde_json::Value::from(tokens).to_string()
}

impl PuzzleBuilder {
    /// A puzzle of this name with this start board: `.` is an empty cell, `#` a wall, and cells
    /// with the same letter are one piece.
    pub fn new(name: &str, start: &str) -> PuzzleBuilder {
        PuzzleBuilder {
            name: name.to_owned(),
            start: start.to_owned(),
            ..PuzzleBuilder::default()
        }
    }

    /// Gives it the title that people see.
    pub fn title(mut self, title: &str) -> PuzzleBuilder {
        self.title = Some(title.to_owned());
        self
    }

    /// Adds a goal; `.` in it allows anything.
    pub fn goal(mut self, board: &str) -> PuzzleBuilder {
        self.goals.push(board.to_owned());
        self
    }

    /// Makes each cell of these tokens a piece of its own.
    pub fn units<'t>(self, tokens: impl IntoIterator<Item = &'t str>) -> PuzzleBuilder {
        self.with("units", tokens)
    }

    /// Lets these pieces move left and right alone.
    pub fn horizontal<'t>(self, tokens: impl IntoIterator<Item = &'t str>) -> PuzzleBuilder {
        self.with("horizontal", tokens)
    }

    /// Lets these pieces move up and down alone.
    pub fn vertical<'t>(self, tokens: impl IntoIterator<Item = &'t str>) -> PuzzleBuilder {
        self.with("vertical", tokens)
    }

    /// Keeps these pieces where they are.
    pub fn fixed<'t>(self, tokens: impl IntoIterator<Item = &'t str>) -> PuzzleBuilder {
        self.with("fixed", tokens)
    }

    /// Makes these pieces different from others of their shape.
    pub fn distinct<'t>(self, tokens: impl IntoIterator<Item = &'t str>) -> PuzzleBuilder {
        self.with("distinct", tokens)
    }

    /// Makes all pieces different from each other.
    pub fn all_distinct(mut self) -> PuzzleBuilder {
        self.all_distinct = true;
        self
    }

    /// Takes the pieces of these tokens, which have one shape, as alike.
    pub fn alike<'t>(mut self, tokens: impl IntoIterator<Item = &'t str>) -> PuzzleBuilder {
        self.alike.push(owned(tokens));
        self
    }

    /// Makes the cells of a token a gate, on which these pieces alone may stand.
    pub fn gate<'t>(
        mut self,
        token: &str,
        pieces: impl IntoIterator<Item = &'t str>,
    ) -> PuzzleBuilder {
        self.gates.push((token.to_owned(), owned(pieces)));
        self
    }

    fn with<'t>(
        mut self,
        key: &'static str,
        tokens: impl IntoIterator<Item = &'t str>,
    ) -> PuzzleBuilder {
        self.lists.entry(key).or_default().extend(owned(tokens));
        self
    }

    /// The text of the puzzle file with these parts.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if let Some(title) = &self.title {
            text += &format!("title = {}\n", string(title));
        }
        text += &format!("start = {}\n", string(&self.start));
        for (key, tokens) in &self.lists {
            text += &format!("{key} = {}\n", list(tokens));
        }
        if self.all_distinct {
            text += "distinct = true\n";
        }
        if !self.alike.is_empty() {
            let lists: Vec<String> = self.alike.iter().map(|tokens| list(tokens)).collect();
            text += &format!("alike = [{}]\n", lists.join(", "));
        }
        if !self.gates.is_empty() {
            text += "[gates]\n";
            for (token, pieces) in &self.gates {
                text += &format!("{} = {}\n", string(token), list(pieces));
            }
        }
        for goal in &self.goals {
            text += &format!("[[goal]]\nboard = {}\n", string(goal));
        }
        text
    }

    /// Builds the puzzle.
    ///
    /// # Errors
    /// If the parts have faults; their places are those in [`PuzzleBuilder::text`].
    pub fn build(&self) -> Result<Puzzle, PuzzleError> {
        Puzzle::from_toml(&self.name, &self.name, &self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_puzzles_are_those_of_their_files() {
        let text = r#"
            title = 'A "door" \ é'
            start = "AA-b\nc.-B\n#..B"
            vertical = ['B']
            distinct = ['c']
            gates = {'-' = ['c', 'b']}
            [[goal]]
            board = "..c.\n....\n#..."
            [[goal]]
            board = "....\n..c.\n#..."
        "#;
        let built = PuzzleBuilder::new("door", "AA-b\nc.-B\n#..B")
            .title("A \"door\" \\ é")
            .vertical(["B"])
            .distinct(["c"])
            .gate("-", ["c", "b"])
            .goal("..c.\n....\n#...")
            .goal("....\n..c.\n#...");
        let mut of_file = Puzzle::from_toml("door", "door.toml", text).unwrap();
        let mut own = built.build().unwrap();
        of_file.remarks.clear();
        own.remarks.clear();
        assert_eq!(own, of_file);
        let alike = PuzzleBuilder::new("pair", "AB..").all_distinct();
        let alike = alike.alike(["A", "B"]).units([]).build().unwrap();
        assert_eq!(alike.classes.len(), 1);
        let fixed = PuzzleBuilder::new("x", "xA.x")
            .fixed(["x"])
            .build()
            .unwrap();
        assert_eq!(fixed.piece_count(), 1);
        let axes = PuzzleBuilder::new("x", "A.").horizontal(["C"]).build();
        assert!(axes.unwrap_err().to_string().contains("found `C`"));
    }
}
