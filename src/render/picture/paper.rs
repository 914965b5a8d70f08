//! Sizes of paper.

/// Units of a drawing in an inch of paper, as CSS has them.
pub(super) const UNITS_PER_INCH: f64 = 96.0;
/// Millimetres in an inch.
const INCH: f64 = 25.4;

/// A size of paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paper {
    /// 841 x 1189 mm.
    A0,
    /// 594 x 841 mm.
    A1,
    /// 420 x 594 mm.
    A2,
    /// 297 x 420 mm.
    A3,
    /// 210 x 297 mm.
    A4,
    /// 8.5 x 11 inches.
    Letter,
}

impl Paper {
    /// Width and height, upright, in units of a drawing, 96 an inch.
    pub fn size(self) -> (f64, f64) {
        let (width, height) = match self {
            Paper::A0 => (841.0, 1189.0),
            Paper::A1 => (594.0, 841.0),
            Paper::A2 => (420.0, 594.0),
            Paper::A3 => (297.0, 420.0),
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (8.5 * INCH, 11.0 * INCH),
        };
        (
            width / INCH * UNITS_PER_INCH,
            height / INCH * UNITS_PER_INCH,
        )
    }
}
