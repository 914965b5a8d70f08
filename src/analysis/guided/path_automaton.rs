//! `PathAutomaton`: recognizes paths of the empty cell in whose place another path will do.
//!
//! Different paths of the empty cell may leave all tiles on the same cells: going around a block of
//! 2 x 2 cells six times in one direction, or six times in the other. A search of a tree visits the
//! same positions by each of them. Of the paths with equal ends and equal effect only one is
//! needed: the shortest, and of these the least, if paths are compared cell by cell. The others are
//! recognized by a finite automaton (Taylor and Korf 1993; Aho and Corasick 1975), which costs one
//! lookup a step.
//!
//! A least shortest way contains no path that the automaton refuses, since its replacement would
//! make the way shorter or less.

use std::collections::HashSet;

/// Entry of a step that completes a path with a replacement.
const REFUSED: u32 = u32::MAX;
/// Entry of a step that was not examined: the path is too long, or there is no such step.
const UNKNOWN: u32 = u32::MAX - 1;
/// Number of paths after which no longer ones are examined.
const MAX_PATHS: usize = 1 << 16;
/// Most steps from a cell: one in each direction.
const MAX_STEPS: usize = 4;

/// Finite automaton over the paths of the empty cell on a board.
#[derive(Debug)]
pub(super) struct PathAutomaton {
    /// State after each step, indexed by state, then by the number of the neighbour.
    next: Vec<[u32; MAX_STEPS]>,
}

/// A path of the empty cell that has no replacement.
struct LeastPath {
    /// Cell of the board where the path ends.
    end: u8,
    /// The path without its first cell; the path itself if it is a single cell.
    suffix: u32,
    /// The path with a further step, indexed by the number of the neighbour.
    longer: [u32; MAX_STEPS],
    /// Whether a longer path with a replacement begins with this path.
    is_prefix: bool,
}

impl PathAutomaton {
    /// Examines the paths of up to `longest` steps, or of fewer if they are very many.
    ///
    /// `neighbours` has the neighbours of each cell in the order in which paths are compared. With
    /// two steps, only the paths that turn back at once are refused, and these are on no shortest
    /// way.
    pub(super) fn new(neighbours: &[Vec<u8>], longest: usize) -> PathAutomaton {
        let cells = neighbours.len();
        let mut nodes: Vec<LeastPath> = (0..cells)
            .map(|cell| LeastPath {
                end: cell as u8,
                suffix: cell as u32,
                longer: [UNKNOWN; MAX_STEPS],
                is_prefix: true,
            })
            .collect();
        // Contents of the cells after a path, each named by its first cell, and the empty cell's
        // first cell at the end.
        let identity: Vec<u8> = (0..cells).map(|cell| cell as u8).collect();
        let mut boards: Vec<Vec<u8>> = identity
            .iter()
            .map(|&cell| identity.iter().copied().chain([cell]).collect())
            .collect();
        let mut seen: HashSet<Vec<u8>, ahash::RandomState> = boards.iter().cloned().collect();
        let mut first = 0;
        for _ in 0..longest {
            let last = nodes.len();
            let mut longer_boards = Vec::new();
            for (node, board) in (first..last).zip(&boards) {
                for (step, &to) in neighbours[usize::from(nodes[node].end)].iter().enumerate() {
                    let suffix = nodes[node].suffix as usize;
                    let suffix = if node < cells {
                        u32::from(to)
                    } else {
                        nodes[suffix].longer[step]
                    };
                    if suffix >= UNKNOWN {
                        continue;
                    }
                    let mut after = board.clone();
                    after.swap(usize::from(nodes[node].end), usize::from(to));
                    if seen.contains(&after) {
                        nodes[node].longer[step] = REFUSED;
                        continue;
                    }
                    nodes[node].longer[step] = nodes.len() as u32;
                    seen.insert(after.clone());
                    longer_boards.push(after);
                    nodes.push(LeastPath {
                        end: to,
                        suffix,
                        longer: [UNKNOWN; MAX_STEPS],
                        is_prefix: false,
                    });
                }
            }
            boards = longer_boards;
            first = last;
            if nodes.len() > MAX_PATHS {
                break;
            }
        }
        PathAutomaton::of_nodes(neighbours, nodes)
    }

