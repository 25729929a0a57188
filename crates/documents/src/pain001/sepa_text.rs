//! Texts and ids in the characters that banks pass on.

use deunicode::deunicode_char;

use crate::xml::cut;

/// Characters that every bank in SEPA takes, beside letters and digits of ASCII.
const PUNCTUATION: &[char] = &['/', '-', '?', ':', '(', ')', '.', ',', '\'', '+', ' '];
/// Finnish banks pass these on among themselves.
const FINNISH_LETTERS: &[char] = &['å', 'ä', 'ö', 'Å', 'Ä', 'Ö'];

/// A name or a message as banks take it: other letters are written with Latin ones, all else becomes a space.
pub(super) fn sepa_text(text: &str, most_characters: usize) -> String {
    let mut plain = String::new();
    for character in text.chars() {
        if is_allowed(character) {
            plain.push(character);
        } else if character == '&' {
            plain.push('+');
        } else {
            let latin = deunicode_char(character).unwrap_or(" ");
            plain.extend(latin.chars().map(|letter| if is_allowed(letter) { letter } else { ' ' }));
        }
    }
    let words: Vec<&str> = plain.split_whitespace().collect();
    cut(&words.join(" "), most_characters).to_owned()
}

/// Identifiers come back from the bank as they were sent, so they are refused rather than changed.
pub(super) fn is_sepa_id(id: &str, most_characters: usize) -> bool {
    let letters = id
        .chars()
        .all(|letter| letter.is_ascii_alphanumeric() || (PUNCTUATION.contains(&letter) && letter != ' '));
    let slashes = id.starts_with('/') || id.ends_with('/') || id.contains("//");
    letters && !slashes && (1..=most_characters).contains(&id.len())
}

fn is_allowed(character: char) -> bool {
    character.is_ascii_alphanumeric()
        || PUNCTUATION.contains(&character)
        || FINNISH_LETTERS.contains(&character)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_stay_readable() {
        for (written, sent) in [
            ("Åsa Mäkelä-Öörni", "Åsa Mäkelä-Öörni"),
            ("Łukasz Żółć & Søn", "Lukasz Zolc + Son"),
            ("Юлия  Straße №5", "Iuliia Strasse No5"),
            ("palkka_11;2026 \"bonus\" 😀", "palkka 11 2026 bonus grinning"),
            ("e\u{301}lan", "elan"),
        ] {
            assert_eq!(sepa_text(written, 70), sent);
        }
        assert_eq!(sepa_text("ab cd", 3), "ab");
    }

    #[test]
    fn ids_are_never_changed() {
        assert!(is_sepa_id("SAL-2026/11.1", 35));
        for bad in ["", "ä", "a b", "/a", "a/", "a//b", "a_b", "toolong"] {
            assert!(!is_sepa_id(bad, 6), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn any_text_becomes_one_that_banks_take(text in "\\PC{0,40}", most in 1usize..50) {
            let sent = sepa_text(&text, most);
            prop_assert!(sent.chars().all(is_allowed));
            prop_assert!(sent.chars().count() <= most);
            prop_assert_eq!(sent.trim(), &sent);
        }
    }
}
