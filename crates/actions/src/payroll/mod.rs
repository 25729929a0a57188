//! Payroll runs: made, calculated, approved by a second person, booked, paid. Until its files leave, another
//! person than the approver can undo the approval.

mod approve;
mod book;
mod calculate;
mod contents;
mod explain;
mod pay_slip;
mod readiness;
mod runs;
mod separate_report;
mod unapprove;
mod write_correction;
mod write_files;

pub use self::{
    approve::*, book::*, calculate::*, explain::*, pay_slip::*, readiness::*, runs::*, separate_report::*,
    unapprove::*, write_correction::*, write_files::*,
};

use liksa_domain::payroll::{Due, RunState, RunTotals, dues, report_by};

use crate::prelude::*;

pub async fn find_run(context: &Context, id: PayrollRunId) -> Result<PayrollRun> {
    context.store.payroll_run(id).await?.ok_or(Error::NotFound)
}

/// A salary of a run.
pub async fn find_salary(context: &Context, (run, salary): (PayrollRunId, SalaryId)) -> Result<StoredSalary> {
    let found = context.store.salary(salary).await?;
    found.filter(|salary| salary.run == run).ok_or(Error::NotFound)
}

/// The subject of a run's audit events.
fn subject(run: PayrollRunId) -> String {
    format!("payroll:{run}")
}

/// A run with its sums, and what they make due.
pub struct RunOverview {
    pub run: PayrollRun,
    pub counts: RunCounts,
    pub totals: RunTotals,
    pub dues: Vec<Due>,
    /// The last day for the wage reports.
    pub report_by: Date,
    /// A bill, an account, an earlier salary, an approval or the statutory figures have changed since the calculation.
    pub outdated: bool,
    /// The refunds of the same payment file: of a calculated run those that the viewer would approve.
    pub refunds: Vec<Refund>,
    pub refund_sum: Money,
    /// Its payday has passed, so that it cannot be approved before it is moved.
    pub payday_over: bool,
    /// Somebody has fetched one of its files.
    pub fetched: bool,
    /// It pays the viewer, who therefore decides nothing about it.
    pub pays_viewer: bool,
}

pub async fn overview(context: &Context, id: PayrollRunId, viewer: PersonId) -> Result<RunOverview> {
    let (run, store) = (find_run(context, id).await?, &context.store);
    let counts = store.run_counts(id).await?;
    let totals = store.run_totals(id).await?;
    // The figures of an approved run stay as they are, whatever happens to the bills.
    let outdated = run.state == RunState::Calculated && store.since_calculation(id).await?.is_outdated();
    let refunds = match run.state {
        RunState::Calculated => store.refunds_to_approve(viewer).await?,
        RunState::Approved | RunState::Posted => store.approved_refunds(id).await?,
        RunState::Draft | RunState::Calculating | RunState::Paid => vec![],
    };
    let files = store.payroll_files(id).await?;
    let receivers = &context.settings_on(run.payday).await?.receivers;
    Ok(RunOverview {
        counts,
        payday_over: run.payday < context.clock.today(),
        fetched: files.iter().any(|file| file.fetched_at.is_some()),
        pays_viewer: store.run_pays(id, viewer).await?,
        dues: dues(&totals, run.payday, receivers).map_err(anyhow::Error::from)?,
        report_by: report_by(run.payday).map_err(anyhow::Error::from)?,
        outdated,
        refund_sum: Money::sum(refunds.iter().map(|refund| refund.amount))?,
        refunds,
        totals,
        run,
    })
}
