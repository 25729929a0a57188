//! One worker's salary of a run.

use jiff::civil::Date;
use liksa_money::{Money, MoneyError};
use liksa_rates::{Age, StatutoryFigures};

use super::review::{changes, problems};
use super::{
    Change, FeeTerms, PastSalaries, PayBasis, PayableBill, Payables, ReimbursementLine, SalaryProblem,
    Travelled, breakdown, together,
};
use crate::bill::Bill;
use crate::ids::{BillId, LateReceiptId, RecoveryId};
use crate::salary::{
    Billed, Contributions, SalaryError, Summary, TaxBasis, Worker, billed, of_what_is_left,
    with_contributions,
};
use crate::settings::ProviderSettings;
use crate::worker_facts::PayFacts;

/// One worker's salary as a run stores it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Calculated {
    /// None where no salary can be calculated; the problems say why.
    pub summary: Option<Summary>,
    /// None where the bills themselves cannot be calculated, and then there is no summary either.
    pub figures: Option<Figures>,
    pub basis: PayBasis,
    pub problems: Vec<SalaryProblem>,
    pub changes: Vec<Change>,
}

/// What the bills of one salary give together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figures {
    pub billed: Billed,
    pub travelled: Travelled,
    /// What the reimbursements consist of.
    pub breakdown: Vec<ReimbursementLine>,
    /// What the worker was shown when sending the bills; None where one of them could not be estimated.
    pub estimate: Option<Money>,
    /// Those that it pays, in the order in which they came.
    pub late_receipts: Vec<LateReceiptId>,
}

impl Calculated {
    /// Whether it has to wait until a problem is fixed.
    pub fn is_blocked(&self) -> bool {
        self.problems.iter().any(|problem| problem.blocks())
    }
}

/// All payable bills and shares of one worker through the one engine, and of the late receipts as many as they cover.
/// Never fails: what cannot be calculated becomes a
/// problem of this salary, so that the others can still be paid.
pub fn calculate<'a>(
    law: &StatutoryFigures,
    payables: impl Into<Payables<'a>>,
    facts: &PayFacts,
    past: &PastSalaries,
    settings: &ProviderSettings,
    payday: Date,
) -> Calculated {
    let payables @ Payables { bills, late, .. } = payables.into();
    let ids: Vec<BillId> = bills.iter().map(|bill| bill.id).collect();
    let worker = worker_on(facts, past, &ids, payday);
    let figures = figures_of(law, payables, settings, payday).and_then(|figures| match &worker {
        Ok(worker) => Ok(figures.with_late_receipts(late, worker, settings)?),
        Err(_) => Ok(figures),
    });
    let contributions = match (&worker, &figures, law.for_date(payday)) {
        (Ok(worker), Ok(figures), Ok(rates)) => {
            Contributions::of_salary(&figures.billed, worker, settings, rates, payday)
                .unwrap_or_else(|_| Contributions::due(worker, settings, rates, payday))
        }
        _ => Contributions::default(),
    };
    let basis = PayBasis {
        worker_type: facts.person.worker_type,
        yel_insured: facts.facts.yel_insured,
        profession_code: facts.facts.profession_code.clone(),
        service_percent: facts.facts.service_rate.unwrap_or(settings.service_percent),
        tax: worker.as_ref().map_or(TaxBasis::NoCard, |worker| worker.tax),
        contributions,
        fee: worker
            .as_ref()
            .ok()
            .map(|worker| FeeTerms::new(settings, worker.service_fee_charged_this_month)),
    };
    let summary = worker.map_err(SalaryError::from).and_then(|worker| {
        let billed = &figures.as_ref().map_err(Clone::clone)?.billed;
        let rates = law.for_date(payday)?;
        // A bill by itself is refused where it does not cover its costs. What a credit note leaves of it may not.
        if bills.iter().all(|payable| payable.credits.is_empty()) {
            return with_contributions(billed, &worker, settings, &contributions, rates);
        }
        of_what_is_left(billed, &worker, settings, &contributions, rates)
    });
    let changes = match (&summary, &figures) {
        (Ok(summary), Ok(figures)) => changes(summary, &basis, facts, past, figures.estimate),
        _ => vec![],
    };
    Calculated {
        problems: problems(&summary, facts),
        changes,
        summary: summary.ok(),
        figures: figures.ok(),
        basis,
    }
}

/// A bill could be calculated when it was sent, so that an error here means missing figures of the year.
fn figures_of(
    law: &StatutoryFigures,
    Payables { bills, shares, .. }: Payables<'_>,
    settings: &ProviderSettings,
    payday: Date,
) -> Result<Figures, SalaryError> {
    let one = |bill: &Bill| {
        billed(law, bill, settings, payday).map_err(|_| SalaryError::Money(MoneyError::Overflow))
    };
    let all = || bills.iter().flat_map(PayableBill::with_credits);
    let credited = Travelled::of(bills.iter().flat_map(|payable| &payable.credits))?;
    let mut billed = together(&all().map(one).collect::<Result<Vec<_>, _>>()?)?;
    billed.shares_received = Money::sum(shares.iter().map(|share| share.amount))?;
    Ok(Figures {
        billed,
        travelled: Travelled::of(bills.iter().map(|payable| &payable.bill))?.without(credited)?,
        breakdown: breakdown(law, all(), payday)?,
        estimate: bills
            .iter()
            .map(|bill| bill.estimate)
            .chain(shares.iter().map(|share| share.estimate))
            .collect::<Option<Vec<_>>>()
            .map(Money::sum)
            .transpose()?,
        late_receipts: vec![],
    })
}

/// The worker as a salary of these bills on this payday sees them. Runs and estimates ask the same.
pub fn worker_on(
    facts: &PayFacts,
    past: &PastSalaries,
    bills: &[BillId],
    payday: Date,
) -> Result<Worker, MoneyError> {
    past.so_far(facts, bills, payday).map(|so_far| worker_of(facts, &so_far))
}

/// The personal id holds the birth date too.
fn worker_of(facts: &PayFacts, so_far: &crate::worker_facts::PaidSoFar) -> Worker {
    let mut worker = facts.worker(so_far);
    if let (None, Some(id)) = (facts.facts.birth_date, &facts.profile.personal_id) {
        worker.age = Age::Born(id.birth_date());
    }
    worker
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
