use jiff::civil::{date, datetime};
use liksa_money::{Money, Quantity, Rate};
use liksa_rates::{StatutoryFigures, Vehicle};
use serde_json::json;

use super::*;
use crate::bill::{BillState, Pricing, Row, Territory};
use crate::ids::{BillId, Id};
use crate::problem::{ErrorKey, Problem};
use crate::travel::{self, Occasion};

fn law() -> &'static StatutoryFigures {
    StatutoryFigures::shipped()
}

fn planned() -> PlannedShiftBody {
    PlannedShiftBody {
        id: "TV-1001".into(),
        email: "Maija@liksa.example".into(),
        starts: "2026-11-16T08:00".into(),
        ends: "16.11.2026 16:30".into(),
        department_key: "N3".into(),
        department_name: "Näyttämö".into(),
        entitled: vec!["LUNCH_ALLOWANCE|KILOMETER_ALLOWANCE LUNCH_ALLOWANCE".into()],
    }
}

#[test]
fn a_shift_is_read_however_its_times_are_written() {
    let shift = planned().read("lines[1]").unwrap();
    assert_eq!(shift.plan.starts, datetime(2026, 11, 16, 8, 0, 0, 0));
    assert_eq!(shift.plan.ends, datetime(2026, 11, 16, 16, 30, 0, 0));
    assert_eq!(shift.email.as_str(), "maija@liksa.example");
    assert_eq!(shift.plan.entitled, [Entitlement::Lunch, Entitlement::Kilometers]);
    let with_offset = PlannedShiftBody { starts: "2026-11-16T06:00:59Z".into(), ..planned() };
    let with_offset = with_offset.read("lines[1]").unwrap();
    assert_eq!(with_offset.plan.starts, shift.plan.starts, "in Finnish time, without seconds");
}

#[test]
fn every_fault_of_a_line_is_reported() {
    let fields = |form: PlannedShiftBody| -> Vec<String> {
        form.read("lines[3]").unwrap_err().into_iter().map(|problem| problem.field).collect()
    };
    assert_eq!(
        fields(PlannedShiftBody::default()),
        ["lines[3].shiftId", "lines[3].email", "lines[3].startDateTime", "lines[3].endDateTime"]
    );
    let wrong = PlannedShiftBody {
        email: "maija".into(),
        starts: "eilen".into(),
        entitled: vec!["FREE_BEER".into()],
        ..planned()
    };
    assert_eq!(fields(wrong), ["lines[3].email", "lines[3].startDateTime", "lines[3].entitled"]);
    let backwards = PlannedShiftBody { ends: "2026-11-16T08:00".into(), ..planned() };
    assert_eq!(fields(backwards), ["lines[3].endDateTime"]);
    let same_minute = PlannedShiftBody { ends: "2026-11-16T08:00:30".into(), ..planned() };
    assert_eq!(fields(same_minute), ["lines[3].endDateTime"]);
    let of_a_worker = PlannedShiftBody { id: "OWN-1".into(), ..planned() };
    assert_eq!(fields(of_a_worker), ["lines[3].shiftId"], "ids of shifts that workers added");
    let long_ago = PlannedShiftBody { starts: "1899-01-01T08:00".into(), ..planned() };
    assert_eq!(fields(long_ago), ["lines[3].startDateTime"]);
}

fn shift(hours: (i8, i8), entitled: &[Entitlement]) -> Shift {
    let mut entitled = entitled.to_vec();
    entitled.sort_unstable();
    Shift {
        id: "TV-1".into(),
        origin: ShiftOrigin::Planning,
        plan: Plan {
            starts: datetime(2026, 11, 16, hours.0, 0, 0, 0),
            ends: datetime(2026, 11, 16, hours.1, 0, 0, 0),
            department_key: "N3".into(),
            department_name: "Näyttämö".into(),
            entitled,
        },
        journey: Journey::default(),
        claims: None,
    }
}

fn driving(shift: Shift, kilometers: i32) -> Shift {
    let journey = Journey {
        kilometers: Quantity::whole(kilometers),
        register_number: "ABC-123".into(),
        address_start: "Vaasankatu 12, 00500 Helsinki".into(),
        address_stop: "Hämeenkatu 1, 33100 Tampere".into(),
        ..Journey::default()
    };
    Shift { journey, ..shift }
}

const ALL: &[Entitlement] = Entitlement::ALL;

