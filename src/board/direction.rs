//! The directions of movement: four on squares, two for each family of lines on other boards.

/// A direction on the board as it is drawn, with row 0 at the top, or along a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// Toward the top row.
    Up,
    /// Toward the bottom row.
    Down,
    /// Toward the first column.
    Left,
    /// Toward the last column.
    Right,
    /// Along the lines of a board of lines: an even number is forward, the next number backward.
    Along(u8),
}

impl Direction {
    /// All four directions on squares, in the order of listings: U, D, L, R.
    pub const ALL: [Direction; 4] = [
        Direction::Up,
        Direction::Down,
        Direction::Left,
        Direction::Right,
    ];

    /// Most directions of a board of lines.
    pub const MAX_ALONG: usize = 32;

    /// The number of the direction among those of its board.
    #[inline]
    pub fn index(self) -> usize {
        match self {
            Direction::Up => 0,
            Direction::Down => 1,
            Direction::Left => 2,
            Direction::Right => 3,
            Direction::Along(number) => usize::from(number),
        }
    }

    /// The name: `up`, `down`, `left`, `right` or `along a line`.
    pub fn name(self) -> &'static str {
        match self {
            Direction::Up => "up",
            Direction::Down => "down",
            Direction::Left => "left",
            Direction::Right => "right",
            Direction::Along(_) => "along a line",
        }
    }

    /// The letter of the direction in move listings: `U`, `D`, `L` or `R`; `>` along a line.
    pub fn letter(self) -> char {
        match self {
            Direction::Up => 'U',
            Direction::Down => 'D',
            Direction::Left => 'L',
            Direction::Right => 'R',
            Direction::Along(_) => '>',
        }
    }

    /// Change of (row, column) for one step in this direction; (0, 0) along a line, whose cells may
    /// lie anywhere.
    #[inline]
    pub fn offset(self) -> (i32, i32) {
        match self {
            Direction::Up => (-1, 0),
            Direction::Down => (1, 0),
            Direction::Left => (0, -1),
            Direction::Right => (0, 1),
            Direction::Along(_) => (0, 0),
        }
    }

    /// The reverse direction.
    #[inline]
    pub fn opposite(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
            Direction::Along(number) => Direction::Along(number ^ 1),
        }
    }

    /// Whether the direction is left or right.
    #[inline]
    pub fn is_horizontal(self) -> bool {
        matches!(self, Direction::Left | Direction::Right)
    }
}
