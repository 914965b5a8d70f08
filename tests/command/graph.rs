//! `graph` from outside: tables against the oracle, counts of documents, other programs that read
//! the files.

use super::program::Program;
use crate::oracle::random::PUZZLES;
use crate::oracle::search::{Oracle, OracleMetric};
use crate::support::skipped::skipped;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

/// A line of a table, by column.
pub(super) type Row = BTreeMap<String, String>;

/// The rows of a table, each by the names of its columns.
pub(super) fn table(text: &str) -> Vec<Row> {
    let mut lines = text.lines().map(fields);
    let names = lines.next().expect("a line of names");
    let rows = lines.map(|fields| {
        assert_eq!(fields.len(), names.len(), "{fields:?}");
        names.iter().cloned().zip(fields).collect()
    });
    rows.collect()
}

/// The fields of a line; quotes stand around those with commas or quotes in them.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.next_if_eq(&'"').is_some() => {
                fields.last_mut().unwrap().push('"');
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            letter => fields.last_mut().unwrap().push(letter),
        }
    }
    fields
}

/// The token on a cell.
fn token_on<'t>(position: &'t str, cell: &str) -> &'t str {
    let rows: Vec<&str> = position.split(':').collect();
    let (column, row) = cell.split_at(1);
    let column = usize::from(column.as_bytes()[0] - b'a');
    let row = rows[rows.len() - row.parse::<usize>().unwrap()];
    let tokens: Vec<&str> = if row.contains(' ') {
        row.split(' ').collect()
    } else {
        row.split("").filter(|token| !token.is_empty()).collect()
    };
    tokens[column]
}

/// Compares what is written with the part of the oracle's graph that `is_wanted` accepts.
fn compare(
    program: &Program,
    oracle: &Oracle,
    metric: OracleMetric,
    is_wanted: &dyn Fn(&str) -> bool,
) -> (usize, usize) {
    let generations = oracle.generations(metric, &[oracle.start()]);
    let reached: BTreeSet<String> = generations.iter().flatten().cloned().collect();
    let goals: Vec<String> = if oracle.has_goal() {
        reached
            .iter()
            .filter(|text| oracle.is_goal(text))
            .cloned()
            .collect()
    } else {
        Vec::new()
    };
    let mut to_finish = BTreeMap::new();
    if !goals.is_empty() {
        for (distance, met) in oracle.generations(metric, &goals).into_iter().enumerate() {
            to_finish.extend(met.into_iter().map(|text| (text, distance.to_string())));
        }
    }
    let nodes = table(&fs::read_to_string(program.path("out.nodes.csv")).unwrap());
    let edges = table(&fs::read_to_string(program.path("out.edges.csv")).unwrap());
    let mut texts = BTreeMap::new();
    for row in &nodes {
        let text = &row["position"];
        assert!(is_wanted(text), "{text} was not asked for");
        let generation: usize = row["generation"].parse().unwrap();
        assert!(generations[generation].contains(text), "{row:?}");
        let distance = to_finish.get(text).map_or("", String::as_str);
        assert_eq!(row["finish"], distance, "{row:?}");
        assert_eq!(row["start"], (*text == oracle.start()).to_string());
        assert_eq!(row["goal"], goals.contains(text).to_string());
        assert_eq!(&row["Label"], text);
        let before = texts.insert(row["Id"].clone(), text.clone());
        assert_eq!(before, None, "each number once");
    }
    let wanted = reached.iter().filter(|text| is_wanted(text)).count();
    assert_eq!(texts.values().collect::<BTreeSet<_>>().len(), wanted);
    assert_eq!(nodes.len(), wanted);

    let mut found = BTreeSet::new();
    for row in &edges {
        let (from, to) = (&texts[&row["Source"]], &texts[&row["Target"]]);
        let cell = &row["cell"];
        assert_eq!(token_on(from, cell), row["piece"], "{row:?}");
        assert_eq!(
            oracle.replay(from, &[(cell.as_str(), &row["move"])]),
            std::slice::from_ref(to),
            "{row:?}"
        );
        assert!(found.insert((from.min(to).clone(), from.max(to).clone())));
    }
    let mut expected = BTreeSet::new();
    for from in texts.values() {
        for to in oracle
            .neighbours(from, metric)
            .into_iter()
            .filter(|to| is_wanted(to))
        {
            expected.insert((from.min(&to).clone(), from.max(&to).clone()));
        }
    }
    assert_eq!(found, expected);
    (nodes.len(), edges.len())
}

