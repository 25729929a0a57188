//! Reminders about bills that are late.

use jiff::Timestamp;
use jiff::civil::Date;
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

/// A reminder in a list, with the bill that it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedReminder {
    pub reminder: StoredReminder,
    pub bill_number: i64,
    pub customer: String,
}

pub struct ReminderPage {
    /// The newest first.
    pub reminders: Vec<ListedReminder>,
    /// Where the next page goes on, if there is one.
    pub next: Option<ReminderId>,
    /// How many there are on all pages.
    pub count: i64,
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

#[derive(FromRow)]
struct ListedColumns {
    #[sqlx(flatten)]
    reminder: ReminderColumns,
    bill_number: i64,
    customer: String,
}

macro_rules! reminder_columns {
    () => {
        "r.id, r.bill_id, r.number, r.date, r.pay_by, r.fee, r.periods, r.paid, r.state, r.file_id, \
         CAST((SELECT SUM(e.fee) FROM reminder e WHERE e.bill_id = r.bill_id AND e.number <= r.number) AS BIGINT) \
         AS fees"
    };
}

pub(crate) const SELECT_REMINDER_PAGE: &str = concat!(
    "SELECT ",
    reminder_columns!(),
    ", b.number AS bill_number, COALESCE(c.name, '') AS customer FROM reminder r JOIN bill b ON b.id = r.bill_id \
     LEFT JOIN customer c ON c.id = b.customer_id WHERE r.state = $1 AND r.id < $2 ORDER BY r.id DESC LIMIT $3"
);

pub(crate) const COUNT_REMINDERS: &str = "SELECT COUNT(*) FROM reminder WHERE state = $1";

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
    pub async fn reminder(&self, id: ReminderId) -> StoreResult<Option<StoredReminder>> {
        let found: Option<ReminderColumns> = on!(self.reads(), c => sqlx::query_as(
                concat!("SELECT ", reminder_columns!(), " FROM reminder r WHERE r.id = $1"))
            .bind(id.uuid())
            .fetch_optional(c).await)?;
        found.map(ReminderColumns::into_reminder).transpose()
    }

    /// The first reminder first.
    pub async fn reminders_of(&self, bill: BillId) -> StoreResult<Vec<StoredReminder>> {
        let found: Vec<ReminderColumns> = on!(self.reads(), c => sqlx::query_as(
                concat!("SELECT ", reminder_columns!(), " FROM reminder r WHERE r.bill_id = $1 ORDER BY r.number"))
            .bind(bill.uuid())
            .fetch_all(c).await)?;
        found.into_iter().map(ReminderColumns::into_reminder).collect()
    }

    pub async fn reminder_page(
        &self,
        state: ReminderState,
        after: Option<ReminderId>,
        limit: i64,
    ) -> StoreResult<ReminderPage> {
        let mut found: Vec<ListedColumns> = on!(self.reads(), c => sqlx::query_as(SELECT_REMINDER_PAGE)
            .bind(state.name())
            .bind(after.map_or(Uuid::max(), Id::uuid))
            // One more than is shown tells whether there is a next page.
            .bind(limit.saturating_add(1))
            .fetch_all(c).await)?;
        let (count,): (i64,) = on!(self.reads(), c => sqlx::query_as(COUNT_REMINDERS)
            .bind(state.name())
            .fetch_one(c).await)?;
        let shown = usize::try_from(limit).unwrap_or_default();
        let more = found.len() > shown;
        found.truncate(shown);
        let reminders: Vec<ListedReminder> =
            found.into_iter().map(ListedColumns::into_listed).collect::<StoreResult<_>>()?;
        let next = reminders.last().filter(|_| more).map(|last| last.reminder.id);
        Ok(ReminderPage { reminders, next, count })
    }
}

impl ListedColumns {
    fn into_listed(self) -> StoreResult<ListedReminder> {
        Ok(ListedReminder {
            reminder: self.reminder.into_reminder()?,
            bill_number: self.bill_number,
            customer: self.customer,
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

pub(super) fn number_from(number: i64) -> StoreResult<u8> {
    u8::try_from(number).map_err(|_| StoreError::Corrupt("number of a reminder"))
}

pub(super) fn state_from(text: &str) -> StoreResult<ReminderState> {
    ReminderState::from_name(text).ok_or(StoreError::Corrupt("state of a reminder"))
}
