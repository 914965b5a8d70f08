//! Files of pictures: their formats, told by their names, and saving them.

use super::arguments::Common;
use super::draft::Destination;
use super::output::{Output, remark};
use super::{CommandResult, Failure};
use slidewise_engine::graph::Metric;
use slidewise_render::picture::{lacking, png};
use slidewise_render::{human_bytes, json};
use std::path::Path;

/// What a file of a picture is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A drawing.
    Svg,
    /// Pixels.
    Png,
    /// Pixels that move.
    Gif,
    /// A page.
    Html,
}

impl Format {
    fn ending(self) -> &'static str {
        match self {
            Format::Svg => "svg",
            Format::Png => "png",
            Format::Gif => "gif",
            Format::Html => "html",
        }
    }

    /// The format that a file's name tells, if it is one of `allowed`.
    pub fn of(file: &Path, allowed: &[Format]) -> Result<Format, Failure> {
        let ending = file
            .extension()
            .map(|ending| ending.to_string_lossy().to_lowercase());
        let known = allowed
            .iter()
            .find(|format| ending.as_deref() == Some(format.ending()));
        known.copied().ok_or_else(|| {
            let endings: Vec<String> = allowed
                .iter()
                .map(|format| format!(".{}", format.ending()))
                .collect();
            Failure::of_input(
                format!("the ending of {} names no format", file.display()),
                format!("a file's name ends in {}", endings.join(" or ")),
            )
        })
    }
}

/// A drawing in pixels; says so where its letters cannot be drawn.
pub fn in_pixels(common: &Common, svg: &str) -> Result<Vec<u8>, Failure> {
    tell_lacking(common, svg)?;
    Ok(png(svg)?)
}

/// Says which letters of a drawing pixels will not show.
pub fn tell_lacking(common: &Common, svg: &str) -> Result<(), Failure> {
    let lacking = lacking(svg)?;
    if !lacking.is_empty() && !common.quiet {
        let letters: Vec<String> = lacking.iter().take(8).map(char::to_string).collect();
        let more = if lacking.len() > 8 { " ..." } else { "" };
        remark(format!(
            "the font of pictures has no {}{more}: boxes stand for such letters; an SVG has them",
            letters.join(" ")
        ));
    }
    Ok(())
}

/// Writes a file as a whole, and tells of it; not where it would show what damaged marks told. `metrics` are those
/// that decide what it shows.
pub fn save(
    common: &Common,
    puzzle: &str,
    metrics: &[Metric],
    destination: Destination,
    bytes: &[u8],
) -> CommandResult {
    if let Some(damage) = common.alarms.raised() {
        return Err(damage.into());
    }
    let file = destination.name().display().to_string();
    destination.write(bytes)?;
    let names: Vec<&str> = metrics.iter().map(|metric| metric.name()).collect();
    let record = json::Drawn {
        puzzle: puzzle.to_owned(),
        metric: (!names.is_empty()).then(|| names.join(" ")),
        file: file.clone(),
        bytes: bytes.len() as u64,
    };
    let line = format!("{file}: {}", human_bytes(bytes.len() as u64));
    Ok(Output::new(vec![line], &record))
}
