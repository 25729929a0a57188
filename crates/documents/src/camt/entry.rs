//! One entry of a statement and the transactions that it is made of.

use jiff::civil::Date;
use liksa_money::Money;

use super::details::Details;
use super::elements::Step;
use super::{CamtError, Statement, Transaction, reading};

/// Which way the money went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    In,
    Out,
}

impl Direction {
    pub fn of(text: &str, entry: u32) -> Result<Self, CamtError> {
        match text {
            "CRDT" => Ok(Self::In),
            "DBIT" => Ok(Self::Out),
            _ => Err(CamtError::NotUnderstood { entry, what: "the way of the money (CdtDbtInd)" }),
        }
    }

    pub fn signed(self, amount: Money) -> Result<Money, CamtError> {
        match self {
            Self::In => Ok(amount),
            Self::Out => Ok(amount.negated()?),
        }
    }
}

/// An amount that is known to be in euros, or the currency that it is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Amount {
    Euros(Money),
    Foreign(String),
}

impl Amount {
    pub fn of(text: &str, currency: Option<&str>, entry: u32) -> Result<Self, CamtError> {
        match currency {
            Some("EUR") => reading::amount(text)
                .map(Self::Euros)
                .ok_or(CamtError::NotUnderstood { entry, what: "the amount" }),
            other => Ok(Self::Foreign(other.unwrap_or("?").to_owned())),
        }
    }

    pub fn euros(&self, entry: u32) -> Result<Money, CamtError> {
        match self {
            Self::Euros(amount) => Ok(*amount),
            Self::Foreign(currency) => Err(CamtError::ForeignCurrency { entry, currency: currency.clone() }),
        }
    }
}

/// What is known of the entry so far. In all versions of the schema this comes before the details.
pub(super) struct Entry {
    number: u32,
    amount: Option<Amount>,
    direction: Option<Direction>,
    reversal: bool,
    booked: bool,
    booking_date: Option<Date>,
    value_date: Option<Date>,
    archive_id: Option<String>,
    /// The details read last, held back until it is known whether they are the only ones.
    held: Option<Details>,
    /// How many details have begun.
    count: u32,
    given: Money,
}

const DETAILS: &str = "NtryDtls/TxDtls";

impl Entry {
    pub fn new(number: u32) -> Self {
        Self {
            number,
            amount: None,
            direction: None,
            reversal: false,
            booked: false,
            booking_date: None,
            value_date: None,
            archive_id: None,
            held: None,
            count: 0,
            given: Money::ZERO,
        }
    }

    /// An element below the entry: its path, its text and the currency that stands beside it.
    pub fn read(
        &mut self,
        step: Step,
        (path, text, currency): (&str, &str, Option<&str>),
        statement: &Statement,
        ready: &mut Vec<Transaction>,
    ) -> Result<(), CamtError> {
        if let Some(within) = path.strip_prefix(DETAILS) {
            if step == Step::Opened && within.is_empty() {
                self.begin_details(statement, ready)
            } else if let (Some(details), Some(within)) = (&mut self.held, within.strip_prefix('/')) {
                details.read(step, (within, text, currency), self.number)
            } else {
                Ok(())
            }
        } else if step == Step::Closed {
            self.read_own((path, text, currency))
        } else {
            Ok(())
        }
    }

    fn read_own(&mut self, (path, text, currency): (&str, &str, Option<&str>)) -> Result<(), CamtError> {
        match path {
            "Amt" => self.amount = Some(Amount::of(text, currency, self.number)?),
            "CdtDbtInd" => self.direction = Some(Direction::of(text, self.number)?),
            "RvslInd" => self.reversal = matches!(text, "true" | "1"),
            // A plain text in version 2 and 4, a code within it in version 8.
            "Sts" | "Sts/Cd" => self.booked |= text == "BOOK",
            "BookgDt/Dt" | "BookgDt/DtTm" => self.booking_date = Some(self.date(text, "the booking date")?),
            "ValDt/Dt" | "ValDt/DtTm" => self.value_date = Some(self.date(text, "the value date")?),
            "AcctSvcrRef" => self.archive_id = Some(text.to_owned()).filter(|id| !id.is_empty()),
            _ => {}
        }
        Ok(())
    }

