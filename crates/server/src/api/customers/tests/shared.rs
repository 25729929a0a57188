//! A company that two workers bill: who it is is shared, how bills reach it is each one's own.

use liksa_domain::ids::CustomerId;
use liksa_domain::person::Role;
use liksa_test_support::both_engines;
use serde_json::{Value, json};

use super::{company, created, individual, other_worker, own_list, replace, save, search, with};
use crate::api::bills::tests::{create as create_bill, good_bill, somebody};
use crate::testing::{SignedIn, TestApp};

both_engines! {
    who_finds_a_company_sees_who_it_is_and_gives_a_delivery_of_their_own,
    an_edit_changes_nothing_of_another_workers_draft,
    who_it_is_is_changed_by_the_only_worker_who_bills_it,
    nothing_answered_to_another_worker_tells_of_ones_contacts,
    a_company_chosen_for_a_bill_is_sent_once_its_delivery_is_known,
    an_old_postal_code_keeps_nobody_from_changing_their_delivery,
    a_clerk_corrects_a_company_for_all_drafts_and_no_sent_bill,
    a_correction_is_made_by_clerks_on_the_version_they_saw,
}

/// What Maija alone knows.
const CONTACTS: [&str; 7] = [
    "0401234567",
    "laskut@kulttuuritalo",
    "toinen@kulttuuritalo",
    "Näyttämö 1",
    "Liisa",
    "0407654321",
    "liisa@",
];

fn id_of(customer: &Value) -> CustomerId {
    customer["id"].as_str().unwrap().parse().unwrap()
}

/// The company with its bills sent to an e-mail of the worker's own.
fn by_mail(customer: &Value, email: &str) -> Value {
    let body = with(with(customer.clone(), "sendBillMethod", "EMAIL"), "email", email);
    with(body, "phonenumber", "09 555 0100")
}

async fn read_bill(app: &TestApp, who: &SignedIn, bill: &Value) -> Value {
    let path = format!("/api/person/{}/bills/{}", who.id, bill["id"].as_str().unwrap());
    app.get(&path).token(&who.token).send().await.json
}

async fn send_bill(app: &TestApp, who: &SignedIn, bill: &Value) -> crate::testing::Answer {
    let path = format!("/api/person/{}/bills/{}", who.id, bill["id"].as_str().unwrap());
    app.put(&path).token(&who.token).json(&with(bill.clone(), "state", "PENDING")).send().await
}

async fn who_finds_a_company_sees_who_it_is_and_gives_a_delivery_of_their_own(app: TestApp) {
    let maija = app.worker().await;
    let pekka = other_worker(&app).await;
    let of_maija = created(&app, &maija, &company()).await;
    let found = search(&app, &pekka, "kulttuuri").await[0].clone();
    assert_eq!(
        (&found["own"], &found["saved"], &found["editable"]),
        (&json!(false), &json!(false), &json!(false))
    );
    for field in ["name", "businessid", "netbankaddress", "operator", "address", "postalcode", "city"] {
        assert_eq!(found[field], of_maija[field], "{field}");
    }
    assert_eq!((&found["email"], &found["phonenumber"]), (&json!(""), &json!("")));

    let answer = replace(&app, &pekka, &found["id"], &by_mail(&found, "pekka@kulttuuritalo.example")).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    let own = answer.json;
    assert_eq!(
        (&own["own"], &own["saved"], &own["email"]),
        (&json!(true), &json!(true), &json!("pekka@kulttuuritalo.example"))
    );
    assert_eq!(own_list(&app, &pekka).await, json!([own]));
    assert_eq!(search(&app, &pekka, "kulttuuri").await, json!([own]), "once, as his own");
    let again = replace(&app, &pekka, &found["id"], &by_mail(&found, "muu@kulttuuritalo.example")).await;
    assert_eq!((again.status, again.key()), (409, "STALE_CUSTOMER"), "he has one already");
    let unchanged = with(of_maija, "editable", false);
    assert_eq!(own_list(&app, &maija).await, json!([unchanged]), "hers is as it was");
}

