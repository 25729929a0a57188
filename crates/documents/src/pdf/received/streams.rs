//! Packed parts of a PDF, unpacked up to a limit.

use std::cell::Cell;
use std::io::{self, Read};

use flate2::read::ZlibDecoder;

use super::PdfFault;
use super::lexer::{Lexer, entry, integer};

const MEGABYTE: u64 = 1024 * 1024;

/// How many bytes streams may unfold to.
#[derive(Clone, Copy)]
pub struct Limits {
    /// One of them.
    pub each: u64,
    /// All of them together.
    pub in_all: u64,
    /// All that hold objects: these are kept.
    pub kept: u64,
}

impl Limits {
    /// One stream may be as large as the pixels of a picture that is sent by itself.
    pub const USUAL: Self = Self { each: 192 * MEGABYTE, in_all: 512 * MEGABYTE, kept: 32 * MEGABYTE };
}

/// How often a stream may be packed in itself.
const MOST_LAYERS: usize = 4;
const BUFFER_BYTES: usize = 64 * 1024;

/// A stream that holds objects.
pub struct Unpacked {
    pub content: Vec<u8>,
    /// Numbers and places of the objects, as text.
    pub index: String,
}

impl Unpacked {
    /// Each object with the place at which it begins.
    pub fn objects(&self) -> impl Iterator<Item = (u32, usize)> + '_ {
        let mut words = self.index.split_ascii_whitespace();
        let first = self.index.len();
        std::iter::from_fn(move || Some((words.next()?, words.next()?))).filter_map(move |(number, place)| {
            Some((number.parse().ok()?, place.parse::<usize>().ok()?.checked_add(first)?))
        })
    }
}

/// Counts what is unpacked of one file.
pub struct Inflating {
    each: u64,
    left: u64,
    left_to_keep: u64,
}

impl Inflating {
    pub fn new(limits: Limits) -> Self {
        Self { each: limits.each, left: limits.in_all, left_to_keep: limits.kept }
    }

    /// The objects of a stream; None where it cannot be unpacked.
    pub fn unpack(&mut self, dictionary: &[u8], packed: &[u8]) -> Result<Option<Unpacked>, PdfFault> {
        let mut content = vec![];
        let limit = self.left_to_keep;
        let whole = self.inflate(dictionary, packed, limit, |part| content.extend_from_slice(part))?;
        self.left_to_keep = limit.saturating_sub(u64::try_from(content.len()).unwrap_or(u64::MAX));
        let first =
            entry(dictionary, b"First").and_then(integer).and_then(|first| usize::try_from(first).ok());
        let index = first.and_then(|first| String::from_utf8(content.get(..first)?.to_vec()).ok());
        Ok(index.filter(|_| whole).map(|index| Unpacked { content, index }))
    }

    /// Unpacks a stream without keeping any of it. False where not even its beginning can be unpacked.
    pub fn try_out(&mut self, dictionary: &[u8], packed: &[u8]) -> Result<bool, PdfFault> {
        let mut any = false;
        let whole = self.inflate(dictionary, packed, self.each, |_| any = true)?;
        Ok(whole || any)
    }

    /// Gives what a stream holds to `take`, piece by piece. True if all of it could be unpacked. What is packed in
    /// another way than the usual one is left as it is.
    fn inflate(
        &mut self,
        dictionary: &[u8],
        packed: &[u8],
        limit: u64,
        mut take: impl FnMut(&[u8]),
    ) -> Result<bool, PdfFault> {
        let layers = layers(entry(dictionary, b"Filter").unwrap_or_default());
        if layers > MOST_LAYERS {
            return Err(PdfFault::TooLarge);
        }
        let budget = Budget { left: Cell::new(limit.min(self.left)), passed: Cell::new(false) };
        let before = budget.left.get();
        let mut reader: Box<dyn Read + '_> = Box::new(packed);
        for _ in 0..layers {
            reader = Box::new(Counted { inner: ZlibDecoder::new(reader), budget: &budget });
        }
        let mut buffer = vec![0; BUFFER_BYTES];
        let whole = loop {
            match reader.read(&mut buffer) {
                Ok(0) => break true,
                Ok(count) => take(&buffer[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) if budget.passed.get() => return Err(PdfFault::TooLarge),
                Err(_) => break false,
            }
        };
        drop(reader);
        self.left = self.left.saturating_sub(before - budget.left.get());
        Ok(whole)
    }
}

/// How many layers from the outside are packed in the usual way.
fn layers(filter: &[u8]) -> usize {
    let mut lexer = Lexer::new(filter, usize::from(filter.starts_with(b"[")));
    let names = std::iter::from_fn(|| lexer.value());
    names.take_while(|name| matches!(*name, b"/FlateDecode" | b"/Fl")).take(MOST_LAYERS + 1).count()
}

struct Budget {
    left: Cell<u64>,
    passed: Cell<bool>,
}

/// Reads as long as there is some budget left. Every layer counts: one may unfold and the next fold it up again.
struct Counted<'b, R> {
    inner: R,
    budget: &'b Budget,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        let size = u64::try_from(count).unwrap_or(u64::MAX);
        match self.budget.left.get().checked_sub(size) {
            Some(left) => self.budget.left.set(left),
            None => {
                self.budget.passed.set(true);
                return Err(io::Error::other("more than is unpacked here"));
            }
        }
        Ok(count)
    }
}
