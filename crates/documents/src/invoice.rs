//! An invoice or a credit note as the customer gets it.
//!
//! PDF, Finvoice, UBL and mail are all made from this one value, and its totals are those of
//! [`liksa_domain::vat`], so that all of them agree to the cent.

mod from_bill;
mod line;
mod vat_note;

#[cfg(test)]
mod tests;

use jiff::civil::Date;
use liksa_domain::bill::BillLanguage;
use liksa_domain::vat::VatTotals;
use liksa_finland::PaymentReference;
use liksa_money::{Money, Rate};

pub use from_bill::{InvoiceHeader, from_bill};
pub use liksa_domain::settings::{EInvoiceAddress, Seller};
pub use line::{InvoiceLine, LineKind, Unit};
pub use vat_note::VatNote;

/// The content of an invoice, as it is printed and sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invoice {
    pub kind: Kind,
    pub language: BillLanguage,
    /// A draft has none yet, and with it no reference.
    pub number: Option<u64>,
    pub reference: Option<PaymentReference>,
    pub seller: Seller,
    /// The name of the person who did the work.
    pub worker: String,
    pub customer: Customer,
    pub billing_date: Option<Date>,
    pub due_date: Option<Date>,
    /// The customer's own code for the order, which they asked to see on the invoice.
    pub your_reference: String,
    /// Free text of the worker; may have several paragraphs.
    pub text: String,
    /// What the whole invoice is about, such as a site or a contract.
    pub specification: String,
    pub lines: Vec<InvoiceLine>,
    /// By VAT rate and in all. Bases and net are exactly the sums of [`InvoiceLine::net`].
    pub totals: VatTotals,
    /// The reason why a part has no VAT.
    pub vat_note: Option<VatNote>,
    /// Yearly. None where the rate of the half-year is not known: the invoice then refers to the law.
    pub late_interest: Option<Rate>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    Invoice,
    /// Its lines are negative.
    CreditNote {
        of: Option<OriginalInvoice>,
    },
}

/// The invoice that a credit note takes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OriginalInvoice {
    pub number: u64,
    pub date: Date,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Customer {
    pub name: String,
    /// A unit of a large organisation that gets its own bills.
    pub organization: String,
    /// A private person, who has neither business id nor VAT number.
    pub consumer: bool,
    /// Empty where there is none, as are the texts that follow.
    pub business_id: String,
    pub vat_number: String,
    pub address: Address,
    pub e_invoice: Option<EInvoiceAddress>,
    /// The reference of the seller in the customer's books.
    pub reference: String,
    pub cost_unit: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Address {
    pub street: String,
    pub postal_code: String,
    pub city: String,
    /// Two letters of ISO 3166.
    pub country: String,
    /// In the language of the invoice; printed below addresses abroad.
    pub country_name: String,
}

impl Address {
    /// The address of the provider, whose company is Finnish.
    pub fn of_seller(seller: &Seller) -> Self {
        let text = str::to_owned;
        Self {
            street: text(&seller.street),
            postal_code: text(&seller.postal_code),
            city: text(&seller.city),
            country: text("FI"),
            country_name: text("Suomi"),
        }
    }

    /// The lines of a postal address below the name, without empty ones.
    pub fn lines(&self) -> Vec<String> {
        let town = format!("{} {}", self.postal_code, self.city).trim().to_owned();
        let country = if self.country == "FI" { String::new() } else { self.country_name.to_uppercase() };
        [self.street.trim().to_owned(), town, country].into_iter().filter(|line| !line.is_empty()).collect()
    }
}

impl Invoice {
    pub fn is_credit_note(&self) -> bool {
        matches!(self.kind, Kind::CreditNote { .. })
    }

    /// The invoice that this one credits.
    pub fn original(&self) -> Option<OriginalInvoice> {
        match self.kind {
            Kind::CreditNote { of } => of,
            Kind::Invoice => None,
        }
    }

    /// The amount to pay, VAT included; negative on a credit note.
    pub fn payable(&self) -> Money {
        self.totals.gross
    }

    /// Days from the billing date to the due date.
    pub fn payment_days(&self) -> Option<i64> {
        let (from, until) = (self.billing_date?, self.due_date?);
        Some(until.duration_since(from).as_hours() / 24)
    }
}
