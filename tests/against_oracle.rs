//! The library against the oracle: a text-grid search over a hash set that shares no code with it.
//!
//! On hundreds of random small puzzles the two must agree on every configuration: which are legal,
//! which are neighbours, which lie in which generation, how many shortest ways lead there, which
//! are goals.

use crate::oracle::joined;
use crate::oracle::random::PUZZLES;
use crate::oracle::restricted;
use crate::oracle::search::{self, Oracle};
use crate::oracle::units;
use crate::support::cores::for_each;
use crate::support::exploration::{MemorySearch, start_of};
use crate::support::random::SplitMix;
use crate::support::replay::replay;
use num_bigint::BigUint;
use slidewise::unstable::analysis::{
    Components, Count, FiledSearch, Goals, Hints, MarkedSearch, Path, Routes, SearchSources,
    Unsolvable,
};
use slidewise::unstable::engine::graph::{
    Graph, GraphLimits, HalfBoardExpander, HalfBoards, HalfBoardsBuilder, Metric, MoveGenerator,
};
use slidewise::unstable::engine::index::{KindMembers, Orientation, Pattern, Space};
use slidewise::unstable::engine::search::{
    CountSink, Dense, EngineChoice, Event, MemorySink, Run, SimdLevel, Sink, StopFlag, header_of,
};
use slidewise::unstable::play::{Game, GamePieces, Player, PlayerRemark};
use slidewise::unstable::puzzle::{Puzzle, SearchOrigin};
use slidewise::unstable::render::certificate;
use slidewise::unstable::store::{Access, BitStore, RunStore, Spilled};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;
use tempfile::TempDir;

/// How many of the random puzzles are looked at, and how many of them where looking takes long:
/// a third of these, unless the environment variable `SLIDEWISE_PUZZLES` asks for more.
const ALL: usize = 300;
const MOST: usize = 200;

/// Runs `check` on each random puzzle, on all cores.
fn for_each_puzzle(check: impl Fn(&Puzzle, &Oracle) + Sync) {
    for_each_seed(ALL, |_, puzzle, oracle| check(puzzle, oracle));
}

/// Runs `check` on this many random puzzles with their seeds, on all cores; a failure's message has
/// the puzzle.
fn for_each_seed(puzzles: usize, check: impl Fn(u64, &Puzzle, &Oracle) + Sync) {
    let all = std::env::var_os("SLIDEWISE_PUZZLES").is_some();
    let puzzles = if all { puzzles } else { puzzles / 4 };
    for_each(
        &[
            &PUZZLES[..puzzles],
            &restricted::PUZZLES,
            &joined::BOARDS[..puzzles / 3],
        ]
        .concat(),
        |(seed, text)| format!("seed {seed}: {text}"),
        |(seed, text)| {
            let puzzle = Puzzle::from_toml("random", "random.toml", text).unwrap();
            check(*seed, &puzzle, &Oracle::read(text));
        },
    );
}

/// The oracle's name for a metric.
fn as_oracles(metric: Metric) -> search::OracleMetric {
    match metric {
        Metric::Step => search::OracleMetric::Step,
        Metric::Slide => search::OracleMetric::Slide,
        Metric::Move => search::OracleMetric::Move,
        Metric::Line => search::OracleMetric::Line,
    }
}

/// Runs `check` on the graphs of this many random puzzles in all metrics of one piece, and on those
/// of the boards of unit pieces in lines, with the oracle's name of the metric.
fn for_each_graph(
    puzzles: usize,
    check: impl Fn(&Puzzle, &Oracle, &Graph, search::OracleMetric) + Sync,
) {
    for_each_graph_in(puzzles, |_| &Metric::OF_ONE_PIECE, check);
}

/// The same where all three would take long: steps in each puzzle, slides in a quarter of them,
/// moves in another.
fn for_some_graphs(
    puzzles: usize,
    check: impl Fn(&Puzzle, &Oracle, &Graph, search::OracleMetric) + Sync,
) {
    let metrics = |seed: u64| -> &[Metric] {
        match seed % 4 {
            1 => &[Metric::Step, Metric::Slide],
            3 => &[Metric::Step, Metric::Move],
            _ => &[Metric::Step],
        }
    };
    for_each_graph_in(puzzles, metrics, check);
}

fn for_each_graph_in<'m>(
    puzzles: usize,
    metrics: impl Fn(u64) -> &'m [Metric] + Sync,
    check: impl Fn(&Puzzle, &Oracle, &Graph, search::OracleMetric) + Sync,
) {
    for_each(
        &units::BOARDS,
        |(seed, text)| format!("seed {seed}: {text}"),
        |(_, text)| {
            let Ok(puzzle) = Puzzle::from_toml("units", "units.toml", text) else {
                return;
            };
            let graph = Graph::new(&puzzle, &puzzle.start, Metric::Line).unwrap();
            let oracle = Oracle::read(text);
            check(&puzzle, &oracle, &graph, search::OracleMetric::Line);
        },
    );
    for_each_seed(puzzles, |seed, puzzle, oracle| {
        for &metric in metrics(seed) {
            let graph = Graph::new(puzzle, &puzzle.start, metric).unwrap();
            check(puzzle, oracle, &graph, as_oracles(metric));
        }
    });
}

#[test]
fn some_boards_in_lines_are_explored_by_words() {
    let boards = units::BOARDS.iter();
    let puzzles = boards.filter_map(|(_, text)| Puzzle::from_toml("units", "x.toml", text).ok());
    let puzzles: Vec<Puzzle> = puzzles.collect();
    assert!(puzzles.len() >= 100, "{} boards", puzzles.len());
    let by_words = puzzles.iter().filter(|puzzle| {
        let graph = Graph::new(puzzle, &puzzle.start, Metric::Line).unwrap();
        EngineChoice::dense(&graph, SimdLevel::best()).is_ok()
    });
    let by_words = by_words.count();
    assert!(by_words >= 10, "{by_words} boards");
}

/// Every engine that can explore a graph, and every way of permuting bits that the machine has.
fn engines(graph: &Graph) -> Vec<EngineChoice> {
    let dense = SimdLevel::available()
        .into_iter()
        .filter_map(|level| EngineChoice::dense(graph, level).ok());
    let packed = EngineChoice::packed(graph).ok();
    std::iter::once(EngineChoice::sparse())
        .chain(packed)
        .chain(dense)
        .collect()
}