#[test]
fn what_is_proposed_follows_from_hours_kilometres_and_the_entitled_list() {
    use Entitlement::{FullDay, Kilometers, Lunch, PartialDay};
    let none = Allowances::default();
    let meals = |meals| Allowances { meals, ..none };
    let full = Allowances { full_days: 1, ..none };
    let partial = Allowances { partial_days: 1, ..none };
    for (hours, kilometers, entitled, expected) in [
        ((8, 16), 0, &[Lunch][..], meals(1)),
        ((8, 14), 0, &[Lunch], none),
        ((8, 20), 0, &[Lunch], meals(2)),
        ((8, 20), 60, &[FullDay, Kilometers], full),
        ((8, 20), 30, &[FullDay, Kilometers], full),
        ((8, 20), 29, &[FullDay, Kilometers], none),
        ((8, 18), 60, &[FullDay, Kilometers], none),
        ((8, 18), 60, &[FullDay, PartialDay, Kilometers], partial),
        ((8, 20), 60, &[PartialDay, Kilometers], partial),
        ((8, 14), 60, &[PartialDay, Kilometers], none),
        ((8, 20), 60, &[FullDay, Lunch], meals(2)),
        ((8, 20), 60, &[Kilometers], none),
        ((8, 20), 60, ALL, full),
        ((8, 20), 60, &[], none),
    ] {
        let shift = driving(shift(hours, entitled), kilometers);
        assert_eq!(shift.proposal(), expected, "{hours:?}, {kilometers} km, {entitled:?}");
        let row = shift.row(&Usual::default());
        assert_eq!(row.allowances, expected);
        assert_eq!(travel::problems(law(), &row), [], "what is proposed can be sent: {hours:?} {entitled:?}");
        assert_eq!(row.journey.kilometers.is_zero(), kilometers == 0 || !entitled.contains(&Kilometers));
    }
}

#[test]
fn a_row_has_the_hours_the_text_the_price_and_the_shift() {
    let usual = Usual { unit_price: Some(Money::euros(32)), vat_rate: Rate::from_millionths(255_000) };
    let mut evening = shift((8, 16), &[]);
    evening.plan.ends = datetime(2026, 11, 16, 16, 20, 0, 0);
    let row = evening.row(&usual);
    assert_eq!((row.date, row.destination.as_str()), (Some(date(2026, 11, 16)), "Näyttämö 08:00–16:20"));
    let hours = "8.33".parse().unwrap();
    assert_eq!(row.pricing, Pricing::Amount { unit_price: Some(Money::euros(32)), amount: Some(hours) });
    assert_eq!((row.work_shift, row.shift.as_deref()), (Some(evening.plan.work()), Some("TV-1")));
    assert_eq!((row.vat_rate, row.claims_travel()), (usual.vat_rate, false));
    assert_eq!(row.journey, Journey::default(), "no trip, no times of one");
    evening.plan.department_name.clear();
    assert_eq!(evening.row(&usual).destination, "N3 08:00–16:20");
    evening.plan.department_key.clear();
    assert_eq!(evening.row(&usual).destination, "08:00–16:20");
}

#[test]
fn the_times_of_the_trip_count_and_else_those_of_the_work() {
    let mut away = driving(shift((8, 18), ALL), 120);
    assert_eq!(away.proposal().partial_days, 1, "ten hours sharp");
    away.journey.departure = datetime(2026, 11, 16, 6, 30, 0, 0).into();
    away.journey.homecoming = datetime(2026, 11, 16, 19, 30, 0, 0).into();
    let row = away.row(&Usual::default());
    assert_eq!((row.allowances.full_days, row.journey.work_minutes), (1, 600));
    assert_eq!(row.journey.departure, away.journey.departure);
    away.journey.homecoming = datetime(2026, 11, 15, 19, 30, 0, 0).into();
    assert_eq!(away.proposal(), Allowances::default(), "nothing for a trip that ends before it begins");
}

