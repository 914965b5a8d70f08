//! Commands on kept searches and tables: `stores`, `inspect`, `verify` and `tables`.

pub(crate) mod inspect;
pub(crate) mod stores;
pub(crate) mod tables;
pub(crate) mod verify;
pub(crate) mod verify_tables;
