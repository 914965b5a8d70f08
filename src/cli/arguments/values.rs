//! Parsers of arguments that name a value of another crate.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use slidewise_engine::graph::Metric;
use slidewise_puzzle::Sources;
#[cfg(feature = "pictures")]
use slidewise_render::picture::Theme;

/// A parser of one of these values, each with its name and help.
fn one_of<T, const N: usize>(
    values: [(T, &'static str, Option<&'static str>); N],
) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let names = values.map(|(_, name, help)| {
        let value = PossibleValue::new(name);
        match help {
            Some(help) => value.help(help),
            None => value,
        }
    });
    PossibleValuesParser::new(names).map(move |word| {
        let named = values.iter().find(|(_, name, _)| *name == word);
        named.expect("the parser has let a name through").0
    })
}

/// A parser of metrics.
pub fn metric() -> impl TypedValueParser<Value = Metric> {
    one_of(Metric::ALL.map(|metric| {
        let help = match metric {
            Metric::Step => "One piece, one cell",
            Metric::Slide => "One piece, any distance in a straight line",
            Metric::Move => "One piece, any path through free cells",
        };
        (metric, metric.name(), Some(help))
    }))
}

/// A parser of the sources of a search.
pub fn sources() -> impl TypedValueParser<Value = Sources> {
    one_of([
        (Sources::Start, Sources::Start.name(), Some("At Start")),
        (
            Sources::Goals,
            Sources::Goals.name(),
            Some("At all goal configurations at once"),
        ),
    ])
}

/// A parser of themes of pictures.
#[cfg(feature = "pictures")]
pub fn theme() -> impl TypedValueParser<Value = Theme> {
    one_of([
        (Theme::Auto, "auto", None),
        (Theme::Light, "light", None),
        (Theme::Dark, "dark", None),
    ])
}
