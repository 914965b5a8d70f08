//! `NamedLevel`: a Sokoban level with the name by which answers call it.

use crate::Problem;
use slidewise_sokoban::{Collection, Level};

/// A Sokoban level with the name by which answers call it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedLevel {
    /// The name: the word that opened the level.
    pub name: String,
    /// The level.
    pub level: Level,
}

impl NamedLevel {
    /// Reads a level from the text of a file that has no other.
    ///
    /// # Errors
    /// If the text has several levels, or a fault.
    pub fn from_text(name: &str, text: &str) -> Result<NamedLevel, Problem> {
        let fault = |error| Problem::of_level(name, &error);
        let read = Collection::read(text.as_bytes()).map_err(fault)?;
        match read.entries.as_slice() {
            [only] => Ok(NamedLevel {
                name: name.to_owned(),
                level: only.level().map_err(fault)?,
            }),
            all => Err(Problem::of_input(
                format!("{name} has {} levels, and a level is needed", all.len()),
                "give the text of one level",
            )),
        }
    }

    /// The level with another first position.
    ///
    /// # Errors
    /// If the text is no position of the level.
    pub fn started_at(&self, text: &str) -> Result<NamedLevel, Problem> {
        let start = self.level.read_position(text);
        let start = start.map_err(|error| Problem::of_level("--start", &error))?;
        Ok(NamedLevel {
            name: self.name.clone(),
            level: self.level.with_start(start),
        })
    }

    /// The title, or the name if the level has none.
    pub fn title(&self) -> &str {
        self.level.title.as_deref().unwrap_or(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "#####\n#@$.#\n#####\n";

    #[test]
    fn a_text_is_one_level() {
        let level = NamedLevel::from_text("mine", ONE).unwrap();
        assert_eq!(level.title(), "mine");
        let two = NamedLevel::from_text("mine", &format!("{ONE}\n{ONE}")).unwrap_err();
        assert!(two.message.contains("2 levels"));
        assert!(NamedLevel::from_text("mine", "").is_err());
    }
}
