//! Numbers on the command line of the developers' programs.

/// Returns the argument at a place, counted from 0, or `otherwise` if no number is there.
pub fn number_argument(at: usize, otherwise: u64) -> u64 {
    let word = std::env::args().nth(at + 1);
    word.and_then(|word| word.parse().ok()).unwrap_or(otherwise)
}
