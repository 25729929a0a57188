//! `GET /api/provider/workers/{personId}`: one worker, to be read.

use axum::extract::State;
use liksa_domain::bill::Section;
use liksa_domain::dates::format_date;
use liksa_domain::ids::{Id, PersonId};
use liksa_domain::pay_facts::{masked_iban, masked_personal_id};
use liksa_domain::worker_terms::WorkerTerms;
use liksa_store::{BillFilter, ListOrder};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::wire::{DistraintOnWire, TaxCardOnWire, Terms};
use super::worker;
use crate::api::bills::CardOnWire;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::staff::PeopleSession;

/// A worker as far as the provider's people need to know them. Account number and personal id are hidden but
/// for what tells two apart.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorkerView {
    pub id: Uuid,
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
    pub terms: Terms,
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

const BILLS_SHOWN: i64 = 20;

/// One worker with terms, tax cards, distraint and latest bills.
#[utoipa::path(get, path = "/api/provider/workers/{personId}", tag = "provider", operation_id = "worker",
    security(("session" = ["ROLE_PAYROLL", "ROLE_ADMIN"])),
    params(("personId" = Uuid, Path)),
    responses(
        (status = 200, description = "The worker", body = WorkerView),
        (status = 404, description = "No such worker", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    _: PeopleSession,
    Path(person): Path<Uuid>,
) -> ApiResult<Json<WorkerView>> {
    let id = PersonId::from(person);
    let known = worker(&app, id).await?;
    let bills = BillFilter {
        person: id,
        sections: (Section::Pending, Section::Credited),
        words: &[],
        order: ListOrder::OpenFirst,
        after: None,
        limit: BILLS_SHOWN,
    };
    let bills = app.store.bill_page(&bills).await?;
    let tax_cards = app.store.tax_cards_of(id).await?;
    let distraint = app.store.distraint(id).await?;
    let customers = app.store.count_saved_customers(id).await?;
    let version = app.store.version_of_person(id).await?.ok_or(ApiError::NotFound)?;
    let terms = Terms::from(WorkerTerms::of(&known));
    let (person, profile, facts) = (known.person, known.profile, known.facts);
    Ok(Json(WorkerView {
        id: id.uuid(),
        version,
        name: person.full_name(),
        email: person.email.as_str().to_owned(),
        phone: profile.phone,
        marketing_name: profile.marketing_name,
        address: profile.address,
        postalcode: facts.postal_code,
        city: profile.city,
        country: profile.country,
        birth_date: facts.birth_date.map(format_date),
        iban: profile.iban.as_ref().map(masked_iban),
        bic: profile.bic.map(|bic| bic.to_string()),
        personal_id: profile.personal_id.as_ref().map(masked_personal_id),
        strong_identified: person.strong_identified,
        terms,
        distraint: distraint.map(DistraintOnWire::from),
        tax_cards: tax_cards.into_iter().map(TaxCardOnWire::from).collect(),
        bills: bills.bills.into_iter().map(CardOnWire::from).collect(),
        bills_total: bills.total,
        customers,
    }))
}
