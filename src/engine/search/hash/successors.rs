//! `Successors`: the neighbours of any position of a puzzle, without an index and without a search.

use super::places::{NeighbourBuffers, Places};
use super::position_table::PlacesByWidth;
use crate::graph::Metric;
use crate::index::SpaceError;
use slidewise_board::{BitMask, Cell};
use slidewise_puzzle::{Configuration, Puzzle};
use std::sync::Arc;

/// Neighbours of the positions of a puzzle, found from the places of its pieces.
///
/// Every place counts on which a piece of a class can stand, whether Start leads there or not. No
/// position is kept or numbered.
#[derive(Debug)]
pub struct Successors {
    puzzle: Arc<Puzzle>,
    metric: Metric,
    tables: PlacesByWidth,
}

/// Room for one position and its neighbours, to be reused.
#[derive(Debug, Default)]
pub struct SuccessorRoom {
    before: Vec<u16>,
    firsts: Vec<Cell>,
    buffers: NeighbourBuffers,
}

impl Successors {
    /// Prepares the places of a puzzle's pieces.
    ///
    /// # Errors
    /// If the metric suits no piece of this puzzle: see [`Metric::check`].
    ///
    /// ```
    /// use slidewise_engine::graph::Metric;
    /// use slidewise_engine::search::Successors;
    /// use slidewise_puzzle::Puzzle;
    ///
    /// let puzzle = std::sync::Arc::new(Puzzle::tiles(10, 10)?);
    /// let successors = Successors::new(puzzle.clone(), Metric::Line)?;
    /// assert_eq!(successors.of(&puzzle.start).len(), 18);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(puzzle: Arc<Puzzle>, metric: Metric) -> Result<Successors, SpaceError> {
        metric.check(&puzzle)?;
        let tables = if puzzle.board.cell_count() <= <u128 as BitMask>::ROOM {
            PlacesByWidth::Small(Places::everywhere(&puzzle))
        } else {
            PlacesByWidth::Large(Places::everywhere(&puzzle))
        };
        Ok(Successors {
            puzzle,
            metric,
            tables,
        })
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The metric.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Calls `visit` once with the first cells of the pieces of each neighbour, in the order of
    /// [`Configuration::firsts`].
    ///
    /// # Panics
    /// If a piece stands where none of its class has room.
    pub fn for_each(
        &self,
        before: &Configuration,
        room: &mut SuccessorRoom,
        visit: impl FnMut(&[Cell]),
    ) {
        match &self.tables {
            PlacesByWidth::Small(places) => self.each(places, before, room, visit),
            PlacesByWidth::Large(places) => self.each(places, before, room, visit),
        }
    }

    /// The neighbours of a position, in the order in which [`Successors::for_each`] finds them.
    ///
    /// # Panics
    /// As [`Successors::for_each`].
    pub fn of(&self, before: &Configuration) -> Vec<Configuration> {
        let mut found = Vec::new();
        self.for_each(before, &mut SuccessorRoom::default(), |firsts| {
            found.push(self.configuration(firsts));
        });
        found
    }

    /// The configuration with these first cells, piece by piece.
    pub fn configuration(&self, firsts: &[Cell]) -> Configuration {
        let mut rest = firsts;
        let classes = self.puzzle.classes.iter().map(|class| {
            let (own, others) = rest.split_at(class.size());
            rest = others;
            own.to_vec()
        });
        Configuration::new(classes.collect())
    }

    fn each<B: BitMask>(
        &self,
        places: &Places<B>,
        before: &Configuration,
        room: &mut SuccessorRoom,
        mut visit: impl FnMut(&[Cell]),
    ) {
        let placed = places.placed(&self.puzzle, before);
        room.before = placed.expect("the pieces of a position have room where they stand");
        let SuccessorRoom {
            before,
            firsts,
            buffers,
        } = room;
        places.for_each_neighbour(&self.puzzle, self.metric, before, buffers, |after| {
            places.write_firsts(after, firsts);
            visit(firsts);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;
    use std::collections::BTreeSet;

    #[test]
    fn successors_are_the_neighbours_in_the_graph() {
        for word in ["lane-rouge", "rush-card-01", "tiles:2x3", "checkmate-rook"] {
            let puzzle = Arc::new(Puzzle::open(word).unwrap());
            for metric in Metric::ALL {
                let Ok(successors) = Successors::new(puzzle.clone(), metric) else {
                    continue;
                };
                let graph = Graph::new(&puzzle, &puzzle.start, metric).unwrap();
                let mut neighbours = graph.neighbours();
                let mut seen = BTreeSet::from([graph.index_of(&puzzle.start).unwrap()]);
                let mut waiting: Vec<u64> = seen.iter().copied().collect();
                while let Some(index) = waiting.pop().filter(|_| seen.len() < 500) {
                    let before = graph.configuration(index);
                    let mut wanted = BTreeSet::new();
                    neighbours.for_each(index, |to| assert!(wanted.insert(to), "found once"));
                    let found = successors.of(&before);
                    let own: BTreeSet<u64> =
                        found.iter().map(|to| graph.index_of(to).unwrap()).collect();
                    assert_eq!((own.len(), &own), (found.len(), &wanted), "{word}");
                    waiting.extend(wanted.into_iter().filter(|&to| seen.insert(to)));
                }
                assert!(seen.len() > 2, "{word}");
            }
        }
    }
}
