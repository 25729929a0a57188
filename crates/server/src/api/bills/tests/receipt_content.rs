//! What is in the files of receipts: what cannot be shown, the same twice, and another file in place of one.

use std::io::Cursor;

use image::{ImageFormat, RgbImage};
use jiff::ToSpan;
use liksa_domain::bill::BillState;
use liksa_domain::person::Role;
use liksa_test_support::both_engines;
use serde_json::{Value, json};

use super::receipts::{download, draft, path_of_receipt, upload};
use super::{company, create, events, good_bill, path_of, put_into, read, save, somebody};
use crate::testing::{Answer, PDF, SignedIn, TestApp};

both_engines! {
    files_that_cannot_be_shown_are_refused_by_their_own_keys,
    a_receipt_gets_another_file,
    another_file_is_taken_only_for_a_receipt_of_ones_own_draft,
    the_same_receipt_on_two_bills_is_told_to_worker_and_clerk,
    a_receipt_of_a_bill_that_was_taken_back_may_be_used_again,
}

/// A picture that is not the same as one of another size.
fn picture_of(width: u32) -> Vec<u8> {
    let mut content = Cursor::new(vec![]);
    RgbImage::new(width, 40).write_to(&mut content, ImageFormat::Png).unwrap();
    content.into_inner()
}

async fn attach(app: &TestApp, who: &SignedIn, row: &Value, name: &str, content: &[u8]) -> Value {
    let answer = upload(app, row, name, content).token(&who.token).send().await;
    assert_eq!(answer.status, 201, "{}", answer.json);
    answer.json
}

async fn replace(app: &TestApp, who: &SignedIn, receipt: &Value, name: &str, content: &[u8]) -> Answer {
    app.put(&path_of_receipt(receipt)).token(&who.token).file(name, content).send().await
}

async fn receipts_of(app: &TestApp, who: &SignedIn, bill: &Value) -> Value {
    read(app, who, bill).await["billableitems"][0]["receipts"].clone()
}

async fn files_are_in_order(app: &TestApp) -> bool {
    app.clock.advance(25.hours());
    app.housekeep().await.unwrap();
    app.files.check().await.unwrap().problems.is_empty()
}

async fn files_that_cannot_be_shown_are_refused_by_their_own_keys(app: TestApp) {
    let maija = app.worker().await;
    let bill = draft(&app, &maija).await;
    let row = &bill["billableitems"][0];
    let without_pages =
        &b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n"[..];
    let protected = String::from_utf8(PDF.to_vec()).unwrap().replace("/Root", "/Encrypt 4 0 R/Root");
    let huge = "5 0 obj<</Width 60000/Height 60000/Length 0>>stream\n\nendstream endobj\ntrailer";
    let huge = String::from_utf8(PDF.to_vec()).unwrap().replace("trailer", huge);
    for (content, key) in [
        (&b"\0\0\0\x24ftypheic\0\0\0\0mif1heic"[..], "HEIC_NOT_ALLOWED"),
        (b"MZ\x90\0\x03\0\0\0", "FILE_TYPE_NOT_ALLOWED"),
        (without_pages, "FILE_UNREADABLE"),
        (protected.as_bytes(), "PDF_PROTECTED"),
        (huge.as_bytes(), "PDF_TOO_LARGE"),
    ] {
        let answer = upload(&app, row, "kuitti.pdf", content).token(&maija.token).send().await;
        assert_eq!((answer.status, answer.key()), (422, key), "{}", answer.json);
        assert_eq!(answer.json["fields"], json!([{"field": "file", "key": key}]));
        let path = format!("/api/person/{}/taxcard", maija.id);
        let card = app.post(&path).token(&maija.token).file("kortti.pdf", content).send().await;
        assert_eq!((card.status, card.key()), (422, key), "{}", card.json);
    }
    assert_eq!(receipts_of(&app, &maija, &bill).await, json!([]));
    assert!(files_are_in_order(&app).await);
    assert_eq!(app.store.files_after(None, 10).await.unwrap(), []);
}

