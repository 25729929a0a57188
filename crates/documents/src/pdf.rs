//! Documents that people read, as PDF.
//!
//! A document is a plain value. It becomes a *view*, in which every number is already a text of the reader's
//! language, and a template of `templates/` lays the view out. Typst does the typesetting; the files are
//! PDF/A-3a and PDF/UA-1, so that they last and can be read aloud.

mod batch;
mod charset;
mod code;
mod invoice;
mod pay_slip;
mod payment;
mod picture;
mod received;
mod reminder;
mod sheet;
mod text;
mod travel;
mod typesetter;
mod world;

pub use batch::{BatchError, PrintBatch, Sides};
pub use pay_slip::{PaidBack, PaidBill, PaySlip, YearSoFar};
pub use received::{PdfFault, pages_of};
pub use reminder::Reminder;
pub use text::Writer;
pub use travel::{Content, PaidDay, TravelReport, Trip};
pub use typesetter::{Made, PdfError, Printed, Typesetter};
pub(crate) use world::FONTS;
