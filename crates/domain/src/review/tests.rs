use jiff::civil::date;
use liksa_money::Rate;
use liksa_rates::StatutoryFigures;
use uuid::Uuid;

use super::*;
use crate::address::postal::estimated;
use crate::address::{AddressSource, Way};
use crate::bill::Pricing;

fn row(day: i8, destination: &str, price: &str) -> Row {
    Row {
        destination: destination.into(),
        pricing: Pricing::Contract { price: Some(price.parse().unwrap()) },
        ..Row::empty(date(2026, 3, day), Rate::from_millionths(255_000))
    }
}

fn bill(rows: Vec<Row>) -> Bill {
    Bill { customer: Some(Uuid::nil().into()), rows, ..Bill::draft(Rate::from_millionths(255_000)) }
}

fn known() -> Earlier {
    Earlier { reach: Some(Reach { method: SendMethod::Email, address: "a".into() }), ..Earlier::default() }
}

/// What postal codes say of the trips.
fn distances(bill: &Bill) -> Vec<Option<Distance>> {
    bill.rows.iter().map(|row| estimated(&Way::of(&row.journey)?)).collect()
}

fn found(bill: &Bill, total: i32, earlier: &Earlier) -> Vec<(String, ErrorKey)> {
    found_by(bill, total, earlier, &distances(bill))
}

fn found_by(
    bill: &Bill,
    total: i32,
    earlier: &Earlier,
    distances: &[Option<Distance>],
) -> Vec<(String, ErrorKey)> {
    let law = StatutoryFigures::shipped();
    let found = remarks(law, bill, Money::euros(total), None, earlier, distances);
    found.into_iter().map(|remark| (remark.field, remark.key)).collect()
}

#[test]
fn an_ordinary_bill_calls_for_nothing() {
    let bill = bill(vec![row(2, "Keikka", "500"), row(3, "Keikka", "500")]);
    assert_eq!(found(&bill, 1_000, &known()), []);
    let first = found(&bill, 1_000, &Earlier::default());
    assert_eq!(first, [("sharedCustomer".to_owned(), ErrorKey::FirstBillToCustomer)]);
}

#[test]
fn a_credit_note_is_always_looked_at() {
    let note = Bill { is_credit_note: true, ..bill(vec![row(2, "Keikka", "500")]) };
    assert_eq!(found(&note, -500, &Earlier::default()), [(String::new(), ErrorKey::CreditNoteToReview)]);
}

#[test]
fn a_sum_is_measured_by_the_usual_ones() {
    let large = |total: i32, earlier: &[i32]| {
        let earlier: Vec<Money> = earlier.iter().copied().map(Money::euros).collect();
        is_unusually_large(Money::euros(total), &earlier)
    };
    assert!(large(3_001, &[900, 1_000, 20_000]));
    assert!(!large(3_000, &[900, 1_000, 20_000]));
    assert!(!large(9_000, &[1_000, 1_000]), "two bills are too few to compare");
    assert!(!large(450, &[50, 60, 70]), "small sums are left alone");
    assert!(!large(450, &[]));
    assert!(!large(30_000, &[]) && large(30_001, &[]), "nothing to compare with, and much money");
}

#[test]
fn the_same_work_twice_is_seen() {
    let bill = bill(vec![row(2, "Keikka", "500"), row(2, "Toinen", "500"), row(2, " keikka", "500")]);
    assert_eq!(found(&bill, 1_500, &known()), [("billableitems[2].date".to_owned(), ErrorKey::RowTwice)]);
    let earlier = Earlier { days: [date(2026, 3, 3)].into(), ..known() };
    let bill = self::bill(vec![row(2, "Keikka", "500"), row(3, "Keikka", "500")]);
    assert_eq!(
        found(&bill, 1_000, &earlier),
        [("billableitems[1].date".to_owned(), ErrorKey::DayBilledBefore)]
    );
}

#[test]
fn a_receipt_of_another_row_is_seen() {
    let ids: [RowId; 2] = [Uuid::from_u128(1).into(), Uuid::from_u128(2).into()];
    let rows = ids.map(|id| Row { id: Some(id), ..row(2, &id.to_string(), "500") });
    let earlier = Earlier { repeated_receipts: [ids[1]].into(), ..known() };
    let twice = [("billableitems[1].receipts".to_owned(), ErrorKey::ReceiptTwice)];
    assert_eq!(found(&bill(rows.to_vec()), 1_000, &earlier), twice);
}

