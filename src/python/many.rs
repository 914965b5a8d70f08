//! Many starts, many ways, and packs of positions.

use crate::error::{InputError, OrRaise};
use crate::interruptible::interruptible;
use crate::options::chosen;
use crate::position::{PyPosition, PySolution, configuration_of};
use crate::position_arrays::boards_of;
use num_bigint::BigUint;
use numpy::{IntoPyArray, PyArray1, PyArray3};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use slidewise_analysis::{QueryError, WayClasses, WayLikeness};
use slidewise_app::{
    DrawnStarts, Explorer, Problem, Question, Solution, SolveMethod, StartLimits, StartsQuestion,
    WantedWays,
};
use slidewise_puzzle::{Configuration, Puzzle, SearchOrigin};
use std::sync::Arc;
use std::time::Duration;

/// What is expected of positions, in messages.
const POSITIONS: &str = "positions: texts, or boards";

/// Boards, and the distance of each.
pub(crate) type Pack<'py> = (Bound<'py, PyArray3<u8>>, Bound<'py, PyArray1<i64>>);

/// Reads a list of positions or an array of boards.
pub(crate) fn positions_of(
    puzzle: &Puzzle,
    given: &Bound<'_, PyAny>,
) -> PyResult<Vec<Configuration>> {
    if given.extract::<String>().is_ok() || given.cast::<PyPosition>().is_ok() {
        return Err(InputError::new_err(
            "expected several positions, found one: put it into a list",
        ));
    }
    let Ok(each) = given.try_iter() else {
        return Err(InputError::new_err(format!("expected {POSITIONS}")));
    };
    each.map(|own| configuration_of(puzzle, POSITIONS, &own?))
        .collect()
}

/// The limits of the search from each start.
///
/// # Errors
/// If the time is no number of seconds above 0.
pub(crate) fn limits_of(nodes: Option<u64>, seconds: Option<f64>) -> PyResult<StartLimits> {
    let time = seconds.map(|given| {
        let time = Duration::try_from_secs_f64(given).ok();
        time.filter(|time| !time.is_zero())
            .ok_or_else(|| InputError::new_err(format!("expected seconds above 0, found {given}")))
    });
    Ok(StartLimits {
        nodes,
        time: time.transpose()?,
    })
}

/// Solves many starts; the arrays have an element for each, in their order.
pub(crate) fn solved<'py>(
    py: Python<'py>,
    puzzle: &Arc<Puzzle>,
    (explorer, starts): (Explorer, &[Configuration]),
    (method, limits): (&str, StartLimits),
    (progress, wants_ways): (Option<Py<PyAny>>, bool),
) -> PyResult<Bound<'py, PyDict>> {
    let methods = SolveMethod::ALL.map(|own| (own.name(), own));
    let method = chosen("method", method, &methods)?;
    let answers = interruptible(py, progress, |stop, reporter| {
        let all = starts.len() as u64;
        let question = StartsQuestion { method, limits };
        let explorer = explorer.stop(stop);
        explorer.solve_many(starts, question, &|done| reporter.found(done, all))
    })?;
    let length = |own: &slidewise_app::Answer| match own.way {
        Some(_) => own.at_least as i64,
        None => -1,
    };
    let at_least = |own: &slidewise_app::Answer| match &own.problem {
        Some(problem) if problem.unsolvable().is_some() => -1,
        _ => own.at_least as i64,
    };
    let each = |field: &dyn Fn(&slidewise_app::Answer) -> i64| {
        let values = answers.iter().map(|(answer, _)| field(answer));
        values.collect::<Vec<i64>>().into_pyarray(py)
    };
    let found = PyDict::new(py);
    found.set_item("length", each(&length))?;
    found.set_item("at_least", each(&at_least))?;
    found.set_item("nodes", each(&|own| own.nodes.unwrap_or(0) as i64))?;
    let seconds: Vec<f64> = answers.iter().map(|(_, seconds)| *seconds).collect();
    found.set_item("seconds", seconds.into_pyarray(py))?;
    if wants_ways {
        let ways = answers.into_iter().map(|(answer, _)| {
            let positions = answer.way?.positions.into_iter();
            let own = positions.map(|configuration| PyPosition {
                puzzle: puzzle.clone(),
                configuration,
            });
            Some(own.collect::<Vec<PyPosition>>())
        });
        found.set_item("ways", ways.collect::<Vec<_>>())?;
    }
    Ok(found)
}

/// The likeness of ways that words name.
///
/// # Errors
/// If one of them is neither `moves` nor `symmetry`.
pub(crate) fn likeness_of(words: Option<Vec<String>>) -> PyResult<Option<WayLikeness>> {
    let Some(words) = words else {
        return Ok(None);
    };
    let mut likeness = WayLikeness::default();
    for word in words {
        let named = [("moves", true), ("symmetry", false)];
        match chosen("likeness", &word, &named)? {
            true => likeness.in_any_order = true,
            false => likeness.by_symmetry = true,
        }
    }
    Ok(Some(likeness))
}

