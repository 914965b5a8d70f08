//! Every command that takes a puzzle, on random boards of one row or one column, against the
//! oracle.

use super::program::{Program, Ran};
use crate::oracle::narrow::BOARDS;
use crate::oracle::search::{Oracle, OracleMetric};
use crate::support::cores::for_each;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

const METRICS: [(&str, OracleMetric); 4] = [
    ("step", OracleMetric::Step),
    ("slide", OracleMetric::Slide),
    ("move", OracleMetric::Move),
    ("line", OracleMetric::Line),
];

/// A board in a folder of its own, in one metric, with what the oracle knows about it.
struct NarrowBoard {
    program: Program,
    oracle: Oracle,
    name: &'static str,
    metric: OracleMetric,
    /// The positions by distance from Start, each with the number of shortest paths to it.
    generations: Vec<BTreeMap<String, u128>>,
    /// Positions that Start does not lead to.
    elsewhere: BTreeSet<String>,
    /// In pushes of rows of pieces of one cell, a piece has more.
    has_larger: bool,
}

/// The numbers of an answer, which are words.
fn numbers(value: &Value) -> Vec<usize> {
    let all = value.as_array().unwrap().iter();
    all.map(|own| own.as_str().unwrap().parse().unwrap())
        .collect()
}

impl NarrowBoard {
    fn new(text: &str, name: &'static str, metric: OracleMetric) -> NarrowBoard {
        let program = Program::new();
        program.write("n.toml", text);
        let oracle = Oracle::read(text);
        let generations = oracle.routes(metric);
        let mut elsewhere = oracle.legal_configurations();
        elsewhere.retain(|own| !generations.iter().any(|found| found.contains_key(own)));
        NarrowBoard {
            program,
            oracle,
            name,
            metric,
            generations,
            elsewhere,
            has_larger: metric == OracleMetric::Line && !has_units_alone(text),
        }
    }

    /// Runs a command; nothing may panic.
    fn run(&self, words: &str) -> Ran {
        let mut all: Vec<&str> = words.split(' ').collect();
        all.push("--json");
        let ran = self.program.run_or_end(&all);
        assert!(matches!(ran.code, Some(0..=3)), "{words}: {ran:?}");
        assert!(!ran.stderr.contains("panicked"), "{words}: {ran:?}");
        ran
    }

    /// The answer of a command that must end with this exit code.
    fn ended(&self, words: &str, code: i32) -> Value {
        let ran = self.run(words);
        assert_eq!(ran.code, Some(code), "{words}: {ran:?}");
        ran.object()
    }

    /// The answer of a command that must succeed.
    fn plain(&self, words: &str) -> Value {
        self.ended(words, 0)
    }

    /// The answer of a command that counts in the metric and must succeed.
    fn answer(&self, words: &str) -> Value {
        self.plain(&self.measured(words))
    }

    /// A command with the metric.
    fn measured(&self, words: &str) -> String {
        format!("{words} --metric {}", self.name)
    }

    /// Positions of an answer, as the oracle writes them.
    fn positions(&self, answer: &Value) -> Vec<String> {
        let all = answer["positions"].as_array().unwrap().iter();
        all.map(|own| self.oracle.canonical(own.as_str().unwrap()))
            .collect()
    }

    /// The distance of the nearest goal and the number of ways to all goals there.
    fn nearest_goal(&self) -> Option<(usize, u128)> {
        let mut generations = self.generations.iter().enumerate();
        generations.find_map(|(distance, found)| {
            let goals = found.iter().filter(|own| self.oracle.is_goal(own.0));
            let ways: Vec<u128> = goals.map(|own| *own.1).collect();
            (!ways.is_empty()).then(|| (distance, ways.iter().sum()))
        })
    }

    fn all_reached(&self) -> BTreeSet<String> {
        let all = self.generations.iter().flat_map(BTreeMap::keys);
        all.cloned().collect()
    }

