//! The oracle: a slow and simple second opinion on every puzzle.
//!
//! It reads puzzle files by itself, holds a position as a grid of class numbers and searches breadth
//! first with a hash set. It shares no code with the crate and knows neither of its index nor of its
//! marks; so where the two agree, neither is wrong by a common mistake. What it promises is in
//! `PUZZLES.md`, read literally; where that leaves a choice, the doc comments here say which one was
//! taken.
//!
//! * [`puzzle`] reads a puzzle file, `tiles:RxC` or a Rush Hour board into a plain model;
//! * [`search`] answers: neighbours, generations, routes, all legal configurations, replays;
//! * [`random`] makes small puzzles, as puzzle files, that use the format in all its corners;
//! * [`reach`] makes some of which the start rules much out.
//!
//! Positions go in and out as canonical text, rows joined by `:`.

#![allow(dead_code)]

pub mod puzzle;
pub mod random;
pub mod reach;
pub mod search;