async fn an_edit_changes_nothing_of_another_workers_draft(app: TestApp) {
    let maija = app.worker().await;
    let pekka = other_worker(&app).await;
    let of_maija = created(&app, &maija, &company()).await;
    let own = save(&app, &pekka, &of_maija["id"]).await.json;
    let own = replace(&app, &pekka, &own["id"], &by_mail(&own, "pekka@kulttuuritalo.example")).await.json;
    let draft = create_bill(&app, &pekka, &good_bill(id_of(&own))).await;

    let change = with(by_mail(&of_maija, "kaappari@muualla.example"), "termofpayment", 1);
    let changed = replace(&app, &maija, &of_maija["id"], &change).await;
    assert_eq!(changed.status, 200, "{}", changed.json);
    assert_eq!(read_bill(&app, &pekka, &draft).await, draft);
    assert_eq!(own_list(&app, &pekka).await, json!([own]));
    let bill = app.store.bill(draft["id"].as_str().unwrap().parse().unwrap()).await.unwrap().unwrap();
    let customer = app.store.billed_customer(pekka.id, bill.bill.customer.unwrap()).await.unwrap().unwrap();
    assert_eq!(customer.details.email, "pekka@kulttuuritalo.example");
    // By the id of Maija's record it is his own customer all the same.
    let by_hers = create_bill(&app, &pekka, &good_bill(id_of(&changed.json))).await;
    assert_eq!(by_hers["sharedCustomer"]["id"], own["id"]);
}

async fn who_it_is_is_changed_by_the_only_worker_who_bills_it(app: TestApp) {
    let maija = app.worker().await;
    let pekka = other_worker(&app).await;
    let customer = created(&app, &maija, &company()).await;
    let alone = replace(&app, &maija, &customer["id"], &with(customer.clone(), "name", "Talo Oy")).await;
    assert_eq!((alone.status, &alone.json["name"]), (200, &json!("Talo Oy")));
    let customer = alone.json;
    assert_eq!(search(&app, &pekka, "kulttuuri").await, json!([]));
    let own = save(&app, &pekka, &customer["id"]).await.json;
    assert_eq!(own["name"], "Talo Oy");

    for (who, customer) in [(&maija, &customer), (&pekka, &own)] {
        let listed = own_list(&app, who).await[0].clone();
        assert_eq!(listed["editable"], false);
        for (field, value) in [
            ("name", "Kaapattu Oy"),
            ("address", "Muukatu 1"),
            ("netbankaddress", "003701120389"),
            ("vat", "FI20774740"),
            ("organization", "Ylläpito"),
        ] {
            let body = with(by_mail(customer, "oma@talo.example"), field, value);
            let answer = replace(&app, who, &customer["id"], &body).await;
            assert_eq!((answer.status, answer.key()), (409, "CUSTOMER_SHARED"), "{field}");
        }
        let delivery = replace(&app, who, &customer["id"], &by_mail(customer, "oma@talo.example")).await;
        assert_eq!((delivery.status, &delivery.json["email"]), (200, &json!("oma@talo.example")));
    }
}

async fn nothing_answered_to_another_worker_tells_of_ones_contacts(app: TestApp) {
    let maija = app.worker().await;
    let pekka = other_worker(&app).await;
    let of_maija = created(&app, &maija, &company()).await;
    let aino = created(&app, &maija, &individual()).await;
    let found = search(&app, &pekka, "kulttuuri").await;
    let draft = create_bill(&app, &pekka, &good_bill(id_of(&found[0]))).await;
    let saved = save(&app, &pekka, &of_maija["id"]).await.json;
    let sent = send_bill(&app, &pekka, &draft).await;
    assert_eq!(sent.status, 200, "it takes e-invoices: {}", sent.json);
    let bill = app.store.bill(draft["id"].as_str().unwrap().parse().unwrap()).await.unwrap().unwrap();
    let printed = format!("{:?}", liksa_actions::printing::invoice_of(&app, &bill).await.unwrap());
    let answers = [found, draft, saved, sent.json, own_list(&app, &pekka).await, json!(printed)];
    for answer in answers {
        let text = answer.to_string();
        for private in CONTACTS {
            assert!(!text.contains(private), "{private} in {text}");
        }
    }
    let refused = app
        .post(&format!("/api/person/{}/bills", pekka.id))
        .token(&pekka.token)
        .json(&good_bill(id_of(&aino)))
        .send()
        .await;
    assert_eq!((refused.status, &refused.json["fields"][0]["field"]), (422, &json!("sharedCustomer")));
}