#[test]
fn rows_are_of_one_month_and_a_day_has_one_kind_of_allowance() {
    let at = |day, hours: (i8, i8), kilometers| {
        let mut one = driving(shift(hours, ALL), kilometers);
        let to = |time: DateTime| date(2026, 11, day).to_datetime(time.time());
        (one.plan.starts, one.plan.ends) = (to(one.plan.starts), to(one.plan.ends));
        (one, Usual::default())
    };
    let rows = rows_of(&[at(17, (8, 16), 0), at(16, (7, 13), 0), at(16, (13, 23), 40)]).unwrap();
    let days: Vec<i8> = rows.iter().filter_map(|row| Some(row.date?.day())).collect();
    assert_eq!(days, [16, 16, 17], "in the order of their times");
    let mixed = rows_of(&[at(16, (0, 7), 0), at(16, (7, 19), 40)]).unwrap();
    assert_eq!((mixed[0].allowances.meals, mixed[1].allowances), (1, Allowances::default()));
    assert_eq!(mixed[1].journey.kilometers, Quantity::whole(40));
    let mut december = at(16, (8, 16), 0);
    december.0.plan.starts = datetime(2026, 12, 1, 8, 0, 0, 0);
    let refused = rows_of(&[at(16, (8, 16), 0), december]).unwrap_err();
    assert_eq!(refused, [Problem::new("shiftIds", ErrorKey::RowsInDifferentMonths)]);
    assert_eq!(rows_of(&[]), Ok(vec![]));
}

fn change(stored: &Shift, body: serde_json::Value) -> Result<Shift, Vec<(String, ErrorKey)>> {
    let body: ShiftBody = serde_json::from_str(&body.to_string()).unwrap();
    let all = |problems: Vec<Problem>| problems.into_iter().map(|one| (one.field, one.key)).collect();
    body.read_change(law(), stored).map_err(all)
}

fn refused<const N: usize>(problems: [(&str, ErrorKey); N]) -> Result<Shift, Vec<(String, ErrorKey)>> {
    Err(problems.into_iter().map(|(field, key)| (field.to_owned(), key)).collect())
}

#[test]
fn only_what_is_entitled_is_claimed() {
    let stored = shift((8, 20), &[Entitlement::Lunch]);
    let claims = |claims: serde_json::Value| change(&stored, json!({"reimbursements": claims}));
    assert_eq!(claims(json!({"lunchcompensation": 2})).unwrap().claims.unwrap().meals, 2);
    for field in ["fulldaycompensation", "partialdaycompensation", "foreignAllowance"] {
        let path = format!("reimbursements.{field}");
        assert_eq!(claims(json!({field: 1})), refused([(path.as_str(), ErrorKey::ShiftNotEntitled)]));
    }
    let drive = change(&stored, json!({"journey": {"kilometers": "40"}}));
    assert_eq!(drive, refused([("journey.kilometers", ErrorKey::ShiftNotEntitled)]));
    let hungry = claims(json!({"lunchcompensation": 3}));
    assert_eq!(hungry, refused([("reimbursements.lunchcompensation", ErrorKey::WorkTooShortForMeals)]));
    let below = claims(json!({"foreignAllowance": -1}));
    assert_eq!(below, refused([("reimbursements.foreignAllowance", ErrorKey::OutOfRange)]));
    let below = change(&stored, json!({"journey": {"kilometers": -1}}));
    assert_eq!(below, refused([("journey.kilometers", ErrorKey::OutOfRange)]));
    let without_lunch = shift((8, 20), &[Entitlement::FullDay]);
    let meal = change(&without_lunch, json!({"reimbursements": {"lunchcompensation": 1}}));
    assert_eq!(meal, refused([("reimbursements.lunchcompensation", ErrorKey::ShiftNotEntitled)]));
}

#[test]
fn what_planning_no_longer_allows_is_left_out_of_the_row() {
    use Entitlement::{Foreign, FullDay, Kilometers, Lunch, PartialDay};
    let all = Allowances { full_days: 1, partial_days: 2, meals: 3, foreign: Money::euros(70) };
    let none = Allowances::default();
    for (entitled, expected) in [
        (&[FullDay, Kilometers][..], Allowances { full_days: 1, ..none }),
        (&[Kilometers, PartialDay], Allowances { partial_days: 2, ..none }),
        (&[FullDay, PartialDay], none),
        (&[Lunch], Allowances { meals: 3, ..none }),
        (&[Foreign], Allowances { foreign: Money::euros(70), ..none }),
        (&[], none),
        (ALL, all),
    ] {
        let claimed = Shift { claims: Some(all), ..driving(shift((8, 20), entitled), 60) };
        assert_eq!(claimed.row(&Usual::default()).allowances, expected, "{entitled:?}");
    }
}

