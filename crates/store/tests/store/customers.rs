//! The register of customers on both engines.

use liksa_domain::bill::{Bill, BillFigures, BillState};
use liksa_domain::customer::{ContactPerson, CustomerEntry, SendMethod};
use liksa_domain::ids::{BillId, CustomerId, Id, PersonId};
use liksa_money::{Money, Rate};
use liksa_store::{CustomerSeen, NewBill, NewCustomer, NewPerson, Store, WrittenBill, statements};
use liksa_test_support::{CustomerBuilder, TestDb, both_engines, customer, fixed_now, person};
use tokio::task::JoinSet;

use crate::{plans, raw};

both_engines! {
    a_customer_comes_back_as_stored,
    a_company_is_made_once_for_each_unit,
    of_many_makers_at_once_one_makes_the_company,
    private_persons_are_there_for_their_maker_alone,
    customers_are_found_by_the_starts_of_words,
    the_own_list_and_the_names_come_first,
    a_search_finds_only_so_many,
    a_list_is_saved_and_cleared_once,
    an_edit_makes_a_new_record,
    every_older_record_leads_to_the_live_one,
    a_personal_id_stands_once,
    drafts_follow_the_edit_and_sent_bills_do_not,
    an_edit_cannot_make_a_second_of_a_company,
    saving_and_replacing_at_once_leave_nobody_with_an_old_record,
    lists_and_searches_are_read_from_indexes,
}

const PERSONAL_ID: &str = "131052-308T";

async fn store_person(store: &Store, email: &str) -> PersonId {
    let person = person().email(email).build();
    let mut tx = store.begin().await.unwrap();
    let new = NewPerson { person: &person, password_hash: "", created_at: fixed_now() };
    tx.insert_person(&new).await.unwrap();
    tx.commit().await.unwrap();
    person.id
}

async fn maija_and_pekka(store: &Store) -> (PersonId, PersonId) {
    let maija = store_person(store, "maija@liksa.example").await;
    (maija, store_person(store, "pekka@liksa.example").await)
}

fn new_customer(id: CustomerId, maker: PersonId, entry: &CustomerEntry) -> NewCustomer<'_> {
    NewCustomer { id, maker, entry, created_at: fixed_now() }
}

/// Stores the customer; None if there is such a company.
async fn make(store: &Store, maker: PersonId, customer: CustomerBuilder) -> Option<CustomerId> {
    let (id, entry) = customer.build();
    let mut tx = store.begin().await.unwrap();
    let made = tx.insert_customer(&new_customer(id, maker, &entry)).await.unwrap();
    tx.commit().await.unwrap();
    made.then_some(id)
}

/// Replaces a live record of the maker's; None if it would become another company.
async fn replace(store: &Store, maker: PersonId, old: CustomerId, by: CustomerBuilder) -> Option<CustomerId> {
    let (id, entry) = by.build();
    let mut tx = store.begin().await.unwrap();
    let old = tx.lock_customer(old).await.unwrap().unwrap();
    let replaced = tx.replace_customer(&old, &new_customer(id, maker, &entry)).await.unwrap();
    if replaced {
        tx.commit().await.unwrap();
    }
    replaced.then_some(id)
}

async fn save(store: &Store, person: PersonId, id: CustomerId) -> bool {
    let mut tx = store.begin().await.unwrap();
    let live = tx.lock_live_customer(id).await.unwrap().unwrap();
    let saved = tx.save_customer(person, live.id, fixed_now()).await.unwrap();
    tx.commit().await.unwrap();
    saved
}

async fn remove(store: &Store, person: PersonId, id: CustomerId) -> bool {
    let mut tx = store.begin().await.unwrap();
    let removed = tx.remove_saved_customer(person, id).await.unwrap();
    tx.commit().await.unwrap();
    removed
}

async fn seen(store: &Store, viewer: PersonId, id: CustomerId) -> CustomerSeen {
    store.customer(viewer, id).await.unwrap().unwrap()
}

fn names(customers: &[CustomerSeen]) -> Vec<&str> {
    customers.iter().map(|seen| seen.customer.details.name.as_str()).collect()
}

