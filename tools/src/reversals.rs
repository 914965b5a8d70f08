//! Counts the solutions of 2n moves that reverse the 8-puzzle and visit no position twice: A046164
//! of the OEIS. The ways of counting share only the table of positions.
//!
//! ```text
//! rustc -O --edition 2024 -o reversals tools/src/reversals.rs
//! ./reversals depth 28         # depth-first, n up to 28
//! ./reversals halves 33 0      # pairs of halves
//! ./reversals halves 33 1      # the same, cut one move before the middle
//! ./reversals published 23     # the terms at the OEIS, which permit a second visit of the start
//! ```
//!
//! Each line has n, the number of solutions and the seconds. The depth-first way needs 20 MB, and
//! 3.3 times the time for each n; halves need 100 MB.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::process::ExitCode;
use std::time::Instant;

/// The tiles in reading order; 0 is the empty cell.
type EightBoard = [u8; 9];

const START: EightBoard = [8, 7, 6, 5, 4, 3, 2, 1, 0];
const TARGET: EightBoard = [1, 2, 3, 4, 5, 6, 7, 8, 0];

/// The number of positions that can be reached, 9!/2.
const POSITIONS: usize = 181_440;

/// Stands for a neighbour where there are fewer than four, and for no place in a list.
const NONE: u32 = u32::MAX;

/// The n of the sequence's first term.
const FIRST: usize = 14;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let numbers: Vec<usize> = words
        .iter()
        .skip(1)
        .filter_map(|word| word.parse().ok())
        .collect();
    let puzzle = Eight::new();
    match (words.first(), &numbers[..]) {
        (Some(&"depth"), &[last]) => print_terms(last, |moves| puzzle.by_depth(moves, true)),
        (Some(&"halves"), &[last, earlier]) if earlier < FIRST => print_terms(last, |moves| {
            puzzle.by_halves(moves / 2 - earlier, moves / 2 + earlier)
        }),
        (Some(&"published"), &[last]) => {
            let mut before = 0;
            print_terms(last, |moves| {
                before = puzzle.by_depth(moves, false) - before;
                before
            });
        }
        _ => {
            eprintln!("reversals: expected depth LAST, halves LAST EARLIER or published LAST");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// Prints the terms from the first to a(`last`).
fn print_terms(last: usize, mut solutions: impl FnMut(usize) -> u64) {
    for n in FIRST..=last {
        let begun = Instant::now();
        let found = solutions(2 * n);
        println!("{n} {found} {:.1}", begun.elapsed().as_secs_f64());
    }
}

/// All positions of the 8-puzzle, numbered by their distance from the start.
struct Eight {
    neighbours: Vec<[u32; 4]>,
    target: u32,
    from_start: Vec<u8>,
    from_target: Vec<u8>,
}

impl Eight {
    fn new() -> Eight {
        let mut numbers = HashMap::from([(START, 0)]);
        let mut boards = vec![START];
        let mut neighbours = Vec::with_capacity(POSITIONS);
        while let Some(&board) = boards.get(neighbours.len()) {
            let mut own = [NONE; 4];
            for (place, next) in own.iter_mut().zip(moved(board)) {
                *place = match numbers.entry(next) {
                    Entry::Occupied(known) => *known.get(),
                    Entry::Vacant(free) => {
                        boards.push(next);
                        *free.insert(boards.len() as u32 - 1)
                    }
                };
            }
            neighbours.push(own);
        }
        assert_eq!(boards.len(), POSITIONS, "positions of the 8-puzzle");
        let target = numbers[&TARGET];
        Eight {
            from_start: distances(&neighbours, 0),
            from_target: distances(&neighbours, target),
            neighbours,
            target,
        }
    }

    fn next(&self, position: u32) -> impl Iterator<Item = u32> {
        let own = self.neighbours[position as usize];
        own.into_iter().filter(|&next| next != NONE)
    }

    /// Counts solutions one at a time, and leaves a path as soon as the target is out of reach.
    /// Unless the start is used, a path may visit it a second time.
    fn by_depth(&self, moves: usize, is_start_used: bool) -> u64 {
        let mut is_used = vec![false; POSITIONS];
        is_used[0] = is_start_used;
        self.deeper(0, moves, &mut is_used)
    }

    fn deeper(&self, position: u32, left: usize, is_used: &mut [bool]) -> u64 {
        if position == self.target {
            return u64::from(left == 0);
        }
        let mut found = 0;
        for next in self.next(position) {
            let reach = usize::from(self.from_target[next as usize]);
            if reach < left && !is_used[next as usize] {
                is_used[next as usize] = true;
                found += self.deeper(next, left - 1, is_used);
                is_used[next as usize] = false;
            }
        }
        found
    }

    /// Counts, for each position in the middle, the pairs of a path back to the start and a path
    /// on to the target: all pairs that leave the middle by different moves, less those that meet.
    fn by_halves(&self, back: usize, on: usize) -> u64 {
        let mut meetings = Meetings::new();
        let mut is_used = vec![false; POSITIONS];
        let mut halves = |middle, distances, length| {
            let mut ways = Halves {
                puzzle: self,
                distances,
                is_used: &mut is_used,
                path: Vec::new(),
                found: Vec::new(),
            };
            ways.all(middle, length)
        };
        let mut found = 0;
        for middle in 0..POSITIONS as u32 {
            let near = usize::from(self.from_start[middle as usize]);
            let far = usize::from(self.from_target[middle as usize]);
            if near > back || far > on || (back - near) % 2 == 1 {
                continue;
            }
            let backs = halves(middle, &self.from_start, back);
            let ons = halves(middle, &self.from_target, on);
            for (way, first_parts) in backs.iter().enumerate() {
                let others = ons.iter().enumerate().filter(|&(other, _)| other != way);
                let second_parts: Vec<u32> = others.flat_map(|(_, paths)| paths).copied().collect();
                found += meetings.pairs_apart(first_parts, back, &second_parts, on);
            }
        }
        found
    }
}

/// The boards after one move, at most four.
fn moved(board: EightBoard) -> impl Iterator<Item = EightBoard> {
    let empty = board.iter().position(|&tile| tile == 0).unwrap_or(0);
    let (row, column) = (empty / 3, empty % 3);
    let cells = [
        (row > 0).then(|| empty - 3),
        (column > 0).then(|| empty - 1),
        (column < 2).then(|| empty + 1),
        (row < 2).then(|| empty + 3),
    ];
    cells.into_iter().flatten().map(move |cell| {
        let mut next = board;
        next.swap(empty, cell);
        next
    })
}

fn distances(neighbours: &[[u32; 4]], from: u32) -> Vec<u8> {
    let mut distances = vec![u8::MAX; neighbours.len()];
    distances[from as usize] = 0;
    let mut queue = vec![from];
    let mut done = 0;
    while let Some(&position) = queue.get(done) {
        done += 1;
        for next in neighbours[position as usize] {
            if next != NONE && distances[next as usize] == u8::MAX {
                distances[next as usize] = distances[position as usize] + 1;
                queue.push(next);
            }
        }
    }
    distances
}

/// A search for the paths of a length from a middle to the position at distance 0.
struct Halves<'a> {
    puzzle: &'a Eight,
    distances: &'a [u8],
    is_used: &'a mut [bool],
    path: Vec<u32>,
    /// The paths found, one after the other, without the middle.
    found: Vec<u32>,
}

impl Halves<'_> {
    /// Returns the paths for each first move, one after the other, without the middle.
    fn all(&mut self, middle: u32, length: usize) -> [Vec<u32>; 4] {
        self.is_used[middle as usize] = true;
        let ways = self.puzzle.neighbours[middle as usize].map(|first| {
            if first != NONE {
                self.enter(first, length - 1);
            }
            std::mem::take(&mut self.found)
        });
        self.is_used[middle as usize] = false;
        ways
    }

    fn enter(&mut self, position: u32, left: usize) {
        let reach = usize::from(self.distances[position as usize]);
        if reach > left || self.is_used[position as usize] {
            return;
        }
        self.path.push(position);
        if left == 0 {
            self.found.extend(&self.path);
        } else if reach > 0 {
            self.is_used[position as usize] = true;
            for next in self.puzzle.next(position) {
                self.enter(next, left - 1);
            }
            self.is_used[position as usize] = false;
        }
        self.path.pop();
    }
}

