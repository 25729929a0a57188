//! Trips of one worker that exclude each other: nobody is on two trips at once, and a day has one daily allowance, or
//! meals, never both.
//!
//! Both hold over all rows of all bills of the worker. Drafts claim nothing yet: of two bills the one that is sent later
//! is refused and names the other. A bill that was credited claims nothing any more.

use std::collections::HashMap;

use jiff::civil::{Date, DateTime};
use liksa_money::{Money, MoneyError, Quantity};

use super::days::{DayKind, TravelDay, as_told, days_of, deal};
use crate::bill::{Allowances, BillState, Row};
use crate::ids::BillId;
use crate::problem::{ErrorKey, OtherBill, Problem};

/// What a row of a bill that is no draft any more claims for a trip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedTrip {
    pub bill: BillId,
    pub number: Option<i64>,
    pub state: BillState,
    /// A credit note takes back what it claims, of this bill.
    pub credit_of: Option<BillId>,
    pub departure: DateTime,
    pub homecoming: DateTime,
    pub kilometers: Quantity,
    pub allowances: Allowances,
    /// Which of its days ended abroad; None where nobody said it, or the trip is not abroad.
    pub days_abroad: Option<Vec<u16>>,
    /// Of a credit note: the days of travel whose allowances at home it takes back; None where that is not known.
    pub credited_days: Option<Vec<u16>>,
}

/// When trips are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occasion {
    /// The worker sends the bill: compared with all that was sent, less what credit notes on their way take back, so
    /// that a corrected bill can be sent together with the credit note of the wrong one.
    Sending,
    /// A clerk approves the bill: compared with what was approved, less what can no longer come back because its
    /// credit note has gone to the customer.
    Approval,
}

impl Occasion {
    pub(crate) fn counts(self, state: BillState) -> bool {
        use BillState::{Approved, Closed, Credited, Open, Paid, Pending, Taken};
        match state {
            Open | Credited => false,
            Pending | Taken => self == Self::Sending,
            Approved | Closed | Paid => true,
        }
    }

    pub(crate) fn credits(self, state: BillState) -> bool {
        match self {
            Self::Sending => state != BillState::Open,
            Self::Approval => state == BillState::Paid,
        }
    }
}

#[derive(Debug, Clone)]
struct Trip<'a> {
    departure: DateTime,
    homecoming: DateTime,
    claimed: Allowances,
    days_abroad: Option<&'a [u16]>,
    /// What credit notes have left of the claims.
    left: Allowances,
    /// The days whose allowances at home were taken back.
    credited_days: Vec<u16>,
}

struct ClaimedDays {
    daily: Vec<Date>,
    meals: Vec<Date>,
}

impl<'a> Trip<'a> {
    /// None where nothing is claimed, or the times are missing or wrong, which is a problem of the row itself.
    fn of(row: &'a Row) -> Option<Self> {
        let (departure, homecoming) = row.journey.departure.known().zip(row.journey.homecoming.known())?;
        let is_trip = row.claims_travel() && departure < homecoming;
        is_trip.then(|| Self {
            departure,
            homecoming,
            claimed: row.allowances,
            days_abroad: row.journey.told_abroad(),
            left: row.allowances,
            credited_days: vec![],
        })
    }

    fn overlaps(&self, other: &Trip<'_>) -> bool {
        self.departure < other.homecoming && other.departure < self.homecoming
    }

    /// Whether both claim a daily allowance for one day, or one of them that and the other a meal.
    fn shares_allowance_with(&self, other: &Trip<'_>) -> bool {
        let (claimed, of_other) = (self.claimed_days(), other.claimed_days());
        let share = |days: &[Date], others: &[Date]| days.iter().any(|day| others.contains(day));
        share(&claimed.daily, &of_other.daily)
            || share(&claimed.daily, &of_other.meals)
            || share(&claimed.meals, &of_other.daily)
    }

    /// The days that something is still claimed for, each named by the day of the calendar on which it begins.
    fn claimed_days(&self) -> ClaimedDays {
        let (left, days) = (self.left, days_of(self.departure, self.homecoming));
        let meals = days.iter().map(TravelDay::date).take(left.meals.into()).collect();
        let at_home = left.full_days > 0 || left.partial_days > 0;
        let abroad = left.foreign.is_positive();
        let daily = match self.kinds(&days) {
            Some(kinds) => {
                let is_claimed = |place: usize, kind: DayKind| match kind {
                    DayKind::Nothing => false,
                    DayKind::Full | DayKind::Partial => {
                        at_home && !self.credited_days.iter().any(|day| usize::from(*day) == place)
                    }
                    DayKind::Foreign | DayKind::ForeignHalf => abroad,
                };
                let claimed =
                    days.iter().zip(kinds).enumerate().filter(|(place, (_, kind))| is_claimed(*place, *kind));
                claimed.map(|(_, (day, _))| day.date()).collect()
            }
            None if at_home || abroad => {
                let may_be = |day: &&TravelDay| day.gives_anything() || !self.claimed.foreign.is_positive();
                days.iter().filter(may_be).map(TravelDay::date).collect()
            }
            None => vec![],
        };
        ClaimedDays { daily, meals }
    }

