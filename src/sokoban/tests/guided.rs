//! The guided search against the explored graph: the least pushes and steps from positions all over
//! levels.

mod dice;

use dice::Dice;
use slidewise_sokoban::{
    BoxSpace, GuidedEnd, GuidedLimits, GuidedSearch, Level, LevelGraph, LevelGuide, LevelLimits,
    LevelMetric, LevelSearch, replay_lurd,
};
use std::sync::atomic::AtomicBool;

/// A random level with 2 to 4 boxes and walls inside.
fn random_rows(dice: &mut Dice) -> Vec<String> {
    let (rows, columns) = (4 + dice.below(2), 4 + dice.below(3));
    let mut inside = vec![b' '; rows * columns];
    for _ in 0..2 + dice.below(6) {
        inside[dice.below(rows * columns)] = b'#';
    }
    let boxes = 2 + dice.below(3);
    for (plain, on_goal, count) in [(b'.', b'.', boxes), (b'$', b'*', boxes), (b'@', b'+', 1)] {
        for _ in 0..count {
            let at = dice.below(rows * columns);
            inside[at] = match inside[at] {
                b' ' => plain,
                b'.' => on_goal,
                other => other,
            };
        }
    }
    with_walls(&inside, columns)
}

fn with_walls(inside: &[u8], columns: usize) -> Vec<String> {
    let wall = "#".repeat(columns + 2);
    let lines = inside
        .chunks(columns)
        .map(|row| format!("#{}#", String::from_utf8_lossy(row)));
    [wall.clone()]
        .into_iter()
        .chain(lines)
        .chain([wall])
        .collect()
}

/// A random level whose walls and goals are their own mirror image, with boxes anywhere.
fn mirrored_rows(dice: &mut Dice) -> Vec<String> {
    let (rows, half) = (4 + dice.below(2), 2 + dice.below(2));
    let columns = 2 * half;
    let mut inside = vec![b' '; rows * columns];
    let mut goals = 0;
    for (square, count) in [(b'#', dice.below(3)), (b'.', 1 + dice.below(2))] {
        for _ in 0..count {
            let (row, column) = (dice.below(rows), dice.below(half));
            let pair = [column, columns - 1 - column].map(|column| row * columns + column);
            if pair.iter().all(|&at| inside[at] == b' ') {
                pair.iter().for_each(|&at| inside[at] = square);
                goals += 2 * usize::from(square == b'.');
            }
        }
    }
    for (plain, on_goal, count) in [(b'$', b'*', goals), (b'@', b'+', 1)] {
        let mut left = count;
        while left > 0 {
            let at = dice.below(rows * columns);
            let square = match inside[at] {
                b' ' => plain,
                b'.' => on_goal,
                _ => continue,
            };
            inside[at] = square;
            left -= 1;
        }
    }
    with_walls(&inside, columns)
}

/// The limits of an exploration by one thread.
fn limits(until_solved: bool, stop: &AtomicBool) -> LevelLimits<'_> {
    LevelLimits {
        until_solved,
        ..LevelLimits::new(1 << 30, stop)
    }
}

/// The least pushes or steps of a solution, which is replayed.
fn guided(level: &Level, metric: LevelMetric) -> Option<u64> {
    let stop = AtomicBool::new(false);
    let limits = GuidedLimits {
        memory: 1 << 30,
        stop: &stop,
    };
    let answer = GuidedSearch::new(level, metric)?.solve(limits, &mut |_, _| {});
    match answer.end {
        GuidedEnd::Solved { length, lurd } => {
            let rows = level.rows_of(level.start(), ' ');
            let replayed = replay_lurd(&rows, &lurd).unwrap();
            assert!(replayed.is_solved, "{rows:?} {lurd}");
            let counted = match metric {
                LevelMetric::Push => replayed.pushes,
                LevelMetric::Step => replayed.steps,
            };
            assert_eq!(counted, u64::from(length));
            Some(counted)
        }
        GuidedEnd::Unsolvable => None,
        GuidedEnd::Stopped { .. } => panic!("stopped: {}", level.canonical_text()),
    }
}

/// The search over positions that may lie on solutions of a given length finds what the whole
/// search finds: the number of ways and the first of those with the fewest steps.
fn check_shortest(level: &Level, metric: LevelMetric, length: u64) {
    let graph = LevelGraph::new(level, metric, BoxSpace::Live).unwrap();
    let stop = AtomicBool::new(false);
    let limits = limits(true, &stop);
    let whole = LevelSearch::from_start(&graph, None, limits, &mut |_, _| {}).unwrap();
    let part = LevelSearch::of_shortest(&graph, length, limits)
        .unwrap()
        .unwrap();
    assert!(part.positions() <= whole.positions());
    let solution = |search: &LevelSearch| {
        let solved = search.solved(&graph).unwrap().unwrap();
        assert_eq!(solved.generation, length);
        search
            .solution(&graph, length, &solved.first, &stop)
            .unwrap()
    };
    assert_eq!(
        solution(&part),
        solution(&whole),
        "{}",
        level.canonical_text()
    );
}

/// The least steps of a solution, by an exploration with boxes on all cells.
fn explored_steps(level: &Level) -> Option<u64> {
    let graph = LevelGraph::new(level, LevelMetric::Step, BoxSpace::All).unwrap();
    let stop = AtomicBool::new(false);
    let limits = limits(true, &stop);
    let found = LevelSearch::from_start(&graph, None, limits, &mut |_, _| {}).unwrap();
    Some(found.solved(&graph).unwrap()?.generation)
}

