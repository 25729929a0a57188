//! A bill as the worker writes it: what the rules read and the store saves.
//!
//! A draft is saved while it is being typed, so nearly everything may still be missing. What must be there
//! when the bill is sent is said by [`crate::validation`], not by these types.

mod copying;
mod dates;
mod expenses;
mod figures;
pub mod life;
mod pricing;
mod receipt_vat;
mod row;
mod row_body;
mod territory;

use jiff::ToSpan;
use jiff::civil::Date;
use liksa_money::{Money, MoneyError, Rate};

use crate::ids::CustomerId;
use crate::named::named;
use crate::person::WorkerType;
use crate::purchase::PurchaseCost;
use crate::share::Share;
use crate::vat::VatRounding;

pub use dates::NewDates;
pub use expenses::{ExpenseClass, ExpenseKind, ExpenseTexts, Expenses};
pub use figures::{BillFigures, search_words};
pub use pricing::Pricing;
pub use receipt_vat::{DeductedReceipts, ReceiptVat, ReceiptVatBody, deducted_vat_left, read_receipt_vat};
pub use row::{Allowances, Extras, Journey, Moment, Row, Trailer, WorkShift};
pub(crate) use row_body::one_line;
pub use row_body::{RowBody, TripBody};
pub use territory::Territory;

named! {
    /// Where a bill is on its way from draft to paid.
    #[derive(Default)]
    BillState {
        /// Being written; the only state in which the worker may change it.
        #[default]
        Open = "OPEN",
        /// Sent for approval; no clerk has taken it yet.
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
    /// The lists that a worker sees their bills in, in their order.
    Section {
        Open = "open",
        Pending = "pending",
        Sent = "sent",
        Paid = "paid",
        Credited = "credited",
    }
}

impl BillState {
    pub fn section(self) -> Section {
        match self {
            Self::Open => Section::Open,
            Self::Pending | Self::Taken | Self::Approved => Section::Pending,
            Self::Closed => Section::Sent,
            Self::Paid => Section::Paid,
            Self::Credited => Section::Credited,
        }
    }
}

named! {
    /// The language that the customer reads the bill in.
    #[derive(Default)]
    BillLanguage { #[default] Finnish = "fin", English = "eng" }
}

impl BillLanguage {
    pub fn either<T>(self, finnish: T, english: T) -> T {
        match self {
            Self::Finnish => finnish,
            Self::English => english,
        }
    }
}

/// Why a bill or a part of it bears no VAT.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VatZeroReason {
    PerformanceFee = 1,
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
        self as u8
    }
}

/// How much may be written in a bill.
pub mod limits {
    pub const ROWS: usize = 200;
    pub const SHARES: usize = 50;
    pub const SHARE_DESCRIPTION: usize = 500;
    pub const DECLINE_REASON: usize = 500;
    pub const DESTINATION: usize = 500;
    pub const TEXT: usize = 4000;
    pub const SPECIFICATION: usize = 1000;
    /// As long as e-invoices carry.
    pub const CUSTOMER_REFERENCE: usize = 70;
    pub const ADDRESS: usize = 200;
    pub const WAY_POINTS: usize = 20;
    pub const RECEIPTS_OF_ROW: u16 = 20;
    pub const REGISTER_NUMBER: usize = 20;
    pub const FOREIGN_SOURCE: usize = 200;
    /// As many as a car takes beside its driver.
    pub const PASSENGERS: u8 = 8;
    /// A longer trip is a slip of the keyboard.
    pub const TRAVEL_DAYS: u16 = 366;
}

/// The content of a bill that its worker writes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bill {
    pub state: BillState,
    /// Takes back another bill or a part of it: it has rows as that one has them, and every amount of them counts as
    /// negative. It takes the terms of that bill, see [`Bill::take_terms_of`].
    pub is_credit_note: bool,
    pub customer: Option<CustomerId>,
    pub language: BillLanguage,
    pub billing_date: Option<Date>,
    pub due_date: Option<Date>,
    /// What a new row starts with; each row has its own.
    pub vat_rate: Rate,
    pub vat_zero_reason: Option<VatZeroReason>,
    /// A draft is rounded as bills are today; what was sent stays as it was.
    pub vat_rounding: VatRounding,
    /// The VAT of the rates of which a credit note takes the last, where rounding it by itself would leave cents over.
    /// Decided when it is sent, see [`crate::crediting`].
    pub vat_of_rest: Vec<(Rate, Money)>,
    /// The customer pays the VAT, as in construction. All rows are then without it.
    pub reverse_vat: bool,
    /// Reimbursements come on top of the rows and are not paid out of them.
    pub bill_reimbursements: bool,
    /// The customer sees them as lines of their own.
    pub separate_reimbursements: bool,
    /// Billed reimbursements belong to the construction work and bear reverse
    /// VAT with it.
    pub construction_reimbursements: bool,
    /// The worker says that trips began elsewhere than at home.
    pub left_out_from_home: bool,
    /// What the customer needs to know the work by: a site, an order, a contract.
    pub specification: String,
    pub customer_reference: String,
    pub text: String,
    pub rows: Vec<Row>,
    /// Of a credit note: what it takes of each share of its bill.
    pub shares: Vec<Share>,
    /// None in a credit note, which takes nothing back of them.
    pub purchases: Vec<PurchaseCost>,
}

