//! What is still owed of bills, locked while payments are booked.

use liksa_domain::bill::BillState;
use liksa_domain::payments::{Owed, Part, PartKind};

use crate::prelude::*;

/// What payments depend on of a bill that was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Receivable {
    pub number: i64,
    /// Whose bill it is.
    pub person: PersonId,
    pub state: BillState,
    /// The bill that this credit note credits.
    pub credit_of: Option<BillId>,
    /// Zero unless it was sent and not paid: of a credited bill nothing is owed.
    pub owed: Owed,
}

/// The columns that a [`Receivable`] is calculated from.
struct LockedBill {
    id: BillId,
    person: PersonId,
    number: i64,
    state: BillState,
    credit_of: Option<BillId>,
    total_with_vat: Money,
    paid_amount: Money,
    credited_amount: Money,
}

read_row! { LockedBill { id, person = "person_id", number, state, credit_of, total_with_vat, paid_amount, credited_amount } }

tx_methods! {
    /// Whether the bill, or a share of it, is in a salary that was approved. Until then a run is calculated again when a bill of it
    /// changes.
    pub async fn is_in_approved_salary(bill: BillId) -> bool = fetch_value
        "SELECT EXISTS (SELECT 1 FROM bill b JOIN salary s ON s.id = b.salary_id JOIN payroll_run r \
         ON r.id = s.run_id WHERE b.id = $1 AND r.state NOT IN ('DRAFT', 'CALCULATING', 'CALCULATED')) \
         OR EXISTS (SELECT 1 FROM share h JOIN salary s ON s.id = h.salary_id JOIN payroll_run r \
         ON r.id = s.run_id WHERE h.bill_id = $1 AND r.state NOT IN ('DRAFT', 'CALCULATING', 'CALCULATED'))";

    /// Locks bills by ascending id, as everywhere, so that transactions cannot deadlock.
    async fn lock_bills_by_number(numbers: &[i64]) -> Vec<BillId> = fetch_values
        "SELECT id FROM bill WHERE number = ANY($1) ORDER BY id FOR UPDATE";
}

impl Tx {
    /// The bills of these numbers, locked until this transaction ends.
    pub async fn lock_receivables(&mut self, numbers: &[i64]) -> StoreResult<Vec<Receivable>> {
        let mut numbers = numbers.to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        self.lock_bills_by_number(&numbers).await?;
        let mut found = vec![];
        for number in numbers {
            let update = sql!(
                "UPDATE bill SET paid_amount = paid_amount WHERE number = $1 \
                 RETURNING id, person_id, number, state, credit_of, total_with_vat, paid_amount, credited_amount"
                => number
            );
            let columns: Option<LockedBill> = self.fetch_optional(update).await?;
            if let Some(columns) = columns {
                found.push(self.receivable(columns).await?);
            }
        }
        Ok(found)
    }

    /// The same by ids. Drafts have no number and are not found.
    pub async fn lock_receivables_by_id(&mut self, ids: &[BillId]) -> StoreResult<Vec<Receivable>> {
        let mut numbers = vec![];
        for id in ids {
            let number: Option<Option<i64>> =
                self.find_value(sql!("SELECT number FROM bill WHERE id = $1" => id)).await?;
            numbers.extend(number.flatten());
        }
        self.lock_receivables(&numbers).await
    }

    async fn receivable(&mut self, bill: LockedBill) -> StoreResult<Receivable> {
        let LockedBill { id, person, number, state, credit_of, total_with_vat, paid_amount, credited_amount } =
            bill;
        let mut owed = Owed { bill: id, own: Money::ZERO, interest: Money::ZERO, fee: Money::ZERO };
        if credit_of.is_none() && matches!(state, BillState::Closed | BillState::Paid) {
            let own = total_with_vat.units().saturating_sub(paid_amount.units());
            let own = own.saturating_sub(credited_amount.units());
            owed.own = Money::from_units(own).max(Money::ZERO);
            (owed.interest, owed.fee) = self.late_charges(id).await?;
        }
        Ok(Receivable { number, person, state, credit_of, owed })
    }

    /// Interest and fees that reminders asked for, less what was paid of them. Each reminder asks for all
    /// interest since the due date, and for its own fee.
    async fn late_charges(&mut self, bill: BillId) -> StoreResult<(Money, Money)> {
        let select = sql!(
            "SELECT CAST(COALESCE(MAX(interest), 0) AS BIGINT), CAST(COALESCE(SUM(fee), 0) AS BIGINT) \
             FROM reminder WHERE bill_id = $1"
            => bill
        );
        let (mut interest, mut fee): (i64, i64) = self.fetch_one(select).await?;
        let select = sql!(
            "SELECT bill_id, kind, amount FROM payment_part WHERE bill_id = $1 AND kind <> 'BILL'"
            => bill
        );
        let paid: Vec<Part> = self.fetch_all(select).await?;
        for part in paid {
            let owed = if part.kind == PartKind::Interest { &mut interest } else { &mut fee };
            *owed = owed.saturating_sub(part.amount.units());
        }
        Ok((Money::from_units(interest).max(Money::ZERO), Money::from_units(fee).max(Money::ZERO)))
    }
}
