//! Sizes of the screen that a game needs.

/// Smallest sizes of the screen, as width and height, for a game that does not fit.
///
/// Neither size is narrower than the present screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NeededSize {
    /// Size with the panel beside the board.
    pub beside: (u16, u16),
    /// Size with the panel below the board.
    pub below: (u16, u16),
}
