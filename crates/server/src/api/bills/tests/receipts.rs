//! Receipts of rows.

use jiff::ToSpan;
use liksa_actions::bills::Refusal;
use liksa_actions::receipts::{self, ReceiptFile};
use liksa_domain::bill::BillState;
use liksa_domain::file::MediaType;
use liksa_domain::person::Role;
use liksa_domain::problem::ErrorKey;
use liksa_test_support::{both_engines, person};
use serde_json::{Value, json};

use super::{company, create, events, good_bill, path_of, put_into, read, save, somebody};
use crate::api::bills::rows::LARGEST_RECEIPT_BYTES;
use crate::testing::{Answer, Call, PDF, SignedIn, TestApp, picture};

both_engines! {
    a_receipt_is_attached_seen_and_removed,
    costs_can_be_billed_once_their_receipt_is_there,
    what_is_no_picture_or_pdf_is_refused,
    a_receipt_that_cannot_be_read_is_refused,
    too_large_a_receipt_is_refused,
    the_same_key_attaches_one_receipt,
    receipts_stay_as_they_are_once_the_bill_is_sent,
    a_bill_that_is_sent_while_a_file_comes_in_does_not_get_it,
    strangers_see_no_receipts_and_clerks_do,
    receipts_go_with_their_row_and_their_bill,
    a_copy_has_no_receipts,
    a_row_has_at_most_twenty_receipts,
    calls_to_the_storage_are_measured,
}

pub(super) async fn draft(app: &TestApp, who: &SignedIn) -> Value {
    let customer = company(app, who).await;
    create(app, who, &good_bill(customer)).await
}

pub(super) fn upload(app: &TestApp, row: &Value, name: &str, content: &[u8]) -> Call {
    let head = format!(
        "--edge\r\ncontent-disposition: form-data; name=\"note\"\r\n\r\nx\r\n--edge\r\n\
         content-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\ncontent-type: text/html\r\n\r\n"
    );
    let body = [head.as_bytes(), content, b"\r\n--edge--\r\n"].concat();
    let path = format!("/api/billableitem/{}/receipt", row["id"].as_str().unwrap());
    app.post(&path).body("multipart/form-data; boundary=edge", body)
}

async fn attach(app: &TestApp, who: &SignedIn, bill: &Value) -> Value {
    let answer = upload(app, &bill["billableitems"][0], "Hotelli.PDF", PDF).token(&who.token).send().await;
    assert_eq!(answer.status, 201, "{}", answer.json);
    answer.json
}

pub(super) fn path_of_receipt(receipt: &Value) -> String {
    format!("/api/billableitem/receipt/{}", receipt["id"].as_str().unwrap())
}

pub(super) async fn download(app: &TestApp, who: &SignedIn, receipt: &Value) -> Answer {
    app.get(&path_of_receipt(receipt)).token(&who.token).send().await
}

async fn remove(app: &TestApp, who: &SignedIn, receipt: &Value) -> Answer {
    app.delete(&path_of_receipt(receipt)).token(&who.token).send().await
}

async fn a_row_has_at_most_twenty_receipts(app: TestApp) {
    let maija = app.worker().await;
    let bill = draft(&app, &maija).await;
    let row = &bill["billableitems"][0];
    let mut uploads = tokio::task::JoinSet::new();
    for number in 0..25 {
        let call = upload(&app, row, "Kuitti.pdf", PDF).token(&maija.token);
        uploads.spawn(call.header("idempotency-key", &format!("receipt-{number}")).send());
    }
    let answers = uploads.join_all().await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 20);
    let too_many = json!([{"field": "file", "key": "validation.tooMany", "most": "20"}]);
    let refused = answers.iter().filter(|answer| answer.status == 422 && answer.json["fields"] == too_many);
    assert_eq!(refused.count(), 5);
    let seen = read(&app, &maija, &bill).await;
    assert_eq!(seen["billableitems"][0]["receipts"].as_array().unwrap().len(), 20);
    let one_more = upload(&app, row, "Kuitti.pdf", PDF).token(&maija.token).send().await;
    assert_eq!((one_more.status, &one_more.json["fields"]), (422, &too_many));
    remove(&app, &maija, &seen["billableitems"][0]["receipts"][0]).await;
    attach(&app, &maija, &bill).await;
}

