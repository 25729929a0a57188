//! What is taken from the billing before the salary: the service fee, and what others get.

use liksa_money::{Money, MoneyError};

use super::Worker;
use crate::bill::{ContractorRow, ExternalRow};
use crate::settings::ProviderSettings;

/// The fee on the VAT-free billing, until the month's maximum is reached.
///
/// A credit note gives the fee back, by the same per cent and at most a month's maximum: more cannot have
/// been charged for what it credits.
pub fn service_fee(total: Money, worker: &Worker, settings: &ProviderSettings) -> Result<Money, MoneyError> {
    let percent = worker.service_percent.unwrap_or(settings.service_percent);
    let by_percent = total.share(percent)?;
    let maximum = settings.service_fee_maximum_per_month;
    if total.is_negative() {
        return Ok(by_percent.max(maximum.negated()?));
    }
    let left_this_month = maximum.minus(worker.service_fee_charged_this_month)?.max(Money::ZERO);
    Ok(by_percent.min(left_this_month))
}

/// Subcontractors' shares and purchase invoices, VAT-free, with the commission on those paid at once.
pub fn contracting(
    contractors: &[ContractorRow],
    externals: &[ExternalRow],
    settings: &ProviderSettings,
) -> Result<Money, MoneyError> {
    let mut total = Money::ZERO;
    for row in contractors {
        total = total.plus(row.cost().rounded_to_cents()?)?;
    }
    for row in externals {
        let cost = row.cost().rounded_to_cents()?;
        let commission =
            if row.bears_commission() { cost.share(settings.pay_now_commission)? } else { Money::ZERO };
        total = total.plus(cost)?.plus(commission)?;
    }
    Ok(total)
}
