//! Search index of customers: the words that a customer is found by.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use liksa_finland::BusinessId;

use super::Company;

/// Company forms are part of nearly every name. They distinguish nothing and would match every search that
/// starts like them.
const COMPANY_FORMS: [&str; 11] = ["oy", "oyj", "ab", "abp", "ry", "rf", "ky", "kb", "tmi", "osk", "ltd"];

/// The shortest text that is searched for.
const SHORTEST_SEARCH: usize = 2;

/// Limit of words in a search; of a longer one the longest words count.
pub const MOST_SEARCH_WORDS: usize = 6;

/// A text as it is compared, alike on every database: `HELSINGIN Oy` is `helsingin oy`.
pub fn folded(text: &str) -> String {
    text.to_lowercase()
}

/// Search prefix for a name that is being typed. Characters that no name has are left out.
pub fn name_start(search: &str) -> String {
    folded(search.trim()).chars().filter(|c| !c.is_control()).collect()
}

/// Index words of a company, or of a private person with its fields; a search matches their beginnings.
pub fn index_words(details: &Company) -> BTreeSet<String> {
    let texts = [&details.name, &details.organization, &details.city, &details.business_id];
    let mut words: BTreeSet<String> = texts.into_iter().flat_map(|text| split(text)).collect();
    words.retain(|word| !COMPANY_FORMS.contains(&word.as_str()));
    words.extend(split(&details.vat_number));
    words
}

/// The words of a name without the company form.
pub fn name_words(name: &str) -> BTreeSet<String> {
    split(name).into_iter().filter(|word| !COMPANY_FORMS.contains(&word.as_str())).collect()
}

/// Search prefixes of a typed text, all of which must match, the longest first. Empty when the text is too short.
pub fn search_words(search: &str) -> Vec<String> {
    if search.trim().chars().count() < SHORTEST_SEARCH {
        return vec![];
    }
    let mut words = split(search);
    // The form is in no index; alone it may be the start of a word, as Oy of Oyster.
    let telling = |word: &String| !COMPANY_FORMS.contains(&word.as_str());
    if words.iter().any(telling) {
        words.retain(telling);
    }
    words.sort_by_cached_key(|word| (Reverse(word.chars().count()), word.clone()));
    words.dedup();
    words.truncate(MOST_SEARCH_WORDS);
    words
}

/// Case-folded words of letters and digits. A business id stays one word, without its hyphen.
pub(crate) fn split(text: &str) -> Vec<String> {
    let mut words = vec![];
    for part in folded(text).split_whitespace() {
        match part.parse::<BusinessId>() {
            Ok(id) => words.push(id.digits()),
            Err(_) => {
                let pieces = part.split(|c: char| !c.is_alphanumeric()).filter(|piece| !piece.is_empty());
                words.extend(pieces.map(str::to_owned));
            }
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::customer::tests::company;

    #[test]
    fn index_words_leave_out_company_forms() {
        let mut details = company().company();
        details.name = "Kulttuuritalo Äänikerta Oy".into();
        details.organization = "Näyttämö/Ylläpito".into();
        details.vat_number = "FI20774740".into();
        let words: Vec<String> = index_words(&details).into_iter().collect();
        let expected =
            ["20774740", "fi20774740", "helsinki", "kulttuuritalo", "näyttämö", "ylläpito", "äänikerta"];
        assert_eq!(words, expected);
    }

    #[test]
    fn a_search_is_read_as_starts_of_words() {
        assert_eq!(search_words("  ÄÄNI kulttuuri "), ["kulttuuri", "ääni"]);
        assert_eq!(search_words("2077474-0"), ["20774740"]);
        assert_eq!(search_words("2077474-"), ["2077474"]);
        assert_eq!(search_words("Kulttuuritalo oy"), ["kulttuuritalo"]);
        assert_eq!(search_words("oy"), ["oy"]);
        assert_eq!(search_words("a a"), ["a"]);
        assert_eq!(search_words("ääni talo ääni"), ["talo", "ääni"]);
        assert_eq!(search_words(&"sana ".repeat(9)), ["sana"]);
        assert_eq!(search_words("a b c d e f g h").len(), MOST_SEARCH_WORDS);
        for too_little in ["", " ", "a", " ä ", "%%", "--"] {
            assert!(search_words(too_little).is_empty(), "{too_little}");
        }
    }
}
