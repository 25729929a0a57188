//! Workers and customers.

use std::sync::Arc;

use anyhow::{Context, anyhow};
use jiff::civil::date;
use jiff::{Timestamp, ToSpan};
use liksa_domain::audit::{Action, AuditEvent};
use liksa_domain::customer::CustomerForm;
use liksa_domain::ids::{CustomerId, PersonId};
use liksa_domain::person::{Email, Language, Person, Role, WorkerType};
use liksa_domain::tax_card::CardTerms;
use liksa_domain::worker_facts::WorkerFacts;
use liksa_finland::{BusinessId, operators};
use liksa_money::Rate;
use liksa_store::{NewCustomer, NewPerson, NewTaxCard, Tx};
use serde_json::{Value, json};

use super::words::{COMPANY_ENDS, COMPANY_STARTS, FIRST_NAMES, LAST_NAMES, STREETS, TOWNS, TRADES, Trade};
use crate::seed::chance::Chance;
use crate::seed::identity::{profile, tax_card};
use crate::seed::timeline::Worker;

/// A worker with what their bills are made of.
pub struct Freelancer {
    pub worker: Arc<Worker>,
    pub trade: Trade,
    pub home: String,
    /// Whom they bill, with the days each has to pay.
    pub customers: Vec<(CustomerId, i32)>,
}

/// Where and how new people and customers are put.
pub struct Register<'a> {
    pub tx: &'a mut Tx,
    pub chance: Chance,
    pub at: Timestamp,
    pub password_hash: &'a str,
    /// The last business id that was tried. No register has come to this range yet.
    pub last_company: u32,
    /// How many people there are, by which their account numbers differ.
    pub people: u32,
    /// The calendar years that bills are paid in; tax cards are there for each.
    pub first_year: i16,
    pub last_year: i16,
}

/// Before the first business id of the data set.
pub const BEFORE_FIRST_COMPANY: u32 = 9_500_000;

