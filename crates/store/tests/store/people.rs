//! What is known of people for their pay: profiles, tax cards, payment orders.

use jiff::ToSpan;
use jiff::civil::{Date, date};
use liksa_domain::distraint::{Distraint, DistraintBody};
use liksa_domain::file::{FilePurpose, MediaType};
use liksa_domain::ids::{Id, PersonId, TaxCardId};
use liksa_domain::person::{Role, WorkerType};
use liksa_domain::promo_code::PromoCode;
use liksa_domain::tax_card::{AboveCeiling, CardTerms, TaxCardState};
use liksa_domain::worker_facts::Profile;
use liksa_domain::worker_facts::WorkerFacts;
use liksa_domain::worker_terms::WorkerTerms;
use liksa_money::{Money, Rate};
use liksa_store::{
    Cursor, Files, FilesAddress, NewFile, NewPerson, NewTaxCard, PeopleFilter, PersonCard, SentTaxCard,
    Store, Waiting, statements,
};
use liksa_test_support::{TestDb, both_engines, fixed_now, person};
use uuid::Uuid;

use crate::plans;

both_engines! {
    pay_facts_come_back_for_many_at_once,
    a_salary_is_taxed_by_the_card_of_its_payday,
    one_card_is_in_use,
    the_newest_card_is_told_with_its_file,
    a_payment_order_holds_for_its_days,
    lists_are_read_by_indexes,
    people_are_listed_by_name_page_by_page,
    roles_and_terms_are_changed,
    a_promo_code_is_changed_on_its_version,
    the_dashboard_counts_what_waits_and_what_moved,
}

const PAYDAY: Date = date(2026, 11, 20);

fn new_id<T: Id>() -> T {
    T::new(fixed_now(), *Uuid::new_v4().as_bytes().first_chunk().unwrap())
}

async fn worker(store: &Store, email: &str) -> PersonId {
    let person = person().email(email).roles(&[Role::User, Role::Clerk]).build();
    let mut tx = store.begin().await.unwrap();
    let new = NewPerson { person: &person, password_hash: "", created_at: fixed_now() };
    tx.insert_person(&new).await.unwrap();
    tx.commit().await.unwrap();
    person.id
}

fn card(percent: i64, valid_from: Date) -> CardTerms {
    CardTerms { base_rate: Rate::from_millionths(percent * 10_000), above: None, valid_from }
}

async fn add_card(store: &Store, person: PersonId, terms: &CardTerms, hours_later: i64) -> TaxCardId {
    let id = new_id();
    let mut tx = store.begin().await.unwrap();
    let at = fixed_now() + hours_later.hours();
    tx.insert_tax_card(&NewTaxCard { id, person, terms, at }).await.unwrap();
    tx.commit().await.unwrap();
    id
}

fn profile() -> Profile {
    Profile {
        address: "Sturenkatu 4".into(),
        city: "Helsinki".into(),
        country: "FIN".into(),
        phone: "0401234567".into(),
        marketing_name: "Maijan Ääni".into(),
        iban: Some("FI2112345600000785".parse().unwrap()),
        bic: Some("NDEAFIHH".parse().unwrap()),
        personal_id: Some("010190-900P".parse().unwrap()),
    }
}

fn order(until: Option<&str>) -> Distraint {
    let body = DistraintBody {
        fixed: Some("120,50".into()),
        dependants: Some("1".into()),
        from: Some("01.03.2026".into()),
        until: until.map(Into::into),
        receiver: Some("Ulosottolaitos".into()),
        iban: Some("FI2112345600000785".into()),
        reference: Some("1232".into()),
    };
    body.read().unwrap()
}

async fn pay_facts_come_back_for_many_at_once(db: TestDb) {
    let (maija, matti) =
        (worker(&db.store, "maija@liksa.example").await, worker(&db.store, "matti@liksa.example").await);
    let above = AboveCeiling { ceiling: Money::euros(30_000), rate: Rate::from_millionths(400_000) };
    let terms = CardTerms { above: Some(above), ..card(20, date(2026, 2, 1)) };
    add_card(&db.store, maija, &terms, 0).await;
    let facts = WorkerFacts { postal_code: "00510".into(), ..WorkerFacts::default() };
    let mut tx = db.store.begin().await.unwrap();
    tx.set_worker_facts(maija, &facts).await.unwrap();
    tx.set_profile(maija, &profile()).await.unwrap();
    assert!(tx.set_profile(new_id(), &profile()).await.is_err(), "nobody");
    tx.put_distraint(maija, &order(None), fixed_now()).await.unwrap();
    tx.commit().await.unwrap();

    let found = db.store.pay_facts(&[maija, matti, new_id()], PAYDAY).await.unwrap();
    assert_eq!(found.len(), 2);
    let known = WorkerFacts { tax_card: Some(terms), distraint: Some(order(None)), ..facts };
    assert_eq!(found[&maija].facts, known);
    assert_eq!(found[&maija].profile, profile());
    assert_eq!(found[&maija].person.roles, [Role::User, Role::Clerk]);
    assert_eq!(found[&matti].facts, WorkerFacts::default());
    assert_eq!(found[&matti].profile, Profile { country: "FIN".into(), ..Profile::default() });
    assert_eq!(db.store.worker_facts(maija, PAYDAY).await.unwrap(), known);
    assert!(db.store.pay_facts(&[], PAYDAY).await.unwrap().is_empty());
}

