use liksa_domain::person::Role;
use liksa_test_support::on_sqlite;
use serde_json::{Value, json};

use crate::api::bills::tests::somebody;
use crate::testing::{Answer, SignedIn, TestApp};

on_sqlite! {
    shifts_are_imported_from_csv_and_json_and_updated_by_their_id,
    nothing_is_imported_if_a_line_has_a_problem,
    a_program_imports_with_its_key_until_the_key_ends,
}

const CSV: &str = "\u{feff}shiftId;email;startDateTime;endDateTime;departmentKey;departmentName;entitled\r\n\
    TV-1;maija@liksa.example;2026-11-16T08:00;2026-11-16T16:00;N3;Näyttämö;LUNCH_ALLOWANCE|KILOMETER_ALLOWANCE\r\n\
    TV-2;maija@liksa.example;17.11.2026 08:00;17.11.2026 16:00;N3;\"Näyttämö; valot\";\r\n";

async fn import(app: &TestApp, clerk: &SignedIn, kind: &str, body: &str) -> Answer {
    app.post("/api/provider/shifts").token(&clerk.token).body(kind, body.to_owned()).send().await
}

async fn shifts_are_imported_from_csv_and_json_and_updated_by_their_id(app: TestApp) {
    app.worker().await;
    let clerk = somebody(&app, "clerk@liksa.example", Role::Clerk).await;
    let first = import(&app, &clerk, "text/csv", CSV).await;
    assert_eq!((first.status, &first.json), (200, &json!({"received": 2, "changed": 2})), "{}", first.json);
    assert_eq!(import(&app, &clerk, "text/csv", CSV).await.json, json!({"received": 2, "changed": 0}));
    let longer = json!({"shifts": [{"shiftId": "TV-1", "email": "maija@liksa.example",
        "startDateTime": "2026-11-16T06:00:00Z", "endDateTime": "2026-11-16T17:00", "departmentKey": "N3",
        "departmentName": "Näyttämö", "entitled": ["LUNCH_ALLOWANCE", "KILOMETER_ALLOWANCE"]}]});
    let json_again = import(&app, &clerk, "application/json", &longer.to_string()).await;
    assert_eq!(json_again.json, json!({"received": 1, "changed": 1}), "an hour longer");
    let changed = async |field: &str, value: Value| {
        let mut other = longer.clone();
        other["shifts"][0][field] = value;
        import(&app, &clerk, "application/json", &other.to_string()).await.json["changed"].clone()
    };
    assert_eq!(changed("entitled", json!(["LUNCH_ALLOWANCE"])).await, 1);
    assert_eq!(changed("departmentKey", json!("N4")).await, 1);
    assert_eq!(changed("departmentName", json!("Aula")).await, 1);
    assert_eq!(app.store.audit_of("shifts:import").await.unwrap().len(), 6);
}

async fn nothing_is_imported_if_a_line_has_a_problem(app: TestApp) {
    app.worker().await;
    let clerk = somebody(&app, "clerk@liksa.example", Role::Clerk).await;
    let bad = format!("{CSV}TV-2;x;;eilen;;;\r\nTV-3;maija@liksa.example\r\n");
    let refused = import(&app, &clerk, "text/csv", &bad).await;
    assert_eq!(refused.status, 422);
    let fields: Vec<&Value> =
        refused.json["fields"].as_array().unwrap().iter().map(|problem| &problem["field"]).collect();
    assert_eq!(
        fields,
        ["lines[5]", "lines[4].email", "lines[4].endDateTime", "lines[4].startDateTime"],
        "{}",
        refused.json
    );
    let unknown = CSV.replace("maija@", "tuntematon@");
    let unknown = import(&app, &clerk, "text/csv", &unknown).await;
    assert_eq!(
        unknown.json["fields"][0],
        json!({"field": "shifts.TV-1.email", "key": "import.unknownWorker"})
    );
    let twice = format!("{CSV}TV-2;maija@liksa.example;2026-11-18T08:00;2026-11-18T16:00;;;\r\n");
    let refused = import(&app, &clerk, "text/csv", &twice).await;
    assert_eq!(refused.json["fields"][0]["key"], "import.twice");
    let many = format!("{{\"shifts\": [{}]}}", ["{}"; 10_001].join(","));
    let refused = import(&app, &clerk, "application/json", &many).await;
    let too_many = json!([{"field": "lines", "key": "validation.tooMany", "most": "10000"}]);
    assert_eq!((refused.status, &refused.json["fields"]), (422, &too_many));
    for (kind, body) in [("application/json", "{"), ("text/csv", "a,b\n1,2\n"), ("text/csv", "")] {
        let refused = import(&app, &clerk, kind, body).await;
        assert_eq!((refused.status, &refused.json["fields"][0]["key"]), (422, &json!("UNREADABLE_IMPORT")));
    }
    assert_eq!(import(&app, &clerk, "text/csv", CSV).await.json["changed"], 2, "nothing was imported before");
}

async fn a_program_imports_with_its_key_until_the_key_ends(app: TestApp) {
    app.worker().await;
    let admin = somebody(&app, "admin@liksa.example", Role::Admin).await;
    let call = app.post("/api/provider/api-keys").token(&admin.token);
    let made = call.json(&json!({"name": "Vuorosuunnittelu"})).send().await;
    assert_eq!(made.status, 201, "{}", made.json);
    let key = made.json["key"].as_str().unwrap().to_owned();
    let send = async |key: &str| {
        let call = app.post("/api/provider/shifts").header("x-api-key", key);
        call.body("text/csv", CSV).send().await.status
    };
    assert_eq!(send(&key).await, 200);
    assert_eq!(send("unknown").await, 401);
    let listed = app.get("/api/provider/api-keys").token(&admin.token).send().await.json;
    assert_eq!(listed["apiKeys"][0]["name"], "Vuorosuunnittelu");
    assert!(listed["apiKeys"][0]["lastUsedAt"].is_string() && !listed.to_string().contains(&key));
    let path = format!("/api/provider/api-keys/{}", made.json["id"].as_str().unwrap());
    let end = async || app.delete(&path).token(&admin.token).send().await.status;
    assert_eq!((end().await, end().await), (204, 404));
    assert_eq!(send(&key).await, 401);
}
