//! From a document to its PDF, or to pictures of its pages.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Value, json};
use typst::diag::{SourceDiagnostic, Warned};
use typst::foundations::{Bytes, Datetime, Smart};
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards};
use typst_svg::SvgOptions;

use super::charset::make_printable;
use super::picture::slim;
use super::world::{ATTACHMENT, Desk, Shelf, VIEW};

const CREATOR: &str = "Liksa";
/// Typst remembers pieces that documents have in common. Those that so many documents in a row did not need
/// are forgotten, or a server would remember everything it ever printed.
const CACHED_FOR_DOCUMENTS: usize = 1;

/// Why there is no PDF.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PdfError {
    #[error("the fonts of the documents cannot be read")]
    Fonts,
    #[error("the template cannot be laid out: {0}")]
    Template(String),
    #[error("the document cannot be written as PDF: {0}")]
    Export(String),
    #[error("the payment code cannot be drawn: {0}")]
    Code(String),
}

/// A document that the [`Typesetter`] can print. Each has its template and the view that goes with it.
pub trait Printed: sealed::View {}
impl<D: sealed::View> Printed for D {}

pub(crate) mod sealed {
    use super::PdfError;

    /// SVGs with the names of their files.
    pub type Drawings = Vec<(&'static str, String)>;

    /// What a template shows: texts and lists of texts, nothing left to calculate.
    pub trait View {
        const TEMPLATE: &'static str;
        fn view(&self) -> Result<impl serde::Serialize, PdfError>;

        /// Drawings that the template asks for by name. They are no texts, and large: Typst would look through a
        /// view at every call of the template.
        fn drawings(&self) -> Result<Drawings, PdfError> {
            Ok(Drawings::new())
        }
    }
}

/// A file that travels inside the PDF, such as the same invoice for programs.
#[derive(Debug, Clone)]
pub struct Attachment {
    pub name: String,
    /// Such as `application/xml`.
    pub media_type: String,
    pub description: String,
    pub content: Vec<u8>,
}

/// How a file is made, beside what it says.
#[derive(Debug, Clone)]
pub struct Made {
    /// Written into the file. The same document made at the same moment is the same file.
    pub at: Timestamp,
    pub attachment: Option<Attachment>,
}

impl Made {
    pub fn at(at: Timestamp) -> Self {
        Self { at, attachment: None }
    }
}

/// Makes PDFs. Building one reads fonts and templates, so that a program keeps one and shares it; making a
/// document takes a processor for some milliseconds and belongs onto a thread that may block.
pub struct Typesetter {
    shelf: Shelf,
    standards: PdfStandards,
}

impl Typesetter {
    pub fn new() -> Result<Self, PdfError> {
        let standards = PdfStandards::new(&[PdfStandard::A_3a, PdfStandard::Ua_1])
            .map_err(|error| PdfError::Export(error.message().to_string()))?;
        Ok(Self { shelf: Shelf::new()?, standards })
    }

    /// The document as PDF/A-3a and PDF/UA-1.
    pub fn print<D: Printed>(&self, document: &D, made: &Made) -> Result<Vec<u8>, PdfError> {
        let laid_out = self.lay_out(document, made.attachment.as_ref())?;
        let options = PdfOptions {
            creator: Smart::Custom(Some(CREATOR.to_owned())),
            timestamp: timestamp(made.at),
            standards: self.standards.clone(),
            ..PdfOptions::default()
        };
        let pdf = typst_pdf::pdf(&laid_out, &options).map_err(|errors| PdfError::Export(said(&errors)));
        comemo::evict(CACHED_FOR_DOCUMENTS);
        pdf
    }

    /// The pages as SVG, for a screen on which the document is still being written. They look as they print:
    /// letters are drawn, so that no font is needed, and nothing is loaded from elsewhere.
    ///
    /// Each page has its own ids, so that pages that share one page of HTML do not get in each other's way.
    /// As letters are drawings, the screen has to tell a reader aloud what they say.
    pub fn draw<D: Printed>(&self, document: &D) -> Result<Vec<String>, PdfError> {
        let laid_out = self.lay_out(document, None)?;
        let options = SvgOptions::default();
        let draw = |(place, page)| slim(&typst_svg::svg(page, &options), place);
        let pages = laid_out.pages().iter().enumerate().map(draw).collect();
        comemo::evict(CACHED_FOR_DOCUMENTS);
        Ok(pages)
    }

    /// Most documents fit a page. Only where one does not are its pages counted, in a second go.
    fn lay_out<D: Printed>(
        &self,
        document: &D,
        attachment: Option<&Attachment>,
    ) -> Result<PagedDocument, PdfError> {
        let template = |error: serde_json::Error| PdfError::Template(error.to_string());
        let mut view = serde_json::to_value(document.view()?).map_err(template)?;
        make_printable(&mut view, &self.shelf.fonts[0]);
        view["attachment"] = attachment.map_or(Value::Null, Attachment::label);
        let drawings = document.drawings()?.into_iter();
        let mut files: Vec<_> = drawings.map(|(name, svg)| (name, Bytes::from_string(svg))).collect();
        files.extend(attachment.map(|attachment| (ATTACHMENT, Bytes::new(attachment.content.clone()))));
        let others = files.len();

        let mut pages = 1;
        loop {
            view["pages"] = pages.into();
            files.truncate(others);
            files.push((VIEW, Bytes::new(serde_json::to_vec(&view).map_err(template)?)));
            let desk = Desk::new(&self.shelf, D::TEMPLATE, &files)?;
            let Warned { output, warnings } = typst::compile::<PagedDocument>(&desk);
            debug_assert!(warnings.is_empty(), "{}", said(&warnings));
            let laid_out = output.map_err(|errors| PdfError::Template(said(&errors)))?;
            let counted = laid_out.pages().len();
            if counted <= pages {
                return Ok(laid_out);
            }
            pages = counted;
        }
    }
}

impl Attachment {
    fn label(&self) -> Value {
        json!({ "name": self.name, "type": self.media_type, "description": self.description })
    }
}

fn timestamp(at: Timestamp) -> Option<typst_pdf::Timestamp> {
    let at = at.to_zoned(TimeZone::UTC).datetime();
    let small = |part: i8| u8::try_from(part).ok();
    let moment = Datetime::from_ymd_hms(
        at.year().into(),
        small(at.month())?,
        small(at.day())?,
        small(at.hour())?,
        small(at.minute())?,
        small(at.second())?,
    )?;
    Some(typst_pdf::Timestamp::new_utc(moment))
}

fn said(messages: &[SourceDiagnostic]) -> String {
    let texts: Vec<&str> = messages.iter().map(|message| message.message.as_str()).collect();
    texts.join("; ")
}
