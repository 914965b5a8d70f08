//! Sizes of block rows and of their blocks, and the forms in which edges permute a block row.

use slidewise_engine::graph::{ArrangementRanks, GROUP_SLOTS, Graph};
use slidewise_engine::index::{Rotation, are_odd, digits_of_window};

/// Number of bits in a word.
pub(super) const PER_WORD: u64 = 64;
/// Minimum number of words in a block; a shorter block row is a single block.
const MIN_BLOCK: u64 = 1024;
/// Maximum number of words in a block; a graph whose edges need larger blocks is not divided into
/// block rows.
const MAX_BLOCK: u64 = 1 << 15;
/// Maximum number of runs of words in a period of [`RotationForm::Runs`].
const MAX_CELLS: u64 = 1 << 20;
/// Maximum number of bytes that the tables of all row permutations may take together.
pub(super) const MAX_BYTES: u64 = 1 << 26;
/// Maximum number of block rows. Each block row takes 17 bytes, and 8 more for each of its edges.
const MAX_LEAVES: u64 = 1 << 24;

/// Sizes of block rows, of their blocks and of word groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BlockRowLayout {
    /// Number of indices in a block row.
    pub span: u64,
    /// Number of words in a block row; the last word may have unused bits.
    pub width: u64,
    /// Number of words in a block, which is filled as a whole. This number divides `width`.
    pub block: u64,
    /// Number of words in a word group; 0 if the graph has no word groups.
    pub group: u64,
    /// Number of slots of the packed tile group; 0 if no tile group is packed.
    slots: usize,
    /// Bytes that the tables of all row permutations take.
    pub bytes: u64,
}

impl BlockRowLayout {
    /// Computes the sizes for a graph; `None` if it has no pattern table or cannot be divided into
    /// block rows.
    pub(super) fn of(graph: &Graph) -> Option<BlockRowLayout> {
        let (orders, table) = (graph.orders(), graph.table()?);
        let group = orders.packing().words();
        let span = match orders.grouped() {
            Some(_) => orders.grouped_len(),
            None => orders.len(),
        };
        let mut measures = BlockRowLayout {
            span,
            width: span.div_ceil(PER_WORD),
            block: 1,
            group,
            slots: orders.grouped_slots(),
            bytes: 0,
        };
        // Block rows with more unused bits than used bits would waste memory.
        if measures.width.checked_mul(PER_WORD)? > span.checked_mul(2)?
            || graph.len() / span > MAX_LEAVES
        {
            return None;
        }
        let mut at_once = 1;
        for arrangement in 0..graph.space().arrangements().len() {
            for (from, to) in table.turns(arrangement) {
                let rotation = Rotation { from, to };
                let form = measures.form(orders, arrangement, rotation)?;
                if let RotationForm::Blocks { words } = form {
                    at_once = at_once.max(words);
                }
                // A permutation has up to two tables: one for each parity of the digits, or one for
                // each parity of the arrangements of the other tile groups.
                measures.bytes = measures.bytes.checked_add(2 * form.bytes())?;
            }
        }
        measures.block = match orders.grouped() {
            None => measures.width,
            Some(_) => (0..=measures.slots - GROUP_SLOTS)
                .rev()
                .map(|slot| measures.words_from(slot))
                .find(|&words| words >= at_once.max(MIN_BLOCK))
                .unwrap_or(measures.width),
        };
        (measures.block <= MAX_BLOCK && measures.bytes <= MAX_BYTES).then_some(measures)
    }

    /// Number of consecutive words in which all arrangements have the same digits before slot
    /// `slot`.
    ///
    /// `slot` is at most the number of the first of the last five slots.
    fn words_from(&self, slot: usize) -> u64 {
        let low = self.slots - GROUP_SLOTS;
        (slot..low)
            .map(|s| (self.slots - s) as u64)
            .product::<u64>()
            * self.group
    }

    /// Determines how a rotation of a tile group permutes a block row; `None` if the tables of this
    /// permutation are too large.
    pub(super) fn form(
        &self,
        orders: &ArrangementRanks,
        arrangement: usize,
        rotation: Rotation,
    ) -> Option<RotationForm> {
        let whole = RotationForm::Blocks { words: self.width };
        let Some(grouped) = orders.grouped() else {
            return (self.width <= MAX_BLOCK).then_some(whole);
        };
        if arrangement != grouped {
            // A rotation of a tile group that is not packed leads to another block row and leaves
            // the bits in place.
            let run = self.width;
            return Some(RotationForm::Runs { run, cells: 1 });
        }
        let begin = usize::from(rotation.from.min(rotation.to));
        let end = usize::from(rotation.from.max(rotation.to));
        let low = self.slots - GROUP_SLOTS;
        if end < low {
            let cells = (begin..=end)
                .map(|slot| (self.slots - slot) as u64)
                .product();
            let run = self.words_from(end + 1);
            return (cells <= MAX_CELLS).then_some(RotationForm::Runs { run, cells });
        }
        let words = self.words_from(begin.min(low));
        (words <= MAX_BLOCK).then_some(RotationForm::Blocks { words })
    }

    /// Offsets in a block row of its first even and its first odd block, in indices.
    ///
    /// An offset is `None` if there is no block of that parity.
    ///
    /// A block has `numbers` indices here. The parity of a block is that of the digits before it,
    /// plus `sign`, the parity of the block row's packed arrangements. The digits before the first
    /// block are all 0. The digits before the second block have an odd sum.
    pub(super) fn starts(&self, numbers: u64, sign: usize) -> [Option<u64>; 2] {
        let second = (self.group == 1 && 2 * numbers <= self.span).then_some(numbers);
        match sign {
            0 => [Some(0), second],
            _ => [second, Some(0)],
        }
    }

    /// Parities of the digits that number each word group, split into two lists; add one entry of
    /// each.
    ///
    /// The first list has the parity of the digits within a block, indexed by word of the block.
    /// The second has the parity of the digits before a block, indexed by block of the block row.
    /// Both lists hold only zeros if no permutation depends on parity.
    pub(super) fn parities(&self) -> (Vec<u8>, Vec<u8>) {
        let parity = |word: u64| match self.group {
            1 => u8::from(is_odd(word, self.slots)),
            _ => 0,
        };
        let blocks = self.width / self.block;
        (
            (0..self.block).map(parity).collect(),
            (0..blocks)
                .map(|block| parity(block * self.block))
                .collect(),
        )
    }
}

/// Whether word group number `group` has an odd sum of digits at the slots before the last five.
fn is_odd(group: u64, slots: usize) -> bool {
    let mut digits = vec![0; slots - GROUP_SLOTS];
    digits_of_window(group, &mut digits, slots);
    are_odd(&digits)
}

/// Form of the permutation of a block row by a rotation. Each period of the block row is permuted
/// alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RotationForm {
    /// Moves runs of `run` words each as a whole; a period has `cells` runs.
    Runs { run: u64, cells: u64 },
    /// Permutes the bits within each block of `words` words; each block is a period.
    Blocks { words: u64 },
}

impl RotationForm {
    /// Bytes that one table of the permutation takes; there is a table for each parity.
    pub(super) fn bytes(self) -> u64 {
        match self {
            RotationForm::Runs { cells, .. } => cells * 8,
            RotationForm::Blocks { words } => words * PER_WORD * 4,
        }
    }
}
