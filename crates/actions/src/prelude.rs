//! What nearly every action uses: its context and result, the store, ids, audit events, jobs, days and amounts.

pub(crate) use jiff::Timestamp;
pub(crate) use jiff::civil::Date;
pub(crate) use liksa_domain::audit::{Action, AuditEvent};
pub(crate) use liksa_domain::dates::format_date;
pub(crate) use liksa_domain::file::{FilePurpose, MediaType};
pub(crate) use liksa_domain::ids::*;
pub(crate) use liksa_domain::job::Job;
pub(crate) use liksa_domain::ledger::entries;
pub(crate) use liksa_domain::person::{Email, Language, Person, Role};
pub(crate) use liksa_domain::problem::{ErrorKey, Problem};
pub(crate) use liksa_money::Money;
pub(crate) use liksa_store::*;
pub(crate) use serde_json::{Value, json};

pub(crate) use crate::context::token::Token;
pub(crate) use crate::context::{Context, Lane};
pub(crate) use crate::error::{Error, Result, require};
