//! Deterministic random numbers: SplitMix64 by Sebastiano Vigna.

/// A pseudo-random number generator.
#[derive(Clone, Debug)]
pub(crate) struct SplitMix(u64);

impl SplitMix {
    /// Creates a generator; each seed gives a different sequence.
    pub(crate) fn new(seed: u64) -> SplitMix {
        SplitMix(seed)
    }

    /// The next 64-bit number.
    pub(crate) fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, uniform up to the resolution of 64 bits.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.number()) * u128::from(end)) >> 64) as u64
    }
}
