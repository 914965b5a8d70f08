//! The files of a store: their names, and the order in which they are made and removed.
//!
//! Promises that wherever making or removing is cut off, there is a header on the disk only with a
//! whole store beside it. Does not know what a run puts into the files, and leaves other files in
//! the folder alone.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use super::durable::{above, remove, remove_folder, replace, sync_folder};
use super::error::{StoreError, io_error};
use super::lock::LOCK;
use super::log::LogWriter;
use super::marks::Marks;
use super::record::{Header, encode_header};
use super::room::reserve;
use super::sums::Sums;

/// Which question it is.
pub(super) const HEADER: &str = "header";
/// The generations and their counts.
pub(super) const LOG: &str = "log";
/// Two bits for each configuration.
pub(super) const MARKS: &str = "marks";
/// The generation to go on from.
pub(super) const LAST: &str = "last";
/// The checksums of the marks.
pub(super) const SUMS: &str = "sums";

/// Every file that a store makes but its header and its lock.
const REST: [&str; 7] = ["header.new", LOG, LAST, "last.new", MARKS, SUMS, "sums.new"];

/// Every file that a store makes.
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    [HEADER, LOCK].into_iter().chain(REST)
}

/// Makes the files of an empty store in a folder that has none of them and whose lock is held. The
/// header comes last: with it, and not before, there is a store.
///
/// # Errors
///
/// [`StoreError::NoSpace`], [`StoreError::BadHeader`], [`StoreError::Io`].
pub(super) fn make_files(folder: &Path, header: &Header) -> Result<(), StoreError> {
    let (header_bytes, seed) = encode_header(header)?;
    let path = folder.join(MARKS);
    let marks = File::create_new(&path).map_err(io_error("creating", &path))?;
    reserve(&marks, &path, Marks::bytes_for(header.configurations))?;
    marks.sync_all().map_err(io_error("syncing", &path))?;
    LogWriter::create(&folder.join(LOG))?;
    let words = Marks::bytes_for(header.configurations) / 8;
    let sums = Sums::of_nothing(words as usize);
    replace(folder, SUMS, |file| sums.write(file, seed))?;
    // The entries of marks and log reach the disk before the header's does, and so does the
    // folder's own, which whoever made the folder may not have lived to bring there.
    sync_folder(folder)?;
    sync_folder(above(folder))?;
    replace(folder, HEADER, |mut file| file.write_all(&header_bytes))
}

/// Removes the files of a store, or what is left of them, from a folder whose lock is held. The
/// header goes first and for good, also where another began this and did not live to the end, so
/// that no later crash can leave a header with less than all of its store.
///
/// # Errors
///
/// [`StoreError::Io`].
pub(super) fn remove_files(folder: &Path) -> Result<(), StoreError> {
    remove(&folder.join(HEADER))?;
    sync_folder(folder)?;
    REST.iter().try_for_each(|name| remove(&folder.join(name)))
}

/// Removes the lock and the folder behind the files. Whoever takes the place of the lock before
/// the folder is gone makes a new store in it, which is well.
///
/// # Errors
///
/// [`StoreError::Io`].
pub(super) fn remove_lock_and_folder(folder: &Path) -> Result<(), StoreError> {
    remove(&folder.join(LOCK))?;
    remove_folder(folder)
}
