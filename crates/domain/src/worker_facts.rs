//! What is known of a worker that their salary and the check of their trips depend on.

use jiff::civil::Date;
use liksa_money::{Money, Rate};
use liksa_rates::Age;

use crate::calculator::USUAL_AGE;
use crate::distraint::Distraint;
use crate::person::WorkerType;
use crate::salary::{TaxBasis, Worker};
use crate::tax_card::CardTerms;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerFacts {
    /// Of the home, where trips begin. Empty when not known.
    pub postal_code: String,
    pub birth_date: Option<Date>,
    pub employed_since: Option<Date>,
    /// `None` where nothing else than the provider's usual fee was agreed.
    pub service_rate: Option<Rate>,
    pub profession_code: Option<String>,
    pub yel_insured: bool,
    pub pay_yel_through_service: bool,
    /// The card of the payday. Without one the law says how much is withheld.
    pub tax_card: Option<CardTerms>,
    /// What the enforcement authority takes on the payday.
    pub distraint: Option<Distraint>,
}

/// What was paid and taken before, as far as the next salary depends on it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PaidSoFar {
    /// Wages on which the tax card of the year has been used.
    pub gross_this_year: Money,
    pub service_fee_this_month: Money,
    /// Net wages of the calendar month before distraint, and what was taken from them.
    pub net_this_month: Money,
    pub distraint_this_month: Money,
    /// Advances already paid and recoveries, all that waits to be taken from a salary.
    pub reductions: Money,
}

impl Default for WorkerFacts {
    fn default() -> Self {
        Self {
            postal_code: String::new(),
            birth_date: None,
            employed_since: None,
            service_rate: None,
            profession_code: None,
            yel_insured: true,
            pay_yel_through_service: false,
            tax_card: None,
            distraint: None,
        }
    }
}

impl WorkerFacts {
    /// The worker as the salary engine sees them when nothing has been paid yet.
    pub fn worker(&self, worker_type: WorkerType) -> Worker {
        self.worker_after(worker_type, &PaidSoFar::default())
    }

    /// The worker as the salary engine sees them.
    pub fn worker_after(&self, worker_type: WorkerType, paid: &PaidSoFar) -> Worker {
        let order = |distraint: &Distraint| distraint.order(paid.net_this_month, paid.distraint_this_month);
        Worker {
            worker_type,
            age: self.birth_date.map_or(Age::Years(USUAL_AGE), Age::Born),
            yel_insured: self.yel_insured,
            pay_yel_through_service: self.pay_yel_through_service,
            service_percent: self.service_rate,
            service_fee_charged_this_month: paid.service_fee_this_month,
            profession_code: self.profession_code.clone(),
            employed_since: self.employed_since,
            tax: self.tax_card.map_or(TaxBasis::NoCard, |card| card.basis(paid.gross_this_year)),
            distraint: self.distraint.as_ref().map(order),
            reductions: paid.reductions,
        }
    }
}
