//! Demo content: people to log in as, their customers and their bills. It is the same every time except for the
//! dates, which are relative to today. One worker has no data yet, to show how a new user starts.

pub mod bank_statement;
mod clerk_work;
mod employee_bills;
mod late_receipts;
mod payroll;
mod people;
mod schedule;
mod sharing;
mod worker_bills;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use jiff::Timestamp;
use liksa_actions::Context;
use liksa_actions::context::{Clock, Lane};
use liksa_actions::customers::{add, begin_to_bill};
use liksa_domain::customer::{CustomerBody, CustomerEntry, PersonalIdChange};
use liksa_domain::ids::{CustomerId, PersonId};
use liksa_domain::problem::Problem;
use liksa_domain::template::TemplateBody;
use liksa_store::{NewCustomer, NewTemplate, Tx};
use serde::Deserialize;

use payroll::Payday;
pub use people::{DemoKind, DemoPerson, PASSWORD, PEOPLE};
use schedule::Schedule;

use crate::history::bill::BillHistory;
use crate::history::calendar::{Calendar, When};
use crate::history::person::{self, NewWorker, Worker};
use crate::history::random::SeededRandom;
use crate::history::timeline::{Deliveries, Timeline};

const RANDOM_SEED: u64 = 1;
/// How many working days ago the people registered, before everything else.
const REGISTERED: u16 = 60;

/// The ids of the customers by their keys in `registers.toml`.
type Customers = BTreeMap<String, CustomerId>;

/// Content of `registers.toml`.
#[derive(Deserialize)]
struct Registers {
    worker: Register,
    employee: Register,
}

/// Customers and templates of one person.
#[derive(Deserialize)]
struct Register {
    customers: Vec<DemoCustomer>,
    templates: Vec<TemplateBody>,
}

#[derive(Deserialize)]
struct DemoCustomer {
    key: String,
    body: CustomerBody,
}

impl Registers {
    fn read() -> anyhow::Result<Self> {
        // By way of JSON: the types are those of requests, whose numbers can be read from JSON only.
        let content: serde_json::Value = toml::from_str(include_str!("registers.toml"))?;
        Ok(serde_json::from_value(content)?)
    }
}

/// Fills an empty database; one with people in it is left unchanged.
pub async fn seed_if_empty(context: &Context) -> anyhow::Result<()> {
    if context.store.any_person_exists().await? {
        return Ok(());
    }
    let password_hash = context.passwords.hash(Lane::Known, PASSWORD).await?;
    let calendar = Calendar::before(&context.clock)?;
    let mut tx = context.store.begin().await?;
    let mut demo = Demo::start(&mut tx, &calendar, &password_hash).await?;
    let payday = Payday::last(&calendar)?;
    demo.play_until(&mut tx, payday.made.at).await?;
    tx.commit().await?;
    payday.pay(context, demo.payroll_clerks).await?;
    let mut tx = context.store.begin().await?;
    demo.play_until(&mut tx, calendar.at(0, (0, 0))?.at).await?;
    let employee = &demo.employee.person;
    clerk_work::add_promo_codes(&mut tx, &calendar).await?;
    clerk_work::plan_shifts(&mut tx, &calendar, &demo.worker.person, employee).await?;
    tx.commit().await?;
    clerk_work::send_tax_card(context, &calendar, employee).await?;
    clerk_work::ask_for_advance(context, demo.worker.person.id).await?;
    late_receipts::add(context, &calendar, demo.worker.person.id, demo.clerk).await?;
    sharing::share_a_draft(context, employee.id, demo.subcontractor).await?;
    sharing::send_a_shared_bill(context, &calendar, &demo).await
}

/// Adds everything except salaries, up to the calendar's today. Returns the clerk who handles bills.
pub async fn fill(tx: &mut Tx, calendar: &Calendar, password_hash: &str) -> anyhow::Result<PersonId> {
    let mut demo = Demo::start(tx, calendar, password_hash).await?;
    demo.play_until(tx, calendar.at(0, (0, 0))?.at).await?;
    Ok(demo.clerk)
}

/// The stored people and customers, and the bills that are still to be made.
struct Demo {
    worker: Arc<Worker>,
    employee: Arc<Worker>,
    clerk: PersonId,
    subcontractor: PersonId,
    /// A customer of the employee.
    theatre: CustomerId,
    /// Who makes payroll runs, and who approves them.
    payroll_clerks: (PersonId, PersonId),
    timeline: Timeline,
    histories: VecDeque<BillHistory>,
}

