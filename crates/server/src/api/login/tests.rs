use futures_util::future::join_all;
use jiff::ToSpan;
use liksa_actions::context::Lane;
use liksa_actions::context::token::Token;
use liksa_domain::account::TokenKind;
use liksa_domain::audit::Action;
use liksa_domain::ids::PersonId;
use liksa_domain::person::Email;
use liksa_test_support::{both_engines, on_sqlite, person};
use serde_json::{Value, json};

use crate::testing::{PASSWORD, TestApp};

both_engines! {
    a_log_in_under_way_does_not_outlive_its_password,
    of_two_simultaneous_uses_of_a_link_one_counts,
    more_links_are_used_at_once_than_there_are_connections,
}

on_sqlite! {
    the_right_password_signs_in,
    a_browser_gets_a_cookie_and_no_token,
    a_wrong_password_and_an_unknown_email_answer_alike,
    missing_fields_are_named,
    an_unidentified_person_is_sent_to_the_bank,
    guessing_a_password_gets_slow,
    the_owner_is_not_locked_out_of_a_browser_used_before,
    nobody_chooses_what_a_browser_is_known_by,
    a_flood_of_guesses_does_not_reach_the_owners_browser,
    unknown_accounts_cost_as_much_work,
    another_site_cannot_log_in,
    the_token_opens_the_session,
    the_link_of_a_mail_signs_in_once,
    another_site_cannot_sign_a_browser_in,
    a_malformed_token_opens_no_session,
    a_session_ends_after_a_day_without_use,
    a_session_in_daily_use_ends_after_two_weeks,
    signing_out_ends_the_session_for_good,
    other_devices_stay_signed_in,
    an_anonymous_visitor_is_no_failure,
}

async fn the_right_password_signs_in(app: TestApp) {
    app.add(person().build()).await;
    let answer = app.login(" MAIJA@liksa.example", PASSWORD).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.json["fullName"], "Maija Meikäläinen");
    assert!(answer.headers.get("set-cookie").is_none());
    let token = answer.json["authtoken"].as_str().unwrap();
    let session = app.get("/api/login").token(token).send().await;
    assert_eq!(session.status, 200);
}

async fn a_browser_gets_a_cookie_and_no_token(app: TestApp) {
    app.add(person().build()).await;
    let body = json!({"username": "maija@liksa.example", "password": PASSWORD});
    let answer = app.post("/api/login").header("sec-fetch-site", "same-origin").json(&body).send().await;
    assert_eq!(answer.status, 200);
    assert!(answer.json.get("authtoken").is_none());
    let cookie = answer.cookie("liksa_session");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let pair = cookie.split(';').next().unwrap();
    assert_eq!(app.get("/api/login").header("cookie", pair).send().await.status, 200);
}

async fn a_wrong_password_and_an_unknown_email_answer_alike(app: TestApp) {
    app.add(person().build()).await;
    let wrong = app.login("maija@liksa.example", "wrong").await;
    let unknown = app.login("unknown@liksa.example", "wrong").await;
    let impossible = app.login("no address", &"x".repeat(5000)).await;
    assert_eq!((wrong.status, wrong.key()), (401, "LOGIN_FAILURE"));
    assert_eq!((unknown.status, &unknown.json), (wrong.status, &wrong.json));
    assert_eq!((impossible.status, &impossible.json), (wrong.status, &wrong.json));
}

async fn missing_fields_are_named(app: TestApp) {
    let answer = app.login(" ", "").await;
    assert_eq!((answer.status, answer.key()), (422, "INVALID_FIELDS"));
    let expected = json!([{"field": "username", "key": "validation.required"},
                          {"field": "password", "key": "validation.required"}]);
    assert_eq!(answer.json["fields"], expected);
    let without = app.post("/api/login").json(&json!({"username": "maija@liksa.example"})).send().await;
    assert_eq!((without.status, without.key()), (422, "validation.required"));
    assert_eq!(without.json["fields"], json!([{"field": "password", "key": "validation.required"}]));
}

async fn an_unidentified_person_is_sent_to_the_bank(app: TestApp) {
    app.add(person().unidentified().build()).await;
    let answer = app.login("maija@liksa.example", PASSWORD).await;
    assert_eq!((answer.status, &answer.json["strongIdentified"]), (200, &json!(false)));
    assert!(answer.json.get("authtoken").is_none());
    assert!(!answer.cookie("liksa_visit").is_empty() && answer.cookie("liksa_session").is_empty());
    assert_eq!(answer.json["identifyAt"]["endpointUrl"], "http://127.0.0.1:8080/demo-bank/authorize");
}

