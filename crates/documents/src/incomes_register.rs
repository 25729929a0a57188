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
//! | a light entrepreneur without the YEL duty: no pension act, exception 1 (no insurance at all) | likely |
//! | … without the additional information "entrepreneur, no YEL or MYEL duty", whose code is in no source at hand | likely incomplete: add it from the register's code list before production |
//! | distraint as 417, which the register takes as additional information | likely |
//!
//! The register requires signed deliveries; the program that sends them adds the signature.

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

use crate::ensure;

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
    #[error("report {0}: a negative payment corrects an earlier report and is not one of its own")]
    NegativePayment(String),
    #[error("report {0}: nothing was paid that is reported")]
    NothingPaid(String),
    #[error(transparent)]
    Money(#[from] MoneyError),
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
        let incomes = self.reports.iter().map(WageReport::incomes).collect::<Result<Vec<_>, _>>()?;
        Ok(writing::document(self, &incomes))
    }

    fn check(&self) -> Result<(), IncomesRegisterError> {
        check_id(&self.id)?;
        ensure(!self.reports.is_empty(), IncomesRegisterError::NoReports)?;
        ensure(self.period.0 <= self.period.1, IncomesRegisterError::WrongPeriod)?;
        let contact = &self.provider.contact;
        let reachable = !contact.name.trim().is_empty() && !contact.phone.trim().is_empty();
        ensure(reachable, IncomesRegisterError::WithoutContact)?;
        let mut ids = HashSet::new();
        for report in &self.reports {
            report.check(self.provider.policies.is_some())?;
            ensure(ids.insert(&report.id), IncomesRegisterError::SameIdTwice(report.id.clone()))?;
        }
        Ok(())
    }
}

impl WageReport {
    fn check(&self, has_policies: bool) -> Result<(), IncomesRegisterError> {
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

    /// Incomes of the report, in the order of the codes of each kind.
    fn incomes(&self) -> Result<Vec<Income>, IncomesRegisterError> {
        let (summary, paid) = (&self.summary, self.reimbursements);
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
        ensure(!incomes.is_empty(), IncomesRegisterError::NothingPaid(self.id.clone()))?;
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
    fn insurance_exceptions(&self) -> Vec<u16> {
        let due = &self.basis.contributions;
        let health_insurance = (2, due.health_insurance.is_zero());
        let exceptions: &[(u16, bool)] = match (self.basis.worker_type, self.basis.yel_insured) {
            (WorkerType::Entrepreneur, false) => &[(1, true)],
            (WorkerType::Entrepreneur, true) => &[health_insurance, (3, true), (4, true), (5, true)],
            (WorkerType::Employee, _) => &[
                health_insurance,
                (3, due.employer_tyel.is_zero()),
                (4, due.accident_insurance.is_zero()),
                (5, due.employer_unemployment.is_zero()),
            ],
        };
        exceptions.iter().filter(|(_, applies)| *applies).map(|(code, _)| *code).collect()
    }
}

fn check_id(id: &str) -> Result<(), IncomesRegisterError> {
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    let right = (1..=40).contains(&id.len()) && id.chars().all(allowed);
    ensure(right, IncomesRegisterError::WrongId(id.to_owned()))
}
