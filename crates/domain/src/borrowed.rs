//! Request bodies with borrowed texts. Callers move to the bodies themselves (`CustomerBody`, `TemplateBody`, …);
//! this file goes with its last caller.

use jiff::civil::Date;

use crate::distraint::{Distraint, DistraintBody};
use crate::problem::Problem;
use crate::promo_code::{PromoCode, PromoCodeBody};
use crate::tax_card::{CardTerms, TaxCardBody};
use crate::worker_terms::{TermsBody, WorkerTerms};

/// A struct of optional texts, and other fields that are taken over as they are.
macro_rules! borrowed {
    ($form:ident, $body:ident { $($text:ident),* $(,)? } { $($same:ident: $type:ty),* $(,)? } $(..$rest:expr)?) => {
        #[derive(Clone, Debug, Default)]
        pub struct $form<'a> { $(pub $text: Option<&'a str>,)* $(pub $same: $type,)* }

        impl $form<'_> {
            fn owned(&self) -> $body {
                $body { $($text: self.$text.map(Into::into),)* $($same: self.$same.clone(),)* $(..$rest)? }
            }
        }
    };
}

borrowed!(DistraintForm, DistraintBody { fixed, dependants, from, until, receiver, iban, reference } {});
borrowed!(CardForm, TaxCardBody { base_rate, ceiling, additional_rate, valid_from } {});
borrowed!(TermsForm, TermsBody { worker_type, service_percent, profession_code, employed_since } {
    yel_insured: Option<bool>, pay_yel_through_service: Option<bool>
} ..TermsBody::default());
borrowed!(PromoCodeForm, PromoCodeBody {
    code, service_percent, note, valid_from, valid_until, most_uses
} {} ..PromoCodeBody::default());

type Read<T> = Result<T, Vec<Problem>>;

impl DistraintForm<'_> {
    pub fn read(&self) -> Read<Distraint> {
        self.owned().read()
    }
}

impl CardForm<'_> {
    pub fn read(&self, today: Date) -> Read<CardTerms> {
        self.owned().read(today)
    }
}

impl TermsForm<'_> {
    pub fn read(&self, today: Date) -> Read<WorkerTerms> {
        self.owned().read(today)
    }
}

impl PromoCodeForm<'_> {
    pub fn read(&self) -> Read<PromoCode> {
        self.owned().read()
    }
}
