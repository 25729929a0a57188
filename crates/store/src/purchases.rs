//! Purchases: invoices of others that are paid out of a bill, and the copies of them.

use std::collections::HashMap;

use liksa_domain::bill::BillState;
use liksa_domain::file::MediaType;
use liksa_domain::purchase::{Purchase, PurchaseCost, PurchaseInvoice, PurchaseState};
use liksa_finland::PaymentReference;

use crate::prelude::*;
use crate::sql::{Owned, grouped};

/// A purchase with the bill that it is paid out of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPurchase {
    pub purchase: Purchase,
    pub version: i64,
    /// What of it the worker owes, because the bill was credited before it became a salary.
    pub recovered: Money,
    /// Nothing is paid of it: its bill was credited as a whole before its money left or a salary bore it.
    pub never_paid: bool,
    /// Nothing would be paid of it if its bill were credited as a whole now, or nothing is.
    pub lost_with_bill: bool,
    /// Who of payroll corrected where it is paid.
    pub account_by: Option<PersonId>,
    pub bill: BillId,
    pub bill_number: Option<i64>,
    pub bill_state: BillState,
    pub person: PersonId,
    pub receipts: Vec<PurchaseReceipt>,
}

/// A copy of a purchase invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PurchaseReceipt {
    pub id: PurchaseReceiptId,
    /// None until its purchase is made.
    pub purchase: Option<PurchaseId>,
    pub bill: BillId,
    pub person: PersonId,
    pub file: FileId,
    /// The name of its file.
    pub name: String,
    pub media_type: MediaType,
    pub size: u64,
    pub made_at: Timestamp,
}

pub struct NewPurchaseReceipt {
    pub id: PurchaseReceiptId,
    pub bill: BillId,
    pub purchase: Option<PurchaseId>,
    pub file: FileId,
    pub made_at: Timestamp,
}

/// Where an approved salary bears the purchases of bill `b`.
macro_rules! is_in_standing_salary {
    () => {
        "EXISTS (SELECT 1 FROM salary bs JOIN payroll_run br ON br.id = bs.run_id WHERE bs.id = b.salary_id \
         AND NOT bs.held AND NOT br.unapproving AND br.state IN ('APPROVED', 'POSTED', 'PAID'))"
    };
}
pub(crate) use is_in_standing_salary;

/// Whether purchase `u` is not paid, in an approved file, borne by a salary or owed. Crediting its bill `b` as a whole
/// withdraws what is only ready to be paid.
macro_rules! is_lost_with_bill {
    () => {
        concat!(
            "(u.state <> 'PAID' AND u.recovered = 0 AND NOT EXISTS (SELECT 1 FROM payout v \
             WHERE v.purchase_id = u.id AND v.state IN ('APPROVED', 'PAID')) AND NOT ",
            is_in_standing_salary!(),
            ")"
        )
    };
}

/// Whether bill `b` was credited as a whole before purchase `u` was paid, on its way, borne by a salary or owed.
macro_rules! is_never_paid {
    () => {
        concat!(
            "(b.state = 'HYVITETTY' AND ",
            is_lost_with_bill!(),
            " AND NOT EXISTS (SELECT 1 FROM payout w WHERE w.purchase_id = u.id AND w.state = 'READY'))"
        )
    };
}

macro_rules! select_purchases {
    ($($end:tt)+) => {
        concat!(
            "SELECT u.id, u.bill_id, u.state, u.name, u.due_date, u.amount, u.vat_rate, u.vat_amount, u.account, \
             u.reference, u.message, u.pay_now, u.commission, u.paid_on, u.recovered, u.account_by, u.version, \
             b.number AS bill_number, b.state AS bill_state, b.person_id, \
             (SELECT COUNT(*) FROM purchase_receipt c WHERE c.purchase_id = u.id) AS receipt_count, u.bill_id AS owner, ",
            is_never_paid!(),
            " AS never_paid, ",
            is_lost_with_bill!(),
            " AS lost_with_bill FROM purchase u JOIN bill b ON b.id = u.bill_id ",
            $($end)+
        )
    };
}

const SELECT_PURCHASE: &str = select_purchases!("WHERE u.id = $1");
const PURCHASES_OF_BILLS: &str = select_purchases!("WHERE u.bill_id = ANY($1) ORDER BY u.id");
pub(crate) const PURCHASES_OF_BILL: &str = select_purchases!("WHERE u.bill_id = $1 ORDER BY u.id");

/// Of worker `$1`, the newest first, before the purchase `$2`.
pub(crate) const PURCHASES_OF_PERSON: &str =
    select_purchases!("WHERE b.person_id = $1 AND u.id < $2 ORDER BY u.id DESC LIMIT $3");

