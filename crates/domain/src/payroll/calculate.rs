//! One worker's salary of a run.

use jiff::civil::Date;
use liksa_money::{Money, MoneyError};
use liksa_rates::{Age, Rates};

use super::review::{changes, problems};
use super::{Change, PastSalaries, PayBasis, PayableBill, SalaryProblem, Travelled, together};
use crate::bill::Bill;
use crate::calculator::USUAL_AGE;
use crate::ids::RecoveryId;
use crate::problem::Problem;
use crate::salary::{
    Billed, Contributions, SalaryError, Summary, TaxBasis, Worker, billed, with_contributions,
};
use crate::settings::ProviderSettings;
use crate::worker_facts::PayFacts;

/// One worker's salary as a run stores it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Calculated {
    /// None where no salary can be calculated; the problems say why.
    pub summary: Option<Summary>,
    pub billed: Billed,
    pub travelled: Travelled,
    pub basis: PayBasis,
    /// What the worker was shown when sending the bills.
    pub estimate: Money,
    pub problems: Vec<SalaryProblem>,
    pub changes: Vec<Change>,
}

impl Calculated {
    /// Whether it has to wait until a problem is fixed.
    pub fn is_blocked(&self) -> bool {
        self.problems.iter().any(|problem| problem.blocks())
    }
}

/// All payable bills of one worker through the one engine. Never fails: what cannot be calculated becomes a
/// problem of this salary, so that the others can still be paid.
pub fn calculate(
    bills: &[PayableBill],
    facts: &PayFacts,
    past: &PastSalaries,
    settings: &ProviderSettings,
    payday: Date,
) -> Calculated {
    let worker = past.so_far(facts, payday).map(|so_far| worker_of(facts, &so_far));
    let contributions = match (&worker, Rates::for_date(payday)) {
        (Ok(worker), Ok(rates)) => Contributions::due(worker, settings, rates, payday),
        _ => Contributions::default(),
    };
    let basis = PayBasis {
        worker_type: facts.person.worker_type,
        yel_insured: facts.facts.yel_insured,
        profession_code: facts.facts.profession_code.clone(),
        service_percent: facts.facts.service_rate.unwrap_or(settings.service_percent),
        tax: worker.as_ref().map_or(TaxBasis::NoCard, |worker| worker.tax),
        contributions,
    };
    let figures = figures_of(bills, settings, payday);
    let summary = worker.map_err(SalaryError::from).and_then(|worker| {
        let billed = figures.clone()?.billed;
        with_contributions(&billed, &worker, settings, &contributions, Rates::for_date(payday)?)
    });
    let problems = problems(&summary, facts);
    // Figures that cannot be calculated leave no summary, and the problems say so.
    let BillsOfSalary { billed, travelled, estimate } = figures.unwrap_or_default();
    Calculated {
        billed,
        travelled,
        problems,
        changes: changes(summary.as_ref().ok(), &basis, facts, past, estimate),
        summary: summary.ok(),
        basis,
        estimate,
    }
}

/// What the bills of one salary give together.
#[derive(Clone, Default)]
struct BillsOfSalary {
    billed: Billed,
    travelled: Travelled,
    estimate: Money,
}

/// A bill could be calculated when it was sent, so that an error here means missing figures of the year.
fn figures_of(
    bills: &[PayableBill],
    settings: &ProviderSettings,
    payday: Date,
) -> Result<BillsOfSalary, SalaryError> {
    let one = |payable: &PayableBill| {
        billed(&payable.bill, settings, payday).map_err(|_| SalaryError::Money(MoneyError::Overflow))
    };
    Ok(BillsOfSalary {
        billed: together(&bills.iter().map(one).collect::<Result<Vec<_>, _>>()?)?,
        travelled: Travelled::of(bills.iter().map(|payable| &payable.bill))?,
        estimate: Money::sum(bills.iter().map(|bill| bill.estimate))?,
    })
}

/// The personal id holds the birth date too.
fn worker_of(facts: &PayFacts, so_far: &crate::worker_facts::PaidSoFar) -> Worker {
    let mut worker = facts.worker(so_far);
    if let (None, Some(id)) = (facts.facts.birth_date, &facts.profile.personal_id) {
        worker.age = Age::Born(id.birth_date());
    }
    worker
}

/// The salary of a credit note whose bill was in a salary that was paid on `payday`: the mirror image of what
/// the bill gave, by the terms of that salary. `gross_of_salary` was paid on the tax card since.
pub fn taken_back(
    credit_note: &Bill,
    basis: &PayBasis,
    gross_of_salary: Money,
    settings: &ProviderSettings,
    payday: Date,
) -> Result<Summary, Vec<Problem>> {
    let fault = |error: SalaryError| vec![Problem::new("billableitems", error.key())];
    let billed = billed(credit_note, settings, payday)?;
    let mut tax = basis.tax;
    if let TaxBasis::Card(card) = &mut tax {
        card.paid_this_year =
            card.paid_this_year.plus(gross_of_salary).map_err(|error| fault(error.into()))?;
    }
    let worker = Worker {
        worker_type: basis.worker_type,
        // The contributions are known, and nothing else asks for the age.
        age: Age::Years(USUAL_AGE),
        yel_insured: basis.yel_insured,
        pay_yel_through_service: !basis.contributions.yel.is_zero(),
        service_percent: Some(basis.service_percent),
        service_fee_charged_this_month: Money::ZERO,
        profession_code: basis.profession_code.clone(),
        employed_since: None,
        tax,
        distraint: None,
        reductions: Money::ZERO,
    };
    let rates = Rates::for_date(payday).map_err(|error| fault(error.into()))?;
    with_contributions(&billed, &worker, settings, &basis.contributions, rates).map_err(fault)
}

/// The parts of each debt that `reductions` pays, in the order of the debts. None if they are not that large.
pub fn settle(debts: &[(RecoveryId, Money)], reductions: Money) -> Option<Vec<(RecoveryId, Money)>> {
    let mut left = reductions;
    let mut parts = Vec::new();
    for (recovery, owed) in debts {
        let part = left.min(*owed);
        if part.is_positive() {
            parts.push((*recovery, part));
            left = left.minus(part).ok()?;
        }
    }
    left.is_zero().then_some(parts)
}