#[test]
fn a_trip_is_checked_at_its_own_fields() {
    let stored = shift((8, 20), ALL);
    let incomplete = json!({"journey": {"kilometers": 40, "departureTime": "25:00"}});
    assert_eq!(
        change(&stored, incomplete),
        refused([("journey.departureTime", ErrorKey::InvalidTimeFormat)])
    );
    let incomplete = json!({"journey": {"kilometers": 20, "vehicleType": "CAR"},
                            "reimbursements": {"fulldaycompensation": 1}});
    assert_eq!(
        change(&stored, incomplete),
        refused([
            ("journey.vehicleRegisterNumber", ErrorKey::VehicleRegisterNumberMissing),
            ("journey.addressStart", ErrorKey::AddressStartMissing),
            ("journey.addressStop", ErrorKey::AddressStopMissing),
            ("journey.kilometers", ErrorKey::TooFewKilometers),
        ])
    );
    let whole = json!({"journey": {"kilometers": "118,5", "vehicleType": "OTHER", "addressStart": "A \n 1",
        "addressStop": "B 2", "departureDate": "16.11.2026", "departureTime": "07:00",
        "arrivalDate": "16.11.2026", "arrivalTime": "21:00"}, "reimbursements": {"fulldaycompensation": 1}});
    let saved = change(&stored, whole).unwrap();
    assert_eq!(saved.journey.address_start, "A 1");
    assert_eq!(saved.row(&Usual::default()).allowances.full_days, 1);
    assert_eq!(change(&saved, json!({})), Ok(saved), "what is left out stays");
}

#[test]
fn what_planning_withdrew_comes_on_no_row_and_is_told() {
    let mut claimed = shift((7, 21), ALL);
    claimed.journey.kilometers = Quantity::whole(118);
    claimed.journey.vehicle = Vehicle::Other;
    claimed.journey.address_start = "Kotikatu 1".into();
    claimed.journey.address_stop = "Työkuja 2".into();
    claimed.claims = Some(Allowances { full_days: 1, ..Allowances::default() });
    assert_eq!((claimed.withdrawn(), claimed.row(&Usual::default()).allowances.full_days), (vec![], 1));
    claimed.plan.entitled.retain(|one| *one != Entitlement::Kilometers);
    let row = claimed.row(&Usual::default());
    assert_eq!((row.journey.kilometers, row.allowances), (Quantity::ZERO, Allowances::default()));
    assert_eq!(travel::problems(law(), &row), [], "it can be sent");
    assert_eq!(claimed.withdrawn(), [Entitlement::Kilometers, Entitlement::FullDay]);
}

#[test]
fn planning_owns_times_department_and_entitled_list() {
    let stored = shift((8, 16), &[Entitlement::Lunch]);
    let as_read = json!({"shiftId": "TV-1", "startDateTime": "2026-11-16T08:00", "endDateTime": "2026-11-16T16:00",
        "departmentKey": "N3", "departmentName": "Näyttämö", "entitled": ["LUNCH_ALLOWANCE"]});
    assert_eq!(change(&stored, as_read.clone()), Ok(stored.clone()));
    for (field, other) in [
        ("startDateTime", json!("2026-11-16T07:00")),
        ("endDateTime", json!("2026-11-16T17:00")),
        ("departmentKey", json!("N4")),
        ("departmentName", json!("")),
        ("entitled", json!(["LUNCH_ALLOWANCE", "FULL_DAY_ALLOWANCE"])),
    ] {
        let mut changed = as_read.clone();
        changed[field] = other;
        assert_eq!(change(&stored, changed.clone()), refused([(field, ErrorKey::ShiftPlanned)]), "{field}");
        let own = Shift { origin: ShiftOrigin::Own, ..stored.clone() };
        assert!(change(&own, changed).is_ok(), "{field} of an own shift");
    }
    assert_eq!(change(&stored, json!({"shiftId": "TV-2"})), refused([("shiftId", ErrorKey::Invalid)]));
}

