//! Plots of generation sizes, drawn by the library plotters.
//!
//! A single search is drawn as bars, several searches as lines. A labelled point marks the first
//! generation with a goal.

use super::theme::{COLOURS, Theme};
use crate::with_commas;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint};
use plotters::coord::types::RangedCoordf64;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::ops::Range;
use thiserror::Error;

/// A search to plot.
#[derive(Clone, Debug)]
pub struct PlotSeries {
    /// Name of the search, with puzzle and metric.
    pub name: String,
    /// Sizes of generations 0, 1, ...
    pub counts: Vec<u64>,
    /// First generation with a goal.
    pub goal: Option<u64>,
}

/// Appearance of a plot.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlotStyle {
    /// Whether the axis of sizes is logarithmic.
    pub is_logarithmic: bool,
    /// Theme of the plot. A plot cannot read the system's setting, so [`Theme::Auto`] is light.
    pub theme: Theme,
}

/// Reason why a plot could not be drawn.
#[derive(Debug, Error)]
#[error("the plot cannot be drawn: {0}")]
pub struct PlotError(String);

const SIZE: (u32, u32) = (1000, 520);

/// Plots the generation sizes of one or several searches as an SVG file.
///
/// # Errors
/// If there is no generation to plot, or the plot cannot be drawn.
///
/// ```
/// use slidewise_render::picture::{PlotSeries, PlotStyle, plot};
/// let series = PlotSeries {
///     name: "tiles:2x2 in steps".into(),
///     counts: vec![1, 2, 2, 2, 2, 2, 1],
///     goal: None,
/// };
/// assert!(plot("Generations", &[series], PlotStyle::default())?.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn plot(title: &str, series: &[PlotSeries], style: PlotStyle) -> Result<String, PlotError> {
    let largest = series.iter().flat_map(|own| &own.counts).copied().max();
    let generations = series.iter().map(|own| own.counts.len()).max();
    let (Some(largest), Some(generations)) = (largest, generations) else {
        return Err(PlotError("there is no generation to plot".to_owned()));
    };
    let page = if style.theme == Theme::Dark {
        RGBColor(22, 24, 29)
    } else {
        WHITE
    };
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let drawing = PlotPainter {
            title,
            series,
            generations: generations as u64,
            largest,
            ink: if style.theme == Theme::Dark {
                RGBColor(232, 232, 232)
            } else {
                RGBColor(27, 27, 27)
            },
            page,
        };
        let top = largest as f64 * 1.05;
        let drawn = if style.is_logarithmic {
            let heights = LogCoord::from((0.8..top * 1.5).log_scale());
            drawing.draw(&area, heights, 0.8)
        } else {
            drawing.draw(&area, RangedCoordf64::from(0.0..top), 0.0)
        };
        drawn
            .and_then(|()| area.present())
            .map_err(|error| PlotError(error.to_string()))?;
    }
    // A halo keeps text readable where a curve crosses it. The crate `plotters` cannot draw halos,
    // so they are added to its SVG.
    let RGBColor(red, green, blue) = page;
    let halo = format!(
        "<text paint-order=\"stroke\" stroke=\"#{red:02X}{green:02X}{blue:02X}\" \
         stroke-width=\"5\" stroke-linejoin=\"round\" "
    );
    Ok(svg.replace("<text ", &halo))
}

/// An axis whose ticks are whole numbers from zero, because only counts are plotted.
struct IntegerAxis<R>(R);

impl<R: Ranged<ValueType = f64>> Ranged for IntegerAxis<R> {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        self.0.map(value, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        let mut points = self.0.key_points(hint);
        points.retain(|&point| point > -0.5 && (point - point.round()).abs() < 1e-6);
        // A logarithmic axis yields the powers of ten twice, so duplicates are removed.
        points.dedup_by(|one, other| (*one - *other).abs() < 0.5);
        points
    }

    fn range(&self) -> Range<f64> {
        self.0.range()
    }
}

struct PlotPainter<'a> {
    title: &'a str,
    series: &'a [PlotSeries],
    generations: u64,
    largest: u64,
    ink: RGBColor,
    page: RGBColor,
}

type PlotArea<'s> = DrawingArea<SVGBackend<'s>, plotters::coord::Shift>;
type Chart<'a, 's, Y> =
    ChartContext<'a, SVGBackend<'s>, Cartesian2d<IntegerAxis<RangedCoordf64>, IntegerAxis<Y>>>;
type PlotResult<'s> =
    Result<(), DrawingAreaErrorKind<<SVGBackend<'s> as DrawingBackend>::ErrorType>>;

