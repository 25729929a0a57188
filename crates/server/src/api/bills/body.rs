//! A bill as a client sends it, by the names of the specification, and how it is read.

use std::collections::HashSet;

use jiff::ToSpan;
use liksa_actions::bills::Draft;
use liksa_domain::bill::{Bill, BillLanguage, BillState, Row, RowBody, VatZeroReason, limits};
use liksa_domain::ids::{BillId, CustomerId, RowId};
use liksa_domain::problem::{ErrorKey, Problem};
use liksa_domain::purchase::{PurchaseCost, PurchaseState};
use liksa_domain::reading::{NumberText, Reader};
use liksa_domain::share::{Share, ShareState};
use liksa_money::Rate;
use serde::Deserialize;
use utoipa::ToSchema;

/// A bill. Everything may be missing while it is a draft; what the server owns is not read.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillBody {
    /// The version that was edited; a save needs it.
    version: Option<NumberText>,
    /// PENDING to send the bill for approval. OPEN and nothing at all leave it a draft.
    state: Option<String>,
    shared_customer: Option<CustomerReference>,
    /// The sent bill that this one credits, in part or as a whole. Its prices and costs are then below zero.
    credit_of: Option<BillReference>,
    /// `fin` or `eng`.
    language: Option<String>,
    /// DD.MM.YYYY
    billingdate: Option<String>,
    /// DD.MM.YYYY
    exact_due_date: Option<String>,
    /// Days from the billing date, where no exact date is given.
    due_date: Option<NumberText>,
    /// VAT in per cent that a new row starts with.
    alv: Option<NumberText>,
    /// 1 to 10.
    vat_zero_reason_code: Option<NumberText>,
    #[serde(rename = "inverseALV")]
    inverse_alv: Option<bool>,
    bill_reimbursements_from_customer: Option<bool>,
    separate_reimbursements: Option<bool>,
    construction_reimbursements: Option<bool>,
    /// The worker says that the trips began elsewhere than at home.
    left_out_from_home: Option<bool>,
    specification_details: Option<String>,
    yourcode: Option<String>,
    invoice_text: Option<String>,
    billableitems: Option<Vec<RowBody>>,
    /// Of `calc/frombill/{billId}` alone: the rows of the stored bill that are calculated, instead of what is sent.
    pub ids: Option<Vec<RowId>>,
    contractor_billable_items: Option<Vec<ShareBody>>,
    ext_contractor_billable_items: Option<Vec<PurchaseCostBody>>,
}

/// A customer by its id.
#[derive(Deserialize, ToSchema)]
pub struct CustomerReference {
    id: CustomerId,
}

/// Another bill by its id.
#[derive(Deserialize, ToSchema)]
pub struct BillReference {
    id: BillId,
}

/// What a save asks for.
pub struct Change {
    /// None when it was not sent.
    pub version: Option<i64>,
    pub draft: Draft,
    pub send: bool,
}

/// The share of a subcontractor, as the calculator counts it. Saving a bill does not read it.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShareBody {
    /// DD.MM.YYYY
    date: Option<String>,
    /// Without VAT.
    amount: Option<NumberText>,
    /// Of the rows without VAT; while it is OPEN, the sum follows from it.
    percent: Option<NumberText>,
    description: Option<String>,
    state: Option<String>,
}

/// A purchase invoice as far as it is calculated with. It is stored by its own calls.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PurchaseCostBody {
    /// Without VAT.
    amount: Option<NumberText>,
    paynow: Option<bool>,
    state: Option<String>,
}

impl BillBody {
    /// Whether it is sent back in a state that only a bill has which was sent before.
    pub fn is_beyond_draft(&self) -> bool {
        let state = self.state.as_deref().and_then(|name| BillState::from_name(name.trim()));
        state.is_some_and(|state| !matches!(state, BillState::Open | BillState::Pending))
    }

    /// The bill without the rows that say so themselves.
    pub fn shown_in_result(mut self) -> Self {
        if let Some(rows) = &mut self.billableitems {
            rows.retain(RowBody::is_shown_in_result);
        }
        self
    }

    /// The change, or every field that cannot be read. The only state a worker may write is PENDING.
    pub fn read_change(self) -> Result<Change, Vec<Problem>> {
        let mut reader = Reader::default();
        let version = reader.whole("version", self.version.as_deref());
        let state = reader.choice("state", self.state.as_deref(), BillState::from_name);
        reader.refuse_if(self.is_beyond_draft(), "state", ErrorKey::InvalidChoice);
        match (reader.into_problems(), self.read()) {
            (problems, Ok(mut draft)) if problems.is_empty() => {
                draft.bill.purchases.clear();
                Ok(Change { version, draft, send: state == Some(BillState::Pending) })
            }
            (problems, draft) => Err([problems, draft.err().unwrap_or_default()].concat()),
        }
    }

