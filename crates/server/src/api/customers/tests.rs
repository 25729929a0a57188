mod changes;
mod shared;

use liksa_test_support::{both_engines, on_sqlite, person};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::testing::{Answer, Call, SignedIn, TestApp};

both_engines! {
    a_company_of_the_register_is_not_created_again,
    one_key_creates_one_customer,
    a_company_is_found_by_all_workers_without_private_details,
    a_private_person_is_found_only_by_their_maker,
    short_texts_find_nothing,
    all_that_is_found_is_counted_and_reached_page_by_page,
    unusual_characters_are_no_problem,
}

on_sqlite! {
    a_company_is_created_and_put_on_the_own_list,
    a_personal_id_is_stored_and_never_answered,
    all_problems_are_listed,
    a_key_sent_again_returns_the_present_customer,
    a_key_that_created_nothing_may_be_used_again,
    every_option_is_accepted,
    a_postal_code_has_its_place,
    a_postal_code_that_no_letter_reaches_is_refused,
}

const KEY: &str = "0190a000-key-of-a-test";
pub const PERSONAL_ID: &str = "131052-308T";

/// A company with all details that only its maker may see.
pub fn company() -> Value {
    json!({
        "name": "Kulttuuritalo Oy", "businessid": "2077474-0", "netbankaddress": "003720774740",
        "operator": "003723327487", "termofpayment": 14, "address": "Sturenkatu 4", "postalcode": "00510",
        "city": "Helsinki", "phonenumber": "0401234567", "email": "laskut@kulttuuritalo.example",
        "email2": "toinen@kulttuuritalo.example", "costUnits": ["Näyttämö 1"],
        "people": [{"name": "Liisa", "email": "liisa@kulttuuritalo.example", "phonenumber": "0407654321"}]
    })
}

/// A private person with a personal id.
pub fn individual() -> Value {
    json!({
        "name": "Aino Aalto", "partyRole": "CUSTOMER", "sendBillMethod": "EMAIL", "sotu": PERSONAL_ID,
        "termofpayment": "14", "address": "Kotikatu 1", "postalcode": "33100", "city": "Tampere",
        "phonenumber": "0501112222", "email": "aino@aalto.example"
    })
}

/// The body with one field changed.
pub fn with(mut body: Value, field: &str, value: impl Into<Value>) -> Value {
    body[field] = value.into();
    body
}

/// Another worker.
pub async fn other_worker(app: &TestApp) -> SignedIn {
    app.add(person().email("pekka@liksa.example").build()).await;
    app.sign_in("pekka@liksa.example").await
}

pub async fn create(app: &TestApp, who: &SignedIn, body: &Value) -> Answer {
    app.post("/api/sharedcustomers").token(&who.token).json(body).send().await
}

/// Creates a customer and returns it.
pub async fn created(app: &TestApp, who: &SignedIn, body: &Value) -> Value {
    let answer = create(app, who, body).await;
    assert_eq!(answer.status, 201, "{}", answer.json);
    answer.json
}

pub async fn replace(app: &TestApp, who: &SignedIn, id: &Value, body: &Value) -> Answer {
    let path = format!("/api/sharedcustomers/{}", id.as_str().unwrap());
    app.put(&path).token(&who.token).json(body).send().await
}

pub async fn search(app: &TestApp, who: &SignedIn, crit: &str) -> Value {
    let answer = app.get(&format!("/api/sharedcustomers?crit={crit}")).token(&who.token).send().await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json["customers"].clone()
}

/// The list without what was billed: tests of bills look at that.
pub async fn own_list(app: &TestApp, who: &SignedIn) -> Value {
    let path = format!("/api/person/{}/sharedcustomers", who.id);
    let answer = app.get(&path).token(&who.token).send().await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    let mut customers = answer.json["customers"].clone();
    for customer in customers.as_array_mut().unwrap() {
        let known = customer.as_object_mut().unwrap();
        assert!(known.remove("billed").is_some() && known.remove("lastBilled").is_some());
    }
    customers
}

