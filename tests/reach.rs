//! What Start rules out has no number: cells where no piece can come, pieces that cannot move,
//! other orders in a lane.

use crate::oracle::search::{Oracle, OracleMetric};
use crate::support::exploration::{MemorySearch, graph_of};
use slidewise::unstable::analysis::{Components, Count, CountError, Goals};
use slidewise::unstable::engine::graph::{Graph, Metric};
use slidewise::unstable::engine::index::{Space, SpaceError};
use slidewise::unstable::puzzle::Puzzle;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

fn read(text: &str) -> Puzzle {
    Puzzle::from_toml("reach", "reach.toml", text).unwrap()
}

fn components(puzzle: &Puzzle) -> Components {
    Components::of(puzzle, None, &AtomicBool::new(false), &mut |_, _| {}).unwrap()
}

/// The canonical texts of all that is numbered.
fn numbered(puzzle: &Puzzle) -> BTreeSet<String> {
    let space = Space::best(puzzle, usize::MAX).unwrap();
    let (_, _, len) = space.numbered().unwrap();
    (0..len)
        .map(|index| puzzle.write_position(&space.unrank(index)))
        .collect()
}

/// The least steps, slides and moves to a goal.
fn least(puzzle: &Puzzle) -> [Option<u64>; 3] {
    Metric::OF_ONE_PIECE.map(|metric| {
        let graph = Graph::new(puzzle, &puzzle.start, metric).unwrap();
        let found = MemorySearch::from_start(&graph, 1);
        let goals = Goals::of(&graph);
        let reached = goals.reached(found.explored()).unwrap();
        reached.map(|reached| reached.generation)
    })
}

#[test]
fn cells_around_walls_have_no_numbers() {
    let puzzle = read(include_str!("samples/walled.toml"));
    let space = Space::best(&puzzle, usize::MAX).unwrap();
    assert_eq!(space.len(), 104_945u32.into());
    assert_eq!(least(&puzzle), [Some(70), Some(46), Some(31)]);
    // A block outside the walls, where there is room for it.
    let outside = puzzle
        .read_position(
            "00####..:00#..#..:###..###:#......#:#.1122.#:\
             ##3124##:.#3344#.:.##55##.:..#..#..:..####..",
        )
        .unwrap();
    assert_eq!(graph_of(&puzzle).index_of(&outside), None);
}

#[test]
fn a_puzzle_on_a_page_has_the_numbers_that_it_has_without() {
    let plain = Puzzle::open("lane-rouge").unwrap();
    let rows = plain.rows_of(&plain.start);
    // Not the same on any two sides, so that the page has no symmetry.
    let edge = ".######...";
    let mut page = vec!["..........".to_owned(), edge.to_owned()];
    page.extend(rows.iter().map(|row| format!(".#{}#...", row.concat())));
    page.push(edge.to_owned());
    let text = format!(
        "start = '''\n{}\n'''\ndistinct = ['{}']",
        page.join("\n"),
        rows[0][1]
    );
    let framed = read(&text);
    let [plain, framed] = [graph_of(&plain), graph_of(&framed)];
    assert_eq!(framed.len(), plain.len());
    assert_eq!(
        framed.layout().replace(" in reach of Start", ""),
        plain.layout()
    );
    let inner = |index: u64| {
        let rows = framed.puzzle().rows_of(&framed.configuration(index));
        let rows = rows[2..rows.len() - 1].iter().map(|row| row[2..6].concat());
        rows.collect::<Vec<String>>().join(":")
    };
    for index in (0..plain.len()).step_by(97) {
        let configuration = plain.configuration(index);
        assert_eq!(inner(index), plain.puzzle().write_position(&configuration));
    }
}