impl PlotPainter<'_> {
    fn draw<'s, Y>(&self, area: &PlotArea<'s>, heights: Y, floor: f64) -> PlotResult<'s>
    where
        Y: Ranged<ValueType = f64>,
    {
        area.fill(&self.page)?;
        let generations = RangedCoordf64::from(-0.5..self.generations as f64 - 0.5);
        // Pixels on the left: about 8 for each digit of a tick, and space for the axis label.
        let room_at_left = 40 + 8 * with_commas(self.largest).len() as i32;
        let mut chart = ChartBuilder::on(area)
            .margin(16)
            .caption(self.title, self.words(24))
            .x_label_area_size(44)
            .y_label_area_size(room_at_left.max(96))
            .build_cartesian_2d(IntegerAxis(generations), IntegerAxis(heights))?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .bold_line_style(self.ink.mix(0.2))
            .light_line_style(self.ink.mix(0.05))
            .axis_style(self.ink)
            .x_desc("generation")
            .y_desc("configurations")
            .x_labels(20)
            .x_label_formatter(&|x| format!("{}", x.round() as u64))
            .y_label_formatter(&|y| with_commas(y.round() as u64))
            .label_style(self.words(15))
            .axis_desc_style(self.words(16))
            .draw()?;
        self.draw_curves(&mut chart, floor)?;
        // The goals are marked after all curves are drawn, so that no curve crosses a label.
        self.draw_goals(&mut chart, floor)?;
        if !self.is_single() {
            chart
                .configure_series_labels()
                .position(SeriesLabelPosition::UpperRight)
                .background_style(self.page.mix(0.9))
                .border_style(self.ink.mix(0.3))
                .label_font(self.words(15))
                .draw()?;
        }
        Ok(())
    }

    /// Draws the sizes of generations: bars for a single series, else a curve for each.
    fn draw_curves<'s, Y>(&self, chart: &mut Chart<'_, 's, Y>, floor: f64) -> PlotResult<'s>
    where
        Y: Ranged<ValueType = f64>,
    {
        for (number, (own, colour)) in self.series.iter().zip(ORDER.iter().cycle()).enumerate() {
            let colour = colour_of(*colour);
            let points = (0..)
                .zip(&own.counts)
                .map(|(n, &count)| (f64::from(n), count as f64));
            if self.is_single() {
                let bars = points.map(|(x, y)| {
                    Rectangle::new([(x - 0.42, floor), (x + 0.42, y)], colour.filled())
                });
                chart.draw_series(bars)?;
            } else if number < ORDER.len() {
                let line = LineSeries::new(points, colour.stroke_width(2));
                chart
                    .draw_series(line)?
                    .label(own.name.clone())
                    .legend(move |(x, y)| {
                        PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(3))
                    });
            } else {
                // When all colours are used, they repeat with dashed lines. The gaps between dashes
                // grow with each repetition.
                let gap = 2 + 2 * (number / ORDER.len()) as i32;
                let points: Vec<(f64, f64)> = points.collect();
                let line = DashedLineSeries::new(points, 6, gap, colour.stroke_width(2));
                chart
                    .draw_series(line)?
                    .label(own.name.clone())
                    .legend(move |(x, y)| {
                        let ends = [(x, y), (x + 20, y)];
                        DashedPathElement::new(ends, 6, gap, colour.stroke_width(3))
                    });
            }
        }
        Ok(())
    }

    /// Draws a labelled mark at the first generation with a goal, for each series.
    fn draw_goals<'s, Y>(&self, chart: &mut Chart<'_, 's, Y>, floor: f64) -> PlotResult<'s>
    where
        Y: Ranged<ValueType = f64>,
    {
        for (own, colour) in self.series.iter().zip(ORDER.iter().cycle()) {
            if let Some(goal) = own.goal {
                let x = goal as f64;
                let height = own.counts.get(goal as usize).map_or(floor, |&n| n as f64);
                let mark = colour_of(if self.is_single() { 0 } else { *colour });
                let (side, at) = if x < 0.9 * self.generations as f64 {
                    (HPos::Left, 8)
                } else {
                    (HPos::Right, -8)
                };
                let style = self.words(15).pos(Pos::new(side, VPos::Top));
                let words = Text::new(format!("Finish {goal}"), (at, -22), style);
                let point = EmptyElement::at((x, height)) + Circle::new((0, 0), 5, mark.filled());
                chart.draw_series([point + words])?;
            }
        }
        Ok(())
    }

    /// Whether there is only one series.
    fn is_single(&self) -> bool {
        self.series.len() == 1
    }

    /// Style of text with letters `size` pixels high.
    fn words(&self, size: i32) -> TextStyle<'static> {
        ("sans-serif", size).into_font().color(&self.ink)
    }
}

/// Indices of colours in the order in which searches take them: strongest contrasts first.
const ORDER: [usize; 8] = [6, 0, 3, 5, 4, 1, 7, 2];

fn colour_of(number: usize) -> RGBColor {
    let (text, _) = COLOURS[number];
    let part = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).unwrap_or(0);
    RGBColor(part(1), part(3), part(5))
}
