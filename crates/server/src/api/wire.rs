//! Shapes that several answers share, by the names of the specification.

use liksa_domain::ids::Id;
use liksa_domain::person::{self, Person};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::identification::Sent;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    Fi,
    En,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub enum Role {
    #[serde(rename = "ROLE_USER")]
    User,
    #[serde(rename = "ROLE_CLERK")]
    Clerk,
    #[serde(rename = "ROLE_PAYROLL")]
    Payroll,
    #[serde(rename = "ROLE_ADMIN")]
    Admin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum WorkerType {
    Worker,
    Entrepreneur,
}

/// The signed-in person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    pub id: Uuid,
    /// The same as `email`.
    pub username: String,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub full_name: String,
    pub language: Language,
    /// The role that decides which screens open first.
    pub role: Role,
    #[schema(required)]
    pub roles: Vec<Role>,
    /// False until a bank has vouched for the person; there is no session before that.
    pub strong_identified: bool,
    /// The token for the `authtoken` header, once, in the answer to a log-in. Browsers get a
    /// cookie instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authtoken: Option<String>,
    /// Where to be identified, in the answer to a log-in of somebody whom no bank has vouched for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub identify_at: Option<Sent>,
    pub person_settings: PersonSettings,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonSettings {
    pub worker_type: WorkerType,
}

impl User {
    pub fn new(person: &Person, authtoken: Option<String>) -> Self {
        let roles: Vec<Role> = person.roles.iter().copied().map(Role::from).collect();
        let email = person.email.as_str().to_owned();
        Self {
            id: person.id.uuid(),
            username: email.clone(),
            email,
            first_name: person.first_name.clone(),
            last_name: person.last_name.clone(),
            full_name: person.full_name(),
            language: person.language.into(),
            role: roles.first().copied().unwrap_or(Role::User),
            roles,
            strong_identified: person.strong_identified,
            authtoken,
            identify_at: None,
            person_settings: PersonSettings { worker_type: person.worker_type.into() },
        }
    }
}

impl From<person::Role> for Role {
    fn from(role: person::Role) -> Self {
        match role {
            person::Role::User => Self::User,
            person::Role::Clerk => Self::Clerk,
            person::Role::Payroll => Self::Payroll,
            person::Role::Admin => Self::Admin,
        }
    }
}

impl From<person::Language> for Language {
    fn from(language: person::Language) -> Self {
        match language {
            person::Language::Finnish => Self::Fi,
            person::Language::English => Self::En,
        }
    }
}

impl From<Language> for person::Language {
    fn from(language: Language) -> Self {
        match language {
            Language::Fi => Self::Finnish,
            Language::En => Self::English,
        }
    }
}

impl From<person::WorkerType> for WorkerType {
    fn from(worker_type: person::WorkerType) -> Self {
        match worker_type {
            person::WorkerType::Employee => Self::Worker,
            person::WorkerType::Entrepreneur => Self::Entrepreneur,
        }
    }
}
