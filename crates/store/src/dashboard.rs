//! The dashboard of clerks: money in and out, what waits and what failed.

use liksa_domain::delivery::MailKind;
use liksa_domain::ledger::Account;
use liksa_domain::statutory::MissingFigures;

use crate::bills::{QueueCounts, Waiting, queue_counts};
use crate::mails::names_of;
use crate::prelude::*;
use crate::sending::HeldSending;
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
    /// Late receipts that a clerk has to decide about.
    pub late_receipts: Waiting,
    /// Payments that are matched to no bill yet.
    pub unmatched_payments: Waiting,
    /// Payments that are to be refunded.
    pub refundable_payments: Waiting,
    /// Matches by hand that a second person has to confirm.
    pub proposed_payments: Waiting,
    /// Payments to sellers and advances that have left in no approved payment file yet.
    pub ready_payouts: Waiting,
    /// Advances that nobody has decided on.
    pub requested_advances: Waiting,
    /// Bills that were not sent, or perhaps not sent.
    pub failed_deliveries: Waiting,
    /// Mails that were not sent, or perhaps not sent, as far as the viewer looks after them. Those of bills are counted as
    /// deliveries.
    pub failed_mails: Waiting,
    pub failed_jobs: Waiting,
    /// Given while nothing leaves the server, as in a restored copy.
    #[schema(required)]
    pub held_sending: Option<HeldSending>,
    /// Whether the provider has entered no settings of its own yet. Until then no bill can be approved and no salary paid.
    pub settings_missing: bool,
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
        let (held_since, held_why): (Option<_>, Option<_>) = (row.get("held_since")?, row.get("held_why")?);
        Ok(Self {
            pending_bills: pending,
            my_bills: mine,
            open_requests,
            approved_bills: approved,
            tax_cards: Waiting::read(row, "tax_cards", "tax_cards_since")?,
            late_receipts: Waiting::read(row, "late_receipts", "late_receipts_since")?,
            failed_jobs: Waiting::read(row, "failed_jobs", "failed_jobs_since")?,
            unmatched_payments: Waiting::read(row, "unmatched", "unmatched_since")?,
            refundable_payments: Waiting::read(row, "refundable", "refundable_since")?,
            proposed_payments: Waiting::read(row, "proposed", "proposed_since")?,
            ready_payouts: Waiting::read(row, "payouts", "payouts_since")?,
            requested_advances: Waiting::read(row, "advances", "advances_since")?,
            failed_deliveries: Waiting::read(row, "failed_deliveries", "failed_deliveries_since")?,
            failed_mails: Waiting::read(row, "failed_mails", "failed_mails_since")?,
            held_sending: held_since.zip(held_why).map(|(since, why)| HeldSending { since, why }),
            settings_missing: false,
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
    ", (SELECT held_since FROM sending) AS held_since, (SELECT held_why FROM sending) AS held_why, \
     (SELECT COUNT(*) FROM tax_card WHERE state = 'WAITING') AS tax_cards, \
     (SELECT MIN(made_at) FROM tax_card WHERE state = 'WAITING') AS tax_cards_since, \
     (SELECT COUNT(*) FROM late_receipt WHERE state = 'WAITING') AS late_receipts, \
     (SELECT MIN(sent_at) FROM late_receipt WHERE state = 'WAITING') AS late_receipts_since, \
     (SELECT COUNT(*) FROM job WHERE state = 'FAILED') AS failed_jobs, \
     (SELECT MIN(created_at) FROM job WHERE state = 'FAILED') AS failed_jobs_since, \
     (SELECT COUNT(*) FROM payment WHERE state = 'UNMATCHED') AS unmatched, \
     (SELECT MIN(created_at) FROM payment WHERE state = 'UNMATCHED') AS unmatched_since, \
     (SELECT COUNT(*) FROM payment WHERE state = 'REFUNDABLE') AS refundable, \
     (SELECT MIN(created_at) FROM payment WHERE state = 'REFUNDABLE') AS refundable_since, \
     (SELECT COUNT(*) FROM payment WHERE state = 'PROPOSED') AS proposed, \
     (SELECT MIN(created_at) FROM payment WHERE state = 'PROPOSED') AS proposed_since, \
     (SELECT COUNT(*) FROM payout WHERE state = 'READY') AS payouts, \
     (SELECT MIN(made_at) FROM payout WHERE state = 'READY') AS payouts_since, \
     (SELECT COUNT(*) FROM advance WHERE state = 'REQUESTED') AS advances, \
     (SELECT MIN(requested_at) FROM advance WHERE state = 'REQUESTED') AS advances_since, \
     (SELECT COUNT(*) FROM delivery d WHERE state IN ('FAILED', 'UNSURE') \
     AND NOT EXISTS (SELECT 1 FROM mail m WHERE m.id = d.mail_id AND m.settled_at IS NOT NULL)) AS failed_deliveries, \
     (SELECT MIN(created_at) FROM delivery d WHERE state IN ('FAILED', 'UNSURE') \
     AND NOT EXISTS (SELECT 1 FROM mail m WHERE m.id = d.mail_id AND m.settled_at IS NOT NULL)) \
     AS failed_deliveries_since, \
     (SELECT COUNT(*) FROM mail WHERE state IN ('FAILED', 'UNSURE') AND settled_at IS NULL \
     AND kind <> 'INVOICE' AND kind = ANY($2)) AS failed_mails, \
     (SELECT MIN(created_at) FROM mail WHERE state IN ('FAILED', 'UNSURE') AND settled_at IS NULL \
     AND kind <> 'INVOICE' AND kind = ANY($2)) \
     AS failed_mails_since"
);

const MONEY: &str = concat!(
    "SELECT substr(date, 1, 7) AS month, ",
    exact_sum!("CASE WHEN amount > 0 THEN amount ELSE 0 END", "money_in"),
    ", ",
    exact_sum!("CASE WHEN amount < 0 THEN -amount ELSE 0 END", "money_out"),
    " FROM ledger_line WHERE account = $1 AND date >= $2 GROUP BY substr(date, 1, 7) ORDER BY 1"
);

impl Store {
    /// The dashboard of one clerk, who looks after these kinds of mails, with the money from a day on: two statements,
    /// whatever there is.
    pub async fn dashboard(
        &self,
        viewer: PersonId,
        mails: &[MailKind],
        money_since: Date,
    ) -> StoreResult<Dashboard> {
        let mails = names_of(mails);
        let dashboard: Dashboard = self.fetch_one(sql!(WAITING => viewer, mails[..])).await?;
        let money = self.fetch_all(sql!(MONEY => Account::Bank, money_since)).await?;
        Ok(Dashboard { money, ..dashboard })
    }
}
