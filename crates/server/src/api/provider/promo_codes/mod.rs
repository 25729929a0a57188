//! Promo codes: who registers with one gets another service fee.

pub mod list;
pub mod save;
mod wire;

use liksa_domain::promo_code::PromoCode;
use serde_json::{Value, json};

use wire::PromoCodeOnWire;

/// What the audit log calls a code.
fn subject(code: &PromoCode) -> String {
    format!("promo_code:{}", code.code)
}

fn detail(code: &PromoCode) -> Value {
    json!(PromoCodeOnWire::new(code.clone(), 0, 0))
}
