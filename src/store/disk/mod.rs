//! Files, folders and memory as the operating system has them; nothing here knows stores.

pub(crate) mod disk_budget;
pub(crate) mod disk_space;
pub(crate) mod durable;
pub(crate) mod folder;
pub(crate) mod mapped_words;
mod system;
