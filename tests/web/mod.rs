//! The pages that `slidewise serve` serves: the server among hostile requests, and the pages in a
//! browser.

#![cfg(all(unix, feature = "web"))]

mod answers;
mod browser;
mod devtools;
mod hostile;
pub(crate) mod server;