async fn calls_to_the_storage_are_measured(app: TestApp) {
    let maija = app.worker().await;
    let bill = draft(&app, &maija).await;
    let receipt = attach(&app, &maija, &bill).await;
    assert_eq!(download(&app, &maija, &receipt).await.status, 200);
    let metrics = String::from_utf8(app.get("/metrics").send().await.body).unwrap();
    for operation in ["write", "read"] {
        let calls = format!("liksa_storage_calls_total{{operation=\"{operation}\",outcome=\"done\"}}");
        let seconds = format!("liksa_storage_seconds_count{{operation=\"{operation}\"}}");
        assert!(metrics.contains(&calls) && metrics.contains(&seconds), "{metrics}");
    }
}

async fn a_receipt_is_attached_seen_and_removed(app: TestApp) {
    let maija = app.worker().await;
    let bill = draft(&app, &maija).await;
    assert_eq!(bill["billableitems"][0]["receipts"], json!([]));
    let receipt = attach(&app, &maija, &bill).await;
    assert_eq!((&receipt["date"], &receipt["displayname"]), (&json!("16.11.2026"), &json!("Hotelli.pdf")));
    let seen = read(&app, &maija, &bill).await;
    assert_eq!(seen["billableitems"][0]["receipts"], json!([receipt]));
    assert_eq!(seen["version"], bill["version"], "what is typed meanwhile can still be saved");

    let file = download(&app, &maija, &receipt).await;
    assert_eq!((file.status, file.body.as_slice()), (200, PDF));
    assert_eq!(file.headers["content-type"], "application/pdf", "by its content, not as the client said");
    assert_eq!(file.headers["x-content-type-options"], "nosniff");
    let by_link = format!("{}?authtoken={}", path_of_receipt(&receipt), maija.token);
    assert_eq!(app.get(&by_link).send().await.status, 200);
    let again = app.get(&path_of_receipt(&receipt)).token(&maija.token);
    let again = again.header("if-none-match", file.headers["etag"].to_str().unwrap()).send().await;
    assert_eq!((again.status, again.body.len()), (304, 0));

    assert_eq!(remove(&app, &maija, &receipt).await.status, 204);
    assert_eq!(remove(&app, &maija, &receipt).await.status, 404);
    assert_eq!(download(&app, &maija, &receipt).await.status, 404);
    assert_eq!(events(&app, &bill).await, ["bill.created", "receipt.added", "receipt.removed"]);
    // After midnight in Finland.
    app.clock.advance(15.hours());
    let maija = app.sign_in("maija@liksa.example").await;
    assert_eq!(attach(&app, &maija, &bill).await["date"], "17.11.2026");
}

async fn costs_can_be_billed_once_their_receipt_is_there(app: TestApp) {
    let maija = app.worker().await;
    let bill = draft(&app, &maija).await;
    let mut row = bill["billableitems"][0].clone();
    row["othercost"] = json!(12);
    let bill = save(&app, &maija, &bill, &json!({"billableitems": [row]})).await.json;
    let sending = json!({"state": "PENDING"});
    let refused = save(&app, &maija, &bill, &sending).await;
    assert_eq!((refused.status, refused.key()), (422, "RECEIPT_REQUIRED"));
    let missing = json!([{"field": "billableitems[0].othercost", "key": "RECEIPT_REQUIRED"}]);
    assert_eq!(refused.json["fields"], missing);
    let validated = |bill: Value| {
        let call = app.get(&format!("/api/person/bill/{}/validate", bill["id"].as_str().unwrap()));
        call.token(&maija.token).send()
    };
    assert_eq!(validated(bill.clone()).await.json["problems"], missing);

    attach(&app, &maija, &bill).await;
    assert_eq!(validated(bill.clone()).await.json["valid"], true);
    let sent = save(&app, &maija, &bill, &sending).await;
    assert_eq!((sent.status, &sent.json["state"]), (200, &json!("PENDING")), "{}", sent.json);
    assert_eq!(sent.json["billableitems"][0]["receipts"].as_array().unwrap().len(), 1);
}

