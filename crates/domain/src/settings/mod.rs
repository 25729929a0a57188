//! Settings of the provider: who it is and what its service costs. Each set of settings is valid from a day on.

mod advances;
mod form;
mod receivers;

use std::collections::BTreeMap;

use liksa_finland::{Bic, BusinessId, Iban, VatNumber};
use liksa_money::{Money, Rate};
use liksa_rates::UnemploymentTier;

pub use advances::AdvancesForm;
pub use form::{PricesForm, ProviderForm};
pub use receivers::{DueKind, Receiver, ReceiverForm, Receivers, ReceiversForm};

use crate::advance::AdvanceTerms;
use crate::named::named;
use crate::person::Email;

/// The provider, complete and checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provider {
    pub seller: Seller,
    /// The number by which the bank knows the agreement on payment files.
    pub bank_agreement: String,
    pub payment_file_version: PaymentFileVersion,
    /// Contact person for the Incomes Register.
    pub contact: Contact,
    /// Under which employees are insured; not needed while there are light entrepreneurs alone.
    pub policies: Option<Policies>,
    pub prices: ProviderSettings,
    /// How long an approved bill can still be taken back before it goes to the customer.
    pub waiting_minutes: u16,
    /// Above this a match by hand waits for a second person; zero for every one.
    pub second_person_above: Money,
    /// Where a visitor who opens the service without naming a page begins.
    pub front_page: FrontPage,
    pub advances: AdvanceTerms,
    /// Who gets what salaries make the provider owe to others.
    pub receivers: Receivers,
}

/// Seller on all invoices: the provider, in whose name workers bill.
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

named! {
    /// The first page of a visitor.
    FrontPage {
        Login = "login",
        Landing = "landing",
    }
}

/// The provider's prices and insurances.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderSettings {
    /// Of the VAT-free billing, unless the person has negotiated another.
    pub service_percent: Rate,
    /// The most that one person pays for the service in a calendar month.
    pub service_fee_maximum_per_month: Money,
    /// Of a purchase invoice that is paid before the customer has paid.
    pub pay_now_commission: Rate,
    pub accident_insurance: Rate,
    /// Professions whose accident insurance costs something else.
    pub accident_insurance_by_profession: BTreeMap<String, Rate>,
    pub group_life: Rate,
    pub unemployment_tier: UnemploymentTier,
}

impl Default for ProviderSettings {
    fn default() -> Self {
        Self {
            service_percent: Rate::from_millionths(69_000),
            service_fee_maximum_per_month: Money::euros(500),
            pay_now_commission: Rate::from_millionths(75_000),
            accident_insurance: Rate::from_millionths(6_000),
            accident_insurance_by_profession: BTreeMap::new(),
            group_life: Rate::from_millionths(600),
            unemployment_tier: UnemploymentTier::Lower,
        }
    }
}

impl ProviderSettings {
    pub fn accident_insurance_of(&self, profession_code: Option<&str>) -> Rate {
        profession_code
            .and_then(|code| self.accident_insurance_by_profession.get(code))
            .copied()
            .unwrap_or(self.accident_insurance)
    }
}
