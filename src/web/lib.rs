//! Web server for the browser interface: a catalogue, play, an editor and explorations, served on
//! loopback.
//!
//! [`Server`] answers HTTP requests with files embedded in the program and with JSON;
//! [`ServerSettings`] hold the address and the limits of explorations. The crate uses no terminal:
//! it prints nothing, and the caller stops the server through a flag. The command includes it only
//! with the feature `web`.
//!
//! Guarantees to the operator of the server, and the files that implement them:
//!
//! | guarantee | file |
//! |---|---|
//! | requests from pages of other sites, and too long or too slow bodies, are refused | `guard` |
//! | the number of connections and the lifetime of each are limited | `server` |
//! | searches are limited in number, memory and time | `registry`, `level_guides`, `designs` |
//! | a request has a built-in name or a text; no path in it is opened | crate `answers` |
//! | an invalid request gets a 4xx response with error, position, hint | crate `answers` |

mod assets;
mod blocking;
mod design_routes;
mod designs;
mod exploration;
mod exploration_routes;
mod exploration_run;
mod guard;
mod layout_state;
mod layout_watch;
mod level_guides;
mod network_routes;
mod path_name;
mod registry;
mod response;
mod router;
mod script_bundle;
mod server;
mod settings;
mod site;
mod table_guides;
mod take_away;

pub use server::{ServeError, Server};
pub use settings::ServerSettings;
pub use site::{SiteFile, site};
pub use take_away::{take_away, take_away_graph};
