//! Counts the positions at each distance on the sliding puzzle's infinite board, with the empty
//! cell in the corner of a quarter plane or at the side of a half plane: sequences A090377 and
//! A090378 of the OEIS. Two ways share only the moves, and compare whole positions.
//!
//! ```text
//! rustc -O --edition 2024 -o infinite_board tools/src/infinite_board.rs
//! ./infinite_board paths corner 21 8     # a hash table of shortest paths, in 8 parts
//! ./infinite_board keys corner 21        # sorted descriptions, one of each mirrored pair
//! ```
//!
//! Each line has n, the number of positions at distance n and the seconds. Both ways use two
//! threads. For each position of the last generation but one, paths need 8 bytes, and 64 bytes
//! divided by the parts; keys need 8 bytes, and 8 for each position of the generation before it.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// The cells of a row of the part of the board that is held.
const WIDTH: usize = 64;

/// The most moves: no path leaves the part that is held, and a path fits its bits.
const MOST_MOVES: usize = 23;

/// The bits of a cell: the first row is a wall, so that the empty cell comes to half of all rows.
const CELL_BITS: u32 = 11;

/// The move opposite to a move is its number with the lowest bit changed.
const MOVES: [isize; 4] = [-(WIDTH as isize), WIDTH as isize, -1, 1];

/// The walls of an infinite board. The empty cell starts in their corner, or beside the one wall.
#[derive(Clone, Copy, PartialEq)]
enum PlaneWalls {
    Corner,
    Side,
}

impl PlaneWalls {
    fn start(self) -> usize {
        match self {
            PlaneWalls::Corner => 0,
            PlaneWalls::Side => WIDTH / 2,
        }
    }

    /// Returns the cell after a move of the empty cell, unless a wall is there.
    fn moved(self, cell: usize, by: usize) -> Option<usize> {
        let is_walled = match by {
            0 => cell < WIDTH,
            2 => self == PlaneWalls::Corner && cell.is_multiple_of(WIDTH),
            _ => false,
        };
        (!is_walled).then(|| cell.wrapping_add_signed(MOVES[by]))
    }