async fn what_is_no_picture_or_pdf_is_refused(app: TestApp) {
    let maija = app.worker().await;
    let bill = draft(&app, &maija).await;
    let row = &bill["billableitems"][0];
    for content in [&b"<html><script>alert(1)</script>"[..], b"<?xml version=\"1.0\"?><a/>"] {
        let answer = upload(&app, row, "kuitti.pdf", content).token(&maija.token).send().await;
        assert_eq!(answer.status, 422, "{}", answer.json);
        assert_eq!(answer.json["fields"], json!([{"field": "file", "key": "FILE_TYPE_NOT_ALLOWED"}]));
    }
    let path = format!("/api/billableitem/{}/receipt", row["id"].as_str().unwrap());
    let without = app.post(&path).token(&maija.token).body("multipart/form-data; boundary=e", "--e--\r\n");
    let without = without.send().await;
    assert_eq!((without.status, &without.json["fields"][0]["key"]), (422, &json!("validation.required")));
    let no_multipart = app.post(&path).token(&maija.token).json(&json!({})).send().await;
    assert_eq!((no_multipart.status, no_multipart.key()), (400, "MALFORMED_REQUEST"));
    assert_eq!(read(&app, &maija, &bill).await["billableitems"][0]["receipts"], json!([]));
}

async fn a_receipt_that_cannot_be_read_is_refused(app: TestApp) {
    let maija = app.worker().await;
    let bill = draft(&app, &maija).await;
    let row = &bill["billableitems"][0];
    let whole = picture();
    for content in [&b""[..], b"%PDF-1.7 hotelli", &PDF[..40], &whole[..40], &whole[..whole.len() / 2]] {
        let answer = upload(&app, row, "kuitti.pdf", content).token(&maija.token).send().await;
        assert_eq!((answer.status, answer.key()), (422, "FILE_UNREADABLE"), "{}", answer.json);
        assert_eq!(answer.json["fields"], json!([{"field": "file", "key": "FILE_UNREADABLE"}]));
    }
    assert_eq!(read(&app, &maija, &bill).await["billableitems"][0]["receipts"], json!([]));
    for content in [PDF, &whole] {
        let answer = upload(&app, row, "a\u{202e}fdp.exe", content).token(&maija.token).send().await;
        assert_eq!(answer.status, 201, "{}", answer.json);
        assert!(answer.json["displayname"].as_str().unwrap().starts_with("afdp."), "{}", answer.json);
    }
}

async fn too_large_a_receipt_is_refused(app: TestApp) {
    let maija = app.worker().await;
    let bill = draft(&app, &maija).await;
    let row = &bill["billableitems"][0];
    let content = |bytes: usize| [PDF, &vec![b' '; bytes - PDF.len()]].concat();
    for bytes in [LARGEST_RECEIPT_BYTES + 1, LARGEST_RECEIPT_BYTES + 1024 * 1024] {
        let answer = upload(&app, row, "a.pdf", &content(bytes)).token(&maija.token).send().await;
        assert_eq!((answer.status, answer.key()), (413, "RECEIPT_TOO_LARGE"), "{bytes}");
    }
    // What is beside the file counts too.
    let note = "x".repeat(LARGEST_RECEIPT_BYTES);
    let body = format!(
        "--edge\r\ncontent-disposition: form-data; name=\"note\"\r\n\r\n{note}{note}\r\n--edge\r\n\
         content-disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\nx\r\n--edge--\r\n"
    );
    let path = format!("/api/billableitem/{}/receipt", row["id"].as_str().unwrap());
    let call = app.post(&path).token(&maija.token).body("multipart/form-data; boundary=edge", body);
    let around = call.send().await;
    assert_eq!((around.status, around.key()), (413, "RECEIPT_TOO_LARGE"));
    let largest =
        upload(&app, row, "a.pdf", &content(LARGEST_RECEIPT_BYTES)).token(&maija.token).send().await;
    assert_eq!(largest.status, 201, "{}", largest.json);
}

async fn the_same_key_attaches_one_receipt(app: TestApp) {
    let maija = app.worker().await;
    let bill = draft(&app, &maija).await;
    let send = || {
        let call = upload(&app, &bill["billableitems"][0], "a.pdf", PDF).token(&maija.token);
        call.header("idempotency-key", "the-same-receipt").send()
    };
    let (first, second) = (send().await, send().await);
    assert_eq!((first.status, second.status), (201, 200));
    assert_eq!(first.json, second.json);
    assert_eq!(read(&app, &maija, &bill).await["billableitems"][0]["receipts"], json!([first.json]));
}

