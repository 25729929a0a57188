//! Balances, the lines of an account, what was sold at which VAT.

use liksa_domain::bill::VatZeroReason;
use liksa_domain::ledger::{Account, EntryKind};

use crate::prelude::*;
use crate::sums::{Summed, exact_sum, summed};

/// An account over a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Balance {
    pub account: Account,
    /// Before the period.
    pub opening: Money,
    pub debit: Money,
    /// Negative, as it is booked.
    pub credit: Money,
}

/// A line with the entry it is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountLine {
    pub entry: i64,
    pub place: i64,
    /// On which it is booked.
    pub date: Date,
    /// The day of the event, where its books were closed before it was booked.
    pub happened_on: Option<Date>,
    pub kind: EntryKind,
    pub subject: String,
    pub account: Account,
    pub amount: Money,
    pub person: Option<PersonId>,
    pub person_name: Option<String>,
    pub bill: Option<BillId>,
    pub bill_number: Option<i64>,
}

/// Where in an account a page ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinePlace {
    pub date: Date,
    pub entry: i64,
    pub place: i64,
}

impl AccountLine {
    pub fn place(&self) -> LinePlace {
        LinePlace { date: self.date, entry: self.entry, place: self.place }
    }
}

/// The sales of one VAT rate and reason in a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VatSales {
    pub rate: Rate,
    /// The customer pays the VAT.
    pub reverse: bool,
    /// Of sales without VAT.
    pub zero_reason: Option<VatZeroReason>,
    pub net: Money,
    pub vat: Money,
}

/// An entry as it was booked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PostedEntry {
    pub number: i64,
    pub date: Date,
}

const TRIAL_BALANCE: &str = concat!(
    "SELECT account, ",
    exact_sum!("CASE WHEN date < $1 THEN amount ELSE 0 END", "opening"),
    ", ",
    exact_sum!("CASE WHEN date >= $1 AND amount > 0 THEN amount ELSE 0 END", "debit"),
    ", ",
    exact_sum!("CASE WHEN date >= $1 AND amount < 0 THEN amount ELSE 0 END", "credit"),
    " FROM ledger_line WHERE date <= $2 GROUP BY account ORDER BY account"
);

const BALANCE_BEFORE: &str =
    concat!("SELECT ", exact_sum!("amount", "sum"), " FROM ledger_line WHERE account = $1 AND date < $2");

macro_rules! lines_where {
    ($condition:literal) => {
        concat!(
            "SELECT l.entry, l.place, l.date, e.happened_on, e.kind, e.subject, l.account, l.amount, l.person_id, \
             p.first_name || ' ' || p.last_name AS person_name, l.bill_id, b.number AS bill_number \
             FROM ledger_line l JOIN ledger_entry e ON e.number = l.entry \
             LEFT JOIN person p ON p.id = l.person_id LEFT JOIN bill b ON b.id = l.bill_id WHERE ",
            $condition
        )
    };
}

/// Account `$1` from day `$2` to `$3`, after the place `$4`, `$5`, `$6`.
pub(crate) const ACCOUNT_LINES: &str = lines_where!(
    "l.account = $1 AND l.date >= $2 AND l.date <= $3 AND (l.date, l.entry, l.place) > ($4, $5, $6) \
     ORDER BY l.date, l.entry, l.place LIMIT $7"
);

/// All lines from day `$1` to `$2`, by the numbers of the entries, after the place `$3`, `$4`.
const LINES_OF_PERIOD: &str = lines_where!(
    "(l.entry, l.place) > ($3, $4) AND l.date >= $1 AND l.date <= $2 ORDER BY l.entry, l.place LIMIT $5"
);

/// What was sold from day `$1` to `$2`; account `$3` has the VAT.
pub(crate) const VAT_BY_RATE: &str = concat!(
    "SELECT l.vat_rate, b.reverse_vat, CASE WHEN l.vat_rate = 0 THEN b.vat_zero_reason END AS zero_reason, ",
    exact_sum!("CASE WHEN l.account = $3 THEN 0 ELSE -l.amount END", "net"),
    ", ",
    exact_sum!("CASE WHEN l.account = $3 THEN -l.amount ELSE 0 END", "vat"),
    " FROM ledger_line l JOIN bill b ON b.id = l.bill_id \
     WHERE l.vat_rate IS NOT NULL AND l.date >= $1 AND l.date <= $2 \
     GROUP BY 1, 2, 3 ORDER BY 1 DESC, 2, 3"
);

const DEDUCTED_VAT: &str = concat!(
    "SELECT ",
    exact_sum!("amount", "sum"),
    " FROM ledger_line WHERE account = $1 AND date >= $2 AND date <= $3"
);

/// The entry of a kind and subject.
pub(crate) const ENTRY_OF: &str = "SELECT number, date FROM ledger_entry WHERE kind = $1 AND subject = $2";

impl ReadRow for Balance {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        Ok(Self {
            account: row.get("account")?,
            opening: summed(row, "opening")?,
            debit: summed(row, "debit")?,
            credit: summed(row, "credit")?,
        })
    }
}

impl ReadRow for VatSales {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        Ok(Self {
            rate: row.get("vat_rate")?,
            reverse: row.get("reverse_vat")?,
            zero_reason: row.get("zero_reason")?,
            net: summed(row, "net")?,
            vat: summed(row, "vat")?,
        })
    }
}

read_row! { PostedEntry { number, date } }
read_row! {
    AccountLine {
        entry, place, date, happened_on, kind, subject, account, amount, person = "person_id", person_name,
        bill = "bill_id", bill_number
    }
}

store_methods! {
    /// Every account that was ever used up to the end of the period.
    pub async fn trial_balance(from: Date, until: Date) -> Vec<Balance> = fetch_all TRIAL_BALANCE;

    pub async fn vat_sales(from: Date, until: Date) -> Vec<VatSales> = fetch_all
        VAT_BY_RATE => from, until, Account::VatPayable;

    pub async fn entry_of(kind: EntryKind, subject: &str) -> Option<PostedEntry> = fetch_optional ENTRY_OF;

    /// The whole ledger of a period by the numbers of its entries, a page at a time.
    pub async fn ledger_lines(period: (Date, Date), after: (i64, i64), limit: i64) -> Vec<AccountLine> = fetch_all
        LINES_OF_PERIOD => period.0, period.1, after.0, after.1, limit;
}

impl Store {
    /// The balance of the account before the day.
    pub async fn balance_before(&self, account: Account, day: Date) -> StoreResult<Money> {
        let Summed(balance) = self.fetch_one(sql!(BALANCE_BEFORE => account, day)).await?;
        Ok(balance)
    }

    /// VAT of receipts that is deducted in a period.
    pub async fn vat_deducted(&self, from: Date, until: Date) -> StoreResult<Money> {
        let Summed(vat) = self.fetch_one(sql!(DEDUCTED_VAT => Account::DeductibleVat, from, until)).await?;
        Ok(vat)
    }

    /// The lines of an account in a period, oldest first.
    pub async fn account_lines(
        &self,
        account: Account,
        (from, until): (Date, Date),
        after: Option<LinePlace>,
        limit: i64,
    ) -> StoreResult<Vec<AccountLine>> {
        // The empty text comes before every day.
        let (day, entry, place) =
            after.map_or((String::new(), 0, 0), |after| (after.date.to_string(), after.entry, after.place));
        self.fetch_all(sql!(ACCOUNT_LINES => account, from, until, day, entry, place, limit)).await
    }
}
