//! The boards of one set of pieces, and the cliques of edges that join them.

use super::board_code::BoardCode;
use super::design_error::DesignError;
use super::field::cells_of;
use super::list_memory::{refill, reserve};
use super::word::Word;
use slidewise_engine::graph::Metric;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Bits of a word that hold a place; the others hold the number of a board or a clique.
const PLACE_BITS: u32 = 5;

/// Most boards and most cliques of a graph: their numbers share a word with a place.
const MAX_NUMBERS: usize = 1 << (u32::BITS - PLACE_BITS);

/// Boards between two looks at the stop flag.
const BOARDS_BETWEEN_STOPS: usize = 1 << 14;

/// More than the boards of all cliques of a board: it has fewer than 20 pieces, and each has fewer
/// than 20 places.
const MAX_EDGES: usize = 400;

/// Fewest slots of the table of boards.
const MIN_SLOTS: usize = 16;

/// A number and the place that shares its word.
#[inline(always)]
fn unpacked(word: u32) -> (usize, u32) {
    (
        (word >> PLACE_BITS) as usize,
        word & ((1 << PLACE_BITS) - 1),
    )
}

/// The graph of the boards with the same pieces, none of them marked, on at most 20 cells: one
/// component after another.
///
/// A *clique* here is a set of boards that differ by the place of one piece and are all one edge
/// apart. In moves it holds all places on the paths of the piece, in slides those of one line, in
/// steps two. Boards and cliques of a component are numbered, and each knows the others by their
/// numbers, so that a search needs no look at the boards themselves. Boards are numbered by their
/// distance from the first one, so that the numbers of neighbours are near one another.
///
/// Memory: about 20 bytes a board, and 30 a board of one component.
#[derive(Debug)]
pub(crate) struct CliqueGraph<'a> {
    code: BoardCode<'a>,
    metric: Metric,
    /// The boards of all components so far.
    order: Vec<u64>,
    /// Most boards of all components.
    room: usize,
    /// Where the boards of the component begin in `order`.
    begin: usize,
    /// Slots of an open-addressing table: the place of a board in `order` and one, or 0.
    table: Vec<u32>,
    /// For each board, the first cells of the pieces whose cliques are known.
    followed: Vec<u32>,
    /// For each clique, where its boards begin in `members`, and the end.
    members_from: Vec<u32>,
    /// The boards of all cliques, each with the place of the piece.
    members: Vec<u32>,
    /// For each board, where its cliques begin in `cliques`, and the end.
    cliques_from: Vec<u32>,
    /// The cliques of all boards, each with the place of its piece.
    cliques: Vec<u32>,
}

impl<'a> CliqueGraph<'a> {
    /// A graph without boards.
    pub(crate) fn new(code: BoardCode<'a>, metric: Metric) -> Self {
        CliqueGraph {
            code: code.without_goal_piece(),
            metric,
            order: Vec::new(),
            room: 0,
            begin: 0,
            table: Vec::new(),
            followed: Vec::new(),
            members_from: Vec::new(),
            members: Vec::new(),
            cliques_from: Vec::new(),
            cliques: Vec::new(),
        }
    }

    /// Forgets all boards, and makes room for this number of them.
    ///
    /// # Errors
    ///
    /// [`DesignError::Refused`], and [`DesignError::Memory`] for more boards than can be numbered.
    pub(crate) fn clear(&mut self, boards: usize, limit: u64) -> Result<(), DesignError> {
        if boards > MAX_NUMBERS {
            return Err(DesignError::Memory { limit });
        }
        let slots = (2 * boards).next_power_of_two().max(MIN_SLOTS);
        self.order.clear();
        self.followed.clear();
        self.room = boards;
        reserve(&mut self.order, boards)?;
        reserve(&mut self.followed, boards)?;
        refill(&mut self.table, std::iter::repeat_n(0, slots))
    }

    /// Becomes the component of a board; false, without boards, if an earlier component has it.
    ///
    /// Time: each clique is found once, and each of its boards looked up.
    ///
    /// # Errors
    ///
    /// [`DesignError::Stopped`], [`DesignError::Refused`], and [`DesignError::Memory`] beyond
    /// `limit` bytes.
    ///
    /// # Panics
    ///
    /// If there are more boards than [`CliqueGraph::clear`] made room for.
    pub(crate) fn find_component(
        &mut self,
        board: u64,
        limit: u64,
        stop: &AtomicBool,
    ) -> Result<bool, DesignError> {
        self.begin = self.order.len();
        self.followed.clear();
        if self.find_or_put(board) < self.begin {
            return Ok(false);
        }
        self.members.clear();
        self.members_from.clear();
        self.members_from.push(0);
        let mut number = 0;
        while number < self.followed.len() {
            if number.is_multiple_of(BOARDS_BETWEEN_STOPS) && number > 0 {
                if stop.load(Ordering::Relaxed) {
                    return Err(DesignError::Stopped);
                }
                if self.bytes() > limit || self.cliques() > MAX_NUMBERS / 2 {
                    return Err(DesignError::Memory { limit });
                }
            }
            reserve(&mut self.members, MAX_EDGES)?;
            reserve(&mut self.members_from, MAX_EDGES)?;
            self.add_cliques_of(number);
            number += 1;
        }
        self.list_cliques()?;
        Ok(true)
    }

