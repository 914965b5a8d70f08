//! `slidewise verify PUZZLE --tables`: whether kept tables are undamaged, and with `--deep` right.

use super::verify::{remark, sentence};
use crate::arguments::{CommonArgs, VerifyArgs};
use crate::io::output::{CommandResult, Output};
use crate::io::setup::{explorer, open_puzzle_to, store_root};
use slidewise_analysis::Verified;
use slidewise_app::{Problem, TableCheck};
use slidewise_render::json;

/// Checks the tables of a goal.
pub(crate) fn run(common: &CommonArgs, args: &VerifyArgs) -> CommandResult {
    let puzzle = open_puzzle_to(common, &args.puzzle, None, args.to.as_deref())?;
    let checks = explorer(common, &puzzle)?.check_tables(args.deep)?;
    let Some(first) = checks.first() else {
        let folder = store_root(common)?.display().to_string();
        return Err(Problem::no_such_thing(
            format!("{folder} has no table of this goal of {}", puzzle.name),
            "build tables with `slidewise tables PUZZLE`, or name their goal with --to POSITION",
        ));
    };
    let problems: Vec<String> = checks
        .iter()
        .flat_map(|check| check.problems.clone())
        .collect();
    let is_right = problems.is_empty();
    let touched = checks.iter().filter_map(|check| check.touched);
    let record = json::VerifyRecord {
        puzzle: puzzle.name.clone(),
        metric: common.metric.name().to_owned(),
        store: first.folder.clone(),
        stores: checks.iter().map(|check| check.folder.clone()).collect(),
        ok: is_right,
        problems: problems.clone(),
        checked_files: None,
        unchecked_blocks: touched.map(|touched| touched.blocks).sum(),
        proved: together(&checks).map(|proved| json::ProvedRecord {
            generations: proved.generations,
            states: json::digits(proved.configurations),
            ahead: json::digits(proved.ahead),
        }),
    };
    let lines = if is_right {
        checks.iter().flat_map(lines_of).collect()
    } else {
        problems
    };
    Ok(Output::new(lines, &record).with_code(u8::from(!is_right)))
}

/// The lines of a table without a problem.
fn lines_of(check: &TableCheck) -> Vec<String> {
    let agrees = format!(
        "{}: header, log, marks, checksums and counts agree",
        check.folder
    );
    let remarks = check.touched.map(remark);
    let proofs = check.proved.map(sentence);
    [agrees].into_iter().chain(remarks).chain(proofs).collect()
}

/// What was proved of all tables together; `None` unless something was proved of each.
fn together(checks: &[TableCheck]) -> Option<Verified> {
    let proved = checks.iter().map(|check| check.proved);
    let proved: Vec<Verified> = proved.collect::<Option<_>>()?;
    Some(Verified {
        generations: proved.iter().map(|own| own.generations).max()?,
        configurations: proved.iter().map(|own| own.configurations).sum(),
        ahead: proved.iter().map(|own| own.ahead).sum(),
    })
}
