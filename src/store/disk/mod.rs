//! Folders, files, disk space and mapped memory, as the operating system provides them.
//!
//! No module in this folder depends on what a store is.
//!
//! | file | holds |
//! |---|---|
//! | `system` | the system calls on files of an open folder, for Unix and for other systems |
//! | `without_files` | the same calls in a browser, where each fails |
//! | `folder` | `StoreFolder`: an open folder and the only way to its files |
//! | `memory_folder` | `MemoryFolder`: a folder in the file system in memory |
//! | `disk_space` | free space, and reserving it for a file |
//! | `disk_budget` | `DiskBudget`: the bytes of disk that one search may take |
//! | `mapped_words` | 64-bit words in memory or in a mapped file; the only `unsafe` of the crate |

pub(crate) mod disk_budget;
pub(crate) mod disk_space;
pub(crate) mod folder;
pub(crate) mod mapped_words;
pub(crate) mod memory_folder;
pub(crate) mod system;
#[cfg(target_family = "wasm")]
mod without_files;
