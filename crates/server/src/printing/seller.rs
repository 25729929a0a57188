//! The provider as documents name it.

use anyhow::Context;
use jiff::civil::Date;
use liksa_documents::invoice::{Address, EInvoiceAddress, Seller};
use liksa_finland::VatNumber;

use crate::app::App;

/// In whose name the workers bill on a day.
pub async fn seller_on(_app: &App, _day: Date) -> anyhow::Result<Seller> {
    let business_id = "2077474-0".parse().context("the provider's business id")?;
    Ok(Seller {
        name: "Liksa Oy".to_owned(),
        vat_number: VatNumber::from(&business_id),
        business_id,
        address: Address {
            street: "Hämeentie 15 A 3".to_owned(),
            postal_code: "00500".to_owned(),
            city: "Helsinki".to_owned(),
            country: "FI".to_owned(),
            country_name: "Suomi".to_owned(),
        },
        domicile: "Helsinki".to_owned(),
        iban: "FI21 1234 5600 0007 85".parse().context("the provider's account")?,
        bic: "NDEAFIHH".parse().context("the provider's bank")?,
        email: "laskutus@liksa.example".to_owned(),
        phone: "09 123 4567".to_owned(),
        website: "liksa.example".to_owned(),
        e_invoice: Some(EInvoiceAddress {
            address: "003720774740".to_owned(),
            operator: "NDEAFIHH".to_owned(),
        }),
    })
}
