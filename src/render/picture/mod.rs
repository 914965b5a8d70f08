//! Pictures: boards, ways and films of them as SVG, PNG, GIF and HTML, from values.
//!
//! [`Scene`] draws a position as SVG; [`strip()`] lays many side by side; [`Film`] moves the pieces of one;
//! [`Portrait`] shows a state graph at the places that [`layout()`] finds; the rest turns SVG into pixels. Nothing here
//! searches, reads files or prints. Feature `pictures`.

mod film;
mod layout;
mod outline;
mod palette;
mod player;
mod plot;
mod portrait;
mod raster;
mod scene;
mod strip;

pub use film::Film;
pub use layout::{Place, layout};
pub use palette::{Palette, Theme, style_sheet};
pub use player::player_page;
pub use plot::{PlotError, PlotStyle, Series, plot};
pub use portrait::{Dot, Portrait};
pub use raster::{RasterError, gif, lacking, png};
pub use scene::Scene;
pub use strip::strip;
