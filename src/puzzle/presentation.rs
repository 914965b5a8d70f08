//! The presentation of a puzzle: in which metric people count it, which figures are published, and
//! how pictures show it.
//!
//! Nothing here changes the state graph, and nothing enters the canonical form.

use slidewise_board::{Direction, Square};

/// The metric in which a puzzle is customarily counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CustomaryMetric {
    /// One piece by one cell.
    Step,
    /// One piece by any distance in a straight line.
    Slide,
    /// One piece along any path through free cells.
    Move,
}

impl CustomaryMetric {
    /// All metrics, from the shortest edges to the longest.
    pub const ALL: [CustomaryMetric; 3] = [
        CustomaryMetric::Step,
        CustomaryMetric::Slide,
        CustomaryMetric::Move,
    ];

    /// The name in puzzle files and outputs: `step`, `slide` or `move`.
    pub fn name(self) -> &'static str {
        match self {
            CustomaryMetric::Step => "step",
            CustomaryMetric::Slide => "slide",
            CustomaryMetric::Move => "move",
        }
    }
}

/// A published length of a shortest solution, as its source states it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PublishedLength {
    /// The length.
    pub moves: u64,
    /// The metric in which the source counts.
    pub metric: CustomaryMetric,
    /// The source of the figure.
    pub source: Option<String>,
}

/// The colour of a piece: red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceColour(pub [u8; 3]);

/// A side of a cell at the edge of the board, drawn as an opening in the frame.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FrameOpening {
    /// The cell or wall beside the frame.
    pub square: Square,
    /// The direction in which the opening leaves the board.
    pub outward: Direction,
}

/// How people count and draw a puzzle; every part may be missing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Presentation {
    /// The metric in which the puzzle is customarily counted.
    pub metric: Option<CustomaryMetric>,
    /// The published length of a shortest solution.
    pub published: Option<PublishedLength>,
    /// Known lengths of shortest solutions, each with its metric, in the order of
    /// [`CustomaryMetric::ALL`].
    ///
    /// They come from the puzzle file, and are not computed when the file is read.
    pub shortest: Vec<(CustomaryMetric, u64)>,
    /// The colours of pieces, by token.
    pub colours: Vec<(String, PieceColour)>,
    /// The texts on pieces in pictures, by token.
    pub labels: Vec<(String, String)>,
    /// Who designed the puzzle.
    pub author: Option<String>,
    /// Other names, under which people look for the puzzle.
    pub names: Vec<String>,
    /// The openings in the frame.
    pub exits: Vec<FrameOpening>,
}

impl Presentation {
    /// The known length of a shortest solution in a metric.
    pub fn shortest_in(&self, metric: CustomaryMetric) -> Option<u64> {
        let known = self.shortest.iter().find(|(own, _)| *own == metric);
        known.map(|&(_, length)| length)
    }

    /// The colour of the pieces with a token.
    pub fn colour_of(&self, token: &str) -> Option<PieceColour> {
        let own = self.colours.iter().find(|(own, _)| own == token);
        own.map(|&(_, colour)| colour)
    }

    /// The text on a piece: its label, else its token.
    pub fn label_of<'t>(&'t self, token: &'t str) -> &'t str {
        let own = self.labels.iter().find(|(own, _)| own == token);
        own.map_or(token, |(_, label)| label)
    }
}

impl PieceColour {
    /// The names that puzzle files may use, those of CSS.
    pub const NAMED: [(&'static str, PieceColour); 14] = [
        ("black", PieceColour([0, 0, 0])),
        ("blue", PieceColour([0, 0, 255])),
        ("brown", PieceColour([165, 42, 42])),
        ("cyan", PieceColour([0, 255, 255])),
        ("gold", PieceColour([255, 215, 0])),
        ("green", PieceColour([0, 128, 0])),
        ("grey", PieceColour([128, 128, 128])),
        ("orange", PieceColour([255, 165, 0])),
        ("pink", PieceColour([255, 192, 203])),
        ("purple", PieceColour([128, 0, 128])),
        ("red", PieceColour([255, 0, 0])),
        ("silver", PieceColour([192, 192, 192])),
        ("white", PieceColour([255, 255, 255])),
        ("yellow", PieceColour([255, 255, 0])),
    ];

    /// Parses `#rrggbb` or a name; `None` for any other text.
    ///
    /// ```
    /// use slidewise_puzzle::presentation::PieceColour;
    ///
    /// assert_eq!(PieceColour::parse("#ff0000"), PieceColour::parse("red"));
    /// assert_eq!(PieceColour::parse("#f00"), None);
    /// ```
    pub fn parse(text: &str) -> Option<PieceColour> {
        let named = PieceColour::NAMED.iter().find(|(name, _)| *name == text);
        if let Some(&(_, colour)) = named {
            return Some(colour);
        }
        let digits = text.strip_prefix('#')?;
        if digits.len() != 6 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
        Some(PieceColour([red, green, blue]))
    }

    /// Whether black letters have more contrast with this colour than white ones.
    pub fn is_light(self) -> bool {
        // Relative luminance (WCAG 2.2); black and white have equal contrast with a luminance of
        // the square root of 0.05 times 1.05, less 0.05.
        let [red, green, blue] = self.0.map(|channel| {
            let part = f64::from(channel) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179
    }
}

impl std::fmt::Display for PieceColour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}