/// The old password is still being checked while the owner changes it.
async fn a_log_in_under_way_does_not_outlive_its_password(app: TestApp) {
    let identified = app.add(person().build()).await;
    let unidentified = app.add(person().email("muu@liksa.example").unidentified().build()).await;
    let new = app.passwords.hash(Lane::Known, "uusi-salasana").await.unwrap();
    for owner in [identified, unidentified] {
        let body = json!({"username": owner.email.as_str(), "password": PASSWORD});
        let answer = app.while_checking(app.post("/api/login").json(&body), async {
            let mut tx = app.store.begin().await.unwrap();
            tx.set_password(owner.id, &new).await.unwrap();
            tx.commit().await.unwrap();
        });
        let answer = answer.await;
        assert_eq!((answer.status, answer.key()), (401, "LOGIN_FAILURE"), "{:?}", owner.email);
        assert!(answer.headers.get("set-cookie").is_none());
    }
}

async fn guessing_a_password_gets_slow(app: TestApp) {
    app.add(person().build()).await;
    for _ in 0..20 {
        assert_eq!(app.login("maija@liksa.example", &"x".repeat(5000)).await.status, 401, "not an attempt");
    }
    for (email, whose) in [("maija@liksa.example", "an account"), ("unknown@liksa.example", "none")] {
        for _ in 0..10 {
            assert_eq!(app.login(email, "guess").await.status, 401, "{whose}");
        }
        let answer = app.login(email, "guess").await;
        assert_eq!((answer.status, answer.key()), (429, "TOO_MANY_REQUESTS"), "{whose}");
        assert_eq!(answer.headers["retry-after"], "6", "{whose}");
    }
    app.clock.advance(6.seconds());
    assert_eq!(app.login("maija@liksa.example", PASSWORD).await.status, 200, "slowed, not locked out");
    assert_eq!(app.login("other@liksa.example", "guess").await.status, 401, "others are not held up");
}

async fn the_owner_is_not_locked_out_of_a_browser_used_before(app: TestApp) {
    app.add(person().build()).await;
    let body = |password: &str| json!({"username": "maija@liksa.example", "password": password});
    let browser =
        |password: &str| app.post("/api/login").header("sec-fetch-site", "same-origin").json(&body(password));
    let known = browser(PASSWORD).send().await.cookie_sent_back("liksa_browser");
    for _ in 0..11 {
        app.login("maija@liksa.example", "guess").await;
    }
    assert_eq!(app.login("maija@liksa.example", PASSWORD).await.status, 429, "a stranger at the same place");
    let signed_in = browser(PASSWORD).header("cookie", &known).send().await;
    assert_eq!(signed_in.status, 200);
    let renewed = signed_in.cookie_sent_back("liksa_browser");
    assert_eq!(browser("guess").header("cookie", &renewed).send().await.status, 401);
    assert_eq!(browser("guess").header("cookie", &known).send().await.status, 429, "of before: a stranger's");
}

/// With another's copy of its token a browser would be known to them too.
async fn nobody_chooses_what_a_browser_is_known_by(app: TestApp) {
    let maija = app.add(person().build()).await;
    let pekka = app.add(person().email("pekka@liksa.example").build()).await;
    let log_in = async |who: &str, cookie: &str| {
        let body = json!({"username": who, "password": PASSWORD});
        let call = app.post("/api/login").header("sec-fetch-site", "same-origin").header("cookie", cookie);
        call.json(&body).send().await.cookie_sent_back("liksa_browser")
    };
    let token_in = |cookie: &str| Token::parse(cookie.split_once('=').unwrap().1).unwrap().hash();
    let knows =
        async |cookie: &str, email: &Email| app.store.knows_browser(token_in(cookie), email).await.unwrap();
    let chosen = format!("liksa_browser={}", Token::generate().unwrap().to_text());
    let first = log_in("maija@liksa.example", &chosen).await;
    assert_ne!(first, chosen);
    assert!(!knows(&chosen, &maija.email).await && knows(&first, &maija.email).await);
    // Two people share a browser: each sign-in gives it a token by which it is known to both.
    let second = log_in("pekka@liksa.example", &first).await;
    assert_ne!(second, first);
    for email in [&maija.email, &pekka.email] {
        assert!(!knows(&first, email).await && knows(&second, email).await);
    }
}

