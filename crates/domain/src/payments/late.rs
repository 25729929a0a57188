//! Charges of late payment: interest by the half-year, and reminders with their fee.

use jiff::ToSpan;
use jiff::civil::{Date, date};
use liksa_money::{Money, MoneyError, Rate};
use liksa_rates::{RatesError, StatutoryFigures};

use crate::customer::PartyRole;
use crate::problem::ErrorKey;

/// After the second reminder the next letter is a debt collector's.
pub const MOST_REMINDERS: u8 = 2;
/// How long a reminder gives to pay.
const PAY_WITHIN_DAYS: i32 = 14;
/// After the invoice, where no due date was agreed.
const DAYS_WITHOUT_AGREEMENT: i32 = 30;
/// The law speaks of yearly interest; a leap year has no cheaper days.
const DAYS_OF_INTEREST_YEAR: i64 = 365;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LateError {
    #[error(transparent)]
    Rates(#[from] RatesError),
    #[error(transparent)]
    Money(#[from] MoneyError),
    #[error("a date beyond the calendar")]
    Date,
    /// The bill is not in a state to be reminded of.
    #[error("no reminder may be sent")]
    Refused(ErrorKey),
}

impl LateError {
    pub fn key(&self) -> ErrorKey {
        match self {
            Self::Rates(RatesError::UnknownYear { .. }) => ErrorKey::UnknownYear,
            Self::Rates(_) => ErrorKey::UnknownRate,
            Self::Money(_) | Self::Date => ErrorKey::OutOfRange,
            Self::Refused(key) => *key,
        }
    }
}

/// Interest of days on which rate and sum stayed the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LatePeriod {
    pub from: Date,
    pub until: Date,
    pub rate: Rate,
    pub amount: Money,
}

/// When a sum was asked for and is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    pub billed_on: Date,
    pub due: Date,
    /// Whether the debtor agreed to the due date in advance. A date that the invoice alone says binds nobody.
    pub agreed: bool,
}

impl Term {
    /// The last day without interest: the due date where it was agreed in advance (Interest Act, section 5), else the
    /// thirtieth day after the invoice (section 6), and never before the due date.
    pub fn free_of_interest_until(self) -> Result<Date, LateError> {
        if self.agreed {
            return Ok(self.due);
        }
        let by_law =
            self.billed_on.checked_add(DAYS_WITHOUT_AGREEMENT.days()).map_err(|_| LateError::Date)?;
        Ok(by_law.max(self.due))
    }
}

/// Late interest on what was unpaid, from the day on which it [begins](Term::free_of_interest_until) until a day,
/// that day included. The day on which money comes still bears interest on it.
pub fn interest(
    law: &StatutoryFigures,
    debtor: PartyRole,
    (billed, term): (Money, Term),
    paid: &[(Date, Money)],
    until: Date,
) -> Result<Vec<LatePeriod>, LateError> {
    let mut periods = vec![];
    let mut from = term.free_of_interest_until()?.tomorrow().map_err(|_| LateError::Date)?;
    while from <= until {
        let next_payment = paid.iter().map(|(day, _)| *day).filter(|day| *day >= from).min();
        let last = end_of_half_year(from).min(until).min(next_payment.unwrap_or(until));
        let paid_before = paid.iter().filter(|(day, _)| *day < from).map(|(_, amount)| *amount);
        let open = billed.minus(Money::sum(paid_before)?)?;
        if open.is_positive() {
            let table = &law.for_date(from)?.late_interest;
            let rate = match debtor {
                PartyRole::Individual => table.general(from)?,
                PartyRole::Company => table.between_businesses(from)?,
            };
            let amount = open.fraction(
                rate.millionths().checked_mul(days_between(from, last)?).ok_or(MoneyError::Overflow)?,
                Rate::ONE.millionths() * DAYS_OF_INTEREST_YEAR,
            )?;
            periods.push(LatePeriod { from, until: last, rate, amount });
        }
        from = last.tomorrow().map_err(|_| LateError::Date)?;
    }
    Ok(periods)
}

/// Both days counted.
fn days_between(from: Date, until: Date) -> Result<i64, LateError> {
    let span = from.until(until).map_err(|_| LateError::Date)?;
    Ok(i64::from(span.get_days()) + 1)
}

fn end_of_half_year(day: Date) -> Date {
    if day.month() <= 6 { date(day.year(), 6, 30) } else { date(day.year(), 12, 31) }
}

/// What a reminder is made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReminderAsked<'a> {
    pub debtor: PartyRole,
    pub billed: Money,
    pub term: Term,
    /// What has come of the bill's own sum, and when.
    pub paid: &'a [(Date, Money)],
    /// The number and day of the last reminder.
    pub last: Option<(u8, Date)>,
    /// Whether interest is asked for; the provider may leave it out.
    pub with_interest: bool,
    pub today: Date,
}

/// A reminder as it may be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reminder {
    /// First or second.
    pub number: u8,
    pub date: Date,
    pub pay_by: Date,
    /// Of this reminder alone.
    pub fee: Money,
    /// All since it began.
    pub interest: Vec<LatePeriod>,
}

/// The first day on which a reminder may be sent: so many days after the due date or the reminder before.
pub fn earliest_reminder(law: &StatutoryFigures, due: Date, last: Option<Date>) -> Result<Date, LateError> {
    let since = last.unwrap_or(due);
    let days = i32::from(law.for_date(since)?.reminder.days_after_due);
    since.checked_add(days.days()).map_err(|_| LateError::Date)
}

impl Reminder {
    pub fn of(law: &StatutoryFigures, asked: &ReminderAsked<'_>) -> Result<Self, LateError> {
        let paid = Money::sum(asked.paid.iter().map(|(_, amount)| *amount))?;
        if paid >= asked.billed {
            return Err(LateError::Refused(ErrorKey::NothingOwed));
        }
        let number = asked.last.map_or(0, |(number, _)| number).saturating_add(1);
        if number > MOST_REMINDERS {
            return Err(LateError::Refused(ErrorKey::RemindedTwice));
        }
        if asked.today < earliest_reminder(law, asked.term.due, asked.last.map(|(_, day)| day))? {
            return Err(LateError::Refused(ErrorKey::ReminderTooEarly));
        }
        let table = &law.for_date(asked.today)?.reminder;
        let fee = match asked.debtor {
            PartyRole::Individual => table.fee_consumer,
            PartyRole::Company => table.fee_business()?,
        };
        let interest = if asked.with_interest {
            interest(law, asked.debtor, (asked.billed, asked.term), asked.paid, asked.today)?
        } else {
            vec![]
        };
        let pay_by = asked.today.checked_add(PAY_WITHIN_DAYS.days()).map_err(|_| LateError::Date)?;
        Ok(Self { number, date: asked.today, pay_by, fee, interest })
    }

    /// The reminder that can be sent: with interest where that was asked for and its rates are known, else with the fee
    /// alone and the reason why there is no interest.
    pub fn as_far_as_known(
        law: &StatutoryFigures,
        asked: &ReminderAsked<'_>,
    ) -> Result<(Self, Option<ErrorKey>), LateError> {
        match Self::of(law, asked) {
            Err(missing @ LateError::Rates(_)) if asked.with_interest => {
                let fee_alone = Self::of(law, &ReminderAsked { with_interest: false, ..*asked })?;
                Ok((fee_alone, Some(missing.key())))
            }
            reminder => Ok((reminder?, None)),
        }
    }

    pub fn interest_total(&self) -> Result<Money, MoneyError> {
        Money::sum(self.interest.iter().map(|period| period.amount))
    }
}
