//! SVG turned into pixels: PNG and GIF files.
//!
//! It promises the same bytes for the same SVG: letters are drawn with a font that the program brings along. That has
//! Latin, Greek and Cyrillic ones; where others are asked for it draws boxes, and can say so.

use epaint_default_fonts::UBUNTU_LIGHT;
use gif::{Encoder, Frame, Repeat};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{FontResolver, Options, Tree, fontdb};
use std::collections::BTreeSet;
use std::io;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use thiserror::Error;

/// The most pixels that a picture may have.
const MOST_PIXELS: u64 = 100_000_000;

/// Why there are no pixels.
#[derive(Debug, Error)]
pub enum RasterError {
    /// More pixels than a picture may have.
    #[error("a picture may have at most {MOST_PIXELS} pixels, this one has {width} x {height}")]
    TooLarge {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
    /// The drawing is no SVG that can be drawn.
    #[error("the drawing cannot be read: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The pixels cannot be coded as PNG.
    #[error("the picture cannot be coded: {0}")]
    Png(String),
    /// The pictures cannot be coded as GIF.
    #[error("the film cannot be coded: {0}")]
    Gif(#[from] gif::EncodingError),
    /// A film without pictures, or pictures of different sizes.
    #[error("a film needs pictures of one size of at most 65535 pixels a side")]
    NoFilm,
}

/// An SVG file as a PNG file.
///
/// # Errors
/// If it is no SVG, or has too many pixels.
pub fn png(svg: &str) -> Result<Vec<u8>, RasterError> {
    pixels(svg)?
        .encode_png()
        .map_err(|error| RasterError::Png(error.to_string()))
}

/// SVG files, each with the time that it is shown in milliseconds, as a GIF file that plays over and over.
///
/// # Errors
/// If one is no SVG or has another size, or the output cannot be written.
pub fn gif(
    frames: impl IntoIterator<Item = (String, u32)>,
    output: impl io::Write,
) -> Result<(), RasterError> {
    let mut output = Some(output);
    let mut encoder = None;
    for (svg, milliseconds) in frames {
        let picture = pixels(&svg)?;
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

/// The characters of an SVG that the font lacks: pictures in pixels have boxes for them.
///
/// # Errors
/// If it is no SVG.
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
        // Whatever font an SVG asks for, this is the one.
        let family = fonts.faces().next().map(|face| face.families[0].0.clone());
        fonts.set_sans_serif_family(family.unwrap_or_default());
        Arc::new(fonts)
    });
    Arc::clone(fonts)
}

fn pixels(svg: &str) -> Result<Pixmap, RasterError> {
    let options = Options {
        fontdb: fonts(),
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options)?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width(), size.height());
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(RasterError::TooLarge { width, height });
    }
    let mut picture = Pixmap::new(width, height).ok_or(RasterError::TooLarge { width, height })?;
    resvg::render(&tree, Transform::identity(), &mut picture.as_mut());
    Ok(picture)
}
