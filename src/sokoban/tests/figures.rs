//! Levels of Microban I against the figures that another program has proved.

use slidewise_sokoban::{BoxSpace, Level, LevelGraph, LevelLimits, LevelMetric, LevelSearch};
use std::sync::atomic::AtomicBool;

fn figure(proved: &serde_json::Value, name: &str) -> Option<u64> {
    proved.get(name).and_then(serde_json::Value::as_u64)
}

fn search<'l>(
    level: &'l Level,
    metric: LevelMetric,
    space: BoxSpace,
    until_solved: bool,
) -> (LevelGraph<'l>, LevelSearch) {
    let graph = LevelGraph::new(level, metric, space).unwrap();
    let stop = AtomicBool::new(false);
    let limits = LevelLimits {
        memory: 4 << 30,
        threads: 2,
        until_solved,
        max_generation: u64::MAX,
        stop: &stop,
    };
    let search = LevelSearch::from_start(&graph, None, limits, &mut |_, _| {}).unwrap();
    (graph, search)
}

#[test]
fn the_figures_of_microban_are_found_again() {
    let path = std::env::var("SLIDEWISE_SOKOBAN_FIGURES").unwrap_or_else(|_| {
        format!(
            "{}/../../tests/figures/sokoban.json",
            env!("CARGO_MANIFEST_DIR")
        )
    });
    let text = std::fs::read_to_string(path).unwrap();
    let file: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut checked = 0;
    for entry in file["levels"].as_array().unwrap() {
        let Some(proved) = entry.get("proved") else {
            continue;
        };
        let rows = entry["xsb"].as_array().unwrap().iter();
        let rows: Vec<&str> = rows.map(|row| row.as_str().unwrap()).collect();
        let level = Level::read(&rows.join("\n")).unwrap();
        let name = format!("{} {}", entry["collection"], entry["level"]);
        assert_eq!(
            Some(level.cells() as u64),
            figure(proved, "cells"),
            "{name}"
        );
        let is_whole = proved["push_states_complete"] == true;
        let (graph, all) = search(&level, LevelMetric::Push, BoxSpace::All, !is_whole);
        let solved = all.solved(&graph).unwrap().unwrap();
        assert_eq!(Some(solved.generation), figure(proved, "pushes"), "{name}");
        if is_whole {
            assert_eq!(
                Some(all.positions()),
                figure(proved, "push_states"),
                "{name}"
            );
            assert_eq!(Some(all.depth()), figure(proved, "push_ecc"), "{name}");
            assert_eq!(
                Some(solved.reachable),
                figure(proved, "push_goal_states"),
                "{name}"
            );
        }
        let (graph, live) = search(&level, LevelMetric::Push, BoxSpace::Live, false);
        let solved = live.solved(&graph).unwrap().unwrap();
        assert_eq!(Some(solved.generation), figure(proved, "pushes"), "{name}");
        if let Some(states) = figure(proved, "live_push_states") {
            assert_eq!(live.positions(), states, "{name}");
            assert_eq!(
                Some(live.depth()),
                figure(proved, "live_push_ecc"),
                "{name}"
            );
        }
        let (graph, steps) = search(&level, LevelMetric::Step, BoxSpace::Live, true);
        let solved = steps.solved(&graph).unwrap().unwrap();
        assert_eq!(Some(solved.generation), figure(proved, "moves"), "{name}");
        checked += 1;
    }
    assert!(checked > 50, "{checked}");
}
