//! One bill, whole: a fixed number of statements whatever the number of rows.

use std::collections::HashMap;

use liksa_domain::bill::{Bill, BillFigures, BillState, Row};

use super::row::{SELECT_EXPENSES, SELECT_ROWS, add_expenses};
use super::{BillLink, BillLinks, CreditableBill, CustomerOfBill, PaidIn, StoredBill, left_to_credit};
use crate::customers::{reach_address, records_of_customer};
use crate::deliveries::DeliveryOfBill;
use crate::prelude::*;
use crate::sql::Row as Columns;

macro_rules! select_bills {
    ($condition:literal) => {
        concat!(
            "SELECT b.id, b.person_id, b.version, b.state, b.open_request, b.number, b.customer_id, b.credit_of, \
             b.credit_of IS NOT NULL AS is_credit_note, b.language, b.billing_date, b.due_date, b.vat_rate, b.vat_zero_reason, b.vat_rounding, b.vat_of_rest, \
             b.reverse_vat, b.bill_reimbursements, b.separate_reimbursements, \
             b.construction_reimbursements, b.left_out_from_home, b.specification, b.customer_reference, \
             b.text, b.total, b.total_with_vat, b.no_totals, b.salary_rate, b.estimate, b.saved_at, b.leaves_at, \
             b.paid_amount, b.credited_amount, \
             b.paid_on, c.name AS customer_name, c.business_id AS customer_business_id, c.city AS customer_city, \
             c.vat_number AS customer_vat_number, c.role AS customer_role, \
             c.send_method, c.payment_days AS customer_payment_days, ",
            reach_address!("c"),
            " AS reach_address, d.method AS delivery_method, d.state AS delivery_state, d.sent_at AS delivery_sent_at, \
             d.address AS delivery_address, (SELECT l.reason FROM mail l WHERE l.id = d.mail_id AND l.state = 'FAILED') \
             AS delivery_reason, \
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
     WHERE r.bill_id = ANY($1) AND c.late_receipt_id IS NULL GROUP BY r.id";

/// Bills of these people that wait for a salary.
pub(crate) const SELECT_PAYABLE: &str = select_bills!(
    "b.state = 'PAID' AND b.salary_id IS NULL AND b.credit_of IS NULL AND b.person_id = ANY($1) ORDER BY b.id"
);

/// Bills of worker `$1` in state `$2` that the next salary may be made of, those in a run that is not approved included.
/// The section `$3` of the state leads SQLite to the bills of the worker; else it reads those of all workers.
pub(crate) const SELECT_TO_COME: &str = select_bills!(
    "b.person_id = $1 AND b.state = $2 AND b.section = $3 AND b.credit_of IS NULL AND NOT EXISTS (SELECT 1 FROM salary x \
     JOIN payroll_run o ON o.id = x.run_id AND o.state IN ('APPROVED', 'POSTED', 'PAID') \
     WHERE x.id = b.salary_id AND NOT x.held) ORDER BY b.id"
);

const SELECT_OF_SALARY: &str = select_bills!("b.salary_id = $1 ORDER BY b.id");

/// The credit notes of these bills that have gone to their customers, and are not taken back of a salary.
const SELECT_CREDITS: &str = select_bills!(
    "b.credit_of = ANY($1) AND b.state = 'PAID' \
     AND NOT EXISTS (SELECT 1 FROM salary_taken_back t WHERE t.credit_note_id = b.id AND t.person_id = b.person_id) \
     ORDER BY b.id"
);

/// The credit notes of bill `$1` that were sent for approval or are further on, without `$2`.
const SELECT_NOTES: &str =
    select_bills!("b.credit_of = $1 AND b.state <> 'OPEN' AND b.id <> $2 ORDER BY b.id");

/// Bills of worker `$1` to the customer that `$2` is a record of, of which something is left to be credited.
/// The newest first.
const SELECT_CREDITABLE: &str = concat!(
    "SELECT * FROM (SELECT b.id, b.number, b.billing_date, b.total_with_vat, ",
    left_to_credit!("b"),
    " AS remaining FROM customer c JOIN bill b ON b.customer_id IN ",
    records_of_customer!("c"),
    " WHERE c.id = $2 AND b.person_id = $1 AND b.section IN (2, 3) AND b.credit_of IS NULL) AS sent \
     WHERE remaining > 0 ORDER BY number DESC LIMIT $3"
);

/// The bills that bill `$1` belongs to in some way.
pub(crate) const SELECT_LINKS: &str = "SELECT 'credit_of' AS kind, o.id, o.number, o.state, o.total_with_vat FROM bill b JOIN bill o ON o.id = b.credit_of \
     WHERE b.id = $1 \
     UNION ALL SELECT 'correction_of', o.id, o.number, o.state, o.total_with_vat FROM bill b \
     JOIN bill o ON o.id = b.correction_of WHERE b.id = $1 \
     UNION ALL SELECT 'credited_by', id, number, state, total_with_vat FROM bill WHERE credit_of = $1 \
     UNION ALL SELECT 'corrected_by', id, number, state, total_with_vat FROM bill WHERE correction_of = $1 ORDER BY 1, 2";

struct Link {
    kind: String,
    link: BillLink,
}

/// A credit note and the bill that it credits.
struct CreditNote {
    credit_of: BillId,
    note: StoredBill,
}

read_row! { CreditNote { credit_of } flat { note } }
read_row! { Link { kind } flat { link } }
read_row! { BillLink { id, number, state, total_with_vat } }
read_row! { CreditableBill { id, number, billing_date, total_with_vat, left = "remaining" } }
read_row! { BillFigures { total, total_with_vat, no_totals, salary_rate, estimate } }

store_methods! {
    /// The bill that a row belongs to.
    pub async fn bill_of_row(row: RowId) -> Option<BillId> = find_value "SELECT bill_id FROM bill_row WHERE id = $1";

    /// A bill of the person, as another one mentions it.
    pub async fn bill_link(person: PersonId, id: BillId) -> Option<BillLink> = fetch_optional
        "SELECT id, number, state, total_with_vat FROM bill WHERE id = $1 AND person_id = $2" => id, person;

    /// The worker's bills to a customer of which something is left to be credited, the newest first.
    pub async fn creditable_bills(person: PersonId, customer: CustomerId, limit: i64) -> Vec<CreditableBill> = fetch_all
        SELECT_CREDITABLE;
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
        bill.purchases = self.purchases_of_bill(id).await?;
        bill.bill.purchases = bill.purchases.iter().map(|found| found.purchase.cost()).collect();
        bill.advances = self.advances_of_bills(&[id]).await?;
        for row in &mut rows {
            let count = bill.receipts.iter().filter(|receipt| Some(receipt.row) == row.id).count();
            row.receipts = u16::try_from(count).unwrap_or(u16::MAX);
        }
        bill.bill.rows = rows;
        bill.bill.shares = self.shares_of_one(id).await?;
        bill.shares = self.shares_of_bill(id).await?;
        Ok(Some(bill))
    }

    /// Many bills at once, in no order; with the number of their receipts, without their names and the links.
    pub async fn bills(&self, ids: &[BillId]) -> StoreResult<Vec<StoredBill>> {
        let mut bills = self.bills_with_rows(ids).await?;
        let counted: Vec<(RowId, u16)> = self.fetch_all(sql!(COUNT_RECEIPTS => ids)).await?;
        let receipts: HashMap<RowId, u16> = counted.into_iter().collect();
        for row in bills.iter_mut().flat_map(|bill| &mut bill.bill.rows) {
            row.receipts = row.id.and_then(|id| receipts.get(&id)).copied().unwrap_or(0);
        }
        for advance in self.advances_of_bills(ids).await? {
            if let Some(bill) = bills.iter_mut().find(|bill| bill.id == advance.bill) {
                bill.advances.push(advance);
            }
        }
        Ok(bills)
    }

    /// Many bills at once as salaries need them, in no order: without their links and receipts.
    pub(crate) async fn bills_with_rows(&self, ids: &[BillId]) -> StoreResult<Vec<StoredBill>> {
        self.with_rows(self.fetch_all(sql!(SELECT_MANY => ids)).await?).await
    }

    /// The bills of these people that wait for a salary, the oldest first, in four statements. Without their links
    /// and receipts, which no salary needs.
    pub(crate) async fn bills_waiting_for_salary(&self, people: &[PersonId]) -> StoreResult<Vec<StoredBill>> {
        self.with_rows(self.fetch_all(sql!(SELECT_PAYABLE => people)).await?).await
    }

    /// The worker's bills in this state that the next salary may be made of, the oldest first.
    pub(crate) async fn bills_to_come(
        &self,
        person: PersonId,
        state: BillState,
    ) -> StoreResult<Vec<StoredBill>> {
        self.with_rows(self.fetch_all(sql!(SELECT_TO_COME => person, state, state.section())).await?).await
    }

    /// The bills that a salary is made of, the oldest first.
    pub(crate) async fn stored_bills_of_salary(&self, salary: SalaryId) -> StoreResult<Vec<StoredBill>> {
        self.with_rows(self.fetch_all(sql!(SELECT_OF_SALARY => salary)).await?).await
    }

    /// What was credited of a bill and is not taken back of a salary, with its rows.
    pub async fn credits_of_bill(&self, bill: BillId) -> StoreResult<Vec<Bill>> {
        Ok(self.credits_of(&[bill]).await?.remove(&bill).unwrap_or_default())
    }

    /// The credit notes of a bill that count, with their rows and without `but`.
    pub async fn credit_notes_of(&self, original: BillId, but: BillId) -> StoreResult<Vec<Bill>> {
        let found = self.fetch_all(sql!(SELECT_NOTES => original, but)).await?;
        Ok(self.with_rows(found).await?.into_iter().map(|note| note.bill).collect())
    }

    /// What was credited of these bills before they are in a salary, with its rows.
    pub(crate) async fn credits_of(&self, bills: &[BillId]) -> StoreResult<HashMap<BillId, Vec<Bill>>> {
        let found: Vec<CreditNote> = self.fetch_all(sql!(SELECT_CREDITS => bills)).await?;
        let (originals, notes): (Vec<BillId>, Vec<StoredBill>) =
            found.into_iter().map(|found| (found.credit_of, found.note)).unzip();
        let mut credits: HashMap<BillId, Vec<Bill>> = HashMap::with_capacity(originals.len());
        for (original, note) in originals.into_iter().zip(self.with_rows(notes).await?) {
            credits.entry(original).or_default().push(note.bill);
        }
        Ok(credits)
    }

    async fn with_rows(&self, mut bills: Vec<StoredBill>) -> StoreResult<Vec<StoredBill>> {
        let ids: Vec<BillId> = bills.iter().map(|bill| bill.id).collect();
        let mut rows = self.rows_of_bills(&ids).await?;
        let mut shares = self.shares_of_bills(&ids).await?;
        let mut purchases = self.purchases_of_bills(&ids).await?;
        for bill in &mut bills {
            bill.bill.purchases = purchases.remove(&bill.id).unwrap_or_default();
            bill.bill.rows = rows.remove(&bill.id).unwrap_or_default();
            bill.bill.shares = shares.remove(&bill.id).unwrap_or_default();
        }
        Ok(bills)
    }

    async fn links_of(&self, id: BillId) -> StoreResult<BillLinks> {
        let mut links = BillLinks::default();
        for Link { kind, link } in self.fetch_all(sql!(SELECT_LINKS => id)).await? {
            match kind.as_str() {
                "credit_of" => links.credit_of = Some(link),
                "correction_of" => links.correction_of = Some(link),
                "credited_by" => links.credited_by.push(link),
                _ => links.corrected_by = Some(link),
            }
        }
        Ok(links)
    }
}

impl Tx {
    /// The credit notes of a bill that count, with their rows and without `but`. The bill is locked until this
    /// transaction ends, so that no other is sent meanwhile.
    pub async fn lock_credit_notes(&mut self, original: BillId, but: BillId) -> StoreResult<Vec<Bill>> {
        self.change_one(sql!("UPDATE bill SET version = version WHERE id = $1" => original)).await?;
        let mut notes = vec![];
        let found: Vec<StoredBill> = self.fetch_all(sql!(SELECT_NOTES => original, but)).await?;
        for mut note in found {
            note.bill.rows = self.rows_of(note.id).await?;
            note.bill.shares = self.shares_of_one(note.id).await?;
            notes.push(note.bill);
        }
        Ok(notes)
    }

    pub(super) async fn rows_of(&mut self, id: BillId) -> StoreResult<Vec<Row>> {
        let mut rows = self.fetch_all(sql!(SELECT_ROWS => id)).await?;
        add_expenses(&mut rows, self.fetch_all(sql!(SELECT_EXPENSES => id)).await?)?;
        Ok(rows)
    }
}

read_row! {
    StoredBill {
        id, person = "person_id", version, open_request, number, leaves_at, saved_at, paid_amount, credited_amount, paid_on, reminded_on
    }
    flat { bill, figures, customer, delivery, paid_in } empty { links, receipts, shares, purchases, advances }
}
read_row! {
    Bill {
        state, is_credit_note, customer = "customer_id", language, billing_date, due_date, vat_rate, vat_zero_reason,
        vat_rounding, vat_of_rest, reverse_vat, bill_reimbursements, separate_reimbursements, construction_reimbursements, left_out_from_home,
        specification, customer_reference, text
    } empty { rows, shares, purchases }
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
            reach: row.read()?,
            payment_days: row.get("customer_payment_days")?,
        }))
    }
}

impl ReadRow for Option<DeliveryOfBill> {
    fn read(row: &Columns<'_>) -> StoreResult<Self> {
        let Some(method) = row.get("delivery_method")? else { return Ok(None) };
        let (state, sent_at) = (row.get("delivery_state")?, row.get("delivery_sent_at")?);
        let (address, reason) = (row.get("delivery_address")?, row.get("delivery_reason")?);
        Ok(Some(DeliveryOfBill { method, state, address, reason, sent_at }))
    }
}

impl ReadRow for Option<PaidIn> {
    fn read(row: &Columns<'_>) -> StoreResult<Self> {
        let Some(salary) = row.get("paid_in")? else { return Ok(None) };
        let (number, payday): (Option<i64>, _) = (row.get("paid_in_number")?, row.get("paid_in_payday")?);
        Ok(number.map(|number| PaidIn { salary, number, payday }))
    }
}
