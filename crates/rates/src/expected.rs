//! Which figures a year has, and between which values each of them can be.

use liksa_finland::is_country;
use liksa_money::{Money, Rate};
use serde::Serialize;
use toml::Value;
use utoipa::ToSchema;

/// What a figure counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = FigureUnit)]
pub enum Unit {
    Percent,
    Euros,
    /// Of a person's age.
    Years,
    Days,
}

/// Whether a file may leave a figure out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Needed {
    Always,
    /// Some years that ship with the program lack it; a file that is added has it.
    InNewFiles,
    /// It is published during the year, or few need it. Using it while it is missing is an error.
    WhenKnown,
}

pub(crate) struct Expected<'a> {
    pub section: &'a str,
    pub key: &'a str,
    pub unit: Unit,
    /// In whole units; anything else is a slip of the keyboard.
    pub between: (i32, i32),
    pub needed: Needed,
    /// Whether it may change within the year.
    pub may_change: bool,
}

/// A value in its usual writing, and as the tables are read from.
pub(crate) struct ReadValue {
    pub plain: String,
    pub is_plausible: bool,
}

impl Expected<'_> {
    pub(crate) fn name(&self) -> String {
        format!("{}.{}", self.section, self.key)
    }

    /// None where it is no value of this kind. Euros and per cents are texts: a float would have lost the exact value.
    pub(crate) fn read(&self, value: &Value) -> Option<ReadValue> {
        let (low, high) = self.between;
        match (self.unit, value) {
            (Unit::Percent, Value::String(text)) => {
                let rate = Rate::from_percent_str(text).ok()?;
                let is_plausible = is_between(rate, self.between);
                Some(ReadValue { plain: rate.plain_percent(), is_plausible })
            }
            (Unit::Euros, Value::String(text)) => {
                let money: Money = text.parse().ok()?;
                let is_plausible = (Money::euros(low)..=Money::euros(high)).contains(&money);
                Some(ReadValue { plain: money.plain(), is_plausible })
            }
            (Unit::Years | Unit::Days, Value::Integer(number)) => {
                let is_plausible = (i64::from(low)..=i64::from(high)).contains(number);
                Some(ReadValue { plain: number.to_string(), is_plausible })
            }
            _ => None,
        }
    }
}

fn is_between(rate: Rate, (low, high): (i32, i32)) -> bool {
    let per_cents = |whole: i32| Rate::from_millionths(i64::from(whole) * 10_000);
    (per_cents(low)..=per_cents(high)).contains(&rate)
}

pub(crate) fn is_plausible_reference(rate: Rate) -> bool {
    is_between(rate, REFERENCE_BETWEEN)
}

const fn always<'a>(section: &'a str, key: &'a str, unit: Unit, between: (i32, i32)) -> Expected<'a> {
    Expected { section, key, unit, between, needed: Needed::Always, may_change: false }
}

const fn in_new_files<'a>(section: &'a str, key: &'a str, between: (i32, i32)) -> Expected<'a> {
    Expected { section, key, unit: Unit::Euros, between, needed: Needed::InNewFiles, may_change: false }
}

const fn changing<'a>(section: &'a str, key: &'a str, between: (i32, i32)) -> Expected<'a> {
    Expected { section, key, unit: Unit::Percent, between, needed: Needed::Always, may_change: true }
}

/// Of a reference rate, in per cent; the reference rate of the ECB was zero for years.
const REFERENCE_BETWEEN: (i32, i32) = (-2, 20);

const fn when_published(key: &str) -> Expected<'_> {
    Expected {
        section: "late_interest",
        key,
        unit: Unit::Percent,
        between: REFERENCE_BETWEEN,
        needed: Needed::WhenKnown,
        may_change: false,
    }
}

/// What a kilometre by car is raised by. Years of which it was not found lack it.
const fn addition(key: &str) -> Expected<'_> {
    Expected {
        section: "travel",
        key,
        unit: Unit::Euros,
        between: (0, 1),
        needed: Needed::WhenKnown,
        may_change: false,
    }
}

/// The section whose keys are places, which no list of ours names: a file has those that it knows.
pub(crate) const FOREIGN: &str = "foreign_per_diem";

