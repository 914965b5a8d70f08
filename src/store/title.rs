//! `Title`: the header file of a store, open.
//!
//! Promises the header as the file has it, and to tell whether that file is still the one at its
//! place: a fresh store begins with the removal of the header, so as long as it is there, all else
//! that was read belongs to it. Does not know the other files.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::error::{StoreError, io_error};
use super::files::{HEADER, check_not_headless};
use super::lock::is_at;
use super::record::{HEADER_FILE_LIMIT, Header, Kind, decode_header};

/// What a store is of, and the file that says so.
#[derive(Debug)]
pub(super) struct Title {
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
    /// lost; [`StoreError::Io`], and the errors of [`decode_header`].
    pub fn open(folder: &Path, kind: Kind) -> Result<Title, StoreError> {
        let path = folder.join(HEADER);
        let file = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                check_not_headless(folder)?;
                return Err(StoreError::Missing {
                    folder: folder.to_path_buf(),
                });
            }
            // A file stands where the folder of stores would be.
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
                return Err(StoreError::Missing {
                    folder: folder.to_path_buf(),
                });
            }
            file => file.map_err(io_error("opening", &path))?,
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
    pub fn check_in_place(&self, folder: &Path) -> Result<(), StoreError> {
        if is_at(&self.file, &folder.join(HEADER))? {
            return Ok(());
        }
        Err(StoreError::Replaced {
            folder: folder.to_path_buf(),
        })
    }
}
