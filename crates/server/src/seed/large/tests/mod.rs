mod counting;

use jiff::civil::date;
use liksa_domain::bill::Section;
use liksa_domain::person::Email;
use liksa_domain::settings::ProviderSettings;
use liksa_domain::validation::{Sending, sending_problems};
use liksa_store::{BillFilter, ListOrder, StoredBill};
use liksa_test_support::{Engine, OnEngine, TestDb, both_engines};

use super::*;
use crate::seed::timeline::Worker;
use crate::testing::TestApp;
use counting::statements_of;

both_engines! {
    what_is_made_is_sound_and_nothing_is_made_twice,
    a_bill_takes_as_many_statements_whatever_its_rows,
}

const SMALL: Size = Size { workers: 3, bills: 20, heavy_bills: 60, until: date(2026, 10, 30) };

/// All bills of a person, whole.
async fn bills_of(store: &Store, email: &str) -> Vec<StoredBill> {
    let person = store.credentials(&Email::parse(email).unwrap()).await.unwrap().unwrap().person.id;
    let filter = BillFilter {
        person,
        sections: (Section::Open, Section::Credited),
        words: &[],
        order: ListOrder::OpenFirst,
        after: None,
        limit: 1_000,
    };
    let mut bills = vec![];
    for card in store.bill_page(&filter).await.unwrap().bills {
        bills.push(store.bill(card.id).await.unwrap().unwrap());
    }
    bills
}

#[tokio::test]
async fn the_same_numbers_give_the_same_content() {
    let (one, other) = (TestDb::on(Engine::Sqlite).await, TestDb::on(Engine::Sqlite).await);
    fill(&one.store, SMALL, "").await.unwrap();
    fill(&other.store, SMALL, "").await.unwrap();
    for email in [HEAVY, "worker1@liksa.example", "worker3@liksa.example", "worker@liksa.example"] {
        let bills = bills_of(&one.store, email).await;
        assert!(bills.len() > 5, "{email}");
        assert_eq!(bills, bills_of(&other.store, email).await, "{email}");
    }
}

async fn what_is_made_is_sound_and_nothing_is_made_twice(db: TestDb) {
    assert_eq!(fill(&db.store, SMALL, "").await.unwrap(), 3 * 20 + 60);
    for finding in db.store.check().await.unwrap() {
        assert_eq!(finding.problems, Vec::<String>::new(), "{}", finding.question);
    }
    let bills = bills_of(&db.store, HEAVY).await;
    assert_eq!(bills.len(), 60);
    assert_eq!((bills[0].bill.rows.len(), bills[0].bill.state.section()), (60, Section::Open));

    let again = fill(&db.store, SMALL, "").await.unwrap_err().to_string();
    assert!(again.contains("there are people"), "{again}");
    assert_eq!(bills_of(&db.store, HEAVY).await, bills);
}

/// What was sent could be sent.
#[tokio::test]
async fn every_bill_keeps_the_rules_of_its_day() {
    let db = TestDb::on(Engine::Sqlite).await;
    let mut tx = db.store.begin().await.unwrap();
    let calendar = Calendar::until(SMALL.until).unwrap();
    let mut chance = Chance::from(7);
    let at = calendar.on(date(2024, 10, 30), (0, 0)).unwrap().at;
    let register = Register {
        tx: &mut tx,
        chance: chance.branch(),
        at,
        password_hash: "",
        last_company: BEFORE_FIRST_COMPANY,
        people: 0,
        first_year: 2024,
        last_year: 2026,
    };
    let freelancers = register_freelancers(register, 30).await.unwrap();
    let size = Size { workers: 30, ..SMALL };
    for plan in plans(size, &calendar, &mut chance).unwrap() {
        let freelancer = &freelancers[plan.freelancer];
        let story = plan.story(freelancer, &calendar).unwrap();
        let Worker { person, facts } = &*story.worker;
        let sending = Sending {
            today: story.made.day,
            home_postal_code: &facts.postal_code,
            worker: &facts.worker(person.worker_type),
            settings: &ProviderSettings::default(),
        };
        assert_eq!(sending_problems(&story.bill, &sending), [], "{:?}", story.bill);
    }
}

async fn a_bill_takes_as_many_statements_whatever_its_rows(app: TestApp) {
    let password_hash = app.passwords.hash(demo::PASSWORD).await.unwrap();
    fill(&app.store, SMALL, &password_hash).await.unwrap();
    let bills = bills_of(&app.store, HEAVY).await;
    let long = &bills[0];
    let short = bills.iter().find(|bill| bill.bill.rows.len() == 1).unwrap();
    assert_eq!(long.bill.rows.len(), 60);

    let login = app.login(HEAVY, demo::PASSWORD).await.json;
    let (token, id) = (login["authtoken"].as_str().unwrap(), login["id"].as_str().unwrap());
    let count = async |path: String| statements_of(app.get(&path).token(token)).await;
    let bill = async |bill: &StoredBill| count(format!("/api/person/{id}/bills/{}", bill.id)).await;
    let archive = async |search: &str| count(format!("/api/person/{id}/archive?search={search}")).await;

    let of_short = bill(short).await;
    assert_eq!(bill(long).await, of_short);
    assert!((2..=6).contains(&of_short), "{of_short} statements for one bill");
    let of_one = archive("no-such-text").await;
    assert_eq!(archive("").await, of_one);
    assert!((2..=5).contains(&of_one), "{of_one} statements for a page");
}