    fn of_nodes(neighbours: &[Vec<u8>], mut nodes: Vec<LeastPath>) -> PathAutomaton {
        for node in (0..nodes.len()).rev() {
            let longer = nodes[node].longer;
            let is_prefix = longer.iter().any(|&longer| {
                longer == REFUSED || longer < UNKNOWN && nodes[longer as usize].is_prefix
            });
            nodes[node].is_prefix |= is_prefix;
        }
        let mut state_of = vec![UNKNOWN; nodes.len()];
        let mut states = 0;
        for (node, state) in nodes.iter().zip(&mut state_of) {
            if node.is_prefix {
                *state = states;
                states += 1;
            }
        }
        let mut next = Vec::with_capacity(states as usize);
        for (number, node) in nodes.iter().enumerate().filter(|(_, node)| node.is_prefix) {
            let mut steps = [REFUSED; MAX_STEPS];
            for (step, &to) in neighbours[usize::from(node.end)].iter().enumerate() {
                let mut at = number;
                // The longest end of the path that was examined with this step.
                let longer = loop {
                    match nodes[at].longer[step] {
                        UNKNOWN if at < neighbours.len() => break u32::from(to),
                        UNKNOWN => at = nodes[at].suffix as usize,
                        longer => break longer,
                    }
                };
                if longer == REFUSED {
                    continue;
                }
                let mut end = longer as usize;
                while !nodes[end].is_prefix {
                    end = nodes[end].suffix as usize;
                }
                steps[step] = state_of[end];
            }
            next.push(steps);
        }
        PathAutomaton { next }
    }

    /// State of a path that is a single cell.
    #[inline]
    pub(super) fn at(&self, cell: u8) -> u32 {
        u32::from(cell)
    }

    /// State after a step to a neighbour, given by its number; `None` if the path then has a
    /// replacement.
    #[inline]
    pub(super) fn after(&self, state: u32, step: usize) -> Option<u32> {
        let next = self.next[state as usize][step];
        (next != REFUSED).then_some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn neighbours(rows: usize, columns: usize) -> Vec<Vec<u8>> {
        let is_beside = |a: usize, b: usize| {
            let rows = (a / columns).abs_diff(b / columns);
            rows + (a % columns).abs_diff(b % columns) == 1
        };
        let cells = rows * columns;
        let beside = |a: usize| {
            let cells = (0..cells).filter(|&b| is_beside(a, b));
            cells.map(|cell| cell as u8).collect()
        };
        (0..cells).map(beside).collect()
    }

    /// All paths of up to `longest` steps, shorter ones first, then the lesser ones.
    fn all_paths(neighbours: &[Vec<u8>], longest: usize) -> Vec<Vec<u8>> {
        let mut paths: Vec<Vec<u8>> = (0..neighbours.len() as u8).map(|cell| vec![cell]).collect();
        let mut at = 0;
        while at < paths.len() {
            let path = paths[at].clone();
            let end = usize::from(path[path.len() - 1]);
            if path.len() <= longest {
                let longer = neighbours[end]
                    .iter()
                    .map(|&to| [&path[..], &[to]].concat());
                paths.extend(longer);
            }
            at += 1;
        }
        paths
    }

    /// The tiles on the cells after a path, each named by its first cell.
    fn effect(path: &[u8], cells: usize) -> Vec<u8> {
        let mut tiles: Vec<u8> = (0..cells as u8).collect();
        for step in path.windows(2) {
            tiles.swap(step[0].into(), step[1].into());
        }
        tiles
    }

    #[test]
    fn the_paths_refused_are_those_with_a_replacement_in_them() {
        for (rows, columns, longest) in [(2, 2, 13), (2, 3, 9), (3, 2, 8), (3, 3, 7)] {
            let neighbours = neighbours(rows, columns);
            let automaton = PathAutomaton::new(&neighbours, longest);
            let paths = all_paths(&neighbours, longest);
            let mut least: HashMap<(u8, Vec<u8>), &[u8]> = HashMap::new();
            for path in &paths {
                let key = (path[0], effect(path, rows * columns));
                least.entry(key).or_insert(path);
            }
            let has_replacement =
                |path: &[u8]| least[&(path[0], effect(path, rows * columns))] != path;
            let mut refused = 0;
            for path in &paths {
                let parts = (0..path.len())
                    .flat_map(|from| (from..path.len()).map(move |to| &path[from..=to]));
                let expected = parts.into_iter().any(has_replacement);
                let mut state = Some(automaton.at(path[0]));
                for step in path.windows(2) {
                    let beside = &neighbours[usize::from(step[0])];
                    let number = beside.iter().position(|&to| to == step[1]).unwrap();
                    state = state.and_then(|state| automaton.after(state, number));
                }
                assert_eq!(state.is_none(), expected, "{path:?}");
                refused += usize::from(expected);
            }
            assert!(refused > 0 && refused < paths.len());
        }
    }
}