impl Register<'_> {
    pub async fn add_freelancer(&mut self, email: &str) -> anyhow::Result<Freelancer> {
        let chance = &mut self.chance;
        let trade = chance.pick(TRADES);
        let (town, postal_code) = chance.pick(TOWNS);
        let street = street(chance);
        let home = format!("{street}, {postal_code} {town}");
        let employed = chance.percent(25);
        let person = Person {
            id: chance.id(self.at),
            email: Email::parse(email).with_context(|| format!("{email} is no address"))?,
            first_name: chance.pick(FIRST_NAMES).to_owned(),
            last_name: chance.pick(LAST_NAMES).to_owned(),
            language: if chance.percent(10) { Language::English } else { Language::Finnish },
            worker_type: if employed { WorkerType::Employee } else { WorkerType::Entrepreneur },
            strong_identified: true,
            roles: vec![Role::User],
        };
        let born = date(1956, 1, 1).saturating_add(i64::from(chance.between(0..=17_900)).days());
        let facts = WorkerFacts {
            postal_code: postal_code.to_owned(),
            birth_date: Some(born),
            employed_since: employed.then_some(date(2023, 1, 1)),
            tax_card: (!chance.percent(3)).then(|| tax_card(self.last_year, chance.between(8..=42))),
            service_rate: chance.percent(5).then_some(Rate::from_millionths(49_000)),
            profession_code: Some(trade.profession_code.to_owned()),
            yel_insured: chance.percent(80),
            pay_yel_through_service: !employed && chance.percent(15),
            distraint: None,
        };
        let new = NewPerson { person: &person, password_hash: self.password_hash, created_at: self.at };
        self.tx.insert_person(&new).await?;
        self.tx.confirm_email(person.id, self.at).await?;
        self.tx.set_worker_facts(person.id, &facts).await?;
        self.people += 1;
        let profile = profile(born, self.people, &street, town)?;
        self.tx.set_profile(person.id, &profile).await?;
        for (year, card) in
            (self.first_year..=self.last_year).filter_map(|year| Some((year, facts.tax_card?)))
        {
            let terms = CardTerms { valid_from: date(year, 1, 1), ..card };
            let new =
                NewTaxCard { id: self.chance.id(self.at), person: person.id, terms: &terms, at: self.at };
            self.tx.insert_tax_card(&new).await?;
        }
        let subject = format!("person:{}", person.id);
        self.record(None, Action::PersonCreated, subject, &json!({"by": "seed"})).await?;
        Ok(Freelancer { worker: Arc::new(Worker { person, facts }), trade, home, customers: vec![] })
    }

    /// A company, in the register for everybody.
    pub async fn add_company(&mut self, maker: PersonId) -> anyhow::Result<(CustomerId, i32)> {
        let business_id = self.next_business_id();
        let chance = &mut self.chance;
        let name = format!("{} {}", chance.pick(COMPANY_STARTS), chance.pick(COMPANY_ENDS));
        let mail = format!("laskut@y{}.example", business_id.digits());
        let (ovt, operator) = (business_id.ovt(), chance.pick(operators()).id);
        let by_e_invoice = chance.percent(70);
        let form = CustomerForm {
            name: Some(&name),
            role: Some("COMPANY"),
            business_id: Some(business_id.as_str()),
            send_method: Some(if by_e_invoice { "EBILL" } else { chance.pick(&["EMAIL", "PAPERBILL"]) }),
            einvoice_address: by_e_invoice.then_some(&ovt),
            operator: by_e_invoice.then_some(operator),
            ..CustomerForm::default()
        };
        self.add_customer(maker, form, &mail).await
    }

    /// A private person, whom only the worker knows.
    pub async fn add_private_person(&mut self, maker: PersonId) -> anyhow::Result<(CustomerId, i32)> {
        let chance = &mut self.chance;
        let name = format!("{} {}", chance.pick(FIRST_NAMES), chance.pick(LAST_NAMES));
        let mail = format!("asiakas{}@posti.example", chance.between(1..=999_999));
        let form = CustomerForm {
            name: Some(&name),
            role: Some("CUSTOMER"),
            send_method: Some("EMAIL"),
            ..CustomerForm::default()
        };
        self.add_customer(maker, form, &mail).await
    }

    async fn add_customer(
        &mut self,
        maker: PersonId,
        form: CustomerForm<'_>,
        mail: &str,
    ) -> anyhow::Result<(CustomerId, i32)> {
        let chance = &mut self.chance;
        let ((city, postal_code), address) = (chance.pick(TOWNS), street(chance));
        let days = chance.pick(&["7", "14", "14", "14", "21", "30"]);
        let phone = format!("040 555 {:04}", chance.between(0..=9_999));
        let form = CustomerForm {
            payment_days: Some(days),
            address: Some(&address),
            postal_code: Some(postal_code),
            city: Some(city),
            phone: Some(&phone),
            email: Some(mail),
            ..form
        };
        let entry = form.read().map_err(|problems| anyhow!("{:?}: {problems:?}", form.name))?;
        let id: CustomerId = chance.id(self.at);
        let new = NewCustomer { id, maker, entry: &entry, created_at: self.at };
        self.tx.insert_customer(&new).await?.then_some(()).context("a business id was used twice")?;
        let detail = json!({"partyRole": entry.details.role.name(), "name": entry.details.name});
        self.record(Some(maker), Action::CustomerCreated, format!("customer:{id}"), &detail).await?;
        Ok((id, entry.details.payment_days.into()))
    }

    /// Puts somebody else's company on the worker's list.
    pub async fn save_customer(&mut self, person: PersonId, id: CustomerId) -> anyhow::Result<()> {
        if self.tx.save_customer(person, id, self.at).await? {
            self.record(Some(person), Action::CustomerSaved, format!("customer:{id}"), &json!({})).await?;
        }
        Ok(())
    }

    /// The next number that has a check digit; one in eleven has none.
    fn next_business_id(&mut self) -> BusinessId {
        loop {
            self.last_company += 1;
            let with_digit = |digit: u8| format!("{}-{digit}", self.last_company).parse().ok();
            if let Some(id) = (0..=9).find_map(with_digit) {
                return id;
            }
        }
    }

    async fn record(
        &mut self,
        actor: Option<PersonId>,
        action: Action,
        subject: String,
        detail: &Value,
    ) -> anyhow::Result<()> {
        let event = AuditEvent { at: self.at, actor, action, subject, detail: detail.to_string() };
        Ok(self.tx.record(&event).await?)
    }
}

fn street(chance: &mut Chance) -> String {
    format!("{} {}", chance.pick(STREETS), chance.between(1..=90))
}
