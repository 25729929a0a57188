//! The bills of Aino Virtanen, a graphic designer and photographer: one in every state.

use jiff::ToSpan;
use jiff::civil::{Date, time};
use liksa_domain::bill::life::Move;
use liksa_domain::bill::{
    Allowances, Bill, BillLanguage, ExpenseClass, ExpenseKind, Journey, Moment, Pricing, VatZeroReason,
};
use liksa_domain::ids::CustomerId;
use liksa_money::{Money, Quantity};

use super::stories::{Stories, approved, closed, paid, paid_as, sent, steps, taken};
use crate::seed::drafting::{agreed, bill, by_amount, earlier_that_month, without_vat};
use crate::seed::timeline::{Correction, Deed, Paying};

const HOME: &str = "Fleminginkatu 12 A 5, 00530 Helsinki";
const REGISTER_NUMBER: &str = "ABC-123";

pub struct Customers {
    pub agency: CustomerId,
    pub publisher: CustomerId,
    pub town: CustomerId,
    pub studio_abroad: CustomerId,
    pub housing_company: CustomerId,
    pub bride: CustomerId,
}

pub fn tell(stories: &mut Stories<'_>, customers: &Customers) -> anyhow::Result<()> {
    finished(stories, customers)?;
    under_way(stories, customers)?;
    drafts(stories, customers)
}

fn finished(stories: &mut Stories<'_>, customers: &Customers) -> anyhow::Result<()> {
    let calendar = stories.calendar;
    let market = photographed_market(customers.town, calendar.day(44));
    stories.tell((44, (10, 40)), market, paid(44, 27))?;

    let brochure = brochure(customers.agency, calendar.day(36));
    let mut life = closed(36);
    let correction = Correction {
        mend: |draft| {
            draft.text = "Korvaa laskun, jolla taiton tunnit olivat väärin.".into();
            if let Some(Pricing::Amount { amount, .. }) = draft.rows.first_mut().map(|row| &mut row.pricing) {
                *amount = Some(Quantity::whole(14));
            }
        },
        credit_note: steps(calendar, closed(29).split_off(1))?,
        draft: steps(calendar, paid(29, 18))?,
    };
    life.push((29, (13, 50), Deed::Correct(Box::new(correction))));
    stories.tell((36, (11, 15)), brochure, life)?;

    let cover = cover(customers.publisher, calendar.day(11));
    // The publisher has paid a part of it.
    let part = Paying::Part(Money::euros(1_500));
    stories.tell((12, (16, 5)), cover, paid_as(11, 2, part))?;
    let typeface = specimen_in_english(customers.studio_abroad, calendar.day(8));
    stories.tell((8, (12, 30)), typeface, closed(8))
}

fn under_way(stories: &mut Stories<'_>, customers: &Customers) -> anyhow::Result<()> {
    let calendar = stories.calendar;
    let day = calendar.day(7);
    let rows = vec![agreed(earlier_that_month(day, 2), "Museon esite, taitto ja kuvat", Money::euros(980))];
    let mut life = taken(7);
    let reason = "Lisää laskulle kaupungin tilausnumero. Ilman sitä kaupunki palauttaa laskun.";
    life.push((6, (9, 40), Deed::Return(reason)));
    stories.tell((7, (9, 30)), bill(customers.town, day, 30, rows), life)?;

    // Approved, and going out on the day that it is dated.
    let day = calendar.day(4);
    let rows = vec![
        agreed(earlier_that_month(day, 6), "Kotisivujen ilme, luonnokset", Money::euros(1_450)),
        by_amount(
            earlier_that_month(day, 1),
            "Muutokset palaverin jälkeen",
            Quantity::whole(6),
            Money::euros(62),
        ),
    ];
    let dated = calendar.today().saturating_add(6.days());
    stories.tell((4, (11, 0)), bill(customers.agency, dated, 14, rows), approved(4))?;

    let day = calendar.day(3);
    let rows = vec![agreed(earlier_that_month(day, 3), "Hääkuvaus ja sata kuvaa", Money::euros(1_100))];
    let mut life = taken(3);
    life.push((1, (10, 15), Deed::Move(Move::RequestOpen)));
    stories.tell((3, (13, 10)), bill(customers.bride, day, 7, rows), life)?;

    let day = calendar.day(1);
    let rows = vec![
        agreed(earlier_that_month(day, 4), "Opastaulun suunnittelu", Money::euros(640)),
        agreed(earlier_that_month(day, 2), "Painotiedostot ja painon valvonta", Money::euros(180)),
    ];
    stories.tell((2, (15, 45)), bill(customers.housing_company, day, 14, rows), sent(1))
}

