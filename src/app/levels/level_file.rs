//! `LevelFile`: the levels that a word names, and the one decision whether it names levels at all.
//!
//! A word is a file, with `#N`, `#TITLE` or `#"TITLE"` for one of several levels, or `microban` and
//! `microban:N`. The text of a file decides; names that end in .xsb, .sok, .slc and .skb are those
//! of levels whatever the text is, so that its faults are those of a level.

use crate::{NamedLevel, Problem, hint_for};
use slidewise_puzzle::import::SourceFormat;
use slidewise_puzzle::read_file_within;
use slidewise_sokoban::{
    Collection, CollectionEntry, LevelError, LevelFault, MAX_COLLECTION_BYTES, builtin, decoded,
};
use std::path::Path;

/// The ends of names that only files of levels have.
const SUFFIXES: [&str; 4] = ["xsb", "sok", "slc", "skb"];

/// The most places of `#` at which a word is parted into file and level.
const MAX_MARKS: usize = 32;

/// A file of Sokoban levels, of which a word may name one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelFile {
    /// The file, or the name of the built-in collection.
    pub name: String,
    /// The number or title of the level that is named.
    pub wanted: Option<String>,
    /// The levels.
    pub collection: Collection,
}

/// What `FILE#LEVEL` may mean: the file and the level, the longest file first.
pub fn parts_of(word: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    let cut = |(at, mark): (usize, &str)| (&word[..at], Some(&word[at + mark.len()..]));
    let marks = word.rmatch_indices('#').take(MAX_MARKS);
    std::iter::once((word, None)).chain(marks.map(cut))
}

/// Whether the name of a file is that of levels.
pub fn is_level_name(file: &str) -> bool {
    let ending = Path::new(file).extension().and_then(|own| own.to_str());
    ending.is_some_and(|own| SUFFIXES.contains(&own.to_ascii_lowercase().as_str()))
}

/// The levels of a text of any file, if the text is Sokoban.
fn recognized(bytes: &[u8]) -> Option<Result<Collection, LevelError>> {
    let found = Collection::recognized(bytes)?;
    let form = SourceFormat::of(&decoded(bytes).ok()?);
    let is_puzzle = match &found {
        Ok(_) => form == SourceFormat::PuzzleFile,
        // A board in a known format may look like a level in unknown characters.
        Err(error) => {
            matches!(error.fault, LevelFault::Legend { .. }) && form != SourceFormat::Grid
        }
    };
    (!is_puzzle).then_some(found)
}

impl LevelFile {
    /// The levels that a word names, or why they cannot be read; `None` if it names no levels.
    ///
    /// Pipes are not read, unless their names are those of levels.
    pub fn named_by(word: &str) -> Option<Result<LevelFile, Problem>> {
        if let Some((name, wanted)) = builtin_part(word) {
            return Some(LevelFile::open_part(name, wanted));
        }
        let found = parts_of(word).find(|(file, _)| Path::new(file).is_file());
        if let Some((file, wanted)) = found {
            if is_level_name(file) {
                return Some(LevelFile::open_part(file, wanted));
            }
            let is_puzzle_file = Path::new(file).extension().is_some_and(|own| own == "toml");
            if is_puzzle_file {
                return None;
            }
            let bytes = read_file_within(file, MAX_COLLECTION_BYTES).ok()?;
            return LevelFile::of_bytes(file, wanted, &bytes);
        }
        let (file, wanted) = parts_of(word).find(|(file, _)| is_level_name(file))?;
        Some(LevelFile::open_part(file, wanted))
    }

    /// The levels of the bytes of a file; `None` if these are no levels.
    pub fn of_bytes(
        file: &str,
        wanted: Option<&str>,
        bytes: &[u8],
    ) -> Option<Result<LevelFile, Problem>> {
        let read = if is_level_name(file) {
            Collection::read(bytes)
        } else {
            recognized(bytes)?
        };
        Some(LevelFile::of_read(file, wanted, read))
    }

    /// Opens the levels that a word names.
    ///
    /// # Errors
    /// If the file cannot be read, or holds no levels.
    pub fn open(word: &str) -> Result<LevelFile, Problem> {
        LevelFile::named_by(word).unwrap_or_else(|| {
            let mut parts = parts_of(word);
            let found = parts.find(|(file, _)| Path::new(file).exists());
            let (file, wanted) = found.unwrap_or((word, None));
            LevelFile::open_part(file, wanted)
        })
    }

