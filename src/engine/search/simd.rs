//! Kernels: loops over many words, by AVX-512, by AVX2 or portable, as the processor allows.
//!
//! They permute the bits of words, sift marks, and expand configurations by half boards. All SIMD
//! levels give equal results, and a test runs each level that the machine has. Only this file of
//! the search has `unsafe` in it: the instructions need it, to be called at all and to read their
//! operands.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "instructions of SIMD levels are called here")
)]

use super::plan_cells::{BitTurn, PlanCells};
use crate::graph::{BitPermutation, HalfBoardExpander, HalfBoards};
use slidewise_store::Marks;

/// A set of vector instructions that this machine has: only [`SimdLevel::available`] makes one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SimdLevel(InstructionSet);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum InstructionSet {
    #[cfg(target_arch = "x86_64")]
    /// Gathers any 64 bits of a word in one instruction (`VPSHUFBITQMB`, AVX-512 BITALG).
    Avx512,
    #[cfg(target_arch = "x86_64")]
    /// Selects bytes and tests their bits, 32 at a time.
    Avx2,
    /// Reads eight tables of 256 words, one for each byte of a word.
    Portable,
}

impl SimdLevel {
    /// The SIMD levels that this machine has, fastest first.
    pub fn available() -> Vec<SimdLevel> {
        let mut level = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            let has_bits = is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2");
            if has_bits
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512bitalg")
                && is_x86_feature_detected!("avx512vpopcntdq")
            {
                level.push(SimdLevel(InstructionSet::Avx512));
            }
            if has_bits && is_x86_feature_detected!("avx2") {
                level.push(SimdLevel(InstructionSet::Avx2));
            }
        }
        level.push(SimdLevel(InstructionSet::Portable));
        level
    }

    /// The fastest SIMD level that this machine has.
    pub fn best() -> SimdLevel {
        SimdLevel::available()[0]
    }

    /// Name of the SIMD level.
    pub fn name(self) -> &'static str {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => "AVX-512",
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => "AVX2",
            InstructionSet::Portable => "portable",
        }
    }
}

/// A permutation of 64 bits, prepared for one SIMD level. The field `from` fills one cache line.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(super) struct Control {
    /// Index of the source bit of each bit of the result.
    from: [u8; 64],
    /// Mask of the bits of the result that have a source.
    taken: u64,
    /// Source bit of each bit of the result, as a mask within its byte.
    bit: [u8; 64],
    /// Index of the byte that has the source bit, for each bit of the result.
    byte: [u8; 64],
    /// Bits of the result that each value of each source byte sets, indexed by byte and then value.
    /// Empty unless the level is the portable one.
    tables: Vec<[u64; 256]>,
}

impl Control {
    /// Prepares a permutation for a SIMD level.
    pub(super) fn new(gather: &BitPermutation, level: SimdLevel) -> Control {
        let tables = match level.0 {
            InstructionSet::Portable => (0..8).map(|byte| table(gather, byte)).collect(),
            #[cfg(target_arch = "x86_64")]
            _ => Vec::new(),
        };
        Control {
            taken: gather.taken,
            from: gather.from,
            bit: gather.from.map(|from| 1 << (from % 8)),
            byte: gather.from.map(|from| from / 8),
            tables,
        }
    }
}

/// Bits of the result that the source byte number `byte` sets, indexed by the value of that byte.
fn table(gather: &BitPermutation, byte: u8) -> [u64; 256] {
    let mut of_bit = [0u64; 8];
    for bit in (0..64).filter(|&bit| gather.taken >> bit & 1 == 1 && gather.from[bit] / 8 == byte) {
        of_bit[usize::from(gather.from[bit] % 8)] |= 1 << bit;
    }
    let mut table = [0; 256];
    for value in 1..256usize {
        table[value] = table[value & (value - 1)] | of_bit[value.trailing_zeros() as usize];
    }
    table
}

