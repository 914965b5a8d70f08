//! What every command reads and writes: inputs, outputs, files, progress and signals.

pub(crate) mod atomic_file;
pub(crate) mod failure;
pub(crate) mod input;
pub(crate) mod level_word;
pub(crate) mod output;
pub(crate) mod piped;
pub(crate) mod progress;
pub(crate) mod progress_log;
pub(crate) mod scratch;
pub(crate) mod setup;
pub(crate) mod signals;
pub(crate) mod starts;
pub(crate) mod terminal_observer;
pub(crate) mod unfinished_file;
pub(crate) mod wait;
pub(crate) mod waiting_writer;
pub(crate) mod work_log;
