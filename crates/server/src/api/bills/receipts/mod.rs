//! Receipts of the rows of a bill.

pub mod add;
pub mod delete;
pub mod get;

use liksa_domain::dates::format_date;
use liksa_domain::ids::Id;
use liksa_domain::problem::ErrorKey;
use liksa_store::{Receipt, StoredBill};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::refusal::Refusal;
use crate::clock::finnish_day;

/// A receipt of a row.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Receipt)]
pub struct ReceiptOnWire {
    pub id: Uuid,
    /// The day it was attached, DD.MM.YYYY.
    pub date: String,
    /// The name of its file.
    pub displayname: String,
}

impl From<&Receipt> for ReceiptOnWire {
    fn from(receipt: &Receipt) -> Self {
        Self {
            id: receipt.id.uuid(),
            date: format_date(finnish_day(receipt.made_at)),
            displayname: receipt.name.clone(),
        }
    }
}

/// Receipts come and go while the bill is a draft.
fn not_a_draft(bill: StoredBill) -> Refusal {
    Refusal::Conflict(ErrorKey::InvoiceDisabled, Box::new(bill))
}
