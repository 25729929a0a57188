//! Deliveries and print batches as both engines keep them.

use liksa_domain::bill::{Bill, BillFigures, BillState};
use liksa_domain::customer::SendMethod;
use liksa_domain::delivery::DeliveryState;
use liksa_domain::ids::{BillId, DeliveryId, Id, PersonId};
use liksa_money::{Money, Rate};
use liksa_store::{
    DeliveryFilter, NewBill, NewCustomer, NewDelivery, NewPerson, NewPrintBatch, Store, WrittenBill,
    statements,
};
use liksa_test_support::{CustomerBuilder, TestDb, both_engines, customer, fixed_now, person};
use uuid::Uuid;

use crate::plans;

both_engines! {
    a_bill_goes_the_way_of_its_customer_once,
    a_delivery_moves_only_from_where_it_is,
    pages_show_each_delivery_once,
    a_batch_takes_what_waits_and_no_more,
    lists_are_read_from_indexes,
}

fn new_id<T: Id>() -> T {
    T::new(fixed_now(), *Uuid::new_v4().as_bytes().first_chunk().unwrap())
}

async fn worker(store: &Store) -> PersonId {
    let person = person().email(&format!("{}@liksa.example", Uuid::new_v4())).build();
    let mut tx = store.begin().await.unwrap();
    tx.insert_person(&NewPerson { person: &person, password_hash: "", created_at: fixed_now() })
        .await
        .unwrap();
    tx.commit().await.unwrap();
    person.id
}

async fn bill_to(store: &Store, person: PersonId, customer: CustomerBuilder) -> BillId {
    let (customer, entry) = customer.individual("Aino Ahkera").with(|_| {}).build();
    let mut tx = store.begin().await.unwrap();
    let new = NewCustomer { id: customer, maker: person, entry: &entry, created_at: fixed_now() };
    assert!(tx.insert_customer(&new).await.unwrap());
    let bill = Bill { state: BillState::Closed, customer: Some(customer), ..Bill::draft(Rate::ZERO) };
    let id = new_id();
    let figures = BillFigures { total_with_vat: Money::euros(12), ..BillFigures::default() };
    let content = WrittenBill { id, bill: &bill, figures, found_by: "", saved_at: fixed_now() };
    tx.insert_bill(&NewBill { person, credit_of: None, correction_of: None, content }).await.unwrap();
    tx.number_bill(id).await.unwrap();
    tx.commit().await.unwrap();
    id
}

async fn deliver(store: &Store, bill: BillId) -> DeliveryId {
    let id = new_id();
    let mut tx = store.begin().await.unwrap();
    tx.insert_delivery(&NewDelivery { id, bill, created_at: fixed_now() }).await.unwrap();
    tx.commit().await.unwrap();
    id
}

async fn moved(store: &Store, id: DeliveryId, from: &[DeliveryState], to: DeliveryState) -> bool {
    let mut tx = store.begin().await.unwrap();
    let moved = tx.move_delivery(id, from, to, fixed_now()).await.unwrap();
    tx.commit().await.unwrap();
    moved
}

async fn a_bill_goes_the_way_of_its_customer_once(db: TestDb) {
    let person = worker(&db.store).await;
    let bill = bill_to(&db.store, person, customer()).await;
    let id = deliver(&db.store, bill).await;
    let found = db.store.delivery(id).await.unwrap().unwrap();
    assert_eq!((found.bill, found.method, found.state), (bill, SendMethod::Email, DeliveryState::Queued));
    assert_eq!((found.address.as_str(), found.created_at), ("laskut@kulttuuritalo.example", fixed_now()));
    assert_eq!(db.store.delivery_of(bill).await.unwrap(), Some(found));
    let shown = db.store.bill(bill).await.unwrap().unwrap().delivery.unwrap();
    assert_eq!((shown.method, shown.state, shown.sent_at), (SendMethod::Email, DeliveryState::Queued, None));

    let mut tx = db.store.begin().await.unwrap();
    let again = NewDelivery { id: new_id(), bill, created_at: fixed_now() };
    assert!(tx.insert_delivery(&again).await.is_err(), "one bill is delivered once");
    drop(tx);
    let mut tx = db.store.begin().await.unwrap();
    let nobodys = NewDelivery { id: new_id(), bill: new_id(), created_at: fixed_now() };
    assert!(tx.insert_delivery(&nobodys).await.is_err());
}

