//! One worker's salary of a run.

use jiff::civil::Date;
use liksa_money::{Money, MoneyError};
use liksa_rates::{Age, Rates};

use super::review::{changes, problems};
use super::{Change, PastSalaries, PayBasis, PayableBill, SalaryProblem, Travelled, together};
use crate::bill::Bill;
use crate::calculator::USUAL_AGE;
use crate::pay_facts::PayFacts;
use crate::problem::Problem;
use crate::salary::{
    Billed, Contributions, SalaryError, Summary, TaxBasis, Worker, billed, with_contributions,
};
use crate::settings::ProviderSettings;

/// What a run keeps of one worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Calculated {
    /// None where no salary can be reckoned; the problems tell why.
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
    /// Whether it has to wait until something is mended.
    pub fn is_blocked(&self) -> bool {
        self.problems.iter().any(|problem| problem.blocks())
    }
}

/// All payable bills of one worker through the one engine. Never fails: what cannot be reckoned is told as a
/// problem of this salary, so that it does not keep the others from being paid.
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
    let together = all_billed(bills, settings, payday);
    let summary = worker.map_err(SalaryError::from).and_then(|worker| {
        with_contributions(&together.clone()?, &worker, settings, &contributions, Rates::for_date(payday)?)
    });
    let estimate = Money::sum(bills.iter().map(|bill| bill.estimate)).unwrap_or_default();
    Calculated {
        billed: together.unwrap_or_default(),
        travelled: Travelled::of(bills.iter().map(|payable| &payable.bill)).unwrap_or_default(),
        problems: problems(&summary, facts),
        changes: changes(summary.as_ref().ok(), &basis, facts, past, estimate),
        summary: summary.ok(),
        basis,
        estimate,
    }
}

/// The birth date stands in the personal id too.
fn worker_of(facts: &PayFacts, so_far: &crate::worker_facts::PaidSoFar) -> Worker {
    let mut worker = facts.worker(so_far);
    if let (None, Some(id)) = (facts.facts.birth_date, &facts.profile.personal_id) {
        worker.age = Age::Born(id.birth_date());
    }
    worker
}

/// A sent bill was reckoned when it was sent, so that a fault here is one of the tables of the year.
fn all_billed(
    bills: &[PayableBill],
    settings: &ProviderSettings,
    payday: Date,
) -> Result<Billed, SalaryError> {
    let one = |payable: &PayableBill| {
        billed(&payable.bill, settings, payday).map_err(|_| SalaryError::Money(MoneyError::Overflow))
    };
    Ok(together(&bills.iter().map(one).collect::<Result<Vec<_>, _>>()?)?)
}

/// The salary of a credit note whose bill was in a salary that was paid on `payday`: the mirror image of what
/// the bill gave, by what that salary was reckoned by. `gross_of_salary` was paid on the tax card since.
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
