//! The register of customers on both engines.

use liksa_domain::bill::{Bill, BillFigures, BillState};
use liksa_domain::customer::{Company, ContactPerson, CustomerEntry, SendMethod};
use liksa_domain::ids::{BillId, CustomerId, Id, PersonId};
use liksa_domain::review::Reach;
use liksa_money::{Money, Rate};
use liksa_store::{
    CompanyFilter, CustomerSeen, NewBill, NewCustomer, NewPerson, RegisteredCompany, Store, WrittenBill,
    statements,
};
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
    a_search_finds_a_part_and_says_how_many_there_are,
    a_list_is_saved_and_cleared_once,
    an_edit_makes_a_new_record,
    every_older_record_leads_to_the_live_one,
    a_personal_id_stands_once,
    drafts_follow_the_edit_and_sent_bills_do_not,
    an_edit_cannot_make_a_second_of_a_company,
    who_begins_to_bill_while_a_company_is_changed_gets_the_new_name,
    the_register_is_listed_by_name_in_pages,
    records_of_two_workers_are_of_one_customer,
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

/// Replaces the present record of the maker's, and what the register says if it is a company; None if it would become
/// another company.
async fn replace(store: &Store, maker: PersonId, old: CustomerId, by: CustomerBuilder) -> Option<CustomerId> {
    let (id, entry) = by.build();
    let mut tx = store.begin().await.unwrap();
    if let Some(company) = tx.lock_company(old).await.unwrap()
        && !tx.write_company(&company, &entry.details.company()).await.unwrap()
    {
        return None;
    }
    let old = tx.lock_own_customer(maker, old).await.unwrap().unwrap();
    tx.replace_customer(&old, &new_customer(id, maker, &entry)).await.unwrap();
    tx.commit().await.unwrap();
    Some(id)
}

/// Puts the customer on the person's list, as an own record with an e-mail of the person's if there is none yet.
async fn save(store: &Store, person: PersonId, id: CustomerId) -> bool {
    let mut tx = store.begin().await.unwrap();
    let company = tx.lock_company(id).await.unwrap();
    let own = match (tx.lock_own_customer(person, id).await.unwrap(), company) {
        (Some(own), _) => own.id,
        (None, Some(company)) => {
            let mut details = company.company.first_entry();
            details.email = format!("{person}@asiakas.example");
            let (id, entry) = customer().with(|stored| *stored = details).build();
            tx.insert_entry(company.id, &new_customer(id, person, &entry)).await.unwrap();
            id
        }
        (None, None) => return false,
    };
    let saved = tx.save_customer(person, own, fixed_now()).await.unwrap();
    tx.commit().await.unwrap();
    saved
}

async fn found(store: &Store, viewer: PersonId, search: &str) -> Vec<CustomerSeen> {
    let found = store.search_customers(viewer, search, 0, 20).await.unwrap();
    assert_eq!(found.total, i64::try_from(found.customers.len()).unwrap());
    found.customers
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
    assert_eq!(
        by_pekka.customer.details,
        entry.details.company().first_entry(),
        "who it is, and nothing else"
    );

    let card = db.store.own_customer_card(maija, id).await.unwrap().unwrap();
    assert_eq!((card.id, card.payment_days, &card.buyer), (id, 14, &entry.details.buyer()));
    let reach = Reach { method: SendMethod::EInvoice, address: "003720774740 003723327487".into() };
    assert_eq!(card.reach, reach);
    assert_eq!(db.store.own_customer_card(pekka, id).await.unwrap(), None);
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
    assert_eq!(names(&found(&db.store, maija, "aino").await), ["Aino Aalto"]);

    assert_eq!(db.store.customer(pekka, aino).await.unwrap(), None);
    assert!(found(&db.store, pekka, "aino").await.is_empty());
    assert!(db.store.own_customer_card(maija, aino).await.unwrap().is_some());
    assert_eq!(db.store.own_customer_card(pekka, aino).await.unwrap(), None);
    assert!(!save(&db.store, pekka, aino).await);
    let mut tx = db.store.begin().await.unwrap();
    tx.save_customer(pekka, aino, fixed_now()).await.unwrap();
    tx.commit().await.unwrap();
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
        assert_eq!(found(&db.store, pekka, search).await.len(), 1, "{search}");
    }
    assert_eq!(found(&db.store, pekka, "helsin kaiku").await.len(), 1, "by the city");
    let misses =
        ["", "ä", "talo", "aani", "ääni tampere", "2077474-1", "%", "_änitalo", "oy", "äänitalokaiku"];
    for search in misses {
        assert!(found(&db.store, pekka, search).await.is_empty(), "{search}");
    }
}

