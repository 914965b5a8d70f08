//! Published figures, and those of independent programs, against the library: what stands in
//! `tests/figures` is explored in memory, entry by entry, and must agree in every number.

use crate::support::catalogue::{
    CatalogueFigures, HUGE, KnownDistances, LARGE, check_entries, check_search,
};
use crate::support::cores::for_each;
use crate::support::exploration::{MemorySearch, graph_in, graph_of};
use num_bigint::BigUint;
use serde::Deserialize;
use serde_json::Value;
use slidewise::unstable::analysis::{Goals, Routes};
use slidewise::unstable::engine::graph::Metric;
use slidewise::unstable::puzzle::Puzzle;

/// The answers of `known.toml`; its head says what they mean.
#[derive(Deserialize)]
struct Known {
    answer: Vec<Answer>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    puzzle: String,
    metric: Option<String>,
    space: Option<u64>,
    states: Option<u64>,
    generations: Option<u64>,
    depth: Option<u64>,
    at_depth: Option<u64>,
    largest: Option<(u64, u64)>,
    goal: Option<u64>,
    routes: Option<u64>,
    hardest: Option<(u64, u64)>,
    source: String,
}

/// If the figure is known, it must be this one.
fn agree<T: PartialEq + std::fmt::Debug>(what: &str, known: Option<T>, found: T) {
    if let Some(known) = known {
        assert_eq!(found, known, "{what}");
    }
}

#[test]
fn walkers_puzzles() {
    let known: Known = toml::from_str(include_str!("figures/known.toml")).unwrap();
    assert_eq!(known.answer.len(), 7);
    for_each(
        &known.answer,
        |answer| format!("{}, after {}", answer.puzzle, answer.source),
        |answer| {
            let puzzle = Puzzle::open(&answer.puzzle).unwrap();
            let name = answer.metric.as_deref().unwrap_or("step");
            let mut metrics = Metric::ALL.into_iter();
            let metric = metrics.find(|metric| metric.name() == name).unwrap();
            let graph = graph_in(metric, &puzzle);
            agree(
                "space",
                answer.space.map(BigUint::from),
                graph.space().len(),
            );
            let found = MemorySearch::from_start(&graph, 1);
            let counts = found.counts();
            agree("states", answer.states, found.states());
            agree("generations", answer.generations, counts.len() as u64);
            agree("depth", answer.depth, found.depth());
            agree("at depth", answer.at_depth, found.at_depth());
            let most = *counts.iter().max().unwrap();
            let largest = counts.iter().position(|&count| count == most).unwrap();
            agree("largest", answer.largest, (largest as u64, most));

            let goals = Goals::of(&graph);
            let met = goals.reached(found.explored()).unwrap().unwrap();
            agree("goal", answer.goal, met.generation);
            let routes = Routes::to(found.explored(), &met.nearest, met.generation).unwrap();
            agree("routes", answer.routes.map(BigUint::from), routes.count());
            if answer.hardest.is_some() {
                let back = found.back_from(&goals, 1);
                agree("hardest", answer.hardest, (back.depth(), back.at_depth()));
            }
        },
    );
}

/// The figures of one board of sliding tiles.
struct Tiles {
    board: String,
    at_depth: Vec<u64>,
    totals: Vec<(String, Value)>,
}

/// Reads the figures of all boards.
fn sliding_tiles() -> Vec<Tiles> {
    let figures: Vec<Value> = serde_json::from_str(include_str!("figures/tiles.json")).unwrap();
    let mut boards: Vec<Tiles> = Vec::new();
    for mut entry in figures {
        let words = entry["puzzle"].as_str().unwrap();
        let board = words.strip_prefix("sliding tiles ").unwrap();
        let board = board.split_once(',').unwrap().0;
        if boards.last().is_none_or(|last| last.board != board) {
            boards.push(Tiles {
                board: board.to_owned(),
                at_depth: Vec::new(),
                totals: Vec::new(),
            });
        }
        let tiles = boards.last_mut().unwrap();
        let quantity = entry["quantity"].as_str().unwrap().to_owned();
        let value = entry["value"].take();
        if quantity == "positions_at_depth" {
            tiles.at_depth = serde_json::from_value(value).unwrap();
        } else {
            tiles.totals.push((quantity, value));
        }
    }
    let names: Vec<&str> = boards.iter().map(|tiles| tiles.board.as_str()).collect();
    assert_eq!(names, ["2x2", "2x3", "2x4", "3x3", "2x5", "3x4"]);
    boards
}

