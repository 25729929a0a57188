//! How bills reach their customers, and what happens when they do not at once.

use std::fs;
use std::path::PathBuf;

use liksa_domain::audit::Action;
use liksa_domain::bill::BillState;
use liksa_domain::customer::SendMethod;
use liksa_domain::ids::{BillId, DeliveryId};
use liksa_domain::job::{Job, JobState};
use liksa_domain::ledger::Account;
use liksa_domain::person::Role;
use liksa_money::Money;
use liksa_store::Delivery;
use liksa_test_support::{both_engines, customer};
use serde_json::{Value, json};

use super::{create, events, good_bill, put_into, read, somebody, store_customer};
use crate::testing::{SignedIn, TestApp, texts_in};
use liksa_actions::bills::close;
use liksa_actions::deliveries::make_documents;

both_engines! {
    an_e_invoice_goes_into_the_folder_once,
    a_mail_goes_out_once,
    what_fails_is_shown_and_tried_again,
    a_mail_that_waits_for_its_next_attempt_is_only_sent_sooner,
    an_e_invoice_that_has_gone_is_written_again_by_a_clerk_alone,
    paper_is_printed_in_a_batch,
    all_that_is_sent_says_the_same,
}

async fn closed(app: &TestApp, who: &SignedIn, method: SendMethod, change: impl FnOnce(&mut Value)) -> Value {
    let builder = match method {
        SendMethod::EInvoice => customer(),
        _ => customer().individual("Äijä Önnerström"),
    };
    let (id, entry) = builder.with(|details| details.send_method = method).build();
    store_customer(app, who, id, &entry).await;
    let mut body = good_bill(id);
    change(&mut body);
    let bill = create(app, who, &body).await;
    let bill = put_into(app, who, &bill, BillState::Approved).await;
    let stored = app.store.bill(id_of(&bill)).await.unwrap().unwrap();
    close(app, None, &stored).await.unwrap();
    bill
}

fn id_of(bill: &Value) -> BillId {
    bill["id"].as_str().unwrap().parse().unwrap()
}

async fn delivery_of(app: &TestApp, bill: &Value) -> Delivery {
    app.store.delivery_of(id_of(bill)).await.unwrap().unwrap()
}

/// As after a crash: the job is run once more.
async fn deliver_again(app: &TestApp, delivery: DeliveryId) {
    let mut tx = app.store.begin().await.unwrap();
    tx.enqueue(&app.job(Job::DeliverBill { delivery }).unwrap()).await.unwrap();
    tx.commit().await.unwrap();
    app.run_jobs().await;
}

fn folder(app: &TestApp, name: &str) -> PathBuf {
    app.config.data_dir.join("outbox").join(name)
}

fn files_in(app: &TestApp, name: &str) -> Vec<PathBuf> {
    fs::read_dir(folder(app, name)).unwrap().map(|file| file.unwrap().path()).collect()
}

async fn an_e_invoice_goes_into_the_folder_once(app: TestApp) {
    let maija = app.worker().await;
    let bill = closed(&app, &maija, SendMethod::EInvoice, |_| {}).await;
    // A server that died when the documents were made goes on with those.
    let kept = make_documents(&app, &delivery_of(&app, &bill).await).await.unwrap();
    app.run_jobs().await;
    let delivery = delivery_of(&app, &bill).await;
    assert_eq!((delivery.pdf, delivery.finvoice, delivery.ubl), (Some(kept.pdf), kept.finvoice, kept.ubl));
    assert!(kept.finvoice.is_some() && kept.ubl.is_some());
    deliver_again(&app, delivery.id).await;
    let sent = files_in(&app, "e-invoices");
    assert_eq!(sent, [folder(&app, "e-invoices").join(format!("{}.xml", delivery.id))]);
    let xml = fs::read_to_string(&sent[0]).unwrap();
    assert!(xml.contains("<InvoiceNumber>1001</InvoiceNumber>"), "{xml}");
    let shown = read(&app, &maija, &bill).await;
    assert_eq!(
        (shown["delivery"]["state"].as_str(), shown["delivery"]["sentAt"].is_string()),
        (Some("SENT"), true)
    );
    let delivered = events(&app, &bill).await.into_iter().filter(|name| *name == "bill.delivered");
    assert_eq!(delivered.count(), 1);

    let path = format!("/api/bill/{}/pdf", bill["id"].as_str().unwrap());
    let answer = app.get(&path).token(&maija.token).send().await;
    let file = app.store.file(kept.pdf).await.unwrap().unwrap();
    assert_eq!(answer.body, app.files.read(&file.blob).await.unwrap(), "what was sent, byte for byte");
    assert_eq!(file.name, "Lasku-1001.pdf");
}