async fn the_own_list_and_the_names_come_first(db: TestDb) {
    let (maija, pekka) = maija_and_pekka(&db.store).await;
    make(&db.store, maija, customer().named("Zorro Kaiku")).await.unwrap();
    let others = [("Kaiku Beta", "0112038-9"), ("Alfa Kaiku", "1572860-0"), ("Kaiku alfa", "0109862-8")];
    for (name, business_id) in others {
        make(&db.store, pekka, customer().named(name).business_id(business_id)).await.unwrap();
    }
    let found = found(&db.store, maija, "kaiku").await;
    assert_eq!(names(&found), ["Zorro Kaiku", "Kaiku alfa", "Kaiku Beta", "Alfa Kaiku"]);
    assert_eq!(
        names(&db.store.saved_customers(pekka).await.unwrap()),
        ["Alfa Kaiku", "Kaiku alfa", "Kaiku Beta"]
    );
}

async fn a_search_finds_a_part_and_says_how_many_there_are(db: TestDb) {
    let (maija, pekka) = maija_and_pekka(&db.store).await;
    for name in ["Aino Aalto", "Aino Berg", "Aino Cajander"] {
        make(&db.store, maija, customer().individual(name)).await.unwrap();
    }
    make(&db.store, pekka, customer().named("Aino Oy")).await.unwrap();
    make(&db.store, pekka, customer().individual("Aino Dahl")).await.unwrap();
    let part = async |skipped| db.store.search_customers(maija, "aino", skipped, 2).await.unwrap();
    let parts = [(0, ["Aino Aalto", "Aino Berg"]), (2, ["Aino Cajander", "Aino Oy"])];
    for (skipped, expected) in parts {
        let part = part(skipped).await;
        assert_eq!((names(&part.customers), part.total), (expected.to_vec(), 4));
    }
    let beyond = part(4).await;
    assert_eq!((beyond.customers.len(), beyond.total), (0, 4));
}

async fn a_list_is_saved_and_cleared_once(db: TestDb) {
    let (maija, pekka) = maija_and_pekka(&db.store).await;
    let house = make(&db.store, maija, customer()).await.unwrap();
    let others_bill = async || {
        let mut tx = db.store.begin().await.unwrap();
        tx.is_billed_by_others(maija, house).await.unwrap()
    };
    assert!(!others_bill().await);
    assert!(save(&db.store, pekka, house).await);
    assert!(!save(&db.store, pekka, house).await, "it is on the list already");
    let by_pekka = seen(&db.store, pekka, house).await;
    assert!(by_pekka.own && by_pekka.saved && by_pekka.shared);
    assert_ne!(by_pekka.customer.id, house, "it is a record of his own");
    assert_eq!(by_pekka.customer.details.email, format!("{pekka}@asiakas.example"));
    assert!(others_bill().await);

    assert!(remove(&db.store, pekka, house).await);
    assert!(!remove(&db.store, pekka, house).await, "it is off the list already");
    assert_eq!(db.store.saved_customers(pekka).await.unwrap(), []);
    assert_eq!(db.store.saved_customers(maija).await.unwrap().len(), 1, "only one's own list is cleared");
    assert!(others_bill().await, "the record is still his");
}

async fn an_edit_makes_a_new_record(db: TestDb) {
    let maija = store_person(&db.store, "maija@liksa.example").await;
    let old = make(&db.store, maija, customer().named("Vanha")).await.unwrap();
    let new = replace(&db.store, maija, old, customer().named("Uusi")).await.unwrap();
    assert_ne!(old, new);
    let now = seen(&db.store, maija, new).await;
    assert_eq!((now.version, now.saved, now.own, now.shared), (2, true, true, false));
    assert_eq!(names(&db.store.saved_customers(maija).await.unwrap()), ["Uusi"]);
    assert!(found(&db.store, maija, "vanha").await.is_empty());
    assert_eq!(names(&found(&db.store, maija, "uusi").await), ["Uusi"]);
    let billed = db.store.billed_customer(maija, old).await.unwrap().unwrap();
    assert_eq!((billed.id, billed.details.name.as_str()), (old, "Vanha"), "as a bill of that time names it");
}

async fn every_older_record_leads_to_the_live_one(db: TestDb) {
    let (maija, pekka) = maija_and_pekka(&db.store).await;
    let first = make(&db.store, maija, customer()).await.unwrap();
    let second = replace(&db.store, maija, first, customer()).await.unwrap();
    let third = replace(&db.store, maija, second, customer().named("Kolmas")).await.unwrap();
    for id in [first, second, third] {
        assert_eq!(seen(&db.store, maija, id).await.customer.id, third);
        let by_pekka = seen(&db.store, pekka, id).await;
        assert_eq!((by_pekka.own, by_pekka.customer.id), (false, first), "the company has its first id");
        assert_eq!(by_pekka.customer.details.name, "Kolmas");
    }
    assert!(save(&db.store, pekka, second).await);
    let own = seen(&db.store, pekka, first).await.customer.id;
    for id in [first, second, third, own] {
        assert_eq!(seen(&db.store, pekka, id).await.customer.id, own);
        assert!(!save(&db.store, pekka, id).await);
        assert!(remove(&db.store, pekka, id).await);
        assert!(save(&db.store, pekka, id).await);
    }
    let mut tx = db.store.begin().await.unwrap();
    let live = tx.lock_own_customer(maija, first).await.unwrap().unwrap();
    assert_eq!((live.id, live.maker, live.version), (third, maija, 3));
}

