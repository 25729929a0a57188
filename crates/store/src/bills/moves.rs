//! Moving a bill from one state to the next.

use jiff::Timestamp;
use liksa_domain::bill::life::{Move, Standing};
use liksa_domain::ids::{BillId, Id, PersonId};

use super::StoredBill;
use super::write::section_place;
use crate::db::{Tx, on};
use crate::error::{StoreResult, exactly_one};
use crate::time::to_micros;

impl Tx {
    /// Puts the bill where a move led, if it still stands as it was read. Of two moves at once one is made.
    pub async fn move_bill(&mut self, bill: &StoredBill, to: Standing, at: Timestamp) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE bill SET state = $4, section = $5, open_request = $6, version = version + 1, saved_at = $7, \
                 queued_at = CASE WHEN $4 = 'PENDING' THEN $7 ELSE queued_at END \
                 WHERE id = $1 AND version = $2 AND state = $3")
            .bind(bill.id.uuid())
            .bind(bill.version)
            .bind(bill.bill.state.name())
            .bind(to.state.name())
            .bind(section_place(to.state))
            .bind(to.open_request)
            .bind(to_micros(at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }

    /// Notes which of the provider's people has the bill.
    pub async fn note_taker(&mut self, id: BillId, clerk: PersonId) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query("UPDATE bill SET taken_by = $2 WHERE id = $1")
            .bind(id.uuid())
            .bind(clerk.uuid())
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }

    /// Sends a draft that this transaction has claimed and written.
    pub async fn send_claimed(&mut self, id: BillId) -> StoreResult<()> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE bill SET state = 'PENDING', section = $2, queued_at = saved_at WHERE id = $1 AND state = 'OPEN'")
            .bind(id.uuid())
            .bind(Move::Send.leads(liksa_domain::bill::BillState::Open).map_or(0, section_place))
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)
    }

    /// Gives the bill the next number. The counter stays locked until the transaction ends, and a
    /// transaction that fails gives its number back: the series has no gaps.
    pub async fn number_bill(&mut self, id: BillId) -> StoreResult<i64> {
        let (number,): (i64,) = on!(self.conn(), c => sqlx::query_as(
                "UPDATE bill_counter SET last_number = last_number + 1 WHERE id = 1 RETURNING last_number")
            .fetch_one(c).await)?;
        let rows = on!(self.conn(), c => sqlx::query("UPDATE bill SET number = $2 WHERE id = $1 AND number IS NULL")
            .bind(id.uuid())
            .bind(number)
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)?;
        Ok(number)
    }
}
