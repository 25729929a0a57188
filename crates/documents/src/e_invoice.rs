//! Common part of the two e-invoice formats: which invoices can be sent, and their figures.
//!
//! **Rounding.** A row is exact to four decimals, but a line of an e-invoice is whole cents, and EN 16931 requires
//! the lines of a VAT rate to add up to its base (BR-CO-10, BR-S-08) and the base times the rate to be the VAT
//! (BR-CO-17, BR-S-09). The [net of a line] is the row in cents, and [`liksa_domain::vat`] makes base and VAT from
//! these, so that all of it holds to the letter, but for a credit note that
//! takes the last of a rate and with it the VAT that is left. There is no rounding line, no allowance and no rounding amount, and
//! quantity and unit price stay as they were agreed: at most half a cent from the line, where Peppol allows two
//! cents (PEPPOL-EN16931-R120). Invoices sent before this rule keep their figures, in which the VAT may be a cent off
//! base × rate, as the rules are checked with a tolerance.
//!
//! **Sign.** A unit price is never negative (BR-27), so a row that takes something off has a negative quantity.
//!
//! [net of a line]: crate::invoice::InvoiceLine::net

mod endpoint;

use jiff::civil::Date;
use liksa_domain::vat::VatTotals;
use liksa_finland::{PaymentReference, VatNumber};
use liksa_money::{MoneyError, Rate};

use crate::ensure;
use crate::invoice::{Invoice, VatNote};

pub(crate) use endpoint::Endpoint;

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

/// A VAT category of EN 16931 (UNTDID 5305).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TaxCategory {
    pub code: &'static str,
    /// Zero-rated is its own reason; the standards even forbid to give one.
    needs_reason: bool,
    /// The code of the reason (VATEX) where the law leaves a single one; the others are given in words.
    pub exemption_code: Option<&'static str>,
}

const STANDARD: TaxCategory = TaxCategory { code: "S", needs_reason: false, exemption_code: None };
const ZERO_RATED: TaxCategory = TaxCategory { code: "Z", needs_reason: false, exemption_code: None };
const EXEMPT: TaxCategory = TaxCategory { code: "E", needs_reason: true, exemption_code: None };
const REVERSE_CHARGE: TaxCategory =
    TaxCategory { code: "AE", needs_reason: true, exemption_code: Some("VATEX-EU-AE") };

/// Whether the amounts of a credit note are negative, as on the PDF, or positive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CreditNotes {
    Negative,
    Positive,
}

/// An invoice that has everything an e-invoice requires, with the signs of the format.
pub(crate) struct Sendable {
    pub invoice: Invoice,
    pub number: String,
    pub date: Date,
    pub due: Date,
    pub reference: PaymentReference,
}

impl Sendable {
    pub fn of(invoice: &Invoice, credit_notes: CreditNotes) -> Result<Self, EInvoiceError> {
        let number = invoice.number.ok_or(EInvoiceError::Draft)?.to_string();
        let date = invoice.billing_date.ok_or(EInvoiceError::WithoutDate)?;
        // A credit note is not paid, so it needs no due date.
        let due = invoice.due_date.or(invoice.is_credit_note().then_some(date));
        let due = due.ok_or(EInvoiceError::WithoutDueDate)?;
        let reference = invoice.reference.clone().ok_or(EInvoiceError::WithoutReference)?;
        ensure(!invoice.lines.is_empty(), EInvoiceError::WithoutLines)?;
        let described = invoice.lines.iter().all(|line| !line.description.trim().is_empty());
        ensure(described, EInvoiceError::LineWithoutText)?;
        let customer = &invoice.customer;
        let named = customer.name.trim().chars().count() >= 2 && customer.address.country.len() == 2;
        ensure(named, EInvoiceError::WithoutBuyer)?;
        let reverse = invoice.vat_note.is_some_and(VatNote::is_reverse_charge);
        let is_known =
            customer.vat_number.parse::<VatNumber>().is_ok() || !customer.business_id.trim().is_empty();
        ensure(!reverse || is_known, EInvoiceError::ReverseChargeWithoutBuyerId)?;
        let mirrored = invoice.is_credit_note() && credit_notes == CreditNotes::Positive;
        Ok(Self { invoice: with_signs(invoice, mirrored)?, number, date, due, reference })
    }

    /// The category of lines with a VAT rate. A bill has one reason for all its rows without VAT.
    pub fn category(&self, rate: Rate) -> TaxCategory {
        match self.invoice.vat_note {
            _ if !rate.is_zero() => STANDARD,
            Some(note) if note.is_reverse_charge() => REVERSE_CHARGE,
            Some(_) => EXEMPT,
            None => ZERO_RATED,
        }
    }

    /// The days of the lines, from the first to the last.
    pub fn period(&self) -> Option<(Date, Date)> {
        let dates = || self.invoice.lines.iter().filter_map(|line| line.date);
        Some((dates().min()?, dates().max()?))
    }

    pub fn in_language(&self, finnish: &'static str, english: &'static str) -> &'static str {
        self.invoice.language.either(finnish, english)
    }

    /// The reason why the lines of a category have no VAT.
    pub fn exemption_reason(&self, category: TaxCategory) -> Option<&'static str> {
        let note = self.invoice.vat_note.filter(|_| category.needs_reason)?;
        Some(note.text(self.invoice.language))
    }

    pub fn payment_terms(&self) -> String {
        if self.invoice.is_credit_note() {
            return self
                .in_language("Hyvityslasku, ei maksettavaa", "Credit note, nothing to pay")
                .to_owned();
        }
        match self.invoice.payment_days() {
            Some(days) => format!("{days} {}", self.in_language("pv netto", "days net")),
            None => self.in_language("Eräpäivään mennessä", "By the due date").to_owned(),
        }
    }

    pub fn late_interest(&self) -> String {
        let name = self.in_language("Viivästyskorko", "Late interest");
        match self.invoice.late_interest {
            Some(rate) => {
                let number = rate.plain_percent().replace('.', self.in_language(",", "."));
                format!("{name} {number}{}", self.in_language(" %", "%"))
            }
            None => format!("{name} {}", self.in_language("korkolain mukaan", "under the Interest Act")),
        }
    }

    /// Text and specification as paragraphs.
    pub fn free_text(&self) -> String {
        let texts = [&self.invoice.specification, &self.invoice.text].map(|text| text.trim());
        texts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n")
    }
}

/// A copy whose unit prices are not negative, with all other signs turned if `mirrored`.
fn with_signs(invoice: &Invoice, mirrored: bool) -> Result<Invoice, MoneyError> {
    let mut sent = invoice.clone();
    for line in &mut sent.lines {
        if mirrored != line.unit_price.is_negative() {
            line.quantity = line.quantity.negated()?;
        }
        if line.unit_price.is_negative() {
            line.unit_price = line.unit_price.negated()?;
        }
    }
    if mirrored {
        let VatTotals { categories, net, vat, gross } = &mut sent.totals;
        let of_categories = categories.iter_mut().flat_map(|category| [&mut category.net, &mut category.vat]);
        let of_lines = sent.lines.iter_mut().map(|line| &mut line.net);
        for amount in of_categories.chain(of_lines).chain([net, vat, gross]) {
            *amount = amount.negated()?;
        }
    }
    Ok(sent)
}
