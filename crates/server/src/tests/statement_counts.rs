//! How many statements a request makes, on a large data set.

mod counting;

use jiff::civil::date;
use liksa_actions::context::Lane;
use liksa_demo::content as demo;
use liksa_demo::large::{HEAVY, Size, fill};
use liksa_domain::bill::{BillState, Section};
use liksa_domain::person::Email;
use liksa_store::{BillFilter, ListOrder, Store, StoredBill};
use liksa_test_support::both_engines;

use crate::testing::TestApp;
pub use counting::statements_of;

both_engines! {
    the_number_of_statements_does_not_depend_on_the_rows_of_a_bill,
    the_number_of_statements_of_a_dashboard_does_not_depend_on_the_bills,
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

async fn the_number_of_statements_does_not_depend_on_the_rows_of_a_bill(app: TestApp) {
    let password_hash = app.passwords.hash(Lane::Known, demo::PASSWORD).await.unwrap();
    fill(&app.store, SMALL, &password_hash).await.unwrap();
    let bills = bills_of(&app.store, HEAVY).await;
    let long = &bills[0];
    let drafts = bills.iter().filter(|bill| bill.bill.state == BillState::Open);
    let short = drafts.min_by_key(|bill| bill.bill.rows.len()).unwrap();
    assert_eq!((long.bill.rows.len(), long.bill.state), (60, BillState::Open));
    assert!(short.bill.rows.len() < 60);

    let login = app.login(HEAVY, demo::PASSWORD).await.json;
    let (token, id) = (login["authtoken"].as_str().unwrap(), login["id"].as_str().unwrap());
    let count = async |path: String| statements_of(app.get(&path).token(token)).await;
    let bill = async |bill: &StoredBill| count(format!("/api/person/{id}/bills/{}", bill.id)).await;
    let archive = async |search: &str| count(format!("/api/person/{id}/archive?search={search}")).await;

    let of_short = bill(short).await;
    assert_eq!(bill(long).await, of_short);
    // Of a draft also what its estimate depends on is read.
    assert!((2..=18).contains(&of_short), "{of_short} statements for one bill");
    let of_one = archive("no-such-text").await;
    assert_eq!(archive("").await, of_one);
    assert!((2..=5).contains(&of_one), "{of_one} statements for a page");
}

async fn the_number_of_statements_of_a_dashboard_does_not_depend_on_the_bills(app: TestApp) {
    let password_hash = app.passwords.hash(Lane::Known, demo::PASSWORD).await.unwrap();
    fill(&app.store, SMALL, &password_hash).await.unwrap();
    let count = async |email: &str, path: &str| {
        let login = app.login(email, demo::PASSWORD).await.json;
        let path = format!("/api/info/{}{path}", login["id"].as_str().unwrap());
        let answer = app.get(&path).token(login["authtoken"].as_str().unwrap()).send().await.json;
        let call = app.get(&path).token(login["authtoken"].as_str().unwrap());
        (answer["onItsWay"]["total"].as_i64(), statements_of(call).await)
    };
    let (few, of_few) = count("worker1@liksa.example", "").await;
    let (many, of_many) = count(HEAVY, "").await;
    assert!(few.unwrap() > 0 && many > few, "{few:?} and {many:?} parts");
    // Credit notes of bills that were credited in part are read where there are any.
    assert!((15..=32).contains(&of_few) && of_many <= of_few + 5, "{of_few} and {of_many} statements");
    let (_, of_year) = count(HEAVY, "/taxinfo/2026").await;
    assert!((3..=9).contains(&of_year), "{of_year} statements for a year");
}