#[test]
fn a_new_shift_needs_its_times_and_may_claim_everything() {
    let new = |body: serde_json::Value| {
        let body: ShiftBody = serde_json::from_str(&body.to_string()).unwrap();
        body.read_new(law(), "OWN-1".into())
            .map_err(|problems| problems.into_iter().map(|one| (one.field, one.key)).collect::<Vec<_>>())
    };
    let added = new(json!({"startDateTime": "16.11.2026 22:00", "endDateTime": "17.11.2026 06:00"})).unwrap();
    assert_eq!((added.id.as_str(), added.plan.entitled.as_slice()), ("OWN-1", ALL));
    let times = [("startDateTime", ErrorKey::Required), ("endDateTime", ErrorKey::Required)];
    assert_eq!(new(json!({})), refused(times));
    let backwards = json!({"startDateTime": "2026-11-16T08:00", "endDateTime": "2026-11-16T08:00"});
    assert_eq!(new(backwards), refused([("endDateTime", ErrorKey::ReturnBeforeDeparture)]));
    let months = json!({"startDateTime": "2026-11-16T08:00", "endDateTime": "2026-12-18T08:00"});
    assert_eq!(new(months), refused([("endDateTime", ErrorKey::OutOfRange)]));
    let id = "OWN-01900000-0000-7000-8000-000000000001";
    let chosen =
        json!({"shiftId": id, "startDateTime": "2026-11-16T08:00", "endDateTime": "2026-11-16T16:00"});
    assert_eq!(new(chosen.clone()).unwrap().id, id);
    let mut planners = chosen;
    planners["shiftId"] = json!("TV-1");
    assert_eq!(new(planners), refused([("shiftId", ErrorKey::InvalidChoice)]));
}

fn bill(number: u128) -> BillId {
    BillId::from_uuid(uuid::Uuid::from_u128(number))
}

fn used(id: u128, state: BillState, credit_of: Option<u128>, price: i32) -> ShiftUse {
    ShiftUse {
        shift: "TV-1".into(),
        bill: bill(id),
        number: (state != BillState::Open).then_some(1000 + i64::try_from(id).unwrap()),
        state,
        credit_of: credit_of.map(bill),
        date: Some(date(2026, 11, 16)),
        pricing: Pricing::Contract { price: Some(Money::euros(price)) },
        work: shift((8, 16), ALL).plan.work(),
        department: None,
        kilometers: Quantity::ZERO,
        allowances: Allowances::default(),
    }
}

#[test]
fn a_shift_is_billed_once() {
    use BillState::{Closed, Credited, Open, Paid, Pending};
    use Occasion::{Approval, Sending};
    let row = shift((8, 16), ALL).row(&Usual::default());
    let keys = |uses: &[ShiftUse], occasion| -> Vec<Option<i64>> {
        let problems = shift_clashes(bill(9), std::slice::from_ref(&row), uses, occasion).unwrap();
        assert!(problems.iter().all(|one| one.key == ErrorKey::ShiftOnAnotherBill
            && one.field == "billableitems[0].shiftId"));
        problems.into_iter().map(|one| one.other.unwrap().number).collect()
    };
    assert_eq!(keys(&[], Sending), []);
    assert_eq!(keys(&[used(9, Open, None, 100)], Sending), [], "itself");
    assert_eq!(keys(&[used(1, Open, None, 100)], Sending), [None], "also a draft");
    assert_eq!(keys(&[used(1, Open, None, 100), used(2, Closed, None, 100)], Sending), [Some(1002)]);
    assert_eq!(keys(&[used(1, Credited, None, 100)], Sending), []);
    assert_eq!(keys(&[used(1, Open, None, 100), used(2, Pending, None, 100)], Approval), []);
    let original = used(1, Closed, None, 100);
    let note = |state, price| [original.clone(), used(2, state, Some(1), price)];
    assert_eq!(keys(&note(Pending, 100), Sending), [], "a corrected bill goes with its credit note");
    assert_eq!(keys(&note(Open, 100), Sending), [Some(1001)], "which was not sent yet");
    assert_eq!(keys(&note(Pending, 40), Sending), [Some(1001)], "which takes back a part");
    assert_eq!(keys(&note(Pending, 100), Approval), [Some(1001)], "which may still come to nothing");
    assert_eq!(keys(&note(Paid, 100), Approval), []);
    let free = [used(1, Closed, None, 0)];
    assert_eq!(keys(&free, Sending), [Some(1001)], "also at no price");
    let twice = [row.clone(), Row { id: None, ..row.clone() }];
    let problems = shift_clashes(bill(9), &twice, &[], Sending).unwrap();
    assert_eq!(problems, [Problem::new("billableitems[1].shiftId", ErrorKey::ShiftTwice)]);
}

