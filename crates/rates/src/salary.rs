//! Figures for salaries: contributions, holiday compensation, withheld tax and distraint.

use jiff::civil::Date;
use liksa_money::{Money, Rate};
use serde::Deserialize;

use crate::age::{Age, AgeLimits, PensionEnd};
use crate::figures::{DatedPercent, euros, percent};

/// The employee's pension (TyEL).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tyel {
    #[serde(deserialize_with = "percent")]
    employee: Rate,
    #[serde(deserialize_with = "percent")]
    employee_53_to_62: Rate,
    employer_average: DatedPercent,
    /// Wages of a calendar month below this are not insured.
    #[serde(deserialize_with = "euros")]
    pub earnings_floor: Money,
    age_from: i16,
}

impl Tyel {
    pub fn is_due(&self, end: PensionEnd, age: Age, payday: Date) -> bool {
        AgeLimits { from: self.age_from, end: end.for_age(age, payday) }.cover(age, payday)
    }

    /// The TyEL share that is withheld from a person of this age.
    pub fn employee(&self, age: Age, payday: Date) -> Rate {
        if AgeLimits::FROM_53_TO_62.cover(age, payday) { self.employee_53_to_62 } else { self.employee }
    }

    /// The employer's average share of the contribution.
    pub fn employer_average(&self, payday: Date) -> Rate {
        self.employer_average.on(payday)
    }
}

/// Which of the employer's two rates applies: the upper one is for payrolls of over two million euros.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum UnemploymentTier {
    #[default]
    Lower,
    Upper,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unemployment {
    #[serde(deserialize_with = "percent")]
    pub employee: Rate,
    #[serde(deserialize_with = "percent")]
    employer_lower: Rate,
    #[serde(deserialize_with = "percent")]
    employer_upper: Rate,
    age_from: i16,
    age_end: i16,
}

impl Unemployment {
    pub fn is_due(&self, age: Age, payday: Date) -> bool {
        AgeLimits { from: self.age_from, end: self.age_end }.cover(age, payday)
    }

    pub fn employer(&self, tier: UnemploymentTier) -> Rate {
        match tier {
            UnemploymentTier::Lower => self.employer_lower,
            UnemploymentTier::Upper => self.employer_upper,
        }
    }
}

/// The employer's health insurance contribution (`sotu` in the API).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HealthInsurance {
    #[serde(deserialize_with = "percent")]
    pub employer: Rate,
    age_from: i16,
    age_end: i16,
}

impl HealthInsurance {
    pub fn is_due(&self, age: Age, payday: Date) -> bool {
        AgeLimits { from: self.age_from, end: self.age_end }.cover(age, payday)
    }
}

/// The entrepreneur's pension (YEL).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Yel {
    #[serde(deserialize_with = "percent")]
    rate: Rate,
    #[serde(deserialize_with = "percent")]
    rate_53_to_62: Rate,
    /// Below this yearly income there is no duty to insure.
    #[serde(deserialize_with = "euros")]
    pub income_min: Money,
    #[serde(deserialize_with = "euros")]
    pub income_max: Money,
    age_from: i16,
}

impl Yel {
    pub fn is_due(&self, end: PensionEnd, age: Age, payday: Date) -> bool {
        AgeLimits { from: self.age_from, end: end.for_age(age, payday) }.cover(age, payday)
    }

    pub fn rate(&self, age: Age, payday: Date) -> Rate {
        if AgeLimits::FROM_53_TO_62.cover(age, payday) { self.rate_53_to_62 } else { self.rate }
    }
}

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