    /// What each day is claimed as; None where it was not said which days were abroad, or the claims are not those of
    /// the trip.
    fn kinds(&self, days: &[TravelDay]) -> Option<Vec<DayKind>> {
        if let Some(kinds) = self.days_abroad.and_then(|told| as_told(days, self.claimed, told)) {
            return Some(kinds);
        }
        if self.claimed.foreign.is_positive() {
            return None;
        }
        let dealt = deal(days, None, self.claimed, &[]).ok()?;
        Some(dealt.days.into_iter().map(|(_, kind)| kind).collect())
    }

    fn clash_with(&self, other: &Trip<'_>, overlap: ErrorKey) -> Option<ErrorKey> {
        if self.overlaps(other) {
            Some(overlap)
        } else if self.shares_allowance_with(other) {
            Some(ErrorKey::SeveralAllowancesOnDay)
        } else {
            None
        }
    }
}

fn field(place: usize) -> String {
    format!("billableitems[{place}].startdate")
}

/// The rows whose trips and allowances an earlier row of the same bill excludes.
pub(crate) fn clashes_within(rows: &[Row]) -> Vec<Problem> {
    let trips: Vec<Option<Trip>> = rows.iter().map(Trip::of).collect();
    let clash = |(place, trip): (usize, &Option<Trip>)| {
        let mut earlier = trips[..place].iter().flatten();
        let trip = trip.as_ref()?;
        let key = earlier.find_map(|earlier| trip.clash_with(earlier, ErrorKey::TripsOverlap))?;
        Some(Problem::new(field(place), key))
    };
    trips.iter().enumerate().filter_map(clash).collect()
}

/// The first and the last day of the trips of a bill. Only trips on these days can exclude one of them.
pub fn days_of_trips(rows: &[Row]) -> Option<(Date, Date)> {
    let trips = || rows.iter().filter_map(Trip::of);
    let first = trips().map(|trip| trip.departure.date()).min()?;
    Some((first, trips().map(|trip| trip.homecoming.date()).max()?))
}

/// The rows of a bill whose trips or allowances another bill of the worker excludes, each with one of those bills.
pub fn clashes_with(
    bill: BillId,
    rows: &[Row],
    claimed: &[ClaimedTrip],
    occasion: Occasion,
) -> Result<Vec<Problem>, MoneyError> {
    let mut standing = standing(bill, claimed, occasion)?;
    // The oldest first: bills have the order of their ids.
    standing.sort_by_key(|(claim, _)| claim.bill);
    let clash = |(place, row): (usize, &Row)| {
        let trip = Trip::of(row)?;
        let (other, key) = standing.iter().find_map(|(claim, other)| {
            trip.clash_with(other, ErrorKey::TripOnAnotherBill).map(|key| (claim, key))
        })?;
        let other = OtherBill { id: other.bill, number: other.number, day: other.departure.date() };
        Some(Problem { other: Some(other), ..Problem::new(field(place), key) })
    };
    Ok(rows.iter().enumerate().filter_map(clash).collect())
}

/// What credit notes take back of one trip.
#[derive(Clone, Default)]
struct Credited {
    kilometers: Quantity,
    allowances: Allowances,
    days: Vec<u16>,
}

/// The trips of other bills that count on the occasion, as far as no credit note takes them back.
fn standing<'a>(
    bill: BillId,
    claimed: &'a [ClaimedTrip],
    occasion: Occasion,
) -> Result<Vec<(&'a ClaimedTrip, Trip<'a>)>, MoneyError> {
    let mut credited: HashMap<(BillId, DateTime, DateTime), Credited> = HashMap::new();
    for note in claimed.iter().filter(|claim| occasion.credits(claim.state)) {
        let Some(of) = note.credit_of else { continue };
        let taken = credited.entry((of, note.departure, note.homecoming)).or_default();
        taken.kilometers = taken.kilometers.plus(note.kilometers)?;
        taken.allowances = taken.allowances.plus(note.allowances)?;
        taken.days.extend(note.credited_days.iter().flatten());
    }
    let mut standing = vec![];
    for claim in claimed {
        if claim.credit_of.is_some() || claim.bill == bill || !occasion.counts(claim.state) {
            continue;
        }
        let taken =
            credited.get(&(claim.bill, claim.departure, claim.homecoming)).cloned().unwrap_or_default();
        let left = claim.allowances.less(taken.allowances)?;
        let left = Allowances { foreign: left.foreign.max(Money::ZERO), ..left };
        if claim.kilometers > taken.kilometers || left.any() {
            let trip = Trip {
                departure: claim.departure,
                homecoming: claim.homecoming,
                claimed: claim.allowances,
                days_abroad: claim.days_abroad.as_deref(),
                left,
                credited_days: taken.days,
            };
            standing.push((claim, trip));
        }
    }
    Ok(standing)
}

#[cfg(test)]
mod tests;
