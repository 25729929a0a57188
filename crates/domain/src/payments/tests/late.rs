use jiff::civil::date;
use liksa_money::Rate;
use liksa_rates::{RatesError, StatutoryFigures};

use super::*;
use crate::customer::PartyRole;
use crate::problem::ErrorKey;

/// Billed two weeks before it is due.
fn agreed(due: jiff::civil::Date) -> Term {
    Term { billed_on: due.saturating_sub(jiff::Span::new().days(14)), due, agreed: true }
}

fn asked(paid: &[(jiff::civil::Date, Money)]) -> ReminderAsked<'_> {
    ReminderAsked {
        debtor: PartyRole::Individual,
        billed: money("1000"),
        term: agreed(date(2026, 3, 1)),
        paid,
        last: None,
        with_interest: true,
        today: date(2026, 3, 15),
    }
}

#[test]
fn interest_runs_from_the_day_after_the_due_date() {
    let one = interest(
        StatutoryFigures::shipped(),
        PartyRole::Individual,
        (money("1000"), agreed(date(2026, 3, 1))),
        &[],
        date(2026, 3, 15),
    )
    .unwrap();
    // 14 days of 9.5 % on 1 000: 3.6438…
    let expected = LatePeriod {
        from: date(2026, 3, 2),
        until: date(2026, 3, 15),
        rate: Rate::from_millionths(95_000),
        amount: money("3.64"),
    };
    assert_eq!(one, [expected]);
    let none = interest(
        StatutoryFigures::shipped(),
        PartyRole::Individual,
        (money("1000"), agreed(date(2026, 3, 1))),
        &[],
        date(2026, 3, 1),
    )
    .unwrap();
    assert_eq!(none, []);
}

#[test]
fn each_half_year_has_its_rate_and_businesses_pay_more() {
    let due = (money("10000"), agreed(date(2025, 6, 20)));
    let periods =
        interest(StatutoryFigures::shipped(), PartyRole::Company, due, &[], date(2026, 1, 9)).unwrap();
    let spans: Vec<_> = periods.iter().map(|period| (period.from, period.until)).collect();
    assert_eq!(
        spans,
        [
            (date(2025, 6, 21), date(2025, 6, 30)),
            (date(2025, 7, 1), date(2025, 12, 31)),
            (date(2026, 1, 1), date(2026, 1, 9)),
        ]
    );
    let rates: Vec<i64> = periods.iter().map(|period| period.rate.millionths()).collect();
    assert_eq!(rates, [115_000, 105_000, 105_000]);
    // 10 days of 11.5 %, 184 and 9 of 10.5 %.
    let amounts: Vec<String> = periods.iter().map(|period| period.amount.plain()).collect();
    assert_eq!(amounts, ["31.51", "529.32", "25.89"]);
}

#[test]
fn what_has_been_paid_bears_no_interest_from_the_next_day_on() {
    let paid = [(date(2026, 3, 11), money("600"))];
    let periods = interest(
        StatutoryFigures::shipped(),
        PartyRole::Individual,
        (money("1000"), agreed(date(2026, 3, 1))),
        &paid,
        date(2026, 3, 21),
    )
    .unwrap();
    let amounts: Vec<_> = periods.iter().map(|period| (period.until, period.amount)).collect();
    assert_eq!(amounts, [(date(2026, 3, 11), money("2.60")), (date(2026, 3, 21), money("1.04"))]);
    let all = [(date(2026, 3, 11), money("600")), (date(2026, 3, 12), money("400"))];
    let periods = interest(
        StatutoryFigures::shipped(),
        PartyRole::Individual,
        (money("1000"), agreed(date(2026, 3, 1))),
        &all,
        date(2026, 5, 1),
    )
    .unwrap();
    assert_eq!(periods.last().unwrap().until, date(2026, 3, 12));
}

#[test]
fn an_unknown_rate_is_named() {
    let error = interest(
        StatutoryFigures::shipped(),
        PartyRole::Individual,
        (money("1"), agreed(date(2026, 8, 1))),
        &[],
        date(2026, 8, 20),
    )
    .unwrap_err();
    let unknown = RatesError::UnknownFigure { figure: "reference_second_half", year: 2026 };
    assert_eq!(error, LateError::Rates(unknown));
    assert_eq!(error.key(), ErrorKey::UnknownRate);
    let error = interest(
        StatutoryFigures::shipped(),
        PartyRole::Individual,
        (money("1"), agreed(date(2027, 1, 1))),
        &[],
        date(2027, 1, 2),
    )
    .unwrap_err();
    assert_eq!(error.key(), ErrorKey::UnknownYear);
}

