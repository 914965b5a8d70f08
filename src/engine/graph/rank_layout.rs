//! Layout of the arrangement ranks: consecutive, or in blocks aligned to words of 64 bits.
//!
//! The arrangements of five or more distinct tiles are aligned to words of 64 bits. The tiles on
//! the last five slots have 120 arrangements, or 60 if parity halves them. These arrangements form
//! a block, which begins at a new word, so that a rotation of earlier slots moves whole words. A
//! block takes 64 numbers for 60 arrangements, or 128 for 120; the last 4 or 8 of them are unused.
//!
//! Of several tile groups only the one with the most distinct tiles is laid out in blocks.
//! Whichever group this is, its digits are the least significant digits of the arrangement rank.

use crate::index::Space;

/// Number of last slots whose arrangements form a block; tile groups with fewer slots have no
/// blocks.
pub const GROUP_SLOTS: usize = 5;

/// Number of arrangements of the last five slots, of both parities together.
pub(super) const GROUP_ORDERS: u64 = 120;

/// Layout of the arrangement ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RankLayout {
    /// Ranks are consecutive.
    Plain,
    /// Ranks form blocks, each aligned to one or two words of 64 bits.
    Grouped {
        /// Number of arrangements in a block: 60 in one word, or 120 in two.
        orders: u64,
    },
}

impl RankLayout {
    /// Number of 64-bit words that a block takes; 0 if the layout has no blocks.
    #[inline]
    pub fn words(self) -> u64 {
        match self {
            RankLayout::Plain => 0,
            RankLayout::Grouped { orders } => orders.div_ceil(64),
        }
    }

    /// Bitmap of the unused numbers among the 64 numbers that begin at `64 * at`.
    #[inline]
    pub fn gaps(self, at: u64) -> u64 {
        match self {
            RankLayout::Plain => 0,
            RankLayout::Grouped { orders } => {
                let before = at % self.words() * 64;
                u64::MAX.unbounded_shl(orders.saturating_sub(before) as u32)
            }
        }
    }

    /// Number of ranks that `orders` arrangements take, unused ranks included; `None` if it does
    /// not fit 64 bits.
    pub(super) fn numbers_for(self, orders: u64) -> Option<u64> {
        match self {
            RankLayout::Plain => Some(orders),
            RankLayout::Grouped { orders: group } => {
                (orders / group).checked_mul(64 * self.words())
            }
        }
    }

    /// Whether all numbers of an index fit 64 bits if parity laws divide the number of arrangements
    /// by `halves`.
    pub(super) fn fits(self, space: &Space, halves: u64) -> bool {
        let orders = u64::try_from(space.order_count() / halves).ok();
        let numbers = orders.and_then(|orders| self.numbers_for(orders));
        let patterns = u64::try_from(space.pattern_count()).ok();
        numbers
            .zip(patterns)
            .is_some_and(|(numbers, patterns)| numbers.checked_mul(patterns).is_some())
    }

    /// Converts a value, which counts arrangements without gaps, to a number, which counts unused
    /// numbers too.
    #[inline]
    pub fn number_of(self, value: u64) -> u64 {
        match self {
            RankLayout::Plain => value,
            RankLayout::Grouped { orders } => value / orders * (64 * self.words()) + value % orders,
        }
    }

    /// Converts a number of this layout to its value; `None` if the layout leaves the number
    /// unused.
    #[inline]
    pub fn value_of(self, number: u64) -> Option<u64> {
        match self {
            RankLayout::Plain => Some(number),
            RankLayout::Grouped { orders } => {
                let width = 64 * self.words();
                let within = number % width;
                (within < orders).then(|| number / width * orders + within)
            }
        }
    }
}

/// Chooses the tile group to lay out in blocks; `None` if no group has five or more tiles, all
/// distinct.
///
/// Among such groups it is the one with the most tiles, and the first if several have equally many.
pub(super) fn grouped_arrangement(space: &Space) -> Option<usize> {
    let arrangements = space.arrangements().iter().enumerate();
    arrangements
        .filter(|(_, own)| own.is_distinct() && own.slots() >= GROUP_SLOTS)
        .max_by_key(|(number, own)| (own.slots(), std::cmp::Reverse(*number)))
        .map(|(number, _)| number)
}