    /// Reflects the board onto itself.
    fn mirrored(self, cell: usize) -> usize {
        let (row, column) = (cell / WIDTH, cell % WIDTH);
        match self {
            PlaneWalls::Corner => column * WIDTH + row,
            PlaneWalls::Side => row * WIDTH + WIDTH - column,
        }
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().collect();
    let word = |number: usize| words.get(number).map_or("", String::as_str);
    let walls = match word(2) {
        "corner" => Some(PlaneWalls::Corner),
        "side" => Some(PlaneWalls::Side),
        _ => None,
    };
    let last = word(3).parse().unwrap_or(0);
    match (word(1), walls, last, word(4).parse()) {
        ("paths", Some(walls), 1..=MOST_MOVES, Ok(parts @ 1..)) => by_paths(walls, last, parts),
        ("keys", Some(walls), 1..=MOST_MOVES, _) => by_keys(walls, last),
        _ => {
            eprintln!("infinite_board: expected paths|keys corner|side LAST (to 23) PARTS");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// A position: for each cell, the cell where its tile, or the empty cell, was at the start.
struct InfiniteBoard {
    walls: PlaneWalls,
    homes: Vec<u16>,
    empty: usize,
    /// All cells that are not at home, and others, with repeats.
    touched: Vec<u16>,
    /// The sum over all cells of the product of two random numbers, for the cell and its home.
    sum: u64,
    /// The random numbers of cells, then of homes.
    random: Vec<u64>,
}

impl InfiniteBoard {
    fn new(walls: PlaneWalls) -> InfiniteBoard {
        InfiniteBoard {
            walls,
            homes: (0..(WIDTH * WIDTH) as u16).collect(),
            empty: walls.start(),
            touched: Vec::new(),
            sum: 0,
            random: (0..2 * WIDTH * WIDTH).map(mixed).collect(),
        }
    }

    fn reset(&mut self) {
        for cell in self.touched.drain(..) {
            self.homes[usize::from(cell)] = cell;
        }
        self.empty = self.walls.start();
        self.touched.push(self.empty as u16);
        self.sum = 0;
    }

    fn set(&mut self, cell: usize, home: usize) {
        self.homes[cell] = home as u16;
        self.touched.push(cell as u16);
    }

    /// Returns false, and changes nothing, where there is a wall.
    fn step(&mut self, by: usize) -> bool {
        let Some(next) = self.walls.moved(self.empty, by) else {
            return false;
        };
        let (tile, start) = (usize::from(self.homes[next]), self.walls.start());
        let (of_cell, of_home) = self.random.split_at(WIDTH * WIDTH);
        let cells = of_cell[self.empty].wrapping_sub(of_cell[next]);
        let homes = of_home[tile].wrapping_sub(of_home[start]);
        self.sum = self.sum.wrapping_add(cells.wrapping_mul(homes));
        self.set(self.empty, tile);
        self.set(next, start);
        self.empty = next;
        true
    }

    /// Makes the moves of a path, whose first move is in the lowest bits, from the start.
    fn follow(&mut self, path: u64, moves: usize) {
        self.reset();
        for number in 0..moves {
            self.step((path >> (2 * number)) as usize % 4);
        }
    }

    fn is_equal(&self, other: &InfiniteBoard) -> bool {
        let mut cells = self.touched.iter().chain(&other.touched);
        cells.all(|&cell| self.homes[usize::from(cell)] == other.homes[usize::from(cell)])
    }
}

fn mixed(number: usize) -> u64 {
    let mut mixed = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// The bits of a shortest path in an entry of a table, 2 for each move. Above them are a bit for
/// each move back to the generation before, and bits of the hash.
const PATH_BITS: u32 = 2 * MOST_MOVES as u32;
const BACK_BITS: u32 = PATH_BITS + 4;

/// Counts with a hash table of shortest paths, which follows both paths where hashes agree.
fn by_paths(walls: PlaneWalls, last: usize, parts: usize) {
    let mut sources = vec![vec![0]];
    println!("0 1 0.0");
    for distance in 1..=last {
        let begun = Instant::now();
        let known = sources.iter().map(Vec::len).sum::<usize>();
        // Each position has at most 3 moves that do not lead back.
        let capacity = 4 * known / parts + 1000;
        let found = on_threads(parts, |part| {
            let mut table = PathTable::new(walls, distance, capacity);
            table.add_children(&sources, |hash| hash as usize % parts == part);
            let mut entries = table.entries;
            entries.retain(|&entry| entry != 0);
            let positions = entries.len();
            entries.truncate(if distance < last { positions } else { 0 });
            entries.shrink_to_fit();
            (positions, entries)
        });
        let all: usize = found.iter().map(|(positions, _)| positions).sum();
        println!("{distance} {all} {:.1}", begun.elapsed().as_secs_f64());
        sources = found.into_iter().map(|(_, entries)| entries).collect();
    }
}

/// Does all jobs, by number, on two threads; returns their results in any order.
fn on_threads<R: Send>(jobs: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let lock = || results.lock().unwrap_or_else(PoisonError::into_inner);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut job = next.fetch_add(1, Ordering::Relaxed);
                while job < jobs {
                    let result = work(job);
                    lock().push(result);
                    job = next.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    std::mem::take(&mut *lock())
}

/// A part of a generation as a hash table of shortest paths; 0 where there is none.
struct PathTable {
    entries: Vec<u64>,
    free: usize,
    distance: usize,
    child: InfiniteBoard,
    known: InfiniteBoard,
}

impl PathTable {
    fn new(walls: PlaneWalls, distance: usize, capacity: usize) -> PathTable {
        PathTable {
            entries: vec![0; capacity],
            free: capacity,
            distance,
            child: InfiniteBoard::new(walls),
            known: InfiniteBoard::new(walls),
        }
    }

    /// Adds the positions, after one more move, whose hash is wanted.
    fn add_children(&mut self, sources: &[Vec<u64>], is_wanted: impl Fn(u64) -> bool) {
        for &entry in sources.iter().flatten() {
            let path = entry % (1 << PATH_BITS);
            self.child.follow(path, self.distance - 1);
            for by in 0..MOVES.len() {
                if entry >> PATH_BITS >> by & 1 == 1 || !self.child.step(by) {
                    continue;
                }
                let hash = mixed(self.child.sum as usize);
                if is_wanted(hash) {
                    let step = (by as u64) << (2 * (self.distance - 1));
                    self.add(path | step, by ^ 1, hash);
                }
                self.child.step(by ^ 1);
            }
        }
    }

    fn add(&mut self, path: u64, back: usize, hash: u64) {
        let back = 1 << PATH_BITS << back;
        let tag = hash >> 24 << BACK_BITS;
        let mut slot = ((u128::from(hash) * self.entries.len() as u128) >> 64) as usize;
        loop {
            let entry = self.entries[slot];
            if entry == 0 {
                assert!(self.free > 1, "table is full");
                self.free -= 1;
                self.entries[slot] = tag | back | path;
                return;
            }
            if entry >> BACK_BITS == tag >> BACK_BITS {
                self.known.follow(entry % (1 << PATH_BITS), self.distance);
                if self.child.is_equal(&self.known) {
                    self.entries[slot] |= back;
                    return;
                }
            }
            slot = (slot + 1) % self.entries.len();
        }
    }
}

/// The positions of a generation by the cell that is empty, as sorted keys; of two mirrored
/// positions only one.
type KeyedGeneration = BTreeMap<usize, Vec<u128>>;

/// Counts by sorting descriptions of positions, and leaves out those of two generations before.
fn by_keys(walls: PlaneWalls, last: usize) {
    let mut before = KeyedGeneration::new();
    let mut generation = KeyedGeneration::from([(walls.start(), vec![1])]);
    println!("0 1 0.0");
    for distance in 1..=last {
        let begun = Instant::now();
        let mut cells: Vec<usize> = generation
            .keys()
            .flat_map(|&cell| (0..MOVES.len()).filter_map(move |by| walls.moved(cell, by)))
            .map(|cell| cell.min(walls.mirrored(cell)))
            .collect();
        cells.sort_unstable();
        cells.dedup();
        let found = on_threads(cells.len(), |job| {
            let cell = cells[job];
            let mut board = KeyedBoard::new(walls);
            let mut keys = board.children(&generation, cell);
            keys.sort_unstable();
            keys.dedup();
            remove_sorted(&mut keys, before.get(&cell).map_or(&[], Vec::as_slice));
            let positions: u64 = keys.iter().map(|&key| board.images(key, cell)).sum();
            keys.truncate(if distance < last { keys.len() } else { 0 });
            keys.shrink_to_fit();
            (positions, (cell, keys))
        });
        let all: u64 = found.iter().map(|(positions, _)| positions).sum();
        println!("{distance} {all} {:.1}", begun.elapsed().as_secs_f64());
        before = generation;
        generation = found.into_iter().map(|(_, keyed)| keyed).collect();
    }
}

/// Removes the members of one sorted list from another.
fn remove_sorted(keys: &mut Vec<u128>, removed: &[u128]) {
    let mut rest = removed.iter().peekable();
    keys.retain(|key| {
        while rest.next_if(|&&other| other < *key).is_some() {}
        rest.peek() != Some(&key)
    });
}

/// A position with its key: a bit 1, then the cycles of cells, each as the ways to the next cell.
/// The first leads from the start of the empty cell to the empty cell. The others are sorted by
/// their first cell, which stands before them.
struct KeyedBoard {
    board: InfiniteBoard,
    /// The round in which each cell was last written.
    written: Vec<u64>,
    round: u64,
}

impl KeyedBoard {
    fn new(walls: PlaneWalls) -> KeyedBoard {
        KeyedBoard {
            board: InfiniteBoard::new(walls),
            written: vec![0; WIDTH * WIDTH],
            round: 0,
        }
    }

    /// Returns the keys, with repeats, of all positions one move after a generation's, or mirrored
    /// to them, whose empty cell is `to`.
    fn children(&mut self, generation: &KeyedGeneration, to: usize) -> Vec<u128> {
        let mut keys = Vec::new();
        let walls = self.board.walls;
        for (&cell, own) in generation {
            for by in 0..MOVES.len() {
                let Some(next) = walls.moved(cell, by) else {
                    continue;
                };
                let mirrored = walls.mirrored(next);
                if next.min(mirrored) != to {
                    continue;
                }
                for &key in own {
                    self.read(key, cell);
                    self.board.step(by);
                    let direct = (next == to).then(|| self.key(false));
                    let reflected = (mirrored == to).then(|| self.key(true));
                    keys.extend(direct.into_iter().chain(reflected).min());
                }
            }
        }
        keys
    }

    /// Returns 1 for a position that is its own mirror image, otherwise 2.
    fn images(&mut self, key: u128, empty: usize) -> u64 {
        if self.board.walls.mirrored(empty) != empty {
            return 2;
        }
        self.read(key, empty);
        if self.key(true) == key { 1 } else { 2 }
    }

    fn key(&mut self, is_mirrored: bool) -> u128 {
        self.round += 1;
        let mut key = 1;
        let walls = self.board.walls;
        self.write_cycle(walls.start(), is_mirrored, &mut key);
        let image = |cell| [cell, walls.mirrored(cell)][usize::from(is_mirrored)];
        let cells = self.board.touched.iter().map(|&cell| usize::from(cell));
        let others = cells
            .filter(|&cell| usize::from(self.board.homes[cell]) != cell)
            .filter(|&cell| self.written[cell] != self.round);
        let mut others: Vec<_> = others.map(|cell| (image(cell), cell)).collect();
        others.sort_unstable();
        for (image, cell) in others {
            if self.written[cell] != self.round {
                append(&mut key, image, CELL_BITS);
                self.write_cycle(cell, is_mirrored, &mut key);
            }
        }
        key
    }

    /// Writes the cells from one to the next home until the empty cell's or the first cell's.
    fn write_cycle(&mut self, first: usize, is_mirrored: bool, key: &mut u128) {
        let walls = self.board.walls;
        let image = |cell| [cell, walls.mirrored(cell)][usize::from(is_mirrored)];
        let mut cell = first;
        loop {
            self.written[cell] = self.round;
            let home = usize::from(self.board.homes[cell]);
            if cell == self.board.empty {
                return;
            }
            let (from, to) = (image(cell), image(home));
            append_way(key, from, to);
            cell = home;
            if cell == first {
                return;
            }
        }
    }

    /// Takes the position of a key, without its hash.
    fn read(&mut self, key: u128, empty: usize) {
        let start = self.board.walls.start();
        self.board.reset();
        self.board.empty = empty;
        let mut bits = KeyBits {
            key,
            left: 127 - key.leading_zeros(),
        };
        if start != empty {
            self.read_cycle(&mut bits, start, empty);
        }
        self.board.set(empty, start);
        while bits.left > 0 {
            let first = bits.take(CELL_BITS);
            self.read_cycle(&mut bits, first, first);
        }
    }

    fn read_cycle(&mut self, bits: &mut KeyBits, first: usize, last: usize) {
        let mut cell = first;
        loop {
            let home = bits.cell_after(cell);
            self.board.set(cell, home);
            cell = home;
            if cell == last {
                return;
            }
        }
    }
}

fn append(key: &mut u128, value: usize, bits: u32) {
    assert!(*key >> (128 - bits) == 0, "key is too long");
    *key = (*key << bits) | value as u128;
}

/// Writes the way between two cells as its length, in bits 1 and a 0, and its number among the ways
/// of this length by rows down, then by columns to the right.
fn append_way(key: &mut u128, from: usize, to: usize) {
    let columns = to % WIDTH;
    let down = (to / WIDTH) as isize - (from / WIDTH) as isize;
    let length = down.unsigned_abs() + columns.abs_diff(from % WIDTH);
    let is_first = columns < from % WIDTH || down == length as isize;
    let number = 2 * (down + length as isize) as usize - usize::from(is_first);
    append(key, (1 << length) - 2, length as u32);
    append(key, number, way_bits(length));
}

/// The bits for the number of a way, of which there are four times the length.
fn way_bits(length: usize) -> u32 {
    2 + length.next_power_of_two().ilog2()
}

/// The bits of a key that are still to be read.
struct KeyBits {
    key: u128,
    left: u32,
}

impl KeyBits {
    fn take(&mut self, bits: u32) -> usize {
        self.left -= bits;
        (self.key >> self.left) as usize % (1 << bits)
    }

    fn cell_after(&mut self, cell: usize) -> usize {
        let mut length = 1;
        while self.take(1) == 1 {
            length += 1;
        }
        let number = self.take(way_bits(length));
        let down = number.div_ceil(2) as isize - length as isize;
        let aside = length as isize - down.abs();
        let right = if number % 2 == 1 { -aside } else { aside };
        cell.wrapping_add_signed(down * WIDTH as isize + right)
    }
}
