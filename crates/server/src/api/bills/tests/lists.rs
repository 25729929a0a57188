//! The lists: sections, order, pages, search.

use liksa_domain::bill::BillState;
use liksa_domain::person::Role;
use liksa_test_support::both_engines;
use serde_json::{Value, json};

use super::{bills_of, company, create, good_bill, put_into, somebody};
use crate::testing::{SignedIn, TestApp};

both_engines! {
    each_bill_is_in_its_list,
    pages_follow_each_other,
    the_archive_is_searched,
    lists_are_ones_own,
    odd_parameters_are_refused,
}

async fn list(app: &TestApp, who: &SignedIn, path: &str) -> Value {
    let answer = app.get(&format!("/api/person/{}/{path}", who.id)).token(&who.token).send().await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.json);
    answer.json
}

/// The states in the order of the list. The clock of a test stands still, so that bills of one section are in
/// no order of time: those that wait are put in the alphabet's.
fn states(page: &Value) -> Vec<&str> {
    let bills = page["bills"].as_array().unwrap().iter();
    let mut states: Vec<&str> = bills.map(|bill| bill["state"].as_str().unwrap()).collect();
    let waits = |state: &&str| matches!(*state, "PENDING" | "TAKEN" | "APPROVED");
    if let Some(first) = states.iter().position(waits) {
        let count = states[first..].iter().take_while(|state| waits(state)).count();
        states[first..first + count].sort_unstable();
    }
    states
}

async fn each_bill_is_in_its_list(app: TestApp) {
    let maija = app.worker().await;
    let customer = company(&app, &maija).await;
    for state in BillState::ALL {
        let bill = create(&app, &maija, &good_bill(customer)).await;
        if *state != BillState::Open {
            put_into(&app, &maija, &bill, *state).await;
        }
    }
    let on_their_way = ["OPEN", "APPROVED", "PENDING", "TAKEN", "CLOSED"];
    assert_eq!(states(&list(&app, &maija, "bills").await), on_their_way);
    for (section, expected) in [
        ("open", &["OPEN"][..]),
        ("pending", &["APPROVED", "PENDING", "TAKEN"]),
        ("sent", &["CLOSED"]),
        ("paid", &["PAID"]),
        ("credited", &["HYVITETTY"]),
    ] {
        let page = list(&app, &maija, &format!("archive?section={section}")).await;
        assert_eq!(states(&page), expected, "{section}");
        assert_eq!(page["total"], expected.len());
    }
    let closed_first = list(&app, &maija, "archive?order=closedFirst").await;
    assert_eq!(
        states(&closed_first),
        ["HYVITETTY", "PAID", "CLOSED", "APPROVED", "PENDING", "TAKEN", "OPEN"]
    );
    let card = &closed_first["bills"][0];
    assert_eq!((&card["totalpriceWithAlv"], &card["rows"]), (&json!(1255.00), &json!(1)));
    assert_eq!(card["sharedCustomer"]["name"], "Kulttuuritalo Oy");
    assert_eq!((&card["creditNote"], &card["correction"]), (&json!(false), &json!(false)));
}

async fn pages_follow_each_other(app: TestApp) {
    let maija = app.worker().await;
    let mut made = vec![];
    for _ in 0..45 {
        made.push(create(&app, &maija, &json!({})).await["id"].clone());
    }
    let (mut seen, mut path) = (vec![], "archive".to_owned());
    loop {
        let page = list(&app, &maija, &path).await;
        seen.extend(page["bills"].as_array().unwrap().iter().map(|bill| bill["id"].clone()));
        let Some(next) = page["next"].as_str() else { break };
        path = format!("archive?page={next}");
        // More come while somebody reads: the next page neither repeats nor skips.
        create(&app, &maija, &json!({})).await;
    }
    for id in &made {
        assert_eq!(seen.iter().filter(|seen| *seen == id).count(), 1);
    }
    assert_eq!(list(&app, &maija, "archive").await["total"], 47, "two came at two page ends");
}

async fn the_archive_is_searched(app: TestApp) {
    let maija = app.worker().await;
    let customer = company(&app, &maija).await;
    create(&app, &maija, &good_bill(customer)).await;
    create(&app, &maija, &json!({"billableitems": [{"destination": "Häämatka ÄÄNITYS", "alvPrice": 80}]}))
        .await;
    let text = json!({"billingdate": "17.12.2026", "invoiceText": "Kiitos yhteistyöstä", "yourcode": "4711"});
    create(&app, &maija, &text).await;
    for (search, found) in [
        ("keikka", 1),
        ("17.12.2026", 1),
        ("12.2026", 1),
        ("yhteisty%C3%B6st%C3%A4", 1),
        ("4711", 1),
        ("KULTTUURITALO%20keikka", 1),
        ("kulttuuritalo%20%C3%A4%C3%A4nitys", 0),
        ("%C3%A4%C3%A4nitys", 1),
        ("1%20255,00%20%E2%82%AC", 1),
        ("1255.00", 1),
        ("80,00", 1),
        ("Helsinki", 1),
        ("%25", 0),
        ("", 3),
        ("%20", 3),
    ] {
        let page = list(&app, &maija, &format!("archive?search={search}")).await;
        assert_eq!(
            (&page["total"], page["bills"].as_array().unwrap().len()),
            (&json!(found), found),
            "{search}"
        );
    }
}

async fn lists_are_ones_own(app: TestApp) {
    let maija = app.worker().await;
    let pekka = somebody(&app, "pekka@liksa.example", Role::User).await;
    create(&app, &maija, &json!({})).await;
    assert_eq!(list(&app, &pekka, "bills").await["total"], 0);
    for path in ["bills", "archive"] {
        let answer = app.get(&format!("/api/person/{}/{path}", maija.id)).token(&pekka.token).send().await;
        assert_eq!((answer.status, answer.key()), (404, "NOT_FOUND"), "{path}");
    }
    let clerk = somebody(&app, "clerk@liksa.example", Role::Clerk).await;
    assert_eq!(app.get(&bills_of(&clerk)).token(&clerk.token).send().await.status, 403);
}

async fn odd_parameters_are_refused(app: TestApp) {
    let maija = app.worker().await;
    for (query, field) in [
        ("bills?section=paid", "section"),
        ("archive?section=x", "section"),
        ("archive?order=x", "order"),
        ("archive?page=x", "page"),
        ("bills?page=1-x", "page"),
    ] {
        let answer = app.get(&format!("/api/person/{}/{query}", maija.id)).token(&maija.token).send().await;
        assert_eq!((answer.status, &answer.json["fields"][0]["field"]), (422, &json!(field)), "{query}");
    }
}
