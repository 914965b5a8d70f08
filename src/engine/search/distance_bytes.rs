//! `DistanceBytes`: a pattern database with a byte for each entry, for reads in any order.

use super::marked::MarkBackend;
use super::pattern_database::{PatternDatabase, check_cells, is_dense};
use super::pattern_tree::{NO_DISTANCE, PatternTree};
use super::run::drive;
use super::{CountSink, DatabaseError, Dense, Engine, Event, SearchEnd, SimdLevel, Sink};
use crate::graph::KeptTiles;
use slidewise_board::Board;
use slidewise_store::StoreError;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Distances of the entries of a graph of kept tiles to that of a goal.
///
/// The entries of a pattern follow each other by the order of the kept tiles: its rank is the sum
/// of how many later tiles stand on lesser cells, times the factorial of the number of later tiles.
///
/// The marks of a [`PatternDatabase`] give a distance by a walk, and these
/// bytes by one read. They take four times the memory.
#[derive(Debug)]
pub struct DistanceBytes {
    tiles: Arc<KeptTiles>,
    bytes: Vec<u8>,
    counts: Vec<u64>,
    /// Number of orders of the kept tiles.
    orders: usize,
}

impl DistanceBytes {
    /// Byte of an entry that no position has.
    pub const NONE: u8 = NO_DISTANCE;

    /// Bytes of memory that the distances of a graph take, beside the graph.
    pub fn bytes_for(tiles: &KeptTiles) -> u64 {
        tiles.graph().len
    }

    /// Finds all distances to the entry with the kept tiles on `cells` and the empty cell `empty`,
    /// by a search without marks.
    ///
    /// `observe` receives the events of a search of five tiles or more. A stopped search returns
    /// `None`.
    ///
    /// # Errors
    /// If the cells are no such cells, the system refuses memory, or a distance exceeds 254.
    pub fn search(
        board: &Board,
        tiles: Arc<KeptTiles>,
        (cells, empty): (&[u8], u8),
        (threads, stop): (usize, &AtomicBool),
        observe: &mut dyn FnMut(&Event<'_>),
    ) -> Result<Option<DistanceBytes>, DatabaseError> {
        check_cells(board, cells, empty)?;
        if tiles.kept() != cells.len() || !tiles.is_of(board) {
            return Err(DatabaseError::Cells);
        }
        let mut bytes = filled(tiles.graph().len)?;
        let goal = tiles.number(&tiles.vertex(cells, empty));
        let mut counts = CountSink::default();
        let is_whole = if is_dense(&tiles) {
            let engine: Box<dyn Engine + '_> =
                Box::new(Dense::among(tiles.graph(), SimdLevel::best())?);
            let mut backend = MarkBackend::new(&mut counts, engine, threads, stop);
            let mut put = |event: Event<'_>| {
                observe(&event);
                let Event::Found {
                    generation,
                    configurations,
                    ..
                } = event
                else {
                    return ControlFlow::Continue(());
                };
                if generation >= u64::from(DistanceBytes::NONE) {
                    return ControlFlow::Break(());
                }
                let distance = generation as u8;
                configurations.for_each(&mut |index| bytes[index as usize] = distance);
                ControlFlow::Continue(())
            };
            let ended = drive(&mut backend, vec![goal], None, 0, Duration::MAX, &mut put)?;
            ended == SearchEnd::Complete
        } else {
            search_few(&tiles, goal, &mut bytes, &mut counts, stop)?
        };
        if !is_whole && !stop.load(Ordering::Relaxed) {
            return Err(DatabaseError::TooLarge {
                kept: tiles.kept(),
                cells: board.cell_count(),
            });
        }
        if !is_whole {
            return Ok(None);
        }
        order_by_tiles(&tiles, &mut bytes);
        Ok(Some(DistanceBytes {
            orders: (1..=tiles.kept()).product(),
            tiles,
            bytes,
            counts: counts.counts().to_vec(),
        }))
    }

    /// The distances of a finished pattern database, without a search. A stopped reading returns
    /// `None`.
    ///
    /// Of marks that contradict each other the counts are others than those of the database.
    ///
    /// # Errors
    /// If the system refuses memory, or a distance exceeds 254.
    pub fn of_database(
        board: &Board,
        database: &PatternDatabase,
        (threads, stop): (usize, &AtomicBool),
    ) -> Result<Option<DistanceBytes>, DatabaseError> {
        let (tiles, root) = database.root();
        if database.counts().len() > usize::from(DistanceBytes::NONE) {
            let (kept, cells) = (tiles.kept(), board.cell_count());
            return Err(DatabaseError::TooLarge { kept, cells });
        }
        let mut bytes = filled(tiles.graph().len)?;
        let tree = PatternTree::new(tiles, root as usize);
        if !tree.fill(database, &mut bytes, (threads, stop)) {
            return Ok(None);
        }
        order_by_tiles(tiles, &mut bytes);
        let mut counts = vec![0; 256];
        bytes.iter().for_each(|&own| counts[usize::from(own)] += 1);
        counts.truncate(usize::from(DistanceBytes::NONE));
        let end = counts.iter().rposition(|&count| count > 0);
        counts.truncate(end.map_or(0, |end| end + 1));
        Ok(Some(DistanceBytes {
            orders: (1..=tiles.kept()).product(),
            tiles: Arc::clone(tiles),
            bytes,
            counts,
        }))
    }

    /// The graph of the kept tiles.
    pub fn tiles(&self) -> &KeptTiles {
        &self.tiles
    }

    /// The distances of all entries; [`DistanceBytes::NONE`] for one that no position has.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Number of orders of the kept tiles, which are the entries of a pattern.
    pub fn orders(&self) -> usize {
        self.orders
    }

