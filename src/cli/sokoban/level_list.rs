//! `show FILE`: the levels of a file, a line each.

use super::searches::counted_in;
use crate::io::output::Output;
use serde::Serialize;
use slidewise_app::LevelFile;
use slidewise_sokoban::{CollectionEntry, Level};

/// The JSON of the list.
#[derive(Serialize)]
struct LevelListRecord {
    name: String,
    title: Option<String>,
    levels: Vec<ListedRecord>,
}

/// The JSON of a level in the list.
#[derive(Serialize)]
struct ListedRecord {
    number: usize,
    title: Option<String>,
    author: Option<String>,
    rows: Option<usize>,
    columns: Option<usize>,
    boxes: Option<usize>,
    problem: Option<String>,
}

impl ListedRecord {
    fn of(number: usize, entry: &CollectionEntry) -> ListedRecord {
        let read = entry.level();
        let size = read.as_ref().ok().map(Level::size);
        let boxes = read.as_ref().ok().map(|level| level.start().boxes.len());
        ListedRecord {
            number,
            title: entry.title.clone(),
            author: entry.author.clone(),
            rows: size.map(|size| size.0),
            columns: size.map(|size| size.1),
            boxes,
            problem: read.err().map(|error| error.to_string()),
        }
    }

    fn line(&self) -> String {
        let what = match (self.rows, self.columns, self.boxes, &self.problem) {
            (Some(rows), Some(columns), Some(boxes), None) => {
                format!("{rows} x {columns}, {}", counted_in(boxes, "box"))
            }
            (.., problem) => format!("faulty, {}", problem.as_deref().unwrap_or_default()),
        };
        let title = self.title.as_deref().unwrap_or_default();
        format!("#{:<4} {what:<20} {title}", self.number)
            .trim_end()
            .to_owned()
    }
}

/// Lists the levels of a file.
pub(crate) fn show(file: &LevelFile) -> Output {
    let all = (1..).zip(&file.collection.entries);
    let record = LevelListRecord {
        name: file.name.clone(),
        title: file.collection.title.clone(),
        levels: all
            .map(|(number, own)| ListedRecord::of(number, own))
            .collect(),
    };
    let mut lines = vec![format!("{}: {} levels", record.name, record.levels.len())];
    lines.extend(record.title.iter().map(|title| format!("Title: {title}")));
    lines.push(String::new());
    lines.extend(record.levels.iter().map(ListedRecord::line));
    Output::new(lines, &record)
}
