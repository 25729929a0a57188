use futures_util::future::join_all;
use jiff::ToSpan;
use liksa_actions::context::Lane;
use liksa_actions::context::token::Token;
use liksa_domain::audit::Action;
use liksa_domain::ids::PersonId;
use liksa_domain::person::Email;
use liksa_domain::worker_facts::Profile;
use liksa_test_support::{Engine, both_engines, on_sqlite, person};
use serde_json::{Value, json};

use crate::testing::{Answer, Browser, Log, PASSWORD, TestApp};

both_engines! {
    a_new_password_forgets_sessions_and_browsers,
    of_two_simultaneous_uses_one_counts,
    a_change_under_way_does_not_undo_a_newer_one,
    a_log_in_at_the_bank_does_not_outlive_its_password,
}

on_sqlite! {
    asking_for_a_mail_reveals_nothing,
    an_identified_person_confirms_through_the_bank,
    another_person_at_the_bank_changes_nothing,
    a_cancelled_identification_leaves_the_link_usable,
    an_unidentified_person_needs_only_the_link,
    a_link_is_good_once_and_for_an_hour,
    a_missing_or_short_password_is_refused,
    a_reset_and_a_registration_in_one_browser_both_work,
}

const EMAIL: &str = "maija@liksa.example";
const NEW: &str = "uusi-salasana";

async fn forgot(app: &TestApp, email: &str) -> Answer {
    app.post("/api/password/forgot/v2").json(&json!({"email": email})).send().await
}

/// The token of the mail to a user who forgot the password.
async fn mailed(app: &TestApp) -> String {
    app.clock.advance(1.second());
    assert_eq!(forgot(app, EMAIL).await.status, 200);
    app.run_jobs().await;
    app.mailed_link("/password/forgot/").unwrap()
}

async fn change(app: &TestApp, browser: &mut Browser<'_>, body: &Value) -> Answer {
    browser.send(app.post("/api/password/change/v2").json(body)).await
}

/// Maija, with a personal id that the bank knows and an address that is not confirmed.
async fn add_maija(app: &TestApp) -> PersonId {
    let maija = app.add_unconfirmed(person().build()).await;
    let profile = Profile { personal_id: Some("010190-900P".parse().unwrap()), ..Profile::default() };
    let mut tx = app.store.begin().await.unwrap();
    tx.set_profile(maija.id, &profile).await.unwrap();
    tx.commit().await.unwrap();
    maija.id
}

/// Nothing is looked up before the answer: known and unknown addresses leave the same job, and nothing else.
async fn asking_for_a_mail_reveals_nothing(app: TestApp) {
    add_maija(&app).await;
    let (known, unknown) = (forgot(&app, EMAIL).await, forgot(&app, "unknown@liksa.example").await);
    assert_eq!((known.status, &known.json), (200, &json!({})));
    assert_eq!((unknown.status, &unknown.json), (known.status, &known.json));
    assert!(app.store.newest_mails(10).await.unwrap().is_empty(), "not before the answer");
    app.run_jobs().await;
    let mails = app.store.newest_mails(10).await.unwrap();
    assert_eq!(mails.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), [EMAIL]);
    let wrong = forgot(&app, "no address").await;
    assert_eq!(wrong.json["fields"], json!([{"field": "email", "key": "validation.not_an_email"}]));
    for _ in 0..9 {
        assert_eq!(forgot(&app, EMAIL).await.status, 200);
    }
    app.run_jobs().await;
    assert_eq!(app.store.newest_mails(20).await.unwrap().len(), 3, "a mailbox is not flooded");
}

