//! The bills of Eero Mäkinen, a sound technician in employment.

use liksa_domain::bill::{Bill, Row};
use liksa_domain::ids::CustomerId;
use liksa_money::{Money, Quantity};

use super::Customers;
use super::schedule::{Schedule, closed, paid, paid_as, sent};
use crate::history::bill::{BillEvent, PaymentKind};
use crate::history::drafting::{agreed, bill, by_amount, earlier_that_month, row, rows};

/// 42,50 € an hour.
const HOUR: Money = Money::from_units(425_000);

pub fn add_all(schedule: &mut Schedule<'_>, customers: &Customers) -> anyhow::Result<()> {
    let calendar = schedule.calendar;
    let day = calendar.day(49);
    let gig = [
        (4, "Äänentoisto, pystytys ja purku", by_amount(Quantity::whole(8), HOUR)),
        (4, "PA-laitteiden vuokra, vuorokausi", agreed(Money::euros(180))),
    ];
    // The agency paid the sum of the offer, which was higher.
    let too_much = paid_as(49, 38, PaymentKind::TooMuch(Money::euros(60)));
    schedule.add((50, (18, 10)), bill(customers["concert_agency"], day, 14, rows(day, gig)), too_much)?;

    let day = calendar.day(31);
    let rehearsal = by_amount(Quantity::from_parts(45_000), HOUR);
    let rehearsals = [9, 7, 4, 2].map(|ago| (ago, "Äänisuunnittelu ja harjoitukset", rehearsal));
    schedule.add((31, (10, 20)), bill(customers["theatre"], day, 21, rows(day, rehearsals)), paid(31, 14))?;

    let day = calendar.day(34);
    let plan = rows(day, [(2, "Juhlatilan äänentoiston suunnittelu", agreed(Money::euros(240)))]);
    let mut late = closed(34);
    late.push((12, (10, 5), BillEvent::Remind));
    schedule.add((34, (12, 45)), bill(customers["anniversary_host"], day, 7, plan), late)?;

    let day = calendar.day(9);
    let party = rows(day, [(3, "Juhlien äänentekniikka ja DJ", agreed(Money::euros(650)))]);
    let without_reference = paid_as(9, 1, PaymentKind::WithoutReference("Juhlien ääni ja DJ, kiitos!"));
    schedule.add((9, (9, 15)), bill(customers["anniversary_host"], day, 7, party), without_reference)?;

    let day = calendar.day(1);
    let celebration = [
        (2, "Kaupungin juhlan äänentoisto", agreed(Money::euros(540))),
        (1, "Äänityksen jälkityöt", by_amount(Quantity::from_parts(35_000), Money::euros(45))),
    ];
    let mut celebration = bill(customers["town"], day, 30, rows(day, celebration));
    celebration.customer_reference = "4410 Tapahtumat".into();
    schedule.add((1, (10, 30)), celebration, sent(1))?;
    schedule.add((1, (17, 20)), tour(schedule, customers["concert_agency"]), vec![])
}

/// A draft that is ready to be sent.
fn tour(schedule: &Schedule<'_>, agency: CustomerId) -> Bill {
    let today = schedule.calendar.today();
    let gig = |(ago, town): (i32, &str)| -> Row {
        let text = format!("Kiertue, {town}: äänentoisto, pystytys ja purku");
        row(earlier_that_month(today, ago), &text, by_amount(Quantity::from_parts(95_000), HOUR))
    };
    let towns = [(13, "Lahti"), (12, "Kouvola"), (10, "Kuopio"), (8, "Joensuu"), (6, "Oulu"), (5, "Kemi")];
    let mut gigs: Vec<Row> = towns.into_iter().map(gig).collect();
    gigs.extend(rows(today, [(5, "PA-laitteiden vuokra, kuusi keikkaa", agreed(Money::euros(900)))]));
    let mut bill = bill(agency, today, 14, gigs);
    bill.text = "Klo 22 jälkeen tehdyistä tunneista laskutetaan sovittu korotus 50 %.".into();
    bill
}