#[test]
fn kilometres_are_measured_by_the_postal_codes() {
    let trip = |kilometers: i32, round_trip: bool| {
        let mut row = row(2, "Keikka", "500");
        row.journey.kilometers = Quantity::whole(kilometers);
        row.journey.address_start = "Vaasankatu 12, 00500 Helsinki".into();
        row.journey.address_stop = "Hämeenkatu 5, 33100 Tampere".into();
        row.journey.round_trip = round_trip;
        row
    };
    assert_eq!(Way::of(&trip(0, false).journey), None, "nothing was driven");
    assert_eq!(found(&bill(vec![trip(180, false)]), 500, &known()), []);
    assert_eq!(found(&bill(vec![trip(360, true)]), 500, &known()), []);
    assert_eq!(
        found(&bill(vec![trip(400, false)]), 500, &known()),
        [("billableitems[0].kilometers".to_owned(), ErrorKey::DistanceFarFromEstimate)]
    );
    let mut abroad = trip(900, false);
    abroad.journey.address_stop = "Kungsgatan 1, Stockholm".into();
    let elsewhere = Bill { left_out_from_home: true, ..bill(vec![abroad]) };
    assert_eq!(
        found(&elsewhere, 500, &known()),
        [
            ("leftOutFromHome".to_owned(), ErrorKey::LeftFromElsewhere),
            ("billableitems[0].kilometers".to_owned(), ErrorKey::DistanceNotChecked)
        ],
        "no postal code, no estimate, and the clerk is told so"
    );
}

#[test]
fn a_measured_road_leaves_less_room_than_an_estimate() {
    let mut driven = row(2, "Keikka", "500");
    driven.journey.kilometers = Quantity::whole(141);
    let bill = bill(vec![driven]);
    let distance = |estimate| {
        let source = AddressSource::Service;
        [Some(Distance { meters: 100_000, minutes: None, estimate, between: vec![], source })]
    };
    let far = [("billableitems[0].kilometers".to_owned(), ErrorKey::DistanceFarFromEstimate)];
    assert_eq!(found_by(&bill, 500, &known(), &distance(true)), []);
    assert_eq!(found_by(&bill, 500, &known(), &distance(false)), far);
    let nothing_known = [("billableitems[0].kilometers".to_owned(), ErrorKey::DistanceNotChecked)];
    assert_eq!(found_by(&bill, 500, &known(), &[]), nothing_known);
}

#[test]
fn a_clerk_looks_at_every_foreign_allowance() {
    let mut row = row(2, "Keikka", "500");
    row.allowances.foreign = Money::euros(900);
    assert_eq!(
        found(&bill(vec![row]), 500, &known()),
        [("billableitems[0].foreignAllowance".to_owned(), ErrorKey::ForeignAllowanceToCheck)]
    );
}

#[test]
fn a_customer_must_be_reached_the_way_it_was_chosen() {
    let bill = bill(vec![row(2, "Keikka", "500")]);
    let reach = Reach { method: SendMethod::Email, address: String::new() };
    let earlier = Earlier { reach: Some(reach.clone()), ..Earlier::default() };
    let law = StatutoryFigures::shipped();
    let found = remarks(law, &bill, Money::euros(500), Some(&reach), &earlier, &[]);
    assert_eq!(found, [Problem::new("sharedCustomer", ErrorKey::CustomerNotReachable)]);
}

#[test]
fn a_bill_that_goes_elsewhere_than_the_one_before_is_looked_at() {
    let bill = bill(vec![row(2, "Keikka", "500")]);
    let reach = |method, address: &str| Some(Reach { method, address: address.into() });
    let earlier = Earlier { reach: reach(SendMethod::Email, "a@x.example"), ..known() };
    let remarks = |now: Option<Reach>| {
        remarks(StatutoryFigures::shipped(), &bill, Money::euros(500), now.as_ref(), &earlier, &[])
    };
    assert_eq!(remarks(reach(SendMethod::Email, "a@x.example")), []);
    let moved = [Problem::new("sharedCustomer", ErrorKey::DeliveryChanged)];
    assert_eq!(remarks(reach(SendMethod::Email, "b@x.example")), moved);
    assert_eq!(remarks(reach(SendMethod::EInvoice, "a@x.example")), moved);
}
