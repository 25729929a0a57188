//! `/api/person/{personId}/shifts`: the shifts of a worker, and the rows of a bill that they become.

mod wire;

use liksa_actions::shifts::{self, Refusal};
use liksa_domain::shift::ShiftBody;
use liksa_store::ShiftFilter;
use serde_json::value::to_raw_value;

pub use self::wire::{RowsOfShifts, ShiftOnWire, ShiftPage};
use crate::api::bills::made;
use crate::api::prelude::*;
use crate::http::error::Problem;
use crate::session::WorkerSession;

const SHIFTS_PER_PAGE: i64 = 20;
const LAST_PAGE: i64 = 1_000_000;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list, add)).routes(routes!(get, save, delete)).routes(routes!(rows))
}

/// Why the shift was not changed, and its present state, so that nothing typed on an older one is lost.
#[derive(Serialize, ToSchema)]
pub struct ShiftConflict {
    #[serde(flatten)]
    pub problem: Problem,
    pub shift: ShiftOnWire,
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Conflict(error_key, shift) => {
                let message = "the shift is not what was edited, or is on a bill".to_owned();
                let problem = Problem { error_key, message, fields: vec![] };
                match to_raw_value(&ShiftConflict { problem, shift: (*shift).into() }) {
                    Ok(body) => Self::ConflictWithBody(error_key, body),
                    Err(error) => Self::Internal(error.into()),
                }
            }
            Refusal::Other(error) => error.into(),
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ShiftsQuery {
    /// From 0 on.
    page: Option<String>,
    /// The first day on which they begin, DD.MM.YYYY.
    from: Option<String>,
    /// The last one.
    to: Option<String>,
}

/// One's own shifts, twenty a page, the latest first.
#[utoipa::path(get, path = "/api/person/{personId}/shifts", tag = "shifts", operation_id = "shifts",
    params(("personId" = Uuid, Path, description = "One's own id"), ShiftsQuery),
    responses(
        (status = 200, description = "A page", body = ShiftPage),
        (status = 404, description = "Another person's", body = Problem),
        (status = 422, description = "No such page or day", body = Problem)))]
async fn list(
    app: Server,
    session: WorkerSession,
    Path(person): Path<PersonId>,
    Query(query): Query<ShiftsQuery>,
) -> Reply<ShiftPage> {
    session.must_be(person)?;
    let mut reader = Reader::default();
    let page: i64 = reader.count("page", query.page.as_deref());
    reader.refuse_out_of_range(!(0..=LAST_PAGE).contains(&page), "page", 0, LAST_PAGE);
    let filter = ShiftFilter {
        person,
        from: reader.date("from", query.from.as_deref()),
        until: reader.date("to", query.to.as_deref()),
    };
    accepted(reader)?;
    let (shifts, total) = shifts::page(&app, filter, page, SHIFTS_PER_PAGE).await?;
    Ok(Json(ShiftPage::new(shifts, SHIFTS_PER_PAGE, total)))
}

/// One of one's own shifts.
#[utoipa::path(get, path = "/api/person/{personId}/shifts/{shiftId}", tag = "shifts", operation_id = "shift",
    params(("personId" = Uuid, Path, description = "One's own id"), ("shiftId" = String, Path)),
    responses(
        (status = 200, description = "The shift", body = ShiftOnWire),
        (status = 404, description = "No such shift of one's own", body = Problem)))]
async fn get(
    app: Server,
    session: WorkerSession,
    Path((person, shift)): Path<(PersonId, String)>,
) -> Reply<ShiftOnWire> {
    session.must_be(person)?;
    Ok(Json(shifts::own_shift(&app, person, &shift).await?.into()))
}

/// Add a shift that planning does not have.
#[utoipa::path(post, path = "/api/person/{personId}/shifts", tag = "shifts", operation_id = "add_shift",
    params(("personId" = Uuid, Path, description = "One's own id")),
    request_body = ShiftBody,
    responses(
        (status = 201, description = "The shift", body = ShiftOnWire),
        (status = 200, description = "The shift that was added under this id before", body = ShiftOnWire),
        (status = 404, description = "Another person's", body = Problem),
        (status = 422, description = "A field was not accepted", body = Problem)))]
