//! Proposes the fields of a purchase from a file: an e-invoice, a picture or PDF with the bank barcode or an EPC QR code, or
//! the text of either. Nothing is stored of it; the person confirms every field.

use liksa_documents::purchase_invoice;
use liksa_documents::reading::{Grey, codes_of_pdf, codes_of_picture};
use liksa_domain::file::is_heic;
use liksa_domain::purchase::proposal::{Proposal, Reading};

use crate::prelude::*;
use crate::readable::{decode, must_be_readable};

/// Refuses a picture or PDF that cannot be opened, as it would be as a copy of the invoice.
pub async fn propose(context: &Context, person: PersonId, content: &StoredContent) -> Result<Reading> {
    match MediaType::of(&content.head) {
        Some(kind @ (MediaType::Jpeg | MediaType::Png | MediaType::Pdf)) => {
            must_be_readable(context, content, kind).await?;
        }
        _ if is_heic(&content.head) => return Err(Error::field("file", ErrorKey::HeicNotAllowed)),
        _ if is_webp(&content.head) => {}
        _ => return of_text(context, content).await,
    }
    let bytes = async { Ok(context.files.read(content.blob()).await?) };
    Ok(Reading::of_codes(context.code_reader.read(person, bytes, codes_in).await?))
}

async fn of_text(context: &Context, content: &StoredContent) -> Result<Reading> {
    if content.size > u64::try_from(purchase_invoice::MOST_BYTES).unwrap_or(u64::MAX) {
        return Ok(Reading::Nothing);
    }
    let bytes = context.files.read(content.blob()).await?;
    let Ok(text) = String::from_utf8(bytes) else { return Ok(Reading::Nothing) };
    let text = text.trim_start_matches('\u{feff}').trim();
    let found = if text.starts_with('<') { purchase_invoice::read(text) } else { Proposal::of_code(text) };
    Ok(found.into())
}

fn is_webp(head: &[u8]) -> bool {
    head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP")
}

/// The texts of the codes in a picture or PDF, read in this process; none where it cannot be opened.
pub fn codes_in(content: Vec<u8>) -> Vec<String> {
    if MediaType::of(&content) == Some(MediaType::Pdf) {
        return codes_of_pdf(content);
    }
    let Ok((mut picture, orientation)) = decode(&content) else { return vec![] };
    picture.apply_orientation(orientation);
    let grey = picture.into_luma8();
    let grey = Grey::new(grey.width(), grey.height(), grey.into_raw());
    grey.map(codes_of_picture).unwrap_or_default()
}
