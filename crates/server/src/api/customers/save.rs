//! `POST /api/person/{personId}/sharedcustomers/{customerId}`: put a customer on one's own list.

use axum::extract::State;
use liksa_domain::audit::Action;
use liksa_domain::ids::{CustomerId, PersonId};
use serde_json::json;
use uuid::Uuid;

use super::wire::CustomerOnWire;
use super::{as_it_stands, subject};
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::WorkerSession;

/// Put a customer on one's own list. Once it is there, this changes nothing.
#[utoipa::path(post, path = "/api/person/{personId}/sharedcustomers/{customerId}", tag = "customers",
    operation_id = "save_customer",
    security(("session" = ["ROLE_USER"])),
    params(("personId" = Uuid, Path, description = "One's own id"),
           ("customerId" = Uuid, Path, description = "The customer")),
    responses(
        (status = 200, description = "The customer", body = CustomerOnWire),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 403, description = "Not a worker", body = Problem),
        (status = 404, description = "No such customer, or another person's list", body = Problem)))]
pub async fn post(
    State(app): State<AppState>,
    session: WorkerSession,
    Path((person, customer)): Path<(Uuid, Uuid)>,
) -> ApiResult<Json<CustomerOnWire>> {
    let person = PersonId::from(person);
    session.must_be(person)?;
    let mut tx = app.store.begin().await?;
    let customer = tx.lock_live_customer(CustomerId::from(customer)).await?;
    let customer = customer.filter(|found| found.is_visible_to(person)).ok_or(ApiError::NotFound)?;
    if tx.save_customer(person, customer.id, app.clock.now()).await? {
        let event = app.event(Some(person), Action::CustomerSaved, subject(customer.id), &json!({}));
        tx.record(&event).await?;
    }
    tx.commit().await?;
    Ok(Json(as_it_stands(&app, person, customer.id).await?))
}

#[cfg(test)]
mod tests {
    use liksa_test_support::both_engines;
    use serde_json::json;

    use crate::api::customers::test_calls::{
        audited, company, individual, made, own_list, replace, save, stranger, with,
    };
    use crate::testing::TestApp;

    both_engines! {
        a_company_of_the_register_is_saved_once,
        an_older_record_saves_the_live_one,
        somebody_elses_private_person_is_not_there,
        another_persons_list_is_not_there,
    }

    async fn a_company_of_the_register_is_saved_once(app: TestApp) {
        let maija = app.worker().await;
        let pekka = stranger(&app).await;
        let house = made(&app, &maija, &company()).await;
        for _ in 0..2 {
            let answer = save(&app, &pekka, &house["id"]).await;
            assert_eq!((answer.status, &answer.json["saved"]), (200, &json!(true)));
            assert_eq!((&answer.json["email"], &answer.json["people"]), (&json!(""), &json!([])));
            assert_eq!(own_list(&app, &pekka).await, json!([answer.json]));
        }
        assert_eq!(audited(&app, &house["id"]).await, ["customer.created", "customer.saved"]);
    }

    async fn an_older_record_saves_the_live_one(app: TestApp) {
        let maija = app.worker().await;
        let pekka = stranger(&app).await;
        let house = made(&app, &maija, &company()).await;
        let newer = replace(&app, &maija, &house["id"], &with(company(), "version", 1)).await.json;
        assert_eq!(save(&app, &pekka, &house["id"]).await.json["id"], newer["id"]);
        assert_eq!(own_list(&app, &pekka).await[0]["id"], newer["id"]);
    }

    async fn somebody_elses_private_person_is_not_there(app: TestApp) {
        let maija = app.worker().await;
        let pekka = stranger(&app).await;
        let nobody = json!("01900000-0000-7000-8000-000000000000");
        let aino = made(&app, &maija, &individual()).await;
        for id in [&nobody, &aino["id"]] {
            let answer = save(&app, &pekka, id).await;
            assert_eq!((answer.status, answer.key()), (404, "NOT_FOUND"));
        }
        assert_eq!(own_list(&app, &maija).await[0]["editable"], true, "it is on nobody else's list");
    }

    async fn another_persons_list_is_not_there(app: TestApp) {
        let maija = app.worker().await;
        let pekka = stranger(&app).await;
        let house = made(&app, &maija, &company()).await;
        let id = house["id"].as_str().unwrap();
        let path = format!("/api/person/{}/sharedcustomers/{id}", pekka.id);
        let answer = app.post(&path).token(&maija.token).send().await;
        assert_eq!((answer.status, answer.key()), (404, "NOT_FOUND"));
        assert_eq!(own_list(&app, &pekka).await, json!([]));
    }
}
