//! Several people at once: one wins, and the other is told.

use std::pin::pin;

use liksa_actions::shares::{self, Named};
use liksa_actions::{Error, people};
use liksa_domain::bill::life::BillStatus;
use liksa_domain::problem::ErrorKey;
use liksa_domain::share::Share;
use liksa_store::{ShareChange, StoredBill, Tx};

use super::*;
use crate::testing::must_wait;

both_engines! {
    two_contractors_name_the_same_subcontractor_at_once,
    an_approval_and_a_reopening_at_once_do_not_both_count,
    nothing_of_a_share_changes_while_its_bill_is_sent,
    a_share_is_asked_for_by_the_rows_that_are_there,
    a_bill_is_not_sent_with_a_share_that_is_taken_back,
    an_account_is_not_removed_while_a_bill_with_its_share_is_sent,
    an_account_is_not_removed_while_a_share_of_its_draft_is_approved,
    an_account_is_not_removed_while_its_draft_with_a_trip_is_sent,
}

impl Case {
    async fn stored_bill(&self) -> StoredBill {
        let id = self.bill["id"].as_str().unwrap().parse().unwrap();
        self.app.store.bill(id).await.unwrap().unwrap()
    }

    /// A transaction in which the bill is sent.
    async fn sending(&self) -> Tx {
        let bill = self.stored_bill().await;
        let sent = BillStatus { state: BillState::Pending, open_request: false };
        let mut tx = self.app.store.begin().await.unwrap();
        assert!(tx.move_bill(&bill, sent, self.app.clock.now()).await.unwrap());
        tx
    }
}

fn refused<T: std::fmt::Debug>(result: Result<T, Error>) -> ErrorKey {
    match result {
        Err(Error::Conflict(key)) => key,
        other => panic!("{other:?}"),
    }
}

async fn two_contractors_name_the_same_subcontractor_at_once(app: TestApp) {
    let case = Case::of(app).await;
    let ville = somebody(&case.app, "ville@liksa.example", Role::User).await;
    let customer = case.bill["sharedCustomer"]["id"].as_str().unwrap().parse().unwrap();
    let other = create(&case.app, &ville, &good_bill(customer)).await;
    let share = async |who: &SignedIn, bill: &Value, amount: i32| {
        let mut body = written("pekka@liksa.example");
        body["amount"] = json!(amount);
        let added = case.app.post(&items(bill)).token(&who.token).json(&body).send().await;
        assert_eq!(added.status, 201, "{}", added.json);
        case.done(who, &item(&added.json, "approve-request")).await
    };
    let (first, second) = tokio::join!(share(&case.maija, &case.bill, 200), share(&ville, &other, 300));
    let received = case.received(&case.pekka).await;
    let mut amounts: Vec<f64> =
        received["items"].as_array().unwrap().iter().map(|one| one["amount"].as_f64().unwrap()).collect();
    amounts.sort_by(f64::total_cmp);
    assert_eq!((amounts, &received["total"]), (vec![200.0, 300.0], &json!(2)));
    let (one, two) = (item(&first, "approve"), item(&second, "approve"));
    let answers = tokio::join!(case.put(&case.pekka, &one), case.put(&case.pekka, &two));
    assert_eq!((answers.0.status, answers.1.status), (200, 200));
    // Each contractor has their own alone.
    assert_eq!(case.bill().await["contractorBillableItems"].as_array().unwrap().len(), 1);
    assert_eq!(case.put(&case.maija, &item(&second, "approve-request")).await.status, 404);
}

