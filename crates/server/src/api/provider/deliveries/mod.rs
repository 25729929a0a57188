//! Bills on their way to customers, for those who see them out.

pub mod arrived;
pub mod list;
pub mod retry;

use liksa_domain::ids::{DeliveryId, Id};
use liksa_store::DeliveryCard;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::bills::DeliveryStateOnWire;
use crate::api::customers::SendMethodOnWire;
use crate::api::number::Euros;

/// A bill on its way.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Delivery)]
pub struct DeliveryOnWire {
    pub id: Uuid,
    pub bill_id: Uuid,
    #[schema(required)]
    pub bill_number: Option<i64>,
    pub totalprice_with_alv: Euros,
    pub customer: String,
    pub worker: String,
    pub method: SendMethodOnWire,
    pub state: DeliveryStateOnWire,
    /// Of the mail or the e-invoice; empty on paper.
    pub address: String,
    /// Why the last try did not work.
    #[schema(required)]
    pub error: Option<String>,
    /// Instants, ISO 8601.
    pub created_at: String,
    #[schema(required)]
    pub sent_at: Option<String>,
}

impl From<DeliveryCard> for DeliveryOnWire {
    fn from(card: DeliveryCard) -> Self {
        Self {
            id: card.id.uuid(),
            bill_id: card.bill.uuid(),
            bill_number: card.bill_number,
            totalprice_with_alv: Euros(card.total_with_vat),
            customer: card.customer,
            worker: card.worker,
            method: SendMethodOnWire(card.method),
            state: DeliveryStateOnWire(card.state),
            address: card.address,
            error: card.last_error,
            created_at: card.created_at.to_string(),
            sent_at: card.sent_at.map(|at| at.to_string()),
        }
    }
}

fn subject(id: DeliveryId) -> String {
    format!("delivery:{id}")
}