async fn a_receipt_gets_another_file(app: TestApp) {
    let maija = app.worker().await;
    let bill = draft(&app, &maija).await;
    let row = &bill["billableitems"][0];
    let (wrong_way_up, upright) = (picture_of(30), picture_of(31));
    let receipt = attach(&app, &maija, row, "IMG_1.png", &wrong_way_up).await;
    assert_eq!(receipt["mediaType"], "image/png");
    assert_eq!(receipt["size"].as_u64(), Some(u64::try_from(wrong_way_up.len()).unwrap()));

    let replaced = replace(&app, &maija, &receipt, "IMG_1.png", &upright).await;
    assert_eq!((replaced.status, &replaced.json["id"]), (200, &receipt["id"]), "{}", replaced.json);
    assert_eq!(download(&app, &maija, &receipt).await.body, upright);
    let again = replace(&app, &maija, &receipt, "IMG_1.png", &upright).await;
    assert_eq!((again.status, &again.json), (200, &replaced.json), "sent again, it changes nothing");
    let pdf = replace(&app, &maija, &receipt, "Hotelli.pdf", PDF).await.json;
    assert_eq!((&pdf["displayname"], &pdf["mediaType"]), (&json!("Hotelli.pdf"), &json!("application/pdf")));
    assert_eq!(receipts_of(&app, &maija, &bill).await, json!([pdf]));
    let expected = ["bill.created", "receipt.added", "receipt.replaced", "receipt.replaced"];
    assert_eq!(events(&app, &bill).await, expected);

    let refused = replace(&app, &maija, &receipt, "a.pdf", b"%PDF-1.7 hotelli").await;
    assert_eq!((refused.status, refused.key()), (422, "FILE_UNREADABLE"));
    assert_eq!(download(&app, &maija, &receipt).await.body, PDF);
    assert!(files_are_in_order(&app).await);
    assert_eq!(app.store.files_after(None, 10).await.unwrap().len(), 1, "the old contents are gone");
}

async fn another_file_is_taken_only_for_a_receipt_of_ones_own_draft(app: TestApp) {
    let maija = app.worker().await;
    let bill = draft(&app, &maija).await;
    let receipt = attach(&app, &maija, &bill["billableitems"][0], "a.png", &picture_of(30)).await;
    let pekka = somebody(&app, "pekka@liksa.example", Role::User).await;
    assert_eq!(replace(&app, &pekka, &receipt, "a.pdf", PDF).await.status, 404);
    let large = [PDF, &vec![b' '; 10 * 1024 * 1024]].concat();
    let too_large = replace(&app, &maija, &receipt, "a.pdf", &large).await;
    assert_eq!((too_large.status, too_large.key()), (413, "RECEIPT_TOO_LARGE"));
    put_into(&app, &maija, &bill, BillState::Pending).await;
    let late = replace(&app, &maija, &receipt, "a.pdf", PDF).await;
    assert_eq!((late.status, late.key()), (409, "invoiceDisabled"));
    let rubbish = replace(&app, &maija, &receipt, "a.pdf", b"MZ").await;
    assert_eq!(
        (rubbish.status, rubbish.key()),
        (409, "invoiceDisabled"),
        "told before the file is looked at"
    );
    assert_eq!(download(&app, &maija, &receipt).await.body, picture_of(30));
}

