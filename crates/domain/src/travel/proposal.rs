//! What a trip entitles to, proposed while its worker fills it in, with the reason of every day.

use jiff::civil::{Date, DateTime};
use liksa_money::{Money, Quantity, Rate};
use liksa_rates::{RatesError, StatutoryFigures};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use super::days::{ABROAD_FROM, half};
use super::{
    Abroad, AtHome, FEWEST_KILOMETERS_FOR_DAYS, TravelDay, extras_problems, length_problems, meals_for_work,
};
use crate::bill::{Allowances, Journey, Row};
use crate::dates::{format_date, format_time};
use crate::named::named;
use crate::problem::{ErrorKey, Problem, Problems};
use crate::salary::{ClaimKind, ClaimLine, Reimbursements, SalaryError, claims, per_km};

named! {
    ProposedDayKind {
        None = "NONE",
        Partial = "PARTIAL",
        Full = "FULL",
        Foreign = "FOREIGN",
        /// Half of the allowance of a country.
        ForeignHalf = "FOREIGN_HALF",
    }
}

named! {
    /// Why a day is proposed as what it is.
    ProposedDayReason {
        Over10Hours = "OVER_10_H",
        Over6Hours = "OVER_6_H",
        LastDayOver6Hours = "LAST_DAY_OVER_6_H",
        LastDayFrom2Hours = "LAST_DAY_FROM_2_H",
        WholeDay = "WHOLE_DAY",
        TooShort = "TOO_SHORT",
        /// Less than fifteen kilometres away.
        TooNear = "TOO_NEAR",
    }
}

/// One day of travel, 24 hours from departure, and what it gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProposedDay {
    /// DD.MM.YYYY HH:MM
    #[serde(serialize_with = "finnish")]
    #[schema(value_type = String)]
    pub from: DateTime,
    /// DD.MM.YYYY HH:MM
    #[serde(serialize_with = "finnish")]
    #[schema(value_type = String)]
    pub until: DateTime,
    pub kind: ProposedDayKind,
    /// Zero of a country that the table of the year does not have.
    pub amount: Money,
    pub reason: ProposedDayReason,
}

/// The meals that the work gives where no daily allowance is claimed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProposedMeals {
    pub most: u16,
    pub amount: Money,
}

/// What is claimed of one kind at one rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct ClaimedLine {
    pub kind: ClaimKind,
    /// Null of a foreign daily allowance, which is claimed as a sum.
    #[schema(required)]
    pub count: Option<Quantity>,
    #[schema(required)]
    pub rate: Option<Money>,
    pub amount: Money,
}

/// What the claims of a trip come to: kilometres and meals by the figures of the departure, each day by its own.
pub fn claimed(law: &StatutoryFigures, journey: &Journey, allowances: Allowances) -> Vec<ClaimedLine> {
    let Some(day) = journey.departure.date else { return vec![] };
    let row = Row { journey: journey.clone(), allowances, ..Row::empty(day, Rate::ZERO) };
    // What cannot be paid yet is among the problems of the proposal.
    let lines = claims(law, &row, day).unwrap_or_default().into_iter();
    let line = |line: ClaimLine| {
        let (count, rate) = line.counted.unzip();
        ClaimedLine { kind: line.kind, count, rate, amount: line.amount }
    };
    lines.map(line).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProposedKilometers {
    /// Of one kilometre, with trailer and passengers.
    pub rate: Money,
    pub amount: Money,
}

/// What may be claimed for a trip at most.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Proposal {
    /// The length of the trip; null until all its times are known.
    #[schema(required)]
    pub minutes: Option<i64>,
    #[schema(required)]
    pub days: Vec<ProposedDay>,
    pub fulldaycompensation: u16,
    pub partialdaycompensation: u16,
    pub foreign_allowance: Money,
    /// Only where no day has a daily allowance.
    pub lunchcompensation: u16,
    pub meals: ProposedMeals,
    /// Null where there are none, or their rate is not known.
    #[schema(required)]
    pub kilometers: Option<ProposedKilometers>,
    /// Of all that is proposed.
    pub total: Money,
    /// The year of the departure.
    #[schema(required)]
    pub table_year: Option<i16>,
    /// Whether the tables of all days abroad have the country; null where none is given, or no day is abroad.
    #[schema(required)]
    pub country_in_table: Option<bool>,
    #[schema(required)]
    pub problems: Vec<Problem>,
}