async fn a_customer_comes_back_as_stored(db: TestDb) {
    let (maija, pekka) = maija_and_pekka(&db.store).await;
    let (id, entry) = customer()
        .with(|details| {
            details.cost_units = vec!["Näyttämö \"1\"".into()];
            let contact = ContactPerson { name: "Liisa".into(), email: "l@x.fi".into(), phone: "1".into() };
            details.people = vec![contact];
            details.reference = "PO-7".into();
            details.vat_number = "FI20774740".into();
        })
        .build();
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.insert_customer(&new_customer(id, maija, &entry)).await.unwrap());
    tx.commit().await.unwrap();

    let found = seen(&db.store, maija, id).await;
    assert_eq!((found.customer.id, &found.customer.details), (id, &entry.details));
    assert_eq!((found.version, found.own, found.saved, found.shared), (1, true, true, false));
    assert!(!found.has_personal_id);
    let by_pekka = seen(&db.store, pekka, id).await;
    assert_eq!((by_pekka.own, by_pekka.saved, by_pekka.shared), (false, false, true));

    let card = db.store.customer_card(id).await.unwrap().unwrap();
    assert_eq!((card.id, card.name.as_str(), card.city.as_str()), (id, "Kulttuuritalo Oy", "Helsinki"));
    assert_eq!((card.business_id.as_str(), card.send_method), ("2077474-0", SendMethod::EInvoice));
    assert_eq!((card.payment_days, card.replaced_by), (14, None));
    assert!(card.may_be_billed_by(maija) && card.may_be_billed_by(pekka));
}

async fn a_company_is_made_once_for_each_unit(db: TestDb) {
    let (maija, pekka) = maija_and_pekka(&db.store).await;
    let unit = |name: &str| customer().with(|details| details.organization = name.into());
    let by_vat_number =
        || customer().business_id("").with(|details| details.vat_number = "FI20774740".into());
    assert!(make(&db.store, maija, customer()).await.is_some());
    assert!(make(&db.store, pekka, customer()).await.is_none());
    assert!(make(&db.store, pekka, by_vat_number()).await.is_none());
    assert!(make(&db.store, pekka, unit("Näyttämö")).await.is_some());
    assert!(make(&db.store, maija, unit("NÄYTTÄMÖ")).await.is_none());
    assert_eq!(db.store.saved_customers(pekka).await.unwrap().len(), 1, "what was refused is on no list");
    for _ in 0..2 {
        assert!(make(&db.store, maija, customer().individual("Aino Aalto")).await.is_some());
    }
}

async fn of_many_makers_at_once_one_makes_the_company(db: TestDb) {
    let maija = store_person(&db.store, "maija@liksa.example").await;
    let mut makers = JoinSet::new();
    for _ in 0..10 {
        let store = db.store.clone();
        makers.spawn(async move { make(&store, maija, customer()).await });
    }
    assert_eq!(makers.join_all().await.into_iter().flatten().count(), 1);
}

async fn private_persons_are_there_for_their_maker_alone(db: TestDb) {
    let (maija, pekka) = maija_and_pekka(&db.store).await;
    let aino = make(&db.store, maija, customer().individual("Aino Aalto")).await.unwrap();
    assert!(seen(&db.store, maija, aino).await.own);
    assert_eq!(names(&db.store.search_customers(maija, "aino", 20).await.unwrap()), ["Aino Aalto"]);

    assert_eq!(db.store.customer(pekka, aino).await.unwrap(), None);
    assert!(db.store.search_customers(pekka, "aino", 20).await.unwrap().is_empty());
    let card = db.store.customer_card(aino).await.unwrap().unwrap();
    assert!(card.may_be_billed_by(maija) && !card.may_be_billed_by(pekka));
    save(&db.store, pekka, aino).await;
    assert_eq!(db.store.saved_customers(pekka).await.unwrap(), [], "even if it got on the list");
}

async fn customers_are_found_by_the_starts_of_words(db: TestDb) {
    let (maija, pekka) = maija_and_pekka(&db.store).await;
    let house = customer().named("Äänitalo Kaiku Oy").with(|details| {
        details.organization = "Näyttämö".into();
        details.vat_number = "FI20774740".into();
    });
    make(&db.store, maija, house).await.unwrap();
    let finds =
        ["ääni", "ÄÄNITALO", "kaiku ääni", "kai oy", "näyt", "2077474", "2077474-0", "20774740", "fi2077"];
    for search in finds {
        assert_eq!(db.store.search_customers(pekka, search, 20).await.unwrap().len(), 1, "{search}");
    }
    assert_eq!(db.store.search_customers(pekka, "helsin kaiku", 20).await.unwrap().len(), 1, "by the city");
    let misses =
        ["", "ä", "talo", "aani", "ääni tampere", "2077474-1", "%", "_änitalo", "oy", "äänitalokaiku"];
    for search in misses {
        assert!(db.store.search_customers(pekka, search, 20).await.unwrap().is_empty(), "{search}");
    }
}

