//! Puzzles without an index: more configurations than 64 bits tell apart, or more nodes than are
//! built soon.

use super::program::Program;

/// Tiles in one row, one cell empty: 30 positions of 30! can be reached.
fn row(goal: &str) -> String {
    let tiles: Vec<String> = (1..30).map(|tile| tile.to_string()).collect();
    format!(
        "start = \"\"\"\n{} .\n\"\"\"\ndistinct = true\ngoal = \"\"\"\n{goal}\n\"\"\"\n",
        tiles.join(" ")
    )
}

#[test]
fn a_way_is_found_where_there_are_too_many_configurations() {
    let program = Program::new();
    let start = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 18 0 19 20 21 17 22 23 24";
    let solved = program.json(&["solve", "tiles:5x5", "--start", start]);
    assert_eq!(
        (&solved["moves"], &solved["routes"]),
        (&5.into(), &"1".into())
    );
    assert_eq!(solved["proved"], true);
    let found = program.json(&["find", "tiles:5x5", start]);
    assert_eq!(
        (&found["generation"], &found["routes"]),
        (&5.into(), &"1".into())
    );
    assert!(program.names_in("generations").is_empty());
}

#[test]
fn a_bound_is_proved_where_memory_is_used_up() {
    let program = Program::new();
    let far = "24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0";
    let words = ["solve", "tiles:5x5", "--start", far, "--method", "explore"];
    let words = [&words[..], &["--json", "--memory"]].concat();
    let mut bounds = Vec::new();
    for memory in ["64K", "1M", "16M"] {
        let ran = program.run(&[&words[..], &[memory]].concat());
        assert_eq!(ran.code, Some(1), "{ran:?}");
        let record: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(record["moves"], serde_json::Value::Null);
        assert_eq!(record["proved"], false);
        assert!(record.get("error").is_none());
        assert!(record["hint"].as_str().unwrap().contains("raise --memory"));
        bounds.push(record["at_least"].as_u64().unwrap());
    }
    // Each generation has about twice as many positions, and 16 times as much memory holds some
    // four more.
    assert!(
        bounds[0] + 2 < bounds[1] && bounds[1] + 2 < bounds[2],
        "{bounds:?}"
    );
}

#[test]
fn what_cannot_be_reached_is_known_without_numbers() {
    let program = Program::new();
    let odd = "2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 0";
    let ran = program.run(&["solve", "tiles:5x5", "--start", odd]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.stderr.contains("parity"), "{}", ran.stderr);
    // An even permutation that a row does not allow, and a tile that goes one cell to the right.
    let rest: Vec<String> = (4..30).map(|tile| tile.to_string()).collect();
    program.write("turned.toml", &row(&format!("2 3 1 {} _", rest.join(" "))));
    let ran = program.run(&["solve", "turned.toml", "--json"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.stdout.contains("30 "), "{}", ran.stdout);
    program.write(
        "near.toml",
        &row(&[&["."; 29][..], &["29"]].concat().join(" ")),
    );
    assert_eq!(program.json(&["solve", "near.toml"])["moves"], 1);
}

#[test]
fn a_puzzle_whose_index_is_large_is_solved_without_it() {
    let program = Program::new();
    let text = include_str!("../samples/parking-12x12.toml");
    let [start, _] = text.split("goal =").collect::<Vec<_>>()[..] else {
        panic!("it has one goal");
    };
    // AA goes up and AG to the right, in either order.
    let mut goal = vec![vec!["."; 12]; 12];
    for (row, column, token) in [
        (5, 7, "AA"),
        (6, 7, "AA"),
        (8, 8, "AG"),
        (8, 9, "AG"),
        (8, 10, "AG"),
    ] {
        goal[row][column] = token;
    }
    let goal: Vec<String> = goal.iter().map(|row| row.join(" ")).collect();
    let text = format!("{start}goal = \"\"\"\n{}\n\"\"\"\n", goal.join("\n"));
    program.write("large.toml", &text);
    let solved = program.json(&["solve", "large.toml", "--metric", "slide"]);
    assert_eq!(
        (&solved["moves"], &solved["routes"]),
        (&2.into(), &"2".into())
    );
    // Its certificate is right by rules that know no index.
    program.json(&["solve", "large.toml", "--certificate", "way.json"]);
    assert_eq!(program.json(&["replay", "way.json"])["at_goal"], true);
    assert!(program.names_in("generations").is_empty());
}