#[test]
fn components_are_whole_where_start_rules_cells_out() {
    let puzzle = read("start = '''\n.B#A.\n##.A.\n'''");
    let sizes = |text: &str| -> Vec<(u32, u32)> {
        let found = components(&read(text)).sizes.into_iter();
        found
            .map(|(size, count)| (size.try_into().unwrap(), count.try_into().unwrap()))
            .collect()
    };
    assert_eq!(numbered(&puzzle).len(), 8);
    assert_eq!(sizes("start = '''\n.B#A.\n##.A.\n'''"), [(4, 2), (2, 1)]);
    let oracle = Oracle::read("start = '''\n..#.A\n##.BA\n'''");
    let reached = oracle.generations(OracleMetric::Step, &[oracle.start()]);
    assert_eq!(reached.iter().map(BTreeSet::len).sum::<usize>(), 4);
}

#[test]
fn cars_in_a_lane_keep_their_order() {
    let puzzle = read("start = 'AABB..CC'\nhorizontal = ['A', 'B', 'C']");
    let all = numbered(&puzzle);
    assert_eq!(all.len(), 10);
    let found = components(&puzzle);
    // Each of the six orders has a component of its own.
    assert_eq!(found.sizes, [(10u32.into(), 6u32.into())]);
    assert_eq!(
        Count::of(&puzzle, Count::BYTES).unwrap().reachable(),
        10u32.into()
    );
    let graph = graph_of(&puzzle);
    let other = puzzle.read_position("BBAA..CC").unwrap();
    assert_eq!(graph.index_of(&other), None);
    // Begun there, it is the other way round.
    let graph = Graph::new(&puzzle, &other, Metric::Step).unwrap();
    assert_eq!(graph.len(), 10);
    assert!(graph.index_of(&other).is_some());
    assert_eq!(graph.index_of(&puzzle.start), None);
    for index in 0..10 {
        assert_eq!(graph.index_of(&graph.configuration(index)), Some(index));
    }
}

#[test]
fn alike_cars_of_a_lane_stand_where_others_let_them() {
    // Of each class two, and a third one between: A B A B C.
    let text = "start = 'A.BABC.'\nhorizontal = ['A', 'B', 'C']\nunits = ['A', 'B']\n\
        goal = '....A..'";
    let puzzle = read(text);
    let all = numbered(&puzzle);
    assert_eq!(all.len(), 21);
    let letters = |text: &String| text.replace('.', "");
    assert!(all.iter().all(|text| letters(text) == "ABABC"), "{all:?}");
    let graph = graph_of(&puzzle);
    let goals = Goals::of(&graph).all();
    let expected = all.iter().filter(|text| text.as_bytes()[4] == b'A').count();
    assert_eq!(goals.len(), expected);
}

#[test]
fn a_parking_puzzle_has_the_numbers_of_one_order_a_lane() {
    let puzzle = read(include_str!("samples/parking-9x9.toml"));
    let space = Space::best(&puzzle, usize::MAX).unwrap();
    // There are 24,914,747,712 in all orders.
    assert_eq!(space.len(), 21_502_855u32.into());
    assert!(space.layout().is_of_start());
}

#[test]
fn pieces_that_cannot_move_are_walls_that_print_as_pieces() {
    // K fills its pocket but for a cell, L is held there by K, and only M can move.
    let text = "start = '''\n#KK#\n#KL#\n####\nM..#\n'''\ndistinct = true\n\
        [[goal]]\nboard = '''\n....\n..L.\n....\n..M.\n'''\n\
        [[goal]]\nboard = '''\n....\n....\n....\nL...\n'''\n\
        [[goal]]\nboard = '''\n....\n.._.\n....\nM...\n'''";
    let puzzle = read(text);
    let rows = ["M..#", ".M.#", "..M#"].map(|row| format!("#KK#:#KL#:####:{row}"));
    assert_eq!(numbered(&puzzle), BTreeSet::from(rows));
    assert_eq!(least(&puzzle), [Some(2), Some(1), Some(1)]);
    let exchanged = puzzle.read_position("#KK#:#KM#:####:L..#").unwrap();
    assert_eq!(graph_of(&puzzle).index_of(&exchanged), None);
}

