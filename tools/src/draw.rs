//! Random draws that a seed repeats.

/// A source of random numbers: xorshift64* (Marsaglia 2003, Vigna 2016).
#[derive(Clone, Debug)]
pub struct Draw(u64);

impl Draw {
    /// The source of a seed; any number will do.
    pub fn new(seed: u64) -> Draw {
        Draw(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A random selection of this many items, without repetition.
    pub fn some<T>(&mut self, mut all: Vec<T>, wanted: usize) -> Vec<T> {
        for place in 0..wanted.min(all.len()) {
            let rest = (all.len() - place) as u64;
            let other = place + (self.next() % rest) as usize;
            all.swap(place, other);
        }
        all.truncate(wanted);
        all
    }
}
