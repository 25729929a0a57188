use liksa_domain::person::Role;
use liksa_test_support::{both_engines, on_sqlite};
use serde_json::{Value, json};

use crate::testing::{Answer, SignedIn, TestApp};

both_engines! {
    two_administrators_do_not_dismiss_each_other,
}

on_sqlite! {
    roles_are_given_and_count_at_once,
    administrators_cannot_remove_their_own_role,
    unknown_roles_or_none_are_refused,
}

async fn set(app: &TestApp, admin: &SignedIn, of: &SignedIn, roles: &Value) -> Answer {
    let path = format!("/api/provider/people/{}/roles", of.id);
    app.put(&path).token(&admin.token).json(&json!({"roles": roles})).send().await
}

async fn roles_are_given_and_count_at_once(app: TestApp) {
    let admin = app.staff("admin@liksa.example", Role::Admin).await;
    let maija = app.worker().await;
    let queue = async || app.get("/api/provider/bills").token(&maija.token).send().await.status;
    assert_eq!(queue().await, 403);
    let answer = set(&app, &admin, &maija, &json!(["ROLE_CLERK", "ROLE_USER", "ROLE_CLERK"])).await;
    assert_eq!(answer.json["roles"], json!(["ROLE_USER", "ROLE_CLERK"]), "{}", answer.json);
    assert_eq!(queue().await, 200);
    assert_eq!(set(&app, &admin, &maija, &json!(["ROLE_USER", "ROLE_CLERK"])).await.status, 200);
    let log = app.store.audit_of(&format!("person:{}", maija.id)).await.unwrap();
    assert_eq!(log.len(), 1, "no event without a change");
    assert_eq!(
        serde_json::from_str::<Value>(&log[0].detail).unwrap(),
        json!({"before": ["ROLE_USER"], "after": ["ROLE_USER", "ROLE_CLERK"]})
    );
    let answer = app.get("/api/provider/people?role=ROLE_CLERK").token(&admin.token).send().await;
    assert_eq!(answer.json["people"][0]["email"], "maija@liksa.example", "{}", answer.json);
}

async fn administrators_cannot_remove_their_own_role(app: TestApp) {
    let admin = app.staff("admin@liksa.example", Role::Admin).await;
    let refused = set(&app, &admin, &admin, &json!(["ROLE_CLERK"])).await;
    assert_eq!((refused.status, refused.key()), (409, "LAST_ADMIN"));
    assert_eq!(set(&app, &admin, &admin, &json!(["ROLE_CLERK", "ROLE_ADMIN"])).await.status, 200);
}

async fn two_administrators_do_not_dismiss_each_other(app: TestApp) {
    let one = app.staff("one@liksa.example", Role::Admin).await;
    let other = app.staff("other@liksa.example", Role::Admin).await;
    let clerk = json!(["ROLE_CLERK"]);
    let (first, second) = tokio::join!(set(&app, &one, &other, &clerk), set(&app, &other, &one, &clerk));
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 403], "the second is no administrator any more");
}

async fn unknown_roles_or_none_are_refused(app: TestApp) {
    let admin = app.staff("admin@liksa.example", Role::Admin).await;
    let maija = app.worker().await;
    for (roles, field, key) in [
        (json!([]), "roles", "ROLE_REQUIRED"),
        (json!(["ROLE_USER", "ROLE_BOSS"]), "roles[1]", "validation.invalidChoice"),
    ] {
        let refused = set(&app, &admin, &maija, &roles).await;
        assert_eq!(refused.status, 422);
        assert_eq!(refused.json["fields"][0], json!({"field": field, "key": key}));
    }
    let unknown =
        format!("/api/provider/people/{}/roles", app.new_id::<liksa_domain::ids::PersonId>().unwrap());
    assert_eq!(app.get(&unknown).token(&admin.token).send().await.status, 404);
}