    /// Index of the entry with the kept tiles on `cells`, in their order, and the empty cell.
    ///
    /// The cells must differ and lie on the board.
    pub fn index(&self, cells: &[u8], empty: u8) -> usize {
        let set = cells.iter().fold(0, |set, &cell| set | 1u64 << cell);
        let mut order = 0;
        for (at, cell) in cells.iter().enumerate() {
            let lesser = cells[at + 1..].iter().filter(|&other| other < cell);
            order = order * (cells.len() - at) + lesser.count();
        }
        let pattern = self.tiles.pattern_of(set, usize::from(empty));
        pattern as usize * self.orders + order
    }

    /// Number of entries by distance to the goal.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }
}

/// Moves bytes from the numbers of the graph to their entries, pattern by pattern.
fn order_by_tiles(tiles: &KeptTiles, bytes: &mut Vec<u8>) {
    let numbers = tiles.graph().orders.len() as usize;
    let set = (1u64 << tiles.kept()) - 1;
    let empty = tiles.kept();
    let mut cells: Vec<u8> = (0..tiles.kept() as u8).collect();
    let first = tiles.number(&tiles.vertex(&cells, empty as u8));
    debug_assert_eq!(
        first,
        u64::from(tiles.pattern_of(set, empty)) * numbers as u64
    );
    let base = first - first % numbers as u64;
    // The orders ascend as their ranks do.
    let mut places = Vec::new();
    loop {
        places.push((tiles.number(&tiles.vertex(&cells, empty as u8)) - base) as usize);
        if !to_next_order(&mut cells) {
            break;
        }
    }
    let mut block = vec![0; numbers];
    for pattern in 0..tiles.patterns() as usize {
        block.copy_from_slice(&bytes[pattern * numbers..][..numbers]);
        let own = &mut bytes[pattern * places.len()..][..places.len()];
        for (byte, &place) in own.iter_mut().zip(&places) {
            *byte = block[place];
        }
    }
    bytes.truncate(tiles.patterns() as usize * places.len());
}

/// Steps to the next order in the sense of a dictionary; false after the last.
fn to_next_order(cells: &mut [u8]) -> bool {
    let Some(at) = (1..cells.len()).rev().find(|&at| cells[at - 1] < cells[at]) else {
        return false;
    };
    let other = (at..cells.len())
        .rev()
        .find(|&other| cells[other] > cells[at - 1]);
    cells.swap(at - 1, other.unwrap_or(at));
    cells[at..].reverse();
    true
}

/// Bytes of no entry, if the system has memory for them.
fn filled(len: u64) -> Result<Vec<u8>, StoreError> {
    let mut bytes = Vec::new();
    let reserved = bytes.try_reserve_exact(len as usize);
    reserved.map_err(|_| StoreError::Memory {
        bytes: len,
        source: std::io::ErrorKind::OutOfMemory.into(),
    })?;
    bytes.resize(len as usize, DistanceBytes::NONE);
    Ok(bytes)
}

/// Finds all distances of fewer tiles than the dense engine needs; false if it was stopped.
fn search_few(
    tiles: &KeptTiles,
    goal: u64,
    bytes: &mut [u8],
    counts: &mut CountSink,
    stop: &AtomicBool,
) -> Result<bool, StoreError> {
    bytes[goal as usize] = 0;
    let mut members = vec![goal];
    for generation in 0..DistanceBytes::NONE {
        if stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        counts.note(generation.into(), members.len() as u64)?;
        let mut next = Vec::new();
        for &member in &members {
            tiles.for_each_neighbour(member, |neighbour| {
                let distance = &mut bytes[neighbour as usize];
                if *distance == DistanceBytes::NONE {
                    *distance = generation + 1;
                    next.push(neighbour);
                }
            });
        }
        members = next;
        if members.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::StopFlag;

    #[test]
    fn bytes_are_the_distances_of_the_database() {
        let cases: [(usize, usize, &[u8], u8); 4] = [
            (3, 3, &[1, 2, 3, 4, 5], 0),
            (3, 3, &[0, 1], 8),
            (3, 4, &[0, 1, 2, 3, 4, 5], 11),
            (2, 4, &[7, 3, 5], 0),
        ];
        for (rows, columns, cells, empty) in cases {
            let board = Board::new(rows, columns, |_| false).unwrap();
            let mut database = PatternDatabase::in_memory(&board, cells, empty).unwrap();
            let never = StopFlag::never();
            database
                .explore(1, never, &mut |_| ControlFlow::Continue(()))
                .unwrap();
            let tiles = PatternDatabase::tiles_on(&board, cells.len(), None).unwrap();
            let made =
                DistanceBytes::search(&board, tiles, (cells, empty), (2, never), &mut |_| {});
            let made = made.unwrap().unwrap();
            assert_eq!(made.counts(), database.counts());
            let mut counts = vec![0; made.counts().len()];
            for &distance in made
                .bytes()
                .iter()
                .filter(|&&own| own != DistanceBytes::NONE)
            {
                counts[usize::from(distance)] += 1;
            }
            assert_eq!(counts, made.counts());
            for threads in [1, 3] {
                let read = DistanceBytes::of_database(&board, &database, (threads, never));
                let read = read.unwrap().unwrap();
                assert!(read.bytes() == made.bytes() && read.counts() == made.counts());
            }
            let mut cells = cells.to_vec();
            cells.sort_unstable();
            loop {
                let free = (0..(rows * columns) as u8).filter(|cell| !cells.contains(cell));
                for empty in free {
                    let vertex = made.tiles().vertex(&cells, empty);
                    let distance = u32::from(made.bytes()[made.index(&cells, empty)]);
                    assert_eq!(database.distance(&vertex), Some(distance));
                }
                if !to_next_order(&mut cells) {
                    break;
                }
            }
        }
    }
}
