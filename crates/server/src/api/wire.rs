//! Shapes that several answers share, by the names of the specification.

use liksa_domain::ids::PersonId;
use liksa_domain::person::{Language, Person, Role, WorkerType};
use serde::Serialize;
use utoipa::ToSchema;

use crate::identification::Sent;

/// The signed-in person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    pub id: PersonId,
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
    /// False until a bank has identified the user; there is no session before that.
    pub strong_identified: bool,
    /// The token for the `authtoken` header, once, in the answer to a log-in. Browsers get a
    /// cookie instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authtoken: Option<String>,
    /// Where to be identified, in the answer to a log-in of a user whom no bank has identified yet.
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
        let email = person.email.as_str().to_owned();
        Self {
            id: person.id,
            username: email.clone(),
            email,
            first_name: person.first_name.clone(),
            last_name: person.last_name.clone(),
            full_name: person.full_name(),
            language: person.language,
            role: person.roles.first().copied().unwrap_or(Role::User),
            roles: person.roles.clone(),
            strong_identified: person.strong_identified,
            authtoken,
            identify_at: None,
            person_settings: PersonSettings { worker_type: person.worker_type },
        }
    }
}
