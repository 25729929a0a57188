//! What the law says of paying a salary out.

use liksa_money::{Money, Rate};
use serde::Deserialize;

use crate::read::{euros, percent};

/// Holiday compensation on top of the wage.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HolidayCompensation {
    #[serde(deserialize_with = "percent")]
    pub under_a_year: Rate,
    /// When the employment has lasted a year or more.
    #[serde(deserialize_with = "percent")]
    pub from_a_year: Rate,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Withholding {
    #[serde(deserialize_with = "percent")]
    pub without_card: Rate,
    /// No tax card carries more than this.
    #[serde(deserialize_with = "percent")]
    pub highest: Rate,
}

/// The protected portion that distraint has to leave, for each day of the pay period.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Distraint {
    #[serde(deserialize_with = "euros")]
    pub debtor_per_day: Money,
    #[serde(deserialize_with = "euros")]
    pub dependant_per_day: Money,
}
