//! Bills that are printed and posted together.

pub mod create;
pub mod list;
pub mod pdf;

use liksa_domain::ids::Id;
use liksa_store::PrintBatch;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PrintBatch)]
pub struct BatchOnWire {
    pub id: Uuid,
    /// The name of who had it made.
    pub made_by: String,
    /// An instant, ISO 8601.
    pub made_at: String,
    /// How many.
    pub bills: i64,
    /// The file is there; until then it is being made.
    pub ready: bool,
}

impl From<PrintBatch> for BatchOnWire {
    fn from(batch: PrintBatch) -> Self {
        Self {
            id: batch.id.uuid(),
            made_by: batch.made_by,
            made_at: batch.made_at.to_string(),
            bills: batch.bills,
            ready: batch.file.is_some(),
        }
    }
}