async fn the_same_receipt_on_two_bills_is_told_to_worker_and_clerk(app: TestApp) {
    let maija = app.worker().await;
    let clerk = somebody(&app, "clerk@liksa.example", Role::Clerk).await;
    let good = good_bill(company(&app, &maija).await);
    let (first, second) = (create(&app, &maija, &good).await, create(&app, &maija, &good).await);
    let on_first = attach(&app, &maija, &first["billableitems"][0], "Hotelli.pdf", PDF).await;
    assert_eq!(on_first["sameAs"], Value::Null);
    // The same content of another worker is no matter of hers.
    let pekka = somebody(&app, "pekka@liksa.example", Role::User).await;
    let theirs = create(&app, &pekka, &good).await;
    let theirs = attach(&app, &pekka, &theirs["billableitems"][0], "Hotelli.pdf", PDF).await;
    assert_eq!(theirs["sameAs"], Value::Null);

    let on_second = attach(&app, &maija, &second["billableitems"][0], "Sama.pdf", PDF).await;
    let same = json!({"billId": first["id"], "billNumber": null, "displayname": "Hotelli.pdf"});
    assert_eq!(on_second["sameAs"], same);
    assert_eq!(receipts_of(&app, &maija, &first).await[0]["sameAs"]["billId"], second["id"]);
    let remarks_of = async |bill: &Value| {
        let path = format!("/api/provider/bills/{}", bill["id"].as_str().unwrap());
        let review = app.get(&path).token(&clerk.token).send().await.json;
        let remarks = review["remarks"].as_array().unwrap().clone();
        remarks.into_iter().filter(|remark| remark["key"] == "review.receiptTwice").collect::<Vec<_>>()
    };
    put_into(&app, &maija, &first, BillState::Pending).await;
    assert_eq!(
        remarks_of(&first).await,
        [] as [Value; 0],
        "what is only drafted is no matter of the clerk's"
    );
    put_into(&app, &maija, &second, BillState::Pending).await;
    let twice = json!({"field": "billableitems[0].receipts", "key": "review.receiptTwice"});
    assert_eq!(remarks_of(&second).await, std::slice::from_ref(&twice));
    assert_eq!(remarks_of(&first).await, std::slice::from_ref(&twice));

    // Twice on one bill.
    let third = create(&app, &maija, &good).await;
    let mut other = third["billableitems"][0].clone();
    other["id"] = Value::Null;
    let rows = json!({"billableitems": [third["billableitems"][0], other]});
    let third = save(&app, &maija, &third, &rows).await.json;
    for row in third["billableitems"].as_array().unwrap() {
        attach(&app, &maija, row, "Taksi.png", &picture_of(30)).await;
    }
    put_into(&app, &maija, &third, BillState::Pending).await;
    let of_second_row = json!({"field": "billableitems[1].receipts", "key": "review.receiptTwice"});
    assert_eq!(remarks_of(&third).await, [twice, of_second_row]);
}

async fn a_receipt_of_a_bill_that_was_taken_back_may_be_used_again(app: TestApp) {
    let maija = app.worker().await;
    let good = good_bill(company(&app, &maija).await);
    let first = create(&app, &maija, &good).await;
    attach(&app, &maija, &first["billableitems"][0], "Hotelli.pdf", PDF).await;
    put_into(&app, &maija, &first, BillState::Closed).await;
    let correct = app.post(&format!("{}/correct", path_of(&maija, &first))).token(&maija.token).send().await;
    assert_eq!(correct.status, 201, "{}", correct.json);
    let corrected = &correct.json["draft"]["billableitems"][0];
    app.clock.advance(1.minute());
    let again = attach(&app, &maija, corrected, "Hotelli.pdf", PDF).await;
    assert_eq!(again["sameAs"], Value::Null, "it is written in place of the other");
    // The oldest of several is named.
    app.clock.advance(1.minute());
    let another = create(&app, &maija, &good).await;
    let same = attach(&app, &maija, &another["billableitems"][0], "Hotelli.pdf", PDF).await;
    assert_eq!(same["sameAs"]["billId"], first["id"]);
    put_into(&app, &maija, &first, BillState::Credited).await;
    let seen = receipts_of(&app, &maija, &another).await;
    assert_eq!(seen[0]["sameAs"]["billId"], correct.json["draft"]["id"], "only what counts is named");
}
