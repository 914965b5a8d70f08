//! `BoundTables`: the bounds of `AdditiveTables` for any positions, from tables of bytes.
//!
//! A search reads what a step changes; a caller with positions of its own needs whole sums. Of a
//! board of up to 16 cells the number of an entry is found without a branch: how many kept tiles
//! stand below each cell is a word of 16 nibbles.

use super::additive_tables::{TablesError, View, check_position, group_of_each, place_of, views};
use super::tile_symmetry::TileSymmetry;
use slidewise_board::{Board, Cell};
use slidewise_engine::graph::KeptTiles;
use slidewise_engine::search::DistanceBytes;
use std::sync::Arc;

/// Boards whose entries are found before any is read, so that the reads need not wait for each
/// other.
const CHUNK: usize = 64;
/// Most cells of a board that a word of nibbles counts.
const NIBBLES: usize = 16;
/// A one in each nibble but the lowest.
const ABOVE: u64 = 0x1111_1111_1111_1110;
/// Number of a square that holds no tile.
const NO_TILE: u8 = 31;

/// The cell of each tile of a board; the rest is left over.
type TilePlaces = [u8; 32];

/// Distances of some kept tiles, with a byte for each entry.
#[derive(Debug)]
pub struct BoundGroup {
    /// Numbers of the kept tiles, in the order of the cells for which they were searched.
    pub tiles: Vec<u8>,
    /// Their distances.
    pub distances: DistanceBytes,
}

/// Lower bounds for the distances of positions to a goal, for many positions at once.
#[derive(Debug)]
pub struct BoundTables {
    goal: Vec<u8>,
    is_odd_goal: bool,
    /// Whether the number of steps from each cell to the goal's empty cell is odd.
    is_odd_way: Vec<bool>,
    groups: Vec<BoundGroup>,
    views: Vec<View>,
    /// The entries of each view and group, group by group; none for boards of more than 16 cells.
    quick: Vec<NibbleEntry>,
}

/// How the entry of a group is found at the image of a board under a view.
#[derive(Debug)]
struct NibbleEntry {
    /// The group.
    group: usize,
    /// The tiles whose images the group keeps, in its order.
    tiles: Vec<u8>,
    /// Image of each cell, times four.
    shifts: [u8; NIBBLES],
    /// Regions of the cells as nibbles, and the first pattern, indexed by set.
    sets: Arc<[(u64, u32)]>,
    /// Entries of a pattern.
    orders: usize,
}

/// The regions of each set of kept cells as nibbles, and its first pattern.
fn regions_of(graph: &KeptTiles, cells: usize) -> Arc<[(u64, u32)]> {
    let mut sets = vec![(0, 0); 1 << cells];
    let all = (0u64..).zip(&mut sets);
    for (set, entry) in all.filter(|(set, _)| set.count_ones() as usize == graph.kept()) {
        let free = || (0..cells).filter(|cell| set >> cell & 1 == 0);
        let first = free().map(|cell| graph.pattern_of(set, cell)).min();
        entry.1 = first.unwrap_or(0);
        for cell in free() {
            let region = graph.pattern_of(set, cell) - entry.1;
            entry.0 |= u64::from(region) << (4 * cell);
        }
    }
    sets.into()
}

impl NibbleEntry {
    fn new(
        (number, group): (usize, &BoundGroup),
        view: &View,
        sets: Arc<[(u64, u32)]>,
    ) -> NibbleEntry {
        let mut shifts = [0; NIBBLES];
        for (shift, cell) in shifts.iter_mut().zip(&view.symmetry.cells) {
            *shift = 4 * cell;
        }
        let original = |&tile: &u8| place_of(&view.symmetry.tiles, tile) as u8;
        NibbleEntry {
            group: number,
            tiles: group.tiles.iter().map(original).collect(),
            shifts,
            sets,
            orders: group.distances.orders(),
        }
    }

    /// Writes the numbers of the entries at boards, which are given by the cell of each tile.
    fn find(&self, places: &[TilePlaces], entries: &mut [usize; CHUNK]) {
        macro_rules! by_count {
            ($($count:literal)*) => {
                match self.tiles.len() {
                    $($count => self.find_of::<$count>(places, entries),)*
                    _ => unreachable!("a table keeps at most 12 tiles"),
                }
            };
        }
        by_count!(1 2 3 4 5 6 7 8 9 10 11 12)
    }

    fn find_of<const N: usize>(&self, places: &[TilePlaces], entries: &mut [usize; CHUNK]) {
        let mut tiles = [0; N];
        tiles.copy_from_slice(&self.tiles);
        for (places, entry) in places.iter().zip(entries) {
            *entry = self.number_of(&tiles, places);
        }
    }