#[test]
fn the_least_pushes_and_steps_are_those_of_the_explored_graph() {
    let number = std::env::var("SLIDEWISE_LEVELS").ok();
    let wanted = number.and_then(|own| own.parse().ok()).unwrap_or(60);
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (mut read, mut solvable, mut unsolvable) = (0, 0, 0);
    let stop = AtomicBool::new(false);
    let limits = limits(false, &stop);
    while read < wanted {
        let Ok(level) = Level::read(&random_rows(&mut dice).join("\n")) else {
            continue;
        };
        if level.goal_cells().is_none() {
            continue;
        }
        read += 1;
        let graph = LevelGraph::new(&level, LevelMetric::Push, BoxSpace::All).unwrap();
        let back = LevelSearch::from_solved(&graph, limits, &mut |_, _| {}).unwrap();
        let from = LevelSearch::from_start(&graph, None, limits, &mut |_, _| {}).unwrap();
        let mut starts = Vec::new();
        for (search, count) in [(&back, 20), (&from, 10)] {
            for _ in 0..count {
                let generation = dice.below(search.depth() as usize + 1) as u64;
                let numbers = search.generation(generation).unwrap();
                starts.push(numbers[dice.below(numbers.len())]);
            }
        }
        // What a game shows of each position that the level leads to.
        let guide = LevelGuide::search(&level, limits).unwrap().unwrap();
        for generation in 0..=from.depth() {
            for number in from.generation(generation).unwrap().into_iter().step_by(7) {
                let left = guide.pushes_left(&graph.placing(number)).unwrap();
                assert_eq!(left, back.generation_of(number).unwrap());
            }
        }
        for start in starts {
            let level = level.with_start(graph.placing(start));
            let exact = back.generation_of(start).unwrap();
            let push = LevelMetric::Push;
            assert_eq!(guided(&level, push), exact, "{}", level.canonical_text());
            if let Some(pushes) = exact {
                check_shortest(&level, push, pushes);
            }
            let step = LevelMetric::Step;
            let steps = explored_steps(&level);
            assert_eq!(guided(&level, step), steps, "{}", level.canonical_text());
            if let Some(steps) = steps {
                check_shortest(&level, step, steps);
            }
            solvable += u64::from(exact.is_some());
            unsolvable += u64::from(exact.is_none());
        }
    }
    assert!(
        solvable > 10 * wanted && unsolvable > wanted,
        "{solvable} {unsolvable}"
    );
}

#[test]
fn levels_with_symmetries_are_solved_as_explored() {
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let stop = AtomicBool::new(false);
    let (mut solvable, mut unsolvable) = (0, 0);
    while solvable < 60 || unsolvable < 20 {
        let Ok(level) = Level::read(&mirrored_rows(&mut dice).join("\n")) else {
            continue;
        };
        if level.goal_cells().is_none() {
            continue;
        }
        for metric in [LevelMetric::Push, LevelMetric::Step] {
            let graph = LevelGraph::new(&level, metric, BoxSpace::All).unwrap();
            let found = LevelSearch::from_start(&graph, None, limits(true, &stop), &mut |_, _| {});
            let solved = found.unwrap().solved(&graph).unwrap();
            let exact = solved.map(|own| own.generation);
            assert_eq!(guided(&level, metric), exact, "{}", level.canonical_text());
            solvable += u64::from(exact.is_some());
            unsolvable += u64::from(exact.is_none());
        }
    }
}

#[test]
fn the_pushes_of_microban_are_found_again() {
    let path = std::env::var("SLIDEWISE_SOKOBAN_FIGURES").unwrap_or_else(|_| {
        let root = env!("CARGO_MANIFEST_DIR");
        format!("{root}/../../tests/figures/sokoban.json")
    });
    let text = std::fs::read_to_string(path).unwrap();
    let file: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut checked = 0;
    for entry in file["levels"].as_array().unwrap() {
        let Some(pushes) = entry["proved"]["pushes"].as_u64() else {
            continue;
        };
        let rows = entry["xsb"].as_array().unwrap().iter();
        let rows: Vec<&str> = rows.map(|row| row.as_str().unwrap()).collect();
        let level = Level::read(&rows.join("\n")).unwrap();
        let push = LevelMetric::Push;
        assert_eq!(guided(&level, push), Some(pushes), "{}", entry["level"]);
        checked += 1;
    }
    assert!(checked > 50, "{checked}");
}

#[test]
fn a_stopped_search_has_a_bound() {
    let level = Level::read("#######\n#@  $.#\n#######").unwrap();
    let stop = AtomicBool::new(true);
    let limits = GuidedLimits {
        memory: 1 << 30,
        stop: &stop,
    };
    let search = GuidedSearch::new(&level, LevelMetric::Push).unwrap();
    let end = search.solve(limits, &mut |_, _| {}).end;
    let (at_least, is_out_of_memory) = (1, false);
    assert_eq!(
        end,
        GuidedEnd::Stopped {
            at_least,
            is_out_of_memory
        }
    );
}

#[test]
fn a_search_that_fills_its_memory_has_a_bound() {
    let rows = "##########\n#        #\n# $ $ $  #\n#  . .   #\n# $ . .$ #\n#  . @   #\n##########";
    let level = Level::read(rows).unwrap();
    let stop = AtomicBool::new(false);
    let memory = 0;
    let limits = GuidedLimits {
        memory,
        stop: &stop,
    };
    let answer = GuidedSearch::new(&level, LevelMetric::Push)
        .unwrap()
        .solve(limits, &mut |_, _| {});
    let GuidedEnd::Stopped {
        at_least,
        is_out_of_memory,
    } = answer.end
    else {
        panic!("{answer:?}");
    };
    assert!(is_out_of_memory && at_least > 0);
    assert!(guided(&level, LevelMetric::Push).unwrap() >= u64::from(at_least));
}
