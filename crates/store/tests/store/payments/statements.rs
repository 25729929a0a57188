//! Whether the ledger has what the bank's statements say.

use jiff::civil::{Date, date};
use liksa_domain::data_check::{FaultKey, Question};
use liksa_domain::ids::BankFileId;
use liksa_domain::ledger::entries::{self, PaymentPlace};
use liksa_domain::payments::PaymentState;
use liksa_money::Money;
use liksa_store::{NewClosing, NewPayment};
use liksa_test_support::{TestDb, both_engines, fixed_now};

use super::fixture::{ACCOUNT, Fixture, money, payment};

both_engines! {
    the_first_statement_tells_what_was_there_before,
    a_notification_before_the_first_statement_is_no_difference,
    a_statement_counts_once_it_is_booked,
    another_account_begins_anew,
    of_two_statements_of_a_day_the_bank_says_which_is_newer,
    comparing_begins_at_the_end_of_a_day_with_several_statements,
}

const OTHER: &str = "FI5542345670000081";
const FIRST: Date = date(2026, 11, 2);
const SECOND: Date = date(2026, 11, 3);

fn closing(balance: &str, day: Date) -> NewClosing {
    NewClosing { balance: money(balance), day, number: None, made_at: None }
}

impl Fixture {
    /// A bank file with these movements on a day, booked but not ended.
    async fn movements(
        &self,
        account: &str,
        day: Date,
        amounts: &[&str],
        closing: Option<NewClosing>,
    ) -> BankFileId {
        let days = (!amounts.is_empty()).then_some((day, day));
        let file = self.bank_file(account, days, closing).await;
        let mut tx = self.store.begin().await.unwrap();
        for amount in amounts {
            let one = payment(amount);
            let one = NewPayment { bank_file: Some(file), account, booking_date: day, ..one };
            assert!(tx.insert_payment(&one).await.unwrap());
            if one.amount.is_negative() {
                tx.settle_payment(one.id, PaymentState::Outgoing, Money::ZERO).await.unwrap();
            } else {
                let places = [(PaymentPlace::Unmatched, one.amount)];
                let entry = entries::payment_received(format!("payment:{}", one.id), day, &places).unwrap();
                tx.post(&entry, fixed_now()).await.unwrap();
            }
        }
        tx.commit().await.unwrap();
        file
    }

    async fn booked(&self, account: &str, day: Date, amounts: &[&str], closing: Option<NewClosing>) {
        let file = self.movements(account, day, amounts, closing).await;
        self.end(file).await;
    }

    async fn end(&self, file: BankFileId) {
        let mut tx = self.store.begin().await.unwrap();
        assert!(tx.finish_bank_file(file, fixed_now()).await.unwrap());
        tx.commit().await.unwrap();
    }

    /// What the bank says and what the ledger explains, where they differ.
    async fn difference(&self) -> Option<(Money, Money)> {
        let findings = self.store.check(fixed_now()).await.unwrap();
        let bank = findings.into_iter().find(|one| one.question == Question::BankAccount).unwrap();
        let fault = bank.problems.into_iter().next()?;
        assert_eq!(fault.key, FaultKey::BankDiffers);
        Some((fault.amount.unwrap(), fault.expected.unwrap()))
    }
}

async fn the_first_statement_tells_what_was_there_before(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    assert_eq!(fixture.difference().await, None, "no statement, nothing to ask");
    // The account had 1000.
    fixture.booked(ACCOUNT, FIRST, &["100", "-30"], Some(closing("1070", FIRST))).await;
    assert_eq!(fixture.difference().await, None);
    fixture.booked(ACCOUNT, SECOND, &["5", "-70"], Some(closing("1005", SECOND))).await;
    assert_eq!(fixture.difference().await, None);
    fixture.booked(ACCOUNT, date(2026, 11, 4), &["5"], Some(closing("1011", date(2026, 11, 4)))).await;
    assert_eq!(fixture.difference().await, Some((money("1011"), money("1010"))), "one euro was not told");
}