    fn open_part(file: &str, wanted: Option<&str>) -> Result<LevelFile, Problem> {
        let read = match builtin(file) {
            Some(text) => Collection::read(text.as_bytes()),
            None => {
                let bytes = read_file_within(file, MAX_COLLECTION_BYTES);
                Collection::read(&bytes.map_err(|error| {
                    Problem::of_input(
                        format!("the file {file} cannot be read: {error}"),
                        "name a file of levels, such as levels.xsb#1",
                    )
                    .about(file)
                })?)
            }
        };
        LevelFile::of_read(file, wanted, read)
    }

    fn of_read(
        file: &str,
        wanted: Option<&str>,
        read: Result<Collection, LevelError>,
    ) -> Result<LevelFile, Problem> {
        Ok(LevelFile {
            name: file.to_owned(),
            wanted: wanted.map(str::to_owned),
            collection: read.map_err(|error| Problem::of_level(file, &error))?,
        })
    }

    /// Whether it holds several levels, and none of them is named.
    pub fn is_several(&self) -> bool {
        self.wanted.is_none() && self.collection.entries.len() > 1
    }

    /// The level that is named, or the only one.
    ///
    /// # Errors
    /// If there is no such level, or several of which none is named, or the level is faulty.
    pub fn level(&self) -> Result<NamedLevel, Problem> {
        let file = &self.name;
        let name = match (&self.wanted, builtin(file)) {
            (None, _) => file.clone(),
            (Some(wanted), Some(_)) => format!("{file}:{wanted}"),
            (Some(wanted), None) => format!("{file}#{wanted}"),
        };
        match self.entries()? {
            [only] => self.read(only, name),
            _ => Err(self.several()),
        }
    }

    /// The entry of the level that is named, or those of all levels.
    ///
    /// # Errors
    /// If there is no such level.
    pub fn entries(&self) -> Result<&[CollectionEntry], Problem> {
        let all = &self.collection.entries;
        let Some(wanted) = &self.wanted else {
            return Ok(all);
        };
        let file = &self.name;
        let index = self.index_of(wanted).ok_or_else(|| {
            let hint = format!(
                "its levels are {} to {}; `slidewise show PUZZLE` lists them",
                self.member(1),
                self.member(all.len())
            );
            Problem::no_such_thing(
                format!("{file} has no level {wanted}"),
                hint_for(&hint, file),
            )
        })?;
        Ok(&all[index..=index])
    }

    /// The named level, or all levels, each with its name and what is wrong with it.
    pub fn levels(&self) -> Vec<(String, Result<NamedLevel, Problem>)> {
        if let Some(wanted) = &self.wanted {
            return vec![(format!("{}#{wanted}", self.name), self.level())];
        }
        if let [only] = self.collection.entries.as_slice() {
            return vec![(self.name.clone(), self.read(only, self.name.clone()))];
        }
        let all = (1..).zip(&self.collection.entries);
        all.map(|(number, entry)| {
            let name = self.member(number);
            (name.clone(), self.read(entry, name))
        })
        .collect()
    }

    /// What is remarkable about the choice of the level: a number that is another level's title, or
    /// a title of several levels.
    pub fn remark(&self) -> Option<String> {
        let wanted = self.wanted.as_deref()?;
        let index = self.index_of(wanted)?;
        let title = unquoted(wanted).unwrap_or(wanted);
        let other = self.collection.titled(title).find(|own| *own != index)?;
        let taken = format!("{}#{wanted} is level {} of the file", self.name, index + 1);
        let own = self.collection.entries[index].title.as_deref();
        Some(match own {
            Some(own) if own == title => format!(
                "{taken}, the first with the title {title}; {} has it too",
                self.member(other + 1)
            ),
            _ => {
                let titled = own.map_or_else(String::new, |own| format!(", with the title {own}"));
                format!(
                    "{taken}{titled}; the level with the title {title} is {}",
                    self.member(other + 1)
                )
            }
        })
    }

    fn index_of(&self, wanted: &str) -> Option<usize> {
        let all = &self.collection;
        if let Some(title) = unquoted(wanted) {
            return all.titled(title).next();
        }
        all.numbered(wanted).or_else(|| all.titled(wanted).next())
    }

    fn read(&self, entry: &CollectionEntry, name: String) -> Result<NamedLevel, Problem> {
        match entry.level() {
            Ok(level) => Ok(NamedLevel { name, level }),
            Err(error) => Err(Problem::of_level(&self.name, &error)),
        }
    }

    /// The word that names a level by its number.
    fn member(&self, number: usize) -> String {
        match builtin(&self.name) {
            Some(_) => format!("{}:{number}", self.name),
            None => format!("{}#{number}", self.name),
        }
    }

