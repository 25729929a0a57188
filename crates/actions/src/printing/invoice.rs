//! From a stored bill to the invoice that its customer reads.

use liksa_documents::finvoice;
use liksa_documents::invoice::{
    Address, Customer, EInvoiceAddress, Invoice, InvoiceHeader, OriginalInvoice, from_bill,
};
use liksa_documents::pdf::Made;
use liksa_domain::bill::BillLanguage;
use liksa_domain::customer::{Country, CustomerDetails, PartyRole};
use liksa_money::Rate;
use liksa_rates::StatutoryFigures;

use super::*;
use crate::prelude::*;

/// The bill as its customer gets it, or as a draft as long as it has no number. A draft that cannot be calculated yet
/// has problems instead.
pub async fn invoice_of(context: &Context, stored: &StoredBill) -> Result<Invoice> {
    let (today, law) = (context.clock.today(), context.law().await?);
    let mut bill = stored.bill.clone();
    bill.due_date = bill.due_on(stored.customer.as_ref().map(|customer| customer.payment_days));
    let dated = bill.billing_date.unwrap_or(today);
    let customer = match bill.customer {
        Some(id) => context.store.billed_customer(stored.person, id).await?,
        None => None,
    };
    let worker = context.store.person(stored.person).await?;
    let details = customer.map(|customer| customer.details);
    let consumer = details.as_ref().is_some_and(|details| details.role == PartyRole::Individual);
    let header = InvoiceHeader {
        credits: original_of(context, stored).await?,
        number: stored.number.and_then(|number| u64::try_from(number).ok()),
        seller: seller_on(context, dated).await?,
        worker: worker.map(|person| person.full_name()).unwrap_or_default(),
        customer: details.map(|details| addressee(details, bill.language)).unwrap_or_default(),
        late_interest: late_interest(&law, dated, consumer),
    };
    from_bill(&law, &bill, header, today).map_err(Error::Invalid)
}

/// The PDF of an invoice; one with a number carries itself for programs too. The same invoice made at the same
/// moment is the same file. `reader` is the person who waits for it, if anybody does.
pub async fn pdf_of(
    context: &Context,
    reader: Option<PersonId>,
    invoice: Invoice,
    at: Timestamp,
) -> Result<Vec<u8>> {
    let finvoice = finvoice::to_xml(&invoice, None).ok();
    context.pdf_printer.print(reader, invoice, Made { at, finvoice }).await
}

/// The invoice that a credit note takes back.
async fn original_of(context: &Context, stored: &StoredBill) -> Result<Option<OriginalInvoice>, StoreError> {
    let Some(link) = &stored.links.credit_of else { return Ok(None) };
    let Some(number) = link.number.and_then(|number| u64::try_from(number).ok()) else { return Ok(None) };
    let date = context.store.bill(link.id).await?.and_then(|original| original.bill.billing_date);
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
    // Where there are several cost units, none was chosen.
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
fn late_interest(law: &StatutoryFigures, date: Date, consumer: bool) -> Option<Rate> {
    let rates = &law.for_date(date).ok()?.late_interest;
    if consumer { rates.general(date).ok() } else { rates.between_businesses(date).ok() }
}
