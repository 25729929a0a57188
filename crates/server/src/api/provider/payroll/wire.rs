//! Payroll runs and their files as the API answers them.

use liksa_actions::payroll::RunOverview;
use liksa_domain::payroll::{Due, RunTotals};
use liksa_store::{PayrollRun, Refund, RunCounts, RunFile, SalaryLeftAgain, WaitingForSalary};

use crate::api::prelude::*;

/// A run with all its sums.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PayrollRun)]
pub struct RunOnWire {
    #[serde(flatten)]
    pub run: PayrollRun,
    pub counts: RunCounts,
    pub totals: RunTotals,
    /// What has to be paid on to others, in the order of the days.
    #[schema(required)]
    pub dues: Vec<Due>,
    /// The last day for the wage reports, DD.MM.YYYY.
    pub report_by: String,
    /// A bill, an account, an earlier salary, an approval or the statutory figures have changed since the calculation,
    /// which has to be done again.
    pub outdated: bool,
    /// Refunds in the same payment file. Of a calculated run those that the reader would approve now: nobody approves
    /// refunds that they asked for themselves. Empty once the file is written.
    #[schema(required)]
    pub refunds: Vec<RefundOnWire>,
    pub refund_sum: Money,
    /// Its payday has passed: it has to be moved before it can be approved.
    pub payday_over: bool,
    /// Somebody has fetched one of its files, so that its approval stands.
    pub fetched: bool,
    /// It pays the reader, who therefore cannot approve it.
    pub pays_viewer: bool,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PayrollRefund)]
pub struct RefundOnWire {
    pub id: RefundId,
    pub payment_id: PaymentId,
    /// The owner of the account that gets it.
    pub name: String,
    pub amount: Money,
}

impl From<Refund> for RefundOnWire {
    fn from(refund: Refund) -> Self {
        Self { id: refund.id, payment_id: refund.payment, name: refund.name, amount: refund.amount }
    }
}

impl From<RunOverview> for RunOnWire {
    fn from(overview: RunOverview) -> Self {
        Self {
            run: overview.run,
            counts: overview.counts,
            totals: overview.totals,
            dues: overview.dues,
            report_by: format_date(overview.report_by),
            outdated: overview.outdated,
            refunds: overview.refunds.into_iter().map(RefundOnWire::from).collect(),
            refund_sum: overview.refund_sum,
            payday_over: overview.payday_over,
            fetched: overview.fetched,
            pays_viewer: overview.pays_viewer,
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PayrollRuns)]
pub struct Runs {
    #[schema(required)]
    pub runs: Vec<RunLine>,
    /// What to send as `cursor` for the next part; null at the end.
    #[schema(required)]
    pub next: Option<PayrollRunId>,
    /// The payday of a run that is made now, DD.MM.YYYY.
    pub next_payday: String,
    pub waiting: WaitingForSalary,
    /// Only on the first page.
    #[schema(required)]
    pub left_again: Vec<SalaryLeftAgain>,
}

/// A run with what it pays.
#[derive(Serialize, ToSchema)]
#[schema(as = PayrollRunLine)]
pub struct RunLine {
    #[serde(flatten)]
    pub run: PayrollRun,
    /// How many workers it pays.
    pub people: i64,
    /// What goes to their accounts.
    pub salary: Money,
}

#[derive(Serialize, ToSchema)]
#[schema(as = PayrollFiles)]
pub struct Files {
    /// Empty until the run is booked and they are written.
    #[schema(required)]
    pub files: Vec<RunFile>,
}