    /// Number of the entry of `N` tiles.
    #[inline]
    fn number_of<const N: usize>(&self, tiles: &[u8; N], places: &TilePlaces) -> usize {
        let shift_of = |tile: u8| {
            let cell = places[usize::from(tile % 32)];
            u32::from(self.shifts[usize::from(cell) % NIBBLES])
        };
        // Nibble c: how many of the tiles stand below cell c.
        let (mut below, mut set) = (0u64, 0usize);
        let mut shifts = [0u32; N];
        for (shift, &tile) in shifts.iter_mut().zip(tiles) {
            *shift = shift_of(tile);
            below = below.wrapping_add(ABOVE << *shift);
            set |= 1 << (*shift / 4);
        }
        let mut order = 0;
        for (at, &shift) in shifts.iter().enumerate() {
            order = order * (N - at) + (below >> shift) as usize % 16;
            below = below.wrapping_sub(ABOVE << shift);
        }
        let (regions, first) = self.sets[set];
        let region = (regions >> shift_of(0)) as usize % 16;
        (first as usize + region) * self.orders + order
    }
}

impl BoundTables {
    /// Bound of a board from which no way leads to the goal, or which is no position.
    pub const NONE: i16 = -1;

    /// Joins the distances of disjoint groups of tiles.
    ///
    /// `goal` has the tile on each cell, and 0 for the empty cell.
    ///
    /// # Errors
    /// If the board or the goal is not one of tiles, groups share a tile, or distances are those to
    /// another goal.
    pub fn new(
        board: &Board,
        goal: &[u8],
        groups: Vec<BoundGroup>,
    ) -> Result<BoundTables, TablesError> {
        let group_of = group_of_each(board, goal, groups.iter().map(|group| &group.tiles[..]))?;
        for group in &groups {
            let graph = group.distances.tiles();
            let is_of_board = graph.kept() == group.tiles.len() && graph.is_of(board);
            if !is_of_board || group.distances.bytes()[number_in(group, goal, None)] != 0 {
                return Err(TablesError::OtherGoal);
            }
        }
        let empty = board.square_of(Cell(place_of(goal, 0) as u16));
        let is_odd_way = (0..goal.len()).map(|cell| {
            let square = board.square_of(Cell(cell as u16));
            (square.row + square.column + empty.row + empty.column) % 2 == 1
        });
        let views = views(TileSymmetry::all(board, goal), &group_of);
        let mut quick = Vec::new();
        if goal.len() <= NIBBLES {
            let sets = groups.iter();
            let sets = sets.map(|group| regions_of(group.distances.tiles(), goal.len()));
            let sets: Vec<_> = sets.collect();
            for view in &views {
                for (own, sets) in groups.iter().enumerate().zip(&sets) {
                    quick.push(NibbleEntry::new(own, view, Arc::clone(sets)));
                }
            }
        }
        Ok(BoundTables {
            is_odd_goal: parity_of(goal),
            is_odd_way: is_odd_way.collect(),
            goal: goal.to_vec(),
            groups,
            views,
            quick,
        })
    }

    /// The groups.
    pub fn groups(&self) -> &[BoundGroup] {
        &self.groups
    }

    /// Number of sums that are compared: one, and one more for each symmetry that gives another.
    pub fn sums(&self) -> usize {
        self.views.len()
    }

    /// Bytes of memory that finding the entries of tables of one graph takes, beside the distances.
    pub fn bytes_beside(tiles: &KeptTiles) -> u64 {
        let sets = size_of::<(u64, u32)>() << NIBBLES;
        tiles.bytes() + sets as u64
    }

    /// Writes a lower bound for the distance of each board to the goal, or [`BoundTables::NONE`].
    ///
    /// Boards follow each other; `numbers` has the number of the tile of each byte, and any other
    /// number for a byte that is none.
    pub fn bounds(&self, boards: &[u8], numbers: &[u8; 256], bounds: &mut [i16]) {
        let cells = self.goal.len();
        if self.quick.is_empty() {
            let mut position = vec![0; cells];
            for (board, bound) in boards.chunks_exact(cells).zip(bounds) {
                for (tile, &byte) in position.iter_mut().zip(board) {
                    *tile = numbers[usize::from(byte)];
                }
                *bound = self.slow_bound(&position);
            }
            return;
        }
        let mut entries = vec![[0usize; CHUNK]; self.quick.len()];
        let mut places = [[0u8; 32]; CHUNK];
        let parts = boards.chunks(CHUNK * cells).zip(bounds.chunks_mut(CHUNK));
        for (boards, bounds) in parts {
            let boards = boards.chunks_exact(cells);
            for ((board, bound), places) in boards.zip(&mut *bounds).zip(&mut places) {
                let is_solvable = self.place(board, numbers, places);
                *bound = if is_solvable { 0 } else { BoundTables::NONE };
            }
            for (own, entries) in self.quick.iter().zip(&mut entries) {
                own.find(&places[..bounds.len()], entries);
            }
            self.sum_up(&entries, bounds);
        }
    }

