//! One bill, whole: a fixed number of statements whatever the number of rows.

use std::collections::HashMap;

use liksa_domain::bill::{Bill, BillFigures, Row};

use super::row::{SELECT_EXPENSES, SELECT_ROWS, add_expenses};
use super::{BillLink, BillLinks, CustomerOfBill, PaidIn, StoredBill};
use crate::deliveries::DeliveryOfBill;
use crate::prelude::*;
use crate::sql::Row as Columns;

macro_rules! select_bills {
    ($condition:literal) => {
        concat!(
            "SELECT b.id, b.person_id, b.version, b.state, b.open_request, b.number, b.customer_id, \
             b.credit_of IS NOT NULL AS is_credit_note, b.language, b.billing_date, b.due_date, b.vat_rate, b.vat_zero_reason, b.vat_rounding, \
             b.reverse_vat, b.bill_reimbursements, b.separate_reimbursements, \
             b.construction_reimbursements, b.left_out_from_home, b.specification, b.customer_reference, \
             b.text, b.total, b.total_with_vat, b.no_totals, b.salary_rate, b.estimate, b.saved_at, b.leaves_at, \
             b.paid_amount, \
             b.paid_on, c.name AS customer_name, c.business_id AS customer_business_id, c.city AS customer_city, \
             c.vat_number AS customer_vat_number, c.role AS customer_role, \
             c.send_method AS customer_send_method, c.payment_days AS customer_payment_days, \
             d.method AS delivery_method, d.state AS delivery_state, d.sent_at AS delivery_sent_at, \
             s.id AS paid_in, s.number AS paid_in_number, s.payday AS paid_in_payday, \
             (SELECT MAX(m.date) FROM reminder m WHERE m.bill_id = b.id) AS reminded_on \
             FROM bill b LEFT JOIN customer c ON c.id = b.customer_id \
             LEFT JOIN delivery d ON d.bill_id = b.id \
             LEFT JOIN salary s ON s.id = b.salary_id AND s.published_at IS NOT NULL WHERE ",
            $condition
        )
    };
}

/// Bill `$1` with its customer and the salary it was paid in.
pub(crate) const SELECT_BILL: &str = select_bills!("b.id = $1");
const SELECT_MANY: &str = select_bills!("b.id = ANY($1)");
const COUNT_RECEIPTS: &str = "SELECT r.id, COUNT(*) FROM bill_row r JOIN receipt c ON c.row_id = r.id \
     WHERE r.bill_id = ANY($1) GROUP BY r.id";

/// Bills of these people that wait for a salary.
const SELECT_PAYABLE: &str = select_bills!(
    "b.state = 'PAID' AND b.salary_id IS NULL AND b.credit_of IS NULL AND b.person_id = ANY($1) ORDER BY b.id"
);

/// The bills that bill `$1` belongs to in some way.
pub(crate) const SELECT_LINKS: &str = "SELECT 'credit_of' AS kind, o.id, o.number, o.state FROM bill b JOIN bill o ON o.id = b.credit_of \
     WHERE b.id = $1 \
     UNION ALL SELECT 'correction_of', o.id, o.number, o.state FROM bill b \
     JOIN bill o ON o.id = b.correction_of WHERE b.id = $1 \
     UNION ALL SELECT 'credited_by', id, number, state FROM bill WHERE credit_of = $1 \
     UNION ALL SELECT 'corrected_by', id, number, state FROM bill WHERE correction_of = $1";

struct Link {
    kind: String,
    link: BillLink,
}

read_row! { Link { kind } flat { link } }
read_row! { BillLink { id, number, state } }
read_row! { BillFigures { total, total_with_vat, no_totals, salary_rate, estimate } }

store_methods! {
    /// The bill that a row belongs to.
    pub async fn bill_of_row(row: RowId) -> Option<BillId> = find_value "SELECT bill_id FROM bill_row WHERE id = $1";

    /// A bill of the person, as another one mentions it.
    pub async fn bill_link(person: PersonId, id: BillId) -> Option<BillLink> = fetch_optional
        "SELECT id, number, state FROM bill WHERE id = $1 AND person_id = $2" => id, person;
}

impl Store {
    pub async fn bill(&self, id: BillId) -> StoreResult<Option<StoredBill>> {
        let Some(mut bill) = self.fetch_optional::<StoredBill>(sql!(SELECT_BILL => id)).await? else {
            return Ok(None);
        };
        let mut rows = self.fetch_all(sql!(SELECT_ROWS => id)).await?;
        add_expenses(&mut rows, self.fetch_all(sql!(SELECT_EXPENSES => id)).await?)?;
        bill.links = self.links_of(id).await?;
        bill.receipts = self.receipts_of(id).await?;
        for row in &mut rows {
            let count = bill.receipts.iter().filter(|receipt| Some(receipt.row) == row.id).count();
            row.receipts = u16::try_from(count).unwrap_or(u16::MAX);
        }
        bill.bill.rows = rows;
        Ok(Some(bill))
    }

