use futures_util::future::join_all;
use jiff::ToSpan;
use jiff::civil::date;
use liksa_domain::account::TERMS_VERSION;
use liksa_domain::person::{Email, Role};
use liksa_domain::promo_code::PromoCode;
use liksa_domain::worker_facts::Profile;
use liksa_money::Rate;
use liksa_test_support::{Engine, both_engines, on_sqlite, person};
use serde_json::{Value, json};

use crate::config::{BrokerSettings, ClientProof, Identification};
use crate::testing::{Answer, Browser, Call, TestApp};

both_engines! {
    a_newcomer_gets_an_account,
    of_two_simultaneous_answers_one_counts,
    simultaneous_acceptances_make_one_account,
    one_person_in_two_browsers_gets_one_account,
    a_promo_code_is_used_up_once_however_many_accept_at_once,
}

on_sqlite! {
    a_taken_address_is_not_revealed_before_identification,
    the_owner_of_an_account_is_signed_in,
    the_bank_may_refuse,
    an_answer_is_taken_once_and_from_its_own_browser,
    an_identification_expires,
    identification_is_tried_again_after_cancelling,
    the_link_of_the_mail_goes_on_in_another_browser,
    the_link_of_the_mail_goes_on_in_the_same_browser,
    an_identity_counts_only_in_the_browser_that_was_at_the_bank,
    an_identity_is_not_noted_after_another_browser_took_over,
    a_promo_code_gives_its_fee,
    every_fault_of_the_form_is_named,
    terms_come_after_the_bank,
    an_unidentified_person_is_identified_at_log_in,
}

fn form(email: &str) -> Value {
    json!({"email": email, "phone": "040 123", "address": "Kotikatu 1", "postalcode": "33100",
           "password": "oma-salasana", "language": "fi"})
}

async fn start(app: &TestApp, browser: &mut Browser<'_>, email: &str) -> Answer {
    browser.send(app.post("/api/registration/start").json(&form(email))).await
}

/// Where the link of the newest mail about a registration leads.
async fn mailed_path(app: &TestApp) -> String {
    app.run_jobs().await;
    format!("/api/registration/confirm{}", app.mailed_link("/registration/confirm").unwrap())
}

async fn finish(app: &TestApp, browser: &mut Browser<'_>, back: &Value) -> Answer {
    browser.send(app.put("/api/registration/oidc/finish").json(back)).await
}

fn acceptance(app: &TestApp, email: &str) -> Call {
    let body = json!({"user": {"email": email}, "termsVersion": TERMS_VERSION});
    app.put("/api/registration/confirm").json(&body)
}

async fn accept(app: &TestApp, browser: &mut Browser<'_>, email: &str) -> Answer {
    browser.send(acceptance(app, email)).await
}

/// From the form to the bank and back.
async fn identified(app: &TestApp, browser: &mut Browser<'_>, email: &str, who: &str) -> Answer {
    let sent = start(app, browser, email).await;
    assert_eq!(sent.status, 200, "{}", sent.json);
    let back = browser.at_the_bank(&sent.json, who).await;
    finish(app, browser, &back).await
}

