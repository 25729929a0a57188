//! Texts in the characters that the fonts have.
//!
//! PDF/A forbids characters without a glyph, and an invoice must not fail because of a rare letter in a
//! customer's name. Characters that the fonts lack become a box;
//! [`liksa_domain::printable`] tells of them before.

use std::borrow::Cow;

use liksa_domain::printable::is_invisible;
use serde_json::Value;
use typst::text::Font;

const BOX: char = '\u{25a1}';
const ZERO_WIDTH_SPACE: &str = "\u{200b}";
/// A word longer than this may be broken anywhere, or it would run into the next column.
const LONGEST_WORD: usize = 28;
const BARCODE_DIGITS: usize = 54;

/// Makes every text of a view printable.
pub(super) fn make_printable(view: &mut Value, font: &Font) {
    match view {
        Value::String(text) => {
            let is_plain =
                text.len() <= LONGEST_WORD && text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
            if !is_plain {
                *text = printable(text, font);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| make_printable(value, font)),
        Value::Object(fields) => fields.values_mut().for_each(|value| make_printable(value, font)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn printable(text: &str, font: &Font) -> String {
    let shown = |character: char| match character {
        '\t' | '\n' | '\r' | '\u{2028}' | '\u{2029}' => ' ',
        known if font.info().coverage.contains(known.into()) => known,
        _ => BOX,
    };
    let text: String = text.chars().filter(|character| !is_invisible(*character)).map(shown).collect();
    text.split_inclusive([' ', '-', '\u{a0}']).map(breakable).collect()
}

/// The digits of a barcode stay one word, because people copy them.
fn breakable(word: &str) -> Cow<'_, str> {
    let is_barcode = word.len() == BARCODE_DIGITS && word.bytes().all(|byte| byte.is_ascii_digit());
    if is_barcode || word.chars().count() <= LONGEST_WORD {
        return word.into();
    }
    let letters: Vec<char> = word.chars().collect();
    let pieces: Vec<String> = letters.chunks(LONGEST_WORD).map(String::from_iter).collect();
    pieces.join(ZERO_WIDTH_SPACE).into()
}

#[cfg(test)]
mod tests {
    use liksa_domain::printable::PRINTED;
    use serde_json::json;

    use super::*;
    use crate::pdf::world::fonts;

    fn shown(text: &str) -> String {
        let mut view = json!({ "texts": [text] });
        make_printable(&mut view, &fonts()[0]);
        view["texts"][0].as_str().unwrap().to_owned()
    }

    #[test]
    fn names_of_europe_stay_as_they_are() {
        for name in [
            "Åsa Öhman",
            "Łukasz Żółć",
            "Șerban Țepeș",
            "Nguyễn Thị Hằng",
            "Ольга Їжак",
            "Γιάννης",
            "№ 5 – 3 €",
        ] {
            assert_eq!(shown(name), name);
        }
    }

    #[test]
    fn characters_without_a_glyph_become_a_box() {
        assert_eq!(shown("李 🎻 Oy"), "□ □ Oy");
        assert_eq!(shown("a\u{200d}b\u{7}\u{fe0f}\u{202e}c\td"), "abc d");
    }

    /// Otherwise nobody would be told of a box.
    #[test]
    fn the_warning_knows_what_the_fonts_have() {
        for font in fonts() {
            let coverage = &font.info().coverage;
            for character in '\0'..='\u{1ffff}' {
                let warned =
                    PRINTED.iter().all(|(first, last)| !(*first..=*last).contains(&u32::from(character)));
                assert_eq!(warned, !coverage.contains(character.into()), "{character:?}");
            }
        }
    }

    #[test]
    fn long_words_may_break() {
        let word = "x".repeat(60);
        let broken = shown(&word);
        assert_eq!(broken.replace(ZERO_WIDTH_SPACE, ""), word);
        assert!(broken.split(ZERO_WIDTH_SPACE).all(|part| part.len() <= LONGEST_WORD));
        assert_eq!(shown("järjestelmäasiantuntija-apu"), "järjestelmäasiantuntija-apu");
        let barcode = "4".repeat(BARCODE_DIGITS);
        assert_eq!(shown(&barcode), barcode);
    }
}
