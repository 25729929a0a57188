//! What is on its way to a worker's account.

use std::collections::HashMap;

use liksa_domain::payroll::{
    Expected, ExpectedBecause, Forecast, Known, Outlook, PayableShare, Payables, Readiness,
};
use liksa_finland::bank_days::bank_day_on_or_after;

use crate::bills::PaydayTerms;
use crate::prelude::*;

/// As many parts are listed, and calculated by what is known today.
pub(super) const MOST_PARTS: usize = 20;

/// What has not reached the account of a worker.
pub struct Pending {
    pub bills: Vec<AwaitedBill>,
    /// Bills beyond those that can be listed.
    pub unlisted: UnlistedBills,
    pub shares: Vec<ComingShare>,
    pub salaries: Vec<ComingSalary>,
    pub advances: Vec<ComingAdvance>,
}

/// Everything that is on its way. The amounts are estimates until a salary is paid.
pub struct OnItsWay {
    /// Of all parts, as far as they can be calculated. None where no part can be.
    pub amount: Option<Money>,
    /// The soonest first; the most that are listed.
    pub parts: Vec<PartOnItsWay>,
    /// How many there are in all.
    pub total: usize,
}

pub struct PartOnItsWay {
    pub what: ComingThing,
    /// None where it cannot be calculated.
    pub amount: Option<Money>,
    pub expected: Expected,
}

/// What a part is the money of.
pub enum ComingThing {
    Bill { id: BillId, number: Option<i64>, customer: Option<String> },
    Share { id: ShareId, bill_number: Option<i64>, contractor: String },
    Salary { id: SalaryId, bill: Option<OnlyBill> },
    Advance { bill: BillId, bill_number: Option<i64>, customer: Option<String> },
}

/// The one bill that a salary is made of.
pub struct OnlyBill {
    pub id: BillId,
    pub number: Option<i64>,
    pub customer: Option<String>,
}

/// One part before it is calculated.
enum Part {
    Bill(AwaitedBill),
    Share(Box<StoredShare>, Money),
    Salary(Box<ComingSalary>),
    Advance(ComingAdvance),
}

/// Each bill and share is one part; once a salary has it, that salary is.
pub async fn on_its_way(
    context: &Context,
    (person, terms): (PersonId, &PaydayTerms),
    mut pending: Pending,
    payday: Date,
) -> Result<OnItsWay> {
    let today = context.clock.today();
    let known = Known {
        facts: terms.facts(),
        held: context.store.held_salary(person).await?,
        // What does not keep a salary from being paid.
        email_confirmed: true,
        card_sent: false,
        salary_waits: true,
        payday,
    };
    let outlook = Outlook { today, payday, held: Readiness::of(known).holds() };
    let granted = pending.advances.iter().filter_map(ComingAdvance::debt_to_come);
    let mut forecast = terms.forecast(granted.collect::<Vec<_>>());
    // What an open run has calculated is not among the salaries of the past yet.
    for coming in pending.salaries.iter_mut().filter(|coming| coming.run_state.is_open()) {
        let owed = owed_by_then(coming, &pending.advances)?;
        if let Some(summary) = &mut coming.salary.summary {
            *summary = summary.with_debts(owed)?;
            forecast.remember(summary)?;
        }
    }
    let unlisted = pending.unlisted;
    let mut parts = parts_of(pending, &outlook).map_err(anyhow::Error::from)?;
    parts.sort_by_key(|(_, expected)| expected.order());
    let mut bills = HashMap::new();
    for bill in context.store.bills_to_estimate(&shown_bills(&parts)).await? {
        bills.insert(bill.payable.id, bill);
    }
    let total = parts.len() + usize::try_from(unlisted.bills).unwrap_or_default();
    let all: Result<Vec<_>> = parts
        .into_iter()
        .map(|(part, expected)| calculated(part, expected, &mut forecast, &mut bills))
        .collect();
    let mut all = all?;
    let shown = (unlisted.shown_bills > 0).then_some(unlisted.shown);
    let known: Vec<Money> = all.iter().filter_map(|part| part.amount).chain(shown).collect();
    let amount = if known.is_empty() && total > 0 { None } else { Some(Money::sum(known)?) };
    all.truncate(MOST_PARTS);
    Ok(OnItsWay { amount, parts: all, total })
}

