//! Facts about a worker that salaries and the checks of trips depend on.

use jiff::civil::Date;
use liksa_finland::{Bic, Iban, PersonalId};
use liksa_money::{Money, Rate};
use liksa_rates::Age;

use crate::calculator::USUAL_AGE;
use crate::distraint::Distraint;
use crate::person::{Person, WorkerType};
use crate::salary::{TaxBasis, TyelWages, Worker};
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

/// Earlier payments that the next salary depends on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PaidSoFar {
    /// Wages on which the tax card of the year has been used.
    pub gross_this_year: Money,
    pub service_fee_this_month: Money,
    /// Wages of the calendar month as an employee.
    pub tyel_this_month: TyelWages,
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
            tyel_this_month: paid.tyel_this_month,
            profession_code: self.profession_code.clone(),
            employed_since: self.employed_since,
            tax: self.tax_card.map_or(TaxBasis::NoCard, |card| card.basis(paid.gross_this_year)),
            distraint: self.distraint.as_ref().map(order),
            reductions: paid.reductions,
        }
    }
}

/// Where a person lives and is paid, and who they are to the authorities. The postal code is in
/// [`WorkerFacts`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Profile {
    pub address: String,
    pub city: String,
    /// Three letters.
    pub country: String,
    pub phone: String,
    /// What the person is known by to customers, where it is not their own name.
    pub marketing_name: String,
    pub iban: Option<Iban>,
    pub bic: Option<Bic>,
    pub personal_id: Option<PersonalId>,
}

/// Everything a salary, its slip, its payment and its report need, but for what was paid before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayFacts {
    pub person: Person,
    pub profile: Profile,
    /// With the tax card and the distraint of the payday that was asked for.
    pub facts: WorkerFacts,
}

impl PayFacts {
    pub fn worker(&self, paid: &PaidSoFar) -> Worker {
        self.facts.worker_after(self.person.worker_type, paid)
    }
}

/// An account number as others than payroll see it: "FI21 •••• 0785".
pub fn masked_iban(iban: &Iban) -> String {
    let text = iban.as_str();
    let (start, end) = (text.get(..4).unwrap_or_default(), text.get(text.len() - 4..).unwrap_or_default());
    format!("{start} •••• {end}")
}

/// A personal id as it is shown: the birth date is known anyway, the rest is hidden.
pub fn masked_personal_id(id: &PersonalId) -> String {
    format!("{}••••", id.as_str().get(..7).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masked_numbers_do_not_show_the_number() {
        let iban: Iban = "FI2112345600000785".parse().unwrap();
        assert_eq!(masked_iban(&iban), "FI21 •••• 0785");
        let id: PersonalId = "010190-900P".parse().unwrap();
        assert_eq!(masked_personal_id(&id), "010190-••••");
    }
}
