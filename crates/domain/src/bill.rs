//! A bill as the worker makes it: what the rules read and the store keeps.
//!
//! A draft is saved while it is being typed, so nearly everything may still be missing. What must be there
//! when the bill is sent is said by [`crate::validation`], not by these types. Beside each field stands its
//! name on the wire where that differs.

mod contracting;
mod expenses;
mod pricing;
mod row;

use jiff::civil::Date;
use liksa_money::Rate;

use crate::named::named;

pub use contracting::{ContractorRow, ContractorRowState, ExternalRow, ExternalRowState};
pub use expenses::{ExpenseClass, ExpenseKind, Expenses};
pub use pricing::Pricing;
pub use row::{Allowances, Journey, Moment, Row, WorkShift};

named! {
    /// Where a bill is on its way from draft to paid.
    BillState {
        /// Being written; the only state in which the worker may change it.
        Open = "OPEN",
        /// Sent for approval, nobody has taken it yet.
        Pending = "PENDING",
        /// A clerk is checking it.
        Taken = "TAKEN",
        Approved = "APPROVED",
        /// Sent to the customer.
        Closed = "CLOSED",
        Paid = "PAID",
        Credited = "HYVITETTY",
    }
}

named! {
    /// The language that the customer reads the bill in.
    BillLanguage { Finnish = "fin", English = "eng" }
}

/// Why a bill or a part of it bears no VAT.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VatZeroReason {
    PerformanceFee,
    CopyrightFee,
    ReverseChargeInEu,
    RealEstate,
    WildBerriesAndMushrooms,
    EarlyChildhoodEducation,
    Education,
    Insurance,
    SocialServicesAndInterpretation,
    VoluntaryServiceFee,
}

impl VatZeroReason {
    /// In the order of their codes, 1 to 10.
    pub const ALL: [Self; 10] = [
        Self::PerformanceFee,
        Self::CopyrightFee,
        Self::ReverseChargeInEu,
        Self::RealEstate,
        Self::WildBerriesAndMushrooms,
        Self::EarlyChildhoodEducation,
        Self::Education,
        Self::Insurance,
        Self::SocialServicesAndInterpretation,
        Self::VoluntaryServiceFee,
    ];

    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.code() == code)
    }

    pub fn code(self) -> u8 {
        match self {
            Self::PerformanceFee => 1,
            Self::CopyrightFee => 2,
            Self::ReverseChargeInEu => 3,
            Self::RealEstate => 4,
            Self::WildBerriesAndMushrooms => 5,
            Self::EarlyChildhoodEducation => 6,
            Self::Education => 7,
            Self::Insurance => 8,
            Self::SocialServicesAndInterpretation => 9,
            Self::VoluntaryServiceFee => 10,
        }
    }
}

/// The content of a bill that its worker writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bill {
    pub state: BillState,
    pub language: BillLanguage,
    /// `billingdate`
    pub billing_date: Option<Date>,
    /// `exactDueDate`
    pub due_date: Option<Date>,
    /// `alv`: what a new row starts with; each row has its own.
    pub vat_rate: Rate,
    /// `vatZeroReasonCode`
    pub vat_zero_reason: Option<VatZeroReason>,
    /// `inverseALV`: the customer pays the VAT, as in construction. All rows are then without it.
    pub reverse_vat: bool,
    /// `billReimbursementsFromCustomer`: reimbursements come on top of the rows and are not paid out of them.
    pub bill_reimbursements: bool,
    /// `separateReimbursements`: the customer sees them as lines of their own.
    pub separate_reimbursements: bool,
    /// `leftOutFromHome`: the worker says that trips began elsewhere than at home.
    pub left_out_from_home: bool,
    /// `yourcode`
    pub customer_reference: String,
    /// `invoiceText`
    pub text: String,
    /// `billableitems`
    pub rows: Vec<Row>,
    /// `contractorBillableItems`
    pub contractor_rows: Vec<ContractorRow>,
    /// `extContractorBillableItems`
    pub external_rows: Vec<ExternalRow>,
}

impl Bill {
    /// An empty draft.
    pub fn draft(vat_rate: Rate) -> Self {
        Self {
            state: BillState::Open,
            language: BillLanguage::Finnish,
            billing_date: None,
            due_date: None,
            vat_rate,
            vat_zero_reason: None,
            reverse_vat: false,
            bill_reimbursements: false,
            separate_reimbursements: false,
            left_out_from_home: false,
            customer_reference: String::new(),
            text: String::new(),
            rows: Vec::new(),
            contractor_rows: Vec::new(),
            external_rows: Vec::new(),
        }
    }

    /// A new VAT rate; a reason for zero goes with the zero.
    pub fn set_vat_rate(&mut self, rate: Rate) {
        self.vat_rate = rate;
        if !rate.is_zero() {
            self.vat_zero_reason = None;
        }
    }

    /// Reverse VAT leaves no VAT on the bill, and is itself the reason.
    pub fn set_reverse_vat(&mut self, reverse: bool) {
        self.reverse_vat = reverse;
        if reverse {
            self.vat_rate = Rate::ZERO;
            self.vat_zero_reason = None;
        }
    }

    /// Only reimbursements that are billed can be shown apart.
    pub fn set_bill_reimbursements(&mut self, billed: bool) {
        self.bill_reimbursements = billed;
        self.separate_reimbursements &= billed;
    }

    /// The VAT that a row really bears.
    pub fn vat_rate_of(&self, row: &Row) -> Rate {
        if self.reverse_vat { Rate::ZERO } else { row.vat_rate }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STANDARD: Rate = Rate::from_millionths(255_000);

    #[test]
    fn a_reason_for_zero_vat_goes_with_the_zero() {
        let mut bill = Bill::draft(Rate::ZERO);
        bill.vat_zero_reason = Some(VatZeroReason::Education);
        bill.set_vat_rate(Rate::ZERO);
        assert_eq!(bill.vat_zero_reason, Some(VatZeroReason::Education));
        bill.set_vat_rate(STANDARD);
        assert_eq!(bill.vat_zero_reason, None);
    }

    #[test]
    fn reverse_vat_leaves_no_vat_and_no_reason() {
        let mut bill = Bill::draft(STANDARD);
        bill.vat_zero_reason = Some(VatZeroReason::RealEstate);
        bill.set_reverse_vat(true);
        assert_eq!((bill.vat_rate, bill.vat_zero_reason), (Rate::ZERO, None));
    }

    #[test]
    fn reimbursements_not_billed_are_not_shown_apart() {
        let mut bill = Bill::draft(STANDARD);
        bill.set_bill_reimbursements(true);
        bill.separate_reimbursements = true;
        bill.set_bill_reimbursements(false);
        assert!(!bill.separate_reimbursements);
    }

    #[test]
    fn zero_vat_reasons_have_the_codes_1_to_10() {
        let codes: Vec<u8> = VatZeroReason::ALL.iter().map(|reason| reason.code()).collect();
        assert_eq!(codes, (1..=10).collect::<Vec<u8>>());
        assert_eq!(VatZeroReason::from_code(0), None);
        assert_eq!(VatZeroReason::from_code(7), Some(VatZeroReason::Education));
    }
}