    /// Many bills at once, in no order; with the number of their receipts, without their names and the links.
    pub async fn bills(&self, ids: &[BillId]) -> StoreResult<Vec<StoredBill>> {
        let mut bills = self.with_rows(self.fetch_all(sql!(SELECT_MANY => ids)).await?).await?;
        let counted: Vec<(RowId, u16)> = self.fetch_all(sql!(COUNT_RECEIPTS => ids)).await?;
        let receipts: HashMap<RowId, u16> = counted.into_iter().collect();
        for row in bills.iter_mut().flat_map(|bill| &mut bill.bill.rows) {
            row.receipts = row.id.and_then(|id| receipts.get(&id)).copied().unwrap_or(0);
        }
        Ok(bills)
    }

    /// The bills of these people that wait for a salary, the oldest first, in three statements. Without their links
    /// and receipts, which no salary needs.
    pub(crate) async fn bills_waiting_for_salary(&self, people: &[PersonId]) -> StoreResult<Vec<StoredBill>> {
        self.with_rows(self.fetch_all(sql!(SELECT_PAYABLE => people)).await?).await
    }

    async fn with_rows(&self, mut bills: Vec<StoredBill>) -> StoreResult<Vec<StoredBill>> {
        let ids: Vec<BillId> = bills.iter().map(|bill| bill.id).collect();
        let mut rows = self.rows_of_bills(&ids).await?;
        for bill in &mut bills {
            bill.bill.rows = rows.remove(&bill.id).unwrap_or_default();
        }
        Ok(bills)
    }

    async fn links_of(&self, id: BillId) -> StoreResult<BillLinks> {
        let mut links = BillLinks::default();
        for Link { kind, link } in self.fetch_all(sql!(SELECT_LINKS => id)).await? {
            let place = match kind.as_str() {
                "credit_of" => &mut links.credit_of,
                "correction_of" => &mut links.correction_of,
                "credited_by" => &mut links.credited_by,
                _ => &mut links.corrected_by,
            };
            *place = Some(link);
        }
        Ok(links)
    }
}

impl Tx {
    pub(super) async fn rows_of(&mut self, id: BillId) -> StoreResult<Vec<Row>> {
        let mut rows = self.fetch_all(sql!(SELECT_ROWS => id)).await?;
        add_expenses(&mut rows, self.fetch_all(sql!(SELECT_EXPENSES => id)).await?)?;
        Ok(rows)
    }
}

read_row! {
    StoredBill {
        id, person = "person_id", version, open_request, number, leaves_at, saved_at, paid_amount, paid_on, reminded_on
    }
    flat { bill, figures, customer, delivery, paid_in } empty { links, receipts }
}
read_row! {
    Bill {
        state, is_credit_note, customer = "customer_id", language, billing_date, due_date, vat_rate, vat_zero_reason,
        vat_rounding, reverse_vat, bill_reimbursements, separate_reimbursements, construction_reimbursements, left_out_from_home,
        specification, customer_reference, text
    } empty { rows, contractor_rows, external_rows }
}

impl ReadRow for Option<CustomerOfBill> {
    fn read(row: &Columns<'_>) -> StoreResult<Self> {
        let Some(id) = row.get("customer_id")? else { return Ok(None) };
        Ok(Some(CustomerOfBill {
            id,
            name: row.get("customer_name")?,
            business_id: row.get("customer_business_id")?,
            vat_number: row.get("customer_vat_number")?,
            role: row.get("customer_role")?,
            city: row.get("customer_city")?,
            send_method: row.get("customer_send_method")?,
            payment_days: row.get("customer_payment_days")?,
        }))
    }
}

impl ReadRow for Option<DeliveryOfBill> {
    fn read(row: &Columns<'_>) -> StoreResult<Self> {
        let Some(method) = row.get("delivery_method")? else { return Ok(None) };
        let (state, sent_at) = (row.get("delivery_state")?, row.get("delivery_sent_at")?);
        Ok(Some(DeliveryOfBill { method, state, sent_at }))
    }
}

impl ReadRow for Option<PaidIn> {
    fn read(row: &Columns<'_>) -> StoreResult<Self> {
        let Some(salary) = row.get("paid_in")? else { return Ok(None) };
        let (number, payday): (Option<i64>, _) = (row.get("paid_in_number")?, row.get("paid_in_payday")?);
        Ok(number.map(|number| PaidIn { salary, number, payday }))
    }
}