fn list_path(who: &SignedIn, id: &Value) -> String {
    format!("/api/person/{}/sharedcustomers/{}", who.id, id.as_str().unwrap())
}

pub async fn save(app: &TestApp, who: &SignedIn, id: &Value) -> Answer {
    app.post(&list_path(who, id)).token(&who.token).send().await
}

pub async fn remove(app: &TestApp, who: &SignedIn, id: &Value) -> Answer {
    app.delete(&list_path(who, id)).token(&who.token).send().await
}

/// The actions in the audit log of a customer, which must not contain private details.
pub async fn audited(app: &TestApp, id: &Value) -> Vec<&'static str> {
    let events = app.store.audit_of(&format!("customer:{}", id.as_str().unwrap())).await.unwrap();
    for event in &events {
        assert!(!event.detail.contains(PERSONAL_ID) && !event.detail.contains("003720774740"));
    }
    events.into_iter().map(|event| event.action.name()).collect()
}

fn with_key(app: &TestApp, who: &SignedIn, body: &Value) -> Call {
    let call = app.post("/api/sharedcustomers").token(&who.token);
    call.header("idempotency-key", KEY).json(body)
}

async fn a_company_is_created_and_put_on_the_own_list(app: TestApp) {
    let maija = app.worker().await;
    let customer = created(&app, &maija, &company()).await;
    let mut expected = with(company(), "id", customer["id"].clone());
    let filled_in = json!({
        "version": 1, "partyRole": "COMPANY", "organization": "", "vat": "", "sendBillMethod": "EBILL",
        "referenceNumber": "", "addresscountry": "FIN", "saved": true, "own": true, "editable": true,
        "termAgreed": true, "hasSotu": false
    });
    expected.as_object_mut().unwrap().extend(filled_in.as_object().unwrap().clone());
    assert_eq!(customer, expected);
    assert_eq!(own_list(&app, &maija).await, json!([customer]));
    assert_eq!(audited(&app, &customer["id"]).await, ["customer.created"]);
}

async fn a_personal_id_is_stored_and_never_answered(app: TestApp) {
    let maija = app.worker().await;
    let aino = created(&app, &maija, &individual()).await;
    assert_eq!((&aino["hasSotu"], &aino["termAgreed"]), (&json!(true), &json!(false)));
    assert_eq!(aino["sotu"], Value::Null);
    for text in [aino.to_string(), own_list(&app, &maija).await.to_string()] {
        assert!(!text.contains(PERSONAL_ID), "{text}");
    }
    assert_eq!(audited(&app, &aino["id"]).await, ["customer.created"]);
}

async fn all_problems_are_listed(app: TestApp) {
    let maija = app.worker().await;
    let bad = with(with(company(), "businessid", "2077474-1"), "email", "laskut");
    let answer = create(&app, &maija, &bad).await;
    assert_eq!((answer.status, answer.key()), (422, "INVALID_FIELDS"));
    let expected = json!([
        {"field": "businessid", "key": "validation.invalidBusinessId"},
        {"field": "email", "key": "validation.invalidEmail"}
    ]);
    assert_eq!(answer.json["fields"], expected);
    let answer = create(&app, &maija, &with(company(), "people", json!([{"name": 7}]))).await;
    assert_eq!((answer.status, &answer.json["fields"][0]["field"]), (422, &json!("people[0].name")));
    assert_eq!(own_list(&app, &maija).await, json!([]), "nothing was made");
}

async fn a_company_of_the_register_is_not_created_again(app: TestApp) {
    let maija = app.worker().await;
    let pekka = other_worker(&app).await;
    created(&app, &maija, &company()).await;
    let by_vat_number = with(with(company(), "businessid", ""), "vat", "fi 20774740");
    for body in [company(), by_vat_number] {
        for who in [&maija, &pekka] {
            let answer = create(&app, who, &body).await;
            assert_eq!((answer.status, answer.key()), (409, "customer_already_added_please_search"));
        }
    }
    created(&app, &pekka, &with(company(), "organization", "Ylläpito")).await;
    assert_eq!(own_list(&app, &pekka).await.as_array().unwrap().len(), 1);
}