async fn an_approval_and_a_reopening_at_once_do_not_both_count(app: TestApp) {
    let case = Case::of(app).await;
    for _ in 0..10 {
        let id = case.put_into(WAITING, BillState::Open).await;
        let (approved, reopened) =
            tokio::join!(make(&case, "approve", id, &case.pekka), make(&case, "reopen", id, &case.maija));
        let now = case.app.store.share(id).await.unwrap().unwrap().share.state;
        let told = "SHARE_NOT_IN_STATE";
        match (approved.status, reopened.status) {
            (200, 409) => assert_eq!((now, reopened.key()), (APPROVED, told)),
            (409, 200) => assert_eq!((now, approved.key()), (OPEN, told)),
            // One after the other: what was approved was taken back.
            (200, 200) => assert_eq!(now, OPEN),
            other => panic!("{other:?}: {} {}", approved.json, reopened.json),
        }
    }
    // Both have read the same, and both want to move it.
    let id = case.put_into(WAITING, BillState::Open).await;
    let read = case.app.store.share(id).await.unwrap().unwrap();
    let (at, amount) = (case.app.clock.now(), read.share.amount);
    let mut moved = vec![];
    for state in [APPROVED, OPEN] {
        let mut tx = case.app.store.begin().await.unwrap();
        let change = ShareChange { state, amount, reason: "", shown: None, at };
        moved.push(tx.move_share(&read, &change).await.unwrap());
        tx.commit().await.unwrap();
    }
    assert_eq!(moved, [true, false]);
    assert_eq!(case.app.store.share(id).await.unwrap().unwrap().share.state, APPROVED);
    // One that comes too late is told so.
    let id = case.put_into(WAITING, BillState::Open).await;
    let read = case.app.store.share(id).await.unwrap().unwrap();
    let mut tx = case.app.store.begin().await.unwrap();
    tx.lock_bill_state(read.bill).await.unwrap();
    let mut approving = pin!(shares::approve(case.app.state(), case.pekka.id, (id, None)));
    must_wait(approving.as_mut()).await;
    let change = ShareChange { state: OPEN, amount, reason: "", shown: None, at };
    assert!(tx.move_share(&read, &change).await.unwrap());
    tx.commit().await.unwrap();
    assert_eq!(refused(approving.await), ErrorKey::ShareNotInState);
}

async fn nothing_of_a_share_changes_while_its_bill_is_sent(app: TestApp) {
    let case = Case::of(app).await;
    let (context, maija) = (case.app.state(), case.maija.id);
    let bill: BillId = case.stored_bill().await.id;
    let new = (
        Named::Person(case.pekka.id, None),
        Share {
            id: None,
            state: OPEN,
            subcontractor: None,
            date: Some(case.app.clock.today()),
            amount: Some("100".parse().unwrap()),
            percent: None,
            description: "Miksaus".into(),
        },
    );
    let id = case.put_into(APPROVED, BillState::Open).await;
    let tx = case.sending().await;
    let mut reopening = pin!(shares::reopen(context, maija, id));
    must_wait(reopening.as_mut()).await;
    tx.commit().await.unwrap();
    assert_eq!(refused(reopening.await), ErrorKey::InvoiceDisabled);

    let id = case.put_into(OPEN, BillState::Open).await;
    let tx = case.sending().await;
    let mut adding = pin!(shares::add(context, maija, bill, new.clone(), None));
    must_wait(adding.as_mut()).await;
    tx.commit().await.unwrap();
    assert_eq!(refused(adding.await.map(|made| made.value)), ErrorKey::InvoiceDisabled);

    case.app.db.execute("UPDATE bill SET state = 'OPEN'").await.unwrap();
    let tx = case.sending().await;
    let mut changing = pin!(shares::change(context, maija, (bill, id), None, new));
    must_wait(changing.as_mut()).await;
    tx.commit().await.unwrap();
    assert_eq!(refused(changing.await), ErrorKey::InvoiceDisabled);
    let stored = case.app.store.share(id).await.unwrap().unwrap();
    assert_eq!((stored.share.state, stored.share.amount), (OPEN, Some("200".parse().unwrap())));
}

async fn a_share_is_asked_for_by_the_rows_that_are_there(app: TestApp) {
    let case = Case::of(app).await;
    let mut body = written("pekka@liksa.example");
    (body["amount"], body["percent"]) = (Value::Null, json!(25));
    let share = case.add(&body).await.json;
    let id: ShareId = share["id"].as_str().unwrap().parse().unwrap();
    let bill = case.stored_bill().await;
    // Its rows are written anew meanwhile.
    let mut tx = case.app.store.begin().await.unwrap();
    assert!(tx.claim_draft(case.maija.id, bill.id, bill.version).await.unwrap());
    let mut asking = pin!(shares::ask(case.app.state(), case.maija.id, (id, None)));
    must_wait(asking.as_mut()).await;
    tx.commit().await.unwrap();
    assert_eq!(refused(asking.await), ErrorKey::StaleBill);
    assert_eq!(case.app.store.share(id).await.unwrap().unwrap().share.state, OPEN);
}

