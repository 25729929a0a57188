//! Demo content: people to log in as, their customers and their bills; the same every time, but for the dates,
//! which are seen from today. One worker has nothing yet, to show how one begins.

pub mod bank_statement;
mod bills_of_employee;
mod bills_of_worker;
mod customers;
mod desk;
mod payroll;
mod people;
mod stories;
mod templates;

use std::collections::VecDeque;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use jiff::Timestamp;
use liksa_domain::audit::{Action, AuditEvent};
use liksa_domain::customer::CustomerForm;
use liksa_domain::ids::{CustomerId, PersonId};
use liksa_domain::problem::Problem;
use liksa_domain::template::TemplateForm;
use liksa_store::{NewCustomer, NewPerson, NewTaxCard, NewTemplate, Tx};
use serde_json::{Value, json};

use payroll::{Hands, Payday};
pub use people::{DemoKind, DemoPerson, PASSWORD, PEOPLE};
use stories::Stories;

use crate::app::App;
use crate::seed::calendar::{Calendar, When};
use crate::seed::chance::Chance;
use crate::seed::timeline::{Deliveries, Story, Timeline, Worker};

/// Where the choices of the demo begin; there are few, the ids above all.
const START: u64 = 1;
/// How many working days ago the people came, before all that they did.
const ARRIVED: u16 = 60;

/// Fills an empty database. One with anybody in it is left as it is.
pub async fn seed_if_empty(app: &App) -> anyhow::Result<()> {
    if app.store.any_person_exists().await? {
        return Ok(());
    }
    let password_hash = app.passwords.hash(PASSWORD).await?;
    let calendar = Calendar::before(&app.clock)?;
    let payday = Payday::last(&calendar)?;
    let mut tx = app.store.begin().await?;
    let mut demo = Demo::begin(&mut tx, &calendar, &password_hash).await?;
    demo.play_until(&mut tx, payday.begins.at).await?;
    tx.commit().await?;
    payday.pay(app, &demo.payroll).await?;
    let mut tx = app.store.begin().await?;
    demo.play_until(&mut tx, calendar.at(0, (0, 0))?.at).await?;
    let employee = &demo.employee.person;
    desk::add_promo_codes(&mut tx, &calendar).await?;
    desk::plan_shifts(&mut tx, &calendar, employee).await?;
    tx.commit().await?;
    desk::send_tax_card(app, &calendar, employee).await
}

/// Everything but salaries, as seen from the calendar's today. Answers who handles bills.
pub async fn fill(tx: &mut Tx, calendar: &Calendar, password_hash: &str) -> anyhow::Result<PersonId> {
    let mut demo = Demo::begin(tx, calendar, password_hash).await?;
    demo.play_until(tx, calendar.at(0, (0, 0))?.at).await?;
    Ok(demo.clerk)
}

/// People with their customers, and the bills that they are going to make.
struct Demo {
    employee: Arc<Worker>,
    clerk: PersonId,
    payroll: Hands,
    timeline: Timeline,
    told: VecDeque<Story>,
}

impl Demo {
    async fn begin(tx: &mut Tx, calendar: &Calendar, password_hash: &str) -> anyhow::Result<Self> {
        let arrived = calendar.at(ARRIVED, (9, 0))?;
        let mut filling = Filling { tx, chance: Chance::from(START), arrived, password_hash };
        let year = calendar.today().year();
        let mut people = vec![];
        for demo in PEOPLE {
            people.push((demo.kind, Arc::new(filling.add_person(demo, year).await?)));
        }
        let one = |kind: DemoKind| {
            let found = people.iter().find(|(of, _)| *of == kind);
            found.map(|(_, person)| person.clone()).ok_or_else(|| anyhow!("the demo has no {kind:?}"))
        };
        let (worker, employee) = (one(DemoKind::Worker)?, one(DemoKind::Employee)?);
        let of_worker = filling.customers_of_worker(worker.person.id).await?;
        let of_employee = filling.customers_of_employee(employee.person.id, of_worker.town).await?;
        filling.add_templates(worker.person.id, templates::of_worker()).await?;
        filling.add_templates(employee.person.id, templates::of_employee()).await?;

        let mut stories = Stories { worker: &worker, calendar, told: vec![] };
        bills_of_worker::tell(&mut stories, &of_worker)?;
        stories.worker = &employee;
        bills_of_employee::tell(&mut stories, &of_employee)?;
        let mut told = stories.told;
        told.sort_by_key(|story| story.made.at);
        let clerk = one(DemoKind::Clerk)?.person.id;
        let payroll =
            Hands { first: one(DemoKind::Payroll)?.person.id, second: one(DemoKind::Payroll2)?.person.id };
        let timeline = Timeline::new(clerk, filling.chance.branch(), Deliveries::ByJobs);
        Ok(Self { employee, clerk, payroll, timeline, told: told.into() })
    }

