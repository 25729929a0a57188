//! The bills of Eero Mäkinen, a sound technician in employment.

use liksa_domain::bill::{Bill, Row};
use liksa_domain::ids::CustomerId;
use liksa_money::{Money, Quantity};

use super::stories::{Stories, closed, paid, paid_as, sent};
use crate::seed::drafting::{agreed, bill, by_amount, earlier_that_month};
use crate::seed::timeline::{Deed, Paying};

/// 42,50 € an hour.
const HOUR: Money = Money::from_units(425_000);

pub struct Customers {
    pub concert_agency: CustomerId,
    pub theatre: CustomerId,
    pub town: CustomerId,
    pub anniversary_host: CustomerId,
}

pub fn tell(stories: &mut Stories<'_>, customers: &Customers) -> anyhow::Result<()> {
    let calendar = stories.calendar;
    let day = calendar.day(49);
    let rows = vec![
        by_amount(earlier_that_month(day, 4), "Äänentoisto, pystytys ja purku", Quantity::whole(8), HOUR),
        agreed(earlier_that_month(day, 4), "PA-laitteiden vuokra, vuorokausi", Money::euros(180)),
    ];
    // The agency had the sum of the offer in its books.
    let more = Paying::Over(Money::euros(60));
    stories.tell((50, (18, 10)), bill(customers.concert_agency, day, 14, rows), paid_as(49, 38, more))?;

    let day = calendar.day(31);
    let rehearsals = [9, 7, 4, 2].map(|ago| {
        let text = "Äänisuunnittelu ja harjoitukset";
        by_amount(earlier_that_month(day, ago), text, Quantity::from_parts(45_000), HOUR)
    });
    stories.tell((31, (10, 20)), bill(customers.theatre, day, 21, rehearsals.into()), paid(31, 14))?;

    let day = calendar.day(34);
    let rows =
        vec![agreed(earlier_that_month(day, 2), "Juhlatilan äänentoiston suunnittelu", Money::euros(240))];
    let mut late = closed(34);
    late.push((12, (10, 5), Deed::Remind));
    stories.tell((34, (12, 45)), bill(customers.anniversary_host, day, 7, rows), late)?;

    let day = calendar.day(9);
    let rows = vec![agreed(earlier_that_month(day, 3), "Juhlien äänentekniikka ja DJ", Money::euros(650))];
    let without_reference = paid_as(9, 1, Paying::Unreferenced("Juhlien ääni ja DJ, kiitos!"));
    stories.tell((9, (9, 15)), bill(customers.anniversary_host, day, 7, rows), without_reference)?;

    let day = calendar.day(1);
    let rows = vec![
        agreed(earlier_that_month(day, 2), "Kaupungin juhlan äänentoisto", Money::euros(540)),
        by_amount(
            earlier_that_month(day, 1),
            "Äänityksen jälkityöt",
            Quantity::from_parts(35_000),
            Money::euros(45),
        ),
    ];
    let mut celebration = bill(customers.town, day, 30, rows);
    celebration.customer_reference = "4410 Tapahtumat".into();
    stories.tell((1, (10, 30)), celebration, sent(1))?;
    stories.tell((1, (17, 20)), tour(stories, customers.concert_agency), vec![])
}

/// A draft that only waits to be sent.
fn tour(stories: &Stories<'_>, agency: CustomerId) -> Bill {
    let today = stories.calendar.today();
    let gig = |(ago, town): (i32, &str)| -> Row {
        let text = format!("Kiertue, {town}: äänentoisto, pystytys ja purku");
        by_amount(earlier_that_month(today, ago), &text, Quantity::from_parts(95_000), HOUR)
    };
    let towns = [(13, "Lahti"), (12, "Kouvola"), (10, "Kuopio"), (8, "Joensuu"), (6, "Oulu"), (5, "Kemi")];
    let mut rows: Vec<Row> = towns.into_iter().map(gig).collect();
    rows.push(agreed(earlier_that_month(today, 5), "PA-laitteiden vuokra, kuusi keikkaa", Money::euros(900)));
    let mut bill = bill(agency, today, 14, rows);
    bill.text = "Klo 22 jälkeen tehdyistä tunneista laskutetaan sovittu korotus 50 %.".into();
    bill
}
