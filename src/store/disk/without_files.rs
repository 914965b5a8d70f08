//! The calls of `system` where there are no files, as in a browser: each fails, and says why.

use super::system::{EntryKind, OpenMode};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// A folder, of which there is none.
#[derive(Debug)]
pub(crate) enum NoFolder {}

impl NoFolder {
    pub(crate) fn open(_: &Path) -> io::Result<NoFolder> {
        Err(no_files())
    }

    pub(crate) fn is_at(&self, _: &Path) -> io::Result<bool> {
        match *self {}
    }

    pub(crate) fn open_file(&self, _: &Path, _: &str, _: OpenMode) -> io::Result<File> {
        match *self {}
    }

    pub(crate) fn create_new(&self, _: &Path, _: &str) -> io::Result<File> {
        match *self {}
    }

    pub(crate) fn create_unnamed(&self, _: &Path) -> io::Result<Option<File>> {
        match *self {}
    }

    pub(crate) fn rename(&self, _: &Path, _: &str, _: &str) -> io::Result<()> {
        match *self {}
    }

    pub(crate) fn remove(&self, _: &Path, _: &str) -> io::Result<()> {
        match *self {}
    }

    pub(crate) fn look(&self, _: &Path, _: &str) -> io::Result<Option<EntryKind>> {
        match *self {}
    }

    pub(crate) fn leads_to(&self, _: &Path, _: &str, _: &File) -> io::Result<bool> {
        match *self {}
    }

    pub(crate) fn list(&self, _: &Path) -> io::Result<Vec<String>> {
        match *self {}
    }

    pub(crate) fn sync(&self) -> io::Result<()> {
        match *self {}
    }
}

pub(crate) fn kind_of(_: &File) -> io::Result<EntryKind> {
    Err(no_files())
}

pub(crate) fn has_other_names(_: &File) -> io::Result<bool> {
    Err(no_files())
}

pub(crate) fn pass_cache_by(_: &File) {}

pub(crate) fn read_at(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(no_files())
}

pub(crate) fn write_at(_: &File, _: &[u8], _: u64) -> io::Result<()> {
    Err(no_files())
}

pub(crate) fn allocate(_: &File, _: u64) -> io::Result<()> {
    Err(no_files())
}

pub(crate) fn allocated_size(_: &File) -> io::Result<u64> {
    Err(no_files())
}

pub(crate) fn available_space(_: &Path) -> io::Result<u64> {
    Err(no_files())
}

pub(crate) fn create_folder_in(_: &Path, _: &str) -> io::Result<PathBuf> {
    Err(no_files())
}

pub(crate) fn create_trial(_: &Path) -> io::Result<()> {
    Err(no_files())
}

fn no_files() -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, "there are no files here")
}
