//! A bill as it is answered, by the names of the specification.

use liksa_domain::bill::{BillLanguage, BillState, life};
use liksa_domain::customer::SendMethod;
use liksa_domain::dates::format_date;
use liksa_domain::delivery::{DeliveryState, MailReason};
use liksa_domain::ids::{BillId, CustomerId, SalaryId};
use liksa_domain::share::DraftShares;
use liksa_money::{Money, Percent, Rate};
use liksa_store::{Advance, BillCard, BillLink, CreditableBill, CustomerOfBill, DeliveryOfBill, StoredBill};
use serde::Serialize;
use utoipa::ToSchema;

use super::advances::AdvanceOnWire;
use super::purchases::PurchaseOnWire;
use super::row_wire::RowOnWire;
use crate::api::shares::ShareOnWire;

/// A bill. Dates are DD.MM.YYYY, amounts euros; what has not been given is null.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Bill)]
pub struct BillOnWire {
    pub id: BillId,
    /// Goes back with the next save.
    pub version: i64,
    pub state: BillState,
    /// The worker has asked for it back.
    pub open_request: bool,
    #[schema(required)]
    pub bill_number: Option<i64>,
    pub language: BillLanguage,
    #[schema(required)]
    pub billingdate: Option<String>,
    /// When it goes to the customer by itself, while it is approved; an instant, ISO 8601.
    #[schema(required)]
    pub leaves_at: Option<String>,
    #[schema(required)]
    pub exact_due_date: Option<String>,
    /// What the due date will be: the exact one, or the billing date and the customer's days.
    #[schema(required)]
    pub calculated_due_date: Option<String>,
    /// Days from the billing date to the due date.
    #[schema(required)]
    pub due_date: Option<i32>,
    #[schema(required)]
    pub shared_customer: Option<BillCustomer>,
    /// VAT in per cent that a new row starts with.
    pub alv: Percent,
    #[schema(required)]
    pub vat_zero_reason_code: Option<u8>,
    #[serde(rename = "inverseALV")]
    pub inverse_alv: bool,
    pub bill_reimbursements_from_customer: bool,
    pub separate_reimbursements: bool,
    pub construction_reimbursements: bool,
    pub left_out_from_home: bool,
    pub specification_details: String,
    pub yourcode: String,
    pub invoice_text: String,
    /// An instant, ISO 8601.
    pub last_saved: String,
    /// Without VAT; null while a row of the draft cannot be calculated.
    #[schema(required)]
    pub totalprice: Option<Money>,
    #[schema(required)]
    pub totalprice_with_alv: Option<Money>,
    /// Null where the salary cannot be calculated.
    #[schema(required)]
    pub salary_percent: Option<Rate>,
    /// The salary that it would give by itself on the next payday, and for a bill that was sent what was shown then.
    /// Null where it cannot be calculated.
    #[schema(required)]
    pub estimate: Option<Money>,
    /// What the customer has still to pay, while the bill is with them.
    #[schema(required)]
    pub open_amount: Option<Money>,
    /// The day on which the last of it came.
    #[schema(required)]
    pub paid_on: Option<String>,
    /// Whether the worker may change it now.
    pub editable: bool,
    #[schema(required)]
    pub billableitems: Vec<RowOnWire>,
    /// The shares of subcontractors. They have calls of their own; saving the bill does not read them.
    #[schema(required)]
    pub contractor_billable_items: Vec<ShareOnWire>,
    /// Purchase invoices that are paid out of it.
    #[schema(required)]
    pub ext_contractor_billable_items: Vec<PurchaseOnWire>,
    /// How it goes, or went, to the customer; null before that.
    #[schema(required)]
    pub delivery: Option<DeliveryOnWire>,
    /// When the customer was last reminded of it; DD.MM.YYYY.
    #[schema(required)]
    pub reminded_on: Option<String>,
    /// What credit notes that have gone to the customer took back of it, with VAT.
    pub credited_amount: Money,
    /// What no credit note takes back, also none that is on its way, with VAT; null unless it is a bill that was sent.
    #[schema(required)]
    pub left_to_credit: Option<Money>,
    /// The bill that this credit note takes back, in part or as a whole.
    #[schema(required)]
    pub credit_of: Option<LinkOnWire>,
    /// The oldest first.
    #[schema(required)]
    pub credited_by: Vec<LinkOnWire>,
    /// The bill that this one was written instead of.
    #[schema(required)]
    pub correction_of: Option<LinkOnWire>,
    #[schema(required)]
    pub corrected_by: Option<LinkOnWire>,
    /// The salary that it was paid in, once its slip is there.
    #[schema(required)]
    pub paid_in: Option<PaidInOnWire>,
    /// All that were asked for, the oldest first.
    #[schema(required)]
    pub advance_payments: Vec<AdvanceOnWire>,
    /// What the salary of the bill is reduced by, for the advances that have left.
    pub reductions: Money,
}

