//! What a person was reimbursed for.

use jiff::civil::Date;
use liksa_domain::bill::{Row, Section};
use liksa_domain::ids::{Id, PersonId};
use sqlx::FromRow;

use super::lists::place_of;
use super::row::{ExpenseColumns, RowColumns, row_columns, rows_from};
use crate::db::{Store, on};
use crate::error::StoreResult;
use crate::time::date_text;

/// A row of a bill that the customer has paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidRow {
    pub row: Row,
    pub bill_number: Option<i64>,
    pub customer: String,
}

#[derive(FromRow)]
struct PaidColumns {
    #[sqlx(flatten)]
    row: RowColumns,
    bill_number: Option<i64>,
    customer: Option<String>,
}

/// The rows of days `$3` to `$4` in the bills of person `$1` that are in section `$2`.
pub(crate) const SELECT_PAID_ROWS: &str = concat!(
    "SELECT ",
    row_columns!(),
    ", (SELECT b.number FROM bill b WHERE b.id = bill_row.bill_id) AS bill_number, \
     (SELECT c.name FROM bill b JOIN customer c ON c.id = b.customer_id WHERE b.id = bill_row.bill_id) AS customer \
     FROM bill_row WHERE bill_id IN (SELECT id FROM bill WHERE person_id = $1 AND section = $2) \
     AND row_date BETWEEN $3 AND $4 ORDER BY row_date, id"
);

pub(crate) const SELECT_PAID_EXPENSES: &str = "SELECT e.row_id, e.kind, e.class, e.amount FROM bill b \
     JOIN bill_row r ON r.bill_id = b.id JOIN bill_expense e ON e.row_id = r.id \
     WHERE b.person_id = $1 AND b.section = $2 AND r.row_date BETWEEN $3 AND $4";

impl Store {
    /// Every row of these days in the person's paid bills, in the order of the days.
    pub async fn paid_rows(&self, person: PersonId, from: Date, until: Date) -> StoreResult<Vec<PaidRow>> {
        let paid = place_of(Section::Paid);
        let columns: Vec<PaidColumns> = on!(self.reads(), c => sqlx::query_as(SELECT_PAID_ROWS)
            .bind(person.uuid())
            .bind(paid)
            .bind(date_text(from))
            .bind(date_text(until))
            .fetch_all(c).await)?;
        let expenses: Vec<ExpenseColumns> = on!(self.reads(), c => sqlx::query_as(SELECT_PAID_EXPENSES)
            .bind(person.uuid())
            .bind(paid)
            .bind(date_text(from))
            .bind(date_text(until))
            .fetch_all(c).await)?;
        let (rows, bills): (Vec<_>, Vec<_>) =
            columns.into_iter().map(|of| (of.row, (of.bill_number, of.customer))).unzip();
        let rows = rows_from(rows, &expenses)?;
        let paid = |(row, (bill_number, customer)): (Row, (Option<i64>, Option<String>))| PaidRow {
            row,
            bill_number,
            customer: customer.unwrap_or_default(),
        };
        Ok(rows.into_iter().zip(bills).map(paid).collect())
    }
}
