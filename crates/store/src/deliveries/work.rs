//! What the job that delivers a bill reads and writes. Each write says what it expects to find, so that a job
//! that is run again does nothing twice.

use jiff::Timestamp;
use liksa_domain::customer::SendMethod;
use liksa_domain::delivery::DeliveryState;
use liksa_domain::ids::{BillId, DeliveryId, FileId, Id, MailId};
use sqlx::FromRow;
use uuid::Uuid;

use super::Delivery;
use crate::db::{Store, Tx, on};
use crate::error::{StoreError, StoreResult};
use crate::time::{from_micros, to_micros};

/// Way and address are the customer's, as the bill names it.
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

#[derive(FromRow)]
struct DeliveryRow {
    id: Uuid,
    bill_id: Uuid,
    method: String,
    state: String,
    address: String,
    pdf_file: Option<Uuid>,
    finvoice_file: Option<Uuid>,
    ubl_file: Option<Uuid>,
    mail_id: Option<Uuid>,
    created_at: i64,
}

macro_rules! delivery_columns {
    () => {
        "id, bill_id, method, state, address, pdf_file, finvoice_file, ubl_file, mail_id, created_at"
    };
}

impl Store {
    pub async fn delivery(&self, id: DeliveryId) -> StoreResult<Option<Delivery>> {
        let row: Option<DeliveryRow> = on!(self.reads(), c => sqlx::query_as(concat!(
                "SELECT ", delivery_columns!(), " FROM delivery WHERE id = $1"))
            .bind(id.uuid())
            .fetch_optional(c).await)?;
        row.map(DeliveryRow::into_delivery).transpose()
    }

    pub async fn delivery_of(&self, bill: BillId) -> StoreResult<Option<Delivery>> {
        let row: Option<DeliveryRow> = on!(self.reads(), c => sqlx::query_as(concat!(
                "SELECT ", delivery_columns!(), " FROM delivery WHERE bill_id = $1"))
            .bind(bill.uuid())
            .fetch_optional(c).await)?;
        row.map(DeliveryRow::into_delivery).transpose()
    }
}

impl Store {
    pub async fn delivery_of_mail(&self, mail: MailId) -> StoreResult<Option<Delivery>> {
        let row: Option<DeliveryRow> = on!(self.reads(), c => sqlx::query_as(concat!(
                "SELECT ", delivery_columns!(), " FROM delivery WHERE mail_id = $1"))
            .bind(mail.uuid())
            .fetch_optional(c).await)?;
        row.map(DeliveryRow::into_delivery).transpose()
    }
}

impl Tx {
    /// Puts a delivery where its mail is. False if it had gone before.
    pub async fn settle_mailed(
        &mut self,
        id: DeliveryId,
        state: DeliveryState,
        sent_at: Option<Timestamp>,
        error: Option<&str>,
    ) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE delivery SET state = $2, sent_at = $3, last_error = $4 WHERE id = $1 AND state <> 'SENT'")
            .bind(id.uuid())
            .bind(state.name())
            .bind(sent_at.map(to_micros))
            .bind(error)
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }

    /// Answers the way it goes. A bill without a customer goes nowhere.
    pub async fn insert_delivery(&mut self, new: &NewDelivery) -> StoreResult<SendMethod> {
        let made: Option<(String,)> = on!(self.conn(), c => sqlx::query_as(
                "INSERT INTO delivery (id, bill_id, method, state, address, created_at) \
                 SELECT $1, b.id, c.send_method, 'QUEUED', CASE c.send_method WHEN 'EMAIL' THEN c.email \
                 WHEN 'EBILL' THEN c.einvoice_address ELSE '' END, $3 \
                 FROM bill b JOIN customer c ON c.id = b.customer_id WHERE b.id = $2 RETURNING method")
            .bind(new.id.uuid())
            .bind(new.bill.uuid())
            .bind(to_micros(new.created_at))
            .fetch_optional(c).await)?;
        let (method,) = made.ok_or(StoreError::RowCount(0))?;
        method_from(&method)
    }

    /// Keeps what goes out; false if that was kept before, which then stands.
    pub async fn keep_sent_files(&mut self, id: DeliveryId, files: &SentFiles) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE delivery SET pdf_file = $2, finvoice_file = $3, ubl_file = $4 \
                 WHERE id = $1 AND pdf_file IS NULL")
            .bind(id.uuid())
            .bind(files.pdf.uuid())
            .bind(files.finvoice.map(Id::uuid))
            .bind(files.ubl.map(Id::uuid))
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }

    /// Ties the delivery to its mail; false if it has one.
    pub async fn give_delivery_mail(&mut self, id: DeliveryId, mail: MailId) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE delivery SET mail_id = $2, state = 'QUEUED', last_error = NULL \
                 WHERE id = $1 AND mail_id IS NULL AND state IN ('QUEUED', 'FAILED')")
            .bind(id.uuid())
            .bind(mail.uuid())
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }

    /// Moves a delivery on from one of the states given; false if it is in none of them.
    pub async fn move_delivery(
        &mut self,
        id: DeliveryId,
        from: &[DeliveryState],
        to: DeliveryState,
        at: Timestamp,
    ) -> StoreResult<bool> {
        let sent_at = (to == DeliveryState::Sent).then(|| to_micros(at));
        for state in from {
            let rows = on!(self.conn(), c => sqlx::query(
                    "UPDATE delivery SET state = $3, sent_at = $4, last_error = NULL WHERE id = $1 AND state = $2")
                .bind(id.uuid())
                .bind(state.name())
                .bind(to.name())
                .bind(sent_at)
                .execute(c).await.map(|done| done.rows_affected()))?;
            if rows == 1 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Notes why the last try did not work. What has gone out meanwhile stays so.
    pub async fn fail_delivery(&mut self, id: DeliveryId, error: &str) -> StoreResult<()> {
        on!(self.conn(), c => sqlx::query(
                "UPDATE delivery SET state = 'FAILED', last_error = $2 \
                 WHERE id = $1 AND state IN ('QUEUED', 'FAILED')")
            .bind(id.uuid())
            .bind(error)
            .execute(c).await.map(drop))?;
        Ok(())
    }
}

impl DeliveryRow {
    fn into_delivery(self) -> StoreResult<Delivery> {
        Ok(Delivery {
            id: DeliveryId::from_uuid(self.id),
            bill: BillId::from_uuid(self.bill_id),
            method: method_from(&self.method)?,
            state: state_from(&self.state)?,
            address: self.address,
            pdf: self.pdf_file.map(FileId::from_uuid),
            finvoice: self.finvoice_file.map(FileId::from_uuid),
            ubl: self.ubl_file.map(FileId::from_uuid),
            mail: self.mail_id.map(MailId::from_uuid),
            created_at: from_micros(self.created_at)?,
        })
    }
}

pub(crate) fn method_from(name: &str) -> StoreResult<SendMethod> {
    SendMethod::from_name(name).ok_or(StoreError::Corrupt("way to send"))
}

pub(crate) fn state_from(name: &str) -> StoreResult<DeliveryState> {
    DeliveryState::from_name(name).ok_or(StoreError::Corrupt("state of a delivery"))
}
