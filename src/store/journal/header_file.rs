//! `Title`: the header file of a store, open.
//!
//! Promises the header as the file has it, and to tell whether that file is still the one at its
//! place: a fresh store begins with the removal of the header, so as long as it is there, all else
//! that was read belongs to it. Does not know the other files.

use std::fs::File;
use std::io::Read;

use crate::store::disk::folder::Place;
use crate::store::error::{StoreError, io_error};
use crate::store::journal::files::{HEADER, check_not_headless};
use crate::store::journal::record::{HEADER_FILE_LIMIT, Header, Kind, decode_header};

/// What a store is of, and the file that says so.
#[derive(Debug)]
pub(crate) struct Title {
    file: File,
    /// The header.
    pub header: Header,
    /// Its checksum, to which log and last generation are chained.
    pub seed: u32,
}

impl Title {
    /// Opens and reads the header in a folder that holds a store of this kind.
    ///
    /// # Errors
    ///
    /// [`StoreError::Missing`] if there is none, which is to say no store; [`StoreError::NoHeader`] if it was
    /// lost; [`StoreError::NotAFile`], [`StoreError::Io`], and the errors of [`decode_header`].
    pub fn open(folder: &Place, kind: Kind) -> Result<Title, StoreError> {
        let path = folder.path_of(HEADER);
        let Some(file) = folder.read_if_there(HEADER)? else {
            check_not_headless(folder)?;
            return Err(StoreError::Missing {
                folder: folder.path().to_path_buf(),
            });
        };
        let mut bytes = Vec::new();
        // One byte more than a header can have, to tell that there is one.
        (&file)
            .take(HEADER_FILE_LIMIT + 1)
            .read_to_end(&mut bytes)
            .map_err(io_error("reading", &path))?;
        let (header, seed) = decode_header(&bytes, &path, kind)?;
        Ok(Title { file, header, seed })
    }

    /// Refuses what was read in `folder` since this was opened there, if the store is another now.
    ///
    /// # Errors
    ///
    /// [`StoreError::Replaced`], [`StoreError::Io`].
    pub fn check_in_place(&self, folder: &Place) -> Result<(), StoreError> {
        if folder.leads_to(HEADER, &self.file)? {
            return Ok(());
        }
        Err(StoreError::Replaced {
            folder: folder.path().to_path_buf(),
        })
    }
}
