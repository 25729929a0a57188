//! A promo code as it is sent and answered.

use liksa_domain::dates::format_date;
use liksa_domain::promo_code::{PromoCode, PromoCodeForm};
use liksa_store::StoredPromoCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::number::{NumberText, Percent, text};

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PromoCode)]
pub struct PromoCodeOnWire {
    pub code: String,
    /// Goes back with a change.
    pub version: i64,
    /// The fee in per cent that who registers with the code pays.
    pub service_percent: Percent,
    pub note: String,
    /// DD.MM.YYYY
    pub valid_from: String,
    /// The last day.
    #[schema(required)]
    pub valid_until: Option<String>,
    /// Null for as many as like.
    #[schema(required)]
    pub most_uses: Option<u32>,
    /// How many have registered with it.
    pub uses: u32,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromoCodeBody {
    /// Letters, digits and hyphens; fixed once it is made.
    code: Option<String>,
    /// Of a change, the version that was read.
    pub version: Option<i64>,
    service_percent: Option<NumberText>,
    note: Option<String>,
    valid_from: Option<String>,
    valid_until: Option<String>,
    most_uses: Option<NumberText>,
}

impl PromoCodeBody {
    /// `code` of the address goes before the body's.
    pub fn form<'a>(&'a self, code: Option<&'a str>) -> PromoCodeForm<'a> {
        PromoCodeForm {
            code: code.or(self.code.as_deref()),
            service_percent: text(&self.service_percent),
            note: self.note.as_deref(),
            valid_from: self.valid_from.as_deref(),
            valid_until: self.valid_until.as_deref(),
            most_uses: text(&self.most_uses),
        }
    }
}

impl PromoCodeOnWire {
    pub fn new(code: PromoCode, version: i64, uses: u32) -> Self {
        Self {
            code: code.code,
            version,
            service_percent: Percent(code.service_rate),
            note: code.note,
            valid_from: format_date(code.valid_from),
            valid_until: code.valid_until.map(format_date),
            most_uses: code.most_uses,
            uses,
        }
    }
}

impl From<StoredPromoCode> for PromoCodeOnWire {
    fn from(stored: StoredPromoCode) -> Self {
        Self::new(stored.code, stored.version, stored.uses)
    }
}
