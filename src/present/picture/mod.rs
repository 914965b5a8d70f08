//! Pictures: boards, ways and films of them as SVG, PNG, GIF and HTML, from values.
//!
//! [`Scene`] draws a position as SVG; [`strip()`] lays many side by side; [`Film`] moves the pieces of one; the
//! rest turns SVG into pixels. Nothing here searches, reads files or prints. Feature `pictures`.

mod film;
mod outline;
mod palette;
mod player;
mod plot;
mod raster;
mod scene;
mod strip;

pub use film::Film;
pub use palette::{Palette, Theme};
pub use player::player_page;
pub use plot::{PlotError, PlotStyle, Series, plot};
pub use raster::{RasterError, gif, png};
pub use scene::Scene;
pub use strip::strip;
