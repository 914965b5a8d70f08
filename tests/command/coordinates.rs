//! `graph` with the places of a layout: GEXF, and columns of the other formats.

use super::graph::{Row, python, python_has, table};
use super::program::Program;
use roxmltree::{Document, Node};
use std::fs;

/// The namespace of the places in GEXF.
const VIZ: &str = "http://gexf.net/1.3/viz";

/// Writes a graph and reads the table of nodes that it has.
fn nodes(program: &Program, words: &str) -> Vec<Row> {
    let words: Vec<&str> = words.split(' ').collect();
    let more = ["--force", "--out", "out.csv", "--coordinates"];
    program.text(&[&["graph"], &words[..], &more].concat());
    table(&fs::read_to_string(program.path("out.nodes.csv")).unwrap())
}

/// The place of a node.
fn place(row: &Row) -> [f32; 3] {
    ["x", "y", "z"].map(|axis| row[axis].parse().unwrap())
}

/// What each node or edge of a GEXF file has, by the names of the tables' columns.
fn items(document: &Document<'_>, tag: &str) -> Vec<Row> {
    let is_own = |node: &Node<'_, '_>| node.has_tag_name(("http://gexf.net/1.3", tag));
    let items = document.descendants().filter(is_own);
    let row = |item: Node<'_, '_>| -> Row {
        let names = [("id", "Id"), ("source", "Source"), ("target", "Target")];
        let own = names.into_iter().filter_map(|(name, column)| {
            let value = item.attribute(name)?;
            Some((column.to_owned(), value.to_owned()))
        });
        let is_value = |value: &Node<'_, '_>| value.tag_name().name() == "attvalue";
        let values = item.descendants().filter(is_value).map(|value| {
            let [key, text] = ["for", "value"].map(|name| value.attribute(name).unwrap());
            (key.to_owned(), text.to_owned())
        });
        let position = item
            .children()
            .find(|own| own.has_tag_name((VIZ, "position")));
        let axes = position.into_iter().flat_map(|own| own.attributes());
        let axes = axes.map(|axis| (axis.name().to_owned(), axis.value().to_owned()));
        own.chain(values).chain(axes).collect()
    };
    items.map(row).collect()
}

#[test]
fn gexf_has_the_nodes_edges_and_places_of_the_tables() {
    let program = Program::new();
    let part = "lane-rouge --max-generation 9 --metric move";
    let nodes = nodes(&program, part);
    let edges = table(&fs::read_to_string(program.path("out.edges.csv")).unwrap());
    let words: Vec<&str> = part.split(' ').collect();
    program.text(&[&["graph"], &words[..], &["--out", "l.gexf"]].concat());
    let text = fs::read_to_string(program.path("l.gexf")).unwrap();
    let document = Document::parse(&text).unwrap();

    // Each attribute is declared, once for each class, and there is one list of each.
    let all = |tag: &str| -> Vec<Node<'_, '_>> {
        let found = document.descendants();
        found.filter(|own| own.tag_name().name() == tag).collect()
    };
    assert_eq!((all("nodes").len(), all("edges").len()), (1, 1));
    assert_eq!(
        all("graph")[0].attribute("defaultedgetype"),
        Some("undirected")
    );
    let declared = |class: &str| -> Vec<&str> {
        let lists = all("attributes").into_iter();
        let own = lists.filter(|own| own.attribute("class") == Some(class));
        own.flat_map(|own| own.children())
            .filter_map(|own| own.attribute("id"))
            .collect()
    };
    let of_node = ["generation", "finish", "position", "start", "goal"];
    assert_eq!(declared("node"), of_node);
    assert_eq!(declared("edge"), ["piece", "cell", "move"]);

    let found = items(&document, "node");
    assert_eq!(found.len(), nodes.len());
    for (own, row) in found.iter().zip(&nodes) {
        for key in ["Id"].into_iter().chain(of_node) {
            assert_eq!(own[key], row[key], "{key} of {row:?}");
        }
        // An edge is about 10 long, and y leads up.
        let ([x, y, z], [own_x, own_y, own_z]) = (place(row), place(own));
        let apart = [own_x - 10.0 * x, own_y + 10.0 * y, own_z - 10.0 * z];
        assert!(
            apart.iter().all(|apart| apart.abs() < 0.01),
            "{own:?} {row:?}"
        );
    }
    for (own, row) in items(&document, "edge").iter().zip(&edges) {
        for key in ["Source", "Target", "piece", "cell", "move"] {
            assert_eq!(own[key], row[key], "{key} of {row:?}");
        }
    }
    let ends = |row: &Row, end: &str| {
        let row = found.iter().find(|own| own["Id"] == row[end]);
        place(row.expect("both ends are nodes"))
    };
    let mut lengths: Vec<f32> = edges
        .iter()
        .map(|row| {
            let (from, to) = (ends(row, "Source"), ends(row, "Target"));
            (from[0] - to[0]).hypot(from[1] - to[1])
        })
        .collect();
    lengths.sort_by(f32::total_cmp);
    let median = lengths[lengths.len() / 2];
    assert!((5.0..15.0).contains(&median), "{median}");
    if python_has("networkx") {
        let told = python(
            &program,
            "import networkx\n\
             graph = networkx.read_gexf('l.gexf')\n\
             start, = [node for node in graph if graph.nodes[node]['start']]\n\
             place = graph.nodes[start]['viz']['position']\n\
             print(len(graph), graph.size(), sorted(place))\n",
        );
        let expected = format!("{} {} ['x', 'y', 'z']", nodes.len(), edges.len());
        assert_eq!(told.trim(), expected);
    }
}

