//! Monthly reports of the employer's health insurance contribution.

use crate::prelude::*;

pub struct NewSeparateReport {
    pub id: SeparateReportId,
    /// The first day of the month.
    pub month: Date,
    /// The first of a month is 1.
    pub place: i64,
    pub amount: Money,
    pub wages: bool,
    pub replaces: bool,
    pub file: FileId,
    pub made_by: PersonId,
    pub made_at: Timestamp,
}

/// A report that was written for the Incomes Register.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeparateReport {
    pub id: SeparateReportId,
    pub amount: Money,
    /// False for the report that no wages were paid.
    pub wages: bool,
    /// It replaces a report of the month that was sent before.
    pub replaces: bool,
    pub made_by_name: String,
    /// RFC 3339.
    pub made_at: Timestamp,
    #[schema(required)]
    pub sent_by_name: Option<String>,
    /// RFC 3339; null until somebody has sent it.
    #[schema(required)]
    pub sent_at: Option<Timestamp>,
    #[serde(skip)]
    pub month: Date,
    #[serde(skip)]
    pub place: i64,
    #[serde(skip)]
    pub file: FileId,
}

macro_rules! select_reports {
    ($end:literal) => {
        concat!(
            "SELECT s.id, s.month, s.place, s.amount, s.wages, s.replaces, s.file_id, s.made_at, s.sent_at, \
             m.first_name || ' ' || m.last_name AS made_by_name, n.first_name || ' ' || n.last_name AS sent_by_name \
             FROM separate_report s JOIN person m ON m.id = s.made_by LEFT JOIN person n ON n.id = s.sent_by ",
            $end
        )
    };
}

pub(crate) const SEPARATE_REPORTS: &str = select_reports!("WHERE s.month = $1 ORDER BY s.place DESC");

read_row! {
    SeparateReport {
        id, month, place, amount, wages, replaces, file = "file_id", made_by_name, made_at, sent_by_name, sent_at
    }
}

store_methods! {
    /// Of a month, the newest first.
    pub async fn separate_reports_of(month: Date) -> Vec<SeparateReport> = fetch_all SEPARATE_REPORTS;

    pub async fn separate_report(id: SeparateReportId) -> Option<SeparateReport> = fetch_optional
        select_reports!("WHERE s.id = $1");
}

tx_methods! {
    /// False if the month has a report of this place already.
    pub async fn insert_separate_report(new: &NewSeparateReport) -> bool = try_change
        "INSERT INTO separate_report (id, month, place, amount, wages, replaces, file_id, made_by, made_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (month, place) DO NOTHING"
        => new.id, new.month, new.place, new.amount, new.wages, new.replaces, new.file, new.made_by, new.made_at;

    /// False if it was sent before.
    pub async fn separate_report_was_sent(id: SeparateReportId, by: PersonId, at: Timestamp) -> bool = try_change
        "UPDATE separate_report SET sent_by = $2, sent_at = $3 WHERE id = $1 AND sent_at IS NULL";
}
