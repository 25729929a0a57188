//! What a person was reimbursed for.

use liksa_domain::bill::{Row, Section};

use super::row::{StoredExpense, row_columns};
use crate::prelude::*;

/// A row of a bill that the customer has paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidRow {
    pub row: Row,
    pub bill_number: Option<i64>,
    pub customer: String,
}

read_row! { PaidRow { bill_number, customer } flat { row } }

/// The rows of days `$3` to `$4` in the bills of person `$1` that are in section `$2`.
pub(crate) const SELECT_PAID_ROWS: &str = concat!(
    "SELECT ",
    row_columns!(),
    ", (SELECT b.number FROM bill b WHERE b.id = bill_row.bill_id) AS bill_number, \
     COALESCE((SELECT c.name FROM bill b JOIN customer c ON c.id = b.customer_id \
     WHERE b.id = bill_row.bill_id), '') AS customer \
     FROM bill_row WHERE bill_id IN (SELECT id FROM bill WHERE person_id = $1 AND section = $2) \
     AND row_date BETWEEN $3 AND $4 ORDER BY row_date, id"
);

pub(crate) const SELECT_PAID_EXPENSES: &str = "SELECT e.row_id, e.kind, e.class, e.amount FROM bill b \
     JOIN bill_row r ON r.bill_id = b.id JOIN bill_expense e ON e.row_id = r.id \
     WHERE b.person_id = $1 AND b.section = $2 AND r.row_date BETWEEN $3 AND $4";

impl Store {
    /// Every row of these days in the person's paid bills, in the order of the days.
    pub async fn paid_rows(&self, person: PersonId, from: Date, until: Date) -> StoreResult<Vec<PaidRow>> {
        let mut rows: Vec<PaidRow> =
            self.fetch_all(sql!(SELECT_PAID_ROWS => person, Section::Paid, from, until)).await?;
        let expenses: Vec<StoredExpense> =
            self.fetch_all(sql!(SELECT_PAID_EXPENSES => person, Section::Paid, from, until)).await?;
        for expense in expenses {
            expense.add_to(rows.iter_mut().map(|paid| &mut paid.row))?;
        }
        Ok(rows)
    }
}