/// The daily allowance of a territory; None where the key names none. Two letters of a country, or with a part of it after
/// a hyphen.
pub(crate) fn foreign(key: &str) -> Option<Expected<'_>> {
    let (country, part) = key.split_once('-').unwrap_or((key, "A"));
    let is_part = part.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    (is_country(country) && is_part && !part.is_empty()).then_some(Expected {
        section: FOREIGN,
        key,
        unit: Unit::Euros,
        between: (20, 250),
        needed: Needed::WhenKnown,
        may_change: false,
    })
}

pub(crate) const EXPECTED: &[Expected<'static>] = &[
    always("travel", "km_car", Unit::Euros, (0, 2)),
    in_new_files("travel", "km_motorboat_up_to_50_hp", (0, 5)),
    in_new_files("travel", "km_motorboat_over_50_hp", (0, 5)),
    in_new_files("travel", "km_snowmobile", (0, 5)),
    in_new_files("travel", "km_quad_bike", (0, 5)),
    in_new_files("travel", "km_motorcycle", (0, 2)),
    in_new_files("travel", "km_moped", (0, 2)),
    in_new_files("travel", "km_other", (0, 2)),
    addition("km_add_trailer"),
    addition("km_add_caravan"),
    addition("km_add_heavy_load"),
    addition("km_add_per_passenger"),
    always("travel", "full_day", Unit::Euros, (30, 120)),
    always("travel", "partial_day", Unit::Euros, (10, 60)),
    always("travel", "meal", Unit::Euros, (5, 40)),
    always("tyel", "employee", Unit::Percent, (4, 15)),
    always("tyel", "employee_53_to_62", Unit::Percent, (4, 15)),
    changing("tyel", "employer_average", (10, 30)),
    always("tyel", "earnings_floor", Unit::Euros, (40, 200)),
    always("tyel", "age_from", Unit::Years, (15, 25)),
    always("unemployment", "employee", Unit::Percent, (0, 5)),
    always("unemployment", "employer_lower", Unit::Percent, (0, 5)),
    always("unemployment", "employer_upper", Unit::Percent, (0, 8)),
    always("unemployment", "age_from", Unit::Years, (15, 25)),
    always("unemployment", "age_end", Unit::Years, (60, 75)),
    always("health_insurance", "employer", Unit::Percent, (0, 5)),
    always("health_insurance", "age_from", Unit::Years, (15, 25)),
    always("health_insurance", "age_end", Unit::Years, (60, 75)),
    always("yel", "rate", Unit::Percent, (15, 35)),
    always("yel", "rate_53_to_62", Unit::Percent, (15, 35)),
    always("yel", "income_min", Unit::Euros, (5_000, 20_000)),
    always("yel", "income_max", Unit::Euros, (100_000, 500_000)),
    always("yel", "age_from", Unit::Years, (15, 25)),
    always("pension_end", "born_to_1957", Unit::Years, (63, 75)),
    always("pension_end", "born_1958_to_1961", Unit::Years, (63, 75)),
    always("pension_end", "born_1962_on", Unit::Years, (63, 75)),
    always("holiday_compensation", "under_a_year", Unit::Percent, (5, 20)),
    always("holiday_compensation", "from_a_year", Unit::Percent, (5, 20)),
    changing("vat", "standard", (15, 35)),
    changing("vat", "reduced", (5, 25)),
    changing("vat", "low", (1, 20)),
    always("withholding", "without_card", Unit::Percent, (40, 80)),
    always("withholding", "highest", Unit::Percent, (40, 80)),
    always("distraint", "debtor_per_day", Unit::Euros, (15, 100)),
    always("distraint", "dependant_per_day", Unit::Euros, (4, 50)),
    when_published("reference_first_half"),
    when_published("reference_second_half"),
    always("late_interest", "margin", Unit::Percent, (1, 15)),
    always("late_interest", "margin_between_businesses", Unit::Percent, (1, 15)),
    always("reminder", "fee_consumer", Unit::Euros, (1, 30)),
    in_new_files("reminder", "fee_business", (1, 60)),
    always("reminder", "days_after_due", Unit::Days, (7, 60)),
];
