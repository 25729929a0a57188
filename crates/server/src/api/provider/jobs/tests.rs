use liksa_domain::ids::MailId;
use liksa_domain::job::Job;
use liksa_domain::person::Role;
use liksa_test_support::on_sqlite;
use serde_json::json;

use crate::testing::TestApp;

on_sqlite! {
    a_failed_job_is_tried_again_once,
}

async fn a_failed_job_is_tried_again_once(app: TestApp) {
    let admin = app.staff("admin@liksa.example", Role::Admin).await;
    let mail: MailId = app.new_id().unwrap();
    let new = app.job(Job::SendMail { mail }).unwrap();
    let id = new.id;
    let mut tx = app.store.begin().await.unwrap();
    tx.enqueue(&new).await.unwrap();
    tx.commit().await.unwrap();
    let retry = async || app.post(&format!("/api/provider/jobs/{id}/retry")).token(&admin.token).send().await;
    let early = retry().await;
    assert_eq!((early.status, early.key()), (409, "JOB_NOT_FAILED"));
    let now = app.clock.now();
    let claimed = app.store.claim_job(None, now, now).await.unwrap().unwrap();
    app.store.fail_job(claimed.lease, now, "no such mail").await.unwrap();

    let list = async |query: &str| {
        app.get(&format!("/api/provider/jobs{query}")).token(&admin.token).send().await.json
    };
    let failed = list("").await;
    assert_eq!(failed["jobs"][0]["id"], json!(id.to_string()));
    assert_eq!(failed["jobs"][0]["lastError"], "no such mail");
    let dashboard = app.get("/api/provider/dashboard").token(&admin.token).send().await.json;
    assert_eq!(dashboard["failedJobs"]["count"], 1);
    assert_eq!(retry().await.status, 204);
    assert_eq!(retry().await.status, 409, "a second click does nothing");
    assert_eq!(list("").await["jobs"], json!([]));
    assert_eq!(list("?state=QUEUED").await["jobs"][0]["attempts"], 0);
    let refused = app.get("/api/provider/jobs?state=LOST").token(&admin.token).send().await;
    assert_eq!(refused.status, 422);
}
