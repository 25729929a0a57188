//! Earnings payment reports for the Incomes Register (tulorekisteri): who was paid what on one payday.
//!
//! Choices that the law or the register leave open, and how certain each is:
//!
//! | choice | certain? |
//! |---|---|
//! | the whole gross salary as income type 101 (total wages), both for employees and for light entrepreneurs, because the service pays wages, not compensation for work | sure |
//! | withholding as 402, the employee's pension and unemployment contributions as 413 and 414 | sure |
//! | kilometres as 311 with their number, daily and meal allowances as 331 with the kinds that it is made of | sure |
//! | receipted costs are not income and not reported | likely |
//! | under the YEL duty: pension act 3 (YEL) and exceptions 3, 4 and 5, no insurer, no profession; health insurance stays due | sure |
//! | a light entrepreneur without the YEL duty, or outside its ages: no pension act, exception 1 (no insurance at all), and the additional information "entrepreneur, no YEL or MYEL duty" | likely |
//! | … of which the register's list of codes has number 14: the list itself is in no source at hand, the number is remembered from programs that use it | likely: compare with the list before production |
//! | an employee's wage below the monthly floor of TyEL: no pension insurance, exception 3. When a later salary lifts the month over it, that report has the contributions of both, and the earlier report is corrected in the register by staff | likely |
//! | the occupation with the five digits of TK10, which the register takes alone; for those with an accident insurance | sure |
//! | distraint as 417, which the register takes as additional information | likely |
//! | a correction is the whole report again with action 2 and the id of the first one, without the version that it replaces | likely |
//! | a report of which nothing is left is invalidated by a delivery of type 105 that names its id | likely |
//! | the separate report: delivery type 101; the contribution as 102, and 101 without an amount where no wages were paid | likely |
//!
//! The register requires signed deliveries; the program that sends them adds the signature.

mod correction;
mod separate_report;
mod writing;

use std::collections::HashSet;

use jiff::Timestamp;
use jiff::civil::Date;
use liksa_domain::payroll::{PayBasis, Travelled};
use liksa_domain::person::WorkerType;
use liksa_domain::salary::{Reimbursements, Summary};
use liksa_domain::settings::Provider;
use liksa_finland::PersonalId;
use liksa_money::{Money, MoneyError, Quantity};
use liksa_rates::{Age, RatesError, StatutoryFigures};

use crate::ensure;

pub use correction::{Correction, Invalidation};
pub use separate_report::SeparateReportDelivery;

/// One delivery: the reports of one payday.
#[derive(Debug, Clone)]
pub struct Delivery {
    /// Never used twice: letters, digits, `-` and `_`, at most 40.
    pub id: String,
    pub created: Timestamp,
    /// False in the register's test environment.
    pub production: bool,
    /// The payer, with the contact person and the policies under which employees are insured.
    pub provider: Provider,
    pub payment_date: Date,
    /// First and last day that the payday pays for.
    pub period: (Date, Date),
    pub reports: Vec<WageReport>,
    /// Says at which ages entrepreneurs are insured.
    pub law: StatutoryFigures,
}

/// The salary of one person.
#[derive(Debug, Clone)]
pub struct WageReport {
    /// As [`Delivery::id`]; a correction refers to it.
    pub id: String,
    pub personal_id: PersonalId,
    pub first_name: String,
    pub last_name: String,
    /// The terms of the salary, which show how the person is insured.
    pub basis: PayBasis,
    pub summary: Summary,
    pub reimbursements: Reimbursements,
    pub travelled: Travelled,
}