#[test]
fn every_format_has_the_same_places() {
    let program = Program::new();
    let words = "tiles:2x3 --layout tree --dimensions 3 --seed 5";
    let nodes = nodes(&program, words);
    assert_eq!(nodes.len(), 360);
    assert!(nodes.iter().any(|row| place(row)[2] != 0.0));
    let words: Vec<&str> = words.split(' ').collect();
    let write = |out: &str| {
        program.text(&[&["graph"], &words[..], &["--coordinates", "--out", out]].concat());
        fs::read(program.path(out)).unwrap_or_default()
    };
    let graphml = String::from_utf8(write("t.graphml")).unwrap();
    let dot = String::from_utf8(write("t.dot")).unwrap();
    for axis in ["x", "y", "z"] {
        let key = format!("<key id=\"{axis}\" for=\"node\" attr.name=\"{axis}\"");
        assert!(graphml.contains(&key), "{key}");
    }
    for row in &nodes {
        let data = ["x", "y", "z"].map(|axis| format!("<data key=\"{axis}\">{}</data>", row[axis]));
        let (id, data) = (&row["Id"], data.concat());
        let line = graphml
            .lines()
            .find(|own| own.starts_with(&format!("<node id=\"{id}\"")));
        assert!(
            line.unwrap().ends_with(&format!("{data}</node>")),
            "{row:?}"
        );
        let [x, y, z] = place(row).map(|own| 10.0 * own + 0.0);
        let line = dot.lines().find(|own| own.starts_with(&format!("{id} [")));
        let at = format!("pos=\"{x:.2},{:.2},{z:.2}\"];", 0.0 - y);
        assert!(line.unwrap().ends_with(&at), "{at} {line:?}");
    }
    #[cfg(feature = "parquet")]
    {
        write("t.parquet");
        let rows = super::graph::parquet_rows(&program.path("t.nodes.parquet"));
        for (own, row) in rows.iter().zip(&nodes) {
            assert_eq!((&own["Id"], place(own)), (&row["Id"], place(row)));
        }
        assert_eq!(rows.len(), nodes.len());
    }
}

#[test]
fn the_layout_of_a_whole_graph_is_kept_and_that_of_a_part_is_not() {
    let program = Program::new();
    let kept = || {
        let mut names = program.names_in("generations");
        names.retain(|name| name.contains(".layout-"));
        names
    };
    let part = nodes(&program, "tiles:2x3 --max-generation 8");
    nodes(&program, "tiles:2x3 --around 123:45. --radius 3");
    assert!(part.len() > 20 && kept().is_empty());
    let first = nodes(&program, "tiles:2x3");
    assert!(kept()[0].ends_with(".layout-distances-2-1"), "{:?}", kept());
    assert!(first.iter().all(|row| row["z"] == "0"));
    assert_eq!(nodes(&program, "tiles:2x3"), first);
    assert_ne!(nodes(&program, "tiles:2x3 --seed 2"), first);
    assert_ne!(nodes(&program, "tiles:2x3 --layout tree"), first);
    assert_ne!(nodes(&program, "tiles:2x3 --dimensions 3"), first);
    assert_eq!(kept().len(), 4, "{:?}", kept());
}

#[test]
fn a_level_has_places_too() {
    let program = Program::new();
    let nodes = nodes(&program, "microban:2 --no-finish");
    let edges = table(&fs::read_to_string(program.path("out.edges.csv")).unwrap());
    let told = program.json(&["graph", "microban:2", "--no-finish", "--out", "m.gexf"]);
    let counts = [nodes.len(), edges.len()].map(|count| count.to_string());
    assert_eq!([&told["nodes"], &told["edges"]], [&counts[0], &counts[1]]);
    let text = fs::read_to_string(program.path("m.gexf")).unwrap();
    let document = Document::parse(&text).unwrap();
    assert!(text.contains("defaultedgetype=\"directed\""));
    let found = items(&document, "node");
    assert_eq!(found.len(), nodes.len());
    for (own, row) in found.iter().zip(&nodes) {
        assert_eq!(own["Id"], row["Id"]);
        assert!((place(own)[0] - 10.0 * place(row)[0]).abs() < 0.01);
    }
    assert_eq!(items(&document, "edge").len(), edges.len());
}

#[test]
fn places_that_cannot_be_written_are_refused() {
    let program = Program::new();
    for words in [
        "tiles:2x2 --out g.svg --coordinates",
        "tiles:2x2 --out g.html --coordinates",
        "tiles:2x2 --format csv --table edges --coordinates",
        "tiles:2x2 --out g.csv --layout tree",
        "tiles:2x2 --out g.csv --seed 2",
        "tiles:2x2 --out g.dot --dimensions 3",
        "tiles:2x2 --out g.svg --dimensions 3",
        "tiles:2x2 --out g.gexf --dimensions 4",
        "tiles:2x2 --out g.gexf --layout round",
        "tiles:2x2 --out g.gexf --table nodes",
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        program.failure(&[&["graph"], &words[..]].concat(), 2);
    }
    let large = ["graph", "tiles:2x5", "--no-finish", "--out", "g.gexf"];
    let error = program.failure(&large, 2);
    let message = error["message"].as_str().unwrap();
    assert!(
        message.contains("1,000,000") && message.contains("1,814,400"),
        "{error}"
    );
    assert!(
        error["hint"].as_str().unwrap().contains("--max-generation"),
        "{error}"
    );
    assert_eq!(program.names_in(""), ["generations"]);
    program.text(&[&large[..], &["--max-generation", "9"]].concat());
}
