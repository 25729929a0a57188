//! Deliveries of bills to customers, and the batches in which they are printed.

mod batches;
mod work;

pub use self::{batches::*, work::*};

use liksa_domain::customer::SendMethod;
use liksa_domain::delivery::{DeliveryState, MailReason};

use crate::prelude::*;

/// The delivery of a bill to its customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    pub id: DeliveryId,
    pub bill: BillId,
    pub method: SendMethod,
    pub state: DeliveryState,
    pub address: String,
    pub pdf: Option<FileId>,
    pub finvoice: Option<FileId>,
    pub ubl: Option<FileId>,
    pub mail: Option<MailId>,
    pub created_at: Timestamp,
}

/// What a bill shows of its delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryOfBill {
    pub method: SendMethod,
    pub state: DeliveryState,
    pub address: String,
    /// Why its mail was not sent and is not tried again.
    pub reason: Option<MailReason>,
    pub sent_at: Option<Timestamp>,
}

/// Which deliveries to list, the oldest first.
pub struct DeliveryFilter {
    /// All if none.
    pub state: Option<DeliveryState>,
    /// The last one of the page before.
    pub after: Option<DeliveryId>,
    pub limit: i64,
}

/// A delivery in a list.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Delivery)]
pub struct DeliveryCard {
    pub id: DeliveryId,
    #[serde(rename = "billId")]
    pub bill: BillId,
    #[schema(required)]
    pub bill_number: Option<i64>,
    #[serde(rename = "totalpriceWithAlv")]
    pub total_with_vat: Money,
    pub customer: String,
    pub worker: String,
    pub method: SendMethod,
    pub state: DeliveryState,
    /// Of the mail or the e-invoice; empty on paper.
    pub address: String,
    /// Why the last attempt failed.
    #[serde(rename = "error")]
    #[schema(required)]
    pub last_error: Option<String>,
    /// Instants, ISO 8601.
    pub created_at: Timestamp,
    #[schema(required)]
    pub sent_at: Option<Timestamp>,
}

read_row! {
    DeliveryCard {
        id, bill = "bill_id", bill_number = "number", total_with_vat, customer, worker, method, state,
        address, last_error, created_at, sent_at
    }
}

macro_rules! cards {
    ($condition:literal) => {
        concat!(
            "SELECT d.id, d.bill_id, b.number, b.total_with_vat, COALESCE(c.name, '') AS customer, \
             p.first_name || ' ' || p.last_name AS worker, d.method, d.state, d.address, d.last_error, \
             d.created_at, d.sent_at FROM delivery d JOIN bill b ON b.id = d.bill_id \
             JOIN person p ON p.id = b.person_id LEFT JOIN customer c ON c.id = b.customer_id WHERE ",
            $condition
        )
    };
}

pub(crate) const ALL_DELIVERIES: &str = cards!("d.id > $1 ORDER BY d.id LIMIT $2");
pub(crate) const DELIVERIES_IN_STATE: &str = cards!("d.id > $1 AND d.state = $3 ORDER BY d.id LIMIT $2");

impl Store {
    pub async fn deliveries(&self, filter: &DeliveryFilter) -> StoreResult<Vec<DeliveryCard>> {
        let after = after_id(filter.after);
        let statement = match filter.state {
            Some(state) => sql!(DELIVERIES_IN_STATE => after, filter.limit, state),
            None => sql!(ALL_DELIVERIES => after, filter.limit),
        };
        self.fetch_all(statement).await
    }
}