/// A pay slip as a bill mentions it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BillPaidIn)]
pub struct PaidInOnWire {
    pub salary_id: SalaryId,
    pub number: i64,
    /// DD.MM.YYYY
    pub payday: String,
}

impl From<liksa_store::PaidIn> for PaidInOnWire {
    fn from(paid: liksa_store::PaidIn) -> Self {
        Self { salary_id: paid.salary, number: paid.number, payday: format_date(paid.payday) }
    }
}

/// The customer as far as a bill shows it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillCustomer {
    pub id: CustomerId,
    pub name: String,
    pub businessid: String,
    pub city: String,
    pub send_bill_method: SendMethod,
    pub termofpayment: i64,
}

/// The way of a bill to its customer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BillDelivery)]
pub struct DeliveryOnWire {
    pub method: SendMethod,
    pub state: DeliveryState,
    /// Of the mail or the e-invoice; empty on paper.
    pub address: String,
    /// Why its mail was not sent and is not tried again; null unless it was refused or given up.
    #[schema(required)]
    pub reason: Option<MailReason>,
    /// An instant, ISO 8601.
    #[schema(required)]
    pub sent_at: Option<String>,
}

impl From<DeliveryOfBill> for DeliveryOnWire {
    fn from(delivery: DeliveryOfBill) -> Self {
        Self {
            method: delivery.method,
            state: delivery.state,
            address: delivery.address,
            reason: delivery.reason,
            sent_at: delivery.sent_at.map(|at| at.to_string()),
        }
    }
}

/// Another bill.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BillLink)]
pub struct LinkOnWire {
    pub id: BillId,
    #[schema(required)]
    pub bill_number: Option<i64>,
    pub state: BillState,
    /// Below zero for a credit note.
    pub totalprice_with_alv: Money,
}

/// A bill of which something is left to be credited.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreditableBill)]
pub struct CreditableOnWire {
    pub id: BillId,
    pub bill_number: i64,
    /// DD.MM.YYYY
    #[schema(required)]
    pub billingdate: Option<String>,
    pub totalprice_with_alv: Money,
    /// What no credit note takes back, also none that is on its way, with VAT.
    pub left_to_credit: Money,
}

impl From<CreditableBill> for CreditableOnWire {
    fn from(bill: CreditableBill) -> Self {
        Self {
            id: bill.id,
            bill_number: bill.number,
            billingdate: bill.billing_date.map(format_date),
            totalprice_with_alv: bill.total_with_vat,
            left_to_credit: bill.left,
        }
    }
}

