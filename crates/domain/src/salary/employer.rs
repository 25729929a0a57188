//! Which contributions a salary bears, and how the all-in sum divides into salary and the employer's costs.

use jiff::civil::Date;
use liksa_money::{Money, MoneyError, Percent, Rate};
use liksa_rates::Rates;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use super::{AllIn, Billed, SalaryError, Worker};
use crate::person::WorkerType;
use crate::settings::ProviderSettings;

/// Rates in per cent; zero where a contribution is not due.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SalaryContributions)]
pub struct Contributions {
    #[serde(serialize_with = "in_percent")]
    #[schema(value_type = Percent)]
    pub employer_tyel: Rate,
    #[serde(serialize_with = "in_percent")]
    #[schema(value_type = Percent)]
    pub employer_unemployment: Rate,
    #[serde(serialize_with = "in_percent")]
    #[schema(value_type = Percent)]
    pub health_insurance: Rate,
    #[serde(serialize_with = "in_percent")]
    #[schema(value_type = Percent)]
    pub accident_insurance: Rate,
    #[serde(serialize_with = "in_percent")]
    #[schema(value_type = Percent)]
    pub group_life: Rate,
    #[serde(rename = "tyel", serialize_with = "in_percent")]
    #[schema(value_type = Percent)]
    pub employee_tyel: Rate,
    #[serde(rename = "unemployment", serialize_with = "in_percent")]
    #[schema(value_type = Percent)]
    pub employee_unemployment: Rate,
    #[serde(serialize_with = "in_percent")]
    #[schema(value_type = Percent)]
    pub yel: Rate,
    /// How much of the salary, on top of the wage, is holiday compensation.
    #[serde(skip)]
    pub holiday_compensation: Rate,
}

fn in_percent<S: Serializer>(rate: &Rate, serializer: S) -> Result<S::Ok, S::Error> {
    Percent(*rate).serialize(serializer)
}

/// The employer's side of a salary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EmployerShare {
    pub gross_salary: Money,
    pub tyel: Money,
    pub unemployment: Money,
    pub health_insurance: Money,
    pub accident_insurance: Money,
    pub group_life: Money,
    pub costs: Money,
}

impl Contributions {
    /// The contributions of a salary: those that are [due](Self::due), without TyEL while the wages of the month stay
    /// below its floor.
    ///
    /// The floor is compared with the gross salary that there would be without TyEL. Where only that one reaches it,
    /// TyEL is taken and the gross salary ends a little below: the other way round a wage at the floor would be left
    /// uninsured. A salary that is too small to carry the TyEL of the month's earlier wages leaves all of it to the
    /// next one of the month.
    pub fn of_salary(
        billed: &Billed,
        worker: &Worker,
        settings: &ProviderSettings,
        rates: &Rates,
        payday: Date,
    ) -> Result<Self, SalaryError> {
        let due = Self::due(worker, settings, rates, payday);
        if !due.has_tyel() {
            return Ok(due);
        }
        let without = due.without_tyel();
        let all_in = AllIn::enough(billed, worker, settings)?.all_in;
        let gross = without.employer_share(all_in, Money::ZERO)?.gross_salary;
        // The floor of a credit note is that of the bill which it mirrors.
        let gross = if gross.is_negative() { gross.negated()? } else { gross };
        let of_month = worker.tyel_this_month.paid.plus(gross)?;
        if of_month < rates.tyel.earnings_floor || !due.carries_tyel(all_in, worker, rates)? {
            return Ok(without);
        }
        Ok(due)
    }

    /// The contributions of what is left of a salary: without TyEL where that is too small to carry the TyEL of the
    /// month's earlier wages.
    pub(super) fn of_rest(self, all_in: Money, worker: &Worker, rates: &Rates) -> Result<Self, MoneyError> {
        if self.carries_tyel(all_in, worker, rates)? { Ok(self) } else { Ok(self.without_tyel()) }
    }

    fn without_tyel(self) -> Self {
        Self { employer_tyel: Rate::ZERO, employee_tyel: Rate::ZERO, ..self }
    }

    pub(super) fn has_tyel(&self) -> bool {
        !self.employer_tyel.is_zero() || !self.employee_tyel.is_zero()
    }

    /// Earlier wages of the month whose TyEL is taken with this salary.
    pub(super) fn tyel_caught_up(&self, all_in: Money, worker: &Worker) -> Result<Money, MoneyError> {
        let takes = self.has_tyel() && all_in.is_positive();
        if takes { worker.tyel_this_month.not_insured() } else { Ok(Money::ZERO) }
    }

