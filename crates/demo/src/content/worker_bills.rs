//! The bills of Aino Virtanen, a graphic designer and photographer: one in each state.

use jiff::ToSpan;
use jiff::civil::{Date, time};
use liksa_domain::bill::life::Move;
use liksa_domain::bill::{
    Allowances, Bill, BillLanguage, ExpenseClass, ExpenseKind, Journey, Moment, Pricing, VatZeroReason,
};
use liksa_domain::ids::CustomerId;
use liksa_money::{Money, Quantity};

use super::Customers;
use super::schedule::{Schedule, approved, closed, paid, paid_as, sent, steps, taken};
use crate::history::bill::{BillEvent, Correction, PaymentKind};
use crate::history::drafting::{agreed, bill, by_amount, earlier_that_month, row, rows, without_vat};

const HOME: &str = "Fleminginkatu 12 A 5, 00530 Helsinki";
const REGISTER_NUMBER: &str = "ABC-123";

pub fn add_all(schedule: &mut Schedule<'_>, customers: &Customers) -> anyhow::Result<()> {
    finished(schedule, customers)?;
    in_progress(schedule, customers)?;
    drafts(schedule, customers)
}

fn finished(schedule: &mut Schedule<'_>, customers: &Customers) -> anyhow::Result<()> {
    let calendar = schedule.calendar;
    let market = photographed_market(customers["town"], calendar.day(44));
    schedule.add((44, (10, 40)), market, paid(44, 27))?;

    let brochure = brochure(customers["agency"], calendar.day(36));
    let mut events = closed(36);
    let correction = Correction {
        edit: |draft| {
            draft.text = "Korvaa laskun, jolla taiton tunnit olivat väärin.".into();
            if let Some(Pricing::Amount { amount, .. }) = draft.rows.first_mut().map(|row| &mut row.pricing) {
                *amount = Some(Quantity::whole(14));
            }
        },
        credit_note: steps(calendar, closed(29).split_off(1))?,
        draft: steps(calendar, paid(29, 18))?,
    };
    events.push((29, (13, 50), BillEvent::Correct(Box::new(correction))));
    schedule.add((36, (11, 15)), brochure, events)?;

    let cover = cover(customers["publisher"], calendar.day(11));
    // The publisher has paid a part of it.
    let part = PaymentKind::Part(Money::euros(1_500));
    schedule.add((12, (16, 5)), cover, paid_as(11, 2, part))?;
    let typeface = specimen_in_english(customers["studio_abroad"], calendar.day(8));
    schedule.add((8, (12, 30)), typeface, closed(8))
}

fn in_progress(schedule: &mut Schedule<'_>, customers: &Customers) -> anyhow::Result<()> {
    let calendar = schedule.calendar;
    let day = calendar.day(7);
    let brochure = rows(day, [(2, "Museon esite, taitto ja kuvat", agreed(Money::euros(980)))]);
    let mut events = taken(7);
    let reason = "Lisää laskulle kaupungin tilausnumero. Ilman sitä kaupunki palauttaa laskun.";
    events.push((6, (9, 40), BillEvent::Return(reason)));
    schedule.add((7, (9, 30)), bill(customers["town"], day, 30, brochure), events)?;

    // Approved, and sent on its billing date.
    let website = [
        (6, "Kotisivujen ilme, luonnokset", agreed(Money::euros(1_450))),
        (1, "Muutokset palaverin jälkeen", by_amount(Quantity::whole(6), Money::euros(62))),
    ];
    let (website, dated) = (rows(calendar.day(4), website), calendar.today().saturating_add(6.days()));
    schedule.add((4, (11, 0)), bill(customers["agency"], dated, 14, website), approved(4))?;

    let day = calendar.day(3);
    let wedding = rows(day, [(3, "Hääkuvaus ja sata kuvaa", agreed(Money::euros(1_100)))]);
    let mut events = taken(3);
    events.push((1, (10, 15), BillEvent::Move(Move::RequestOpen)));
    schedule.add((3, (13, 10)), bill(customers["bride"], day, 7, wedding), events)?;

    let day = calendar.day(1);
    let sign = [
        (4, "Opastaulun suunnittelu", agreed(Money::euros(640))),
        (2, "Painotiedostot ja painon valvonta", agreed(Money::euros(180))),
    ];
    schedule.add((2, (15, 45)), bill(customers["housing_company"], day, 14, rows(day, sign)), sent(1))
}

