//! Workers on the wire, with their terms, payment orders and tax cards.

use liksa_domain::distraint::Distraint;
use liksa_domain::person::WorkerType;
use liksa_domain::tax_card::{CardTerms, TaxCardState};
use liksa_domain::worker_facts::masked_iban;
use liksa_domain::worker_terms::WorkerTerms;
use liksa_money::Percent;
use liksa_store::{PersonCard, StoredTaxCard};

use crate::api::bills::CardOnWire;
use crate::api::prelude::*;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WorkersQuery {
    /// Starts of words of the name or the e-mail; two letters at least.
    pub q: Option<String>,
    /// `next` of the page before.
    pub cursor: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct WorkersPage {
    /// By last name.
    #[schema(required)]
    pub workers: Vec<WorkerCard>,
    #[schema(required)]
    pub next: Option<String>,
}

/// A worker as far as the provider's staff need to know them. Account number and personal id are masked.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorkerView {
    pub id: PersonId,
    /// Goes with every change of the terms.
    pub version: i64,
    pub name: String,
    pub email: String,
    pub phone: String,
    pub marketing_name: String,
    pub address: String,
    pub postalcode: String,
    pub city: String,
    pub country: String,
    #[schema(required)]
    pub birth_date: Option<String>,
    #[schema(required)]
    pub iban: Option<String>,
    #[schema(required)]
    pub bic: Option<String>,
    #[schema(required)]
    pub personal_id: Option<String>,
    pub strong_identified: bool,
    pub terms: WorkerTerms,
    #[schema(required)]
    pub distraint: Option<DistraintOnWire>,
    /// What waits first, then the newest.
    #[schema(required)]
    pub tax_cards: Vec<TaxCardOnWire>,
    /// The latest; drafts are the worker's own.
    #[schema(required)]
    pub bills: Vec<CardOnWire>,
    /// How many have been sent in all.
    pub bills_total: i64,
    /// How many customers there are on the worker's list.
    pub customers: i64,
}

/// A worker in the list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorkerCard {
    pub id: PersonId,
    pub name: String,
    pub email: String,
    pub city: String,
    pub worker_type: WorkerType,
    /// The agreed fee in per cent; null where it is the usual one.
    #[schema(required)]
    pub service_percent: Option<Percent>,
    pub has_tax_card: bool,
    pub has_distraint: bool,
    /// Whether there is an account that a salary can be paid to.
    pub has_account: bool,
}

/// A payment order of the enforcement authority.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Distraint)]
pub struct DistraintOnWire {
    /// A sum for each month; null where the law's table is followed.
    #[schema(required)]
    pub fixed: Option<Money>,
    pub dependants: u8,
    pub from: String,
    #[schema(required)]
    pub until: Option<String>,
    pub receiver: String,
    /// All but the ends hidden.
    pub iban: String,
    pub reference: String,
}

/// The figures of a tax card.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxCardTerms {
    pub base_rate: Percent,
    #[schema(required)]
    pub ceiling: Option<Money>,
    #[schema(required)]
    pub additional_rate: Option<Percent>,
    pub valid_from: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TaxCard)]
pub struct TaxCardOnWire {
    pub id: TaxCardId,
    pub state: TaxCardState,
    /// Null until staff have read them off the file.
    #[schema(required)]
    pub terms: Option<TaxCardTerms>,
    pub has_file: bool,
    /// An instant, ISO 8601.
    pub sent_at: String,
    #[schema(required)]
    pub handled_at: Option<String>,
}

impl From<PersonCard> for WorkerCard {
    fn from(card: PersonCard) -> Self {
        Self {
            id: card.person.id,
            name: card.person.full_name(),
            email: card.person.email.as_str().to_owned(),
            city: card.city,
            worker_type: card.person.worker_type,
            service_percent: card.service_rate.map(Percent),
            has_tax_card: card.has_tax_card,
            has_distraint: card.has_distraint,
            has_account: card.has_account,
        }
    }
}

impl From<Distraint> for DistraintOnWire {
    fn from(order: Distraint) -> Self {
        Self {
            fixed: order.fixed,
            dependants: order.dependants,
            from: format_date(order.from),
            until: order.until.map(format_date),
            receiver: order.receiver,
            iban: masked_iban(&order.iban),
            reference: order.reference.to_string(),
        }
    }
}

impl From<CardTerms> for TaxCardTerms {
    fn from(terms: CardTerms) -> Self {
        Self {
            base_rate: Percent(terms.base_rate),
            ceiling: terms.above.map(|above| above.ceiling),
            additional_rate: terms.above.map(|above| Percent(above.rate)),
            valid_from: format_date(terms.valid_from),
        }
    }
}

impl From<StoredTaxCard> for TaxCardOnWire {
    fn from(card: StoredTaxCard) -> Self {
        Self {
            id: card.id,
            state: card.state,
            terms: card.terms.map(TaxCardTerms::from),
            has_file: card.has_file,
            sent_at: card.made_at.to_string(),
            handled_at: card.handled_at.map(|at| at.to_string()),
        }
    }
}
