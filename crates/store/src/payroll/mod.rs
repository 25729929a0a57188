//! Payroll runs, the salaries in them, and what workers have to pay back.
//!
//! A run is worked on in chunks, one transaction each, and every chunk first locks the run's row: of two at once the
//! second waits, finds the work of the first, and continues from there. A bill names one salary at most, which keeps
//! it from being paid twice.

mod basis;
mod booking;
mod calculation;
mod estimate;
mod figures;
mod payable;
mod recoveries;
mod runs;
mod salaries;
mod taken_back;
mod totals;
mod unapproval;

pub use self::{payable::*, recoveries::*, runs::*, salaries::*, taken_back::*, totals::*};

use liksa_domain::payroll::{
    Calculated, Change, PayBasis, Payee, ReimbursementLine, RunState, SalaryProblem, Travelled,
    breakdown_of_sums,
};
use liksa_domain::salary::{Reimbursements, Summary};
use liksa_finland::Iban;

use crate::prelude::*;

/// How much of a bill `b` is in its salary: what was credited before is not; what was credited after is taken back.
macro_rules! bill_in_salary {
    () => {
        "b.total + COALESCE((SELECT SUM(n.total) FROM bill n WHERE n.credit_of = b.id AND n.state = 'PAID' \
         AND NOT EXISTS (SELECT 1 FROM salary_taken_back t WHERE t.credit_note_id = n.id AND t.person_id = n.person_id)), 0)"
    };
}
/// Whether the salary `s` is of other sums than its bills and shares are.
macro_rules! salary_differs_from_bills {
    () => {
        concat!(
            "(s.total_billing_without_vat - s.shares_received <> (SELECT COALESCE(SUM(",
            $crate::payroll::bill_in_salary!(),
            "), 0) FROM bill b WHERE b.salary_id = s.id) OR s.shares_received <> (SELECT COALESCE(SUM(",
            $crate::shares::share_in_salary!(),
            "), 0) FROM share h WHERE h.salary_id = s.id))"
        )
    };
}
/// Whether the salary `s` is of other late receipts than it was calculated with.
macro_rules! salary_differs_from_late_receipts {
    () => {
        "s.late_receipts <> (SELECT COALESCE(SUM(l.amount), 0) FROM late_receipt l WHERE l.salary_id = s.id)"
    };
}
pub(crate) use {bill_in_salary, salary_differs_from_bills, salary_differs_from_late_receipts};

/// A run and its state.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PayrollRunCard)]
pub struct PayrollRun {
    pub id: PayrollRunId,
    /// DD.MM.YYYY
    #[serde(serialize_with = "liksa_domain::dates::serialize")]
    pub payday: Date,
    pub state: RunState,
    pub made: RunStep,
    #[schema(required)]
    pub calculated: Option<RunStep>,
    #[schema(required)]
    pub approved: Option<RunStep>,
    #[schema(required)]
    pub paid: Option<RunStep>,
    /// Its files are written, or there is nothing to write.
    pub files_written: bool,
    /// Its approval was undone, and what was booked is being reversed.
    pub unapproving: bool,
    #[serde(skip)]
    pub unapproved_by: Option<PersonId>,
    /// By which settings of the provider it was approved: valid from a day, and made at a moment.
    #[serde(skip)]
    pub settings: Option<(Date, Timestamp)>,
    #[serde(skip)]
    pub calculation: i64,
    #[serde(skip)]
    pub calculated_until: Option<PersonId>,
    #[serde(skip)]
    pub to_calculate: i64,
    #[serde(skip)]
    pub posted_at: Option<Timestamp>,
}

/// The person who did a step of a run, and when.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[schema(as = PayrollHand)]
pub struct RunStep {
    #[serde(rename = "id")]
    pub by: PersonId,
    pub name: String,
    /// RFC 3339.
    pub at: Timestamp,
}

/// A salary that a chunk adds.
#[derive(Debug, Clone)]
pub struct NewSalary {
    pub id: SalaryId,
    pub person: PersonId,
    pub bills: Vec<BillId>,
    pub shares: Vec<ShareId>,
    pub payee: Payee,
    pub iban: Option<Iban>,
    pub previous_salary: Option<Money>,
    /// It is held back from the run.
    pub on_hold: bool,
    pub calculated: Calculated,
}

/// One worker's salary in a run.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PayrollSalary)]
pub struct StoredSalary {
    pub id: SalaryId,
    #[serde(rename = "personId")]
    pub person: PersonId,
    pub person_name: String,
    /// Of the slip, once it is booked.
    #[schema(required)]
    pub number: Option<i64>,
    /// Left out of the run.
    pub held: bool,
    /// Why it is held back, if a clerk did so.
    #[schema(required)]
    pub hold_reason: Option<String>,
    #[schema(required)]
    pub problems: Vec<SalaryProblem>,
    #[schema(required)]
    pub changes: Vec<Change>,
    /// What the worker was shown when sending the bills; null where one of them could not be estimated.
    #[schema(required)]
    pub estimate: Option<Money>,
    /// Of the last run that paid this worker.
    #[schema(required)]
    pub previous_salary: Option<Money>,
    /// None where no salary could be calculated.
    #[schema(required)]
    pub summary: Option<Summary>,
    #[serde(skip)]
    pub run: PayrollRunId,
    #[serde(skip)]
    pub payday: Date,
    #[serde(skip)]
    pub payee: Payee,
    #[serde(skip)]
    pub iban: Option<Iban>,
    #[serde(skip)]
    pub basis: PayBasis,
    #[serde(skip)]
    pub reimbursements: Reimbursements,
    #[serde(skip)]
    pub travelled: Travelled,
    /// What the reimbursements consist of; empty where only their sums were kept.
    #[serde(skip)]
    pub breakdown: Vec<ReimbursementLine>,
    /// What the late receipts in it are together.
    #[serde(skip)]
    pub late_receipts: Money,
    #[serde(skip)]
    pub published_at: Option<Timestamp>,
}

impl StoredSalary {
    /// The lines that the slip shows its reimbursements by.
    pub fn reimbursement_lines(&self) -> Vec<ReimbursementLine> {
        match self.breakdown.is_empty() {
            true => breakdown_of_sums(&self.reimbursements, &self.travelled),
            false => self.breakdown.clone(),
        }
    }
}
