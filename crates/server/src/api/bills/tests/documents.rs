//! The documents of a bill, for those who may see them.

use jiff::civil::date;
use liksa_documents::pdf::Content;
use liksa_domain::bill::BillState;
use liksa_domain::ids::BillId;
use liksa_domain::person::Role;
use liksa_test_support::{both_engines, customer};
use serde_json::{Value, json};

use super::{company, create, good_bill, put_into, save, somebody, store_customer};
use crate::testing::{Answer, SignedIn, TestApp};
use liksa_actions::printing::{invoice_of, names, travel_report};

both_engines! {
    its_worker_and_the_providers_people_read_a_bill,
    a_link_may_carry_the_token,
    a_draft_that_cannot_be_calculated_says_why,
    a_preview_follows_the_bill,
    the_pdfs_of_one_person_do_not_hold_up_others,
    what_was_sent_names_the_customer_as_it_was,
    a_travel_report_is_of_what_was_paid,
    a_travel_report_says_where_the_worker_lives,
}

fn pdf(bill: &Value) -> String {
    format!("/api/bill/{}/pdf", bill["id"].as_str().unwrap())
}

fn header<'a>(answer: &'a Answer, name: &str) -> &'a str {
    answer.headers[name].to_str().unwrap()
}

async fn its_worker_and_the_providers_people_read_a_bill(app: TestApp) {
    let maija = app.worker().await;
    let bill = create(&app, &maija, &good_bill(company(&app, &maija).await)).await;
    let answer = app.get(&pdf(&bill)).token(&maija.token).send().await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    assert!(answer.body.starts_with(b"%PDF-"));
    assert_eq!(header(&answer, "content-type"), "application/pdf");
    assert!(
        header(&answer, "content-disposition")
            .starts_with("inline; filename=\"Luonnos-Kulttuuritalo-Oy.pdf\"")
    );
    assert_eq!(header(&answer, "cache-control"), "private, no-cache");

    let tag = header(&answer, "etag").to_owned();
    let again = app.get(&pdf(&bill)).token(&maija.token).header("if-none-match", &tag).send().await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    let stranger = somebody(&app, "pekka@liksa.example", Role::User).await;
    assert_eq!(app.get(&pdf(&bill)).token(&stranger.token).send().await.status, 404);
    for (email, role) in [("clerk@liksa.example", Role::Clerk), ("payroll@liksa.example", Role::Payroll)] {
        let staff = somebody(&app, email, role).await;
        let saving = format!("{}?content-disposition=attachment", pdf(&bill));
        let answer = app.get(&saving).token(&staff.token).header("if-none-match", "\"old\"").send().await;
        assert_eq!((answer.status, header(&answer, "etag")), (200, tag.as_str()));
        assert!(header(&answer, "content-disposition").starts_with("attachment; "));
    }
    let changed = save(&app, &maija, &bill, &json!({"yourcode": "PO 7"})).await;
    assert_eq!(changed.status, 200);
    let answer = app.get(&pdf(&bill)).token(&maija.token).header("if-none-match", &tag).send().await;
    assert_eq!(answer.status, 200, "other content, other tag");
}

async fn a_link_may_carry_the_token(app: TestApp) {
    let maija = app.worker().await;
    let bill = create(&app, &maija, &json!({})).await;
    let with = |query: &str| format!("{}?{query}", pdf(&bill));
    assert_eq!(app.get(&with(&format!("authtoken={}", maija.token))).send().await.status, 200);
    assert_eq!(app.get(&with("authtoken=nobodys")).send().await.status, 401);
    let odd = app.get(&with("content-disposition=form-data")).token(&maija.token).send().await;
    assert_eq!((odd.status, odd.json["fields"][0]["field"].as_str()), (422, Some("content-disposition")));
}

