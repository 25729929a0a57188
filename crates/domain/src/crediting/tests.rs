use jiff::civil::date;
use liksa_money::{Quantity, Rate};
use proptest::prelude::*;

use super::*;
use crate::bill::{Allowances, ExpenseClass, ExpenseKind, Pricing, Row};

const TODAY: Date = date(2026, 11, 17);
const STANDARD: Rate = Rate::from_millionths(255_000);
const RATES: [Rate; 3] = [STANDARD, Rate::from_millionths(135_000), Rate::from_millionths(0)];

fn row(rate: Rate, cents: i64) -> Row {
    let price = Some(Money::from_units(cents * 100));
    Row { pricing: Pricing::Contract { price }, ..Row::empty(date(2026, 11, 2), rate) }
}

fn bill(rows: Vec<Row>) -> Bill {
    Bill { rows, ..Bill::draft(STANDARD) }
}

fn note(rows: Vec<Row>) -> Bill {
    Bill { is_credit_note: true, ..bill(rows) }
}

fn refusal(left: &Creditable, note: &Bill) -> Vec<(String, ErrorKey)> {
    let problems =
        left.credit(StatutoryFigures::shipped(), &mut note.clone(), TODAY).err().unwrap_or_default();
    problems.into_iter().map(|problem| (problem.field, problem.key)).collect()
}

fn at(field: &str, key: ErrorKey) -> Vec<(String, ErrorKey)> {
    vec![(field.to_owned(), key)]
}

#[test]
fn no_more_is_credited_than_is_left_of_a_rate() {
    let original = bill(vec![row(RATES[0], 10_000), row(RATES[1], 5_000)]);
    let left = Creditable::of(StatutoryFigures::shipped(), &original, &[], TODAY).unwrap();
    assert_eq!(left.gross().unwrap(), "182.25".parse().unwrap());
    let more = at("creditOf", ErrorKey::CreditMoreThanLeft);
    assert_eq!(refusal(&left, &note(vec![row(RATES[0], 10_001)])), more);
    assert_eq!(refusal(&left, &note(vec![row(RATES[1], 6_000)])), more, "though less than the whole");
    let other = at("billableitems[1].alv", ErrorKey::CreditOfOtherVat);
    assert_eq!(refusal(&left, &note(vec![row(RATES[0], 100), row(RATES[2], 100)])), other);
    let before = note(vec![row(RATES[0], 6_000)]);
    let left = Creditable::of(StatutoryFigures::shipped(), &original, &[before], TODAY).unwrap();
    assert_eq!(refusal(&left, &note(vec![row(RATES[0], 4_001)])), more);
    assert_eq!(refusal(&left, &note(vec![row(RATES[0], 4_000)])), []);
}

#[test]
fn a_credit_note_takes_something_back() {
    let left =
        Creditable::of(StatutoryFigures::shipped(), &bill(vec![row(STANDARD, 10_000)]), &[], TODAY).unwrap();
    let nothing = at("billableitems", ErrorKey::BilledAmountNotEnough);
    assert_eq!(refusal(&left, &note(vec![row(STANDARD, 0)])), nothing);
    let charge = at("creditOf", ErrorKey::CreditNotNegative);
    assert_eq!(refusal(&left, &note(vec![row(STANDARD, -100)])), charge);
}

#[test]
fn no_more_kilometres_or_days_are_credited_than_were_billed() {
    let mut work = row(STANDARD, 50_000);
    work.journey.kilometers = Quantity::whole(100);
    work.allowances.full_days = 2;
    let original = Bill { bill_reimbursements: true, ..bill(vec![work.clone()]) };
    let left = Creditable::of(StatutoryFigures::shipped(), &original, &[], TODAY).unwrap();
    let part = |kilometers, full_days, cents| {
        let mut credited = row(STANDARD, cents);
        credited.journey.kilometers = Quantity::whole(kilometers);
        credited.allowances.full_days = full_days;
        Bill { bill_reimbursements: true, ..note(vec![credited]) }
    };
    let more = at("billableitems", ErrorKey::CreditMoreReimbursements);
    assert_eq!(refusal(&left, &part(101, 0, 1_000)), more);
    assert_eq!(refusal(&left, &part(0, 3, 1_000)), more);
    assert_eq!(refusal(&left, &part(60, 1, 0)), [], "costs alone may be credited");
    let rows = at("creditOf", ErrorKey::CreditMoreThanLeft);
    assert_eq!(refusal(&left, &part(0, 0, 50_001)), rows, "what is left are kilometres");
    let left = Creditable::of(StatutoryFigures::shipped(), &original, &[part(60, 1, 10_000)], TODAY).unwrap();
    assert_eq!(refusal(&left, &part(41, 1, 1_000)), more);
    let rest = left.credit(StatutoryFigures::shipped(), &mut part(40, 1, 40_000), TODAY).unwrap();
    assert_eq!(rest.gross(), Ok(Money::ZERO));
}