#[test]
fn what_planning_changed_afterwards_is_told() {
    let billed = shift((8, 16), ALL);
    let row = billed.row(&Usual::default());
    let department = Some(billed.plan.department().to_owned());
    let on_bill = ShiftUse { department: department.clone(), ..used(1, BillState::Pending, None, 100) };
    assert_eq!(billed.difference(&on_bill), None);
    let mut later = billed.clone();
    later.plan.ends = datetime(2026, 11, 16, 17, 0, 0, 0);
    let difference = later.difference(&on_bill).unwrap();
    let found = (difference.starts, difference.ends, difference.department);
    assert_eq!(found, (None, Some(billed.plan.ends), None));
    let mut elsewhere = billed.clone();
    elsewhere.plan.department_name = "Lämpiö".into();
    let difference = elsewhere.difference(&on_bill).unwrap();
    assert_eq!((difference.starts, difference.ends, difference.department), (None, None, department.clone()));
    assert_eq!(elsewhere.difference(&ShiftUse { department: None, ..on_bill.clone() }), None, "not known");
    let own = Shift { origin: ShiftOrigin::Own, ..later.clone() };
    assert_eq!(own.difference(&on_bill), None);
    let mut without_lunch = billed.clone();
    without_lunch.plan.entitled.retain(|one| *one != Entitlement::Lunch);
    let with_lunch = ShiftUse { allowances: row.allowances, ..on_bill.clone() };
    assert_eq!((row.allowances.meals, billed.difference(&with_lunch)), (1, None));
    let difference = without_lunch.difference(&with_lunch).unwrap();
    assert_eq!(difference.not_entitled, [Entitlement::Lunch]);
    assert_eq!(without_lunch.difference(&on_bill), None, "it claims none");
    let remarks = |shift: &Shift, given_away| {
        let planned = PlannedTimes {
            shift: shift.id.clone(),
            starts: shift.plan.starts,
            ends: shift.plan.ends,
            department: shift.plan.department().to_owned(),
            billed_department: department.clone(),
            entitled: shift.plan.entitled.clone(),
            given_away,
        };
        planning_remarks(std::slice::from_ref(&row), &[planned])
    };
    assert_eq!(remarks(&billed, false), []);
    let of_row = |key| [Problem::new("billableitems[0].shiftId", key)];
    assert_eq!(remarks(&later, false), of_row(ErrorKey::BilledShiftDiffers));
    assert_eq!(remarks(&elsewhere, false), of_row(ErrorKey::BilledShiftDiffers));
    assert_eq!(remarks(&without_lunch, false), of_row(ErrorKey::BilledShiftDiffers));
    assert_eq!(remarks(&billed, true), of_row(ErrorKey::BilledShiftGivenAway));
    assert_eq!(planning_remarks(std::slice::from_ref(&row), &[]), []);
}

/// The table of 2026 gives 78 € a day in Sweden.
#[test]
fn a_foreign_daily_allowance_of_a_shift_is_that_of_its_country() {
    let stored = shift((8, 20), ALL);
    let claims = |claims: serde_json::Value| change(&stored, json!({"reimbursements": claims}));
    let table = &law().for_date(date(2026, 11, 16)).unwrap().foreign_per_diem;
    let sweden = table.of("SE").unwrap();
    let claimed = claims(json!({"foreignAllowance": sweden.plain(), "foreignCountry": "SE"})).unwrap();
    let journey = claimed.row(&Usual::default()).journey;
    assert_eq!((journey.abroad, journey.country), (true, Territory::parse("SE")));
    let above = claims(json!({"foreignAllowance": "500", "foreignCountry": "SE"}));
    assert_eq!(above, refused([("reimbursements.foreignAllowance", ErrorKey::ForeignAboveTable)]));
    let home = claims(json!({"foreignAllowance": "50", "foreignCountry": "FI"}));
    assert_eq!(home, refused([("reimbursements.foreignCountry", ErrorKey::InvalidChoice)]));
    // The trip alone leaves the country; nothing claimed abroad needs none.
    let moved =
        change(&claimed, json!({"journey": {"departureTime": "07:00", "departureDate": "16.11.2026"}}));
    assert_eq!(moved.unwrap().journey.country, Territory::parse("SE"));
    let nothing = change(&claimed, json!({"reimbursements": {"foreignCountry": "SE"}}));
    assert_eq!(nothing.unwrap().journey.country, None);
}
