//! Commands on puzzles that do not slide: `fill` and `jump`.

pub(crate) mod fill;
mod fill_record;
pub(crate) mod jump;
