//! Long texts in the short elements of Finvoice.

use crate::xml::cut;

/// Names and addresses are refused below this length.
const FEWEST: usize = 2;

/// The words of the text in pieces of at most `most` characters, broken between words where there is a place.
pub(super) fn pieces(text: &str, most: usize) -> Vec<String> {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut pieces = Vec::new();
    let mut rest = words.as_str();
    while rest.chars().count() > most {
        let longest = cut(rest, most);
        // Something has to be left for the last piece to be one.
        let left = rest[longest.len()..].trim().chars().count();
        let longest = if left < FEWEST { cut(rest, most - FEWEST) } else { longest };
        let whole_word = rest[longest.len()..].starts_with(' ');
        let between_words = if whole_word { Some(longest.len()) } else { longest.rfind(' ') };
        let end = between_words.filter(|end| rest[..*end].trim().chars().count() >= FEWEST);
        let (piece, after) = rest.split_at(end.unwrap_or(longest.len()));
        pieces.push(piece.trim().to_owned());
        rest = after.trim();
    }
    if !rest.is_empty() {
        pieces.push(rest.to_owned());
    }
    pieces
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_stay_whole_where_they_can() {
        assert_eq!(pieces("yksi kaksi kolme", 10), ["yksi kaksi", "kolme"]);
        assert_eq!(pieces("yksikaksikolme", 10), ["yksikaksik", "olme"]);
        assert_eq!(pieces("Rakennus Oy A", 11), ["Rakennus", "Oy A"]);
        assert_eq!(pieces("  ", 10), Vec::<String>::new());
    }

    proptest! {
        #[test]
        fn only_spaces_are_lost(text in "[a-ö ]{0,120}", most in 5usize..40) {
            let pieces = pieces(&text, most);
            let letters = |text: &str| text.split_whitespace().collect::<String>();
            prop_assert_eq!(letters(&pieces.concat()), letters(&text));
            prop_assert!(pieces.iter().all(|piece| piece.chars().count() <= most));
            if letters(&text).chars().count() >= FEWEST {
                prop_assert!(pieces.iter().all(|piece| piece.chars().count() >= FEWEST), "{pieces:?}");
            }
        }
    }
}
