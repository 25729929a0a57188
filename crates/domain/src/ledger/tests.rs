use jiff::Timestamp;
use jiff::civil::date;
use proptest::prelude::*;

use super::entries::{self, PaymentPlace};
use super::*;
use crate::ids::{Id, PayrollRunId};
use crate::person::Language;
use crate::vat::{self, VatLine, VatRounding};

const DAY: Date = date(2026, 11, 20);

fn id<T: Id>(byte: u8) -> T {
    T::new(Timestamp::UNIX_EPOCH, [byte; 10])
}

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

fn line(account: Account, amount: &str) -> LedgerLine {
    LedgerLine { account, amount: money(amount), vat_rate: None, person: None, bill: None }
}

/// What the entry does to an account.
fn on(entry: &Entry, account: Account) -> Money {
    let lines = entry.lines().iter().filter(|line| line.account == account);
    Money::sum(lines.map(|line| line.amount)).unwrap()
}

#[test]
fn what_does_not_add_up_is_no_entry() {
    let made = |lines: Vec<LedgerLine>| Entry::new(EntryKind::RefundPaid, "x", DAY, lines);
    let off = made(vec![line(Account::Bank, "10"), line(Account::Refundable, "-9.99")]);
    assert_eq!(off, Err(LedgerError::Unbalanced(money("0.01"))));
    let fractions = made(vec![line(Account::Bank, "0.005"), line(Account::Refundable, "-0.005")]);
    assert_eq!(fractions, Err(LedgerError::FractionOfCent));
    let sound =
        made(vec![line(Account::Bank, "10"), line(Account::Rounding, "0"), line(Account::Refundable, "-10")]);
    assert_eq!(sound.unwrap().lines().len(), 2, "a line of nothing is left out");
}

#[test]
fn accounts_are_known_by_ascending_numbers() {
    assert!(Account::ALL.is_sorted_by(|a, b| a.number() < b.number()));
    assert_eq!(Account::from_number(2960), Some(Account::AwaitingSalary));
    assert_eq!(Account::from_number(1), None);
    assert_eq!(Account::Bank.name(Language::Finnish), "Pankkitili");
}

#[test]
fn a_sent_bill_is_owed_by_the_customer_to_the_state_and_the_worker() {
    let rate = |text: &str| Rate::from_percent_str(text).unwrap();
    let lines = [(rate("25.5"), money("100")), (rate("0"), money("20"))];
    let totals = vat::totals(VatRounding::ByLine, &lines).unwrap();
    let entry = entries::invoice_sent(id(1), id(2), DAY, &totals).unwrap();
    assert_eq!(on(&entry, Account::Receivables), money("145.50"));
    assert_eq!(on(&entry, Account::VatPayable), money("-25.50"));
    assert_eq!(on(&entry, Account::AwaitingSalary), money("-120"));
    let of_rate =
        |wanted: &str| entry.lines().iter().filter(|line| line.vat_rate == Some(rate(wanted))).count();
    assert_eq!((of_rate("25.5"), of_rate("0")), (2, 1), "no VAT, no line of it");
    assert_eq!(entry.subject(), format!("bill:{}", id::<BillId>(1)));
}

#[test]
fn a_payment_that_finds_its_bill_leaves_the_unmatched() {
    let bill = id(1);
    let to = [(PaymentPlace::Bill(bill), money("90")), (PaymentPlace::LateCharges(bill), money("10"))];
    let entry = entries::payment_matched("payment:1", DAY, PaymentPlace::Unmatched, &to).unwrap();
    assert_eq!(on(&entry, Account::UnmatchedPayments), money("100"));
    assert_eq!(on(&entry, Account::Receivables), money("-90"));
    assert_eq!(on(&entry, Account::LateCharges), money("-10"));
}

fn any_cents() -> impl Strategy<Value = Money> {
    (-1_000_000_000i64..=1_000_000_000).prop_map(|cents| Money::from_cents(cents).unwrap())
}

fn any_place() -> impl Strategy<Value = PaymentPlace> {
    prop_oneof![
        (0u8..4).prop_map(|byte| PaymentPlace::Bill(id(byte))),
        (0u8..4).prop_map(|byte| PaymentPlace::LateCharges(id(byte))),
        Just(PaymentPlace::Unmatched),
        Just(PaymentPlace::Refundable),
    ]
}

fn any_parts() -> impl Strategy<Value = Vec<(PaymentPlace, Money)>> {
    prop::collection::vec((any_place(), any_cents()), 0..6)
}

proptest! {
    /// Salaries are shown to balance beside the engine's own identities.
    #[test]
    fn every_constructor_balances(
        rows in prop::collection::vec((0i64..=300_000, any::<i32>()), 0..8),
        parts in any_parts(),
        from in any_place(),
        amount in any_cents(),
    ) {
        let line = |(rate, units): (i64, i32)| (Rate::from_millionths(rate), Money::from_units(units.into()));
        let lines: Vec<VatLine> = rows.into_iter().map(line).collect();
        let totals = vat::totals(VatRounding::ByLine, &lines).unwrap();
        let made = [
            entries::invoice_sent(id(1), id(2), DAY, &totals),
            entries::payment_received("payment:1", DAY, &parts),
            entries::payment_matched("payment:1", DAY, from, &parts),
            entries::refund_paid("payment:1", DAY, amount),
            entries::salaries_paid(id::<PayrollRunId>(3), DAY, amount),
        ];
        for entry in made {
            let entry = entry.unwrap();
            let sum = Money::sum(entry.lines().iter().map(|line| line.amount)).unwrap();
            prop_assert_eq!(sum, Money::ZERO);
        }
    }
}
