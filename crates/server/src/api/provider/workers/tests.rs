use liksa_domain::ids::TaxCardId;
use liksa_domain::person::Role;
use liksa_domain::worker_facts::Profile;
use liksa_store::NewTaxCard;
use liksa_test_support::{both_engines, on_sqlite, person};
use serde_json::{Value, json};

use crate::testing::{Answer, PDF, SignedIn, TestApp};

both_engines! {
    workers_are_found_by_the_starts_of_words,
}

on_sqlite! {
    account_number_and_personal_id_are_masked,
    terms_are_agreed_and_audited,
    a_payment_order_is_set_and_removed,
    a_tax_card_is_read_and_corrected,
    staff_cannot_decide_on_their_own_terms_order_or_card,
}

fn path(of: &SignedIn, what: &str) -> String {
    format!("/api/provider/workers/{}{what}", of.id)
}

fn order() -> Value {
    json!({"fixed": "120,50", "dependants": 1, "from": "01.11.2026", "receiver": "Ulosottolaitos",
           "iban": "FI21 1234 5600 0007 85", "reference": "1232"})
}

async fn workers_are_found_by_the_starts_of_words(app: TestApp) {
    let clerk = app.staff("clerk@liksa.example", Role::Clerk).await;
    for (first, last, email) in
        [("Aino", "Äijälä", "aino@liksa.example"), ("Anna-Maija", "Berg", "am.berg@liksa.example")]
    {
        let mut worker = person().email(email).build();
        (worker.first_name, worker.last_name) = (first.into(), last.into());
        app.add(worker).await;
    }
    let names = async |query: &str| -> Vec<String> {
        let answer = app.get(&format!("/api/provider/workers{query}")).token(&clerk.token).send().await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        let workers = answer.json["workers"].as_array().unwrap().clone();
        workers.iter().map(|worker| worker["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names("").await, ["Anna-Maija Berg", "Aino Äijälä"], "by last name, and workers alone");
    assert_eq!(names("?q=%C3%84IJ").await, ["Aino Äijälä"]);
    assert_eq!(names("?q=maija%20be").await, ["Anna-Maija Berg"]);
    assert_eq!(names("?q=am.berg").await, ["Anna-Maija Berg"]);
    assert_eq!(names("?q=ijala").await, Vec::<String>::new());
}

async fn account_number_and_personal_id_are_masked(app: TestApp) {
    let maija = app.worker().await;
    let payroll = app.staff("payroll@liksa.example", Role::Payroll).await;
    let profile = Profile {
        city: "Helsinki".into(),
        iban: Some("FI2112345600000785".parse().unwrap()),
        personal_id: Some("010190-900P".parse().unwrap()),
        ..Profile::default()
    };
    let mut tx = app.store.begin().await.unwrap();
    tx.set_profile(maija.id, &profile).await.unwrap();
    tx.commit().await.unwrap();
    let answer = app.get(&path(&maija, "")).token(&payroll.token).send().await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!(answer.json["iban"], "FI21 •••• 0785");
    assert_eq!(answer.json["personalId"], "010190-••••");
    assert_eq!(answer.json["terms"]["servicePercent"], Value::Null);
    assert!(!answer.json.to_string().contains("900P"));
    assert_eq!(app.get(&path(&payroll, "")).token(&payroll.token).send().await.status, 404, "no worker");
}

async fn terms_are_agreed_and_audited(app: TestApp) {
    let maija = app.worker().await;
    let payroll = app.staff("payroll@liksa.example", Role::Payroll).await;
    let put =
        async |body: Value| app.put(&path(&maija, "/terms")).token(&payroll.token).json(&body).send().await;
    let answer = put(
        json!({"version": 1, "workerType": "WORKER", "servicePercent": 4.9, "employedSince": "01.02.2024"}),
    )
    .await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    let view = app.get(&path(&maija, "")).token(&payroll.token).send().await.json;
    assert_eq!((&view["version"], &view["terms"]), (&json!(2), &answer.json));
    let late = put(json!({"version": 1, "workerType": "ENTREPRENEUR"})).await;
    assert_eq!((late.status, late.key()), (409, "STALE_PERSON"), "a stale version changes nothing");
    assert_eq!(
        (&view["terms"]["workerType"], &view["terms"]["servicePercent"]),
        (&json!("WORKER"), &json!(4.9))
    );
    let refused = put(json!({"version": 2, "workerType": "BOSS", "servicePercent": "90"})).await;
    assert_eq!((refused.status, refused.json["fields"].as_array().unwrap().len()), (422, 2));
    let log = app.store.audit_of(&format!("person:{}", maija.id)).await.unwrap();
    assert_eq!(log.len(), 1);
    assert!(log[0].detail.contains("\"after\"") && log[0].actor == Some(payroll.id));
}

async fn a_payment_order_is_set_and_removed(app: TestApp) {
    let maija = app.worker().await;
    let payroll = app.staff("payroll@liksa.example", Role::Payroll).await;
    let call = app.put(&path(&maija, "/distraint")).token(&payroll.token);
    let answer = call.json(&order()).send().await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert_eq!((&answer.json["fixed"], &answer.json["iban"]), (&json!(120.5), &json!("FI21 •••• 0785")));
    let facts = app.store.worker_facts(maija.id, app.clock.today()).await.unwrap();
    assert!(facts.distraint.is_some(), "the next salary follows it");
    let delete = async || app.delete(&path(&maija, "/distraint")).token(&payroll.token).send().await.status;
    assert_eq!(delete().await, 204);
    assert_eq!(delete().await, 404, "it ends once");
    let log = app.store.audit_of(&format!("person:{}", maija.id)).await.unwrap();
    let actions: Vec<&str> = log.iter().map(|event| event.action.name()).collect();
    assert_eq!(actions, ["distraint.set", "distraint.removed"]);
    assert!(!log[0].detail.contains("0785") && !log[0].detail.contains("1232"));
}

async fn upload(app: &TestApp, of: &SignedIn, content: &[u8]) -> Answer {
    let call = app.post(&format!("/api/person/{}/taxcard", of.id)).token(&of.token);
    call.file("verokortti.pdf", content).send().await
}

async fn send_card(app: &TestApp, of: &SignedIn) -> TaxCardId {
    let sent = upload(app, of, PDF).await;
    assert_eq!((sent.status, &sent.json["state"]), (201, &json!("WAITING")), "{}", sent.json);
    sent.json["id"].as_str().unwrap().parse().unwrap()
}

async fn a_tax_card_is_read_and_corrected(app: TestApp) {
    let maija = app.worker().await;
    let payroll = app.staff("payroll@liksa.example", Role::Payroll).await;
    let list = async |state: &str| {
        let answer = app.get(&format!("/api/provider/tax-cards{state}")).token(&payroll.token).send().await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json["cards"].as_array().unwrap().clone()
    };
    let handle = async |id: TaxCardId, body: Value| {
        app.put(&format!("/api/provider/tax-cards/{id}")).token(&payroll.token).json(&body).send().await
    };
    let odd = upload(&app, &maija, b"MZ, a program").await;
    assert_eq!((odd.status, &odd.json["fields"][0]["key"]), (422, &json!("FILE_TYPE_NOT_ALLOWED")));
    let cut = upload(&app, &maija, &PDF[..30]).await;
    assert_eq!((cut.status, cut.key()), (422, "FILE_UNREADABLE"));
    let forgotten = send_card(&app, &maija).await;
    let card = send_card(&app, &maija).await;
    let file = format!("/api/provider/tax-cards/{card}/file");
    let seen = app.get(&file).token(&payroll.token).send().await;
    assert_eq!((seen.status, seen.body.as_slice()), (200, PDF));
    let own = app.get(&format!("/api/person/{}/taxcard", maija.id)).token(&maija.token).send().await;
    assert_eq!((own.status, own.body), (200, seen.body));
    let own_card =
        async || app.get("/api/person").token(&maija.token).send().await.json["newestTaxCard"].clone();
    let own = own_card().await;
    assert_eq!((&own["id"], &own["state"]), (&json!(card.to_string()), &json!("WAITING")));
    assert_eq!((&own["fileName"], &own["handledAt"]), (&json!("verokortti.pdf"), &Value::Null));
    let waiting = list("").await;
    assert_eq!(
        (waiting.len(), &waiting[0]["card"]["id"]),
        (1, &json!(card.to_string())),
        "the newer one waits"
    );
    let figures = json!({"baseRate": 20, "ceiling": 30000, "additionalRate": 40, "validFrom": "01.01.2026"});
    let answer = handle(card, figures.clone()).await;
    assert_eq!((answer.status, &answer.json["state"]), (200, &json!("IN_USE")), "{}", answer.json);
    assert_eq!(list("").await.len(), 0);
    let own = own_card().await;
    assert_eq!((&own["state"], &own["terms"]["validFrom"]), (&json!("IN_USE"), &json!("01.01.2026")));
    let corrected = handle(card, json!({"baseRate": 21, "validFrom": "01.01.2026"})).await;
    assert_eq!(corrected.json["terms"]["baseRate"], json!(21));
    let late = handle(forgotten, figures).await;
    assert_eq!((late.status, late.key()), (409, "TAX_CARD_REPLACED"));
    assert_eq!(handle(card, json!({})).await.status, 422);
    assert_eq!(handle(app.new_id().unwrap(), json!({})).await.status, 404);
    let facts = app.store.worker_facts(maija.id, app.clock.today()).await.unwrap();
    assert_eq!(facts.tax_card.unwrap().base_rate.millionths(), 210_000);
}

async fn staff_cannot_decide_on_their_own_terms_order_or_card(app: TestApp) {
    app.add(person().email("both@liksa.example").roles(&[Role::User, Role::Payroll]).build()).await;
    let both = app.sign_in("both@liksa.example").await;
    let id: TaxCardId = app.new_id().unwrap();
    let terms = liksa_domain::tax_card::CardTerms {
        base_rate: liksa_money::Rate::ZERO,
        above: None,
        valid_from: app.clock.today(),
    };
    let mut tx = app.store.begin().await.unwrap();
    tx.insert_tax_card(&NewTaxCard { id, person: both.id, terms: &terms, at: app.clock.now() })
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let calls = [
        app.put(&path(&both, "/terms")).json(&json!({"version": 1, "workerType": "WORKER"})),
        app.put(&path(&both, "/distraint")).json(&order()),
        app.delete(&path(&both, "/distraint")),
        app.put(&format!("/api/provider/tax-cards/{id}"))
            .json(&json!({"baseRate": 1, "validFrom": "01.01.2026"})),
    ];
    for call in calls {
        let answer = call.token(&both.token).send().await;
        assert_eq!((answer.status, answer.key()), (409, "OWN_MATTER"));
    }
}
