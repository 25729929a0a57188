//! Documents made from stored data: what is on them beside the bill, and the names of their files.

mod invoice;
pub mod names;
mod reports;

pub use self::{invoice::*, reports::*};

use liksa_domain::bill::BillLanguage;
use liksa_domain::settings::Seller;

use crate::prelude::*;

/// In whose name the workers bill on a day.
pub async fn seller_on(context: &Context, day: Date) -> anyhow::Result<Seller> {
    Ok(context.settings_on(day).await?.seller.clone())
}

/// The language of documents for a person.
pub fn bill_language(language: Language) -> BillLanguage {
    match language {
        Language::Finnish => BillLanguage::Finnish,
        Language::English => BillLanguage::English,
    }
}
