//! What is asked of a family of puzzles: its boards, its starts, and the file that keeps finished
//! work.

use crate::Problem;
use slidewise_design::{Family, MAX_CELLS, SetKind, Sweep, Wanted};
use slidewise_engine::graph::Metric;
use slidewise_puzzle::{MAX_FILE_BYTES, read_text_within};
use std::fs;
use std::path::{Path, PathBuf};

/// What is asked of a family; by default nothing is left out.
#[derive(Clone, Copy, Default, Debug)]
pub struct DesignRequest {
    /// How sets of pieces are told apart; by default by sizes for polyominoes, else by pieces.
    pub by: Option<SetKind>,
    /// The fewest moves of a start.
    pub min_moves: Option<u32>,
    /// The most moves of a start.
    pub max_moves: Option<u32>,
    /// Only starts with exactly one shortest solution.
    pub is_unique: bool,
    /// Only starts that every reduced piece makes easier.
    pub is_minimal: bool,
    /// The number of empty cells.
    pub empty: Option<u32>,
    /// The fewest pieces.
    pub min_pieces: Option<u32>,
    /// The most pieces.
    pub max_pieces: Option<u32>,
}

/// Opens a family by its name, such as `klotski:5x4`, or by the file that describes it.
///
/// # Errors
/// If there is no such family, or the file cannot be read or has a fault.
pub fn open_family(word: &str) -> Result<Family, Problem> {
    match Family::named(word) {
        Some(family) if !Path::new(word).exists() => Ok(family?),
        _ => Ok(Family::from_document(word, &read(word)?)?),
    }
}

/// The text of the file of a family.
fn read(name: &str) -> Result<String, Problem> {
    read_text_within(name, MAX_FILE_BYTES).map_err(|error| {
        Problem::of_input(
            format!("{name}: {error}"),
            "name polyominoes:RxC, klotski:RxC, rush:RxC, or a file that describes a family",
        )
    })
}

impl DesignRequest {
    /// The part of the family with the numbers of empty cells and of pieces that are asked for.
    ///
    /// # Errors
    /// If no board has these numbers, or the family has others.
    pub fn restricted(&self, family: Family) -> Result<Family, Problem> {
        let mut family = family;
        if let Some(empty) = self.empty {
            family = family.with_empty(empty..=empty)?;
        }
        if self.min_pieces.is_some() || self.max_pieces.is_some() {
            let most = self.max_pieces.unwrap_or(MAX_CELLS);
            let least = self.min_pieces.unwrap_or(1);
            if least > most {
                return Err(Problem::of_input(
                    format!("--min-pieces {least} is more than --max-pieces {most}"),
                    "give the smaller number to --min-pieces",
                ));
            }
            family = family.with_pieces(least..=most)?;
        }
        Ok(family)
    }

    /// What is asked of the starts.
    ///
    /// # Errors
    /// If the metric is that of other boards, or the numbers of moves leave none.
    pub fn wanted(&self, family: &Family, metric: Metric) -> Result<Wanted, Problem> {
        if metric == Metric::Line {
            return Err(Problem::of_input(
                "--metric line is for boards of unit pieces",
                "take --metric step, slide or move",
            ));
        }
        let usual = if family.is_of_polyominoes() {
            SetKind::Sizes
        } else {
            SetKind::Pieces
        };
        let least = self.min_moves.unwrap_or(0);
        if self.max_moves.is_some_and(|most| most < least) {
            return Err(Problem::of_input(
                format!("--min-moves {least} is more than --max-moves"),
                "give the smaller number to --min-moves",
            ));
        }
        Ok(Wanted {
            metric,
            by: self.by.unwrap_or(usual),
            least,
            most: self.max_moves,
            is_unique: self.is_unique,
            is_minimal: self.is_minimal,
        })
    }
}

/// The file in `folder` that keeps the finished work of a sweep; makes the folder.
///
/// # Errors
/// If the folder cannot be made.
pub fn sweep_file(sweep: &Sweep<'_>, folder: &Path) -> Result<PathBuf, Problem> {
    let failed = |error: std::io::Error| {
        Problem::of_run(
            format!("{}: {error}", folder.display()),
            "name another folder with --store, or keep nothing with --no-store",
        )
    };
    fs::create_dir_all(folder).map_err(failed)?;
    Ok(folder.join(sweep.record_name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_describes_a_family_and_a_request_leaves_out_a_part() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("none.toml");
        let word = file.to_string_lossy();
        assert!(open_family(&word).is_err());
        std::fs::write(&file, "nothing").unwrap();
        assert!(open_family(&word).is_err());
        let family = || open_family("klotski:4x3").unwrap();
        let request = DesignRequest {
            empty: Some(2),
            ..DesignRequest::default()
        };
        let part = request.restricted(family()).unwrap();
        let wanted = request.wanted(&part, Metric::Move).unwrap();
        assert_eq!(wanted.by, SetKind::Pieces);
        let whole = Sweep::new(&family(), wanted).unwrap().boards();
        assert!(Sweep::new(&part, wanted).unwrap().boards() < whole);
        assert!(request.wanted(&part, Metric::Line).is_err());
        let none = DesignRequest {
            min_moves: Some(2),
            max_moves: Some(1),
            ..DesignRequest::default()
        };
        assert!(none.wanted(&part, Metric::Move).is_err());
    }
}