async fn receipts_stay_as_they_are_once_the_bill_is_sent(app: TestApp) {
    let maija = app.worker().await;
    let bill = draft(&app, &maija).await;
    let receipt = attach(&app, &maija, &bill).await;
    put_into(&app, &maija, &bill, BillState::Pending).await;
    let late = upload(&app, &bill["billableitems"][0], "a.pdf", PDF).token(&maija.token).send().await;
    assert_eq!((late.status, late.key()), (409, "invoiceDisabled"));
    let rubbish = upload(&app, &bill["billableitems"][0], "a.pdf", b"MZ").token(&maija.token).send().await;
    assert_eq!(
        (rubbish.status, rubbish.key()),
        (409, "invoiceDisabled"),
        "told before the file is looked at"
    );
    let removed = remove(&app, &maija, &receipt).await;
    assert_eq!((removed.status, removed.key()), (409, "invoiceDisabled"));
    assert_eq!(download(&app, &maija, &receipt).await.status, 200);
}

async fn a_bill_that_is_sent_while_a_file_comes_in_does_not_get_it(app: TestApp) {
    let maija = app.worker().await;
    let bill = draft(&app, &maija).await;
    let receipt = attach(&app, &maija, &bill).await;
    // What is asked before the file is received was answered while the bill was a draft.
    put_into(&app, &maija, &bill, BillState::Pending).await;
    let content = app.files.put(app.new_id().unwrap(), &picture(), app.clock.now()).await.unwrap();
    let file = ReceiptFile { content, media_type: MediaType::Png, name: "a.png".into() };
    let row = bill["billableitems"][0]["id"].as_str().unwrap().parse().unwrap();
    let added = receipts::attach(&app, maija.id, row, &file, None).await.err();
    let id = receipt["id"].as_str().unwrap().parse().unwrap();
    let replaced = receipts::replace(&app, maija.id, id, &file).await.err();
    for refused in [added, replaced] {
        assert!(matches!(refused, Some(Refusal::Conflict(ErrorKey::InvoiceDisabled, _))));
    }
    assert_eq!(download(&app, &maija, &receipt).await.body, PDF);
}

async fn strangers_see_no_receipts_and_clerks_do(app: TestApp) {
    let maija = app.worker().await;
    let bill = draft(&app, &maija).await;
    let receipt = attach(&app, &maija, &bill).await;
    let pekka = somebody(&app, "pekka@liksa.example", Role::User).await;
    assert_eq!(download(&app, &pekka, &receipt).await.status, 404);
    assert_eq!(remove(&app, &pekka, &receipt).await.status, 404);
    let theirs = upload(&app, &bill["billableitems"][0], "a.pdf", PDF).token(&pekka.token).send().await;
    assert_eq!(theirs.status, 404);
    app.add(person().email("clerk@liksa.example").roles(&[Role::Clerk]).build()).await;
    let clerk = app.sign_in("clerk@liksa.example").await;
    assert_eq!(download(&app, &clerk, &receipt).await.status, 200);
    let payroll = somebody(&app, "palkat@liksa.example", Role::Payroll).await;
    assert_eq!(download(&app, &payroll, &receipt).await.status, 200);
    assert_eq!(app.get(&path_of_receipt(&receipt)).send().await.status, 401);
}

async fn receipts_go_with_their_row_and_their_bill(app: TestApp) {
    let maija = app.worker().await;
    let bill = draft(&app, &maija).await;
    let receipt = attach(&app, &maija, &bill).await;
    let bill = save(&app, &maija, &bill, &json!({"billableitems": [{"alvPrice": 1}]})).await.json;
    assert_eq!(download(&app, &maija, &receipt).await.status, 404);
    let other = attach(&app, &maija, &bill).await;
    let path = format!("{}?version={}", path_of(&maija, &bill), bill["version"]);
    assert_eq!(app.delete(&path).token(&maija.token).send().await.status, 204);
    assert_eq!(download(&app, &maija, &other).await.status, 404);
    app.clock.advance(25.hours());
    app.housekeep().await.unwrap();
    assert!(app.store.files_after(None, 10).await.unwrap().is_empty());
    assert!(app.files.check().await.unwrap().problems.is_empty());
}

async fn a_copy_has_no_receipts(app: TestApp) {
    let maija = app.worker().await;
    let bill = draft(&app, &maija).await;
    attach(&app, &maija, &bill).await;
    let copied = app.post(&format!("{}/copy", path_of(&maija, &bill))).token(&maija.token).send().await;
    assert_eq!(copied.status, 201, "{}", copied.json);
    assert_eq!(copied.json["billableitems"][0]["receipts"], json!([]));
}