async fn a_salary_is_taxed_by_the_card_of_its_payday(db: TestDb) {
    let maija = worker(&db.store, "maija@liksa.example").await;
    for (percent, valid_from, later) in [
        (20, date(2026, 1, 1), 0),
        (30, date(2026, 7, 1), 1),
        (25, date(2026, 7, 1), 2),
        (40, date(2025, 1, 1), 3),
    ] {
        add_card(&db.store, maija, &card(percent, valid_from), later).await;
    }
    let percent_on = async |day: Date| {
        let card = db.store.worker_facts(maija, day).await.unwrap().tax_card;
        card.map(|card| card.base_rate.millionths() / 10_000)
    };
    assert_eq!(percent_on(date(2024, 12, 31)).await, None);
    assert_eq!(percent_on(date(2025, 12, 31)).await, Some(40));
    assert_eq!(percent_on(date(2026, 6, 30)).await, Some(20));
    assert_eq!(
        percent_on(date(2026, 7, 1)).await,
        Some(25),
        "of two for the same day, what was handled last"
    );
    assert_eq!(percent_on(date(2027, 1, 31)).await, Some(25));
    assert_eq!(percent_on(date(2027, 2, 1)).await, None, "too old");
}

async fn one_card_is_in_use(db: TestDb) {
    let maija = worker(&db.store, "maija@liksa.example").await;
    let first = add_card(&db.store, maija, &card(20, date(2026, 1, 1)), 0).await;
    let second = add_card(&db.store, maija, &card(22, date(2026, 6, 1)), 1).await;
    let old = add_card(&db.store, maija, &card(22, date(2025, 6, 1)), 2).await;
    let cards = db.store.tax_cards_of(maija).await.unwrap();
    let states: Vec<_> = cards.iter().map(|card| (card.id, card.state.name())).collect();
    assert_eq!(states, [(second, "IN_USE"), (first, "REPLACED"), (old, "REPLACED")], "the newest first");
}

async fn the_newest_card_is_told_with_its_file(db: TestDb) {
    let maija = worker(&db.store, "maija@liksa.example").await;
    let newest = async || db.store.newest_tax_card(maija).await.unwrap();
    assert_eq!(newest().await, None);
    let entered = add_card(&db.store, maija, &card(20, date(2026, 6, 1)), 0).await;
    let found = newest().await.unwrap();
    assert_eq!((found.card.id, found.card.state, found.file_name), (entered, TaxCardState::InUse, None));

    let folder = tempfile::tempdir().unwrap();
    let files = Files::open(&FilesAddress::Folder(folder.path().to_owned()), db.store.clone()).unwrap();
    let content = files.put(new_id(), b"%PDF-1.7", fixed_now()).await.unwrap();
    let at = fixed_now() + 1.hour();
    let new = NewFile {
        content: &content,
        purpose: FilePurpose::TaxCard,
        owner: Some(maija),
        name: "verokortti.pdf",
        media_type: MediaType::Pdf,
        created_at: at,
    };
    let mut tx = db.store.begin().await.unwrap();
    let file = tx.insert_file(&new).await.unwrap();
    tx.send_tax_card(&SentTaxCard { id: new_id(), person: maija, file, at }).await.unwrap();
    tx.commit().await.unwrap();
    let sent = newest().await.unwrap();
    assert_eq!((sent.card.state, sent.card.made_at), (TaxCardState::Waiting, at));
    assert_eq!(sent.file_name.as_deref(), Some("verokortti.pdf"));

    let mut tx = db.store.begin().await.unwrap();
    let earlier = card(22, date(2026, 1, 1));
    tx.handle_tax_card(&sent.card, &earlier, maija, at).await.unwrap();
    tx.commit().await.unwrap();
    let read = newest().await.unwrap().card;
    assert_eq!((read.id, read.state), (sent.card.id, TaxCardState::Replaced), "the other begins later");
    assert_eq!((read.terms, read.handled_at), (Some(earlier), Some(at)));
}

async fn a_payment_order_holds_for_its_days(db: TestDb) {
    let maija = worker(&db.store, "maija@liksa.example").await;
    let ending = order(Some("30.06.2026"));
    let mut tx = db.store.begin().await.unwrap();
    tx.put_distraint(maija, &order(None), fixed_now()).await.unwrap();
    tx.put_distraint(maija, &ending, fixed_now()).await.unwrap();
    tx.commit().await.unwrap();
    let on = async |day: Date| db.store.worker_facts(maija, day).await.unwrap().distraint;
    assert_eq!(on(date(2026, 2, 28)).await, None);
    assert_eq!(on(date(2026, 6, 30)).await.as_ref(), Some(&ending));
    assert_eq!(on(date(2026, 7, 1)).await, None);
    assert_eq!(db.store.distraint(maija).await.unwrap(), Some(ending));

    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.delete_distraint(maija).await.unwrap());
    assert!(!tx.delete_distraint(maija).await.unwrap());
    tx.commit().await.unwrap();
    assert_eq!(db.store.distraint(maija).await.unwrap(), None);
}

