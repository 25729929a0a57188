//! What Typst sees of the world: our fonts, our templates and the one document at hand.

use typst::diag::{FileError, FileResult};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};

use super::PdfError;

const FONTS: [&[u8]; 2] =
    [include_bytes!("../../fonts/Inter-Regular.ttf"), include_bytes!("../../fonts/Inter-SemiBold.ttf")];

const HOUSE: (&str, &str) = ("house.typ", include_str!("../../templates/house.typ"));
const TEMPLATES: [(&str, &str); 4] = [
    ("invoice.typ", include_str!("../../templates/invoice.typ")),
    ("pay-slip.typ", include_str!("../../templates/pay-slip.typ")),
    ("reminder.typ", include_str!("../../templates/reminder.typ")),
    ("travel.typ", include_str!("../../templates/travel.typ")),
];

/// What the template shows.
pub(super) const VIEW: &str = "view.json";
/// What travels inside the PDF.
pub(super) const ATTACHMENT: &str = "attachment";

/// What stays the same for every document: built once.
pub(super) struct Shelf {
    library: LazyHash<Library>,
    book: LazyHash<FontBook>,
    pub(super) fonts: Vec<Font>,
    sources: Vec<Source>,
}

impl Shelf {
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

/// Our fonts, the regular face first.
pub(super) fn fonts() -> Vec<Font> {
    FONTS.iter().filter_map(|data| Font::new(Bytes::new(*data), 0)).collect()
}

fn sources() -> Result<Vec<Source>, PdfError> {
    let source = |name: &str, text: String| Ok(Source::new(file_id(name)?, text));
    let mut sources = vec![source(HOUSE.0, HOUSE.1.to_owned())?];
    for (name, text) in TEMPLATES {
        sources.push(source(name, text.to_owned())?);
        let start = format!("#import \"/{name}\": document\n#document(json(\"/{VIEW}\"))");
        sources.push(source(&start_of(name), start)?);
    }
    Ok(sources)
}

/// Where Typst begins a document. As the view is read there and not in the template, Typst can remember what
/// the template means from one document to the next.
fn start_of(template: &str) -> String {
    format!("start/{template}")
}

fn file_id(name: &str) -> Result<FileId, PdfError> {
    let path = VirtualPath::new(name).map_err(|error| PdfError::Template(format!("{error:?}")))?;
    Ok(FileId::new(RootedPath::new(VirtualRoot::Project, path)))
}

/// One document on its way.
pub(super) struct Desk<'a> {
    shelf: &'a Shelf,
    main: FileId,
    files: Vec<(FileId, Bytes)>,
}

impl<'a> Desk<'a> {
    pub(super) fn new(shelf: &'a Shelf, template: &str, files: &[(&str, Bytes)]) -> Result<Self, PdfError> {
        let named = |(name, content): &(&str, Bytes)| Ok((file_id(name)?, content.clone()));
        let files = files.iter().map(named).collect::<Result<_, PdfError>>()?;
        Ok(Self { shelf, main: file_id(&start_of(template))?, files })
    }

    fn missing<T>(id: FileId) -> FileResult<T> {
        Err(FileError::NotFound(id.vpath().get_without_slash().into()))
    }
}

impl World for Desk<'_> {
    fn library(&self) -> &LazyHash<Library> {
        &self.shelf.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.shelf.book
    }

    fn main(&self) -> FileId {
        self.main
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        match self.shelf.sources.iter().find(|source| source.id() == id) {
            Some(source) => Ok(source.clone()),
            None => Self::missing(id),
        }
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        match self.files.iter().find(|(known, _)| *known == id) {
            Some((_, content)) => Ok(content.clone()),
            None => Self::missing(id),
        }
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.shelf.fonts.get(index).cloned()
    }

    /// Documents carry the dates they are given, so that the same document is the same file on any day.
    fn today(&self, _offset: Option<Duration>) -> Option<Datetime> {
        None
    }
}
