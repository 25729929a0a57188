//! Searches for open bills and payments.

use std::collections::BTreeSet;

use liksa_finland::PaymentReference;
use liksa_money::Money;

use super::bill_number_of;
use crate::customer::search::{folded, name_words, search_words, split};

/// Search text for a bill, read in every way that makes sense.
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
        let compact = compact(text);
        let reference = compact.parse::<PaymentReference>().ok();
        Self {
            number: compact.parse().ok().filter(|number| *number > 0),
            referred: reference.as_ref().and_then(bill_number_of),
            amount: amount_in(&compact),
            words: search_words(text),
        }
    }
}

/// Search text for a payment, read likewise.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PaymentSearch {
    /// What moved, in either direction.
    pub amount: Option<Money>,
    /// Starts of words of the payer's name or of references.
    pub words: Vec<String>,
}

impl PaymentSearch {
    pub fn read(text: &str) -> Self {
        let compact = compact(text);
        let words = match compact.parse::<PaymentReference>() {
            Ok(reference) => vec![folded(reference.as_str())],
            // The beginning of a reference, as far as it was typed.
            Err(_) if compact.chars().all(|letter| letter.is_ascii_digit()) => search_words(&compact),
            Err(_) => search_words(text),
        };
        Self { amount: amount_in(&compact), words }
    }
}

/// Index words of a payment; a search matches their beginnings.
pub fn words_of_payment(payer_name: &str, reference: &str) -> BTreeSet<String> {
    name_words(payer_name).into_iter().chain(split(reference)).collect()
}

/// References and sums are written in groups.
fn compact(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}

fn amount_in(compact: &str) -> Option<Money> {
    compact.trim_end_matches('€').parse().ok().filter(|amount: &Money| amount.is_positive())
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
    #[test]
    fn a_payment_is_found_by_name_reference_or_amount() {
        let words = words_of_payment("KULTTUURITALO Oy", "10016 RF0810016");
        assert_eq!(Vec::from_iter(&words), ["10016", "kulttuuritalo", "rf0810016"]);
        assert_eq!(PaymentSearch::read("Kulttuuritalo oy").words, ["kulttuuritalo"]);
        for reference in ["10016", "1001 6", "0010016"] {
            assert_eq!(PaymentSearch::read(reference).words, ["10016"], "{reference}");
        }
        assert_eq!(PaymentSearch::read("RF08 1001 6").words, ["rf0810016"]);
        assert_eq!(PaymentSearch::read("100 1").words, ["1001"], "not all of it yet");
        let amount = PaymentSearch::read("1 255,50 €");
        assert_eq!(amount.amount, "1255.50".parse().ok());
        for nothing in ["", " ", "k", "€"] {
            assert_eq!(PaymentSearch::read(nothing), PaymentSearch::default(), "{nothing}");
        }
    }
}
