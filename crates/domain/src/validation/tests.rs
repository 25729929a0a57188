use jiff::civil::{Date, date, datetime};
use liksa_money::{Money, Quantity, Rate};
use liksa_rates::{Age, StatutoryFigures, Vehicle};
use proptest::prelude::*;
use uuid::Uuid;

use super::*;
use crate::bill::{
    Bill, BillState, ExpenseClass, ExpenseKind, Moment, Pricing, Row, VatZeroReason, WorkShift,
};
use crate::customer::{Buyer, PartyRole};
use crate::person::WorkerType;
use crate::problem::{ErrorKey, Problem};
use crate::purchase::{PurchaseCost, PurchaseState};
use crate::salary::{TaxBasis, TyelWages, Worker};
use crate::settings::ProviderSettings;
use crate::share::{Share, ShareState};

const TODAY: Date = date(2026, 3, 10);
const STANDARD: Rate = Rate::from_millionths(255_000);

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

fn percent(text: &str) -> Rate {
    Rate::from_percent_str(text).unwrap()
}

fn row(price: &str) -> Row {
    Row {
        destination: "Keikka".into(),
        pricing: Pricing::Contract { price: Some(money(price)) },
        ..Row::empty(date(2026, 3, 2), STANDARD)
    }
}

/// A bill with one row that could be sent as it is.
fn bill() -> Bill {
    Bill {
        customer: Some(Uuid::nil().into()),
        billing_date: Some(TODAY),
        due_date: Some(date(2026, 3, 24)),
        rows: vec![row("1000")],
        ..Bill::draft(STANDARD)
    }
}

fn purchase() -> PurchaseCost {
    PurchaseCost {
        state: PurchaseState::WaitingForPayment,
        amount: money("100"),
        pay_now: false,
        commission: None,
        receipts: 1,
    }
}

fn share() -> Share {
    Share {
        id: None,
        state: ShareState::Approved,
        percent: None,
        subcontractor: Some(Uuid::nil().into()),
        date: Some(TODAY),
        amount: Some(money("100")),
        description: "Miksaus".into(),
    }
}

fn sent(bill: &Bill) -> Vec<(String, ErrorKey)> {
    sent_to(bill, &buyer(PartyRole::Company, "2077474-0", ""))
}

fn buyer(role: PartyRole, business_id: &str, vat_number: &str) -> Buyer {
    Buyer { role, business_id: business_id.into(), vat_number: vat_number.into() }
}

fn sent_to(bill: &Bill, buyer: &Buyer) -> Vec<(String, ErrorKey)> {
    let worker = Worker {
        worker_type: WorkerType::Entrepreneur,
        age: Age::Years(35),
        yel_insured: true,
        pay_yel_through_service: false,
        service_percent: None,
        service_fee_charged_this_month: Money::ZERO,
        tyel_this_month: TyelWages::default(),
        profession_code: None,
        employed_since: None,
        tax: TaxBasis::NoCard,
        distraint: None,
        reductions: Money::ZERO,
    };
    let sending = Sending {
        law: StatutoryFigures::shipped(),
        today: TODAY,
        home_postal_code: "00100",
        buyer: Some(buyer),
        worker: &worker,
        settings: &ProviderSettings::default(),
    };
    found(sending_problems(bill, &sending))
}

fn found(problems: Vec<Problem>) -> Vec<(String, ErrorKey)> {
    problems.into_iter().map(|problem| (problem.field, problem.key)).collect()
}

fn pair(field: &str, key: ErrorKey) -> (String, ErrorKey) {
    (field.to_owned(), key)
}

#[test]
fn a_good_bill_has_no_problems() {
    assert_eq!(sent(&bill()), []);
}

#[test]
fn an_empty_draft_lacks_its_customer_its_rows_and_its_date() {
    let expected =
        ["sharedCustomer", "billableitems", "billingdate"].map(|field| pair(field, ErrorKey::Required));
    assert_eq!(sent(&Bill::draft(STANDARD)), expected);
}

