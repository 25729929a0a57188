//! Basis of a salary: its terms and what was paid before.

use jiff::civil::Date;
use liksa_finland::{Iban, PersonalId};
use liksa_money::{Money, MoneyError, Rate};

use super::FeeTerms;
use crate::advance::TiedDebt;
use crate::ids::BillId;
use crate::person::WorkerType;
use crate::salary::{Contributions, TaxBasis, TyelWages};
use crate::worker_facts::PaidSoFar;
use crate::worker_facts::PayFacts;

/// Terms that a salary was calculated by, stored with it: the slip, the wage report and a later recovery must not
/// follow today's terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayBasis {
    pub worker_type: WorkerType,
    pub yel_insured: bool,
    pub profession_code: Option<String>,
    pub service_percent: Rate,
    pub tax: TaxBasis,
    pub contributions: Contributions,
    /// None of salaries that were paid before this was stored.
    pub fee: Option<FeeTerms>,
}

/// Who is paid, as it was when the salary was calculated and stored with it: what workers change later does not
/// change the files of a run that was approved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payee {
    pub first_name: String,
    pub last_name: String,
    pub personal_id: Option<PersonalId>,
}

impl Payee {
    pub fn of(facts: &PayFacts) -> Self {
        Self {
            first_name: facts.person.first_name.clone(),
            last_name: facts.person.last_name.clone(),
            personal_id: facts.profile.personal_id.clone(),
        }
    }
}

/// One salary of the past, as far as the next depends on it; negative what was taken back of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PastSalary {
    pub payday: Date,
    pub gross_salary: Money,
    pub service_fee: Money,
    pub distraint: Money,
    /// What was left before distraint and reductions.
    pub net_before_distraint: Money,
    /// As an employee, and what TyEL was taken from.
    pub tyel_wage: Money,
    pub tyel_base: Money,
}

/// The last salary that was paid, for comparing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviousSalary {
    pub salary: Money,
    pub distraint: Money,
    pub iban: Option<Iban>,
    pub basis: PayBasis,
}

/// Earlier salaries of a worker.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PastSalaries {
    /// Of the calendar year of the payday.
    pub this_year: Vec<PastSalary>,
    pub previous: Option<PreviousSalary>,
    /// Recoveries that wait to be taken from any salary.
    pub owed: Money,
    /// Advances that only the salary of their bill pays back.
    pub tied: Vec<TiedDebt>,
}

impl PastSalaries {
    /// What a salary of these bills is reduced by, as far as it goes.
    pub fn owed_with(&self, bills: &[BillId]) -> Result<Money, MoneyError> {
        let tied = self.tied.iter().filter(|debt| bills.contains(&debt.bill));
        Money::sum(tied.map(|debt| debt.remaining).chain([self.owed]))
    }

    /// What the next salary has to know, if it has these bills. A tax card counts from the day it is valid on.
    pub fn so_far(&self, facts: &PayFacts, bills: &[BillId], payday: Date) -> Result<PaidSoFar, MoneyError> {
        let card_from = facts.facts.tax_card.map(|card| card.valid_from);
        let on_card = self.this_year.iter().filter(|past| card_from.is_none_or(|from| past.payday >= from));
        let month = || self.this_year.iter().filter(|past| past.payday.month() == payday.month());
        Ok(PaidSoFar {
            gross_this_year: Money::sum(on_card.map(|past| past.gross_salary))?,
            service_fee_this_month: Money::sum(month().map(|past| past.service_fee))?,
            tyel_this_month: TyelWages {
                paid: Money::sum(month().map(|past| past.tyel_wage))?,
                insured: Money::sum(month().map(|past| past.tyel_base))?,
            },
            net_this_month: Money::sum(month().map(|past| past.net_before_distraint))?,
            distraint_this_month: Money::sum(month().map(|past| past.distraint))?,
            reductions: self.owed_with(bills)?,
        })
    }
}
