//! Remarks on a bill for the clerk who approves it, beside the faults that the rules refuse.
//!
//! A remark is no fault: the bill may well be right. But it is not approved in bulk.

use std::collections::BTreeSet;

use jiff::civil::Date;
use liksa_money::{Money, Quantity};
use liksa_rates::StatutoryFigures;

use crate::address::Distance;
use crate::bill::{Bill, Journey, Row};
use crate::customer::SendMethod;
use crate::ids::RowId;
use crate::problem::{ErrorKey, Problem, Problems};
use crate::travel;

/// Where the customer's bills go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reach {
    pub method: SendMethod,
    /// The address that the method needs; empty if it is not complete.
    pub address: String,
}

/// What the worker billed before.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Earlier {
    /// Where the latest bill to this customer went, if there was one.
    pub reach: Option<Reach>,
    /// VAT-free totals of the latest bills that went out.
    pub totals: Vec<Money>,
    /// Days of rows on other bills to the same customer.
    pub days: BTreeSet<Date>,
    /// Rows of this bill with a receipt that is also on another row of the worker.
    pub repeated_receipts: BTreeSet<RowId>,
}

/// Fewer bills do not show what is usual.
const FEWEST_TO_COMPARE: usize = 3;
const TIMES_THE_USUAL: i64 = 3;
/// Smaller totals are never remarked on.
const SMALL: Money = Money::euros(500);
/// Larger totals are remarked on where too few bills show what is usual: typing mistakes are, work of one person seldom.
const LARGE: Money = Money::euros(30_000);
/// A longer way than estimated is driven often; so much longer it is looked at. A way that was measured leaves less room.
const SLACK_OF_ESTIMATE_PERCENT: i64 = 150;
const SLACK_OF_ROAD_PERCENT: i64 = 120;
const SLACK_KILOMETERS: i64 = 20;

/// `distances` are those of the rows, in their order: None where nothing is known.
pub fn remarks(
    law: &StatutoryFigures,
    bill: &Bill,
    total: Money,
    reach: Option<&Reach>,
    earlier: &Earlier,
    distances: &[Option<Distance>],
) -> Vec<Problem> {
    let mut remarks = Problems::default();
    if bill.is_credit_note {
        remarks.add("", ErrorKey::CreditNoteToReview);
        return remarks.into_vec();
    }
    let first = bill.customer.is_some() && earlier.reach.is_none();
    remarks.add_if(first, "sharedCustomer", ErrorKey::FirstBillToCustomer);
    let unreachable = reach.is_some_and(|reach| !reach.is_complete());
    remarks.add_if(unreachable, "sharedCustomer", ErrorKey::CustomerNotReachable);
    let moved = reach.zip(earlier.reach.as_ref()).is_some_and(|(now, before)| now != before);
    remarks.add_if(moved, "sharedCustomer", ErrorKey::DeliveryChanged);
    remarks.add_if(is_unusually_large(total, &earlier.totals), "totalprice", ErrorKey::UnusuallyLarge);
    let drove = bill.rows.iter().any(|row| !row.journey.kilometers.is_zero());
    remarks.add_if(bill.left_out_from_home && drove, "leftOutFromHome", ErrorKey::LeftFromElsewhere);
    let mut seen = BTreeSet::new();
    for (place, row) in bill.rows.iter().enumerate() {
        let field = |name: &str| format!("billableitems[{place}].{name}");
        let distance = distances.get(place).and_then(Option::as_ref);
        if let Some(key) = distance_remark(&row.journey, distance) {
            remarks.add(field("kilometers"), key);
        }
        let not_compared = travel::is_without_table(law, row);
        remarks.add_if(not_compared, &field("foreignAllowance"), ErrorKey::ForeignAllowanceToCheck);
        remarks.add_if(!seen.insert(same_work(row)), &field("date"), ErrorKey::RowTwice);
        let before = row.date.is_some_and(|date| earlier.days.contains(&date));
        remarks.add_if(before, &field("date"), ErrorKey::DayBilledBefore);
        let twice = row.id.is_some_and(|id| earlier.repeated_receipts.contains(&id));
        remarks.add_if(twice, &field("receipts"), ErrorKey::ReceiptTwice);
    }
    remarks.into_vec()
}

impl Reach {
    pub fn is_complete(&self) -> bool {
        !self.address.is_empty()
    }
}

/// What makes two rows look like one that was written twice.
fn same_work(row: &Row) -> (Option<Date>, String, Option<Money>) {
    (row.date, row.destination.trim().to_lowercase(), row.total().ok())
}

fn is_unusually_large(total: Money, earlier: &[Money]) -> bool {
    let mut earlier = earlier.to_vec();
    earlier.sort_unstable();
    let usual = earlier.get(earlier.len() / 2).filter(|_| earlier.len() >= FEWEST_TO_COMPARE);
    let limit = usual.and_then(|usual| usual.times(TIMES_THE_USUAL).ok());
    total > limit.map_or(LARGE, |limit| limit.max(SMALL))
}

fn distance_remark(journey: &Journey, distance: Option<&Distance>) -> Option<ErrorKey> {
    if journey.kilometers.is_zero() {
        return None;
    }
    let Some(distance) = distance else { return Some(ErrorKey::DistanceNotChecked) };
    let slack = if distance.estimate { SLACK_OF_ESTIMATE_PERCENT } else { SLACK_OF_ROAD_PERCENT };
    let limit = distance.kilometers().parts() * slack / 100 + SLACK_KILOMETERS * Quantity::ONE.parts();
    (journey.kilometers.parts() > limit).then_some(ErrorKey::DistanceFarFromEstimate)
}

#[cfg(test)]
mod tests;
