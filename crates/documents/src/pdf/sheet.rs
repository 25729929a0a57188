//! What every view tells about its sheet of paper: whose it is, to whom, in which language.

use serde::Serialize;

use super::text::Writer;
use crate::invoice::{Address, Seller};

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Sheet {
    language: &'static str,
    title: String,
    /// What stands large on the first page.
    heading: String,
    /// What later pages say at their top.
    running: String,
    page_word: &'static str,
    /// Written across the page.
    draft: Option<&'static str>,
    seller: SellerView,
    recipient: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct SellerView {
    name: String,
    address: Vec<String>,
    business_id: String,
    vat_number: String,
    domicile: String,
    contact: Vec<String>,
}

impl Sheet {
    pub(super) fn new(writer: Writer, title: String, seller: &Seller, recipient: Vec<String>) -> Self {
        let contact = [&seller.phone, &seller.email, &seller.website];
        let to = shortened(recipient.first().map_or("", String::as_str));
        Self {
            language: writer.code(),
            running: format!("{title} · {to}"),
            heading: title.clone(),
            title,
            page_word: writer.either("Sivu", "Page"),
            draft: None,
            seller: SellerView {
                name: seller.name.clone(),
                address: seller.address.lines(),
                business_id: seller.business_id.to_string(),
                vat_number: seller.vat_number.to_string(),
                domicile: seller.domicile.clone(),
                contact: contact.into_iter().filter(|text| !text.is_empty()).cloned().collect(),
            },
            recipient,
        }
    }

    /// With a heading that is shorter than the title.
    pub(super) fn headed(self, heading: &str) -> Self {
        Self { heading: heading.to_owned(), ..self }
    }

    pub(super) fn drafted(self, word: &'static str) -> Self {
        Self { draft: Some(word), ..self }
    }
}

/// As much of a name as fits the one line that later pages have for it.
fn shortened(name: &str) -> String {
    const LONGEST: usize = 48;
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", name[..end].trim_end()),
        None => name.to_owned(),
    }
}

/// Names and address as on an envelope, without empty lines.
pub(super) fn envelope_lines(names: &[&str], address: &Address) -> Vec<String> {
    let names = names.iter().map(|name| (*name).to_owned());
    names.chain(address.lines()).filter(|line| !line.trim().is_empty()).collect()
}
