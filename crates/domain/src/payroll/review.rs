//! Problems and changes that are looked at before a run is approved.

use liksa_money::Money;

use super::readiness::has_profession;
use super::{PastSalaries, PayBasis};
use crate::named::named;
use crate::person::WorkerType;
use crate::salary::{SalaryError, Summary, TaxBasis};
use crate::worker_facts::PayFacts;

named! {
    /// What is wrong with one salary.
    SalaryProblem {
        NoAccount = "NO_ACCOUNT",
        /// No payment file can reach the account.
        NotSepa = "NOT_SEPA",
        /// The bank and the wage report need first and last name.
        NoName = "NO_NAME",
        /// The wage report needs it.
        NoPersonalId = "NO_PERSONAL_ID",
        /// Contributions depend on the age.
        NoBirthDate = "NO_BIRTH_DATE",
        /// An employee is insured by the class of the occupation.
        NoProfession = "NO_PROFESSION",
        /// The bills do not cover the fee, the contracting and the reimbursements.
        NotEnough = "NOT_ENOUGH",
        /// The statutory figures of the payday or of a row are not known.
        NotCalculated = "NOT_RECKONED",
        /// The bank or the Incomes Register would refuse what the salary would put into their files.
        NotWritable = "NOT_WRITABLE",
        /// Nothing is paid, and the worker owes the rest.
        Negative = "NEGATIVE",
    }
}

impl SalaryProblem {
    /// A negative salary is carried over by itself; everything else has to be fixed first.
    pub fn blocks(self) -> bool {
        self != Self::Negative
    }
}

named! {
    /// What differs from the last salary, or from what the worker was shown.
    Change as "SalaryChange" {
        FirstSalary = "FIRST_SALARY",
        Account = "ACCOUNT",
        Tax = "TAX",
        ServiceFee = "SERVICE_FEE",
        WorkerType = "WORKER_TYPE",
        Contributions = "CONTRIBUTIONS",
        Distraint = "DISTRAINT",
        Reductions = "REDUCTIONS",
        /// The salary is not what the worker saw when sending the bills.
        Estimate = "ESTIMATE",
    }
}

pub(super) fn problems(summary: &Result<Summary, SalaryError>, facts: &PayFacts) -> Vec<SalaryProblem> {
    let profile = &facts.profile;
    let is_employee = facts.person.worker_type == WorkerType::Employee;
    let born = facts.facts.birth_date.is_some() || profile.personal_id.is_some();
    let found = [
        (profile.iban.is_none(), SalaryProblem::NoAccount),
        (profile.iban.is_some_and(|iban| !iban.is_in_sepa()), SalaryProblem::NotSepa),
        (!is_named(facts), SalaryProblem::NoName),
        (profile.personal_id.is_none(), SalaryProblem::NoPersonalId),
        (!born, SalaryProblem::NoBirthDate),
        (is_employee && !has_profession(facts), SalaryProblem::NoProfession),
        (matches!(summary, Err(SalaryError::NotEnough)), SalaryProblem::NotEnough),
        (matches!(summary, Err(SalaryError::Rates(_) | SalaryError::Money(_))), SalaryProblem::NotCalculated),
        (summary.as_ref().is_ok_and(|summary| summary.salary.is_negative()), SalaryProblem::Negative),
    ];
    found.into_iter().filter(|(wrong, _)| *wrong).map(|(_, problem)| problem).collect()
}

fn is_named(facts: &PayFacts) -> bool {
    let names = [&facts.person.first_name, &facts.person.last_name];
    names.into_iter().all(|name| name.chars().any(char::is_alphanumeric))
}

pub(super) fn changes(
    summary: &Summary,
    basis: &PayBasis,
    facts: &PayFacts,
    past: &PastSalaries,
    estimate: Option<Money>,
) -> Vec<Change> {
    let reduced = !summary.reductions.is_zero();
    let misjudged = estimate.is_some_and(|estimate| summary.salary != estimate);
    let since_last: Vec<(bool, Change)> = match &past.previous {
        None => vec![(true, Change::FirstSalary)],
        Some(before) => vec![
            (before.iban != facts.profile.iban, Change::Account),
            (terms(before.basis.tax) != terms(basis.tax), Change::Tax),
            (before.basis.service_percent != basis.service_percent, Change::ServiceFee),
            (before.basis.worker_type != basis.worker_type, Change::WorkerType),
            (before.basis.contributions != basis.contributions, Change::Contributions),
            (before.distraint.is_zero() != summary.distraint.is_zero(), Change::Distraint),
        ],
    };
    let now = [(reduced, Change::Reductions), (misjudged, Change::Estimate)];
    since_last.into_iter().chain(now).filter(|(is, _)| *is).map(|(_, change)| change).collect()
}

/// The card without what has been paid on it, which grows by itself.
pub(super) fn terms(tax: TaxBasis) -> TaxBasis {
    match tax {
        TaxBasis::Card(mut card) => {
            card.paid_this_year = Money::ZERO;
            TaxBasis::Card(card)
        }
        other => other,
    }
}
