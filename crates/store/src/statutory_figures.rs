//! What a provider has added to the statutory figures. Rows are added, never changed.

use liksa_rates::{Addition, HalfYear};

use crate::prelude::*;

/// An addition, and who made it when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeAddition {
    /// The version of the figures with it: one more than before it.
    pub version: i64,
    pub addition: Addition,
    /// What its maker saw and confirmed, as a hash.
    pub seal: String,
    pub made_at: Timestamp,
    pub made_by: PersonId,
}

const YEAR: &str = "YEAR";
const REFERENCE_RATE: &str = "REFERENCE_RATE";

impl ReadRow for MadeAddition {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        let (kind, content): (String, String) = (row.get("kind")?, row.get("content")?);
        let valid_from: Date = row.get("valid_from")?;
        let addition = match kind.as_str() {
            YEAR => Addition::Year { valid_from, file: content },
            REFERENCE_RATE => Addition::ReferenceRate {
                half_year: HalfYear::of(valid_from),
                rate: Rate::from_percent_str(&content)
                    .map_err(|_| StoreError::Corrupt("a reference rate"))?,
                source: row.get("source")?,
            },
            _ => return Err(StoreError::Corrupt("an addition to the statutory figures")),
        };
        Ok(Self {
            version: row.get("version")?,
            addition,
            seal: row.get("seal")?,
            made_at: row.get("made_at")?,
            made_by: row.get("made_by")?,
        })
    }
}

const ADDITIONS: &str = "SELECT version, kind, valid_from, content, source, seal, made_at, made_by \
     FROM figures_addition ORDER BY version";

store_methods! {
    /// How many additions there are.
    pub async fn figures_version() -> i64 = fetch_value "SELECT version FROM figures_version WHERE id = 1";

    /// All additions, in the order in which they were made.
    pub async fn figures_additions() -> Vec<MadeAddition> = fetch_all ADDITIONS;
}

tx_methods! {
    /// How many additions there are. No other is made before the end of the transaction.
    pub async fn hold_figures() -> i64 = fetch_value "SELECT version FROM figures_version WHERE id = 1 FOR SHARE";

    /// The same for the one who makes an addition: it waits for all that hold the figures.
    pub async fn lock_figures() -> i64 = fetch_value "SELECT version FROM figures_version WHERE id = 1 FOR UPDATE";

    pub async fn addition_with_seal(seal: &str) -> Option<MadeAddition> = fetch_optional
        "SELECT version, kind, valid_from, content, source, seal, made_at, made_by FROM figures_addition WHERE seal = $1";
}

/// The last day between `$1` and `$2` whose figures a sent bill or an approved salary was calculated by.
const LAST_USED_DAY: &str = "SELECT MAX(day) FROM (SELECT MAX(r.row_date) AS day FROM bill_row r \
     JOIN bill b ON b.id = r.bill_id WHERE b.state <> 'OPEN' AND r.row_date BETWEEN $1 AND $2 \
     UNION ALL SELECT MAX(payday) FROM payroll_run \
     WHERE state IN ('APPROVED', 'POSTED', 'PAID') AND payday BETWEEN $1 AND $2) AS used";

store_methods! {
    /// The last day of the period whose figures a sent bill or an approved salary was calculated by.
    pub async fn last_day_of_used_figures(first: Date, last: Date) -> Option<Date> = fetch_value LAST_USED_DAY;
}

tx_methods! {
    /// The same as of this transaction, which has locked the figures.
    pub async fn last_day_of_used_figures(first: Date, last: Date) -> Option<Date> = fetch_value LAST_USED_DAY;
}

impl Tx {
    /// Makes an addition to the version before it, which is locked.
    pub async fn insert_addition(&mut self, made: &MadeAddition) -> StoreResult<()> {
        let (kind, valid_from, content, source) = match &made.addition {
            Addition::Year { valid_from, file } => (YEAR, *valid_from, file.clone(), ""),
            Addition::ReferenceRate { half_year, rate, source } => {
                (REFERENCE_RATE, half_year.first_day(), rate.plain_percent(), source.as_str())
            }
        };
        self.change_one(sql!(
            "INSERT INTO figures_addition (version, kind, valid_from, content, source, seal, made_at, made_by) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
            => made.version, kind, valid_from, content, source, made.seal, made.made_at, made.made_by
        ))
        .await?;
        self.change_one(sql!(
            "UPDATE figures_version SET version = $1 WHERE id = 1 AND version = $1 - 1" => made.version
        ))
        .await
    }
}