async fn one_key_creates_one_customer(app: TestApp) {
    let maija = app.worker().await;
    let mut posts = JoinSet::new();
    for _ in 0..20 {
        posts.spawn(with_key(&app, &maija, &individual()).send());
    }
    let answers = posts.join_all().await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 19);
    assert!(answers.iter().all(|answer| answer.json == answers[0].json));
    assert_eq!(own_list(&app, &maija).await, json!([answers[0].json]));
    assert_eq!(audited(&app, &answers[0].json["id"]).await, ["customer.created"]);
}

async fn a_key_sent_again_returns_the_present_customer(app: TestApp) {
    let maija = app.worker().await;
    let customer = with_key(&app, &maija, &company()).send().await.json;
    let changed = with(with(company(), "name", "Uusi nimi"), "version", 1);
    assert_eq!(replace(&app, &maija, &customer["id"], &changed).await.status, 200);
    let again = with_key(&app, &maija, &company()).send().await;
    assert_eq!((again.status, &again.json["name"]), (200, &json!("Uusi nimi")));
}

async fn a_key_that_created_nothing_may_be_used_again(app: TestApp) {
    let maija = app.worker().await;
    created(&app, &maija, &company()).await;
    assert_eq!(with_key(&app, &maija, &company()).send().await.status, 409);
    let other_unit = with(company(), "organization", "Ylläpito");
    assert_eq!(with_key(&app, &maija, &other_unit).send().await.status, 201);
}

async fn a_company_is_found_by_all_workers_without_private_details(app: TestApp) {
    let maija = app.worker().await;
    let pekka = other_worker(&app).await;
    let customer = created(&app, &maija, &company()).await;
    assert_eq!(search(&app, &maija, "kulttuuri").await, json!([customer]));

    let found = search(&app, &pekka, "kulttuuri").await;
    assert_eq!(found[0]["businessid"], "2077474-0");
    assert_eq!((&found[0]["own"], &found[0]["editable"]), (&json!(false), &json!(false)));
    for field in ["phonenumber", "email", "email2"] {
        assert_eq!(found[0][field], "", "{field}");
    }
    for field in ["costUnits", "people"] {
        assert_eq!(found[0][field], json!([]), "{field}");
    }
    let text = found.to_string();
    for private in ["0401234567", "laskut@", "toinen@", "Näyttämö", "Liisa", "0407654321"] {
        assert!(!text.contains(private), "{private} in {text}");
    }
}

async fn a_private_person_is_found_only_by_their_maker(app: TestApp) {
    let maija = app.worker().await;
    let pekka = other_worker(&app).await;
    created(&app, &maija, &individual()).await;
    assert_eq!(search(&app, &maija, "aino%20aal").await[0]["name"], "Aino Aalto");
    for crit in ["aino", "aalto", "tampere", "131052"] {
        let found = app.get(&format!("/api/sharedcustomers?crit={crit}")).token(&pekka.token).send().await;
        let nothing = json!({"customers": [], "next": null, "total": 0});
        assert_eq!((found.status, found.json), (200, nothing), "{crit}: not even that there is one");
    }
    assert_eq!(search(&app, &maija, "131052").await, json!([]), "personal ids are not searched");
}

async fn short_texts_find_nothing(app: TestApp) {
    let maija = app.worker().await;
    created(&app, &maija, &company()).await;
    for crit in ["", "k", "%20k%20"] {
        assert_eq!(search(&app, &maija, crit).await, json!([]), "{crit}");
    }
    let answer = app.get("/api/sharedcustomers").token(&maija.token).send().await;
    assert_eq!((answer.status, &answer.json["customers"]), (200, &json!([])));
}

