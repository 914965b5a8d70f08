//! `slidewise inspect`: views of the automaton, the index and a store.

use crate::arguments::{CommonArgs, InspectView};
use crate::io::output::{CommandResult, Output};
use crate::io::setup::{explorer, open_puzzle};
use slidewise_app::Problem;
use slidewise_render::{
    MAX_DRAWN_NODES, automaton_dot, automaton_levels, counted, human_bytes, index_walk, json,
    with_commas,
};
use slidewise_store::StoreView;
use std::path::Path;

/// Shows the view that the arguments name.
pub(crate) fn run(common: &CommonArgs, view: &InspectView) -> CommandResult {
    match view {
        InspectView::Automaton { puzzle, dot } => automaton(common, puzzle, *dot),
        InspectView::Index { puzzle, position } => index(common, puzzle, position),
        InspectView::Store { folder } => store(folder),
    }
}

fn automaton(common: &CommonArgs, word: &str, wants_dot: bool) -> CommandResult {
    let puzzle = open_puzzle(common, word, None)?;
    let numbered = explorer(common, &puzzle)?.number()?;
    let space = numbered.graph.space();
    let automaton = space.automaton();
    let nodes = automaton.node_count();
    if wants_dot {
        if common.json {
            return Err(Problem::of_input(
                "--dot and --json cannot be used together",
                "leave out --json to write DOT, or --dot to write the table as JSON",
            ));
        }
        if nodes > MAX_DRAWN_NODES {
            return Err(Problem::of_input(
                format!(
                    "the automaton has {}, but DOT is written for at most {}",
                    counted(nodes, "node"),
                    with_commas(MAX_DRAWN_NODES)
                ),
                "leave out --dot: the table then shows the number of nodes and edges at each cell",
            ));
        }
        return Ok(Output::of_text(automaton_dot(&puzzle, space)));
    }
    let levels = automaton_levels(&puzzle, space);
    let edges: usize = levels.iter().map(|level| level.edges).sum();
    let mut lines = vec![
        format!(
            "{}: {} in an automaton of {} and {}, {}",
            puzzle.title,
            counted(space.pattern_count(), "pattern"),
            counted(nodes, "node"),
            counted(edges, "edge"),
            human_bytes(automaton.bytes() as u64)
        ),
        String::new(),
        format!("{:<6} {:>12} {:>12}", "cell", "nodes", "edges"),
    ];
    lines.extend(levels.iter().map(|level| {
        format!(
            "{:<6} {:>12} {:>12}",
            level.cell,
            with_commas(level.nodes),
            with_commas(level.edges)
        )
    }));
    let record = json::AutomatonRecord {
        puzzle: puzzle.name.clone(),
        patterns: json::digits(space.pattern_count()),
        nodes,
        edges,
        bytes: automaton.bytes(),
        levels,
    };
    Ok(Output::new(lines, &record))
}

fn index(common: &CommonArgs, word: &str, position: &str) -> CommandResult {
    let puzzle = open_puzzle(common, word, None)?;
    let configuration = puzzle.read_position(position)?;
    let numbered = explorer(common, &puzzle)?.number()?;
    let number = numbered.index_of(&configuration)?;
    let walk = index_walk(&puzzle, numbered.graph.space(), &configuration)
        .ok_or_else(|| numbered.unreachable(&configuration))?;
    let mut lines = vec![
        format!("{}: {position}", puzzle.title),
        String::new(),
        format!(
            "{:<6} {:<12} {:>20} {:>20}",
            "cell", "choice", "patterns before", "sum"
        ),
    ];
    lines.extend(walk.steps.iter().map(|step| {
        format!(
            "{:<6} {:<12} {:>20} {:>20}",
            step.cell,
            step.choice,
            with_commas(step.before),
            with_commas(step.sum)
        )
    }));
    lines.push(String::new());
    lines.push(format!("pattern {}", with_commas(walk.pattern)));
    lines.extend(walk.arrangements.iter().map(|own| {
        format!(
            "arrangement {}: {} of {}",
            own.tokens.join(" "),
            with_commas(own.rank),
            with_commas(own.of)
        )
    }));
    lines.push(format!("rank {}", with_commas(walk.rank)));
    lines.push(format!(
        "its number in the state graph: {}",
        with_commas(number)
    ));
    let record = json::IndexRecord {
        puzzle: puzzle.name.clone(),
        position: puzzle.write_position(&configuration),
        walk,
        number: json::digits(number),
    };
    Ok(Output::new(lines, &record))
}

fn store(folder: &Path) -> CommandResult {
    let view = StoreView::open(folder)?;
    let header = &view.header;
    let mut lines = vec![
        format!(
            "{}: a store of {}",
            folder.display(),
            match view.kind.name() {
                "frontier" => "sorted files",
                _ => "marks",
            }
        ),
        String::new(),
        format!("format          {}", header.format),
        format!("puzzle          {}", header.name),
        format!("fingerprint     {}", header.fingerprint_hex()),
        format!("metric          {}", header.metric),
        format!("from            {}", header.direction),
        format!("configurations  {}", with_commas(header.configurations)),
        format!("layout          {}", header.layout),
        String::new(),
        match (view.is_complete, view.counts.len()) {
            (true, all) => format!("log: {}, complete", counted(all, "generation")),
            (false, all) => format!("log: {} so far", counted(all, "generation")),
        },
    ];
    if view.torn_bytes > 0 {
        lines.push(format!(
            "after the log: {} of an incomplete record, left by a killed run",
            counted(view.torn_bytes, "byte")
        ));
    }
    let generations = view.counts.iter().enumerate();
    lines.extend(
        generations.map(|(number, count)| format!("  generation {number}: {}", with_commas(count))),
    );
    lines.push(String::new());
    let files = view.files.iter();
    lines.extend(files.map(|(name, bytes)| format!("{name:<12} {}", human_bytes(*bytes))));
    let record = json::StoreViewRecord {
        folder: folder.display().to_string(),
        kind: view.kind.name(),
        format: header.format,
        puzzle: header.name.clone(),
        fingerprint: header.fingerprint_hex(),
        metric: header.metric.clone(),
        from: header.direction.clone(),
        configurations: json::digits(header.configurations),
        layout: header.layout.clone(),
        generations: view.counts.iter().map(json::digits).collect(),
        complete: view.is_complete,
        torn_bytes: view.torn_bytes,
        files: view
            .files
            .iter()
            .map(|(name, bytes)| json::StoreFileRecord {
                name: name.clone(),
                bytes: *bytes,
            })
            .collect(),
    };
    Ok(Output::new(lines, &record))
}