async fn a_newcomer_gets_an_account(app: TestApp) {
    let mut browser = app.browser();
    let answer = identified(&app, &mut browser, "uusi@liksa.example", "maija").await;
    let user = json!({"email": "uusi@liksa.example", "firstName": "Maija Liisa", "lastName": "Äkäslompolo",
                      "passwordNeeded": false});
    assert_eq!((answer.status, &answer.json), (200, &json!({"user": user, "role": null})));
    assert!(!browser.has("liksa_session"), "nobody is signed in before the terms");
    assert_eq!(app.login("uusi@liksa.example", "oma-salasana").await.status, 401);
    for first in [true, false] {
        let accepted = accept(&app, &mut browser, "uusi@liksa.example").await;
        assert_eq!((accepted.status, &accepted.json), (200, &json!({"promoCodeApplied": null})));
        assert_eq!(
            !accepted.cookie("liksa_session").is_empty(),
            first,
            "signed in once, by the first acceptance"
        );
    }
    let session = browser.send(app.get("/api/session")).await;
    assert_eq!(session.json["user"]["email"], "uusi@liksa.example", "the newcomer has not to log in");
    let login = app.login("Uusi@liksa.example", "oma-salasana").await;
    assert_eq!((login.status, &login.json["strongIdentified"]), (200, &json!(true)));
    assert_eq!(login.json["roles"], json!(["ROLE_USER"]));
    let token = login.json["authtoken"].as_str().unwrap();
    let account = app.get("/api/person").token(token).send().await.json;
    assert_eq!((&account["city"], &account["personalId"]), (&json!("Tampere"), &json!("010190-••••")));
    assert_eq!(account["emailConfirmed"], false, "the link of the mail was never opened");
    let id = login.json["id"].as_str().unwrap().parse().unwrap();
    let facts = app.store.worker_facts(id, date(2026, 11, 16)).await.unwrap();
    assert_eq!((facts.birth_date, facts.service_rate), (Some(date(1990, 1, 1)), None));
    let events = app.store.audit_of(&format!("person:{id}")).await.unwrap();
    let actions: Vec<_> = events.iter().map(|event| event.action.name()).collect();
    assert_eq!(actions, ["person.created", "person.terms_accepted"], "once, however often it is pressed");
    assert!(events.iter().all(|event| !event.detail.contains("010190")));
}

/// Whatever the address, the answer and the work are the same; only the mail differs.
async fn a_taken_address_is_not_revealed_before_identification(app: TestApp) {
    app.add(person().build()).await;
    let mut seen = vec![];
    for email in ["maija@liksa.example", "uusi@liksa.example"] {
        let before = app.passwords.calculations();
        let answer = start(&app, &mut app.browser(), email).await;
        let work = app.passwords.calculations() - before;
        let fields: Vec<String> = answer.json.as_object().unwrap().keys().cloned().collect();
        seen.push((answer.status, fields, answer.json["endpointUrl"].clone(), work));
        app.run_jobs().await;
    }
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0].3, 1, "one slow hash in each");
    assert_eq!(app.subjects_to("maija@liksa.example").await, ["Sinulla on jo tunnus Liksaan"]);
    assert_eq!(app.subjects_to("uusi@liksa.example").await, ["Jatka rekisteröitymistä Liksaan"]);

    let mut browser = app.browser();
    assert_eq!(
        identified(&app, &mut browser, "maija@liksa.example", "veeti").await.json["role"],
        Value::Null
    );
    let refused = accept(&app, &mut browser, "maija@liksa.example").await;
    assert_eq!((refused.status, refused.key()), (409, "USER_ALREADY_REGISTERED"));
}

async fn the_owner_of_an_account_is_signed_in(app: TestApp) {
    let maija = app.add(person().build()).await;
    let profile = Profile { personal_id: Some("010190-900P".parse().unwrap()), ..Profile::default() };
    let mut tx = app.store.begin().await.unwrap();
    tx.set_profile(maija.id, &profile).await.unwrap();
    tx.commit().await.unwrap();
    let mut browser = app.browser();
    let answer = identified(&app, &mut browser, "toinen@liksa.example", "maija").await;
    assert_eq!((answer.status, &answer.json["role"]), (200, &json!("ROLE_USER")));
    assert_eq!(answer.json["user"]["email"], "maija@liksa.example");
    assert!(answer.json.get("authtoken").is_none() && browser.has("liksa_session"));
    assert_eq!(browser.send(app.get("/api/login")).await.json["email"], "maija@liksa.example");
    assert_eq!(accept(&app, &mut browser, "toinen@liksa.example").await.status, 409, "no second account");
}

