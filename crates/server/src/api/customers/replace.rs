//! `PUT /api/sharedcustomers/{customerId}`: change a customer that one made oneself.

use axum::extract::State;
use liksa_domain::audit::Action;
use liksa_domain::ids::CustomerId;
use liksa_domain::problem::ErrorKey;
use liksa_store::NewCustomer;
use serde_json::json;
use uuid::Uuid;

use super::body::CustomerBody;
use super::wire::CustomerOnWire;
use super::{as_it_stands, subject};
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::{Json, Path};
use crate::session::WorkerSession;

/// Change a customer of one's own. It gets a new id: bills that were sent keep the old record, one's own drafts
/// and list follow.
#[utoipa::path(put, path = "/api/sharedcustomers/{customerId}", tag = "customers",
    operation_id = "replace_customer",
    security(("session" = ["ROLE_USER"])),
    params(("customerId" = Uuid, Path, description = "The customer")),
    request_body = CustomerBody,
    responses(
        (status = 200, description = "The customer under its new id", body = CustomerOnWire),
        (status = 401, description = "Not signed in", body = Problem),
        (status = 403, description = "Not a worker", body = Problem),
        (status = 404, description = "No such customer of one's own", body = Problem),
        (status = 409, description = "STALE_CUSTOMER: changed since it was read. CUSTOMER_SHARED: on others' \
         lists too. customer_already_added_please_search: it would become another company of the register",
         body = Problem),
        (status = 422, description = "A field was not accepted", body = Problem)))]
pub async fn put(
    State(app): State<AppState>,
    session: WorkerSession,
    Path(id): Path<Uuid>,
    Json(body): Json<CustomerBody>,
) -> ApiResult<Json<CustomerOnWire>> {
    let (maker, old_id) = (session.person.id, CustomerId::from(id));
    let (version, entry) = body.read_change()?;
    let id: CustomerId = app.new_id()?;
    let detail = json!({"before": old_id.to_string(), "after": id.to_string()});
    let event = app.event(Some(maker), Action::CustomerReplaced, subject(id), &detail);

    let mut tx = app.store.begin().await?;
    let old = tx.lock_customer(old_id).await?.filter(|old| old.maker == maker).ok_or(ApiError::NotFound)?;
    if old.replaced_by.is_some() || old.version != version {
        return Err(ApiError::Conflict(ErrorKey::StaleCustomer));
    }
    if tx.is_saved_by_others(maker, old.id).await? {
        return Err(ApiError::Conflict(ErrorKey::CustomerShared));
    }
    let new = NewCustomer { id, maker, entry: &entry, created_at: app.clock.now() };
    if !tx.replace_customer(&old, &new).await? {
        return Err(ApiError::Conflict(ErrorKey::CustomerAlreadyAdded));
    }
    tx.record(&event).await?;
    tx.commit().await?;
    Ok(Json(as_it_stands(&app, maker, id).await?))
}

#[cfg(test)]
mod tests {
    use liksa_test_support::both_engines;
    use serde_json::{Value, json};
    use tokio::task::JoinSet;

    use crate::api::customers::test_calls::{
        audited, company, individual, made, own_list, remove, replace, save, search, stranger, with,
    };
    use crate::testing::TestApp;

    both_engines! {
        a_change_makes_a_new_record_on_the_own_list,
        a_stale_change_changes_nothing,
        of_many_changes_at_once_one_is_made,
        somebody_elses_customer_is_not_there,
        a_customer_on_others_lists_stays_as_it_is,
        it_cannot_become_another_company,
        an_empty_personal_id_keeps_the_one_that_is_there,
        faults_are_named_with_the_version_among_them,
    }

    fn renamed(name: &str, version: u8) -> Value {
        with(with(company(), "name", name), "version", version)
    }

    async fn a_change_makes_a_new_record_on_the_own_list(app: TestApp) {
        let maija = app.worker().await;
        let house = made(&app, &maija, &company()).await;
        let answer = replace(&app, &maija, &house["id"], &renamed("Uusi nimi", 1)).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        assert_ne!(answer.json["id"], house["id"]);
        assert_eq!((&answer.json["name"], &answer.json["version"]), (&json!("Uusi nimi"), &json!(2)));
        assert_eq!(own_list(&app, &maija).await, json!([answer.json]));
        assert_eq!(search(&app, &maija, "helsinki").await, json!([answer.json]), "the old one is not found");
        assert_eq!(audited(&app, &answer.json["id"]).await, ["customer.replaced"]);
    }

