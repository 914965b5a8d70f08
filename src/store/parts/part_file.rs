//! `PartWriter`, `PartReader`: the file with the words of one group at one generation.
//!
//! The file begins with the length of the header in four bytes, the header as text, and its
//! checksum. Then come the words in chunks of at most 8192. A chunk is its length in bytes and its
//! checksum, in four bytes each, and the code of its words. All numbers are in little endian.

use super::part_header::PartHeader;
use super::word_code::{decode_words, encode_words};
use crate::error::{StoreError, check_checksum, damaged, io_error};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::PathBuf;

/// Most words of a chunk.
const CHUNK: usize = 8192;
/// Most bytes of a header.
const MAX_HEADER: u32 = 1 << 20;
/// Most bytes of a chunk: nine for each word, and the numbers of zero words.
const MAX_CHUNK: u32 = 20 * CHUNK as u32;

/// Writes the words of a group.
#[derive(Debug)]
pub struct PartWriter<'f> {
    file: BufWriter<&'f File>,
    code: Vec<u8>,
}

impl<'f> PartWriter<'f> {
    pub(crate) fn new(file: &'f File, header: &PartHeader) -> io::Result<PartWriter<'f>> {
        let mut file = BufWriter::with_capacity(1 << 16, file);
        let text = header.to_text();
        file.write_all(&(text.len() as u32).to_le_bytes())?;
        file.write_all(text.as_bytes())?;
        file.write_all(&crc32fast::hash(text.as_bytes()).to_le_bytes())?;
        Ok(PartWriter {
            file,
            code: Vec::new(),
        })
    }

    /// Appends words. The reader must read them in slices of equal lengths.
    ///
    /// # Errors
    /// If the system refuses to write.
    pub fn words(&mut self, words: &[u64]) -> io::Result<()> {
        for chunk in words.chunks(CHUNK) {
            self.code.clear();
            encode_words(chunk, &mut self.code);
            self.file
                .write_all(&(self.code.len() as u32).to_le_bytes())?;
            self.file
                .write_all(&crc32fast::hash(&self.code).to_le_bytes())?;
            self.file.write_all(&self.code)?;
        }
        Ok(())
    }

    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Reads the words of a group.
#[derive(Debug)]
pub struct PartReader {
    file: BufReader<File>,
    path: PathBuf,
    at: u64,
    header: PartHeader,
    code: Vec<u8>,
}

impl PartReader {
    pub(crate) fn new(file: File, path: PathBuf) -> Result<PartReader, StoreError> {
        let mut file = BufReader::with_capacity(1 << 16, file);
        let mut length = [0; 4];
        file.read_exact(&mut length)
            .map_err(io_error("reading", &path))?;
        let length = u32::from_le_bytes(length);
        if length > MAX_HEADER {
            return Err(damaged(
                &path,
                0,
                "the length of a header",
                length.to_string(),
            ));
        }
        let mut text = vec![0; length as usize + 4];
        file.read_exact(&mut text)
            .map_err(io_error("reading", &path))?;
        let sum = text.split_off(length as usize);
        let sum = u32::from_le_bytes(sum.try_into().expect("four bytes were split off"));
        check_checksum(&path, 4, crc32fast::hash(&text), sum)?;
        let text = String::from_utf8_lossy(&text);
        let header = PartHeader::parse(&text).map_err(|line| {
            damaged(
                &path,
                4,
                format!("a header with a line `{line}`"),
                "another",
            )
        })?;
        Ok(PartReader {
            at: u64::from(length) + 8,
            file,
            path,
            header,
            code: Vec::new(),
        })
    }

    /// The header of the file.
    pub fn header(&self) -> &PartHeader {
        &self.header
    }

    /// The path of the file, for messages.
    pub fn path(&self) -> &std::path::Path {
        &self.path
    }

    /// Reads the next words.
    ///
    /// # Errors
    /// If the file is damaged or cannot be read.
    pub fn words(&mut self, words: &mut [u64]) -> Result<(), StoreError> {
        for chunk in words.chunks_mut(CHUNK) {
            let mut head = [0; 8];
            self.read(&mut head)?;
            let half = |at: usize| {
                u32::from_le_bytes(head[at..at + 4].try_into().expect("a half has four bytes"))
            };
            let (length, sum) = (half(0), half(4));
            let at = self.at;
            if length > MAX_CHUNK {
                let most = format!("at most {MAX_CHUNK} bytes");
                return Err(damaged(&self.path, at - 8, most, length.to_string()));
            }
            let mut code = std::mem::take(&mut self.code);
            code.resize(length as usize, 0);
            self.read(&mut code)?;
            check_checksum(&self.path, at, crc32fast::hash(&code), sum)?;
            chunk.fill(0);
            if decode_words(&code, chunk).is_none() {
                return Err(damaged(&self.path, at, "a code of words", "another"));
            }
            self.code = code;
        }
        Ok(())
    }

    /// Checks that no bytes follow.
    ///
    /// # Errors
    /// If bytes follow, or the file cannot be read.
    pub fn end(mut self) -> Result<(), StoreError> {
        let mut more = [0];
        match self.file.read(&mut more) {
            Ok(0) => Ok(()),
            Ok(_) => Err(damaged(
                &self.path,
                self.at,
                "the end of the file",
                "more bytes",
            )),
            Err(error) => Err(io_error("reading", &self.path)(error)),
        }
    }

    fn read(&mut self, bytes: &mut [u8]) -> Result<(), StoreError> {
        match self.file.read_exact(bytes) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(damaged(
                &self.path,
                self.at,
                "more bytes",
                "the end of the file",
            )),
            read => {
                self.at += bytes.len() as u64;
                read.map_err(io_error("reading", &self.path))
            }
        }
    }
}