async fn the_bank_may_refuse(app: TestApp) {
    let cases = [
        ("cancel", "IDENTIFICATION_CANCELLED"),
        ("fail", "IDENTIFICATION_FAILED"),
        ("tunnukseton", "IDENTIFICATION_WITHOUT_PERSONAL_ID"),
        ("nuori", "TOO_YOUNG"),
    ];
    for (choice, key) in cases {
        let mut browser = app.browser();
        let answer = identified(&app, &mut browser, "uusi@liksa.example", choice).await;
        assert_eq!((answer.status, answer.key()), (409, key), "{choice}");
        let accepted = accept(&app, &mut browser, "uusi@liksa.example").await;
        assert_eq!(accepted.key(), "IDENTIFICATION_FAILED", "{choice}");
    }
}

async fn an_answer_is_taken_once_and_from_its_own_browser(app: TestApp) {
    let mut browser = app.browser();
    let sent = start(&app, &mut browser, "uusi@liksa.example").await.json;
    let back = browser.at_the_bank(&sent, "maija").await;
    let mut elsewhere = app.browser();
    assert_eq!(finish(&app, &mut elsewhere, &back).await.key(), "IDENTIFICATION_FAILED", "no cookie");
    start(&app, &mut elsewhere, "muu@liksa.example").await;
    assert_eq!(finish(&app, &mut elsewhere, &back).await.key(), "IDENTIFICATION_FAILED", "another's cookie");
    for state in [json!("x"), json!("A".repeat(43))] {
        let forged = json!({"code": back["code"], "state": state});
        assert_eq!(finish(&app, &mut browser, &forged).await.key(), "IDENTIFICATION_FAILED");
    }
    assert_eq!(finish(&app, &mut browser, &back).await.status, 200);
    assert_eq!(finish(&app, &mut browser, &back).await.key(), "IDENTIFICATION_EXPIRED", "replayed");
    let sent = start(&app, &mut browser, "uusi@liksa.example").await.json;
    let fresh = browser.at_the_bank(&sent, "maija").await;
    let old_code = json!({"code": back["code"], "state": fresh["state"]});
    assert_eq!(
        finish(&app, &mut browser, &old_code).await.key(),
        "IDENTIFICATION_FAILED",
        "a code used before"
    );
}

async fn an_identification_expires(app: TestApp) {
    let mut browser = app.browser();
    let sent = start(&app, &mut browser, "uusi@liksa.example").await.json;
    let back = browser.at_the_bank(&sent, "maija").await;
    app.clock.advance(15.minutes());
    assert_eq!(finish(&app, &mut browser, &back).await.key(), "IDENTIFICATION_EXPIRED");
    assert_eq!(browser.send(app.post("/api/registration/retry")).await.status, 200, "the form still holds");
    app.clock.advance(24.hours());
    let late = browser.send(app.post("/api/registration/retry")).await;
    assert_eq!((late.status, late.key()), (409, "REGISTRATION_GONE"));
    assert_eq!(accept(&app, &mut browser, "uusi@liksa.example").await.key(), "REGISTRATION_GONE");
}

async fn identification_is_tried_again_after_cancelling(app: TestApp) {
    let mut browser = app.browser();
    identified(&app, &mut browser, "uusi@liksa.example", "cancel").await;
    let again = browser.send(app.post("/api/registration/retry")).await;
    assert_eq!(again.status, 200, "{}", again.json);
    let back = browser.at_the_bank(&again.json, "maija").await;
    assert_eq!(finish(&app, &mut browser, &back).await.status, 200);
    assert_eq!(accept(&app, &mut browser, "uusi@liksa.example").await.status, 200);
    assert_eq!(browser.send(app.post("/api/registration/retry")).await.status, 409, "it is done");
    assert_eq!(app.browser().send(app.post("/api/registration/retry")).await.status, 409, "a stranger");
}

