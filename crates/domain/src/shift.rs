//! Shifts: the times of work that a planning program sent or a worker added, with the trip and the allowances that the
//! worker claims for them. They become rows of a bill.

mod body;
mod planned;
mod rows;
mod uses;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use liksa_money::Quantity;

pub use self::body::ShiftBody;
pub use self::planned::{PlannedShift, PlannedShiftBody};
pub use self::rows::{Usual, rows_of};
pub use self::uses::{PlannedTimes, ShiftUse, planning_remarks, shift_clashes, shifts_of, standing_use};

use crate::bill::{Allowances, Journey, Moment, WorkShift};
use crate::dates::{parse_date, parse_time};
use crate::named::named;

named! {
    /// What the worker may claim for the shift.
    Entitlement {
        Lunch = "LUNCH_ALLOWANCE",
        Kilometers = "KILOMETER_ALLOWANCE",
        FullDay = "FULL_DAY_ALLOWANCE",
        PartialDay = "PARTIAL_DAY_ALLOWANCE",
        Foreign = "FOREIGN_ALLOWANCE",
    }
}

named! {
    /// Who says when and where the work is.
    ShiftOrigin {
        Planning = "PLANNING",
        /// The worker.
        Own = "OWN",
    }
}

/// When and where the work is, and what may be claimed for it. Of a shift from planning only planning changes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// In Finnish time.
    pub starts: DateTime,
    pub ends: DateTime,
    pub department_key: String,
    pub department_name: String,
    /// Sorted, without repeats.
    pub entitled: Vec<Entitlement>,
}

/// A shift of a worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shift {
    /// The planning program's own id, or one of ours for a shift that its worker added.
    pub id: String,
    pub origin: ShiftOrigin,
    pub plan: Plan,
    pub journey: Journey,
    /// None until the worker has chosen: then whatever the shift allows is proposed.
    pub claims: Option<Allowances>,
}

/// Ids of shifts that workers add begin so; planning may not use them.
const OWN_ID: &str = "OWN-";

impl Plan {
    pub fn allows(&self, entitlement: Entitlement) -> bool {
        self.entitled.contains(&entitlement)
    }

    pub fn work(&self) -> WorkShift {
        WorkShift { start: self.starts.into(), end: self.ends.into() }
    }

    /// The name of the department, or its key where it has none.
    pub fn department(&self) -> &str {
        if self.department_name.is_empty() { &self.department_key } else { &self.department_name }
    }
}

impl Shift {
    /// The id of a shift that its worker adds.
    pub fn own_id(unique: impl std::fmt::Display) -> String {
        format!("{OWN_ID}{unique}")
    }

    /// What is written on a bill otherwise than planning has it.
    pub fn difference(&self, used: &ShiftUse) -> Option<Difference> {
        if self.origin == ShiftOrigin::Own {
            return None;
        }
        let plan = &self.plan;
        Difference::between(
            (plan.starts, plan.ends, plan.department(), &plan.entitled),
            &Billed {
                work: &used.work,
                department: used.department.as_deref(),
                kilometers: used.kilometers,
                allowances: used.allowances,
            },
        )
    }
}

/// The times and the department on a bill where planning has others, and what is claimed there that the shift does not
/// allow.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Difference {
    pub starts: Option<DateTime>,
    pub ends: Option<DateTime>,
    pub department: Option<String>,
    pub not_entitled: Vec<Entitlement>,
}

/// What a row says of its shift.
struct Billed<'a> {
    work: &'a WorkShift,
    department: Option<&'a str>,
    kilometers: Quantity,
    allowances: Allowances,
}

impl Difference {
    fn between(
        (starts, ends, department, entitled): (DateTime, DateTime, &str, &[Entitlement]),
        billed: &Billed<'_>,
    ) -> Option<Self> {
        let other = |billed: Moment, planned: DateTime| billed.known().filter(|billed| *billed != planned);
        let claimed = claimed(billed.kilometers, billed.allowances).into_iter();
        let found = Self {
            starts: other(billed.work.start, starts),
            ends: other(billed.work.end, ends),
            department: billed.department.filter(|billed| *billed != department).map(str::to_owned),
            not_entitled: claimed.filter(|one| !entitled.contains(one)).collect(),
        };
        (found != Self::default()).then_some(found)
    }
}

/// What these claims need.
fn claimed(kilometers: Quantity, claims: Allowances) -> Vec<Entitlement> {
    let needed = [
        (!kilometers.is_zero(), Entitlement::Kilometers),
        (claims.full_days > 0, Entitlement::FullDay),
        (claims.partial_days > 0, Entitlement::PartialDay),
        (claims.meals > 0, Entitlement::Lunch),
        (claims.foreign.is_positive(), Entitlement::Foreign),
    ];
    needed.into_iter().filter(|(is_claimed, _)| *is_claimed).map(|(_, entitlement)| entitlement).collect()
}

/// The month that all shifts of a bill have to share.
fn month(date: Date) -> (i16, i8) {
    (date.year(), date.month())
}

/// `2026-11-16T08:00`, `16.11.2026 08:00`, or an instant with its offset, converted to Finnish time. Seconds are left
/// out.
fn moment(text: &str) -> Option<DateTime> {
    let moment = if let Ok(instant) = text.parse::<Timestamp>() {
        instant.to_zoned(TimeZone::get("Europe/Helsinki").ok()?).datetime()
    } else if let Some((day, time)) = text.split_once(' ')
        && let Some(day) = parse_date(day)
    {
        day.to_datetime(parse_time(time.trim())?)
    } else {
        text.parse().ok()?
    };
    let minute = moment.with().second(0).subsec_nanosecond(0).build().ok()?;
    (2000..=2100).contains(&minute.year()).then_some(minute)
}

/// Names of entitlements with anything but letters and underscores between them.
fn entitlements(text: &str) -> Option<Vec<Entitlement>> {
    let names = text.split(|c: char| !c.is_ascii_alphabetic() && c != '_').filter(|name| !name.is_empty());
    let mut entitled = names.map(Entitlement::from_name).collect::<Option<Vec<_>>>()?;
    entitled.sort_unstable();
    entitled.dedup();
    Some(entitled)
}

pub const LONGEST_ID: usize = 100;
const LONGEST_NAME: usize = 200;

#[cfg(test)]
mod tests;
