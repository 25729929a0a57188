//! What the job that delivers a bill reads and writes. Each write names the state it expects, so that a job that runs
//! again does nothing twice.

use liksa_domain::customer::SendMethod;
use liksa_domain::delivery::DeliveryState;
use liksa_domain::person::Email;

use super::Delivery;
use crate::prelude::*;

/// Its method and address are those of the bill's customer.
pub struct NewDelivery {
    pub id: DeliveryId,
    pub bill: BillId,
    pub created_at: Timestamp,
}

/// The documents of a delivery.
#[derive(Debug, Clone, Copy)]
pub struct SentFiles {
    pub pdf: FileId,
    pub finvoice: Option<FileId>,
    pub ubl: Option<FileId>,
}

read_row! {
    Delivery {
        id, bill = "bill_id", method, state, address, pdf = "pdf_file", finvoice = "finvoice_file", ubl =
        "ubl_file", mail = "mail_id", created_at
    }
}

macro_rules! delivery_columns {
    () => {
        "id, bill_id, method, state, address, pdf_file, finvoice_file, ubl_file, mail_id, created_at"
    };
}

store_methods! {
    pub async fn delivery(id: DeliveryId) -> Option<Delivery> = fetch_optional
        concat!("SELECT ", delivery_columns!(), " FROM delivery WHERE id = $1");

    pub async fn delivery_of(bill: BillId) -> Option<Delivery> = fetch_optional
        concat!("SELECT ", delivery_columns!(), " FROM delivery WHERE bill_id = $1");

    pub async fn delivery_of_mail(mail: MailId) -> Option<Delivery> = fetch_optional
        concat!("SELECT ", delivery_columns!(), " FROM delivery WHERE mail_id = $1");
}

tx_methods! {
    /// Sets the state of a delivery to that of its mail. False if it was sent before.
    pub async fn settle_mailed(
        id: DeliveryId, state: DeliveryState, sent_at: Option<Timestamp>, error: Option<&str>,
    ) -> bool = try_change
        "UPDATE delivery SET state = $2, sent_at = $3, last_error = $4 WHERE id = $1 AND state <> 'SENT'";

    /// Stores the documents that are sent; false if they were stored before, which then stay.
    pub async fn keep_sent_files(id: DeliveryId, files: &SentFiles) -> bool = try_change
        "UPDATE delivery SET pdf_file = $2, finvoice_file = $3, ubl_file = $4 WHERE id = $1 AND pdf_file IS NULL"
        => id, files.pdf, files.finvoice, files.ubl;

    /// Sets the mail of the delivery; false if it has one.
    pub async fn give_delivery_mail(id: DeliveryId, mail: MailId) -> bool = try_change
        "UPDATE delivery SET mail_id = $2, state = 'QUEUED', last_error = NULL WHERE id = $1 AND mail_id IS NULL \
         AND state IN ('QUEUED', 'FAILED')";

    /// Sends a delivery that waits to be sent again to another address.
    pub async fn readdress_delivery(id: DeliveryId, address: &Email) = change_one
        "UPDATE delivery SET address = $2 WHERE id = $1 AND state = 'QUEUED'";

    /// Stores why the last attempt failed. A delivery that was sent meanwhile stays sent.
    pub async fn fail_delivery(id: DeliveryId, error: &str) = run
        "UPDATE delivery SET state = 'FAILED', last_error = $2 WHERE id = $1 AND state IN ('QUEUED', 'FAILED')";
}

impl Tx {
    /// Adds the delivery, and returns how it is sent. Fails for a bill without a customer.
    pub async fn insert_delivery(&mut self, new: &NewDelivery) -> StoreResult<SendMethod> {
        let insert = sql!(
            "INSERT INTO delivery (id, bill_id, method, state, address, created_at) \
             SELECT $1, b.id, c.send_method, 'QUEUED', CASE c.send_method WHEN 'EMAIL' THEN c.email \
             WHEN 'EBILL' THEN c.einvoice_address ELSE '' END, $3 \
             FROM bill b JOIN customer c ON c.id = b.customer_id WHERE b.id = $2 RETURNING method"
            => new.id, new.bill, new.created_at
        );
        let made = self.find_value(insert).await?;
        made.ok_or(StoreError::RowCount(0))
    }

    /// Moves a delivery from one of the states given; false if it is in none of them.
    pub async fn move_delivery(
        &mut self,
        id: DeliveryId,
        from: &[DeliveryState],
        to: DeliveryState,
        at: Timestamp,
    ) -> StoreResult<bool> {
        let sent_at = (to == DeliveryState::Sent).then_some(at);
        let from: Vec<&str> = from.iter().map(|state| state.name()).collect();
        self.try_change(sql!(
            "UPDATE delivery SET state = $3, sent_at = $4, last_error = NULL WHERE id = $1 AND state = ANY($2)"
            => id, from.as_slice(), to, sent_at
        ))
        .await
    }
}
