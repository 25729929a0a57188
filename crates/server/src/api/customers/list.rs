//! `GET /api/person/{personId}/sharedcustomers`: one's own list of customers.

use axum::extract::State;
use liksa_domain::ids::PersonId;
use uuid::Uuid;

use super::wire::CustomerList;
use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::WorkerSession;

/// One's own list of customers, by name.
#[utoipa::path(get, path = "/api/person/{personId}/sharedcustomers", tag = "customers",
    operation_id = "list_customers",
    security(("session" = ["ROLE_USER"])),
    params(("personId" = Uuid, Path, description = "One's own id")),
    responses(
        (status = 200, description = "The list", body = CustomerList),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 403, description = "Not a worker", body = Problem),
        (status = 404, description = "Another person's list", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(person): Path<Uuid>,
) -> ApiResult<Json<CustomerList>> {
    let person = PersonId::from(person);
    session.must_be(person)?;
    Ok(Json(app.store.saved_customers(person).await?.into()))
}

#[cfg(test)]
mod tests {
    use liksa_test_support::both_engines;
    use serde_json::json;

    use crate::api::customers::test_calls::{company, individual, made, own_list, stranger, with};
    use crate::testing::TestApp;

    both_engines! {
        the_list_is_in_order_of_names,
        another_persons_list_is_not_there,
    }

    async fn the_list_is_in_order_of_names(app: TestApp) {
        let maija = app.worker().await;
        assert_eq!(own_list(&app, &maija).await, json!([]));
        for name in ["Öölanti", "aamu", "Beeta"] {
            made(&app, &maija, &with(individual(), "name", name)).await;
        }
        let list = own_list(&app, &maija).await;
        let names: Vec<_> = list.as_array().unwrap().iter().map(|customer| &customer["name"]).collect();
        assert_eq!(names, ["aamu", "Beeta", "Öölanti"]);
    }

    async fn another_persons_list_is_not_there(app: TestApp) {
        let maija = app.worker().await;
        let pekka = stranger(&app).await;
        made(&app, &maija, &company()).await;
        let path = format!("/api/person/{}/sharedcustomers", maija.id);
        let answer = app.get(&path).token(&pekka.token).send().await;
        assert_eq!((answer.status, answer.key()), (404, "NOT_FOUND"));
        assert_eq!(own_list(&app, &pekka).await, json!([]));
    }
}
