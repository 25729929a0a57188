use liksa_domain::data_check::Question;
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
    assert_eq!(answer.json["askedAt"], "2026-11-16T08:00:00Z");
    let findings = answer.json["findings"].as_array().unwrap();
    assert_eq!(findings.len(), Question::ALL.len(), "each question once");
    assert!(findings.iter().all(|finding| finding["problems"] == serde_json::json!([])), "{findings:?}");
}
