//! Closes a bill whose day has come.

use liksa_domain::bill::BillState;
use liksa_domain::ids::BillId;

use crate::app::App;
use crate::sending::{NotClosed, close};

/// A bill that its worker took back after all, or that a clerk has sent, has another version by now.
pub async fn run(app: &App, bill: BillId, version: i64) -> anyhow::Result<()> {
    let Some(bill) = app.store.bill(bill).await? else { return Ok(()) };
    if bill.version != version || bill.bill.state != BillState::Approved {
        return Ok(());
    }
    match close(app, None, &bill).await {
        Ok(()) | Err(NotClosed::Refused(_)) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
