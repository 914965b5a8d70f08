//! Picture files: choosing the format by the file's extension, and saving.

use crate::arguments::CommonArgs;
use crate::io::atomic_file::Destination;
use crate::io::output::{CommandResult, Output, remark};
use crate::io::signals::uncancellable;
use slidewise_app::Problem;
use slidewise_engine::graph::Metric;
use slidewise_render::picture::{RasterError, lacking, png_at};
use slidewise_render::{human_bytes, json};
use std::path::Path;

/// Format of a picture file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PictureFormat {
    /// A vector drawing, which may be animated.
    Svg,
    /// A picture in pixels.
    Png,
    /// An animation in pixels.
    Gif,
    /// An HTML page with a player of the path.
    Html,
    /// Pages to print.
    Pdf,
}

impl PictureFormat {
    fn extension(self) -> &'static str {
        match self {
            PictureFormat::Svg => "svg",
            PictureFormat::Png => "png",
            PictureFormat::Gif => "gif",
            PictureFormat::Html => "html",
            PictureFormat::Pdf => "pdf",
        }
    }

    /// The format that the file's extension names.
    ///
    /// # Errors
    /// If the format is not one of `allowed`.
    pub(crate) fn of(file: &Path, allowed: &[PictureFormat]) -> Result<PictureFormat, Problem> {
        let extension = file
            .extension()
            .map(|extension| extension.to_string_lossy().to_lowercase());
        let known = allowed
            .iter()
            .find(|format| extension.as_deref() == Some(format.extension()));
        known.copied().ok_or_else(|| {
            let extensions: Vec<String> = allowed
                .iter()
                .map(|format| format!(".{}", format.extension()))
                .collect();
            Problem::of_input(
                format!("the extension of {} is not a known format", file.display()),
                format!("name a file that ends in {}", extensions.join(" or ")),
            )
        })
    }
}

/// Renders a drawing as PNG, with `scale` pixels for each of its own, after a remark on the letters
/// that the font lacks.
pub(crate) fn in_pixels(common: &CommonArgs, svg: &str, scale: f32) -> Result<Vec<u8>, Problem> {
    warn_of_missing_letters(common, svg)?;
    uncancellable(common.quiet, "drawing", || png_at(svg, scale)).map_err(raster_problem)
}

/// Prints a remark on the letters of a drawing that the font lacks.
pub(crate) fn warn_of_missing_letters(common: &CommonArgs, svg: &str) -> Result<(), Problem> {
    let lacking = lacking(svg).map_err(raster_problem)?;
    if !lacking.is_empty() && !common.quiet {
        let letters: Vec<String> = lacking.iter().take(8).map(char::to_string).collect();
        let more = if lacking.len() > 8 { " ..." } else { "" };
        remark(format!(
            "the font of pictures lacks {}{more} and \
             shows boxes instead; write an SVG to keep the letters",
            letters.join(" ")
        ));
    }
    Ok(())
}

/// Writes a picture file atomically and reports it, with the metrics that the picture depends on.
///
/// # Errors
/// If the file cannot be written, or a damaged store was read to make the picture.
pub(crate) fn save(
    common: &CommonArgs,
    puzzle: &str,
    metrics: &[Metric],
    destination: Destination,
    bytes: &[u8],
) -> CommandResult {
    let names: Vec<&str> = metrics.iter().map(|metric| metric.name()).collect();
    save_as(common, puzzle, &names, destination, bytes)
}

/// The same with the names of the metrics.
///
/// # Errors
/// Those of [`save`].
pub(crate) fn save_as(
    common: &CommonArgs,
    puzzle: &str,
    metrics: &[&str],
    destination: Destination,
    bytes: &[u8],
) -> CommandResult {
    if let Some(damage) = common.corruption.raised() {
        return Err(damage.into());
    }
    let file = destination.name().display().to_string();
    destination.write(bytes)?;
    let record = json::PictureRecord {
        puzzle: puzzle.to_owned(),
        metric: (!metrics.is_empty()).then(|| metrics.join(" ")),
        file: file.clone(),
        bytes: bytes.len() as u64,
    };
    let line = format!("{file}: {}", human_bytes(bytes.len() as u64));
    Ok(Output::new(vec![line], &record))
}

/// The problem of a picture that cannot be rendered in pixels.
pub(crate) fn raster_problem(error: RasterError) -> Problem {
    Problem::of_run(error, "use a smaller --cell, or write an SVG file instead")
}
