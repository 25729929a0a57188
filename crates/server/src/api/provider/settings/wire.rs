//! Settings as they are sent and answered: every field as text, by the names of the domain's form.

use std::collections::BTreeMap;

use liksa_domain::settings::ProviderForm;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::error::{ApiError, ApiResult};

/// Rates are per cents, amounts euros. A field that is not sent is empty.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = ProviderSettings)]
pub struct SettingsOnWire {
    #[schema(required)]
    name: String,
    #[schema(required)]
    business_id: String,
    #[schema(required)]
    vat_number: String,
    #[schema(required)]
    street: String,
    #[schema(required)]
    postal_code: String,
    #[schema(required)]
    city: String,
    #[schema(required)]
    domicile: String,
    #[schema(required)]
    iban: String,
    #[schema(required)]
    bic: String,
    #[schema(required)]
    email: String,
    #[schema(required)]
    phone: String,
    #[schema(required)]
    website: String,
    #[schema(required)]
    einvoice_address: String,
    #[schema(required)]
    operator: String,
    #[schema(required)]
    bank_agreement: String,
    #[schema(required)]
    payment_file_version: String,
    #[schema(required)]
    contact_name: String,
    #[schema(required)]
    contact_phone: String,
    #[schema(required)]
    contact_email: String,
    #[schema(required)]
    pension_provider: String,
    #[schema(required)]
    pension_policy: String,
    #[schema(required)]
    accident_provider: String,
    #[schema(required)]
    accident_policy: String,
    #[schema(required)]
    prices: PricesOnWire,
}

#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = ProviderPrices)]
pub struct PricesOnWire {
    #[schema(required)]
    service_percent: String,
    #[schema(required)]
    service_fee_maximum_per_month: String,
    #[schema(required)]
    pay_now_commission: String,
    #[schema(required)]
    accident_insurance: String,
    /// By profession code.
    #[schema(required)]
    accident_insurance_by_profession: BTreeMap<String, String>,
    #[schema(required)]
    group_life: String,
    /// `lower` or `upper`.
    #[schema(required)]
    unemployment_tier: String,
}

/// The names are the same on both sides, which a test holds.
impl SettingsOnWire {
    pub fn of(form: &ProviderForm) -> ApiResult<Self> {
        let named = serde_json::to_value(form).and_then(serde_json::from_value);
        named.map_err(|error| ApiError::Internal(error.into()))
    }

    pub fn form(&self) -> ApiResult<ProviderForm> {
        let named = serde_json::to_value(self).and_then(serde_json::from_value);
        named.map_err(|error| ApiError::Internal(error.into()))
    }
}