    /// Checks each step of a path, and returns where it ends.
    fn replayed(&self, answer: &Value) -> String {
        let path = answer["path"].as_array().unwrap().iter();
        let moves: Vec<(&str, &str)> = path
            .map(|own| (own["from"].as_str().unwrap(), own["move"].as_str().unwrap()))
            .collect();
        let start = self.oracle.start();
        let walked = match self.metric {
            OracleMetric::Line => self.oracle.replay_pushes(&start, &moves),
            _ => self.oracle.replay(&start, &moves),
        };
        let positions = self.positions(answer);
        assert_eq!(positions[0], start);
        assert_eq!(positions[1..], walked, "{answer}");
        positions.last().unwrap().clone()
    }

    fn check_searches(&self) {
        let sizes: Vec<usize> = self.generations.iter().map(BTreeMap::len).collect();
        let goal = self.nearest_goal().map(|own| own.0 as u64);
        for words in [
            "explore n.toml",
            "explore n.toml --engine frontier --store sorted",
            "explore n.toml --engine sparse --no-store",
            "explore n.toml --count-only",
            "explore n.toml --fresh --threads 1",
            "explore n.toml",
        ] {
            let answer = self.answer(words);
            assert_eq!(numbers(&answer["generations"]), sizes, "{words}");
            let found = answer["goal"]["generation"].as_u64();
            assert_eq!(found, goal, "{words}: {answer}");
        }
        self.answer("explore n.toml --estimate");
        assert_eq!(self.answer("verify n.toml")["ok"], true);
        let stores = self.program.names_in("generations");
        let store = format!("inspect store generations/{}", stores[0]);
        self.plain(&store);
    }

    fn check_shown(&self) {
        let shown = self.plain("show n.toml");
        let start = shown["start"].as_str().unwrap();
        assert_eq!(self.oracle.canonical(start), self.oracle.start());
        assert_eq!(self.plain("check n.toml")["ok"], true);
        let states: usize = self.generations.iter().map(BTreeMap::len).sum();
        let counted = self.plain("count n.toml");
        assert_eq!(counted["reachable"], states.to_string(), "{counted}");
        self.plain("inspect automaton n.toml");
        for position in self.all_reached().into_iter().step_by(7) {
            self.plain(&format!("inspect index n.toml {position}"));
        }
    }

    fn check_solutions(&self) {
        let shortest = self.nearest_goal();
        for words in [
            "solve n.toml --certificate way.json --force",
            "solve n.toml --method meet",
            "solve n.toml --no-store --threads 1",
            "solve n.toml --all --limit 100",
        ] {
            let ran = self.run(&self.measured(words));
            let Some((moves, ways)) = shortest else {
                let code = if self.oracle.has_goal() { 3 } else { 2 };
                assert_eq!(ran.code, Some(code), "{words}: {ran:?}");
                continue;
            };
            assert_eq!(ran.code, Some(0), "{words}: {ran:?}");
            let answer = ran.object();
            assert_eq!(answer["moves"], moves, "{words}: {answer}");
            assert_eq!(answer["routes"], ways.to_string(), "{words}: {answer}");
            assert!(self.oracle.is_goal(&self.replayed(&answer)), "{answer}");
            if words.contains("--all") {
                let paths = answer["paths"].as_array().unwrap().len() as u128;
                assert_eq!(paths, ways.min(100), "{answer}");
            }
            if words.contains("--certificate") {
                self.plain("replay way.json");
            }
        }
        let ran = self.run(&self.measured("solve n.toml --method tables"));
        if ran.code == Some(0) {
            assert_eq!(
                Some(&ran.object()["moves"]),
                shortest.map(|own| own.0.into()).as_ref()
            );
        }
        if let Some((moves, _)) = shortest {
            let page = self.measured("export n.toml --out page.html --force");
            self.plain(&page);
            let film = self.measured("animate n.toml --out film.gif --force");
            self.plain(&film);
            let drawn = self.measured("draw n.toml --solution --out way.svg --force");
            self.plain(&drawn);
            let batch = self.answer("solve --batch n.toml --no-store");
            assert_eq!(batch["moves"], moves, "{batch}");
        }
    }