#[test]
fn graphs_are_the_oracles_by_nodes_edges_distances_and_moves() {
    let program = Program::new();
    let mut compared = 0;
    for (seed, text) in &PUZZLES[..60] {
        let oracle = Oracle::read(text);
        if oracle.reachable_within(400).is_none() {
            continue;
        }
        compared += 1;
        program.write("random.toml", text);
        let metric = OracleMetric::ALL[*seed as usize % 3];
        let name = ["step", "slide", "move"][*seed as usize % 3];
        let words = [
            "graph",
            "random.toml",
            "--out",
            "out.csv",
            "--force",
            "--metric",
            name,
        ];
        let told = program.json(&words);
        let (nodes, edges) = compare(&program, &oracle, metric, &|_| true);
        assert_eq!(told["nodes"], nodes.to_string(), "seed {seed}");
        assert_eq!(told["edges"], edges.to_string(), "seed {seed}");

        // Goals are told also where nobody asks how far they are.
        let told = |column: &str| -> Vec<String> {
            let nodes = fs::read_to_string(program.path("out.nodes.csv")).unwrap();
            let rows = table(&nodes).into_iter();
            rows.map(|row| row[column].clone()).collect()
        };
        let goals = told("goal");
        program.json(&[&words[..], &["--no-finish"]].concat());
        assert_eq!(told("goal"), goals, "seed {seed}");
        assert!(told("finish").iter().all(String::is_empty), "seed {seed}");

        // Around the middle one of all, as far as half the depth.
        let generations = oracle.generations(metric, &[oracle.start()]);
        let all: Vec<&String> = generations.iter().flatten().collect();
        let centre = all[all.len() / 2].clone();
        let radius = generations.len() / 2;
        let near = oracle.generations(metric, std::slice::from_ref(&centre));
        let is_near = |text: &str| near.iter().take(radius + 1).any(|met| met.contains(text));
        let number = radius.to_string();
        let around = ["--around", centre.as_str(), "--radius", &number];
        program.json(&[&words[..], &around].concat());
        compare(&program, &oracle, metric, &is_near);

        let is_early = |text: &str| {
            generations
                .iter()
                .take(radius + 1)
                .any(|met| met.contains(text))
        };
        program.json(&[&words[..], &["--max-generation", &number]].concat());
        compare(&program, &oracle, metric, &is_early);
    }
    assert!(compared > 15, "{compared} small puzzles");
}

/// Whether python3 has a module.
pub(super) fn python_has(module: &str) -> bool {
    let asked = Command::new("python3")
        .args(["-c", &format!("import {module}")])
        .output();
    let has = asked.is_ok_and(|asked| asked.status.success());
    if !has {
        skipped(&format!(
            "python3 with {module} is not here, so graphs were NOT read by it."
        ));
    }
    has
}

/// What a Python program prints, run in the program's folder.
pub(super) fn python(program: &Program, text: &str) -> String {
    let ran = Command::new("python3")
        .args(["-c", text])
        .current_dir(program.path(""))
        .output()
        .unwrap();
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    String::from_utf8(ran.stdout).unwrap()
}

#[test]
fn the_graph_of_lane_rouge_has_its_nodes_and_edges_in_each_metric() {
    let program = Program::new();
    for (metric, edges) in [("slide", 44_423), ("move", 47_151), ("step", 41_948)] {
        let told = program.json(&[
            "graph",
            "lane-rouge",
            "--metric",
            metric,
            "--force",
            "--out",
            "l.graphml",
        ]);
        assert_eq!(told["nodes"], "25955");
        assert_eq!(told["edges"], edges.to_string());
        let text = fs::read_to_string(program.path("l.graphml")).unwrap();
        assert_eq!(text.matches("<node ").count(), 25_955);
        assert_eq!(text.matches("<edge ").count(), edges);
    }
    assert_eq!(program.names_in(""), ["generations", "l.graphml"]);
    if python_has("networkx") {
        let told = python(
            &program,
            "import networkx\n\
             graph = networkx.read_graphml('l.graphml')\n\
             start, = [node for node in graph if graph.nodes[node]['start']]\n\
             distances = networkx.single_source_shortest_path_length(graph, start)\n\
             assert all(graph.nodes[node]['generation'] == distances[node] for node in graph)\n\
             print(len(graph), graph.size(), networkx.is_connected(graph), \
             max(distances.values()))\n",
        );
        assert_eq!(told.trim(), "25955 41948 True 167");
    }
}

