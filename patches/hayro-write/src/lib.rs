//! The part of hayro-write that krilla names: it would copy pages of a [`Pdf`], and none exists.

pub use hayro_syntax;
use hayro_syntax::Pdf;
use pdf_writer::writers::Group;
use pdf_writer::{Chunk, Ref, Settings};

#[derive(Clone, Copy, Debug)]
pub struct ExtractionQuery;

impl ExtractionQuery {
    pub fn new_page(_: usize) -> Self {
        Self
    }

    pub fn new_xobject(_: usize) -> Self {
        Self
    }
}

#[derive(Clone, Copy, Debug)]
pub enum ExtractionError {
    InvalidPageIndex(usize),
}

pub struct ExtractionResult {
    pub chunk: Chunk,
    pub root_refs: Vec<Result<Ref, ExtractionError>>,
    pub page_tree_parent_ref: Ref,
}

pub fn extract<'a, G>(
    pdf: &Pdf,
    _: Box<dyn FnMut() -> Ref + 'a>,
    _: Settings,
    _: G,
    _: &[ExtractionQuery],
) -> Result<ExtractionResult, ExtractionError>
where
    G: for<'b> FnMut(&mut Group<'b>),
{
    match *pdf {}
}
