//! Lists of bills: pages, searches, and the indexes that they are read from.

use jiff::civil::date;
use liksa_domain::bill::{Bill, BillState, Section};
use liksa_domain::ids::{BillId, PersonId};
use liksa_domain::share::{DraftShares, ShareState};
use liksa_money::Money;
use liksa_store::{BillCard, BillFilter, ListOrder, NewShare, statements};
use liksa_test_support::{TestDb, both_engines, fixed_now};

use super::{company, draft, insert, insert_found_by, new_id, row, worker};
use crate::plans;

both_engines! {
    pages_show_each_bill_once,
    searches_find_by_every_word,
    cards_of_drafts_tell_what_their_shares_come_to,
    lists_and_bills_are_read_from_indexes,
}

pub(super) fn filter(person: PersonId) -> BillFilter<'static> {
    BillFilter {
        person,
        sections: (Section::Open, Section::Credited),
        words: &[],
        order: ListOrder::OpenFirst,
        after: None,
        limit: 4,
    }
}

async fn pages_show_each_bill_once(db: TestDb) {
    let (person, other) = (worker(&db.store).await, worker(&db.store).await);
    insert(&db.store, other, &draft(vec![])).await;
    let mut all = vec![];
    for state in BillState::ALL.iter().cycle().take(17) {
        let id = insert(&db.store, person, &Bill { state: *state, ..draft(vec![row("x", 1)]) }).await;
        all.push((state.section(), id));
    }
    for order in [ListOrder::OpenFirst, ListOrder::ClosedFirst] {
        let (mut seen, mut after) = (vec![], None);
        loop {
            let page = db.store.bill_page(&BillFilter { order, after, ..filter(person) }).await.unwrap();
            assert_eq!(page.total, 17);
            seen.extend(page.bills.iter().map(|card| (card.state.section(), card.id)));
            after = page.next;
            if after.is_none() {
                break;
            }
            assert_eq!(page.bills.len(), 4);
            assert_eq!(page.bills[0].rows, 1);
        }
        let mut expected = all.clone();
        // Within a section the newest first.
        expected.sort_unstable_by_key(|(section, id)| (*section, std::cmp::Reverse(*id)));
        if order == ListOrder::ClosedFirst {
            expected.sort_by_key(|(section, _)| std::cmp::Reverse(*section));
        }
        assert_eq!(seen, expected, "{order:?}");
    }
    let pending = BillFilter { sections: (Section::Pending, Section::Pending), ..filter(person) };
    let page = db.store.bill_page(&pending).await.unwrap();
    assert!(page.bills.iter().all(|card| card.state.section() == Section::Pending));
    assert_eq!(page.total, all.iter().filter(|(section, _)| *section == Section::Pending).count() as i64);
}

async fn searches_find_by_every_word(db: TestDb) {
    let person = worker(&db.store).await;
    let with_customer = Bill { customer: Some(company(&db.store, person).await), ..draft(vec![]) };
    let first = insert_found_by(&db.store, person, &with_customer, "keikka\n1255.00").await;
    let dated = Bill { billing_date: Some(date(2026, 11, 16)), ..draft(vec![]) };
    let second = insert_found_by(&db.store, person, &dated, "100% alennus_a!").await;
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.number_bill(second).await.unwrap(), 1001);
    tx.commit().await.unwrap();
    let cases: &[(&[&str], &[BillId])] = &[
        (&[], &[second, first]),
        (&["keikka"], &[first]),
        (&["kulttuuri", "1255"], &[first]),
        (&["kulttuuri", "alennus"], &[]),
        (&["1001"], &[second]),
        (&["100%"], &[second]),
        (&["alennus_a!"], &[second]),
        (&["alennus%a"], &[]),
        (&["a_ennus"], &[]),
        (&["a", "e", "n", "1001"], &[second]),
        (&["16.11.2026"], &[second]),
        (&["11.2026", "alennus"], &[second]),
        (&["17.11.2026"], &[]),
        (&["hämeenlinna"], &[first]),
        (&["évry"], &[first]),
        (&["linna", "alennus"], &[]),
        (&["helsinki"], &[]),
    ];
    for (words, expected) in cases {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let page = db.store.bill_page(&BillFilter { words: &words, ..filter(person) }).await.unwrap();
        let mut found: Vec<BillId> = page.bills.iter().map(|card| card.id).collect();
        found.sort_unstable();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(found, expected, "{words:?}");
        assert_eq!(page.total, expected.len() as i64);
    }
}

