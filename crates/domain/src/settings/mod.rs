//! What the provider decides, as against what the law does: who it is, and what its service costs. Each set of
//! settings holds from a day on.

mod form;
mod prices;

use liksa_finland::{Bic, BusinessId, Iban, VatNumber};

pub use form::{PricesForm, ProviderForm};
pub use prices::ProviderSettings;

use crate::named::named;
use crate::person::Email;

/// The provider, complete and checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provider {
    pub seller: Seller,
    /// The number by which the bank knows the agreement on payment files.
    pub bank_agreement: String,
    pub payment_file_version: PaymentFileVersion,
    /// Whom the Incomes Register asks when something is unclear.
    pub contact: Contact,
    /// Under which employees are insured; not needed while there are light entrepreneurs alone.
    pub policies: Option<Policies>,
    pub prices: ProviderSettings,
}

/// In whose name workers bill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seller {
    pub name: String,
    pub business_id: BusinessId,
    pub vat_number: VatNumber,
    pub street: String,
    pub postal_code: String,
    pub city: String,
    /// The municipality in which the company is registered.
    pub domicile: String,
    pub iban: Iban,
    pub bic: Bic,
    pub email: Email,
    pub phone: String,
    pub website: String,
    pub e_invoice: Option<EInvoiceAddress>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EInvoiceAddress {
    pub address: String,
    /// The operator's id, one of [`liksa_finland::Operator`].
    pub operator: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contact {
    pub name: String,
    pub phone: String,
    pub email: Email,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policies {
    /// The register's number of the pension insurer.
    pub pension_provider: u16,
    pub pension_policy: String,
    pub accident_provider: BusinessId,
    pub accident_policy: String,
}

named! {
    /// Which version of pain.001 the bank takes.
    PaymentFileVersion {
        V03 = "pain.001.001.03",
        V09 = "pain.001.001.09",
    }
}