/// Joins to each word the words that the pieces of its cell gather. The cells repeat in rows.
macro_rules! by_cells {
    ($filled:ident, $source:ident, $at:ident, $variants:ident, $cells:ident,
     |$control:ident, $from:ident| $gathered:block) => {
        let count = $cells.first[0].len() - 1;
        let mut cell = $at % count;
        let mut left = $filled;
        let mut position = $at;
        while !left.is_empty() {
            let (row, rest) = left.split_at_mut((count - cell).min(left.len()));
            let variant = $variants[position - cell] & 1;
            let firsts = $cells.first[usize::from(variant)][cell..].windows(2);
            for ((word, position), ends) in row.iter_mut().zip(position..).zip(firsts) {
                // The bits are gathered in a register, so that the word is written once.
                let mut gathered = *word;
                for &(offset, number) in &$cells.pieces[ends[0] as usize..ends[1] as usize] {
                    let $from = $source[position.wrapping_add_signed(offset as isize)];
                    let $control = &$cells.controls[number as usize];
                    gathered |= $gathered;
                }
                *word = gathered;
            }
            position += row.len();
            cell = 0;
            left = rest;
        }
    };
}

/// Compiles the loops over words for one set of instructions.
macro_rules! kernels {
    ($gather:path, $(#[$feature:meta])*) => {
        use super::{BitTurn, Control, HalfBoardExpander, HalfBoards, Marks, PlanCells};

        /// Compiled form of [`super::fill`] for this set of instructions.
        $(#[$feature])*
        pub(super) fn fill(
            filled: &mut [u64],
            source: &[u64],
            at: usize,
            variants: &[u8],
            cells: PlanCells<'_, Control>,
        ) {
            by_cells!(filled, source, at, variants, cells, |control, from| {
                $gather(control, from)
            });
        }

        /// Compiled form of [`super::fill_turned`] for this set of instructions.
        $(#[$feature])*
        pub(super) fn fill_turned(
            filled: &mut [u64],
            source: &[u64],
            at: usize,
            variants: &[u8],
            cells: PlanCells<'_, BitTurn>,
        ) {
            by_cells!(filled, source, at, variants, cells, |turn, from| {
                from.rotate_right(turn.places) & turn.taken
            });
        }

        /// Compiled form of [`super::join_runs`] for this set of instructions.
        $(#[$feature])*
        pub(super) fn join_runs(
            filled: &mut [u64],
            source: &[u64],
            at: usize,
            offsets: &[isize],
            run: usize,
        ) {
            let mut cell = at / run % offsets.len();
            let mut left = filled;
            let mut position = at;
            if run == 1 {
                while !left.is_empty() {
                    let (row, rest) = left.split_at_mut((offsets.len() - cell).min(left.len()));
                    let words = row.iter_mut().zip(position..).zip(&offsets[cell..]);
                    for ((word, position), &offset) in words {
                        *word |= source[position.wrapping_add_signed(offset)];
                    }
                    position += row.len();
                    cell = 0;
                    left = rest;
                }
                return;
            }
            let mut within = at % run;
            while !left.is_empty() {
                let (part, rest) = left.split_at_mut((run - within).min(left.len()));
                let from = position.wrapping_add_signed(offsets[cell]);
                let sources = &source[from..from + part.len()];
                for (word, from) in part.iter_mut().zip(sources) {
                    *word |= from;
                }
                position += part.len();
                within = 0;
                cell = if cell + 1 == offsets.len() { 0 } else { cell + 1 };
                left = rest;
            }
        }

        /// Compiled form of [`super::alternate`] for this set of instructions.
        $(#[$feature])*
        pub(super) fn alternate(
            filled: &mut [u64],
            source: &[u64],
            variants: &[u8],
            controls: [&Control; 2],
        ) {
            for ((word, &from), &variant) in filled.iter_mut().zip(source).zip(variants) {
                *word |= $gather(controls[usize::from(variant & 1)], from);
            }
        }

        /// Compiled form of [`super::join`] for this set of instructions.
        $(#[$feature])*
        pub(super) fn join(filled: &mut [u64], words: &[u64]) {
            for (word, from) in filled.iter_mut().zip(words) {
                *word |= from;
            }
        }

        /// Compiled form of [`super::renew`] for this set of instructions.
        $(#[$feature])*
        pub(super) fn renew(words: &mut [u64], candidates: &[u64]) -> u64 {
            let mut new = 0;
            for (word, candidates) in words.iter_mut().zip(candidates) {
                *word = candidates & !*word;
                new += u64::from(word.count_ones());
            }
            new
        }

        /// Compiled form of [`super::sift`] for this set of instructions.
        $(#[$feature])*
        pub(super) fn sift(
            marks: &Marks,
            at: usize,
            words: &mut [u64],
            candidates: &[u64],
            mark: u8,
        ) -> u64 {
            marks.sift_all(at, words, candidates, mark)
        }

        /// Compiled form of [`super::expand`] for this set of instructions.
        $(#[$feature])*
        pub(super) fn expand<'e>(
            expander: &'e mut HalfBoardExpander<'_>,
            numbers: &mut [u64],
        ) -> &'e [u64] {
            let cut = expander.half_boards();
            for number in &mut *numbers {
                *number = cut.packed_rank(*number);
            }
            expander.expand(numbers)
        }

        /// Compiled form of [`super::follow`] for this set of instructions.
        $(#[$feature])*
        pub(super) fn follow(
            expander: &mut HalfBoardExpander<'_>,
            marks: &Marks,
            spots: &[u64],
            mark: u8,
            next: &mut Vec<u64>,
        ) {
            for together in spots.chunks(HalfBoardExpander::TOGETHER) {
                let found = expander.expand(together);
                marks.claim::<{ HalfBoards::RANK_BITS }>(found, mark, next);
            }
        }
    };
}

/// Calls a kernel for the SIMD level.
macro_rules! by {
    ($level:expr, $kernel:ident($($argument:expr),*)) => {
        match $level.0 {
            // SAFETY: `SimdLevel` has this variant only if the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => unsafe { avx512::$kernel($($argument),*) },
            // SAFETY: `SimdLevel` has this variant only if the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => unsafe { avx2::$kernel($($argument),*) },
            InstructionSet::Portable => portable::$kernel($($argument),*),
        }
    };
}

/// Fills words of a pattern, starting at word number `at`, by the cells of a rotation plan.
///
/// Each cell is for one word, and the cells repeat in rows. The entry of `variants` for the first
/// word of a row selects the variant for the whole row.
#[inline]
pub(super) fn fill(
    level: SimdLevel,
    filled: &mut [u64],
    source: &[u64],
    at: usize,
    variants: &[u8],
    cells: PlanCells<'_, Control>,
) {
    by!(level, fill(filled, source, at, variants, cells));
}

/// Fills words as [`fill`] does, if every permutation turns the bits of a word and takes some of
/// them.
#[inline]
pub(super) fn fill_turned(
    level: SimdLevel,
    filled: &mut [u64],
    source: &[u64],
    at: usize,
    variants: &[u8],
    cells: PlanCells<'_, BitTurn>,
) {
    by!(level, fill_turned(filled, source, at, variants, cells));
}

/// Sets in `filled`, which starts at word number `at`, the bits of runs of `run` words elsewhere:
/// of run number `n`, those of the run that is `offsets[n % offsets.len()]` words away.
#[inline]
pub(super) fn join_runs(
    level: SimdLevel,
    filled: &mut [u64],
    source: &[u64],
    at: usize,
    offsets: &[isize],
    run: usize,
) {
    by!(level, join_runs(filled, source, at, offsets, run));
}

/// Fills each word from the word at the same index of `source`, by the permutation for the word's
/// variant.
#[inline]
pub(super) fn alternate(
    level: SimdLevel,
    filled: &mut [u64],
    source: &[u64],
    variants: &[u8],
    controls: [&Control; 2],
) {
    by!(level, alternate(filled, source, variants, controls));
}

/// Sets in `filled` the bits that are set in `words`.
#[inline]
pub(super) fn join(level: SimdLevel, filled: &mut [u64], words: &[u64]) {
    by!(level, join(filled, words));
}

/// Replaces each word by those of its candidates that the word does not contain; returns their
/// number.
#[inline]
pub(super) fn renew(level: SimdLevel, words: &mut [u64], candidates: &[u64]) -> u64 {
    by!(level, renew(words, candidates))
}

/// Replaces each word by those of its candidates that are unseen or have the mark `mark`, and marks
/// them.
///
/// Returns the number of these candidates.
///
/// The result is that of [`Marks::sift_all`].
#[inline]
pub(super) fn sift(
    level: SimdLevel,
    marks: &Marks,
    at: usize,
    words: &mut [u64],
    candidates: &[u64],
    mark: u8,
) -> u64 {
    by!(level, sift(marks, at, words, candidates, mark))
}

/// Finds the neighbours of configurations by half boards, as [ranks of half
/// boards](HalfBoards::packed_rank).
///
/// The result is that of [`HalfBoardExpander::expand`].
#[inline]
pub(super) fn expand<'e>(
    level: SimdLevel,
    expander: &'e mut HalfBoardExpander<'_>,
    numbers: &mut [u64],
) -> &'e [u64] {
    by!(level, expand(expander, numbers))
}

/// Marks the unseen neighbours of configurations, and adds them to `next`.
///
/// The configurations in `spots` and `next` are [ranks of half boards](HalfBoards::packed_rank).
///
/// The result is that of [`HalfBoardExpander::expand`] and [`Marks::claim`].
#[inline]
pub(super) fn follow(
    level: SimdLevel,
    expander: &mut HalfBoardExpander<'_>,
    marks: &Marks,
    spots: &[u64],
    mark: u8,
    next: &mut Vec<u64>,
) {
    by!(level, follow(expander, marks, spots, mark, next));
}

mod portable {
    #[inline]
    fn gather(control: &Control, word: u64) -> u64 {
        let bytes = word.to_le_bytes();
        let tables = control.tables.iter().zip(bytes);
        tables.fold(0, |out, (table, byte)| out | table[usize::from(byte)])
    }

    kernels!(gather,);
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::{_mm512_bitshuffle_epi64_mask, _mm512_loadu_si512, _mm512_set1_epi64};

    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vpopcntdq,popcnt,bmi1,bmi2"
    )]
    fn gather(control: &Control, word: u64) -> u64 {
        // SAFETY: 64 bytes are read from an array of 64 bytes, and the load needs no alignment.
        let from = unsafe { _mm512_loadu_si512(control.from.as_ptr().cast()) };
        _mm512_bitshuffle_epi64_mask(_mm512_set1_epi64(word as i64), from) & control.taken
    }

    kernels!(
        gather,
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vpopcntdq")]
        #[target_feature(enable = "popcnt,bmi1,bmi2")]
    );
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{
        _mm256_and_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_movemask_epi8,
        _mm256_set1_epi64x, _mm256_shuffle_epi8,
    };

    #[inline]
    #[target_feature(enable = "avx2,popcnt,bmi1,bmi2")]
    fn gather(control: &Control, word: u64) -> u64 {
        let words = _mm256_set1_epi64x(word as i64);
        let half = |at: usize| {
            // SAFETY: 32 bytes are read at index 0 or 32 of arrays of 64 bytes, and the loads need
            // no alignment.
            let (byte, bit) = unsafe {
                (
                    _mm256_loadu_si256(control.byte.as_ptr().add(at).cast()),
                    _mm256_loadu_si256(control.bit.as_ptr().add(at).cast()),
                )
            };
            let tested = _mm256_and_si256(_mm256_shuffle_epi8(words, byte), bit);
            _mm256_movemask_epi8(_mm256_cmpeq_epi8(tested, bit)) as u32
        };
        (u64::from(half(0)) | u64::from(half(32)) << 32) & control.taken
    }

    kernels!(
        gather,
        #[target_feature(enable = "avx2,popcnt,bmi1,bmi2")]
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Graph, HalfBoards, Metric};
    use crate::search::plan_cells::PlanSource;
    use slidewise_puzzle::Puzzle;

    /// Pseudo-random words (Marsaglia's xorshift).
    fn random(seed: u64) -> impl FnMut() -> u64 {
        let mut state = seed;
        move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        }
    }

    fn bit_by_bit(gather: &BitPermutation, word: u64) -> u64 {
        (0..64).fold(0, |out, bit: usize| {
            out | (word >> gather.from[bit] & 1) << bit & gather.taken
        })
    }

    #[test]
    fn every_way_that_the_machine_has_follows_a_cut_alike() {
        let puzzle = Puzzle::open("lane-rouge").unwrap();
        let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        let cut = graph
            .build_half_boards(0)
            .expect("its patterns have one arrangement");
        let start = graph.index_of(&puzzle.start).unwrap();
        let all_spots = |level| {
            let marks = Marks::in_memory(graph.len()).unwrap();
            marks.set_alone(start, Marks::mark_of(0));
            let mut expander = HalfBoardExpander::new(cut);
            let mut generations = vec![vec![cut.packed_rank(start)]];
            for generation in 1..=167 {
                let mut next = Vec::new();
                let last = &generations[generation - 1];
                let mark = Marks::mark_of(generation as u64);
                follow(level, &mut expander, &marks, last, mark, &mut next);
                generations.push(next);
            }
            generations
        };
        let portable = all_spots(SimdLevel(InstructionSet::Portable));
        assert_eq!(portable.iter().map(Vec::len).sum::<usize>(), 25_955);
        for level in SimdLevel::available() {
            assert_eq!(all_spots(level), portable, "{level:?}");
        }
    }

    #[test]
    fn every_way_that_the_machine_has_expands_many_as_one_by_one() {
        let puzzle = Puzzle::open("lane-rouge").unwrap();
        let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        let cut = graph
            .build_half_boards(0)
            .expect("its patterns have one arrangement");
        let walked = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        let mut neighbours = walked.neighbours();
        let numbers: Vec<u64> = (0..graph.len()).collect();
        for together in numbers.chunks(HalfBoardExpander::TOGETHER) {
            let mut expected = Vec::new();
            for &number in together {
                neighbours.for_each(number, |found| expected.push(found));
            }
            expected.sort_unstable();
            for level in SimdLevel::available() {
                let mut expander = HalfBoardExpander::new(cut);
                let found = expand(level, &mut expander, &mut together.to_vec());
                let mut found: Vec<u64> =
                    found.iter().map(|&spot| HalfBoards::rank(spot)).collect();
                found.sort_unstable();
                assert_eq!(found, expected, "{level:?}");
            }
        }
    }

    /// Compares the words that [`fill`] makes with words made bit by bit.
    fn check_fill(
        level: SimdLevel,
        gathers: &[BitPermutation; 2],
        controls: &[Control; 2],
        source: &[u64],
        variants: &[u8],
        before: &[u64],
    ) {
        let pieces: [PlanSource; 4] = [(2, 0), (-3, 1), (0, 1), (1, 0)];
        let cells = PlanCells {
            first: [&[0, 2, 2, 3], &[0, 0, 3, 4]],
            pieces: &pieces,
            controls,
        };
        let first = cells.first;
        // The words begin in the middle of a row of three cells, span two whole rows, and end in a
        // fourth row.
        let mut filled = before[..9].to_vec();
        fill(level, &mut filled, source, 10, variants, cells);
        for (position, (filled, before)) in (10..).zip(filled.iter().zip(before)) {
            let cell = position % 3;
            let first = first[usize::from(variants[position - cell])];
            let own = &pieces[first[cell] as usize..first[cell + 1] as usize];
            let expected = own.iter().fold(*before, |word, &(offset, control)| {
                let from = source[position.wrapping_add_signed(offset as isize)];
                word | bit_by_bit(&gathers[usize::from(control)], from)
            });
            assert_eq!(*filled, expected, "{level:?}");
        }
    }

    #[test]
    fn turns_and_runs_are_what_permutations_and_single_words_are() {
        let mut next = random(0x51ED_2701);
        let mut taken = || {
            let (places, taken) = ((next() % 64) as u32, next() & next());
            let from = std::array::from_fn(|bit| ((bit as u32 + places) % 64) as u8);
            BitPermutation { from, taken }
        };
        let gathers = [taken(), taken()];
        let turns = gathers
            .each_ref()
            .map(|gather| BitTurn::of(gather).unwrap());
        let mut mixed = gathers[0];
        mixed.from.swap(3, 9);
        mixed.taken |= 1 << 3 | 1 << 9;
        assert_eq!(BitTurn::of(&mixed), None);
        let source: Vec<u64> = (0..100).map(|_| next()).collect();
        let variants: Vec<u8> = (0..100).map(|_| (next() % 2) as u8).collect();
        let before: Vec<u64> = (0..40).map(|_| next() & next()).collect();
        let pieces: [PlanSource; 4] = [(2, 0), (-3, 1), (0, 1), (1, 0)];
        let first: [&[u32]; 2] = [&[0, 2, 2, 3], &[0, 0, 3, 4]];
        for level in SimdLevel::available() {
            let controls = gathers.each_ref().map(|gather| Control::new(gather, level));
            let cells = PlanCells {
                first,
                pieces: &pieces,
                controls: &controls,
            };
            let turned = PlanCells {
                first,
                pieces: &pieces,
                controls: &turns,
            };
            let (mut one, mut other) = (before.clone(), before.clone());
            fill(level, &mut one, &source, 10, &variants, cells);
            fill_turned(level, &mut other, &source, 10, &variants, turned);
            assert_eq!(one, other, "{level:?}");
            for (run, offsets) in [(1, &[3, -2, 0][..]), (5, &[15, -5, 20]), (64, &[0])] {
                for at in [20, 23] {
                    let mut joined = before.clone();
                    join_runs(level, &mut joined, &source, at, offsets, run);
                    for (position, (word, before)) in (at..).zip(joined.iter().zip(&before)) {
                        let offset = offsets[position / run % offsets.len()];
                        let from = source[position.wrapping_add_signed(offset)];
                        assert_eq!(*word, before | from, "{level:?} {run} {at}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_way_that_the_machine_has_gathers_the_same_bits() {
        let mut next = random(0x9E37_79B9);
        for level in SimdLevel::available() {
            for _ in 0..50 {
                let gathers: [BitPermutation; 2] = std::array::from_fn(|_| BitPermutation {
                    from: std::array::from_fn(|_| (next() % 64) as u8),
                    taken: next() | next(),
                });
                let controls = gathers.each_ref().map(|gather| Control::new(gather, level));
                let source: Vec<u64> = (0..100).map(|_| next()).collect();
                let variants: Vec<u8> = (0..100).map(|_| (next() % 2) as u8).collect();
                let before: Vec<u64> = (0..100).map(|_| next() & next() & next()).collect();

                let mut filled = before.clone();
                alternate(
                    level,
                    &mut filled,
                    &source,
                    &variants,
                    [&controls[0], &controls[1]],
                );
                for at in 0..100 {
                    let expected =
                        before[at] | bit_by_bit(&gathers[usize::from(variants[at])], source[at]);
                    assert_eq!(filled[at], expected, "{level:?}");
                }

                let mut joined = before.clone();
                join(level, &mut joined, &source);
                assert!(
                    (0..100).all(|at| joined[at] == before[at] | source[at]),
                    "{level:?}"
                );
                let mut renewed = before.clone();
                let new = renew(level, &mut renewed, &source);
                assert!(
                    (0..100).all(|at| renewed[at] == source[at] & !before[at]),
                    "{level:?}"
                );
                let bits: u32 = renewed.iter().map(|word| word.count_ones()).sum();
                assert_eq!(new, u64::from(bits));

                let marks = Marks::in_memory(6400).unwrap();
                let others = Marks::in_memory(6400).unwrap();
                for i in (0..6400).filter(|i| i % 5 < 3) {
                    marks.set_alone(i, 1 + (i % 5) as u8);
                    others.set_alone(i, 1 + (i % 5) as u8);
                }
                let mut sifted = before.clone();
                let kept = sift(level, &marks, 0, &mut sifted, &source, 2);
                let expected: Vec<u64> = (0..)
                    .zip(&source)
                    .map(|(at, &candidates)| others.sift(at, candidates, 2))
                    .collect();
                assert_eq!(sifted, expected, "{level:?}");
                let bits: u32 = sifted.iter().map(|word| word.count_ones()).sum();
                assert_eq!(kept, u64::from(bits));
                assert!(
                    (0..6400).all(|i| marks.get(i) == others.get(i)),
                    "{level:?}"
                );

                check_fill(level, &gathers, &controls, &source, &variants, &before);
            }
        }
    }
}
