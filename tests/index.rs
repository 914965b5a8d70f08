//! The index from outside: rank and unrank undo each other, in both orientations and in both halves
//! of the orders, and a step's new number is that of the moved configuration.

use crate::support::catalogue::CatalogueFigures;
use crate::support::cores::for_each;
use crate::support::exploration::graph_of;
use crate::support::random::SplitMix;
use num_bigint::BigUint;
use slidewise::unstable::board::{CellSet, Direction};
use slidewise::unstable::engine::graph::{Graph, Metric};
use slidewise::unstable::engine::index::{Orientation, Space, SpaceError};
use slidewise::unstable::puzzle::{Axis, Configuration, Puzzle, builtin};

/// Spaces up to this size are looked at whole as graphs number them, and up to that size the other
/// way too.
const SMALL: u64 = 1_000_000;
const SMALLER: u64 = 100_000;
/// How many random numbers are tried in larger ones, and how many at each end.
const RANDOM: usize = 100_000;
/// The same where each number is that of a pair.
const PAIRS: usize = 40_000;
const AT_ENDS: u64 = 1_000;

/// Card 1 of Rush Hour: every car has an axis.
const CARD_1: &str = "rush:AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.";
const LARGE: [&str; 7] = [
    "tiles:3x4",
    "tiles:4x4",
    "tiles:4x5",
    "fifteen",
    "get-my-goat",
    "get-my-goat-commercial",
    "lane-rouge",
];

fn open(words: &[&str]) -> Vec<Puzzle> {
    words
        .iter()
        .map(|word| Puzzle::open(word).unwrap())
        .collect()
}

/// Walker's puzzles, some small ones, and those of the catalogue whose figures are known.
fn puzzles() -> Vec<Puzzle> {
    let mut all: Vec<Puzzle> = builtin::list()
        .iter()
        .filter(|puzzle| !puzzle.path.contains('/'))
        .map(|puzzle| puzzle.read().unwrap())
        .collect();
    all.extend(open(&[
        "tiles:1x2",
        "tiles:1x5",
        "tiles:2x2",
        "tiles:2x3",
        "tiles:3x2",
        "tiles:2x4",
        "tiles:3x3",
    ]));
    all.extend(open(&[CARD_1]));
    all.extend(
        CatalogueFigures::read()
            .puzzles
            .iter()
            .map(|entry| entry.puzzle()),
    );
    all
}

/// Both ends of `0..len`, and random numbers between; all of them if they are few.
fn some_numbers(len: u64, random: usize) -> Vec<u64> {
    if len <= random as u64 {
        return (0..len).collect();
    }
    let ends = AT_ENDS.min(len / 2);
    let mut numbers = SplitMix::new(len);
    let between = std::iter::repeat_with(|| numbers.below(len)).take(random);
    (0..ends).chain(between).chain(len - ends..len).collect()
}

/// The same of a graph; where its orders fill words of 64 bits, a few numbers are no vertices.
fn some_vertices(graph: &Graph, random: usize) -> impl Iterator<Item = u64> + '_ {
    let numbers = some_numbers(graph.len(), random).into_iter();
    numbers.filter(|&index| graph.is_vertex(index))
}

fn size_of(space: &Space) -> Option<u64> {
    space.numbered().ok().map(|(_, _, len)| len)
}

#[test]
fn every_number_of_a_small_space_has_one_configuration_and_that_has_it() {
    let all = puzzles();
    let looked_at = std::sync::atomic::AtomicUsize::new(0);
    for_each(
        &all,
        |puzzle| puzzle.name.clone(),
        |puzzle| {
            for orientation in [Orientation::Rows, Orientation::Columns] {
                let space = Space::oriented(puzzle, orientation).unwrap();
                let is_graphs = orientation == Orientation::best(puzzle);
                let most = if is_graphs { SMALL } else { SMALLER };
                let Some(len) = size_of(&space).filter(|&len| len < most) else {
                    continue;
                };
                looked_at.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                for index in 0..len {
                    let configuration = space.unrank(index);
                    assert_eq!(space.rank(puzzle, &configuration), Some(index));
                    if index % 101 == 0 {
                        // Reading checks every rule of the game.
                        let text = puzzle.write_position(&configuration);
                        assert_eq!(puzzle.read_position(&text), Ok(configuration));
                    }
                }
            }
        },
    );
    assert!(looked_at.into_inner() >= 100, "too few spaces were small");
}

#[test]
fn the_orientation_of_graphs_makes_automata_hardly_larger_than_the_smaller_ones() {
    let nodes = |puzzle: &Puzzle, orientation: Orientation| {
        let space = Space::within(puzzle, orientation, 1 << 16).ok()?;
        let (_, orders, _) = space.numbered().ok()?;
        (orders == 1).then(|| space.automaton().node_count() as f64)
    };
    let mut ratios = Vec::new();
    for puzzle in builtin::read_all().unwrap() {
        let own = Orientation::best(&puzzle);
        match (nodes(&puzzle, own), nodes(&puzzle, own.turned())) {
            (Some(own), Some(other)) => ratios.push((own / own.min(other)).ln()),
            (None, Some(other)) => panic!("{}: {other} nodes in the other one", puzzle.name),
            (_, None) => {}
        }
    }
    assert!(ratios.len() >= 190, "{} puzzles", ratios.len());
    let mean = (ratios.iter().sum::<f64>() / ratios.len() as f64).exp();
    assert!(
        mean < 1.08,
        "{mean} times the nodes of the smaller automata"
    );
}

