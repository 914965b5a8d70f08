//! Pairs of half boards that a displacement and its inverse take to each other.

use super::displacement_pair::{BITS, WAYS};
use super::half_paths::HalfPaths;
use std::sync::atomic::{AtomicBool, Ordering};

/// Range of a half board's targets in the list of all targets, without those of displacements that
/// cross the split.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct TargetRange {
    /// Index of the first target.
    pub first: u32,
    /// Index after the last target.
    pub end: u32,
}

/// Half boards to which the displacements of all heads lead, or those of all tails.
#[derive(Debug)]
pub(super) struct PairedHalves<T> {
    /// Range in `targets` of the displacements within the half, indexed by half board. The targets
    /// of the half board's crossing displacements follow this range.
    pub inner: Vec<TargetRange>,
    /// Targets of all displacements: half board by half board, and within a half board in the order
    /// of the displacements' bits. Some unused entries at the end let readers load `TOGETHER`
    /// targets at any index.
    pub targets: Vec<T>,
    /// Maximum number of displacements of a half board.
    pub most: usize,
}

/// Number of targets that are read and written together.
pub(super) const TOGETHER: usize = 4;

/// Number of half boards that are scanned for displacements before their targets are set.
const BLOCK: usize = 32;
/// Number of displacements that are extracted from a bitmap word without a branch.
const AT_ONCE: usize = 3;

/// Pairs half boards: the nth that allows a backward displacement with the nth that allows its
/// inverse.
///
/// Of two paired half boards, the one with the backward displacement comes first: its piece begins
/// at the later place, so at the earlier place it has EMPTY, the lowest choice. `counts` is the
/// number of half boards that allow each displacement. `value` gives the target that stands for a
/// half board. Returns `None` if `stop` is set.
pub(super) fn pair<T: Copy + Default>(
    halves: &HalfPaths,
    counts: &[u32],
    stop: &AtomicBool,
    value: impl Fn(u32) -> T,
) -> Option<PairedHalves<T>> {
    let slides = halves.words * BITS;
    let all: usize = counts.iter().map(|&count| count as usize).sum();
    let mut pairs = PairedHalves {
        inner: Vec::with_capacity(halves.len),
        targets: vec![T::default(); all + TOGETHER],
        most: 0,
    };
    let (mut rows, room) = rows_of(counts);
    let mut waiting = vec![WaitingHalf::default(); room];
    let mut found = vec![0u64; BLOCK * slides];
    let mut begun = 0;
    for block in (0..halves.len).step_by(BLOCK) {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut count = 0;
        for half in block..halves.len.min(block + BLOCK) {
            let first = count;
            let mut end = count;
            for (word, &slides) in halves.slides(half).iter().enumerate() {
                let mut left = slides;
                let own = (half as u64) << 32 | (word * BITS) as u64;
                // The bits are extracted without a branch, because a branch would often be
                // mispredicted. Few words have more than `AT_ONCE` bits.
                for _ in 0..AT_ONCE {
                    found[count] = own | u64::from(left.trailing_zeros() % BITS as u32);
                    count += usize::from(left != 0);
                    left &= left.wrapping_sub(1);
                }
                while left != 0 {
                    found[count] = own | u64::from(left.trailing_zeros());
                    count += 1;
                    left &= left - 1;
                }
                if word < halves.inner {
                    end = count;
                }
            }
            pairs.inner.push(TargetRange {
                first: (begun + first) as u32,
                end: (begun + end) as u32,
            });
            pairs.most = pairs.most.max(count - first);
        }
        for (at, &found) in (begun as u32..).zip(&found[..count]) {
            let (slide, half) = (found as u32, (found >> 32) as u32);
            let row = &mut rows[slide as usize];
            let waiting = &mut waiting[*row as usize];
            *row += 1;
            // A backward displacement joins the queue, and a forward one takes the first entry of
            // the queue; the two half boards are each other's targets. A branch between the two
            // cases would often be mispredicted.
            let own = WaitingHalf { at, half };
            let calls = slide & WAYS as u32 != 0;
            let other = if calls { *waiting } else { own };
            *waiting = other;
            pairs.targets[at as usize] = value(other.half);
            pairs.targets[other.at as usize] = value(half);
        }
        begun += count;
    }
    debug_assert!(
        (0..slides).all(|slide| rows[slide] == rows[slide ^ WAYS]),
        "each displacement has an inverse"
    );
    Some(pairs)
}

/// Allocates a queue for each displacement pair, with room for all half boards that allow the
/// backward displacement.
///
/// Returns the start of the queue, indexed by displacement, forward or backward, and the total
/// length of all queues.
fn rows_of(counts: &[u32]) -> (Vec<u32>, usize) {
    let mut rows = Vec::with_capacity(counts.len());
    let mut end = 0;
    for counts in counts.chunks_exact(BITS) {
        let begun = rows.len();
        for count in &counts[..WAYS] {
            rows.push(end);
            end += count;
        }
        rows.extend_from_within(begun..);
    }
    (rows, end as usize)
}

/// A half board with a backward displacement, queued until the half board with the inverse is
/// found.
#[derive(Clone, Copy, Default)]
struct WaitingHalf {
    /// Index of the displacement's target in `targets`.
    at: u32,
    half: u32,
}
