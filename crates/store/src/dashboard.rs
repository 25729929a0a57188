//! The dashboard of clerks: money in and out, what waits and what failed.

use liksa_domain::ledger::Account;
use liksa_domain::statutory::MissingFigures;

use crate::bills::{QueueCounts, Waiting, queue_counts};
use crate::prelude::*;
use crate::sums::{exact_sum, summed};

/// The dashboard of one clerk.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProviderDashboard)]
pub struct Dashboard {
    pub pending_bills: Waiting,
    pub my_bills: Waiting,
    pub open_requests: Waiting,
    pub approved_bills: Waiting,
    pub tax_cards: Waiting,
    /// Payments that are matched to no bill yet.
    pub unmatched_payments: Waiting,
    /// Payments that are to be refunded.
    pub refundable_payments: Waiting,
    /// Matches by hand that a second person has to confirm.
    pub proposed_payments: Waiting,
    /// Bills that were not sent, or perhaps not sent.
    pub failed_deliveries: Waiting,
    pub failed_jobs: Waiting,
    /// Statutory figures that are missing or run out soon. Told to payroll and administrators.
    #[schema(required)]
    pub missing_figures: Vec<MissingFigures>,
    /// The last twelve months in which money moved on the bank account, the oldest first.
    #[schema(required)]
    pub money: Vec<MonthOfMoney>,
}

/// What went through the bank account in a calendar month.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MoneyOfMonth)]
pub struct MonthOfMoney {
    /// YYYY-MM
    pub month: String,
    pub money_in: Money,
    pub money_out: Money,
}

impl ReadRow for Dashboard {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        let QueueCounts { pending, mine, open_requests, approved } = row.read()?;
        Ok(Self {
            pending_bills: pending,
            my_bills: mine,
            open_requests,
            approved_bills: approved,
            tax_cards: Waiting::read(row, "tax_cards", "tax_cards_since")?,
            failed_jobs: Waiting::read(row, "failed_jobs", "failed_jobs_since")?,
            unmatched_payments: Waiting::read(row, "unmatched", "unmatched_since")?,
            refundable_payments: Waiting::read(row, "refundable", "refundable_since")?,
            proposed_payments: Waiting::read(row, "proposed", "proposed_since")?,
            failed_deliveries: Waiting::read(row, "failed_deliveries", "failed_deliveries_since")?,
            missing_figures: vec![],
            money: vec![],
        })
    }
}

impl ReadRow for MonthOfMoney {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        let (money_in, money_out) = (summed(row, "money_in")?, summed(row, "money_out")?);
        Ok(Self { month: row.get("month")?, money_in, money_out })
    }
}

const WAITING: &str = concat!(
    "SELECT ",
    queue_counts!(),
    ", \
     (SELECT COUNT(*) FROM tax_card WHERE state = 'WAITING') AS tax_cards, \
     (SELECT MIN(made_at) FROM tax_card WHERE state = 'WAITING') AS tax_cards_since, \
     (SELECT COUNT(*) FROM job WHERE state = 'FAILED') AS failed_jobs, \
     (SELECT MIN(created_at) FROM job WHERE state = 'FAILED') AS failed_jobs_since, \
     (SELECT COUNT(*) FROM payment WHERE state = 'UNMATCHED') AS unmatched, \
     (SELECT MIN(created_at) FROM payment WHERE state = 'UNMATCHED') AS unmatched_since, \
     (SELECT COUNT(*) FROM payment WHERE state = 'REFUNDABLE') AS refundable, \
     (SELECT MIN(created_at) FROM payment WHERE state = 'REFUNDABLE') AS refundable_since, \
     (SELECT COUNT(*) FROM payment WHERE state = 'PROPOSED') AS proposed, \
     (SELECT MIN(created_at) FROM payment WHERE state = 'PROPOSED') AS proposed_since, \
     (SELECT COUNT(*) FROM delivery WHERE state IN ('FAILED', 'UNSURE')) AS failed_deliveries, \
     (SELECT MIN(created_at) FROM delivery WHERE state IN ('FAILED', 'UNSURE')) AS failed_deliveries_since"
);

const MONEY: &str = concat!(
    "SELECT substr(date, 1, 7) AS month, ",
    exact_sum!("CASE WHEN amount > 0 THEN amount ELSE 0 END", "money_in"),
    ", ",
    exact_sum!("CASE WHEN amount < 0 THEN -amount ELSE 0 END", "money_out"),
    " FROM ledger_line WHERE account = $1 AND date >= $2 GROUP BY substr(date, 1, 7) ORDER BY 1"
);

impl Store {
    /// The dashboard of one clerk, with the money from a day on: two statements, whatever there is.
    pub async fn dashboard(&self, viewer: PersonId, money_since: Date) -> StoreResult<Dashboard> {
        let dashboard: Dashboard = self.fetch_one(sql!(WAITING => viewer)).await?;
        let money = self.fetch_all(sql!(MONEY => Account::Bank, money_since)).await?;
        Ok(Dashboard { money, ..dashboard })
    }
}