/// What the salary of an open run is reduced by, if what was granted leaves: its run is calculated anew then. If the run is
/// approved before, the salary pays that itself, and the advance ends. Either way the worker gets it once.
fn owed_by_then(coming: &ComingSalary, advances: &[ComingAdvance]) -> Result<Money> {
    let on_its_bills = advances.iter().filter(|advance| advance.salary == Some(coming.salary.id));
    let to_come = on_its_bills.filter_map(ComingAdvance::debt_to_come).map(|debt| debt.remaining);
    Ok(Money::sum(to_come.chain([coming.owed]))?)
}

fn parts_of(pending: Pending, outlook: &Outlook) -> Result<Vec<(Part, Expected)>, jiff::Error> {
    let mut parts = vec![];
    for coming in pending.salaries {
        let day = coming.salary.payday;
        parts.push((Part::Salary(Box::new(coming)), Expected::on(ExpectedBecause::InRun, day)));
    }
    for advance in pending.advances {
        let expected = match advance.is_out {
            true => Expected::on(ExpectedBecause::InRun, bank_day_on_or_after(outlook.today)),
            false => Expected::some_day(ExpectedBecause::Payout),
        };
        parts.push((Part::Advance(advance), expected));
    }
    for bill in pending.bills.into_iter().filter(|bill| !bill.in_run) {
        if let Some(expected) = outlook.of_bill(bill.state, bill.billing_date, bill.due_date)? {
            parts.push((Part::Bill(bill), expected));
        }
    }
    for coming in pending.shares.into_iter().filter(|coming| !coming.in_run) {
        let expected = outlook.of_bill(coming.share.bill_state, coming.billing_date, coming.due_date)?;
        if let (Some(expected), Some(left)) = (expected, coming.share.left()) {
            parts.push((Part::Share(Box::new(coming.share), left), expected));
        }
    }
    Ok(parts)
}

fn shown_bills(parts: &[(Part, Expected)]) -> Vec<BillId> {
    let bill = |(part, _): &(Part, Expected)| match part {
        Part::Bill(bill) => Some(bill.id),
        Part::Share(..) | Part::Salary(_) | Part::Advance(_) => None,
    };
    parts.iter().take(MOST_PARTS).filter_map(bill).collect()
}

fn calculated(
    part: Part,
    expected: Expected,
    forecast: &mut Forecast<'_>,
    bills: &mut HashMap<BillId, BillToCome>,
) -> Result<PartOnItsWay> {
    let (what, amount) = match part {
        Part::Bill(bill) => of_bill(&bill, bills.remove(&bill.id), expected, forecast)?,
        Part::Share(share, amount) => {
            let payable = PayableShare { id: share.id, amount, estimate: share.estimate };
            let alone = Payables { bills: &[], shares: &[payable], late: &[] };
            let amount = forecast.next(alone, expected.day);
            let (bill_number, contractor) = (share.bill_number, share.contractor_name);
            (ComingThing::Share { id: share.id, bill_number, contractor }, amount)
        }
        Part::Salary(coming) => {
            let amount = coming.salary.summary.map(|summary| summary.salary.max(Money::ZERO));
            let (number, customer) = (coming.bill_number, coming.customer);
            let only = coming.bill.filter(|_| coming.sources == 1);
            let bill = only.map(|id| OnlyBill { id, number, customer });
            (ComingThing::Salary { id: coming.salary.id, bill }, amount)
        }
        Part::Advance(ComingAdvance { bill, bill_number, customer, amount, .. }) => {
            (ComingThing::Advance { bill, bill_number, customer }, Some(amount))
        }
    };
    Ok(PartOnItsWay { what, amount, expected })
}

/// By what is known today where the bill was read, else by what was shown when it was sent, without what was credited.
fn of_bill(
    bill: &AwaitedBill,
    read: Option<BillToCome>,
    expected: Expected,
    forecast: &mut Forecast<'_>,
) -> Result<(ComingThing, Option<Money>)> {
    let Some(BillToCome { number, customer, payable }) = read else {
        let unnamed = ComingThing::Bill { id: bill.id, number: None, customer: None };
        return Ok((unnamed, bill.shown_of_rest()?));
    };
    let amount = forecast.next(Payables::from(&[payable]), expected.day);
    Ok((ComingThing::Bill { id: bill.id, number, customer }, amount))
}