async fn add(
    app: Server,
    session: WorkerSession,
    Path(person): Path<PersonId>,
    Json(body): Json<ShiftBody>,
) -> ApiResult<(StatusCode, Json<ShiftOnWire>)> {
    session.must_be(person)?;
    Ok(made(shifts::add(&app, person, &body).await?))
}

/// Save the trip and what is claimed for it, and of a shift of one's own also when and where it was.
///
/// `version` must be the one that was edited. A claim that the entitled list does not name is refused.
#[utoipa::path(put, path = "/api/person/{personId}/shifts/{shiftId}", tag = "shifts", operation_id = "save_shift",
    params(("personId" = Uuid, Path, description = "One's own id"), ("shiftId" = String, Path)),
    request_body = ShiftBody,
    responses(
        (status = 200, description = "The shift as it is stored", body = ShiftOnWire),
        (status = 404, description = "No such shift of one's own", body = Problem),
        (status = 409, description = "STALE_SHIFT: saved elsewhere meanwhile. SHIFT_BILLED: it is on a bill, which has \
            to be changed instead. SHIFT_GIVEN_AWAY: another worker has it", body = ShiftConflict),
        (status = 422, description = "A field was not accepted. SHIFT_PLANNED: only planning changes it. \
            SHIFT_NOT_ENTITLED: it may not be claimed", body = Problem)))]
async fn save(
    app: Server,
    session: WorkerSession,
    Path((person, shift)): Path<(PersonId, String)>,
    Json(body): Json<ShiftBody>,
) -> Reply<ShiftOnWire> {
    session.must_be(person)?;
    // Whether there is such a shift comes before what was sent for it.
    shifts::own_shift(&app, person, &shift).await?;
    let version = body.version()?.ok_or_else(|| ApiError::invalid("version", ErrorKey::Required))?;
    Ok(Json(shifts::change(&app, person, &shift, version, &body).await?.into()))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Deletion {
    /// The version that was seen. Without it the present one is deleted.
    version: Option<i64>,
}

/// Delete a shift of one's own that is on no bill.
#[utoipa::path(delete, path = "/api/person/{personId}/shifts/{shiftId}", tag = "shifts",
    operation_id = "delete_shift",
    params(("personId" = Uuid, Path, description = "One's own id"), ("shiftId" = String, Path), Deletion),
    responses(
        (status = 204, description = "It is gone"),
        (status = 404, description = "No such shift of one's own", body = Problem),
        (status = 409, description = "STALE_SHIFT, SHIFT_BILLED, or SHIFT_PLANNED: planning alone removes it",
            body = ShiftConflict)))]
async fn delete(
    app: Server,
    session: WorkerSession,
    Path((person, shift)): Path<(PersonId, String)>,
    Query(asked): Query<Deletion>,
) -> ApiResult<StatusCode> {
    session.must_be(person)?;
    shifts::delete(&app, person, &shift, asked.version).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShiftIds {
    shift_ids: Vec<String>,
}

/// The rows of a bill that shifts of one month become, with their hours, trips and allowances, at the price that work of
/// the same department was last billed by. Nothing is stored: they are sent back with a bill.
#[utoipa::path(post, path = "/api/person/{personId}/shifts/rows", tag = "shifts", operation_id = "rows_of_shifts",
    params(("personId" = Uuid, Path, description = "One's own id")),
    request_body = ShiftIds,
    responses(
        (status = 200, description = "The rows, in the order of their times", body = RowsOfShifts),
        (status = 404, description = "Another person's", body = Problem),
        (status = 422, description = "ROWS_NOT_IN_SAME_MONTH. SHIFT_ON_ANOTHER_BILL. SHIFT_GIVEN_AWAY",
            body = Problem)))]
async fn rows(
    app: Server,
    session: WorkerSession,
    Path(person): Path<PersonId>,
    Json(ShiftIds { shift_ids }): Json<ShiftIds>,
) -> Reply<RowsOfShifts> {
    session.must_be(person)?;
    Ok(Json(shifts::rows(&app, person, &shift_ids).await?.into()))
}

#[cfg(test)]
mod tests;
