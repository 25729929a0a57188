//! Documents to print in tests and by the `samples` example.

mod bills;
mod variants;

use jiff::civil::{Date, date};
use liksa_documents::invoice::{Invoice, OriginalInvoice, from_bill};
use liksa_documents::pdf::{Content, PaidBill, PaySlip, Reminder, TravelReport, Trip, YearSoFar};
use liksa_domain::bill::{
    Allowances, BillLanguage, ExpenseClass, ExpenseKind, Extras, Journey, Pricing, Territory, Trailer,
    VatZeroReason,
};
use liksa_domain::payments::LatePeriod;
use liksa_domain::payroll::{ReimbursementKind, ReimbursementLine};
use liksa_domain::person::WorkerType;
use liksa_domain::salary::{self, Billed, DistraintOrder, Reimbursements, TaxBasis, TyelWages, Worker};
use liksa_domain::settings::ProviderSettings;
use liksa_finland::{PaymentReference, ReferenceNumber};
use liksa_money::{Money, Quantity, Rate};
use liksa_rates::{Age, StatutoryFigures};

pub use bills::{TODAY, bill, customer, header, invoice, row, seller};
pub use variants::{variants, without_vat};

const REDUCED: Rate = Rate::from_millionths(135_000);

/// Everything at once: rates, costs apart, a discount, a long name.
pub fn mixed(language: BillLanguage) -> Invoice {
    let mut bill = bill(6, language);
    bill.bill_reimbursements = true;
    bill.separate_reimbursements = true;
    bill.vat_zero_reason = Some(VatZeroReason::PerformanceFee);
    bill.specification = "Sopimus 2026/118, Pohjoisrannan syysfestivaali".to_owned();
    bill.rows[1].vat_rate = REDUCED;
    bill.rows[2].vat_rate = Rate::ZERO;
    bill.rows[2].destination = "Esiintyminen, iltanäytös".to_owned();
    bill.rows[4].destination = "Alennus".to_owned();
    bill.rows[4].work_shift = None;
    bill.rows[4].pricing = Pricing::Contract { price: Some("-120.255".parse().unwrap()) };
    let travelled = &mut bill.rows[0];
    travelled.journey.kilometers = Quantity::whole(120);
    travelled.allowances = Allowances { full_days: 1, ..Allowances::default() };
    travelled.expenses.set(ExpenseKind::Hotel, ExpenseClass::Vat13Half, "118.50".parse().unwrap());
    let mut header = header(Some(10_482));
    header.customer.name =
        "Pohjois-Pohjanmaan Esittävän Taiteen ja Kulttuuriperinnön Edistämissäätiö sr".to_owned();
    from_bill(StatutoryFigures::shipped(), &bill, header, TODAY).unwrap()
}

pub fn reminder(language: BillLanguage) -> Reminder {
    let billed: Money = "5807.51".parse().unwrap();
    let rate = Rate::from_millionths(105_000);
    let interest = |from: Date, until: Date, amount: &str| LatePeriod {
        from,
        until,
        rate,
        amount: amount.parse().unwrap(),
    };
    Reminder {
        language,
        seller: seller(),
        customer: customer(),
        worker: "Aino Esimerkki".to_owned(),
        date: TODAY,
        pay_by: date(2026, 11, 29),
        invoice_number: 10_301,
        invoice_date: date(2026, 6, 2),
        due_date: date(2026, 6, 16),
        reference: PaymentReference::Finnish(ReferenceNumber::with_base(10_301).unwrap()),
        billed,
        paid: Money::euros(2_000),
        interest: vec![
            interest(date(2026, 6, 17), date(2026, 6, 30), "15.33"),
            interest(date(2026, 7, 1), TODAY, "151.15"),
        ],
        fee: Money::euros(5),
    }
}

