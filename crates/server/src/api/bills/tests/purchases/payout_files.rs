//! Payment files of payouts: cut off anywhere, made and approved by two at once, and what the audit log has of them.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use liksa_actions::{Error, payments, payouts};
use liksa_domain::ids::{FileId, PayoutId};
use liksa_domain::ledger::{Account, EntryKind};
use liksa_domain::payout::{PayoutFileBody, PayoutFileState, PayoutState};
use liksa_domain::person::Role;
use liksa_domain::problem::ErrorKey;
use liksa_domain::worker_facts::Profile;
use liksa_store::{Payout, PayoutFile};
use liksa_test_support::both_engines;
use serde_json::{Value, json};

use super::money::{Bought, PAYOUTS};
use super::{SELLERS_ACCOUNT, buy, create, good_bill, purchases_of};
use crate::api::provider::money_path::{WORKERS_ACCOUNT, id, ok};
use crate::testing::{SignedIn, TestApp, must_wait};
use crate::tests::payment_fixtures::{StatementEntry, plain, statement};

both_engines! {
    a_file_cut_off_anywhere_is_made_approved_and_paid_once,
    of_two_at_once_one_makes_and_one_approves_a_file,
    cancelling_waits_for_an_approval,
    nobody_has_a_payout_paid_to_their_own_account_instead,
    no_account_number_is_in_the_audit_log,
}

const OTHER_ACCOUNT: &str = "FI5542345670000081";

/// An advance of 100.00, and a purchase of 251.00 that is paid at once: both ready, in this order.
async fn two_payouts(app: TestApp) -> (Bought, Vec<PayoutId>) {
    let test = Bought::prepare(app).await;
    test.leave().await;
    advance(&test).await;
    let ids = test.ready().await.iter().map(|payout| id(payout).parse().unwrap()).collect();
    (test, ids)
}

async fn advance(test: &Bought) {
    let (case, worker) = (&test.case, &test.case.payments.worker);
    let row = case.bill(&test.bill).await["billableitems"][0]["id"].clone();
    let path = format!("/api/person/{}/bills/{}/advancePayment", worker.id, id(&test.bill));
    let asked = ok(case.app().post(&path).json(&json!({"ids": [row], "amount": 100})), worker).await;
    let path = format!("/api/provider/advances/{}/grant", id(&asked["advancePayment"]));
    ok(case.app().post(&path), &case.payments.payroll).await;
}

/// Lets a task go on for so many steps and drops it there, as a server does that dies. None if it was not finished.
async fn cut_off<T>(after: usize, task: impl Future<Output = T>) -> Option<T> {
    let mut task = pin!(task);
    let mut steps = 0;
    poll_fn(|context| {
        if steps == after {
            return Poll::Ready(None);
        }
        steps += 1;
        task.as_mut().poll(context).map(Some)
    })
    .await
}

/// What was cut off has ended once another transaction has the payout.
async fn settled(test: &Bought, payout: PayoutId) {
    let mut tx = test.case.app().store.begin().await.unwrap();
    tx.lock_payout(payout).await.unwrap().unwrap();
}

async fn stored(test: &Bought) -> Vec<String> {
    let mut tables = vec![];
    for table in
        ["payout", "payout_file", "advance", "recovery", "file", "job", "audit_event", "ledger_entry"]
    {
        tables.push(test.case.app().db.text_of(table).await);
    }
    tables
}

/// Does something again and again, cut off one step later each time, until it has changed something.
async fn until_done<F: Future<Output = Result<PayoutFile, Error>>>(
    test: &Bought,
    payout: PayoutId,
    action: impl Fn() -> F,
) {
    let before = stored(test).await;
    for steps in 1.. {
        let done = cut_off(steps, action()).await;
        settled(test, payout).await;
        match done {
            // The transaction was over when it was cut off.
            Some(Ok(_) | Err(Error::Conflict(ErrorKey::PayoutNotInState))) => return,
            Some(Err(error)) => panic!("{error:?}"),
            None if stored(test).await != before => return,
            None => {}
        }
    }
}

async fn only_file(test: &Bought) -> PayoutFile {
    let (mut files, _) = test.case.app().store.payout_files(None, 10).await.unwrap();
    assert_eq!(files.len(), 1);
    files.remove(0)
}

async fn owed(test: &Bought) -> String {
    test.case.app().store.owed(test.case.payments.worker.id).await.unwrap().plain()
}

