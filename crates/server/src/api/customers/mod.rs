//! Customers: the shared register of companies and each worker's own list.

mod wire;

use axum::extract::State;
use axum::http::StatusCode;
use liksa_actions::customers;
use liksa_domain::customer::{Country, CustomerBody};
use liksa_domain::ids::{CustomerId, PersonId};
use liksa_domain::person::Role;
use liksa_domain::problem::ErrorKey;
use liksa_finland::{PostalCode, operators};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::describe::for_roles;
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::IdempotencyKey;
use crate::http::extract::{Json, Path, Query};
use crate::session::WorkerSession;
pub use wire::{CustomerList, CustomerOnWire};
use wire::{CustomerOptions, FoundCustomersOnWire, OperatorOption, PostalPlace};

const MOST_FOUND: i64 = 20;

pub fn routes() -> OpenApiRouter<AppState> {
    let own = OpenApiRouter::new()
        .routes(routes!(search))
        .routes(routes!(create))
        .routes(routes!(replace))
        .routes(routes!(list))
        .routes(routes!(save))
        .routes(routes!(remove));
    for_roles(&[Role::User], own).routes(routes!(options)).routes(routes!(postal_place))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Search {
    /// Starts of words of the name, the unit, the city, the business id or the VAT number, all of which must be
    /// found. Under two characters find nothing.
    crit: Option<String>,
    /// `next` of the part before.
    page: Option<String>,
}

/// Find a customer: companies, and one's own private persons. The best come first.
#[utoipa::path(get, path = "/api/sharedcustomers", tag = "customers", operation_id = "search_customers",
    params(Search),
    responses(
        (status = 200, description = "At most 20 customers, and how many there are", body = FoundCustomersOnWire),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 403, description = "Not a worker", body = Problem),
        (status = 422, description = "The page was not accepted", body = Problem)))]
async fn search(
    State(app): State<AppState>,
    session: WorkerSession,
    Query(search): Query<Search>,
) -> ApiResult<Json<FoundCustomersOnWire>> {
    let crit = search.crit.unwrap_or_default();
    let skipped = match search.page.as_deref().map(str::parse) {
        None => 0,
        Some(Ok(skipped @ 0..)) => skipped,
        Some(_) => return Err(ApiError::invalid("page", ErrorKey::InvalidChoice)),
    };
    let found = app.store.search_customers(session.person.id, &crit, skipped, MOST_FOUND).await?;
    let end = skipped.saturating_add(MOST_FOUND);
    let next = (end < found.total).then(|| end.to_string());
    let customers = found.customers.into_iter().map(Into::into).collect();
    Ok(Json(FoundCustomersOnWire { customers, next, total: found.total }))
}

/// A new customer, which is also put on one's own list. A company that is in the register already is found by its name or
/// number and saved instead.
#[utoipa::path(post, path = "/api/sharedcustomers", tag = "customers", operation_id = "create_customer",
    params(("Idempotency-Key" = Option<String>, Header, description = "Sent again, it gets the customer it made")),
    request_body = CustomerBody,
    responses(
        (status = 201, description = "The customer", body = CustomerOnWire),
        (status = 200, description = "The customer that this key made before, as it stands now",
         body = CustomerOnWire),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 403, description = "Not a worker", body = Problem),
        (status = 409, description = "The company is in the register already", body = Problem),
        (status = 422, description = "A field was not accepted", body = Problem)))]
async fn create(
    State(app): State<AppState>,
    session: WorkerSession,
    IdempotencyKey(key): IdempotencyKey,
    Json(body): Json<CustomerBody>,
) -> ApiResult<(StatusCode, Json<CustomerOnWire>)> {
    let (customer, new) = customers::create(&app, session.person.id, key.as_deref(), &body.read()?).await?;
    let status = if new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(customer.into())))
}

/// Change a customer of one's own, or begin to bill a company of the register with a delivery of one's own. The customer
/// gets a new id: bills that were sent keep the old record, one's own drafts and list follow, nobody else's do.
#[utoipa::path(put, path = "/api/sharedcustomers/{customerId}", tag = "customers",
    operation_id = "replace_customer",
    params(("customerId" = Uuid, Path, description = "The customer")),
    request_body = CustomerBody,
    responses(
        (status = 200, description = "The customer under its new id", body = CustomerOnWire),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 403, description = "Not a worker", body = Problem),
        (status = 404, description = "No such customer", body = Problem),
        (status = 409, description = "STALE_CUSTOMER: changed since it was read. CUSTOMER_SHARED: others bill the \
         company too, so that only a clerk changes who it is. customer_already_added_please_search: it would become another company of the register",
         body = Problem),
        (status = 422, description = "A field was not accepted", body = Problem)))]