/// A bill in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BillCard)]
pub struct CardOnWire {
    pub id: BillId,
    pub version: i64,
    pub state: BillState,
    pub open_request: bool,
    #[schema(required)]
    pub bill_number: Option<i64>,
    #[schema(required)]
    pub shared_customer: Option<CustomerName>,
    #[schema(required)]
    pub billingdate: Option<String>,
    /// When it goes to the customer by itself, while it is approved; an instant, ISO 8601.
    #[schema(required)]
    pub leaves_at: Option<String>,
    #[schema(required)]
    pub exact_due_date: Option<String>,
    /// Without VAT; null while a row of the draft cannot be calculated.
    #[schema(required)]
    pub totalprice: Option<Money>,
    #[schema(required)]
    pub totalprice_with_alv: Option<Money>,
    /// Null where the salary cannot be calculated.
    #[schema(required)]
    pub salary_percent: Option<Rate>,
    pub last_saved: String,
    /// How many.
    pub rows: i64,
    pub credit_note: bool,
    /// Written instead of a bill that was credited.
    pub correction: bool,
    /// A credit note for it is on its way or has gone.
    pub credited: bool,
    /// The payday of the salary that it was paid in, DD.MM.YYYY.
    #[schema(required)]
    pub salary_payday: Option<String>,
    /// When the customer was last reminded of it; DD.MM.YYYY.
    #[schema(required)]
    pub reminded_on: Option<String>,
    /// What the shares of a draft come to. Null without any, and where none waits or was declined but one is not
    /// asked for.
    #[schema(required)]
    pub shares: Option<DraftShares>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct CustomerName {
    pub id: CustomerId,
    pub name: String,
}

impl From<StoredBill> for BillOnWire {
    fn from(stored: StoredBill) -> Self {
        let bill = &stored.bill;
        let term = stored.customer.as_ref().map(|customer| customer.payment_days);
        let due = bill.due_on(term);
        let rows = bill.rows_sum().unwrap_or_default();
        let days = bill.billing_date.zip(bill.due_date).and_then(|(from, due)| from.until(due).ok());
        Self {
            id: stored.id,
            version: stored.version,
            state: bill.state,
            open_request: stored.open_request,
            bill_number: stored.number,
            language: bill.language,
            billingdate: bill.billing_date.map(format_date),
            leaves_at: stored.leaves_at.map(|at| at.to_string()),
            exact_due_date: bill.due_date.map(format_date),
            calculated_due_date: due.map(format_date),
            due_date: days.map(|span| span.get_days()),
            alv: Percent(bill.vat_rate),
            vat_zero_reason_code: bill.vat_zero_reason.map(|reason| reason.code()),
            inverse_alv: bill.reverse_vat,
            bill_reimbursements_from_customer: bill.bill_reimbursements,
            separate_reimbursements: bill.separate_reimbursements,
            construction_reimbursements: bill.construction_reimbursements,
            left_out_from_home: bill.left_out_from_home,
            specification_details: bill.specification.clone(),
            yourcode: bill.customer_reference.clone(),
            invoice_text: bill.text.clone(),
            last_saved: stored.saved_at.to_string(),
            totalprice: stored.figures.totals().map(|(total, _)| total),
            totalprice_with_alv: stored.figures.totals().map(|(_, with_vat)| with_vat),
            salary_percent: stored.figures.salary_rate,
            estimate: stored.figures.estimate,
            open_amount: (bill.state == BillState::Closed).then(|| stored.open_amount()),
            paid_on: stored.paid_on.map(format_date),
            credited_amount: stored.credited_amount,
            left_to_credit: stored.left_to_credit(),
            editable: life::may_be_edited(bill),
            contractor_billable_items: stored
                .shares
                .iter()
                .map(|share| ShareOnWire::new(share.clone(), rows))
                .collect(),
            advance_payments: stored.advances.iter().map(AdvanceOnWire::from).collect(),
            reductions: reductions_of(&stored.advances),
            billableitems: bill.rows.iter().filter_map(|row| RowOnWire::new(&stored, row)).collect(),
            ext_contractor_billable_items: stored.purchases.into_iter().map(PurchaseOnWire::from).collect(),
            shared_customer: stored.customer.map(BillCustomer::from),
            delivery: stored.delivery.map(DeliveryOnWire::from),
            reminded_on: stored.reminded_on.map(format_date),
            credit_of: stored.links.credit_of.map(LinkOnWire::from),
            credited_by: stored.links.credited_by.into_iter().map(LinkOnWire::from).collect(),
            correction_of: stored.links.correction_of.map(LinkOnWire::from),
            corrected_by: stored.links.corrected_by.map(LinkOnWire::from),
            paid_in: stored.paid_in.map(PaidInOnWire::from),
        }
    }
}

/// What is still to be recovered of advances that have left.
fn reductions_of(advances: &[Advance]) -> Money {
    let out = advances.iter().filter(|advance| advance.is_out).map(Advance::outstanding);
    Money::sum(out).unwrap_or_default()
}

impl From<CustomerOfBill> for BillCustomer {
    fn from(customer: CustomerOfBill) -> Self {
        Self {
            id: customer.id,
            name: customer.name,
            businessid: customer.business_id,
            city: customer.city,
            send_bill_method: customer.reach.method,
            termofpayment: customer.payment_days,
        }
    }
}

impl From<BillLink> for LinkOnWire {
    fn from(link: BillLink) -> Self {
        Self {
            id: link.id,
            bill_number: link.number,
            state: link.state,
            totalprice_with_alv: link.total_with_vat,
        }
    }
}

impl From<BillCard> for CardOnWire {
    fn from(card: BillCard) -> Self {
        Self {
            id: card.id,
            version: card.version,
            state: card.state,
            open_request: card.open_request,
            bill_number: card.number,
            shared_customer: card.customer.map(|(id, name)| CustomerName { id, name }),
            billingdate: card.billing_date.map(format_date),
            leaves_at: card.leaves_at.map(|at| at.to_string()),
            exact_due_date: card.due_date.map(format_date),
            totalprice: card.figures.totals().map(|(total, _)| total),
            totalprice_with_alv: card.figures.totals().map(|(_, with_vat)| with_vat),
            salary_percent: card.figures.salary_rate,
            last_saved: card.saved_at.to_string(),
            rows: card.rows,
            credit_note: card.is_credit_note,
            correction: card.is_correction,
            credited: card.has_credit_note,
            salary_payday: card.paid_in_payday.map(format_date),
            reminded_on: card.reminded_on.map(format_date),
            shares: card.shares,
        }
    }
}
