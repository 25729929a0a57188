//! Statements and notifications of the bank.

pub mod list;
pub mod upload;

use liksa_domain::dates::format_date;
use liksa_domain::ids::Id;
use liksa_store::BankFile;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A file of the bank, and what became of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BankFile)]
pub struct BankFileOnWire {
    pub id: Uuid,
    pub name: String,
    pub uploaded_by: String,
    /// An instant, ISO 8601.
    pub uploaded_at: String,
    /// All of it is booked. Until then a job is at it, and the figures grow.
    pub booked: bool,
    /// How many movements the file has.
    pub transactions: i64,
    /// How many of them no file before had told.
    pub new: i64,
    /// How many of those belong to bills.
    pub matched: i64,
    /// How many of those still wait for somebody to match them.
    pub unmatched: i64,
    /// How many of those are more than was owed, and wait for somebody to give the rest back.
    pub refundable: i64,
    /// The first and the last day of booking.
    #[schema(required)]
    pub first_day: Option<String>,
    #[schema(required)]
    pub last_day: Option<String>,
}

impl From<BankFile> for BankFileOnWire {
    fn from(file: BankFile) -> Self {
        Self {
            id: file.id.uuid(),
            name: file.name,
            uploaded_by: file.uploaded_by,
            uploaded_at: file.uploaded_at.to_string(),
            booked: file.booked_at.is_some(),
            transactions: file.transactions,
            new: file.new,
            matched: file.matched,
            unmatched: file.unmatched,
            refundable: file.refundable,
            first_day: file.days.map(|(first, _)| format_date(first)),
            last_day: file.days.map(|(_, last)| format_date(last)),
        }
    }
}

#[cfg(test)]
mod tests;