async fn a_company_chosen_for_a_bill_is_sent_once_its_delivery_is_known(app: TestApp) {
    let maija = app.worker().await;
    let pekka = other_worker(&app).await;
    let mut body = by_mail(&company(), "maija@kulttuuritalo.example");
    body["netbankaddress"] = json!("");
    body["operator"] = json!("");
    created(&app, &maija, &body).await;
    let found = search(&app, &pekka, "kulttuuri").await[0].clone();
    let draft = create_bill(&app, &pekka, &good_bill(id_of(&found))).await;
    let own = own_list(&app, &pekka).await[0].clone();
    assert_eq!((&own["sendBillMethod"], &own["email"]), (&json!("EMAIL"), &json!("")));
    let refused = send_bill(&app, &pekka, &draft).await;
    let expected = json!([{"field": "sharedCustomer", "key": "CUSTOMER_DELIVERY_MISSING"}]);
    assert_eq!((refused.status, &refused.json["fields"]), (422, &expected));

    let own = replace(&app, &pekka, &own["id"], &by_mail(&own, "pekka@kulttuuritalo.example")).await.json;
    let draft = read_bill(&app, &pekka, &draft).await;
    assert_eq!(draft["sharedCustomer"]["id"], own["id"], "the draft follows");
    assert_eq!(send_bill(&app, &pekka, &draft).await.status, 200);
}

async fn an_old_postal_code_keeps_nobody_from_changing_their_delivery(app: TestApp) {
    let maija = app.worker().await;
    let pekka = other_worker(&app).await;
    let of_maija = created(&app, &maija, &company()).await;
    // Stored before codes were compared with those in use.
    for table in ["company", "customer"] {
        app.db.execute(format!("UPDATE {table} SET postal_code = '99999'")).await.unwrap();
    }
    let refused = json!([{"field": "postalcode", "key": "validation.invalidPostalCode"}]);
    let alone = by_mail(&with(of_maija.clone(), "postalcode", "99999"), "maija@kulttuuritalo.example");
    let answer = replace(&app, &maija, &of_maija["id"], &alone).await;
    assert_eq!((answer.status, &answer.json["postalcode"]), (200, &json!("99999")), "{}", answer.json);

    let found = search(&app, &pekka, "kulttuuri").await[0].clone();
    let own = replace(&app, &pekka, &found["id"], &by_mail(&found, "pekka@kulttuuritalo.example")).await;
    assert_eq!((own.status, &own.json["postalcode"]), (200, &json!("99999")), "{}", own.json);
    let of_maija = own_list(&app, &maija).await[0].clone();
    for (who, customer) in [(&maija, &of_maija), (&pekka, &own.json)] {
        let changed = replace(&app, who, &customer["id"], &by_mail(customer, "uusi@talo.example")).await;
        assert_eq!((changed.status, &changed.json["email"]), (200, &json!("uusi@talo.example")));
        let moved = with(changed.json.clone(), "postalcode", "00000");
        let answer = replace(&app, who, &changed.json["id"], &moved).await;
        assert_eq!((answer.status, &answer.json["fields"]), (422, &refused), "another one is judged");
    }
}