async fn the_link_of_the_mail_goes_on_in_another_browser(app: TestApp) {
    let mut computer = app.browser();
    start(&app, &mut computer, "uusi@liksa.example").await;
    let (path, mut phone) = (mailed_path(&app).await, app.browser());
    let answer = phone.send(app.get(&path)).await;
    assert_eq!((answer.status, &answer.json["next"]), (200, &json!("IDENTIFY")));
    let back = phone.at_the_bank(&answer.json, "linnea").await;
    assert_eq!(finish(&app, &mut phone, &back).await.status, 200);
    assert_eq!(accept(&app, &mut computer, "uusi@liksa.example").await.key(), "REGISTRATION_GONE");
    let answer = phone.send(app.get(&path)).await;
    assert_eq!((&answer.json["next"], &answer.json["user"]["firstName"]), (&json!("EULA"), &json!("Linnea")));
    assert_eq!(answer.json["user"]["passwordNeeded"], true);
    let with_password = |password: &str| {
        let body = json!({"user": {"email": "uusi@liksa.example"}, "termsVersion": TERMS_VERSION, "password": password});
        app.put("/api/registration/confirm").json(&body)
    };
    for (password, key) in [("", "validation.required"), ("muu-salasana", "account.not-password-of-form")] {
        let refused = phone.send(with_password(password)).await;
        assert_eq!(
            refused.json["fields"],
            json!([{"field": "password", "key": key}]),
            "chosen by somebody else"
        );
    }
    assert_eq!(phone.send(with_password("oma-salasana")).await.status, 200);
    assert_eq!(app.login("uusi@liksa.example", "oma-salasana").await.status, 200);
    for path in [path.as_str(), "/api/registration/confirm?token=x"] {
        assert_eq!(phone.send(app.get(path)).await.key(), "REGISTRATION_GONE", "{path}");
    }
    let cross_site = app.get(&path).header("sec-fetch-site", "cross-site").send().await;
    assert_eq!((cross_site.status, cross_site.key()), (403, "CROSS_SITE"));
}

async fn the_link_of_the_mail_goes_on_in_the_same_browser(app: TestApp) {
    let mut browser = app.browser();
    start(&app, &mut browser, "uusi@liksa.example").await;
    let answer = browser.send(app.get(&mailed_path(&app).await)).await;
    assert_eq!((answer.status, &answer.json["user"]["passwordNeeded"]), (200, &json!(false)));
    let back = browser.at_the_bank(&answer.json, "maija").await;
    assert_eq!(finish(&app, &mut browser, &back).await.status, 200);
    assert_eq!(accept(&app, &mut browser, "uusi@liksa.example").await.status, 200);
    let newcomer =
        app.store.credentials(&Email::parse("uusi@liksa.example").unwrap()).await.unwrap().unwrap();
    assert!(app.store.own_account(newcomer.person.id).await.unwrap().unwrap().email_confirmed);
}

/// Mallory fills in the form and sends the link of her mail on; Ville follows it as far as the terms.
async fn an_identity_counts_only_in_the_browser_that_was_at_the_bank(app: TestApp) {
    let (mut mallory, mut ville) = (app.browser(), app.browser());
    start(&app, &mut mallory, "mallory@liksa.example").await;
    let path = mailed_path(&app).await;
    let sent = ville.send(app.get(&path)).await;
    let back = ville.at_the_bank(&sent.json, "veeti").await;
    assert_eq!(finish(&app, &mut ville, &back).await.json["user"]["firstName"], "Veeti");

    let taken = mallory.send(app.get(&path)).await;
    let user = json!({"email": "mallory@liksa.example", "passwordNeeded": true});
    assert_eq!((&taken.json["next"], &taken.json["user"]), (&json!("IDENTIFY"), &user), "she reads no name");
    let mut body = json!({"user": {"email": "mallory@liksa.example"}, "termsVersion": TERMS_VERSION});
    body["password"] = json!("oma-salasana");
    let refused = mallory.send(app.put("/api/registration/confirm").json(&body)).await;
    assert_eq!((refused.status, refused.key()), (409, "IDENTIFICATION_FAILED"));
    assert_eq!(accept(&app, &mut ville, "mallory@liksa.example").await.key(), "REGISTRATION_GONE");
    assert_eq!(app.login("mallory@liksa.example", "oma-salasana").await.status, 401, "no account was made");
}

