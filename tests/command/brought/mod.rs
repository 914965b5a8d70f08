//! Boards and questions as people bring them: each file, with variations of its kind.

/// The text of a sample of `tests/samples/brought`.
macro_rules! sample {
    ($name:literal) => {
        include_str!(concat!("../../samples/brought/", $name))
    };
}

mod levels;
mod lists;
mod tiles;
