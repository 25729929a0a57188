//! Earnings payment reports for the Incomes Register (tulorekisteri): what was paid on one payday, to whom.
//!
//! How sure we are of the choices, and where the law leaves them:
//!
//! | choice | sure? |
//! |---|---|
//! | the whole gross salary as income type 101 (total wages), both for employees and for light entrepreneurs, because the service pays wages, not compensation for work | sure |
//! | withholding as 402, the employee's pension and unemployment contributions as 413 and 414 | sure |
//! | kilometres as 311 with their number, daily and meal allowances as 331 with the kinds that it is made of | sure |
//! | receipted costs are not income and not reported | likely |
//! | under the YEL duty: pension act 3 (YEL) and exceptions 3, 4 and 5, no insurer, no profession; health insurance stays due | sure |
//! | a light entrepreneur without the YEL duty: no pension act, exception 1 (no insurance at all) | likely |
//! | … without the additional information "entrepreneur, no YEL or MYEL duty", whose code we have from no source | likely incomplete: add it from the register's code list before production |
//! | distraint as 417, which the register takes as additional information | likely |
//!
//! The register wants deliveries signed; the signature is put on by the program that sends them.

mod writing;

use jiff::Timestamp;
use jiff::civil::Date;
use liksa_domain::bill::Allowances;
use liksa_domain::person::WorkerType;
use liksa_domain::salary::{Contributions, Reimbursements, Summary};
use liksa_finland::{BusinessId, PersonalId};
use liksa_money::{Money, MoneyError, Quantity};

/// One delivery: the reports of one payday.
#[derive(Debug, Clone)]
pub struct Delivery {
    /// Ours to choose, and never used twice: letters, digits, `-` and `_`, at most 40.
    pub id: String,
    pub created: Timestamp,
    /// False in the register's test environment.
    pub production: bool,
    pub payer: Payer,
    pub contact: Contact,
    pub payment_date: Date,
    /// The days that the payday pays for, both included.
    pub period: (Date, Date),
    pub reports: Vec<WageReport>,
}

#[derive(Debug, Clone)]
pub struct Payer {
    pub business_id: BusinessId,
    pub name: String,
    /// The policies under which employees are insured; not needed while there are light entrepreneurs alone.
    pub policies: Option<Policies>,
}

#[derive(Debug, Clone)]
pub struct Policies {
    /// The register's number of the pension insurer, such as 46 for Ilmarinen.
    pub pension_provider: u16,
    pub pension_policy: String,
    pub accident_provider: BusinessId,
    pub accident_policy: String,
}

/// Whom the register asks when something is unclear.
#[derive(Debug, Clone)]
pub struct Contact {
    pub name: String,
    pub phone: String,
    pub email: String,
}

/// What one person was paid.
#[derive(Debug, Clone)]
pub struct WageReport {
    /// As [`Delivery::id`]; a correction refers to it.
    pub id: String,
    pub personal_id: PersonalId,
    pub first_name: String,
    pub last_name: String,
    pub worker_type: WorkerType,
    /// Of a light entrepreneur: under the duty to insure as an entrepreneur.
    pub yel_insured: bool,
    /// The class of the occupation (TK10) by which an employee is insured against accidents.
    pub profession_code: Option<String>,
    pub summary: Summary,
    /// The rates that the salary bore, which tell what the person is insured for.
    pub contributions: Contributions,
    pub reimbursements: Reimbursements,
    pub kilometers: Quantity,
    pub allowances: Allowances,
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

/// One income type with its amount.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Income {
    code: u16,
    amount: Money,
    kilometers: Option<i64>,
    allowance_kinds: Vec<u16>,
}

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
        if self.reports.is_empty() {
            return Err(IncomesRegisterError::NoReports);
        }
        if self.period.1 < self.period.0 {
            return Err(IncomesRegisterError::WrongPeriod);
        }
        if self.contact.name.trim().is_empty() || self.contact.phone.trim().is_empty() {
            return Err(IncomesRegisterError::WithoutContact);
        }
        let mut ids = std::collections::HashSet::new();
        for report in &self.reports {
            report.check(self.payer.policies.is_some())?;
            if !ids.insert(report.id.as_str()) {
                return Err(IncomesRegisterError::SameIdTwice(report.id.clone()));
            }
        }
        Ok(())
    }
}