/// While Ville is at the bank, Mallory opens the link again.
async fn an_identity_is_not_noted_after_another_browser_took_over(app: TestApp) {
    let (mut mallory, mut ville) = (app.browser(), app.browser());
    start(&app, &mut mallory, "mallory@liksa.example").await;
    let path = mailed_path(&app).await;
    let sent = ville.send(app.get(&path)).await;
    let back = ville.at_the_bank(&sent.json, "veeti").await;
    assert_eq!(mallory.send(app.get(&path)).await.status, 200);
    let late = finish(&app, &mut ville, &back).await;
    assert_eq!((late.status, late.key()), (409, "REGISTRATION_GONE"));
    assert_eq!(mallory.send(app.get(&path)).await.json["next"], "IDENTIFY");
}

const PROMO_RATE: Rate = Rate::from_millionths(49_000);

async fn add_promo_code(app: &TestApp, most_uses: u32) {
    let code = PromoCode {
        code: "KESÄ".into(),
        service_rate: PROMO_RATE,
        note: String::new(),
        valid_from: date(2026, 11, 1),
        valid_until: None,
        most_uses: Some(most_uses),
    };
    let mut tx = app.store.begin().await.unwrap();
    tx.insert_promo_code(&code, app.clock.now()).await.unwrap();
    tx.commit().await.unwrap();
}

fn start_with_code(app: &TestApp, email: &str, code: &str) -> Call {
    let mut form = form(email);
    form["promoCode"] = json!(code);
    app.post("/api/registration/start").json(&form)
}

async fn a_promo_code_is_used_up_once_however_many_accept_at_once(app: TestApp) {
    add_promo_code(&app, 2).await;
    let mut accepting = vec![];
    let newcomers = ["maija", "veeti", "linnea", "aino", "eero"];
    for who in newcomers {
        let (mut browser, email) = (app.browser(), format!("{who}@liksa.example"));
        let sent = browser.send(start_with_code(&app, &email, "KESÄ")).await;
        let back = browser.at_the_bank(&sent.json, who).await;
        assert_eq!(finish(&app, &mut browser, &back).await.status, 200);
        accepting.push(browser.asking(acceptance(&app, &email)).send());
    }
    let admin = app.staff("admin@liksa.example", Role::Admin).await;
    // Between them an administrator lowers the number to one: it is refused once two have used it.
    let body = json!({"version": 1, "servicePercent": 4.9, "validFrom": "01.11.2026", "mostUses": 1});
    let lower = app.put("/api/provider/promo-codes/kes%C3%A4").token(&admin.token).json(&body).send();
    let (answers, lowered) = tokio::join!(join_all(accepting), lower);
    let applied = answers.iter().filter(|answer| answer.json["promoCodeApplied"] == true).count();
    assert!(answers.iter().all(|answer| answer.status == 200));
    assert_eq!(applied, if lowered.status == 200 { 1 } else { 2 }, "{}", lowered.json);
    let codes = app.store.promo_codes().await.unwrap();
    assert_eq!(usize::try_from(codes[0].uses).unwrap(), applied);
    let mut with_its_fee = 0;
    for who in newcomers {
        let email = Email::parse(&format!("{who}@liksa.example")).unwrap();
        let person = app.store.credentials(&email).await.unwrap().unwrap().person.id;
        let facts = app.store.worker_facts(person, date(2026, 11, 16)).await.unwrap();
        with_its_fee += usize::from(facts.service_rate == Some(PROMO_RATE));
    }
    assert_eq!(with_its_fee, applied);
}

