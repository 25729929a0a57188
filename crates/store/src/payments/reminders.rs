//! Reminders about bills that are late.

use liksa_domain::payments::{LatePeriod, Reminder, ReminderState};
use serde::{Deserialize, Serialize};

use crate::prelude::*;

pub struct NewReminder<'a> {
    pub id: ReminderId,
    pub bill: BillId,
    pub reminder: &'a Reminder,
    /// All interest that it asks for.
    pub interest: Money,
    /// What had been paid by then: of the bill, of interest and of fees.
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
    /// Where the next page starts, if there is one.
    pub next: Option<ReminderId>,
    /// How many there are on all pages.
    pub count: i64,
}

read_row! { StoredReminder { id, bill = "bill_id", fees, paid, state, file = "file_id" } flat { content } }
read_row! { Reminder { number, date, pay_by, fee, interest = "periods" } }

read_row! { ListedReminder { bill_number, customer } flat { reminder } }

macro_rules! reminder_columns {
    () => {
        "r.id, r.bill_id, r.number, r.date, r.pay_by, r.fee, r.periods, r.paid, r.state, r.file_id, \
         CAST((SELECT SUM(e.fee) FROM reminder e WHERE e.bill_id = r.bill_id AND e.number <= r.number) AS BIGINT) \
         AS fees"
    };
}

macro_rules! select_reminders {
    ($end:literal) => {
        concat!("SELECT ", reminder_columns!(), " FROM reminder r ", $end)
    };
}

pub(crate) const SELECT_REMINDER_PAGE: &str = concat!(
    "SELECT ",
    reminder_columns!(),
    ", b.number AS bill_number, COALESCE(c.name, '') AS customer FROM reminder r JOIN bill b ON b.id = r.bill_id \
     LEFT JOIN customer c ON c.id = b.customer_id WHERE r.state = $1 AND r.id < $2 ORDER BY r.id DESC LIMIT $3"
);

pub(crate) const COUNT_REMINDERS: &str = "SELECT COUNT(*) FROM reminder WHERE state = $1";

/// A period of interest as it is stored, in JSON.
#[derive(Serialize, Deserialize)]
struct StoredPeriod {
    from: String,
    until: String,
    rate: i64,
    amount: i64,
}

tx_methods! {
    /// The number and day of the last reminder of a bill.
    pub async fn last_reminder(bill: BillId) -> Option<(u8, Date)> = fetch_optional
        "SELECT number, date FROM reminder WHERE bill_id = $1 ORDER BY number DESC LIMIT 1";

    /// False if it was not waiting to be printed.
    pub async fn reminder_posted(id: ReminderId) -> bool = try_change
        "UPDATE reminder SET state = 'SENT' WHERE id = $1 AND state = 'TO_PRINT'";

    /// False if the bill has a reminder of this number already.
    pub async fn insert_reminder(new: &NewReminder<'_>) -> bool = try_change
        "INSERT INTO reminder (id, bill_id, number, date, pay_by, fee, interest, periods, paid, state, made_by, made_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'QUEUED', $10, $11) ON CONFLICT (bill_id, number) DO NOTHING"
        => new.id, new.bill, new.reminder.number, new.reminder.date, new.reminder.pay_by, new.reminder.fee,
           new.interest, new.reminder.interest, new.paid, new.made_by, new.made_at;
}

impl Tx {
    /// Stores that the letter is made, and goes by mail or waits to be printed. False if another runner did so before.
    pub async fn reminder_made(
        &mut self,
        id: ReminderId,
        (file, mail): (FileId, Option<MailId>),
    ) -> StoreResult<bool> {
        let state = if mail.is_some() { ReminderState::Sent } else { ReminderState::ToPrint };
        self.try_change(sql!(
            "UPDATE reminder SET file_id = $2, mail_id = $3, state = $4 WHERE id = $1 AND state = 'QUEUED'"
            => id, file, mail, state
        ))
        .await
    }
}

store_methods! {
    /// The bill whose reminder a mail is.
    pub async fn bill_of_reminder_mail(mail: MailId) -> Option<BillId> = find_value
        "SELECT bill_id FROM reminder WHERE mail_id = $1";

    /// Where the last reminder of a bill was refused for its address; None once it was sent again.
    pub async fn refused_reminder_address(bill: BillId) -> Option<String> = find_value
        "SELECT m.to_address FROM reminder r JOIN mail m ON m.id = r.mail_id WHERE r.bill_id = $1 \
         AND m.state = 'FAILED' AND m.reason = 'ADDRESS_REFUSED' ORDER BY r.number DESC LIMIT 1";

    pub async fn reminder(id: ReminderId) -> Option<StoredReminder> = fetch_optional
        select_reminders!("WHERE r.id = $1");

    /// The first reminder first.
    pub async fn reminders_of(bill: BillId) -> Vec<StoredReminder> = fetch_all
        select_reminders!("WHERE r.bill_id = $1 ORDER BY r.number");
}

impl Store {
    pub async fn reminder_page(
        &self,
        state: ReminderState,
        after: Option<ReminderId>,
        limit: i64,
    ) -> StoreResult<ReminderPage> {
        let page = sql!(SELECT_REMINDER_PAGE => state, before_id(after), limit.saturating_add(1));
        let (reminders, more) = cut_page::<ListedReminder>(self.fetch_all(page).await?, limit);
        let count = self.fetch_value(sql!(COUNT_REMINDERS => state)).await?;
        let next = reminders.last().filter(|_| more).map(|last| last.reminder.id);
        Ok(ReminderPage { reminders, next, count })
    }
}

/// JSON.
impl Column for Vec<LatePeriod> {
    type Raw = String;

    fn to_raw(&self) -> String {
        let stored = self.iter().map(|period| {
            serde_json::json!(StoredPeriod {
                from: period.from.to_string(),
                until: period.until.to_string(),
                rate: period.rate.millionths(),
                amount: period.amount.units(),
            })
        });
        stored.collect::<serde_json::Value>().to_string()
    }

    fn from_raw(json: String) -> Option<Self> {
        let stored: Vec<StoredPeriod> = serde_json::from_str(&json).ok()?;
        let period = |stored: StoredPeriod| {
            Some(LatePeriod {
                from: stored.from.parse().ok()?,
                until: stored.until.parse().ok()?,
                rate: Rate::from_millionths(stored.rate),
                amount: Money::from_units(stored.amount),
            })
        };
        stored.into_iter().map(period).collect()
    }
}