impl Demo {
    async fn start(tx: &mut Tx, calendar: &Calendar, password_hash: &str) -> anyhow::Result<Self> {
        let registered = calendar.at(REGISTERED, (9, 0))?;
        let mut writer = Writer { tx, random: SeededRandom::new(RANDOM_SEED), registered, password_hash };
        let year = calendar.today().year();
        let mut people = vec![];
        for demo in PEOPLE {
            people.push((demo.kind, Arc::new(writer.add_person(demo, year).await?)));
        }
        let one = |kind: DemoKind| {
            let found = people.iter().find(|(of, _)| *of == kind);
            found.map(|(_, person)| person.clone()).ok_or_else(|| anyhow!("the demo has no {kind:?}"))
        };
        let (worker, employee) = (one(DemoKind::Worker)?, one(DemoKind::Employee)?);
        let registers = Registers::read()?;
        let mut customers = Customers::new();
        writer.add_customers(worker.person.id, registers.worker.customers, &mut customers).await?;
        let town_of_employee = writer.choose_town(employee.person.id, customers["town"]).await?;
        writer.add_customers(employee.person.id, registers.employee.customers, &mut customers).await?;
        writer.add_templates(worker.person.id, registers.worker.templates).await?;
        writer.add_templates(employee.person.id, registers.employee.templates).await?;

        let mut schedule = Schedule { worker: &worker, calendar, histories: vec![] };
        worker_bills::add_all(&mut schedule, &customers)?;
        customers.insert("town".into(), town_of_employee);
        schedule.worker = &employee;
        employee_bills::add_all(&mut schedule, &customers)?;
        let mut histories = schedule.histories;
        histories.sort_by_key(|history| history.created.at);
        let clerk = one(DemoKind::Clerk)?.person.id;
        let subcontractor = one(DemoKind::Subcontractor)?.person.id;
        let payroll_clerks = (one(DemoKind::Payroll)?.person.id, one(DemoKind::Payroll2)?.person.id);
        let timeline = Timeline::new(clerk, writer.random.fork(), Deliveries::ByJobs);
        Ok(Self {
            worker,
            employee,
            clerk,
            subcontractor,
            theatre: customers["theatre"],
            payroll_clerks,
            timeline,
            histories: histories.into(),
        })
    }

    async fn play_until(&mut self, tx: &mut Tx, end: Timestamp) -> anyhow::Result<()> {
        while let Some(history) = self.histories.pop_front_if(|history| history.created.at <= end) {
            self.timeline.start(tx, history).await?;
        }
        self.timeline.play_until(tx, end).await
    }
}

/// Adds people, customers and templates at the moment of registration.
struct Writer<'a> {
    tx: &'a mut Tx,
    random: SeededRandom,
    registered: When,
    password_hash: &'a str,
}

impl Writer<'_> {
    async fn add_person(&mut self, demo: &DemoPerson, year: i16) -> anyhow::Result<Worker> {
        let at = self.registered.at;
        let worker = Worker { person: demo.person(self.random.id(at))?, facts: demo.facts(year) };
        // With the card of last year too, for salaries before the new year.
        let tax_cards = [demo.facts(year - 1).tax_card, worker.facts.tax_card];
        let new = NewWorker {
            worker: &worker,
            profile: &demo.profile()?,
            tax_cards: &tax_cards.into_iter().flatten().collect::<Vec<_>>(),
            password_hash: self.password_hash,
            at,
            by: "demo",
        };
        person::add(self.tx, &mut self.random, &new).await?;
        Ok(worker)
    }

    async fn add_customers(
        &mut self,
        maker: PersonId,
        customers: Vec<DemoCustomer>,
        ids: &mut Customers,
    ) -> anyhow::Result<()> {
        for DemoCustomer { key, body } in customers {
            let entry = body.read().map_err(|problems| not_accepted(&key, &problems))?;
            let (id, created_at): (CustomerId, _) = (self.random.id(self.registered.at), self.registered.at);
            add(self.tx, &NewCustomer { id, maker, entry: &entry, created_at }).await?;
            ids.insert(key, id);
        }
        Ok(())
    }

    /// The town is billed by the employee too, who knows somebody else there.
    async fn choose_town(&mut self, employee: PersonId, town: CustomerId) -> anyhow::Result<CustomerId> {
        let company = self.tx.lock_company(town).await?.context("the town is not in the register")?;
        let mut details = company.company.first_entry();
        details.payment_days = 30;
        details.phone = "014 555 0166".into();
        details.email = "juhlat@haapalahti.example".into();
        let entry = CustomerEntry { details, personal_id: PersonalIdChange::Remove };
        let (id, created_at) = (self.random.id(self.registered.at), self.registered.at);
        let new = NewCustomer { id, maker: employee, entry: &entry, created_at };
        begin_to_bill(self.tx, company.id, &new).await?;
        Ok(id)
    }

    async fn add_templates(&mut self, person: PersonId, bodies: Vec<TemplateBody>) -> anyhow::Result<()> {
        for body in bodies {
            let details =
                body.read().map_err(|problems| not_accepted(&format!("{:?}", body.name), &problems))?;
            let id = self.random.id(self.registered.at);
            let new = NewTemplate { id, person, details: &details, saved_at: self.registered.at };
            self.tx.put_template(&new).await?;
        }
        Ok(())
    }
}

/// The context at a moment of the past.
fn context_at(context: &Context, when: When) -> anyhow::Result<Context> {
    Ok(context.at(Clock::stopped(when.at, Some(when.day))?))
}

/// The error of demo content that the rules refuse.
fn not_accepted(name: &str, problems: &[Problem]) -> anyhow::Error {
    anyhow!("{name}: {problems:?}")
}

#[cfg(test)]
mod tests;
