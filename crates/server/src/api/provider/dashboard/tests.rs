use liksa_domain::person::Role;
use liksa_test_support::{on_sqlite, person};

use crate::testing::TestApp;

on_sqlite! {
    the_check_of_sound_data_finds_no_problems,
}

async fn the_check_of_sound_data_finds_no_problems(app: TestApp) {
    app.add(person().roles(&[Role::Admin]).build()).await;
    let admin = app.sign_in("maija@liksa.example").await;
    let answer = app.get("/api/provider/check").token(&admin.token).send().await;
    assert_eq!(answer.status, 200);
    let findings = answer.json.as_array().unwrap();
    assert!(findings.len() >= 4);
    assert!(findings.iter().all(|finding| finding["problems"] == serde_json::json!([])), "{findings:?}");
}
