//! What others get out of a bill.

use liksa_money::{Money, MoneyError};

use crate::bill::{ContractorRow, ExternalRow};
use crate::settings::ProviderSettings;

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
