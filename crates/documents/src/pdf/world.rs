//! Files that Typst reads: fonts, templates and the data of one document.

use typst::diag::{FileError, FileResult};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};

use super::PdfError;

pub(crate) const FONTS: [&[u8]; 2] = [
    include_bytes!("../../fonts/HankenGrotesk-Regular.ttf"),
    include_bytes!("../../fonts/HankenGrotesk-SemiBold.ttf"),
];

const COMMON: (&str, &str) = ("common.typ", include_str!("../../templates/common.typ"));
const TEMPLATES: [(&str, &str); 4] = [
    ("invoice.typ", include_str!("../../templates/invoice.typ")),
    ("pay-slip.typ", include_str!("../../templates/pay-slip.typ")),
    ("reminder.typ", include_str!("../../templates/reminder.typ")),
    ("travel.typ", include_str!("../../templates/travel.typ")),
];

/// Data that the template shows.
pub(super) const VIEW: &str = "view.json";
/// E-invoice embedded in the PDF.
pub(super) const FINVOICE: &str = "finvoice.xml";

/// Fonts and templates, the same for every document: built once.
pub(super) struct Resources {
    library: LazyHash<Library>,
    book: LazyHash<FontBook>,
    pub(super) fonts: Vec<Font>,
    sources: Vec<Source>,
}

impl Resources {
    pub(super) fn new() -> Result<Self, PdfError> {
        let fonts = fonts();
        if fonts.len() != FONTS.len() {
            return Err(PdfError::Fonts);
        }
        Ok(Self {
            library: LazyHash::new(Library::default()),
            book: LazyHash::new(FontBook::from_fonts(&fonts)),
            fonts,
            sources: sources()?,
        })
    }
}

/// The fonts, the regular face first.
pub(super) fn fonts() -> Vec<Font> {
    FONTS.iter().filter_map(|data| Font::new(Bytes::new(*data), 0)).collect()
}

fn sources() -> Result<Vec<Source>, PdfError> {
    let source = |name: &str, text: String| file_id(name).map(|id| Source::new(id, text));
    let mut sources = vec![source(COMMON.0, COMMON.1.to_owned())?];
    for (name, text) in TEMPLATES {
        sources.push(source(name, text.to_owned())?);
        let start = format!("#import \"/{name}\": document\n#document(json(\"/{VIEW}\"))");
        sources.push(source(&start_of(name), start)?);
    }
    Ok(sources)
}

/// The file that Typst compiles first. It reads the view, so that the template itself does not change and Typst can
/// reuse it from one document to the next.
fn start_of(template: &str) -> String {
    format!("start/{template}")
}

fn file_id(name: &str) -> Result<FileId, PdfError> {
    let path = VirtualPath::new(name).map_err(|error| PdfError::Template(format!("{error:?}")))?;
    Ok(FileId::new(RootedPath::new(VirtualRoot::Project, path)))
}

/// The files of one document.
pub(super) struct DocumentWorld<'a> {
    resources: &'a Resources,
    main: FileId,
    files: Vec<(FileId, Bytes)>,
}

impl<'a> DocumentWorld<'a> {
    pub(super) fn new(
        resources: &'a Resources,
        template: &str,
        files: &[(&str, Bytes)],
    ) -> Result<Self, PdfError> {
        let named = |(name, content): &(&str, Bytes)| Ok((file_id(name)?, content.clone()));
        let files = files.iter().map(named).collect::<Result<_, PdfError>>()?;
        Ok(Self { resources, main: file_id(&start_of(template))?, files })
    }
}

fn missing(id: FileId) -> FileError {
    FileError::NotFound(id.vpath().get_without_slash().into())
}

impl World for DocumentWorld<'_> {
    fn library(&self) -> &LazyHash<Library> {
        &self.resources.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.resources.book
    }

    fn main(&self) -> FileId {
        self.main
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        let found = self.resources.sources.iter().find(|source| source.id() == id);
        found.cloned().ok_or_else(|| missing(id))
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        let found = self.files.iter().find(|(known, _)| *known == id);
        found.map(|(_, content)| content.clone()).ok_or_else(|| missing(id))
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.resources.fonts.get(index).cloned()
    }

    /// Documents carry the dates they are given, so that the same document is the same file on any day.
    fn today(&self, _offset: Option<Duration>) -> Option<Datetime> {
        None
    }
}
