//! Workers and customers of the large data set.

use std::sync::Arc;

use anyhow::{Context, anyhow};
use jiff::civil::date;
use jiff::{Timestamp, ToSpan};
use liksa_actions::customers::{add, begin_to_bill};
use liksa_domain::customer::{CustomerBody, CustomerEntry};
use liksa_domain::distraint::Distraint;
use liksa_domain::ids::{CustomerId, PersonId};
use liksa_domain::person::{Email, Language, Person, Role, WorkerType};
use liksa_domain::tax_card::CardTerms;
use liksa_domain::worker_facts::WorkerFacts;
use liksa_finland::{BusinessId, operators};
use liksa_money::{Money, Rate};
use liksa_store::{NewCustomer, Tx};

use super::words::{Trade, Words};
use crate::history::identity::{account, profile, tax_card};
use crate::history::person::{self, NewWorker, Worker};
use crate::history::random::SeededRandom;

/// A worker, with the content for their bills.
pub struct Freelancer<'a> {
    pub worker: Arc<Worker>,
    pub words: &'a Words,
    pub trade: &'a Trade,
    pub home: String,
    pub customers: Vec<KnownCustomer>,
    /// Whose bills are of costs alone.
    pub only_receipts: bool,
}

/// A customer whom a worker bills.
#[derive(Clone, PartialEq, Eq)]
pub struct KnownCustomer {
    pub id: CustomerId,
    pub entry: CustomerEntry,
}

/// Adds workers and customers to the database.
pub struct Register<'a, 'w> {
    pub tx: &'a mut Tx,
    pub words: &'w Words,
    pub random: SeededRandom,
    pub at: Timestamp,
    pub password_hash: &'a str,
    /// The last business id that was tried, of a range that is not in use yet.
    pub last_company: u32,
    /// The number of people, from which account numbers are made.
    pub people: u32,
    /// The years in which bills are paid; each has its tax card.
    pub first_year: i16,
    pub last_year: i16,
}

/// What a worker lacks, or has too much of, so that payroll has something to find.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    AccountOutsideSepa,
    NoAccount,
    NoPersonalId,
    NoName,
    /// More than any salary.
    LargeDistraint,
    /// Bills of costs alone and no service fee: a salary of nothing.
    ReceiptsOnly,
    NoTaxCard,
}

impl Fault {
    pub const ALL: [Self; 7] = [
        Self::AccountOutsideSepa,
        Self::NoAccount,
        Self::NoPersonalId,
        Self::NoName,
        Self::LargeDistraint,
        Self::ReceiptsOnly,
        Self::NoTaxCard,
    ];
}

/// An account in Turkey, which has account numbers of the same kind and is not in SEPA.
const OUTSIDE_SEPA: &str = "TR330006100519786457841326";

/// The number before the first business id of the data set.
pub const BEFORE_FIRST_COMPANY: u32 = 9_500_000;

