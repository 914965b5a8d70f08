//! The sizes of generations as a plot, drawn by the library plotters.
//!
//! One search is drawn as bars, several as lines; where Finish is first met a line stands. It knows numbers and
//! names, and no puzzle.

use super::palette::{COLOURS, Theme};
use crate::present::with_commas;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::prelude::*;
use thiserror::Error;

/// A search to be plotted.
#[derive(Clone, Debug)]
pub struct Series {
    /// Its name: the puzzle, and the metric.
    pub name: String,
    /// The sizes of generations 0, 1, ...
    pub counts: Vec<u64>,
    /// The first generation with a goal.
    pub goal: Option<u64>,
}

/// How a plot looks.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlotStyle {
    /// Sizes by their logarithm.
    pub is_logarithmic: bool,
    /// Light or dark; a plot cannot ask, so [`Theme::Auto`] is light.
    pub theme: Theme,
}

/// Why a plot could not be drawn.
#[derive(Debug, Error)]
#[error("the plot cannot be drawn: {0}")]
pub struct PlotError(String);

const SIZE: (u32, u32) = (1000, 520);

/// Plots the sizes of generations of one or several searches as an SVG file.
///
/// # Errors
/// If there is nothing to plot.
///
/// ```
/// use slidewise::present::picture::{PlotStyle, Series, plot};
/// let series = Series { name: "tiles:2x2 in steps".into(), counts: vec![1, 2, 2, 2, 2, 2, 1], goal: None };
/// assert!(plot("Generations", &[series], PlotStyle::default())?.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn plot(title: &str, series: &[Series], style: PlotStyle) -> Result<String, PlotError> {
    let largest = series.iter().flat_map(|own| &own.counts).copied().max();
    let generations = series.iter().map(|own| own.counts.len()).max();
    let (Some(largest), Some(generations)) = (largest, generations) else {
        return Err(PlotError("no generation is given".to_owned()));
    };
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let drawing = Drawing {
            title,
            series,
            generations: generations as u64,
            ink: if style.theme == Theme::Dark {
                RGBColor(232, 232, 232)
            } else {
                RGBColor(27, 27, 27)
            },
            page: if style.theme == Theme::Dark {
                RGBColor(22, 24, 29)
            } else {
                WHITE
            },
        };
        let top = largest as f64 * 1.05;
        let drawn = if style.is_logarithmic {
            drawing.draw(&area, (0.8..top * 1.5).log_scale(), 0.8)
        } else {
            drawing.draw(&area, 0.0..top, 0.0)
        };
        drawn
            .and_then(|()| area.present())
            .map_err(|error| PlotError(error.to_string()))?;
    }
    Ok(svg)
}

struct Drawing<'a> {
    title: &'a str,
    series: &'a [Series],
    generations: u64,
    ink: RGBColor,
    page: RGBColor,
}

type Area<'s> = DrawingArea<SVGBackend<'s>, plotters::coord::Shift>;
type Drawn<'s> = Result<(), DrawingAreaErrorKind<<SVGBackend<'s> as DrawingBackend>::ErrorType>>;

impl Drawing<'_> {
    fn draw<'s, Y>(&self, area: &Area<'s>, heights: Y, floor: f64) -> Drawn<'s>
    where
        Y: AsRangedCoord<Value = f64>,
        Y::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
    {
        area.fill(&self.page)?;
        let words = |size: i32| ("sans-serif", size).into_font().color(&self.ink);
        let mut chart = ChartBuilder::on(area)
            .margin(16)
            .caption(self.title, words(24))
            .x_label_area_size(44)
            .y_label_area_size(96)
            .build_cartesian_2d(-0.5..self.generations as f64 - 0.5, heights)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .bold_line_style(self.ink.mix(0.2))
            .light_line_style(self.ink.mix(0.05))
            .axis_style(self.ink)
            .x_desc("generation")
            .y_desc("configurations")
            .x_labels(20)
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| with_commas(y.round() as u64))
            .label_style(words(15))
            .axis_desc_style(words(16))
            .draw()?;
        let is_single = self.series.len() == 1;
        for (own, colour) in self.series.iter().zip(ORDER.iter().cycle()) {
            let colour = colour_of(*colour);
            let points = (0..)
                .zip(&own.counts)
                .map(|(n, &count)| (f64::from(n), count as f64));
            if is_single {
                let bars = points.map(|(x, y)| {
                    Rectangle::new([(x - 0.42, floor), (x + 0.42, y)], colour.filled())
                });
                chart.draw_series(bars)?;
            } else {
                let line = LineSeries::new(points, colour.stroke_width(2));
                chart
                    .draw_series(line)?
                    .label(own.name.clone())
                    .legend(move |(x, y)| {
                        PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(3))
                    });
            }
            if let Some(goal) = own.goal {
                let x = goal as f64;
                let height = own.counts.get(goal as usize).map_or(floor, |&n| n as f64);
                let mark = if is_single { colour_of(0) } else { colour };
                let words = Text::new(format!("Finish {goal}"), (8, -22), words(15));
                let point = EmptyElement::at((x, height)) + Circle::new((0, 0), 5, mark.filled());
                chart.draw_series([point + words])?;
            }
        }
        if !is_single {
            chart
                .configure_series_labels()
                .position(SeriesLabelPosition::UpperRight)
                .background_style(self.page.mix(0.9))
                .border_style(self.ink.mix(0.3))
                .label_font(words(15))
                .draw()?;
        }
        Ok(())
    }
}

/// In which order series take the colours: the strongest contrasts first.
const ORDER: [usize; 8] = [6, 0, 3, 5, 4, 1, 7, 2];

fn colour_of(number: usize) -> RGBColor {
    let (text, _) = COLOURS[number];
    let part = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).unwrap_or(0);
    RGBColor(part(1), part(3), part(5))
}
