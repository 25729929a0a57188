//! Places that a worker chooses as addresses of trips.

use liksa_actions::places;
use liksa_domain::address::{Place, PlaceBody, PlaceKind};

use crate::api::prelude::*;
use crate::session::WorkerSession;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(add)).routes(routes!(remove))
}

/// An address to choose.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Place)]
pub struct PlaceOnWire {
    pub kind: PlaceKind,
    /// Of an OWN place, which can be removed; null otherwise.
    #[schema(required)]
    pub id: Option<OwnPlaceId>,
    /// Empty for one's home and for addresses of earlier trips.
    pub name: String,
    pub address: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PlaceList {
    /// Home first, then one's own, the customers' and those of earlier trips, the newest first. Each address once.
    #[schema(required)]
    pub places: Vec<PlaceOnWire>,
}

impl From<Place> for PlaceOnWire {
    fn from(Place { kind, id, name, address }: Place) -> Self {
        Self { kind, id, name, address }
    }
}

impl PlaceList {
    pub async fn of(app: &App, person: PersonId) -> ApiResult<Self> {
        let places = places::list(app, person).await?;
        Ok(Self { places: places.into_iter().map(Into::into).collect() })
    }
}

/// The places that one can choose as addresses of a trip.
#[utoipa::path(get, path = "/api/person/{personId}/places", operation_id = "list_places",
    responses(
        (status = 200, description = "All of them", body = PlaceList),
        (status = 404, description = "Another person's")))]
async fn list(app: Server, worker: WorkerSession, Path(person): Path<PersonId>) -> Reply<PlaceList> {
    worker.must_be(person)?;
    Ok(Json(PlaceList::of(&app, person).await?))
}

/// Write a place down. The same sent again makes no second one.
#[utoipa::path(post, path = "/api/person/{personId}/places", operation_id = "add_place", request_body = PlaceBody,
    responses(
        (status = 200, description = "The place", body = PlaceOnWire),
        (status = 404, description = "Another person's"),
        (status = 409, description = "TOO_MANY_PLACES: one has as many as one may keep"),
        (status = 422, description = "A field was not accepted")))]
async fn add(
    app: Server,
    worker: WorkerSession,
    Path(person): Path<PersonId>,
    Json(body): Json<PlaceBody>,
) -> Reply<PlaceOnWire> {
    worker.must_be(person)?;
    Ok(Json(places::add(&app, person, body.read()?).await?.into()))
}

/// Remove a place that one wrote down. The answer is the same when there is none.
#[utoipa::path(delete, path = "/api/person/{personId}/places/{placeId}", operation_id = "remove_place",
    responses(
        (status = 204, description = "It is gone"),
        (status = 404, description = "Another person's")))]
async fn remove(
    app: Server,
    worker: WorkerSession,
    Path((person, place)): Path<(PersonId, OwnPlaceId)>,
) -> ApiResult<StatusCode> {
    worker.must_be(person)?;
    places::remove(&app, person, place).await?;
    Ok(StatusCode::NO_CONTENT)
}
