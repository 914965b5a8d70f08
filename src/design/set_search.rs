//! The search of one set of pieces: breadth first from all its solved boards.

use super::board_clique::BoardClique;
use super::board_code::BoardCode;
use super::board_mirror::BoardMirror;
use super::board_set::{BoardSet, NamedClique};
use super::design_error::DesignError;
use super::word::Word;
use ahash::{AHashMap, AHashSet};
use slidewise_engine::graph::Metric;
use std::sync::atomic::{AtomicBool, Ordering};

/// Boards that are expanded between two looks at the stop flag.
const BOARDS_BETWEEN_STOPS: usize = 1 << 14;

/// Boards whose successors are gathered before these are looked up.
const BOARDS_AT_ONCE: usize = 32;

/// A search of the boards of one set of pieces, by distance from the solved boards.
pub(crate) struct SetSearch<'a, W> {
    code: BoardCode<'a>,
    metric: Metric,
    stop: &'a AtomicBool,
    /// Most bytes that the search may take.
    limit: u64,
    seen: BoardSet<W>,
    /// The reflection, where of each board and its image only the canonical one is kept.
    mirror: Option<BoardMirror<W>>,
    /// All boards met, by distance.
    order: Vec<W>,
    /// Where each distance begins in `order`, and its end.
    bounds: Vec<usize>,
    successors: Vec<W>,
    cliques: Vec<BoardClique<W>>,
    named: Vec<NamedClique<W>>,
}

