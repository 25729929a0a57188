//! What the two e-invoice formats share: which invoices can be sent, and their figures.
//!
//! **Rounding.** A row is exact to four decimals, but a line of an e-invoice is whole cents, and EN 16931 wants
//! the lines of a VAT rate to add up to its base (BR-CO-10, BR-S-08). The [net of a line] is made for that: it
//! carries the rounding from line to line, so that each line is within a cent of quantity × price and their sum
//! is the base to the cent. There is no rounding line, no allowance and no rounding amount, and quantity and
//! unit price stay as they were agreed. Peppol allows two cents between them and the line
//! (PEPPOL-EN16931-R120).
//!
//! **VAT.** The VAT of a rate is counted by [`liksa_domain::vat`] from the exact sum of its rows, once. The base
//! that is sent is that sum in cents, so base × rate may differ from the VAT by a cent; the rules of EN 16931
//! (BR-CO-17, BR-S-09) are checked with a tolerance that allows it.
//!
//! **Sign.** A unit price is never negative (BR-27), so a row that takes something off has a negative quantity.
//!
//! [net of a line]: crate::invoice::Line::net

mod endpoint;
mod figures;

use jiff::civil::Date;
use liksa_domain::bill::BillLanguage;
use liksa_finland::{PaymentReference, VatNumber};
use liksa_money::{MoneyError, Rate};

use crate::invoice::{Invoice, Kind, OriginalInvoice, VatNote};

pub(crate) use endpoint::Endpoint;
pub(crate) use figures::{Figures, SentCategory, SentLine};

/// Why an invoice cannot be sent as an e-invoice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EInvoiceError {
    #[error("a draft has no number yet")]
    Draft,
    #[error("the invoice has no billing date")]
    WithoutDate,
    #[error("the invoice has no due date")]
    WithoutDueDate,
    #[error("the invoice has no reference to pay with")]
    WithoutReference,
    #[error("the invoice has no lines")]
    WithoutLines,
    #[error("a line says nothing of what was done")]
    LineWithoutText,
    #[error("the seller or the customer has no e-invoice address or no operator")]
    WithoutAddress,
    #[error("the customer's e-invoice address is not one of the Peppol network")]
    NotInPeppol,
    #[error("reverse charge needs the customer's VAT number or business id")]
    ReverseChargeWithoutBuyerId,
    #[error("the customer's name or country is missing")]
    WithoutBuyer,
    #[error("the id of the message is not 2 to 48 characters")]
    WrongMessageId,
    #[error(transparent)]
    Money(#[from] MoneyError),
}

/// The VAT categories of EN 16931 (UNTDID 5305) that our invoices use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TaxCategory {
    Standard,
    ZeroRated,
    Exempt,
    ReverseCharge,
}

impl TaxCategory {
    /// A bill has one reason for all its rows without VAT.
    pub fn of(rate: Rate, note: Option<VatNote>) -> Self {
        match note {
            _ if !rate.is_zero() => Self::Standard,
            Some(note) if note.is_reverse_charge() => Self::ReverseCharge,
            Some(_) => Self::Exempt,
            None => Self::ZeroRated,
        }
    }

    pub fn code(self) -> &'static str {
        match self {
            Self::Standard => "S",
            Self::ZeroRated => "Z",
            Self::Exempt => "E",
            Self::ReverseCharge => "AE",
        }
    }

    /// The code of the reason (VATEX) where the law leaves one alone; the others are told in words.
    pub fn exemption_code(self) -> Option<&'static str> {
        (self == Self::ReverseCharge).then_some("VATEX-EU-AE")
    }

    /// Zero-rated is its own reason; the standards even forbid to give one.
    pub fn needs_reason(self) -> bool {
        matches!(self, Self::Exempt | Self::ReverseCharge)
    }
}

/// An invoice with all that an e-invoice cannot do without.
pub(crate) struct Sendable<'a> {
    pub invoice: &'a Invoice,
    pub number: String,
    pub date: Date,
    pub due: Date,
    pub reference: &'a PaymentReference,
}

impl<'a> Sendable<'a> {
    pub fn of(invoice: &'a Invoice) -> Result<Self, EInvoiceError> {
        let number = invoice.number.ok_or(EInvoiceError::Draft)?.to_string();
        let date = invoice.billing_date.ok_or(EInvoiceError::WithoutDate)?;
        // Nobody waits for the payment of a credit note.
        let due = invoice.due_date.or(invoice.is_credit_note().then_some(date));
        let due = due.ok_or(EInvoiceError::WithoutDueDate)?;
        let reference = invoice.reference.as_ref().ok_or(EInvoiceError::WithoutReference)?;
        if invoice.lines.is_empty() {
            return Err(EInvoiceError::WithoutLines);
        }
        if invoice.lines.iter().any(|line| line.description.trim().is_empty()) {
            return Err(EInvoiceError::LineWithoutText);
        }
        let customer = &invoice.customer;
        if customer.name.trim().chars().count() < 2 || customer.address.country.len() != 2 {
            return Err(EInvoiceError::WithoutBuyer);
        }
        let reverse = invoice.vat_note.is_some_and(VatNote::is_reverse_charge);
        let is_known =
            customer.vat_number.parse::<VatNumber>().is_ok() || !customer.business_id.trim().is_empty();
        if reverse && !is_known {
            return Err(EInvoiceError::ReverseChargeWithoutBuyerId);
        }
        Ok(Self { invoice, number, date, due, reference })
    }

    /// The days of the lines, from the first to the last.
    pub fn period(&self) -> Option<(Date, Date)> {
        let dates = || self.invoice.lines.iter().filter_map(|line| line.date);
        Some((dates().min()?, dates().max()?))
    }

    pub fn in_language(&self, finnish: &'static str, english: &'static str) -> &'static str {
        match self.invoice.language {
            BillLanguage::Finnish => finnish,
            BillLanguage::English => english,
        }
    }

    pub fn original(&self) -> Option<OriginalInvoice> {
        match self.invoice.kind {
            Kind::CreditNote { of } => of,
            Kind::Invoice => None,
        }
    }

    /// Why the lines of a category bear no VAT.
    pub fn exemption_reason(&self, category: TaxCategory) -> Option<&'static str> {
        let note = self.invoice.vat_note.filter(|_| category.needs_reason())?;
        Some(note.text(self.invoice.language))
    }

    pub fn payment_terms(&self) -> String {
        match (self.invoice.is_credit_note(), self.invoice.payment_days()) {
            (true, _) => {
                self.in_language("Hyvityslasku, ei maksettavaa", "Credit note, nothing to pay").to_owned()
            }
            (false, Some(days)) => format!("{days} {}", self.in_language("pv netto", "days net")),
            (false, None) => self.in_language("Eräpäivään mennessä", "By the due date").to_owned(),
        }
    }

    pub fn late_interest(&self) -> String {
        match self.invoice.late_interest {
            Some(rate) => {
                let (name, percent) =
                    (self.in_language("Viivästyskorko", "Late-payment interest"), rate.plain_percent());
                format!("{name} {} %", self.decimal_mark(&percent))
            }
            None => self
                .in_language(
                    "Viivästyskorko korkolain mukaan",
                    "Late-payment interest under the Interest Act",
                )
                .to_owned(),
        }
    }

    fn decimal_mark(&self, number: &str) -> String {
        number.replace('.', self.in_language(",", "."))
    }

    /// Text and specification as paragraphs.
    pub fn free_text(&self) -> String {
        let texts = [&self.invoice.specification, &self.invoice.text].map(|text| text.trim());
        texts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n")
    }
}
