//! PDFs that people send: whether they can be opened.
//!
//! A small file can describe a very large document. So nothing is built of it: the file is read once from its beginning
//! to its end, objects are remembered by their place, and only streams that hold other objects are unpacked and kept.
//! All of it is counted, and nothing calls itself, so that neither time nor memory depends on what the file says.

mod lexer;
mod streams;

use std::collections::{HashMap, HashSet};

use lexer::{Lexer, entry, find, integer, reference, references, skip_space_from};
use streams::{Inflating, Limits, Unpacked};

/// Why a PDF is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PdfFault {
    /// It is cut off, has no pages, or they are not in it.
    Damaged,
    /// It is encrypted.
    Protected,
    /// It has more in it than is opened here.
    TooLarge,
}

/// Readers accept so many bytes before the header.
const HEADER_WITHIN: usize = 1024;
const MOST_PAGES: usize = 500;
const MOST_OBJECTS: usize = 250_000;
/// A picture of more dots is not drawn here; see the pictures that are sent by themselves.
const MOST_DOTS: u64 = 200_000_000;
/// How often each byte may be looked at. An ordinary file needs two.
const LOOKS_AT_EACH_BYTE: usize = 16;
const LOOKS_AT_LEAST: usize = 1024 * 1024;
/// Between the end of a stream and the word for it.
const MOST_LINE_ENDS: usize = 8;

/// The number of pages of a PDF that can be opened.
pub fn pages_of(content: &[u8]) -> Result<usize, PdfFault> {
    pages_within(Limits::USUAL, content)
}

fn pages_within(limits: Limits, content: &[u8]) -> Result<usize, PdfFault> {
    let start = content.windows(5).take(HEADER_WITHIN).position(|part| part == b"%PDF-");
    let start = start.ok_or(PdfFault::Damaged)?;
    if !has_end(content) {
        return Err(PdfFault::Damaged);
    }
    let mut reading = Reading::new(content, limits);
    reading.scan(start)?;
    if reading.protected {
        return Err(PdfFault::Protected);
    }
    reading.count_pages()
}

/// Whether the file ends with what says where its table of contents is.
fn has_end(content: &[u8]) -> bool {
    const TABLE: &[u8] = b"startxref";
    let Some(table) = content.windows(TABLE.len()).rposition(|part| part == TABLE) else { return false };
    let after = content[table + TABLE.len()..].trim_ascii_start();
    let digits = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (place, end) = after.split_at(digits);
    let place: Option<usize> = std::str::from_utf8(place).ok().and_then(|place| place.parse().ok());
    place.is_some_and(|place| place > 0 && place < content.len())
        && end.trim_ascii_start().starts_with(b"%%EOF")
}

/// Where an object begins: in the file, or in an unpacked stream.
#[derive(Clone, Copy)]
enum Place {
    InFile(usize),
    InStream(usize, usize),
}

struct Reading<'a> {
    content: &'a [u8],
    /// The newest of each number.
    objects: HashMap<u32, Place>,
    unpacked: Vec<Unpacked>,
    /// Objects whose content cannot be unpacked.
    broken: HashSet<u32>,
    root: Option<u32>,
    protected: bool,
    inflating: Inflating,
    looks_left: usize,
}

impl<'a> Reading<'a> {
    fn new(content: &'a [u8], limits: Limits) -> Self {
        Self {
            content,
            objects: HashMap::new(),
            unpacked: vec![],
            broken: HashSet::new(),
            root: None,
            protected: false,
            inflating: Inflating::new(limits),
            looks_left: content.len().saturating_mul(LOOKS_AT_EACH_BYTE).saturating_add(LOOKS_AT_LEAST),
        }
    }

    fn look_at(&mut self, bytes: usize) -> Result<(), PdfFault> {
        self.looks_left = self.looks_left.checked_sub(bytes).ok_or(PdfFault::TooLarge)?;
        Ok(())
    }

    /// Finds all objects, whatever the table of contents says of them: readers repair a wrong one in the same way.
    fn scan(&mut self, start: usize) -> Result<(), PdfFault> {
        let content = self.content;
        let mut at = start;
        while let Some(found) = content[at..].iter().position(|byte| matches!(byte, b'o' | b't')) {
            at += found;
            let rest = &content[at..];
            if rest.starts_with(b"trailer") {
                at += b"trailer".len();
                let value = self.value_at(content, at)?;
                self.read_trailer(value);
                at += value.len();
            } else if rest.starts_with(b"obj")
                && let Some(number) = number_before(&content[..at])
            {
                at = self.read_object(number, at + b"obj".len())?;
            } else {
                at += 1;
            }
        }
        Ok(())
    }

