//! Trips: how long they were, what they entitle to, and whether a claim is right.
//!
//! A day of travel is 24 hours from departure, whatever the calendar says. The first gives a partial
//! allowance after six hours and a full one after ten; what is left over after full days gives a partial one
//! from two hours and a full one after six.

mod clashes;

pub(crate) use self::clashes::clashes_within;
pub use self::clashes::{ClaimedTrip, Occasion, clashes_with, days_of_trips};

use jiff::SignedDuration;
use liksa_money::{Money, Quantity};
use liksa_rates::Vehicle;

use crate::bill::{Journey, Row, WorkShift};
use crate::problem::{ErrorKey, Problem, Problems};

/// Kilometres there and back below which no daily allowance is paid: fifteen each way.
pub const FEWEST_KILOMETERS_FOR_DAYS: Quantity = Quantity::whole(30);

const DAY: SignedDuration = SignedDuration::from_hours(24);
const PARTIAL_DAY_AFTER: SignedDuration = SignedDuration::from_hours(6);
const FULL_DAY_AFTER: SignedDuration = SignedDuration::from_hours(10);
const LAST_PARTIAL_DAY_FROM: SignedDuration = SignedDuration::from_hours(2);
const LAST_FULL_DAY_AFTER: SignedDuration = SignedDuration::from_hours(6);
const FOREIGN_DAY_FROM: SignedDuration = SignedDuration::from_hours(10);
const FIRST_MEAL_AFTER: SignedDuration = SignedDuration::from_hours(6);
const NEXT_MEAL_AFTER: SignedDuration = SignedDuration::from_hours(5);

/// The most days that a trip gives, if all are claimed as full or all as partial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entitlement {
    pub full_days: i64,
    pub partial_days: i64,
}

impl Entitlement {
    pub fn for_trip(length: SignedDuration) -> Self {
        let whole_days = length.as_hours() / DAY.as_hours();
        let rest = length.saturating_sub(SignedDuration::from_hours(whole_days * DAY.as_hours()));
        let (full, partial) = if whole_days == 0 {
            (rest > FULL_DAY_AFTER, rest > PARTIAL_DAY_AFTER)
        } else {
            (rest > LAST_FULL_DAY_AFTER, rest >= LAST_PARTIAL_DAY_FROM)
        };
        Self { full_days: whole_days + i64::from(full), partial_days: whole_days + i64::from(partial) }
    }
}

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
        Some(self.homecoming.known()?.duration_since(self.departure.known()?))
    }

    /// The work that meals are counted by: its own length, or that of the whole trip where it is not given.
    fn work_length(&self) -> Option<SignedDuration> {
        let given = SignedDuration::from_mins(self.work_minutes.into());
        if given.is_zero() { self.length() } else { Some(given) }
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
    if end < start {
        problems.add("workShiftEnded", ErrorKey::ReturnBeforeDeparture);
        return Err(problems.into_vec());
    }
    let minutes = end.duration_since(start).as_mins();
    let hundredths = (minutes * 100 + 30) / 60;
    Ok(Quantity::from_parts(hundredths * (Quantity::ONE.parts() / 100)))
}

/// Problems of the trip of a row and of what is claimed for it.
pub fn problems(row: &Row) -> Vec<Problem> {
    let mut problems = Problems::default();
    problems.add_negative(row.journey.kilometers.is_negative(), "kilometers");
    problems.add_negative(row.allowances.foreign.is_negative(), "foreignAllowance");
    if row.claims_travel() {
        way_problems(&row.journey, &mut problems);
        time_problems(row, &mut problems);
        allowance_problems(row, &mut problems);
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
}

fn time_problems(row: &Row, problems: &mut Problems) {
    let journey = &row.journey;
    problems.add_if(journey.departure.date.is_none(), "startdate", ErrorKey::Required);
    problems.add_if(journey.departure.time.is_none(), "time", ErrorKey::Required);
    problems.add_if(journey.homecoming.date.is_none(), "returndate", ErrorKey::Required);
    problems.add_if(journey.homecoming.time.is_none(), "returntime", ErrorKey::Required);
    let backwards = journey.length().is_some_and(|length| length.is_negative());
    problems.add_if(backwards, "returndate", ErrorKey::ReturnBeforeDeparture);
    let other_month = row
        .date
        .zip(journey.departure.date)
        .is_some_and(|(row, departure)| (row.year(), row.month()) != (departure.year(), departure.month()));
    problems.add_if(other_month, "startdate", ErrorKey::TripInAnotherMonth);
    let work = SignedDuration::from_mins(journey.work_minutes.into());
    let too_long = journey.length().is_some_and(|length| !length.is_negative() && work > length);
    problems.add_if(too_long, "workTimeInMinutes", ErrorKey::WorkLongerThanTrip);
}

fn allowance_problems(row: &Row, problems: &mut Problems) {
    let (journey, claimed) = (&row.journey, row.allowances);
    let foreign = claimed.foreign > Money::ZERO;
    let domestic_days = claimed.full_days > 0 || claimed.partial_days > 0;

    let too_near = domestic_days && journey.kilometers < FEWEST_KILOMETERS_FOR_DAYS;
    problems.add_if(too_near, "kilometers", ErrorKey::TooFewKilometers);
    let both_days = claimed.full_days > 0 && claimed.partial_days > 0;
    problems.add_if(both_days, "partialdaycompensation", ErrorKey::SeveralDailyAllowances);
    problems.add_if(foreign && domestic_days, "foreignAllowance", ErrorKey::SeveralDailyAllowances);
    problems.add_if(foreign && !journey.abroad, "foreignAllowance", ErrorKey::NotAbroad);
    let meal_and_days = claimed.meals > 0 && (domestic_days || foreign);
    problems.add_if(meal_and_days, "lunchcompensation", ErrorKey::MealWithOtherAllowance);

    if let Some(length) = journey.length().filter(|length| !length.is_negative()) {
        let entitled = Entitlement::for_trip(length);
        let too_many = |claimed: u16, entitled: i64| i64::from(claimed) > entitled;
        let full = too_many(claimed.full_days, entitled.full_days);
        problems.add_if(full, "fulldaycompensation", ErrorKey::TripTooShort);
        let partial = too_many(claimed.partial_days, entitled.partial_days);
        problems.add_if(partial, "partialdaycompensation", ErrorKey::TripTooShort);
        problems.add_if(foreign && length < FOREIGN_DAY_FROM, "foreignAllowance", ErrorKey::TripTooShort);
    }
    if claimed.meals > 0 {
        match journey.work_length() {
            None => problems.add("lunchcompensation", ErrorKey::TravelTimeMissing),
            Some(length) if i64::from(claimed.meals) > meals_for_work(length) => {
                problems.add("lunchcompensation", ErrorKey::WorkTooShortForMeals);
            }
            Some(_) => {}
        }
    }
}

#[cfg(test)]
mod tests;
