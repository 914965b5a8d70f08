//! A small generator of random numbers (xorshift).

/// The state of the generator, which is not zero.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % bound
    }
}