#[test]
fn a_reminder_waits_as_long_as_the_law_says() {
    let reminder = Reminder::of(StatutoryFigures::shipped(), &asked(&[])).unwrap();
    assert_eq!((reminder.number, reminder.pay_by, reminder.fee), (1, date(2026, 3, 29), money("5")));
    assert_eq!(reminder.interest_total(), Ok(money("3.64")));
    let early = ReminderAsked { today: date(2026, 3, 14), ..asked(&[]) };
    assert_eq!(
        Reminder::of(StatutoryFigures::shipped(), &early),
        Err(LateError::Refused(ErrorKey::ReminderTooEarly))
    );

    let again = ReminderAsked { last: Some((1, date(2026, 3, 15))), today: date(2026, 3, 28), ..asked(&[]) };
    assert_eq!(
        Reminder::of(StatutoryFigures::shipped(), &again),
        Err(LateError::Refused(ErrorKey::ReminderTooEarly))
    );
    let second =
        Reminder::of(StatutoryFigures::shipped(), &ReminderAsked { today: date(2026, 3, 29), ..again })
            .unwrap();
    assert_eq!((second.number, second.interest_total()), (2, Ok(money("7.29"))));
    let third = ReminderAsked { last: Some((2, date(2026, 3, 29))), today: date(2026, 6, 1), ..asked(&[]) };
    assert_eq!(
        Reminder::of(StatutoryFigures::shipped(), &third),
        Err(LateError::Refused(ErrorKey::RemindedTwice))
    );
}

#[test]
fn a_business_pays_the_larger_fee_and_interest_may_be_left_out() {
    let asked = ReminderAsked { debtor: PartyRole::Company, with_interest: false, ..asked(&[]) };
    let reminder = Reminder::of(StatutoryFigures::shipped(), &asked).unwrap();
    assert_eq!((reminder.fee, reminder.interest.len()), (money("12"), 0));
    // Without interest nothing needs to be known of its rate.
    let autumn = ReminderAsked { term: agreed(date(2026, 10, 1)), today: date(2026, 11, 16), ..asked };
    assert!(Reminder::of(StatutoryFigures::shipped(), &autumn).is_ok());
    assert!(
        Reminder::of(StatutoryFigures::shipped(), &ReminderAsked { with_interest: true, ..autumn }).is_err()
    );
}

#[test]
fn who_owes_nothing_is_not_reminded() {
    let paid = [(date(2026, 2, 20), money("1000"))];
    assert_eq!(
        Reminder::of(StatutoryFigures::shipped(), &asked(&paid)),
        Err(LateError::Refused(ErrorKey::NothingOwed))
    );
}

#[test]
fn interest_waits_thirty_days_from_the_invoice_where_no_due_date_was_agreed() {
    let (billed_on, due) = (date(2026, 2, 15), date(2026, 3, 1));
    let begins = |term: Term| term.free_of_interest_until().unwrap().tomorrow().unwrap();
    assert_eq!(begins(Term { billed_on, due, agreed: true }), date(2026, 3, 2));
    let not_agreed = Term { billed_on, due, agreed: false };
    assert_eq!(begins(not_agreed), date(2026, 3, 18), "the thirtieth day is the 17th of March");
    let long = Term { due: date(2026, 4, 10), ..not_agreed };
    assert_eq!(begins(long), date(2026, 4, 11), "nobody is late before the due date");

    let periods = interest(
        StatutoryFigures::shipped(),
        PartyRole::Individual,
        (money("1000"), not_agreed),
        &[],
        date(2026, 3, 31),
    )
    .unwrap();
    // 14 days of 9.5 %.
    let amounts: Vec<_> = periods.iter().map(|period| (period.from, period.amount)).collect();
    assert_eq!(amounts, [(date(2026, 3, 18), money("3.64"))]);
    let reminder =
        Reminder::of(StatutoryFigures::shipped(), &ReminderAsked { term: not_agreed, ..asked(&[]) }).unwrap();
    assert_eq!((reminder.fee, reminder.interest), (money("5"), vec![]), "the fee follows the due date");
}

#[test]
fn where_a_rate_is_missing_the_fee_alone_is_asked_for() {
    let autumn = ReminderAsked { term: agreed(date(2026, 10, 1)), today: date(2026, 11, 16), ..asked(&[]) };
    let (reminder, why) = Reminder::as_far_as_known(StatutoryFigures::shipped(), &autumn).unwrap();
    assert_eq!((reminder.fee, reminder.interest, why), (money("5"), vec![], Some(ErrorKey::UnknownRate)));
    let (reminder, why) = Reminder::as_far_as_known(StatutoryFigures::shipped(), &asked(&[])).unwrap();
    assert_eq!((reminder.interest_total(), why), (Ok(money("3.64")), None));
    let early = ReminderAsked { today: date(2026, 10, 2), ..autumn };
    assert_eq!(
        Reminder::as_far_as_known(StatutoryFigures::shipped(), &early),
        Err(LateError::Refused(ErrorKey::ReminderTooEarly))
    );
}