    /// Reads the entries of boards, and adds them up.
    fn sum_up(&self, entries: &[[usize; CHUNK]], bounds: &mut [i16]) {
        let groups = self.groups.len();
        for (quick, entries) in self.quick.chunks(groups).zip(entries.chunks(groups)) {
            let mut sums = [0i16; CHUNK];
            for (own, entries) in quick.iter().zip(entries) {
                let bytes = self.groups[own.group].distances.bytes();
                for (sum, &entry) in sums.iter_mut().zip(&entries[..bounds.len()]) {
                    *sum += i16::from(bytes[entry]);
                }
            }
            for (bound, sum) in bounds.iter_mut().zip(sums) {
                if *bound != BoundTables::NONE {
                    *bound = (*bound).max(sum);
                }
            }
        }
    }

    /// Writes the cell of each tile of a board of up to 16 cells.
    ///
    /// Returns whether a way leads to the goal.
    ///
    /// The places of a board that is no position are those of the goal, so that each can be looked
    /// up.
    #[inline]
    fn place(&self, board: &[u8], numbers: &[u8; 256], places: &mut TilePlaces) -> bool {
        let (mut seen, mut is_odd) = (0u32, 0u32);
        // Bit t: whether an odd number of the tiles so far is greater than t.
        let mut greater = 0u32;
        for (cell, &byte) in (0u8..).zip(board) {
            let tile = u32::from(numbers[usize::from(byte)].min(NO_TILE));
            places[tile as usize] = cell;
            seen |= 1 << tile;
            is_odd ^= greater >> tile & 1;
            greater ^= (1 << tile) - 1;
        }
        if seen.wrapping_add(1) != 1 << self.goal.len() {
            for (cell, &tile) in (0u8..).zip(&self.goal) {
                places[usize::from(tile)] = cell;
            }
            return false;
        }
        let is_odd_way = self.is_odd_way[usize::from(places[0])];
        (is_odd == 1) ^ self.is_odd_goal == is_odd_way
    }

    /// The bound of a position on a board of any size.
    fn slow_bound(&self, position: &[u8]) -> i16 {
        if check_position(position, self.goal.len()).is_err() {
            return BoundTables::NONE;
        }
        let is_odd_way = self.is_odd_way[place_of(position, 0)];
        if parity_of(position) ^ self.is_odd_goal != is_odd_way {
            return BoundTables::NONE;
        }
        let sums = self.views.iter().map(|view| {
            let entries = self.groups.iter().map(|group| {
                let number = number_in(group, position, Some(view));
                i16::from(group.distances.bytes()[number])
            });
            entries.sum()
        });
        sums.max().unwrap_or(0)
    }

    /// Number of a group's entry at a position; `None` if it is none.
    pub fn rank(&self, group: usize, position: &[u8]) -> Option<u64> {
        check_position(position, self.goal.len()).ok()?;
        Some(number_in(&self.groups[group], position, None) as u64)
    }
}

/// Whether an odd number of pairs stand in descending order.
fn parity_of(list: &[u8]) -> bool {
    let mut is_odd = false;
    for (at, number) in list.iter().enumerate() {
        let greater = list[..at].iter().filter(|&other| other > number);
        is_odd ^= greater.count() % 2 == 1;
    }
    is_odd
}

/// Number of the entry of a group at a position, or at its image under a view.
fn number_in(group: &BoundGroup, position: &[u8], view: Option<&View>) -> usize {
    let mut places = [0u8; 256];
    for (cell, &tile) in (0u8..).zip(position) {
        places[usize::from(tile)] = cell;
    }
    let cell_of = |tile: u8| match view {
        None => places[usize::from(tile)],
        Some(view) => {
            let original = place_of(&view.symmetry.tiles, tile);
            view.symmetry.cells[usize::from(places[original])]
        }
    };
    let cells: Vec<u8> = group.tiles.iter().map(|&tile| cell_of(tile)).collect();
    group.distances.index(&cells, cell_of(0))
}
