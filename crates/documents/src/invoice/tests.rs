use jiff::civil::{Date, date};
use liksa_domain::bill::{
    Allowances, Bill, BillLanguage, ExpenseClass, ExpenseKind, Pricing, Row, VatZeroReason, WorkShift,
};
use liksa_domain::person::Email;
use liksa_domain::vat::VatRounding;
use liksa_finland::VatNumber;
use liksa_money::{Money, Quantity, Rate};
use liksa_rates::StatutoryFigures;
use proptest::prelude::*;

use super::*;

const TODAY: Date = date(2026, 11, 15);
const STANDARD: Rate = Rate::from_millionths(255_000);

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

fn header(number: Option<u64>) -> InvoiceHeader {
    let business_id = "2077474-0".parse().unwrap();
    let seller = Seller {
        name: "Liksa Palvelut Oy".to_owned(),
        vat_number: VatNumber::from(&business_id),
        business_id,
        street: String::new(),
        postal_code: String::new(),
        city: String::new(),
        domicile: String::new(),
        iban: "FI2112345600000785".parse().unwrap(),
        bic: "NDEAFIHH".parse().unwrap(),
        email: Email::parse("laskutus@liksa.example").unwrap(),
        phone: String::new(),
        website: String::new(),
        e_invoice: None,
    };
    let customer = Customer::default();
    InvoiceHeader { credits: None, number, seller, worker: String::new(), customer, late_interest: None }
}

fn bill(rows: Vec<Row>) -> Bill {
    Bill { rows, ..Bill::draft(STANDARD) }
}

fn hours(price: &str, amount: &str) -> Row {
    let mut row = Row::empty(TODAY, STANDARD);
    row.pricing = Pricing::Amount { unit_price: Some(money(price)), amount: Some(amount.parse().unwrap()) };
    row
}

/// A day away, 100 km from home, with a hotel.
fn travelled() -> Row {
    let mut row = hours("50", "8");
    row.journey.kilometers = Quantity::whole(100);
    row.allowances = Allowances { full_days: 1, ..Allowances::default() };
    row.expenses.set(ExpenseKind::Hotel, ExpenseClass::Vat13Half, money("90.25"));
    row
}

fn invoice(bill: &Bill) -> Invoice {
    from_bill(StatutoryFigures::shipped(), bill, header(Some(1_234)), TODAY).unwrap()
}

#[test]
fn the_reference_is_made_of_the_number() {
    let numbered = invoice(&bill(vec![]));
    assert_eq!(numbered.reference.unwrap().as_str(), "12344");
    let draft = from_bill(StatutoryFigures::shipped(), &bill(vec![]), header(None), TODAY).unwrap();
    assert_eq!(draft.reference, None);
}

#[test]
fn only_rows_with_working_times_are_in_hours() {
    let mut timed = hours("50", "7.5");
    timed.work_shift = Some(WorkShift::default());
    let lines = invoice(&bill(vec![hours("50", "7.5"), timed])).lines;
    assert_eq!([lines[0].unit, lines[1].unit], [Unit::One, Unit::Hour]);
}

#[test]
fn reimbursements_stay_out_unless_they_are_billed() {
    let lines = invoice(&bill(vec![travelled()])).lines;
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0].net, money("400"));
}

#[test]
fn reimbursements_inside_make_the_line_an_agreed_sum() {
    let mut bill = bill(vec![travelled(), hours("50", "2")]);
    bill.bill_reimbursements = true;
    let lines = invoice(&bill).lines;
    // 400 of work, 55 for the way, 54 for the day, 90.25 for the hotel.
    assert_eq!(
        (lines[0].quantity, lines[0].unit_price, lines[0].net),
        (Quantity::ONE, money("599.25"), money("599.25"))
    );
    assert_eq!((lines[1].quantity, lines[1].net), (Quantity::whole(2), money("100")));
}

#[test]
fn reimbursements_apart_follow_their_work() {
    let mut bill = bill(vec![travelled()]);
    bill.bill_reimbursements = true;
    bill.separate_reimbursements = true;
    let invoice = invoice(&bill);
    let found: Vec<_> =
        invoice.lines.iter().map(|line| (line.kind, line.quantity, line.unit, line.net)).collect();
    assert_eq!(
        found,
        [
            (LineKind::Work, Quantity::whole(8), Unit::One, money("400")),
            (LineKind::Reimbursement, Quantity::whole(100), Unit::Kilometer, money("55")),
            (LineKind::Reimbursement, Quantity::ONE, Unit::Day, money("54")),
            (LineKind::Reimbursement, Quantity::ONE, Unit::One, money("90.25")),
        ]
    );
    assert_eq!(invoice.totals.net, money("599.25"));
}

#[test]
fn a_credit_note_takes_back_what_was_billed_at_the_same_price() {
    let invoice = invoice(&bill(vec![hours("50", "2")]).credit_note(TODAY));
    assert!(invoice.is_credit_note());
    let line = &invoice.lines[0];
    assert_eq!((line.quantity, line.unit_price, line.net), (Quantity::whole(-2), money("50"), money("-100")));
    assert_eq!(invoice.payable(), money("-125.50"));
}

