//! Web server for the browser interface: a catalogue, play, an editor and explorations, served on
//! loopback.
//!
//! [`Server`] answers HTTP requests with files embedded in the program and with JSON; [`Settings`]
//! hold the address and the limits of explorations. The module uses the library but no terminal: it
//! prints nothing, and the caller stops it through a flag. Requires the feature `web`.
//!
//! Guarantees to the operator of the server, and the files that implement them:
//!
//! | guarantee | file |
//! |---|---|
//! | requests from pages of other sites, and too long or too slow bodies, are refused | `guard` |
//! | the number of connections and the lifetime of each are limited | `server` |
//! | explorations are limited in number, and each in memory and time | `searches` |
//! | a request names a built-in puzzle or contains a text; no path in it is opened | `asked` |
//! | an invalid request gets a 4xx response with the error, its position and a hint | `refusal` |

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