async fn a_promo_code_gives_its_fee(app: TestApp) {
    let rate = PROMO_RATE;
    add_promo_code(&app, 1).await;
    let with_code = |email: &str, code: &str| start_with_code(&app, email, code);
    let unknown = with_code("a@liksa.example", "TALVI").send().await;
    assert_eq!(unknown.json["fields"], json!([{"field": "promoCode", "key": "PROMO_CODE_INVALID"}]));
    let (mut first, mut second) = (app.browser(), app.browser());
    for (browser, email, who) in
        [(&mut first, "a@liksa.example", "maija"), (&mut second, "b@liksa.example", "veeti")]
    {
        let sent = browser.send(with_code(email, " kesä ")).await;
        let back = browser.at_the_bank(&sent.json, who).await;
        assert_eq!(finish(&app, browser, &back).await.status, 200);
    }
    assert_eq!(accept(&app, &mut first, "a@liksa.example").await.json["promoCodeApplied"], true);
    assert_eq!(accept(&app, &mut second, "b@liksa.example").await.json["promoCodeApplied"], false, "used up");
    let id = |login: Value| login["id"].as_str().unwrap().parse().unwrap();
    for (email, fee) in [("a@liksa.example", Some(rate)), ("b@liksa.example", None)] {
        let person = id(app.login(email, "oma-salasana").await.json);
        assert_eq!(app.store.worker_facts(person, date(2026, 11, 16)).await.unwrap().service_rate, fee);
    }
}

async fn every_fault_of_the_form_is_named(app: TestApp) {
    let answer =
        app.post("/api/registration/start").json(&json!({"language": "fi", "email": "x"})).send().await;
    let fields: Vec<_> = answer.json["fields"].as_array().unwrap().iter().map(|one| &one["field"]).collect();
    assert_eq!(answer.status, 422);
    assert_eq!(fields, ["email", "phone", "address", "postalcode", "password"]);
}

async fn terms_come_after_the_bank(app: TestApp) {
    let mut browser = app.browser();
    start(&app, &mut browser, "uusi@liksa.example").await;
    assert_eq!(accept(&app, &mut browser, "uusi@liksa.example").await.key(), "IDENTIFICATION_FAILED");
    identified(&app, &mut browser, "uusi@liksa.example", "maija").await;
    let old = json!({"user": {"email": "uusi@liksa.example"}, "termsVersion": "2020-01-01"});
    let answer = browser.send(app.put("/api/registration/confirm").json(&old)).await;
    assert_eq!((answer.status, answer.key()), (409, "TERMS_CHANGED"));
    assert_eq!(
        accept(&app, &mut browser, "muu@liksa.example").await.key(),
        "REGISTRATION_GONE",
        "another's terms"
    );
    assert_eq!(app.get("/api/app").send().await.json["termsVersion"], TERMS_VERSION);
}

async fn of_two_simultaneous_answers_one_counts(app: TestApp) {
    let mut browser = app.browser();
    let sent = start(&app, &mut browser, "uusi@liksa.example").await.json;
    let back = browser.at_the_bank(&sent, "maija").await;
    let finish = || browser.asking(app.put("/api/registration/oidc/finish").json(&back)).send();
    let answers = join_all([finish(), finish(), finish()]).await;
    let mut answer: Vec<_> = answers.iter().map(|answer| (answer.status, answer.key())).collect();
    answer.sort_unstable();
    assert_eq!(answer, [(200, ""), (409, "IDENTIFICATION_EXPIRED"), (409, "IDENTIFICATION_EXPIRED")]);
}

async fn simultaneous_acceptances_make_one_account(app: TestApp) {
    let mut browser = app.browser();
    identified(&app, &mut browser, "uusi@liksa.example", "maija").await;
    let accepting = (0..4).map(|_| browser.asking(acceptance(&app, "uusi@liksa.example")).send());
    let answers = join_all(accepting).await;
    for answer in &answers {
        assert_eq!(answer.status, 200, "{}", answer.json);
    }
    let sessions = answers.iter().filter(|answer| !answer.cookie("liksa_session").is_empty());
    assert_eq!(sessions.count(), 1);
    let id = app.login("uusi@liksa.example", "oma-salasana").await.json["id"].clone();
    let events = app.store.audit_of(&format!("person:{}", id.as_str().unwrap())).await.unwrap();
    assert_eq!(events.len(), 2, "made once, and the terms accepted once");
}