async fn a_file_cut_off_anywhere_is_made_approved_and_paid_once(app: TestApp) {
    let (test, ids) = two_payouts(app).await;
    let (case, context) = (&test.case, test.case.app().state());
    let body = PayoutFileBody { ids: Some(ids.clone()), pay_on: Some("17.11.2026".into()) };
    until_done(&test, ids[0], || payouts::make_file(context, case.payments.payroll.id, &body)).await;
    let file = only_file(&test).await;
    assert_eq!((file.state, file.payouts.len(), file.file), (PayoutFileState::Made, 2, None));
    assert_eq!((file.amount.plain(), owed(&test).await), ("351.00".into(), "0.00".into()));

    until_done(&test, ids[0], || payouts::approve_file(context, case.approver.id, file.id)).await;
    let file = only_file(&test).await;
    assert_eq!((file.state, file.file.is_some()), (PayoutFileState::Approved, true));
    assert!(file.payouts.iter().all(|payout| payout.state == PayoutState::Approved), "{file:?}");
    assert_eq!(owed(&test).await, "100.00");
    case.payments.assert_sound().await;

    let entry = |payout: &Payout| StatementEntry {
        end_to_end_id: payout.id.to_string().replace('-', ""),
        ..plain(&payout.id.to_string(), &format!("-{}", payout.amount.plain()))
    };
    let uploaded = case.payments.upload(statement(&file.payouts.iter().map(entry).collect::<Vec<_>>())).await;
    let bank_file = id(&uploaded.json).parse().unwrap();
    for steps in (1..).step_by(3) {
        let done = cut_off(steps, payments::book_bank_file(context, bank_file)).await;
        settled(&test, ids[0]).await;
        paid_is_booked(&test, &ids).await;
        if let Some(done) = done {
            done.unwrap();
            break;
        }
    }
    // The job of the file has not heard of it.
    for _ in 0..2 {
        for (account, amount) in [
            (Account::SubcontractingPayable, "200.00"),
            (Account::DeductibleVat, "51.00"),
            (Account::DueFromWorkers, "100.00"),
            (Account::Bank, "-351.00"),
        ] {
            assert_eq!(test.balance(account).await, amount, "{account:?}");
        }
        case.payments.assert_sound().await;
        case.app().run_jobs().await;
    }
}

/// A payout is paid where the ledger has it, and nowhere else.
async fn paid_is_booked(test: &Bought, ids: &[PayoutId]) {
    let store = &test.case.app().store;
    for id in ids {
        let payout = store.payout(*id).await.unwrap().unwrap();
        let kind = match payout.thing.purchase() {
            Some(_) => EntryKind::PurchasePaid,
            None => EntryKind::AdvancePaid,
        };
        let entry = store.entry_of(kind, &format!("payout:{id}")).await.unwrap();
        assert_eq!(payout.state == PayoutState::Paid, entry.is_some(), "{payout:?}");
    }
}

async fn of_two_at_once_one_makes_and_one_approves_a_file(app: TestApp) {
    let (test, ids) = two_payouts(app).await;
    let case = &test.case;
    let third = case.app().staff("kolmas@liksa.example", Role::Payroll).await;
    let fourth = case.app().staff("neljas@liksa.example", Role::Payroll).await;
    let ready = test.ready().await;
    let backwards: Vec<Value> = ready.iter().rev().cloned().collect();
    let (one, two) = tokio::join!(
        test.make_file(&case.payments.payroll, &ready),
        test.make_file(&case.approver, &backwards)
    );
    let (made, refused) = if one.status == 201 { (one, two) } else { (two, one) };
    assert_eq!((made.status, refused.status, refused.key()), (201, 409, "PAYOUT_NOT_IN_STATE"));
    assert_eq!(only_file(&test).await.payouts.len(), 2);
    let (one, two) = tokio::join!(test.approve(&third, &made.json), test.approve(&fourth, &made.json));
    let (approved, refused) = if one.status == 200 { (one, two) } else { (two, one) };
    assert_eq!((approved.status, refused.status), (200, 409), "{} {}", approved.json, refused.json);
    assert_eq!(owed(&test).await, "100.00", "owed once");
    case.payments.assert_sound().await;
    // The bank has paid it while somebody takes it for refused: the bank knows better.
    let path = format!("{PAYOUTS}/{}/refusal", ids[0]);
    ok(case.app().post(&path).json(&json!({"note": "Tili on suljettu"})), &third).await;
    let confirm = case.app().post(&format!("{path}/confirm")).token(&fourth.token);
    let (confirmed, ()) = tokio::join!(confirm.send(), test.bank("out", &ready[0], true));
    let paid = case.app().store.payout(ids[0]).await.unwrap().unwrap();
    assert!(matches!(confirmed.status, 200 | 409), "{}", confirmed.json);
    assert_eq!((paid.state, paid.refusal_by), (PayoutState::Paid, None));
    case.payments.assert_sound().await;
}