    fn check_positions(&self) {
        for (distance, found) in self.generations.iter().enumerate() {
            for (position, ways) in found.iter().step_by(1 + found.len() / 2) {
                let answer = self.answer(&format!("find n.toml {position}"));
                assert_eq!(answer["generation"], distance, "{answer}");
                assert_eq!(answer["routes"], ways.to_string(), "{answer}");
                assert_eq!(self.replayed(&answer), *position);
                let words = format!("solve n.toml --to {position} --no-store");
                assert_eq!(self.answer(&words)["moves"], distance, "{words}");
            }
            let all: BTreeSet<String> = found.keys().cloned().collect();
            let words = format!("sample n.toml --distance {distance} --count 100000 --seed 1");
            let drawn = self.positions(&self.answer(&words));
            assert_eq!(drawn.len(), all.len(), "{words}");
            assert_eq!(drawn.into_iter().collect::<BTreeSet<_>>(), all, "{words}");
        }
        for position in self.elsewhere.iter().take(3) {
            let words = format!("find n.toml {position}");
            self.ended(&self.measured(&words), 3);
        }
        let last: BTreeSet<String> = self.generations.last().unwrap().keys().cloned().collect();
        let farthest = self.answer("farthest n.toml --limit 100000");
        assert_eq!(farthest["generation"], self.generations.len() - 1);
        assert_eq!(
            self.positions(&farthest)
                .into_iter()
                .collect::<BTreeSet<_>>(),
            last
        );
    }

    fn check_from_goals(&self) {
        let reached = self.all_reached();
        let goals = |all: &BTreeSet<String>| -> Vec<String> {
            let goals = all.iter().filter(|own| self.oracle.is_goal(own));
            goals.cloned().collect()
        };
        let all: BTreeSet<String> = reached.union(&self.elsewhere).cloned().collect();
        for (words, within) in [
            ("farthest n.toml --from goal --limit 100000", &reached),
            (
                "farthest n.toml --from goal --everywhere --limit 100000",
                &all,
            ),
        ] {
            let goals = goals(within);
            let words = self.measured(words);
            let ran = self.run(&words);
            if self.has_larger && ran.stdout.contains("covers several cells") {
                // A piece that cannot move from Start could elsewhere.
                assert!(words.contains("--everywhere"), "{ran:?}");
                assert_eq!(ran.code, Some(2), "{ran:?}");
                continue;
            }
            if goals.is_empty() {
                let code = if self.oracle.has_goal() { 3 } else { 2 };
                self.ended(&words, code);
                continue;
            }
            let found = self.oracle.generations(self.metric, &goals);
            let answer = self.plain(&words);
            assert_eq!(answer["generation"], found.len() - 1, "{words}: {answer}");
            let farthest: BTreeSet<String> = self.positions(&answer).into_iter().collect();
            assert_eq!(farthest, *found.last().unwrap(), "{words}");
        }
    }

    fn check_components(&self) {
        let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
        let mut left = self.elsewhere.clone();
        let own = self.all_reached().len();
        *sizes.entry(own).or_default() += 1;
        while let Some(first) = left.pop_first() {
            let found = self.oracle.generations(OracleMetric::Step, &[first]);
            let found: BTreeSet<String> = found.into_iter().flatten().collect();
            left.retain(|position| !found.contains(position));
            *sizes.entry(found.len()).or_default() += 1;
        }
        let sizes: Vec<Value> = sizes
            .into_iter()
            .rev()
            .map(|(size, count)| vec![size.to_string(), count.to_string()].into())
            .collect();
        let answer = self.plain("components n.toml --positions");
        assert_eq!(answer["sizes"], Value::from(sizes));
        assert_eq!(answer["start"], own.to_string());
    }