async fn a_bill_is_not_sent_with_a_share_that_is_taken_back(app: TestApp) {
    let case = Case::of(app).await;
    let id = case.put_into(APPROVED, BillState::Open).await;
    let share = case.app.store.share(id).await.unwrap().unwrap();
    let mut tx = case.app.store.begin().await.unwrap();
    tx.lock_bill_state(share.bill).await.unwrap();
    let (at, amount) = (case.app.clock.now(), share.share.amount);
    let change = ShareChange { state: OPEN, amount, reason: "", shown: None, at };
    assert!(tx.move_share(&share, &change).await.unwrap());
    let mut sending = pin!(case.send());
    must_wait(sending.as_mut()).await;
    tx.commit().await.unwrap();
    let sent = sending.await;
    assert_eq!((sent.status, &sent.json["fields"][0]["key"]), (422, &json!("SHARE_NOT_APPROVED")));
}

async fn an_account_is_not_removed_while_a_bill_with_its_share_is_sent(app: TestApp) {
    let case = Case::of(app).await;
    let admin = somebody(&case.app, "admin@liksa.example", Role::Admin).await;
    let id = case.put_into(APPROVED, BillState::Open).await;
    people::request_deletion(case.app.state(), case.pekka.id).await.unwrap();
    let tx = case.sending().await;
    let mut removing = pin!(people::erase_person(case.app.state(), admin.id, case.pekka.id));
    must_wait(removing.as_mut()).await;
    tx.commit().await.unwrap();
    assert_eq!(refused(removing.await), ErrorKey::AccountNotSettled);
    assert_eq!(case.app.store.share(id).await.unwrap().unwrap().share.state, APPROVED);
}

async fn an_account_is_not_removed_while_a_share_of_its_draft_is_approved(app: TestApp) {
    let case = Case::of(app).await;
    let admin = somebody(&case.app, "admin@liksa.example", Role::Admin).await;
    let id = case.put_into(WAITING, BillState::Open).await;
    people::request_deletion(case.app.state(), case.maija.id).await.unwrap();
    let read = case.app.store.share(id).await.unwrap().unwrap();
    let (at, amount) = (case.app.clock.now(), read.share.amount);
    let mut tx = case.app.store.begin().await.unwrap();
    tx.lock_bill_state(read.bill).await.unwrap();
    let mut removing = pin!(people::erase_person(case.app.state(), admin.id, case.maija.id));
    must_wait(removing.as_mut()).await;
    let change = ShareChange { state: APPROVED, amount, reason: "", shown: None, at };
    assert!(tx.move_share(&read, &change).await.unwrap());
    tx.commit().await.unwrap();
    assert!(matches!(removing.await, Err(Error::Busy)));
    assert_eq!(case.app.store.share(id).await.unwrap().unwrap().share.state, APPROVED);
    // Once more, and it is as it was read.
    people::erase_person(case.app.state(), admin.id, case.maija.id).await.unwrap();
    assert_eq!(case.app.store.share(id).await.unwrap(), None);
}

/// A bill with a trip is sent by who has locked its worker: whoever removes the account must not hold the bill by then.
async fn an_account_is_not_removed_while_its_draft_with_a_trip_is_sent(app: TestApp) {
    let case = Case::of(app).await;
    let admin = somebody(&case.app, "admin@liksa.example", Role::Admin).await;
    people::request_deletion(case.app.state(), case.maija.id).await.unwrap();
    let draft = case.stored_bill().await;
    let sent = BillStatus { state: BillState::Pending, open_request: false };
    let mut tx = case.app.store.begin().await.unwrap();
    tx.lock_worker(case.maija.id).await.unwrap();
    let mut removing = pin!(people::erase_person(case.app.state(), admin.id, case.maija.id));
    must_wait(removing.as_mut()).await;
    assert!(tx.claim_draft(case.maija.id, draft.id, draft.version).await.unwrap());
    tx.move_claimed(draft.id, draft.version, sent, case.app.clock.now()).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(refused(removing.await), ErrorKey::AccountNotSettled);
}
