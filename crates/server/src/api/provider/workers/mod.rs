//! Workers as the provider's people see them, and what is agreed with each.

pub mod distraint;
pub mod get;
pub mod list;
pub mod terms;
mod wire;

pub use wire::{DistraintOnWire, TaxCardOnWire, TaxCardTerms, Terms};

use liksa_domain::ids::PersonId;
use liksa_domain::pay_facts::PayFacts;
use liksa_domain::person::Role;

use crate::app::App;
use crate::http::error::{ApiError, ApiResult};

/// What the audit log calls a person.
pub fn subject(id: PersonId) -> String {
    format!("person:{id}")
}

/// Somebody who bills and is paid; nobody else is here.
async fn worker(app: &App, id: PersonId) -> ApiResult<PayFacts> {
    let found = app.store.pay_facts(&[id], app.clock.today()).await?.remove(&id);
    found.filter(|facts| facts.person.has_role(Role::User)).ok_or(ApiError::NotFound)
}

#[cfg(test)]
mod tests;