async fn lists_are_read_by_indexes(db: TestDb) {
    let all = [&statements::PEOPLE[..], &statements::QUEUES, &statements::LOGS].concat();
    for statement in all {
        plans::assert_uses_indexes(&db, statement).await;
    }
}

async fn people_are_listed_by_name_page_by_page(db: TestDb) {
    for (last, email) in
        [("Öhman", "o@liksa.example"), ("Aalto", "a@liksa.example"), ("Berg", "b@liksa.example")]
    {
        let mut one = person().email(email).build();
        one.last_name = last.into();
        let mut tx = db.store.begin().await.unwrap();
        tx.insert_person(&NewPerson { person: &one, password_hash: "", created_at: fixed_now() })
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }
    let page = async |search: &str, role, after: Option<&Cursor<String>>| {
        db.store.people(&PeopleFilter { role, search, after, limit: 2 }).await.unwrap()
    };
    let first = page("", None, None).await;
    let names = |people: &[PersonCard]| -> Vec<String> {
        people.iter().map(|card| card.person.last_name.clone()).collect()
    };
    assert_eq!(names(&first), ["Aalto", "Berg"]);
    let cursor: Cursor<String> = first[1].cursor().to_string().parse().unwrap();
    assert_eq!(names(&page("", None, Some(&cursor)).await), ["Öhman"]);
    assert_eq!(names(&page("öh", None, None).await), ["Öhman"]);
    assert_eq!(names(&page("ber mai", Some(Role::User), None).await), ["Berg"]);
    assert_eq!(page("berg", Some(Role::Clerk), None).await, []);
    assert_eq!(page("x", None, None).await, [], "one letter is too little to go by");
}

async fn roles_and_terms_are_changed(db: TestDb) {
    let maija = worker(&db.store, "maija@liksa.example").await;
    let terms = WorkerTerms {
        worker_type: WorkerType::Employee,
        service_rate: Some(Rate::from_millionths(49_000)),
        profession_code: Some("2651".into()),
        yel_insured: false,
        pay_yel_through_service: true,
        employed_since: Some(date(2024, 2, 1)),
    };
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.roles_of(maija).await.unwrap(), Some(vec![Role::User, Role::Clerk]));
    assert_eq!(tx.roles_of(new_id()).await.unwrap(), None);
    assert_eq!(tx.lock_admins().await.unwrap(), []);
    tx.set_roles(maija, &[Role::User, Role::Admin]).await.unwrap();
    assert_eq!(tx.lock_admins().await.unwrap(), [maija]);
    assert!(tx.set_terms(maija, 1, &terms).await.unwrap());
    assert!(!tx.set_terms(maija, 1, &terms).await.unwrap(), "somebody else was faster");
    assert!(!tx.set_terms(new_id(), 1, &terms).await.unwrap(), "nobody");
    tx.commit().await.unwrap();
    let found = db.store.pay_facts(&[maija], PAYDAY).await.unwrap().remove(&maija).unwrap();
    assert_eq!(found.person.roles, [Role::User, Role::Admin]);
    assert_eq!(WorkerTerms::of(&found), terms);
}

async fn a_promo_code_is_changed_on_its_version(db: TestDb) {
    let code = PromoCode {
        code: "KESÄ".into(),
        service_rate: Rate::from_millionths(49_000),
        note: String::new(),
        valid_from: date(2026, 6, 1),
        valid_until: None,
        most_uses: None,
    };
    let changed = PromoCode { most_uses: Some(5), valid_until: Some(date(2026, 8, 31)), ..code.clone() };
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.insert_promo_code(&code, fixed_now()).await.unwrap());
    assert!(!tx.insert_promo_code(&code, fixed_now()).await.unwrap());
    assert!(tx.replace_promo_code(&changed, 1).await.unwrap());
    assert!(!tx.replace_promo_code(&code, 1).await.unwrap(), "an old version");
    tx.commit().await.unwrap();
    let stored = db.store.promo_codes().await.unwrap();
    assert_eq!((stored.len(), &stored[0].code, stored[0].version), (1, &changed, 2));
}

async fn the_dashboard_counts_what_waits_and_what_moved(db: TestDb) {
    let maija = worker(&db.store, "maija@liksa.example").await;
    let empty = db.store.dashboard(maija, &[], date(2026, 1, 1)).await.unwrap();
    assert_eq!((empty.tax_cards, empty.failed_jobs), (Waiting::default(), Waiting::default()));
    assert_eq!(empty.money, []);
}
