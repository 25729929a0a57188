//! Matches that wait for a second person, and whose matter a payment is.

use liksa_domain::ids::MatchProposalId;
use liksa_domain::payments::{Part, PartKind, PaymentState, ProposalState};
use liksa_store::{NewPayment, NewPerson, NewProposal, NewShare, ProposalEnd};
use liksa_test_support::{TestDb, both_engines, fixed_now};

use super::fixture::{DAY, Fixture, money, new_id, payment};

both_engines! {
    a_payment_has_one_proposal_at_a_time,
    a_payment_is_of_whom_it_paid,
}

async fn a_payment_has_one_proposal_at_a_time(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    let (bill, number) = fixture.sent("100", DAY).await;
    let payment = fixture.payment("100").await;
    let (id, parts): (MatchProposalId, _) = (new_id(), [(bill, money("100"))]);
    let new = NewProposal {
        id,
        payment,
        from_state: PaymentState::Unmatched,
        proposed_by: fixture.person,
        proposed_at: fixed_now(),
        parts: &parts,
    };
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.waiting_proposal(payment).await.unwrap(), None);
    tx.insert_proposal(&new).await.unwrap();
    tx.settle_payment(payment, PaymentState::Proposed, money("100")).await.unwrap();
    tx.commit().await.unwrap();
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.insert_proposal(&NewProposal { id: new_id(), ..new }).await.is_err(), "another waits");
    drop(tx);
    let waiting = db.store.waiting_proposal(payment).await.unwrap().unwrap();
    assert_eq!((waiting.id, waiting.proposed_by), (id, fixture.person));
    assert_eq!((waiting.proposer.as_str(), waiting.parts[0].number), ("Maija Meikäläinen", number));
    let mut tx = db.store.begin().await.unwrap();
    let end =
        ProposalEnd { state: ProposalState::Rejected, by: Some(fixture.person), at: fixed_now(), note: "ei" };
    assert!(tx.end_proposal(id, &end).await.unwrap());
    assert!(!tx.end_proposal(id, &end).await.unwrap(), "it is decided once");
    assert_eq!(tx.waiting_proposal(payment).await.unwrap(), None);
}

async fn a_payment_is_of_whom_it_paid(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    let (bill, number) = fixture.sent("100", DAY).await;
    let new = NewPayment { payer_iban: None, ..payment("100") };
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.insert_payment(&new).await.unwrap());
    assert!(!tx.is_payment_of(new.id, fixture.person).await.unwrap());
    tx.add_parts(new.id, &[Part { bill, kind: PartKind::Bill, amount: money("100") }]).await.unwrap();
    assert!(tx.is_payment_of(new.id, fixture.person).await.unwrap());
    assert!(!tx.is_payment_of(new.id, new_id()).await.unwrap());
    assert!(tx.is_bill_of(bill, fixture.person).await.unwrap());
    assert!(!tx.is_bill_of(bill, new_id()).await.unwrap());
    assert!(tx.is_bill_number_of(number, fixture.person).await.unwrap());
    assert!(!tx.is_bill_number_of(number + 1, fixture.person).await.unwrap());
    assert!(!tx.is_account_of("FI5542345670000081", fixture.person).await.unwrap());
    let own =
        liksa_domain::worker_facts::Profile { iban: "FI5542345670000081".parse().ok(), ..Default::default() };
    tx.set_profile(fixture.person, &own).await.unwrap();
    assert!(tx.is_account_of("FI5542345670000081", fixture.person).await.unwrap());
    // What paid a bill before it was credited stays a matter of those who had a share of it.
    let subcontractor = liksa_test_support::person().email("pekka@liksa.example").build();
    let new_person = NewPerson { person: &subcontractor, password_hash: "", created_at: fixed_now() };
    tx.insert_person(&new_person).await.unwrap();
    let share = NewShare {
        id: new_id(),
        bill,
        subcontractor: subcontractor.id,
        date: DAY,
        amount: Some(money("50")),
        percent: None,
        description: "Miksaus",
        at: fixed_now(),
    };
    tx.insert_share(&share).await.unwrap();
    assert!(tx.is_payment_of(new.id, subcontractor.id).await.unwrap());
    assert!(tx.is_bill_of(bill, subcontractor.id).await.unwrap());
    tx.release_parts(bill, money("100")).await.unwrap();
    assert!(tx.is_payment_of(new.id, subcontractor.id).await.unwrap(), "released");
    let from_own = payment("5");
    assert!(tx.insert_payment(&from_own).await.unwrap());
    assert!(tx.is_payment_of(from_own.id, fixture.person).await.unwrap(), "it came from the own account");
}
