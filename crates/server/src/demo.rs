//! Demo content: people to log in as, the same every time.

use liksa_domain::audit::Action;
use liksa_domain::person::{Email, Language, Person, Role, WorkerType};
use liksa_store::NewPerson;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use crate::app::App;

pub const PASSWORD: &str = "demo-liksa";

/// Which part a demo person plays; the app shows a text for each.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
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
    first_name: &'static str,
    last_name: &'static str,
    role: Role,
    worker_type: WorkerType,
}

const fn demo(
    email: &'static str,
    kind: DemoKind,
    name: (&'static str, &'static str),
    role: Role,
    worker_type: WorkerType,
) -> DemoPerson {
    DemoPerson { email, kind, first_name: name.0, last_name: name.1, role, worker_type }
}

pub const PEOPLE: &[DemoPerson] = &[
    demo(
        "worker@liksa.example",
        DemoKind::Worker,
        ("Aino", "Virtanen"),
        Role::User,
        WorkerType::Entrepreneur,
    ),
    demo("employee@liksa.example", DemoKind::Employee, ("Eero", "Mäkinen"), Role::User, WorkerType::Employee),
    demo(
        "sub@liksa.example",
        DemoKind::Subcontractor,
        ("Sanna", "Korhonen"),
        Role::User,
        WorkerType::Entrepreneur,
    ),
    demo("clerk@liksa.example", DemoKind::Clerk, ("Kaisa", "Laine"), Role::Clerk, WorkerType::Employee),
    demo(
        "payroll@liksa.example",
        DemoKind::Payroll,
        ("Pekka", "Heikkinen"),
        Role::Payroll,
        WorkerType::Employee,
    ),
    demo(
        "payroll2@liksa.example",
        DemoKind::Payroll2,
        ("Päivi", "Koskinen"),
        Role::Payroll,
        WorkerType::Employee,
    ),
    demo("admin@liksa.example", DemoKind::Admin, ("Antti", "Järvinen"), Role::Admin, WorkerType::Employee),
];

/// Fills an empty database. One with anybody in it is left as it is.
pub async fn seed_if_empty(app: &App) -> anyhow::Result<()> {
    if app.store.any_person_exists().await? {
        return Ok(());
    }
    let password_hash = app.passwords.hash(PASSWORD).await?;
    let mut tx = app.store.begin().await?;
    for demo in PEOPLE {
        let person = demo.person(app)?;
        let new = NewPerson { person: &person, password_hash: &password_hash, created_at: app.clock.now() };
        tx.insert_person(&new).await?;
        let subject = format!("person:{}", person.id);
        tx.record(&app.event(None, Action::PersonCreated, subject, &json!({"by": "demo"}))).await?;
    }
    tx.commit().await?;
    Ok(())
}

impl DemoPerson {
    fn person(&self, app: &App) -> anyhow::Result<Person> {
        Ok(Person {
            id: app.new_id()?,
            email: Email::parse(self.email).ok_or_else(|| anyhow::anyhow!("{} is no address", self.email))?,
            first_name: self.first_name.to_owned(),
            last_name: self.last_name.to_owned(),
            language: Language::Finnish,
            worker_type: self.worker_type,
            strong_identified: true,
            roles: vec![self.role],
        })
    }
}

#[cfg(test)]
mod tests {
    use liksa_test_support::both_engines;

    use super::*;
    use crate::testing::TestApp;

    both_engines!(every_demo_person_can_log_in);

    async fn every_demo_person_can_log_in(app: TestApp) {
        seed_if_empty(&app).await.unwrap();
        seed_if_empty(&app).await.unwrap();
        for demo in PEOPLE {
            let answer = app.login(demo.email, PASSWORD).await;
            assert_eq!(answer.status, 200, "{}", demo.email);
            assert_eq!(answer.json["role"], demo.role.name());
        }
    }
}
