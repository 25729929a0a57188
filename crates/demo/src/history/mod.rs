//! Made-up data with a past, for the demo content and the large data set.

pub mod bill;
pub mod calendar;
pub mod drafting;
pub mod identity;
mod payments;
pub mod person;
pub mod random;
pub mod timeline;

use jiff::Timestamp;
use liksa_domain::audit::{Action, AuditEvent};
use liksa_domain::ids::PersonId;
use liksa_store::Tx;
use serde_json::Value;

/// Records an audit event of a moment in the past.
async fn record(
    tx: &mut Tx,
    at: Timestamp,
    actor: Option<PersonId>,
    action: Action,
    subject: String,
    detail: &Value,
) -> anyhow::Result<()> {
    tx.record(AuditEvent { at, actor, action, subject, detail: detail.to_string() });
    Ok(())
}
