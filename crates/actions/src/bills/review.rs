//! What a clerk sees of bills before deciding: the rules' refusals and what should be looked at.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use liksa_domain::address::{AddressReason, Distance, Way};
use liksa_domain::bill::{Bill, BillState, Row};
use liksa_domain::printable::{Names, print_remarks};
use liksa_domain::review::remarks;
use liksa_domain::settings::ProviderSettings;
use liksa_domain::shift::planning_remarks;
use liksa_domain::travel::Occasion;
use liksa_domain::validation::{Sending, sending_problems};
use liksa_domain::worker_facts::PaidSoFar;
use liksa_domain::worker_facts::PayFacts;
use liksa_rates::StatutoryFigures;

use super::trips::clashes_of;
use crate::prelude::*;

/// A bill with everything that a clerk decides by.
pub struct Reviewed {
    pub bill: StoredBill,
    pub worker: PayFacts,
    pub facts: ReviewFacts,
    /// What the rules refuse, and then what should be looked at.
    pub remarks: Vec<Problem>,
    /// How long the trip of each row is; None where nothing was driven or nothing is known.
    pub distances: Vec<Option<Distance>>,
}

/// A clerk does not wait longer for the services that know roads. What they did not answer in time is estimated.
const LOOK_UP_WITHIN: Duration = Duration::from_secs(2);
const MOST_LOOKED_UP: usize = 20;

/// Asks how long the trips of a bill are, so that its review knows. True unless a service failed or took too long, or was
/// not asked because there are too many ways.
pub async fn look_up_distances(context: &Context, bill: &Bill) -> bool {
    let mut known: HashSet<Way> = HashSet::new();
    let mut ways: Vec<Way> = bill.rows.iter().filter_map(|row| Way::of(&row.journey)).collect();
    ways.retain(|way| known.insert(way.clone()));
    let ask = async {
        let mut answered = ways.len() <= MOST_LOOKED_UP || !context.addresses.has_services();
        for way in ways.iter().take(MOST_LOOKED_UP) {
            let measured = context.addresses.distance(way, &context.clock).await;
            answered &= measured.reason != Some(AddressReason::ServiceDown);
        }
        answered
    };
    tokio::time::timeout(LOOK_UP_WITHIN, ask).await.unwrap_or(false)
}

/// Reviews several bills with a fixed number of statements, asking nobody else. Bills that do not exist are left out.
pub async fn review(context: &Context, ids: &[BillId]) -> Result<HashMap<BillId, Reviewed>> {
    let today = context.clock.today();
    let settings = context.settings_on(today).await?;
    let law = context.law().await?;
    let bills = context.store.bills(ids).await?;
    let workers: Vec<_> = bills.iter().map(|bill| bill.person).collect();
    let mut facts = context.store.review_facts(ids).await?;
    let workers = context.store.pay_facts(&workers, today).await?;
    let mut clashes = trips_to_review(context, &bills).await?;
    let planned = context.store.planned_times(ids).await?;
    let mut reviewed = HashMap::with_capacity(bills.len());
    for bill in bills {
        if let (Some(facts), Some(worker)) = (facts.remove(&bill.id), workers.get(&bill.person)) {
            let worker = worker.clone();
            let mut all = problems(&law, &bill, &worker, &settings.prices, today);
            all.extend(clashes.remove(&bill.id).unwrap_or_default());
            let distances = known_distances(context, &bill.bill);
            let (total, reach) = (bill.figures.total, facts.reach.as_ref());
            all.extend(remarks(&law, &bill.bill, total, reach, &facts.earlier, &distances));
            let planned = planned.get(&bill.id).map(Vec::as_slice).unwrap_or_default();
            if !bill.bill.is_credit_note {
                all.extend(planning_remarks(&bill.bill.rows, planned));
            }
            all.extend(unprintable_of(&bill, &worker.person));
            reviewed.insert(bill.id, Reviewed { bill, worker, facts, remarks: all, distances });
        }
    }
    Ok(reviewed)
}

fn known_distances(context: &Context, bill: &Bill) -> Vec<Option<Distance>> {
    let now = context.clock.now();
    let known = |row: &Row| context.addresses.known_distance(&Way::of(&row.journey)?, now);
    bill.rows.iter().map(known).collect()
}

/// What of a bill would print as boxes on its invoice.
pub fn unprintable_of(bill: &StoredBill, worker: &Person) -> Vec<Problem> {
    let customer = bill.customer.as_ref().map(|customer| customer.name.as_str()).unwrap_or_default();
    print_remarks(&bill.bill, Names { customer, worker: &worker.full_name() })
}

/// What would keep the bills that wait from being approved because of trips or shifts on other bills.
async fn trips_to_review(context: &Context, bills: &[StoredBill]) -> Result<HashMap<BillId, Vec<Problem>>> {
    let waits = |bill: &&StoredBill| {
        matches!(bill.bill.state, BillState::Pending | BillState::Taken) && !bill.bill.is_credit_note
    };
    let waiting: Vec<&StoredBill> = bills.iter().filter(waits).collect();
    let clashes = clashes_of(context, &waiting, Occasion::Approval).await?;
    Ok(waiting.iter().map(|bill| bill.id).zip(clashes).collect())
}

/// A credit note was checked against its bill when it was sent, and what is left of that one is reserved for it.
fn problems(
    law: &StatutoryFigures,
    bill: &StoredBill,
    worker: &PayFacts,
    settings: &ProviderSettings,
    today: Date,
) -> Vec<Problem> {
    if bill.bill.is_credit_note {
        return vec![];
    }
    let buyer = bill.customer.as_ref().map(|customer| customer.buyer());
    let sending = Sending {
        law,
        // The dates were checked when it was sent. That they pass while it waits is not the worker's fault.
        today: bill.bill.billing_date.map_or(today, |billing| billing.min(today)),
        home_postal_code: &worker.facts.postal_code,
        buyer: buyer.as_ref(),
        worker: &worker.worker(&PaidSoFar::default()),
        settings,
    };
    sending_problems(&bill.bill, &sending)
}