impl Bill {
    /// An empty draft.
    pub fn draft(vat_rate: Rate) -> Self {
        Self { vat_rate, ..Self::default() }
    }

    /// What one choice says about the others, whatever order they were made in: reverse VAT leaves no VAT and
    /// is itself the reason; only reimbursements that are billed can be shown apart or bear reverse VAT.
    pub fn settle_choices(&mut self) {
        if self.reverse_vat {
            self.vat_rate = Rate::ZERO;
            self.vat_zero_reason = None;
        }
        self.separate_reimbursements &= self.bill_reimbursements;
        self.construction_reimbursements &= self.bill_reimbursements && self.reverse_vat;
    }

    /// Whether it bills reimbursements, which only light entrepreneurs do: those of an employee are the employer's
    /// matter. A credit note takes back what was billed, also from a worker who has become an employee since then.
    pub fn bills_those_of_employee(&self, worker_type: WorkerType) -> bool {
        worker_type == WorkerType::Employee && self.bill_reimbursements && !self.is_credit_note
    }

    /// Leaves out what a worker of this type may not bill.
    pub fn settle_for(&mut self, worker_type: WorkerType) {
        if self.bills_those_of_employee(worker_type) {
            self.bill_reimbursements = false;
            self.settle_choices();
        }
    }

    /// When it is to be paid: on the chosen day, or so many days after the billing date.
    pub fn due_on(&self, payment_days: Option<i64>) -> Option<Date> {
        let by_term = || self.billing_date?.checked_add(payment_days?.days()).ok();
        self.due_date.or_else(by_term)
    }

    /// The VAT-free rows of a draft, line by line as they are printed: what shares by per cent follow.
    pub fn rows_sum(&self) -> Result<Money, MoneyError> {
        let lines = self.rows.iter().map(|row| row.total()?.rounded_to_cents());
        Money::sum(lines.collect::<Result<Vec<_>, _>>()?)
    }

    /// The VAT that a row really bears.
    pub fn vat_rate_of(&self, row: &Row) -> Rate {
        if self.reverse_vat { Rate::ZERO } else { row.vat_rate }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    const STANDARD: Rate = Rate::from_millionths(255_000);

    #[test]
    fn reverse_vat_leaves_no_vat_and_no_reason() {
        let mut bill = Bill::draft(STANDARD);
        bill.vat_zero_reason = Some(VatZeroReason::RealEstate);
        bill.settle_choices();
        assert_eq!((bill.vat_rate, bill.vat_zero_reason), (STANDARD, Some(VatZeroReason::RealEstate)));
        bill.reverse_vat = true;
        bill.settle_choices();
        assert_eq!((bill.vat_rate, bill.vat_zero_reason), (Rate::ZERO, None));
    }

    #[test]
    fn reimbursements_not_billed_are_neither_shown_apart_nor_taxed() {
        let mut bill = Bill::draft(STANDARD);
        bill.reverse_vat = true;
        bill.bill_reimbursements = true;
        bill.separate_reimbursements = true;
        bill.construction_reimbursements = true;
        bill.settle_choices();
        assert!(bill.separate_reimbursements && bill.construction_reimbursements);
        bill.bill_reimbursements = false;
        bill.settle_choices();
        assert!(!bill.separate_reimbursements && !bill.construction_reimbursements);
    }

    #[test]
    fn an_employee_bills_no_reimbursements() {
        let mut bill = Bill::draft(STANDARD);
        bill.bill_reimbursements = true;
        bill.separate_reimbursements = true;
        bill.settle_for(WorkerType::Entrepreneur);
        assert!(bill.bill_reimbursements && bill.separate_reimbursements);
        let mut note = Bill { is_credit_note: true, ..bill.clone() };
        note.settle_for(WorkerType::Employee);
        assert!(note.bill_reimbursements, "it has the terms of its bill");
        bill.settle_for(WorkerType::Employee);
        assert!(!bill.bill_reimbursements && !bill.separate_reimbursements);
    }

    #[test]
    fn a_bill_is_due_on_its_day_or_after_the_customers_days() {
        let mut bill = Bill::draft(STANDARD);
        assert_eq!(bill.due_on(Some(14)), None);
        bill.billing_date = Some(date(2026, 11, 20));
        assert_eq!((bill.due_on(Some(14)), bill.due_on(None)), (Some(date(2026, 12, 4)), None));
        bill.due_date = Some(date(2026, 11, 30));
        assert_eq!(bill.due_on(Some(14)), bill.due_date);
    }

    #[test]
    fn zero_vat_reasons_have_the_codes_1_to_10() {
        let codes: Vec<u8> = VatZeroReason::ALL.iter().map(|reason| reason.code()).collect();
        assert_eq!(codes, (1..=10).collect::<Vec<u8>>());
        assert_eq!(VatZeroReason::from_code(0), None);
        assert_eq!(VatZeroReason::from_code(7), Some(VatZeroReason::Education));
    }
}