async fn a_draft_that_cannot_be_calculated_says_why(app: TestApp) {
    let maija = app.worker().await;
    let mut body = good_bill(company(&app, &maija).await);
    body["billableitems"][0]["date"] = json!("01.01.1999");
    body["billableitems"][0]["kilometers"] = json!(100);
    let bill = create(&app, &maija, &body).await;
    for path in [pdf(&bill), pages(&bill)] {
        let answer = app.get(&path).token(&maija.token).send().await;
        assert_eq!((answer.status, answer.key()), (422, "validation.unknownYear"), "{}", answer.json);
        assert_eq!(answer.json["fields"][0]["year"], 1999);
    }
}

fn pages(bill: &Value) -> String {
    format!("/api/bill/{}/pages", bill["id"].as_str().unwrap())
}

async fn a_preview_follows_the_bill(app: TestApp) {
    let maija = app.worker().await;
    let bill = create(&app, &maija, &good_bill(company(&app, &maija).await)).await;
    let shown = app.get(&pages(&bill)).token(&maija.token).send().await;
    assert_eq!(shown.status, 200, "{}", shown.json);
    assert_eq!(shown.json["version"], bill["version"]);
    assert!(shown.json["pages"][0].as_str().unwrap().starts_with("<svg"));
    let tag = header(&shown, "etag").to_owned();
    let again = app.get(&pages(&bill)).token(&maija.token).header("if-none-match", &tag).send().await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    let changed = save(&app, &maija, &bill, &json!({"invoiceText": "Kiitos!"})).await.json;
    let later = app.get(&pages(&bill)).token(&maija.token).header("if-none-match", &tag).send().await;
    assert_eq!((later.status, &later.json["version"]), (200, &changed["version"]));
    let stranger = somebody(&app, "pekka@liksa.example", Role::User).await;
    assert_eq!(app.get(&pages(&bill)).token(&stranger.token).send().await.status, 404);
}

async fn the_pdfs_of_one_person_do_not_hold_up_others(app: TestApp) {
    let maija = app.worker().await;
    let pekka = somebody(&app, "pekka@liksa.example", Role::User).await;
    let customer = company(&app, &maija).await;
    let of_maija = create(&app, &maija, &good_bill(customer)).await;
    let of_pekka = create(&app, &pekka, &good_bill(customer)).await;
    let paused = app.pdf_printer.pause().await.unwrap();
    let mut many = tokio::task::JoinSet::new();
    for _ in 0..12 {
        many.spawn(app.get(&pdf(&of_maija)).token(&maija.token).send());
    }
    for _ in 0..4 {
        let refused = many.join_next().await.unwrap().unwrap();
        assert_eq!((refused.status, refused.key()), (429, "TOO_MANY_REQUESTS"));
    }
    let other = tokio::spawn(app.get(&pdf(&of_pekka)).token(&pekka.token).send());
    // Everybody waits now.
    tokio::task::yield_now().await;
    drop(paused);
    assert_eq!(other.await.unwrap().status, 200);
    assert!(many.join_all().await.iter().all(|answer| answer.status == 200));
}

async fn what_was_sent_names_the_customer_as_it_was(app: TestApp) {
    let maija = app.worker().await;
    let (old, entry) = customer().with(|details| details.cost_units = vec!["7710".into()]).build();
    store_customer(&app, &maija, old, &entry).await;
    let bill = create(&app, &maija, &good_bill(old)).await;
    let bill = put_into(&app, &maija, &bill, BillState::Closed).await;
    let mut tx = app.store.begin().await.unwrap();
    let locked = tx.lock_own_customer(maija.id, old).await.unwrap().unwrap();
    let (id, entry) = customer().named("Uusi nimi Oy").build();
    let new = liksa_store::NewCustomer { id, maker: maija.id, entry: &entry, created_at: app.clock.now() };
    tx.replace_customer(&locked, &new).await.unwrap();
    let id: BillId = bill["id"].as_str().unwrap().parse().unwrap();
    tx.number_bill(id).await.unwrap();
    tx.commit().await.unwrap();

    let stored = app.store.bill(id).await.unwrap().unwrap();
    let invoice = invoice_of(&app, &stored).await.unwrap();
    assert_eq!(invoice.customer.name, "Kulttuuritalo Oy");
    assert_eq!(
        (invoice.customer.address.country.as_str(), invoice.customer.cost_unit.as_str()),
        ("FI", "7710")
    );
    assert_eq!(invoice.worker, "Maija Meikäläinen");
    assert_eq!(invoice.due_date, Some(jiff::civil::date(2026, 11, 30)));
    assert_eq!(names::of_invoice(&invoice), "Lasku-1001.pdf");
    let answer = app.get(&pdf(&bill)).token(&maija.token).send().await;
    let text = String::from_utf8_lossy(&answer.body);
    assert!(text.contains("finvoice.xml"), "the invoice for programs travels along");
}