async fn a_flood_of_guesses_does_not_reach_the_owners_browser(app: TestApp) {
    app.add(person().build()).await;
    let body = json!({"username": "maija@liksa.example", "password": PASSWORD});
    let browser = || app.post("/api/login").header("sec-fetch-site", "same-origin").json(&body);
    let known = browser().send().await.cookie_sent_back("liksa_browser");
    // The strangers' checks stand still, as if each took for ever.
    let paused = app.passwords.pause(Lane::Stranger).await.unwrap();
    let mut strangers = tokio::task::JoinSet::new();
    for number in 0..300 {
        let guess = json!({"username": format!("worker{number}@liksa.example"), "password": "guess"});
        let mut call = app.post("/api/login").json(&guess);
        call.come_from(std::net::Ipv6Addr::new(0x2001, 0xdb8, number, 0, 0, 0, 0, 1).into());
        strangers.spawn(call.send());
    }
    let refused = strangers.join_next().await.unwrap().unwrap();
    assert_eq!((refused.status, refused.key()), (429, "TOO_MANY_REQUESTS"), "the queue is long");
    assert_eq!(refused.headers["retry-after"], "2");
    let owner = browser().header("cookie", &known).send().await;
    assert_eq!(owner.status, 200, "before any of the strangers");
    drop(paused);
    let answers = strangers.join_all().await;
    let checked = answers.iter().filter(|answer| answer.status == 401).count();
    assert_eq!(checked, 42, "those who had a place in the queue");
    assert!(answers.iter().all(|answer| matches!(answer.status, 401 | 429)));
}

async fn unknown_accounts_cost_as_much_work(app: TestApp) {
    app.add(person().build()).await;
    let work = || app.passwords.calculations();
    let mut done = vec![];
    for email in ["maija@liksa.example", "unknown@liksa.example"] {
        let before = work();
        app.login(email, "wrong").await;
        done.push(work() - before);
    }
    assert_eq!(done, [1, 1]);
}

async fn another_site_cannot_log_in(app: TestApp) {
    app.add(person().build()).await;
    let body = json!({"username": "maija@liksa.example", "password": PASSWORD});
    let answer = app.post("/api/login").header("sec-fetch-site", "cross-site").json(&body).send().await;
    assert_eq!((answer.status, answer.key()), (403, "CROSS_SITE"));
}

async fn the_token_opens_the_session(app: TestApp) {
    let maija = app.worker().await;
    let answer = app.get("/api/login").token(&maija.token).send().await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.json["email"], "maija@liksa.example");
    assert_eq!(answer.json["roles"], json!(["ROLE_USER"]));
    assert!(answer.json.get("authtoken").is_none(), "the token is answered once");
    let by_cookie = app.get("/api/login").header("cookie", &format!("liksa_session={}", maija.token));
    assert_eq!(by_cookie.send().await.status, 200);
}

async fn link(app: &TestApp, person: PersonId) -> String {
    let token = Token::generate().unwrap();
    let mut tx = app.store.begin().await.unwrap();
    tx.insert_one_time_token(token.hash(), TokenKind::LogIn, person, app.clock.now()).await.unwrap();
    tx.commit().await.unwrap();
    format!("/api/login?token={}", token.to_text())
}

async fn the_link_of_a_mail_signs_in_once(app: TestApp) {
    let maija = app.add(person().build()).await;
    let path = link(&app, maija.id).await;
    let answer = app.get(&path).send().await;
    assert_eq!((answer.status, &answer.json["email"]), (200, &"maija@liksa.example".into()));
    let token = answer.json["authtoken"].as_str().unwrap();
    assert_eq!(app.get("/api/login").token(token).send().await.status, 200);
    for (path, why) in [(path, "used"), ("/api/login?token=x".to_owned(), "nonsense")] {
        let answer = app.get(&path).send().await;
        assert_eq!((answer.status, answer.key()), (409, "LINK_NOT_VALID"), "{why}");
    }
    let late = link(&app, maija.id).await;
    app.clock.advance(15.minutes());
    assert_eq!(app.get(&late).send().await.key(), "LINK_NOT_VALID");
}

