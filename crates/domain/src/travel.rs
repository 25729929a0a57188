//! Trips: how long they were, what they entitle to, and whether a claim is right.

mod clashes;
mod days;
mod proposal;

pub(crate) use self::clashes::clashes_within;
pub use self::clashes::{ClaimedTrip, Occasion, clashes_with, days_of_trips};
pub use self::days::{Abroad, AtHome, DayKind, Dealt, MOST_DAYS, TravelDay, days_of};
pub use self::proposal::{
    ClaimedLine, Proposal, ProposedDay, ProposedDayKind, ProposedDayReason, claimed, proposal,
};

use jiff::{SignedDuration, ToSpan};
use liksa_money::Quantity;
use liksa_rates::{StatutoryFigures, Vehicle};

use self::days::{ABROAD_FROM, Misfit, deal, deal_told, foreign_rates};
use crate::bill::{Extras, Journey, Row, Trailer, WorkShift};
use crate::dates::format_date;
use crate::finnish_time::elapsed;
use crate::problem::{ErrorKey, Problem, Problems};

/// Kilometres there and back below which no daily allowance is paid: fifteen each way. The kilometres of a row are those
/// of the whole way, also of a round trip.
pub const FEWEST_KILOMETERS_FOR_DAYS: Quantity = Quantity::whole(30);

/// A trip into the next day that takes longer has a night in it.
const LONGEST_WITHOUT_NIGHT: SignedDuration = SignedDuration::from_hours(16);
const FIRST_MEAL_AFTER: SignedDuration = SignedDuration::from_hours(6);
const NEXT_MEAL_AFTER: SignedDuration = SignedDuration::from_hours(5);

/// How many meals so much work gives: one after six hours, another after each further five.
pub fn meals_for_work(length: SignedDuration) -> i64 {
    if length <= FIRST_MEAL_AFTER {
        return 0;
    }
    // A meal comes after the hours are full: at eleven hours sharp there is still one.
    let beyond = length.as_secs() - FIRST_MEAL_AFTER.as_secs();
    1 + (beyond - 1) / NEXT_MEAL_AFTER.as_secs()
}

impl Journey {
    /// From leaving to coming back, once all four fields are there.
    pub fn length(&self) -> Option<SignedDuration> {
        Some(elapsed(self.departure.known()?, self.homecoming.known()?))
    }

    /// Its days, once all four fields are there.
    pub fn days(&self) -> Vec<TravelDay> {
        let times = self.departure.known().zip(self.homecoming.known());
        times.map_or_else(Vec::new, |(departure, homecoming)| days_of(departure, homecoming))
    }

    /// Which of its days ended abroad, where it was said of a trip abroad.
    fn told_abroad(&self) -> Option<&[u16]> {
        self.days_abroad.as_deref().filter(|_| self.abroad)
    }

    /// The work that meals are counted by: its own length, or that of the whole trip where it is not given. Of a trip
    /// with a night only its worker knows how long the work was.
    fn work_length(&self) -> Option<SignedDuration> {
        let given = SignedDuration::from_mins(self.work_minutes.into());
        if given.is_zero() { self.length().filter(|length| !self.has_night(*length)) } else { Some(given) }
    }

    fn has_night(&self, length: SignedDuration) -> bool {
        let next_day = self.departure.date.map(|departed| departed.saturating_add(1.day()).at(0, 0, 0, 0));
        let into_next_day = self.homecoming.known() > next_day;
        self.overnight || (into_next_day && length > LONGEST_WITHOUT_NIGHT)
    }
}

/// Hours worked, to two decimals, or what is wrong with the times.
pub fn work_hours(shift: &WorkShift) -> Result<Quantity, Vec<Problem>> {
    let mut problems = Problems::default();
    problems.add_if(shift.start.date.is_none(), "workShiftStarted", ErrorKey::Required);
    problems.add_if(shift.start.time.is_none(), "workShiftStartedTime", ErrorKey::Required);
    problems.add_if(shift.end.date.is_none(), "workShiftEnded", ErrorKey::Required);
    problems.add_if(shift.end.time.is_none(), "workShiftEndedTime", ErrorKey::Required);
    let (Some(start), Some(end)) = (shift.start.known(), shift.end.known()) else {
        return Err(problems.into_vec());
    };
    let minutes = elapsed(start, end).as_mins();
    if minutes < 0 {
        problems.add("workShiftEnded", ErrorKey::ReturnBeforeDeparture);
        return Err(problems.into_vec());
    }
    let hundredths = (minutes * 100 + 30) / 60;
    Ok(Quantity::from_parts(hundredths * (Quantity::ONE.parts() / 100)))
}

/// The days of the trip of a row with what each is paid as; None while the claims are not those of the trip.
pub fn dealt(law: &StatutoryFigures, row: &Row) -> Option<Dealt> {
    match deal_row(law, row) {
        // Bills that were sent before a country was asked for are paid as they were then.
        Err(Misfit::AboveTable(_)) if row.journey.country.is_none() => {
            deal(&row.journey.days(), row.journey.told_abroad(), row.allowances, &[]).ok()
        }
        found => found.ok(),
    }
}

