//! From a stored bill to the invoice that its customer reads.

use jiff::Timestamp;
use jiff::civil::Date;
use liksa_documents::finvoice;
use liksa_documents::invoice::{
    Address, Customer, EInvoiceAddress, Envelope, Invoice, OriginalInvoice, from_bill,
};
use liksa_documents::pdf::{Attachment, Made};
use liksa_domain::bill::BillLanguage;
use liksa_domain::customer::{Country, CustomerDetails, PartyRole};
use liksa_domain::problem::Problem;
use liksa_money::Rate;
use liksa_rates::Rates;
use liksa_store::{StoreError, StoredBill};

use super::seller_on;
use crate::app::App;
use crate::http::error::{ApiError, FieldProblem};

/// Why there is no invoice of a bill.
#[derive(Debug, thiserror::Error)]
pub enum Unprintable {
    /// A draft that cannot be reckoned yet.
    #[error("the bill cannot be reckoned: {0:?}")]
    Problems(Vec<Problem>),
    #[error(transparent)]
    Other(#[from] anyhow::Error),
}

impl From<StoreError> for Unprintable {
    fn from(error: StoreError) -> Self {
        Self::Other(error.into())
    }
}

impl From<Unprintable> for ApiError {
    fn from(error: Unprintable) -> Self {
        match error {
            Unprintable::Problems(problems) => {
                Self::Invalid(problems.into_iter().map(FieldProblem::from).collect())
            }
            Unprintable::Other(error) => Self::Internal(error),
        }
    }
}

/// The bill as its customer gets it, or as a draft as long as it has no number.
pub async fn invoice_of(app: &App, stored: &StoredBill) -> Result<Invoice, Unprintable> {
    let today = app.clock.today();
    let mut bill = stored.bill.clone();
    bill.due_date = bill.due_on(stored.customer.as_ref().map(|customer| customer.payment_days));
    let dated = bill.billing_date.unwrap_or(today);
    let customer = match bill.customer {
        Some(id) => app.store.billed_customer(stored.person, id).await?,
        None => None,
    };
    let worker = app.store.person(stored.person).await?;
    let details = customer.map(|customer| customer.details);
    let consumer = details.as_ref().is_some_and(|details| details.role == PartyRole::Individual);
    let envelope = Envelope {
        credits: original_of(app, stored).await?,
        number: stored.number.and_then(|number| u64::try_from(number).ok()),
        seller: seller_on(app, dated).await?,
        worker: worker.map(|person| person.full_name()).unwrap_or_default(),
        customer: details.map(|details| addressee(details, bill.language)).unwrap_or_default(),
        late_interest: late_interest(dated, consumer),
    };
    from_bill(&bill, envelope, today).map_err(Unprintable::Problems)
}

/// The PDF of an invoice; one with a number carries itself for programs too. The same invoice made at the same
/// moment is the same file.
pub async fn pdf_of(app: &App, invoice: Invoice, at: Timestamp) -> anyhow::Result<Vec<u8>> {
    let attachment = finvoice::to_xml(&invoice, None).ok().map(|xml| Attachment {
        name: "finvoice.xml".to_owned(),
        media_type: "application/xml".to_owned(),
        description: "Finvoice 3.0".to_owned(),
        content: xml.into_bytes(),
    });
    app.press.print(invoice, Made { at, attachment }).await
}

/// The invoice that a credit note takes back.
async fn original_of(app: &App, stored: &StoredBill) -> Result<Option<OriginalInvoice>, StoreError> {
    let Some(link) = &stored.links.credit_of else { return Ok(None) };
    let Some(number) = link.number.and_then(|number| u64::try_from(number).ok()) else { return Ok(None) };
    let date = app.store.bill(link.id).await?.and_then(|original| original.bill.billing_date);
    Ok(date.map(|date| OriginalInvoice { number, date }))
}

fn addressee(details: CustomerDetails, language: BillLanguage) -> Customer {
    let country = Country::with_alpha3(&details.country);
    let country_name = country.map(|country| match language {
        BillLanguage::Finnish => country.name_fi,
        BillLanguage::English => country.name_en,
    });
    let reachable = !details.einvoice_address.is_empty() && !details.operator.is_empty();
    let e_invoice = EInvoiceAddress { address: details.einvoice_address, operator: details.operator };
    // Several cost units are to choose from, and nobody has chosen.
    let mut cost_units = details.cost_units;
    let cost_unit = if cost_units.len() == 1 { cost_units.pop() } else { None };
    Customer {
        name: details.name,
        organization: details.organization,
        consumer: details.role == PartyRole::Individual,
        business_id: details.business_id,
        vat_number: details.vat_number,
        address: Address {
            street: details.address,
            postal_code: details.postal_code,
            city: details.city,
            country: country.map(|country| country.alpha2).unwrap_or_default().to_owned(),
            country_name: country_name.unwrap_or_default().to_owned(),
        },
        e_invoice: reachable.then_some(e_invoice),
        reference: details.reference,
        cost_unit: cost_unit.unwrap_or_default(),
    }
}

/// Where the rate of the half-year is not known yet, the invoice refers to the law instead.
fn late_interest(date: Date, consumer: bool) -> Option<Rate> {
    let rates = &Rates::for_date(date).ok()?.late_interest;
    if consumer { rates.general(date).ok() } else { rates.between_businesses(date).ok() }
}