async fn a_clerk_corrects_a_company_for_all_drafts_and_no_sent_bill(app: TestApp) {
    let maija = app.worker().await;
    let pekka = other_worker(&app).await;
    let clerk = somebody(&app, "clerk@liksa.example", Role::Clerk).await;
    let of_maija = created(&app, &maija, &company()).await;
    let of_pekka = save(&app, &pekka, &of_maija["id"]).await.json;
    let sent = create_bill(&app, &maija, &good_bill(id_of(&of_maija))).await;
    assert_eq!(send_bill(&app, &maija, &sent).await.status, 200);
    let drafts = [
        (
            &maija,
            create_bill(&app, &maija, &with(good_bill(id_of(&of_maija)), "billableitems", json!([]))).await,
        ),
        (&pekka, create_bill(&app, &pekka, &good_bill(id_of(&of_pekka))).await),
    ];

    let listed = app.get("/api/provider/companies?q=kulttuuri").token(&clerk.token).send().await;
    assert_eq!(listed.status, 200, "{}", listed.json);
    let known = listed.json["companies"][0].clone();
    assert_eq!((&known["workers"], &known["email"]), (&json!(2), &Value::Null));
    let path = format!("/api/provider/companies/{}", known["id"].as_str().unwrap());
    assert_eq!(app.get(&path).token(&clerk.token).send().await.json, known);
    let correction = with(known.clone(), "name", "Kulttuurikeskus Oy");
    let corrected = app.put(&path).token(&clerk.token).json(&correction).send().await;
    assert_eq!((corrected.status, &corrected.json["name"]), (200, &json!("Kulttuurikeskus Oy")));

    assert_eq!(read_bill(&app, &maija, &sent).await["sharedCustomer"]["name"], "Kulttuuritalo Oy");
    for (who, draft) in &drafts {
        let now = read_bill(&app, who, draft).await;
        assert_eq!(now["sharedCustomer"]["name"], "Kulttuurikeskus Oy");
        assert_eq!(now["version"], draft["version"]);
    }
    let lists = [own_list(&app, &maija).await, own_list(&app, &pekka).await];
    assert_eq!(lists[0][0]["email"], "laskut@kulttuuritalo.example", "nobody's delivery changes");
    assert_eq!((&lists[1][0]["email"], &lists[1][0]["name"]), (&json!(""), &json!("Kulttuurikeskus Oy")));
    assert_eq!(search(&app, &pekka, "kulttuurik").await.as_array().unwrap().len(), 1);
    let events = app.store.audit_of(&format!("customer:{}", known["id"].as_str().unwrap())).await.unwrap();
    assert_eq!(events.last().unwrap().action.name(), "customer.corrected");
}

async fn a_correction_is_made_by_clerks_on_the_version_they_saw(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "clerk@liksa.example", Role::Clerk).await;
    created(&app, &maija, &company()).await;
    let other = created(&app, &maija, &with(company(), "organization", "Ylläpito")).await;
    let path = format!("/api/provider/companies/{}", other["id"].as_str().unwrap());
    let put = async |who: &SignedIn, body: Value| app.put(&path).token(&who.token).json(&body).send().await;
    assert_eq!(put(&maija, other.clone()).await.status, 403);
    let stale = put(&clerk, with(other.clone(), "version", 7)).await;
    assert_eq!((stale.status, stale.key()), (409, "STALE_CUSTOMER"));
    let taken = put(&clerk, with(other.clone(), "organization", "")).await;
    assert_eq!((taken.status, taken.key()), (409, "customer_already_added_please_search"));
    let half = put(&clerk, with(with(other.clone(), "operator", ""), "postalcode", "00000")).await;
    let fields = json!([
        {"field": "operator", "key": "validation.required"},
        {"field": "postalcode", "key": "validation.invalidPostalCode"}
    ]);
    assert_eq!((half.status, &half.json["fields"]), (422, &fields));
    let aino = created(&app, &maija, &individual()).await;
    let person = format!("/api/provider/companies/{}", aino["id"].as_str().unwrap());
    assert_eq!(app.put(&person).token(&clerk.token).json(&other).send().await.status, 404);
    assert_eq!(search(&app, &maija, "ylläp").await, json!([other]), "nothing happened");
}
