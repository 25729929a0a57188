//! One entry of a statement and the transactions that it is made of.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use liksa_domain::amount_limits::{LARGEST_AMOUNT, is_within};
use liksa_money::Money;

use super::details::Details;
use super::elements::{Element, Step};
use super::{Batch, CamtError, Statement, Transaction};

/// Into the account or out of it.
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
            Some("EUR") => {
                let amount =
                    read_amount(text).ok_or(CamtError::NotUnderstood { entry, what: "the amount" })?;
                match is_within(amount, LARGEST_AMOUNT) {
                    true => Ok(Self::Euros(amount)),
                    false => Err(CamtError::AmountTooLarge { entry }),
                }
            }
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

/// An entry as far as it has been read. In all versions of the schema its own data come before the details.
#[derive(Default)]
pub(super) struct Entry {
    number: u32,
    statement: Statement,
    amount: Option<Amount>,
    direction: Option<Direction>,
    reversal: bool,
    booked: bool,
    booking_date: Option<Date>,
    value_date: Option<Date>,
    archive_id: Option<String>,
    /// What an entry that stands by itself calls the batch that it belongs to.
    batch_id: Option<String>,
    /// What a payment file calls its payments, and the file itself.
    ordered_as: Option<String>,
    order_file: Option<String>,
    /// The details read last, held back until it is known whether they are the only ones.
    held: Option<Details>,
    /// How many details have begun.
    count: u32,
    /// The sum of the transactions that were returned.
    returned: Money,
}

const DETAILS: &str = "NtryDtls/TxDtls";
/// Shorter entry references are running numbers within a file, not ids.
const SHORTEST_BATCH_ID: usize = 8;
/// Ends the id of what takes money back: banks may give it the id of what it takes back.
pub(super) const REVERSAL: &str = "/reversal";

impl Entry {
    pub fn new(number: u32, statement: Statement) -> Self {
        Self { number, statement, ..Self::default() }
    }

    /// Reads an element below the entry. Returns the transaction before, once the details of the next one begin.
    pub fn read(&mut self, step: Step, element: Element<'_>) -> Result<Option<Transaction>, CamtError> {
        let (path, text, currency) = element;
        match (path.strip_prefix(DETAILS), &mut self.held) {
            (Some(""), _) if step == Step::Opened => {
                self.count = self.count.saturating_add(1);
                let before = self.held.replace(Details::default());
                return before.map_or(Ok(None), |before| self.one_of_batch(before, self.count - 1));
            }
            (Some(within), Some(details)) => {
                if let Some(within) = within.strip_prefix('/') {
                    details.read(step, (within, text, currency), self.number)?;
                }
            }
            (None, _) if step == Step::Closed => self.read_own(element)?,
            _ => {}
        }
        Ok(None)
    }

    fn read_own(&mut self, (path, text, currency): Element<'_>) -> Result<(), CamtError> {
        match path {
            "Amt" => self.amount = Some(Amount::of(text, currency, self.number)?),
            "CdtDbtInd" => self.direction = Some(Direction::of(text, self.number)?),
            "RvslInd" => self.reversal = matches!(text, "true" | "1"),
            // A plain text in version 2 and 4, a code within it in version 8.
            "Sts" | "Sts/Cd" => self.booked |= text == "BOOK",
            "BookgDt/Dt" | "BookgDt/DtTm" => self.booking_date = Some(self.date(text, "the booking date")?),
            "ValDt/Dt" | "ValDt/DtTm" => self.value_date = Some(self.date(text, "the value date")?),
            "AcctSvcrRef" => self.archive_id = Some(text.to_owned()).filter(|id| !id.is_empty()),
            "NtryDtls/Btch/PmtInfId" => self.ordered_as = Some(text.to_owned()),
            "NtryDtls/Btch/MsgId" => self.order_file = Some(text.to_owned()),
            _ => {}
        }
        if matches!(path, "NtryRef" | "NtryDtls/Btch/MsgId" | "NtryDtls/Btch/PmtInfId")
            && text.len() >= SHORTEST_BATCH_ID
        {
            self.batch_id = Some(text.to_owned());
        }
        Ok(())
    }

    fn date(&self, text: &str, what: &'static str) -> Result<Date, CamtError> {
        read_date(text).ok_or(CamtError::NotUnderstood { entry: self.number, what })
    }

    /// The transactions that were held back: the last one, or the entry itself if the bank gave no details, and the
    /// difference of a batch to its entry.
    pub fn finish(mut self) -> Result<Vec<Transaction>, CamtError> {
        if !self.booked {
            return Ok(vec![]);
        }
        let last = self.held.take().unwrap_or_default();
        if self.count < 2 {
            let sum = self.signed_amount()?;
            let own = last.archive_id.clone().or_else(|| self.archive_id.clone());
            let batch = self.batch_of_single(own.as_deref(), sum);
            let id = own.unwrap_or_else(|| format!("{}/{}", self.statement.id, self.number));
            return Ok(vec![self.transaction(last, (id, batch), sum)?]);
        }
        let mut transactions: Vec<_> = self.one_of_batch(last, self.count)?.into_iter().collect();
        let difference = self.signed_amount()?.minus(self.returned)?;
        if !difference.is_zero() {
            let names = self.names_in_batch(None, 0)?;
            transactions.push(self.transaction(Details::default(), names, difference)?);
        }
        Ok(transactions)
    }

