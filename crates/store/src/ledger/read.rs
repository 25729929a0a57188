//! Balances, the lines of an account, what was sold at which VAT.

use jiff::civil::Date;
use liksa_domain::bill::VatZeroReason;
use liksa_domain::ids::{BillId, Id, PersonId};
use liksa_domain::ledger::{Account, EntryKind};
use liksa_money::{Money, Rate};
use sqlx::FromRow;
use uuid::Uuid;

use crate::bills::reason_from;
use crate::db::{Store, on};
use crate::error::{StoreError, StoreResult};
use crate::time::{date_from_text, date_text};

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
    pub date: Date,
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

const TRIAL_BALANCE: &str = "SELECT account, \
     CAST(SUM(CASE WHEN date < $1 THEN amount ELSE 0 END) AS BIGINT) AS opening, \
     CAST(SUM(CASE WHEN date >= $1 AND amount > 0 THEN amount ELSE 0 END) AS BIGINT) AS debit, \
     CAST(SUM(CASE WHEN date >= $1 AND amount < 0 THEN amount ELSE 0 END) AS BIGINT) AS credit \
     FROM ledger_line WHERE date <= $2 GROUP BY account ORDER BY account";

macro_rules! lines_where {
    ($condition:literal) => {
        concat!(
            "SELECT l.entry, l.place, l.date, e.kind, e.subject, l.account, l.amount, l.person_id, \
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
pub(crate) const VAT_BY_RATE: &str = "SELECT l.vat_rate, b.reverse_vat, \
     CASE WHEN l.vat_rate = 0 THEN b.vat_zero_reason END AS zero_reason, \
     CAST(SUM(CASE WHEN l.account = $3 THEN 0 ELSE -l.amount END) AS BIGINT) AS net, \
     CAST(SUM(CASE WHEN l.account = $3 THEN -l.amount ELSE 0 END) AS BIGINT) AS vat \
     FROM ledger_line l JOIN bill b ON b.id = l.bill_id \
     WHERE l.vat_rate IS NOT NULL AND l.date >= $1 AND l.date <= $2 \
     GROUP BY 1, 2, 3 ORDER BY 1 DESC, 2, 3";

/// The entry of a kind and subject.
pub(crate) const ENTRY_OF: &str = "SELECT number, date FROM ledger_entry WHERE kind = $1 AND subject = $2";

#[derive(FromRow)]
struct LineRow {
    entry: i64,
    place: i64,
    date: String,
    kind: String,
    subject: String,
    account: i64,
    amount: i64,
    person_id: Option<Uuid>,
    person_name: Option<String>,
    bill_id: Option<Uuid>,
    bill_number: Option<i64>,
}

impl Store {
    /// Every account that was ever used up to the end of the period.
    pub async fn trial_balance(&self, from: Date, until: Date) -> StoreResult<Vec<Balance>> {
        let rows: Vec<(i64, i64, i64, i64)> = on!(self.reads(), c => sqlx::query_as(TRIAL_BALANCE)
            .bind(date_text(from))
            .bind(date_text(until))
            .fetch_all(c).await)?;
        let balance = |(account, opening, debit, credit)| {
            Ok(Balance {
                account: account_from(account)?,
                opening: Money::from_units(opening),
                debit: Money::from_units(debit),
                credit: Money::from_units(credit),
            })
        };
        rows.into_iter().map(balance).collect()
    }

    /// What the account holds before the day.
    pub async fn balance_before(&self, account: Account, day: Date) -> StoreResult<Money> {
        let (sum,): (i64,) = on!(self.reads(), c => sqlx::query_as(
                "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_line \
                 WHERE account = $1 AND date < $2")
            .bind(account.number())
            .bind(date_text(day))
            .fetch_one(c).await)?;
        Ok(Money::from_units(sum))
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
            after.map_or((String::new(), 0, 0), |after| (date_text(after.date), after.entry, after.place));
        let rows: Vec<LineRow> = on!(self.reads(), c => sqlx::query_as(ACCOUNT_LINES)
            .bind(account.number())
            .bind(date_text(from))
            .bind(date_text(until))
            .bind(day)
            .bind(entry)
            .bind(place)
            .bind(limit)
            .fetch_all(c).await)?;
        rows.into_iter().map(LineRow::into_line).collect()
    }

    /// The whole ledger of a period by the numbers of its entries, a page at a time.
    pub async fn ledger_lines(
        &self,
        (from, until): (Date, Date),
        (after_entry, after_place): (i64, i64),
        limit: i64,
    ) -> StoreResult<Vec<AccountLine>> {
        let rows: Vec<LineRow> = on!(self.reads(), c => sqlx::query_as(LINES_OF_PERIOD)
            .bind(date_text(from))
            .bind(date_text(until))
            .bind(after_entry)
            .bind(after_place)
            .bind(limit)
            .fetch_all(c).await)?;
        rows.into_iter().map(LineRow::into_line).collect()
    }

    pub async fn vat_sales(&self, from: Date, until: Date) -> StoreResult<Vec<VatSales>> {
        let rows: Vec<(i64, bool, Option<i64>, i64, i64)> = on!(self.reads(), c => sqlx::query_as(VAT_BY_RATE)
            .bind(date_text(from))
            .bind(date_text(until))
            .bind(Account::VatPayable.number())
            .fetch_all(c).await)?;
        let sales = |(rate, reverse, reason, net, vat): (i64, bool, Option<i64>, i64, i64)| {
            Ok(VatSales {
                rate: Rate::from_millionths(rate),
                reverse,
                zero_reason: reason.map(reason_from).transpose()?,
                net: Money::from_units(net),
                vat: Money::from_units(vat),
            })
        };
        rows.into_iter().map(sales).collect()
    }

    pub async fn entry_of(&self, kind: EntryKind, subject: &str) -> StoreResult<Option<PostedEntry>> {
        let found: Option<(i64, String)> = on!(self.reads(), c => sqlx::query_as(ENTRY_OF)
            .bind(kind.name())
            .bind(subject)
            .fetch_optional(c).await)?;
        found.map(|(number, date)| Ok(PostedEntry { number, date: date_from_text(&date)? })).transpose()
    }
}

impl LineRow {
    fn into_line(self) -> StoreResult<AccountLine> {
        Ok(AccountLine {
            entry: self.entry,
            place: self.place,
            date: date_from_text(&self.date)?,
            kind: EntryKind::from_name(&self.kind).ok_or(StoreError::Corrupt("kind of entry"))?,
            subject: self.subject,
            account: account_from(self.account)?,
            amount: Money::from_units(self.amount),
            person: self.person_id.map(PersonId::from_uuid),
            person_name: self.person_name,
            bill: self.bill_id.map(BillId::from_uuid),
            bill_number: self.bill_number,
        })
    }
}

fn account_from(number: i64) -> StoreResult<Account> {
    Account::from_number(number).ok_or(StoreError::Corrupt("account"))
}
