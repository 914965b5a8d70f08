//! The expander: the neighbours of patterns, from the slides of their halves.

use super::pairs::Slides;
use super::{Cut, TOGETHER};

/// Finds neighbours by a cut. One is made per thread.
#[derive(Clone, Debug)]
pub struct Expander<'c> {
    cut: &'c Cut,
    found: Vec<u64>,
    crossings: Vec<Crossing>,
}

/// Slides of a pattern across the seam, of one word.
#[derive(Clone, Copy, Default, Debug)]
struct Crossing {
    /// Those that have not been followed yet.
    left: u64,
    /// Those of the head, and of the tail.
    slides: [u64; 2],
    /// Where those begin.
    first: [u32; 2],
}

impl<'c> Expander<'c> {
    /// So many patterns may be expanded together.
    pub const TOGETHER: usize = 256;

    /// Finds neighbours by a cut.
    pub fn new(cut: &'c Cut) -> Expander<'c> {
        Expander {
            cut,
            found: Vec::new(),
            crossings: Vec::new(),
        }
    }

    /// The cut.
    pub fn cut(&self) -> &'c Cut {
        self.cut
    }

    /// The neighbours of several patterns, in no order; all patterns are [spots](Cut::spot).
    ///
    /// # Panics
    /// If there are more patterns than [`Expander::TOGETHER`], or one that there is not.
    #[inline(always)]
    pub fn expand(&mut self, spots: &[u64]) -> &mut [u64] {
        assert!(spots.len() <= Expander::TOGETHER, "too many patterns");
        let cut = self.cut;
        let room = spots.len() * cut.room + TOGETHER;
        if self.found.len() < room {
            self.found.resize(room, 0);
            let crossings = spots.len() * cut.words + 1;
            self.crossings.resize(crossings, Crossing::default());
        }
        let (found, crossings) = (&mut self.found[..], &mut self.crossings[..]);
        let mut count = 0;
        let mut left = 0;
        for &spot in spots {
            let head_at = (spot >> Cut::RANK_BITS) as usize;
            let head = cut.heads[head_at];
            let tail_at = spot.wrapping_sub(head.first) as usize;
            let tail = cut.tails[tail_at];
            count += put(&mut found[count..], &cut.head_slides, head.slides, |&to| {
                to.wrapping_add(tail_at as u64)
            });
            count += put(&mut found[count..], &cut.tail_slides, tail, |&to| {
                head.first.wrapping_add(u64::from(to))
            });
            let rows = [head_at, tail_at].map(|at| at * cut.words);
            let mut first = [head.slides.end, tail.end];
            for word in 0..cut.words {
                let slides = [0, 1].map(|side| cut.across[side][rows[side] + word]);
                crossings[left] = Crossing {
                    left: slides[0] & slides[1],
                    slides,
                    first,
                };
                left += usize::from(crossings[left].left != 0);
                for (first, slides) in first.iter_mut().zip(slides) {
                    *first += slides.count_ones();
                }
            }
        }
        // One slide of each at a time: a loop over those of one would end sooner or later than foreseen.
        while left > 0 {
            let mut kept = 0;
            for at in 0..left {
                let mut crossing = crossings[at];
                let below = (crossing.left & crossing.left.wrapping_neg()) - 1;
                let [head, tail] = [0, 1].map(|side| {
                    crossing.first[side] + (crossing.slides[side] & below).count_ones()
                });
                let tail = u64::from(cut.tail_slides[tail as usize]);
                found[count] = cut.head_slides[head as usize].wrapping_add(tail);
                count += 1;
                crossing.left &= crossing.left - 1;
                crossings[kept] = crossing;
                kept += usize::from(crossing.left != 0);
            }
            left = kept;
        }
        &mut self.found[..count]
    }
}

/// Writes what the slides within a half lead to; returns how many they are.
#[inline(always)]
fn put<T>(found: &mut [u64], targets: &[T], slides: Slides, spot: impl Fn(&T) -> u64) -> usize {
    let targets = &targets[slides.first as usize..];
    let count = (slides.end - slides.first) as usize;
    // Most halves have at most four: these are written together, and those that are none are written over.
    let together: &[T; TOGETHER] = targets.first_chunk().expect("some are left over");
    let room: &mut [u64; TOGETHER] = found.first_chunk_mut().expect("there is room");
    for (room, target) in room.iter_mut().zip(together) {
        *room = spot(target);
    }
    for at in TOGETHER..count {
        found[at] = spot(&targets[at]);
    }
    count
}