async fn a_mail_goes_out_once(app: TestApp) {
    let maija = app.worker().await;
    let bill = closed(&app, &maija, SendMethod::Email, |_| {}).await;
    app.run_jobs().await;
    let delivery = delivery_of(&app, &bill).await;
    deliver_again(&app, delivery.id).await;
    assert_eq!(files_in(&app, "mail").len(), 1);
    let mail = app.store.mail(delivery.mail.unwrap()).await.unwrap().unwrap();
    assert_eq!(
        (mail.to.as_str(), mail.subject.as_str()),
        ("laskut@kulttuuritalo.example", "Lasku 1001, Liksa Oy")
    );
    assert_eq!(mail.attachment, Some((delivery.pdf.unwrap(), "Lasku-1001.pdf".to_owned())));
    assert_eq!(read(&app, &maija, &bill).await["delivery"]["state"], "SENT");
    assert!(events(&app, &bill).await.contains(&"bill.delivered"));
}

async fn what_fails_is_shown_and_tried_again(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
    // Where the folder should be, somebody has put a file.
    fs::create_dir_all(app.config.data_dir.join("outbox")).unwrap();
    fs::write(folder(&app, "e-invoices"), "").unwrap();
    let bill = closed(&app, &maija, SendMethod::EInvoice, |_| {}).await;
    assert_eq!(app.try_jobs().await.len(), 1);
    let failed = app.get("/api/provider/deliveries?state=FAILED").token(&clerk.token).send().await.json;
    assert!(failed["deliveries"][0]["error"].as_str().unwrap().contains("folder"), "{failed}");
    let kept = delivery_of(&app, &bill).await;

    fs::remove_file(folder(&app, "e-invoices")).unwrap();
    let path = |verb: &str| format!("/api/provider/deliveries/{}/{verb}", kept.id);
    assert_eq!(app.post(&path("arrived")).token(&clerk.token).send().await.key(), "DELIVERY_SETTLED");
    assert_eq!(app.post(&path("retry")).token(&clerk.token).send().await.status, 204);
    assert_eq!(waiting(&app).await, ["DELIVER_BILL"], "the job that is there already");
    assert_eq!(app.post(&path("retry")).token(&clerk.token).send().await.key(), "DELIVERY_SETTLED");
    app.run_jobs().await;
    assert_eq!(read(&app, &maija, &bill).await["delivery"]["state"], "SENT");
    assert_eq!(delivery_of(&app, &bill).await.pdf, kept.pdf, "made once");
    assert_eq!(files_in(&app, "e-invoices").len(), 1);
}

/// The kinds of the jobs that wait.
async fn waiting(app: &TestApp) -> Vec<String> {
    let jobs = app.store.jobs(JobState::Queued, None, 9).await.unwrap();
    jobs.into_iter().map(|job| job.kind).collect()
}

async fn a_mail_that_waits_for_its_next_attempt_is_only_sent_sooner(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
    fs::create_dir_all(app.config.data_dir.join("outbox")).unwrap();
    fs::write(folder(&app, "mail"), "").unwrap();
    let bill = closed(&app, &maija, SendMethod::Email, |_| {}).await;
    assert_eq!(app.try_jobs().await.len(), 1);
    assert_eq!(read(&app, &maija, &bill).await["delivery"]["state"], "FAILED");
    fs::remove_file(folder(&app, "mail")).unwrap();
    app.run_jobs().await;
    let delivery = delivery_of(&app, &bill).await;
    let path = format!("/api/provider/deliveries/{}/retry", delivery.id);
    assert_eq!(app.post(&path).token(&clerk.token).send().await.status, 204);
    assert_eq!(waiting(&app).await, ["SEND_MAIL"], "two would take each other for a crash");
    app.run_jobs().await;
    assert_eq!(read(&app, &maija, &bill).await["delivery"]["state"], "SENT");
    assert_eq!(app.post(&path).token(&clerk.token).send().await.key(), "DELIVERY_SETTLED");
}