/// Why the register would refuse the delivery.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IncomesRegisterError {
    #[error("a delivery without reports")]
    NoReports,
    #[error("id {0:?} is not 1 to 40 letters, digits, - or _")]
    WrongId(String),
    #[error("two reports have the id {0}")]
    SameIdTwice(String),
    #[error("the period ends before it begins")]
    WrongPeriod,
    #[error("the contact person's name or phone number is missing")]
    WithoutContact,
    #[error("report {0}: the name of the person is missing")]
    WithoutName(String),
    #[error("report {0}: an employee needs the provider's insurance policies")]
    WithoutPolicies(String),
    #[error("report {0}: an employee needs the class of the occupation")]
    WithoutProfession(String),
    #[error("report {0}: the statutory ages are not known: {1}")]
    WithoutAges(String, RatesError),
    #[error("report {0}: a negative payment corrects an earlier report and is not one of its own")]
    NegativePayment(String),
    #[error("report {0}: nothing was paid that is reported")]
    NothingPaid(String),
    #[error(transparent)]
    Money(#[from] MoneyError),
}

/// By which law the person is insured for a pension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum InsuredAs {
    Employee,
    /// YEL.
    Entrepreneur,
    /// Below the income or outside the ages of YEL.
    EntrepreneurWithoutDuty,
}

/// The code of an income type, and the amount.
type Income = (u16, Money);

const TOTAL_WAGES: u16 = 101;
const TAX_FREE_KILOMETERS: u16 = 311;
const DAILY_ALLOWANCE: u16 = 331;
const WITHHOLDING: u16 = 402;
const EMPLOYEE_PENSION: u16 = 413;
const EMPLOYEE_UNEMPLOYMENT: u16 = 414;
const DISTRAINT: u16 = 417;

impl Delivery {
    pub fn to_xml(&self) -> Result<String, IncomesRegisterError> {
        self.check()?;
        Ok(writing::document(self, &self.payments()?, writing::NEW_REPORT))
    }

    /// The same reports, each in the place of an earlier one with its id.
    pub fn to_replacing_xml(&self) -> Result<String, IncomesRegisterError> {
        self.check()?;
        Ok(writing::document(self, &self.payments()?, writing::REPLACING_REPORT))
    }

    /// What each report is about.
    fn payments(&self) -> Result<Vec<(Vec<Income>, InsuredAs)>, IncomesRegisterError> {
        let payment = |report: &WageReport| {
            let incomes = report.incomes()?;
            ensure(!incomes.is_empty(), IncomesRegisterError::NothingPaid(report.id.clone()))?;
            Ok((incomes, report.insured_as(&self.law, self.payment_date)?))
        };
        self.reports.iter().map(payment).collect()
    }

    fn check(&self) -> Result<(), IncomesRegisterError> {
        check_id(&self.id)?;
        ensure(!self.reports.is_empty(), IncomesRegisterError::NoReports)?;
        ensure(self.period.0 <= self.period.1, IncomesRegisterError::WrongPeriod)?;
        check_contact(&self.provider)?;
        let mut ids = HashSet::new();
        for report in &self.reports {
            report.check(self.provider.policies.is_some())?;
            ensure(ids.insert(&report.id), IncomesRegisterError::SameIdTwice(report.id.clone()))?;
        }
        Ok(())
    }
}

impl WageReport {
    /// Whether anything was paid that is reported. Repaid costs alone are no income.
    pub fn has_content(&self) -> Result<bool, IncomesRegisterError> {
        Ok(!self.incomes()?.is_empty())
    }

    /// Why the register would refuse it, whatever else is in the delivery.
    pub fn check(&self, has_policies: bool) -> Result<(), IncomesRegisterError> {
        check_id(&self.id)?;
        let id = || self.id.clone();
        let named = !self.first_name.trim().is_empty() && !self.last_name.trim().is_empty();
        ensure(named, IncomesRegisterError::WithoutName(id()))?;
        if self.basis.worker_type == WorkerType::Employee {
            ensure(has_policies, IncomesRegisterError::WithoutPolicies(id()))?;
            let profession = self.basis.profession_code.as_deref().unwrap_or_default();
            ensure(!profession.trim().is_empty(), IncomesRegisterError::WithoutProfession(id()))?;
        }
        Ok(())
    }

