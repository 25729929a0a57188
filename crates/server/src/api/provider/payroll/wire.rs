//! A run and its salaries as they are answered.

use anyhow::anyhow;
use liksa_domain::dates::format_date;
use liksa_domain::ids::{Id, PersonId};
use liksa_domain::payroll::{self, Change, DueKind, RunState, RunTotals, SalaryProblem};
use liksa_money::Money;
use liksa_store::{PayrollRun, Refund, RunCounts, StoredSalary};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::calc::summary::SummaryOnWire;
use crate::api::named::wire_enum;
use crate::api::number::Euros;
use crate::app::App;
use crate::http::error::{ApiError, ApiResult};

wire_enum!(StateOnWire, "PayrollState", RunState);
wire_enum!(ProblemOnWire, "SalaryProblem", SalaryProblem);
wire_enum!(ChangeOnWire, "SalaryChange", Change);
wire_enum!(DueKindOnWire, "DueKind", DueKind);

/// Who did a step, and when.
#[derive(Serialize, ToSchema)]
#[schema(as = PayrollHand)]
pub struct Hand {
    pub id: Uuid,
    pub name: String,
    /// RFC 3339.
    pub at: String,
}

impl From<liksa_store::Hand> for Hand {
    fn from(hand: liksa_store::Hand) -> Self {
        Self { id: hand.by.uuid(), name: hand.name, at: hand.at.to_string() }
    }
}

/// A run as lists show it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PayrollRunCard)]
pub struct RunCard {
    pub id: Uuid,
    /// DD.MM.YYYY
    pub payday: String,
    pub state: StateOnWire,
    pub made: Hand,
    #[schema(required)]
    pub calculated: Option<Hand>,
    #[schema(required)]
    pub approved: Option<Hand>,
    #[schema(required)]
    pub paid: Option<Hand>,
}

impl From<PayrollRun> for RunCard {
    fn from(run: PayrollRun) -> Self {
        Self {
            id: run.id.uuid(),
            payday: format_date(run.payday),
            state: StateOnWire(run.state),
            made: run.made.into(),
            calculated: run.calculated.map(Into::into),
            approved: run.approved.map(Into::into),
            paid: run.paid.map(Into::into),
        }
    }
}

/// A run with all its sums.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PayrollRun)]
pub struct RunOnWire {
    #[serde(flatten)]
    pub card: RunCard,
    pub counts: Counts,
    pub totals: Totals,
    /// What has to be paid on to others, in the order of the days.
    #[schema(required)]
    pub dues: Vec<DueOnWire>,
    /// The last day for the wage reports, DD.MM.YYYY.
    pub report_by: String,
    /// A bill or an earlier salary has changed since the calculation, which has to be done again.
    pub outdated: bool,
    /// What goes back to customers in the same payment file: of a calculated run, if who asks approved it now. Nobody
    /// lets the refunds go that they asked for themselves. Empty once the file is written.
    #[schema(required)]
    pub refunds: Vec<RefundOnWire>,
    pub refund_sum: Euros,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PayrollRefund)]
pub struct RefundOnWire {
    pub id: Uuid,
    pub payment_id: Uuid,
    /// Who gets it.
    pub name: String,
    pub amount: Euros,
}