    fn date(&self, text: &str, what: &'static str) -> Result<Date, CamtError> {
        reading::date(text).ok_or(CamtError::NotUnderstood { entry: self.number, what })
    }

    fn begin_details(
        &mut self,
        statement: &Statement,
        ready: &mut Vec<Transaction>,
    ) -> Result<(), CamtError> {
        self.count = self.count.saturating_add(1);
        if let Some(before) = self.held.replace(Details::default()) {
            self.give_one_of_batch(before, self.count - 1, statement, ready)?;
        }
        Ok(())
    }

    /// The entry is complete: gives what was held back, or the entry itself where the bank told no details.
    pub fn finish(mut self, statement: &Statement, ready: &mut Vec<Transaction>) -> Result<(), CamtError> {
        if !self.booked {
            return Ok(());
        }
        let (count, held) = (self.count, self.held.take());
        let last = held.unwrap_or_default();
        if count < 2 {
            let id = last.archive_id.clone().or_else(|| self.archive_id.clone());
            let id = id.unwrap_or_else(|| format!("{}/{}", statement.id, self.number));
            let amount = self.signed_amount()?;
            ready.push(self.transaction(last, id, amount, statement)?);
            return Ok(());
        }
        self.give_one_of_batch(last, count, statement, ready)?;
        let difference = self.signed_amount()?.minus(self.given)?;
        if !difference.is_zero() {
            let id = self.id_in_batch(None, 0, statement);
            ready.push(self.transaction(Details::default(), id, difference, statement)?);
        }
        Ok(())
    }

    fn give_one_of_batch(
        &mut self,
        details: Details,
        place: u32,
        statement: &Statement,
        ready: &mut Vec<Transaction>,
    ) -> Result<(), CamtError> {
        if !self.booked {
            return Ok(());
        }
        // An entry in another currency is refused as such, whatever its details say.
        self.signed_amount()?;
        // What has no amount of its own is part of the difference at the end.
        let Some(amount) = &details.amount else { return Ok(()) };
        let amount = amount.euros(self.number)?;
        let direction = details.direction.map_or_else(|| self.direction(), Ok)?;
        let amount = direction.signed(amount)?;
        self.given = self.given.plus(amount)?;
        let id = self.id_in_batch(details.archive_id.as_deref(), place, statement);
        ready.push(self.transaction(details, id, amount, statement)?);
        Ok(())
    }

    /// Some banks repeat the archive id of the batch in each of its transactions, which must not make them one.
    fn id_in_batch(&self, own: Option<&str>, place: u32, statement: &Statement) -> String {
        match (own, &self.archive_id) {
            (Some(own), of_batch) if of_batch.as_deref() != Some(own) => own.to_owned(),
            (_, Some(of_batch)) => format!("{of_batch}/{place}"),
            _ => format!("{}/{}/{place}", statement.id, self.number),
        }
    }

    fn direction(&self) -> Result<Direction, CamtError> {
        self.direction
            .ok_or(CamtError::Missing { entry: self.number, what: "the way of the money (CdtDbtInd)" })
    }

    fn signed_amount(&self) -> Result<Money, CamtError> {
        let missing = CamtError::Missing { entry: self.number, what: "the amount" };
        self.direction()?.signed(self.amount.as_ref().ok_or(missing)?.euros(self.number)?)
    }

    fn transaction(
        &self,
        details: Details,
        id: String,
        amount: Money,
        statement: &Statement,
    ) -> Result<Transaction, CamtError> {
        let missing = CamtError::Missing { entry: self.number, what: "the booking date (BookgDt)" };
        Ok(Transaction {
            id,
            account: statement.account,
            amount,
            booking_date: self.booking_date.ok_or(missing)?,
            value_date: self.value_date,
            reversal: self.reversal,
            in_batch: self.count > 1,
            references: details.references,
            message: details.message,
            end_to_end_id: details.end_to_end_id,
            debtor_name: details.debtor_name.or(details.ultimate_debtor_name),
            debtor_account: details.debtor_account,
            creditor_name: details.creditor_name,
        })
    }
}