read_row! {
    StoredPurchase {
        version, recovered, never_paid, lost_with_bill, account_by, bill = "bill_id", bill_number, bill_state,
        person = "person_id"
    } flat { purchase } empty { receipts }
}

read_row! { Purchase { id, state, pay_now, commission, paid_on, receipts = "receipt_count" } flat { invoice } }

impl ReadRow for PurchaseInvoice {
    fn read(row: &Row<'_>) -> StoreResult<Self> {
        let reference: String = row.get("reference")?;
        let reference = match reference.as_str() {
            "" => None,
            text => {
                let read = text.parse::<PaymentReference>();
                Some(read.map_err(|_| StoreError::Corrupt("PaymentReference"))?)
            }
        };
        Ok(Self {
            name: row.get("name")?,
            due_date: row.get("due_date")?,
            amount: row.get("amount")?,
            vat_rate: row.get("vat_rate")?,
            vat_amount: row.get("vat_amount")?,
            account: row.get("account")?,
            reference,
            message: row.get("message")?,
        })
    }
}

macro_rules! select_purchase_receipts {
    ($end:literal) => {
        concat!(
            "SELECT c.id, c.purchase_id, c.bill_id, b.person_id, c.file_id, f.name, f.media_type, f.size, c.made_at \
             FROM purchase_receipt c JOIN bill b ON b.id = c.bill_id JOIN file f ON f.id = c.file_id ",
            $end
        )
    };
}

read_row! {
    PurchaseReceipt {
        id, purchase = "purchase_id", bill = "bill_id", person = "person_id", file = "file_id", name, media_type, size,
        made_at
    }
}

const IN_STANDING_SALARY: &str =
    concat!("SELECT EXISTS (SELECT 1 FROM bill b WHERE b.id = $1 AND ", is_in_standing_salary!(), ")");

store_methods! {
    /// Whether an approved salary has the bill.
    pub async fn is_in_standing_salary(bill: BillId) -> bool = fetch_value IN_STANDING_SALARY;

    /// Purchases that were paid at once, or are in a payment file, and whose customers have not paid: when their bills are
    /// due, and what left.
    pub async fn purchases_out() -> Vec<(Option<Date>, Money)> = fetch_all
        "SELECT b.due_date, o.amount FROM bill b JOIN payout o ON o.bill_id = b.id AND o.state IN ('APPROVED', 'PAID') \
         JOIN purchase u ON u.id = o.purchase_id AND u.pay_now WHERE b.state = 'CLOSED' ORDER BY o.id";

    pub async fn purchase_receipt(id: PurchaseReceiptId) -> Option<PurchaseReceipt> = fetch_optional
        select_purchase_receipts!("WHERE c.id = $1");

    async fn receipts_of_purchases(ids: &[PurchaseId]) -> Vec<PurchaseReceipt> = fetch_all
        select_purchase_receipts!("WHERE c.purchase_id = ANY($1) ORDER BY c.id");
}

impl Store {
    pub async fn purchase(&self, id: PurchaseId) -> StoreResult<Option<StoredPurchase>> {
        let found = self.fetch_optional(sql!(SELECT_PURCHASE => id)).await?;
        Ok(self.with_copies(found.into_iter().collect()).await?.pop())
    }

    /// In the order in which they came.
    pub async fn purchases_of_bill(&self, bill: BillId) -> StoreResult<Vec<StoredPurchase>> {
        self.with_copies(self.fetch_all(sql!(PURCHASES_OF_BILL => bill)).await?).await
    }

    /// The newest first, and whether there are more.
    pub async fn purchases_of_person(
        &self,
        person: PersonId,
        before: Option<PurchaseId>,
        limit: i64,
    ) -> StoreResult<(Vec<StoredPurchase>, bool)> {
        let select = sql!(PURCHASES_OF_PERSON => person, before_id(before), limit + 1);
        let (found, more) = cut_page(self.fetch_all(select).await?, limit);
        Ok((self.with_copies(found).await?, more))
    }

    async fn with_copies(&self, mut purchases: Vec<StoredPurchase>) -> StoreResult<Vec<StoredPurchase>> {
        if purchases.is_empty() {
            return Ok(purchases);
        }
        let ids: Vec<PurchaseId> = purchases.iter().map(|one| one.purchase.id).collect();
        for receipt in self.receipts_of_purchases(&ids).await? {
            let of = purchases.iter_mut().find(|one| Some(one.purchase.id) == receipt.purchase);
            if let Some(purchase) = of {
                purchase.receipts.push(receipt);
            }
        }
        Ok(purchases)
    }

