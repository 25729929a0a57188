//! From a document to its PDF, or to pictures of its pages.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use liksa_money::MoneyError;
use serde_json::Value;
use typst::diag::{SourceDiagnostic, Warned};
use typst::foundations::{Bytes, Datetime, Smart};
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards};
use typst_svg::SvgOptions;

use super::charset::make_printable;
use super::payment::Payment;
use super::picture::slim;
use super::world::{DocumentWorld, FINVOICE, Resources, VIEW};

const CREATOR: &str = "Liksa";
/// Typst caches parts that documents have in common. Parts that this many documents in a row did not use are evicted,
/// so that the cache of a server does not grow.
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
    #[error(transparent)]
    Money(#[from] MoneyError),
}

/// A document that the [`Typesetter`] can print.
pub trait Printed {
    const TEMPLATE: &'static str;

    /// Data for the template: texts and lists of texts, nothing left to calculate.
    fn view(&self) -> Result<Value, PdfError>;

    /// The payment whose codes the template draws. The drawings are not part of the view, because they are large
    /// and Typst looks through the view at every call of the template.
    fn payment(&self) -> Result<Option<Payment<'_>>, PdfError> {
        Ok(None)
    }
}

/// How a file is made, apart from its content.
#[derive(Debug, Clone)]
pub struct Made {
    /// Written into the file. The same document made at the same moment is the same file.
    pub at: Timestamp,
    /// The same invoice for programs, embedded in the PDF.
    pub finvoice: Option<String>,
}

impl Made {
    pub fn at(at: Timestamp) -> Self {
        Self { at, finvoice: None }
    }
}

/// Makes PDFs. Building one reads fonts and templates, so that a program builds one and shares it. Making a
/// document takes some milliseconds of processor time and belongs on a thread that may block.
pub struct Typesetter {
    resources: Resources,
    standards: PdfStandards,
}

impl Typesetter {
    pub fn new() -> Result<Self, PdfError> {
        let standards = PdfStandards::new(&[PdfStandard::A_3a, PdfStandard::Ua_1])
            .map_err(|error| PdfError::Export(error.message().to_string()))?;
        Ok(Self { resources: Resources::new()?, standards })
    }

    /// The document as PDF/A-3a and PDF/UA-1.
    pub fn print<D: Printed>(&self, document: &D, made: &Made) -> Result<Vec<u8>, PdfError> {
        let laid_out = self.lay_out(document, made.finvoice.as_deref())?;
        let options = PdfOptions {
            creator: Smart::Custom(Some(CREATOR.to_owned())),
            timestamp: timestamp(made.at),
            standards: self.standards.clone(),
            ..PdfOptions::default()
        };
        let pdf = typst_pdf::pdf(&laid_out, &options).map_err(|errors| PdfError::Export(joined(&errors)));
        comemo::evict(CACHED_FOR_DOCUMENTS);
        pdf
    }

    /// The pages as SVG, for the preview while the document is written. They look as printed:
    /// letters are drawn, so that neither fonts nor other files are loaded.
    ///
    /// Each page has its own ids, so that several can be part of one HTML page. Since letters are drawings, that
    /// page has to provide the text for screen readers.
    pub fn draw<D: Printed>(&self, document: &D) -> Result<Vec<String>, PdfError> {
        let laid_out = self.lay_out(document, None)?;
        let options = SvgOptions::default();
        let draw = |(place, page)| slim(&typst_svg::svg(page, &options), place);
        let pages = laid_out.pages().iter().enumerate().map(draw).collect();
        comemo::evict(CACHED_FOR_DOCUMENTS);
        Ok(pages)
    }

    /// Most documents fit a page. Where one does not, its pages are counted in a second pass.
    fn lay_out<D: Printed>(&self, document: &D, finvoice: Option<&str>) -> Result<PagedDocument, PdfError> {
        let mut view = document.view()?;
        make_printable(&mut view, &self.resources.fonts[0]);
        view["has-finvoice"] = finvoice.is_some().into();
        let drawings = document.payment()?.map(|payment| payment.drawings()).transpose()?.unwrap_or_default();
        let drawings = drawings.into_iter().map(|(name, svg)| (name, Bytes::from_string(svg)));
        let mut files: Vec<_> = drawings.collect();
        files.extend(finvoice.map(|xml| (FINVOICE, Bytes::from_string(xml.to_owned()))));
        let others = files.len();

        let mut pages = 1;
        loop {
            view["pages"] = pages.into();
            files.truncate(others);
            files.push((VIEW, Bytes::from_string(view.to_string())));
            let world = DocumentWorld::new(&self.resources, D::TEMPLATE, &files)?;
            let Warned { output, warnings } = typst::compile::<PagedDocument>(&world);
            debug_assert!(warnings.is_empty(), "{}", joined(&warnings));
            let laid_out = output.map_err(|errors| PdfError::Template(joined(&errors)))?;
            let counted = laid_out.pages().len();
            if counted <= pages {
                return Ok(laid_out);
            }
            pages = counted;
        }
    }
}

fn timestamp(at: Timestamp) -> Option<typst_pdf::Timestamp> {
    let at = at.to_zoned(TimeZone::UTC).datetime();
    let [month, day, hour, minute, second] =
        [at.month(), at.day(), at.hour(), at.minute(), at.second()].map(i8::unsigned_abs);
    let moment = Datetime::from_ymd_hms(at.year().into(), month, day, hour, minute, second)?;
    Some(typst_pdf::Timestamp::new_utc(moment))
}

fn joined(messages: &[SourceDiagnostic]) -> String {
    let texts: Vec<&str> = messages.iter().map(|message| message.message.as_str()).collect();
    texts.join("; ")
}
