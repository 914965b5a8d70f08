//! What both kinds of stores share.

pub(crate) mod files;
pub(crate) mod folder_name;
pub(crate) mod header_file;
pub(crate) mod lock;
pub(crate) mod log;
pub(crate) mod record;