/// Explores a board whole, with all cores, and compares every figure.
fn check_tiles(tiles: &Tiles) {
    let puzzle = Puzzle::open(&format!("tiles:{}", tiles.board)).unwrap();
    let graph = graph_of(&puzzle);
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let found = MemorySearch::from_start(&graph, cores);
    assert_eq!(found.counts(), tiles.at_depth);
    for (quantity, value) in &tiles.totals {
        let known = |value: &Value| value.as_u64().unwrap();
        match quantity.as_str() {
            "states" => assert_eq!(found.states(), known(value)),
            "radius (eccentricity of solved state)" => assert_eq!(found.depth(), known(value)),
            "antipodes" => assert_eq!(found.at_depth(), known(value)),
            "widest layer" => {
                let states = known(&value["states"]);
                assert_eq!(found.counts()[known(&value["depth"]) as usize], states);
                assert_eq!(found.counts().iter().max(), Some(&states));
            }
            other => panic!("{other} is no figure known here"),
        }
    }
}

#[test]
fn sliding_tiles_of_up_to_ten_cells() {
    let boards = sliding_tiles();
    for_each(&boards[..5], |tiles| tiles.board.clone(), check_tiles);
}

#[test]
fn sliding_tiles_of_twelve_cells() {
    check_tiles(&sliding_tiles()[5]);
}

/// The largest board as far as it goes quickly: 37 million configurations in 31 generations.
#[test]
fn first_generations_of_sliding_tiles_of_twelve_cells() {
    let tiles = &sliding_tiles()[5];
    let graph = graph_of(&Puzzle::open(&format!("tiles:{}", tiles.board)).unwrap());
    let found = MemorySearch::up_to_generation(&graph, 30, 2);
    assert_eq!(found.counts(), &tiles.at_depth[..=30]);
}

/// A board of `rush-hour.json`; its head says what the figures mean.
#[derive(Deserialize)]
struct RushHour {
    id: String,
    board: String,
    states: u64,
    steps: KnownDistances,
    moves: KnownDistances,
    source: usize,
}

#[derive(Deserialize)]
struct RushHourBoards {
    sources: Vec<String>,
    boards: Vec<RushHour>,
}

#[test]
fn rush_hour() {
    let file: RushHourBoards =
        serde_json::from_str(include_str!("figures/rush-hour.json")).unwrap();
    assert_eq!(file.boards.len(), 110);
    for_each(
        &file.boards,
        |entry| format!("{} of {}", entry.id, file.sources[entry.source]),
        |entry| {
            let puzzle = Puzzle::open(&format!("rush:{}", entry.board)).unwrap();
            for metric in Metric::OF_ONE_PIECE {
                // A car keeps to its line: what it can do in one move it can do in one slide.
                let distances = match metric {
                    Metric::Step => entry.steps,
                    _ => entry.moves,
                };
                check_search(&puzzle, metric, entry.states, distances);
            }
        },
    );
}

/// Up to here a puzzle of the catalogue is explored each time.
const SMALL: u64 = 800_000;
#[test]
fn the_catalogue() {
    let catalogue = CatalogueFigures::read();
    for id in ["gnome-01", "iba-52", "iba-12"] {
        let mut entries = catalogue.puzzles.iter();
        let is_small = entries.any(|entry| entry.id == id && entry.states < LARGE);
        assert!(is_small, "{id}: gates, a piece in two parts, pieces alike");
    }
    check_entries(0..SMALL, &[Metric::Step]);
    check_entries(0..LARGE, &[Metric::Slide, Metric::Move]);
}

#[test]
fn the_large_puzzles_of_the_catalogue() {
    check_entries(SMALL..HUGE, &[Metric::Step]);
}

/// A row of `tiles-line.json`: the sizes of all generations in lines.
#[derive(Deserialize)]
struct TilesInLines {
    puzzle: String,
    value: Vec<u64>,
}

/// Most configurations of a board in lines that is explored each time.
const MAX_IN_LINES: u64 = 2_000_000;

#[test]
fn tiles_in_lines() {
    let rows: Vec<TilesInLines> =
        serde_json::from_str(include_str!("figures/tiles-line.json")).unwrap();
    assert_eq!(rows.len(), 8);
    let small = rows
        .into_iter()
        .filter(|row| row.value.iter().sum::<u64>() <= MAX_IN_LINES);
    let small: Vec<TilesInLines> = small.collect();
    assert_eq!(small.len(), 7, "all but 3x4");
    for_each(
        &small,
        |row| row.puzzle.clone(),
        |row| {
            let of = row.puzzle.strip_prefix("sliding tiles ").unwrap();
            let (size, empty) = of.split_once([',', ' ']).unwrap();
            let mut puzzle = Puzzle::open(&format!("tiles:{size}")).unwrap();
            match empty.trim() {
                "blank home corner" => {}
                "edge" => puzzle.start = puzzle.read_position("1.2:345:678").unwrap(),
                "centre" => puzzle.start = puzzle.read_position("123:4.5:678").unwrap(),
                other => panic!("{other}"),
            }
            let graph = graph_in(Metric::Line, &puzzle);
            let found = MemorySearch::from_start(&graph, 1);
            assert_eq!(found.counts(), row.value);
        },
    );
}
