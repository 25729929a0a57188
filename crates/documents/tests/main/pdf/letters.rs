//! Pay slips, travel reports, reminders, and many documents in one file.

use jiff::Timestamp;
use jiff::civil::date;
use liksa_documents::pdf::{Content, Made, PaySlip, PrintBatch, Sides, TravelReport, Trip};
use liksa_domain::bill::{Allowances, BillLanguage};
use liksa_domain::payroll::{Difference, DifferenceReason, Explanation, SalaryLine};
use liksa_finland::BankBarcode;
use liksa_money::Money;
use liksa_rates::StatutoryFigures;
use rxing::BarcodeFormat;

use super::readers::Paper;
use super::{TYPESETTER, assert_in_order, print};
use crate::samples;

#[test]
fn a_pay_slip_leads_from_billing_to_the_account() {
    let slip = samples::pay_slip(BillLanguage::Finnish);
    let paper = print(&slip);
    paper.assert_sound();
    let amount = |amount: Money| amount.to_string().replace("\u{a0}€", "").replace('\u{a0}', " ");
    let summary = &slip.summary;
    assert_in_order(
        &paper.text(),
        &[
            "Palkkalaskelma 2118",
            "20.11.2026",
            "Palkkakausi 21.10.2026–20.11.2026",
            "FI42 5000 1510 0000 23",
            &summary.salary.to_string().replace('\u{a0}', " "),
            "10388 Pohjoisrannan Konserttitalo Oy 3 127,00",
            "Laskutus ilman alv:tä",
            &format!("Palvelumaksu −{}", amount(summary.service_fee)),
            &format!("Bruttopalkka {}", amount(summary.gross_salary)),
            &format!("Ennakonpidätys −{}", amount(summary.tax_amount)),
            &format!("Ulosmittaus −{}", amount(summary.distraint)),
            &format!("Nettopalkka {}", amount(summary.net)),
            "Kilometrikorvaus, 120 km × 0,55 € 66,00",
            "Kokopäiväraha, 1 × 54,00 € 54,00",
            &format!("Maksetaan tilille {}", amount(summary.salary)),
            "lomakorvausta",
            "31 240,00 €",
        ],
    );
    assert!(!paper.text().contains("YEL"), "what is zero is not there");
    assert!(!paper.text().contains("Verottomat kulukorvaukset 120,00"), "the lines say all of it");
}

/// Purchases of 300.00, of which one was paid at once for 15.00.
#[test]
fn a_pay_slip_tells_the_commission_apart_from_what_others_get() {
    for (language, lines) in [
        (BillLanguage::Finnish, ["Alihankinta −300,00", "Palkkio heti maksamisesta −15,00"]),
        (BillLanguage::English, ["Subcontracting −300.00", "Commission for paying at once −15.00"]),
    ] {
        let mut slip = samples::pay_slip(language);
        (slip.summary.contracting, slip.summary.commission) = (Money::euros(315), Money::euros(15));
        assert_in_order(&print(&slip).text(), &lines);
    }
}

#[test]
fn a_pay_slip_says_what_tyel_was_taken_from() {
    let mut slip = samples::pay_slip(BillLanguage::English);
    slip.summary.tyel_base = slip.summary.gross_salary.plus(Money::euros(40)).unwrap();
    let wages = slip.summary.tyel_base.to_string().replace('\u{a0}', " ");
    let text = print(&slip).text();
    let digits: String = wages.chars().filter(char::is_ascii_digit).collect();
    let said: String = text.split("on the month’s wages of €").nth(1).unwrap().chars().take(9).collect();
    assert!(said.chars().filter(char::is_ascii_digit).collect::<String>().starts_with(&digits), "{text}");
}