/// Full days were 53 € in 2025 and are 54 € in 2026, partial ones 24 € and 25 €.
#[test]
fn parts_of_a_trip_into_another_year_take_back_each_of_its_days_once() {
    let trip = |full_days, partial_days, foreign| {
        let mut row = row(STANDARD, 0);
        row.date = Some(date(2025, 12, 30));
        row.journey.departure = date(2025, 12, 30).at(8, 0, 0, 0).into();
        row.journey.homecoming = date(2026, 1, 2).at(12, 0, 0, 0).into();
        row.allowances = Allowances { full_days, partial_days, foreign: Money::euros(foreign), meals: 0 };
        row
    };
    let of = |row: Row| Bill { bill_reimbursements: true, ..bill(vec![row]) };
    let credit = |row: Row| Bill { bill_reimbursements: true, ..note(vec![row]) };
    let taken = |left: &Creditable, row: Row| {
        let mut part = credit(row);
        let rest = left.credit(StatutoryFigures::shipped(), &mut part, TODAY).unwrap();
        let sent = Creditable::of(StatutoryFigures::shipped(), &of(trip(3, 1, 0)), &[part.clone()], TODAY);
        assert!(sent.is_ok(), "what is told stays told");
        (totals(StatutoryFigures::shipped(), &part, TODAY).unwrap().net.plain(), rest)
    };
    let all = Creditable::of(StatutoryFigures::shipped(), &of(trip(3, 1, 0)), &[], TODAY).unwrap();
    let (first, left) = taken(&all, trip(2, 0, 0));
    let (second, left) = taken(&left, trip(1, 0, 0));
    let (third, left) = taken(&left, trip(0, 1, 0));
    assert_eq!([first, second, third], ["-106.00", "-54.00", "-25.00"]);
    assert_eq!(left.gross(), Ok(Money::ZERO));
    let whole = all.credit(StatutoryFigures::shipped(), &mut credit(trip(3, 1, 0)), TODAY).unwrap();
    assert_eq!(whole.gross(), Ok(Money::ZERO));
    // The first two days were abroad. A part that leaves that out takes back the day that was paid, not the first one.
    let mut abroad = trip(1, 1, 100);
    abroad.journey.abroad = true;
    abroad.journey.days_abroad = Some(vec![0, 1]);
    let all = Creditable::of(StatutoryFigures::shipped(), &of(abroad), &[], TODAY).unwrap();
    let (day, left) = taken(&all, trip(1, 0, 0));
    let (rest, left) = taken(&left, trip(0, 1, 100));
    assert_eq!([day, rest], ["-54.00", "-125.00"]);
    assert_eq!(left.gross(), Ok(Money::ZERO));
    // Two rows of one credit note take two days.
    let all = Creditable::of(StatutoryFigures::shipped(), &of(trip(3, 1, 0)), &[], TODAY).unwrap();
    let mut both = Bill { bill_reimbursements: true, ..note(vec![trip(2, 0, 0), trip(1, 1, 0)]) };
    let left = all.credit(StatutoryFigures::shipped(), &mut both, TODAY).unwrap();
    assert_eq!(left.gross(), Ok(Money::ZERO));
    let days: Vec<_> = both.rows.into_iter().map(|row| row.journey.days_at_home.unwrap()).collect();
    assert_eq!(days, [vec![0, 1], vec![2, 3]]);
}

#[test]
fn no_more_is_credited_of_a_kind_of_receipt_than_was_billed() {
    let receipts = |classes: &[(ExpenseClass, i32)]| {
        let mut row = row(STANDARD, 0);
        for (class, euros) in classes {
            row.expenses.set(ExpenseKind::Other, *class, Money::euros(*euros));
        }
        row
    };
    let bought = [(ExpenseClass::Vat14, 100), (ExpenseClass::Vat25Half, 10)];
    let original = Bill { bill_reimbursements: true, ..bill(vec![receipts(&bought)]) };
    let left = Creditable::of(StatutoryFigures::shipped(), &original, &[], TODAY).unwrap();
    let part = |classes| Bill { bill_reimbursements: true, ..note(vec![receipts(classes)]) };
    let more = at("billableitems", ErrorKey::CreditMoreReimbursements);
    assert_eq!(
        refusal(&left, &part(&[(ExpenseClass::Vat25Half, 11)])),
        more,
        "though less than all receipts"
    );
    assert_eq!(refusal(&left, &part(&[(ExpenseClass::Zero, 1)])), more, "there was no such receipt");
    let before = part(&[(ExpenseClass::Vat25Half, 6)]);
    let left = Creditable::of(StatutoryFigures::shipped(), &original, &[before], TODAY).unwrap();
    assert_eq!(refusal(&left, &part(&[(ExpenseClass::Vat25Half, 5)])), more);
    let rest = [(ExpenseClass::Vat14, 100), (ExpenseClass::Vat25Half, 4)];
    assert_eq!(refusal(&left, &part(&rest)), []);
}