async fn of_two_simultaneous_uses_of_a_link_one_counts(app: TestApp) {
    let maija = app.add(person().build()).await;
    let path = link(&app, maija.id).await;
    let answers = join_all((0..3).map(|_| app.get(&path).send())).await;
    let mut answered: Vec<_> = answers.iter().map(|answer| (answer.status, answer.key())).collect();
    answered.sort_unstable();
    assert_eq!(answered, [(200, ""), (409, "LINK_NOT_VALID"), (409, "LINK_NOT_VALID")]);
}

async fn more_links_are_used_at_once_than_there_are_connections(app: TestApp) {
    let maija = app.add(person().build()).await;
    let mut paths = vec![];
    for _ in 0..40 {
        paths.push(link(&app, maija.id).await);
    }
    for answer in join_all(paths.iter().map(|path| app.get(path).send())).await {
        assert_eq!(answer.status, 200, "{}", answer.json);
    }
}

async fn another_site_cannot_sign_a_browser_in(app: TestApp) {
    let maija = app.add(person().build()).await;
    let path = link(&app, maija.id).await;
    let elsewhere = app.get(&path).header("sec-fetch-site", "cross-site").send().await;
    assert_eq!((elsewhere.status, elsewhere.key()), (403, "CROSS_SITE"));
    let here = app.get(&path).header("sec-fetch-site", "same-origin").send().await;
    assert_eq!(here.status, 200);
    assert!(here.cookie("liksa_session").contains("HttpOnly") && here.json.get("authtoken").is_none());
}

async fn a_malformed_token_opens_no_session(app: TestApp) {
    app.worker().await;
    for token in ["", "x", "null", &"A".repeat(43), &"ä".repeat(20)] {
        let answer = app.get("/api/login").token(token).send().await;
        assert_eq!((answer.status, answer.key()), (401, "UNAUTHENTICATED"), "{token}");
    }
}

async fn a_session_ends_after_a_day_without_use(app: TestApp) {
    let maija = app.worker().await;
    app.clock.advance(23.hours());
    assert_eq!(app.get("/api/login").token(&maija.token).send().await.status, 200);
    app.clock.advance(24.hours());
    assert_eq!(app.get("/api/login").token(&maija.token).send().await.status, 401);
}

async fn a_session_in_daily_use_ends_after_two_weeks(app: TestApp) {
    let maija = app.worker().await;
    for half_day in 1..28 {
        app.clock.advance(12.hours());
        let answer = app.get("/api/login").token(&maija.token).send().await;
        assert_eq!(answer.status, 200, "after {half_day} half days");
    }
    app.clock.advance(12.hours());
    assert_eq!(app.get("/api/login").token(&maija.token).send().await.status, 401);
}

async fn signing_out_ends_the_session_for_good(app: TestApp) {
    let maija = app.worker().await;
    let session = app.session_id(&maija.token).await;
    let answer = app.delete("/api/login").token(&maija.token).send().await;
    assert_eq!(answer.status, 204);
    assert!(answer.headers["set-cookie"].to_str().unwrap().contains("Max-Age=0"));
    assert_eq!(app.get("/api/login").token(&maija.token).send().await.status, 401);
    assert_eq!(app.delete("/api/login").token(&maija.token).send().await.status, 401);
    let events = app.store.audit_of(&format!("session:{session}")).await.unwrap();
    let actions: Vec<_> = events.iter().map(|event| event.action).collect();
    assert_eq!(actions, [Action::SessionStarted, Action::SessionEnded]);
}

async fn other_devices_stay_signed_in(app: TestApp) {
    let phone = app.worker().await;
    let laptop = app.sign_in("maija@liksa.example").await;
    app.delete("/api/login").token(&phone.token).send().await;
    assert_eq!(app.get("/api/login").token(&laptop.token).send().await.status, 200);
}

async fn an_anonymous_visitor_is_no_failure(app: TestApp) {
    let answer = app.get("/api/session").send().await;
    assert_eq!((answer.status, &answer.json["user"]), (200, &Value::Null));
    let answer = app.get("/api/session").token("nonsense").send().await;
    assert_eq!((answer.status, &answer.json["user"]), (200, &Value::Null));
    let maija = app.worker().await;
    let answer = app.get("/api/session").token(&maija.token).send().await;
    assert_eq!(answer.json["user"]["email"], "maija@liksa.example");
    assert!(answer.json["user"].get("authtoken").is_none());
}
