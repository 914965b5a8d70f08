//! Names for the puzzles of a list, and their faults.

use crate::puzzle_draft::{PuzzleDraft, SourceFault};
use crate::puzzle_file::clean_name;

/// Receives the draft of each puzzle of a text.
pub(super) type TakeDraft<'a> = &'a mut dyn FnMut(PuzzleDraft);

/// Passes the puzzles of a list on under numbered names, and collects their faults.
pub(super) struct SeveralDrafts<'a> {
    stem: &'a str,
    /// Number of puzzles in the list.
    count: usize,
    /// Number of puzzles so far.
    number: usize,
    take: TakeDraft<'a>,
    pub faults: Vec<SourceFault>,
}

impl<'a> SeveralDrafts<'a> {
    pub(super) fn new(stem: &'a str, count: usize, take: TakeDraft<'a>) -> SeveralDrafts<'a> {
        SeveralDrafts {
            stem,
            count,
            number: 0,
            take,
            faults: Vec::new(),
        }
    }

    /// Passes the next puzzle of the list on, or keeps its faults.
    ///
    /// A list of one puzzle gives it the name of the list; otherwise a number is added.
    pub(super) fn take(&mut self, draft: Result<PuzzleDraft, Vec<SourceFault>>) {
        self.number += 1;
        let name = if self.count == 1 {
            self.stem.to_owned()
        } else {
            let digits = self.count.to_string().len();
            clean_name(&format!("{}-{:0digits$}", self.stem, self.number))
        };
        match draft {
            Ok(draft) => {
                let title = match (draft.title.is_empty(), self.count) {
                    (true, _) => name.clone(),
                    (false, 1) => draft.title.clone(),
                    (false, _) => format!("{} {}", draft.title, self.number),
                };
                (self.take)(PuzzleDraft {
                    name,
                    title,
                    ..draft
                });
            }
            Err(faults) => self.faults.extend(faults),
        }
    }
}
