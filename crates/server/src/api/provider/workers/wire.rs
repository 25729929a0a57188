//! Shapes of a worker that several answers share.

use liksa_domain::dates::format_date;
use liksa_domain::distraint::Distraint;
use liksa_domain::ids::Id;
use liksa_domain::pay_facts::masked_iban;
use liksa_domain::tax_card::CardTerms;
use liksa_domain::worker_terms::WorkerTerms;
use liksa_store::{PersonCard, StoredTaxCard};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::named::wire_enum;
use crate::api::number::{Euros, Percent};
use crate::api::wire::WorkerType;

wire_enum!(TaxCardStateOnWire, "TaxCardState", liksa_domain::tax_card::TaxCardState);

/// A worker in the list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorkerCard {
    pub id: Uuid,
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

/// What was agreed with a worker.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Terms {
    pub worker_type: WorkerType,
    /// In per cent; null where it is the provider's usual fee.
    #[schema(required)]
    pub service_percent: Option<Percent>,
    #[schema(required)]
    pub profession_code: Option<String>,
    pub yel_insured: bool,
    pub pay_yel_through_service: bool,
    /// DD.MM.YYYY
    #[schema(required)]
    pub employed_since: Option<String>,
}

/// A payment order of the enforcement authority.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Distraint)]
pub struct DistraintOnWire {
    /// A sum for each month; null where the law's table is followed.
    #[schema(required)]
    pub fixed: Option<Euros>,
    pub dependants: u8,
    pub from: String,
    #[schema(required)]
    pub until: Option<String>,
    pub receiver: String,
    /// All but the ends hidden.
    pub iban: String,
    pub reference: String,
}

/// What stands on a tax card.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxCardTerms {
    pub base_rate: Percent,
    #[schema(required)]
    pub ceiling: Option<Euros>,
    #[schema(required)]
    pub additional_rate: Option<Percent>,
    pub valid_from: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TaxCard)]
pub struct TaxCardOnWire {
    pub id: Uuid,
    pub state: TaxCardStateOnWire,
    /// Null until somebody has read them off the file.
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
            id: card.person.id.uuid(),
            name: card.person.full_name(),
            email: card.person.email.as_str().to_owned(),
            city: card.city,
            worker_type: card.person.worker_type.into(),
            service_percent: card.service_rate.map(Percent),
            has_tax_card: card.has_tax_card,
            has_distraint: card.has_distraint,
            has_account: card.has_account,
        }
    }
}

impl From<WorkerTerms> for Terms {
    fn from(terms: WorkerTerms) -> Self {
        Self {
            worker_type: terms.worker_type.into(),
            service_percent: terms.service_rate.map(Percent),
            profession_code: terms.profession_code,
            yel_insured: terms.yel_insured,
            pay_yel_through_service: terms.pay_yel_through_service,
            employed_since: terms.employed_since.map(format_date),
        }
    }
}

impl From<Distraint> for DistraintOnWire {
    fn from(order: Distraint) -> Self {
        Self {
            fixed: order.fixed.map(Euros),
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
            ceiling: terms.above.map(|above| Euros(above.ceiling)),
            additional_rate: terms.above.map(|above| Percent(above.rate)),
            valid_from: format_date(terms.valid_from),
        }
    }
}

impl From<StoredTaxCard> for TaxCardOnWire {
    fn from(card: StoredTaxCard) -> Self {
        Self {
            id: card.id.uuid(),
            state: TaxCardStateOnWire(card.state),
            terms: card.terms.map(TaxCardTerms::from),
            has_file: card.has_file,
            sent_at: card.made_at.to_string(),
            handled_at: card.handled_at.map(|at| at.to_string()),
        }
    }
}