    /// The problem of a file with several levels, none of which is named.
    pub fn several(&self) -> Problem {
        let (file, count) = (&self.name, self.collection.entries.len());
        let (first, last) = (self.member(1), self.member(count));
        let name_one = if file == "-" {
            // A word that begins with a hyphen is an option unless `--` stands before it.
            format!("`slidewise solve -- '{first}'` takes the first of {first} to {last}")
        } else {
            format!("name one, {first} to {last}")
        };
        let hint = format!(
            "{name_one}; `slidewise show PUZZLE` lists them, and `slidewise solve PUZZLE \
             --all-levels` solves all"
        );
        Problem::of_input(
            format!("{file} has {count} levels, and a level is needed"),
            hint_for(&hint, file),
        )
        .about(file)
    }
}

/// The built-in collection that a word names, and the level.
fn builtin_part(word: &str) -> Option<(&str, Option<&str>)> {
    let (name, level) = match word.split_once([':', '#']) {
        Some((name, level)) => (name, Some(level)),
        None => (word, None),
    };
    builtin(name).map(|_| (name, level))
}

/// A title in double quotes, without them.
fn unquoted(wanted: &str) -> Option<&str> {
    wanted.strip_prefix('"')?.strip_suffix('"')
}

impl NamedLevel {
    /// Opens the level that a word names, with another first position if `start` is given.
    ///
    /// # Errors
    /// If the file cannot be read, has no such level or several of which none is named, or the
    /// level or the position is faulty.
    pub fn open(word: &str, start: Option<&str>) -> Result<NamedLevel, Problem> {
        let named = LevelFile::open(word)?.level()?;
        match start {
            Some(text) => named.started_at(text),
            None => Ok(named),
        }
    }

    /// Opens all levels of a file that can be read, or the one that the word names.
    ///
    /// # Errors
    /// If the word is no file of levels, or none of them can be read.
    pub fn open_all(word: &str) -> Result<Vec<NamedLevel>, Problem> {
        let file = LevelFile::named_by(word).ok_or_else(|| {
            Problem::of_input(
                format!("{word} is no file of Sokoban levels"),
                "name a file of levels, with #N for one of several",
            )
            .about(word)
        })??;
        let (mut levels, mut fault) = (Vec::new(), None);
        for (_, read) in file.levels() {
            match read {
                Ok(level) => levels.push(level),
                Err(problem) => {
                    fault.get_or_insert(problem);
                }
            }
        }
        match fault {
            Some(problem) if levels.is_empty() => Err(problem),
            _ => Ok(levels),
        }
    }
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
        for one in ["One", "\"One\""] {
            let first = NamedLevel::open(&format!("{word}#{one}"), None).unwrap();
            assert_eq!(first.title(), "One");
        }
        let second = NamedLevel::open(&format!("{word}#2"), Some("#####:#*@-#:#####")).unwrap();
        assert!(second.level.is_solved(second.level.start()));
        let several = NamedLevel::open(&word, None).unwrap_err();
        assert!(several.hint.contains("#1 to "), "{}", several.hint);
        assert_eq!(NamedLevel::open_all("microban").unwrap().len(), 155);
        assert_eq!(
            NamedLevel::open_all("microban:3").unwrap()[0].name,
            "microban:3"
        );
        assert!(NamedLevel::open_all("tiles:3x3").is_err());
    }

    #[test]
    fn the_text_of_a_file_says_whether_it_holds_levels() {
        let folder = tempfile::tempdir().unwrap();
        let is_level = |name: &str, text: &str| {
            let file = folder.path().join(name);
            std::fs::write(&file, text).unwrap();
            LevelFile::named_by(&file.to_string_lossy()).is_some()
        };
        for name in ["level", "a.lvl", "b.txt", "c.map", "d.json"] {
            assert!(is_level(name, ONE), "{name}");
        }
        assert!(!is_level("e.toml", ONE) && !is_level("f.txt", "AA.\n..B\n"));
        assert!(!is_level("g.txt", &format!("start = '''\n{ONE}'''\n")));
        assert!(is_level("h.xsb", "AA.\n"));
    }

    #[test]
    fn a_number_that_is_another_title_is_remarked() {
        let text = format!("; 0\n{ONE}\n; 1\n{ONE}\n; 1\n{ONE}\n");
        let of = |wanted| LevelFile::of_bytes("a.txt", Some(wanted), text.as_bytes());
        let remark = |wanted| of(wanted).unwrap().unwrap().remark();
        assert_eq!(
            remark("1").unwrap(),
            "a.txt#1 is level 1 of the file, with the title 0; the level with the title 1 is \
             a.txt#2"
        );
        assert_eq!(remark("0"), None);
        assert!(remark("\"1\"").unwrap().contains("a.txt#3 has it too"));
        assert_eq!(remark("9"), None);
    }
}
