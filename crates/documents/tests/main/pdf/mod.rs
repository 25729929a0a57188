//! PDFs, checked by independent programs.

mod agreement;
mod invoices;
mod letters;
mod pages;
pub mod readers;
mod received;
mod stand_ins;

use std::sync::LazyLock;

use jiff::Timestamp;
use liksa_documents::pdf::{Made, Printed, Typesetter, pages_of};
use readers::Paper;

/// One for all tests, as a server has it.
static TYPESETTER: LazyLock<Typesetter> = LazyLock::new(|| Typesetter::new().unwrap());

pub fn print(document: &impl Printed) -> Paper {
    let made = Made::at(Timestamp::from_second(1_794_700_000).unwrap());
    let pdf = TYPESETTER.print(document, &made).unwrap();
    assert!(pages_of(&pdf).is_ok_and(|pages| pages > 0), "what we print can be sent to us");
    Paper::new(&pdf)
}

/// Checks that the texts follow in this order, with anything between them and wherever lines break.
fn assert_in_order(text: &str, expected: &[&str]) {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut rest = text.as_str();
    for piece in expected {
        match rest.find(piece) {
            Some(place) => rest = &rest[place + piece.len()..],
            None => panic!("{piece:?} does not follow in:\n{text}"),
        }
    }
}