async fn the_own_list_and_the_names_come_first(db: TestDb) {
    let (maija, pekka) = maija_and_pekka(&db.store).await;
    make(&db.store, maija, customer().named("Zorro Kaiku")).await.unwrap();
    let others = [("Kaiku Beta", "0112038-9"), ("Alfa Kaiku", "1572860-0"), ("Kaiku alfa", "0109862-8")];
    for (name, business_id) in others {
        make(&db.store, pekka, customer().named(name).business_id(business_id)).await.unwrap();
    }
    let found = db.store.search_customers(maija, "kaiku", 20).await.unwrap();
    assert_eq!(names(&found), ["Zorro Kaiku", "Kaiku alfa", "Kaiku Beta", "Alfa Kaiku"]);
    assert_eq!(
        names(&db.store.saved_customers(pekka).await.unwrap()),
        ["Alfa Kaiku", "Kaiku alfa", "Kaiku Beta"]
    );
}

async fn a_search_finds_only_so_many(db: TestDb) {
    let maija = store_person(&db.store, "maija@liksa.example").await;
    for name in ["Aino Aalto", "Aino Berg", "Aino Cajander"] {
        make(&db.store, maija, customer().individual(name)).await.unwrap();
    }
    assert_eq!(
        names(&db.store.search_customers(maija, "aino", 2).await.unwrap()),
        ["Aino Aalto", "Aino Berg"]
    );
}

async fn a_list_is_saved_and_cleared_once(db: TestDb) {
    let (maija, pekka) = maija_and_pekka(&db.store).await;
    let house = make(&db.store, maija, customer()).await.unwrap();
    assert!(save(&db.store, pekka, house).await);
    assert!(!save(&db.store, pekka, house).await, "it is on the list already");
    let by_pekka = seen(&db.store, pekka, house).await;
    assert!(by_pekka.saved && by_pekka.shared);
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.is_saved_by_others(maija, house).await.unwrap());
    drop(tx);

    assert!(remove(&db.store, pekka, house).await);
    assert!(!remove(&db.store, pekka, house).await, "it is off the list already");
    assert_eq!(db.store.saved_customers(pekka).await.unwrap(), []);
    assert_eq!(db.store.saved_customers(maija).await.unwrap().len(), 1, "only one's own list is cleared");
    let mut tx = db.store.begin().await.unwrap();
    assert!(!tx.is_saved_by_others(maija, house).await.unwrap());
}

async fn an_edit_makes_a_new_record(db: TestDb) {
    let maija = store_person(&db.store, "maija@liksa.example").await;
    let old = make(&db.store, maija, customer().named("Vanha")).await.unwrap();
    let new = replace(&db.store, maija, old, customer().named("Uusi")).await.unwrap();
    assert_ne!(old, new);
    let now = seen(&db.store, maija, new).await;
    assert_eq!((now.version, now.saved, now.own, now.shared), (2, true, true, false));
    assert_eq!(names(&db.store.saved_customers(maija).await.unwrap()), ["Uusi"]);
    assert!(db.store.search_customers(maija, "vanha", 20).await.unwrap().is_empty());
    assert_eq!(names(&db.store.search_customers(maija, "uusi", 20).await.unwrap()), ["Uusi"]);
    let card = db.store.customer_card(old).await.unwrap().unwrap();
    assert_eq!((card.name.as_str(), card.replaced_by), ("Vanha", Some(new)), "the old record stands");
    let billed = db.store.billed_customer(maija, old).await.unwrap().unwrap();
    assert_eq!((billed.id, billed.details.name.as_str()), (old, "Vanha"), "as a bill of that time names it");
}

async fn every_older_record_leads_to_the_live_one(db: TestDb) {
    let (maija, pekka) = maija_and_pekka(&db.store).await;
    let first = make(&db.store, maija, customer()).await.unwrap();
    let second = replace(&db.store, maija, first, customer()).await.unwrap();
    let third = replace(&db.store, maija, second, customer().named("Kolmas")).await.unwrap();
    for id in [first, second, third] {
        assert_eq!(seen(&db.store, pekka, id).await.customer.id, third);
        assert!(save(&db.store, pekka, id).await);
        assert_eq!(names(&db.store.saved_customers(pekka).await.unwrap()), ["Kolmas"]);
        assert!(remove(&db.store, pekka, id).await);
    }
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.lock_customer(first).await.unwrap().unwrap().replaced_by, Some(third));
    let live = tx.lock_live_customer(first).await.unwrap().unwrap();
    assert_eq!((live.id, live.maker, live.version, live.replaced_by), (third, maija, 3, None));
}

