//! `HeaderFile`: the header file of a store, held open.
//!
//! Replacing a store begins with the removal of its header. So while the open header file is still
//! in the folder, all other files that were read belong to that header.

use std::fs::File;
use std::io::Read;

use crate::disk::folder::StoreFolder;
use crate::error::{StoreError, io_error};
use crate::journal::files::{HEADER, LOG, check_not_headless};
use crate::journal::log::Log;
use crate::journal::record::{HEADER_FILE_LIMIT, Header, StoreKind, decode_header};

/// The header of a store and its open file.
#[derive(Debug)]
pub(crate) struct HeaderFile {
    file: File,
    /// The kind of the store.
    pub kind: StoreKind,
    /// The header as it is on the disk.
    pub header: Header,
    /// The checksum of the header, to which all other files are chained.
    pub seed: u32,
}

impl HeaderFile {
    /// Opens and reads the header of a store of the kind `kind` in `folder`. Errors:
    /// [`StoreError::Missing`] if there is no store; [`StoreError::NoHeader`] if the header was
    /// lost; [`StoreError::NotAFile`], [`StoreError::Io`], and the errors of [`decode_header`].
    pub(crate) fn open(folder: &StoreFolder, kind: StoreKind) -> Result<HeaderFile, StoreError> {
        let path = folder.path_of(HEADER);
        let Some(file) = folder.read_if_there(HEADER)? else {
            check_not_headless(folder)?;
            return Err(StoreError::Missing {
                folder: folder.path().to_path_buf(),
            });
        };
        let mut bytes = Vec::new();
        // One byte more than the longest possible header is read, so that a longer file is noticed.
        (&file)
            .take(HEADER_FILE_LIMIT + 1)
            .read_to_end(&mut bytes)
            .map_err(io_error("reading", &path))?;
        let (header, seed) = decode_header(&bytes, &path, kind)?;
        Ok(HeaderFile {
            file,
            kind,
            header,
            seed,
        })
    }

    /// Fails if this header's file is no longer in `folder`, because another store has replaced
    /// this one. Then all data read since this header was opened is void. Errors:
    /// [`StoreError::Replaced`], [`StoreError::Io`].
    pub(crate) fn check_in_place(&self, folder: &StoreFolder) -> Result<(), StoreError> {
        if folder.leads_to(HEADER, &self.file)? {
            return Ok(());
        }
        Err(StoreError::Replaced {
            folder: folder.path().to_path_buf(),
        })
    }

    /// Reads the log of this header's store. The first `kept` records are known to have been on the
    /// disk, so they must be good. Errors: as [`Log::read`].
    pub(crate) fn read_log(&self, folder: &StoreFolder, kept: u64) -> Result<Log, StoreError> {
        let file = folder.read(LOG)?;
        let most = self.header.configurations;
        Log::read(file, &folder.path_of(LOG), self.seed, most, kept)
    }
}