    async fn play_until(&mut self, tx: &mut Tx, end: Timestamp) -> anyhow::Result<()> {
        while let Some(story) = self.told.pop_front_if(|story| story.made.at <= end) {
            self.timeline.begin(tx, story).await?;
        }
        self.timeline.play_until(tx, end).await
    }
}

struct Filling<'a> {
    tx: &'a mut Tx,
    chance: Chance,
    arrived: When,
    password_hash: &'a str,
}

impl Filling<'_> {
    async fn add_person(&mut self, demo: &DemoPerson, year: i16) -> anyhow::Result<Worker> {
        let at = self.arrived.at;
        let (person, facts) = (demo.person(self.chance.id(at))?, demo.facts(year));
        let new = NewPerson { person: &person, password_hash: self.password_hash, created_at: at };
        self.tx.insert_person(&new).await?;
        self.tx.confirm_email(person.id, at).await?;
        self.tx.set_worker_facts(person.id, &facts).await?;
        self.tx.set_profile(person.id, &demo.profile()?).await?;
        // Of last year too: what happened before the new year was taxed by it.
        for terms in [demo.facts(year - 1).tax_card, facts.tax_card].iter().flatten() {
            let new = NewTaxCard { id: self.chance.id(at), person: person.id, terms, at };
            self.tx.insert_tax_card(&new).await?;
        }
        let subject = format!("person:{}", person.id);
        self.record(None, Action::PersonCreated, subject, &json!({"by": "demo"})).await?;
        Ok(Worker { person, facts })
    }

    async fn customers_of_worker(&mut self, id: PersonId) -> anyhow::Result<bills_of_worker::Customers> {
        Ok(bills_of_worker::Customers {
            agency: self.add_customer(id, customers::agency()).await?,
            publisher: self.add_customer(id, customers::publisher()).await?,
            town: self.add_customer(id, customers::town()).await?,
            studio_abroad: self.add_customer(id, customers::studio_abroad()).await?,
            housing_company: self.add_customer(id, customers::housing_company()).await?,
            bride: self.add_customer(id, customers::bride()).await?,
        })
    }

    /// The town is in the register already, and is put on a second list.
    async fn customers_of_employee(
        &mut self,
        id: PersonId,
        town: CustomerId,
    ) -> anyhow::Result<bills_of_employee::Customers> {
        self.tx.save_customer(id, town, self.arrived.at).await?;
        self.record(Some(id), Action::CustomerSaved, format!("customer:{town}"), &json!({})).await?;
        Ok(bills_of_employee::Customers {
            concert_agency: self.add_customer(id, customers::concert_agency()).await?,
            theatre: self.add_customer(id, customers::theatre()).await?,
            town,
            anniversary_host: self.add_customer(id, customers::anniversary_host()).await?,
        })
    }

    async fn add_customer(&mut self, maker: PersonId, form: CustomerForm<'_>) -> anyhow::Result<CustomerId> {
        let entry = form.read().map_err(|problems| not_accepted(form.name, &problems))?;
        let (id, created_at): (CustomerId, _) = (self.chance.id(self.arrived.at), self.arrived.at);
        let new = NewCustomer { id, maker, entry: &entry, created_at };
        self.tx.insert_customer(&new).await?.then_some(()).context("a company of the demo is there twice")?;
        let detail = json!({"partyRole": entry.details.role.name(), "name": entry.details.name});
        self.record(Some(maker), Action::CustomerCreated, format!("customer:{id}"), &detail).await?;
        Ok(id)
    }

    async fn add_templates(
        &mut self,
        person: PersonId,
        forms: Vec<TemplateForm<'static>>,
    ) -> anyhow::Result<()> {
        for form in forms {
            let details = form.read().map_err(|problems| not_accepted(form.name, &problems))?;
            let id = self.chance.id(self.arrived.at);
            let new = NewTemplate { id, person, details: &details, saved_at: self.arrived.at };
            self.tx.put_template(&new).await?;
        }
        Ok(())
    }

    async fn record(
        &mut self,
        actor: Option<PersonId>,
        action: Action,
        subject: String,
        detail: &Value,
    ) -> anyhow::Result<()> {
        let event = AuditEvent { at: self.arrived.at, actor, action, subject, detail: detail.to_string() };
        Ok(self.tx.record(&event).await?)
    }
}

/// The demo keeps the rules that everybody keeps.
fn not_accepted(name: Option<&str>, problems: &[Problem]) -> anyhow::Error {
    anyhow!("{}: {problems:?}", name.unwrap_or_default())
}

#[cfg(test)]
mod tests;