async fn one_person_in_two_browsers_gets_one_account(app: TestApp) {
    let (mut first, mut second) = (app.browser(), app.browser());
    identified(&app, &mut first, "a@liksa.example", "maija").await;
    identified(&app, &mut second, "b@liksa.example", "maija").await;
    let answers = join_all([
        first.asking(acceptance(&app, "a@liksa.example")).send(),
        second.asking(acceptance(&app, "b@liksa.example")).send(),
    ])
    .await;
    let mut answer: Vec<_> = answers.iter().map(|answer| (answer.status, answer.key())).collect();
    answer.sort_unstable();
    assert_eq!(answer, [(200, ""), (409, "USER_ALREADY_REGISTERED")]);
}

async fn an_unidentified_person_is_identified_at_log_in(app: TestApp) {
    app.add(person().unidentified().build()).await;
    let mut browser = app.browser();
    let body = json!({"username": "maija@liksa.example", "password": crate::testing::PASSWORD});
    let login = browser.send(app.post("/api/login").json(&body)).await;
    let back = browser.at_the_bank(&login.json["identifyAt"], "maija").await;
    let answer = finish(&app, &mut browser, &back).await;
    assert_eq!((answer.status, &answer.json["role"]), (200, &json!("ROLE_USER")));
    assert_eq!(answer.json["user"]["lastName"], "Äkäslompolo", "as the bank knows her");
    assert_eq!(browser.send(app.get("/api/login")).await.json["strongIdentified"], true);
    app.add(person().email("muu@liksa.example").unidentified().build()).await;
    let body = json!({"username": "muu@liksa.example", "password": crate::testing::PASSWORD});
    let mut other = app.browser();
    let login = other.send(app.post("/api/login").json(&body)).await;
    let back = other.at_the_bank(&login.json["identifyAt"], "maija").await;
    assert_eq!(
        finish(&app, &mut other, &back).await.key(),
        "LOGIN_NOT_IDENTIFIED",
        "one person, one account"
    );
    let login = other.send(app.post("/api/login").json(&body)).await;
    let back = other.at_the_bank(&login.json["identifyAt"], "cancel").await;
    for why in ["cancelled", "answered before"] {
        assert_eq!(finish(&app, &mut other, &back).await.key(), "LOGIN_NOT_IDENTIFIED", "{why}");
    }
}

#[tokio::test]
async fn without_a_broker_nobody_registers() {
    let none = |config: &mut crate::config::Config| config.identification = Identification::NotConfigured;
    let app = TestApp::with_config(Engine::Sqlite, none).await;
    let answer = app.post("/api/registration/start").json(&form("uusi@liksa.example")).send().await;
    assert_eq!((answer.status, answer.key()), (503, "IDENTIFICATION_NOT_CONFIGURED"));
}

#[tokio::test]
async fn a_broker_finds_the_key_that_it_encrypts_for() {
    let key = concat!(env!("CARGO_MANIFEST_DIR"), "/src/identification/tests/client-key.pem");
    let app = TestApp::with_config(Engine::Sqlite, |config| {
        config.identification = Identification::Broker(BrokerSettings {
            issuer: "https://broker.example".to_owned(),
            client_id: "liksa".to_owned(),
            proof: ClientProof::Secret("secret".to_owned()),
            decryption_key: Some(key.into()),
            acr: vec![],
            scopes: vec![],
        });
    })
    .await;
    let answer = app.get("/api/registration/oidc/jwks").send().await;
    let keys = answer.json["keys"].as_array().unwrap();
    assert_eq!((answer.status, keys.len(), &keys[0]["use"]), (200, 1, &json!("enc")));
}

#[tokio::test]
async fn there_is_nothing_to_publish_without_keys() {
    let app = TestApp::with_config(Engine::Sqlite, |_| {}).await;
    let answer = app.get("/api/registration/oidc/jwks").send().await;
    assert_eq!((answer.status, answer.json), (200, json!({"keys": []})));
}