/// A position that no path of the second half visits.
const UNMET: (u32, u32) = (0, NONE);

/// Finds pairs of paths with a common position.
struct Meetings {
    /// For each position, the number of paths of the second half through it, and where they begin
    /// in `paths`.
    through: Vec<(u32, u32)>,
    paths: Vec<u32>,
    /// For each path of the second half, the last path of the first half that met it.
    met: Vec<u64>,
    /// The number of paths of the first half so far.
    done: u64,
}

impl Meetings {
    fn new() -> Meetings {
        Meetings {
            through: vec![UNMET; POSITIONS],
            paths: Vec::new(),
            met: Vec::new(),
            done: 0,
        }
    }

    /// Counts the pairs of paths without a common position, of lengths `back` and `on`.
    fn pairs_apart(&mut self, firsts: &[u32], back: usize, seconds: &[u32], on: usize) -> u64 {
        if firsts.is_empty() || seconds.is_empty() {
            return 0;
        }
        self.index(seconds, on);
        let (first_paths, second_paths) = (firsts.len() / back, seconds.len() / on);
        self.met.clear();
        self.met.resize(second_paths, 0);
        let mut apart = (first_paths * second_paths) as u64;
        for path in firsts.chunks_exact(back) {
            self.done += 1;
            for &position in path {
                let (count, begin) = self.through[position as usize];
                let begin = if count == 0 { 0 } else { begin as usize };
                for &other in &self.paths[begin..begin + count as usize] {
                    let met = &mut self.met[other as usize];
                    apart -= u64::from(*met != self.done);
                    *met = self.done;
                }
            }
        }
        for &position in seconds {
            self.through[position as usize] = UNMET;
        }
        apart
    }

    /// Lists, for each position, the paths through it. All must be unmet.
    fn index(&mut self, seconds: &[u32], on: usize) {
        for &position in seconds {
            self.through[position as usize].0 += 1;
        }
        self.paths.clear();
        self.paths.resize(seconds.len(), 0);
        let mut next = 0;
        for (path, positions) in seconds.chunks_exact(on).enumerate() {
            for &position in positions {
                let (count, begin) = &mut self.through[position as usize];
                if *begin == NONE {
                    *begin = next;
                    next += *count;
                    *count = 0;
                }
                self.paths[(*begin + *count) as usize] = path as u32;
                *count += 1;
            }
        }
    }
}
