//! Half boards in pairs: what a slide and the slide back take to each other.

use super::TOGETHER;
use super::halves::{BITS, Halves, WAYS};
use std::sync::atomic::{AtomicBool, Ordering};

/// Where the slides of a half board within its half lie among all.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Slides {
    /// Where they begin.
    pub first: u32,
    /// Where they end.
    pub end: u32,
}

/// The slides of all half boards on one side.
#[derive(Debug)]
pub(super) struct Pairs<T> {
    /// By half board. Those across the seam follow those within the half.
    pub inner: Vec<Slides>,
    /// What the slides lead to: those of one half board after the other, in the order of their bits; and some more at
    /// the end that stand for nothing, so that this many can be read together anywhere.
    pub targets: Vec<T>,
    /// The most slides that a half board has.
    pub most: usize,
}

/// Half boards whose slides are taken out of their words together.
const BLOCK: usize = 32;
/// Slides that are taken out of a word together.
const AT_ONCE: usize = 3;

/// Pairs half boards: the nth of those that allow a slide back with the nth that allow it forth. The first of a pair
/// is always the one of the slide back, since where the piece begins earlier it makes a later choice than none.
/// `counts` tells by slide how many allow it. `value` stands for a half board among the targets. `None` if it was
/// stopped.
pub(super) fn pair<T: Copy + Default>(
    halves: &Halves,
    counts: &[u32],
    stop: &AtomicBool,
    value: impl Fn(u32) -> T,
) -> Option<Pairs<T>> {
    let slides = halves.words * BITS;
    let all: usize = counts.iter().map(|&count| count as usize).sum();
    let mut pairs = Pairs {
        inner: Vec::with_capacity(halves.len),
        targets: vec![T::default(); all + TOGETHER],
        most: 0,
    };
    let (mut rows, room) = rows_of(counts);
    let mut waiting = vec![Slot::default(); room];
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
                // Without a branch, which would be foreseen wrongly too often; few words have more.
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
            pairs.inner.push(Slides {
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
            // Who comes waits; who calls takes the one that has waited longest, and each is where the other leads to.
            // No branch here either.
            let own = Slot { at, half };
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
        "a slide has a slide back"
    );
    Some(pairs)
}

/// The half boards of slides back wait in a row for each way. By slide: of those back where the first one joins the
/// row, of those forth where the first one is called from; and how many there is room for in all rows.
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

/// A slide of a half board.
#[derive(Clone, Copy, Default)]
struct Slot {
    /// Where its target is to stand.
    at: u32,
    half: u32,
}