/// The days of the trip of a row with what each is paid as, or taken back as by a credit note; None while the claims are
/// not those of the trip.
pub fn paid_days(law: &StatutoryFigures, row: &Row) -> Option<Vec<(TravelDay, DayKind)>> {
    let (journey, claimed) = (&row.journey, row.allowances);
    let Some(at_home) = &journey.days_at_home else { return dealt(law, row).map(|dealt| dealt.days) };
    let mut days = deal_told(&journey.days(), at_home, claimed.full_days);
    let abroad = dealt(law, row).filter(|_| claimed.foreign.is_positive());
    let abroad = abroad.map_or_else(Vec::new, |dealt| dealt.days);
    for ((_, kind), (_, abroad)) in days.iter_mut().zip(abroad) {
        if *kind == DayKind::Nothing && matches!(abroad, DayKind::Foreign | DayKind::ForeignHalf) {
            *kind = abroad;
        }
    }
    Some(days)
}

fn deal_row(law: &StatutoryFigures, row: &Row) -> Result<Dealt, Misfit> {
    let (journey, days) = (&row.journey, row.journey.days());
    deal(&days, journey.told_abroad(), row.allowances, &foreign_rates(law, journey, &days))
}

/// Whether a foreign allowance is claimed which could not be compared with the table of its country.
pub fn is_without_table(law: &StatutoryFigures, row: &Row) -> bool {
    let compared = || row.journey.country.is_some() && has_table(law, row);
    row.allowances.foreign.is_positive() && !compared()
}

/// Whether the tables say how much the days abroad give.
fn has_table(law: &StatutoryFigures, row: &Row) -> bool {
    dealt(law, row).is_some_and(|dealt| dealt.most_abroad.is_some())
}

/// Problems of the trip of a row and of what is claimed for it.
pub fn problems(law: &StatutoryFigures, row: &Row) -> Vec<Problem> {
    let mut problems = Problems::default();
    problems.add_negative(row.journey.kilometers.is_negative(), "kilometers");
    problems.add_negative(row.allowances.foreign.is_negative(), "foreignAllowance");
    if row.claims_travel() {
        way_problems(&row.journey, &mut problems);
        time_problems(row, &mut problems);
        allowance_problems(law, row, &mut problems);
    }
    problems.into_vec()
}

/// Kilometres are paid for a way that can be followed.
fn way_problems(journey: &Journey, problems: &mut Problems) {
    if journey.kilometers.is_zero() {
        return;
    }
    let missing = |text: &str| text.trim().is_empty();
    let no_plate = journey.vehicle == Vehicle::Car && missing(&journey.register_number);
    problems.add_if(no_plate, "vehicleRegisterNumber", ErrorKey::VehicleRegisterNumberMissing);
    problems.add_if(missing(&journey.address_start), "addressStart", ErrorKey::AddressStartMissing);
    problems.add_if(missing(&journey.address_stop), "addressStop", ErrorKey::AddressStopMissing);
    extras_problems(journey, problems);
}

/// Only the allowance of a car is raised.
fn extras_problems(journey: &Journey, problems: &mut Problems) {
    let Extras { trailer, passengers } = journey.extras;
    let is_car = journey.vehicle == Vehicle::Car;
    problems.add_if(!is_car && trailer != Trailer::None, "trailer", ErrorKey::ExtrasOnlyWithCar);
    problems.add_if(!is_car && passengers > 0, "passengers", ErrorKey::ExtrasOnlyWithCar);
}

fn time_problems(row: &Row, problems: &mut Problems) {
    let journey = &row.journey;
    problems.add_if(journey.departure.date.is_none(), "startdate", ErrorKey::Required);
    problems.add_if(journey.departure.time.is_none(), "time", ErrorKey::Required);
    problems.add_if(journey.homecoming.date.is_none(), "returndate", ErrorKey::Required);
    problems.add_if(journey.homecoming.time.is_none(), "returntime", ErrorKey::Required);
    let other_month = row
        .date
        .zip(journey.departure.date)
        .is_some_and(|(row, departure)| (row.year(), row.month()) != (departure.year(), departure.month()));
    problems.add_if(other_month, "startdate", ErrorKey::TripInAnotherMonth);
    length_problems(journey, problems);
}

