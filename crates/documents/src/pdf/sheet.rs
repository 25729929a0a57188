//! Data that every document shows: title, language, sender and recipient.

use liksa_domain::settings::Seller;
use serde_json::{Value, json};

use super::text::Writer;
use crate::invoice::Address;

/// Keys of the words of a template, each with the value shown beside the word.
pub(super) type Facts<const N: usize> = [(&'static str, String); N];

/// The facts that have a value.
pub(super) fn known<const N: usize>(facts: Facts<N>) -> Vec<(&'static str, String)> {
    facts.into_iter().filter(|(_, value)| !value.trim().is_empty()).collect()
}

/// The view of a document: the data of every document with `own` added. A field of `own` replaces a common one.
pub(super) fn view(writer: Writer, title: &str, seller: &Seller, recipient: &[String], own: Value) -> Value {
    let contact = [&seller.phone, seller.email.as_str(), &seller.website];
    let first_line = recipient.first().map_or("", String::as_str);
    let mut view = json!({
        "language": writer.code(),
        "title": title,
        // On the first page.
        "heading": title,
        // At the top of later pages.
        "running": format!("{title} · {}", shortened(first_line)),
        "page-word": writer.either("Sivu", "Page"),
        // Who did the work, where a customer gets the document.
        "worker": null,
        // Written across the pages of a draft.
        "draft": null,
        "seller": {
            "name": seller.name,
            "address": Address::of_seller(seller).lines(),
            "business-id": seller.business_id.as_str(),
            "vat-number": seller.vat_number.as_str(),
            "domicile": seller.domicile,
            "contact": contact.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>(),
        },
        "recipient": recipient,
    });
    if let (Value::Object(view), Value::Object(own)) = (&mut view, own) {
        view.extend(own);
    }
    view
}

/// A name, if there is one.
pub(super) fn named(name: &str) -> Option<&str> {
    Some(name.trim()).filter(|name| !name.is_empty())
}

/// As much of a name as fits on the one line that later pages have for it.
fn shortened(name: &str) -> String {
    const LONGEST: usize = 48;
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", name[..end].trim_end()),
        None => name.to_owned(),
    }
}

/// Names and postal address, without empty lines.
pub(super) fn address_lines(names: &[&str], address: &Address) -> Vec<String> {
    let names = names.iter().map(|name| (*name).to_owned());
    names.chain(address.lines()).filter(|line| !line.trim().is_empty()).collect()
}