/// Writes the first generations of a puzzle in a format, and gives what is in the file, or those of
/// its tables.
fn first_generations(program: &Program, ending: &str) -> Vec<Vec<u8>> {
    let before = program.names_in("");
    let out = format!("first.{ending}");
    let words = ["graph", "lane-rouge", "--max-generation", "9"];
    program.text(&[&words[..], &["--metric", "move", "--out", &out]].concat());
    let mut names = program.names_in("");
    names.retain(|name| !before.contains(name) && name != "generations");
    names.sort();
    let files = names.iter().map(|name| fs::read(program.path(name)));
    files.map(Result::unwrap).collect()
}

#[test]
fn each_format_says_what_the_tables_say() {
    let program = Program::new();
    let tables = first_generations(&program, "csv");
    let [edges, nodes] = [0, 1].map(|at| table(std::str::from_utf8(&tables[at]).unwrap()));
    assert!(nodes.len() > 100 && edges.len() > 200 && nodes[0]["finish"] == "81");
    // The keys of a node with their values, then of an edge; numbers and truths are no strings.
    let of_node = ["generation", "finish", "position", "start", "goal"];
    let of_edge = ["piece", "cell", "move"];
    let is_string = |key: &str| key == "position" || of_edge.contains(&key);

    let files = first_generations(&program, "graphml");
    let lines = |begin: &str| -> Vec<String> {
        let text = std::str::from_utf8(&files[0]).unwrap().lines();
        let lines = text.filter(|line| line.starts_with(begin));
        lines.map(str::to_owned).collect()
    };
    let data = |row: &Row, keys: &[&str]| -> String {
        let data = |key: &&str| format!("<data key=\"{key}\">{}</data>", row[*key]);
        keys.iter().map(data).collect()
    };
    let node = |row: &Row| {
        let data = data(row, &of_node);
        format!("<node id=\"{}\">{data}</node>", row["Id"])
    };
    assert_eq!(lines("<node"), nodes.iter().map(node).collect::<Vec<_>>());
    let edge = |row: &Row| {
        let (from, to, data) = (&row["Source"], &row["Target"], data(row, &of_edge));
        format!("<edge source=\"{from}\" target=\"{to}\">{data}</edge>")
    };
    assert_eq!(lines("<edge"), edges.iter().map(edge).collect::<Vec<_>>());

    let files = first_generations(&program, "dot");
    let lines: Vec<&str> = std::str::from_utf8(&files[0]).unwrap().lines().collect();
    let list = |row: &Row, keys: &[&str]| -> String {
        let quote = |key: &str| if is_string(key) { "\"" } else { "" };
        let item = |key: &&str| format!("{key}={0}{1}{0}", quote(key), row[*key]);
        keys.iter().map(item).collect::<Vec<_>>().join(", ")
    };
    for row in &nodes {
        let line = format!("{} [{}];", row["Id"], list(row, &of_node));
        assert!(lines.contains(&line.as_str()), "{line}");
    }
    for row in &edges {
        let line = format!(
            "{} -- {} [{}];",
            row["Source"],
            row["Target"],
            list(row, &of_edge)
        );
        assert!(lines.contains(&line.as_str()), "{line}");
    }
    let found = |begin: char| lines.iter().filter(|line| line.starts_with(begin)).count();
    let numbered: usize = ('0'..='9').map(found).sum();
    assert_eq!(numbered, nodes.len() + edges.len());
}

/// The rows of a Parquet file.
#[cfg(feature = "parquet")]
pub(super) fn parquet_rows(path: &std::path::Path) -> Vec<Row> {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    let reader = SerializedFileReader::new(fs::File::open(path).unwrap()).unwrap();
    let row = |row: parquet::record::Row| -> Row {
        let columns = row.get_column_iter();
        let text = |field: &Field| match field {
            Field::Null => String::new(),
            Field::Str(text) => text.clone(),
            other => other.to_string(),
        };
        columns
            .map(|(name, field)| (name.clone(), text(field)))
            .collect()
    };
    let rows = reader.get_row_iter(None).unwrap();
    rows.map(|found| row(found.unwrap())).collect()
}