    /// The bill, or every field that cannot be read.
    pub fn read(self) -> Result<Draft, Vec<Problem>> {
        let mut reader = Reader::default();
        let credit_of = self.credit_of.map(|credited| credited.id);
        let vat_rate = reader.percent("alv", self.alv.as_deref()).unwrap_or(Rate::ZERO);
        let mut bill = Bill::draft(vat_rate);
        if let Some(language) = reader.choice("language", self.language.as_deref(), BillLanguage::from_name) {
            bill.language = language;
        }
        bill.billing_date = reader.date("billingdate", self.billingdate.as_deref());
        let days: Option<u16> = reader.whole("dueDate", self.due_date.as_deref());
        bill.due_date = reader
            .date("exactDueDate", self.exact_due_date.as_deref())
            .or_else(|| bill.billing_date?.checked_add(i32::from(days?).days()).ok());
        bill.customer = self.shared_customer.map(|customer| customer.id);
        let by_code = |code: &str| code.parse().ok().and_then(VatZeroReason::from_code);
        bill.vat_zero_reason =
            reader.choice("vatZeroReasonCode", self.vat_zero_reason_code.as_deref(), by_code);
        bill.reverse_vat = self.inverse_alv.unwrap_or_default();
        bill.bill_reimbursements = self.bill_reimbursements_from_customer.unwrap_or_default();
        bill.separate_reimbursements = self.separate_reimbursements.unwrap_or_default();
        bill.left_out_from_home = self.left_out_from_home.unwrap_or_default();
        bill.construction_reimbursements = self.construction_reimbursements.unwrap_or_default();
        bill.specification =
            reader.text("specificationDetails", self.specification_details.as_deref(), limits::SPECIFICATION);
        bill.customer_reference =
            reader.text("yourcode", self.yourcode.as_deref(), limits::CUSTOMER_REFERENCE);
        bill.text = reader.text("invoiceText", self.invoice_text.as_deref(), limits::TEXT);
        bill.is_credit_note = credit_of.is_some();
        let two_reasons = bill.reverse_vat && bill.vat_zero_reason.is_some();
        reader.refuse_if(two_reasons, "vatZeroReasonCode", ErrorKey::VatZeroReasonWithReverseVat);
        bill.settle_choices();
        reader.refuse_more(self.billableitems.as_ref().map_or(0, Vec::len), "billableitems", limits::ROWS);
        let mut ids = HashSet::new();
        for (place, row) in self.billableitems.into_iter().flatten().enumerate() {
            let mut of_row = Reader::within(format!("billableitems[{place}]"));
            let row = row.read(&bill, &mut of_row);
            of_row.refuse_if(row.id.is_some_and(|id| !ids.insert(id)), "id", ErrorKey::Invalid);
            bill.rows.push(in_bill(&bill, row, &mut of_row));
            reader.append(of_row);
        }
        let shares = self.contractor_billable_items.unwrap_or_default();
        reader.refuse_more(shares.len(), "contractorBillableItems", limits::SHARES);
        for (place, row) in shares.into_iter().enumerate() {
            let mut of_row = Reader::within(format!("contractorBillableItems[{place}]"));
            bill.shares.push(row.read(&mut of_row));
            reader.append(of_row);
        }
        for (place, row) in self.ext_contractor_billable_items.into_iter().flatten().enumerate() {
            let mut of_row = Reader::within(format!("extContractorBillableItems[{place}]"));
            bill.purchases.push(row.read(&mut of_row));
            reader.append(of_row);
        }
        reader.finish(Some(Draft { bill, credit_of }))
    }
}

/// A row as its bill stores it: a credit note counts amounts above zero as taken back.
pub(super) fn in_bill(bill: &Bill, row: Row, reader: &mut Reader) -> Row {
    if !bill.is_credit_note {
        return row;
    }
    let mirrored = row.clone().mirrored();
    reader.refuse_if(mirrored.is_err(), "alvPrice", ErrorKey::OutOfRange);
    mirrored.unwrap_or(row)
}

impl ShareBody {
    fn read(self, reader: &mut Reader) -> Share {
        let state = reader.choice("state", self.state.as_deref(), ShareState::from_name);
        Share {
            id: None,
            state: state.unwrap_or(ShareState::Open),
            subcontractor: None,
            date: reader.date("date", self.date.as_deref()),
            amount: reader.money("amount", self.amount.as_deref()),
            percent: reader.percent("percent", self.percent.as_deref()),
            description: self.description.unwrap_or_default(),
        }
    }
}

impl PurchaseCostBody {
    fn read(self, reader: &mut Reader) -> PurchaseCost {
        let state = reader.choice("state", self.state.as_deref(), PurchaseState::from_name);
        let state = state.unwrap_or(PurchaseState::Open);
        PurchaseCost {
            state,
            amount: reader.money("amount", self.amount.as_deref()).unwrap_or_default(),
            pay_now: self.paynow.unwrap_or_default() || state == PurchaseState::PayNow,
            commission: None,
            receipts: 0,
        }
    }
}
