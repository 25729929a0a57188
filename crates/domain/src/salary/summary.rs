use liksa_money::{Money, Rate};

/// Where every euro of a bill goes. [`crate::salary`] tells what each amount is and its name on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    pub amount: Money,
    pub has_vat: bool,
    pub total_billing_without_vat: Money,
    pub total_billing: Money,

    pub service_fee: Money,
    pub contracting: Money,
    pub total_reimbursements: Money,
    pub billable_amount_to_be_paid: Money,

    pub gross_salary: Money,
    pub holiday_compensation: Money,
    pub employer_costs: Money,
    pub employer_tyel: Money,
    pub employer_unemployment: Money,
    pub health_insurance_rate: Rate,
    pub health_insurance: Money,
    pub accident_insurance_rate: Rate,
    pub accident_insurance: Money,
    pub group_life: Money,
    pub rounding: Money,

    pub tax_amount: Money,
    pub employee_cost: Money,
    pub tyel: Money,
    pub unemployment: Money,
    pub yel: Money,
    pub distraint: Money,
    pub reductions: Money,
    pub reductions_left: Money,

    pub net: Money,
    pub salary: Money,
    pub salary_percent: Rate,
}