    /// Whether the salary is enough for the TyEL of earlier wages too.
    fn carries_tyel(&self, all_in: Money, worker: &Worker, rates: &Rates) -> Result<bool, MoneyError> {
        let caught_up = self.tyel_caught_up(all_in, worker)?;
        if caught_up.is_zero() {
            return Ok(true);
        }
        let gross = self.employer_share(all_in, caught_up)?.gross_salary;
        let withheld = Money::sum([
            worker.tax.withheld_from(gross, &rates.withholding)?,
            gross.plus(caught_up)?.share(self.employee_tyel)?,
            gross.share(self.employee_unemployment)?,
        ])?;
        Ok(!gross.is_negative() && withheld <= gross)
    }

    /// By type, age and the provider's settings, whatever the amount.
    pub fn due(worker: &Worker, settings: &ProviderSettings, rates: &Rates, payday: Date) -> Self {
        let accident_insurance = settings.accident_insurance_of(worker.profession_code.as_deref());
        match worker.worker_type {
            WorkerType::Employee => Self {
                accident_insurance,
                group_life: settings.group_life,
                ..Self::for_employee(worker, settings, rates, payday)
            },
            WorkerType::Entrepreneur => {
                Self { accident_insurance, ..Self::for_entrepreneur(worker, rates, payday) }
            }
        }
    }

    fn for_employee(worker: &Worker, settings: &ProviderSettings, rates: &Rates, payday: Date) -> Self {
        let age = worker.age;
        let mut due =
            Self { holiday_compensation: holiday_compensation(worker, rates, payday), ..Self::default() };
        if rates.tyel.is_due(rates.pension_end, age, payday) {
            due.employer_tyel = rates.tyel.employer_average(payday);
            due.employee_tyel = rates.tyel.employee(age, payday);
        }
        if rates.unemployment.is_due(age, payday) {
            due.employer_unemployment = rates.unemployment.employer(settings.unemployment_tier);
            due.employee_unemployment = rates.unemployment.employee;
        }
        if rates.health_insurance.is_due(age, payday) {
            due.health_insurance = rates.health_insurance.employer;
        }
        due
    }

    /// To the pension and unemployment laws a light entrepreneur is no employee. The employer's health
    /// insurance is due only on those under the YEL duty, which has its ages; YEL itself is the person's own, paid here by
    /// choice.
    fn for_entrepreneur(worker: &Worker, rates: &Rates, payday: Date) -> Self {
        let age = worker.age;
        let mut due = Self::default();
        let of_yel_age = rates.yel.is_due(rates.pension_end, age, payday);
        if worker.yel_insured && of_yel_age && rates.health_insurance.is_due(age, payday) {
            due.health_insurance = rates.health_insurance.employer;
        }
        if worker.pay_yel_through_service && of_yel_age {
            due.yel = rates.yel.rate(age, payday);
        }
        due
    }

    /// The gross salary whose own employer's costs fill the all-in sum, but for the cents of rounding. The TyEL of
    /// wages that are caught up with is among the costs.
    pub fn employer_share(&self, all_in: Money, caught_up: Money) -> Result<EmployerShare, MoneyError> {
        let rate = self
            .employer_tyel
            .plus(self.employer_unemployment)?
            .plus(self.health_insurance)?
            .plus(self.accident_insurance)?
            .plus(self.group_life)?;
        let left = all_in.minus(caught_up.share(self.employer_tyel)?)?;
        let gross_salary = left.divided_by_one_plus(rate)?;
        let tyel = gross_salary.plus(caught_up)?.share(self.employer_tyel)?;
        let unemployment = gross_salary.share(self.employer_unemployment)?;
        let health_insurance = gross_salary.share(self.health_insurance)?;
        let accident_insurance = gross_salary.share(self.accident_insurance)?;
        let group_life = gross_salary.share(self.group_life)?;
        let costs = Money::sum([tyel, unemployment, health_insurance, accident_insurance, group_life])?;
        Ok(EmployerShare {
            gross_salary,
            tyel,
            unemployment,
            health_insurance,
            accident_insurance,
            group_life,
            costs,
        })
    }
}

fn holiday_compensation(worker: &Worker, rates: &Rates, payday: Date) -> Rate {
    let a_year_on =
        worker.employed_since.map(|first_day| first_day.saturating_add(jiff::Span::new().years(1)));
    if a_year_on.is_some_and(|anniversary| anniversary <= payday) {
        rates.holiday_compensation.from_a_year
    } else {
        rates.holiday_compensation.under_a_year
    }
}