/// Explores in memory, and gives the generations as ascending numbers.
fn explore(graph: &Graph, sources: &[u64], engine: EngineChoice) -> (MemorySink, Vec<Vec<u64>>) {
    let mut memory = MemorySink::new(graph.len()).unwrap();
    let mut generations: Vec<Vec<u64>> = Vec::new();
    let run = Run {
        engine,
        ..Run::new(graph, sources)
    };
    run.explore(&mut memory, &mut |event| {
        if let Event::Found { configurations, .. } = event {
            let numbers = numbers_of(configurations);
            // The words of the two generations before are used again.
            let mut earlier = generations.iter().rev().take(2).flatten();
            assert!(!earlier.any(|&index| configurations.contains(index)));
            generations.push(numbers);
        }
        // A wrong engine may go round for ever; then the run is not complete.
        let found: u64 = generations.iter().map(|numbers| numbers.len() as u64).sum();
        if found > graph.vertex_count() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(memory.is_complete());
    let counts = generations.iter().map(|numbers| numbers.len() as u64);
    assert_eq!(memory.counts(), counts.collect::<Vec<u64>>());
    (memory, generations)
}

/// The configurations of a generation, ascending.
fn numbers_of(
    configurations: &dyn slidewise::unstable::engine::search::GenerationMembers,
) -> Vec<u64> {
    let mut numbers = Vec::new();
    configurations.for_each(&mut |index| {
        assert!(configurations.contains(index));
        numbers.push(index);
    });
    numbers.sort_unstable();
    assert!(numbers.is_sorted_by(|one, next| one < next), "each once");
    numbers
}

/// Generations as sets of texts.
fn in_texts(graph: &Graph, generations: &[Vec<u64>]) -> Vec<BTreeSet<String>> {
    let sets = generations.iter();
    let sets = sets.map(|numbers| texts_of(graph, numbers).into_iter().collect());
    sets.collect()
}

/// Memory for sorting in which a thread has room for some 300 numbers.
const TIGHT: u64 = (96 << 10) + 300 * 8;

/// Explores in sorted files, in so much memory for sorting, and gives the store, the generations as
/// ascending numbers, and what was spilled.
fn explore_in_files(
    graph: &Graph,
    sources: &[u64],
    memory: u64,
) -> (TempDir, RunStore, Vec<Vec<u64>>, Spilled) {
    // Where there is a file system in memory it is quicker; nothing here is to survive.
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
    let folder = folder.unwrap();
    // A search from Start begins there alone.
    let from = if *sources == [start_of(graph)] {
        SearchOrigin::Start
    } else {
        SearchOrigin::Goals
    };
    let header = header_of(graph, from);
    let access = Access::Write { fresh: false };
    let mut store = RunStore::open(folder.path(), &header, access).unwrap();
    let run = Run {
        engine: EngineChoice::external(memory),
        ..Run::new(graph, sources)
    };
    let mut generations: Vec<Vec<u64>> = Vec::new();
    let mut spilled = Spilled::default();
    run.explore(&mut store, &mut |event| {
        match event {
            Event::Found { configurations, .. } => generations.push(numbers_of(configurations)),
            Event::Filed { spilled: more, .. } => spilled += more,
            _ => {}
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(store.is_complete());
    (folder, store, generations, spilled)
}

/// Counts with the words on the disk, and gives the generations as ascending numbers.
fn count_on_disk(graph: &Graph, sources: &[u64], engine: EngineChoice) -> Vec<Vec<u64>> {
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
    let folder = folder.unwrap();
    let header = header_of(graph, SearchOrigin::Start);
    let layout = engine.bit_layout(graph).unwrap();
    let access = Access::Write { fresh: false };
    let mut store = BitStore::open(folder.path(), &header, &layout, access).unwrap();
    let run = Run {
        engine,
        ..Run::new(graph, sources)
    };
    let mut generations: Vec<Vec<u64>> = Vec::new();
    run.explore(&mut store, &mut |event| {
        if let Event::Found { configurations, .. } = event {
            generations.push(numbers_of(configurations));
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(store.is_complete());
    generations
}

fn texts_of(graph: &Graph, indices: &[u64]) -> Vec<String> {
    let configurations = indices.iter().map(|&index| graph.configuration(index));
    configurations
        .map(|configuration| graph.puzzle().write_position(&configuration))
        .collect()
}

#[test]
fn start_and_canonical_text_agree() {
    for_each_puzzle(|puzzle, oracle| {
        assert_eq!(puzzle.write_position(&puzzle.start), oracle.start());
        assert!(puzzle.obeys_rules(&puzzle.start));
    });
}

#[test]
fn counts_without_a_search_agree() {
    for_each_puzzle(|puzzle, oracle| {
        let count = Count::of(puzzle, Count::BYTES).unwrap();
        let found = oracle.reachable_within(usize::MAX).unwrap();
        assert_eq!(count.reachable(), BigUint::from(found), "{count:?}");
    });
}

#[test]
fn counts_agree_where_tours_make_small_groups() {
    let distinct = |start: &str| format!("start = \"\"\"\n{start}\n\"\"\"\ndistinct = true");
    let texts = [
        distinct("AB\nC."),
        distinct("A."),
        distinct("ABC."),
        distinct("ABC\nDE."),
        // One ring, where tiles go round and never pass each other; two rings that meet; rooms of
        // their own.
        distinct("ABC\nD#E\nFG."),
        distinct("AB###\nC#D.#\nEFGHI"),
        distinct("AB#CD\nE.#.F"),
        distinct("AB#CD\nE.#F."),
        distinct("AABC\nDD..\nEFGH"),
        distinct("AAB\nCD.\nEE."),
        // Alike tiles in a ring, in two rings, among others, in rooms.
        "start = \"\"\"\nABA\nB#A\nBB.\n\"\"\"\nunits = ['A', 'B']".to_owned(),
        "start = \"\"\"\nAB#CC\nA.#D.\n\"\"\"\nunits = ['A', 'B', 'C', 'D']".to_owned(),
        "start = \"\"\"\nAB#AB\nC.#C.\n\"\"\"\nunits = ['A', 'B', 'C']".to_owned(),
        "start = \"\"\"\nAACB\nBA..\n\"\"\"\nunits = ['A', 'B', 'C']".to_owned(),
        "start = \"\"\"\nAB.\nCD.\n\"\"\"\ndistinct = true\nhorizontal = ['A', 'B']".to_owned(),
    ];
    let mut groups = BTreeSet::new();
    for text in &texts {
        let puzzle = Puzzle::from_toml("small", "small.toml", text).unwrap();
        let count = Count::of(&puzzle, Count::BYTES).unwrap();
        let found = Oracle::read(text).reachable_within(usize::MAX).unwrap();
        assert_eq!(count.reachable(), BigUint::from(found), "{text}\n{count:?}");
        groups.insert(slidewise::unstable::render::group_in_words(&count.factors));
    }
    for wanted in [
        "all even permutations of 3 tiles",
        "a group of 7 permutations of 7 tiles",
        "the identity alone",
    ] {
        assert!(groups.contains(wanted), "{groups:?}");
    }
}

#[test]
fn boards_that_run_round_and_boards_of_lines_agree_in_all_metrics() {
    let (odd, sliding) = (AtomicU64::new(0), AtomicU64::new(0));
    for_each(
        &joined::BOARDS,
        |(seed, text)| format!("seed {seed}: {text}"),
        |(_, text)| {
            let puzzle = Puzzle::from_toml("joined", "joined.toml", text).unwrap();
            let oracle = Oracle::read(text);
            odd.fetch_add(puzzle.board.odd_cells().is_none().into(), Ordering::Relaxed);
            let mut sizes = Vec::new();
            for metric in Metric::OF_ONE_PIECE {
                let graph = Graph::new(&puzzle, &puzzle.start, metric).unwrap();
                let expected = oracle.generations(as_oracles(metric), &[oracle.start()]);
                for engine in engines(&graph) {
                    let (_, found) = explore(&graph, &[start_of(&graph)], engine.clone());
                    assert_eq!(in_texts(&graph, &found), expected, "{metric:?} {engine:?}");
                }
                sizes.push(expected.len());
            }
            sliding.fetch_add((sizes[0] != sizes[1]).into(), Ordering::Relaxed);
            let own = oracle.generations(search::OracleMetric::Step, &[oracle.start()]);
            let own: usize = own.iter().map(BTreeSet::len).sum();
            let stop = AtomicBool::new(false);
            let components = Components::of(&puzzle, None, &stop, &mut |_, _| {}).unwrap();
            assert_eq!(components.own, own.into());
            assert!(Graph::new(&puzzle, &puzzle.start, Metric::Line).is_err());
        },
    );
    // Boards without two colours, and boards on which a slide is no step.
    let (odd, sliding) = (odd.into_inner(), sliding.into_inner());
    assert!(odd > 60 && sliding > 60, "{odd} {sliding}");
}

#[test]
fn generations_agree_as_sets() {
    let (runs, merges) = (AtomicU64::new(0), AtomicU64::new(0));
    for_some_graphs(ALL, |_, oracle, graph, metric| {
        let expected = oracle.generations(metric, &[oracle.start()]);
        let sources = [start_of(graph)];
        // What the oracle says of the numbers that one engine finds, it says of all that find the
        // same.
        let mut numbers = None;
        let mut marks = None;
        for engine in engines(graph) {
            let (memory, generations) = explore(graph, &sources, engine.clone());
            let numbers = numbers.get_or_insert_with(|| {
                assert_eq!(in_texts(graph, &generations), expected, "{engine:?}");
                generations.clone()
            });
            assert_eq!(&generations, numbers, "{engine:?}");
            let own: Vec<u8> = (0..graph.len())
                .map(|index| memory.marks().get(index))
                .collect();
            assert!(
                *marks.get_or_insert(own.clone()) == own,
                "other marks by {engine:?}"
            );

            let mut counts = CountSink::default();
            let run = Run {
                engine: engine.clone(),
                ..Run::new(graph, &sources)
            };
            run.explore(&mut counts, &mut |event| match event {
                // Without marks a wrong engine may go round for ever.
                Event::Found { generation, .. } if generation > expected.len() as u64 => {
                    ControlFlow::Break(())
                }
                _ => ControlFlow::Continue(()),
            })
            .unwrap();
            let sizes: Vec<u64> = expected
                .iter()
                .map(|members| members.len() as u64)
                .collect();
            assert_eq!(counts.counts(), sizes, "{engine:?}, counting only");
        }

        if metric == search::OracleMetric::Step {
            for (level, window) in SimdLevel::available()
                .into_iter()
                .zip([0, 1 << 12, 1 << 20])
            {
                if let Ok(engine) = EngineChoice::counting(graph, level, window) {
                    let generations = count_on_disk(graph, &sources, engine);
                    assert_eq!(Some(generations), numbers, "with the words on the disk");
                }
            }
        }

        // In sorted files: with room for sixteen numbers, or where that made thousands of files for
        // a few more.
        let largest = expected.iter().map(BTreeSet::len).max().unwrap_or(0);
        let memory = if largest < 200 { 0 } else { TIGHT };
        let (_folder, store, generations, spilled) = explore_in_files(graph, &sources, memory);
        assert_eq!(Some(generations), numbers, "in sorted files");
        assert_eq!(store.verify(), []);
        runs.fetch_add(spilled.runs, Ordering::Relaxed);
        merges.fetch_add(spilled.merges, Ordering::Relaxed);
    });
    // Of parts that did not fit memory, and of parts that were too many to be merged at once.
    let counted = (runs.into_inner(), merges.into_inner());
    assert!(counted.0 > 1000 && counted.1 > 1000, "{counted:?}");
}

#[test]
fn sorted_files_have_the_same_bytes_in_any_memory_and_answer_as_marks_do() {
    for_each_graph(ALL, |puzzle, _, graph, _| {
        // A few of the puzzles, in all metrics; that the sets are right is another test's affair.
        if !puzzle.fingerprint(SearchOrigin::Start)[0].is_multiple_of(24) {
            return;
        }
        let start = start_of(graph);
        let (_folder, store, expected, _) = explore_in_files(graph, &[start], TIGHT);
        let (_other, ample, _, spilled) = explore_in_files(graph, &[start], 1 << 30);
        assert_eq!(spilled, Spilled::default());
        for entry in std::fs::read_dir(store.folder()).unwrap() {
            let name = entry.unwrap().file_name();
            let bytes = |store: &RunStore| std::fs::read(store.folder().join(&name)).unwrap();
            let same = name == "lock" || bytes(&store) == bytes(&ample);
            assert!(same, "other bytes in {name:?}");
        }

        let (memory, _) = explore(graph, &[start], EngineChoice::best(graph));
        assert_eq!(store.generations(), memory.counts());
        let explored = MarkedSearch::in_memory(graph, &memory, SearchSources::At(start));
        let search = FiledSearch::new(graph, &store);
        let members = expected.iter().filter_map(|numbers| numbers.last());
        for (generation, &index) in (0..).zip(members) {
            assert_eq!(search.generation_of(index).unwrap(), Some(generation));
            if generation % 5 == 0 {
                let ways = search.routes_to(&[index], generation).unwrap();
                let expected = Routes::to(explored, &[index], generation).unwrap();
                assert_eq!(ways.count(), expected.count());
                assert_eq!(ways.least(), expected.least());
            }
        }
        let goals = Goals::of(graph);
        let met = search.goals(&goals, None).unwrap();
        assert_eq!(met, goals.reached(explored).unwrap());
    });
}

/// A random board with five or six unit tiles and two or three dominoes; or with five unit tiles,
/// two that keep their rows, and two empty cells; all told apart.
fn random_product(random: &mut SplitMix) -> String {
    let has_dominoes = random.below(4) > 0;
    let ((rows, columns), units, dominoes, held) = if has_dominoes {
        let sizes = [(2, 5), (5, 2), (3, 4), (4, 3), (2, 6)];
        let size = sizes[random.below(5) as usize];
        (size, 5 + random.below(2), 2 + random.below(2), "[]")
    } else {
        ((3, 3), 7, 0, r#"["F", "G"]"#)
    };
    let mut cells = vec![vec!['.'; columns]; rows];
    let mut tokens = "ABCDEFGHIJKL".chars();
    let mut left = [dominoes, units];
    while left != [0, 0] {
        let is_unit = left[0] == 0;
        let (row, column) = (
            random.below(rows as u64) as usize,
            random.below(columns as u64) as usize,
        );
        let is_across = random.below(2) == 0;
        let other = match (is_unit, is_across) {
            (true, _) => (row, column),
            (false, true) => (row, column + 1),
            (false, false) => (row + 1, column),
        };
        let is_free = |(row, column): (usize, usize)| {
            cells.get(row).and_then(|row: &Vec<char>| row.get(column)) == Some(&'.')
        };
        if is_free((row, column)) && is_free(other) {
            let token = tokens.next().unwrap();
            cells[row][column] = token;
            cells[other.0][other.1] = token;
            left[usize::from(is_unit)] -= 1;
        } else if cells.iter().flatten().filter(|&&cell| cell == '.').count() < 2 {
            break;
        }
    }
    let rows: Vec<String> = cells.iter().map(|row| row.iter().collect()).collect();
    format!(
        "distinct = true\nhorizontal = {held}\nstart = \"\"\"\n{}\n\"\"\"\n",
        rows.join("\n")
    )
}

#[test]
fn products_of_arrangements_agree_on_every_engine() {
    let mut random = SplitMix::new(11);
    let (mut compared, mut packings) = (0, BTreeSet::new());
    while compared < 16 {
        let text = random_product(&mut random);
        let Ok(puzzle) = Puzzle::from_toml("random", "random.toml", &text) else {
            continue;
        };
        let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        let arrangements = graph.space().arrangements();
        let orders = arrangements.iter().filter(|own| own.slots() >= 2).count();
        if orders < 2 || Dense::obstacle(&graph).is_some() || graph.vertex_count() > 150_000 {
            continue;
        }
        let oracle = Oracle::read(&text);
        let expected = oracle.generations(search::OracleMetric::Step, &[oracle.start()]);
        if expected.len() < 6 {
            continue;
        }
        let sources = [start_of(&graph)];
        let mut numbers = None;
        let mut marks = None;
        for engine in engines(&graph) {
            let (memory, generations) = explore(&graph, &sources, engine.clone());
            let numbers = numbers.get_or_insert_with(|| {
                assert_eq!(
                    in_texts(&graph, &generations),
                    expected,
                    "{engine:?}\n{text}"
                );
                generations.clone()
            });
            assert_eq!(&generations, numbers, "{engine:?}\n{text}");
            let words = memory.marks().words();
            let own: Vec<u64> = (0..words.len()).map(|index| words.load(index)).collect();
            assert!(
                *marks.get_or_insert(own.clone()) == own,
                "other marks by {engine:?}\n{text}"
            );
        }
        packings.insert(format!("{:?}", graph.orders().packing()));
        compared += 1;
    }
    assert_eq!(packings.len(), 2, "groups of 60 and of 120: {packings:?}");
}

#[test]
fn the_space_is_what_start_does_not_rule_out_in_both_orientations() {
    let [listed, all] = [0, 0].map(AtomicUsize::new);
    for_each_puzzle(|puzzle, oracle| {
        all.fetch_add(1, Ordering::Relaxed);
        let Some(legal) = oracle.legal_configurations_within(100_000) else {
            return;
        };
        let legal = oracle.numbered(legal);
        listed.fetch_add(1, Ordering::Relaxed);
        for orientation in [Orientation::Rows, Orientation::Columns] {
            let space = Space::oriented(puzzle, orientation).unwrap();
            assert_eq!(space.len(), BigUint::from(legal.len()));
            let texts: BTreeSet<String> = (0..legal.len() as u64)
                .map(|index| {
                    let configuration = space.unrank(index);
                    assert_eq!(space.rank(puzzle, &configuration), Some(index));
                    puzzle.write_position(&configuration)
                })
                .collect();
            assert_eq!(texts, legal);
        }
    });
    assert!(
        2 * listed.into_inner() > all.into_inner(),
        "too few puzzles were small enough"
    );
}

#[test]
fn configurations_have_one_number_in_all_metrics() {
    for_each_puzzle(|puzzle, _| {
        let graphs =
            Metric::OF_ONE_PIECE.map(|metric| Graph::new(puzzle, &puzzle.start, metric).unwrap());
        let [steps, others @ ..] = &graphs;
        for graph in others {
            assert_eq!(graph.layout(), steps.layout());
            assert_eq!(graph.len(), steps.len());
            for index in (0..steps.len()).step_by(1 + steps.len() as usize / 200) {
                assert_eq!(graph.is_vertex(index), steps.is_vertex(index));
                if steps.is_vertex(index) {
                    assert_eq!(graph.configuration(index), steps.configuration(index));
                }
            }
        }
    });
}

#[test]
fn neighbours_agree_at_every_seventh_configuration() {
    for_each_graph(MOST, |puzzle, oracle, graph, metric| {
        let found = MemorySearch::from_start(graph, 1);
        let mut neighbours = graph.neighbours();
        for index in found.explored().seen().step_by(7) {
            let text = |index| puzzle.write_position(&graph.configuration(index));
            let mut found = Vec::new();
            neighbours.for_each(index, |neighbour| found.push(text(neighbour)));
            let distinct: BTreeSet<String> = found.iter().cloned().collect();
            assert_eq!(distinct.len(), found.len(), "a neighbour was found twice");
            assert_eq!(distinct, oracle.neighbours(&text(index), metric));
        }
    });
}

#[test]
fn routes_and_goals_agree_and_every_way_replays() {
    for_some_graphs(MOST, |puzzle, oracle, graph, metric| {
        let (memory, generations) = explore(graph, &[start_of(graph)], EngineChoice::best(graph));
        let generations = in_texts(graph, &generations);
        let explored = MarkedSearch::in_memory(graph, &memory, SearchSources::At(start_of(graph)));
        let routes: Vec<BTreeMap<String, u128>> = oracle.routes(metric);
        let walk = |from: &str, moves: &[(&str, &str)]| match metric {
            search::OracleMetric::Line => oracle.replay_pushes(from, moves),
            _ => oracle.replay(from, moves),
        };
        let index_of = |text: &str| {
            let configuration = puzzle.read_position(text).unwrap();
            graph.index_of(&configuration).unwrap()
        };

        for (generation, members) in (0..).zip(&generations) {
            for text in members.iter().step_by(1 + members.len() / 2) {
                let index = index_of(text);
                assert_eq!(explored.generation_of(index), Ok(Some(generation)));
                let ways = Routes::to(explored, &[index], generation).unwrap();
                assert_eq!(
                    ways.count(),
                    BigUint::from(routes[generation as usize][text])
                );
                replay(puzzle, &ways.least(), walk);
                certify(graph, oracle, &ways.least());
            }
        }

        let goals = Goals::of(graph).seen_by(explored).unwrap();
        let finishes: Vec<BTreeSet<&String>> = generations
            .iter()
            .map(|members| members.iter().filter(|text| oracle.is_goal(text)).collect())
            .collect();
        let all: usize = finishes.iter().map(BTreeSet::len).sum();
        assert_eq!(goals.len(), all);
        let found = texts_of(graph, &goals);
        assert_eq!(
            found.iter().collect::<BTreeSet<_>>(),
            finishes.iter().flatten().copied().collect()
        );
        let met = Goals::of(graph).reached(explored).unwrap();
        let first = finishes.iter().position(|members| !members.is_empty());
        assert_eq!(met.as_ref().map(|met| met.generation as usize), first);
        if let (Some(met), Some(first)) = (met, first) {
            let nearest = &finishes[first];
            assert_eq!(met.nearest.len(), nearest.len());
            assert_eq!(met.reachable, all as u64);
            let ways = Routes::to(explored, &met.nearest, met.generation).unwrap();
            let expected: u128 = nearest.iter().map(|&text| routes[first][text]).sum();
            assert_eq!(ways.count(), BigUint::from(expected));
            let listed: Vec<Path> = ways.paths().take(50).collect();
            assert_eq!(listed.len() as u128, expected.min(50));
            assert_eq!(listed[0], ways.least());
            for pair in listed.windows(2) {
                assert!(
                    pair[0].moves < pair[1].moves,
                    "ways come in order, each once"
                );
            }
            for path in &listed {
                replay(puzzle, path, walk);
                certify(graph, oracle, path);
            }
        }
    });
}

#[test]
fn a_piece_does_not_shield_itself() {
    // The rule forbids the same with and without the piece among its shields, also where several
    // look like it.
    let rule = |from: &str, shields: &str| {
        format!("[[rule]]\nnever = 'exposed'\npiece = 'k'\nfrom = {from}\nshields = {shields}\n")
    };
    let edge = "'left of a2'\ntoward = 'right'";
    let piece = "'K'\ntoward = 'right'";
    for (front, from, own, others) in [
        (
            "start = '''\nK.k.\n....\n'''\n",
            edge,
            "['k', 'K']",
            "['K']",
        ),
        ("start = '''\n....\nkk.K\n'''\n", edge, "['k']", "[]"),
        (
            "start = '''\nBK.k\n....\n'''\n",
            piece,
            "['B', 'k']",
            "['B']",
        ),
        (
            "start = '''\nKjk.\n....\n'''\nalike = [['j', 'k']]\n",
            edge,
            "['K', 'j']",
            "['K']",
        ),
        (
            "start = '''\nKkk.\n....\n'''\nunits = ['k']\n",
            edge,
            "['k', 'K']",
            "['K']",
        ),
    ] {
        // Where a ray looks from a piece, it sees nothing at the start.
        let front = if from == piece {
            front.replace("BK.k\n....", ".BK.\nk...")
        } else {
            front.to_owned()
        };
        let generations = |shields: &str| {
            let text = format!("{front}{}", rule(from, shields));
            let puzzle = Puzzle::from_toml("x", "x.toml", &text).unwrap();
            let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
            let sources = [start_of(&graph)];
            let (_, found) = explore(&graph, &sources, EngineChoice::best(&graph));
            let found = in_texts(&graph, &found);
            let oracle = Oracle::read(&text);
            let expected = oracle.generations(search::OracleMetric::Step, &[oracle.start()]);
            assert_eq!(found, expected, "{text}");
            assert!(
                !puzzle.rule_in_words(&puzzle.rules[0]).contains("unless k"),
                "{text}"
            );
            found
        };
        assert_eq!(generations(own), generations(others), "{front}");
    }
}

/// Lets the mover of certificates walk a path, and refuse a wrong one.
fn certify(graph: &Graph, oracle: &Oracle, path: &Path) {
    let last = &path.positions[path.positions.len() - 1];
    let solves = oracle.is_goal(&graph.puzzle().write_position(last));
    let certificate = certificate(graph.puzzle(), graph.metric(), path, solves);
    let replayed = slidewise::unstable::replay::replay(&certificate);
    let replayed = replayed.unwrap_or_else(|fault| panic!("{fault}\n{certificate:#?}"));
    assert_eq!(replayed.moves, path.moves.len());
    assert!(replayed.from_start);
    assert_eq!(replayed.at_goal, solves);
    if !path.moves.is_empty() {
        let mut wrong = certificate;
        let letters = &mut wrong.path[path.moves.len() / 2].letters;
        *letters = if letters == "U" { "D" } else { "U" }.to_owned();
        assert!(
            slidewise::unstable::replay::replay(&wrong).is_err(),
            "{wrong:#?}"
        );
    }
}

#[test]
fn searches_from_all_goals_agree() {
    for_some_graphs(MOST, |_, oracle, graph, metric| {
        let found = MemorySearch::from_start(graph, 1);
        let all_goals = Goals::of(graph);
        let sources = all_goals.seen_by(found.explored()).unwrap();
        // That these are all, and nothing else, is the test's above.
        let goals = texts_of(graph, &sources);
        if !sources.is_empty() {
            // A source that is given twice is one.
            let twice = [&sources[..], &sources].concat();
            let (memory, backward) = explore(graph, &twice, EngineChoice::best(graph));
            let backward = in_texts(graph, &backward);
            assert_eq!(backward, oracle.generations(metric, &goals));
            let explored =
                MarkedSearch::in_memory(graph, &memory, SearchSources::Goals(&all_goals));
            compare_guide(oracle, metric, Hints::new(graph, Some(explored)), &backward);
            compare_game(oracle, metric, Hints::new(graph, Some(explored)), &backward);
        }
    });
}

#[test]
fn searches_from_all_legal_goals_agree() {
    let searched = AtomicUsize::new(0);
    for_some_graphs(MOST, |_, oracle, graph, metric| {
        let Some(legal) = oracle.legal_configurations_within(3_000) else {
            return;
        };
        // Of either parity, and where no way leads to from Start.
        let all = Graph::of_all(graph.puzzle(), graph.metric(), GraphLimits::default()).unwrap();
        let graph = &all;
        let goals = Goals::of(graph).all();
        let wanted = legal.iter().filter(|text| oracle.is_goal(text));
        let wanted: Vec<String> = wanted.cloned().collect();
        let found: BTreeSet<String> = texts_of(graph, &goals).into_iter().collect();
        assert!(found.iter().eq(&wanted));
        if wanted.is_empty() {
            return;
        }
        searched.fetch_add(1, Ordering::Relaxed);
        let (memory, _) = explore(graph, &goals, EngineChoice::best(graph));
        let generations = oracle.generations_within(metric, &wanted, &legal);
        let last: BTreeSet<String> = texts_of(graph, memory.last()).into_iter().collect();
        assert_eq!(Some(&last), generations.last());
        assert_eq!(memory.counts().len(), generations.len());
    });
    let searched = searched.into_inner();
    assert!(searched > 20, "{searched}");
}

/// Lets a guide speak at every configuration, by its distance to Finish.
fn compare_guide(
    oracle: &Oracle,
    metric: search::OracleMetric,
    mut guide: Hints<'_>,
    by_distance: &[BTreeSet<String>],
) {
    let distance_of: BTreeMap<&str, u64> = (0..)
        .zip(by_distance)
        .flat_map(|(distance, texts)| texts.iter().map(move |text| (text.as_str(), distance)))
        .collect();
    let graph = guide.graph();
    // The oracle works out what follows a move letter by letter, which takes long.
    for (text, &distance) in distance_of.iter().step_by(1 + distance_of.len() / 50) {
        let position = graph.puzzle().read_position(text).unwrap();
        let index = graph.index_of(&position).unwrap();
        assert_eq!(guide.distance(index).unwrap(), Some(distance));
        let suggestions = guide.suggestions(index).unwrap();
        assert!(suggestions.is_sorted_by(|a, b| a.to.by < b.to.by));
        let told: BTreeMap<String, Option<u64>> = suggestions
            .iter()
            .map(|one| {
                (
                    graph.puzzle().write_position(&one.to.configuration),
                    one.distance,
                )
            })
            .collect();
        let neighbours = oracle.neighbours(text, metric);
        let known = neighbours
            .iter()
            .map(|text| (text.clone(), Some(distance_of[text.as_str()])));
        assert_eq!(told, known.collect());
        let best = suggestions
            .into_iter()
            .find(|one| one.distance < Some(distance));
        assert_eq!(guide.hint(index).unwrap(), best.map(|one| one.to));
    }
}

/// Plays at random: each step must be one, each turn an edge, and the distance that of the
/// position.
fn compare_game(
    oracle: &Oracle,
    metric: search::OracleMetric,
    guide: Hints<'_>,
    by_distance: &[BTreeSet<String>],
) {
    let distance_of = |text: &str| {
        let found = by_distance.iter().position(|texts| texts.contains(text));
        found.map(|distance| distance as u64)
    };
    let graph = guide.graph();
    let puzzle = graph.puzzle();
    let mut player = Player::new(Game::new(puzzle, graph.metric()), Ok(Box::new(guide))).unwrap();
    let text = |pieces: &GamePieces| puzzle.write_position(&pieces.configuration(puzzle));
    let mut random = SplitMix::new(by_distance.len() as u64);
    // The oracle works out what follows a position letter by letter, which takes long.
    for _ in 0..12 {
        let before = player.game().pieces().clone();
        match random.below(8) {
            0 => player.undo().unwrap(),
            1 => player.redo().unwrap(),
            2 => {
                player.play_on();
                player.beat().unwrap();
                player.stop();
            }
            _ => {
                let piece = random.below(before.list().len() as u64) as usize;
                let ways = puzzle.board.directions();
                let direction = ways[random.below(ways.len() as u64) as usize];
                let first = puzzle.board.square_of(before.list()[piece].first);
                player.press(first).unwrap();
                player.step(direction).unwrap();
                let is_blocked = before.step(puzzle, piece, direction).is_err();
                assert_eq!(
                    is_blocked,
                    matches!(player.remark(), PlayerRemark::Blocked { .. })
                );
                assert_eq!(is_blocked, *player.game().pieces() == before);
            }
        }
        let all = (0..before.list().len()).flat_map(|piece| {
            puzzle
                .board
                .directions()
                .iter()
                .map(move |&way| (piece, way))
        });
        let steps = all.filter_map(|(piece, way)| before.step(puzzle, piece, way).ok());
        let steps: BTreeSet<String> = steps.map(|after| text(&after)).collect();
        assert_eq!(
            steps,
            oracle.neighbours(&text(&before), search::OracleMetric::Step)
        );
        let pieces = player.game().pieces();
        assert_eq!(player.advice().distance, distance_of(&text(pieces)));
        let turns = player.game().turns();
        if let Some(before) = player.game().before_last() {
            let onward = oracle.neighbours(&text(before), metric);
            assert!(onward.contains(&text(pieces)));
        }
        let left = player.advice().distance.unwrap();
        assert!(turns.len() as u64 + left >= player.shortest().unwrap());
        let change = player
            .game()
            .before_last()
            .map(|before| left.cast_signed() - distance_of(&text(before)).unwrap().cast_signed());
        assert_eq!(player.advice().change, change);
        let letters = |pieces: &GamePieces| -> Vec<String> {
            let tokens = pieces.list().iter().map(|piece| piece.token.clone());
            tokens.collect()
        };
        assert_eq!(letters(pieces), letters(&before), "letters stay");
    }
}

#[test]
fn lane_rouges_routes_agree_in_all_metrics() {
    let puzzle = Puzzle::open("lane-rouge").unwrap();
    let oracle = Oracle::read(include_str!("../puzzles/lane-rouge.toml"));
    std::thread::scope(|scope| {
        for metric in Metric::OF_ONE_PIECE {
            let (puzzle, oracle) = (&puzzle, &oracle);
            scope.spawn(move || {
                let graph = Graph::new(puzzle, &puzzle.start, metric).unwrap();
                let start = start_of(&graph);
                let (memory, generations) = explore(&graph, &[start], EngineChoice::sparse());
                let routes = oracle.routes(as_oracles(metric));
                assert_eq!(generations.len(), routes.len());
                let generations = in_texts(&graph, &generations);
                let mut pairs = generations.iter().zip(&routes);
                assert!(pairs.all(|(texts, ways)| texts.iter().eq(ways.keys())));
                let explored = MarkedSearch::in_memory(&graph, &memory, SearchSources::At(start));
                let met = Goals::of(&graph).reached(explored).unwrap().unwrap();
                let ways = Routes::to(explored, &met.nearest, met.generation).unwrap();
                let goals = routes[met.generation as usize].iter();
                let to_goals = goals.filter(|(text, _)| oracle.is_goal(text));
                let expected: u128 = to_goals.map(|(_, ways)| ways).sum();
                assert_eq!(ways.count(), BigUint::from(expected), "{metric:?}");
            });
        }
    });
}

#[test]
fn positions_and_files_read_back_as_they_are_printed() {
    /// What is read of a position prints as what reads back.
    fn check(puzzle: &Puzzle, text: &str) -> bool {
        let Ok(position) = puzzle.read_position(text) else {
            return false;
        };
        let printed = puzzle.write_position(&position);
        assert_eq!(
            puzzle.read_position(&printed).as_ref(),
            Ok(&position),
            "{text}"
        );
        assert_eq!(puzzle.write_position(&position), printed);
        assert!(puzzle.obeys_rules(&position));
        true
    }
    /// The text with a few characters changed, left out or doubled.
    fn mutated(text: &str, random: &mut SplitMix) -> String {
        let mut letters: Vec<char> = text.chars().collect();
        for _ in 0..1 + random.below(4) {
            let at = random.below(letters.len() as u64) as usize;
            let other = letters[random.below(letters.len() as u64) as usize];
            match random.below(4) {
                0 => letters[at] = other,
                1 => letters.insert(at, other),
                2 => letters[at] = char::from(random.below(128) as u8),
                _ => drop(letters.remove(at)),
            }
            if letters.is_empty() {
                letters.push('.');
            }
        }
        letters.into_iter().collect()
    }
    let mut random = SplitMix::new(77);
    let (mut read, mut refused) = (0, 0);
    for (_, text) in PUZZLES.iter() {
        let puzzle = Puzzle::from_toml("random", "random.toml", text).unwrap();
        let start = puzzle.write_position(&puzzle.start);
        assert!(check(&puzzle, &start));
        for _ in 0..20 {
            if check(&puzzle, &mutated(&start, &mut random)) {
                read += 1
            } else {
                refused += 1
            }
            // A file that reads has a Start that reads back.
            let file = mutated(text, &mut random);
            if let Ok(other) = Puzzle::from_toml("random", "random.toml", &file) {
                assert!(check(&other, &other.write_position(&other.start)), "{file}");
                assert!(
                    other
                        .canonical_form_with_goals()
                        .starts_with(&other.canonical_form())
                );
            }
        }
    }
    assert!(read > 100 && refused > 1000, "{read} {refused}");
}

#[test]
fn neighbours_are_mutual_and_numbers_lead_back() {
    for_each_graph(ALL, |_, _, graph, _| {
        let mut memory = MemorySink::new(graph.len()).unwrap();
        let sources = [start_of(graph)];
        let run = Run::new(graph, &sources);
        run.explore(&mut memory, &mut |_| ControlFlow::Continue(()))
            .unwrap();
        let mut neighbours = graph.neighbours();
        // Signs are those of patterns that Start can reach.
        for index in memory
            .marks()
            .seen()
            .step_by(1 + (graph.len() / 40) as usize)
        {
            assert_eq!(graph.index_of(&graph.configuration(index)), Some(index));
            let mut found = Vec::new();
            neighbours.for_each(index, |neighbour| found.push(neighbour));
            for neighbour in found {
                assert_ne!(neighbour, index);
                let mut is_mutual = false;
                neighbours.for_each(neighbour, |back| is_mutual |= back == index);
                assert!(is_mutual, "{index} and {neighbour}");
            }
        }
    });
}

/// Compares the cut with the walks on every pattern of a puzzle, by steps and slides, scanned both
/// ways; returns how often there was a cut.
fn compare_cut_with_walks(puzzle: &Puzzle) -> usize {
    let mut cuts = 0;
    for orientation in [Orientation::Rows, Orientation::Columns] {
        let space = Space::oriented(puzzle, orientation).unwrap();
        let (layout, automaton) = (space.layout(), space.automaton());
        let patterns = u64::try_from(space.pattern_count()).unwrap();
        for metric in [Metric::Step, Metric::Slide] {
            let walks = MoveGenerator::new(&puzzle.board, layout, metric);
            let Some(sketch) = HalfBoardsBuilder::new(&walks, layout, automaton) else {
                continue;
            };
            let Some(cut) = sketch.build(layout, automaton, patterns, u64::MAX, StopFlag::never())
            else {
                continue;
            };
            cuts += 1;
            let mut pattern = Pattern::new(automaton, layout, patterns, 0);
            let mut expander = HalfBoardExpander::new(&cut);
            for rank in 0..patterns {
                pattern.lay(rank);
                let mut walked = Vec::new();
                walks.for_each(&pattern, |step| {
                    let turn = match layout.kinds[step.kind].members {
                        KindMembers::Class { .. } => None,
                        KindMembers::Tiles { arrangement } => pattern
                            .rotation(step.kind, step.from, step.to)
                            .map(|rotation| (arrangement, rotation)),
                    };
                    walked.push((step.pattern, turn));
                });
                walked.sort_unstable_by_key(|&(to, _)| to);
                let spot = cut.packed_rank(rank);
                let found = expander.expand(&[spot]).iter();
                let mut found: Vec<_> = found
                    .map(|&to| (HalfBoards::rank(to), cut.turn(spot, to)))
                    .collect();
                found.sort_unstable_by_key(|&(to, _)| to);
                assert_eq!(found, walked, "{rank}, {metric:?}, {orientation:?}");
            }
        }
    }
    cuts
}

#[test]
fn more_patterns_than_32_bits_can_tell_apart_are_explored_by_tables() {
    let ledges = "a..#\n".repeat(19);
    let text =
        format!("units = [\"a\"]\nhorizontal = [\"a\"]\nstart = \"\"\"\na...\n{ledges}\"\"\"\n");
    let puzzle = Puzzle::from_toml("ledges", "ledges.toml", &text).unwrap();
    let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
    assert!(graph.len() > 1 << 32 && graph.build_half_boards(u64::MAX).is_some());
    let mut memory = MemorySink::new(graph.len()).unwrap();
    let sources = [start_of(&graph)];
    let mut found = Vec::new();
    let run = Run {
        max_generation: Some(3),
        ..Run::new(&graph, &sources)
    };
    run.explore(&mut memory, &mut |event| {
        if let Event::Found { configurations, .. } = event {
            found.push(numbers_of(configurations));
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    let oracle = Oracle::read(&text);
    let mut expected = vec![BTreeSet::from([oracle.start()])];
    for generation in 1..=3 {
        let before = &expected[generation - 1];
        let neighbours = before
            .iter()
            .flat_map(|position| oracle.neighbours(position, search::OracleMetric::Step));
        let is_new = |position: &String| !expected.iter().any(|set| set.contains(position));
        let new = neighbours.filter(is_new).collect();
        expected.push(new);
    }
    assert_eq!(in_texts(&graph, &found), expected);
}

/// A board of 143 tiles of two kinds: 144 places of the empty cell, times 143 orders.
#[test]
fn a_group_of_more_tiles_than_128_is_explored() {
    let rows = ["baaaaaaaaaaa"].into_iter();
    let rows = rows.chain(["aaaaaaaaaaaa"; 10]).chain(["aaaaaaaaaaa."]);
    let rows: Vec<&str> = rows.collect();
    let text = format!(
        "units = ['a', 'b']\nstart = '''\n{}\n'''\n",
        rows.join("\n")
    );
    let puzzle = Puzzle::from_toml("many", "many.toml", &text).unwrap();
    let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
    let oracle = Oracle::read(&text);
    let expected = oracle.generations(search::OracleMetric::Step, &[oracle.start()]);
    let found: usize = expected.iter().map(BTreeSet::len).sum();
    assert_eq!(found, 144 * 143);
    for engine in engines(&graph) {
        let (_, generations) = explore(&graph, &[start_of(&graph)], engine.clone());
        assert_eq!(in_texts(&graph, &generations), expected, "{engine:?}");
    }
}

#[test]
fn tables_of_half_boards_take_what_they_may_and_change_nothing() {
    let puzzle = Puzzle::open("lane-rouge").unwrap();
    let explored = |graph: &Graph| {
        let mut memory = MemorySink::new(graph.len()).unwrap();
        Run::new(graph, &[start_of(graph)])
            .explore(&mut memory, &mut |_| ControlFlow::Continue(()))
            .unwrap();
        let marks = (0..graph.len()).map(|index| memory.marks().get(index));
        marks.collect::<Vec<_>>()
    };
    let whole = explored(&Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap());
    let mut has_tables = Vec::new();
    for power in 16..=26 {
        let allowance = GraphLimits {
            table_bytes: 1 << power,
            ..GraphLimits::default()
        };
        let graph = Graph::within(&puzzle, &puzzle.start, Metric::Step, allowance).unwrap();
        if let Some(cut) = graph.build_half_boards(0) {
            assert!(cut.bytes() as u64 <= allowance.table_bytes, "{power}");
        }
        has_tables.push(graph.half_boards().is_some());
        assert!(explored(&graph) == whole, "{power}");
    }
    assert!(
        !has_tables[0] && has_tables[10] && has_tables.is_sorted(),
        "{has_tables:?}"
    );
}

/// Explores a puzzle up to a generation by this many threads, with this many bytes for tables: in
/// which generation the graph was cut, the counts, and all marks.
fn explored_with_tables(
    puzzle: &Puzzle,
    last: Option<u64>,
    table_bytes: u64,
    threads: usize,
) -> (Option<u64>, Vec<u64>, Vec<u8>) {
    let allowance = GraphLimits {
        table_bytes,
        ..GraphLimits::default()
    };
    let graph = Graph::within(puzzle, &puzzle.start, Metric::Step, allowance).unwrap();
    let mut memory = MemorySink::new(graph.len()).unwrap();
    let sources = [start_of(&graph)];
    let run = Run {
        max_generation: last,
        threads,
        ..Run::new(&graph, &sources)
    };
    let mut cut_in = None;
    run.explore(&mut memory, &mut |event| {
        if let Event::Found { generation, .. } = event
            && graph.half_boards().is_some()
        {
            cut_in = cut_in.or(Some(generation));
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    let marks = (0..graph.len()).map(|index| memory.marks().get(index));
    (cut_in, memory.counts().to_vec(), marks.collect())
}

#[test]
fn tables_of_half_boards_are_made_when_they_pay_and_change_nothing() {
    // The first 100,000 of millions of configurations, with one order a pattern; and a million with
    // six.
    for (word, last, cut_since) in [
        ("iba-37-climb-12", Some(60), 1..60),
        ("layton-08-the-greatest-escape-1", None, 0..470),
    ] {
        let puzzle = Puzzle::open(word).unwrap();
        let walked = explored_with_tables(&puzzle, last, 0, 1);
        assert_eq!(walked.0, None);
        for threads in [1, 2] {
            let cut = explored_with_tables(&puzzle, last, 1 << 30, threads);
            assert!(cut_since.contains(&cut.0.unwrap()), "{word}: {:?}", cut.0);
            assert!((&cut.1, &cut.2) == (&walked.1, &walked.2), "{word}");
        }
    }
}

#[test]
fn tables_that_take_long_are_not_made_for_a_single_question() {
    let puzzle = Puzzle::open("iba-37-climb-12").unwrap();
    let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
    graph.neighbours().for_each(start_of(&graph), |_| {});
    assert!(graph.build_half_boards(1).is_none());
    let max_bytes = graph.half_board_bytes();
    let cut = graph.build_half_boards(u64::MAX).unwrap();
    assert!((1..max_bytes).contains(&(cut.bytes() as u64)));
    assert_eq!(graph.half_board_bytes(), cut.bytes() as u64);
    assert!(graph.neighbours().are_by_half_boards());
}

#[test]
fn tables_that_were_stopped_while_they_were_made_can_be_made_later() {
    // The second has tiles whose orders turn.
    for word in ["iba-37-climb-12", "layton-09-the-greatest-escape-2"] {
        let puzzle = Puzzle::open(word).unwrap();
        let graph = || Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        let around = |graph: &Graph| -> Vec<Vec<u64>> {
            let mut neighbours = graph.neighbours();
            let indices = (0..1_000).map(|part| graph.len() / 1_000 * part);
            let around = indices.map(|index| {
                let mut around = Vec::new();
                neighbours.for_each(index, |neighbour| around.push(neighbour));
                around.sort_unstable();
                around
            });
            around.collect()
        };
        let walked = around(&graph());
        let stopped = AtomicBool::new(true);
        assert!(
            graph()
                .build_half_boards_unless(u64::MAX, &stopped)
                .is_none()
        );
        // Sooner and later, in whatever is being done then.
        let mut stops = 0;
        for milliseconds in [0, 1, 2, 4, 8, 16, 32, 64, 128] {
            let (graph, stop) = (graph(), AtomicBool::new(false));
            let made = std::thread::scope(|scope| {
                let making =
                    scope.spawn(|| graph.build_half_boards_unless(u64::MAX, &stop).is_some());
                std::thread::sleep(Duration::from_millis(milliseconds));
                stop.store(true, Ordering::Relaxed);
                making.join().unwrap()
            });
            assert_eq!(graph.half_boards().is_some(), made, "{word}");
            stops += u32::from(!made);
            assert!(graph.build_half_boards(u64::MAX).is_some(), "{word}");
            assert_eq!(around(&graph), walked, "{word} after {milliseconds} ms");
        }
        assert!(stops > 0, "{word}");
    }
}

#[test]
fn the_cut_finds_what_the_walks_find_on_every_pattern() {
    let compared = AtomicUsize::new(0);
    for_each_puzzle(|puzzle, _| {
        if puzzle.rules.is_empty() {
            compared.fetch_add(compare_cut_with_walks(puzzle), Ordering::Relaxed);
        }
    });
    let compared = compared.into_inner();
    assert!(compared >= 400, "only {compared} cuts were compared");
    for word in ["lane-rouge", "rush:AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR."] {
        assert_eq!(compare_cut_with_walks(&Puzzle::open(word).unwrap()), 4);
    }
}

#[test]
fn a_reason_is_given_exactly_where_there_is_no_solution() {
    let [solved, known, searched] = [0, 0, 0].map(AtomicUsize::new);
    for_each_puzzle(|puzzle, oracle| {
        let generations = oracle.generations(search::OracleMetric::Step, &[oracle.start()]);
        let mut reached = generations.iter().flatten();
        let is_solvable = reached.any(|position| oracle.is_goal(position));
        let graph = Graph::new(puzzle, &puzzle.start, Metric::Step).unwrap();
        let goals = Goals::of(&graph);
        let before = Unsolvable::of_goals(&graph, &goals);
        assert_eq!(Unsolvable::of_graph(&graph), before);
        let by_puzzle = Unsolvable::of_puzzle(puzzle);
        assert!(by_puzzle.is_none() || by_puzzle == before);
        if is_solvable || !oracle.has_goal() {
            assert_eq!(before, None);
            solved.fetch_add(1, Ordering::Relaxed);
            return;
        }
        let count = if before.is_some() { &known } else { &searched };
        count.fetch_add(1, Ordering::Relaxed);
        let start = graph.index_of(&puzzle.start).unwrap();
        let (memory, _) = explore(&graph, &[start], EngineChoice::sparse());
        let explored = MarkedSearch::in_memory(&graph, &memory, SearchSources::At(start));
        assert_eq!(goals.reached(explored), Ok(None));
        let after = Unsolvable::after_search(&graph, &goals, 1);
        assert!(before.is_none() || before == Some(after));
    });
    let [solved, known, searched] = [solved, known, searched].map(AtomicUsize::into_inner);
    assert!(
        solved > 100 && known > 3 && searched > 3,
        "{solved}, {known}, {searched}"
    );
}

#[test]
fn no_position_that_can_be_reached_is_said_to_be_out_of_reach() {
    let [near, known] = [0, 0].map(AtomicUsize::new);
    for_each_puzzle(|puzzle, oracle| {
        let Some(legal) = oracle.legal_configurations_within(20_000) else {
            return;
        };
        let generations = oracle.generations(search::OracleMetric::Step, &[oracle.start()]);
        let graph = Graph::new(puzzle, &puzzle.start, Metric::Step).unwrap();
        let reached: BTreeSet<&String> = generations.iter().flatten().collect();
        for text in legal.iter().step_by(1 + legal.len() / 500) {
            let position = puzzle.read_position(text).unwrap();
            let why = Unsolvable::of_index(&graph, &position);
            if reached.contains(text) {
                assert_eq!(why, None, "{text}");
                near.fetch_add(1, Ordering::Relaxed);
            } else if why.is_some() {
                known.fetch_add(1, Ordering::Relaxed);
            }
        }
    });
    let [near, known] = [near, known].map(AtomicUsize::into_inner);
    assert!(near > 1_000 && known > 1_000, "{near}, {known}");
}