#[test]
fn where_nothing_can_move_there_is_one_configuration() {
    for text in [
        "start = 'A'",
        "start = 'A#B'",
        "start = 'A#BB#C#A'\nunits = ['A']",
    ] {
        let puzzle = read(text);
        let start = puzzle.write_position(&puzzle.start);
        assert_eq!(numbered(&puzzle), BTreeSet::from([start]));
        assert_eq!(components(&puzzle).own, 1u32.into());
        assert_eq!(
            Count::of(&puzzle, Count::BYTES).unwrap().reachable(),
            1u32.into()
        );
        let graph = graph_of(&puzzle);
        assert_eq!(graph.index_of(&puzzle.start), Some(0));
        assert_eq!(MemorySearch::from_start(&graph, 1).explored().counts(), [1]);
    }
}

#[test]
fn rules_see_pieces_that_cannot_move() {
    // S is between walls; R may not come to a corner of it.
    let text =
        "start = '''\nR...\n.#..\n#S##\n'''\n[[rule]]\nnever = 'adjacent'\npieces = ['R', 'S']";
    let rows = [
        "R...:.#..",
        ".R..:.#..",
        "..R.:.#..",
        "...R:.#..",
        "....:.#.R",
    ];
    let expected = rows.map(|rows| format!("{rows}:#S##"));
    assert_eq!(numbered(&read(text)), BTreeSet::from(expected));
    // R looks down: at T, which cannot move, but where S, which cannot move either, stands between.
    let text = "start = '''\nR...\n####\n#S##\n####\nTTTT\n'''\ndistinct = true\n\
        [[rule]]\nnever = 'exposed'\npiece = 'T'\nfrom = 'R'\ntoward = 'down'\nshields = ['S']";
    let text = text.replace("R...", ".R..");
    let expected = ".R..:####:#S##:####:TTTT".to_owned();
    assert_eq!(numbered(&read(&text)), BTreeSet::from([expected]));
}

#[test]
fn numbers_that_start_does_not_decide_lie_as_they_did() {
    for (word, layout) in [
        ("lane-rouge", "columns, one after the other"),
        ("checkmate", "rows, one after the other"),
        ("tiles:2x4", "columns, 60 orders in 64 bits"),
        ("rush-card-04", "columns, one after the other"),
        (
            "rush-card-01",
            "columns in reach of Start, one after the other",
        ),
    ] {
        let puzzle = Puzzle::open(word).unwrap();
        assert_eq!(graph_of(&puzzle).layout(), layout, "{word}");
    }
}

#[test]
fn a_board_of_144_cells_is_read_and_its_index_refused_if_it_is_too_large() {
    let puzzle = read(include_str!("samples/parking-12x12.toml"));
    let text = puzzle.write_position(&puzzle.start);
    assert_eq!(puzzle.read_position(&text), Ok(puzzle.start.clone()));
    let refused = Space::best(&puzzle, 1 << 12).unwrap_err();
    assert!(
        matches!(refused, SpaceError::AutomatonTooLarge { .. }),
        "{refused}"
    );
}

#[test]
fn tiles_of_more_cells_than_a_number_has_bits_are_counted() {
    let puzzle = Puzzle::tiles(12, 12).unwrap();
    let space = Space::best(&puzzle, usize::MAX).unwrap();
    let orders = (1..=144u32).fold(1u32.into(), |all: num_bigint::BigUint, own| all * own);
    assert_eq!(space.len(), orders);
    let half = Count::of(&puzzle, Count::BYTES).unwrap().reachable();
    assert_eq!(half, orders / 2u32);
    // More tiles than labels tell apart.
    let puzzle = Puzzle::tiles(2, 129).unwrap();
    let refused = Count::of(&puzzle, Count::BYTES).unwrap_err();
    assert!(matches!(refused, CountError::Tiles(_)), "{refused:?}");
}
