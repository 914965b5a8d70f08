//! The files of `design --out DIR`: a puzzle file for each start, a table, and a sheet.

use super::sheet::sheet;
use super::table::{TableFormat, start_name};
use crate::io::atomic_file::Destination;
use slidewise_app::{Problem, SetAnswer};
use slidewise_engine::graph::Metric;
use slidewise_puzzle::Puzzle;
use slidewise_render::counted;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Most puzzle files that are written.
const MAX_FILES: usize = 10_000;

/// A folder that takes the files, and that is there.
pub(crate) struct StartFiles {
    folder: PathBuf,
    /// The file of the family, which is never replaced.
    input: PathBuf,
    force: bool,
    format: TableFormat,
}

impl StartFiles {
    /// Makes the folder, and checks that nothing in it would be replaced: it is not known yet how
    /// many starts there will be.
    pub(crate) fn new(
        folder: &Path,
        input: &str,
        format: TableFormat,
        force: bool,
    ) -> Result<StartFiles, Problem> {
        format.check_is_built()?;
        let failed = |error: io::Error| {
            Problem::of_run(
                format!("{}: {error}", folder.display()),
                "name another folder with --out",
            )
        };
        fs::create_dir_all(folder).map_err(failed)?;
        let files = StartFiles {
            folder: folder.to_owned(),
            input: input.into(),
            force,
            format,
        };
        let mut names = vec![format.file_name().to_owned(), "sheet.svg".to_owned()];
        for entry in fs::read_dir(folder).map_err(failed)? {
            let name = entry.map_err(failed)?.file_name();
            let name = name.to_str().filter(|name| is_start(name));
            names.extend(name.map(str::to_owned));
        }
        files.destinations(names)?;
        Ok(files)
    }

    fn destinations(
        &self,
        names: impl IntoIterator<Item = String>,
    ) -> Result<Vec<Destination>, Problem> {
        let paths = names.into_iter().map(|name| self.folder.join(name));
        Destination::all(paths, &[&self.input], self.force)
    }

    /// Writes the files, and returns their names.
    pub(crate) fn write(
        &self,
        family: &str,
        metric: Metric,
        sets: &[SetAnswer],
    ) -> Result<Vec<String>, Problem> {
        let starts = sets
            .iter()
            .filter_map(|set| Some((set, set.puzzle.as_ref()?)));
        let starts: Vec<(&SetAnswer, &(Puzzle, String, String))> = starts.collect();
        if starts.len() > MAX_FILES {
            return Err(Problem::of_input(
                format!("--out would write {}", counted(starts.len(), "puzzle file")),
                "take the hardest ones with --top N",
            ));
        }
        let mut contents = Vec::new();
        let mut drawn = Vec::new();
        for (number, (set, (puzzle, text, _))) in (1..).zip(&starts) {
            contents.push((start_name(number), text.clone().into_bytes()));
            let words = format!("{number}. {}", counted(set.moves, metric.name()));
            drawn.push((puzzle.clone(), words));
        }
        let table = self.format.table(sets)?;
        contents.push((self.format.file_name().to_owned(), table));
        let title = format!("{family}: hardest starts");
        let sheet = sheet(&title, &drawn).map(String::into_bytes);
        contents.extend(sheet.map(|text| ("sheet.svg".to_owned(), text)));
        let destinations = self.destinations(contents.iter().map(|(name, _)| name.clone()))?;
        let names = destinations.iter();
        let names = names
            .map(|file| file.name().display().to_string())
            .collect();
        let contents = contents.into_iter().map(|(_, bytes)| bytes);
        Destination::write_all(destinations.into_iter().zip(contents).collect())?;
        Ok(names)
    }
}

/// Whether a start may have this file name.
fn is_start(name: &str) -> bool {
    let number = name.strip_suffix(".toml");
    number.is_some_and(|own| own.parse().is_ok_and(|number| start_name(number) == name))
}
