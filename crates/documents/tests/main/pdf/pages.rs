//! Pictures of pages, as the editor shows them beside the bill.

use std::collections::{HashMap, HashSet};

use liksa_documents::pdf::Content;
use liksa_domain::bill::BillLanguage;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::TYPESETTER;
use crate::samples;

/// The elements of a picture; fails where it is not well formed.
fn elements(svg: &str) -> Vec<(String, HashMap<String, String>)> {
    let mut reader = Reader::from_str(svg);
    let mut found = Vec::new();
    loop {
        match reader.read_event().unwrap() {
            Event::Start(element) | Event::Empty(element) => found.push(described(&element)),
            Event::Eof => return found,
            _ => {}
        }
    }
}

fn described(element: &BytesStart<'_>) -> (String, HashMap<String, String>) {
    let attributes = element.attributes().map(Result::unwrap);
    let attributes = attributes.map(|one| (one.key.as_ref().to_owned(), one.value.into_owned()));
    (element.name().as_ref().to_owned(), attributes.collect())
}

#[test]
fn each_page_is_a_self_contained_picture() {
    for (rows, number, pages) in [(1, None, 1), (10, Some(10_481), 1), (80, Some(10_481), 4)] {
        let invoice = samples::invoice(&samples::bill(rows, BillLanguage::Finnish), number);
        let drawn = TYPESETTER.draw(&invoice).unwrap();
        assert_eq!(drawn.len(), pages);
        for svg in &drawn {
            assert_is_self_contained(svg);
        }
    }
}

fn assert_is_self_contained(svg: &str) {
    const DRAWN: [&str; 9] = ["svg", "g", "path", "use", "defs", "symbol", "image", "clipPath", "rect"];
    let elements = elements(svg);
    let ids: HashSet<&String> = elements.iter().filter_map(|(_, attributes)| attributes.get("id")).collect();
    for (name, attributes) in &elements {
        assert!(DRAWN.contains(&name.as_str()), "{name}");
        assert!(attributes.keys().all(|key| !key.starts_with("on")), "{attributes:?}");
        if let Some(link) = attributes.get("xlink:href").or_else(|| attributes.get("href")) {
            let inside = link.strip_prefix('#').is_some_and(|id| ids.contains(&id.to_owned()));
            assert!(inside || link.starts_with("data:image/svg+xml;base64,"), "{link}");
        }
    }
}

/// The coin of the mark has a colour that nothing else has.
#[test]
fn every_document_has_the_mark_once_on_its_first_page() {
    let language = BillLanguage::English;
    let invoice = samples::invoice(&samples::bill(80, language), Some(10_481));
    let drawn = [
        TYPESETTER.draw(&invoice),
        TYPESETTER.draw(&samples::credit_note(language)),
        TYPESETTER.draw(&samples::reminder(language)),
        TYPESETTER.draw(&samples::pay_slip(language)),
        TYPESETTER.draw(&samples::travel(language, Content::All, &[11])),
    ];
    for pages in drawn {
        let marks: Vec<usize> = pages.unwrap().iter().map(|svg| svg.matches("#f5b94a").count()).collect();
        assert_eq!((marks[0], marks[1..].iter().sum()), (1, 0));
    }
}

/// Browsers take the first element of an id that they find, whichever page it is on.
#[test]
fn pages_on_one_screen_share_no_id() {
    let invoice = samples::invoice(&samples::bill(80, BillLanguage::Finnish), None);
    let drawn = TYPESETTER.draw(&invoice).unwrap();
    let ids: Vec<String> = drawn
        .iter()
        .flat_map(|svg| elements(svg))
        .filter_map(|(_, mut attributes)| attributes.remove("id"))
        .collect();
    assert!(ids.len() > 100);
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len());
}

#[test]
fn a_picture_shows_what_is_printed_and_no_more_pages() {
    let invoice = samples::mixed(BillLanguage::English);
    let drawn = TYPESETTER.draw(&invoice).unwrap();
    assert_eq!(drawn, TYPESETTER.draw(&invoice).unwrap(), "the same document is the same picture");
    let changed = samples::mixed(BillLanguage::Finnish);
    assert_ne!(drawn, TYPESETTER.draw(&changed).unwrap());
}