/// Both take the bills first: neither waits for the other with what that one needs.
async fn cancelling_waits_for_an_approval(app: TestApp) {
    let (test, ids) = two_payouts(app).await;
    let (case, context) = (&test.case, test.case.app().state());
    let file = test.make_file(&case.payments.payroll, &test.ready().await).await.json;
    let file = id(&file).parse().unwrap();
    let mut approving = case.app().store.begin().await.unwrap();
    approving.lock_bills_of_payouts(&ids).await.unwrap();
    approving.lock_payout(ids[0]).await.unwrap();
    let mut cancelling = pin!(payouts::cancel_file(context, case.payments.payroll.id, file, "Väärä päivä"));
    must_wait(cancelling.as_mut()).await;
    for payout in &ids {
        assert!(approving.approve_payout(*payout, file).await.unwrap());
    }
    let (content, now) = (written(&test).await, case.app().clock.now());
    assert!(approving.approve_payout_file(file, case.approver.id, now, content).await.unwrap());
    let ((), cancelled) = tokio::join!(async { approving.commit().await.unwrap() }, cancelling);
    assert!(matches!(cancelled, Err(Error::Conflict(ErrorKey::PayoutNotInState))), "{cancelled:?}");
    let file = only_file(&test).await;
    assert_eq!((file.state, file.payouts.len()), (PayoutFileState::Approved, 2));
}

/// Some file that is stored.
async fn written(test: &Bought) -> FileId {
    let copies = test.case.app().store.purchases_of_bill(id(&test.bill).parse().unwrap()).await.unwrap();
    copies[0].receipts[0].file
}

async fn nobody_has_a_payout_paid_to_their_own_account_instead(app: TestApp) {
    let (test, ids) = two_payouts(app).await;
    let case = &test.case;
    test.in_file().await;
    refuse(&test, ids[1]).await;
    let profile = Profile { iban: Some(OTHER_ACCOUNT.parse().unwrap()), ..Profile::default() };
    let mut tx = case.app().store.begin().await.unwrap();
    tx.set_profile(case.approver.id, &profile).await.unwrap();
    tx.commit().await.unwrap();
    let again = async |by: &SignedIn| {
        let call = case.app().post(&format!("{PAYOUTS}/{}/again", ids[1])).token(&by.token);
        call.json(&json!({"accountNumber": OTHER_ACCOUNT})).send().await
    };
    let own = again(&case.approver).await;
    assert_eq!((own.status, own.key()), (409, "OWN_MATTER"));
    assert_eq!(again(&case.payments.payroll).await.status, 201, "another person may have found it out");
}

/// Two people say that the bank did not pay it.
async fn refuse(test: &Bought, payout: PayoutId) {
    let (case, path) = (&test.case, format!("{PAYOUTS}/{payout}/refusal"));
    ok(case.app().post(&path).json(&json!({"note": "Tili on suljettu"})), &case.approver).await;
    ok(case.app().post(&format!("{path}/confirm")).json(&json!({})), &case.payments.payroll).await;
}

async fn no_account_number_is_in_the_audit_log(app: TestApp) {
    let (test, ids) = two_payouts(app).await;
    let case = &test.case;
    // Everything that a worker does with a purchase.
    let worker = &case.payments.worker;
    let draft = good_bill(case.payments.customer);
    let draft = create(case.app(), worker, &draft).await;
    let mut purchase =
        buy(case.app(), worker, &draft, &json!({"referenceNumber": "1245", "amount": 150})).await;
    let path = format!("{}/{}", purchases_of(&draft), id(&purchase));
    purchase["accountNumber"] = json!(OTHER_ACCOUNT);
    ok(case.app().put(&path).json(&purchase), worker).await;
    ok(case.app().post(&format!("{path}/sendForPayment")).json(&json!({"paynow": true})), worker).await;
    ok(case.app().post(&format!("{path}/open")), worker).await;
    let gone = case.app().delete(&path).token(&worker.token).send().await;
    assert_eq!(gone.status, 204, "{}", gone.json);
    // And all that payroll and the bank do with both kinds of payouts.
    let ready = test.in_file().await;
    refuse(&test, ids[1]).await;
    let again = case.app().post(&format!("{PAYOUTS}/{}/again", ids[1]));
    ok(again.json(&json!({"accountNumber": OTHER_ACCOUNT})), &case.approver).await;
    test.bank("out", &ready[0], true).await;
    test.bank("back", &ready[0], false).await;
    let log = case.app().db.text_of("audit_event").await;
    for action in [
        "purchase.added",
        "purchase.edited",
        "purchase.sent_for_payment",
        "purchase.opened",
        "purchase.removed",
        "purchase.account_corrected",
        "advance.requested",
        "advance.granted",
        "advance.left",
        "advance.paid",
        "advance.came_back",
        "payout.ready",
        "payout.paid",
        "payout.returned",
        "payout.refused",
        "payout.made_again",
        "payout_file.made",
        "payout_file.approved",
    ] {
        assert!(log.contains(action), "{action}");
    }
    for account in [SELLERS_ACCOUNT, OTHER_ACCOUNT, WORKERS_ACCOUNT] {
        let grouped = format!("{} {}", &account[..4], &account[4..8]);
        assert!(!log.contains(account) && !log.contains(&grouped), "{account}");
    }
}