    /// The value after the spaces at a place; empty where there is none.
    fn value_at<'b>(&mut self, text: &'b [u8], at: usize) -> Result<&'b [u8], PdfFault> {
        let mut lexer = Lexer::new(text, at);
        let value = lexer.value();
        self.look_at(lexer.seen - at)?;
        Ok(value.unwrap_or_default())
    }

    fn read_trailer(&mut self, dictionary: &[u8]) {
        self.root = entry(dictionary, b"Root").and_then(reference).or(self.root);
        self.protected |= entry(dictionary, b"Encrypt").is_some();
    }

    /// Remembers an object, and returns where the next may begin.
    fn read_object(&mut self, number: u32, at: usize) -> Result<usize, PdfFault> {
        let content = self.content;
        let mut lexer = Lexer::new(content, at);
        let value = lexer.value();
        let after = lexer.at;
        let keyword = skip_space_from(content, after);
        self.look_at(lexer.seen.max(keyword) - at)?;
        let Some(value) = value else { return Ok(at) };
        self.remember(number, Place::InFile(at))?;
        self.broken.remove(&number);
        let Some(rest) = content.get(keyword..).and_then(|rest| rest.strip_prefix(b"stream")) else {
            return Ok(after);
        };
        let rest = rest.strip_prefix(b"\r").unwrap_or(rest);
        let rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        let start = content.len() - rest.len();
        let Some(end) = self.end_of_stream(value, start)? else { return Ok(start) };
        self.read_stream(number, value, &content[start..end])?;
        Ok(end)
    }

    fn remember(&mut self, number: u32, place: Place) -> Result<(), PdfFault> {
        self.objects.insert(number, place);
        if self.objects.len() > MOST_OBJECTS { Err(PdfFault::TooLarge) } else { Ok(()) }
    }

    /// Where a stream ends that begins at `start`: where its length says, or else where the word for it is.
    fn end_of_stream(&mut self, dictionary: &[u8], start: usize) -> Result<Option<usize>, PdfFault> {
        const END: &[u8] = b"endstream";
        let content = self.content;
        let length = entry(dictionary, b"Length").and_then(integer);
        let said = length.and_then(|length| start.checked_add(usize::try_from(length).ok()?));
        let ends_there = |end: &usize| {
            let after = content.get(*end..).unwrap_or_default();
            let line_ends =
                after.iter().take(MOST_LINE_ENDS).take_while(|byte| byte.is_ascii_whitespace()).count();
            after[line_ends..].starts_with(END)
        };
        if let Some(end) = said.filter(ends_there) {
            return Ok(Some(end));
        }
        let found = find(&content[start..], END);
        self.look_at(found.unwrap_or(content.len() - start))?;
        Ok(found.map(|found| start + found))
    }

    fn read_stream(&mut self, number: u32, dictionary: &[u8], packed: &[u8]) -> Result<(), PdfFault> {
        let kind = entry(dictionary, b"Type").unwrap_or_default();
        if kind == b"/XRef" {
            self.read_trailer(dictionary);
        }
        let side = |name: &[u8]| entry(dictionary, name).and_then(integer).unwrap_or(0).unsigned_abs();
        if side(b"Width").saturating_mul(side(b"Height")) > MOST_DOTS {
            return Err(PdfFault::TooLarge);
        }
        if kind == b"/ObjStm" {
            let Some(unpacked) = self.inflating.unpack(dictionary, packed)? else { return Ok(()) };
            self.look_at(unpacked.index.len())?;
            for (number, start) in unpacked.objects() {
                self.remember(number, Place::InStream(self.unpacked.len(), start))?;
            }
            self.unpacked.push(unpacked);
        } else if !self.inflating.try_out(dictionary, packed)? {
            self.broken.insert(number);
        }
        Ok(())
    }

    /// The value of an object; empty where it is not in the file.
    fn object(&mut self, number: u32) -> Result<Vec<u8>, PdfFault> {
        let (text, at) = match self.objects.get(&number) {
            None => return Ok(vec![]),
            Some(Place::InFile(at)) => (self.content, *at),
            Some(Place::InStream(stream, at)) => (self.unpacked[*stream].content.as_slice(), *at),
        };
        let mut lexer = Lexer::new(text, at);
        let value = lexer.value().unwrap_or_default().to_vec();
        let seen = lexer.seen.saturating_sub(at);
        self.look_at(seen)?;
        Ok(value)
    }

    fn count_pages(&mut self) -> Result<usize, PdfFault> {
        let root = self.root.ok_or(PdfFault::Damaged)?;
        let catalog = self.object(root)?;
        let tree = entry(&catalog, b"Pages").and_then(reference).ok_or(PdfFault::Damaged)?;
        let (mut waiting, mut seen, mut pages) = (vec![tree], HashSet::from([tree]), 0);
        while let Some(number) = waiting.pop() {
            let node = self.object(number)?;
            if !node.starts_with(b"<<") {
                return Err(PdfFault::Damaged);
            }
            if let Some(kids) = entry(&node, b"Kids") {
                waiting.extend(references(kids).filter(|kid| seen.insert(*kid)));
                continue;
            }
            let contents = entry(&node, b"Contents").unwrap_or_default();
            let is_there = |part: u32| self.objects.contains_key(&part) && !self.broken.contains(&part);
            if !references(contents).all(is_there) {
                return Err(PdfFault::Damaged);
            }
            pages += 1;
            if pages > MOST_PAGES {
                return Err(PdfFault::TooLarge);
            }
        }
        if pages == 0 { Err(PdfFault::Damaged) } else { Ok(pages) }
    }
}

/// The number of the object whose `obj` follows: two numbers, of which the first is meant.
fn number_before(text: &[u8]) -> Option<u32> {
    let (rest, _) = digits_at_end(text)?;
    let (_, number) = digits_at_end(rest)?;
    number.parse().ok()
}

fn digits_at_end(text: &[u8]) -> Option<(&[u8], &str)> {
    const LONGEST: usize = 10;
    let text = text.trim_ascii_end();
    let count = text.iter().rev().take(LONGEST).take_while(|byte| byte.is_ascii_digit()).count();
    let (rest, digits) = text.split_at(text.len() - count);
    std::str::from_utf8(digits).ok().filter(|digits| !digits.is_empty()).map(|digits| (rest, digits))
}

#[cfg(test)]
mod tests;