fn drafts(stories: &mut Stories<'_>, customers: &Customers) -> anyhow::Result<()> {
    let today = stories.calendar.today();
    let mut magazine = bill(
        customers.publisher,
        today,
        21,
        vec![
            by_amount(
                earlier_that_month(today, 9),
                "Taitto, lehti 4",
                Quantity::from_parts(225_000),
                Money::euros(62),
            ),
            agreed(earlier_that_month(today, 5), "Kansikuvitus, lehti 4", Money::euros(1_200)),
            agreed(earlier_that_month(today, 2), "Kuvien käsittely painoa varten", Money::euros(260)),
        ],
    );
    magazine.customer_reference = "Tilaus 2214".into();
    magazine.text = "Kiitos yhteistyöstä!".into();
    stories.tell((1, (15, 30)), magazine, vec![])?;
    stories.tell((1, (16, 10)), unfinished(today), vec![])
}

/// With a trip whose costs the customer pays.
fn photographed_market(town: CustomerId, day: Date) -> Bill {
    let work_day = earlier_that_month(day, 3);
    let mut market = agreed(work_day, "Valokuvaus, torimarkkinat", Money::euros(850));
    market.journey = trip(work_day, HOME, "Torikatu 2, 40100 Haapalahti", 542);
    market.allowances = Allowances { full_days: 1, ..Allowances::default() };
    let editing =
        by_amount(day, "Kuvien valinta ja käsittely", Quantity::from_parts(55_000), Money::euros(62));
    let mut bill = bill(town, day, 30, vec![market, editing]);
    bill.bill_reimbursements = true;
    bill.separate_reimbursements = true;
    bill.customer_reference = "4410 Tapahtumat".into();
    bill.specification = "Tilaus K-118, kulttuurituottaja".into();
    bill
}

/// Whose hours turn out to be too many.
fn brochure(agency: CustomerId, day: Date) -> Bill {
    let rows = vec![
        by_amount(
            earlier_that_month(day, 5),
            "Vuosikertomuksen taitto",
            Quantity::whole(16),
            Money::euros(62),
        ),
        agreed(earlier_that_month(day, 1), "Kaaviot ja kuvitus", Money::euros(540)),
    ];
    bill(agency, day, 14, rows)
}

fn cover(publisher: CustomerId, day: Date) -> Bill {
    let rows = vec![
        agreed(
            earlier_that_month(day, 8),
            "Kansikuvitus, kaksi luonnosta ja yksi korjauskierros",
            Money::euros(1_200),
        ),
        by_amount(
            earlier_that_month(day, 3),
            "Sisäsivujen taitto",
            Quantity::from_parts(182_500),
            Money::euros(62),
        ),
        by_amount(
            earlier_that_month(day, 1),
            "Vinjettikuvat, kpl",
            Quantity::whole(12),
            Money::from_units(475_000),
        ),
    ];
    let mut bill = bill(publisher, day, 21, rows);
    bill.customer_reference = "Tilaus 2187".into();
    bill.text = "Hinta sisältää kuvien käyttöoikeuden tilaajan omissa kanavissa kolmen vuoden ajan.".into();
    bill
}

fn specimen_in_english(studio: CustomerId, day: Date) -> Bill {
    let rows = vec![
        agreed(earlier_that_month(day, 6), "Type specimen, design and layout", Money::euros(1_680)),
        by_amount(
            earlier_that_month(day, 2),
            "Revisions after review",
            Quantity::from_parts(35_000),
            Money::euros(70),
        ),
    ];
    let mut bill = without_vat(bill(studio, day, 14, rows), VatZeroReason::ReverseChargeInEu);
    bill.language = BillLanguage::English;
    bill.text = "Thank you for working with me!".into();
    bill
}

/// Without a customer; a trip that began elsewhere than at home, a hotel without its receipt, a row without a
/// price.
fn unfinished(today: Date) -> Bill {
    let day = earlier_that_month(today, 1);
    let mut fair = agreed(day, "Messuosaston kuvaus", Money::euros(720));
    fair.journey = trip(day, "Aleksanterinkatu 1, 15110 Lahti", "Nuijamiestentie 5, 40100 Jyväskylä", 340);
    fair.expenses.set(ExpenseKind::Hotel, ExpenseClass::Zero, Money::euros(94));
    let mut unpriced = agreed(day, "Kuvien käsittely", Money::ZERO);
    unpriced.pricing = Pricing::Amount { unit_price: Some(Money::euros(62)), amount: None };
    let mut bill = Bill::draft(fair.vat_rate);
    bill.billing_date = Some(today);
    bill.rows = vec![fair, unpriced];
    bill
}

/// There and back on one day, by car.
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
