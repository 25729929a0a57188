//! `DELETE /api/person/{personId}/sharedcustomers/{customerId}`: take a customer off one's own list.

use axum::extract::State;
use axum::http::StatusCode;
use liksa_domain::audit::Action;
use liksa_domain::ids::{CustomerId, PersonId};
use serde_json::json;
use uuid::Uuid;

use super::subject;
use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::Path;
use crate::session::WorkerSession;

/// Take a customer off one's own list. The answer is the same whether it was on it, and tells nothing of whether
/// there is such a customer.
#[utoipa::path(delete, path = "/api/person/{personId}/sharedcustomers/{customerId}", tag = "customers",
    operation_id = "remove_customer",
    security(("session" = ["ROLE_USER"])),
    params(("personId" = Uuid, Path, description = "One's own id"),
           ("customerId" = Uuid, Path, description = "The customer")),
    responses(
        (status = 204, description = "It is not on the list"),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 403, description = "Not a worker", body = Problem),
        (status = 404, description = "Another person's list", body = Problem)))]
pub async fn delete(
    State(app): State<AppState>,
    session: WorkerSession,
    Path((person, customer)): Path<(Uuid, Uuid)>,
) -> ApiResult<StatusCode> {
    let (person, customer) = (PersonId::from(person), CustomerId::from(customer));
    session.must_be(person)?;
    let mut tx = app.store.begin().await?;
    if tx.remove_saved_customer(person, customer).await? {
        let event = app.event(Some(person), Action::CustomerRemoved, subject(customer), &json!({}));
        tx.record(&event).await?;
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

#[cfg(test)]
mod tests {
    use liksa_test_support::both_engines;
    use serde_json::json;

    use crate::api::customers::test_calls::{
        audited, company, individual, made, own_list, remove, save, search, stranger,
    };
    use crate::testing::TestApp;

    both_engines! {
        a_customer_comes_off_the_own_list_and_stays_in_the_register,
        nothing_is_told_of_what_is_not_on_the_list,
        another_persons_list_is_not_there,
    }

    async fn a_customer_comes_off_the_own_list_and_stays_in_the_register(app: TestApp) {
        let maija = app.worker().await;
        let pekka = stranger(&app).await;
        let house = made(&app, &maija, &company()).await;
        save(&app, &pekka, &house["id"]).await;
        for _ in 0..2 {
            let answer = remove(&app, &maija, &house["id"]).await;
            assert_eq!((answer.status, answer.body.len()), (204, 0));
        }
        assert_eq!(own_list(&app, &maija).await, json!([]));
        assert_eq!(search(&app, &maija, "kulttuuri").await[0]["saved"], false);
        assert_eq!(own_list(&app, &pekka).await.as_array().unwrap().len(), 1);
        let events = ["customer.created", "customer.saved", "customer.removed"];
        assert_eq!(audited(&app, &house["id"]).await, events);
    }

    async fn nothing_is_told_of_what_is_not_on_the_list(app: TestApp) {
        let maija = app.worker().await;
        let pekka = stranger(&app).await;
        let nobody = json!("01900000-0000-7000-8000-000000000000");
        let aino = made(&app, &maija, &individual()).await;
        for id in [&nobody, &aino["id"]] {
            assert_eq!(remove(&app, &pekka, id).await.status, 204);
        }
        assert_eq!(own_list(&app, &maija).await, json!([aino]));
        assert_eq!(audited(&app, &aino["id"]).await, ["customer.created"]);
    }

    async fn another_persons_list_is_not_there(app: TestApp) {
        let maija = app.worker().await;
        let pekka = stranger(&app).await;
        let house = made(&app, &maija, &company()).await;
        let id = house["id"].as_str().unwrap();
        let path = format!("/api/person/{}/sharedcustomers/{id}", maija.id);
        let answer = app.delete(&path).token(&pekka.token).send().await;
        assert_eq!((answer.status, answer.key()), (404, "NOT_FOUND"));
        assert_eq!(own_list(&app, &maija).await, json!([house]));
    }
}
