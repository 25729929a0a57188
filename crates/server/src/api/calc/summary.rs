//! Where every euro goes, by the names of the specification.

use liksa_domain::salary::Summary;
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::number::{Euros, Fraction};

/// The calculated summary. Amounts are euros; `sotu`, `accidentInsurance` and `salaryPercent` are
/// rates.
///
/// `totalBillingWithoutAlv` = `serviceFee` + `contracting` + `total_reimbursements` +
/// `bruttoSalary` + `employerCosts` + `rounding`, and `bruttoSalary` = `taxamount` +
/// `employeeCost` + `yel` + `distraint` + `reductions` + `net`, exactly.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Summary)]
pub struct SummaryOnWire {
    /// The rows without VAT and without billed reimbursements.
    pub amount: Euros,
    pub has_alv: bool,
    pub total_billing_without_alv: Euros,
    /// What the customer pays.
    pub total_billing: Euros,
    pub service_fee: Euros,
    pub contracting: Euros,
    #[serde(rename = "total_reimbursements")]
    pub total_reimbursements: Euros,
    /// What pays the gross salary and the employer's costs on it.
    pub billable_amount_to_be_paid: Euros,
    pub brutto_salary: Euros,
    /// The part of the gross salary that is holiday compensation.
    pub holidaybonusamount: Euros,
    pub employer_costs: Euros,
    pub employer_tyel: Euros,
    pub employer_unemployment: Euros,
    /// The employer's health insurance contribution: its rate.
    pub sotu: Fraction,
    #[serde(rename = "sotu_total")]
    pub sotu_total: Euros,
    pub accident_insurance: Fraction,
    #[serde(rename = "accidentInsurance_total")]
    pub accident_insurance_total: Euros,
    pub group_life: Euros,
    /// The cents that rounding leaves with the provider.
    pub rounding: Euros,
    pub taxamount: Euros,
    pub employee_cost: Euros,
    pub tyel: Euros,
    pub unemployment_amount: Euros,
    pub yel: Euros,
    pub distraint: Euros,
    pub reductions: Euros,
    /// What stays of the gross salary.
    pub net: Euros,
    /// What is paid to the account: `net` and the reimbursements.
    pub salary: Euros,
    /// `salary` as a part of `totalBillingWithoutAlv`.
    pub salary_percent: Fraction,
}

impl From<Summary> for SummaryOnWire {
    fn from(summary: Summary) -> Self {
        Self {
            amount: Euros(summary.amount),
            has_alv: summary.has_vat,
            total_billing_without_alv: Euros(summary.total_billing_without_vat),
            total_billing: Euros(summary.total_billing),
            service_fee: Euros(summary.service_fee),
            contracting: Euros(summary.contracting),
            total_reimbursements: Euros(summary.total_reimbursements),
            billable_amount_to_be_paid: Euros(summary.billable_amount_to_be_paid),
            brutto_salary: Euros(summary.gross_salary),
            holidaybonusamount: Euros(summary.holiday_compensation),
            employer_costs: Euros(summary.employer_costs),
            employer_tyel: Euros(summary.employer_tyel),
            employer_unemployment: Euros(summary.employer_unemployment),
            sotu: Fraction(summary.health_insurance_rate),
            sotu_total: Euros(summary.health_insurance),
            accident_insurance: Fraction(summary.accident_insurance_rate),
            accident_insurance_total: Euros(summary.accident_insurance),
            group_life: Euros(summary.group_life),
            rounding: Euros(summary.rounding),
            taxamount: Euros(summary.tax_amount),
            employee_cost: Euros(summary.employee_cost),
            tyel: Euros(summary.tyel),
            unemployment_amount: Euros(summary.unemployment),
            yel: Euros(summary.yel),
            distraint: Euros(summary.distraint),
            reductions: Euros(summary.reductions),
            net: Euros(summary.net),
            salary: Euros(summary.salary),
            salary_percent: Fraction(summary.salary_percent),
        }
    }
}