impl<'w> Register<'_, 'w> {
    pub async fn add_freelancer(
        &mut self,
        email: &str,
        fault: Option<Fault>,
    ) -> anyhow::Result<Freelancer<'w>> {
        let (words, random) = (self.words, &mut self.random);
        let trade = random.pick(&words.trades);
        let (town, postal_code) = random.pick(&words.towns);
        let street = street(words, random);
        let home = format!("{street}, {postal_code} {town}");
        let employed = random.percent(25);
        let person = Person {
            id: random.id(self.at),
            email: Email::parse(email).with_context(|| format!("{email} is not an e-mail address"))?,
            first_name: random.pick(&words.first_names).clone(),
            last_name: match fault {
                Some(Fault::NoName) => "-".to_owned(),
                _ => random.pick(&words.last_names).clone(),
            },
            language: if random.percent(10) { Language::English } else { Language::Finnish },
            worker_type: if employed { WorkerType::Employee } else { WorkerType::Entrepreneur },
            strong_identified: true,
            roles: vec![Role::User],
        };
        let born = date(1956, 1, 1).saturating_add(i64::from(random.between(0..=17_900)).days());
        let only_receipts = fault == Some(Fault::ReceiptsOnly);
        let mut facts = WorkerFacts {
            postal_code: postal_code.to_owned(),
            birth_date: Some(born),
            employed_since: employed.then_some(date(2023, 1, 1)),
            tax_card: (!random.percent(3)).then(|| tax_card(self.last_year, random.between(8..=42))),
            service_rate: random.percent(5).then_some(Rate::from_millionths(49_000)),
            profession_code: Some(trade.profession_code.clone()),
            yel_insured: random.percent(80),
            pay_yel_through_service: !employed && random.percent(15),
            distraint: None,
        };
        self.people += 1;
        let mut profile = profile(born, self.people, &street, town)?;
        match fault {
            Some(Fault::AccountOutsideSepa) => profile.iban = Some(OUTSIDE_SEPA.parse()?),
            Some(Fault::NoAccount) => profile.iban = None,
            Some(Fault::NoPersonalId) => profile.personal_id = None,
            Some(Fault::ReceiptsOnly) => facts.service_rate = Some(Rate::ZERO),
            Some(Fault::NoTaxCard) => facts.tax_card = None,
            Some(Fault::NoName | Fault::LargeDistraint) | None => {}
        }
        let years = self.first_year..=self.last_year;
        let card_of = |year: i16| Some(CardTerms { valid_from: date(year, 1, 1), ..facts.tax_card? });
        let tax_cards: Vec<CardTerms> = years.filter_map(card_of).collect();
        let worker = Worker { person, facts };
        let new = NewWorker {
            worker: &worker,
            profile: &profile,
            tax_cards: &tax_cards,
            password_hash: self.password_hash,
            at: self.at,
            by: "seed",
        };
        person::add(self.tx, &mut self.random, &new).await?;
        if let Some(Fault::LargeDistraint) = fault {
            let order = Distraint {
                fixed: Some(Money::euros(100_000)),
                dependants: 0,
                from: date(self.first_year, 1, 1),
                until: None,
                receiver: "Ulosottolaitos".to_owned(),
                iban: account(0)?.0,
                reference: "1232".parse()?,
            };
            self.tx.put_distraint(worker.person.id, &order, self.at).await?;
        }
        Ok(Freelancer { worker: Arc::new(worker), words, trade, home, customers: vec![], only_receipts })
    }

    /// Adds a company, which all workers find in the register.
    pub async fn add_company(&mut self, maker: PersonId) -> anyhow::Result<KnownCustomer> {
        let business_id = self.next_business_id();
        let (words, random) = (self.words, &mut self.random);
        let name = format!("{} {}", random.pick(&words.company_starts), random.pick(&words.company_ends));
        let mail = format!("laskut@y{}.example", business_id.digits());
        let (ovt, operator) = (business_id.ovt(), random.pick(operators()).id);
        let by_e_invoice = random.percent(70);
        let send_method = if by_e_invoice { "EBILL" } else { random.pick(&["EMAIL", "PAPERBILL"]) };
        let body = CustomerBody {
            name: Some(name),
            role: Some("COMPANY".into()),
            business_id: Some(business_id.as_str().to_owned()),
            send_method: Some(send_method.to_owned()),
            einvoice_address: by_e_invoice.then_some(ovt),
            operator: by_e_invoice.then(|| operator.to_owned()),
            ..CustomerBody::default()
        };
        self.add_customer(maker, body, mail).await
    }

    /// Adds a private person, seen only by the worker who made them.
    pub async fn add_private_person(&mut self, maker: PersonId) -> anyhow::Result<KnownCustomer> {
        let (words, random) = (self.words, &mut self.random);
        let name = format!("{} {}", random.pick(&words.first_names), random.pick(&words.last_names));
        let mail = format!("asiakas{}@posti.example", random.between(1..=999_999));
        let body = CustomerBody {
            name: Some(name),
            role: Some("CUSTOMER".into()),
            send_method: Some("EMAIL".into()),
            ..CustomerBody::default()
        };
        self.add_customer(maker, body, mail).await
    }

    async fn add_customer(
        &mut self,
        maker: PersonId,
        body: CustomerBody,
        mail: String,
    ) -> anyhow::Result<KnownCustomer> {
        let (words, random) = (self.words, &mut self.random);
        let ((city, postal_code), address) = (random.pick(&words.towns), street(words, random));
        let days = *random.pick(&["7", "14", "14", "14", "21", "30"]);
        let phone = format!("040 555 {:04}", random.between(0..=9_999));
        let body = CustomerBody {
            payment_days: Some(days.into()),
            address: Some(address),
            postal_code: Some(postal_code.to_owned()),
            city: Some(city.to_owned()),
            phone: Some(phone),
            email: Some(mail),
            ..body
        };
        let entry = body.read().map_err(|problems| anyhow!("{:?}: {problems:?}", body.name))?;
        let id: CustomerId = random.id(self.at);
        let new = NewCustomer { id, maker, entry: &entry, created_at: self.at };
        add(self.tx, &new).await?;
        Ok(KnownCustomer { id, entry })
    }

    /// Gives a worker an own record of a company that another worker added.
    pub async fn choose(
        &mut self,
        person: PersonId,
        company: &KnownCustomer,
    ) -> anyhow::Result<KnownCustomer> {
        let (id, entry): (CustomerId, _) = (self.random.id(self.at), company.entry.clone());
        let new = NewCustomer { id, maker: person, entry: &entry, created_at: self.at };
        begin_to_bill(self.tx, company.id, &new).await?;
        Ok(KnownCustomer { id, entry })
    }

    /// The next number with a check digit; one in eleven has none.
    fn next_business_id(&mut self) -> BusinessId {
        loop {
            self.last_company += 1;
            let with_digit = |digit: u8| format!("{}-{digit}", self.last_company).parse().ok();
            if let Some(id) = (0..=9).find_map(with_digit) {
                return id;
            }
        }
    }
}

fn street(words: &Words, random: &mut SeededRandom) -> String {
    format!("{} {}", random.pick(&words.streets), random.between(1..=90))
}