/// Lists the shortest ways, and those of up to `extra` moves more; up to `limit` of them.
pub(crate) fn ways(
    py: Python<'_>,
    puzzle: &Arc<Puzzle>,
    explorer: Explorer,
    (extra, limit): (u64, usize),
    likeness: Option<WayLikeness>,
) -> PyResult<Vec<PySolution>> {
    let solutions = interruptible(py, None, |stop, _| {
        let mut found = Vec::new();
        let question = Question {
            wanted: WantedWays::Listed,
            method: SolveMethod::Explore,
            extra,
            ..Question::default()
        };
        let memory = explorer.memory_limit().unwrap_or(WayClasses::USUAL_BYTES);
        let explorer = explorer.stop(stop);
        explorer
            .solve_with(&question, &mut |answer, routes| {
                let ways = routes.total();
                if likeness.is_some() && ways > WayClasses::MAX_COMPARED.into() {
                    let most = WayClasses::MAX_COMPARED;
                    return Err(Problem::of_input(
                        format!("there are {ways} ways, and at most {most} are compared"),
                        "leave distinct out",
                    ));
                }
                let kinds = likeness.map(|own| WayClasses::of(routes, own, memory, stop));
                let kinds = kinds.transpose()?;
                let all: Box<dyn Iterator<Item = _>> = match &kinds {
                    Some(kinds) => Box::new(kinds.paths(routes).map(|(path, _)| path)),
                    None => Box::new(routes.paths()),
                };
                for path in all.take(limit) {
                    if stop.is_stopped() {
                        return Err(Problem::from(QueryError::Stopped));
                    }
                    let beyond = path.moves.len() as u64 - answer.at_least;
                    let of_length = match beyond {
                        0 => answer.routes.clone().unwrap_or_default(),
                        more => answer.longer[more as usize - 1].clone(),
                    };
                    found.push(Solution::of_path(path, of_length));
                }
                Ok(())
            })?
            .into_way()?;
        Ok::<_, Problem>(found)
    })?;
    let solution = |solution| PySolution {
        puzzle: puzzle.clone(),
        solution,
        method: SolveMethod::Explore,
        nodes: None,
    };
    Ok(solutions.into_iter().map(solution).collect())
}

/// Counts the shortest ways, and those with one move more, two more, up to `extra` more.
pub(crate) fn way_counts(py: Python<'_>, explorer: Explorer, extra: u64) -> PyResult<Vec<BigUint>> {
    interruptible(py, None, |stop, _| {
        let question = Question {
            extra,
            ..Question::default()
        };
        let answer = explorer.stop(stop).solve(&question)?;
        let longer = answer.longer.clone();
        let shortest = answer.into_solution()?.routes().clone();
        Ok::<_, Problem>([vec![shortest], longer].concat())
    })
}

/// Draws as many positions at each of several distances.
pub(crate) fn pack<'py>(
    py: Python<'py>,
    (puzzle, explorer): (&Puzzle, Explorer),
    from: SearchOrigin,
    distances: &Bound<'py, PyAny>,
    (count, seed): (u64, u64),
) -> PyResult<Pack<'py>> {
    let expected = || InputError::new_err("expected distances: whole numbers, as in range(5, 51)");
    let each = distances.try_iter().map_err(|_| expected())?;
    let each = each.map(|own| own?.extract::<u64>().map_err(|_| expected()));
    let mut wanted = each
        .take(DrawnStarts::MAX_DISTANCES as usize + 1)
        .collect::<PyResult<Vec<u64>>>()?;
    wanted.sort_unstable();
    wanted.dedup();
    if wanted.is_empty() {
        return Err(expected());
    }
    let drawn = interruptible(py, None, |stop, _| {
        explorer.stop(stop).draw_pack(from, &wanted, (count, seed))
    })?;
    let (mut positions, mut lengths) = (Vec::new(), Vec::new());
    for (distance, drawn) in wanted.into_iter().zip(drawn) {
        lengths.extend(drawn.positions.iter().map(|_| distance as i64));
        positions.extend(drawn.positions);
    }
    Ok((boards_of(py, puzzle, &positions)?, lengths.into_pyarray(py)))
}

/// The puzzle with other goals: a position or the name of an order, or a list of positions.
pub(crate) fn aimed(puzzle: &Puzzle, to: &Bound<'_, PyAny>) -> PyResult<Puzzle> {
    let mut aimed = puzzle.clone();
    if let Ok(text) = to.extract::<String>() {
        aimed.aim_at(&text).or_raise(to.py())?;
        return Ok(aimed);
    }
    let positions = match to.cast::<PyPosition>() {
        Ok(_) => vec![configuration_of(puzzle, POSITIONS, to)?],
        Err(_) => positions_of(puzzle, to)?,
    };
    if positions.is_empty() {
        return Err(InputError::new_err(
            "expected a position or more, found none",
        ));
    }
    aimed.aim_at_each(&positions);
    Ok(aimed)
}
