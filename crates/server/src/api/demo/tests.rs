use liksa_actions::mail::Outgoing;
use liksa_demo::content as demo;
use liksa_documents::camt::CamtReader;
use liksa_domain::delivery::MailKind;
use liksa_domain::payments::reference_of;
use liksa_domain::person::{Email, Language, Role};
use liksa_test_support::{Engine, person};
use serde_json::Value;

use crate::config::Identification;
use crate::testing::{TestApp, mail_of};
use crate::tests::payment_fixtures::PaymentsTest;

async fn app() -> TestApp {
    TestApp::with_config(Engine::Sqlite, |_| {}).await
}

/// The address that a registration is redirected to.
async fn address(app: &TestApp, language: Language) -> String {
    let body = serde_json::json!({
        "email": "uusi@liksa.example", "phone": "1", "address": "a", "postalcode": "00100", "password": "oma-salasana",
        "language": language.name(),
    });
    let sent = app.post("/api/registration/start").json(&body).send().await.json;
    format!("/demo-bank/authorize?{}", sent["request"].as_str().unwrap())
}

#[tokio::test]
async fn the_page_says_that_it_is_a_demo_in_the_language_asked_for() {
    let app = app().await;
    for (language, words) in
        [(Language::Finnish, "eikä oikea pankki"), (Language::English, "not a real bank")]
    {
        let answer = app.get(&address(&app, language).await).send().await;
        let page = String::from_utf8(answer.body).unwrap();
        assert!(page.contains(words) && page.contains("Äkäslompolo"), "{page}");
        let policy = answer.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'; style-src 'nonce-"), "{policy}");
    }
}

#[tokio::test]
async fn a_wrong_request_is_not_redirected() {
    let app = app().await;
    let right = address(&app, Language::Finnish).await;
    let elsewhere =
        right.replace("redirect_uri=http%3A%2F%2F127.0.0.1%3A8080", "redirect_uri=http%3A%2F%2Fevil.example");
    let unprotected = right.replace("code_challenge_method=S256", "code_challenge_method=plain");
    for wrong in [elsewhere, unprotected, "/demo-bank/authorize".to_owned()] {
        assert_eq!(app.get(&wrong).send().await.status, 400, "{wrong}");
    }
    let form = "application/x-www-form-urlencoded";
    let unknown = app.post(&right).body(form, "person=nobody").send().await;
    assert_eq!(unknown.status, 404);
}

#[tokio::test]
async fn the_openid_endpoints_answer() {
    let app = app().await;
    let description = app.get("/demo-bank/.well-known/openid-configuration").send().await.json;
    assert_eq!(description["issuer"], "http://127.0.0.1:8080/demo-bank");
    let keys = app.get("/demo-bank/jwks").send().await.json;
    assert!(keys["keys"][0]["x"].is_string() && keys["keys"][0].get("d").is_none(), "the public half alone");
    let form = "application/x-www-form-urlencoded";
    let wrong_client = app.post("/demo-bank/token").body(form, "code=x").send().await;
    assert_eq!((wrong_client.status, &wrong_client.json["error"]), (401, &Value::from("invalid_client")));
}

#[tokio::test]
async fn a_real_installation_has_no_demo_bank() {
    let real = |config: &mut crate::config::Config| config.identification = Identification::NotConfigured;
    let app = TestApp::with_config(Engine::Sqlite, real).await;
    for path in ["/demo-bank/authorize", "/demo-bank/jwks", "/demo-bank/.well-known/openid-configuration"] {
        assert_eq!(app.get(path).send().await.status, 404, "{path}");
    }
    assert_eq!(app.get("/api/app").send().await.json["demoBank"], false);
}

async fn enqueued_mail(app: &TestApp) -> String {
    let to = Email::parse("asiakas@liksa.example").unwrap();
    let mail = Outgoing { to, subject: "Lasku".into(), text: "Hei!".into(), ..mail_of(MailKind::Other) };
    app.posted(&mail).await.to_string()
}

#[tokio::test]
async fn the_demo_shows_its_mails() {
    let app = TestApp::with_config(Engine::Sqlite, |config| config.demo = true).await;
    let id = enqueued_mail(&app).await;
    app.run_jobs().await;
    let list = app.get("/api/demo/mails").send().await;
    assert_eq!((list.status, &list.json[0]["id"]), (200, &id.clone().into()));
    let one = app.get(&format!("/api/demo/mails/{id}")).send().await;
    assert_eq!(one.json["state"], "SENT");
    assert_eq!((&one.json["text"], &one.json["attachment"]), (&"Hei!".into(), &Value::Null));
}

#[tokio::test]
async fn mails_are_shown_only_in_a_demo() {
    let app = TestApp::with_config(Engine::Sqlite, |_| {}).await;
    let id = enqueued_mail(&app).await;
    for path in ["/api/demo/mails".to_owned(), format!("/api/demo/mails/{id}")] {
        assert_eq!(app.get(&path).send().await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn a_demo_has_a_statement_that_can_be_uploaded() {
    let demo = TestApp::with_config(Engine::Sqlite, |config| config.demo = true).await;
    demo::seed_if_empty(&demo).await.unwrap();
    let login = demo.login("payroll@liksa.example", demo::PASSWORD).await.json;
    let token = login["authtoken"].as_str().unwrap();
    let answer = demo.get("/api/demo/bank-statement.xml").token(token).send().await;
    assert_eq!(answer.status, 200);
    let amounts: Vec<_> = CamtReader::new(&*answer.body).map(|found| found.unwrap()).collect();
    assert!(amounts.len() >= 4, "{}", amounts.len());
    assert_eq!(amounts.iter().filter(|found| found.references.is_empty()).count(), 1);
}

/// A negative bill is nothing that its customer pays.
#[tokio::test]
async fn the_statement_of_a_demo_leaves_negative_bills_out() {
    let demo = TestApp::with_config(Engine::Sqlite, |config| config.demo = true).await;
    let test = PaymentsTest::of(demo).await;
    let (_, number) = test.sent("100").await;
    let (_, negative) = test.sent("-40").await;
    let answer = test.app.get("/api/demo/bank-statement.xml").token(&test.payroll.token).send().await;
    assert_eq!(answer.status, 200);
    let xml = String::from_utf8(answer.body.to_vec()).unwrap();
    let reference = |number| reference_of(number).unwrap().as_str().to_owned();
    assert!(xml.contains(&format!("<Ref>{}</Ref>", reference(number))));
    assert!(!xml.contains(&format!("<Ref>{}</Ref>", reference(negative))));
    let taken = test.upload(xml).await;
    assert_eq!(
        (taken.status, &taken.json["closingBalance"]),
        (201, &serde_json::json!(220.00)),
        "{}",
        taken.json
    );
}

#[tokio::test]
async fn there_is_no_statement_outside_a_demo() {
    let app = TestApp::with_config(Engine::Sqlite, |_| {}).await;
    app.add(person().roles(&[Role::Payroll]).build()).await;
    let payroll = app.sign_in("maija@liksa.example").await;
    let answer = app.get("/api/demo/bank-statement.xml").token(&payroll.token).send().await;
    assert_eq!(answer.status, 404);
}
