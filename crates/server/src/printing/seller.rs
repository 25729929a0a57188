//! The provider as documents name it.

use jiff::civil::Date;
use liksa_documents::invoice::{Address, EInvoiceAddress, Seller};

use crate::app::App;

/// In whose name the workers bill on a day.
pub async fn seller_on(app: &App, day: Date) -> anyhow::Result<Seller> {
    let seller = app.settings_on(day).await?.seller.clone();
    let e_invoice = seller.e_invoice;
    Ok(Seller {
        name: seller.name,
        business_id: seller.business_id,
        vat_number: seller.vat_number,
        address: Address {
            street: seller.street,
            postal_code: seller.postal_code,
            city: seller.city,
            country: "FI".to_owned(),
            country_name: "Suomi".to_owned(),
        },
        domicile: seller.domicile,
        iban: seller.iban,
        bic: seller.bic,
        email: seller.email.as_str().to_owned(),
        phone: seller.phone,
        website: seller.website,
        e_invoice: e_invoice.map(|to| EInvoiceAddress { address: to.address, operator: to.operator }),
    })
}