impl From<Refund> for RefundOnWire {
    fn from(refund: Refund) -> Self {
        Self {
            id: refund.id.uuid(),
            payment_id: refund.payment.uuid(),
            name: refund.name,
            amount: Euros(refund.amount),
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PayrollCounts)]
pub struct Counts {
    /// Workers whom something waited for when the calculation began.
    pub to_calculate: i64,
    /// Salaries that have been calculated so far.
    pub calculated: i64,
    /// Salaries left out of the run.
    pub held: i64,
    pub with_problems: i64,
    pub changed: i64,
    /// Salaries that have their number and stand in the ledger.
    pub booked: i64,
    /// Paid bills that no run has taken.
    pub waiting_bills: i64,
}

/// Sums over the salaries that are paid in the run.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PayrollTotals)]
pub struct Totals {
    pub billed: Euros,
    pub service_fee: Euros,
    pub contracting: Euros,
    pub reimbursements: Euros,
    pub gross_salary: Euros,
    pub employer_costs: Euros,
    pub tax: Euros,
    pub health_insurance: Euros,
    pub tyel: Euros,
    pub unemployment: Euros,
    pub accident_insurance: Euros,
    pub group_life: Euros,
    pub yel: Euros,
    pub distraint: Euros,
    pub reductions: Euros,
    pub rounding: Euros,
    pub salary: Euros,
}

impl From<&RunTotals> for Totals {
    fn from(totals: &RunTotals) -> Self {
        Self {
            billed: Euros(totals.billed),
            service_fee: Euros(totals.service_fee),
            contracting: Euros(totals.contracting),
            reimbursements: Euros(totals.reimbursements),
            gross_salary: Euros(totals.gross_salary),
            employer_costs: Euros(totals.employer_costs),
            tax: Euros(totals.tax),
            health_insurance: Euros(totals.health_insurance),
            tyel: Euros(totals.tyel),
            unemployment: Euros(totals.unemployment),
            accident_insurance: Euros(totals.accident_insurance),
            group_life: Euros(totals.group_life),
            yel: Euros(totals.yel),
            distraint: Euros(totals.distraint),
            reductions: Euros(totals.reductions),
            rounding: Euros(totals.rounding),
            salary: Euros(totals.salary),
        }
    }
}

#[derive(Serialize, ToSchema)]
#[schema(as = PayrollDue)]
pub struct DueOnWire {
    pub kind: DueKindOnWire,
    pub amount: Euros,
    /// DD.MM.YYYY; null where the receiver's own bill says the day.
    #[schema(required)]
    pub by: Option<String>,
    /// Whether the day is certain, or only likely.
    pub sure: bool,
}

impl RunOnWire {
    pub async fn of(app: &App, run: PayrollRun, viewer: PersonId) -> ApiResult<Self> {
        let RunCounts { calculated, held, with_problems, changed, booked, waiting_bills } =
            app.store.run_counts(run.id).await?;
        let totals = app.store.run_totals(run.id).await?;
        // Once it is approved its figures stand, whatever happens to the bills.
        let outdated = run.state == RunState::Calculated && app.store.run_is_outdated(run.id).await?;
        let no_date = |error| ApiError::Internal(anyhow!("due dates: {error}"));
        let dues = payroll::dues(&totals, run.payday).map_err(|error| no_date(error.to_string()))?;
        let report_by = payroll::report_by(run.payday).map_err(|error| no_date(error.to_string()))?;
        let due = |due: payroll::Due| DueOnWire {
            kind: DueKindOnWire(due.kind),
            amount: Euros(due.amount),
            by: due.by.map(format_date),
            sure: due.sure,
        };
        let refunds = match run.state {
            RunState::Calculated => app.store.refunds_to_approve(viewer).await?,
            RunState::Approved | RunState::Posted => app.store.approved_refunds(run.id).await?,
            RunState::Draft | RunState::Calculating | RunState::Paid => vec![],
        };
        let refund_sum = refunds
            .iter()
            .try_fold(Money::ZERO, |sum, refund| sum.plus(refund.amount))
            .map_err(|error| ApiError::Internal(error.into()))?;
        let to_calculate = run.to_calculate;
        Ok(Self {
            card: run.into(),
            counts: Counts { to_calculate, calculated, held, with_problems, changed, booked, waiting_bills },
            totals: (&totals).into(),
            dues: dues.into_iter().map(due).collect(),
            report_by: format_date(report_by),
            outdated,
            refunds: refunds.into_iter().map(Into::into).collect(),
            refund_sum: Euros(refund_sum),
        })
    }
}

/// One worker's pay of a run.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PayrollSalary)]
pub struct SalaryOnWire {
    pub id: Uuid,
    pub person_id: Uuid,
    pub person_name: String,
    /// Of the slip, once it is booked.
    #[schema(required)]
    pub number: Option<i64>,
    /// Left out of the run.
    pub held: bool,
    /// Why, where somebody said so.
    #[schema(required)]
    pub hold_reason: Option<String>,
    #[schema(required)]
    pub problems: Vec<ProblemOnWire>,
    #[schema(required)]
    pub changes: Vec<ChangeOnWire>,
    /// What the worker was shown when sending the bills.
    pub estimate: Euros,
    /// Of the last run that paid this worker.
    #[schema(required)]
    pub previous_salary: Option<Euros>,
    /// Null where no salary could be reckoned.
    #[schema(required)]
    pub summary: Option<SummaryOnWire>,
}

impl From<StoredSalary> for SalaryOnWire {
    fn from(salary: StoredSalary) -> Self {
        Self {
            id: salary.id.uuid(),
            person_id: salary.person.uuid(),
            person_name: salary.person_name,
            number: salary.number,
            held: salary.held,
            hold_reason: salary.hold_reason,
            problems: salary.problems.into_iter().map(ProblemOnWire).collect(),
            changes: salary.changes.into_iter().map(ChangeOnWire).collect(),
            estimate: Euros(salary.estimate),
            previous_salary: salary.previous_salary.map(Euros),
            summary: salary.summary.map(Into::into),
        }
    }
}
