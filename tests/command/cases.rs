//! Puzzles of the kinds that people bring, two of each: what `solve` says of them against the
//! oracle, in all metrics.

use super::program::Program;
use crate::oracle::search::{Oracle, OracleMetric};

/// By kind: names and files.
const CASES: [(&str, &str); 12] = [
    // Walled boards on a page of cells.
    (
        "page-of-a-room",
        "start = '''\n.........\n..#####..\n..#aab#..\n..#c.b#..\n..#.d.#..\n..#####..\n.........\n\
         '''\n\
         goal = '''\n.........\n.........\n....aa...\n....b....\n....b....\n.........\n.........\n\
         '''\n",
    ),
    (
        "page-of-a-corner",
        "start = '''\naa.#....\nb..#....\nbc.#....\n####....\n........\n'''\ndistinct = ['c']\n\
         goal = '''\n..c.....\n........\n........\n........\n........\n'''\n",
    ),
    // One lane.
    (
        "lane-across",
        "start = 'AA.BB..C'\nhorizontal = ['A', 'B', 'C']\ngoal = '...AA...'\n",
    ),
    (
        "lane-down",
        "start = '''\nA\nB\n.\nA\n.\nC\n.\n'''\nvertical = ['A', 'B', 'C']\nunits = ['A']\n\
         goal = '''\n.\n.\nB\n.\n.\n.\nC\n'''\n",
    ),
    // Parking on large boards, up to more than 128 cells.
    (
        "parking-9x9",
        "start = '''\n.........\n...B.....\n...B..C..\n...B..C..\nXX.B..C..\n......D..\n......D..\n\
         ##.....##\n##EEE..##\n'''\n\
         horizontal = ['X', 'E']\nvertical = ['B', 'C', 'D']\n\
         goal = '''\n.........\n.........\n.........\n.........\n.......XX\n.........\n.........\n\
         .........\n.........\n'''\n",
    ),
    (
        "parking-12x12",
        "start = '''\n............\n............\n............\n....A.......\n....A.......\n\
         XX..A..B....\n.......B....\n\
         .......B....\n............\n............\n............\n............\n'''\n\
         horizontal = ['X']\nvertical = ['A', 'B']\n\
         goal = '''\n............\n............\n............\n............\n............\n\
         ..........XX\n............\n\
         ............\n............\n............\n............\n............\n'''\n",
    ),
    // Tiles with a goal of one's own, as a snail and as columns.
    (
        "snail",
        "start = '''\n3 1 2\n. 5 4\n'''\ndistinct = true\ngoal = '''\n1 2 3\n. 5 4\n'''\n",
    ),
    (
        "columns",
        "start = '''\n. 1 2 3\n4 5 6 7\n'''\ndistinct = true\ngoal = '''\n1 3 5 6\n2 4 7 .\n'''\n",
    ),
    // Small wooden classics.
    (
        "wooden-4x4",
        "start = '''\naabb\naacc\nd..e\nf..e\n'''\ngoal = '''\n....\n....\n..aa\n..aa\n'''\n",
    ),
    (
        "wooden-3x4",
        "start = '''\nAAbc\nAA.d\n....\n'''\ngoal = '''\n....\n..AA\n..AA\n'''\n",
    ),
    // No cell is empty, and `0` is meant as one.
    (
        "zero-in-the-middle",
        "start = '''\n1 2 3\n4 0 5\n'''\ndistinct = true\ngoal = '''\n1 2 3\n4 5 0\n'''\n",
    ),
    (
        "zero-in-the-corner",
        "start = '''\n01\n32\n'''\ndistinct = true\ngoal = '''\n12\n30\n'''\n",
    ),
];

#[test]
fn kinds_of_puzzles_are_solved_as_the_oracle_solves_them() {
    let program = Program::new();
    let metrics = [
        ("step", OracleMetric::Step),
        ("slide", OracleMetric::Slide),
        ("move", OracleMetric::Move),
    ];
    let mut solved = 0;
    for (name, text) in CASES {
        let file = format!("{name}.toml");
        program.write(&file, text);
        let oracle = Oracle::read(text);
        for (metric, own) in metrics {
            let routes = oracle.routes(own);
            let nearest = routes.iter().enumerate().find_map(|(moves, members)| {
                let goals = members.iter().filter(|(text, _)| oracle.is_goal(text));
                let ways: u128 = goals.map(|(_, ways)| ways).sum();
                (ways > 0).then_some((moves, ways))
            });
            let ran = program.run(&["solve", &file, "--metric", metric, "--json"]);
            let record: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
            match nearest {
                Some((moves, ways)) => {
                    assert_eq!(ran.code, Some(0), "{name}: {ran:?}");
                    assert_eq!(record["moves"], moves, "{name}, {metric}");
                    assert_eq!(record["routes"], ways.to_string(), "{name}, {metric}");
                    solved += 1;
                }
                None => {
                    assert_eq!(ran.code, Some(3), "{name}: {ran:?}");
                    let reason = if name.starts_with("zero") {
                        "no-empty-cell"
                    } else {
                        panic!("{name} has no solution: {record}")
                    };
                    assert_eq!(record["error"]["reason"], reason);
                }
            }
        }
    }
    assert_eq!(solved, 30);
}
