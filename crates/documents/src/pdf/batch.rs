//! Many PDFs in one file for the printing house.
//!
//! Each is copied to the output as it comes, and only where its objects lie is remembered, so that a thousand
//! invoices need no more memory than one. The pages look as they did; what serves readers on a screen
//! (structure, attachments, metadata) stays behind.

use std::collections::HashMap;
use std::io::{self, Write};

use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};

/// How the sheets are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sides {
    One,
    /// A document with an odd number of pages gets an empty one, or the next would begin on its back.
    Both,
}

#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    #[error("a document of the batch cannot be read: {0}")]
    Unreadable(#[from] lopdf::Error),
    #[error("the batch cannot be written: {0}")]
    Write(#[from] io::Error),
}

const CATALOG: u32 = 1;
const PAGE_TREE: u32 = 2;
/// Attributes that a page may have from the tree above it.
const INHERITED: [&[u8]; 4] = [b"Resources", b"MediaBox", b"CropBox", b"Rotate"];
/// What belongs to the document that the page came from.
const LEFT_BEHIND: [&[u8]; 4] = [b"StructParents", b"Annots", b"Tabs", b"AF"];

pub struct PrintBatch<W: Write> {
    out: W,
    sides: Sides,
    written: usize,
    /// Where each object lies; its id is one more than its place here.
    offsets: Vec<usize>,
    pages: Vec<Object>,
}

impl<W: Write> PrintBatch<W> {
    pub fn new(out: W, sides: Sides) -> Result<Self, BatchError> {
        let mut batch = Self { out, sides, written: 0, offsets: vec![0, 0], pages: Vec::new() };
        // The second line tells programs that this is not plain text.
        batch.write(b"%PDF-1.7\n%\xc3\xa4\xc3\xb6\n")?;
        Ok(batch)
    }

    /// Adds all pages of a document.
    pub fn add(&mut self, pdf: &[u8]) -> Result<(), BatchError> {
        let document = Document::load_mem(pdf)?;
        let mut copy = Copy { known: HashMap::new(), waiting: Vec::new() };
        let mut page_size = Object::Null;
        let mut count = 0_usize;
        for id in document.page_iter() {
            let mut page = page_of(&document, id)?;
            page_size = page.get(b"MediaBox")?.clone();
            self.copy_values(&mut copy, &mut page);
            page.set("Parent", (PAGE_TREE, 0));
            self.write_page(page)?;
            count += 1;
        }
        while let Some((old, new)) = copy.waiting.pop() {
            let mut object = document.get_object(old)?.clone();
            self.copy_references(&mut copy, &mut object);
            self.write_object(new, &object)?;
        }
        if self.sides == Sides::Both && count % 2 == 1 {
            self.write_page(dictionary! {
                "Type" => "Page",
                "Parent" => (PAGE_TREE, 0),
                "MediaBox" => page_size,
                "Resources" => Dictionary::new(),
            })?;
        }
        Ok(())
    }

    /// Writes what holds the pages together and gives the output back.
    pub fn finish(mut self) -> Result<W, BatchError> {
        let count = i64::try_from(self.pages.len()).unwrap_or(i64::MAX);
        let kids = std::mem::take(&mut self.pages);
        let tree = dictionary! { "Type" => "Pages", "Kids" => kids, "Count" => count };
        self.write_object(PAGE_TREE, &tree.into())?;
        let catalog = dictionary! { "Type" => "Catalog", "Pages" => (PAGE_TREE, 0) };
        self.write_object(CATALOG, &catalog.into())?;

        let start = self.written;
        let size = self.offsets.len() + 1;
        let mut table = format!("xref\n0 {size}\n0000000000 65535 f \n");
        for offset in &self.offsets {
            table.push_str(&format!("{offset:010} 00000 n \n"));
        }
        table.push_str(&format!("trailer\n<</Size {size}/Root {CATALOG} 0 R>>\nstartxref\n{start}\n%%EOF\n"));
        self.write(table.as_bytes())?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn write_page(&mut self, page: Dictionary) -> Result<(), BatchError> {
        let id = self.new_id();
        self.pages.push(Object::Reference((id, 0)));
        self.write_object(id, &page.into())
    }

    fn new_id(&mut self) -> u32 {
        self.offsets.push(0);
        u32::try_from(self.offsets.len()).unwrap_or(u32::MAX)
    }

    fn copy_values(&mut self, copy: &mut Copy, dictionary: &mut Dictionary) {
        dictionary.iter_mut().for_each(|(_, value)| self.copy_references(copy, value));
    }

    /// Gives what is referred to its new id, and remembers to copy it.
    fn copy_references(&mut self, copy: &mut Copy, object: &mut Object) {
        match object {
            Object::Reference(old) => {
                let known = copy.known.get(old).copied();
                let new = known.unwrap_or_else(|| {
                    let new = self.new_id();
                    copy.known.insert(*old, new);
                    copy.waiting.push((*old, new));
                    new
                });
                *old = (new, 0);
            }
            Object::Array(items) => items.iter_mut().for_each(|item| self.copy_references(copy, item)),
            Object::Dictionary(fields) => self.copy_values(copy, fields),
            Object::Stream(stream) => self.copy_values(copy, &mut stream.dict),
            _ => {}
        }
    }

    fn write_object(&mut self, id: u32, object: &Object) -> Result<(), BatchError> {
        let mut bytes = format!("{id} 0 obj\n").into_bytes();
        write_value(&mut bytes, object);
        bytes.extend_from_slice(b"\nendobj\n");
        if let Some(offset) = usize::try_from(id).ok().and_then(|id| self.offsets.get_mut(id - 1)) {
            *offset = self.written;
        }
        self.write(&bytes)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), BatchError> {
        self.out.write_all(bytes)?;
        self.written += bytes.len();
        Ok(())
    }
}

/// An object as it stands in a file. Strings are written as hexadecimal digits, which need no escapes.
fn write_value(out: &mut Vec<u8>, object: &Object) {
    match object {
        Object::Null => out.extend_from_slice(b"null"),
        Object::Boolean(value) => out.extend_from_slice(value.to_string().as_bytes()),
        Object::Integer(number) => out.extend_from_slice(number.to_string().as_bytes()),
        Object::Real(number) => out.extend_from_slice(number.to_string().as_bytes()),
        Object::Name(name) => write_name(out, name),
        Object::String(text, _) => {
            let digits: String = text.iter().map(|byte| format!("{byte:02x}")).collect();
            out.extend_from_slice(format!("<{digits}>").as_bytes());
        }
        Object::Array(items) => {
            out.push(b'[');
            for item in items {
                write_value(out, item);
                out.push(b' ');
            }
            out.push(b']');
        }
        Object::Dictionary(fields) => write_dictionary(out, fields),
        Object::Stream(stream) => {
            write_dictionary(out, &stream.dict);
            out.extend_from_slice(b"stream\n");
            out.extend_from_slice(&stream.content);
            out.extend_from_slice(b"\nendstream");
        }
        Object::Reference((id, generation)) => {
            out.extend_from_slice(format!("{id} {generation} R").as_bytes());
        }
    }
}

fn write_dictionary(out: &mut Vec<u8>, fields: &Dictionary) {
    out.extend_from_slice(b"<<");
    for (name, value) in fields {
        write_name(out, name);
        out.push(b' ');
        write_value(out, value);
    }
    out.extend_from_slice(b">>");
}

/// What could be taken for the end of a name is written by its number.
fn write_name(out: &mut Vec<u8>, name: &[u8]) {
    out.push(b'/');
    for &byte in name {
        if byte.is_ascii_graphic() && !b"()<>[]{}/%#".contains(&byte) {
            out.push(byte);
        } else {
            out.extend_from_slice(format!("#{byte:02X}").as_bytes());
        }
    }
}

/// The objects of one document on their way into the batch.
struct Copy {
    known: HashMap<ObjectId, u32>,
    waiting: Vec<(ObjectId, u32)>,
}

/// The page with what it has from above, without what ties it to its document.
fn page_of(document: &Document, id: ObjectId) -> Result<Dictionary, BatchError> {
    let mut page = document.get_dictionary(id)?.clone();
    let mut above = page.remove(b"Parent");
    while let Some(parent) = above {
        let parent = document.get_dictionary(parent.as_reference()?)?;
        for key in INHERITED {
            if let (false, Ok(value)) = (page.has(key), parent.get(key)) {
                page.set(key, value.clone());
            }
        }
        above = parent.get(b"Parent").ok().cloned();
    }
    for key in LEFT_BEHIND {
        page.remove(key);
    }
    Ok(page)
}
