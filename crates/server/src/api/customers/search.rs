//! `GET /api/sharedcustomers`: find a customer in the shared register.

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use super::wire::CustomerList;
use crate::app::AppState;
use crate::http::error::{ApiResult, Problem};
use crate::http::extract::{Json, Query};
use crate::session::WorkerSession;

const MOST_FOUND: u8 = 20;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Search {
    /// Starts of words of the name, the unit, the city, the business id or the VAT number, all of which must be
    /// found. Under two characters find nothing.
    crit: Option<String>,
}

/// Find a customer: companies, and one's own private persons. The best come first.
#[utoipa::path(get, path = "/api/sharedcustomers", tag = "customers", operation_id = "search_customers",
    security(("session" = ["ROLE_USER"])),
    params(Search),
    responses(
        (status = 200, description = "At most 20 customers", body = CustomerList),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 403, description = "Not a worker", body = Problem)))]
pub async fn get(
    State(app): State<AppState>,
    session: WorkerSession,
    Query(search): Query<Search>,
) -> ApiResult<Json<CustomerList>> {
    let crit = search.crit.unwrap_or_default();
    let found = app.store.search_customers(session.person.id, &crit, MOST_FOUND).await?;
    Ok(Json(found.into()))
}

#[cfg(test)]
mod tests {
    use liksa_test_support::both_engines;
    use serde_json::json;

    use crate::api::customers::test_calls::{company, individual, made, search, stranger};
    use crate::testing::TestApp;

    both_engines! {
        a_company_is_found_by_everybody_without_what_its_maker_knows,
        a_private_person_is_found_by_the_maker_alone,
        too_little_finds_nothing,
        odd_characters_are_no_fault,
    }

    async fn a_company_is_found_by_everybody_without_what_its_maker_knows(app: TestApp) {
        let maija = app.worker().await;
        let pekka = stranger(&app).await;
        let house = made(&app, &maija, &company()).await;
        assert_eq!(search(&app, &maija, "kulttuuri").await, json!([house]));

        let found = search(&app, &pekka, "kulttuuri").await;
        assert_eq!(found[0]["id"], house["id"]);
        assert_eq!(found[0]["businessid"], "2077474-0");
        assert_eq!((&found[0]["own"], &found[0]["editable"]), (&json!(false), &json!(false)));
        for field in ["phonenumber", "email", "email2"] {
            assert_eq!(found[0][field], "", "{field}");
        }
        for field in ["costUnits", "people"] {
            assert_eq!(found[0][field], json!([]), "{field}");
        }
        let text = found.to_string();
        for private in ["0401234567", "laskut@", "toinen@", "Näyttämö", "Liisa", "0407654321"] {
            assert!(!text.contains(private), "{private} in {text}");
        }
    }

    async fn a_private_person_is_found_by_the_maker_alone(app: TestApp) {
        let maija = app.worker().await;
        let pekka = stranger(&app).await;
        made(&app, &maija, &individual()).await;
        assert_eq!(search(&app, &maija, "aino%20aal").await[0]["name"], "Aino Aalto");
        for crit in ["aino", "aalto", "tampere", "131052"] {
            assert_eq!(search(&app, &pekka, crit).await, json!([]), "{crit}");
        }
        assert_eq!(search(&app, &maija, "131052").await, json!([]), "the personal id finds nobody");
    }

    async fn too_little_finds_nothing(app: TestApp) {
        let maija = app.worker().await;
        made(&app, &maija, &company()).await;
        for crit in ["", "k", "%20k%20"] {
            assert_eq!(search(&app, &maija, crit).await, json!([]), "{crit}");
        }
        let answer = app.get("/api/sharedcustomers").token(&maija.token).send().await;
        assert_eq!((answer.status, &answer.json["customers"]), (200, &json!([])));
    }

    async fn odd_characters_are_no_fault(app: TestApp) {
        let maija = app.worker().await;
        made(&app, &maija, &company()).await;
        for crit in ["%00%00", "%25%25", "''", "%F0%9F%8E%B8%F0%9F%8E%B8"] {
            assert_eq!(search(&app, &maija, crit).await, json!([]), "{crit}");
        }
        assert_eq!(search(&app, &maija, "kult%00").await.as_array().map(Vec::len), Some(1));
        let endless = format!("kulttuuritalo{}", "%20helsinki".repeat(500));
        assert_eq!(search(&app, &maija, &endless).await.as_array().map(Vec::len), Some(1));
    }
}