async fn an_identified_person_confirms_through_the_bank(app: TestApp) {
    add_maija(&app).await;
    let before = app.sign_in(EMAIL).await;
    let (token, mut browser) = (mailed(&app).await, app.browser());
    let sent = change(&app, &mut browser, &json!({"token": token, "password": NEW})).await;
    assert_eq!(sent.status, 200, "{}", sent.json);
    assert_eq!(app.login(EMAIL, NEW).await.status, 401, "not before the bank has answered");
    let back = browser.at_the_bank(&sent.json, "maija").await;
    let elsewhere = change(&app, &mut app.browser(), &back).await;
    assert_eq!((elsewhere.status, elsewhere.key()), (409, "IDENTIFICATION_FAILED"));
    let changed = change(&app, &mut browser, &back).await;
    assert_eq!((changed.status, &changed.json), (200, &json!({})));
    assert_eq!(change(&app, &mut browser, &back).await.key(), "IDENTIFICATION_EXPIRED", "replayed");
    assert_eq!(app.get("/api/login").token(&before.token).send().await.status, 401, "sessions die");
    assert_eq!(app.login(EMAIL, PASSWORD).await.status, 401);
    let login = app.login(EMAIL, NEW).await;
    assert_eq!(login.status, 200);
    let account = app.get("/api/person").token(login.json["authtoken"].as_str().unwrap()).send().await;
    assert_eq!(account.json["emailConfirmed"], true, "who came by the mail reads it");
    let again = change(&app, &mut browser, &json!({"token": token, "password": "kolmas-salasana"})).await;
    assert_eq!((again.status, again.key()), (409, "ACCOUNT_NOT_RESTORED"), "a link is good once");
    assert!(app.subjects_to(EMAIL).await.iter().any(|subject| subject.contains("on vaihdettu")));
}

async fn another_person_at_the_bank_changes_nothing(app: TestApp) {
    add_maija(&app).await;
    let (token, mut browser) = (mailed(&app).await, app.browser());
    let sent = change(&app, &mut browser, &json!({"token": token, "password": NEW})).await;
    let back = browser.at_the_bank(&sent.json, "veeti").await;
    let refused = change(&app, &mut browser, &back).await;
    assert_eq!((refused.status, refused.key()), (409, "ACCOUNT_NOT_RESTORED"));
    assert_eq!(app.login(EMAIL, PASSWORD).await.status, 200);
    let mut registering = app.browser();
    let sent = change(&app, &mut registering, &json!({"token": token, "password": NEW})).await;
    let back = registering.at_the_bank(&sent.json, "maija").await;
    let refused = registering.send(app.put("/api/registration/oidc/finish").json(&back)).await;
    assert_eq!(refused.key(), "IDENTIFICATION_FAILED", "what was for a password signs nobody in");
    assert!(!registering.has("liksa_session"));
}

async fn a_cancelled_identification_leaves_the_link_usable(app: TestApp) {
    add_maija(&app).await;
    let (token, mut browser) = (mailed(&app).await, app.browser());
    for (choice, status) in [("cancel", 409), ("maija", 200)] {
        let sent = change(&app, &mut browser, &json!({"token": token, "password": NEW})).await;
        let back = browser.at_the_bank(&sent.json, choice).await;
        assert_eq!(change(&app, &mut browser, &back).await.status, status, "{choice}");
    }
    assert_eq!(app.login(EMAIL, NEW).await.status, 200);
}

async fn an_unidentified_person_needs_only_the_link(app: TestApp) {
    app.add(person().unidentified().build()).await;
    let token = mailed(&app).await;
    let changed = change(&app, &mut app.browser(), &json!({"token": token, "password": NEW})).await;
    assert_eq!((changed.status, &changed.json), (200, &json!({})));
    assert_eq!(app.login(EMAIL, NEW).await.json["strongIdentified"], false);
    let again = change(&app, &mut app.browser(), &json!({"token": token, "password": NEW})).await;
    assert_eq!(again.key(), "ACCOUNT_NOT_RESTORED");
}

