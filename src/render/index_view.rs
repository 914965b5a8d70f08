//! Views of the index: the automaton as a table or in DOT, and how it ranks a position.

use serde::{Serialize, Serializer};
use slidewise_board::Cell;
use slidewise_engine::index::{Automaton, Choice, EMPTY, KindMembers, NodeId, Space};
use slidewise_puzzle::{Configuration, Puzzle};
use std::fmt::Write;

/// Greatest number of nodes of an automaton to draw; Graphviz takes seconds for this number.
pub const MAX_DRAWN_NODES: usize = 2_000;

/// One choice on the path of a position through the automaton.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WalkStep {
    /// Name of the cell at which the choice is made.
    pub cell: String,
    /// Tokens of the pieces that the choice may place at the cell; `.` if the cell stays empty.
    pub choice: String,
    /// Number that the choice adds to the rank.
    ///
    /// It counts the ways to complete the pattern after each earlier choice at the same node.
    #[serde(serialize_with = "as_digits")]
    pub before: u64,
    /// Sum of `before` over all choices up to and including this choice.
    #[serde(serialize_with = "as_digits")]
    pub sum: u64,
}

/// Rank of the arrangement of the tiles of one shape.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ArrangementRank {
    /// Tokens of the tiles, in the order in which the scan visits their cells.
    pub tokens: Vec<String>,
    /// Rank of the arrangement among all arrangements of the tiles, from 0.
    #[serde(serialize_with = "as_digits")]
    pub rank: u64,
    /// Number of all arrangements of the tiles.
    #[serde(serialize_with = "as_digits")]
    pub of: u64,
}

/// The rank of a position, with the parts from which it is computed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct IndexWalk {
    /// Choices of the automaton, in the order in which the scan visits the cells.
    pub steps: Vec<WalkStep>,
    /// Rank of the pattern: the sum of `before` over all choices.
    #[serde(serialize_with = "as_digits")]
    pub pattern: u64,
    /// Ranks of the arrangements, one for each set of tiles of one shape.
    pub arrangements: Vec<ArrangementRank>,
    /// Rank of the position: pattern rank and arrangement ranks as digits of a mixed-radix number.
    #[serde(serialize_with = "as_digits")]
    pub rank: u64,
}

/// The nodes and edges of the automaton at one cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AutomatonLevel {
    /// Name of the cell.
    pub cell: String,
    /// Number of nodes at which the content of this cell is chosen.
    pub nodes: usize,
    /// Number of edges that leave the nodes of this cell.
    pub edges: usize,
}

/// Writes a number as digits, because JSON readers lose digits beyond 2^53.
fn as_digits<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}

/// Name of the cell at which a node makes its choice; `None` at the end node.
fn cell_of(puzzle: &Puzzle, space: &Space, node: NodeId) -> Option<String> {
    let scan = &space.layout().scan;
    let place = space.automaton().place(node);
    let is_end = usize::from(place) >= scan.cell_count();
    (!is_end).then(|| cell_name(puzzle, scan.cell_at(place)))
}

fn cell_name(puzzle: &Puzzle, cell: Cell) -> String {
    puzzle.board.name_of(puzzle.board.square_of(cell))
}

/// Tokens of the pieces that a choice may place, joined by `/`; `.` for an empty cell.
fn choice_name(puzzle: &Puzzle, space: &Space, choice: Choice) -> String {
    if choice == EMPTY {
        return ".".to_owned();
    }
    let layout = space.layout();
    let classes = match layout.kinds[usize::from(choice) - 1].members {
        KindMembers::Class { class, .. } => vec![class],
        KindMembers::Tiles { arrangement } => layout.groups[arrangement].classes.clone(),
    };
    let tokens = classes
        .iter()
        .flat_map(|&class| &puzzle.classes[class].labels);
    tokens.map(String::as_str).collect::<Vec<_>>().join("/")
}

