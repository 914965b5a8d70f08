//! All tests that use the crate and the command from outside: one program, for each would be linked
//! with all that the crate depends on.
//!
//! `cargo test --test all figures::` runs those of one file. They run side by side, so none of them
//! changes what all of a process share: its environment, its folder, its limits.

mod oracle;
mod support;

mod against_oracle;
#[cfg(feature = "cli")]
mod command;
mod convert;
mod counting;
mod damage;
mod distances;
mod figures;
mod formats;
mod group_tables;
mod hash_search;
mod index;
mod large;
mod letters;
mod limits;
mod meeting;
mod packed;
mod pictures;
mod published;
mod reach;
mod readme;
mod recount;
mod streaming;
mod tabletop;
mod tidy;
mod ways;
#[cfg(feature = "cli")]
mod web;
