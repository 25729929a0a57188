use jiff::Timestamp;
use liksa_domain::ids::{Id, PersonId};
use liksa_domain::person::{Email, Language, Person, Role, WorkerType};
use uuid::Uuid;

/// A worker named Maija Meikäläinen by default.
pub fn person() -> PersonBuilder {
    let random = *Uuid::new_v4().as_bytes().first_chunk::<10>().expect("sixteen bytes");
    PersonBuilder(Person {
        id: PersonId::new(Timestamp::UNIX_EPOCH, random),
        email: Email::parse("maija@liksa.example").expect("an address"),
        first_name: "Maija".into(),
        last_name: "Meikäläinen".into(),
        language: Language::Finnish,
        worker_type: WorkerType::Entrepreneur,
        strong_identified: true,
        roles: vec![Role::User],
    })
}

pub struct PersonBuilder(Person);

impl PersonBuilder {
    pub fn email(mut self, email: &str) -> Self {
        self.0.email = Email::parse(email).expect("an address");
        self
    }

    pub fn roles(mut self, roles: &[Role]) -> Self {
        self.0.roles = roles.to_vec();
        self.0.roles.sort_unstable();
        self
    }

    pub fn last_name(mut self, name: &str) -> Self {
        self.0.last_name = name.to_owned();
        self
    }

    pub fn employee(mut self) -> Self {
        self.0.worker_type = WorkerType::Employee;
        self
    }

    pub fn unidentified(mut self) -> Self {
        self.0.strong_identified = false;
        self
    }

    pub fn build(self) -> Person {
        self.0
    }
}
