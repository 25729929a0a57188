//! Promo codes: few, and each changed on the version that was read.

use liksa_domain::promo_code::PromoCode;

use crate::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPromoCode {
    pub code: PromoCode,
    pub version: i64,
    /// How many have registered with it.
    pub uses: u32,
}

read_row! { StoredPromoCode { version, uses } flat { code } }
read_row! { PromoCode { code, service_rate, note, valid_from, valid_until, most_uses } }

store_methods! {
    pub async fn promo_codes() -> Vec<StoredPromoCode> = fetch_all
        "SELECT code, version, service_rate, note, valid_from, valid_until, most_uses, uses FROM promo_code \
         ORDER BY code";

    /// The fee for a person who registers with the code today; None if the code is not valid.
    pub async fn promo_rate(code: &str, today: Date) -> Option<Rate> = find_value
        "SELECT service_rate FROM promo_code WHERE code = $1 AND valid_from <= $2 AND (valid_until IS NULL \
         OR valid_until >= $2) AND (most_uses IS NULL OR uses < most_uses)";
}

tx_methods! {
    /// Uses a code once, and returns its fee. None if it is used up or not valid.
    pub async fn use_promo_code(code: &str, today: Date) -> Option<Rate> = find_value
        "UPDATE promo_code SET uses = uses + 1 WHERE code = $1 AND valid_from <= $2 AND (valid_until IS NULL \
         OR valid_until >= $2) AND (most_uses IS NULL OR uses < most_uses) RETURNING service_rate";

    /// False if the code is there already.
    pub async fn insert_promo_code(code: &PromoCode, at: Timestamp) -> bool = try_change
        "INSERT INTO promo_code (code, version, service_rate, note, valid_from, valid_until, most_uses, uses, \
         made_at) VALUES ($1, 1, $2, $3, $4, $5, $6, 0, $7) ON CONFLICT DO NOTHING"
        => code.code, code.service_rate, code.note, code.valid_from, code.valid_until, code.most_uses, at;

    /// False if it was changed since it was read, or more have used it than would now be allowed.
    pub async fn replace_promo_code(code: &PromoCode, version: i64) -> bool = try_change
        "UPDATE promo_code SET version = version + 1, service_rate = $3, note = $4, valid_from = $5, valid_until = \
         $6, most_uses = $7 WHERE code = $1 AND version = $2 AND ($7 IS NULL OR uses <= $7)"
        => code.code, version, code.service_rate, code.note, code.valid_from, code.valid_until, code.most_uses;
}