fn travel(who: &SignedIn, query: &str) -> String {
    format!("/api/travel-expense/{}/pdf?{query}", who.id)
}

async fn a_travel_report_is_of_what_was_paid(app: TestApp) {
    let maija = app.worker().await;
    let mut body = good_bill(company(&app, &maija).await);
    let trip = json!({"kilometers": 120, "addressStart": "Kotikatu 1", "addressStop": "Turku", "vehicleRegisterNumber": "ABC-1"});
    for (field, value) in trip.as_object().unwrap() {
        body["billableitems"][0][field] = value.clone();
    }
    let bill = create(&app, &maija, &body).await;
    let november = "from=01.11.2026&to=30.11.2026";
    let empty = app.get(&travel(&maija, november)).token(&maija.token).send().await;
    assert_eq!(empty.status, 200, "{}", empty.json);
    put_into(&app, &maija, &bill, BillState::Paid).await;
    let full = app.get(&travel(&maija, november)).token(&maija.token).send().await;
    assert!(header(&full, "content-disposition").contains("\"Matkalasku-2026-11.pdf\""));
    assert_ne!(header(&empty, "etag"), header(&full, "etag"), "the trip is in it once it is paid");
    let tag = header(&full, "etag").to_owned();
    let again =
        app.get(&travel(&maija, november)).token(&maija.token).header("if-none-match", &tag).send().await;
    assert_eq!(again.status, 304);

    let path = travel(&maija, november).replace("/pdf", "/taxfree/pdf");
    let tax_free = app.get(&path).token(&maija.token).send().await;
    assert!(header(&tax_free, "content-disposition").contains("\"Verovapaat-korvaukset-2026-11.pdf\""));
    let pekka = somebody(&app, "pekka@liksa.example", Role::User).await;
    assert_eq!(app.get(&travel(&maija, november)).token(&pekka.token).send().await.status, 404);
    for (query, field) in [
        ("", "from"),
        ("from=2026-11-01&to=30.11.2026", "from"),
        ("from=02.11.2026&to=01.11.2026", "to"),
        ("from=01.01.2025&to=01.01.2026", "to"),
    ] {
        let answer = app.get(&travel(&maija, query)).token(&maija.token).send().await;
        assert_eq!(
            (answer.status, answer.json["fields"][0]["field"].as_str()),
            (422, Some(field)),
            "{query}"
        );
    }
    let payroll = somebody(&app, "payroll@liksa.example", Role::Payroll).await;
    assert_eq!(
        app.get(&travel(&maija, "from=01.01.2026&to=31.12.2026")).token(&payroll.token).send().await.status,
        200
    );
}

async fn a_travel_report_says_where_the_worker_lives(app: TestApp) {
    let maija = app.worker().await;
    let home = json!({"address": "Vaasankatu 12", "postalcode": "00500", "city": "Helsinki"});
    assert_eq!(app.put("/api/person").token(&maija.token).json(&home).send().await.status, 200);
    let person = app.store.person(maija.id).await.unwrap().unwrap();
    let (from, until) = (date(2026, 11, 1), date(2026, 11, 30));
    let address = travel_report(&app, &person, Content::All, from, until).await.unwrap().address;
    let lines = (&*address.street, &*address.postal_code, &*address.city);
    assert_eq!(lines, ("Vaasankatu 12", "00500", "Helsinki"));
}
