//! Promo codes: few, and each changed on the version that was read.

use jiff::Timestamp;
use jiff::civil::Date;
use liksa_domain::promo_code::PromoCode;
use liksa_money::Rate;
use sqlx::FromRow;

use crate::db::{Store, Tx, on};
use crate::error::{StoreError, StoreResult};
use crate::time::{date_from_text, date_text, to_micros};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPromoCode {
    pub code: PromoCode,
    pub version: i64,
    /// How many have registered with it.
    pub uses: u32,
}

#[derive(FromRow)]
struct PromoCodeRow {
    code: String,
    version: i64,
    service_rate: i64,
    note: String,
    valid_from: String,
    valid_until: Option<String>,
    most_uses: Option<i64>,
    uses: i64,
}

impl Store {
    pub async fn promo_codes(&self) -> StoreResult<Vec<StoredPromoCode>> {
        let rows: Vec<PromoCodeRow> = on!(self.reads(), c => sqlx::query_as(
                "SELECT code, version, service_rate, note, valid_from, valid_until, most_uses, uses \
                 FROM promo_code ORDER BY code")
            .fetch_all(c).await)?;
        rows.into_iter().map(PromoCodeRow::into_code).collect()
    }
}

impl Store {
    /// The fee that a code gives whoever registers today; nothing if it does not hold.
    pub async fn promo_rate(&self, code: &str, today: Date) -> StoreResult<Option<Rate>> {
        let row: Option<(i64,)> = on!(self.reads(), c => sqlx::query_as(
                "SELECT service_rate FROM promo_code WHERE code = $1 AND valid_from <= $2 \
                 AND (valid_until IS NULL OR valid_until >= $2) AND (most_uses IS NULL OR uses < most_uses)")
            .bind(code)
            .bind(date_text(today))
            .fetch_optional(c).await)?;
        Ok(row.map(|(rate,)| Rate::from_millionths(rate)))
    }
}

impl Tx {
    /// Uses a code once. The fee that it gives; nothing if it is used up or was withdrawn.
    pub async fn use_promo_code(&mut self, code: &str, today: Date) -> StoreResult<Option<Rate>> {
        let row: Option<(i64,)> = on!(self.conn(), c => sqlx::query_as(
                "UPDATE promo_code SET uses = uses + 1 WHERE code = $1 AND valid_from <= $2 \
                 AND (valid_until IS NULL OR valid_until >= $2) AND (most_uses IS NULL OR uses < most_uses) \
                 RETURNING service_rate")
            .bind(code)
            .bind(date_text(today))
            .fetch_optional(c).await)?;
        Ok(row.map(|(rate,)| Rate::from_millionths(rate)))
    }

    /// False if the code is there already.
    pub async fn insert_promo_code(&mut self, code: &PromoCode, at: Timestamp) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO promo_code (code, version, service_rate, note, valid_from, valid_until, most_uses, \
                 uses, made_at) VALUES ($1, 1, $2, $3, $4, $5, $6, 0, $7) ON CONFLICT DO NOTHING")
            .bind(&code.code)
            .bind(code.service_rate.millionths())
            .bind(&code.note)
            .bind(date_text(code.valid_from))
            .bind(code.valid_until.map(date_text))
            .bind(code.most_uses.map(i64::from))
            .bind(to_micros(at))
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }

    /// False if it was changed since it was read, or more have used it than would now be allowed.
    pub async fn replace_promo_code(&mut self, code: &PromoCode, version: i64) -> StoreResult<bool> {
        let rows = on!(self.conn(), c => sqlx::query(
                "UPDATE promo_code SET version = version + 1, service_rate = $3, note = $4, valid_from = $5, \
                 valid_until = $6, most_uses = $7 \
                 WHERE code = $1 AND version = $2 AND ($7 IS NULL OR uses <= $7)")
            .bind(&code.code)
            .bind(version)
            .bind(code.service_rate.millionths())
            .bind(&code.note)
            .bind(date_text(code.valid_from))
            .bind(code.valid_until.map(date_text))
            .bind(code.most_uses.map(i64::from))
            .execute(c).await.map(|done| done.rows_affected()))?;
        Ok(rows == 1)
    }
}

impl PromoCodeRow {
    fn into_code(self) -> StoreResult<StoredPromoCode> {
        let count = |stored: i64| u32::try_from(stored).map_err(|_| StoreError::Corrupt("uses of a code"));
        Ok(StoredPromoCode {
            version: self.version,
            uses: count(self.uses)?,
            code: PromoCode {
                code: self.code,
                service_rate: Rate::from_millionths(self.service_rate),
                note: self.note,
                valid_from: date_from_text(&self.valid_from)?,
                valid_until: self.valid_until.as_deref().map(date_from_text).transpose()?,
                most_uses: self.most_uses.map(count).transpose()?,
            },
        })
    }
}
