//! The table of `design --out DIR`.

use crate::arguments::check_parquet_is_built;
use crate::io::atomic_file::failed;
use clap::ValueEnum;
use slidewise_app::Problem;
use slidewise_app::SetAnswer;
use slidewise_render::graph_files::{TableColumn, csv_field, parquet};
use std::path::Path;

/// Format of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum TableFormat {
    /// Comma-separated values
    Csv,
    /// Apache Parquet: pandas, Polars, DuckDB
    Parquet,
}

impl TableFormat {
    /// The name of the table's file.
    pub(crate) fn file_name(self) -> &'static str {
        match self {
            TableFormat::Csv => "table.csv",
            TableFormat::Parquet => "table.parquet",
        }
    }

    /// Refuses a format whose writer this build lacks.
    pub(crate) fn check_is_built(self) -> Result<(), Problem> {
        if self == TableFormat::Parquet {
            return check_parquet_is_built();
        }
        Ok(())
    }

    /// The sets as a table; sets that cannot be solved have 0 moves and no start.
    pub(crate) fn table(self, sets: &[SetAnswer]) -> Result<Vec<u8>, Problem> {
        let columns = columns(sets);
        match self {
            TableFormat::Csv => Ok(csv(&columns).into_bytes()),
            TableFormat::Parquet => {
                let table = parquet::table(&columns);
                table.map_err(|error| failed(Path::new(self.file_name()), &error))
            }
        }
    }
}

/// The file name of a start.
pub(crate) fn start_name(number: usize) -> String {
    format!("{number:05}.toml")
}

/// The columns of the table.
fn columns(sets: &[SetAnswer]) -> [(&'static str, TableColumn); 6] {
    let mut number = 0;
    let file_names = sets.iter().map(|set| {
        number += usize::from(set.puzzle.is_some());
        let own = set.puzzle.as_ref().map(|_| start_name(number));
        own.unwrap_or_default()
    });
    let files: Vec<String> = file_names.collect();
    let texts =
        |text: &dyn Fn(&SetAnswer) -> String| TableColumn::Texts(sets.iter().map(text).collect());
    let sizes = |set: &SetAnswer| {
        let sizes: Vec<String> = set.sizes.iter().map(u32::to_string).collect();
        sizes.join("-")
    };
    let start = |set: &SetAnswer| {
        let start = set
            .puzzle
            .as_ref()
            .map(|(puzzle, _, _)| puzzle.write_position(&puzzle.start));
        start.unwrap_or_default()
    };
    let goal = |set: &SetAnswer| {
        let goal = set.puzzle.as_ref().map(|(_, _, goal)| goal.clone());
        goal.unwrap_or_default()
    };
    let moves = sets.iter().map(|set| u64::from(set.moves)).collect();
    [
        ("file", TableColumn::Texts(files)),
        ("sizes", texts(&sizes)),
        ("pieces", texts(&|set| set.words.clone())),
        ("moves", TableColumn::Numbers(moves)),
        ("start", texts(&start)),
        ("goal", texts(&goal)),
    ]
}

/// The table as comma-separated values.
fn csv(columns: &[(&str, TableColumn)]) -> String {
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    let mut table = names.join(",") + "\n";
    for row in 0..columns[0].1.len() {
        let fields = columns
            .iter()
            .map(|(_, column)| csv_field(&column.text(row)).into_owned());
        table += &fields.collect::<Vec<String>>().join(",");
        table.push('\n');
    }
    table
}