#[test]
fn a_picked_date_is_today_or_later() {
    assert_eq!(picked_date(Some(TODAY), TODAY), (TODAY, None));
    assert_eq!(picked_date(Some(date(2026, 3, 9)), TODAY), (TODAY, Some(ErrorKey::WrongDate)));
    assert_eq!(picked_date(None, TODAY), (TODAY, Some(ErrorKey::WrongDate)));
}

#[test]
fn a_bill_is_not_dated_in_the_past() {
    let past = Bill { billing_date: Some(date(2026, 3, 9)), due_date: Some(date(2026, 3, 9)), ..bill() };
    let expected =
        [pair("billingdate", ErrorKey::DateInThePast), pair("exactDueDate", ErrorKey::DateInThePast)];
    assert_eq!(sent(&past), expected);
    let due_first =
        Bill { billing_date: Some(date(2026, 3, 20)), due_date: Some(date(2026, 3, 19)), ..bill() };
    assert_eq!(sent(&due_first), [pair("exactDueDate", ErrorKey::DueBeforeBilling)]);
}

#[test]
fn a_bill_is_dated_within_a_year_and_paid_within_half_a_year() {
    let dated = |billing, due| Bill { billing_date: Some(billing), due_date: Some(due), ..bill() };
    let latest = |field: &str, day: &str| Problem::new(field, ErrorKey::OutOfRange).at_most(day);
    let problems = |bill: &Bill| bill_date_problems(bill, TODAY);
    assert_eq!(problems(&dated(date(2027, 3, 10), date(2027, 9, 6))), []);
    let late = dated(date(2027, 3, 11), date(2027, 3, 25));
    assert_eq!(problems(&late), [latest("billingdate", "10.03.2027")]);
    let mistyped = dated(TODAY, date(2126, 3, 24));
    assert_eq!(problems(&mistyped), [latest("exactDueDate", "06.09.2026")]);
    assert_eq!(problems(&dated(TODAY, TODAY)), [], "it may be due at once");
    let end = dated(date(9999, 12, 31), date(9999, 12, 31));
    assert_eq!(problems(&end), [latest("billingdate", "10.03.2027")]);
}

#[test]
fn all_rows_are_of_one_month() {
    let mut bill = bill();
    bill.rows = vec![row("10"), row("10"), row("10"), row("10")];
    bill.rows[1].date = Some(date(2026, 2, 28));
    bill.rows[3].date = Some(date(2025, 3, 2));
    let expected = [
        pair("billableitems[1].date", ErrorKey::RowsInDifferentMonths),
        pair("billableitems[3].date", ErrorKey::RowsInDifferentMonths),
    ];
    assert_eq!(sent(&bill), expected);
}

#[test]
fn the_day_of_the_row_says_the_legal_vat() {
    let problems = |rate: &str, day: Date| {
        let mut bill = bill();
        bill.rows[0].vat_rate = percent(rate);
        bill.rows[0].date = Some(day);
        found(vat_problems(StatutoryFigures::shipped(), &bill))
    };
    let illegal = [pair("billableitems[0].alv", ErrorKey::IllegalVatRate)];
    for (rate, last_day, first_day_without) in
        [("24", date(2024, 8, 31), date(2024, 9, 1)), ("14", date(2025, 12, 31), date(2026, 1, 1))]
    {
        assert_eq!(problems(rate, last_day), []);
        assert_eq!(problems(rate, first_day_without), illegal);
    }
    for (rate, day_before, first_day) in
        [("25.5", date(2024, 8, 31), date(2024, 9, 1)), ("13.5", date(2025, 12, 31), date(2026, 1, 1))]
    {
        assert_eq!(problems(rate, day_before), illegal);
        assert_eq!(problems(rate, first_day), []);
    }
    assert_eq!(problems("10", TODAY), []);
    assert_eq!(problems("23", TODAY), illegal);
    assert_eq!(problems("23", date(2031, 1, 1)), [], "the date itself is the fault");
}