/// What is proposed for a trip that may not be complete yet. Of a trip abroad all days end abroad, if it is not said which:
/// what is left over after the last whole day counts by the country of that day.
pub fn proposal(law: &StatutoryFigures, journey: &Journey) -> Proposal {
    let mut problems = Problems::default();
    extras_problems(journey, &mut problems);
    length_problems(journey, &mut problems);
    let at_home = journey.country.as_ref().is_some_and(|country| country.is_home());
    problems.add_if(at_home, "foreignCountry", ErrorKey::InvalidChoice);
    problems.add_negative(journey.kilometers.is_negative(), "kilometers");
    let mut proposed = Proposed { law, journey, problems };
    let kilometers = proposed.kilometers();
    let days = proposed.days(at_home);
    let country_in_table = country_in_table(law, journey, &days);
    let count = |kind| u16::try_from(days.iter().filter(|day| day.kind == kind).count()).unwrap_or(u16::MAX);
    let is_foreign =
        |day: &&ProposedDay| matches!(day.kind, ProposedDayKind::Foreign | ProposedDayKind::ForeignHalf);
    let abroad = days.iter().any(|day| is_foreign(&day));
    let foreign = days.iter().filter(is_foreign).map(|day| day.amount);
    let foreign = Money::sum(foreign).ok().filter(|_| country_in_table == Some(true)).unwrap_or_default();
    let (full, partial) = (count(ProposedDayKind::Full), count(ProposedDayKind::Partial));
    let meals = proposed.meals();
    let lunch = if full + partial > 0 || abroad { 0 } else { meals.most };
    let claimed = Allowances { full_days: full, partial_days: partial, meals: lunch, foreign };
    let abroad = days.iter().zip(0..).filter(|(day, _)| is_foreign(day)).map(|(_, place)| place).collect();
    Proposal {
        minutes: journey.length().filter(|length| !length.is_negative()).map(|length| length.as_mins()),
        fulldaycompensation: full,
        partialdaycompensation: partial,
        foreign_allowance: foreign,
        lunchcompensation: lunch,
        meals,
        kilometers,
        total: total(law, journey, claimed, kilometers.is_some(), abroad),
        table_year: journey.departure.date.map(Date::year),
        country_in_table,
        days,
        problems: proposed.problems.into_vec(),
    }
}

/// What a row that claims all this is paid.
fn total(
    law: &StatutoryFigures,
    journey: &Journey,
    allowances: Allowances,
    kilometers: bool,
    abroad: Vec<u16>,
) -> Money {
    let Some(day) = journey.departure.date else { return Money::ZERO };
    let mut row = Row { journey: journey.clone(), allowances, ..Row::empty(day, Rate::ZERO) };
    row.journey.days_abroad = Some(abroad);
    if !kilometers {
        row.journey.kilometers = Quantity::ZERO;
    }
    let paid = Reimbursements::for_row(law, &row, day).ok();
    paid.and_then(|paid| paid.total().ok()).unwrap_or_default()
}

struct Proposed<'a> {
    law: &'a StatutoryFigures,
    journey: &'a Journey,
    problems: Problems,
}

