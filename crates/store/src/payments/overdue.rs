//! Bills that should have been paid.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use jiff::civil::Date;
use liksa_domain::customer::PartyRole;
use liksa_domain::ids::{BillId, Id};
use liksa_domain::payments::ReminderState;
use liksa_money::Money;
use sqlx::{FromRow, QueryBuilder};
use uuid::Uuid;

use super::reminders::{number_from, state_from};
use crate::db::{Store, on};
use crate::error::{StoreError, StoreResult};
use crate::time::{date_from_text, date_text};

/// A bill that should have been paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverdueBill {
    pub bill: BillId,
    pub number: i64,
    pub customer: String,
    pub debtor: PartyRole,
    pub worker: String,
    pub due_date: Date,
    pub billed: Money,
    pub paid: Money,
    /// What has come of the bill's own sum, and when.
    pub payments: Vec<(Date, Money)>,
    /// The number, day and state of the last reminder.
    pub reminded: Option<(u8, Date, ReminderState)>,
    /// A credit note for it is on its way.
    pub being_credited: bool,
}

/// The last bill of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OverdueCursor {
    due_date: Date,
    bill: BillId,
}

pub struct OverduePage {
    /// The longest overdue first.
    pub bills: Vec<OverdueBill>,
    pub next: Option<OverdueCursor>,
    /// How many there are on all pages, and what they owe together.
    pub count: i64,
    pub owed: Money,
}

#[derive(FromRow)]
struct OverdueColumns {
    id: Uuid,
    number: i64,
    customer: String,
    role: String,
    worker: String,
    due_date: String,
    total_with_vat: i64,
    paid_amount: i64,
    reminder_number: Option<i64>,
    reminder_date: Option<String>,
    reminder_state: Option<String>,
    being_credited: bool,
}

pub(crate) const SELECT_OVERDUE: &str = "SELECT b.id, b.number, c.name AS customer, c.role, \
     p.first_name || ' ' || p.last_name AS worker, b.due_date, b.total_with_vat, b.paid_amount, \
     r.number AS reminder_number, r.date AS reminder_date, r.state AS reminder_state, \
     EXISTS (SELECT 1 FROM bill n WHERE n.credit_of = b.id) AS being_credited \
     FROM bill b JOIN customer c ON c.id = b.customer_id JOIN person p ON p.id = b.person_id \
     LEFT JOIN reminder r ON r.bill_id = b.id \
       AND r.number = (SELECT MAX(l.number) FROM reminder l WHERE l.bill_id = b.id) \
     WHERE b.state = 'CLOSED' AND b.credit_of IS NULL AND b.due_date < $1 \
     AND (b.due_date > $2 OR (b.due_date = $2 AND b.id > $3)) ORDER BY b.due_date, b.id LIMIT $4";

pub(crate) const COUNT_OVERDUE: &str = "SELECT COUNT(*), CAST(COALESCE(SUM(total_with_vat - paid_amount), 0) AS BIGINT) \
     FROM bill WHERE state = 'CLOSED' AND credit_of IS NULL AND due_date < $1";

const PAYMENTS_OF_BILLS: &str = "SELECT p.bill_id, m.value_date, p.amount FROM payment_part p \
     JOIN payment m ON m.id = p.payment_id WHERE p.kind = 'BILL' AND p.bill_id IN (";

impl Store {
    pub async fn overdue_page(
        &self,
        today: Date,
        after: Option<OverdueCursor>,
        limit: i64,
    ) -> StoreResult<OverduePage> {
        let start = after
            .map_or((String::new(), Uuid::nil()), |cursor| (date_text(cursor.due_date), cursor.bill.uuid()));
        let mut found: Vec<OverdueColumns> = on!(self.reads(), c => sqlx::query_as(SELECT_OVERDUE)
            .bind(date_text(today))
            .bind(&start.0)
            .bind(start.1)
            .bind(limit.saturating_add(1))
            .fetch_all(c).await)?;
        let (count, owed): (i64, i64) = on!(self.reads(), c => sqlx::query_as(COUNT_OVERDUE)
            .bind(date_text(today))
            .fetch_one(c).await)?;
        let shown = usize::try_from(limit).unwrap_or_default();
        let more = found.len() > shown;
        found.truncate(shown);
        let ids: Vec<Uuid> = found.iter().map(|bill| bill.id).collect();
        let mut payments = self.payments_of_bills(&ids).await?;
        let bill = |columns: OverdueColumns| {
            let payments = payments.remove(&columns.id).unwrap_or_default();
            columns.into_bill(payments)
        };
        let bills: Vec<OverdueBill> = found.into_iter().map(bill).collect::<StoreResult<_>>()?;
        let last = bills.last().filter(|_| more);
        let next = last.map(|last| OverdueCursor { due_date: last.due_date, bill: last.bill });
        Ok(OverduePage { bills, next, count, owed: Money::from_units(owed) })
    }

    /// What has come of the own sums of many bills, in one statement.
    async fn payments_of_bills(&self, bills: &[Uuid]) -> StoreResult<HashMap<Uuid, Vec<(Date, Money)>>> {
        let mut payments: HashMap<Uuid, Vec<(Date, Money)>> = HashMap::new();
        if bills.is_empty() {
            return Ok(payments);
        }
        let found: Vec<(Uuid, String, i64)> = on!(self.reads(), c => {
            let mut query = QueryBuilder::new(PAYMENTS_OF_BILLS);
            let mut list = query.separated(", ");
            for bill in bills {
                list.push_bind(*bill);
            }
            query.push(")");
            query.build_query_as().fetch_all(c).await
        })?;
        for (bill, day, amount) in found {
            let payment = (date_from_text(&day)?, Money::from_units(amount));
            payments.entry(bill).or_default().push(payment);
        }
        Ok(payments)
    }
}

impl OverdueColumns {
    fn into_bill(self, payments: Vec<(Date, Money)>) -> StoreResult<OverdueBill> {
        let reminded = match (self.reminder_number, self.reminder_date, self.reminder_state) {
            (Some(number), Some(date), Some(state)) => {
                Some((number_from(number)?, date_from_text(&date)?, state_from(&state)?))
            }
            _ => None,
        };
        Ok(OverdueBill {
            bill: BillId::from_uuid(self.id),
            number: self.number,
            customer: self.customer,
            debtor: PartyRole::from_name(&self.role).ok_or(StoreError::Corrupt("role of a customer"))?,
            worker: self.worker,
            due_date: date_from_text(&self.due_date)?,
            billed: Money::from_units(self.total_with_vat),
            paid: Money::from_units(self.paid_amount),
            payments,
            reminded,
            being_credited: self.being_credited,
        })
    }
}

/// Opaque to clients; `date_id` to us.
impl fmt::Display for OverdueCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", self.due_date, self.bill.uuid().simple())
    }
}

impl FromStr for OverdueCursor {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (due_date, bill) = text.split_once('_').ok_or(())?;
        Ok(Self { due_date: due_date.parse().map_err(|_| ())?, bill: bill.parse().map_err(|_| ())? })
    }
}
