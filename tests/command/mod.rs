//! The command from outside: what it prints for people and for scripts, how it fails, what it
//! keeps.
//!
//! Every test runs the program in a folder of its own, with no environment that could lead it
//! elsewhere. How long anything takes is never asserted.

mod answers;
mod batch;
mod boards;
mod brought;
mod budgets;
mod cases;
mod certificates;
mod coordinates;
mod counts_on_disk;
mod design;
mod disks;
#[cfg(feature = "default")]
mod documented;
mod failures;
mod fields;
#[cfg(unix)]
mod folders;
mod frontier;
mod games;
mod graph;
mod group_tables;
mod interruptions;
#[cfg(target_os = "linux")]
mod kept_files;
mod level_games;
mod levels;
mod lines;
mod meeting;
#[cfg(feature = "default")]
mod narrow;
mod outputs;
mod outside;
mod posters;
mod program;
mod progress;
mod records;
mod remarks;
mod sequences;
#[cfg(feature = "web")]
mod sites;
mod starts;
mod stores;
#[cfg(target_os = "linux")]
mod table;
mod table_faults;
mod tables;
#[cfg(feature = "default")]
mod transcripts;
mod unnumbered;
#[cfg(all(unix, feature = "terminal", feature = "web"))]
mod unsolvable;
#[cfg(all(target_os = "linux", feature = "default"))]
mod waits;
mod words;
