//! A per cent that may change in the middle of a year.

use jiff::civil::Date;
use liksa_money::Rate;
use serde::de::{Deserialize, Deserializer, Error};

use crate::read::percent;

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
