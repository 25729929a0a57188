//! What a late receipt would do to the worker's next salary. Nothing is written.

use liksa_domain::bill::BillState;
use liksa_domain::payroll::{LateReceiptEffect, Payables, payday_to_come};

use super::*;
use crate::bills::PaydayTerms;

/// What the next salary can be made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextSalaryOf {
    /// Bills that their customers have paid, and shares of such bills.
    PaidBills,
    /// None is paid yet: bills that were sent.
    SentBills,
    /// Nothing was billed that a salary is still to come of.
    Nothing,
}

pub struct ShownEffect {
    pub payday: Date,
    pub of: NextSalaryOf,
    /// How many bills and shares it is calculated of.
    pub bills: usize,
    /// None where there are no bills, or no salary can be calculated of them.
    pub effect: Option<LateReceiptEffect>,
}

/// The worker's next salary without one more late receipt and with it.
pub async fn effect(context: &Context, person: PersonId, amount: Money) -> Result<ShownEffect> {
    let today = context.clock.today();
    let runs = context.store.paydays_from(today).await?;
    let payday = payday_to_come(today, &runs).map_err(anyhow::Error::from)?;
    let mut of = NextSalaryOf::PaidBills;
    let mut bills = context.store.bills_of_next_salary(person, BillState::Paid).await?;
    let shares = context.store.shares_to_come(person).await?;
    if bills.is_empty() && shares.is_empty() {
        of = NextSalaryOf::SentBills;
        bills = context.store.bills_of_next_salary(person, BillState::Closed).await?;
    }
    if bills.is_empty() && shares.is_empty() {
        return Ok(ShownEffect { payday, of: NextSalaryOf::Nothing, bills: 0, effect: None });
    }
    let waiting = context.store.late_receipts_to_come(person).await?;
    let terms = PaydayTerms::on(context, person, payday).await?;
    let effect =
        terms.late_receipt_effect(Payables { bills: &bills, shares: &shares, late: &waiting }, amount);
    Ok(ShownEffect { payday, of, bills: bills.len() + shares.len(), effect })
}