/// The folder that the operator fetches from may get lost with its disk.
async fn an_e_invoice_that_has_gone_is_written_again_by_a_clerk_alone(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
    let bill = closed(&app, &maija, SendMethod::EInvoice, |_| {}).await;
    app.run_jobs().await;
    let sent = files_in(&app, "e-invoices");
    let content = fs::read(&sent[0]).unwrap();
    fs::remove_file(&sent[0]).unwrap();
    let delivery = delivery_of(&app, &bill).await;
    deliver_again(&app, delivery.id).await;
    assert!(files_in(&app, "e-invoices").is_empty(), "nothing is written twice by itself");

    let path = format!("/api/provider/deliveries/{}/retry", delivery.id);
    assert_eq!(app.post(&path).token(&clerk.token).send().await.status, 204);
    assert_eq!(
        app.post(&path).token(&clerk.token).send().await.key(),
        "DELIVERY_SETTLED",
        "it is on its way"
    );
    app.run_jobs().await;
    assert_eq!(files_in(&app, "e-invoices"), sent, "by the same name");
    assert_eq!(fs::read(&sent[0]).unwrap(), content, "and with the same message id");
    assert_eq!(read(&app, &maija, &bill).await["delivery"]["state"], "SENT");
    let recorded = app.store.audit_of(&format!("delivery:{}", delivery.id)).await.unwrap();
    let recorded: Vec<_> = recorded.iter().map(|event| (event.action, event.detail.as_str())).collect();
    assert_eq!(recorded, [(Action::DeliveryRetried, r#"{"before":"SENT"}"#)]);
}

async fn paper_is_printed_in_a_batch(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "kaisa@liksa.example", Role::Clerk).await;
    let batches = "/api/provider/print-batches";
    assert_eq!(app.post(batches).token(&clerk.token).send().await.key(), "NOTHING_TO_PRINT");
    let bills = [
        closed(&app, &maija, SendMethod::Paper, |_| {}).await,
        closed(&app, &maija, SendMethod::Paper, |_| {}).await,
    ];
    app.run_jobs().await;
    assert_eq!(read(&app, &maija, &bills[0]).await["delivery"]["state"], "TO_PRINT");
    let print = || app.post(batches).token(&clerk.token).header("idempotency-key", "printing-1").send();
    let made = print().await;
    assert_eq!(
        (made.status, made.json["bills"].as_i64(), made.json["ready"].as_bool()),
        (201, Some(2), Some(false))
    );
    let again = print().await;
    assert_eq!((again.status, &again.json["id"]), (200, &made.json["id"]));
    let path = format!("{batches}/{}/pdf", made.json["id"].as_str().unwrap());
    assert_eq!(app.get(&path).token(&clerk.token).send().await.status, 404, "not made yet");
    app.run_jobs().await;
    let pdf = app.get(&path).token(&clerk.token).send().await;
    assert_eq!((pdf.status, pdf.body.starts_with(b"%PDF-")), (200, true));
    for bill in &bills {
        assert_eq!(read(&app, &maija, bill).await["delivery"]["state"], "SENT");
        assert!(events(&app, bill).await.contains(&"bill.delivered"));
    }
    let listed = app.get(batches).token(&clerk.token).send().await.json;
    assert_eq!(
        (listed["batches"].as_array().unwrap().len(), &listed["batches"][0]["ready"]),
        (1, &json!(true))
    );
}

/// Random bills: screen, e-invoices and ledger agree to the cent. That the PDF does is shown by `documents`.
async fn all_that_is_sent_says_the_same(app: TestApp) {
    let maija = app.worker().await;
    let mut random = fastrand::Rng::with_seed(6);
    let (mut nets, mut all) = (Money::ZERO, Money::ZERO);
    for turn in 0..6 {
        let rows: Vec<Value> = (0..random.usize(1..8)).map(|_| random_row(&mut random)).collect();
        let business_id =
            ["2332748-7", "0112038-9", "1927400-1", "2077474-0", "0109862-8", "1039050-8"][turn];
        let (id, entry) = customer().business_id(business_id).build();
        store_customer(&app, &maija, id, &entry).await;
        let mut body = good_bill(id);
        body["billableitems"] = json!(rows);
        let bill = create(&app, &maija, &body).await;
        let bill = put_into(&app, &maija, &bill, BillState::Approved).await;
        close(&app, None, &app.store.bill(id_of(&bill)).await.unwrap().unwrap()).await.unwrap();
        app.run_jobs().await;
        let shown = app.store.bill(id_of(&bill)).await.unwrap().unwrap().figures;
        let delivery = delivery_of(&app, &bill).await;
        let xml = async |file| {
            let file = app.store.file(file).await.unwrap().unwrap();
            String::from_utf8(app.files.read(&file.blob).await.unwrap()).unwrap()
        };
        let finvoice = xml(delivery.finvoice.unwrap()).await;
        let ubl = xml(delivery.ubl.unwrap()).await;
        let (net, gross) = (shown.total, shown.total_with_vat);
        assert_eq!(amount_in(&finvoice, "InvoiceTotalVatExcludedAmount"), net);
        assert_eq!(amount_in(&finvoice, "InvoiceTotalVatIncludedAmount"), gross);
        assert_eq!(amount_in(&ubl, "cbc:TaxExclusiveAmount"), net);
        assert_eq!(amount_in(&ubl, "cbc:PayableAmount"), gross);
        (nets, all) = (nets.plus(net).unwrap(), all.plus(gross).unwrap());
        let later = jiff::civil::date(2027, 1, 1);
        let booked = async |account| app.store.balance_before(account, later).await.unwrap();
        assert_eq!(booked(Account::Receivables).await, all);
        assert_eq!(booked(Account::AwaitingSalary).await, nets.negated().unwrap());
    }
}

fn random_row(random: &mut fastrand::Rng) -> Value {
    let units = random.i64(1..5_000_000);
    let vat = [25.5, 13.5, 10.0][random.usize(0..3)];
    json!({
        "type": "AMOUNT", "date": "02.11.2026", "destination": "Keikka", "alv": vat,
        "hourlyprice": format!("{}.{:04}", units / 10_000, units % 10_000),
        "billableWorkHours": format!("{}.{:02}", random.u8(1..40), random.u8(0..100)),
    })
}

/// The first amount of the element, whatever its decimal mark.
fn amount_in(xml: &str, element: &str) -> Money {
    texts_in(xml, element)[0].replace(',', ".").parse().unwrap()
}
