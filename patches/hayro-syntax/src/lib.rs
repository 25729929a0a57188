//! The part of hayro-syntax that typst-library and krilla name, without a reader: no PDF can be loaded.
//!
//! What exists only after loading is an enum without variants, so the compiler proves that it is never used.

use std::sync::Arc;

pub type PdfData = Arc<dyn AsRef<[u8]> + Send + Sync>;

pub enum Pdf {}

impl Pdf {
    pub fn new<D>(_: D) -> Result<Self, LoadPdfError> {
        Err(LoadPdfError::Invalid)
    }

    pub fn version(&self) -> PdfVersion {
        match *self {}
    }

    pub fn data(&self) -> &PdfData {
        match *self {}
    }

    pub fn pages(&self) -> &[page::Page<'_>] {
        match *self {}
    }

    pub fn xref(&self) -> &XRef {
        match *self {}
    }
}

pub enum XRef {}

impl XRef {
    pub fn has_optional_content_groups(&self) -> bool {
        match *self {}
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadPdfError {
    Decryption(()),
    Invalid,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PdfVersion {
    Pdf10,
    Pdf11,
    Pdf12,
    Pdf13,
    Pdf14,
    Pdf15,
    Pdf16,
    Pdf17,
    Pdf20,
}

pub mod page {
    pub struct Page<'a>(&'a super::Pdf);

    impl Page<'_> {
        pub fn render_dimensions(&self) -> (f32, f32) {
            match *self.0 {}
        }
    }
}
