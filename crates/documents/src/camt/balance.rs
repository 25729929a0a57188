//! Balances of a statement, of which the one at its end is kept.

use jiff::Timestamp;
use jiff::civil::Date;
use liksa_domain::amount_limits::{LARGEST_FILE_SUM, is_within};
use liksa_finland::Iban;
use liksa_money::Money;

use super::elements::Element;
use super::entry::{read_amount, read_date};
use super::{CamtError, Statement};

/// What the account had when a statement ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClosingBalance {
    pub account: Option<Iban>,
    /// Negative where the account is overdrawn.
    pub amount: Money,
    pub date: Date,
    /// The bank's running number of the statement, where it has one.
    pub number: Option<i64>,
    /// When the bank made the statement, where it says so.
    pub created: Option<Timestamp>,
}

impl ClosingBalance {
    /// Which of two statements is the newer one: two of one day are told apart by what the bank says of them.
    pub fn order(&self) -> (Date, Option<i64>, Option<Timestamp>) {
        (self.date, self.number, self.created)
    }
}

/// A balance as far as it has been read.
#[derive(Default)]
pub(super) struct Balance {
    code: String,
    amount: Option<Money>,
    negative: bool,
    date: Option<Date>,
}

impl Balance {
    pub fn read(&mut self, (path, text, currency): Element<'_>) -> Result<(), CamtError> {
        match path {
            "Tp/CdOrPrtry/Cd" => text.clone_into(&mut self.code),
            "Amt" if currency == Some("EUR") => {
                self.amount = read_amount(text);
                if !self.amount.is_none_or(|amount| is_within(amount, LARGEST_FILE_SUM)) {
                    return Err(CamtError::SumTooLarge);
                }
            }
            "CdtDbtInd" => self.negative = text == "DBIT",
            "Dt/Dt" | "Dt/DtTm" => self.date = read_date(text),
            _ => {}
        }
        Ok(())
    }

    /// The balance if it is the booked one at the end, in euros, and of a day.
    pub fn closing(self, statement: &Statement) -> Result<Option<ClosingBalance>, CamtError> {
        let (true, Some(amount), Some(date)) = (self.code == "CLBD", self.amount, self.date) else {
            return Ok(None);
        };
        let amount = if self.negative { amount.negated()? } else { amount };
        let &Statement { account, number, created, .. } = statement;
        Ok(Some(ClosingBalance { account, amount, date, number, created }))
    }
}
