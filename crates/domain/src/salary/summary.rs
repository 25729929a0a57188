use liksa_money::{Money, MoneyError, Rate};
use serde::Serialize;
use utoipa::ToSchema;

/// The calculated summary. Amounts are euros; `sotu`, `accidentInsurance` and `salaryPercent` are rates.
///
/// `totalBillingWithoutAlv` = `serviceFee` + `contracting` + `total_reimbursements` + `bruttoSalary` +
/// `employerCosts` + `rounding`, and `bruttoSalary` = `taxamount` + `employeeCost` + `yel` + `distraint` +
/// `reductions` + `net`, exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// The rows without VAT and without billed reimbursements.
    pub amount: Money,
    #[serde(rename = "hasAlv")]
    pub has_vat: bool,
    #[serde(rename = "totalBillingWithoutAlv")]
    pub total_billing_without_vat: Money,
    /// What the customer pays.
    pub total_billing: Money,

    pub service_fee: Money,
    /// What others get: shares, purchases and the commission on those paid at once.
    pub contracting: Money,
    /// The part of `contracting` that is the provider's.
    pub commission: Money,
    /// The part of `totalBillingWithoutAlv` that others gave of their bills. It bears no service fee.
    pub shares_received: Money,
    #[serde(rename = "total_reimbursements")]
    pub total_reimbursements: Money,
    /// What pays the gross salary and the employer's costs on it.
    pub billable_amount_to_be_paid: Money,

    #[serde(rename = "bruttoSalary")]
    pub gross_salary: Money,
    /// The part of the gross salary that is holiday compensation.
    #[serde(rename = "holidaybonusamount")]
    pub holiday_compensation: Money,
    pub employer_costs: Money,
    pub employer_tyel: Money,
    /// The gross salary of an employee, which counts for the month's floor of TyEL.
    #[serde(skip)]
    pub tyel_wage: Money,
    /// What TyEL was taken from: zero below the month's floor; the gross salary, and where this salary lifted the month
    /// over the floor, also what was paid before in it.
    pub tyel_base: Money,
    pub employer_unemployment: Money,
    /// The employer's health insurance contribution: its rate.
    #[serde(rename = "sotu")]
    pub health_insurance_rate: Rate,
    #[serde(rename = "sotu_total")]
    pub health_insurance: Money,
    #[serde(rename = "accidentInsurance")]
    pub accident_insurance_rate: Rate,
    #[serde(rename = "accidentInsurance_total")]
    pub accident_insurance: Money,
    pub group_life: Money,
    /// The cents that rounding leaves with the provider.
    pub rounding: Money,

    #[serde(rename = "taxamount")]
    pub tax_amount: Money,
    /// `tyel` and `unemploymentAmount`.
    pub employee_cost: Money,
    /// The employee's share.
    pub tyel: Money,
    /// The employee's share.
    #[serde(rename = "unemploymentAmount")]
    pub unemployment: Money,
    pub yel: Money,
    pub distraint: Money,
    pub reductions: Money,
    /// What the worker still owes, to be taken from the next salary.
    #[serde(skip)]
    pub reductions_left: Money,

    /// What stays of the gross salary.
    pub net: Money,
    /// What is paid to the account: `net` and the reimbursements.
    pub salary: Money,
    /// `salary` as a part of `totalBillingWithoutAlv`.
    pub salary_percent: Rate,
}

/// Each amount of one summary with the same of another.
macro_rules! by_amount {
    ($($amount:ident),+ $(,)?) => {
        impl Summary {
            /// Amounts added one by one. The rates stay, and the share of the salary is that of the sum.
            pub fn plus(&self, other: &Self) -> Result<Self, MoneyError> {
                Self { $($amount: self.$amount.plus(other.$amount)?,)+ ..*self }.with_share()
            }

            /// What this has more than another, amount by amount.
            pub fn minus(&self, other: &Self) -> Result<Self, MoneyError> {
                Self { $($amount: self.$amount.minus(other.$amount)?,)+ ..*self }.with_share()
            }
        }
    };
}

by_amount! {
    amount, total_billing_without_vat, total_billing, service_fee, contracting, commission,
    shares_received, total_reimbursements, billable_amount_to_be_paid, gross_salary, holiday_compensation, employer_costs, employer_tyel, tyel_wage,
    tyel_base, employer_unemployment, health_insurance, accident_insurance, group_life, rounding, tax_amount,
    employee_cost, tyel, unemployment, yel, distraint, reductions, reductions_left, net, salary,
}

impl Summary {
    /// The same salary of a worker who owes this much instead. What it cannot take waits for the next one.
    pub fn with_debts(&self, owed: Money) -> Result<Self, MoneyError> {
        let left = self.net.plus(self.reductions)?;
        let reductions = owed.min(left).max(Money::ZERO);
        let net = left.minus(reductions)?;
        Self {
            reductions,
            reductions_left: owed.minus(reductions)?,
            net,
            salary: net.plus(self.total_reimbursements)?,
            ..*self
        }
        .with_share()
    }

    fn with_share(self) -> Result<Self, MoneyError> {
        let total = self.total_billing_without_vat;
        let salary_percent = if total.is_zero() { Rate::ZERO } else { self.salary.ratio_to(total)? };
        Ok(Self { has_vat: self.total_billing != total, salary_percent, ..self })
    }
}