    /// The pension law that the person is insured by on the payday.
    fn insured_as(&self, law: &StatutoryFigures, payday: Date) -> Result<InsuredAs, IncomesRegisterError> {
        if self.basis.worker_type == WorkerType::Employee {
            return Ok(InsuredAs::Employee);
        }
        let unknown = |error| IncomesRegisterError::WithoutAges(self.id.clone(), error);
        let rates = law.for_date(payday).map_err(unknown)?;
        let age = Age::Born(self.personal_id.birth_date());
        let duty = self.basis.yel_insured && rates.yel.is_due(rates.pension_end, age, payday);
        Ok(if duty { InsuredAs::Entrepreneur } else { InsuredAs::EntrepreneurWithoutDuty })
    }

    /// Incomes of the report, in the order of the codes of each kind.
    fn incomes(&self) -> Result<Vec<Income>, IncomesRegisterError> {
        let summary = &self.summary;
        let paid = self.reimbursements.as_far_as_paid(summary.total_reimbursements)?;
        let mut incomes = vec![
            (TOTAL_WAGES, summary.gross_salary),
            (TAX_FREE_KILOMETERS, paid.kilometers),
            (DAILY_ALLOWANCE, Money::sum([paid.days, paid.meals, paid.foreign])?),
            (WITHHOLDING, summary.tax_amount),
            (EMPLOYEE_PENSION, summary.tyel),
            (EMPLOYEE_UNEMPLOYMENT, summary.unemployment),
            (DISTRAINT, summary.distraint),
        ];
        let negative = incomes.iter().any(|(_, amount)| amount.is_negative());
        ensure(!negative, IncomesRegisterError::NegativePayment(self.id.clone()))?;
        // A withholding of zero is reported too.
        let wage_paid = summary.gross_salary.is_positive();
        incomes.retain(|(code, amount)| amount.is_positive() || (*code == WITHHOLDING && wage_paid));
        Ok(incomes)
    }

    /// The register counts whole kilometres; a paid trip has at least one.
    fn whole_kilometers(&self) -> i64 {
        let (parts, one) = (self.travelled.kilometers.parts(), Quantity::ONE.parts());
        (parts.saturating_add(one / 2) / one).max(1)
    }

    fn allowance_kinds(&self) -> Vec<u16> {
        let claimed = self.travelled.allowances;
        let kinds = [
            (1, claimed.meals > 0),
            (2, claimed.partial_days > 0),
            (3, claimed.full_days > 0),
            (4, !claimed.foreign.is_zero()),
        ];
        kinds.into_iter().filter(|(_, is_claimed)| *is_claimed).map(|(kind, _)| kind).collect()
    }

    /// The register's codes of the insurances that the person does not have.
    fn insurance_exceptions(&self, insured_as: InsuredAs) -> Vec<u16> {
        let due = &self.basis.contributions;
        let health_insurance = (2, due.health_insurance.is_zero());
        let exceptions: &[(u16, bool)] = match insured_as {
            InsuredAs::EntrepreneurWithoutDuty => &[(1, true)],
            InsuredAs::Entrepreneur => &[health_insurance, (3, true), (4, true), (5, true)],
            InsuredAs::Employee => &[
                health_insurance,
                (3, due.employer_tyel.is_zero()),
                (4, due.accident_insurance.is_zero()),
                (5, due.employer_unemployment.is_zero()),
            ],
        };
        exceptions.iter().filter(|(_, applies)| *applies).map(|(code, _)| *code).collect()
    }
}

fn check_contact(provider: &Provider) -> Result<(), IncomesRegisterError> {
    let contact = &provider.contact;
    let reachable = !contact.name.trim().is_empty() && !contact.phone.trim().is_empty();
    ensure(reachable, IncomesRegisterError::WithoutContact)
}

fn check_id(id: &str) -> Result<(), IncomesRegisterError> {
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    let right = (1..=40).contains(&id.len()) && id.chars().all(allowed);
    ensure(right, IncomesRegisterError::WrongId(id.to_owned()))
}
