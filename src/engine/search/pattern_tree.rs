//! `PatternTree`: a way from the goal's pattern to each other, along which marks become distances.
//!
//! A mark is a distance modulo 3, and along an edge a distance changes by one at most, so the
//! distance of one end and the mark of the other give the distance there. All orders of a pattern
//! are found together from those of a neighbouring pattern, one array after the other.

use super::pattern_database::PatternDatabase;
use super::threads::run_workers;
use crate::graph::{KeptTiles, PatternEdge};
use slidewise_store::Marks;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Byte of an entry that no position has.
pub(super) const NO_DISTANCE: u8 = u8::MAX;

/// Distance beside a known one, by the known one and the mark.
type Beside = [[u8; 4]; 256];

/// Patterns by their distance from one of them.
pub(super) struct PatternTree {
    /// The patterns at each distance from 1 on, each with an edge that leads nearer.
    layers: Vec<Vec<(usize, PatternEdge)>>,
    root: usize,
}

impl PatternTree {
    /// The tree of all patterns that the edges of one lead to.
    pub(super) fn new(tiles: &KeptTiles, root: usize) -> PatternTree {
        let table = tiles.graph().table;
        let mut is_seen = vec![false; tiles.patterns() as usize];
        is_seen[root] = true;
        let mut layers = Vec::new();
        let mut last = vec![root];
        while !last.is_empty() {
            let mut layer = Vec::new();
            for &pattern in &last {
                for edge in table.slides(pattern as u64) {
                    let next = edge.pattern as usize;
                    let mut back = table.slides(edge.pattern).iter();
                    let back = back.find(|back| back.pattern == pattern as u64);
                    if let (false, Some(&back)) = (is_seen[next], back) {
                        is_seen[next] = true;
                        layer.push((next, back));
                    }
                }
            }
            last = layer.iter().map(|&(pattern, _)| pattern).collect();
            layers.push(layer);
        }
        PatternTree { layers, root }
    }

    /// Writes the distances of a finished database by number; false if it was stopped.
    pub(super) fn fill(
        &self,
        database: &PatternDatabase,
        bytes: &mut [u8],
        (threads, stop): (usize, &AtomicBool),
    ) -> bool {
        let (orders, marks) = (database.tiles().graph().orders, database.marks());
        let count = orders.len() as usize;
        let beside = beside();
        let mut blocks: Vec<&mut [u8]> = bytes.chunks_exact_mut(count).collect();
        let root = std::mem::take(&mut blocks[self.root]);
        let parts = root.chunks_mut(count.div_ceil(threads)).enumerate();
        let first = self.root * count;
        let at_root = |(part, bytes): (usize, &mut [u8])| {
            let from = first + part * count.div_ceil(threads);
            for (number, byte) in (from as u64..).zip(bytes) {
                let distance = database.distance_of(number);
                *byte = distance.map_or(NO_DISTANCE, |distance| distance as u8);
            }
        };
        each(threads, parts.collect(), at_root);
        blocks[self.root] = root;
        for layer in &self.layers {
            if stop.load(Ordering::Relaxed) {
                return false;
            }
            let taken = layer.iter().map(|&(pattern, edge)| {
                let block = std::mem::take(&mut blocks[pattern]);
                (pattern, edge, block)
            });
            let mut taken: Vec<_> = taken.collect();
            let known = &blocks;
            let from_edge = |own: &mut (usize, PatternEdge, &mut [u8])| {
                let (pattern, edge, block) = own;
                let (pattern, before) = (*pattern as u64, &*known[edge.pattern as usize]);
                let map = edge.turn();
                let map = map.map(|(group, turn)| orders.map(pattern, group, turn));
                let first = pattern * orders.len();
                for (order, byte) in (0..).zip(block.iter_mut()) {
                    let from = map.as_ref().map_or(order, |map| orders.apply(map, order));
                    let mark = marks.get(first + order);
                    *byte = beside[usize::from(before[from as usize])][usize::from(mark)];
                }
            };
            each(threads, taken.iter_mut().collect(), from_edge);
            for (pattern, _, block) in taken {
                blocks[pattern] = block;
            }
        }
        true
    }
}

/// Does work on each item, by several threads.
fn each<T: Send>(threads: usize, items: Vec<T>, work: impl Fn(T) + Sync) {
    let items = Mutex::new(items.into_iter());
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    let worker = |()| {
        while let Some(item) = next() {
            work(item);
        }
    };
    run_workers((0..threads).map(|_| ()), worker, &mut || {});
}

fn beside() -> Box<Beside> {
    let mut beside = Box::new([[NO_DISTANCE; 4]; 256]);
    for known in 0..NO_DISTANCE {
        for own in known.saturating_sub(1)..=known + 1 {
            if own != NO_DISTANCE {
                let mark = Marks::mark_of(own.into());
                beside[usize::from(known)][usize::from(mark)] = own;
            }
        }
    }
    beside
}
