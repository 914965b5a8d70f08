//! Parts of a search over several processes: files with the words of a group of configurations.
//!
//! A checkpoint of generation n has one file for each group. What a file holds follows from the
//! search, the group and n alone, so files of different runs and of different numbers of processes
//! fit together. A checkpoint is complete when the files of all groups are there; older files are
//! removed only then. A file is written under another name, brought to the disk and renamed: after
//! any crash it is whole or absent.

pub(crate) mod part_file;
pub(crate) mod part_folder;
pub(crate) mod part_header;
pub(crate) mod word_code;