#[test]
fn both_orientations_number_the_same_configurations() {
    for_each(
        &puzzles(),
        |puzzle| puzzle.name.clone(),
        |puzzle| {
            let rows = Space::oriented(puzzle, Orientation::Rows).unwrap();
            let columns = Space::oriented(puzzle, Orientation::Columns).unwrap();
            assert_eq!(rows.len(), columns.len());
            let Some(len) = size_of(&rows) else { return };
            for index in some_numbers(len, 2_000) {
                let other = columns
                    .rank(puzzle, &rows.unrank(index))
                    .expect("legal in both");
                assert_eq!(rows.rank(puzzle, &columns.unrank(other)), Some(index));
            }
        },
    );
}

#[test]
fn numbers_of_large_spaces_lead_to_configurations_and_back() {
    let cases: Vec<(Puzzle, Orientation)> = open(&LARGE)
        .into_iter()
        .flat_map(|puzzle| {
            [
                (puzzle.clone(), Orientation::Rows),
                (puzzle, Orientation::Columns),
            ]
        })
        .collect();
    for_each(
        &cases,
        |(puzzle, orientation)| format!("{} by {orientation:?}", puzzle.name),
        |(puzzle, orientation)| {
            let space = Space::oriented(puzzle, *orientation).unwrap();
            for index in some_numbers(size_of(&space).unwrap(), RANDOM) {
                let configuration = space.unrank(index);
                assert_eq!(space.rank(puzzle, &configuration), Some(index));
            }
        },
    );
}

#[test]
fn sizes_of_spaces_are_factorials_of_their_tiles() {
    for (word, cells) in [
        ("tiles:3x4", 12),
        ("tiles:4x4", 16),
        ("fifteen", 16),
        ("tiles:5x5", 25),
        ("tiles:10x10", 100),
    ] {
        let space = Space::new(&Puzzle::open(word).unwrap()).unwrap();
        assert_eq!(space.len(), factorial(cells), "{word}");
    }
}

fn factorial(number: u32) -> BigUint {
    (1..=number).map(BigUint::from).product()
}

/// Walks the numbers of a graph; `configuration` and `index_of` undo each other there.
fn check_graph(graph: &Graph, random: usize) {
    for index in some_vertices(graph, random) {
        assert_eq!(graph.index_of(&graph.configuration(index)), Some(index));
    }
}

#[test]
fn numbers_of_graphs_lead_to_configurations_and_back() {
    for_each(
        &puzzles(),
        |puzzle| puzzle.name.clone(),
        |puzzle| check_graph(&graph_of(puzzle), 20_000),
    );
    for_each(
        &open(&LARGE),
        |puzzle| puzzle.name.clone(),
        |puzzle| check_graph(&graph_of(puzzle), RANDOM),
    );
}

#[test]
fn half_of_the_tiles_orders_get_no_number() {
    for_each(
        &open(&[
            "tiles:2x2",
            "tiles:2x3",
            "tiles:3x3",
            "tiles:3x4",
            "tiles:4x4",
            "fifteen",
            "tiles:4x5",
        ]),
        |puzzle| puzzle.name.clone(),
        |puzzle| {
            let graph = graph_of(puzzle);
            let space = graph.space();
            let len = size_of(space).unwrap();
            let is_small = len < SMALL;
            let numbers = some_numbers(len, if is_small { len as usize } else { PAIRS });
            let mut numbered = 0;
            for &index in &numbers {
                let configuration = space.unrank(index);
                let exchanged = exchange_two_tiles(puzzle, &configuration);
                let [here, there] =
                    [&configuration, &exchanged].map(|either| graph.index_of(either));
                assert!(
                    here.is_some() != there.is_some(),
                    "exactly one of a pair lies in the half"
                );
                if let Some(here) = here {
                    numbered += 1;
                    assert_eq!(graph.configuration(here), configuration);
                }
            }
            if numbers.len() as u64 == len {
                let vertices = (0..graph.len()).filter(|&index| graph.is_vertex(index));
                assert_eq!(vertices.count() as u64, len / 2);
                assert_eq!(numbered, len / 2);
            }
        },
    );
}

/// The same with the tiles of the first two classes exchanged.
fn exchange_two_tiles(puzzle: &Puzzle, configuration: &Configuration) -> Configuration {
    let mut firsts: Vec<Vec<_>> = (0..puzzle.classes.len())
        .map(|class| puzzle.firsts_of(configuration, class).to_vec())
        .collect();
    firsts.swap(0, 1);
    Configuration::new(firsts)
}

