//! The people of the demo, who log in with one password.

use jiff::civil::{Date, date};
use liksa_domain::ids::PersonId;
use liksa_domain::person::{Email, Language, Person, Role, WorkerType};
use liksa_domain::worker_facts::{Profile, WorkerFacts};
use serde::Serialize;
use utoipa::ToSchema;

use crate::history::identity::{profile, tax_card};

pub const PASSWORD: &str = "demo-liksa";

/// The role of a demo person; the web app shows a text for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DemoKind {
    Worker,
    Employee,
    Subcontractor,
    Clerk,
    Payroll,
    Payroll2,
    Admin,
}

pub struct DemoPerson {
    pub email: &'static str,
    pub kind: DemoKind,
    name: (&'static str, &'static str),
    pub role: Role,
}

const fn demo(
    email: &'static str,
    kind: DemoKind,
    name: (&'static str, &'static str),
    role: Role,
) -> DemoPerson {
    DemoPerson { email, kind, name, role }
}

pub const PEOPLE: &[DemoPerson] = &[
    demo("worker@liksa.example", DemoKind::Worker, ("Aino", "Virtanen"), Role::User),
    demo("employee@liksa.example", DemoKind::Employee, ("Eero", "Mäkinen"), Role::User),
    demo("sub@liksa.example", DemoKind::Subcontractor, ("Sanna", "Korhonen"), Role::User),
    demo("clerk@liksa.example", DemoKind::Clerk, ("Kaisa", "Laine"), Role::Clerk),
    demo("payroll@liksa.example", DemoKind::Payroll, ("Pekka", "Heikkinen"), Role::Payroll),
    demo("payroll2@liksa.example", DemoKind::Payroll2, ("Päivi", "Koskinen"), Role::Payroll),
    demo("admin@liksa.example", DemoKind::Admin, ("Antti", "Järvinen"), Role::Admin),
];

/// When the three workers were born.
const BORN: (Date, Date, Date) = (date(1991, 3, 14), date(1986, 9, 2), date(1979, 11, 23));

impl DemoPerson {
    pub(super) fn person(&self, id: PersonId) -> anyhow::Result<Person> {
        Ok(Person {
            id,
            email: Email::parse(self.email)
                .ok_or_else(|| anyhow::anyhow!("{} is not an e-mail address", self.email))?,
            first_name: self.name.0.to_owned(),
            last_name: self.name.1.to_owned(),
            language: Language::Finnish,
            worker_type: match self.kind {
                DemoKind::Worker | DemoKind::Subcontractor => WorkerType::Entrepreneur,
                _ => WorkerType::Employee,
            },
            strong_identified: true,
            roles: vec![self.role],
        })
    }

    /// Facts of a worker, with the tax card of the year; the provider's own people have none.
    pub(super) fn facts(&self, year: i16) -> WorkerFacts {
        let known = |postal_code: &str, birth_date, tax_percent, profession_code: &str| WorkerFacts {
            postal_code: postal_code.to_owned(),
            birth_date: Some(birth_date),
            profession_code: Some(profession_code.to_owned()),
            tax_card: Some(tax_card(year, tax_percent)),
            ..WorkerFacts::default()
        };
        match self.kind {
            DemoKind::Worker => known("00530", BORN.0, 21, "2166"),
            DemoKind::Employee => {
                WorkerFacts { employed_since: Some(date(2024, 2, 1)), ..known("33200", BORN.1, 27, "3521") }
            }
            DemoKind::Subcontractor => known("20100", BORN.2, 18, "2651"),
            _ => WorkerFacts::default(),
        }
    }

    /// Address, account, and the personal id that the demo bank knows.
    pub fn profile(&self) -> anyhow::Result<Profile> {
        let (born, number, address, city) = match self.kind {
            DemoKind::Worker => (BORN.0, 1, "Vaasankatu 12 B 34", "Helsinki"),
            DemoKind::Employee => (BORN.1, 2, "Hämeenkatu 5 A 12", "Tampere"),
            DemoKind::Subcontractor => (BORN.2, 3, "Linnankatu 40", "Turku"),
            DemoKind::Clerk => (date(1984, 5, 17), 4, "Mannerheimintie 60 A 8", "Helsinki"),
            DemoKind::Payroll => (date(1976, 8, 30), 5, "Itälahdenkatu 3 C 21", "Helsinki"),
            DemoKind::Payroll2 => (date(1993, 1, 21), 6, "Tapiolantie 14 B 5", "Espoo"),
            DemoKind::Admin => (date(1988, 12, 5), 7, "Tikkurilantie 90", "Vantaa"),
        };
        profile(born, number, address, city)
    }
}
