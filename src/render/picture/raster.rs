//! Conversion of SVG to pixels: PNG and GIF files.
//!
//! The same SVG gives the same bytes, because letters are drawn with a built-in font. The font has
//! Latin, Greek and Cyrillic letters; other characters become boxes, and [`lacking`] finds them.

use epaint_default_fonts::UBUNTU_LIGHT;
use gif::{Encoder, Frame, Repeat};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{FontResolver, Options, Tree, fontdb};
use std::collections::BTreeSet;
use std::io;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use thiserror::Error;

/// Greatest number of pixels in a picture.
const MAX_PIXELS: u64 = 100_000_000;

/// Reason why an SVG file could not be converted to pixels.
#[derive(Debug, Error)]
pub enum RasterError {
    /// The picture has too many pixels.
    #[error("the picture has {width} x {height} pixels, but the limit is {MAX_PIXELS} pixels")]
    TooLarge {
        /// Width of the picture in pixels.
        width: u32,
        /// Height of the picture in pixels.
        height: u32,
    },
    /// The SVG is invalid.
    #[error("the SVG drawing is invalid: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The PNG encoder failed.
    #[error("PNG encoding failed: {0}")]
    Png(String),
    /// The GIF encoder failed, or its output could not be written.
    #[error("GIF encoding failed: {0}")]
    Gif(#[from] gif::EncodingError),
    /// There are no frames, or the sizes of frames differ or are too large for GIF.
    #[error("a GIF needs frames, all of the same size and at most 65535 pixels wide and high")]
    NoFilm,
}

/// Converts an SVG file to a PNG file.
///
/// # Errors
/// If the SVG is invalid, or has too many pixels.
pub fn png(svg: &str) -> Result<Vec<u8>, RasterError> {
    png_at(svg, 1.0)
}

/// Converts an SVG file to a PNG file with `scale` pixels for each of its own.
///
/// # Errors
/// As [`png`].
pub fn png_at(svg: &str, scale: f32) -> Result<Vec<u8>, RasterError> {
    encoded_png(&pixels(svg, scale)?)
}

/// Encodes pixels as a PNG file.
pub(super) fn encoded_png(picture: &Pixmap) -> Result<Vec<u8>, RasterError> {
    let encoded = picture.encode_png();
    encoded.map_err(|error| RasterError::Png(error.to_string()))
}

/// Converts SVG files to the frames of a GIF file that plays in a loop.
///
/// Each SVG file comes with its duration in milliseconds.
///
/// # Errors
/// If there are no frames, an SVG file is invalid or differs in size, or the output cannot be
/// written.
pub fn gif(
    frames: impl IntoIterator<Item = (String, u32)>,
    output: impl io::Write,
) -> Result<(), RasterError> {
    let mut output = Some(output);
    let mut encoder = None;
    for (svg, milliseconds) in frames {
        let picture = pixels(&svg, 1.0)?;
        let size = (
            u16::try_from(picture.width()).map_err(|_| RasterError::NoFilm)?,
            u16::try_from(picture.height()).map_err(|_| RasterError::NoFilm)?,
        );
        if let Some(output) = output.take() {
            let mut begun = Encoder::new(output, size.0, size.1, &[])?;
            begun.set_repeat(Repeat::Infinite)?;
            encoder = Some((begun, size));
        }
        let (encoder, _) = encoder
            .as_mut()
            .filter(|(_, first)| *first == size)
            .ok_or(RasterError::NoFilm)?;
        let mut rgba = picture.data().to_vec();
        let mut frame = Frame::from_rgba_speed(size.0, size.1, &mut rgba, 10);
        frame.delay = u16::try_from(milliseconds / 10).unwrap_or(u16::MAX);
        encoder.write_frame(&frame)?;
    }
    encoder.map(|_| ()).ok_or(RasterError::NoFilm)
}

/// Finds the characters of an SVG file that the built-in font lacks and that are drawn as boxes.
///
/// # Errors
/// If the SVG is invalid.
pub fn lacking(svg: &str) -> Result<BTreeSet<char>, RasterError> {
    let lacking = Mutex::new(BTreeSet::new());
    let resolver = FontResolver {
        select_fallback: Box::new(|letter, _, _| {
            let mut lacking = lacking.lock().unwrap_or_else(PoisonError::into_inner);
            lacking.insert(letter);
            None
        }),
        ..FontResolver::default()
    };
    Tree::from_str(
        svg,
        &Options {
            fontdb: fonts(),
            font_resolver: resolver,
            ..Options::default()
        },
    )?;
    Ok(lacking.into_inner().unwrap_or_else(PoisonError::into_inner))
}

fn fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(UBUNTU_LIGHT.to_vec());
        // The built-in font is used for all text, whatever fonts an SVG file names.
        let family = fonts.faces().next().map(|face| face.families[0].0.clone());
        fonts.set_sans_serif_family(family.unwrap_or_default());
        Arc::new(fonts)
    });
    Arc::clone(fonts)
}

/// Renders a drawing with `scale` pixels for each of its own.
pub(super) fn pixels(svg: &str, scale: f32) -> Result<Pixmap, RasterError> {
    let options = Options {
        fontdb: fonts(),
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options)?;
    let (width, height) = (tree.size().width(), tree.size().height());
    let [width, height] = [width, height].map(|length| (length * scale).max(1.0) as u32);
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(RasterError::TooLarge { width, height });
    }
    let mut picture = Pixmap::new(width, height).ok_or(RasterError::TooLarge { width, height })?;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut picture.as_mut(),
    );
    Ok(picture)
}
