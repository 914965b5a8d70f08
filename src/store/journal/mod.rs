//! The journal: the part that stores of both kinds have in common.
//!
//! | file | holds |
//! |---|---|
//! | `record` | `Header` and `LogRecord`, and their bytes; the only use of bincode |
//! | `checksum` | checksums that are chained to a header |
//! | `folder_name` | the name of a store's folder |
//! | `files` | the files of a store, and the order in which they are created and removed |
//! | `lock` | `Lock`: one writer at a time |
//! | `log` | `Log`: the number of configurations of each finished generation |
//! | `header_file` | `HeaderFile`: the open file `header` |
//! | `handle` | `Journal`: folder, header, lock and log of one open store |
//! | `audit` | the part of an audit that both kinds of stores share |

pub(crate) mod audit;
pub(crate) mod checksum;
pub(crate) mod files;
pub(crate) mod folder_name;
pub(crate) mod handle;
pub(crate) mod header_file;
pub(crate) mod lock;
pub(crate) mod log;
pub(crate) mod record;
