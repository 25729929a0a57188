//! Reminders and overdue bills as the API answers them.

use jiff::civil::Date;
use liksa_actions::reminders::{next_reminder, reminder_of_today};
use liksa_domain::customer::PartyRole;
use liksa_domain::payments::ReminderState;
use liksa_money::MoneyError;
use liksa_rates::StatutoryFigures;
use liksa_store::{ListedReminder, OverdueBill};

use crate::api::prelude::*;

/// The role of the customer who owes a bill.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Debtor {
    Company,
    Customer,
}

impl From<PartyRole> for Debtor {
    fn from(role: PartyRole) -> Self {
        match role {
            PartyRole::Company => Self::Company,
            PartyRole::Individual => Self::Customer,
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct OverduePage {
    /// The longest overdue first.
    #[schema(required)]
    pub bills: Vec<OverdueOnWire>,
    /// What to send as `cursor` for the next part; null at the end.
    #[schema(required)]
    pub next: Option<String>,
    /// How many there are on all pages.
    pub total: i64,
    /// What is owed of them together.
    pub owed: Money,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OverdueBill)]
pub struct OverdueOnWire {
    pub bill_id: BillId,
    pub bill_number: i64,
    pub customer: String,
    /// A company or a private person: the law protects these better.
    pub debtor: Debtor,
    pub worker: String,
    pub due_date: String,
    pub days_late: i32,
    pub billed: Money,
    pub open: Money,
    #[schema(required)]
    pub reminded: Option<Reminded>,
    /// The first day on which the next reminder may be sent; null once there were two.
    #[schema(required)]
    pub next_reminder: Option<String>,
    /// What a reminder of today would ask for; null when none may be sent.
    #[schema(required)]
    pub today: Option<ReminderOfToday>,
    /// Why none may be sent today.
    #[schema(required)]
    pub not_today: Option<ErrorKey>,
    /// A credit note for it is on its way.
    pub being_credited: bool,
}

/// The last reminder.
#[derive(Serialize, ToSchema)]
pub struct Reminded {
    /// First or second.
    pub number: u8,
    pub date: String,
    pub state: ReminderState,
}

/// The reminder that may be sent today.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReminderOfToday {
    /// First or second.
    pub number: u8,
    pub pay_by: String,
    pub fee: Money,
    /// All since it began. Null where the rate of a half-year is not known: the reminder then asks for the fee alone.
    #[schema(required)]
    pub interest: Option<Money>,
}

impl OverdueOnWire {
    pub fn new(law: &StatutoryFigures, bill: OverdueBill, today: Date) -> Result<Self, MoneyError> {
        let of_today = reminder_of_today(law, &bill, today)?;
        let not_today = of_today.as_ref().err().copied();
        Ok(Self {
            bill_id: bill.bill,
            bill_number: bill.number,
            debtor: bill.debtor.into(),
            due_date: format_date(bill.due_date),
            days_late: bill.due_date.until(today).map_or(0, |span| span.get_days()),
            billed: bill.billed,
            open: bill.billed.minus(bill.paid)?,
            reminded: bill.reminded.map(|(number, date, state)| Reminded {
                number,
                date: format_date(date),
                state,
            }),
            next_reminder: next_reminder(law, &bill).map(format_date),
            not_today,
            today: of_today.ok().map(|(reminder, interest)| ReminderOfToday {
                number: reminder.number,
                pay_by: format_date(reminder.pay_by),
                fee: reminder.fee,
                interest,
            }),
            being_credited: bill.being_credited,
            customer: bill.customer,
            worker: bill.worker,
        })
    }
}

#[derive(Serialize, ToSchema)]
#[schema(as = ReminderPage)]
pub struct ReminderPageOnWire {
    /// The newest first.
    #[schema(required)]
    pub reminders: Vec<ReminderOnWire>,
    /// What to send as `cursor` for the next part; null at the end.
    #[schema(required)]
    pub next: Option<ReminderId>,
    /// How many there are on all pages.
    pub total: i64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Reminder)]
pub struct ReminderOnWire {
    pub id: ReminderId,
    pub bill_id: BillId,
    pub bill_number: i64,
    pub customer: String,
    /// First or second.
    pub number: u8,
    pub date: String,
    pub pay_by: String,
    /// Of this reminder.
    pub fee: Money,
    /// All interest since it began.
    pub interest: Money,
    pub state: ReminderState,
}

impl TryFrom<ListedReminder> for ReminderOnWire {
    type Error = MoneyError;

    fn try_from(listed: ListedReminder) -> Result<Self, MoneyError> {
        let ListedReminder { reminder, bill_number, customer } = listed;
        Ok(Self {
            id: reminder.id,
            bill_id: reminder.bill,
            bill_number,
            customer,
            number: reminder.content.number,
            date: format_date(reminder.content.date),
            pay_by: format_date(reminder.content.pay_by),
            fee: reminder.content.fee,
            interest: reminder.content.interest_total()?,
            state: reminder.state,
        })
    }
}

#[derive(Serialize, ToSchema)]
pub struct RemindersMade {
    #[schema(required)]
    pub made: Vec<ReminderMade>,
    /// Each bill that got none, and why.
    #[schema(required)]
    pub refused: Vec<ReminderRefused>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReminderMade {
    pub bill_id: BillId,
    pub reminder_id: ReminderId,
    /// Why it asks for the fee alone, where interest was asked for too.
    #[schema(required)]
    pub without_interest: Option<ErrorKey>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReminderRefused {
    pub bill_id: BillId,
    pub key: ErrorKey,
}
