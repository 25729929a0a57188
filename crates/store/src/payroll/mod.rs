//! Payroll runs, the salaries in them, and what workers have to give back.
//!
//! A run works in chunks, one transaction each, and every chunk begins by taking the run's row: of two at once
//! the second waits, finds the first one's work, and goes on from there. That a bill names one salary at most
//! is what keeps it from being paid twice.

mod basis;
mod booking;
mod calculation;
mod check;
mod figures;
mod payable;
mod recoveries;
mod runs;
mod salaries;
mod totals;

use jiff::Timestamp;
use jiff::civil::Date;
use liksa_domain::ids::{BillId, PayrollRunId, PersonId, SalaryId};
use liksa_domain::payroll::{Calculated, Change, PayBasis, RunState, SalaryProblem, Travelled};
use liksa_domain::salary::{Reimbursements, Summary};
use liksa_finland::Iban;
use liksa_money::Money;

pub(crate) use payable::PAYABLE_PEOPLE;
pub use recoveries::{NewRecovery, SalaryOfBill};
pub(crate) use runs::SELECT_RUNS;
pub use runs::{Approval, RunFile, RunFileKind};
pub use salaries::{BillOfSalary, Only, SlipLine, YearSums};
pub(crate) use salaries::{RUN_SALARIES, RUN_SALARIES_FOUND, SALARIES_OF_PERSON, SALARY_BEFORE};
pub(crate) use totals::WAITING;
pub use totals::{RunCounts, RunSum, WaitingForSalary};

/// A run as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayrollRun {
    pub id: PayrollRunId,
    pub payday: Date,
    pub state: RunState,
    pub calculation: i64,
    pub calculated_until: Option<PersonId>,
    pub to_calculate: i64,
    pub made: Hand,
    pub calculated: Option<Hand>,
    pub approved: Option<Hand>,
    pub posted_at: Option<Timestamp>,
    pub paid: Option<Hand>,
}

/// Who did a step, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hand {
    pub by: PersonId,
    pub name: String,
    pub at: Timestamp,
}

/// A salary that a chunk adds.
#[derive(Debug, Clone)]
pub struct NewSalary {
    pub id: SalaryId,
    pub person: PersonId,
    pub bills: Vec<BillId>,
    pub iban: Option<Iban>,
    pub previous_salary: Option<Money>,
    /// Somebody keeps it out of the run.
    pub on_hold: bool,
    pub calculated: Calculated,
}

/// A salary as a run keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSalary {
    pub id: SalaryId,
    pub run: PayrollRunId,
    pub person: PersonId,
    pub person_name: String,
    pub payday: Date,
    pub number: Option<i64>,
    pub held: bool,
    /// Of one that somebody holds.
    pub hold_reason: Option<String>,
    pub problems: Vec<SalaryProblem>,
    pub changes: Vec<Change>,
    pub estimate: Money,
    pub previous_salary: Option<Money>,
    pub iban: Option<Iban>,
    pub basis: PayBasis,
    /// None where no salary could be reckoned.
    pub summary: Option<Summary>,
    pub reimbursements: Reimbursements,
    pub travelled: Travelled,
    pub published_at: Option<Timestamp>,
}
