//! One bill, whole: a fixed number of statements whatever the number of rows.

use std::collections::HashMap;

use liksa_domain::bill::{Bill, BillFigures, BillLanguage, BillState, Row, VatZeroReason};
use liksa_domain::customer::SendMethod;
use liksa_domain::ids::{BillId, CustomerId, Id, PersonId, RowId, SalaryId};
use liksa_money::{Money, Rate};
use sqlx::{FromRow, QueryBuilder};
use uuid::Uuid;

use super::row::{ExpenseColumns, RowColumns, SELECT_EXPENSES, SELECT_ROWS, rows_from};
use super::{BillLink, BillLinks, CustomerOfBill, PaidIn, StoredBill};
use crate::db::{Store, Tx, fetch_by_ids, on};
use crate::deliveries::{self, DeliveryOfBill, method_from};
use crate::error::{StoreError, StoreResult};
use crate::receipts::Receipt;
use crate::time::{date_from_text, from_micros};

macro_rules! select_bills {
    ($condition:literal) => {
        concat!(
            "SELECT b.id, b.person_id, b.version, b.state, b.open_request, b.number, b.customer_id, \
             b.credit_of, b.language, b.billing_date, b.due_date, b.vat_rate, b.vat_zero_reason, \
             b.reverse_vat, b.bill_reimbursements, b.separate_reimbursements, \
             b.construction_reimbursements, b.left_out_from_home, b.specification, b.customer_reference, \
             b.text, b.total, b.total_with_vat, b.salary_rate, b.estimate, b.saved_at, b.paid_amount, \
             b.paid_on, c.name AS customer_name, c.business_id AS customer_business_id, c.city AS customer_city, \
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
macro_rules! select_many {
    ($is_one:literal) => {
        concat!(select_bills!("b.id"), $is_one)
    };
}

macro_rules! count_receipts {
    ($is_one:literal) => {
        concat!(
            "SELECT r.id, COUNT(*) FROM bill_row r JOIN receipt c ON c.row_id = r.id WHERE r.bill_id",
            $is_one,
            " GROUP BY r.id"
        )
    };
}

/// Bills that wait for a salary; a list of people follows.
const SELECT_PAYABLE: &str =
    select_bills!("b.state = 'PAID' AND b.salary_id IS NULL AND b.credit_of IS NULL AND b.person_id IN (");

/// The bills that bill `$1` belongs to in some way.
pub(crate) const SELECT_LINKS: &str = "SELECT 'credit_of' AS kind, o.id, o.number, o.state FROM bill b JOIN bill o ON o.id = b.credit_of \
     WHERE b.id = $1 \
     UNION ALL SELECT 'correction_of', o.id, o.number, o.state FROM bill b \
     JOIN bill o ON o.id = b.correction_of WHERE b.id = $1 \
     UNION ALL SELECT 'credited_by', id, number, state FROM bill WHERE credit_of = $1 \
     UNION ALL SELECT 'corrected_by', id, number, state FROM bill WHERE correction_of = $1";

#[derive(FromRow)]
struct BillColumns {
    id: Uuid,
    person_id: Uuid,
    version: i64,
    state: String,
    open_request: bool,
    number: Option<i64>,
    customer_id: Option<Uuid>,
    credit_of: Option<Uuid>,
    language: String,
    billing_date: Option<String>,
    due_date: Option<String>,
    vat_rate: i64,
    vat_zero_reason: Option<i64>,
    reverse_vat: bool,
    bill_reimbursements: bool,
    separate_reimbursements: bool,
    construction_reimbursements: bool,
    left_out_from_home: bool,
    specification: String,
    customer_reference: String,
    text: String,
    total: i64,
    total_with_vat: i64,
    salary_rate: i64,
    estimate: i64,
    saved_at: i64,
    paid_amount: i64,
    paid_on: Option<String>,
    customer_name: Option<String>,
    customer_business_id: Option<String>,
    customer_city: Option<String>,
    customer_send_method: Option<String>,
    customer_payment_days: Option<i64>,
    delivery_method: Option<String>,
    delivery_state: Option<String>,
    delivery_sent_at: Option<i64>,
    paid_in: Option<Uuid>,
    paid_in_number: Option<i64>,
    paid_in_payday: Option<String>,
    reminded_on: Option<String>,
}

#[derive(FromRow)]
struct LinkColumns {
    kind: String,
    id: Uuid,
    number: Option<i64>,
    state: String,
}

impl Store {
    pub async fn bill(&self, id: BillId) -> StoreResult<Option<StoredBill>> {
        let columns: Option<BillColumns> = on!(self.reads(), c => sqlx::query_as(SELECT_BILL)
            .bind(id.uuid())
            .fetch_optional(c).await)?;
        let Some(columns) = columns else { return Ok(None) };
        let rows: Vec<RowColumns> =
            on!(self.reads(), c => sqlx::query_as(SELECT_ROWS).bind(id.uuid()).fetch_all(c).await)?;
        let expenses: Vec<ExpenseColumns> =
            on!(self.reads(), c => sqlx::query_as(SELECT_EXPENSES).bind(id.uuid()).fetch_all(c).await)?;
        let links = self.links_of(id).await?;
        let receipts = self.receipts_of(id).await?;
        let mut rows = rows_from(rows, &expenses)?;
        for row in &mut rows {
            let count = receipts.iter().filter(|receipt| Some(receipt.row) == row.id).count();
            row.receipts = u16::try_from(count).unwrap_or(u16::MAX);
        }
        columns.into_bill(rows, links, receipts).map(Some)
    }

    /// Many bills at once, in no order; with the number of their receipts, without their names and the links.
    pub async fn bills(&self, ids: &[BillId]) -> StoreResult<Vec<StoredBill>> {
        let columns: Vec<BillColumns> = fetch_by_ids!(self.reads(), select_many, ids)?;
        let uuids: Vec<Uuid> = columns.iter().map(|bill| bill.id).collect();
        let mut rows = self.rows_of_bills(&uuids).await?;
        let counted: Vec<(Uuid, i64)> = fetch_by_ids!(self.reads(), count_receipts, ids)?;
        let receipts: HashMap<Uuid, i64> = counted.into_iter().collect();
        let whole = |columns: BillColumns| {
            let mut rows = rows.remove(&columns.id).unwrap_or_default();
            for row in &mut rows {
                let count = row.id.and_then(|id| receipts.get(&id.uuid())).copied().unwrap_or(0);
                row.receipts = u16::try_from(count).unwrap_or(u16::MAX);
            }
            columns.into_bill(rows, BillLinks::default(), vec![])
        };
        columns.into_iter().map(whole).collect()
    }

    /// The bill that a row is of.
    pub async fn bill_of_row(&self, row: RowId) -> StoreResult<Option<BillId>> {
        let found: Option<(Uuid,)> = on!(self.reads(), c => sqlx::query_as(
                "SELECT bill_id FROM bill_row WHERE id = $1")
            .bind(row.uuid())
            .fetch_optional(c).await)?;
        Ok(found.map(|(bill,)| BillId::from_uuid(bill)))
    }

    /// A bill of the person, as another one mentions it.
    pub async fn bill_link(&self, person: PersonId, id: BillId) -> StoreResult<Option<BillLink>> {
        let found: Option<(Option<i64>, String)> = on!(self.reads(), c => sqlx::query_as(
                "SELECT number, state FROM bill WHERE id = $1 AND person_id = $2")
            .bind(id.uuid())
            .bind(person.uuid())
            .fetch_optional(c).await)?;
        found.map(|(number, state)| Ok(BillLink { id, number, state: state_from(&state)? })).transpose()
    }

    async fn links_of(&self, id: BillId) -> StoreResult<BillLinks> {
        let found: Vec<LinkColumns> = on!(self.reads(), c => sqlx::query_as(SELECT_LINKS)
            .bind(id.uuid())
            .fetch_all(c).await)?;
        let mut links = BillLinks::default();
        for columns in found {
            let link = BillLink {
                id: BillId::from_uuid(columns.id),
                number: columns.number,
                state: state_from(&columns.state)?,
            };
            let place = match columns.kind.as_str() {
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

impl Store {
    /// The bills of these people that wait for a salary, the oldest first, in three statements. Without their links
    /// and receipts, which no salary asks for.
    pub(crate) async fn bills_waiting_for_salary(&self, people: &[PersonId]) -> StoreResult<Vec<StoredBill>> {
        if people.is_empty() {
            return Ok(vec![]);
        }
        let bills: Vec<BillColumns> = on!(self.reads(), c => {
            let mut query = QueryBuilder::new(SELECT_PAYABLE);
            let mut list = query.separated(", ");
            for person in people {
                list.push_bind(person.uuid());
            }
            query.push(") ORDER BY b.id");
            query.build_query_as().fetch_all(c).await
        })?;
        let ids: Vec<Uuid> = bills.iter().map(|bill| bill.id).collect();
        let mut rows = self.rows_of_bills(&ids).await?;
        let bill = |columns: BillColumns| {
            let rows = rows.remove(&columns.id).unwrap_or_default();
            columns.into_bill(rows, BillLinks::default(), vec![])
        };
        bills.into_iter().map(bill).collect()
    }
}

impl Tx {
    pub(super) async fn rows_of(&mut self, id: BillId) -> StoreResult<Vec<Row>> {
        let rows: Vec<RowColumns> =
            on!(self.conn(), c => sqlx::query_as(SELECT_ROWS).bind(id.uuid()).fetch_all(c).await)?;
        let expenses: Vec<ExpenseColumns> =
            on!(self.conn(), c => sqlx::query_as(SELECT_EXPENSES).bind(id.uuid()).fetch_all(c).await)?;
        rows_from(rows, &expenses)
    }
}

impl BillColumns {
    fn into_bill(self, rows: Vec<Row>, links: BillLinks, receipts: Vec<Receipt>) -> StoreResult<StoredBill> {
        let (customer, delivery) = (self.customer()?, self.delivery()?);
        Ok(StoredBill {
            id: BillId::from_uuid(self.id),
            person: PersonId::from_uuid(self.person_id),
            version: self.version,
            open_request: self.open_request,
            number: self.number,
            saved_at: from_micros(self.saved_at)?,
            figures: BillFigures {
                total: Money::from_units(self.total),
                total_with_vat: Money::from_units(self.total_with_vat),
                salary_rate: Rate::from_millionths(self.salary_rate),
                estimate: Money::from_units(self.estimate),
            },
            paid_amount: Money::from_units(self.paid_amount),
            paid_on: self.paid_on.as_deref().map(date_from_text).transpose()?,
            paid_in: self.paid_in()?,
            reminded_on: self.reminded_on.as_deref().map(date_from_text).transpose()?,
            bill: Bill {
                state: state_from(&self.state)?,
                is_credit_note: self.credit_of.is_some(),
                customer: self.customer_id.map(CustomerId::from_uuid),
                language: BillLanguage::from_name(&self.language)
                    .ok_or(StoreError::Corrupt("language of a bill"))?,
                billing_date: self.billing_date.as_deref().map(date_from_text).transpose()?,
                due_date: self.due_date.as_deref().map(date_from_text).transpose()?,
                vat_rate: Rate::from_millionths(self.vat_rate),
                vat_zero_reason: self.vat_zero_reason.map(reason_from).transpose()?,
                reverse_vat: self.reverse_vat,
                bill_reimbursements: self.bill_reimbursements,
                separate_reimbursements: self.separate_reimbursements,
                construction_reimbursements: self.construction_reimbursements,
                left_out_from_home: self.left_out_from_home,
                specification: self.specification,
                customer_reference: self.customer_reference,
                text: self.text,
                rows,
                contractor_rows: Vec::new(),
                external_rows: Vec::new(),
            },
            customer,
            delivery,
            links,
            receipts,
        })
    }

    fn delivery(&self) -> StoreResult<Option<DeliveryOfBill>> {
        let (Some(method), Some(state)) = (&self.delivery_method, &self.delivery_state) else {
            return Ok(None);
        };
        Ok(Some(DeliveryOfBill {
            method: method_from(method)?,
            state: deliveries::state_from(state)?,
            sent_at: self.delivery_sent_at.map(from_micros).transpose()?,
        }))
    }

    fn paid_in(&self) -> StoreResult<Option<PaidIn>> {
        let (Some(id), Some(number), Some(payday)) =
            (self.paid_in, self.paid_in_number, &self.paid_in_payday)
        else {
            return Ok(None);
        };
        Ok(Some(PaidIn { salary: SalaryId::from_uuid(id), number, payday: date_from_text(payday)? }))
    }

    fn customer(&self) -> StoreResult<Option<CustomerOfBill>> {
        let Some(id) = self.customer_id else { return Ok(None) };
        let method = self.customer_send_method.as_deref().and_then(SendMethod::from_name);
        Ok(Some(CustomerOfBill {
            id: CustomerId::from_uuid(id),
            name: self.customer_name.clone().unwrap_or_default(),
            business_id: self.customer_business_id.clone().unwrap_or_default(),
            city: self.customer_city.clone().unwrap_or_default(),
            send_method: method.ok_or(StoreError::Corrupt("send method"))?,
            payment_days: self.customer_payment_days.unwrap_or_default(),
        }))
    }
}

pub(crate) fn state_from(text: &str) -> StoreResult<BillState> {
    BillState::from_name(text).ok_or(StoreError::Corrupt("state of a bill"))
}

pub(crate) fn reason_from(code: i64) -> StoreResult<VatZeroReason> {
    let reason = u8::try_from(code).ok().and_then(VatZeroReason::from_code);
    reason.ok_or(StoreError::Corrupt("VAT reason"))
}