#[test]
fn the_last_part_takes_the_vat_that_is_left() {
    // 25.5 % of 0.04 are 0.01; of 0.02 each they would be 0.01 twice. Of 0.02 they are 0.01, and of 0.01 each nothing.
    for (cents, vat_of_last) in [(2, 0), (1, -100)] {
        let original = bill(vec![row(STANDARD, cents), row(STANDARD, cents)]);
        let left = Creditable::of(StatutoryFigures::shipped(), &original, &[], TODAY).unwrap();
        let (mut one, mut other) = (note(vec![row(STANDARD, cents)]), note(vec![row(STANDARD, cents)]));
        let left = left.credit(StatutoryFigures::shipped(), &mut one, TODAY).unwrap();
        let left = left.credit(StatutoryFigures::shipped(), &mut other, TODAY).unwrap();
        let last = (STANDARD, Money::from_units(vat_of_last));
        assert_eq!((one.vat_of_rest, other.vat_of_rest), (vec![], vec![last]));
        assert_eq!(left.gross(), Ok(Money::ZERO));
    }
}

/// Rows as (rate, cents), and for each row how many hundredths of it the first and the second part take.
fn any_split() -> impl Strategy<Value = Vec<(usize, i64, i64, i64)>> {
    prop::collection::vec((0..RATES.len(), 1i64..400_000, 0i64..=100, 0i64..=100), 1..7)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn parts_that_are_the_whole_give_back_what_the_bill_asked_for(split in any_split()) {
        let original = bill(split.iter().map(|(rate, cents, ..)| row(RATES[*rate], *cents)).collect());
        let mut parts = [vec![], vec![], vec![]];
        for (rate, cents, first, second) in &split {
            let first = cents * first / 100;
            let second = (cents - first) * second / 100;
            for (part, cents) in parts.iter_mut().zip([first, second, cents - first - second]) {
                if cents > 0 {
                    part.push(row(RATES[*rate], cents));
                }
            }
        }
        let asked = totals(StatutoryFigures::shipped(), &original, TODAY).unwrap();
        let mut left = Creditable::of(StatutoryFigures::shipped(), &original, &[], TODAY).unwrap();
        let mut sum = Money::ZERO;
        for rows in parts.into_iter().filter(|rows| !rows.is_empty()) {
            let mut part = note(rows);
            left = left.credit(StatutoryFigures::shipped(), &mut part, TODAY).unwrap();
            sum = sum.minus(totals(StatutoryFigures::shipped(), &part, TODAY).unwrap().gross).unwrap();
            prop_assert!(left.categories.iter().all(|left| !left.net.is_negative() && !left.vat.is_negative()));
        }
        prop_assert_eq!(sum, asked.gross);
        prop_assert!(left.categories.iter().all(|left| left.net.is_zero() && left.vat.is_zero()));
    }

    #[test]
    fn whatever_is_asked_never_more_is_credited_than_is_left(
        rows in prop::collection::vec((0..RATES.len(), 1i64..100_000), 1..5),
        notes in prop::collection::vec(prop::collection::vec((0..RATES.len(), 1i64..60_000), 1..4), 1..8),
    ) {
        let of = |rows: &[(usize, i64)]| rows.iter().map(|(rate, cents)| row(RATES[*rate], *cents)).collect();
        let original = bill(of(&rows));
        let asked = totals(StatutoryFigures::shipped(), &original, TODAY).unwrap();
        let mut left = Creditable::of(StatutoryFigures::shipped(), &original, &[], TODAY).unwrap();
        let mut sent = vec![];
        for rows in &notes {
            let mut part = note(of(rows));
            if let Ok(rest) = left.credit(StatutoryFigures::shipped(), &mut part, TODAY) {
                prop_assert!(rest.gross().unwrap() < left.gross().unwrap());
                left = rest;
                sent.push(part);
            }
        }
        for category in &asked.categories {
            let taken = |of: fn(&VatCategory) -> Money| {
                let all = sent.iter().flat_map(|part| totals(StatutoryFigures::shipped(), part, TODAY).unwrap().categories);
                Money::sum(all.filter(|taken| taken.rate == category.rate).map(|taken| of(&taken))).unwrap()
            };
            prop_assert!(!category.net.plus(taken(|taken| taken.net)).unwrap().is_negative());
            prop_assert!(!category.vat.plus(taken(|taken| taken.vat)).unwrap().is_negative());
        }
        prop_assert_eq!(Creditable::of(StatutoryFigures::shipped(), &original, &sent, TODAY).unwrap(), left);
    }
}
