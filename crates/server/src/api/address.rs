//! Searching for addresses and measuring ways. Whatever an outside service does, the answer is 200: the form never waits
//! for it, and what it could not say is typed.

use liksa_actions::context::addresses::{Found, Measured};
use liksa_domain::address::{AddressReason, AddressSource, CoordinatesBody, Distance, DistanceBody};
use liksa_domain::bill::limits;
use liksa_money::Quantity;

use super::prelude::*;
use crate::session::WorkerSession;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(search)).routes(routes!(coordinates)).routes(routes!(distance))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AddressQuery {
    /// What was typed.
    address: Option<String>,
}

/// Addresses that a typed text may become.
#[derive(Serialize, ToSchema)]
pub struct FoundAddresses {
    /// The likeliest first.
    #[schema(required)]
    addresses: Vec<String>,
    /// POSTAL_CODES: towns alone, no streets.
    source: AddressSource,
    /// SERVICE_DOWN where the service that knows streets did not answer.
    #[schema(required)]
    reason: Option<AddressReason>,
}

/// Where somebody is.
#[derive(Serialize, ToSchema)]
pub struct AddressesHere {
    /// The nearest; null where none is known.
    #[schema(required)]
    formatted_address: Option<String>,
    #[schema(required)]
    addresses: Vec<String>,
    source: AddressSource,
    #[schema(required)]
    reason: Option<AddressReason>,
}

/// How long a way is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WayLength {
    /// Kilometres of the whole way with one decimal, there and back on a round trip; null where it is not known.
    #[schema(required)]
    distance: Option<Quantity>,
    /// Null where it is not known.
    #[schema(required)]
    travel_time_in_minutes: Option<i64>,
    /// Whether it is only an estimate: three tenths more than the straight line, or between postal codes and not between
    /// the addresses themselves.
    estimate: bool,
    /// The postal codes of the addresses, if all have one.
    #[schema(required)]
    between: Vec<String>,
    source: AddressSource,
    /// Why the distance is missing, or is only an estimate.
    #[schema(required)]
    reason: Option<AddressReason>,
}

/// What may be asked of outside services, and by whom.
async fn may_search(app: &App, person: PersonId) -> ApiResult<bool> {
    app.limits.address.check(person)?;
    let disabled = app.store.address_search_disabled(person).await?;
    Ok(disabled == Some(false))
}

fn nothing() -> Found {
    Found { addresses: vec![], source: AddressSource::None, reason: None }
}

/// Addresses that a typed text may become. Nothing for those who want no search.
#[utoipa::path(get, path = "/api/address", params(AddressQuery),
    responses(
        (status = 200, description = "What was found", body = FoundAddresses),
        (status = 422, description = "The text is too long"),
        (status = 429, description = "Too many searches")))]
async fn search(
    app: Server,
    worker: WorkerSession,
    Query(query): Query<AddressQuery>,
) -> Reply<FoundAddresses> {
    let mut reader = Reader::default();
    let text = reader.text("address", query.address.as_deref(), limits::ADDRESS);
    accepted(reader)?;
    let Found { addresses, source, reason } = match may_search(&app, worker.person.id).await? {
        true => app.addresses.search(&text, &app.clock).await,
        false => nothing(),
    };
    Ok(Json(FoundAddresses { addresses, source, reason }))
}

/// The address where a browser is. Nothing for those who want no search.
#[utoipa::path(post, path = "/api/address/coordinates", request_body = CoordinatesBody,
    responses(
        (status = 200, description = "What is there", body = AddressesHere),
        (status = 422, description = "A field was not accepted"),
        (status = 429, description = "Too many searches")))]
async fn coordinates(
    app: Server,
    worker: WorkerSession,
    Json(body): Json<CoordinatesBody>,
) -> Reply<AddressesHere> {
    let whereabouts = body.read()?;
    let Found { addresses, source, reason } = match may_search(&app, worker.person.id).await? {
        true => app.addresses.at(whereabouts, &app.clock).await,
        false => nothing(),
    };
    let formatted_address = addresses.first().cloned();
    Ok(Json(AddressesHere { formatted_address, addresses, source, reason }))
}

/// How long the way between addresses is. What is not known is null and may be typed.
#[utoipa::path(post, path = "/api/address/distance", request_body = DistanceBody,
    responses(
        (status = 200, description = "The distance, or why it is not known", body = WayLength),
        (status = 422, description = "A field was not accepted"),
        (status = 429, description = "Too many questions")))]
async fn distance(app: Server, worker: WorkerSession, Json(body): Json<DistanceBody>) -> Reply<WayLength> {
    let way = body.read()?;
    app.limits.address.check(worker.person.id)?;
    Ok(Json(app.addresses.distance(&way, &app.clock).await.into()))
}

impl From<Measured> for WayLength {
    fn from(Measured { distance, reason }: Measured) -> Self {
        let kilometers = distance.as_ref().map(Distance::kilometers);
        let between = |distance: &Distance| distance.between.iter().map(ToString::to_string).collect();
        Self {
            distance: kilometers,
            travel_time_in_minutes: distance.as_ref().and_then(|distance| distance.minutes),
            estimate: distance.as_ref().is_some_and(|distance| distance.estimate),
            between: distance.as_ref().map(between).unwrap_or_default(),
            source: distance.map_or(AddressSource::None, |distance| distance.source),
            reason,
        }
    }
}

#[cfg(test)]
mod tests;
