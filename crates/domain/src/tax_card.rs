//! Tax cards as the provider keeps them.

use jiff::civil::{Date, date};
use liksa_money::{Money, Rate};

use crate::named::named;
use crate::problem::{ErrorKey, Problem};
use crate::reading::Reader;
use crate::salary::{TaxBasis, TaxCard};

named! {
    /// Where a card stands.
    TaxCardState {
        /// Sent in; nobody has read its figures yet.
        Waiting = "WAITING",
        InUse = "IN_USE",
        /// A newer one has come.
        Replaced = "REPLACED",
    }
}

/// What stands on a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardTerms {
    pub base_rate: Rate,
    /// Where the card has no ceiling, the base rate is withheld from everything.
    pub above: Option<AboveCeiling>,
    pub valid_from: Date,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AboveCeiling {
    /// Wages of the year up to which the base rate is enough.
    pub ceiling: Money,
    pub rate: Rate,
}

impl CardTerms {
    /// A card is for its calendar year, and the January after it, before the new cards begin.
    pub fn covers(&self, payday: Date) -> bool {
        self.valid_from <= payday && payday <= date(self.valid_from.year().saturating_add(1), 1, 31)
    }

    /// What a salary is taxed by after so much has been paid on the card this year.
    pub fn basis(&self, paid_this_year: Money) -> TaxBasis {
        match self.above {
            None => TaxBasis::Percent(self.base_rate),
            Some(above) => TaxBasis::Card(TaxCard {
                base_percent: self.base_rate,
                ceiling: above.ceiling,
                additional_percent: above.rate,
                paid_this_year,
            }),
        }
    }
}

/// The figures of a card as somebody typed them off the file.
#[derive(Debug, Clone, Copy, Default)]
pub struct CardForm<'a> {
    /// In per cents.
    pub base_rate: Option<&'a str>,
    pub ceiling: Option<&'a str>,
    /// In per cents.
    pub additional_rate: Option<&'a str>,
    /// DD.MM.YYYY
    pub valid_from: Option<&'a str>,
}

/// Wages above it are a slip of the finger.
const HIGHEST_CEILING: Money = Money::euros(10_000_000);

impl CardForm<'_> {
    pub fn read(&self, today: Date) -> Result<CardTerms, Vec<Problem>> {
        let mut reader = Reader::default();
        let base_rate = reader.percent("baseRate", self.base_rate);
        let ceiling = reader.money("ceiling", self.ceiling);
        let additional = reader.percent("additionalRate", self.additional_rate);
        let valid_from = reader.date("validFrom", self.valid_from);
        let share = Rate::ZERO..=Rate::ONE;
        for (field, rate) in [("baseRate", base_rate), ("additionalRate", additional)] {
            if rate.is_some_and(|rate| !share.contains(&rate)) {
                reader.refuse(field, ErrorKey::OutOfRange);
            }
        }
        if ceiling.is_some_and(|ceiling| !(Money::ZERO..=HIGHEST_CEILING).contains(&ceiling)) {
            reader.refuse("ceiling", ErrorKey::OutOfRange);
        }
        // Cards are for one year, and come a few weeks before it begins at the earliest.
        let year = today.year();
        if valid_from.is_some_and(|day| !(year - 1..=year + 1).contains(&day.year())) {
            reader.refuse("validFrom", ErrorKey::OutOfRange);
        }
        let mut problems = reader.into_problems();
        let mut require = |field: &str, given: bool| {
            if !given && problems.iter().all(|problem| problem.field != field) {
                problems.push(Problem::new(field, ErrorKey::Required));
            }
        };
        require("baseRate", base_rate.is_some());
        require("validFrom", valid_from.is_some());
        require("ceiling", ceiling.is_some() || additional.is_none());
        require("additionalRate", additional.is_some() || ceiling.is_none());
        match (base_rate, valid_from) {
            (Some(base_rate), Some(valid_from)) if problems.is_empty() => {
                let above = ceiling.zip(additional).map(|(ceiling, rate)| AboveCeiling { ceiling, rate });
                Ok(CardTerms { base_rate, above, valid_from })
            }
            _ => Err(problems),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TODAY: Date = date(2026, 11, 16);

    fn faults(form: CardForm<'_>) -> Vec<(String, ErrorKey)> {
        let problems = form.read(TODAY).unwrap_err();
        problems.into_iter().map(|problem| (problem.field, problem.key)).collect()
    }

    fn card() -> CardForm<'static> {
        CardForm {
            base_rate: Some("21,5"),
            ceiling: Some("32 000"),
            additional_rate: Some("38"),
            valid_from: Some("01.02.2026"),
        }
    }

    #[test]
    fn a_card_is_read_as_it_stands() {
        let terms = card().read(TODAY).unwrap();
        assert_eq!(terms.base_rate, Rate::from_millionths(215_000));
        let above = AboveCeiling { ceiling: Money::euros(32_000), rate: Rate::from_millionths(380_000) };
        assert_eq!(terms.above, Some(above));
        assert_eq!(terms.valid_from, date(2026, 2, 1));
        let paid = Money::euros(31_000);
        assert!(matches!(terms.basis(paid), TaxBasis::Card(card) if card.paid_this_year == paid));
        let flat = CardForm { ceiling: None, additional_rate: None, ..card() }.read(TODAY).unwrap();
        assert_eq!(flat.basis(paid), TaxBasis::Percent(flat.base_rate));
    }

    #[test]
    fn every_fault_is_told_at_once() {
        let required = |field: &str| (field.to_owned(), ErrorKey::Required);
        assert_eq!(faults(CardForm::default()), [required("baseRate"), required("validFrom")]);
        assert_eq!(faults(CardForm { additional_rate: None, ..card() }), [required("additionalRate")]);
        assert_eq!(faults(CardForm { ceiling: None, ..card() }), [required("ceiling")]);
        let wild = CardForm {
            base_rate: Some("121"),
            ceiling: Some("-1"),
            additional_rate: Some("x"),
            valid_from: Some("01.02.2019"),
        };
        assert_eq!(
            faults(wild),
            [
                ("additionalRate".to_owned(), ErrorKey::NotANumber),
                ("baseRate".to_owned(), ErrorKey::OutOfRange),
                ("ceiling".to_owned(), ErrorKey::OutOfRange),
                ("validFrom".to_owned(), ErrorKey::OutOfRange),
            ]
        );
    }

    #[test]
    fn a_card_lasts_into_the_next_january() {
        let terms = card().read(TODAY).unwrap();
        assert!(!terms.covers(date(2026, 1, 31)));
        assert!(terms.covers(date(2026, 2, 1)));
        assert!(terms.covers(date(2027, 1, 31)));
        assert!(!terms.covers(date(2027, 2, 1)));
    }
}
