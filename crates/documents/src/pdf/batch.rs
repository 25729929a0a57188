//! Many PDFs in one file for the printer.
//!
//! Each is copied to the output at once, and only the positions of its objects stay in memory, so that a thousand
//! invoices need no more memory than one. The pages look the same; structure, attachments and metadata, which serve
//! readers on a screen, are left out.

use std::collections::HashMap;
use std::io::{self, Write};

use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};

/// How the sheets are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sides {
    One,
    /// A document with an odd number of pages gets an empty one, so that the next begins on a new sheet.
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
/// Attributes that refer to the original document.
const LEFT_OUT: [&[u8]; 4] = [b"StructParents", b"Annots", b"Tabs", b"AF"];

pub struct PrintBatch<W: Write> {
    out: W,
    sides: Sides,
    written: usize,
    /// The position of each object in the output; its id is one more than the index.
    offsets: Vec<usize>,
    pages: Vec<Object>,
}

impl<W: Write> PrintBatch<W> {
    pub fn new(out: W, sides: Sides) -> Result<Self, BatchError> {
        let mut batch = Self { out, sides, written: 0, offsets: vec![0, 0], pages: Vec::new() };
        // The second line marks the file as binary.
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
            self.write_object(new, object)?;
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

    /// Writes page tree, catalog and cross-reference table, and returns the output.
    pub fn finish(mut self) -> Result<W, BatchError> {
        let count = i64::try_from(self.pages.len()).unwrap_or(i64::MAX);
        let kids = std::mem::take(&mut self.pages);
        let tree = dictionary! { "Type" => "Pages", "Kids" => kids, "Count" => count };
        self.write_object(PAGE_TREE, tree.into())?;
        let catalog = dictionary! { "Type" => "Catalog", "Pages" => (PAGE_TREE, 0) };
        self.write_object(CATALOG, catalog.into())?;

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
        self.write_object(id, page.into())
    }

    fn new_id(&mut self) -> u32 {
        self.offsets.push(0);
        u32::try_from(self.offsets.len()).unwrap_or(u32::MAX)
    }

    fn copy_values(&mut self, copy: &mut Copy, dictionary: &mut Dictionary) {
        dictionary.iter_mut().for_each(|(_, value)| self.copy_references(copy, value));
    }

    /// Replaces references by the new ids, and notes the objects to copy.
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

    fn write_object(&mut self, id: u32, object: Object) -> Result<(), BatchError> {
        // lopdf writes single objects as the operands of page content only: here the operator ends the object.
        let content = Content { operations: [Operation::new("endobj", vec![object])] };
        let bytes = [format!("{id} 0 obj\n").as_bytes(), &content.encode()?, b"\n"].concat();
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

/// Objects of one document that are being copied.
struct Copy {
    known: HashMap<ObjectId, u32>,
    waiting: Vec<(ObjectId, u32)>,
}

/// The page with its inherited attributes, without those that refer to its document.
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
    for key in LEFT_OUT {
        page.remove(key);
    }
    Ok(page)
}
