//! Suggestions of bills for a payment whose reference does not say which bill it is for.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use jiff::civil::Date;
use liksa_finland::PaymentReference;
use liksa_money::Money;

use super::bill_number_of;
use crate::customer::search::name_words;
use crate::ids::BillId;
use crate::named::named;

named! {
    /// Why a bill is suggested, the weightiest first.
    Reason as "SuggestionReason" {
        /// Its reference is in the message.
        Reference = "REFERENCE",
        /// Its number is in the message.
        Number = "NUMBER",
        /// Exactly this is owed.
        Amount = "AMOUNT",
        /// The names of payer and customer are alike.
        Name = "NAME",
    }
}

/// A payment without a usable reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnmatchedPayment {
    pub amount: Money,
    pub payer: String,
    pub message: String,
}

/// A bill on which something is owed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    pub bill: BillId,
    pub number: i64,
    pub customer: String,
    pub due_date: Option<Date>,
    pub billed: Money,
    /// Its own sum, and that with interest and fees.
    pub owed: (Money, Money),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    pub bill: Candidate,
    pub reasons: Vec<Reason>,
    /// Of two suggestions the likelier has more.
    pub weight: u32,
}

/// The bill numbers that a text may be about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mentioned {
    /// As they are.
    pub numbers: BTreeSet<i64>,
    /// As references.
    pub references: BTreeSet<i64>,
}

/// A text from a bank has at most a few; more is not read.
const MOST_MENTIONED: usize = 20;

impl Mentioned {
    pub fn in_text(text: &str) -> Self {
        let mut mentioned = Self::default();
        // References are printed in groups, and people copy them so: neighbours are also read as one.
        let between = |letter: char| !letter.is_ascii_alphanumeric();
        let words: Vec<&str> = text.split(between).filter(|word| !word.is_empty()).collect();
        for start in 0..words.len() {
            for length in 1..=4 {
                let Some(group) = words.get(start..start + length) else { break };
                mentioned.read(&group.concat(), length == 1);
            }
        }
        mentioned
    }

    fn read(&mut self, word: &str, alone: bool) {
        if let Ok(reference) = word.parse::<PaymentReference>()
            && let Some(number) = bill_number_of(&reference)
            && self.references.len() < MOST_MENTIONED
        {
            self.references.insert(number);
        }
        if alone {
            let runs = word.split(|c: char| !c.is_ascii_digit()).filter_map(|run| run.parse::<i64>().ok());
            self.numbers.extend(runs.take(MOST_MENTIONED.saturating_sub(self.numbers.len())));
        }
    }
}

/// The candidates that something speaks for, the likeliest first.
pub fn suggestions(payment: &UnmatchedPayment, candidates: Vec<Candidate>) -> Vec<Suggestion> {
    let mentioned = Mentioned::in_text(&payment.message);
    let payer = name_words(&payment.payer);
    let suggest = |candidate: Candidate| {
        let (own, with_extras) = candidate.owed;
        let likeness = likeness(&payer, &name_words(&candidate.customer));
        let speaks_for_it = [
            (Reason::Reference, mentioned.references.contains(&candidate.number), 60),
            (Reason::Number, mentioned.numbers.contains(&candidate.number), 40),
            (Reason::Amount, [own, with_extras].contains(&payment.amount), 30),
            (Reason::Name, likeness > 0, likeness),
        ];
        let found = speaks_for_it.into_iter().filter(|(_, is_so, _)| *is_so);
        let (reasons, weights): (Vec<_>, Vec<_>) = found.map(|(reason, _, weight)| (reason, weight)).unzip();
        Suggestion { bill: candidate, reasons, weight: weights.into_iter().sum() }
    };
    let mut found: Vec<Suggestion> =
        candidates.into_iter().map(suggest).filter(|suggestion| suggestion.weight > 0).collect();
    // The newest first among equals: ids grow with time.
    found.sort_by_key(|suggestion| Reverse((suggestion.weight, suggestion.bill.bill)));
    found
}

/// How alike two names are, up to 20: the share of their words that occur in both. Banks cut names, so that the
/// beginning of a long word counts as the word.
fn likeness(payer: &BTreeSet<String>, customer: &BTreeSet<String>) -> u32 {
    const SHORTEST_BEGINNING: usize = 4;
    let alike = |one: &String, other: &String| {
        let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
        short == long || (short.chars().count() >= SHORTEST_BEGINNING && long.starts_with(short.as_str()))
    };
    let common = payer.iter().filter(|word| customer.iter().any(|other| alike(word, other))).count();
    let most = payer.len().max(customer.len()).max(1);
    u32::try_from(common.saturating_mul(20) / most).unwrap_or_default()
}