    fn check_graph(&self) {
        self.answer("graph n.toml --out g.csv --force");
        let lines = |name: &str| {
            let text = fs::read_to_string(self.program.path(name)).unwrap();
            text.lines().count() - 1
        };
        let reached = self.all_reached();
        let neighbours = |own: &String| self.oracle.neighbours(own, self.metric).len();
        assert_eq!(lines("g.nodes.csv"), reached.len());
        assert_eq!(
            2 * lines("g.edges.csv"),
            reached.iter().map(neighbours).sum::<usize>()
        );
        let eccentricity = |own: &String| {
            let found = self
                .oracle
                .generations(self.metric, std::slice::from_ref(own));
            found.len() - 1
        };
        let all: Vec<usize> = reached.iter().map(eccentricity).collect();
        let answer = self.answer("diameter n.toml");
        assert_eq!(answer["diameter"], *all.iter().max().unwrap());
        assert_eq!(answer["radius"], *all.iter().min().unwrap());
        for words in [
            "graph n.toml --out g.svg --force",
            "graph n.toml --out g.dot --force",
            "plot n.toml --out p.svg --force",
        ] {
            self.answer(words);
        }
        self.plain("draw n.toml --out d.png --force");
        self.run(&self.measured("sheet n.toml --distance 1 --out s.svg --force"));
        self.run(&self.measured("tables n.toml"));
        self.run("play n.toml");
    }
}

#[test]
fn boards_of_one_row_or_one_column_are_answered_as_the_oracle_says() {
    // Without a solution, solved at Start, with a solution, with positions out of reach.
    let met = [const { AtomicUsize::new(0) }; 4];
    let metrics = |seed: u64| match std::env::var_os("SLIDEWISE_PUZZLES") {
        Some(_) => METRICS.to_vec(),
        None => vec![METRICS[(seed % 4) as usize]],
    };
    for_each(
        &BOARDS,
        |(seed, text)| format!("seed {seed}: {text}"),
        |(seed, text)| {
            for (name, metric) in metrics(*seed) {
                let board = NarrowBoard::new(text, name, metric);
                if board.has_larger {
                    // Larger pieces are refused if they could move alone on the board.
                    let ran = board.run("explore n.toml --no-store --metric line");
                    if ran.code == Some(2) {
                        assert!(ran.stdout.contains("covers several cells"), "{ran:?}");
                        continue;
                    }
                }
                let number = match board.nearest_goal() {
                    None => 0,
                    Some((0, _)) => 1,
                    Some(_) => 2,
                };
                met[number].fetch_add(1, Ordering::Relaxed);
                met[3].fetch_add(usize::from(!board.elsewhere.is_empty()), Ordering::Relaxed);
                board.check_shown();
                board.check_searches();
                board.check_solutions();
                board.check_positions();
                board.check_from_goals();
                board.check_components();
                board.check_graph();
            }
        },
    );
    let met = met.map(AtomicUsize::into_inner);
    eprintln!("unsolvable, solved, with moves, with positions out of reach: {met:?}");
    assert!(met.iter().all(|own| *own > 0), "{met:?}");
}

/// Whether all pieces have one cell: no letter but U stands twice.
fn has_units_alone(text: &str) -> bool {
    let start = text.split("\"\"\"").nth(1).unwrap();
    let mut letters: Vec<char> = start.chars().filter(char::is_ascii_uppercase).collect();
    letters.retain(|letter| *letter != 'U');
    let different: BTreeSet<&char> = letters.iter().collect();
    different.len() == letters.len()
}

#[test]
fn every_command_that_takes_a_puzzle_is_tried_on_narrow_boards() {
    let program = Program::new();
    let mut takers = 0;
    for command in program.commands() {
        let help = program.text(&["help", &command]);
        if help.contains("PUZZLE is a puzzle file") {
            takers += 1;
            let words = format!("\"{command} ");
            assert!(include_str!("narrow.rs").contains(&words), "{command}");
        }
    }
    assert!(takers > 10, "{takers}");
}