#[test]
fn lines_of_a_fraction_of_a_cent_add_up() {
    let row = || hours("0.333", "1");
    let mut bill = bill(vec![row(), row(), row()]);
    let nets = |invoice: &Invoice| invoice.lines.iter().map(|line| line.net).collect::<Vec<_>>();
    let new = invoice(&bill);
    assert_eq!(nets(&new), [money("0.33"); 3]);
    assert_eq!((new.totals.net, new.payable()), (money("0.99"), money("1.24")));

    // What was sent before the lines were rounded one by one is printed as it was.
    bill.vat_rounding = VatRounding::BySum;
    let old = invoice(&bill);
    assert_eq!(nets(&old), ["0.33", "0.34", "0.33"].map(money));
    assert_eq!((old.totals.net, old.payable()), (money("1.00"), money("1.25")));
}

#[test]
fn every_ground_for_no_vat_is_said_in_both_languages() {
    let mut notes: Vec<VatNote> = VatZeroReason::ALL.into_iter().map(VatNote::Zero).collect();
    notes.push(VatNote::ReverseChargeInConstruction);
    let texts: std::collections::HashSet<&str> =
        notes.iter().flat_map(|note| BillLanguage::ALL.iter().map(|language| note.text(*language))).collect();
    assert_eq!(texts.len(), 2 * notes.len());
    assert_eq!(notes.iter().filter(|note| note.is_reverse_charge()).count(), 2);

    let mut reverse = bill(vec![hours("50", "2")]);
    reverse.reverse_vat = true;
    let invoice = invoice(&reverse);
    assert_eq!(invoice.vat_note, Some(VatNote::ReverseChargeInConstruction));
    assert_eq!(invoice.lines[0].vat_rate, Rate::ZERO);
}

#[test]
fn addresses_abroad_name_their_country() {
    let mut address = Address {
        street: "Storgatan 1".to_owned(),
        postal_code: "111 22".to_owned(),
        city: "Stockholm".to_owned(),
        country: "SE".to_owned(),
        country_name: "Ruotsi".to_owned(),
    };
    assert_eq!(address.lines(), ["Storgatan 1", "111 22 Stockholm", "RUOTSI"]);
    address.country = "FI".to_owned();
    assert_eq!(address.lines(), ["Storgatan 1", "111 22 Stockholm"]);
    assert!(Address::default().lines().is_empty());
}

fn any_row() -> impl Strategy<Value = Row> {
    let rates = ["25.5", "13.5", "10", "0"].map(|rate| Rate::from_percent_str(rate).unwrap());
    let prices = -1_000_000_000_i64..1_000_000_000;
    let row =
        (prop::sample::select(rates.to_vec()), prices, 1_i64..500_000, 0_u16..3, 0_i32..300, any::<bool>());
    row.prop_map(|(rate, units, parts, meals, kilometers, agreed)| {
        let mut row = Row::empty(TODAY, rate);
        let price = Some(Money::from_units(units));
        row.pricing = match agreed {
            true => Pricing::Contract { price },
            false => Pricing::Amount { unit_price: price, amount: Some(Quantity::from_parts(parts)) },
        };
        row.journey.kilometers = Quantity::whole(kilometers);
        row.allowances.meals = meals;
        row
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn lines_add_up_to_the_totals_of_the_bill(
        rows in prop::collection::vec(any_row(), 0..20),
        billed in any::<bool>(),
        separate in any::<bool>(),
        reverse in any::<bool>(),
        credit in any::<bool>(),
    ) {
        let mut bill = bill(rows);
        bill.bill_reimbursements = billed;
        bill.separate_reimbursements = separate;
        bill.reverse_vat = reverse;
        bill.settle_choices();
        let bill = if credit { bill.credit_note(TODAY) } else { bill };
        let invoice = invoice(&bill);

        prop_assert_eq!(&invoice.totals, &liksa_domain::salary::totals(StatutoryFigures::shipped(), &bill, TODAY).unwrap());
        for category in &invoice.totals.categories {
            let of_rate = invoice.lines.iter().filter(|line| line.vat_rate == category.rate);
            prop_assert_eq!(Money::sum(of_rate.map(|line| line.net)).unwrap(), category.net);
            prop_assert_eq!(category.net.share(category.rate).unwrap(), category.vat, "BR-CO-17");
        }
        prop_assert_eq!(Money::sum(invoice.lines.iter().map(|line| line.net)).unwrap(), invoice.totals.net);
        for line in &invoice.lines {
            let off = line.net.minus(line.total).unwrap();
            prop_assert!(off.units().abs() <= 50, "{line:?}");
            prop_assert!(line.net.cents().is_some());
            // Kilometres are paid by the cent, so that their price times their number may be half a cent off.
            let counted = line.unit_price.times_quantity(line.quantity).unwrap();
            prop_assert!(counted.minus(line.total).unwrap().units().abs() <= 50, "{line:?}");
        }
    }
}
