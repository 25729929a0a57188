//! Reading figures from the data files. They are written as texts: a TOML float would already have lost the exact
//! value.

use std::borrow::Cow;

use jiff::civil::Date;
use liksa_money::{Money, Rate};
use serde::de::{Deserialize, Deserializer, Error};

pub(crate) fn percent<'de, D: Deserializer<'de>>(source: D) -> Result<Rate, D::Error> {
    let text = Cow::<'de, str>::deserialize(source)?;
    Rate::from_percent_str(&text).map_err(D::Error::custom)
}

pub(crate) fn optional_percent<'de, D: Deserializer<'de>>(source: D) -> Result<Option<Rate>, D::Error> {
    percent(source).map(Some)
}

pub(crate) fn euros<'de, D: Deserializer<'de>>(source: D) -> Result<Money, D::Error> {
    let text = Cow::<'de, str>::deserialize(source)?;
    text.parse().map_err(D::Error::custom)
}

pub(crate) fn optional_euros<'de, D: Deserializer<'de>>(source: D) -> Result<Option<Money>, D::Error> {
    euros(source).map(Some)
}

/// One per cent for the whole year, or several, each from its own day on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DatedPercent {
    from_the_first_day: Rate,
    /// In the order of their days.
    changes: Vec<(Date, Rate)>,
}

impl DatedPercent {
    pub(crate) fn on(&self, date: Date) -> Rate {
        let begun = self.changes.iter().rev().find(|(from, _)| *from <= date);
        begun.map_or(self.from_the_first_day, |(_, rate)| *rate)
    }
}

#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Written {
    AllYear(#[serde(deserialize_with = "percent")] Rate),
    Steps(Vec<Step>),
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    from: String,
    #[serde(deserialize_with = "percent")]
    value: Rate,
}

impl<'de> Deserialize<'de> for DatedPercent {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        let steps = match Written::deserialize(source)? {
            Written::AllYear(rate) => return Ok(Self { from_the_first_day: rate, changes: Vec::new() }),
            Written::Steps(steps) => steps,
        };
        let mut changes = Vec::with_capacity(steps.len());
        for step in steps {
            let from: Date = step.from.parse().map_err(D::Error::custom)?;
            changes.push((from, step.value));
        }
        match changes.first() {
            Some((first, rate))
                if first.day_of_year() == 1 && changes.is_sorted_by_key(|(from, _)| *from) =>
            {
                Ok(Self { from_the_first_day: *rate, changes })
            }
            _ => Err(D::Error::custom("steps begin on the first day of the year and follow in order")),
        }
    }
}
