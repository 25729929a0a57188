//! Bills that are late, and the reminders about them.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::Date;
use liksa_domain::customer::PartyRole;
use liksa_domain::ids::{BillId, FileId, Id, MailId, PersonId, ReminderId};
use liksa_domain::payments::{LatePeriod, Reminder, ReminderState};
use liksa_money::{Money, Rate};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;
use uuid::Uuid;

use crate::db::{Store, Tx, on};
use crate::error::{StoreError, StoreResult};
use crate::time::{date_from_text, date_text, to_micros};

pub struct NewReminder<'a> {
    pub id: ReminderId,
    pub bill: BillId,
    pub reminder: &'a Reminder,
    /// All interest that it asks for.
    pub interest: Money,
    /// What had come by then: of the bill, of interest and of fees.
    pub paid: Money,
    pub made_by: Option<PersonId>,
    pub made_at: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredReminder {
    pub id: ReminderId,
    pub bill: BillId,
    pub content: Reminder,
    /// The fees of all reminders up to this one.
    pub fees: Money,
    pub paid: Money,
    pub state: ReminderState,
    pub file: Option<FileId>,
}

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

#[derive(FromRow)]
struct ReminderColumns {
    id: Uuid,
    bill_id: Uuid,
    number: i64,
    date: String,
    pay_by: String,
    fee: i64,
    periods: String,
    paid: i64,
    state: String,
    file_id: Option<Uuid>,
    fees: i64,
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

macro_rules! select_reminders {
    () => {
        "SELECT r.id, r.bill_id, r.number, r.date, r.pay_by, r.fee, r.periods, r.paid, r.state, r.file_id, \
         CAST((SELECT SUM(e.fee) FROM reminder e WHERE e.bill_id = r.bill_id AND e.number <= r.number) AS BIGINT) \
         AS fees FROM reminder r "
    };
}

pub(crate) const SELECT_REMINDERS_IN_STATE: &str =
    concat!(select_reminders!(), "WHERE r.state = $1 ORDER BY r.id");

/// A period of interest as it is kept.
#[derive(Serialize, Deserialize)]
struct PeriodRecord {
    from: String,
    until: String,
    rate: i64,
    amount: i64,
}

impl Tx {
    /// False if the bill has a reminder of this number already.
    pub async fn insert_reminder(&mut self, new: &NewReminder<'_>) -> StoreResult<bool> {
        let Reminder { number, date, pay_by, fee, interest } = new.reminder;
        let periods: Vec<PeriodRecord> = interest.iter().map(PeriodRecord::of).collect();
        let periods = serde_json::to_string(&periods).map_err(|_| StoreError::Corrupt("interest"))?;
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO reminder (id, bill_id, number, date, pay_by, fee, interest, periods, paid, state, \
                 made_by, made_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'QUEUED', $10, $11) \
                 ON CONFLICT (bill_id, number) DO NOTHING")
            .bind(new.id.uuid())
            .bind(new.bill.uuid())
            .bind(i64::from(*number))
            .bind(date_text(*date))
            .bind(date_text(*pay_by))
            .bind(fee.units())
            .bind(new.interest.units())
            .bind(periods)
            .bind(new.paid.units())
            .bind(new.made_by.map(Id::uuid))
            .bind(to_micros(new.made_at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }

    /// The number and day of the last reminder of a bill.
    pub async fn last_reminder(&mut self, bill: BillId) -> StoreResult<Option<(u8, Date)>> {
        let found: Option<(i64, String)> = on!(self.conn(), c => sqlx::query_as(
                "SELECT number, date FROM reminder WHERE bill_id = $1 ORDER BY number DESC LIMIT 1")
            .bind(bill.uuid())
            .fetch_optional(c).await)?;
        found.map(|(number, date)| Ok((number_from(number)?, date_from_text(&date)?))).transpose()
    }

    /// The letter is made, and goes by mail or waits for the printer. False if another runner was quicker.
    pub async fn reminder_made(
        &mut self,
        id: ReminderId,
        (file, mail): (FileId, Option<MailId>),
    ) -> StoreResult<bool> {
        let state = if mail.is_some() { ReminderState::Sent } else { ReminderState::ToPrint };
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE reminder SET file_id = $2, mail_id = $3, state = $4 WHERE id = $1 AND state = 'QUEUED'")
            .bind(id.uuid())
            .bind(file.uuid())
            .bind(mail.map(Id::uuid))
            .bind(state.name())
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }

    /// False if it was not waiting to be printed.
    pub async fn reminder_posted(&mut self, id: ReminderId) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE reminder SET state = 'SENT' WHERE id = $1 AND state = 'TO_PRINT'")
            .bind(id.uuid())
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }
}

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
        let bills: Vec<OverdueBill> =
            found.into_iter().map(OverdueColumns::into_bill).collect::<StoreResult<_>>()?;
        let last = bills.last().filter(|_| more);
        let next = last.map(|last| OverdueCursor { due_date: last.due_date, bill: last.bill });
        Ok(OverduePage { bills, next, count, owed: Money::from_units(owed) })
    }