pub fn pay_slip(language: BillLanguage) -> PaySlip {
    let worker = Worker {
        worker_type: WorkerType::Employee,
        age: Age::Born(date(1980, 6, 15)),
        yel_insured: false,
        pay_yel_through_service: false,
        service_percent: None,
        service_fee_charged_this_month: Money::ZERO,
        tyel_this_month: TyelWages::default(),
        profession_code: None,
        employed_since: Some(date(2024, 1, 1)),
        tax: TaxBasis::Percent(Rate::from_millionths(205_000)),
        distraint: Some(DistraintOrder::monthly(1)),
        reductions: Money::euros(100),
    };
    let line = |kind, counted: Option<(Quantity, &str)>, amount| ReimbursementLine {
        count: counted.map(|(count, _)| count),
        rate: counted.map(|(_, rate)| rate.parse().unwrap()),
        ..ReimbursementLine::amount(kind, Money::euros(amount))
    };
    let reimbursements =
        Reimbursements { kilometers: Money::euros(66), days: Money::euros(54), ..Default::default() };
    let billed = Billed { rows: Money::euros(4_627), reimbursements, ..Billed::default() };
    let payday = date(2026, 11, 20);
    let summary = salary::calculate(
        StatutoryFigures::shipped(),
        &billed,
        &worker,
        &ProviderSettings::default(),
        payday,
    )
    .unwrap();
    PaySlip {
        language,
        number: 2_118,
        payday,
        period: (date(2026, 10, 21), payday),
        payer: seller(),
        worker: "Aino Esimerkki".to_owned(),
        address: customer().address,
        iban: Some("FI42 5000 1510 0000 23".parse().unwrap()),
        tax_percent: Some(Rate::from_millionths(205_000)),
        without_tax_card: None,
        bills: vec![
            PaidBill {
                number: 10_388,
                customer: "Pohjoisrannan Konserttitalo Oy".to_owned(),
                net: Money::euros(3_127),
            },
            PaidBill {
                number: 10_402,
                customer: "Kulttuuriyhdistys Kide ry".to_owned(),
                net: Money::euros(1_500),
            },
        ],
        summary,
        reimbursements: vec![
            line(ReimbursementKind::Kilometers, Some((Quantity::whole(120), "0.55")), 66),
            line(ReimbursementKind::FullDays, Some((Quantity::ONE, "54")), 54),
        ],
        advances: vec![],
        explanation: None,
        year_so_far: YearSoFar {
            gross_salary: Money::euros(31_240),
            tax: "6404.20".parse().unwrap(),
            reimbursements: Money::euros(1_220),
            service_fee: "2871.33".parse().unwrap(),
        },
    }
}

/// Trips of one month or, with a month between them, of a year.
pub fn travel(language: BillLanguage, content: Content, months: &[i8]) -> TravelReport {
    let trip = |month: i8, day: i8| {
        let mut row = row(usize::try_from(day).unwrap());
        row.date = Some(date(2026, month, day));
        row.journey.departure = date(2026, month, day).at(8, 0, 0, 0).into();
        row.journey.homecoming = date(2026, month, day).at(20, 30, 0, 0).into();
        row.journey.kilometers = Quantity::whole(120 + i32::from(day));
        row.journey.register_number = "ABC-123".to_owned();
        row.journey.address_start = "Hämeentie 15, 00500 Helsinki".to_owned();
        row.journey.address_stop = "Satamakatu 8, 20100 Turku".to_owned();
        row.journey.round_trip = true;
        row.allowances = Allowances { full_days: 1, ..Allowances::default() };
        if day % 2 == 0 {
            row.expenses.set(ExpenseKind::Travel, ExpenseClass::Vat25Half, "18.40".parse().unwrap());
        }
        Trip::of_row(
            StatutoryFigures::shipped(),
            row,
            Some(10_388),
            "Pohjoisrannan Konserttitalo Oy".to_owned(),
            TODAY,
        )
        .unwrap()
        .unwrap()
    };
    TravelReport {
        language,
        content,
        from: date(2026, months[0], 1),
        until: date(2026, months[months.len() - 1], 1).last_of_month(),
        payer: seller(),
        worker: "Aino Esimerkki".to_owned(),
        address: customer().address,
        trips: months.iter().flat_map(|month| [2, 9, 16].map(|day| trip(*month, day))).collect(),
    }
}

/// Three days by car with a trailer, the second of which ends in Sweden.
pub fn trip_abroad() -> Trip {
    let mut row = row(1);
    row.date = Some(date(2026, 11, 9));
    row.journey = Journey {
        departure: date(2026, 11, 9).at(7, 0, 0, 0).into(),
        homecoming: date(2026, 11, 11).at(15, 0, 0, 0).into(),
        kilometers: Quantity::whole(352),
        extras: Extras { trailer: Trailer::Trailer, passengers: 2 },
        register_number: "ABC-123".to_owned(),
        address_start: "Hämeentie 15, 00500 Helsinki".to_owned(),
        way_points: vec!["Linnankatu 1, 20100 Turku".to_owned()],
        address_stop: "Drottninggatan 1, Tukholma".to_owned(),
        round_trip: true,
        overnight: true,
        abroad: true,
        country: Territory::parse("SE"),
        ..Journey::default()
    };
    row.allowances = Allowances { full_days: 2, foreign: Money::euros(70), ..Allowances::default() };
    row.expenses.set(ExpenseKind::Hotel, ExpenseClass::Vat13Half, Money::euros(120));
    let customer = "Pohjoisrannan Konserttitalo Oy".to_owned();
    Trip::of_row(StatutoryFigures::shipped(), row, Some(10_388), customer, TODAY).unwrap().unwrap()
}

pub fn credit_note(language: BillLanguage) -> Invoice {
    let credit = bill(3, language).credit_note(TODAY);
    let mut header = header(Some(10_483));
    header.credits = Some(OriginalInvoice { number: 10_481, date: date(2026, 11, 2) });
    from_bill(StatutoryFigures::shipped(), &credit, header, TODAY).unwrap()
}