/// What is wrong with the times that are known.
fn length_problems(journey: &Journey, problems: &mut Problems) {
    let backwards = journey.length().is_some_and(|length| length.is_negative());
    problems.add_if(backwards, "returndate", ErrorKey::ReturnBeforeDeparture);
    let latest = journey.departure.known().map(|departure| departure.saturating_add(MOST_DAYS.days()));
    if let Some(latest) = latest.filter(|latest| journey.homecoming.known().is_some_and(|end| end > *latest))
    {
        problems.push(Problem::new("returndate", ErrorKey::OutOfRange).at_most(format_date(latest.date())));
    }
    let work = SignedDuration::from_mins(journey.work_minutes.into());
    let too_long = journey.length().is_some_and(|length| !length.is_negative() && work > length);
    problems.add_if(too_long, "workTimeInMinutes", ErrorKey::WorkLongerThanTrip);
}

fn allowance_problems(law: &StatutoryFigures, row: &Row, problems: &mut Problems) {
    let (journey, claimed) = (&row.journey, row.allowances);
    let foreign = claimed.foreign.is_positive();
    let domestic_days = claimed.full_days > 0 || claimed.partial_days > 0;

    let too_near = domestic_days && journey.kilometers < FEWEST_KILOMETERS_FOR_DAYS;
    problems.add_if(too_near, "kilometers", ErrorKey::TooFewKilometers);
    let meal_and_days = claimed.meals > 0 && (domestic_days || foreign);
    problems.add_if(meal_and_days, "lunchcompensation", ErrorKey::MealWithOtherAllowance);
    if foreign {
        country_problems(law, row, problems);
    }
    if let Some(length) = journey.length().filter(|length| !length.is_negative()) {
        day_problems(law, row, length, problems);
    }
    if claimed.meals > 0 {
        match journey.work_length() {
            None if journey.length().is_some() => problems.add("workTimeInMinutes", ErrorKey::Required),
            None => problems.add("lunchcompensation", ErrorKey::TravelTimeMissing),
            Some(length) if i64::from(claimed.meals) > meals_for_work(length) => {
                problems.add("lunchcompensation", ErrorKey::WorkTooShortForMeals);
            }
            Some(_) => {}
        }
    }
}

/// A foreign allowance is that of a country. One that the table of the year lacks is claimed with its source. Without a
/// country no more can be claimed than the table gives everywhere.
fn country_problems(law: &StatutoryFigures, row: &Row, problems: &mut Problems) {
    let journey = &row.journey;
    problems.add_if(!journey.abroad, "foreignAllowance", ErrorKey::NotAbroad);
    let Some(country) = &journey.country else {
        let is_known = match deal_row(law, row) {
            Ok(dealt) => dealt.most_abroad.is_some(),
            Err(Misfit::AboveTable(_)) => false,
            // What else is wrong is said of the days.
            Err(Misfit::TooMany | Misfit::NoDayAbroad) => true,
        };
        problems.add_if(journey.abroad && !is_known, "foreignCountry", ErrorKey::Required);
        return;
    };
    let table = journey.departure.date.or(row.date).and_then(|day| law.for_date(day).ok());
    let is_in_table = table.is_some_and(|rates| rates.foreign_per_diem.of(country.as_str()).is_some());
    let is_none = country.is_home() || !(is_in_table || country.is_country());
    problems.add_if(is_none, "foreignCountry", ErrorKey::InvalidChoice);
    let is_decided = deal_row(law, row).ok().is_none_or(|dealt| dealt.most_abroad.is_some());
    let without_source = !is_none && !is_decided && journey.foreign_source.trim().is_empty();
    problems.add_if(without_source, "foreignSource", ErrorKey::Required);
}

/// Every day of travel has one allowance at most, of a kind that its hours give.
fn day_problems(law: &StatutoryFigures, row: &Row, length: SignedDuration, problems: &mut Problems) {
    let (days, claimed) = (row.journey.days(), row.allowances);
    let most = |least: AtHome| days.iter().filter(|day| day.at_home >= least).count();
    let full = usize::from(claimed.full_days) > most(AtHome::Full);
    let partial = usize::from(claimed.partial_days) > most(AtHome::Partial);
    let abroad = claimed.foreign.is_positive() && length < ABROAD_FROM;
    problems.add_if(full, "fulldaycompensation", ErrorKey::TripTooShort);
    problems.add_if(partial, "partialdaycompensation", ErrorKey::TripTooShort);
    problems.add_if(abroad, "foreignAllowance", ErrorKey::TripTooShort);
    if full || partial || abroad {
        return;
    }
    match deal_row(law, row) {
        Ok(_) => {}
        Err(Misfit::TooMany) => problems.add("partialdaycompensation", ErrorKey::SeveralDailyAllowances),
        Err(Misfit::NoDayAbroad) => problems.add("foreignAllowance", ErrorKey::SeveralDailyAllowances),
        // Without a country, that is what is missing.
        Err(Misfit::AboveTable(_)) if row.journey.country.is_none() => {}
        Err(Misfit::AboveTable(most)) => {
            problems
                .push(Problem::new("foreignAllowance", ErrorKey::ForeignAboveTable).at_most(most.plain()));
        }
    }
}

#[cfg(test)]
mod random_trips;
#[cfg(test)]
mod tests;
