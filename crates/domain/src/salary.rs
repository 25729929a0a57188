//! From a bill to a salary.
//!
//! The calculator, the editor's summary, the advance payment, the payroll run and the pay slip all ask this
//! one engine. Every named amount is rounded to cents, half away from zero, where it is made and nowhere
//! else, and two identities hold for whatever goes in:
//!
//! - `total_billing_without_vat = service_fee + contracting + total_reimbursements + gross_salary +
//!   employer_costs + rounding`
//! - `gross_salary = tax_amount + employee_cost + yel + distraint + reductions + net`, and
//!   `salary = net + total_reimbursements`
//!
//! The order of the steps:
//!
//! 1. the VAT-free rows, and the reimbursements where the customer pays them on top, and what others gave of their
//!    bills;
//! 2. less the service fee on one's own bills ([`deductions`]);
//! 3. less what others get ([`deductions`]);
//! 4. less the reimbursements, which the worker gets untaxed ([`reimbursements`]);
//! 5. leaves the all-in sum, which pays the gross salary and the employer's costs on it ([`employer`]);
//! 6. from the gross salary are withheld tax ([`withholding`]), the employee's contributions and YEL;
//! 7. from what is left distraint takes its part ([`distraint`]), then what the worker owes is taken, never
//!    more than there is.
//!
//! **The TyEL floor.** No TyEL is taken as long as the wages of the calendar month of the payday, all salaries of it
//! together, are below the floor of the year. The salary that lifts the month over it bears TyEL, and with it that of
//! the wages paid before in the month ([`Contributions::of_salary`]).
//!
//! **Credit notes.** A negative bill is the mirror image of a positive one: fee, gross salary, contributions
//! and tax come out negative. Distraint and reductions take nothing from it. What a credit note takes back of a
//! salary that was paid is another matter, since a salary is more than the sum of its bills:
//! see [`crate::payroll::take_back`].
//!
//! [`Summary`] describes each amount and gives its name on the wire.

mod claims;
mod deductions;
mod distraint;
mod employer;
mod from_bill;
mod reimbursements;
mod summary;
mod withholding;

#[cfg(test)]
mod tests;

use jiff::civil::Date;
use liksa_money::{Money, MoneyError, Rate};
use liksa_rates::{Age, Rates, RatesError, StatutoryFigures};

use crate::person::WorkerType;
use crate::problem::{ErrorKey, Problem};
use crate::settings::ProviderSettings;

pub use claims::{ClaimKind, ClaimLine, claims, per_km};
pub use distraint::DistraintOrder;
pub use employer::Contributions;
pub use from_bill::{billed, from_bill, totals};
pub use reimbursements::Reimbursements;
pub use summary::Summary;
pub use withholding::{TaxBasis, TaxCard, WithoutTaxCard};

/// The person whose salary it is, as far as the salary depends on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Worker {
    pub worker_type: WorkerType,
    pub age: Age,
    /// Under the duty to insure as an entrepreneur.
    pub yel_insured: bool,
    pub pay_yel_through_service: bool,
    /// `None` where nothing else than the provider's usual fee was agreed.
    pub service_percent: Option<Rate>,
    /// What has been charged for the service in the calendar month of the payday.
    pub service_fee_charged_this_month: Money,
    /// What has been paid as an employee in the calendar month of the payday.
    pub tyel_this_month: TyelWages,
    pub profession_code: Option<String>,
    /// First day of the employment; decides the holiday compensation.
    pub employed_since: Option<Date>,
    pub tax: TaxBasis,
    pub distraint: Option<DistraintOrder>,
    /// Advances already paid and recoveries, all that waits to be taken from a salary.
    pub reductions: Money,
}

/// Wages of a calendar month and TyEL, which is not due below the month's floor.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TyelWages {
    /// All that an employee was paid.
    pub paid: Money,
    /// The part of it that TyEL was taken from.
    pub insured: Money,
}

impl TyelWages {
    /// What becomes due with the salary that lifts the month over the floor.
    fn not_insured(self) -> Result<Money, MoneyError> {
        Ok(self.paid.minus(self.insured)?.max(Money::ZERO))
    }
}