async fn a_personal_id_stands_once(db: TestDb) {
    let maija = store_person(&db.store, "maija@liksa.example").await;
    let aino = || customer().individual("Aino Aalto");
    let first = make(&db.store, maija, aino().personal_id(PERSONAL_ID)).await.unwrap();
    assert!(seen(&db.store, maija, first).await.has_personal_id);
    let second = replace(&db.store, maija, first, aino()).await.unwrap();
    assert!(seen(&db.store, maija, second).await.has_personal_id, "an empty field keeps it");
    assert_eq!(raw::personal_ids(&db).await, [PERSONAL_ID], "and it moved on");
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
    assert_eq!(names(&found(&db.store, maija, "muu").await), ["Muu"]);
}

async fn who_begins_to_bill_while_a_company_is_changed_gets_the_new_name(db: TestDb) {
    let (maija, pekka) = maija_and_pekka(&db.store).await;
    let old = make(&db.store, maija, customer()).await.unwrap();
    let mut tx = db.store.begin().await.unwrap();
    let held = tx.lock_company(old).await.unwrap().unwrap();
    assert!(!tx.is_billed_by_others(maija, old).await.unwrap());

    let store = db.store.clone();
    let saver = tokio::spawn(async move { save(&store, pekka, old).await });
    raw::wait_until_blocked(&db, &saver).await;
    assert!(!saver.is_finished(), "what is held must be waited for");
    let renamed = Company { name: "Uusi nimi Oy".into(), ..held.company.clone() };
    assert!(tx.write_company(&held, &renamed).await.unwrap());
    tx.commit().await.unwrap();
    assert!(saver.await.unwrap());
    assert_eq!(names(&db.store.saved_customers(pekka).await.unwrap()), ["Uusi nimi Oy"]);
}

async fn the_register_is_listed_by_name_in_pages(db: TestDb) {
    let (maija, pekka) = maija_and_pekka(&db.store).await;
    let companies = [("Beeta Kaiku", "0112038-9"), ("alfa kaiku", "1572860-0"), ("Gamma Oy", "0109862-8")];
    for (name, business_id) in companies {
        make(&db.store, maija, customer().named(name).business_id(business_id)).await.unwrap();
    }
    make(&db.store, maija, customer().individual("Kaiku Aalto")).await.unwrap();
    let alfa = found(&db.store, pekka, "alfa").await[0].customer.id;
    save(&db.store, pekka, alfa).await;
    let listed = async |search: &str, after: Option<&RegisteredCompany>, limit: i64| {
        let after = after.map(RegisteredCompany::cursor);
        let filter = CompanyFilter { search, after: after.as_ref(), limit };
        db.store.companies(&filter).await.unwrap()
    };
    let names = |found: &[RegisteredCompany]| -> Vec<String> {
        found.iter().map(|found| found.company.name.clone()).collect()
    };
    let first = listed("", None, 2).await;
    assert_eq!(names(&first), ["alfa kaiku", "Beeta Kaiku"]);
    assert_eq!((first[0].workers, first[1].workers), (2, 1));
    assert_eq!(names(&listed("", first.last(), 2).await), ["Gamma Oy"]);
    let found = listed("kaiku", None, 1).await;
    assert_eq!(names(&found), ["alfa kaiku"]);
    assert_eq!(names(&listed("kaiku", found.last(), 5).await), ["Beeta Kaiku"]);
    assert_eq!(db.store.company(alfa).await.unwrap().unwrap(), found[0]);
}

async fn records_of_two_workers_are_of_one_customer(db: TestDb) {
    let (maija, pekka) = maija_and_pekka(&db.store).await;
    let first = make(&db.store, maija, customer()).await.unwrap();
    let second = replace(&db.store, maija, first, customer()).await.unwrap();
    save(&db.store, pekka, first).await;
    let of_pekka = seen(&db.store, pekka, first).await.customer.id;
    let aino = make(&db.store, maija, customer().individual("Aino Aalto")).await.unwrap();
    let changed = replace(&db.store, maija, aino, customer().individual("Aino Aalto")).await.unwrap();
    let same = async |one, other| db.store.is_same_customer(one, other).await.unwrap();
    for (one, other) in [(first, second), (second, of_pekka), (of_pekka, first), (aino, changed)] {
        assert!(same(one, other).await && same(other, one).await);
    }
    assert!(!same(first, aino).await && !same(aino, of_pekka).await);
}

async fn lists_and_searches_are_read_from_indexes(db: TestDb) {
    plans::assert_uses_indexes(&db, statements::SAVED_CUSTOMERS).await;
    plans::assert_uses_indexes(&db, statements::BILLED_CUSTOMERS).await;
    for statement in statements::SEARCH_CUSTOMERS {
        let search = plans::assert_uses_indexes(&db, statement).await;
        assert!(search.contains("customer_word_by_word"), "{search}");
    }
    plans::assert_uses_indexes(&db, statements::COMPANIES).await;
}