async fn a_link_is_good_once_and_for_an_hour(app: TestApp) {
    app.add(person().unidentified().build()).await;
    let (first, second) = (mailed(&app).await, mailed(&app).await);
    app.clock.advance(1.hour());
    for token in [first.as_str(), "x", &"A".repeat(43)] {
        let answer = change(&app, &mut app.browser(), &json!({"token": token, "password": NEW})).await;
        assert_eq!((answer.status, answer.key()), (409, "ACCOUNT_NOT_RESTORED"));
    }
    let late = change(&app, &mut app.browser(), &json!({"token": second, "password": NEW})).await;
    assert_eq!(late.status, 409);
    let fresh = mailed(&app).await;
    assert_eq!(change(&app, &mut app.browser(), &json!({"token": fresh, "password": NEW})).await.status, 200);
}

async fn a_missing_or_short_password_is_refused(app: TestApp) {
    add_maija(&app).await;
    let token = mailed(&app).await;
    for (password, key) in [("", "validation.required"), ("lyhyt", "validation.passwordMustBe6Characters")] {
        let answer = change(&app, &mut app.browser(), &json!({"token": token, "password": password})).await;
        assert_eq!(answer.json["fields"], json!([{"field": "password", "key": key}]));
    }
}

async fn of_two_simultaneous_uses_one_counts(app: TestApp) {
    app.add(person().unidentified().build()).await;
    let token = mailed(&app).await;
    let change = |password: &str| {
        let body = json!({"token": token, "password": password});
        app.post("/api/password/change/v2").json(&body).send()
    };
    let answers = join_all([change("salasana-yksi"), change("salasana-kaksi")]).await;
    let mut answered: Vec<_> = answers.iter().map(|answer| (answer.status, answer.key())).collect();
    answered.sort_unstable();
    assert_eq!(answered, [(200, ""), (409, "ACCOUNT_NOT_RESTORED")]);
}

/// In two tabs of one browser.
async fn a_reset_and_a_registration_in_one_browser_both_work(app: TestApp) {
    add_maija(&app).await;
    let (token, mut browser) = (mailed(&app).await, app.browser());
    let form = json!({"email": "veeti@liksa.example", "phone": "040 123", "address": "Kotikatu 1",
                      "postalcode": "33100", "password": "oma-salasana", "language": "fi"});
    let registering = browser.send(app.post("/api/registration/start").json(&form)).await;
    let resetting = change(&app, &mut browser, &json!({"token": token, "password": NEW})).await;
    let registered = browser.at_the_bank(&registering.json, "veeti").await;
    let reset = browser.at_the_bank(&resetting.json, "maija").await;
    let answer = browser.send(app.put("/api/registration/oidc/finish").json(&registered)).await;
    assert_eq!((answer.status, &answer.json["user"]["firstName"]), (200, &json!("Veeti")));
    assert_eq!(change(&app, &mut browser, &reset).await.status, 200);
}

/// An intruder with a stolen session and the old password changes it while the owner does.
async fn a_change_under_way_does_not_undo_a_newer_one(app: TestApp) {
    add_maija(&app).await;
    let stolen = app.sign_in(EMAIL).await;
    let new = app.passwords.hash(Lane::Known, NEW).await.unwrap();
    let body = json!({"currentPassword": PASSWORD, "password": "varkaan-salasana"});
    let call = app.put("/api/person").token(&stolen.token).json(&body);
    let answer = app.while_checking(call, async {
        let mut tx = app.store.begin().await.unwrap();
        tx.set_password(stolen.id, &new).await.unwrap();
        tx.commit().await.unwrap();
    });
    let answer = answer.await;
    let refused = json!([{"field": "currentPassword", "key": "account.incorrect-password"}]);
    assert_eq!((answer.status, &answer.json["fields"]), (422, &refused));
    assert_eq!(app.login(EMAIL, NEW).await.status, 200);
}

