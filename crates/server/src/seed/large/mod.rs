//! A large data set like one of real use, the same for the same numbers: many workers, their customers and two
//! years of bills, each of which has lived as far as it would have. The demo people are there too.

mod bills;
mod people;
mod words;

use anyhow::{Context, bail};
use jiff::ToSpan;
use jiff::civil::Date;
use liksa_domain::ids::{CustomerId, PersonId};
use liksa_finland::bank_days::bank_day_on_or_before;
use liksa_rates::Rates;
use liksa_store::Store;

use bills::{Plan, PlanKind};
use people::{BEFORE_FIRST_COMPANY, Freelancer, Register};

use super::calendar::Calendar;
use super::chance::Chance;
use super::timeline::{Deliveries, Timeline};
use crate::demo;

/// The worker with more bills than anybody else, one of which is long.
pub const HEAVY: &str = "heavy@liksa.example";
const LONG_BILL_ROWS: u32 = 60;
/// Room for the account numbers of the demo people.
const DEMO_PEOPLE: u32 = 100;
const SPAN_DAYS: u32 = 2 * 365;
/// A transaction is to be large, but not to hold others up for minutes.
const BILLS_IN_A_TRANSACTION: usize = 5_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub workers: u32,
    /// Of each worker.
    pub bills: u32,
    /// Of the one with the most; the long one is among them.
    pub heavy_bills: u32,
    /// The last day of the data.
    pub until: Date,
}

/// Fills an empty database, and answers how many bills were begun.
pub async fn fill(store: &Store, size: Size, password_hash: &str) -> anyhow::Result<usize> {
    if store.any_person_exists().await? {
        bail!(
            "there are people in this database; a seed goes into an empty one only, and nothing is removed"
        );
    }
    let calendar = Calendar::until(size.until)?;
    let first_day = size.until.saturating_sub(i64::from(SPAN_DAYS).days());
    // Rows reach back to the first of their month.
    for day in [size.until, first_day.first_of_month()] {
        Rates::for_date(day).with_context(|| format!("bills of {day}"))?;
    }
    let mut chance = Chance::from(u64::from(size.workers) << 32 | u64::from(size.bills));

    let mut tx = store.begin().await?;
    let clerk = demo::fill(&mut tx, &calendar, password_hash).await?;
    let register = Register {
        tx: &mut tx,
        chance: chance.branch(),
        at: calendar.on(first_day, (0, 0))?.at,
        password_hash,
        last_company: BEFORE_FIRST_COMPANY,
        people: DEMO_PEOPLE,
        first_year: first_day.year(),
        last_year: size.until.year(),
    };
    let freelancers = register_freelancers(register, size.workers).await?;
    tx.commit().await?;

    let plans = plans(size, &calendar, &mut chance)?;
    let made = plans.len();
    let mut timeline = Timeline::new(clerk, chance.branch(), Deliveries::LongAgo);
    let mut plans = plans.into_iter().peekable();
    while plans.peek().is_some() {
        let mut tx = store.begin().await?;
        for plan in plans.by_ref().take(BILLS_IN_A_TRANSACTION) {
            let freelancer = freelancers.get(plan.freelancer).context("a plan of nobody")?;
            timeline.begin(&mut tx, plan.story(freelancer, &calendar)?).await?;
        }
        tx.commit().await?;
    }
    let mut tx = store.begin().await?;
    timeline.play_until(&mut tx, calendar.on(size.until, (23, 59))?.at).await?;
    tx.commit().await?;
    Ok(made)
}

/// The heavy one first, then the others, all with customers.
async fn register_freelancers(mut register: Register<'_>, workers: u32) -> anyhow::Result<Vec<Freelancer>> {
    let mut freelancers = vec![register.add_freelancer(HEAVY).await?];
    for number in 1..=workers {
        freelancers.push(register.add_freelancer(&format!("worker{number}@liksa.example")).await?);
    }
    let mut companies = vec![];
    for freelancer in &mut freelancers {
        let maker = freelancer.worker.person.id;
        for _ in 0..2 {
            let company = register.add_company(maker).await?;
            companies.push(company);
            freelancer.customers.push(company);
        }
        for _ in 0..register.chance.between(0..=2) {
            freelancer.customers.push(register.add_private_person(maker).await?);
        }
    }
    for freelancer in &mut freelancers {
        share(&mut register, freelancer.worker.person.id, &mut freelancer.customers, &companies).await?;
    }
    Ok(freelancers)
}

/// Some companies are billed by several workers.
async fn share(
    register: &mut Register<'_>,
    person: PersonId,
    customers: &mut Vec<(CustomerId, i32)>,
    companies: &[(CustomerId, i32)],
) -> anyhow::Result<()> {
    for _ in 0..register.chance.between(1..=8) {
        let company = register.chance.pick(companies);
        if !customers.contains(&company) {
            register.save_customer(person, company.0).await?;
            customers.push(company);
        }
    }
    Ok(())
}

/// Every bill, in the order in which they are made.
fn plans(size: Size, calendar: &Calendar, chance: &mut Chance) -> anyhow::Result<Vec<Plan>> {
    let mut plans = vec![Plan {
        made: calendar.on(size.until, (17, 0))?,
        freelancer: 0,
        chance: chance.branch(),
        kind: PlanKind::LongDraft(LONG_BILL_ROWS),
    }];
    let heavy = (0, size.heavy_bills.saturating_sub(1), PlanKind::SeldomPaid);
    let others = (1..=size.workers).map(|number| (number, size.bills, PlanKind::Usual));
    for (freelancer, bills, kind) in std::iter::once(heavy).chain(others) {
        for _ in 0..bills {
            let day = size.until.saturating_sub(i64::from(chance.between(0..=SPAN_DAYS)).days());
            let time = (8 + i8::try_from(chance.between(0..=7))?, i8::try_from(chance.between(0..=59))?);
            let made = calendar.on(bank_day_on_or_before(day), time)?;
            plans.push(Plan {
                made,
                freelancer: usize::try_from(freelancer)?,
                chance: chance.branch(),
                kind,
            });
        }
    }
    plans.sort_by_key(|plan| plan.made.at);
    Ok(plans)
}

#[cfg(test)]
mod tests;
