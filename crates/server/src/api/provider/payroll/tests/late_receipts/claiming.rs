//! Who claims a late receipt, for which bill and with which files, and who decides about it.

use jiff::ToSpan;
use liksa_domain::bill::BillState;
use liksa_domain::person::Role;
use liksa_test_support::{both_engines, on_sqlite, person};
use serde_json::{Value, json};

use super::{Late, in_words, text};
use crate::testing::{PDF, TestApp, picture};

both_engines! {
    a_draft_is_saved_and_sent_in_the_version_that_was_seen,
    the_same_receipt_twice_is_remarked_on_both,
    approved_twice_at_once_it_is_approved_once,
}

on_sqlite! {
    only_a_bill_that_stands_takes_one,
    its_files_follow_the_rules_of_receipts,
    a_stranger_learns_nothing,
    nobody_decides_about_their_own,
    the_refusal_is_told_with_its_reason,
}

async fn only_a_bill_that_stands_takes_one(app: TestApp) {
    let case = Late::of(app).await;
    for state in [BillState::Open, BillState::Pending, BillState::Taken, BillState::Approved] {
        let bill = case.payroll.any_bill(case.worker.id, state).await;
        let refused = case.draft(bill, "othercost", "10").await;
        assert_eq!((refused.status, refused.key()), (409, "LATE_RECEIPT_NOT_FOR_BILL"), "{state:?}");
    }
    let draft = case.draft(case.old, "othercost", "10").await.json;
    case.attach(&draft, "kuitti.pdf", PDF).await;
    let waiting = case.waiting("20").await;
    let note = case.payroll.credited(case.old).await;
    case.app().run_jobs().await;
    for bill in [case.old, note] {
        let refused = case.draft(bill, "othercost", "10").await;
        assert_eq!((refused.status, refused.key()), (409, "LATE_RECEIPT_NOT_FOR_BILL"));
    }
    let late = case.send(&draft).await;
    assert_eq!((late.status, late.key()), (409, "LATE_RECEIPT_NOT_FOR_BILL"));
    // One that waits stays for the clerk, who sees that the bill was credited and decides.
    let path = "/api/provider/late-receipts";
    let queue = case.app().get(path).token(&case.clerk.token).send().await.json;
    assert_eq!(queue["lateReceipts"][0]["lateReceipt"]["billCredited"], json!(true));
    assert_eq!(case.decide(&waiting, "approve", &json!({})).send().await.status, 200);
}

async fn a_draft_is_saved_and_sent_in_the_version_that_was_seen(app: TestApp) {
    let case = Late::of(app).await;
    let draft = case.draft(case.old, "othercost", "10").await.json;
    case.attach(&draft, "kuitti.pdf", PDF).await;
    let path = format!("/api/late-receipt/{}", text(&draft["id"]));
    let save = async |version: &Value, amount: i32| {
        let body =
            json!({"rowId": draft["rowId"], "field": "othercost", "amount": amount, "version": version});
        case.app().put(&path).token(&case.worker.token).json(&body).send().await
    };
    let send = async |version: &Value| {
        let call = case.app().post(&format!("{path}/send")).token(&case.worker.token);
        call.json(&json!({"version": version})).send().await
    };
    let first = save(&draft["version"], 20).await;
    assert_eq!((first.status, &first.json["amount"]), (200, &json!(20.0)), "{}", first.json);
    // Another window still has what was there before.
    for stale in [save(&draft["version"], 30).await, send(&draft["version"]).await] {
        assert_eq!((stale.status, stale.key()), (409, "STALE_LATE_RECEIPT"));
    }
    let now = case.now(&draft).await;
    assert_eq!((&now["amount"], &now["state"]), (&json!(20.0), &json!("DRAFT")));
    let second = save(&Value::Null, 40).await;
    assert_eq!((second.status, &second.json["amount"]), (200, &json!(40.0)), "{}", second.json);
    let sent = send(&second.json["version"]).await;
    assert_eq!((sent.status, &sent.json["state"]), (200, &json!("WAITING")), "{}", sent.json);
    // Sent again after the answer was lost, it stays sent.
    assert_eq!(send(&second.json["version"]).await.status, 200);
    assert_eq!(send(&first.json["version"]).await.key(), "STALE_LATE_RECEIPT", "that is not what was sent");
}