#[test]
fn no_vat_has_exactly_one_reason() {
    let problems = |vat: Rate, reason: Option<VatZeroReason>, reverse_vat: bool| {
        let mut bill = Bill { vat_zero_reason: reason, reverse_vat, ..bill() };
        bill.rows[0].vat_rate = vat;
        found(vat_problems(StatutoryFigures::shipped(), &bill))
    };
    let reason = Some(VatZeroReason::PerformanceFee);
    let single = |key| vec![pair("vatZeroReasonCode", key)];
    assert_eq!(problems(Rate::ZERO, None, false), single(ErrorKey::VatZeroReasonRequired));
    assert_eq!(problems(Rate::ZERO, reason, false), []);
    assert_eq!(problems(Rate::ZERO, None, true), []);
    assert_eq!(problems(STANDARD, None, true), [], "reverse VAT takes the VAT off");
    assert_eq!(problems(Rate::ZERO, reason, true), single(ErrorKey::VatZeroReasonWithReverseVat));
    assert_eq!(problems(STANDARD, reason, false), single(ErrorKey::VatZeroReasonWithoutZeroRows));
}

#[test]
fn only_costs_without_vat_are_billed_as_such() {
    let mut bill = Bill { bill_reimbursements: true, ..bill() };
    bill.rows[0].receipts = 1;
    bill.rows[0].expenses.set(ExpenseKind::Travel, ExpenseClass::Zero, money("10"));
    assert_eq!(sent(&bill), []);
    bill.rows[0].expenses.set(ExpenseKind::Hotel, ExpenseClass::Vat13Half, money("90"));
    let field = "billableitems[0].hotelcost_alv135";
    assert_eq!(sent(&bill), [pair(field, ErrorKey::OnlyVatZeroReimbursements)]);
    bill.bill_reimbursements = false;
    assert_eq!(sent(&bill), []);
}

#[test]
fn every_missing_field_of_a_row_is_named() {
    let mut empty = Row::empty(TODAY, STANDARD);
    empty.date = None;
    let expected = [
        pair("date", ErrorKey::DateMissing),
        pair("destination", ErrorKey::DestinationMissing),
        pair("alvPrice", ErrorKey::PriceMissing),
    ];
    assert_eq!(found(row_problems(StatutoryFigures::shipped(), &empty)), expected);
    let by_amount = Row { pricing: Pricing::Amount { unit_price: None, amount: None }, ..row("1") };
    let expected =
        [pair("hourlyprice", ErrorKey::UnitPriceMissing), pair("billableWorkHours", ErrorKey::AmountMissing)];
    assert_eq!(found(row_problems(StatutoryFigures::shipped(), &by_amount)), expected);
    let huge =
        Pricing::Amount { unit_price: Some(Money::from_units(i64::MAX)), amount: Some(Quantity::whole(2)) };
    let huge = Row { pricing: huge, ..row("1") };
    assert_eq!(
        found(row_problems(StatutoryFigures::shipped(), &huge)),
        [pair("alvPrice", ErrorKey::OutOfRange)]
    );
    let far = Row { date: Some(date(2031, 1, 1)), ..row("1") };
    let unknown = Problem::new("date", ErrorKey::UnknownYear).of_year(2031);
    assert_eq!(row_problems(StatutoryFigures::shipped(), &far), [unknown]);
}

#[test]
fn times_of_work_are_whole_and_in_order() {
    let start = Moment::from(datetime(2026, 3, 2, 9, 0, 0, 0));
    let backwards = WorkShift { start, end: datetime(2026, 3, 2, 8, 0, 0, 0).into() };
    let wrong = Row { work_shift: Some(backwards), ..row("1") };
    assert_eq!(
        found(row_problems(StatutoryFigures::shipped(), &wrong)),
        [pair("workShiftEnded", ErrorKey::ReturnBeforeDeparture)]
    );
}

