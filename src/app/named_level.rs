//! The level that a word names: a file of levels, with `#N` or `#TITLE` for one of several, or
//! `microban:N`.

use super::Problem;
use slidewise_puzzle::read_file_within;
use slidewise_sokoban::{Collection, Level, MAX_COLLECTION_BYTES, builtin};
use std::path::Path;

/// A Sokoban level with the name by which answers call it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedLevel {
    /// The name: the word that opened the level.
    pub name: String,
    /// The level.
    pub level: Level,
}

/// Parts the word into the file and the level in it, if the file can hold levels.
fn part(word: &str) -> Option<(&str, Option<&str>)> {
    if is_level_file(word) {
        return Some((word, None));
    }
    if let Some((name, level)) = word.split_once(':')
        && builtin(name).is_some()
    {
        return Some((name, Some(level)));
    }
    let (file, level) = word.split_once('#')?;
    is_level_file(file).then_some((file, Some(level)))
}

/// Whether the name of a file is that of levels, or its text is; or of the built-in collection.
fn is_level_file(file: &str) -> bool {
    if builtin(file).is_some() {
        return true;
    }
    let path = Path::new(file);
    let ending = path.extension().and_then(|own| own.to_str());
    match ending.map(str::to_ascii_lowercase).as_deref() {
        Some("xsb" | "sok") => true,
        Some("txt") => read(file).is_ok_and(|bytes| Collection::is_one(&bytes)),
        _ => false,
    }
}

fn read(file: &str) -> Result<Vec<u8>, Problem> {
    if let Some(text) = builtin(file) {
        return Ok(text.as_bytes().to_vec());
    }
    let failed = |error: std::io::Error| {
        Problem::of_input(
            format!("the file {file} cannot be read: {error}"),
            "name a file of levels, such as levels.xsb#1",
        )
        .about(file)
    };
    read_file_within(file, MAX_COLLECTION_BYTES).map_err(failed)
}

impl NamedLevel {
    /// Whether a word names a level or a file of levels.
    pub fn is_named_by(word: &str) -> bool {
        part(word).is_some()
    }

    /// Opens the level that a word names, with another first position if `start` is given.
    ///
    /// # Errors
    /// If the file cannot be read, has no such level or several of which none is named, or the
    /// level or the position is faulty.
    pub fn open(word: &str, start: Option<&str>) -> Result<NamedLevel, Problem> {
        let (file, wanted) = part(word).unwrap_or((word, None));
        let read =
            Collection::read(&read(file)?).map_err(|error| Problem::of_level(file, &error))?;
        let entry = match wanted {
            Some(wanted) => read.find(wanted).ok_or_else(|| {
                Problem::no_such_thing(
                    format!("{file} has no level {wanted}"),
                    format!("its levels are #1 to #{}", read.entries.len()),
                )
            })?,
            None if read.entries.len() > 1 => return Err(several(file, &read)),
            None => &read.entries[0],
        };
        let level = entry
            .level()
            .map_err(|error| Problem::of_level(file, &error))?;
        let named = NamedLevel {
            name: word.to_owned(),
            level,
        };
        match start {
            Some(text) => named.started_at(text),
            None => Ok(named),
        }
    }

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

    /// Opens all levels of a file that can be read, or the one that the word names.
    ///
    /// # Errors
    /// If the word is no file of levels, or none of them can be read.
    pub fn open_all(word: &str) -> Result<Vec<NamedLevel>, Problem> {
        let (file, wanted) = part(word).ok_or_else(|| {
            Problem::of_input(
                format!("{word} is no file of Sokoban levels"),
                "name a file (.xsb, .sok or .txt), with #N for one of several levels",
            )
            .about(word)
        })?;
        if wanted.is_some() {
            return Ok(vec![NamedLevel::open(word, None)?]);
        }
        let fault = |error| Problem::of_level(file, &error);
        let read = Collection::read(&read(file)?).map_err(fault)?;
        let (mut levels, mut first_fault) = (Vec::new(), None);
        for (number, entry) in (1..).zip(&read.entries) {
            match entry.level() {
                Ok(level) => levels.push(NamedLevel {
                    name: member_name(file, &number.to_string()),
                    level,
                }),
                Err(error) => {
                    first_fault.get_or_insert(error);
                }
            }
        }
        match first_fault {
            Some(error) if levels.is_empty() => Err(fault(error)),
            _ => Ok(levels),
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

/// The word that names a level of a file by its number or title.
fn member_name(file: &str, level: &str) -> String {
    match builtin(file) {
        Some(_) => format!("{file}:{level}"),
        None => format!("{file}#{level}"),
    }
}

/// The problem of a file with several levels, none of which is named.
fn several(file: &str, read: &Collection) -> Problem {
    let names = (1..).zip(&read.entries).map(|(number, entry)| {
        let title = entry.title.as_deref().unwrap_or_default();
        format!("#{number} {title}").trim_end().to_owned()
    });
    let names: Vec<String> = names.collect();
    let example = member_name(file, "N");
    Problem::of_input(
        format!("{file} has {} levels, and a level is needed", names.len()),
        format!("name one as {example}: {}", names.join(", ")),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "#####\n#@$.#\n#####\n";

    #[test]
    fn a_word_names_a_level_of_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("two.xsb");
        std::fs::write(&file, format!("{ONE}Title: One\n\n#####\n#.$@#\n#####\n")).unwrap();
        let word = file.to_string_lossy();
        let names = NamedLevel::open_all(&word).unwrap();
        let names: Vec<&str> = names.iter().map(|own| own.name.as_str()).collect();
        assert_eq!(names, [format!("{word}#1"), format!("{word}#2")]);
        let first = NamedLevel::open(&format!("{word}#One"), None).unwrap();
        assert_eq!(first.title(), "One");
        let second = NamedLevel::open(&format!("{word}#2"), Some("#####:#*@-#:#####")).unwrap();
        assert!(second.level.is_solved(second.level.start()));
        let several = NamedLevel::open(&word, None).unwrap_err();
        assert!(several.hint.contains("#N: #1 One, #2"), "{}", several.hint);
        assert_eq!(NamedLevel::open_all("microban").unwrap().len(), 155);
        assert_eq!(
            NamedLevel::open_all("microban:3").unwrap()[0].name,
            "microban:3"
        );
        assert!(NamedLevel::open_all("tiles:3x3").is_err());
    }

    #[test]
    fn a_text_is_one_level() {
        let level = NamedLevel::from_text("mine", ONE).unwrap();
        assert_eq!(level.title(), "mine");
        let two = NamedLevel::from_text("mine", &format!("{ONE}\n{ONE}")).unwrap_err();
        assert!(two.message.contains("2 levels"));
        assert!(NamedLevel::from_text("mine", "").is_err());
    }
}