async fn a_personal_id_stands_once(db: TestDb) {
    let maija = store_person(&db.store, "maija@liksa.example").await;
    let aino = || customer().individual("Aino Aalto");
    let first = make(&db.store, maija, aino().personal_id(PERSONAL_ID)).await.unwrap();
    assert!(seen(&db.store, maija, first).await.has_personal_id);
    let second = replace(&db.store, maija, first, aino()).await.unwrap();
    assert!(seen(&db.store, maija, second).await.has_personal_id, "an empty field keeps it");
    assert_eq!(raw::personal_ids(&db).await, [PERSONAL_ID], "and it moved on");
    let third = replace(&db.store, maija, second, customer()).await.unwrap();
    assert!(!seen(&db.store, maija, third).await.has_personal_id);
    assert_eq!(raw::personal_ids(&db).await, [""; 0], "a company has none");
}

async fn store_bill(store: &Store, person: PersonId, customer: CustomerId, state: BillState) -> BillId {
    let mut bill = Bill::draft(Rate::ZERO);
    bill.customer = Some(customer);
    bill.state = state;
    let (total, id) = (Money::ZERO, BillId::new(fixed_now(), [state as u8 + 1; 10]));
    let figures = BillFigures { total, total_with_vat: total, ..BillFigures::default() };
    let content = WrittenBill { id, bill: &bill, figures, found_by: "", saved_at: fixed_now() };
    let mut tx = store.begin().await.unwrap();
    let new = NewBill { person, credit_of: None, correction_of: None, content };
    tx.insert_bill(&new).await.unwrap();
    tx.commit().await.unwrap();
    id
}

async fn drafts_follow_the_edit_and_sent_bills_do_not(db: TestDb) {
    let maija = store_person(&db.store, "maija@liksa.example").await;
    let old = make(&db.store, maija, customer()).await.unwrap();
    let draft = store_bill(&db.store, maija, old, BillState::Open).await;
    let sent = store_bill(&db.store, maija, old, BillState::Pending).await;
    let new = replace(&db.store, maija, old, customer()).await.unwrap();
    for (bill, customer) in [(draft, new), (sent, old)] {
        let stored = db.store.bill(bill).await.unwrap().unwrap();
        assert_eq!(stored.bill.customer, Some(customer));
        assert_eq!(stored.version, 1);
    }
}

async fn an_edit_cannot_make_a_second_of_a_company(db: TestDb) {
    let maija = store_person(&db.store, "maija@liksa.example").await;
    make(&db.store, maija, customer()).await.unwrap();
    let other = make(&db.store, maija, customer().business_id("0112038-9").named("Muu")).await.unwrap();
    assert_eq!(replace(&db.store, maija, other, customer()).await, None);
    assert_eq!(seen(&db.store, maija, other).await.version, 1, "nothing happened");
    assert_eq!(names(&db.store.search_customers(maija, "muu", 20).await.unwrap()), ["Muu"]);
}

async fn saving_and_replacing_at_once_leave_nobody_with_an_old_record(db: TestDb) {
    let (maija, pekka) = maija_and_pekka(&db.store).await;
    let old = make(&db.store, maija, customer()).await.unwrap();
    let (new, entry) = customer().build();
    let mut tx = db.store.begin().await.unwrap();
    let held = tx.lock_customer(old).await.unwrap().unwrap();
    assert!(!tx.is_saved_by_others(maija, old).await.unwrap());

    let store = db.store.clone();
    let saver = tokio::spawn(async move { save(&store, pekka, old).await });
    raw::wait_until_blocked(&db, &saver).await;
    assert!(!saver.is_finished(), "what is held must be waited for");
    assert!(tx.replace_customer(&held, &new_customer(new, maija, &entry)).await.unwrap());
    tx.commit().await.unwrap();
    assert!(saver.await.unwrap());
    let saved = db.store.saved_customers(pekka).await.unwrap();
    assert_eq!(saved.iter().map(|seen| seen.customer.id).collect::<Vec<_>>(), [new]);
}

async fn lists_and_searches_are_read_from_indexes(db: TestDb) {
    let own_list = plans::assert_uses_indexes(&db, statements::SAVED_CUSTOMERS).await;
    assert!(own_list.contains("saved_customer_by_customer"), "{own_list}");
    let search = plans::assert_uses_indexes(&db, statements::SEARCH_CUSTOMERS).await;
    assert!(search.contains("customer_word_by_word"), "{search}");
}