#[test]
fn a_pay_slip_says_why_it_differs_from_the_estimate() {
    let mut slip = samples::pay_slip(BillLanguage::Finnish);
    let (estimated, actual) = ("181.64".parse().unwrap(), "363.28".parse().unwrap());
    let line = Difference { line: SalaryLine::Tax, estimated, actual, reason: DifferenceReason::Ceiling };
    let (estimate, salary) = ("726.56".parse().unwrap(), "544.92".parse().unwrap());
    slip.explanation = Some(Explanation { estimate, salary, lines: vec![line] });
    let paper = print(&slip);
    paper.assert_sound();
    assert_in_order(
        &paper.text(),
        &[
            "Maksetaan tilille",
            "Miksi summa poikkeaa arviosta",
            "arvio oli 726,56 €. Tilille maksetaan 544,92 €.",
            "Ennakonpidätys",
            "181,64",
            "363,28",
            "Vuoden 2026 kertymä",
        ],
    );
    assert!(paper.text().contains("Palkasta eri osa kuin arviossa ylittää"), "{}", paper.text());

    // Only the sum of an estimate is known of older bills.
    slip.explanation = Some(Explanation { estimate, salary, lines: vec![] });
    let text = print(&slip).text();
    assert!(text.contains("726,56") && !text.contains("Rivi ja syy"), "{text}");

    // Every line and every reason has its words in both languages.
    for language in [BillLanguage::Finnish, BillLanguage::English] {
        let all = DifferenceReason::ALL.iter().enumerate().map(|(place, reason)| {
            let line = SalaryLine::ALL[place % SalaryLine::ALL.len()];
            Difference { line, estimated, actual, reason: *reason }
        });
        let explanation = Some(Explanation { estimate, salary, lines: all.collect() });
        print(&PaySlip { explanation, ..samples::pay_slip(language) }).assert_sound();
    }
}

#[test]
fn a_travel_report_shows_what_the_tax_administration_requires() {
    let paper = print(&samples::travel(BillLanguage::Finnish, Content::All, &[11]));
    paper.assert_sound();
    assert!(paper.facts().contains("Matkalasku, marraskuu 2026"), "{}", paper.facts());
    assert_in_order(
        &paper.text(),
        &[
            "Matkalasku",
            "01.11.2026–30.11.2026",
            "02.11.2026",
            "Pohjoisrannan Konserttitalo Oy, lasku 10388",
            "02.11.2026 klo 8.00–20.30",
            "Satamakatu 8, 20100 Turku – Hämeentie 15",
            "auto ABC-123",
            "122 km × 0,55 € = 67,10 €",
            "kokopäiväraha 54,00 €",
            "matkaliput kuittien mukaan 18,40 €",
            "67,10 54,00 18,40 139,50",
            "Kulut kuittien mukaan 36,80 €",
            // 387 km of 0.55, three days of 54, two receipts.
            "Yhteensä 411,65 €",
        ],
    );
    assert!(paper.text().contains("387 km"), "{}", paper.text());
}

#[test]
fn a_travel_report_shows_how_a_trip_abroad_was_paid() {
    let mut report = samples::travel(BillLanguage::Finnish, Content::All, &[11]);
    report.trips = vec![samples::trip_abroad()];
    let paper = print(&report);
    paper.assert_sound();
    assert_in_order(
        &paper.text(),
        &[
            "09.11.2026 klo 7.00–11.11.2026 klo 15.00",
            "yöpyminen matkalla",
            "Hämeentie 15, 00500 Helsinki – Linnankatu 1, 20100 Turku – Drottninggatan 1, Tukholma",
            "auto ABC-123, peräkärry, 2 matkustajaa",
            "352 km × 0,72 € = 253,44 €",
            "1. matkavuorokausi 09.11.2026 klo 7.00, 24 h, kotimaa: kokopäiväraha 54,00 €",
            "2. matkavuorokausi 10.11.2026 klo 7.00, 24 h, Ruotsi: ulkomaanpäiväraha 70,00 €",
            "3. matkavuorokausi 11.11.2026 klo 7.00, 8 h, kotimaa: kokopäiväraha 54,00 €",
            "majoitus kuittien mukaan 120,00 €",
            "Yhteensä 551,44 €",
        ],
    );
    assert!(!paper.text().contains("2 × 54,00"), "each day by itself alone");
    // All of it in Sweden: two days, and half of one for the eight hours after them.
    let mut row = samples::trip_abroad().row;
    row.allowances = Allowances { foreign: Money::euros(175), ..Allowances::default() };
    let in_sweden = Trip::of_row(StatutoryFigures::shipped(), row, None, String::new(), samples::TODAY);
    let trips = vec![in_sweden.unwrap().unwrap()];
    let paper = print(&TravelReport { trips, ..report.clone() });
    let days = [
        "1. matkavuorokausi 09.11.2026 klo 7.00, 24 h, Ruotsi: ulkomaanpäiväraha 70,00 €",
        "2. matkavuorokausi 10.11.2026 klo 7.00, 24 h, Ruotsi: ulkomaanpäiväraha 70,00 €",
        "3. matkavuorokausi 11.11.2026 klo 7.00, 8 h, Ruotsi: puolikas ulkomaanpäiväraha 35,00 €",
        "Yhteensä",
    ];
    assert_in_order(&paper.text(), &days);
    // A country that the table of the year lacks.
    let mut typed = samples::trip_abroad().row;
    typed.journey.country = liksa_domain::bill::Territory::parse("BR");
    typed.journey.foreign_source = "vero.fi".to_owned();
    let typed = Trip::of_row(StatutoryFigures::shipped(), typed, None, String::new(), samples::TODAY);
    let trips = vec![typed.unwrap().unwrap()];
    let (language, content) = (BillLanguage::English, Content::TaxFree);
    let paper = print(&TravelReport { language, content, trips, ..report.clone() });
    let order = [
        "car ABC-123, trailer, 2 passengers",
        "Travel day 1, 09.11.2026 07:00, 24 h, Finland: full daily allowance €54.00",
        "24 h, Brazil: foreign daily allowance",
        "foreign daily allowance, Brazil €70.00 (source: vero.fi)",
    ];
    assert_in_order(&paper.text(), &order);
    assert!(!paper.text().contains("lodging"), "receipts are no tax-free allowance");
    // So many days that they do not fit on a page.
    let mut long = samples::trip_abroad().row;
    long.journey.homecoming = date(2026, 12, 31).at(7, 30, 0, 0).into();
    long.allowances = Allowances { full_days: 52, ..Allowances::default() };
    let long = Trip::of_row(StatutoryFigures::shipped(), long, None, String::new(), samples::TODAY);
    let paper = print(&TravelReport { trips: vec![long.unwrap().unwrap()], ..report });
    paper.assert_sound();
    assert_in_order(&paper.text(), &["1. matkavuorokausi", "52. matkavuorokausi", "2 808,00"]);
}