async fn lists_and_bills_are_read_from_indexes(db: TestDb) {
    for statement in statements::BILLS {
        // SQLite gets the members of an array from JSON, which is no table.
        let of_one = statement.replace("= ANY($1)", "= $1");
        let plan = plans::assert_uses_indexes(&db, &of_one).await;
        let is_list = statement.contains("section BETWEEN");
        assert!(!is_list || plan.contains("bill_open_first") || plan.contains("bill_closed_first"), "{plan}");
        assert!(!statement.contains("AS shares") || plan.contains("share_by_bill"), "{plan}");
    }
}

async fn cards_of_drafts_tell_what_their_shares_come_to(db: TestDb) {
    const OPEN: ShareState = ShareState::Open;
    const WAITING: ShareState = ShareState::WaitingForSubcontractor;
    const DECLINED: ShareState = ShareState::Declined;
    const APPROVED: ShareState = ShareState::Approved;
    let cases: &[(&[ShareState], Option<DraftShares>)] = &[
        (&[], None),
        (&[OPEN], None),
        (&[APPROVED, OPEN], None),
        (&[WAITING], Some(DraftShares::Waiting)),
        (&[WAITING, OPEN], Some(DraftShares::Waiting)),
        (&[APPROVED, WAITING], Some(DraftShares::Waiting)),
        (&[APPROVED, OPEN, WAITING], Some(DraftShares::Waiting)),
        (&[DECLINED], Some(DraftShares::Declined)),
        (&[OPEN, DECLINED], Some(DraftShares::Declined)),
        (&[DECLINED, WAITING], Some(DraftShares::Declined)),
        (&[APPROVED, DECLINED], Some(DraftShares::Declined)),
        (&[OPEN, WAITING, DECLINED, APPROVED], Some(DraftShares::Declined)),
        (&[APPROVED], Some(DraftShares::Approved)),
        (&[APPROVED, APPROVED], Some(DraftShares::Approved)),
    ];
    let (person, subcontractor) = (worker(&db.store).await, worker(&db.store).await);
    let mut expected = vec![];
    for (states, of_draft) in cases {
        let bill = insert(&db.store, person, &draft(vec![])).await;
        give_shares(&db, bill, subcontractor, states).await;
        expected.push((bill, *of_draft));
        let sent = Bill { state: BillState::Pending, ..draft(vec![]) };
        let bill = insert(&db.store, person, &sent).await;
        give_shares(&db, bill, subcontractor, states).await;
        expected.push((bill, None));
    }
    expected.sort_unstable_by_key(|(bill, _)| *bill);
    let shown = |cards: Vec<BillCard>| {
        let mut shown: Vec<_> = cards.iter().map(|card| (card.id, card.shares)).collect();
        shown.sort_unstable_by_key(|(bill, _)| *bill);
        shown
    };
    for order in [ListOrder::OpenFirst, ListOrder::ClosedFirst] {
        let page = db.store.bill_page(&BillFilter { order, limit: 50, ..filter(person) }).await.unwrap();
        assert_eq!(shown(page.bills), expected, "{order:?}");
    }
    assert_eq!(shown(db.store.unpaid_bills(person, 50).await.unwrap()), expected);
}

/// Gives one share in each of these states.
async fn give_shares(db: &TestDb, bill: BillId, subcontractor: PersonId, states: &[ShareState]) {
    let mut tx = db.store.begin().await.unwrap();
    for state in states {
        let (date, amount, percent) = (date(2026, 11, 2), Some(Money::euros(50)), None);
        let (id, description, at) = (new_id(), state.name(), fixed_now());
        tx.insert_share(&NewShare { id, bill, subcontractor, date, amount, percent, description, at })
            .await
            .unwrap();
    }
    tx.commit().await.unwrap();
    db.execute("UPDATE share SET state = description").await.unwrap();
}
