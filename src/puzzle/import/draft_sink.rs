//! Receives the puzzles of a text one after the other, and makes the drafts of those that are
//! selected.

use crate::puzzle_draft::{PuzzleDraft, SourceFault};
use crate::puzzle_file::clean_name;

/// Titles are cut to this number of characters.
const MAX_TITLE: usize = 900;

/// The puzzles of a text that are converted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Selection<'t> {
    /// All puzzles.
    All,
    /// The puzzle with this number, from 1; puzzles with faults count.
    Number(usize),
    /// The first puzzle with this name or title.
    Named(&'t str),
}

/// Receives every puzzle of a text, with faults or without.
pub(super) struct DraftSink<'a> {
    /// The name of a puzzle that is alone in its text.
    pub stem: &'a str,
    /// The title that the text gives to its puzzles.
    title: Option<&'a str>,
    selection: Selection<'a>,
    /// Number of puzzles so far.
    pub count: usize,
    /// Whether the selected puzzle was met.
    is_found: bool,
    faults: Vec<SourceFault>,
    /// Receives each draft, and returns its faults.
    take: &'a mut dyn FnMut(PuzzleDraft) -> Vec<SourceFault>,
}

impl<'a> DraftSink<'a> {
    pub(super) fn new(
        stem: &'a str,
        title: Option<&'a str>,
        selection: Selection<'a>,
        take: &'a mut dyn FnMut(PuzzleDraft) -> Vec<SourceFault>,
    ) -> DraftSink<'a> {
        DraftSink {
            stem,
            title,
            selection,
            count: 0,
            is_found: false,
            faults: Vec::new(),
            take,
        }
    }

    /// Adds faults of the text as a whole.
    pub(super) fn fail(&mut self, faults: impl IntoIterator<Item = SourceFault>) {
        self.faults.extend(faults);
    }

    /// Counts the next puzzle of the text, and makes its draft if the puzzle is selected.
    ///
    /// The draft gets the name and, if it has none, the name as its title. `title` is its title,
    /// unless only the draft itself knows it.
    pub(super) fn next(
        &mut self,
        name: &str,
        title: Option<&str>,
        make: impl FnOnce() -> Result<PuzzleDraft, Vec<SourceFault>>,
    ) {
        self.count += 1;
        let is_wanted = match self.selection {
            Selection::All => true,
            Selection::Number(number) => number == self.count,
            Selection::Named(wanted) => {
                !self.is_found && (name == wanted || title.is_none_or(|title| title == wanted))
            }
        };
        if !is_wanted {
            return;
        }
        let mut draft = match make() {
            Ok(draft) => draft,
            Err(faults) => {
                self.is_found = true;
                return self.faults.extend(faults);
            }
        };
        name.clone_into(&mut draft.name);
        if draft.title.is_empty() {
            name.clone_into(&mut draft.title);
        }
        if let Selection::Named(wanted) = self.selection
            && ![name, draft.title.as_str()].contains(&wanted)
        {
            return;
        }
        self.is_found = true;
        let faults = (self.take)(draft);
        self.faults.extend(faults);
    }

    /// Counts the only puzzle of the text, and makes its draft if the puzzle is selected.
    pub(super) fn only(&mut self, make: impl FnOnce() -> Result<PuzzleDraft, Vec<SourceFault>>) {
        let title = self.title.map(shortened);
        self.next(self.stem, title.as_deref(), || {
            make().map(|draft| PuzzleDraft {
                title: title.clone().unwrap_or(draft.title),
                ..draft
            })
        });
    }

    /// Counts the next puzzle of a list of `count`, whose puzzles have numbered names and titles.
    ///
    /// `title` stands before the number in the title of each puzzle, if there is one. A list of one
    /// puzzle gives it the name of the text.
    pub(super) fn next_of(
        &mut self,
        count: usize,
        title: Option<&str>,
        make: impl FnOnce() -> Result<PuzzleDraft, Vec<SourceFault>>,
    ) {
        if count == 1 {
            let made = || {
                make().map(|draft| PuzzleDraft {
                    title: title.unwrap_or(&draft.title).to_owned(),
                    ..draft
                })
            };
            return self.only(made);
        }
        let title = self.title.or(title).map(shortened);
        let number = self.count + 1;
        let name = numbered_name(self.stem, number, count);
        let title = title.map_or_else(|| name.clone(), |title| format!("{title} {number}"));
        self.next(&name, Some(&title), || {
            make().map(|draft| PuzzleDraft {
                title: title.clone(),
                ..draft
            })
        });
    }

    /// The faults of the text and of the selected puzzles.
    pub(super) fn into_faults(self) -> Vec<SourceFault> {
        self.faults
    }
}

/// A title that is not longer than puzzle files allow.
fn shortened(title: &str) -> String {
    title.chars().take(MAX_TITLE).collect()
}

/// The name of a puzzle by its number in a list, such as `korf-07`.
///
/// A long stem is cut, so that the number is kept.
pub(super) fn numbered_name(stem: &str, number: usize, count: usize) -> String {
    let digits = count.to_string().len();
    let number = format!("-{number:0digits$}");
    let mut stem = clean_name(stem);
    while clean_name(&format!("{stem}{number}")).len() < stem.len() + number.len() {
        stem.pop();
    }
    stem + &number
}
