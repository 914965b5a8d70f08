//! Parsers of arguments that name a value of another crate.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use slidewise_app::{EngineName, SolveMethod};
use slidewise_engine::graph::Metric;
use slidewise_puzzle::import::SourceFormat;
use slidewise_puzzle::{ExitSide, SearchOrigin};
use slidewise_tabletop::{FillKind, Neighbourhood};

/// A parser that accepts the names of `values`, each with a help text.
fn one_of<T, const N: usize>(
    values: [(T, &'static str, &'static str); N],
) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let names = values.map(|(_, name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(names).map(move |given| {
        let named = values.iter().find(|(_, name, _)| *name == given);
        named.expect("the parser accepts these names only").0
    })
}

/// A parser of metrics.
pub(crate) fn metric() -> impl TypedValueParser<Value = Metric> {
    let own = Metric::ALL.map(|metric| {
        let help = match metric {
            Metric::Step => "One piece, one cell",
            Metric::Slide => "One piece, any distance in a straight line",
            Metric::Move => "One piece, any path through free cells",
            Metric::Line => "A row of unit pieces, one cell towards an empty cell",
        };
        (metric, metric.name(), help)
    });
    // Levels read the word; other puzzles refuse it.
    let [step, slide, moved, line] = own;
    let push = (
        Metric::Step,
        "push",
        "Sokoban: one push of a box (the default there)",
    );
    let moves = (
        Metric::Step,
        "moves",
        "Sokoban: one step of the player, as step and move there",
    );
    one_of([step, slide, moved, line, push, moves])
}

/// A parser of formats; `auto` means that the content decides.
pub(crate) fn source_format() -> impl TypedValueParser<Value = Option<SourceFormat>> {
    one_of(SourceFormat::ALL.map(|form| match form {
        // A puzzle file needs no conversion, so `auto` takes its place.
        SourceFormat::PuzzleFile => (None, "auto", "recognized by the content"),
        _ => (Some(form), form.name(), form.in_words()),
    }))
}

/// A parser of the sides of a board.
pub(crate) fn exit_side() -> impl TypedValueParser<Value = ExitSide> {
    one_of(ExitSide::ALL.map(|side| {
        let help = match side {
            ExitSide::Left => "At the left end of a row",
            ExitSide::Right => "At the right end of a row",
            ExitSide::Top => "At the upper end of a column",
            ExitSide::Bottom => "At the lower end of a column",
        };
        (side, side.name(), help)
    }))
}

/// A parser of the sources of a search.
pub(crate) fn sources() -> impl TypedValueParser<Value = SearchOrigin> {
    one_of([
        (SearchOrigin::Start, SearchOrigin::Start.name(), "Start"),
        (
            SearchOrigin::Goals,
            SearchOrigin::Goals.name(),
            "All goal configurations at once",
        ),
    ])
}

/// What makes solutions alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Likeness {
    /// The same moves, in any order.
    Moves,
    /// A symmetry of the puzzle.
    Symmetry,
}

/// A parser of what makes solutions alike.
pub(crate) fn likeness() -> impl TypedValueParser<Value = Likeness> {
    one_of([
        (Likeness::Moves, "moves", "The same moves in any order"),
        (
            Likeness::Symmetry,
            "symmetry",
            "Images of each other under a symmetry that keeps Start and the goals",
        ),
    ])
}

/// A parser of engines.
pub(crate) fn engine() -> impl TypedValueParser<Value = EngineName> {
    one_of([
        (EngineName::Auto, "auto", "The best engine for the puzzle"),
        (
            EngineName::Sparse,
            "sparse",
            "Expands one configuration at a time",
        ),
        (
            EngineName::Packed,
            "packed",
            "Holds each board of a small puzzle in one word",
        ),
        (
            EngineName::Dense,
            "dense",
            "Expands whole words of a bitmap at once",
        ),
        (
            EngineName::Frontier,
            "frontier",
            "Keeps each generation as a sorted file of indices",
        ),
    ])
}

/// A parser of the methods of `solve`.
pub(crate) fn solve_method() -> impl TypedValueParser<Value = SolveMethod> {
    let methods = [
        (
            SolveMethod::Auto,
            "Explores what fits the budget, else meets; with --starts, by tables",
        ),
        (
            SolveMethod::Explore,
            "Explores generation after generation from Start",
        ),
        (
            SolveMethod::Meet,
            "Searches from Start and from the goals until the two sides meet",
        ),
        (
            SolveMethod::Tables,
            "Searches guided by tables, without exploring everything",
        ),
        (
            SolveMethod::Grid,
            "Searches of boards of tiles, guided by their distances on the grid",
        ),
    ];
    one_of(methods.map(|(method, help)| (method, method.name(), help)))
}

/// A parser of the neighbourhoods of `fill --neighbours`.
pub(crate) fn neighbourhood() -> impl TypedValueParser<Value = Neighbourhood> {
    one_of([
        (
            Neighbourhood::Edges,
            "4",
            "Cells that share an edge (Numbrix)",
        ),
        (
            Neighbourhood::EdgesAndCorners,
            "8",
            "Cells that share an edge or a corner (Hidoku)",
        ),
    ])
}

/// A parser of the kinds of boards that `fill` fills.
pub(crate) fn board_kind() -> impl TypedValueParser<Value = FillKind> {
    one_of([
        (
            FillKind::Stones,
            FillKind::Stones.name(),
            "Stones that cover the board",
        ),
        (
            FillKind::Hidoku,
            FillKind::Hidoku.name(),
            "Consecutive numbers are neighbours; with --neighbours 4, a Numbrix",
        ),
        (
            FillKind::Magic,
            FillKind::Magic.name(),
            "Rows, columns and diagonals have the same sum",
        ),
    ])
}
