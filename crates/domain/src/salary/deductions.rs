//! What is taken from the billing before the salary: the service fee, and what others get.

use liksa_money::{Money, MoneyError};

use super::{Contracting, Worker};
use crate::bill::Bill;
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

/// Shares and purchase invoices, VAT-free, with the commission on those paid at once. A credit note takes back of the
/// shares alone.
pub fn contracting(bill: &Bill, rows: Money, settings: &ProviderSettings) -> Result<Contracting, MoneyError> {
    let mut found = Contracting::default();
    for share in &bill.shares {
        let cost = share.cost(rows)?;
        found.shares =
            if bill.is_credit_note { found.shares.minus(cost)? } else { found.shares.plus(cost)? };
    }
    for purchase in &bill.purchases {
        found.purchases = found.purchases.plus(purchase.amount)?;
        found.commission = found.commission.plus(purchase.commission(settings.pay_now_commission)?)?;
    }
    Ok(found)
}