async fn its_files_follow_the_rules_of_receipts(app: TestApp) {
    let case = Late::of(app).await;
    let draft = case.draft(case.old, "hotelcost_alv135", "113.50").await.json;
    let without = case.send(&draft).await;
    assert_eq!(in_words(&without), (422, &json!("file"), &json!("RECEIPT_REQUIRED")));
    let broken = case.attach(&draft, "x.pdf", b"%PDF-1.4 no more").await;
    assert_eq!(in_words(&broken), (422, &json!("file"), &json!("FILE_UNREADABLE")));
    let program = case.attach(&draft, "x.pdf", b"MZ\x90").await;
    assert_eq!(in_words(&program), (422, &json!("file"), &json!("FILE_TYPE_NOT_ALLOWED")));
    let mut last = json!(null);
    for number in 0..20 {
        let own = [PDF, format!("\n% {number}").as_bytes()].concat();
        let added = case.attach(&draft, "kuitti.pdf", &own).await;
        assert_eq!(added.status, 201, "{}", added.json);
        last = added.json;
    }
    let too_many = case.attach(&draft, "kuitti.pdf", PDF).await;
    assert_eq!(in_words(&too_many), (422, &json!("file"), &json!("validation.tooMany")));
    let receipt = format!("/api/billableitem/receipt/{}", text(&last["id"]));
    let replaced = case.app().put(&receipt).token(&case.worker.token).file("a.png", &picture()).send().await;
    assert_eq!((replaced.status, &replaced.json["displayname"]), (200, &json!("a.png")));
    assert_eq!(case.app().delete(&receipt).token(&case.worker.token).send().await.status, 204);
    let sent = case.send(&draft).await;
    assert_eq!(sent.json["receipts"].as_array().unwrap().len(), 19);
    // What the clerk decides about does not change any more.
    let first = format!("/api/billableitem/receipt/{}", text(&sent.json["receipts"][0]["id"]));
    for refused in [
        case.attach(&draft, "kuitti.pdf", PDF).await,
        case.app().put(&first).token(&case.worker.token).file("a.png", &picture()).send().await,
        case.app().delete(&first).token(&case.worker.token).send().await,
        {
            let path = format!("/api/late-receipt/{}", text(&draft["id"]));
            let body = json!({"rowId": draft["rowId"], "field": "othercost", "amount": 1});
            case.app().put(&path).token(&case.worker.token).json(&body).send().await
        },
    ] {
        assert_eq!((refused.status, refused.key()), (409, "STALE_LATE_RECEIPT"));
    }
    // Neither the rows of the sent bill nor its PDF have the late files.
    let bill = format!("/api/person/{}/bills/{}", case.worker.id, case.old);
    let bill = case.app().get(&bill).token(&case.worker.token).send().await.json;
    assert_eq!(bill["billableitems"][0]["receipts"], json!([]));
    let clerk = case.app().get(&first).token(&case.clerk.token).send().await;
    assert_eq!(clerk.status, 200, "the viewer of the clerk");
    case.payroll.assert_sound().await;
}

async fn the_same_receipt_twice_is_remarked_on_both(app: TestApp) {
    let case = Late::of(app).await;
    let first = case.draft(case.old, "othercost", "10").await.json;
    case.app().clock.advance(1.minute());
    let second = case.draft(case.old, "othercost", "10").await.json;
    let one = case.attach(&first, "eka.pdf", PDF).await.json;
    assert_eq!(one["sameAs"], Value::Null);
    let other = case.attach(&second, "toka.pdf", PDF).await.json;
    assert_eq!(other["sameAs"]["displayname"], "eka.pdf");
    case.send(&first).await;
    let sent = case.send(&second).await.json;
    let queue = case.app().get("/api/provider/late-receipts").token(&case.clerk.token).send().await.json;
    let same = |place: usize| queue["lateReceipts"][place]["lateReceipt"]["receipts"][0]["sameAs"].clone();
    assert_eq!((&same(0)["displayname"], &same(1)["displayname"]), (&json!("toka.pdf"), &json!("eka.pdf")));
    // A refused one does not count.
    let refused = case.decide(&sent, "refuse", &json!({"reason": "Sama kuin toinen"})).send().await;
    assert_eq!(refused.status, 200);
    assert_eq!(case.now(&first).await["receipts"][0]["sameAs"], Value::Null);
    // The same on a row of a draft bill is remarked there.
    let bill = case.payroll.any_bill(case.worker.id, BillState::Open).await;
    let row = text(&case.row_of(bill).await).to_owned();
    let path = format!("/api/billableitem/{row}/receipt");
    let on_row = case.app().post(&path).token(&case.worker.token).file("kolmas.pdf", PDF).send().await;
    assert_eq!(on_row.json["sameAs"]["displayname"], "eka.pdf", "{}", on_row.json);
}

