//! The expander: the neighbours of patterns, from the slides of their halves.

use super::pairs::Slides;
use super::{Cut, TOGETHER};

/// Finds neighbours by a cut. One is made per thread.
#[derive(Clone, Debug)]
pub struct HalfBoardExpander<'c> {
    cut: &'c Cut,
    found: Vec<u64>,
    crossings: Vec<Crossing>,
    parts: Vec<Parts>,
}

/// The head and the tail of a pattern.
#[derive(Clone, Copy, Default, Debug)]
struct Parts {
    /// As [`super::Head::first`].
    first: u64,
    /// The number of the head, and of the tail.
    numbers: [u32; 2],
    /// Their slides within them.
    slides: [Slides; 2],
}

impl Parts {
    #[inline(always)]
    fn of(cut: &Cut, spot: u64) -> Parts {
        let head_at = spot >> Cut::RANK_BITS;
        let head = cut.heads[head_at as usize];
        let tail_at = spot.wrapping_sub(head.first);
        Parts {
            first: head.first,
            numbers: [head_at as u32, tail_at as u32],
            slides: [head.slides, cut.tails[tail_at as usize]],
        }
    }
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

impl<'c> HalfBoardExpander<'c> {
    /// This many patterns may be expanded together.
    pub const TOGETHER: usize = 256;

    /// Finds neighbours by a cut.
    pub fn new(cut: &'c Cut) -> HalfBoardExpander<'c> {
        HalfBoardExpander {
            cut,
            found: Vec::new(),
            crossings: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// The cut.
    pub fn cut(&self) -> &'c Cut {
        self.cut
    }

    /// The neighbours of several patterns, in no order; all patterns are [spots](Cut::spot).
    ///
    /// # Panics
    /// If there are more patterns than [`HalfBoardExpander::TOGETHER`], or one that there is not.
    #[inline(always)]
    pub fn expand(&mut self, spots: &[u64]) -> &[u64] {
        assert!(
            spots.len() <= HalfBoardExpander::TOGETHER,
            "too many patterns"
        );
        let cut = self.cut;
        let room = spots.len() * cut.room + TOGETHER;
        if self.found.len() < room {
            self.found.resize(room, 0);
            let crossings = spots.len() * cut.words + 1;
            self.crossings.resize(crossings, Crossing::default());
            self.parts.resize(spots.len(), Parts::default());
        }
        // One table after the other for all patterns: then the processor waits for many entries at a time.
        let patterns = &mut self.parts[..spots.len()];
        for (parts, &spot) in patterns.iter_mut().zip(spots) {
            *parts = Parts::of(cut, spot);
        }
        let (found, crossings) = (&mut self.found[..], &mut self.crossings[..]);
        let mut count = 0;
        for parts in &*patterns {
            let tail = u64::from(parts.numbers[1]);
            count += put(
                &mut found[count..],
                &cut.head_slides,
                parts.slides[0],
                |to| to.wrapping_add(tail),
            );
            count += put(
                &mut found[count..],
                &cut.tail_slides,
                parts.slides[1],
                |to| parts.first.wrapping_add(u64::from(to)),
            );
        }
        let mut left = 0;
        for parts in &*patterns {
            let rows = parts.numbers.map(|number| number as usize * cut.words);
            let mut first = parts.slides.map(|slides| slides.end);
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
        &self.found[..count]
    }
}

/// Writes what the slides within a half lead to; returns how many they are.
#[inline(always)]
fn put<T: Copy>(
    found: &mut [u64],
    targets: &[T],
    slides: Slides,
    spot: impl Fn(T) -> u64,
) -> usize {
    let targets = &targets[slides.first as usize..];
    let count = (slides.end - slides.first) as usize;
    // Most halves have at most four: these are written together, and those that are none are written over.
    let together: &[T; TOGETHER] = targets.first_chunk().expect("some are left over");
    let room: &mut [u64; TOGETHER] = found.first_chunk_mut().expect("there is room");
    *room = together.map(&spot);
    for at in TOGETHER..count {
        found[at] = spot(targets[at]);
    }
    count
}
