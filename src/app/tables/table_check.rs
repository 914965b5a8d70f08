//! `TableCheck`: what a check of a kept table has found.

use super::kept_tables::KeptTable;
use super::table_goal::table_header;
use super::tile_graphs::TileGraphs;
use crate::{Explorer, Problem};
use slidewise_analysis::{Mismatch, TableVerification, Verified};
use slidewise_engine::search::OutOfResources;
use slidewise_store::{Access, ChangedBlocks, Store};

/// What a check of a kept table has found.
#[derive(Clone, Debug)]
pub struct TableCheck {
    /// Folder of the store.
    pub folder: String,
    /// The problems, each in a sentence.
    pub problems: Vec<String>,
    /// Blocks of marks without a current checksum, in a table that is not finished.
    pub touched: Option<ChangedBlocks>,
    /// What was proved; `None` without a proof.
    pub proved: Option<Verified>,
}

impl Explorer {
    /// Checks the tables of the goal that the store folder holds, finished or not: header, log,
    /// checksums and counts; with `is_deep`, every distance by a second search.
    ///
    /// # Errors
    /// If the puzzle is no board of distinct tiles with one goal, the folder cannot be read, there
    /// is too little memory, or the check is interrupted.
    pub fn check_tables(&self, is_deep: bool) -> Result<Vec<TableCheck>, Problem> {
        let goal = self.table_goal()?;
        let mut graphs = TileGraphs::new(&self.puzzle);
        let tables = self.stored_tables(&goal)?.into_iter();
        let of_goal = tables.filter(|table| table.tiles_in(&goal).is_some());
        let checks = of_goal.map(|table| self.check_table(&table, &mut graphs, is_deep));
        checks.collect()
    }

    fn check_table(
        &self,
        table: &KeptTable,
        graphs: &mut TileGraphs<'_>,
        is_deep: bool,
    ) -> Result<TableCheck, Problem> {
        let root = self.folder().unwrap_or_else(|| "".as_ref());
        let mut check = TableCheck {
            folder: root.join(&table.folder).display().to_string(),
            problems: Vec::new(),
            touched: None,
            proved: None,
        };
        let graph = graphs.graph(table.cells.len(), self.memory);
        let graph = graph.map_err(super::tile_tables::problem_of_database)?;
        let cells = (&table.cells[..], table.empty);
        let len = graph.graph().len;
        let header = table_header(&self.puzzle, table.name.clone(), cells, len);
        let store = match Store::open(root, &header, Access::Read) {
            Ok(store) => store,
            Err(error) => {
                check.problems.push(error.to_string());
                return Ok(check);
            }
        };
        let findings = store.examine_unless(&self.stop).ok_or_else(interrupted)?;
        check.problems = findings.problems.iter().map(ToString::to_string).collect();
        check.touched = findings.touched;
        if !is_deep {
            return Ok(check);
        }
        let needed = TableVerification::needed_bytes(&graph).saturating_add(graph.bytes());
        OutOfResources::of_memory(needed, self.memory).map_err(Problem::of_bytes)?;
        let claim = TableVerification {
            board: &self.puzzle.board,
            tiles: &graph,
            goal: graph.number(&graph.vertex(&table.cells, table.empty)),
            marks: store.marks(),
            counts: store.generations(),
            is_complete: store.is_complete(),
            threads: self.threads,
            stop: &self.stop,
        };
        match claim.prove() {
            Ok(proved) => check.proved = Some(proved),
            Err(Mismatch::Memory(error)) => return Err(error.into()),
            Err(Mismatch::Stopped { .. }) => return Err(interrupted()),
            Err(mismatch) => check.problems.push(format!("{}: {mismatch}", check.folder)),
        }
        Ok(check)
    }
}

/// The problem of a check that the user interrupted.
fn interrupted() -> Problem {
    Problem::of_stop(
        "interrupted: not everything has been checked",
        "run `slidewise verify` again; the store is unchanged",
    )
}