async fn a_delivery_moves_only_from_where_it_is(db: TestDb) {
    use DeliveryState::{Failed, Queued, Sent, ToPrint, Unsure};
    let person = worker(&db.store).await;
    let id = deliver(&db.store, bill_to(&db.store, person, customer()).await).await;
    assert!(!moved(&db.store, id, &[Failed, Unsure], Sent).await);
    let mut tx = db.store.begin().await.unwrap();
    tx.fail_delivery(id, "the folder is full").await.unwrap();
    tx.commit().await.unwrap();
    let all = DeliveryFilter { state: Some(Failed), after: None, limit: 9 };
    let failed = db.store.deliveries(&all).await.unwrap();
    assert_eq!(failed[0].last_error.as_deref(), Some("the folder is full"));
    assert_eq!(
        (failed[0].worker.as_str(), failed[0].customer.as_str()),
        ("Maija Meikäläinen", "Aino Ahkera")
    );
    assert_eq!((failed[0].bill_number, failed[0].total_with_vat), (Some(1001), Money::euros(12)));
    assert!(moved(&db.store, id, &[Queued, Failed], Sent).await);
    let sent = db.store.deliveries(&DeliveryFilter { state: None, after: None, limit: 9 }).await.unwrap();
    assert_eq!((sent[0].state, sent[0].sent_at, &sent[0].last_error), (Sent, Some(fixed_now()), &None));
    let mut tx = db.store.begin().await.unwrap();
    tx.fail_delivery(id, "too late").await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(db.store.delivery(id).await.unwrap().unwrap().state, Sent, "what has gone stays gone");
    assert!(!moved(&db.store, id, &[Queued], ToPrint).await);
}

async fn pages_show_each_delivery_once(db: TestDb) {
    let person = worker(&db.store).await;
    let mut made = vec![];
    for _ in 0..5 {
        made.push(deliver(&db.store, bill_to(&db.store, person, customer()).await).await);
    }
    made.sort();
    for state in [None, Some(DeliveryState::Queued)] {
        let (mut seen, mut after) = (vec![], None);
        loop {
            let page = db.store.deliveries(&DeliveryFilter { state, after, limit: 2 }).await.unwrap();
            let Some(last) = page.last() else { break };
            after = Some(last.id);
            seen.extend(page.iter().map(|card| card.id));
        }
        assert_eq!(seen, made);
    }
    let none = DeliveryFilter { state: Some(DeliveryState::Unsure), after: None, limit: 2 };
    assert_eq!(db.store.deliveries(&none).await.unwrap(), []);
}

async fn a_batch_takes_what_waits_and_no_more(db: TestDb) {
    let person = worker(&db.store).await;
    let mut bills = vec![];
    for _ in 0..3 {
        let bill = bill_to(&db.store, person, customer()).await;
        let id = deliver(&db.store, bill).await;
        if bills.len() < 2 {
            assert!(moved(&db.store, id, &[DeliveryState::Queued], DeliveryState::ToPrint).await);
            bills.push(bill);
        } else {
            bills.push(bill);
        }
    }
    let first = NewPrintBatch { id: new_id(), made_by: person, made_at: fixed_now() };
    let second = NewPrintBatch { id: new_id(), ..first };
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.make_print_batch(&first).await.unwrap(), 2);
    assert_eq!(tx.make_print_batch(&second).await.unwrap(), 0, "they are taken");
    tx.commit().await.unwrap();
    let batch = db.store.print_batch(first.id).await.unwrap().unwrap();
    assert_eq!((batch.bills, batch.file, batch.made_by.as_str()), (2, None, "Maija Meikäläinen"));
    let all = db.store.print_batches(None, 9).await.unwrap();
    assert_eq!(all.len(), 2);
    let rest = db.store.print_batches(Some(all[0].id), 9).await.unwrap();
    assert_eq!(rest, all[1..]);
    assert_eq!(db.store.pdfs_of_batch(first.id).await.unwrap(), [], "no PDF was kept");
}

async fn lists_are_read_from_indexes(db: TestDb) {
    for statement in statements::DELIVERIES {
        plans::assert_uses_indexes(&db, statement).await;
    }
}