#[test]
fn the_tax_free_report_leaves_receipts_out_and_sums_up_months() {
    let paper = print(&samples::travel(BillLanguage::English, Content::TaxFree, &[1, 2, 5]));
    paper.assert_sound();
    let text = paper.text();
    let month = "Total for the month €374.85";
    let order = [
        "Tax-free travel allowances",
        "January 2026",
        month,
        "February 2026",
        month,
        "May 2026",
        month,
        "Total €1,124.55",
    ];
    assert_in_order(&text, &order);
    assert!(!text.contains("18.40"), "{text}");
}

#[test]
fn a_reminder_adds_up_and_can_be_paid() {
    let reminder = samples::reminder(BillLanguage::English);
    let total = reminder.total().unwrap();
    assert_eq!(total.plain(), "3978.99");
    let paper = print(&reminder);
    paper.assert_sound();
    assert_in_order(
        &paper.text(),
        &[
            "Payment reminder 10301 Work by Aino Esimerkki",
            "was due on 16.06.2026",
            "5,807.51",
            "−2,000.00",
            "17.06.2026–30.06.2026, 10.5% 15.33",
            "Reminder fee 5.00",
            "Total to pay €3,978.99",
        ],
    );
    let digits = BankBarcode::new(reminder.seller.iban, total, reminder.reference, Some(reminder.pay_by));
    let expected = (BarcodeFormat::CODE_128, digits.unwrap().digits());
    assert!(paper.codes(1).contains(&expected), "{:?}", paper.codes(1));
}

#[test]
fn a_batch_has_every_page_and_begins_each_document_on_a_front() {
    let made = Made::at(Timestamp::UNIX_EPOCH);
    let bill = |rows| samples::invoice(&samples::bill(rows, BillLanguage::Finnish), Some(10_481));
    let pdfs = [bill(1), bill(80), samples::credit_note(BillLanguage::English)]
        .map(|invoice| TYPESETTER.print(&invoice, &made).unwrap());
    for (sides, pages) in [(Sides::One, 6), (Sides::Both, 8)] {
        let mut batch = PrintBatch::new(Vec::new(), sides).unwrap();
        for pdf in &pdfs {
            batch.add(pdf).unwrap();
        }
        let paper = Paper::new(&batch.finish().unwrap());
        paper.assert_sound();
        assert!(paper.facts().contains(&format!("Pages:           {pages}")), "{}", paper.facts());
        assert_in_order(&paper.text(), &["Lasku 10481", "Sivu 2/4", "Sivu 4/4", "Credit note 10483"]);
        let first = paper.codes(1);
        assert!(first.iter().any(|(format, _)| *format == BarcodeFormat::QR_CODE), "{first:?}");
    }
    assert!(PrintBatch::new(Vec::new(), Sides::One).unwrap().add(b"no PDF").is_err());
}
