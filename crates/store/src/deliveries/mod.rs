//! How bills go to their customers, and the batches in which they are printed.

mod batches;
mod lists;
mod work;

use jiff::Timestamp;
use liksa_domain::customer::SendMethod;
use liksa_domain::delivery::DeliveryState;
use liksa_domain::ids::{BillId, DeliveryId, FileId, MailId};

pub use batches::{NewPrintBatch, PrintBatch};
pub(crate) use lists::{ALL_DELIVERIES, DELIVERIES_IN_STATE};
pub use lists::{DeliveryCard, DeliveryFilter};
pub use work::{NewDelivery, SentFiles};
pub(crate) use work::{method_from, state_from};

/// A bill on its way.
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

/// What a bill tells of its delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeliveryOfBill {
    pub method: SendMethod,
    pub state: DeliveryState,
    pub sent_at: Option<Timestamp>,
}
