//! What a credit note takes back of a salary that was paid.
//!
//! A salary is more than the sum of its bills: the fee has a maximum, the tax card a ceiling, and amounts are rounded.
//! So what is taken back is the salary as it stands less the same salary calculated again without what is credited, by
//! the terms of then. Taken back one by one and in any order, the bills of a salary give back exactly what was paid.
//!
//! What distraint took has gone to the enforcement authority, and what reductions took has settled a debt. Neither comes
//! back, so that both stay as they were, and the worker owes the wage before them.

use jiff::civil::Date;
use liksa_money::{Money, MoneyError, Rate};
use liksa_rates::{Age, StatutoryFigures};

use super::{PayBasis, Travelled, together};
use crate::bill::Bill;
use crate::calculator::USUAL_AGE;
use crate::problem::Problem;
use crate::salary::{
    Billed, Contracting, Reimbursements, SalaryError, Summary, TyelWages, Worker, billed, of_what_is_left,
};
use crate::settings::ProviderSettings;

/// What the fee and the commission of a salary followed from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeeTerms {
    pub maximum_per_month: Money,
    /// By earlier salaries of the same calendar month.
    pub charged_this_month: Money,
    pub pay_now_commission: Rate,
}

impl FeeTerms {
    pub fn new(settings: &ProviderSettings, charged_this_month: Money) -> Self {
        Self {
            maximum_per_month: settings.service_fee_maximum_per_month,
            charged_this_month,
            pay_now_commission: settings.pay_now_commission,
        }
    }

    /// The settings as far as a salary follows from them whose contributions are known.
    fn settings(&self, service_percent: Rate) -> ProviderSettings {
        ProviderSettings {
            service_percent,
            service_fee_maximum_per_month: self.maximum_per_month,
            pay_now_commission: self.pay_now_commission,
            ..ProviderSettings::default()
        }
    }
}

/// A salary as it was paid, less what was taken back of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StandingSalary {
    pub summary: Summary,
    pub reimbursements: Reimbursements,
    pub travelled: Travelled,
    /// Earlier wages of the month whose TyEL came with this salary when it was paid.
    caught_up: Money,
}

impl StandingSalary {
    pub fn as_paid(
        summary: Summary,
        reimbursements: Reimbursements,
        travelled: Travelled,
    ) -> Result<Self, MoneyError> {
        let caught_up = summary.tyel_base.minus(summary.gross_salary)?.max(Money::ZERO);
        Ok(Self { summary, reimbursements, travelled, caught_up })
    }

    /// The salary after one more part was taken back.
    pub fn after(self, taken: &TakenBack) -> Result<Self, MoneyError> {
        Ok(Self {
            summary: self.summary.plus(&taken.summary)?,
            reimbursements: self.reimbursements.plus(taken.reimbursements)?,
            travelled: self.travelled.without(taken.travelled)?,
            ..self
        })
    }

    /// The bills that it still stands on.
    fn billed(&self) -> Result<Billed, MoneyError> {
        let (summary, reimbursements) = (&self.summary, self.reimbursements);
        let own = summary.total_billing_without_vat.minus(summary.shares_received)?;
        let on_top = own.minus(summary.amount)?;
        Ok(Billed {
            rows: summary.amount,
            vat: summary.total_billing.minus(summary.total_billing_without_vat)?,
            reimbursements,
            reimbursements_on_top: on_top == reimbursements.total()?,
            // A salary follows from their sum.
            contracting: Contracting {
                shares: summary.contracting.minus(summary.commission)?,
                purchases: Money::ZERO,
                commission: summary.commission,
            },
            shares_received: summary.shares_received,
        })
    }
}

/// What one credit note takes back: a salary line of its own with negative amounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TakenBack {
    pub summary: Summary,
    /// Negative. Where the rest of a salary does not cover them, less stays paid than these say.
    pub reimbursements: Reimbursements,
    /// The trips of the credit note, counted as its rows say.
    pub travelled: Travelled,
}

/// What the credit note takes back of a salary that was paid on `payday` by these terms.
pub fn take_back(
    law: &StatutoryFigures,
    credit_note: &Bill,
    standing: &StandingSalary,
    basis: &PayBasis,
    fee: &FeeTerms,
    payday: Date,
) -> Result<TakenBack, Vec<Problem>> {
    let settings = fee.settings(basis.service_percent);
    let credited = billed(law, credit_note, &settings, payday)?;
    let fault = |error: SalaryError| vec![Problem::new("billableitems", error.key())];
    let summary = difference(law, &credited, standing, basis, fee, payday).map_err(fault)?;
    let travelled = Travelled::of([credit_note]).map_err(|error| fault(error.into()))?;
    Ok(TakenBack { summary, reimbursements: credited.reimbursements, travelled })
}

/// What a credit note takes back of a salary that shares of its bill are in: so much of them.
pub fn take_back_shares(
    law: &StatutoryFigures,
    amount: Money,
    standing: &StandingSalary,
    basis: &PayBasis,
    fee: &FeeTerms,
    payday: Date,
) -> Result<TakenBack, SalaryError> {
    let credited = Billed {
        shares_received: amount.negated()?,
        // As the salary has them, so that they are not counted among the rows.
        reimbursements_on_top: standing.billed()?.reimbursements_on_top,
        ..Billed::default()
    };
    let summary = difference(law, &credited, standing, basis, fee, payday)?;
    Ok(TakenBack { summary, reimbursements: Reimbursements::default(), travelled: Travelled::default() })
}

fn difference(
    law: &StatutoryFigures,
    credited: &Billed,
    standing: &StandingSalary,
    basis: &PayBasis,
    fee: &FeeTerms,
    payday: Date,
) -> Result<Summary, SalaryError> {
    let settings = fee.settings(basis.service_percent);
    let left = together(&[standing.billed()?, *credited])?;
    let rates = law.for_date(payday)?;
    let before = &standing.summary;
    let worker = worker_then(standing, basis, fee);
    let left = of_what_is_left(&left, &worker, &settings, &basis.contributions, rates)?;
    let net = left.net.minus(before.distraint)?.minus(before.reductions)?;
    let left = Summary {
        distraint: before.distraint,
        reductions: before.reductions,
        reductions_left: before.reductions_left,
        net,
        salary: net.plus(left.total_reimbursements)?,
        ..left
    };
    Ok(left.minus(before)?)
}

/// The worker as the salary was calculated, before distraint and reductions.
fn worker_then(standing: &StandingSalary, basis: &PayBasis, fee: &FeeTerms) -> Worker {
    Worker {
        worker_type: basis.worker_type,
        // The contributions are known, and nothing else asks for the age.
        age: Age::Years(USUAL_AGE),
        yel_insured: basis.yel_insured,
        pay_yel_through_service: !basis.contributions.yel.is_zero(),
        service_percent: Some(basis.service_percent),
        service_fee_charged_this_month: fee.charged_this_month,
        tyel_this_month: TyelWages { paid: standing.caught_up, insured: Money::ZERO },
        profession_code: basis.profession_code.clone(),
        employed_since: None,
        tax: basis.tax,
        distraint: None,
        reductions: Money::ZERO,
    }
}

#[cfg(test)]
mod tests;
