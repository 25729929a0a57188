//! Reads pictures and PDFs of invoices: the bank barcode, the EPC QR code, or the digits of the barcode in clear.
//!
//! What is found is only proposed to a person. The files come from anybody, and the libraries that open them are large, so
//! that a server has this done by a process that it can end.

mod codes;
mod digits;
mod picture;
mod sheet;

use std::thread;

use hayro_interpret::InterpreterCache;
use hayro_interpret::hayro_syntax::Pdf;
use hayro_interpret::hayro_syntax::page::Page;
use liksa_domain::purchase::proposal::Reading;

pub use codes::Grey;
use codes::codes_on;
use digits::barcodes_in;
use sheet::{Looking, Sheet};

/// An invoice has its payment on its first pages or on its last ones.
const FIRST_PAGES: usize = 4;
const LAST_PAGES: usize = 2;
/// Dots of a point, which is the 72nd part of an inch. The bars of a barcode are a quarter of a millimetre or more, and a
/// line of the coarse ones is then two dots.
const COARSE: f64 = 3.0;
const FINE: f64 = 5.0;
/// Each object within another takes a piece of the stack; the libraries stop at some depth.
const STACK_BYTES: usize = 64 * 1024 * 1024;

/// The texts of the codes of payments in a picture.
pub fn codes_of_picture(grey: Grey) -> Vec<String> {
    on_a_large_stack(move || codes::codes_of_photo(&grey))
}

/// The texts of the codes of payments in a PDF. Whether it can be opened at all is asked by [`crate::pdf::pages_of`].
pub fn codes_of_pdf(content: Vec<u8>) -> Vec<String> {
    on_a_large_stack(move || Pdf::new(content).map(|pdf| codes_in(&pdf)).unwrap_or_default())
}

/// Nothing where the work panics.
fn on_a_large_stack(work: impl FnOnce() -> Vec<String> + Send + 'static) -> Vec<String> {
    let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(work);
    thread.ok().and_then(|thread| thread.join().ok()).unwrap_or_default()
}

fn codes_in<'a>(pdf: &'a Pdf) -> Vec<String> {
    let all: Vec<&'a Page<'a>> = pdf.pages().iter().collect();
    let last = all.len().saturating_sub(LAST_PAGES).max(FIRST_PAGES);
    let pages = || all.iter().take(FIRST_PAGES).chain(all.iter().skip(last)).copied();
    let cache = InterpreterCache::new();
    let look = |page: &'a Page<'a>, scale: f64, looking: Looking| {
        Sheet::of(page, pdf.xref(), &cache, scale, looking)
    };
    let (mut codes, mut lines) = (vec![], vec![]);
    for page in pages() {
        let Some(coarse) = look(page, COARSE, Looking::AtThePage) else { continue };
        let codes_of = |sheet: &Sheet| sheet.grey().map(|grey| codes_on(&grey)).unwrap_or_default();
        let mut found = codes_of(&coarse);
        if is_empty(&found) {
            found = look(page, FINE, Looking::AtThePage).as_ref().map(codes_of).unwrap_or_default();
        }
        codes.extend(found);
        lines.push(coarse.text);
    }
    if is_empty(&codes) {
        // A photograph has more dots than a page that it is put on.
        let pictures = pages().filter_map(|page| look(page, COARSE, Looking::AtPictures));
        codes = pictures.flat_map(|sheet| sheet.codes).collect();
    }
    if is_empty(&codes) {
        codes = lines.iter().flat_map(|text| barcodes_in(text)).collect();
    }
    codes
}

fn is_empty(codes: &[String]) -> bool {
    Reading::of_codes(codes) == Reading::Nothing
}
