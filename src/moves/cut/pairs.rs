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
    /// the end that stand for nothing, so that so many can be read together anywhere.
    pub targets: Vec<T>,
    /// The most slides that a half board has.
    pub most: usize,
}

/// Half boards whose slides are taken out of their words together.
const BLOCK: usize = 32;
/// Slides that are taken out of a word together.
const AT_ONCE: usize = 4;

/// Pairs half boards: the nth of those that allow a slide back with the nth that allow it forth. The first of a pair
/// is always the one of the slide back, since where the piece begins earlier it makes a later choice than none.
/// `value` stands for a half board among the targets; there is `room` for so many of them, and more if need be.
/// `None` if it was stopped.
pub(super) fn pair<T: Copy + Default>(
    halves: &Halves,
    room: usize,
    stop: &AtomicBool,
    value: impl Fn(usize) -> T,
) -> Option<Pairs<T>> {
    let slides = halves.words * BITS;
    let mut pairs = Pairs {
        inner: Vec::with_capacity(halves.len),
        targets: Vec::with_capacity(room + TOGETHER),
        most: 0,
    };
    // The half boards of slides back wait in a row for each way, which begins with the way itself. By slide: of those
    // back who came last, of those forth who was called last; by whoever waits: who is behind.
    let way = |slide: usize| (slide / BITS * BITS + slide % WAYS) as u32;
    let mut last: Vec<u32> = (0..slides).map(way).collect();
    let mut behind: Vec<u32> = Vec::with_capacity(slides + room);
    behind.resize(slides, 0);
    let mut found = vec![(0, T::default()); BLOCK * slides];
    for block in (0..halves.len).step_by(BLOCK) {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let begun = pairs.targets.len();
        let mut count = 0;
        for half in block..halves.len.min(block + BLOCK) {
            let own = value(half);
            let first = count;
            let mut end = count;
            for (word, &slides) in halves.slides(half).iter().enumerate() {
                let mut left = slides;
                let slide = |left: u64| (word * BITS) as u32 + left.trailing_zeros() % BITS as u32;
                // Without a branch, which would be foreseen wrongly too often; few words have more.
                for _ in 0..AT_ONCE {
                    found[count] = (slide(left), own);
                    count += usize::from(left != 0);
                    left &= left.wrapping_sub(1);
                }
                while left != 0 {
                    found[count] = (slide(left), own);
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
        let own = found[..count].iter().map(|&(_, own)| own);
        pairs.targets.extend(own);
        behind.resize(slides + begun + count, 0);
        for (at, &(slide, _)) in found[..count].iter().enumerate() {
            let at = (slides + begun + at) as u32;
            let last = &mut last[slide as usize];
            let before = *last as usize;
            // Who comes is the last now; who calls, calls the next one. No branch here either.
            let calls = 0u32.wrapping_sub(slide / WAYS as u32 % 2);
            let next = at & !calls | behind[before] & calls;
            behind[before] = next;
            *last = next;
            pairs
                .targets
                .swap(at as usize - slides, next as usize - slides);
        }
    }
    debug_assert!(
        (0..slides).all(|slide| last[slide] == last[slide ^ WAYS]),
        "a slide has a slide back"
    );
    pairs.targets.extend([T::default(); TOGETHER]);
    Some(pairs)
}