#[test]
fn costs_need_receipts_of_their_own_vat() {
    let mut with_costs = row("1000");
    with_costs.expenses.set(ExpenseKind::Hotel, ExpenseClass::Vat13Half, money("90"));
    with_costs.expenses.set(ExpenseKind::Other, ExpenseClass::Zero, money("5"));
    let expected =
        [pair("hotelcost_alv135", ErrorKey::ReceiptRequired), pair("othercost", ErrorKey::ReceiptRequired)];
    assert_eq!(found(row_problems(StatutoryFigures::shipped(), &with_costs)), expected);
    with_costs.receipts = 1;
    assert_eq!(found(row_problems(StatutoryFigures::shipped(), &with_costs)), []);
    with_costs.date = Some(date(2025, 12, 31));
    assert_eq!(
        found(row_problems(StatutoryFigures::shipped(), &with_costs)),
        [pair("hotelcost_alv135", ErrorKey::IllegalVatRate)]
    );
    for kind in ExpenseKind::ALL {
        for (class, last) in
            [(ExpenseClass::Vat24, date(2024, 8, 31)), (ExpenseClass::Vat14, date(2025, 12, 31))]
        {
            let mut late = Row { receipts: 1, ..row("1000") };
            late.expenses.set(kind, class, money("90"));
            let expected = [(kind.field(class), ErrorKey::from_name(&kind.field(class)).unwrap())];
            assert_eq!(found(expense_problems(StatutoryFigures::shipped(), &late)), expected);
            late.date = Some(last);
            assert_eq!(found(expense_problems(StatutoryFigures::shipped(), &late)), []);
        }
        assert_eq!(kind.illegal_vat(ExpenseClass::Vat10).name(), kind.field(ExpenseClass::Vat10));
    }
    let mut negative = row("1000");
    negative.expenses.set(ExpenseKind::Travel, ExpenseClass::Vat10, money("-1"));
    assert_eq!(
        found(row_problems(StatutoryFigures::shipped(), &negative)),
        [pair("travelcost_alv10", ErrorKey::OutOfRange)]
    );
}

#[test]
fn a_bill_is_no_larger_than_a_payment_can_be() {
    let of_two = |price: &str| Bill { rows: vec![row(price), row(price)], ..bill() };
    assert_eq!(sent(&of_two("39000000")), []);
    let too_large = [pair("billableitems", ErrorKey::AmountTooLarge)];
    assert_eq!(sent(&of_two("40000000")), too_large, "with VAT, though neither row is");
}

#[test]
fn a_bill_charges_or_credits() {
    let both = Bill { rows: vec![row("1000"), row("-10"), row("0")], ..bill() };
    assert_eq!(sent(&both), [pair("billableitems", ErrorKey::MixedSigns)]);
    let mut travelling = row("-1000");
    travelling.expenses.set(ExpenseKind::Hotel, ExpenseClass::Zero, money("80"));
    travelling.receipts = 1;
    let costs = Bill { rows: vec![travelling], bill_reimbursements: true, ..bill() };
    assert!(sent(&costs).contains(&pair("billableitems", ErrorKey::MixedSigns)));
    let credit = Bill { rows: vec![row("-1000"), row("-10")], ..bill() };
    assert_eq!(sent(&credit), [pair("creditOf", ErrorKey::CreditOfRequired)]);
    let nothing = Bill { rows: vec![row("0"), row("0")], ..bill() };
    assert_eq!(sent(&nothing), [pair("billableitems", ErrorKey::BilledAmountNotEnough)]);
}

#[test]
fn a_credit_note_is_complete_but_its_trips_are_not_checked_again() {
    let mut travelling = row("100");
    travelling.journey.kilometers = Quantity::whole(10);
    let note = Bill { is_credit_note: true, rows: vec![travelling], ..bill() };
    assert_eq!(found(credit_note_problems(StatutoryFigures::shipped(), &note, TODAY)), []);
    let mut lacking = note.clone();
    lacking.rows[0].destination.clear();
    lacking.rows[0].journey.kilometers = Quantity::whole(-1);
    let expected = [
        pair("billableitems[0].destination", ErrorKey::DestinationMissing),
        pair("billableitems[0].kilometers", ErrorKey::OutOfRange),
    ];
    assert_eq!(found(credit_note_problems(StatutoryFigures::shipped(), &lacking, TODAY)), expected);
}

#[test]
fn the_billed_amount_pays_for_the_reimbursements() {
    let mut bill = bill();
    bill.rows[0].receipts = 1;
    bill.rows[0].expenses.set(ExpenseKind::Other, ExpenseClass::Zero, money("931.01"));
    assert_eq!(sent(&bill), [pair("billableitems", ErrorKey::BilledAmountNotEnough)]);
    bill.rows[0].expenses.set(ExpenseKind::Other, ExpenseClass::Zero, money("931"));
    assert_eq!(sent(&bill), []);
}

