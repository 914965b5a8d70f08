//! The pages that `slidewise serve` serves: the server among hostile requests, and the pages in a
//! browser.

#![cfg(all(unix, feature = "web"))]

mod access;
mod answers;
mod away;
mod book;
mod browser;
mod designs;
mod devtools;
mod drawing;
mod hand;
mod hostile;
mod keys;
mod landscape;
mod lessons;
mod levels;
mod levels_page;
mod phone;
pub(crate) mod server;
mod site;
mod speed;
mod tiles;
