//! What the provider decides, as against what the law does.

use std::collections::BTreeMap;

use liksa_money::{Money, Rate};
use liksa_rates::UnemploymentTier;

/// The provider's prices and insurances.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderSettings {
    /// Of the VAT-free billing, unless the person has negotiated another.
    pub service_percent: Rate,
    /// The most that one person pays for the service in a calendar month.
    pub service_fee_maximum_per_month: Money,
    /// Of a purchase invoice that is paid before the customer has paid.
    pub pay_now_commission: Rate,
    pub accident_insurance: Rate,
    /// Professions whose accident insurance costs something else.
    pub accident_insurance_by_profession: BTreeMap<String, Rate>,
    pub group_life: Rate,
    pub unemployment_tier: UnemploymentTier,
}

impl Default for ProviderSettings {
    fn default() -> Self {
        Self {
            service_percent: Rate::from_millionths(69_000),
            service_fee_maximum_per_month: Money::euros(500),
            pay_now_commission: Rate::from_millionths(75_000),
            accident_insurance: Rate::from_millionths(6_000),
            accident_insurance_by_profession: BTreeMap::new(),
            group_life: Rate::from_millionths(600),
            unemployment_tier: UnemploymentTier::Lower,
        }
    }
}

impl ProviderSettings {
    pub fn accident_insurance_of(&self, profession_code: Option<&str>) -> Rate {
        profession_code
            .and_then(|code| self.accident_insurance_by_profession.get(code))
            .copied()
            .unwrap_or(self.accident_insurance)
    }
}