async fn unusual_characters_are_no_problem(app: TestApp) {
    let maija = app.worker().await;
    created(&app, &maija, &company()).await;
    for crit in ["%00%00", "%25%25", "''", "%F0%9F%8E%B8%F0%9F%8E%B8"] {
        assert_eq!(search(&app, &maija, crit).await, json!([]), "{crit}");
    }
    assert_eq!(search(&app, &maija, "kult%00").await.as_array().map(Vec::len), Some(1));
    let endless = format!("kulttuuritalo{}", "%20helsinki".repeat(500));
    assert_eq!(search(&app, &maija, &endless).await.as_array().map(Vec::len), Some(1));
}

async fn all_that_is_found_is_counted_and_reached_page_by_page(app: TestApp) {
    let maija = app.worker().await;
    for number in 10..33 {
        created(&app, &maija, &with(individual(), "name", format!("Aino {number}"))).await;
    }
    let part = async |query: &str| {
        let answer =
            app.get(&format!("/api/sharedcustomers?crit=aino{query}")).token(&maija.token).send().await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    };
    let names = |part: &Value| -> Vec<String> {
        let customers = part["customers"].as_array().unwrap();
        customers.iter().map(|customer| customer["name"].as_str().unwrap().to_owned()).collect()
    };
    let first = part("").await;
    assert_eq!((names(&first).len(), &first["total"]), (20, &json!(23)));
    let rest = part(&format!("&page={}", first["next"].as_str().unwrap())).await;
    assert_eq!(names(&rest), ["Aino 30", "Aino 31", "Aino 32"]);
    assert_eq!((&rest["total"], &rest["next"]), (&json!(23), &Value::Null));
    for page in ["x", "-1", ""] {
        let answer =
            app.get(&format!("/api/sharedcustomers?crit=aino&page={page}")).token(&maija.token).send().await;
        assert_eq!((answer.status, &answer.json["fields"][0]["field"]), (422, &json!("page")), "{page}");
    }
}

async fn a_postal_code_has_its_place(app: TestApp) {
    for (code, city) in
        [("33100", json!("Tampere")), ("00099", json!(null)), ("99999", json!(null)), ("x", json!(null))]
    {
        let answer = app.get(&format!("/api/customers/postal-codes/{code}")).send().await;
        assert_eq!((answer.status, answer.json), (200, json!({"city": city})), "{code}");
    }
}

async fn a_postal_code_that_no_letter_reaches_is_refused(app: TestApp) {
    let maija = app.worker().await;
    let refused = json!([{"field": "postalcode", "key": "validation.invalidPostalCode"}]);
    for code in ["00000", "99999", "12345"] {
        let answer = create(&app, &maija, &with(company(), "postalcode", code)).await;
        assert_eq!((answer.status, &answer.json["fields"]), (422, &refused), "{code}");
    }
    created(&app, &maija, &with(company(), "postalcode", "00099")).await;
    let abroad = with(with(individual(), "addresscountry", "SWE"), "postalcode", "00000");
    created(&app, &maija, &abroad).await;
}

async fn every_option_is_accepted(app: TestApp) {
    let options = app.get("/api/customers/options").send().await;
    assert_eq!(options.status, 200);
    let finland = json!({"alpha3": "FIN", "alpha2": "FI", "name_fi": "Suomi", "name_en": "Finland"});
    assert!(options.json["countries"].as_array().unwrap().contains(&finland));

    let maija = app.worker().await;
    let operator = options.json["operators"].as_array().unwrap().last().unwrap();
    let country = options.json["countries"].as_array().unwrap().last().unwrap();
    let body = with(company(), "operator", operator["id"].clone());
    let customer = created(&app, &maija, &with(body, "addresscountry", country["alpha3"].clone())).await;
    assert_eq!(customer["operator"], operator["id"]);
    assert_eq!(customer["addresscountry"], country["alpha3"]);
}