impl<'a, W: Word> SetSearch<'a, W> {
    /// A search that has met no board.
    pub(crate) fn new(
        code: BoardCode<'a>,
        metric: Metric,
        limit: u64,
        stop: &'a AtomicBool,
    ) -> SetSearch<'a, W> {
        SetSearch {
            code,
            metric,
            stop,
            limit,
            seen: BoardSet::new(metric == Metric::Move),
            mirror: None,
            order: Vec::new(),
            bounds: Vec::new(),
            successors: Vec::new(),
            cliques: Vec::new(),
            named: Vec::new(),
        }
    }

    /// Forgets all boards.
    ///
    /// # Errors
    ///
    /// [`DesignError::Refused`].
    pub(crate) fn clear(&mut self, expected: usize) -> Result<(), DesignError> {
        self.order.clear();
        self.bounds.clear();
        self.mirror = None;
        self.seen.clear(expected).map_err(DesignError::Refused)
    }

    /// Does as [`SetSearch::reach`] after [`SetSearch::clear`], but keeps only the canonical one of
    /// each board and its mirror image, if `boards` are closed under the reflection.
    ///
    /// # Errors
    ///
    /// Those of [`SetSearch::reach`].
    pub(crate) fn reach_halved(
        &mut self,
        boards: &[W],
        mirror: &BoardMirror<W>,
        most: Option<u32>,
    ) -> Result<bool, DesignError> {
        let Some(canonical) = mirror.canonical_boards(boards) else {
            return self.reach(boards, most);
        };
        self.mirror = Some(mirror.clone());
        self.reach(&canonical, most)
    }

    /// Adds all boards that can be reached from `boards`, at most `most` edges away; returns
    /// whether any of `boards` is new. Distances count from these boards.
    ///
    /// # Errors
    ///
    /// [`DesignError::Stopped`], [`DesignError::Memory`] beyond the limit, and
    /// [`DesignError::Refused`].
    pub(crate) fn reach(&mut self, boards: &[W], most: Option<u32>) -> Result<bool, DesignError> {
        self.bounds.clear();
        self.bounds.push(self.order.len());
        self.reserve(boards.len())?;
        for &board in boards {
            if self.seen.insert(board) {
                self.order.push(board);
            }
        }
        let mut from = self.bounds[0];
        let is_new = self.order.len() > from;
        while self.order.len() > from {
            let to = self.order.len();
            self.bounds.push(to);
            if most.is_some_and(|most| self.bounds.len() as u64 > u64::from(most) + 1) {
                break;
            }
            self.expand(from, to)?;
            from = to;
        }
        Ok(is_new)
    }

    /// Adds the successors of a range of boards.
    fn expand(&mut self, from: usize, to: usize) -> Result<(), DesignError> {
        for begin in (from..to).step_by(BOARDS_AT_ONCE) {
            self.successors.clear();
            let end = to.min(begin + BOARDS_AT_ONCE);
            if self.metric == Metric::Move {
                self.follow_cliques(begin, end)?;
            } else {
                for &board in &self.order[begin..end] {
                    self.code
                        .append_successors(board, self.metric, &mut self.successors);
                }
            }
            if let Some(mirror) = &self.mirror {
                for board in &mut self.successors {
                    *board = mirror.canonical(*board);
                }
            }
            self.reserve(self.successors.len())?;
            self.seen.insert_all(&self.successors, &mut self.order);
            if (begin - from).is_multiple_of(BOARDS_BETWEEN_STOPS) {
                self.check()?;
            }
        }
        Ok(())
    }

    /// Puts the boards of all cliques of some boards into `successors`, but for cliques that were
    /// followed before: all their boards are known.
    fn follow_cliques(&mut self, begin: usize, end: usize) -> Result<(), DesignError> {
        self.cliques.clear();
        for &board in &self.order[begin..end] {
            self.code.append_cliques(board, &mut self.cliques);
        }
        let named = self.cliques.iter().map(|&clique| {
            let name = match &self.mirror {
                Some(mirror) => mirror.name(&clique),
                None => clique.name(),
            };
            NamedClique { name, clique }
        });
        self.named.clear();
        self.named.extend(named);
        self.seen.retain_unfollowed(&mut self.named);
        self.reserve(self.named.len())?;
        for NamedClique { name, clique } in &self.named {
            let (named, place) = *name;
            let (is_new, was_followed) = self.seen.follow(named, place);
            if is_new {
                self.order.push(named);
            }
            if !was_followed {
                self.successors.extend(clique.others());
            }
        }
        Ok(())
    }

    /// Makes room for more boards.
    #[inline]
    fn reserve(&mut self, more: usize) -> Result<(), DesignError> {
        self.seen.reserve(more).map_err(DesignError::Refused)
    }

    fn check(&self) -> Result<(), DesignError> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(DesignError::Stopped);
        }
        let listed = (self.order.len() * 2 * size_of::<W>()) as u64;
        if self.seen.bytes() + listed > self.limit {
            return Err(DesignError::Memory { limit: self.limit });
        }
        Ok(())
    }

    /// Number of boards met, those among them for which a canonical board stands.
    pub(crate) fn met(&self) -> u64 {
        match &self.mirror {
            Some(mirror) => self.order.iter().map(|&board| mirror.size(board)).sum(),
            None => self.order.len() as u64,
        }
    }

    /// The greatest distance met.
    pub(crate) fn depth(&self) -> u32 {
        self.bounds.len().saturating_sub(2) as u32
    }

    /// The boards at a distance, or the canonical ones.
    pub(crate) fn at(&self, distance: u32) -> &[W] {
        let distance = distance as usize;
        &self.order[self.bounds[distance]..self.bounds[distance + 1]]
    }

    /// The boards of the last call of [`SetSearch::reach`] to which exactly one shortest way leads.
    pub(crate) fn with_one_way(&self) -> Vec<Vec<W>> {
        let mut ways: AHashMap<W, bool> = self.at(0).iter().map(|&board| (board, true)).collect();
        let mut unique = vec![self.at(0).to_vec()];
        let mut successors = Vec::new();
        for distance in 1..=self.depth() {
            // No board: no way yet. True: one way. False: several.
            let next: AHashSet<W> = self.at(distance).iter().copied().collect();
            let mut next_ways: AHashMap<W, bool> = AHashMap::new();
            for &board in self.at(distance - 1) {
                successors.clear();
                self.code
                    .append_successors(board, self.metric, &mut successors);
                for successor in successors.iter().filter(|own| next.contains(own)) {
                    let is_one = ways[&board];
                    next_ways
                        .entry(*successor)
                        .and_modify(|own| *own = false)
                        .or_insert(is_one);
                }
            }
            let single = self.at(distance).iter().filter(|board| next_ways[board]);
            unique.push(single.copied().collect());
            ways = next_ways;
        }
        unique
    }
}