/// A row with kilometres from the given address.
fn bill_leaving_from(address: &str) -> Bill {
    let mut bill = bill();
    let journey = &mut bill.rows[0].journey;
    journey.kilometers = Quantity::whole(40);
    journey.register_number = "ABC-123".into();
    journey.address_start = address.into();
    journey.address_stop = "Työkuja 2, 20100 Turku".into();
    journey.departure = datetime(2026, 3, 2, 9, 0, 0, 0).into();
    journey.homecoming = datetime(2026, 3, 2, 17, 0, 0, 0).into();
    bill
}

#[test]
fn trips_begin_at_home_unless_the_worker_says_otherwise() {
    assert_eq!(sent(&bill_leaving_from("Kotikatu 12345 B, 00100 Helsinki")), []);
    let elsewhere = [pair("billableitems[0].addressStart", ErrorKey::NotHomeAddress)];
    for address in ["Mökkitie 5, 12345 Korpi", "Kotikatu 1, Helsinki", "ääkköspolku 00100a"] {
        assert_eq!(sent(&bill_leaving_from(address)), elsewhere, "{address}");
    }
    let confirmed = Bill { left_out_from_home: true, ..bill_leaving_from("Mökkitie 5, 12345 Korpi") };
    assert_eq!(sent(&confirmed), []);
}

#[test]
fn only_the_home_address_may_be_overridden() {
    let away = Problem::new("billableitems[0].addressStart", ErrorKey::NotHomeAddress);
    let other = Problem::new("billingdate", ErrorKey::Required);
    assert!(may_be_overridden(&[away.clone(), away.clone()]));
    assert!(!may_be_overridden(&[away, other]));
}

#[test]
fn contracting_rows_are_complete() {
    let good = Bill { shares: vec![share()], purchases: vec![purchase()], ..bill() };
    assert_eq!(sent(&good), []);
    let empty = Share { subcontractor: None, date: None, amount: None, description: " ".into(), ..share() };
    let expected =
        ["subcontractor", "date", "amount", "description"].map(|field| pair(field, ErrorKey::Required));
    assert_eq!(found(share_problems(&empty)), expected);

    let mut bad = good;
    bad.purchases[0] = PurchaseCost { state: PurchaseState::Open, receipts: 0, ..purchase() };
    let expected = [
        pair("extContractorBillableItems[0].state", ErrorKey::PurchaseNotReady),
        pair("extContractorBillableItems[0].receipts", ErrorKey::PurchaseInvoiceRequired),
    ];
    assert_eq!(sent(&bad), expected);
}

#[test]
fn an_advance_is_asked_of_a_bill_on_its_way() {
    let request = AdvanceRequest {
        bill_state: BillState::Pending,
        rows_selected: 1,
        rows_already_handled: false,
        amount: money("100"),
        limit: money("100"),
    };
    for (state, expected) in [
        (BillState::Open, Some(ErrorKey::InvoiceNotSent)),
        (BillState::Pending, None),
        (BillState::Taken, None),
        (BillState::Approved, None),
        (BillState::Closed, None),
        (BillState::Paid, Some(ErrorKey::InvoicePaid)),
        (BillState::Credited, Some(ErrorKey::AdvanceCannotBeAsked)),
    ] {
        let problems = advance_problems(&AdvanceRequest { bill_state: state, ..request });
        assert_eq!(problems.first().map(|problem| problem.key), expected, "{state:?}");
    }
    let wrong =
        AdvanceRequest { rows_selected: 0, rows_already_handled: true, amount: money("100.01"), ..request };
    let expected = [
        pair("ids", ErrorKey::NoRowsSelected),
        pair("ids", ErrorKey::RowsAlreadyHandled),
        pair("advancePaymentAmount", ErrorKey::AdvanceTooBig),
    ];
    assert_eq!(found(advance_problems(&wrong)), expected);
    let nothing = AdvanceRequest { amount: Money::ZERO, ..request };
    assert_eq!(found(advance_problems(&nothing)), [pair("advancePaymentAmount", ErrorKey::OutOfRange)]);
}

