//! `StartTable`: the file that a table of starts is kept in, and that a later run goes on with.
//!
//! Each row is written by one call as soon as its start is answered. A row that a kill has cut off
//! has no end of line: the next run takes it away and answers its start again. Nothing else is ever
//! taken from a file, and a file of anything else is refused.

use crate::io::atomic_file::Destination;
use crate::io::wait::waiting;
use slidewise_app::{Cause, Problem};
use slidewise_render::counted;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The first line of a table of starts; the columns are those of a batch.
pub(crate) const TABLE_HEADER: &str =
    "start,metric,goal,moves,routes,proved,at_least,reason,method,nodes,seconds,error";

/// A table of starts in a file, which no other run of the program writes.
#[derive(Debug)]
pub(crate) struct StartTable {
    name: String,
    file: File,
    /// The rows of earlier runs whose starts have not been met yet, the last first.
    waiting: Vec<String>,
    /// What a kill has left of a row, until its start is met; it may end within a character.
    torn: Vec<u8>,
    /// The last field of each row: a fingerprint of the puzzle and of its goals.
    question: String,
    /// Number of rows of earlier runs.
    earlier: u64,
    /// Number of rows of this run.
    new: u64,
}

impl StartTable {
    /// Opens the file of a table, or creates it with the first line. `fingerprint` is that of the
    /// puzzle and its goals.
    ///
    /// # Errors
    /// If it is a file that the command reads, holds something else than such a table, cannot be
    /// read and written, or another run writes it.
    pub(crate) fn open(
        path: &Path,
        inputs: &[&Path],
        fingerprint: &[u8; 32],
    ) -> Result<StartTable, Problem> {
        // Rows are added to what is there, so that nothing is replaced.
        drop(Destination::new(path, inputs, true)?);
        let name = path.display().to_string();
        let failed = |error: io::Error| unusable(&name, &error);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = waiting(|| options.open(path)).map_err(failed)?;
        if !file.metadata().map_err(failed)?.is_file() {
            return Err(not_a_table(&name));
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Problem::new(
                    Cause::InUse,
                    format!("another run writes {name}"),
                    "wait for it, or give another file with --out",
                ));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let header = format!("{TABLE_HEADER},question\n");
        let mut table = StartTable {
            name,
            file,
            waiting: Vec::new(),
            torn: Vec::new(),
            question: fingerprint[..8]
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect(),
            earlier: 0,
            new: 0,
        };
        match bytes.strip_prefix(header.as_bytes()) {
            Some(rows) => {
                let end = rows.iter().rposition(|byte| *byte == b'\n');
                let (whole, torn) = rows.split_at(end.map_or(0, |end| end + 1));
                let whole = str::from_utf8(whole).map_err(|_| not_a_table(&table.name))?;
                table.waiting = whole.lines().rev().map(str::to_owned).collect();
                table.earlier = table.waiting.len() as u64;
                table.torn = torn.to_vec();
            }
            // A kill has cut off the first line.
            None if header.as_bytes().starts_with(&bytes) => {
                table.write(&header[bytes.len()..])?;
            }
            None => return Err(not_a_table(&table.name)),
        }
        Ok(table)
    }

    /// Whether an earlier run has written the row of the next start, which begins with `beginning`.
    ///
    /// # Errors
    /// If the next row belongs to another start, metric, puzzle or goal.
    pub(crate) fn has_row(&mut self, beginning: &str) -> Result<bool, Problem> {
        if let Some(row) = self.waiting.pop() {
            let number = self.earlier - self.waiting.len() as u64;
            let question = row.rsplit(',').next();
            return match row.starts_with(beginning) {
                true if question == Some(&self.question) => Ok(true),
                true => Err(self.of_another_puzzle(number)),
                false => Err(self.of_others(&row, beginning, number)),
            };
        }
        let torn = std::mem::take(&mut self.torn);
        if torn.is_empty() {
            return Ok(false);
        }
        let asked = beginning.as_bytes();
        if !torn.starts_with(asked) && !asked.starts_with(&torn) {
            let torn = String::from_utf8_lossy(&torn);
            return Err(self.of_others(&torn, beginning, self.earlier + 1));
        }
        let failed = |error: io::Error| unusable(&self.name, &error);
        let length = self.file.metadata().map_err(failed)?.len();
        let whole = length - torn.len() as u64;
        self.file.set_len(whole).map_err(failed)?;
        self.file.seek(SeekFrom::Start(whole)).map_err(failed)?;
        Ok(false)
    }

    /// Adds the row of a start.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn append(&mut self, row: &str) -> Result<(), Problem> {
        self.write(&format!("{row},{}\n", self.question))?;
        self.new += 1;
        Ok(())
    }

    /// Checks, after the last start, that all rows of earlier runs belong to a start.
    ///
    /// # Errors
    /// If there are more rows than starts.
    pub(crate) fn end(&self) -> Result<(), Problem> {
        if self.waiting.is_empty() && self.torn.is_empty() {
            return Ok(());
        }
        Err(Problem::of_input(
            format!("{} has more rows than there are starts", self.name),
            "give the starts of the earlier run, or another file with --out",
        ))
    }

    /// What the file holds now.
    pub(crate) fn in_words(&self) -> String {
        let rows = counted(self.earlier + self.new, "row");
        match self.earlier {
            0 => format!("{}: {rows}", self.name),
            earlier => format!("{}: {rows}, {earlier} of them from earlier runs", self.name),
        }
    }

    fn write(&mut self, text: &str) -> Result<(), Problem> {
        let written = waiting(|| self.file.write_all(text.as_bytes()));
        written.map_err(|error| unusable(&self.name, &error))
    }

    /// The problem of a row, with its number, of the next start in another puzzle or with other
    /// goals.
    fn of_another_puzzle(&self, number: u64) -> Problem {
        let line = number + 1;
        Problem::of_input(
            format!(
                "{}:{line}: this row is of another puzzle or other goals",
                self.name
            ),
            "give the puzzle and the goals of the earlier run, or another file with --out",
        )
    }

    /// The problem of a row, with its number, that is not that of the next start.
    fn of_others(&self, row: &str, beginning: &str, number: u64) -> Problem {
        // The first line names the columns.
        let line = number + 1;
        let found: String = row.chars().take(80).collect();
        Problem::of_input(
            format!(
                "{}:{line}: expected the row of {}, found {found:?}",
                self.name,
                beginning.trim_end_matches(',')
            ),
            "give the starts, the metric and the goal of the earlier run, or another file with \
             --out",
        )
    }
}

fn unusable(name: &str, error: &io::Error) -> Problem {
    Problem::of_run(
        format!("{name} cannot be read and written: {error}"),
        "give another file with --out",
    )
}

fn not_a_table(name: &str) -> Problem {
    Problem::of_input(
        format!("{name} is no table of starts, so that no rows are added to it"),
        "give another file with --out",
    )
}