impl WageReport {
    fn check(&self, has_policies: bool) -> Result<(), IncomesRegisterError> {
        check_id(&self.id)?;
        let id = || self.id.clone();
        if self.first_name.trim().is_empty() || self.last_name.trim().is_empty() {
            return Err(IncomesRegisterError::WithoutName(id()));
        }
        if self.worker_type == WorkerType::Employee {
            if !has_policies {
                return Err(IncomesRegisterError::WithoutPolicies(id()));
            }
            if self.profession_code.as_deref().is_none_or(|code| code.trim().is_empty()) {
                return Err(IncomesRegisterError::WithoutProfession(id()));
            }
        }
        Ok(())
    }

    /// What the register wants to know of the payment, in the order of the codes of each kind.
    fn incomes(&self) -> Result<Vec<Income>, IncomesRegisterError> {
        let (summary, paid) = (&self.summary, self.reimbursements);
        let plain = |code, amount| Income { code, amount, kilometers: None, allowance_kinds: Vec::new() };
        let daily = Money::sum([paid.days, paid.meals, paid.foreign])?;
        let mut incomes = vec![
            plain(TOTAL_WAGES, summary.gross_salary),
            Income {
                kilometers: Some(self.whole_kilometers()),
                ..plain(TAX_FREE_KILOMETERS, paid.kilometers)
            },
            Income { allowance_kinds: self.allowance_kinds(), ..plain(DAILY_ALLOWANCE, daily) },
            plain(WITHHOLDING, summary.tax_amount),
            plain(EMPLOYEE_PENSION, summary.tyel),
            plain(EMPLOYEE_UNEMPLOYMENT, summary.unemployment),
            plain(DISTRAINT, summary.distraint),
        ];
        if incomes.iter().any(|income| income.amount.is_negative()) {
            return Err(IncomesRegisterError::NegativePayment(self.id.clone()));
        }
        // That nothing was withheld from a wage is told too.
        let wage_paid = summary.gross_salary.is_positive();
        incomes.retain(|income| income.amount.is_positive() || (income.code == WITHHOLDING && wage_paid));
        if incomes.is_empty() {
            return Err(IncomesRegisterError::NothingPaid(self.id.clone()));
        }
        Ok(incomes)
    }

    /// The register counts whole kilometres; a paid trip has at least one.
    fn whole_kilometers(&self) -> i64 {
        let (parts, one) = (self.kilometers.parts(), Quantity::ONE.parts());
        (parts.saturating_add(one / 2) / one).max(1)
    }

    fn allowance_kinds(&self) -> Vec<u16> {
        let claimed = self.allowances;
        let kinds = [
            (1, claimed.meals > 0),
            (2, claimed.partial_days > 0),
            (3, claimed.full_days > 0),
            (4, !claimed.foreign.is_zero()),
        ];
        kinds.into_iter().filter(|(_, is_claimed)| *is_claimed).map(|(kind, _)| kind).collect()
    }

    /// What the person is not insured for, by the register's codes.
    fn insurance_exceptions(&self) -> Vec<u16> {
        match (self.worker_type, self.yel_insured) {
            (WorkerType::Entrepreneur, false) => vec![1],
            (WorkerType::Entrepreneur, true) => {
                let without_health = self.contributions.health_insurance.is_zero();
                if without_health { vec![2, 3, 4, 5] } else { vec![3, 4, 5] }
            }
            (WorkerType::Employee, _) => {
                let due = &self.contributions;
                let codes = [
                    (2, due.health_insurance),
                    (3, due.employer_tyel),
                    (4, due.accident_insurance),
                    (5, due.employer_unemployment),
                ];
                codes.into_iter().filter(|(_, rate)| rate.is_zero()).map(|(code, _)| code).collect()
            }
        }
    }
}

fn check_id(id: &str) -> Result<(), IncomesRegisterError> {
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    if (1..=40).contains(&id.len()) && id.chars().all(allowed) {
        Ok(())
    } else {
        Err(IncomesRegisterError::WrongId(id.to_owned()))
    }
}
