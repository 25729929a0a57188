//! Tax cards as the provider stores them.

use jiff::civil::{Date, date};
use liksa_money::{Money, Rate};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::named::named;
use crate::problem::{ErrorKey, Problem};
use crate::reading::{NumberText, Reader, given};
use crate::salary::{TaxBasis, TaxCard};

named! {
    /// State of a tax card.
    TaxCardState {
        /// Sent in; its figures have not been entered yet.
        Waiting = "WAITING",
        InUse = "IN_USE",
        /// A newer one has come.
        Replaced = "REPLACED",
    }
}

/// Figures of a tax card.
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

/// The figures of a tax card as a client sends them.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxCardBody {
    /// In per cent.
    pub base_rate: Option<NumberText>,
    /// Null with `additionalRate` where the card has none.
    pub ceiling: Option<NumberText>,
    /// In per cent.
    pub additional_rate: Option<NumberText>,
    /// DD.MM.YYYY
    pub valid_from: Option<String>,
}

/// Wages above it are a slip of the finger.
const HIGHEST_CEILING: Money = Money::euros(10_000_000);

impl TaxCardBody {
    pub fn read(&self, today: Date) -> Result<CardTerms, Vec<Problem>> {
        let mut reader = Reader::default();
        let base_rate = reader.percent("baseRate", self.base_rate.as_deref());
        let ceiling = reader.money("ceiling", self.ceiling.as_deref());
        let additional = reader.percent("additionalRate", self.additional_rate.as_deref());
        let valid_from = reader.date("validFrom", self.valid_from.as_deref());
        let share = Rate::ZERO..=Rate::ONE;
        for (field, rate) in [("baseRate", base_rate), ("additionalRate", additional)] {
            reader.refuse_out_of_range(rate.is_some_and(|rate| !share.contains(&rate)), field, 0, 100);
        }
        let is_wage = |ceiling: Money| (Money::ZERO..=HIGHEST_CEILING).contains(&ceiling);
        reader.refuse_out_of_range(!ceiling.is_none_or(is_wage), "ceiling", 0, HIGHEST_CEILING.plain());
        // Cards are for one year, and come a few weeks before it begins at the earliest.
        let year = today.year();
        let is_near = |day: Date| (year - 1..=year + 1).contains(&day.year());
        let (first, last) = (format!("01.01.{}", year - 1), format!("31.12.{}", year + 1));
        reader.refuse_out_of_range(!valid_from.is_none_or(is_near), "validFrom", first, last);
        // A ceiling and the rate above it go together.
        let (ceiling_needed, rate_needed) = (additional.is_some(), ceiling.is_some());
        for (field, text, needed) in [
            ("baseRate", self.base_rate.as_deref(), true),
            ("validFrom", self.valid_from.as_deref(), true),
            ("ceiling", self.ceiling.as_deref(), ceiling_needed),
            ("additionalRate", self.additional_rate.as_deref(), rate_needed),
        ] {
            reader.refuse_if(needed && given(text).is_none(), field, ErrorKey::Required);
        }
        let above = ceiling.zip(additional).map(|(ceiling, rate)| AboveCeiling { ceiling, rate });
        let card = base_rate.zip(valid_from);
        reader.finish(card.map(|(base_rate, valid_from)| CardTerms { base_rate, above, valid_from }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TODAY: Date = date(2026, 11, 16);

    fn faults(form: TaxCardBody) -> Vec<(String, ErrorKey)> {
        let problems = form.read(TODAY).unwrap_err();
        problems.into_iter().map(|problem| (problem.field, problem.key)).collect()
    }

    fn card() -> TaxCardBody {
        TaxCardBody {
            base_rate: Some("21,5".into()),
            ceiling: Some("32 000".into()),
            additional_rate: Some("38".into()),
            valid_from: Some("01.02.2026".into()),
        }
    }

    #[test]
    fn a_card_is_read_with_all_its_fields() {
        let terms = card().read(TODAY).unwrap();
        assert_eq!(terms.base_rate, Rate::from_millionths(215_000));
        let above = AboveCeiling { ceiling: Money::euros(32_000), rate: Rate::from_millionths(380_000) };
        assert_eq!(terms.above, Some(above));
        assert_eq!(terms.valid_from, date(2026, 2, 1));
        let paid = Money::euros(31_000);
        assert!(matches!(terms.basis(paid), TaxBasis::Card(card) if card.paid_this_year == paid));
        let flat = TaxCardBody { ceiling: None, additional_rate: None, ..card() }.read(TODAY).unwrap();
        assert_eq!(flat.basis(paid), TaxBasis::Percent(flat.base_rate));
    }

    #[test]
    fn every_fault_is_reported_at_once() {
        let required = |field: &str| (field.to_owned(), ErrorKey::Required);
        assert_eq!(faults(TaxCardBody::default()), [required("baseRate"), required("validFrom")]);
        assert_eq!(faults(TaxCardBody { additional_rate: None, ..card() }), [required("additionalRate")]);
        assert_eq!(faults(TaxCardBody { ceiling: None, ..card() }), [required("ceiling")]);
        let wild = TaxCardBody {
            base_rate: Some("121".into()),
            ceiling: Some("-1".into()),
            additional_rate: Some("x".into()),
            valid_from: Some("01.02.2019".into()),
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
