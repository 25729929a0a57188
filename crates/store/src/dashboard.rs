//! What the provider's people see first: money in and out, what waits and what failed.

use jiff::civil::Date;
use liksa_domain::ids::PersonId;
use liksa_domain::ledger::Account;
use liksa_money::Money;
use sqlx::FromRow;

use crate::bills::{QueueCounts, Waiting};
use crate::db::{Store, on};
use crate::error::StoreResult;
use crate::time::date_text;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dashboard {
    pub bills: QueueCounts,
    pub tax_cards: Waiting,
    pub unmatched_payments: Waiting,
    pub refundable_payments: Waiting,
    /// That did not go out, or perhaps did not.
    pub failed_deliveries: Waiting,
    pub failed_jobs: Waiting,
    /// Of the bank account, the oldest month first.
    pub money: Vec<MonthOfMoney>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MonthOfMoney {
    /// YYYY-MM
    pub month: String,
    pub money_in: Money,
    pub money_out: Money,
}

#[derive(FromRow)]
struct WaitingRow {
    tax_cards: i64,
    tax_cards_since: Option<i64>,
    failed_jobs: i64,
    failed_jobs_since: Option<i64>,
    unmatched: i64,
    unmatched_since: Option<i64>,
    refundable: i64,
    refundable_since: Option<i64>,
    failed_deliveries: i64,
    failed_deliveries_since: Option<i64>,
}

#[derive(FromRow)]
struct MoneyRow {
    month: String,
    money_in: i64,
    money_out: i64,
}

const WAITING: &str = "SELECT \
     (SELECT COUNT(*) FROM tax_card WHERE state = 'WAITING') AS tax_cards, \
     (SELECT MIN(made_at) FROM tax_card WHERE state = 'WAITING') AS tax_cards_since, \
     (SELECT COUNT(*) FROM job WHERE state = 'FAILED') AS failed_jobs, \
     (SELECT MIN(created_at) FROM job WHERE state = 'FAILED') AS failed_jobs_since, \
     (SELECT COUNT(*) FROM payment WHERE state = 'UNMATCHED') AS unmatched, \
     (SELECT MIN(created_at) FROM payment WHERE state = 'UNMATCHED') AS unmatched_since, \
     (SELECT COUNT(*) FROM payment WHERE state = 'REFUNDABLE') AS refundable, \
     (SELECT MIN(created_at) FROM payment WHERE state = 'REFUNDABLE') AS refundable_since, \
     (SELECT COUNT(*) FROM delivery WHERE state IN ('FAILED', 'UNSURE')) AS failed_deliveries, \
     (SELECT MIN(created_at) FROM delivery WHERE state IN ('FAILED', 'UNSURE')) AS failed_deliveries_since";

/// Sums come back as whole numbers on both engines only when they are told to.
const MONEY: &str = "SELECT substr(date, 1, 7) AS month, \
     CAST(SUM(CASE WHEN amount > 0 THEN amount ELSE 0 END) AS BIGINT) AS money_in, \
     CAST(SUM(CASE WHEN amount < 0 THEN -amount ELSE 0 END) AS BIGINT) AS money_out \
     FROM ledger_line WHERE account = $1 AND date >= $2 GROUP BY substr(date, 1, 7) ORDER BY 1";

impl Store {
    /// As this person sees it, with the money from a day on: three statements, whatever there is.
    pub async fn dashboard(&self, viewer: PersonId, money_since: Date) -> StoreResult<Dashboard> {
        let bills = self.bill_queue_counts(viewer).await?;
        let waiting: WaitingRow = on!(self.reads(), c => sqlx::query_as(WAITING).fetch_one(c).await)?;
        let money: Vec<MoneyRow> = on!(self.reads(), c => sqlx::query_as(MONEY)
            .bind(Account::Bank.number())
            .bind(date_text(money_since))
            .fetch_all(c).await)?;
        let month = |row: MoneyRow| MonthOfMoney {
            month: row.month,
            money_in: Money::from_units(row.money_in),
            money_out: Money::from_units(row.money_out),
        };
        Ok(Dashboard {
            bills,
            tax_cards: Waiting::new(waiting.tax_cards, waiting.tax_cards_since)?,
            failed_jobs: Waiting::new(waiting.failed_jobs, waiting.failed_jobs_since)?,
            unmatched_payments: Waiting::new(waiting.unmatched, waiting.unmatched_since)?,
            refundable_payments: Waiting::new(waiting.refundable, waiting.refundable_since)?,
            failed_deliveries: Waiting::new(waiting.failed_deliveries, waiting.failed_deliveries_since)?,
            money: money.into_iter().map(month).collect(),
        })
    }
}