async fn a_notification_before_the_first_statement_is_no_difference(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    fixture.booked(ACCOUNT, FIRST, &["100"], None).await;
    fixture.booked(ACCOUNT, FIRST, &["-30"], Some(closing("1070", FIRST))).await;
    assert_eq!(fixture.difference().await, None);
    fixture.booked(ACCOUNT, SECOND, &["5"], Some(closing("1075", SECOND))).await;
    assert_eq!(fixture.difference().await, None);
    let third = date(2026, 11, 4);
    fixture.booked(ACCOUNT, third, &["5"], Some(closing("1081", third))).await;
    assert_eq!(fixture.difference().await, Some((money("1081"), money("1080"))));
}

async fn a_statement_counts_once_it_is_booked(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    fixture.booked(ACCOUNT, FIRST, &["100"], Some(closing("100", FIRST))).await;
    // The job has not come to the second movement yet.
    let file = fixture.movements(ACCOUNT, SECOND, &["20"], Some(closing("150", SECOND))).await;
    assert_eq!(fixture.difference().await, None);
    fixture.end(file).await;
    assert_eq!(fixture.difference().await, Some((money("150"), money("120"))));
}

async fn another_account_begins_anew(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    fixture.booked(ACCOUNT, FIRST, &["100", "-40"], Some(closing("60", FIRST))).await;
    fixture.booked(OTHER, SECOND, &["7"], Some(closing("507", SECOND))).await;
    assert_eq!(fixture.difference().await, None);
    // Some customers still pay to the old account.
    let third = date(2026, 11, 4);
    fixture.booked(ACCOUNT, third, &["25", "-85"], None).await;
    fixture.booked(OTHER, third, &["3", "-10"], Some(closing("500", third))).await;
    assert_eq!(fixture.difference().await, None);
    let fourth = date(2026, 11, 5);
    fixture.booked(OTHER, fourth, &["1"], Some(closing("502", fourth))).await;
    assert_eq!(fixture.difference().await, Some((money("502"), money("501"))));
}

async fn of_two_statements_of_a_day_the_bank_says_which_is_newer(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    let hour = |hour: i64| fixed_now().checked_add(jiff::SignedDuration::from_hours(hour)).ok();
    fixture.booked(ACCOUNT, FIRST, &["100"], Some(closing("100", FIRST))).await;
    // The statement of the evening is uploaded before the one of noon.
    let evening = NewClosing { number: Some(8), made_at: hour(8), ..closing("130", SECOND) };
    fixture.booked(ACCOUNT, SECOND, &["10", "20"], Some(evening)).await;
    let noon = NewClosing { number: Some(7), made_at: hour(9), ..closing("110", SECOND) };
    fixture.booked(ACCOUNT, SECOND, &[], Some(noon)).await;
    assert_eq!(fixture.difference().await, None, "by its number");
    let third = date(2026, 11, 4);
    let evening = NewClosing { made_at: hour(32), ..closing("135", third) };
    fixture.booked(ACCOUNT, third, &["5"], Some(evening)).await;
    let noon = NewClosing { made_at: hour(30), ..closing("130", third) };
    fixture.booked(ACCOUNT, third, &[], Some(noon)).await;
    assert_eq!(fixture.difference().await, None, "by its time");
}

async fn comparing_begins_at_the_end_of_a_day_with_several_statements(db: TestDb) {
    let fixture = Fixture::of(&db).await;
    // The account had 1000, of which nothing tells how much came before the notification.
    fixture.booked(ACCOUNT, FIRST, &["100"], None).await;
    let noon = NewClosing { number: Some(1), ..closing("1100", FIRST) };
    fixture.booked(ACCOUNT, FIRST, &[], Some(noon)).await;
    assert_eq!(fixture.difference().await, None);
    let evening = NewClosing { number: Some(2), ..closing("1150", FIRST) };
    fixture.booked(ACCOUNT, FIRST, &["70", "-20"], Some(evening)).await;
    assert_eq!(fixture.difference().await, None, "the evening of the first day");
    fixture.booked(ACCOUNT, SECOND, &["5"], Some(closing("1155", SECOND))).await;
    assert_eq!(fixture.difference().await, None);
    let third = date(2026, 11, 4);
    fixture.booked(ACCOUNT, third, &["5"], Some(closing("1161", third))).await;
    assert_eq!(fixture.difference().await, Some((money("1161"), money("1160"))));
}