async fn replace(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(id): Path<CustomerId>,
    Json(body): Json<CustomerBody>,
) -> ApiResult<Json<CustomerOnWire>> {
    let seen = app.store.customer(session.person.id, id).await?.ok_or(ApiError::NotFound)?;
    let (version, entry) = body.read_change(&seen.customer.details, seen.is_editable())?;
    let changed = customers::replace(&app, session.person.id, id, version, &entry).await?;
    Ok(Json(changed.into()))
}

/// One's own list of customers, by name, and what one has billed each.
#[utoipa::path(get, path = "/api/person/{personId}/sharedcustomers", tag = "customers",
    operation_id = "list_customers",
    params(("personId" = Uuid, Path, description = "One's own id")),
    responses(
        (status = 200, description = "The list", body = CustomerList),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 403, description = "Not a worker", body = Problem),
        (status = 404, description = "Another person's list", body = Problem)))]
async fn list(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(person): Path<PersonId>,
) -> ApiResult<Json<CustomerList>> {
    session.must_be(person)?;
    let (saved, billed) =
        (app.store.saved_customers(person).await?, app.store.billed_customers(person).await?);
    Ok(Json(CustomerList::new(saved, billed)))
}

/// Put a customer on one's own list. Once it is there, this changes nothing.
#[utoipa::path(post, path = "/api/person/{personId}/sharedcustomers/{customerId}", tag = "customers",
    operation_id = "save_customer",
    params(("personId" = Uuid, Path, description = "One's own id"),
           ("customerId" = Uuid, Path, description = "The customer")),
    responses(
        (status = 200, description = "The customer", body = CustomerOnWire),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 403, description = "Not a worker", body = Problem),
        (status = 404, description = "No such customer, or another person's list", body = Problem)))]
async fn save(
    State(app): State<AppState>,
    session: WorkerSession,
    Path((person, customer)): Path<(PersonId, CustomerId)>,
) -> ApiResult<Json<CustomerOnWire>> {
    session.must_be(person)?;
    Ok(Json(customers::save(&app, person, customer).await?.into()))
}

/// Take a customer off one's own list. The answer is the same whether it was on it, and tells nothing of whether
/// there is such a customer.
#[utoipa::path(delete, path = "/api/person/{personId}/sharedcustomers/{customerId}", tag = "customers",
    operation_id = "remove_customer",
    params(("personId" = Uuid, Path, description = "One's own id"),
           ("customerId" = Uuid, Path, description = "The customer")),
    responses(
        (status = 204, description = "It is not on the list"),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 403, description = "Not a worker", body = Problem),
        (status = 404, description = "Another person's list", body = Problem)))]
async fn remove(
    State(app): State<AppState>,
    session: WorkerSession,
    Path((person, customer)): Path<(PersonId, CustomerId)>,
) -> ApiResult<StatusCode> {
    session.must_be(person)?;
    customers::remove(&app, person, customer).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The operators and countries to choose from. They change only with the program.
#[utoipa::path(get, path = "/api/customers/options", tag = "customers", operation_id = "customer_options",
    responses((status = 200, description = "The lists", body = CustomerOptions)))]
async fn options() -> Json<CustomerOptions> {
    Json(CustomerOptions {
        operators: operators().iter().map(OperatorOption::from).collect(),
        countries: Country::all(),
    })
}

/// The place of a Finnish postal code, for forms.
#[utoipa::path(get, path = "/api/customers/postal-codes/{postalCode}", tag = "customers", operation_id = "postal_place",
    params(("postalCode" = String, Path, description = "Five digits")),
    responses((status = 200, description = "The place", body = PostalPlace)))]
async fn postal_place(Path(code): Path<String>) -> Json<PostalPlace> {
    let code = code.parse::<PostalCode>().ok().filter(PostalCode::is_in_use);
    Json(PostalPlace { city: code.and_then(|code| code.place()).map(|place| place.name) })
}

#[cfg(test)]
mod tests;
