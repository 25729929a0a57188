//! Refunds: seen, approved, and in one file.

use std::collections::BTreeSet;

use liksa_domain::ids::RefundId;
use liksa_domain::payments::RefundState;
use liksa_money::Money;
use liksa_store::Refund;
use liksa_test_support::{TestDb, both_engines};

use super::fixture::{Fixture, money, new_id};

both_engines! {
    refunds_go_into_one_file,
    only_refunds_that_were_seen_are_approved,
}

fn ids(refunds: &[Refund]) -> BTreeSet<RefundId> {
    refunds.iter().map(|refund| refund.id).collect()
}

async fn refunds_go_into_one_file(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    let (first, second) = (fixture.payment("10").await, fixture.payment("20").await);
    fixture.refund(first, "10").await;
    fixture.refund(second, "20").await;
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.delete_waiting_refunds(second).await.unwrap(), money("20"));
    assert!(!tx.has_refund_under_way(first).await.unwrap());
    tx.commit().await.unwrap();
    let (approver, run) = (new_id(), fixture.run().await);
    let seen = ids(&db.store.refunds_to_approve(approver).await.unwrap());
    assert_eq!(seen.len(), 1);
    let own = db.store.refunds_to_approve(fixture.person).await.unwrap();
    assert_eq!(own, [], "nobody approves a refund of their own");
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.approve_refunds(run, fixture.person, &BTreeSet::new()).await.unwrap());
    assert_eq!(tx.take_refunds(run).await.unwrap(), [], "nothing goes unapproved");
    assert!(tx.approve_refunds(run, approver, &seen).await.unwrap());
    tx.commit().await.unwrap();
    assert_eq!(db.store.refunds_to_approve(approver).await.unwrap(), [], "it goes with that run");
    assert_eq!(ids(&db.store.approved_refunds(run).await.unwrap()), seen);
    let mut tx = db.store.begin().await.unwrap();
    let taken = tx.take_refunds(run).await.unwrap();
    assert_eq!((taken.len(), taken[0].payment, taken[0].state), (1, first, RefundState::InFile));
    assert_eq!(tx.take_refunds(run).await.unwrap(), []);
    assert_eq!(tx.delete_waiting_refunds(first).await.unwrap(), Money::ZERO, "it is in a file");
    assert!(tx.has_refund_under_way(first).await.unwrap());
    let (refund, amount) = (taken[0].id, money("10"));
    assert_eq!(tx.amount_of_refund(refund).await.unwrap(), Some(amount));
    assert_eq!(tx.refund_was_paid(refund, money("10.01")).await.unwrap(), None);
    assert_eq!(tx.refund_was_paid(refund, amount).await.unwrap(), Some(first));
    assert_eq!(tx.refund_was_paid(refund, amount).await.unwrap(), None);
    tx.commit().await.unwrap();
    assert_eq!(db.store.refunds_of(first).await.unwrap()[0].state, RefundState::Paid);
    assert_eq!(db.store.refunds_of(second).await.unwrap(), []);
}

/// One comes after the look, another is taken back: neither way is what was seen approved.
async fn only_refunds_that_were_seen_are_approved(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    let (approver, run) = (new_id(), fixture.run().await);
    let first = fixture.payment("10").await;
    fixture.refund(first, "10").await;
    let seen = ids(&db.store.refunds_to_approve(approver).await.unwrap());
    let second = fixture.payment("20").await;
    fixture.refund(second, "20").await;
    let approve = async |seen: &BTreeSet<RefundId>| {
        let mut tx = db.store.begin().await.unwrap();
        let done = tx.approve_refunds(run, approver, seen).await.unwrap();
        if done {
            tx.commit().await.unwrap();
        }
        done
    };
    assert!(!approve(&seen).await, "one more waits");
    let both = ids(&db.store.refunds_to_approve(approver).await.unwrap());
    assert_eq!(both.len(), 2, "a refusal leaves all as it was");
    let mut tx = db.store.begin().await.unwrap();
    tx.delete_waiting_refunds(second).await.unwrap();
    tx.commit().await.unwrap();
    assert!(!approve(&both).await, "one has gone");
    assert!(approve(&seen).await);
    fixture.refund(second, "20").await;
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(ids(&tx.take_refunds(run).await.unwrap()), seen, "what came later waits for the next file");
}