/// What a salary is made from: the money side of a bill.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Billed {
    /// The rows, VAT-free, in cents.
    pub rows: Money,
    /// All VAT of the bill.
    pub vat: Money,
    pub reimbursements: Reimbursements,
    /// Whether the customer pays the reimbursements on top of the rows.
    pub reimbursements_on_top: bool,
    /// What others get out of it.
    pub contracting: Contracting,
    /// What others gave of their bills. Those have borne the service fee.
    pub shares_received: Money,
}

/// What others get out of a bill, VAT-free.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Contracting {
    pub shares: Money,
    pub purchases: Money,
    /// The provider's, on purchases that are paid at once.
    pub commission: Money,
}

impl Contracting {
    pub fn total(&self) -> Result<Money, MoneyError> {
        Money::sum([self.shares, self.purchases, self.commission])
    }

    pub fn plus(&self, other: &Self) -> Result<Self, MoneyError> {
        Ok(Self {
            shares: self.shares.plus(other.shares)?,
            purchases: self.purchases.plus(other.purchases)?,
            commission: self.commission.plus(other.commission)?,
        })
    }
}

/// Why there is no salary to show.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SalaryError {
    #[error("the billed amount does not cover the fee, the contracting and the reimbursements")]
    NotEnough,
    #[error(transparent)]
    Rates(#[from] RatesError),
    #[error(transparent)]
    Money(#[from] MoneyError),
}

impl SalaryError {
    pub fn key(&self) -> ErrorKey {
        match self {
            Self::NotEnough => ErrorKey::BilledAmountNotEnough,
            Self::Rates(RatesError::UnknownYear { .. }) => ErrorKey::UnknownYear,
            Self::Rates(_) => ErrorKey::UnknownRate,
            Self::Money(_) => ErrorKey::OutOfRange,
        }
    }

    /// The error as a fault of a field.
    pub fn at(&self, field: impl Into<String>) -> Problem {
        let problem = Problem::new(field, self.key());
        match self {
            Self::Rates(RatesError::UnknownYear { year }) => problem.of_year(*year),
            _ => problem,
        }
    }
}

/// The salary by the statutory figures of the payday.
pub fn calculate(
    law: &StatutoryFigures,
    billed: &Billed,
    worker: &Worker,
    settings: &ProviderSettings,
    payday: Date,
) -> Result<Summary, SalaryError> {
    let rates = law.for_date(payday)?;
    let contributions = Contributions::of_salary(billed, worker, settings, rates, payday)?;
    with_contributions(billed, worker, settings, &contributions, rates)
}

/// What pays the gross salary and the employer's costs on it, and what is taken before.
struct AllIn {
    total: Money,
    service_fee: Money,
    all_in: Money,
}

impl AllIn {
    fn of(billed: &Billed, worker: &Worker, settings: &ProviderSettings) -> Result<Self, MoneyError> {
        let reimbursements = billed.reimbursements.total()?;
        let on_top = if billed.reimbursements_on_top { reimbursements } else { Money::ZERO };
        let own = billed.rows.plus(on_top)?;
        let service_fee = deductions::service_fee(own, worker, settings)?;
        let total = own.plus(billed.shares_received)?;
        let all_in = total.minus(service_fee)?.minus(billed.contracting.total()?)?.minus(reimbursements)?;
        Ok(Self { total, service_fee, all_in })
    }

    /// Refused where it does not cover what others and the reimbursements get.
    fn enough(billed: &Billed, worker: &Worker, settings: &ProviderSettings) -> Result<Self, SalaryError> {
        let found = Self::of(billed, worker, settings)?;
        let (total, all_in) = (found.total, found.all_in);
        if if total.is_negative() { all_in.is_positive() } else { all_in.is_negative() } {
            return Err(SalaryError::NotEnough);
        }
        Ok(found)
    }
}

/// Whether what was billed covers what others and the reimbursements get.
pub fn covers(billed: &Billed, worker: &Worker, settings: &ProviderSettings) -> Result<bool, MoneyError> {
    Ok(!AllIn::of(billed, worker, settings)?.all_in.is_negative())
}

/// The salary of what is left after a credit note. Where that does not cover what others and the reimbursements get,
/// there is no wage, and the reimbursements are lower by what is missing: the worker bears it.
pub fn of_what_is_left(
    billed: &Billed,
    worker: &Worker,
    settings: &ProviderSettings,
    contributions: &Contributions,
    rates: &Rates,
) -> Result<Summary, SalaryError> {
    let AllIn { total, all_in, .. } = AllIn::of(billed, worker, settings)?;
    let contributions = &contributions.of_rest(all_in, worker, rates)?;
    match with_contributions(billed, worker, settings, contributions, rates) {
        Err(SalaryError::NotEnough) => {
            let expenses = billed.reimbursements.expenses.plus(all_in)?;
            let covered = Billed {
                rows: total.minus(billed.shares_received)?,
                reimbursements: Reimbursements { expenses, ..billed.reimbursements },
                reimbursements_on_top: false,
                ..*billed
            };
            with_contributions(&covered, worker, settings, contributions, rates)
        }
        other => other,
    }
}

/// The salary when the contributions are known; `rates` say the rest of the law.
pub fn with_contributions(
    billed: &Billed,
    worker: &Worker,
    settings: &ProviderSettings,
    contributions: &Contributions,
    rates: &Rates,
) -> Result<Summary, SalaryError> {
    let total_reimbursements = billed.reimbursements.total()?;
    let AllIn { total, service_fee, all_in } = AllIn::enough(billed, worker, settings)?;
    let caught_up = contributions.tyel_caught_up(all_in, worker)?;
    let employer = contributions.employer_share(all_in, caught_up)?;
    let gross = employer.gross_salary;
    let tax_amount = worker.tax.withheld_from(gross, &rates.withholding)?;
    let tyel = gross.plus(caught_up)?.share(contributions.employee_tyel)?;
    let unemployment = gross.share(contributions.employee_unemployment)?;
    let employee_cost = tyel.plus(unemployment)?;
    let yel = gross.share(contributions.yel)?;
    let left = gross.minus(tax_amount)?.minus(employee_cost)?.minus(yel)?;

    let distraint = match &worker.distraint {
        Some(order) => order.taken_from(left, &rates.distraint)?,
        None => Money::ZERO,
    };
    let left = left.minus(distraint)?;
    let reductions = worker.reductions.min(left).max(Money::ZERO);
    let net = left.minus(reductions)?;
    let salary = net.plus(total_reimbursements)?;

    Ok(Summary {
        amount: billed.rows,
        has_vat: !billed.vat.is_zero(),
        total_billing_without_vat: total,
        total_billing: total.plus(billed.vat)?,
        service_fee,
        contracting: billed.contracting.total()?,
        commission: billed.contracting.commission,
        shares_received: billed.shares_received,
        total_reimbursements,
        billable_amount_to_be_paid: all_in,
        gross_salary: gross,
        holiday_compensation: gross.share_included(contributions.holiday_compensation)?,
        employer_costs: employer.costs,
        employer_tyel: employer.tyel,
        tyel_wage: if worker.worker_type == WorkerType::Employee { gross } else { Money::ZERO },
        tyel_base: if contributions.has_tyel() { gross.plus(caught_up)? } else { Money::ZERO },
        employer_unemployment: employer.unemployment,
        health_insurance_rate: contributions.health_insurance,
        health_insurance: employer.health_insurance,
        accident_insurance_rate: contributions.accident_insurance,
        accident_insurance: employer.accident_insurance,
        group_life: employer.group_life,
        rounding: all_in.minus(gross)?.minus(employer.costs)?,
        tax_amount,
        employee_cost,
        tyel,
        unemployment,
        yel,
        distraint,
        reductions,
        reductions_left: worker.reductions.minus(reductions)?,
        net,
        salary,
        salary_percent: if total.is_zero() { Rate::ZERO } else { salary.ratio_to(total)? },
    })
}
