//! A large, realistic data set: many workers, their customers and two years of bills in all states, together with the
//! demo content. The same numbers give the same data.

mod bills;
mod people;
mod words;

use anyhow::{Context, bail};
use jiff::ToSpan;
use jiff::civil::Date;
use liksa_domain::ids::PersonId;
use liksa_finland::bank_days::bank_day_on_or_before;
use liksa_rates::StatutoryFigures;
use liksa_store::Store;

use bills::{Plan, PlanKind, TripDays};
use people::{BEFORE_FIRST_COMPANY, Fault, Freelancer, KnownCustomer, Register};
use words::Words;

use crate::content;
use crate::history::calendar::Calendar;
use crate::history::random::SeededRandom;
use crate::history::timeline::{Deliveries, Timeline};

/// The worker with the most bills, one of which is long.
pub const HEAVY: &str = "heavy@liksa.example";
const LONG_BILL_ROWS: u32 = 60;
/// Account numbers that are reserved for the demo people.
const DEMO_PEOPLE: u32 = 100;
const SPAN_DAYS: u32 = 2 * 365;
/// Large transactions are fast, but must not block others for minutes.
const BILLS_IN_A_TRANSACTION: usize = 5_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub workers: u32,
    /// The bills of each worker.
    pub bills: u32,
    /// The bills of the heavy worker, including the long one.
    pub heavy_bills: u32,
    /// How many of the workers lack something that payroll needs.
    pub faulty: u32,
    /// The last day of the data.
    pub until: Date,
}

/// Fills an empty database. Returns how many bills were made, not counting corrections.
pub async fn fill(store: &Store, size: Size, password_hash: &str) -> anyhow::Result<usize> {
    if store.any_person_exists().await? {
        bail!(
            "there are people in this database; a seed goes into an empty one only, and nothing is removed"
        );
    }
    let calendar = Calendar::until(size.until)?;
    let first_day = size.until.saturating_sub(i64::from(SPAN_DAYS).days());
    // Rows may be dated back to the first of their month.
    for day in [size.until, first_day.first_of_month()] {
        StatutoryFigures::shipped().for_date(day).with_context(|| format!("bills of {day}"))?;
    }
    let words = Words::read()?;
    let mut random = SeededRandom::new(u64::from(size.workers) << 32 | u64::from(size.bills));

    let mut tx = store.begin().await?;
    let clerk = content::fill(&mut tx, &calendar, password_hash).await?;
    let register = Register {
        tx: &mut tx,
        words: &words,
        random: random.fork(),
        at: calendar.on(first_day, (0, 0))?.at,
        password_hash,
        last_company: BEFORE_FIRST_COMPANY,
        people: DEMO_PEOPLE,
        first_year: first_day.year(),
        last_year: size.until.year(),
    };
    let freelancers = register_freelancers(register, size).await?;
    tx.commit().await?;

    let plans = plans(size, &calendar, &mut random)?;
    let made = plans.len();
    let mut timeline = Timeline::new(clerk, random.fork(), Deliveries::AlreadySent);
    let mut trips = TripDays::default();
    let mut plans = plans.into_iter().peekable();
    while plans.peek().is_some() {
        let mut tx = store.begin().await?;
        for plan in plans.by_ref().take(BILLS_IN_A_TRANSACTION) {
            let freelancer = freelancers.get(plan.freelancer).context("a plan without a freelancer")?;
            timeline.start(&mut tx, plan.history(freelancer, &calendar, &mut trips)?).await?;
        }
        tx.commit().await?;
    }
    let mut tx = store.begin().await?;
    timeline.play_until(&mut tx, calendar.on(size.until, (23, 59))?.at).await?;
    tx.commit().await?;
    Ok(made)
}

/// Adds the heavy worker first, then the others, all with customers.
async fn register_freelancers<'w>(
    mut register: Register<'_, 'w>,
    Size { workers, faulty, .. }: Size,
) -> anyhow::Result<Vec<Freelancer<'w>>> {
    let mut freelancers = vec![register.add_freelancer(HEAVY, None).await?];
    let mut faults = Fault::ALL.into_iter().cycle();
    for number in 1..=workers {
        let fault = if number <= faulty { faults.next() } else { None };
        freelancers.push(register.add_freelancer(&format!("worker{number}@liksa.example"), fault).await?);
    }
    let mut companies = vec![];
    for freelancer in &mut freelancers {
        let maker = freelancer.worker.person.id;
        for _ in 0..2 {
            let company = register.add_company(maker).await?;
            companies.push(company.clone());
            freelancer.customers.push(company);
        }
        for _ in 0..register.random.between(0..=2) {
            freelancer.customers.push(register.add_private_person(maker).await?);
        }
    }
    for freelancer in &mut freelancers {
        share(&mut register, freelancer.worker.person.id, &mut freelancer.customers, &companies).await?;
    }
    Ok(freelancers)
}

/// Lets a worker bill companies that other workers added.
async fn share(
    register: &mut Register<'_, '_>,
    person: PersonId,
    customers: &mut Vec<KnownCustomer>,
    companies: &[KnownCustomer],
) -> anyhow::Result<()> {
    for _ in 0..register.random.between(1..=8) {
        let company = register.random.pick(companies);
        if !customers.iter().any(|known| known.entry == company.entry) {
            customers.push(register.choose(person, company).await?);
        }
    }
    Ok(())
}

/// The plans of all bills, in the order of time.
fn plans(size: Size, calendar: &Calendar, random: &mut SeededRandom) -> anyhow::Result<Vec<Plan>> {
    let mut plans = vec![Plan {
        created: calendar.on(size.until, (17, 0))?,
        freelancer: 0,
        random: random.fork(),
        kind: PlanKind::LongDraft(LONG_BILL_ROWS),
    }];
    let heavy = (0, size.heavy_bills.saturating_sub(1), PlanKind::SeldomPaid);
    let others = (1..=size.workers).map(|number| (number, size.bills, PlanKind::Usual));
    for (freelancer, bills, kind) in std::iter::once(heavy).chain(others) {
        for _ in 0..bills {
            let day = size.until.saturating_sub(i64::from(random.between(0..=SPAN_DAYS)).days());
            let time = (8 + i8::try_from(random.between(0..=7))?, i8::try_from(random.between(0..=59))?);
            let created = calendar.on(bank_day_on_or_before(day), time)?;
            plans.push(Plan {
                created,
                freelancer: usize::try_from(freelancer)?,
                random: random.fork(),
                kind,
            });
        }
    }
    plans.sort_by_key(|plan| plan.created.at);
    Ok(plans)
}

#[cfg(test)]
mod tests;