/// An intruder knew the old password: a browser in which they used it must not be the owner's any more.
async fn a_new_password_forgets_sessions_and_browsers(app: TestApp) {
    let maija = add_maija(&app).await;
    let email = Email::parse(EMAIL).unwrap();
    let in_browser = async |password: &str| {
        let body = json!({"username": EMAIL, "password": password});
        let answer = app.post("/api/login").header("sec-fetch-site", "same-origin").json(&body).send().await;
        let cookies = ["liksa_browser", "liksa_session"].map(|name| answer.cookie_sent_back(name));
        cookies.map(|cookie| cookie.split_once('=').unwrap().1.to_owned())
    };
    let is_known = async |browser: &str| {
        app.store.knows_browser(Token::parse(browser).unwrap().hash(), &email).await.unwrap()
    };
    let signed_in = async |session: &str| app.get("/api/person").token(session).send().await.status == 200;
    let last_event = async || -> Value {
        let events = app.store.audit_of(&format!("person:{}", maija)).await.unwrap();
        let last = events.iter().rfind(|event| event.action == Action::PasswordChanged).unwrap();
        serde_json::from_str(&last.detail).unwrap()
    };

    let [browser, session] = in_browser(PASSWORD).await;
    assert!(is_known(&browser).await && signed_in(&session).await);
    let (token, mut owner) = (mailed(&app).await, app.browser());
    let sent = change(&app, &mut owner, &json!({"token": token, "password": NEW})).await;
    let back = owner.at_the_bank(&sent.json, "maija").await;
    assert_eq!(change(&app, &mut owner, &back).await.status, 200);
    assert!(!is_known(&browser).await, "by a link");
    assert!(!signed_in(&session).await);
    assert_eq!(last_event().await, json!({"by": "link", "sessionsEnded": 1}));

    let [intruder, their_session] = in_browser(NEW).await;
    let [_, own_session] = in_browser(NEW).await;
    let body = json!({"currentPassword": NEW, "password": "kolmas-salasana"});
    assert_eq!(app.put("/api/person").token(&own_session).json(&body).send().await.status, 200);
    assert!(!is_known(&intruder).await, "by its owner");
    assert!(!signed_in(&their_session).await && signed_in(&own_session).await);
    assert_eq!(last_event().await, json!({"by": "owner", "sessionsEnded": 1}));
}

async fn a_log_in_at_the_bank_does_not_outlive_its_password(app: TestApp) {
    app.add(person().unidentified().build()).await;
    let mut thief = app.browser();
    let body = json!({"username": EMAIL, "password": PASSWORD});
    let login = thief.send(app.post("/api/login").json(&body)).await;
    let back = thief.at_the_bank(&login.json["identifyAt"], "veeti").await;
    let token = mailed(&app).await;
    assert_eq!(change(&app, &mut app.browser(), &json!({"token": token, "password": NEW})).await.status, 200);
    let late = thief.send(app.put("/api/registration/oidc/finish").json(&back)).await;
    assert_eq!((late.status, late.key()), (409, "IDENTIFICATION_FAILED"));
    assert!(!thief.has("liksa_session"));
}

#[tokio::test]
async fn secrets_are_not_logged() {
    let (written, _guard) = Log::collect();
    let app = TestApp::with_config(Engine::Sqlite, |_| {}).await;
    add_maija(&app).await;
    let (token, mut browser) = (mailed(&app).await, app.browser());
    browser.send(app.get(&format!("/password/forgot/{token}"))).await;
    let sent = change(&app, &mut browser, &json!({"token": token, "password": NEW})).await;
    let back = browser.at_the_bank(&sent.json, "maija").await;
    let page = format!("/password/success?code={}&state={}", back["code"], back["state"]);
    browser.send(app.get(&page.replace('"', ""))).await;
    assert_eq!(change(&app, &mut browser, &back).await.status, 200);
    let session = app.login(EMAIL, NEW).await.json["authtoken"].clone();
    app.get(&format!("/api/login?token={token}")).send().await;

    let log = written.text();
    assert!(log.contains("/api/password/change/v2") && log.contains("answered"), "{log}");
    let secrets = [token.as_str(), NEW, "010190", "$argon2"].map(str::to_owned).into_iter();
    let of_bank = ["code", "state"].map(|name| back[name].as_str().unwrap().to_owned());
    for secret in secrets.chain(of_bank).chain(session.as_str().map(str::to_owned)) {
        assert!(!log.contains(&secret), "{secret} in {log}");
    }
}
