//! Sizes of the screen that a game needs.

/// Smallest sizes of the screen, as width and height, for a game that does not fit.
///
/// Each width is at least the present width, so the player only has to enlarge the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NeededSize {
    /// Size, as columns and lines, with the panel beside the board.
    pub beside: (u16, u16),
    /// Size, as columns and lines, with the panel below the board.
    pub below: (u16, u16),
}
