//! `PartHeader`: what the file of a group says about its search and about itself.

use crate::journal::record::Header;

/// First line of every file of a group, with the version of its format.
const FIRST: &str = "slidewise part 1";

/// What the file of a group says about its search and about itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartHeader {
    /// The search: puzzle, metric, origin, fingerprint and numbering.
    pub search: String,
    /// Fingerprint of the goals that were counted, which `search` leaves out, in hexadecimal.
    pub goals_counted: String,
    /// Number of rows of the search's words.
    pub rows: u64,
    /// Number of words of a row.
    pub width: u64,
    /// Number of words of a row in a group.
    pub group_words: u64,
    /// Number of the group, from 0.
    pub group: u64,
    /// Whether the file has marks.
    pub has_marks: bool,
    /// Whether the last generation is the last of all.
    pub is_complete: bool,
    /// Sizes of all generations, over all groups.
    pub counts: Vec<u64>,
    /// Number of goals in each generation, over all groups.
    pub goals: Vec<u64>,
}

impl PartHeader {
    /// The text by which a header names its search.
    pub fn search_of(header: &Header) -> String {
        format!(
            "{} {} {} {} {}",
            header.fingerprint_hex(),
            header.metric,
            header.direction,
            header.configurations,
            header.layout
        )
    }

    /// The header as lines of text.
    pub(crate) fn to_text(&self) -> String {
        let list = |numbers: &[u64]| {
            let texts: Vec<String> = numbers.iter().map(u64::to_string).collect();
            texts.join(" ")
        };
        format!(
            "{FIRST}\nsearch {}\ngoals-counted {}\nrows {}\nwidth {}\n\
             group-words {}\ngroup {}\nmarks {}\n\
             complete {}\ncounts {}\ngoals {}\n",
            self.search,
            self.goals_counted,
            self.rows,
            self.width,
            self.group_words,
            self.group,
            self.has_marks,
            self.is_complete,
            list(&self.counts),
            list(&self.goals),
        )
    }

    /// Reads a header; the error is the name of the line that is wrong.
    pub(crate) fn parse(text: &str) -> Result<PartHeader, &'static str> {
        let mut lines = text.lines();
        if lines.next() != Some(FIRST) {
            return Err(FIRST);
        }
        let mut value = |name: &'static str| {
            let line = lines.next().ok_or(name)?;
            let rest = line.strip_prefix(name).ok_or(name)?;
            rest.strip_prefix(' ').ok_or(name)
        };
        let search = value("search")?.to_owned();
        let goals_counted = value("goals-counted")?.to_owned();
        let mut number = |name| value(name)?.parse::<u64>().map_err(|_| name);
        let [rows, width, group_words, group] = [
            number("rows")?,
            number("width")?,
            number("group-words")?,
            number("group")?,
        ];
        let mut flag = |name| value(name)?.parse::<bool>().map_err(|_| name);
        let (has_marks, is_complete) = (flag("marks")?, flag("complete")?);
        let mut list = |name| {
            let numbers = value(name)?.split_ascii_whitespace();
            let numbers: Result<Vec<u64>, _> = numbers.map(str::parse).collect();
            numbers.map_err(|_| name)
        };
        let (counts, goals) = (list("counts")?, list("goals")?);
        let is_sound = (1..=u64::MAX / 64).contains(&width)
            && group_words > 0
            && group < width.div_ceil(group_words)
            && goals.len() == counts.len()
            && !counts.is_empty();
        if !is_sound {
            return Err("counts");
        }
        Ok(PartHeader {
            search,
            goals_counted,
            rows,
            width,
            group_words,
            group,
            has_marks,
            is_complete,
            counts,
            goals,
        })
    }
}
