//! The colours of distances: viridis, cut so that each colour is seen on its background.

/// Number of colours in the scale.
pub(super) const SHADES: usize = 24;

/// Samples of the colour map viridis (van der Walt and Smith 2015), which is safe for colour-blind
/// readers.
const VIRIDIS: [[u8; 3]; 11] = [
    [68, 1, 84],
    [72, 36, 117],
    [65, 68, 135],
    [53, 95, 141],
    [42, 120, 142],
    [33, 145, 140],
    [34, 168, 132],
    [68, 191, 112],
    [122, 209, 81],
    [189, 223, 38],
    [253, 231, 37],
];

/// Colours of a picture of a graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct GraphColours {
    pub page: [u8; 3],
    pub ink: [u8; 3],
    /// The ring around Start.
    pub start: [u8; 3],
    /// The rings around goals.
    pub goal: [u8; 3],
    /// The shades of the scale, then that of what has no distance.
    pub shades: [[u8; 3]; SHADES + 1],
}

impl GraphColours {
    /// The colours on a light or dark background.
    pub(super) fn on(is_dark: bool) -> GraphColours {
        let ([page, ink, grey, start, goal], (from, to)) = if is_dark {
            let colours = [
                0x0016_181d,
                0x00e8_e8e8,
                0x006b_7280,
                0x00ff_ffff,
                0x00ff_7f32,
            ];
            (colours, (0.16, 1.0))
        } else {
            let colours = [
                0x00ff_ffff,
                0x001b_1b1b,
                0x00b4_b9c2,
                0x001b_1b1b,
                0x00d5_5e00,
            ];
            (colours, (0.0, 0.9))
        };
        let [page, ink, grey, start, goal] = [page, ink, grey, start, goal].map(rgb);
        let shade = |shade: usize| {
            let part = shade as f64 / (SHADES - 1) as f64;
            viridis(from + (to - from) * part)
        };
        GraphColours {
            page,
            ink,
            start,
            goal,
            shades: std::array::from_fn(|own| if own < SHADES { shade(own) } else { grey }),
        }
    }
}

/// Index of the shade of a distance, where `most` is the greatest; `SHADES` if it is unknown.
pub(super) fn shade_of(distance: Option<u64>, most: u64) -> usize {
    match distance {
        None => SHADES,
        Some(_) if most == 0 => 0,
        Some(distance) => (distance as f64 / most as f64 * (SHADES - 1) as f64).round() as usize,
    }
}

/// A colour with a share of another.
pub(super) fn mixed(colour: [u8; 3], other: [u8; 3], share: f32) -> [f32; 3] {
    std::array::from_fn(|part| {
        f32::from(colour[part]) * (1.0 - share) + f32::from(other[part]) * share
    })
}

fn rgb(colour: u32) -> [u8; 3] {
    let [_, r, g, b] = colour.to_be_bytes();
    [r, g, b]
}

/// Colour of the map viridis at the fraction `part`, from 0 to 1.
fn viridis(part: f64) -> [u8; 3] {
    let at = part.clamp(0.0, 1.0) * (VIRIDIS.len() - 1) as f64;
    let before = (at as usize).min(VIRIDIS.len() - 2);
    let rest = at - before as f64;
    let (one, other) = (VIRIDIS[before], VIRIDIS[before + 1]);
    std::array::from_fn(|part| {
        let (one, other) = (f64::from(one[part]), f64::from(other[part]));
        (one + (other - one) * rest).round() as u8
    })
}
