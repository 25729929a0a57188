//! Moving a bill from one state to the next.

use liksa_domain::bill::life::BillStatus;
use liksa_domain::bill::{BillState, NewDates};

use super::StoredBill;
use crate::prelude::*;

/// What was paid of a bill or taken back, and the state that follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BillPaid {
    pub bill: BillId,
    /// Of its own sum; negative where it was taken back.
    pub added: Money,
    pub from: BillState,
    pub to: BillState,
    /// When the last payment came, once all is paid.
    pub paid_on: Option<Date>,
    pub at: Timestamp,
}

/// What a credit note that goes to the customer changes of the bill that it credits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BillCredited {
    /// Its sum with VAT, above zero.
    pub credited: Money,
    /// What is paid of the bill above what is then owed, and goes back.
    pub released: Money,
    pub to: BillState,
    pub paid_on: Option<Date>,
    pub at: Timestamp,
}

/// A bill as it must be found for a move to be made, and the version that it gets.
struct Expected {
    id: BillId,
    state: BillState,
    version: i64,
    new_version: i64,
}

tx_methods! {
    /// Stores which clerk has the bill.
    pub async fn note_taker(id: BillId, clerk: PersonId) = change_one "UPDATE bill SET taken_by = $2 WHERE id = $1";

    /// Stores when a bill that was just approved goes to its customer. Its next move forgets it.
    pub async fn note_leaving(id: BillId, at: Timestamp) = change_one
        "UPDATE bill SET leaves_at = $2 WHERE id = $1 AND state = 'APPROVED'";

    /// Gives a bill that this transaction has moved other dates.
    pub async fn redate_bill(id: BillId, dates: &NewDates) = change_one
        "UPDATE bill SET billing_date = $2, due_date = $3 WHERE id = $1" => id, dates.billing, dates.due;
}

impl Tx {
    /// Moves the bill to where a move leads, if it still is as it was read. Of two moves at once one is made.
    pub async fn move_bill(&mut self, bill: &StoredBill, to: BillStatus, at: Timestamp) -> StoreResult<bool> {
        let StoredBill { id, version, .. } = *bill;
        let expected = Expected { id, state: bill.bill.state, version, new_version: version + 1 };
        self.set_state(expected, to, at).await
    }

    /// Moves a draft that this transaction has claimed at `version` and written. It has the version of the claim.
    pub async fn move_claimed(
        &mut self,
        id: BillId,
        version: i64,
        to: BillStatus,
        at: Timestamp,
    ) -> StoreResult<()> {
        let claimed = version + 1;
        let expected = Expected { id, state: BillState::Open, version: claimed, new_version: claimed };
        self.set_state(expected, to, at).await?.then_some(()).ok_or(StoreError::RowCount(0))
    }

    /// Stores what was paid of a bill that this transaction has locked, and moves it.
    pub async fn pay_bill(&mut self, paid: &BillPaid) -> StoreResult<()> {
        let update = sql!(
            "UPDATE bill SET paid_amount = paid_amount + $2, paid_on = $3 WHERE id = $1 RETURNING version"
            => paid.bill, paid.added, paid.paid_on
        );
        let version: i64 = self.fetch_value(update).await?;
        let expected = Expected { id: paid.bill, state: paid.from, version, new_version: version + 1 };
        let to = BillStatus { state: paid.to, open_request: false };
        self.set_state(expected, to, paid.at).await?.then_some(()).ok_or(StoreError::RowCount(0))
    }

    /// Stores what a credit note took back of the bill, if it still is as it was read, and moves it.
    pub async fn credit_bill(&mut self, bill: &StoredBill, by: &BillCredited) -> StoreResult<bool> {
        let update = sql!(
            "UPDATE bill SET credited_amount = credited_amount + $3, paid_amount = paid_amount - $4, paid_on = $5 \
             WHERE id = $1 AND version = $2"
            => bill.id, bill.version, by.credited, by.released, by.paid_on
        );
        let to = BillStatus { state: by.to, open_request: false };
        Ok(self.try_change(update).await? && self.move_bill(bill, to, by.at).await?)
    }

    /// The one statement that changes the state of a bill.
    async fn set_state(&mut self, expected: Expected, to: BillStatus, at: Timestamp) -> StoreResult<bool> {
        let Expected { id, state, version, new_version } = expected;
        self.try_change(sql!(
            "UPDATE bill SET state = $4, section = $5, open_request = $6, version = $7, saved_at = $8, \
             queued_at = CASE WHEN $4 = 'PENDING' THEN $8 ELSE queued_at END, leaves_at = NULL \
             WHERE id = $1 AND version = $2 AND state = $3"
            => id, version, state, to.state, to.state.section(), to.open_request, new_version, at
        ))
        .await
    }

    /// Gives the bill the next number. The counter stays locked until the transaction ends, and a
    /// transaction that fails gives its number back: the series has no gaps.
    pub async fn number_bill(&mut self, id: BillId) -> StoreResult<i64> {
        let update =
            sql!("UPDATE bill_counter SET last_number = last_number + 1 WHERE id = 1 RETURNING last_number");
        let number: i64 = self.fetch_value(update).await?;
        self.change_one(sql!(
            "UPDATE bill SET number = $2 WHERE id = $1 AND number IS NULL" => id, number
        ))
        .await?;
        Ok(number)
    }
}