/// The numbers of all configurations one step away, each ranked again: ascending.
fn neighbours_ranked_again(graph: &Graph, configuration: &Configuration) -> Vec<u64> {
    let puzzle = graph.puzzle();
    let board = &puzzle.board;
    let firsts: Vec<Vec<_>> = (0..puzzle.classes.len())
        .map(|class| puzzle.firsts_of(configuration, class).to_vec())
        .collect();
    let covered = (0..puzzle.classes.len())
        .flat_map(|class| puzzle.pieces_of(configuration, class))
        .fold(CellSet::EMPTY, |all, cells| all | cells);
    let mut found = Vec::new();
    for (number, class) in puzzle.classes.iter().enumerate() {
        for (piece, &first) in firsts[number].iter().enumerate() {
            let others = covered.without(class.place(board, first).unwrap());
            for direction in Direction::ALL {
                let is_sideways = matches!(direction, Direction::Left | Direction::Right);
                let may = match class.axis {
                    Axis::Free => true,
                    Axis::Horizontal => is_sideways,
                    Axis::Vertical => !is_sideways,
                };
                let Some(next) = board.neighbour(first, direction).filter(|_| may) else {
                    continue;
                };
                if class
                    .place(board, next)
                    .is_some_and(|cells| !cells.meets(others))
                {
                    let mut moved = firsts.clone();
                    moved[number][piece] = next;
                    let moved = Configuration::new(moved);
                    if puzzle.obeys_rules(&moved) {
                        found.push(graph.index_of(&moved).expect("a step stays in the graph"));
                    }
                }
            }
        }
    }
    found.sort_unstable();
    found
}

#[test]
fn a_step_leads_to_the_number_of_the_moved_configuration() {
    let mut all: Vec<(Puzzle, usize)> = puzzles()
        .into_iter()
        .map(|puzzle| (puzzle, 1_000))
        .collect();
    all.extend(open(&LARGE).into_iter().map(|puzzle| (puzzle, 20_000)));
    all.extend(
        open(&["checkmate", "checkmate-rook"])
            .into_iter()
            .map(|puzzle| (puzzle, 20_000)),
    );
    for_each(
        &all,
        |(puzzle, _)| puzzle.name.clone(),
        |(puzzle, random)| {
            let graph = graph_of(puzzle);
            let mut neighbours = graph.neighbours();
            for index in some_vertices(&graph, *random) {
                let mut found = Vec::new();
                neighbours.for_each(index, |neighbour| found.push(neighbour));
                found.sort_unstable();
                assert_eq!(
                    found,
                    neighbours_ranked_again(&graph, &graph.configuration(index)),
                    "{index}"
                );
            }
        },
    );
}

#[test]
fn a_space_beyond_64_bits_is_refused_with_its_size() {
    for (word, cells) in [("tiles:3x7", 21), ("tiles:5x5", 25), ("tiles:10x10", 100)] {
        let puzzle = Puzzle::open(word).unwrap();
        let refused = Graph::new(&puzzle, &puzzle.start, Metric::Step).map(|graph| graph.len());
        let configurations = factorial(cells);
        let message = refused.as_ref().unwrap_err().to_string();
        assert!(message.contains(&configurations.to_string()), "{message}");
        assert_eq!(refused, Err(SpaceError::TooLarge { configurations }));
    }
}

/// A puzzle of `tests/samples`.
fn sample(text: &str) -> Graph {
    let puzzle = Puzzle::from_toml("sample", "sample.toml", text).unwrap();
    Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap()
}

#[test]
fn neighbours_are_found_where_the_last_numbers_are_near_2_to_the_64() {
    let graph = sample(include_str!("samples/near-2-to-the-64.toml"));
    assert_eq!(graph.len(), u64::MAX - 15);
    for index in (0..30).chain([graph.len() - 1]) {
        // What is asked for first is asked for before anything is listed.
        let mut found = Vec::new();
        let mut visit = |neighbour| found.push(neighbour);
        graph.neighbours().for_each(index, &mut visit);
        found.sort_unstable();
        assert!(!found.is_empty(), "{index}");
        let again = neighbours_ranked_again(&graph, &graph.configuration(index));
        assert_eq!(found, again, "{index}");
    }
}

#[test]
fn orders_that_groups_have_no_numbers_for_are_numbered_one_after_the_other() {
    let graph = sample(include_str!("samples/orders-near-2-to-the-64.toml"));
    let orders = factorial(17) * 4u64.pow(6) * 12u64;
    assert_eq!(BigUint::from(graph.len()), orders);
    assert_eq!(graph.orders().grouped(), None);
    let start = graph.index_of(&graph.puzzle().start).unwrap();
    for index in [0, start, graph.len() / 3, graph.len() - 1] {
        let configuration = graph.configuration(index);
        assert_eq!(graph.index_of(&configuration), Some(index));
        assert!(neighbours_ranked_again(&graph, &configuration).is_empty());
    }
}
