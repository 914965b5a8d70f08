//! `Book`: all positions of a component with their distances, packed for a page that plays without
//! asking further.
//!
//! The positions are sorted records of squares, one for each piece, class by class. Column by
//! column, the bytes hold the differences of each record from the one before it, which compress
//! well; then follow the distances in the same way, each as two columns of bytes.

use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde::Serialize;
use slidewise_puzzle::{Configuration, Puzzle};
use std::io::Write;

/// The number that stands for no distance.
const NONE: u16 = u16::MAX;

/// The distances of all positions in a metric.
#[derive(Clone, Debug)]
pub struct BookDistances {
    /// The metric.
    pub metric: &'static str,
    /// The sources: `start` or `goal`.
    pub from: &'static str,
    /// The distance of each position; `None` if there is none.
    pub of: Vec<Option<u64>>,
}

/// What a page must know to unpack a book.
#[derive(Clone, Debug, Serialize)]
pub struct BookHeader {
    /// Number of positions.
    pub count: usize,
    /// Number of pieces, which is the length of a record.
    pub pieces: usize,
    /// Metrics and sources of the distances, in the order in which they follow.
    pub distances: Vec<(&'static str, &'static str)>,
}

/// Packed positions with distances.
#[derive(Clone, Debug)]
pub struct Book {
    /// What a page must know to unpack the bytes.
    pub header: BookHeader,
    /// The compressed columns.
    pub bytes: Vec<u8>,
    /// For each record, the place of its position in the list that was packed.
    pub order: Vec<u32>,
}

impl Book {
    /// Packs positions and their distances; `None` if a distance does not fit two bytes.
    pub fn pack(
        puzzle: &Puzzle,
        positions: &[Configuration],
        distances: &[BookDistances],
    ) -> Option<Book> {
        let all = distances.iter().flat_map(|own| own.of.iter().flatten());
        if all.max().is_some_and(|&most| most >= u64::from(NONE)) {
            return None;
        }
        let pieces = puzzle.piece_count();
        let mut records: Vec<u16> = Vec::with_capacity(pieces * positions.len());
        for own in positions {
            records.extend(record(puzzle, own));
        }
        let record_of = |at: u32| &records[at as usize * pieces..][..pieces];
        let mut order: Vec<u32> = (0..positions.len() as u32).collect();
        order.sort_unstable_by(|&a, &b| record_of(a).cmp(record_of(b)));
        let square_of = |at: u32, piece: usize| record_of(at)[piece];
        let mut columns = Columns::new(positions.len());
        for piece in 0..pieces {
            columns.add(order.iter().map(|&at| square_of(at, piece)));
        }
        for own in distances {
            let of = |&at: &u32| own.of[at as usize].map_or(NONE, |distance| distance as u16);
            columns.add(order.iter().map(of));
        }
        Some(Book {
            header: BookHeader {
                count: positions.len(),
                pieces,
                distances: distances.iter().map(|own| (own.metric, own.from)).collect(),
            },
            bytes: compressed(&columns.bytes, Compression::default()),
            order,
        })
    }

    /// The header and the bytes as one message.
    pub fn message(&self) -> Vec<u8> {
        message(&self.header, &self.bytes)
    }
}

/// A header and bytes as one message: the length of the header, the header as JSON, the bytes.
pub(crate) fn message(header: &impl Serialize, bytes: &[u8]) -> Vec<u8> {
    let header = serde_json::to_vec(header).expect("the records are plain");
    let length = (header.len() as u32).to_le_bytes();
    [&length[..], &header, bytes].concat()
}

/// The squares of the first cells of all pieces, each as row times columns plus column.
fn record(puzzle: &Puzzle, position: &Configuration) -> impl Iterator<Item = u16> {
    let board = &puzzle.board;
    let firsts = position.firsts().iter();
    let square = |&first| {
        let square = board.square_of(first);
        square.row * board.columns() as u16 + square.column
    };
    firsts.map(square)
}

/// Columns of numbers, each as the differences between successive numbers: first the low bytes of
/// the column, then the high ones.
struct Columns {
    bytes: Vec<u8>,
    length: usize,
}

impl Columns {
    fn new(length: usize) -> Columns {
        Columns {
            bytes: Vec::new(),
            length,
        }
    }

    fn add(&mut self, numbers: impl Iterator<Item = u16>) {
        let mut high = Vec::with_capacity(self.length);
        let mut before = 0u16;
        for number in numbers {
            let [low, own] = number.wrapping_sub(before).to_le_bytes();
            self.bytes.push(low);
            high.push(own);
            before = number;
        }
        self.bytes.append(&mut high);
    }
}

/// Compresses bytes in the format that browsers call `deflate`.
pub(crate) fn compressed(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), level);
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("memory takes every byte")
}