async fn a_stranger_learns_nothing(app: TestApp) {
    let case = Late::of(app).await;
    let late = case.waiting("10").await;
    let stranger = case.app().worker().await;
    let id = text(&late["id"]);
    let (get, post, put) = (
        |path: &str| case.app().get(path).token(&stranger.token),
        |path: &str| case.app().post(path).token(&stranger.token),
        |path: &str| case.app().put(path).token(&stranger.token),
    );
    let body = json!({"rowId": late["rowId"], "field": "othercost", "amount": 1});
    let receipt = text(&late["receipts"][0]["id"]).to_owned();
    for call in [
        get(&format!("/api/late-receipt/{id}")),
        get(&format!("/api/person/{}/late-receipts", case.worker.id)),
        get(&format!("/api/billableitem/receipt/{receipt}")),
        post(&format!("/api/late-receipt/{id}/send")).json(&json!({})),
        post(&format!("/api/late-receipt/{id}/receipt")).file("a.pdf", PDF),
        put(&format!("/api/billableitem/receipt/{receipt}")).file("a.pdf", PDF),
        case.app().delete(&format!("/api/late-receipt/{id}")).token(&stranger.token),
        case.app().delete(&format!("/api/billableitem/receipt/{receipt}")).token(&stranger.token),
    ] {
        let answer = call.send().await;
        assert_eq!(answer.status, 404, "{}", answer.json);
    }
    let own = format!("/api/person/{}/late-receipts", stranger.id);
    let made = post(&own).json(&body).send().await;
    assert_eq!(in_words(&made), (422, &json!("rowId"), &json!("validation.invalidChoice")));
    // A draft is its worker's alone.
    let draft = case.draft(case.old, "othercost", "10").await.json;
    assert_eq!(case.decide(&draft, "approve", &json!({})).send().await.status, 404);
    let drafts = case.app().get("/api/provider/late-receipts?state=DRAFT").token(&case.clerk.token);
    assert_eq!(drafts.send().await.status, 422);
}

async fn nobody_decides_about_their_own(app: TestApp) {
    let both = person().email("worker1@liksa.example").roles(&[Role::User, Role::Clerk]).build();
    let case = Late::employing(app, both).await;
    let late = case.waiting("10").await;
    for (step, body) in [
        ("approve", json!({"version": late["version"]})),
        ("refuse", json!({"version": late["version"], "reason": "x"})),
        ("undo", json!({"version": late["version"]})),
    ] {
        let path = format!("/api/provider/late-receipts/{}/{step}", text(&late["id"]));
        let own = case.app().put(&path).token(&case.worker.token).json(&body).send().await;
        assert_eq!((own.status, own.key()), (409, "OWN_MATTER"), "{step}");
    }
    assert_eq!(case.now(&late).await["state"], "WAITING");
}

async fn the_refusal_is_told_with_its_reason(app: TestApp) {
    let case = Late::of(app).await;
    let late = case.waiting("10").await;
    let without = case.decide(&late, "refuse", &json!({"reason": " "})).send().await;
    assert_eq!(in_words(&without), (422, &json!("reason"), &json!("validation.required")));
    let reason = json!({"reason": "Kuitista ei näe summaa."});
    assert_eq!(case.decide(&late, "refuse", &reason).send().await.status, 200);
    case.app().run_jobs().await;
    let subjects = case.app().subjects_to("worker1@liksa.example").await;
    assert!(
        subjects.iter().any(|one| one.starts_with("Unohtunutta kuittiasi ei hyväksytty")),
        "{subjects:?}"
    );
    let mails = case.app().db.text_of("mail").await;
    assert!(mails.contains("Kuitista ei näe summaa."), "{mails}");
    let shown = case.now(&late).await;
    assert_eq!((&shown["state"], &shown["refusal"]), (&json!("REFUSED"), &json!("Kuitista ei näe summaa.")));
    let gone =
        case.app().delete(&format!("/api/late-receipt/{}", text(&late["id"]))).token(&case.worker.token);
    assert_eq!(gone.send().await.key(), "STALE_LATE_RECEIPT", "what was decided stays");
    // One that waits can be taken back, with its files.
    let late = case.waiting("11").await;
    let gone =
        case.app().delete(&format!("/api/late-receipt/{}", text(&late["id"]))).token(&case.worker.token);
    assert_eq!(gone.send().await.status, 204);
    let file = format!("/api/billableitem/receipt/{}", text(&late["receipts"][0]["id"]));
    assert_eq!(case.app().get(&file).token(&case.worker.token).send().await.status, 404);
    case.payroll.assert_sound().await;
}

async fn approved_twice_at_once_it_is_approved_once(app: TestApp) {
    let case = Late::of(app).await;
    let late = case.waiting("100").await;
    let (first, second) = tokio::join!(
        case.decide(&late, "approve", &json!({})).send(),
        case.decide(&late, "refuse", &json!({"reason": "Epäselvä"})).send(),
    );
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let refused = if first.status == 409 { first } else { second };
    assert_eq!(refused.key(), "STALE_LATE_RECEIPT");
    let events = case.app().store.audit_of(&format!("bill:{}", case.old)).await.unwrap();
    let decided = ["late_receipt.approved", "late_receipt.refused"];
    assert_eq!(events.iter().filter(|event| decided.contains(&event.action.name())).count(), 1);
    // Withdrawn while it is decided about.
    let late = case.waiting("101").await;
    let path = format!("/api/late-receipt/{}", text(&late["id"]));
    let (approved, deleted) = tokio::join!(
        case.decide(&late, "approve", &json!({})).send(),
        case.app().delete(&path).token(&case.worker.token).send(),
    );
    let outcome = (approved.status, deleted.status);
    assert!(matches!(outcome, (200, 409) | (404 | 409, 204)), "{outcome:?}");
    case.payroll.assert_sound().await;
}