impl Proposed<'_> {
    /// By the figures of the day of departure.
    fn kilometers(&mut self) -> Option<ProposedKilometers> {
        let journey = self.journey;
        let day = journey.departure.date.filter(|_| journey.kilometers > Quantity::ZERO)?;
        let paid = || {
            let rate = per_km(&self.law.for_date(day)?.travel, journey.vehicle, journey.extras)?;
            let amount = rate.fraction(journey.kilometers.parts(), Quantity::ONE.parts())?;
            Ok::<_, SalaryError>(ProposedKilometers { rate, amount })
        };
        match paid() {
            Ok(paid) => Some(paid),
            Err(error) => {
                let field = if error.key() == ErrorKey::UnknownYear { "startdate" } else { "vehicle" };
                self.problems.push(error.at(field));
                None
            }
        }
    }

    fn days(&mut self, at_home: bool) -> Vec<ProposedDay> {
        let (journey, days) = (self.journey, self.journey.days());
        let long = journey.length().is_some_and(|length| length >= ABROAD_FROM);
        let told = journey.days_abroad.as_deref();
        let mut proposed: Vec<ProposedDay> = vec![];
        for (place, day) in days.iter().enumerate() {
            let ends_abroad = journey.abroad
                && !at_home
                && told.is_none_or(|days| days.iter().any(|one| usize::from(*one) == place));
            // What is left over after whole days is abroad only after a day abroad.
            let follows = place == 0
                || day.is_whole()
                || proposed.last().is_some_and(|before| before.kind == ProposedDayKind::Foreign);
            let abroad = if ends_abroad && long && follows { day.abroad } else { Abroad::Nothing };
            match self.day(day, abroad) {
                Ok(day) => proposed.push(day),
                Err(error) => {
                    // Nothing can be claimed for a trip into a year of which nothing is known.
                    let field = if place == 0 { "startdate" } else { "returndate" };
                    self.problems.push(SalaryError::from(error).at(field));
                    return vec![];
                }
            }
        }
        proposed
    }

    fn day(&self, day: &TravelDay, abroad: Abroad) -> Result<ProposedDay, RatesError> {
        let rates = self.law.for_date(day.date())?;
        let in_country = || rates.foreign_per_diem.of(self.journey.country.as_ref()?.as_str());
        let near = self.journey.kilometers < FEWEST_KILOMETERS_FOR_DAYS;
        let (kind, amount) = match (abroad, day.at_home) {
            (Abroad::Full, _) => (ProposedDayKind::Foreign, in_country().unwrap_or_default()),
            (Abroad::Half, _) => {
                (ProposedDayKind::ForeignHalf, in_country().and_then(half).unwrap_or_default())
            }
            (Abroad::Nothing, AtHome::Full) if !near => (ProposedDayKind::Full, rates.travel.full_day),
            (Abroad::Nothing, AtHome::Partial) if !near => {
                (ProposedDayKind::Partial, rates.travel.partial_day)
            }
            (Abroad::Nothing, _) => (ProposedDayKind::None, Money::ZERO),
        };
        let reason = self.reason(day, abroad, kind);
        Ok(ProposedDay { from: day.from, until: day.until, kind, amount, reason })
    }

    fn reason(&self, day: &TravelDay, abroad: Abroad, kind: ProposedDayKind) -> ProposedDayReason {
        let is_first = self.journey.departure.known() == Some(day.from);
        match (abroad, day.at_home) {
            (Abroad::Nothing, AtHome::Nothing) => ProposedDayReason::TooShort,
            (Abroad::Nothing, _) if kind == ProposedDayKind::None => ProposedDayReason::TooNear,
            _ if day.is_whole() => ProposedDayReason::WholeDay,
            (Abroad::Full, _) => ProposedDayReason::Over10Hours,
            (Abroad::Half, _) => ProposedDayReason::LastDayFrom2Hours,
            (Abroad::Nothing, AtHome::Full) if is_first => ProposedDayReason::Over10Hours,
            (Abroad::Nothing, AtHome::Full) => ProposedDayReason::LastDayOver6Hours,
            (Abroad::Nothing, _) if is_first => ProposedDayReason::Over6Hours,
            (Abroad::Nothing, _) => ProposedDayReason::LastDayFrom2Hours,
        }
    }

    fn meals(&self) -> ProposedMeals {
        let journey = self.journey;
        let inside = journey.work_length().zip(journey.length()).filter(|(work, trip)| work <= trip);
        // Of a trip that is longer than any, nothing is proposed.
        let days = !journey.days().is_empty();
        let most = inside.filter(|_| days).map_or(0, |(work, _)| meals_for_work(work));
        let most = u16::try_from(most).unwrap_or_default();
        let table = journey.departure.date.and_then(|day| self.law.for_date(day).ok());
        let amount = table.and_then(|rates| rates.travel.meal.times(most.into()).ok());
        amount.map_or_else(ProposedMeals::default, |amount| ProposedMeals { most, amount })
    }
}

fn country_in_table(law: &StatutoryFigures, journey: &Journey, days: &[ProposedDay]) -> Option<bool> {
    let country = journey.country.as_ref()?;
    let mut abroad = days
        .iter()
        .filter(|day| matches!(day.kind, ProposedDayKind::Foreign | ProposedDayKind::ForeignHalf))
        .peekable();
    abroad.peek()?;
    let has = |day: &ProposedDay| {
        law.for_date(day.from.date()).is_ok_and(|rates| rates.foreign_per_diem.of(country.as_str()).is_some())
    };
    Some(abroad.all(has))
}

/// DD.MM.YYYY HH:MM
fn finnish<S: Serializer>(moment: &DateTime, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{} {}", format_date(moment.date()), format_time(moment.time())))
}