    /// What the purchases of a bill cost it.
    pub async fn costs_of_purchases(&self, bill: BillId) -> StoreResult<Vec<PurchaseCost>> {
        let found: Vec<Purchase> = self.fetch_all(sql!(PURCHASES_OF_BILL => bill)).await?;
        Ok(found.iter().map(Purchase::cost).collect())
    }

    /// What the purchases of many bills cost them.
    pub(crate) async fn purchases_of_bills(
        &self,
        bills: &[BillId],
    ) -> StoreResult<HashMap<BillId, Vec<PurchaseCost>>> {
        let found: Vec<Owned<BillId, Purchase>> = self.fetch_all(sql!(PURCHASES_OF_BILLS => bills)).await?;
        let costs = found.into_iter().map(|found| Owned { owner: found.owner, item: found.item.cost() });
        Ok(grouped(costs.collect()))
    }
}

tx_methods! {
    pub async fn purchases_within(bill: BillId) -> Vec<StoredPurchase> = fetch_all PURCHASES_OF_BILL;

    pub async fn purchase_within(id: PurchaseId) -> Option<StoredPurchase> = fetch_optional SELECT_PURCHASE;

    /// Whether a salary that was approved bears the purchases of a bill, which is locked.
    pub async fn is_in_standing_salary(bill: BillId) -> bool = fetch_value IN_STANDING_SALARY;

    /// Lets all that compare purchases of the account wait until this transaction ends.
    pub async fn lock_seller_account(account: &str) = run
        "INSERT INTO seller_account (account) VALUES ($1) ON CONFLICT (account) DO UPDATE SET account = excluded.account";

    /// Purchases to the account that count when one is looked for a second time. One of a credited bill that was never
    /// paid does not, unless its worker paid for it all the same, by a debt or a salary.
    pub async fn purchases_to_account(account: &str) -> Vec<StoredPurchase> = fetch_all
        select_purchases!(concat!(
            "WHERE u.account = $1 AND (b.state <> 'HYVITETTY' OR u.state = 'PAID' OR u.recovered > 0 OR EXISTS \
             (SELECT 1 FROM payout o WHERE o.purchase_id = u.id AND o.state IN ('READY', 'APPROVED', 'PAID')) OR ",
            is_in_standing_salary!(),
            ") ORDER BY u.id"
        ));

    pub async fn insert_purchase(id: PurchaseId, bill: BillId, new: &PurchaseInvoice, commission: Money, at: Timestamp) = change_one
        "INSERT INTO purchase (id, bill_id, state, name, due_date, amount, vat_rate, vat_amount, account, reference, \
         message, commission, made_at) VALUES ($1, $2, 'OPEN', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"
        => id, bill, new.name, new.due_date, new.amount, new.vat_rate, new.vat_amount, new.account,
           new.reference.as_ref().map_or("", PaymentReference::as_str), new.message, commission, at;

    /// False if it was changed meanwhile.
    pub async fn update_purchase(id: PurchaseId, version: i64, new: &PurchaseInvoice, commission: Money) -> bool = try_change
        "UPDATE purchase SET name = $3, due_date = $4, amount = $5, vat_rate = $6, vat_amount = $7, account = $8, \
         reference = $9, message = $10, commission = $11, version = version + 1 WHERE id = $1 AND version = $2 AND state = 'OPEN'"
        => id, version, new.name, new.due_date, new.amount, new.vat_rate, new.vat_amount, new.account,
           new.reference.as_ref().map_or("", PaymentReference::as_str), new.message, commission;

    /// Stores how a purchase is to be paid, of a bill that is locked. The commission is what being paid at once costs or would cost.
    pub async fn send_purchase(id: PurchaseId, state: PurchaseState, pay_now: bool, commission: Money) = change_one
        "UPDATE purchase SET state = $2, pay_now = $3, commission = $4, version = version + 1 WHERE id = $1";

    /// Stores what the bank did with a purchase of a bill that is locked.
    pub async fn note_purchase_paid(id: PurchaseId, state: PurchaseState, paid_on: Option<Date>) = change_one
        "UPDATE purchase SET state = $2, paid_on = $3, version = version + 1 WHERE id = $1";

    /// Stores where a purchase is to be paid instead, and who says so.
    pub async fn readdress_purchase(id: PurchaseId, account: &str, reference: &str, message: &str, by: Option<PersonId>) = change_one
        "UPDATE purchase SET account = $2, reference = $3, message = $4, account_by = $5, version = version + 1 WHERE id = $1";

    pub async fn note_purchase_recovered(id: PurchaseId, recovered: Money) = change_one
        "UPDATE purchase SET recovered = $2 WHERE id = $1 AND recovered = 0";

    /// The worker owes nothing of a purchase any more.
    pub async fn forget_purchase_recovered(id: PurchaseId) = change_one
        "UPDATE purchase SET recovered = 0 WHERE id = $1 AND recovered > 0";

    pub async fn insert_purchase_receipt(new: &NewPurchaseReceipt) = change_one
        "INSERT INTO purchase_receipt (id, bill_id, purchase_id, file_id, made_at) VALUES ($1, $2, $3, $4, $5)"
        => new.id, new.bill, new.purchase, new.file, new.made_at;

    /// Gives a copy that came before to its purchase. False if it is not of the bill, or of another purchase.
    pub async fn attach_purchase_receipt(id: PurchaseReceiptId, bill: BillId, purchase: PurchaseId) -> bool = try_change
        "UPDATE purchase_receipt SET purchase_id = $3 WHERE id = $1 AND bill_id = $2 AND purchase_id IS NULL";

    /// How many copies a purchase has. Its bill must be held.
    pub async fn receipts_of_purchase(purchase: PurchaseId) -> u16 = fetch_value
        "SELECT COUNT(*) FROM purchase_receipt WHERE purchase_id = $1";

    /// How many copies of a bill wait for their purchase. The bill must be held.
    pub async fn unattached_purchase_receipts(bill: BillId) -> u16 = fetch_value
        "SELECT COUNT(*) FROM purchase_receipt WHERE bill_id = $1 AND purchase_id IS NULL";
}

