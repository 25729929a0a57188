//! What somebody looks for an open bill by.

use liksa_finland::PaymentReference;
use liksa_money::Money;

use super::bill_number_of;
use crate::customer::search::search_words;

/// A text that somebody typed, read in every way that makes sense of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BillSearch {
    /// The number of a bill.
    pub number: Option<i64>,
    /// The number of the bill whose reference it is.
    pub referred: Option<i64>,
    /// What is owed.
    pub amount: Option<Money>,
    /// Starts of words of the customer's name.
    pub words: Vec<String>,
}

impl BillSearch {
    pub fn read(text: &str) -> Self {
        // References and sums are written in groups.
        let compact: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        let reference = compact.parse::<PaymentReference>().ok();
        Self {
            number: compact.parse().ok().filter(|number| *number > 0),
            referred: reference.as_ref().and_then(bill_number_of),
            amount: compact.trim_end_matches('€').parse().ok().filter(|amount: &Money| amount.is_positive()),
            words: search_words(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_in_every_way_that_makes_sense() {
        let number = BillSearch::read(" 1042 ");
        assert_eq!((number.number, number.amount), (Some(1042), Some(Money::euros(1042))));
        assert_eq!(BillSearch::read("10016").referred, Some(1001));
        assert_eq!(BillSearch::read("RF83 1001 6").number, None);
        let amount = BillSearch::read("1 255,50 €");
        assert_eq!((amount.number, amount.amount), (None, "1255.50".parse().ok()));
        let name = BillSearch::read("Kulttuuritalo oy");
        assert_eq!((name.number, name.referred, name.amount), (None, None, None));
        assert_eq!(name.words, ["kulttuuritalo"]);
        for nothing in ["", " ", "0", "€"] {
            assert_eq!(BillSearch::read(nothing), BillSearch::default(), "{nothing}");
        }
    }
}