/// Ranks a position and records each part of its rank; `None` if the index lacks the position.
///
/// The caller must check that [`Space::numbered`] returns `Ok`, so that ranks fit in 64 bits.
pub fn index_walk(
    puzzle: &Puzzle,
    space: &Space,
    configuration: &Configuration,
) -> Option<IndexWalk> {
    let (pattern, letters) = space.split(puzzle, configuration)?;
    let automaton = space.automaton();
    let mut steps = Vec::new();
    let (mut node, mut rest) = (Automaton::ROOT, pattern);
    while let Some(cell) = cell_of(puzzle, space, node) {
        let edge = automaton.edge_of_rank(node, rest);
        rest -= edge.before;
        steps.push(WalkStep {
            cell,
            choice: choice_name(puzzle, space, edge.choice),
            before: edge.before,
            sum: pattern - rest,
        });
        node = edge.to;
    }
    let groups = space.layout().groups.iter().zip(space.arrangements());
    let arrangements = groups.zip(&letters).map(|((group, own), letters)| {
        let token =
            |&letter: &u8| puzzle.classes[group.classes[usize::from(letter)]].labels[0].clone();
        Some(ArrangementRank {
            tokens: letters.iter().map(token).collect(),
            rank: own.rank(letters)?,
            of: u64::try_from(own.len()).ok()?,
        })
    });
    Some(IndexWalk {
        steps,
        pattern,
        arrangements: arrangements.collect::<Option<_>>()?,
        rank: space.rank(puzzle, configuration)?,
    })
}

/// Counts the nodes and edges of an automaton by cell, in the order of the scan.
pub fn automaton_levels(puzzle: &Puzzle, space: &Space) -> Vec<AutomatonLevel> {
    let (automaton, scan) = (space.automaton(), &space.layout().scan);
    let mut levels: Vec<AutomatonLevel> = (0..scan.cell_count())
        .map(|place| AutomatonLevel {
            cell: cell_name(puzzle, scan.cell_at(place as u16)),
            nodes: 0,
            edges: 0,
        })
        .collect();
    for node in 0..automaton.node_count() as NodeId {
        if let Some(level) = levels.get_mut(usize::from(automaton.place(node))) {
            level.nodes += 1;
            level.edges += automaton.edges(node).len();
        }
    }
    levels
}

/// Draws the automaton in DOT, the language of Graphviz (Gansner and North 2000).
///
/// A node is labelled with its cell. An edge is labelled with its choice and with the number that
/// the choice adds to the rank. Callers should not draw more than [`MAX_DRAWN_NODES`] nodes.
pub fn automaton_dot(puzzle: &Puzzle, space: &Space) -> String {
    let automaton = space.automaton();
    let mut out = String::from("digraph automaton {\nrankdir=LR;\nnode [shape=circle];\n");
    for node in 0..automaton.node_count() as NodeId {
        let label = cell_of(puzzle, space, node).unwrap_or_else(|| "end".to_owned());
        writeln!(out, "{node} [label=\"{label}\"];").expect("a string accepts all text");
        for edge in automaton.edges(node) {
            let choice = choice_name(puzzle, space, edge.choice).replace('"', "\\\"");
            let (to, before) = (edge.to, edge.before);
            writeln!(out, "{node} -> {to} [label=\"{choice} +{before}\"];")
                .expect("a string accepts all text");
        }
    }
    out.push_str("}\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example in the docs of `engine::index`: a domino and a unit on a 2 x 2 board.
    fn example() -> (Puzzle, Space) {
        let text = "start = '''\nAA\n.u\n'''\n";
        let puzzle = Puzzle::from_toml("example", "example.toml", text).unwrap();
        let space = Space::new(&puzzle).unwrap();
        (puzzle, space)
    }

    #[test]
    fn the_walk_of_each_position_adds_up_to_its_rank() {
        for name in ["lane-rouge", "tiles:2x3"] {
            let puzzle = Puzzle::open(name).unwrap();
            let space = Space::new(&puzzle).unwrap();
            let (_, _, len) = space.numbered().unwrap();
            for rank in (0..len).step_by(97) {
                let configuration = space.unrank(rank);
                let walk = index_walk(&puzzle, &space, &configuration).unwrap();
                let befores: u64 = walk.steps.iter().map(|step| step.before).sum();
                assert_eq!((befores, walk.rank), (walk.pattern, rank), "{name}");
                let sum = walk.steps.last().map(|step| step.sum);
                assert_eq!(sum, Some(walk.pattern), "{name}");
                let digits = walk.arrangements.iter();
                let value = digits.fold(walk.pattern, |value, own| value * own.of + own.rank);
                assert_eq!(value, rank, "{name}");
            }
        }
    }

    #[test]
    fn levels_and_drawing_have_all_nodes_and_edges() {
        let (puzzle, space) = example();
        let levels = automaton_levels(&puzzle, &space);
        let edges: usize = levels.iter().map(|level| level.edges).sum();
        let dot = automaton_dot(&puzzle, &space);
        assert_eq!(dot.matches("->").count(), edges);
        assert_eq!(dot.matches("shape=circle").count(), 1);
        assert_eq!(
            dot.matches("label=").count(),
            edges + space.automaton().node_count()
        );
    }
}
