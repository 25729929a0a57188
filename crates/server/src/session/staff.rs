//! The provider's people, by what they may do.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use liksa_domain::ids::PersonId;
use liksa_domain::person::{Person, Role};
use liksa_domain::problem::ErrorKey;

use super::Session;
use crate::app::AppState;
use crate::http::error::ApiError;

/// An administrator of the provider.
pub struct AdminSession {
    pub person: Person,
}

/// Somebody who looks after workers: payroll, or an administrator.
pub struct PeopleSession {
    pub person: Person,
}

/// Anybody of the provider's own people.
pub struct StaffSession {
    pub person: Person,
}

impl PeopleSession {
    /// Nobody decides on their own tax, fee or distraint.
    pub fn must_not_be(&self, person: PersonId) -> Result<(), ApiError> {
        if self.person.id == person { Err(ApiError::Conflict(ErrorKey::OwnMatter)) } else { Ok(()) }
    }
}

impl FromRequestParts<AppState> for AdminSession {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        Ok(Self { person: with_one_of(parts, app, &[Role::Admin]).await? })
    }
}

impl FromRequestParts<AppState> for PeopleSession {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        Ok(Self { person: with_one_of(parts, app, &[Role::Payroll, Role::Admin]).await? })
    }
}

impl FromRequestParts<AppState> for StaffSession {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        Ok(Self { person: with_one_of(parts, app, &[Role::Clerk, Role::Payroll, Role::Admin]).await? })
    }
}

async fn with_one_of(parts: &mut Parts, app: &AppState, roles: &[Role]) -> Result<Person, ApiError> {
    let person = Session::from_request_parts(parts, app).await?.person;
    if roles.iter().any(|role| person.has_role(*role)) { Ok(person) } else { Err(ApiError::Forbidden) }
}