impl Tx {
    /// Removes a copy with its file. False if it was gone already.
    pub async fn delete_purchase_receipt(
        &mut self,
        id: PurchaseReceiptId,
        now: Timestamp,
    ) -> StoreResult<bool> {
        let delete = sql!("DELETE FROM purchase_receipt WHERE id = $1 RETURNING file_id" => id);
        Ok(self.delete_files(delete, now).await? > 0)
    }

    /// Removes a purchase with its copies.
    pub async fn delete_purchase(&mut self, id: PurchaseId, now: Timestamp) -> StoreResult<()> {
        let delete = sql!("DELETE FROM purchase_receipt WHERE purchase_id = $1 RETURNING file_id" => id);
        self.delete_files(delete, now).await?;
        self.change_one(sql!("DELETE FROM purchase WHERE id = $1 AND state = 'OPEN'" => id)).await
    }

    /// Removes all purchases of a draft with their copies.
    pub(crate) async fn delete_purchases_of_bill(&mut self, bill: BillId, now: Timestamp) -> StoreResult<()> {
        let delete = sql!("DELETE FROM purchase_receipt WHERE bill_id = $1 RETURNING file_id" => bill);
        self.delete_files(delete, now).await?;
        self.run(sql!("DELETE FROM purchase WHERE bill_id = $1" => bill)).await
    }

    /// Removes copies whose purchase was never made. How many there were.
    pub async fn delete_unattached_receipts(
        &mut self,
        made_before: Timestamp,
        now: Timestamp,
    ) -> StoreResult<usize> {
        let delete = sql!(
            "DELETE FROM purchase_receipt WHERE purchase_id IS NULL AND made_at < $1 RETURNING file_id" => made_before
        );
        self.delete_files(delete, now).await
    }

    /// Adds to what the worker of a bill owes for its purchases: one recovery of each bill.
    pub async fn add_purchase_recovery(
        &mut self,
        bill: BillId,
        person: PersonId,
        amount: Money,
        at: Timestamp,
    ) -> StoreResult<()> {
        let id = RecoveryId::from_uuid(bill.uuid());
        let more = sql!(
            "UPDATE recovery SET amount = amount + $2, remaining = remaining + $2 WHERE id = $1" => id, amount
        );
        if self.try_change(more).await? {
            return Ok(());
        }
        let insert = sql!(
            "INSERT INTO recovery (id, person_id, bill_id, amount, remaining, made_at) VALUES ($1, $2, $3, $4, $4, $5)"
            => id, person, bill, amount, at
        );
        self.change_one(insert).await
    }

    /// Takes from what the worker of a bill owes for its purchases. False if salaries have taken of it, so that less is
    /// left.
    pub async fn lower_purchase_recovery(&mut self, bill: BillId, amount: Money) -> StoreResult<bool> {
        let id = RecoveryId::from_uuid(bill.uuid());
        let all = sql!("DELETE FROM recovery WHERE id = $1 AND amount = $2 AND remaining = $2" => id, amount);
        let part = sql!(
            "UPDATE recovery SET amount = amount - $2, remaining = remaining - $2 \
             WHERE id = $1 AND remaining >= $2 AND amount > $2" => id, amount
        );
        Ok(self.try_change(all).await? || self.try_change(part).await?)
    }
}