proptest! {
    #[test]
    fn no_bill_makes_it_panic(
        numbers in any::<[i64; 6]>(),
        counts in any::<[u16; 3]>(),
        vehicle in 0u8..8,
        address in "\\PC{0,20}",
        days in any::<[i32; 3]>(),
        flags in any::<[bool; 4]>(),
    ) {
        let day = |days: i32| TODAY.saturating_add(jiff::Span::new().days(days % 3_000_000));
        let mut bill = bill_leaving_from(&address);
        bill.billing_date = Some(day(days[0]));
        bill.due_date = Some(day(days[1]));
        bill.reverse_vat = flags[0];
        bill.bill_reimbursements = flags[1];
        bill.left_out_from_home = flags[2];
        let amount = Money::from_units(numbers[0]);
        bill.purchases = vec![PurchaseCost { amount, pay_now: true, ..purchase() }];
        let row = &mut bill.rows[0];
        row.date = Some(day(days[2]));
        row.vat_rate = Rate::from_millionths(numbers[1]);
        if flags[3] {
            row.pricing = Pricing::Amount {
                unit_price: Some(Money::from_units(numbers[2])),
                amount: Some(Quantity::from_parts(numbers[3])),
            };
        }
        row.journey.kilometers = Quantity::from_parts(numbers[4]);
        row.journey.vehicle = Vehicle::from_code(vehicle).unwrap();
        row.allowances.full_days = counts[0];
        row.allowances.meals = counts[1];
        row.receipts = counts[2];
        row.expenses.set(ExpenseKind::Other, ExpenseClass::Vat24, Money::from_units(numbers[5]));
        let _ = sent(&bill);
    }
}

fn without_vat(change: impl FnOnce(&mut Bill)) -> Bill {
    let mut bill = bill();
    bill.rows.iter_mut().for_each(|row| row.vat_rate = Rate::ZERO);
    change(&mut bill);
    bill.settle_choices();
    bill
}

#[test]
fn construction_is_billed_without_vat_to_finnish_businesses_alone() {
    let construction = without_vat(|bill| bill.reverse_vat = true);
    let refused = [pair("inverseALV", ErrorKey::ReverseVatNeedsFinnishBusiness)];
    for (business_id, vat_number) in [("2077474-0", ""), ("", "FI20774740"), ("HRB 1", "FI20774740")] {
        assert_eq!(sent_to(&construction, &buyer(PartyRole::Company, business_id, vat_number)), []);
    }
    for abroad in [buyer(PartyRole::Company, "HRB 1", "DE123456789"), buyer(PartyRole::Company, "", "")] {
        assert_eq!(sent_to(&construction, &abroad), refused);
    }
    assert_eq!(sent_to(&construction, &buyer(PartyRole::Individual, "2077474-0", "")), refused);
}

#[test]
fn reverse_charge_in_the_eu_needs_a_vat_number_of_another_country() {
    let abroad = without_vat(|bill| bill.vat_zero_reason = Some(VatZeroReason::ReverseChargeInEu));
    let refused = [pair("vatZeroReasonCode", ErrorKey::ReverseChargeNeedsEuVatNumber)];
    for number in ["EE999000111", "EL123456789", "SE123456789001"] {
        assert_eq!(sent_to(&abroad, &buyer(PartyRole::Company, "", number)), [], "{number}");
        assert_eq!(sent_to(&abroad, &buyer(PartyRole::Individual, "", number)), refused, "{number}");
    }
    // Northern Ireland is in the EU for goods alone, Norway not at all.
    for number in ["", "FI20774740", "XI123456789", "NO123456789MVA", "EE12"] {
        assert_eq!(sent_to(&abroad, &buyer(PartyRole::Company, "2077474-0", number)), refused, "{number}");
    }
}

#[test]
fn a_bill_is_no_larger_than_a_payment() {
    let of = |prices: &[&str]| {
        let bill = Bill { rows: prices.iter().map(|price| row(price)).collect(), ..bill() };
        bill_problems(StatutoryFigures::shipped(), &bill, TODAY)
    };
    // With VAT 100 000 000.00 and one cent more.
    assert_eq!(of(&["40000000", "39681274.90"]), []);
    let too_large = [Problem::new("billableitems", ErrorKey::AmountTooLarge)];
    assert_eq!(of(&["40000000", "39681274.91"]), too_large);
}