fn drafts(schedule: &mut Schedule<'_>, customers: &Customers) -> anyhow::Result<()> {
    let today = schedule.calendar.today();
    let magazine = [
        (9, "Taitto, lehti 4", by_amount(Quantity::from_parts(225_000), Money::euros(62))),
        (5, "Kansikuvitus, lehti 4", agreed(Money::euros(1_200))),
        (2, "Kuvien käsittely painoa varten", agreed(Money::euros(260))),
    ];
    let mut magazine = bill(customers["publisher"], today, 21, rows(today, magazine));
    magazine.customer_reference = "Tilaus 2214".into();
    magazine.text = "Kiitos yhteistyöstä!".into();
    schedule.add((1, (15, 30)), magazine, vec![])?;
    schedule.add((1, (16, 10)), unfinished(today), vec![])
}

/// A bill with a trip whose costs the customer pays.
fn photographed_market(town: CustomerId, day: Date) -> Bill {
    let market = [
        (3, "Valokuvaus, torimarkkinat", agreed(Money::euros(850))),
        (0, "Kuvien valinta ja käsittely", by_amount(Quantity::from_parts(55_000), Money::euros(62))),
    ];
    let mut bill = bill(town, day, 30, rows(day, market));
    if let Some(market) = bill.rows.first_mut() {
        market.journey = trip(earlier_that_month(day, 3), HOME, "Torikatu 2, 40100 Haapalahti", 542);
        market.allowances = Allowances { full_days: 1, ..Allowances::default() };
    }
    bill.bill_reimbursements = true;
    bill.separate_reimbursements = true;
    bill.customer_reference = "4410 Tapahtumat".into();
    bill.specification = "Tilaus K-118, kulttuurituottaja".into();
    bill
}

/// A bill with too many hours, which is corrected later.
fn brochure(agency: CustomerId, day: Date) -> Bill {
    let brochure = [
        (5, "Vuosikertomuksen taitto", by_amount(Quantity::whole(16), Money::euros(62))),
        (1, "Kaaviot ja kuvitus", agreed(Money::euros(540))),
    ];
    bill(agency, day, 14, rows(day, brochure))
}

fn cover(publisher: CustomerId, day: Date) -> Bill {
    let cover = [
        (8, "Kansikuvitus, kaksi luonnosta ja yksi korjauskierros", agreed(Money::euros(1_200))),
        (3, "Sisäsivujen taitto", by_amount(Quantity::from_parts(182_500), Money::euros(62))),
        (1, "Vinjettikuvat, kpl", by_amount(Quantity::whole(12), Money::from_units(475_000))),
    ];
    let mut bill = bill(publisher, day, 21, rows(day, cover));
    bill.customer_reference = "Tilaus 2187".into();
    bill.text = "Hinta sisältää kuvien käyttöoikeuden tilaajan omissa kanavissa kolmen vuoden ajan.".into();
    bill
}

fn specimen_in_english(studio: CustomerId, day: Date) -> Bill {
    let specimen = [
        (6, "Type specimen, design and layout", agreed(Money::euros(1_680))),
        (2, "Revisions after review", by_amount(Quantity::from_parts(35_000), Money::euros(70))),
    ];
    let mut bill = without_vat(bill(studio, day, 14, rows(day, specimen)), VatZeroReason::ReverseChargeInEu);
    bill.language = BillLanguage::English;
    bill.text = "Thank you for working with me!".into();
    bill
}

/// A draft that cannot be sent: no customer, a trip that did not begin at home, a hotel without a receipt and a row
/// without an amount.
fn unfinished(today: Date) -> Bill {
    let day = earlier_that_month(today, 1);
    let mut fair = row(day, "Messuosaston kuvaus", agreed(Money::euros(720)));
    fair.journey = trip(day, "Aleksanterinkatu 1, 15110 Lahti", "Nuijamiestentie 5, 40100 Jyväskylä", 340);
    fair.expenses.set(ExpenseKind::Hotel, ExpenseClass::Zero, Money::euros(94));
    let without_amount = Pricing::Amount { unit_price: Some(Money::euros(62)), amount: None };
    let unpriced = row(day, "Kuvien käsittely", without_amount);
    let mut bill = Bill::draft(fair.vat_rate);
    bill.billing_date = Some(today);
    bill.rows = vec![fair, unpriced];
    bill
}

/// A day trip by car.
fn trip(day: Date, from: &str, to: &str, kilometers: i32) -> Journey {
    let at = |hour, minute| Moment { date: Some(day), time: Some(time(hour, minute, 0, 0)) };
    Journey {
        departure: at(7, 15),
        homecoming: at(20, 40),
        kilometers: Quantity::whole(kilometers),
        register_number: REGISTER_NUMBER.into(),
        address_start: from.into(),
        address_stop: to.into(),
        round_trip: true,
        travel_minutes: 375,
        work_minutes: 420,
        ..Journey::default()
    }
}
