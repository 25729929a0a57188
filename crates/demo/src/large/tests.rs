use std::collections::HashMap;

use jiff::civil::date;
use liksa_domain::bill::{BillState, Section};
use liksa_domain::person::Email;
use liksa_domain::settings::ProviderSettings;
use liksa_domain::travel::{ClaimedTrip, Occasion, clashes_with};
use liksa_domain::validation::{Sending, sending_problems};
use liksa_store::{BillFilter, ListOrder, StoredBill};
use liksa_test_support::{Engine, OnEngine, TestDb, both_engines, fixed_now};

use super::*;
use crate::history::person::Worker;

both_engines! {
    the_data_is_consistent_and_made_only_once,
}

const SMALL: Size = Size { workers: 3, bills: 20, heavy_bills: 60, faulty: 0, until: date(2026, 10, 30) };

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

async fn the_data_is_consistent_and_made_only_once(db: TestDb) {
    assert_eq!(fill(&db.store, SMALL, "").await.unwrap(), 3 * 20 + 60);
    for finding in db.store.check(fixed_now()).await.unwrap() {
        assert_eq!(finding.problems, [], "{:?}", finding.question);
    }
    let bills = bills_of(&db.store, HEAVY).await;
    assert_eq!(bills.len(), 60);
    assert_eq!((bills[0].bill.rows.len(), bills[0].bill.state.section()), (60, Section::Open));

    let again = fill(&db.store, SMALL, "").await.unwrap_err().to_string();
    assert!(again.contains("there are people"), "{again}");
    assert_eq!(bills_of(&db.store, HEAVY).await, bills);
}

#[tokio::test]
async fn every_bill_may_be_sent_on_its_day() {
    let db = TestDb::on(Engine::Sqlite).await;
    let mut tx = db.store.begin().await.unwrap();
    let calendar = Calendar::until(SMALL.until).unwrap();
    let mut random = SeededRandom::new(7);
    let at = calendar.on(date(2024, 10, 30), (0, 0)).unwrap().at;
    let words = Words::read().unwrap();
    let register = Register {
        tx: &mut tx,
        words: &words,
        random: random.fork(),
        at,
        password_hash: "",
        last_company: BEFORE_FIRST_COMPANY,
        people: 0,
        first_year: 2024,
        last_year: 2026,
    };
    let size = Size { workers: 30, ..SMALL };
    let freelancers = register_freelancers(register, size).await.unwrap();
    let mut trips = TripDays::default();
    let mut claimed: HashMap<usize, Vec<ClaimedTrip>> = HashMap::new();
    for plan in plans(size, &calendar, &mut random).unwrap() {
        let index = plan.freelancer;
        let freelancer = &freelancers[plan.freelancer];
        let history = plan.history(freelancer, &calendar, &mut trips).unwrap();
        let Worker { person, facts } = &*history.worker;
        let customer = freelancer.customers.iter().find(|known| Some(known.id) == history.bill.customer);
        let buyer = customer.map(|customer| customer.entry.details.buyer());
        let sending = Sending {
            law: liksa_rates::StatutoryFigures::shipped(),
            today: history.created.day,
            home_postal_code: &facts.postal_code,
            buyer: buyer.as_ref(),
            worker: &facts.worker(person.worker_type),
            settings: &ProviderSettings::default(),
        };
        assert_eq!(sending_problems(&history.bill, &sending), [], "{:?}", history.bill);
        let (id, of_worker) = (random.id(at), claimed.entry(index).or_default());
        let clashes = clashes_with(id, &history.bill.rows, of_worker, Occasion::Sending);
        assert_eq!(clashes.unwrap(), [], "{:?}", history.bill);
        let trips = history.bill.rows.iter().filter(|row| row.claims_travel());
        of_worker.extend(trips.map(|row| ClaimedTrip {
            bill: id,
            number: None,
            state: BillState::Pending,
            credit_of: None,
            departure: row.journey.departure.known().unwrap(),
            homecoming: row.journey.homecoming.known().unwrap(),
            kilometers: row.journey.kilometers,
            allowances: row.allowances,
            days_abroad: if row.journey.abroad { row.journey.days_abroad.clone() } else { None },
            credited_days: None,
        }));
    }
}
