//! Characters that invoices can print: those of the fonts of `liksa-documents`, whose tests compare them.
//!
//! Others print as a box. The worker is told of them while writing, and the clerk before approving.

use crate::bill::Bill;
use crate::problem::{ErrorKey, Problem};

/// First and last code point of each run of characters that the fonts have.
pub const PRINTED: &[(u32, u32)] = &[
    (0x20, 0x7e),
    (0xa0, 0xac),
    (0xae, 0x148),
    (0x14a, 0x17f),
    (0x18f, 0x18f),
    (0x192, 0x192),
    (0x1a0, 0x1a1),
    (0x1af, 0x1b0),
    (0x1cd, 0x1dc),
    (0x1e6, 0x1e7),
    (0x1fa, 0x1ff),
    (0x218, 0x21b),
    (0x259, 0x259),
    (0x300, 0x304),
    (0x306, 0x30a),
    (0x30c, 0x30c),
    (0x323, 0x323),
    (0x327, 0x328),
    (0x384, 0x38a),
    (0x38c, 0x38c),
    (0x38e, 0x3a1),
    (0x3a3, 0x3ce),
    (0x400, 0x45f),
    (0x490, 0x491),
    (0x1e80, 0x1e85),
    (0x1e9e, 0x1e9e),
    (0x1ea0, 0x1ef9),
    (0x2002, 0x200b),
    (0x2010, 0x2015),
    (0x2018, 0x201e),
    (0x2020, 0x2022),
    (0x2026, 0x2026),
    (0x202f, 0x2030),
    (0x2032, 0x2033),
    (0x2039, 0x203a),
    (0x2044, 0x2044),
    (0x2070, 0x2070),
    (0x2074, 0x2079),
    (0x2080, 0x2089),
    (0x20ac, 0x20ac),
    (0x2116, 0x2116),
    (0x2122, 0x2122),
    (0x2126, 0x2126),
    (0x2153, 0x2154),
    (0x215b, 0x215e),
    (0x2190, 0x2193),
    (0x2212, 0x2212),
    (0x2248, 0x2248),
    (0x2260, 0x2260),
    (0x2264, 0x2265),
    (0x25a1, 0x25a1),
    (0x25cf, 0x25cf),
    (0x2605, 0x2605),
    (0x2713, 0x2713),
];

/// How many characters a remark names.
const MOST_NAMED: usize = 10;

/// What is printed on the invoice besides the bill itself.
#[derive(Debug, Clone, Copy, Default)]
pub struct Names<'a> {
    pub customer: &'a str,
    pub worker: &'a str,
}

/// Whether a character has a shape in the documents, or is a space or a line break there.
fn is_printed(character: char) -> bool {
    let code = u32::from(character);
    matches!(character, '\t' | '\n' | '\r' | '\u{2028}' | '\u{2029}')
        || PRINTED.iter().any(|(first, last)| (*first..=*last).contains(&code))
}

/// Controls, joiners, direction marks and variation selectors steer other characters and show nothing themselves.
pub fn is_invisible(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' => false,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}' => true,
        other => other.is_control(),
    }
}

/// The characters of a text that would print as a box, each once and in their order.
pub fn unprintable(text: &str) -> String {
    let mut found = String::new();
    for character in text.chars().filter(|character| !is_invisible(*character) && !is_printed(*character)) {
        if !found.contains(character) {
            found.push(character);
        }
    }
    found
}

/// Where a bill has characters that would print as boxes. It can be sent nevertheless.
pub fn print_remarks(bill: &Bill, names: Names<'_>) -> Vec<Problem> {
    let whole = [
        ("sharedCustomer", names.customer),
        ("worker", names.worker),
        ("yourcode", bill.customer_reference.as_str()),
        ("invoiceText", bill.text.as_str()),
        ("specificationDetails", bill.specification.as_str()),
    ];
    let whole = whole.map(|(field, text)| (field.to_owned(), text));
    let rows = bill.rows.iter().enumerate();
    let rows =
        rows.map(|(place, row)| (format!("billableitems[{place}].destination"), row.destination.as_str()));
    let texts = whole.into_iter().chain(rows);
    texts.filter_map(|(field, text)| remark(field, text)).collect()
}

fn remark(field: String, text: &str) -> Option<Problem> {
    let found: String = unprintable(text).chars().take(MOST_NAMED).collect();
    let remark = Problem::new(field, ErrorKey::Unprintable);
    (!found.is_empty()).then_some(Problem { characters: Some(found), ..remark })
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use liksa_money::Rate;

    use super::*;
    use crate::bill::Row;

    #[test]
    fn only_what_would_be_a_box_is_named_and_each_once() {
        for name in
            ["Åsa Öhman", "Łukasz Żółć", "Nguyễn Thị Hằng", "Ольга Їжак", "Γιάννης", "№ 5 – 3 €\n2. rivi\ta"]
        {
            assert_eq!(unprintable(name), "", "{name}");
        }
        assert_eq!(unprintable("李 🎻 李 Oy 👩\u{200d}🔧\u{fe0f}"), "李🎻👩🔧");
        assert_eq!(unprintable("שלום"), "שלום");
        assert_eq!(unprintable("مرحبا"), "مرحبا");
        assert_eq!(unprintable("\u{202e}abc\u{7}\u{feff}"), "", "what shows nothing leaves no box");
    }

    #[test]
    fn every_text_of_the_paper_is_looked_at() {
        let rate = Rate::from_millionths(255_000);
        let row = |text: &str| Row { destination: text.into(), ..Row::empty(date(2026, 3, 2), rate) };
        let bill = Bill {
            rows: vec![row("Keikka"), row("Keikka 🎻")],
            text: "谢谢".into(),
            customer_reference: "№ 5".into(),
            specification: "تفصيل".into(),
            ..Bill::draft(rate)
        };
        let found = print_remarks(&bill, Names { customer: "משה", worker: "Aino 😀" });
        let found: Vec<_> = found.iter().map(|one| (one.field.as_str(), one.characters.as_deref())).collect();
        assert_eq!(
            found,
            [
                ("sharedCustomer", Some("משה")),
                ("worker", Some("😀")),
                ("invoiceText", Some("谢")),
                ("specificationDetails", Some("تفصيل")),
                ("billableitems[1].destination", Some("🎻")),
            ]
        );
    }

    #[test]
    fn a_whole_text_in_other_letters_is_named_by_its_first() {
        let text: String = ('\u{4e00}'..'\u{4f00}').collect();
        let bill = Bill { text, ..Bill::draft(Rate::ZERO) };
        let characters = print_remarks(&bill, Names::default())[0].characters.clone().unwrap();
        assert_eq!(characters.chars().count(), MOST_NAMED);
    }

    /// The web app warns by the same characters.
    #[test]
    fn the_shared_list_is_the_same() {
        let shared: Vec<(u32, u32)> =
            serde_json::from_str(include_str!("../tests/printed_characters.json")).unwrap();
        assert_eq!(shared, PRINTED);
    }
}
