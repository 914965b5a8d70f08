//! The oracle: an independent, slow and simple implementation that the tests compare every puzzle
//! with.
//!
//! It parses puzzle files itself, stores a position as a grid of class numbers, and searches
//! breadth first with a hash set. It shares no code with the crate and uses neither its index nor
//! its marks, so a mistake common to both is unlikely. It follows `docs/puzzle-files.md` literally;
//! where that leaves a choice, the docs here state the decision.
//!
//! * [`puzzle`] parses a puzzle file, `tiles:RxC` or a Rush Hour board into a plain model;
//! * [`search`] computes neighbours, generations, routes, all legal configurations and replays;
//! * [`random`] generates small puzzle files that together use every part of the format;
//! * [`restricted`] generates puzzles in which Start rules out much of the board;
//! * [`units`] generates boards of unit pieces, for the metric `line`;
//! * [`joined`] generates boards that run round, and boards of lines;
//! * [`narrow`] generates boards of one row or one column.
//!
//! Positions are passed as canonical text: rows joined by `:`.

#![allow(dead_code)]

pub(crate) mod joined;
pub(crate) mod narrow;
pub(crate) mod puzzle;
pub(crate) mod random;
pub(crate) mod restricted;
pub(crate) mod search;
pub(crate) mod units;