    /// None for details without an amount of their own, which are part of the difference at the end.
    fn one_of_batch(&mut self, details: Details, place: u32) -> Result<Option<Transaction>, CamtError> {
        if !self.booked {
            return Ok(None);
        }
        // An entry in another currency is refused as such, whatever its details say.
        self.signed_amount()?;
        let Some(amount) = &details.amount else { return Ok(None) };
        let amount = amount.euros(self.number)?;
        let amount = details.direction.map_or_else(|| self.direction(), Ok)?.signed(amount)?;
        self.returned = self.returned.plus(amount)?;
        let names = self.names_in_batch(details.archive_id.as_deref(), place)?;
        self.transaction(details, names, amount).map(Some)
    }

    /// The id of a transaction of a batch, and the batch. Some banks repeat the archive id of the batch in each of its
    /// transactions, which must not make them one.
    fn names_in_batch(&self, own: Option<&str>, place: u32) -> Result<(String, Option<Batch>), CamtError> {
        let (id, by_place) = match (own, &self.archive_id) {
            (Some(own), of_batch) if of_batch.as_deref() != Some(own) => (own.to_owned(), false),
            (_, Some(of_batch)) => (format!("{of_batch}/{place}"), true),
            _ => (format!("{}/{}/{place}", self.statement.id, self.number), true),
        };
        let sum = Some(self.signed_amount()?);
        Ok((id, self.archive_id.clone().map(|id| Batch { id, sum, by_place })))
    }

    /// The batch of a transaction that is alone in its entry: the entry itself where the transaction has another id, or
    /// what the entry refers to.
    fn batch_of_single(&self, own: Option<&str>, sum: Money) -> Option<Batch> {
        let own = own?;
        let of_entry = self.archive_id.clone().map(|id| (id, Some(sum)));
        let named = self.batch_id.clone().map(|id| (id, None));
        let (id, sum) = [of_entry, named].into_iter().flatten().find(|(id, _)| id != own)?;
        Some(Batch { id, sum, by_place: false })
    }

    fn ordered_as(&self) -> Option<String> {
        self.ordered_as.clone().or_else(|| self.order_file.clone())
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
        (id, batch): (String, Option<Batch>),
        amount: Money,
    ) -> Result<Transaction, CamtError> {
        let missing = CamtError::Missing { entry: self.number, what: "the booking date (BookgDt)" };
        let transaction = details.transaction;
        let (id, batch) = match self.reversal {
            true => (id + REVERSAL, batch.map(|batch| Batch { id: batch.id + REVERSAL, ..batch })),
            false => (id, batch),
        };
        Ok(Transaction {
            id,
            batch,
            account: self.statement.account,
            amount,
            booking_date: self.booking_date.ok_or(missing)?,
            value_date: self.value_date,
            reversal: self.reversal,
            in_batch: self.count > 1,
            ordered_as: transaction.ordered_as.or_else(|| self.ordered_as()),
            debtor_name: transaction.debtor_name.or(details.ultimate_debtor_name),
            ..transaction
        })
    }
}

/// An amount as XML writes it: digits, a point, no more cents than there are.
pub(super) fn read_amount(text: &str) -> Option<Money> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let shortened = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text };
    let amount: Money = shortened.parse().ok().filter(|_| plain)?;
    amount.cents().map(|_| amount)
}

/// A day, or the Finnish day of a moment.
pub(super) fn read_date(text: &str) -> Option<Date> {
    if !text.contains('T') {
        // A zone may follow the day of an xs:date; the day is the bank's own.
        return text.get(..10)?.parse().ok();
    }
    read_moment(text).and_then(|moment| Some(moment.to_zoned(helsinki()?).date()))
}

/// A moment, in Finnish time where it names no zone.
pub(super) fn read_moment(text: &str) -> Option<Timestamp> {
    let local = || text.parse::<DateTime>().ok()?.to_zoned(helsinki()?).ok();
    text.parse().ok().or_else(|| local().map(|moment| moment.timestamp()))
}

fn helsinki() -> Option<TimeZone> {
    TimeZone::get("Europe/Helsinki").ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_whole_cents() {
        for (text, cents) in
            [("0.01", 1), ("100", 10_000), ("12.5", 1_250), ("7.10000", 710), ("10.00", 1_000)]
        {
            assert_eq!(read_amount(text).and_then(Money::cents), Some(cents), "{text}");
        }
        for bad in ["", ".", "-1", "+1", "1,50", "1 000", "1.001", "1e3", "€5", "99999999999999999999"] {
            assert_eq!(read_amount(bad), None, "{bad}");
        }
    }

    #[test]
    fn days_are_finnish() {
        let expected = Some(jiff::civil::date(2026, 11, 16));
        for text in [
            "2026-11-16",
            "2026-11-16+02:00",
            "2026-11-16Z",
            "2026-11-16T00:30:00",
            "2026-11-15T22:30:00Z",
            "2026-11-16T00:30:00.123+02:00",
        ] {
            assert_eq!(read_date(text), expected, "{text}");
        }
        for bad in ["", "16.11.2026", "2026-13-01", "2026-1-1", "T", "2026-11-16T99:00:00"] {
            assert_eq!(read_date(bad), None, "{bad}");
        }
    }
}
