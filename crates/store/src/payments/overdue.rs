//! Bills that are overdue.

use std::collections::HashMap;

use liksa_domain::customer::PartyRole;
use liksa_domain::payments::ReminderState;
use uuid::Uuid;

use crate::cursor::Cursor;
use crate::prelude::*;
use crate::sums::{exact_sum, summed};

/// A bill that is overdue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverdueBill {
    pub bill: BillId,
    pub number: i64,
    pub customer: String,
    pub debtor: PartyRole,
    pub worker: String,
    pub billing_date: Date,
    pub due_date: Date,
    /// Whether the customer agreed to the due date in advance.
    pub term_agreed: bool,
    /// Without what was credited of it, which was never owed.
    pub billed: Money,
    pub paid: Money,
    /// What was paid of the bill's own sum, and when.
    pub payments: Vec<(Date, Money)>,
    /// The number, day and state of the last reminder.
    pub reminded: Option<(u8, Date, ReminderState)>,
    /// A credit note for it is on its way.
    pub being_credited: bool,
}

pub struct OverduePage {
    /// The longest overdue first.
    pub bills: Vec<OverdueBill>,
    pub next: Option<Cursor<Date>>,
    /// How many there are on all pages, and what they owe together.
    pub count: i64,
    pub owed: Money,
}

read_row! {
    OverdueBill {
        bill = "id", number, customer, debtor = "role", worker, billing_date, due_date, term_agreed, billed = "total_with_vat", paid = "paid_amount",
                being_credited
    } flat { reminded } empty { payments }
}

impl ReadRow for Option<(u8, Date, ReminderState)> {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        let Some(number) = row.get("reminder_number")? else { return Ok(None) };
        Ok(Some((number, row.get("reminder_date")?, row.get("reminder_state")?)))
    }
}

pub(crate) const SELECT_OVERDUE: &str = "SELECT b.id, b.number, c.name AS customer, c.role, \
     p.first_name || ' ' || p.last_name AS worker, COALESCE(b.billing_date, b.due_date) AS billing_date, \
     b.due_date, c.term_agreed, b.total_with_vat - b.credited_amount AS total_with_vat, b.paid_amount, \
     r.number AS reminder_number, r.date AS reminder_date, r.state AS reminder_state, \
     EXISTS (SELECT 1 FROM bill n WHERE n.credit_of = b.id AND n.state NOT IN ('OPEN', 'PAID')) AS being_credited \
     FROM bill b JOIN customer c ON c.id = b.customer_id JOIN person p ON p.id = b.person_id \
     LEFT JOIN reminder r ON r.bill_id = b.id \
       AND r.number = (SELECT MAX(l.number) FROM reminder l WHERE l.bill_id = b.id) \
     WHERE b.state = 'CLOSED' AND b.credit_of IS NULL AND b.due_date < $1 \
     AND (b.due_date > $2 OR (b.due_date = $2 AND b.id > $3)) ORDER BY b.due_date, b.id LIMIT $4";

pub(crate) const COUNT_OVERDUE: &str = concat!(
    "SELECT COUNT(*) AS bills, ",
    exact_sum!("total_with_vat - credited_amount - paid_amount", "owed"),
    " FROM bill WHERE state = 'CLOSED' AND credit_of IS NULL AND due_date < $1"
);

/// How many bills are overdue, and what is owed of them.
struct Overdue {
    count: i64,
    owed: Money,
}

impl ReadRow for Overdue {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        Ok(Self { count: row.get("bills")?, owed: summed(row, "owed")? })
    }
}

const PAYMENTS_OF_BILLS: &str = "SELECT p.bill_id, m.value_date, p.amount FROM payment_part p \
     JOIN payment m ON m.id = p.payment_id WHERE p.kind = 'BILL' AND p.bill_id = ANY($1)";

impl Store {
    pub async fn overdue_page(
        &self,
        today: Date,
        after: Option<Cursor<Date>>,
        limit: i64,
    ) -> StoreResult<OverduePage> {
        // The empty text comes before every day.
        let (day, id) = after.map_or((String::new(), Uuid::nil()), |after| (after.key.to_string(), after.id));
        let found = self.fetch_all(sql!(SELECT_OVERDUE => today, day, id, limit.saturating_add(1))).await?;
        let (mut bills, more) = cut_page::<OverdueBill>(found, limit);
        let Overdue { count, owed } = self.fetch_one(sql!(COUNT_OVERDUE => today)).await?;
        let ids: Vec<BillId> = bills.iter().map(|bill| bill.bill).collect();
        let mut payments: HashMap<BillId, Vec<(Date, Money)>> = HashMap::new();
        for (bill, day, amount) in self.fetch_all(sql!(PAYMENTS_OF_BILLS => ids.as_slice())).await? {
            payments.entry(bill).or_default().push((day, amount));
        }
        for bill in &mut bills {
            bill.payments = payments.remove(&bill.bill).unwrap_or_default();
        }
        let last = bills.last().filter(|_| more);
        let next = last.map(|last| Cursor { key: last.due_date, id: last.bill.uuid() });
        Ok(OverduePage { bills, next, count, owed })
    }
}
