//! The answers of commands on Sokoban levels.
//!
//! | file | holds |
//! |---|---|
//! | `searches` | limits, progress and stores of searches |
//! | `drawn_way` | the shortest solution for pictures, by the method for which there is room |
//! | `level_list` | `show` of a file with several levels |
//! | `answers` | the answers of commands |
//! | `guided` | `solve` for levels too large to explore |
//! | `lurd` | `replay LEVEL SOLUTION` |
//! | `records` | the JSON of the answers |

pub(crate) mod answers;
#[cfg(feature = "pictures")]
pub(crate) mod drawn_way;
mod guided;
pub(crate) mod level_list;
pub(crate) mod lurd;
mod records;
pub(crate) mod searches;
