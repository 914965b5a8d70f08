//! `WayClasses`: the ways to a target, with those put together that are alike.

use super::marked_search::QueryError;
use super::path::Path;
use super::shortest_paths::Routes;
use super::single_move::Move;
use ahash::AHashMap;
use slidewise_board::Cell;
use slidewise_engine::graph::Metric;
use slidewise_puzzle::{Configuration, Puzzle, Symmetry, SymmetryGroup};
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicBool, Ordering};

/// Bytes that a class takes beside the numbers of its moves.
const CLASS_BYTES: u64 = 96;

/// Which ways are alike.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct WayLikeness {
    /// Whether ways are alike that consist of the same moves in different orders. A move is given
    /// by the cells before and after, and by which pieces look like its piece, not by the piece.
    pub in_any_order: bool,
    /// Whether ways are alike that are images of each other under a symmetry of the puzzle that
    /// keeps Start and the goals.
    pub by_symmetry: bool,
}

/// The classes of alike ways, in the order of their first ways.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WayClasses {
    /// The place of the first way of each class in [`Routes::paths`], and the number of its ways.
    pub firsts: Vec<(u64, u64)>,
}

/// The pieces that a move shifts: the class of each, and its first cell before and after.
type MoveKey = Vec<(usize, Cell, Cell)>;

impl WayClasses {
    /// Memory for classes without a limit that is given, in bytes.
    pub const USUAL_BYTES: u64 = 1 << 30;
    /// Most ways that a caller should compare: these take some seconds.
    pub const MAX_COMPARED: u64 = 10_000_000;

    /// Puts alike ways together.
    ///
    /// Time: a pass over all ways, and over their images. Memory: some bytes for each move of a way
    /// of each class.
    ///
    /// # Errors
    /// If the classes take more than `max_bytes`, or the stop flag is raised.
    pub fn of(
        routes: &Routes<'_>,
        likeness: WayLikeness,
        max_bytes: u64,
        stop: &AtomicBool,
    ) -> Result<WayClasses, QueryError> {
        let puzzle = routes.puzzle();
        let mut keys = WayKeys {
            puzzle,
            metric: routes.metric(),
            likeness,
            symmetries: if likeness.by_symmetry {
                kept_symmetries(puzzle)
            } else {
                Vec::new()
            },
            numbers: AHashMap::new(),
        };
        let mut known: AHashMap<Box<[u32]>, usize> = AHashMap::new();
        let mut firsts: Vec<(u64, u64)> = Vec::new();
        let mut bytes = 0;
        for (number, path) in (0..).zip(routes.paths()) {
            if stop.load(Ordering::Relaxed) {
                return Err(QueryError::Stopped);
            }
            let key = keys.key_of(&path);
            let own = CLASS_BYTES + 4 * key.len() as u64;
            match known.entry(key) {
                Entry::Occupied(class) => firsts[*class.get()].1 += 1,
                Entry::Vacant(class) => {
                    bytes += own;
                    if bytes > max_bytes {
                        return Err(QueryError::ManyWays { allowed: max_bytes });
                    }
                    class.insert(firsts.len());
                    firsts.push((number, 1));
                }
            }
        }
        Ok(WayClasses { firsts })
    }

    /// The first way of each class, with the number of its ways.
    pub fn paths<'r>(&'r self, routes: &'r Routes<'r>) -> impl Iterator<Item = (Path, u64)> + 'r {
        let mut firsts = self.firsts.iter().peekable();
        (0..).zip(routes.paths()).filter_map(move |(number, path)| {
            let &(_, ways) = firsts.next_if(|&&(first, _)| first == number)?;
            Some((path, ways))
        })
    }
}

/// The symmetries but the identity that keep Start and the goals.
fn kept_symmetries(puzzle: &Puzzle) -> Vec<Symmetry> {
    let group = SymmetryGroup::of(puzzle);
    let fixing = group.mappings(puzzle, &puzzle.start, &puzzle.start);
    fixing
        .filter(|own| !own.is_identity() && own.keeps_goals(puzzle))
        .collect()
}

/// Makes the keys that alike ways have in common.
struct WayKeys<'p> {
    puzzle: &'p Puzzle,
    metric: Metric,
    likeness: WayLikeness,
    symmetries: Vec<Symmetry>,
    /// The number of each move met so far.
    numbers: AHashMap<MoveKey, u32>,
}

impl WayKeys<'_> {
    /// The least of the keys of a way and of its images.
    fn key_of(&mut self, path: &Path) -> Box<[u32]> {
        let own = path.moves.iter().map(key_of_move).collect();
        let mut least = self.numbered(own);
        for at in 0..self.symmetries.len() {
            let image = self.image(at, &path.positions);
            let image = image.map(|moves| self.numbered(moves));
            least = image.filter(|image| *image < least).unwrap_or(least);
        }
        least
    }

    /// The moves of the image of a way.
    fn image(&self, symmetry: usize, positions: &[Configuration]) -> Option<Vec<MoveKey>> {
        let images = positions.iter();
        let images = images.map(|own| self.symmetries[symmetry].image(self.puzzle, own));
        let images: Vec<Configuration> = images.collect();
        let pairs = images.iter().zip(&images[1..]);
        pairs
            .map(|(before, after)| {
                let by = Move::between(self.puzzle, self.metric, before, after)?;
                Some(key_of_move(&by))
            })
            .collect()
    }

    fn numbered(&mut self, moves: Vec<MoveKey>) -> Box<[u32]> {
        let numbers = moves.into_iter().map(|key| {
            let next = self.numbers.len() as u32;
            *self.numbers.entry(key).or_insert(next)
        });
        let mut numbers: Vec<u32> = numbers.collect();
        if self.likeness.in_any_order {
            numbers.sort_unstable();
        }
        numbers.into()
    }
}

fn key_of_move(by: &Move) -> MoveKey {
    let pushed = by.pushed.iter().map(|own| (own.class, own.from, own.to));
    let mut key: MoveKey = pushed.chain([(by.class, by.from, by.to)]).collect();
    key.sort_unstable();
    key
}
