//! A page in the browser: puzzles to look at, to play, to draw and to explore, served on loopback.
//!
//! [`Server`] answers requests of HTTP with files that are inside the program and with JSON; [`Settings`] say where
//! it listens and what explorations may take. It knows the library, and no terminal: it prints nothing, and is
//! stopped from outside. Feature `web`.
//!
//! What it promises to those who run it, and where:
//!
//! | promise | file |
//! |---|---|
//! | requests of other sites' pages are refused, as are bodies that are too long or too slow | `guard` |
//! | a limited number of connections at once, none for ever | `server` |
//! | a limited number of explorations at once and waiting, each in so much memory and time | `searches` |
//! | a request names built-in puzzles or brings a puzzle's text; no path in it is ever opened | `asked` |
//! | what is wrong comes back as 4xx with what, where and what to do | `refusal` |

mod asked;
mod assets;
mod catalogue;
mod explorations;
mod found;
mod guard;
mod play;
mod progress;
mod puzzles;
mod refusal;
mod router;
mod search;
mod searches;
mod server;
mod settings;

pub use server::{ServeError, Server};
pub use settings::Settings;
