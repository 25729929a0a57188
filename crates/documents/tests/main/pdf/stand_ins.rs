//! Parts of Typst that patches/ replaces: a template that asks for one fails with a reason, and does not print less.

use typst::diag::{FileError, FileResult};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{FileId, Source};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};
use typst_layout::PagedDocument;

/// One template and no other file.
struct OnlyTemplate {
    library: LazyHash<Library>,
    book: LazyHash<FontBook>,
    source: Source,
}

impl World for OnlyTemplate {
    fn library(&self) -> &LazyHash<Library> {
        &self.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.book
    }

    fn main(&self) -> FileId {
        self.source.id()
    }

    fn source(&self, _: FileId) -> FileResult<Source> {
        Ok(self.source.clone())
    }

    fn file(&self, _: FileId) -> FileResult<Bytes> {
        Err(FileError::AccessDenied)
    }

    fn font(&self, _: usize) -> Option<Font> {
        None
    }

    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        None
    }
}

fn compile(template: &str) -> Result<PagedDocument, String> {
    let world = OnlyTemplate {
        library: LazyHash::new(Library::default()),
        book: LazyHash::new(FontBook::new()),
        source: Source::detached(template),
    };
    typst::compile(&world).output.map_err(|errors| errors[0].message.to_string())
}

#[test]
fn a_template_without_them_compiles() {
    assert_eq!(compile("#rect()").unwrap().pages().len(), 1);
}

#[test]
fn replaced_parts_are_refused_by_name() {
    for (template, reason) in [
        ("#plugin(bytes(\"\"))", "built without WebAssembly"),
        ("#bibliography(bytes(\"a: {type: book}\"))", "built without bibliographies"),
        ("#bibliography(bytes(\"@book{a}\"))", "built without bibliographies"),
        ("#bibliography(bytes(\"\"), style: bytes(\"<style/>\"))", "built without bibliographies"),
        ("#image(bytes(\"%PDF-1.7\"), format: \"pdf\")", "could not be loaded"),
    ] {
        let refused = compile(template).err().unwrap_or_default();
        assert!(refused.contains(reason), "{template}: {refused}");
    }
}

/// Another version of Typst would ask for other versions of these crates, and silently get the real ones.
#[test]
fn every_stand_in_is_in_use() {
    let lock = include_str!("../../../../../Cargo.lock");
    assert!(!lock.contains("[[patch.unused]]"), "Cargo.lock lists stand-ins that nothing uses");
}