    /// The boards of the component, by their numbers.
    pub(crate) fn boards(&self) -> &[u64] {
        &self.order[self.begin..]
    }

    /// The slot where a board is looked for first.
    #[inline]
    fn home(&self, board: u64) -> usize {
        (board.scrambled() >> (u64::BITS - self.table.len().ilog2())) as usize
    }

    /// Adds the cliques of a board that are not known yet, and their boards.
    #[inline]
    fn add_cliques_of(&mut self, number: usize) {
        let board = self.order[self.begin + number];
        let followed = u64::from(self.followed[number]);
        let (code, metric) = (self.code, self.metric);
        code.for_each_edge_clique(board, metric, followed, |clique| {
            // Lines and pairs are quickly found: each is added at its first board only.
            if metric != Metric::Move && !clique.is_at_first_place() {
                self.find_or_put(clique.board_at(clique.first_place()));
                return;
            }
            for place in cells_of(clique.places()) {
                let member = self.find_or_put(clique.board_at(place)) - self.begin;
                self.followed[member] |= 1 << place;
                self.members.push(((member as u32) << PLACE_BITS) | place);
            }
            self.members_from.push(self.members.len() as u32);
        });
    }

    /// The place of a board in `order`, where it is put if it is new.
    #[inline]
    fn find_or_put(&mut self, board: u64) -> usize {
        let mut slot = self.home(board);
        loop {
            match self.table[slot] {
                0 => break,
                found if self.order[found as usize - 1] == board => return found as usize - 1,
                _ => slot = (slot + 1) & (self.table.len() - 1),
            }
        }
        assert!(
            self.order.len() < self.room,
            "no edge leads to other pieces"
        );
        self.order.push(board);
        self.followed.push(0);
        self.table[slot] = self.order.len() as u32;
        self.order.len() - 1
    }

    /// Lists the cliques of each board, by counting.
    fn list_cliques(&mut self) -> Result<(), DesignError> {
        let boards = self.followed.len();
        // Counts first, one place further on than the board's own.
        refill(&mut self.cliques_from, std::iter::repeat_n(0, boards + 2))?;
        for &member in &self.members {
            self.cliques_from[unpacked(member).0 + 2] += 1;
        }
        let mut sum = 0;
        for count in &mut self.cliques_from {
            sum += *count;
            *count = sum;
        }
        refill(
            &mut self.cliques,
            std::iter::repeat_n(0, self.members.len()),
        )?;
        for clique in 0..self.cliques() {
            let own = self.members_from[clique] as usize..self.members_from[clique + 1] as usize;
            for &member in &self.members[own] {
                let (board, place) = unpacked(member);
                let to = &mut self.cliques_from[board + 1];
                self.cliques[*to as usize] = ((clique as u32) << PLACE_BITS) | place;
                *to += 1;
            }
        }
        self.cliques_from.truncate(boards + 1);
        Ok(())
    }

    /// Number of cliques.
    fn cliques(&self) -> usize {
        self.members_from.len().saturating_sub(1)
    }

    /// The cliques of a board, each with the first cell of its piece on this board.
    #[inline(always)]
    pub(crate) fn cliques_of(
        &self,
        board: u32,
    ) -> impl ExactSizeIterator<Item = (usize, u32)> + '_ {
        let board = board as usize;
        let own = self.cliques_from[board] as usize..self.cliques_from[board + 1] as usize;
        self.cliques[own].iter().map(|&own| unpacked(own))
    }

    /// For each clique, where its boards begin in the list of all cliques' boards, and the end.
    pub(crate) fn member_begins(&self) -> &[u32] {
        &self.members_from
    }

    /// A part of the list of all cliques' boards, each with the first cell of its piece there.
    #[inline(always)]
    pub(crate) fn members(&self, part: Range<u32>) -> impl Iterator<Item = (usize, u32)> + '_ {
        let part = part.start as usize..part.end as usize;
        self.members[part].iter().map(|&own| unpacked(own))
    }

    /// Memory in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let lists = [
            &self.table,
            &self.followed,
            &self.members_from,
            &self.members,
            &self.cliques_from,
            &self.cliques,
        ];
        let words: usize = lists.iter().map(|own| own.capacity()).sum();
        (words * size_of::<u32>() + self.order.capacity() * size_of::<u64>()) as u64
    }
}
