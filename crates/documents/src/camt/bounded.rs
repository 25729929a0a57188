//! Reading that stops before it fills the memory.

use std::fmt;
use std::io::{self, BufRead, Read};

/// Some forty thousand payments: more than a day of any account of ours, and little enough to read through.
pub(super) const MOST_FILE_BYTES: u64 = 50_000_000;
/// The parser keeps one tag, text or comment at a time; banks need a few hundred bytes.
const MOST_PIECE_BYTES: u64 = 64 * 1024;

/// Which bound was hit; travels within the parser's own error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Limit {
    File,
    Piece,
}

impl fmt::Display for Limit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::File => "the file is too large",
            Self::Piece => "a piece of the file is too long",
        })
    }
}

impl std::error::Error for Limit {}

pub(super) struct Bounded<R> {
    source: R,
    left_in_file: u64,
    left_in_piece: u64,
}

impl<R> Bounded<R> {
    pub fn new(source: R) -> Self {
        Self { source, left_in_file: MOST_FILE_BYTES, left_in_piece: MOST_PIECE_BYTES }
    }

    /// Allows the next tag or text its length.
    pub fn next_piece(&mut self) {
        self.left_in_piece = MOST_PIECE_BYTES;
    }
}

impl<R: BufRead> BufRead for Bounded<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let bytes = self.source.fill_buf()?;
        let left = self.left_in_file.min(self.left_in_piece);
        if left == 0 && !bytes.is_empty() {
            let limit = if self.left_in_file == 0 { Limit::File } else { Limit::Piece };
            return Err(io::Error::other(limit));
        }
        Ok(&bytes[..bytes.len().min(usize::try_from(left).unwrap_or(usize::MAX))])
    }

    fn consume(&mut self, count: usize) {
        let bytes = u64::try_from(count).unwrap_or(u64::MAX);
        self.left_in_file = self.left_in_file.saturating_sub(bytes);
        self.left_in_piece = self.left_in_piece.saturating_sub(bytes);
        self.source.consume(count);
    }
}

impl<R: BufRead> Read for Bounded<R> {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(target)?;
        self.consume(count);
        Ok(count)
    }
}
