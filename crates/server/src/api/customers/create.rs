//! `POST /api/sharedcustomers`: a new customer.

use axum::extract::State;
use axum::http::StatusCode;
use liksa_domain::audit::Action;
use liksa_domain::ids::CustomerId;
use liksa_domain::problem::ErrorKey;
use liksa_store::{MadeKind, NewCustomer};
use serde_json::json;

use super::body::CustomerBody;
use super::wire::CustomerOnWire;
use super::{as_it_stands, subject};
use crate::app::AppState;
use crate::http::error::{ApiError, ApiResult, Problem};
use crate::http::extract::Json;
use crate::http::idempotency::IdempotencyKey;
use crate::session::WorkerSession;

/// A new customer, which is also put on one's own list.
#[utoipa::path(post, path = "/api/sharedcustomers", tag = "customers", operation_id = "create_customer",
    security(("session" = ["ROLE_USER"])),
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
pub async fn post(
    State(app): State<AppState>,
    session: WorkerSession,
    IdempotencyKey(key): IdempotencyKey,
    Json(body): Json<CustomerBody>,
) -> ApiResult<(StatusCode, Json<CustomerOnWire>)> {
    let maker = session.person.id;
    let entry = body.read()?;
    let (id, now): (CustomerId, _) = (app.new_id()?, app.clock.now());
    let detail = json!({"partyRole": entry.details.role.name(), "name": entry.details.name});
    let event = app.event(Some(maker), Action::CustomerCreated, subject(id), &detail);

    let mut tx = app.store.begin().await?;
    if let Some(key) = key
        && let Some(made_before) = tx.claim_key(maker, MadeKind::Customer, &key, id, now).await?
    {
        drop(tx);
        return Ok((StatusCode::OK, Json(as_it_stands(&app, maker, made_before).await?)));
    }
    if !tx.insert_customer(&NewCustomer { id, maker, entry: &entry, created_at: now }).await? {
        return Err(ApiError::Conflict(ErrorKey::CustomerAlreadyAdded));
    }
    tx.record(&event).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(as_it_stands(&app, maker, id).await?)))
}

#[cfg(test)]
mod tests {
    use liksa_test_support::both_engines;
    use serde_json::{Value, json};
    use tokio::task::JoinSet;

    use crate::api::customers::test_calls::{
        PERSONAL_ID, audited, company, create, individual, made, own_list, replace, stranger, with,
    };
    use crate::testing::{SignedIn, TestApp};

    both_engines! {
        a_company_is_made_and_put_on_the_own_list,
        a_personal_id_is_taken_and_never_answered,
        every_fault_is_named,
        a_company_that_is_there_is_to_be_searched,
        a_key_makes_one_customer_however_often_it_is_sent,
        a_key_gets_the_customer_as_it_stands_now,
        a_key_that_made_nothing_may_be_used_again,
    }

    const KEY: &str = "0190a000-key-of-a-test";

    fn with_key(app: &TestApp, who: &SignedIn, body: &Value) -> crate::testing::Call {
        let call = app.post("/api/sharedcustomers").token(&who.token);
        call.header("idempotency-key", KEY).json(body)
    }

    async fn a_company_is_made_and_put_on_the_own_list(app: TestApp) {
        let maija = app.worker().await;
        let house = made(&app, &maija, &company()).await;
        let mut expected = with(company(), "id", house["id"].clone());
        let filled_in = json!({
            "version": 1, "partyRole": "COMPANY", "organization": "", "vat": "", "sendBillMethod": "EBILL",
            "referenceNumber": "", "addresscountry": "FIN", "saved": true, "own": true, "editable": true,
            "hasSotu": false
        });
        expected.as_object_mut().unwrap().extend(filled_in.as_object().unwrap().clone());
        assert_eq!(house, expected);
        assert_eq!(own_list(&app, &maija).await, json!([house]));
        assert_eq!(audited(&app, &house["id"]).await, ["customer.created"]);
    }

    async fn a_personal_id_is_taken_and_never_answered(app: TestApp) {
        let maija = app.worker().await;
        let aino = made(&app, &maija, &individual()).await;
        assert_eq!(aino["hasSotu"], true);
        assert_eq!(aino["sotu"], Value::Null);
        for text in [aino.to_string(), own_list(&app, &maija).await.to_string()] {
            assert!(!text.contains(PERSONAL_ID), "{text}");
        }
        assert_eq!(audited(&app, &aino["id"]).await, ["customer.created"]);
    }

    async fn every_fault_is_named(app: TestApp) {
        let maija = app.worker().await;
        let bad = with(with(company(), "businessid", "2077474-1"), "email", "laskut");
        let answer = create(&app, &maija, &bad).await;
        assert_eq!((answer.status, answer.key()), (422, "INVALID_FIELDS"));
        let expected = json!([
            {"field": "businessid", "key": "validation.invalidBusinessId"},
            {"field": "email", "key": "validation.invalidEmail"}
        ]);
        assert_eq!(answer.json["fields"], expected);
        let answer = create(&app, &maija, &with(company(), "people", json!([{"name": 7}]))).await;
        assert_eq!((answer.status, &answer.json["fields"][0]["field"]), (422, &json!("people[0].name")));
        assert_eq!(own_list(&app, &maija).await, json!([]), "nothing was made");
    }

    async fn a_company_that_is_there_is_to_be_searched(app: TestApp) {
        let maija = app.worker().await;
        let pekka = stranger(&app).await;
        made(&app, &maija, &company()).await;
        let by_vat_number = with(with(company(), "businessid", ""), "vat", "fi 20774740");
        for body in [company(), by_vat_number] {
            for who in [&maija, &pekka] {
                let answer = create(&app, who, &body).await;
                assert_eq!((answer.status, answer.key()), (409, "customer_already_added_please_search"));
            }
        }
        made(&app, &pekka, &with(company(), "organization", "Ylläpito")).await;
        assert_eq!(own_list(&app, &pekka).await.as_array().unwrap().len(), 1);
    }

    async fn a_key_makes_one_customer_however_often_it_is_sent(app: TestApp) {
        let maija = app.worker().await;
        let mut posts = JoinSet::new();
        for _ in 0..20 {
            posts.spawn(with_key(&app, &maija, &individual()).send());
        }
        let answers = posts.join_all().await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 19);
        assert!(answers.iter().all(|answer| answer.json == answers[0].json));
        assert_eq!(own_list(&app, &maija).await, json!([answers[0].json]));
        assert_eq!(audited(&app, &answers[0].json["id"]).await, ["customer.created"]);
    }

    async fn a_key_gets_the_customer_as_it_stands_now(app: TestApp) {
        let maija = app.worker().await;
        let house = with_key(&app, &maija, &company()).send().await.json;
        let changed = with(with(company(), "name", "Uusi nimi"), "version", 1);
        assert_eq!(replace(&app, &maija, &house["id"], &changed).await.status, 200);
        let again = with_key(&app, &maija, &company()).send().await;
        assert_eq!((again.status, &again.json["name"]), (200, &json!("Uusi nimi")));
    }

    async fn a_key_that_made_nothing_may_be_used_again(app: TestApp) {
        let maija = app.worker().await;
        made(&app, &maija, &company()).await;
        assert_eq!(with_key(&app, &maija, &company()).send().await.status, 409);
        let mended = with(company(), "organization", "Ylläpito");
        assert_eq!(with_key(&app, &maija, &mended).send().await.status, 201);
    }
}