#[cfg(feature = "parquet")]
#[test]
fn each_table_as_parquet_is_that_as_csv() {
    let program = Program::new();
    let as_csv = first_generations(&program, "csv");
    first_generations(&program, "parquet");
    for (csv, name) in as_csv.iter().zip(["edges", "nodes"]) {
        let rows = parquet_rows(&program.path(format!("first.{name}.parquet")));
        assert_eq!(rows, table(std::str::from_utf8(csv).unwrap()), "{name}");
    }
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_has_the_rows_of_csv() {
    let program = Program::new();
    program.text(&[
        "graph",
        "lane-rouge",
        "--out",
        "l.parquet",
        "--max-generation",
        "140",
    ]);
    program.text(&[
        "graph",
        "lane-rouge",
        "--out",
        "l.csv",
        "--max-generation",
        "140",
    ]);
    for table in ["nodes", "edges"] {
        let bytes = fs::read(program.path(format!("l.{table}.parquet"))).unwrap();
        assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    }
    if python_has("pyarrow") {
        let told = python(
            &program,
            "import csv, pyarrow.parquet\n\
             word = lambda value: '' if value is None else str(value).lower() if value in (True, \
             False) and isinstance(value, bool) else str(value)\n\
             for table in 'nodes', 'edges':\n\
             \x20   rows = pyarrow.parquet.read_table(f'l.{table}.parquet').to_pylist()\n\
             \x20   rows = [{name: word(value) for name, value in row.items()} for row in rows]\n\
             \x20   with open(f'l.{table}.csv', newline='') as file:\n\
             \x20       assert rows == list(csv.DictReader(file))\n\
             \x20   print(table, len(rows) > 20000)\n",
        );
        assert_eq!(told, "nodes True\nedges True\n");
    }
}

#[test]
fn text_goes_to_stdout_and_nothing_else_does() {
    let program = Program::new();
    let text = "start = '''\n12\n3.\n'''\ndistinct = true\n";
    program.write("free.toml", text);
    let dot = program.text(&["graph", "free.toml", "--format", "dot"]);
    assert_eq!(
        dot,
        program.text(&["graph", "free.toml", "--format", "dot", "--out", "-"])
    );
    assert!(
        dot.starts_with("graph \"free\" {\n") && dot.ends_with("}\n"),
        "{dot}"
    );
    assert_eq!(dot.matches(" -- ").count(), 12);
    let edges = program.text(&["graph", "free.toml", "--format", "csv", "--table", "edges"]);
    assert!(
        edges.starts_with("Source,Target,piece,cell,move\n"),
        "{edges}"
    );
    assert_eq!(edges.lines().count(), 13);
    // The first generations of what is too large to be searched.
    let near = [
        "graph",
        "tiles:4x4",
        "--max-generation",
        "3",
        "--no-finish",
        "--format",
        "csv",
    ];
    let nodes = program.text(&[&near[..], &["--table", "nodes"]].concat());
    assert_eq!(nodes.lines().count(), 1 + 1 + 2 + 4 + 10);
    assert!(
        nodes
            .lines()
            .nth(1)
            .unwrap()
            .ends_with(",0,,1 2 3 4:5 6 7 8:9 10 11 12:13 14 15 .,true,true")
    );
    assert_eq!(
        program.names_in("generations").len(),
        0,
        "no search was needed"
    );
}

#[test]
fn what_cannot_be_written_is_told() {
    let program = Program::new();
    for words in [
        &["tiles:2x2"][..],
        &["tiles:2x2", "--out", "graph"],
        &["tiles:2x2", "--format", "csv"],
        &["tiles:2x2", "--format", "dot", "--table", "nodes"],
        &["tiles:2x2", "--out", "g.dot", "--radius", "2"],
        &[
            "tiles:2x2",
            "--out",
            "g.dot",
            "--around",
            "12:3.",
            "--radius",
            "2",
            "--max-generation",
            "2",
        ],
    ] {
        program.failure(&[&["graph"], words].concat(), 2);
    }
    let ran = program.run(&["graph", "tiles:2x2", "--format", "dot", "--json"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    let far = [
        "graph",
        "tiles:2x2",
        "--around",
        "21:3.",
        "--radius",
        "1",
        "--out",
        "g.dot",
    ];
    program.failure(&far, 3);
    for out in ["nowhere/g.dot", "nowhere/g.csv"] {
        let error = program.failure(&["graph", "checkmate", "--out", out], 1);
        let message = error["message"].as_str().unwrap();
        assert!(
            message.contains("nowhere/g.") && !message.contains(".slidewise"),
            "{error}"
        );
        let stores = program.names_in("generations");
        assert!(
            !stores.iter().any(|name| name.starts_with("checkmate")),
            "it is reported before any search: {stores:?}"
        );
    }
    let small = [
        "graph",
        "tiles:3x3",
        "--no-finish",
        "--out",
        "g.dot",
        "--memory",
        "10K",
    ];
    let error = program.failure(&small, 1);
    assert!(
        error["message"].as_str().unwrap().contains("memory"),
        "{error}"
    );
    assert_eq!(
        program.names_in(""),
        ["generations"],
        "nothing half is left"
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_graph_leaves_no_file_and_the_old_one() {
    use super::program::until_it_heeds_signals;

    let program = Program::new();
    program.write("g.csv.edges.csv", "old\n");
    program.write("g.edges.csv", "old\n");
    let child = program
        .command(&[
            "graph",
            "tiles:4x4",
            "--no-finish",
            "--force",
            "--out",
            "g.csv",
        ])
        .spawn()
        .unwrap();
    until_it_heeds_signals(&child);
    let id = child.id().to_string();
    Command::new("kill").args(["-INT", &id]).status().unwrap();
    let ran = child.wait_with_output().unwrap();
    assert_eq!(ran.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("interrupted"));
    assert_eq!(
        program.names_in(""),
        ["g.csv.edges.csv", "g.edges.csv", "generations"]
    );
    assert_eq!(
        fs::read_to_string(program.path("g.edges.csv")).unwrap(),
        "old\n"
    );
}

#[cfg(unix)]
#[test]
fn a_graph_that_is_ended_at_once_leaves_no_file() {
    let program = Program::new();
    let mut child = program
        .command(&["graph", "tiles:4x4", "--no-finish", "--out", "g.csv"])
        .spawn()
        .unwrap();
    super::program::until_it_heeds_signals(&child);
    // Two signals that it hears at the same time: the first asks it to end, the second does not let
    // it.
    let id = child.id().to_string();
    for signal in ["-STOP", "-INT", "-TERM", "-CONT"] {
        Command::new("kill").args([signal, &id]).status().unwrap();
    }
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert_eq!(program.names_in(""), ["generations"]);
}

#[cfg(feature = "pictures")]
#[test]
fn pictures_show_what_they_can_and_say_what_they_cannot() {
    let program = Program::new();
    program.write("free.toml", "start = 'A.'\n");
    let words = "graph lane-rouge --max-generation 12 --out l.svg --force";
    let words: Vec<&str> = words.split(' ').collect();
    let told = program.json(&words);
    let first = fs::read(program.path("l.svg")).unwrap();
    assert_eq!(told["files"][0]["bytes"], first.len());
    program.text(&words);
    assert!(
        first == fs::read(program.path("l.svg")).unwrap(),
        "the same bytes"
    );
    // The end of the scale is the largest of the distances that the colours show.
    let near = ["graph", "lane-rouge", "--max-generation", "12"];
    let nodes = program.text(&[&near[..], &["--format", "csv", "--table", "nodes"]].concat());
    let rows = table(&nodes).into_iter();
    let to_finish = rows.map(|row| row["finish"].parse::<u64>().unwrap());
    for (colour, end) in [("generation", 12), ("finish", to_finish.max().unwrap())] {
        program.text(
            &[
                &near[..],
                &["--colour", colour, "--out", "l.svg", "--force"],
            ]
            .concat(),
        );
        let drawn = fs::read_to_string(program.path("l.svg")).unwrap();
        assert!(drawn.contains(&format!(">{end}</text>")), "{colour} {end}");
    }
    program.text(&["graph", "tiles:2x3", "--out", "t.png", "--theme", "dark"]);
    assert!(
        fs::read(program.path("t.png"))
            .unwrap()
            .starts_with(b"\x89PNG")
    );
    let error = program.failure(&["graph", "tiles:2x5", "--out", "big.svg"], 2);
    let message = error["message"].as_str().unwrap();
    assert!(
        message.contains("1,000,000") && message.contains("1,814,400"),
        "{error}"
    );
    program.failure(
        &["graph", "free.toml", "--out", "t.svg", "--colour", "finish"],
        2,
    );
    program.failure(
        &["graph", "free.toml", "--out", "t.dot", "--colour", "finish"],
        2,
    );
}

#[test]
fn completions_and_pages_have_every_command() {
    let program = Program::new();
    let commands = program.commands();
    assert!(commands.iter().any(|name| name == "graph"));
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = program.text(&["completions", shell]);
        for name in &commands {
            assert!(
                script.contains(name.as_str()),
                "{shell} does not complete {name}"
            );
        }
    }
    let told = program.json(&["man", "--out", "man"]);
    assert_eq!(told["files"].as_array().unwrap().len(), commands.len() + 1);
    for name in &commands {
        let page = fs::read_to_string(program.path(format!("man/slidewise-{name}.1"))).unwrap();
        assert!(
            page.contains(".SH NAME") && page.contains("Example"),
            "{name}"
        );
        assert_eq!(page, program.text(&["man", name]), "{name}");
    }
    program.failure(&["man", "nothing"], 3);
    program.failure(&["completions", "nothing"], 2);
}
