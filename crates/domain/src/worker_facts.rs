//! What is known of a worker that their salary and the check of their trips depend on.

use jiff::civil::Date;
use liksa_money::{Money, Rate};
use liksa_rates::Age;

use crate::calculator::USUAL_AGE;
use crate::person::WorkerType;
use crate::salary::{TaxBasis, Worker};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerFacts {
    /// Of the home, where trips begin. Empty when not known.
    pub postal_code: String,
    pub birth_date: Option<Date>,
    pub employed_since: Option<Date>,
    /// Of the tax card. Without one the law says how much is withheld.
    pub tax_rate: Option<Rate>,
    /// `None` where nothing else than the provider's usual fee was agreed.
    pub service_rate: Option<Rate>,
    pub profession_code: Option<String>,
    pub yel_insured: bool,
    pub pay_yel_through_service: bool,
}

impl Default for WorkerFacts {
    fn default() -> Self {
        Self {
            postal_code: String::new(),
            birth_date: None,
            employed_since: None,
            tax_rate: None,
            service_rate: None,
            profession_code: None,
            yel_insured: true,
            pay_yel_through_service: false,
        }
    }
}

impl WorkerFacts {
    /// The worker as the salary engine sees them.
    pub fn worker(&self, worker_type: WorkerType) -> Worker {
        Worker {
            worker_type,
            age: self.birth_date.map_or(Age::Years(USUAL_AGE), Age::Born),
            yel_insured: self.yel_insured,
            pay_yel_through_service: self.pay_yel_through_service,
            service_percent: self.service_rate,
            service_fee_charged_this_month: Money::ZERO,
            profession_code: self.profession_code.clone(),
            employed_since: self.employed_since,
            tax: self.tax_rate.map_or(TaxBasis::NoCard, TaxBasis::Percent),
            distraint: None,
            reductions: Money::ZERO,
        }
    }
}