    async fn a_stale_change_changes_nothing(app: TestApp) {
        let maija = app.worker().await;
        let house = made(&app, &maija, &company()).await;
        let current = replace(&app, &maija, &house["id"], &renamed("Uusi nimi", 1)).await.json;
        for (id, version) in [(&house["id"], 1), (&house["id"], 2), (&current["id"], 1)] {
            let answer = replace(&app, &maija, id, &renamed("Vanha luulo", version)).await;
            assert_eq!((answer.status, answer.key()), (409, "STALE_CUSTOMER"));
        }
        assert_eq!(own_list(&app, &maija).await, json!([current]));
    }

    async fn of_many_changes_at_once_one_is_made(app: TestApp) {
        let maija = app.worker().await;
        let house = made(&app, &maija, &company()).await;
        let path = format!("/api/sharedcustomers/{}", house["id"].as_str().unwrap());
        let mut changes = JoinSet::new();
        for number in 0..10 {
            let body = renamed(&format!("Nimi {number}"), 1);
            changes.spawn(app.put(&path).token(&maija.token).json(&body).send());
        }
        let answers = changes.join_all().await;
        let made: Vec<&Value> =
            answers.iter().filter(|answer| answer.status == 200).map(|answer| &answer.json).collect();
        assert_eq!(answers.iter().filter(|answer| answer.key() == "STALE_CUSTOMER").count(), 9);
        assert_eq!(own_list(&app, &maija).await, json!(made));
    }

    async fn somebody_elses_customer_is_not_there(app: TestApp) {
        let maija = app.worker().await;
        let pekka = stranger(&app).await;
        let nobody = json!("01900000-0000-7000-8000-000000000000");
        let house = made(&app, &maija, &company()).await;
        let aino = made(&app, &maija, &individual()).await;
        for id in [&nobody, &house["id"], &aino["id"]] {
            let answer = replace(&app, &pekka, id, &renamed("Pekan", 1)).await;
            assert_eq!((answer.status, answer.key()), (404, "NOT_FOUND"));
        }
        assert_eq!(own_list(&app, &maija).await, json!([aino, house]));
    }

    async fn a_customer_on_others_lists_stays_as_it_is(app: TestApp) {
        let maija = app.worker().await;
        let pekka = stranger(&app).await;
        let house = made(&app, &maija, &company()).await;
        save(&app, &pekka, &house["id"]).await;
        assert_eq!(own_list(&app, &maija).await[0]["editable"], false);
        let answer = replace(&app, &maija, &house["id"], &renamed("Uusi nimi", 1)).await;
        assert_eq!((answer.status, answer.key()), (409, "CUSTOMER_SHARED"));
        remove(&app, &pekka, &house["id"]).await;
        assert_eq!(own_list(&app, &maija).await[0]["editable"], true);
        assert_eq!(replace(&app, &maija, &house["id"], &renamed("Uusi nimi", 1)).await.status, 200);
    }

    async fn it_cannot_become_another_company(app: TestApp) {
        let maija = app.worker().await;
        made(&app, &maija, &company()).await;
        let other = made(&app, &maija, &with(company(), "organization", "Ylläpito")).await;
        let answer = replace(&app, &maija, &other["id"], &with(company(), "version", 1)).await;
        assert_eq!((answer.status, answer.key()), (409, "customer_already_added_please_search"));
        assert_eq!(search(&app, &maija, "ylläp").await, json!([other]), "nothing happened");
    }

    async fn an_empty_personal_id_keeps_the_one_that_is_there(app: TestApp) {
        let maija = app.worker().await;
        let aino = made(&app, &maija, &individual()).await;
        let change = with(with(individual(), "sotu", ""), "version", 1);
        let kept = replace(&app, &maija, &aino["id"], &change).await.json;
        assert_eq!(kept["hasSotu"], true);
        let change = with(with(individual(), "sotu", Value::Null), "version", 2);
        let kept = replace(&app, &maija, &kept["id"], &change).await.json;
        assert_eq!(kept["hasSotu"], true);
        let company = replace(&app, &maija, &kept["id"], &with(company(), "version", 3)).await.json;
        assert_eq!((&company["hasSotu"], &company["partyRole"]), (&json!(false), &json!("COMPANY")));
    }

    async fn faults_are_named_with_the_version_among_them(app: TestApp) {
        let maija = app.worker().await;
        let house = made(&app, &maija, &company()).await;
        let answer = replace(&app, &maija, &house["id"], &with(company(), "name", "")).await;
        assert_eq!((answer.status, answer.key()), (422, "INVALID_FIELDS"));
        let expected = json!([
            {"field": "version", "key": "validation.required"},
            {"field": "name", "key": "validation.required"}
        ]);
        assert_eq!(answer.json["fields"], expected);
    }
}
