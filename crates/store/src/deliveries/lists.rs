//! Deliveries for staff to look through, oldest first.

use jiff::Timestamp;
use liksa_domain::customer::SendMethod;
use liksa_domain::delivery::DeliveryState;
use liksa_domain::ids::{BillId, DeliveryId, Id};
use liksa_money::Money;
use sqlx::FromRow;
use uuid::Uuid;

use super::work::{method_from, state_from};
use crate::db::{Store, on};
use crate::error::StoreResult;
use crate::time::from_micros;

pub struct DeliveryFilter {
    /// All if none.
    pub state: Option<DeliveryState>,
    /// The last one of the page before.
    pub after: Option<DeliveryId>,
    pub limit: i64,
}

/// A delivery in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryCard {
    pub id: DeliveryId,
    pub bill: BillId,
    pub bill_number: Option<i64>,
    pub total_with_vat: Money,
    pub customer: String,
    pub worker: String,
    pub method: SendMethod,
    pub state: DeliveryState,
    pub address: String,
    pub last_error: Option<String>,
    pub created_at: Timestamp,
    pub sent_at: Option<Timestamp>,
}

#[derive(FromRow)]
struct CardRow {
    id: Uuid,
    bill_id: Uuid,
    number: Option<i64>,
    total_with_vat: i64,
    customer: Option<String>,
    worker: String,
    method: String,
    state: String,
    address: String,
    last_error: Option<String>,
    created_at: i64,
    sent_at: Option<i64>,
}

macro_rules! cards {
    ($condition:literal) => {
        concat!(
            "SELECT d.id, d.bill_id, b.number, b.total_with_vat, c.name AS customer, \
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
        let after = filter.after.map_or(Uuid::nil(), Id::uuid);
        let rows: Vec<CardRow> = match filter.state {
            Some(state) => on!(self.reads(), c => sqlx::query_as(DELIVERIES_IN_STATE)
                .bind(after)
                .bind(filter.limit)
                .bind(state.name())
                .fetch_all(c).await)?,
            None => on!(self.reads(), c => sqlx::query_as(ALL_DELIVERIES)
                .bind(after)
                .bind(filter.limit)
                .fetch_all(c).await)?,
        };
        rows.into_iter().map(CardRow::into_card).collect()
    }
}

impl CardRow {
    fn into_card(self) -> StoreResult<DeliveryCard> {
        Ok(DeliveryCard {
            id: DeliveryId::from_uuid(self.id),
            bill: BillId::from_uuid(self.bill_id),
            bill_number: self.number,
            total_with_vat: Money::from_units(self.total_with_vat),
            customer: self.customer.unwrap_or_default(),
            worker: self.worker,
            method: method_from(&self.method)?,
            state: state_from(&self.state)?,
            address: self.address,
            last_error: self.last_error,
            created_at: from_micros(self.created_at)?,
            sent_at: self.sent_at.map(from_micros).transpose()?,
        })
    }
}