    pub async fn reminder(&self, id: ReminderId) -> StoreResult<Option<StoredReminder>> {
        let found: Option<ReminderColumns> = on!(self.reads(), c => sqlx::query_as(
                concat!(select_reminders!(), "WHERE r.id = $1"))
            .bind(id.uuid())
            .fetch_optional(c).await)?;
        found.map(ReminderColumns::into_reminder).transpose()
    }

    /// The first reminder first.
    pub async fn reminders_of(&self, bill: BillId) -> StoreResult<Vec<StoredReminder>> {
        let found: Vec<ReminderColumns> = on!(self.reads(), c => sqlx::query_as(
                concat!(select_reminders!(), "WHERE r.bill_id = $1 ORDER BY r.number"))
            .bind(bill.uuid())
            .fetch_all(c).await)?;
        found.into_iter().map(ReminderColumns::into_reminder).collect()
    }

    /// Letters that wait to be printed and posted, the oldest first.
    pub async fn reminders_to_print(&self) -> StoreResult<Vec<StoredReminder>> {
        let found: Vec<ReminderColumns> = on!(self.reads(), c => sqlx::query_as(SELECT_REMINDERS_IN_STATE)
            .bind(ReminderState::ToPrint.name())
            .fetch_all(c).await)?;
        found.into_iter().map(ReminderColumns::into_reminder).collect()
    }
}

impl OverdueColumns {
    fn into_bill(self) -> StoreResult<OverdueBill> {
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
            reminded,
            being_credited: self.being_credited,
        })
    }
}

impl ReminderColumns {
    fn into_reminder(self) -> StoreResult<StoredReminder> {
        let periods: Vec<PeriodRecord> =
            serde_json::from_str(&self.periods).map_err(|_| StoreError::Corrupt("interest"))?;
        let interest = periods.into_iter().map(PeriodRecord::into_period).collect::<StoreResult<_>>()?;
        Ok(StoredReminder {
            id: ReminderId::from_uuid(self.id),
            bill: BillId::from_uuid(self.bill_id),
            content: Reminder {
                number: number_from(self.number)?,
                date: date_from_text(&self.date)?,
                pay_by: date_from_text(&self.pay_by)?,
                fee: Money::from_units(self.fee),
                interest,
            },
            fees: Money::from_units(self.fees),
            paid: Money::from_units(self.paid),
            state: state_from(&self.state)?,
            file: self.file_id.map(FileId::from_uuid),
        })
    }
}

impl PeriodRecord {
    fn of(period: &LatePeriod) -> Self {
        Self {
            from: date_text(period.from),
            until: date_text(period.until),
            rate: period.rate.millionths(),
            amount: period.amount.units(),
        }
    }

    fn into_period(self) -> StoreResult<LatePeriod> {
        Ok(LatePeriod {
            from: date_from_text(&self.from)?,
            until: date_from_text(&self.until)?,
            rate: Rate::from_millionths(self.rate),
            amount: Money::from_units(self.amount),
        })
    }
}

fn number_from(number: i64) -> StoreResult<u8> {
    u8::try_from(number).map_err(|_| StoreError::Corrupt("number of a reminder"))
}

fn state_from(text: &str) -> StoreResult<ReminderState> {
    ReminderState::from_name(text).ok_or(StoreError::Corrupt("state of a reminder"))
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
