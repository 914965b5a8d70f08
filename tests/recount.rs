//! Walker's figures: the recount against what independent programs measured, and against another
//! puzzle file.

use slidewise::unstable::app::StopToken;
use slidewise::unstable::puzzle::{Puzzle, builtin};
use slidewise::unstable::recount::{Figure, FigureValue, Recounter, StatedValue, figures};
use std::collections::BTreeSet;

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get())
}

#[test]
fn every_figure_is_what_independent_programs_measured() {
    let open = |name: &str| Puzzle::open(name);
    let mut desk = Recounter::new(&open, threads(), &StopToken::default());
    let all = figures();
    assert_eq!(all.len(), 24);
    for figure in all.iter().filter(|figure| !figure.slow) {
        let row = desk.recount(figure).unwrap();
        let measured = figure.measured.like(&row.value);
        assert_eq!(row.value, measured, "{}: {}", figure.puzzle, figure.figure);
        let is_same = match (&figure.document, &row.value) {
            (StatedValue::Words(_), _) => false,
            (stated, value) => stated.like(value) == *value,
        };
        assert_eq!(row.agrees, is_same, "{}: {}", figure.puzzle, figure.figure);
        assert!(row.agrees || figure.note.is_some() || figure.document != figure.measured);
    }
}

/// The figures of Checkmate that change with its rules.
fn disagreeing(
    open: &dyn Fn(&str) -> Result<Puzzle, slidewise::unstable::puzzle::PuzzleError>,
) -> BTreeSet<String> {
    let mut desk = Recounter::new(open, threads(), &StopToken::default());
    let is_wanted = |figure: &Figure| figure.puzzle == "checkmate" && !figure.slow;
    let rows = figures().into_iter().filter(is_wanted);
    rows.map(|figure| desk.recount(&figure).unwrap())
        .filter(|row| !row.agrees)
        .map(|row| row.figure.figure)
        .collect()
}

#[test]
fn a_changed_rule_changes_the_recount() {
    let own = builtin::find("checkmate").unwrap().text;
    let without_kings = own.replace(
        "never  = \"adjacent\"\npieces = [\"K\", \"k\"]",
        "never  = \"adjacent\"\npieces = [\"K\"]",
    );
    assert_ne!(own, without_kings);
    let open = |name: &str| match name {
        "checkmate" => Puzzle::from_toml(name, "checkmate.toml", &without_kings),
        _ => Puzzle::open(name),
    };
    let before = disagreeing(&|name| Puzzle::open(name));
    let after = disagreeing(&open);
    assert!(before.contains("nodes of the graph"));
    assert!(!before.contains("nodes connected to Start"));
    for figure in [
        "of these, legal",
        "nodes of the graph",
        "nodes connected to Start",
        "of these, reached from Start",
        "size of the largest generation",
    ] {
        assert!(after.contains(figure), "{figure}: {after:?}");
    }
}

#[test]
fn a_puzzle_without_a_solution_is_a_figure_that_disagrees() {
    let text = "start = 'AB.'\ngoal = 'B.A'";
    let open = |name: &str| Puzzle::from_toml(name, "x.toml", text);
    let mut desk = Recounter::new(&open, 1, &StopToken::default());
    let figure = figures()
        .into_iter()
        .find(|figure| figure.figure == "moves of the shortest solution");
    let row = desk.recount(&figure.unwrap()).unwrap();
    assert_eq!(row.value, FigureValue::Words("no solution".to_owned()));
    assert!(!row.agrees);
}
