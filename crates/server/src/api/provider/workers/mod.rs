//! `/api/provider/workers`: workers as the provider's staff see them, and what is agreed with each.

mod wire;

use liksa_actions::people;
use liksa_domain::bill::Section;
use liksa_domain::distraint::DistraintBody;
use liksa_domain::person::Role;
use liksa_domain::worker_facts::{masked_iban, masked_personal_id};
use liksa_domain::worker_terms::{TermsBody, WorkerTerms};
use liksa_store::{BillFilter, ListOrder, PeopleFilter, PersonCard};

use crate::api::bills::CardOnWire;
use crate::api::paging::{cursor_of, paged};
use crate::api::prelude::*;
pub use wire::{DistraintOnWire, TaxCardOnWire};
use wire::{WorkerCard, WorkerView, WorkersPage, WorkersQuery};

const WORKERS_PER_PAGE: i64 = 50;
const BILLS_SHOWN: i64 = 20;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(workers))
        .routes(routes!(worker))
        .routes(routes!(set_terms))
        .routes(routes!(set_distraint, remove_distraint))
}

/// Workers by name, or those that a search finds.
#[utoipa::path(get, path = "/api/provider/workers",
    security(("session" = ["ROLE_CLERK", "ROLE_PAYROLL", "ROLE_ADMIN"])),
    params(WorkersQuery),
    responses(
        (status = 200, description = "A page", body = WorkersPage),
        (status = 422, description = "The cursor was not accepted")))]
async fn workers(app: Server, _: StaffSession, Query(query): Query<WorkersQuery>) -> Reply<WorkersPage> {
    let after = cursor_of(query.cursor.as_deref())?;
    let filter = PeopleFilter {
        role: Some(Role::User),
        search: query.q.as_deref().unwrap_or_default(),
        after: after.as_ref(),
        limit: WORKERS_PER_PAGE + 1,
    };
    let found = app.store.people(&filter).await?;
    let (workers, next) = paged(found, WORKERS_PER_PAGE, PersonCard::cursor);
    Ok(Json(WorkersPage { workers: workers.into_iter().map(WorkerCard::from).collect(), next }))
}

/// One worker with terms, tax cards, distraint and latest bills.
#[utoipa::path(get, path = "/api/provider/workers/{personId}",
    responses(
        (status = 200, description = "The worker", body = WorkerView),
        (status = 404, description = "No such worker")))]
async fn worker(app: Server, _: PeopleSession, Path(id): Path<PersonId>) -> Reply<WorkerView> {
    let known = people::worker(&app, id).await?;
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
    let terms = WorkerTerms::of(&known);
    let (person, profile, facts) = (known.person, known.profile, known.facts);
    Ok(Json(WorkerView {
        id,
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

/// Agree on other terms with a worker. They count from the next salary on.
#[utoipa::path(put, path = "/api/provider/workers/{personId}/terms", request_body = TermsBody,
    responses(
        (status = 200, description = "The terms as they now are", body = WorkerTerms),
        (status = 404, description = "No such worker"),
        (status = 409, description = "OWN_MATTER: one's own terms; STALE_PERSON: changed since"),
        (status = 422, description = "A field was not accepted")))]
async fn set_terms(
    app: Server,
    session: PeopleSession,
    Path(person): Path<PersonId>,
    Json(body): Json<TermsBody>,
) -> Reply<WorkerTerms> {
    Ok(Json(people::set_terms(&app, session.person.id, person, body.version, &body).await?))
}

/// Follow a payment order from the next salary on. One that was there is replaced.
#[utoipa::path(put, path = "/api/provider/workers/{personId}/distraint", request_body = DistraintBody,
    responses(
        (status = 200, description = "The order as it is now followed", body = DistraintOnWire),
        (status = 404, description = "No such worker"),
        (status = 409, description = "OWN_MATTER: against oneself"),
        (status = 422, description = "A field was not accepted")))]
async fn set_distraint(
    app: Server,
    session: PeopleSession,
    Path(person): Path<PersonId>,
    Json(body): Json<DistraintBody>,
) -> Reply<DistraintOnWire> {
    Ok(Json(people::set_distraint(&app, session.person.id, person, &body).await?.into()))
}

/// End a payment order at once.
#[utoipa::path(delete, path = "/api/provider/workers/{personId}/distraint",
    responses(
        (status = 204, description = "There is none any more"),
        (status = 404, description = "No such worker, or no order"),
        (status = 409, description = "OWN_MATTER: against oneself")))]
async fn remove_distraint(
    app: Server,
    session: PeopleSession,
    Path(person): Path<PersonId>,
) -> ApiResult<StatusCode> {
    people::remove_distraint(&app, session.person.id, person).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[cfg(test)]
mod tests;
