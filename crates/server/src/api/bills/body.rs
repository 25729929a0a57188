//! A bill as a client sends it, by the names of the specification, and how it is read.

use liksa_domain::bill::{
    Bill, BillLanguage, ContractorRow, ContractorRowState, ExternalRow, ExternalRowState, VatZeroReason,
};
use liksa_domain::problem::Problem;
use liksa_domain::reading::Reader;
use liksa_money::Rate;
use serde::Deserialize;
use utoipa::ToSchema;

use super::row_body::RowBody;
use crate::api::number::{NumberText, text};

/// A bill. Everything may be missing while it is a draft; what the server owns is not read.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillBody {
    /// `fin` or `eng`.
    language: Option<String>,
    /// DD.MM.YYYY
    billingdate: Option<String>,
    /// DD.MM.YYYY
    exact_due_date: Option<String>,
    /// VAT in per cent that a new row starts with.
    alv: Option<NumberText>,
    /// 1 to 10.
    vat_zero_reason_code: Option<NumberText>,
    #[serde(rename = "inverseALV")]
    inverse_alv: Option<bool>,
    bill_reimbursements_from_customer: Option<bool>,
    separate_reimbursements: Option<bool>,
    left_out_from_home: Option<bool>,
    yourcode: Option<String>,
    invoice_text: Option<String>,
    billableitems: Option<Vec<RowBody>>,
    contractor_billable_items: Option<Vec<ContractorRowBody>>,
    ext_contractor_billable_items: Option<Vec<ExternalRowBody>>,
}

/// The share of a subcontractor.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContractorRowBody {
    /// DD.MM.YYYY
    date: Option<String>,
    /// Without VAT.
    amount: Option<NumberText>,
    description: Option<String>,
    state: Option<String>,
}

/// A purchase invoice.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExternalRowBody {
    name: Option<String>,
    /// DD.MM.YYYY
    duedate: Option<String>,
    /// Without VAT.
    amount: Option<NumberText>,
    reference_number: Option<String>,
    account_number: Option<String>,
    paynow: Option<bool>,
    state: Option<String>,
}

impl BillBody {
    /// The bill, or every field that cannot be read.
    pub fn read(self) -> Result<Bill, Vec<Problem>> {
        let mut reader = Reader::default();
        let mut problems = vec![];
        let vat_rate = reader.percent("alv", text(&self.alv)).unwrap_or(Rate::ZERO);
        let mut bill = Bill::draft(vat_rate);
        if let Some(language) = reader.choice("language", self.language.as_deref(), BillLanguage::from_name) {
            bill.language = language;
        }
        bill.billing_date = reader.date("billingdate", self.billingdate.as_deref());
        bill.due_date = reader.date("exactDueDate", self.exact_due_date.as_deref());
        let by_code = |code: &str| code.parse().ok().and_then(VatZeroReason::from_code);
        bill.vat_zero_reason = reader.choice("vatZeroReasonCode", text(&self.vat_zero_reason_code), by_code);
        bill.reverse_vat = self.inverse_alv.unwrap_or_default();
        bill.bill_reimbursements = self.bill_reimbursements_from_customer.unwrap_or_default();
        bill.separate_reimbursements = self.separate_reimbursements.unwrap_or_default();
        bill.left_out_from_home = self.left_out_from_home.unwrap_or_default();
        bill.customer_reference = self.yourcode.unwrap_or_default();
        bill.text = self.invoice_text.unwrap_or_default();
        for (place, row) in self.billableitems.into_iter().flatten().enumerate() {
            let mut reader = Reader::within(format!("billableitems[{place}]"));
            bill.rows.push(row.read(vat_rate, &mut reader));
            problems.extend(reader.into_problems());
        }
        for (place, row) in self.contractor_billable_items.into_iter().flatten().enumerate() {
            let mut reader = Reader::within(format!("contractorBillableItems[{place}]"));
            bill.contractor_rows.push(row.read(&mut reader));
            problems.extend(reader.into_problems());
        }
        for (place, row) in self.ext_contractor_billable_items.into_iter().flatten().enumerate() {
            let mut reader = Reader::within(format!("extContractorBillableItems[{place}]"));
            bill.external_rows.push(row.read(&mut reader));
            problems.extend(reader.into_problems());
        }
        let problems = [reader.into_problems(), problems].concat();
        if problems.is_empty() { Ok(bill) } else { Err(problems) }
    }
}

impl ContractorRowBody {
    fn read(self, reader: &mut Reader) -> ContractorRow {
        let state = reader.choice("state", self.state.as_deref(), ContractorRowState::from_name);
        ContractorRow {
            state: state.unwrap_or(ContractorRowState::Open),
            subcontractor: None,
            date: reader.date("date", self.date.as_deref()),
            amount: reader.money("amount", text(&self.amount)),
            description: self.description.unwrap_or_default(),
        }
    }
}

impl ExternalRowBody {
    fn read(self, reader: &mut Reader) -> ExternalRow {
        let state = reader.choice("state", self.state.as_deref(), ExternalRowState::from_name);
        ExternalRow {
            state: state.unwrap_or(ExternalRowState::Open),
            name: self.name.unwrap_or_default(),
            due_date: reader.date("duedate", self.duedate.as_deref()),
            amount: reader.money("amount", text(&self.amount)),
            reference_number: self.reference_number.unwrap_or_default(),
            account_number: self.account_number.unwrap_or_default(),
            pay_now: self.paynow.unwrap_or_default(),
            receipts: 0,
        }
    }
}
