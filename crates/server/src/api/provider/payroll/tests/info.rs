//! The worker's dashboard and tax year, through the life of bills and salaries. No expected amount comes from the program:
//!
//! ```text
//! bill 1000.00    VAT 255.00; fee 6.9 % 69.00, all-in 931.00
//! entrepreneur    gross 931.00 / 1.0251 = 908.2040… 908.20, tax 20 % 181.64    net 726.56
//!   without card  tax 60 % 544.92                                             net 363.28
//! bill 3000.00    VAT 765.00; fee 207.00, a share of 600.00, all-in 2193.00
//!                 gross 2139.30, tax 427.86                                    net 1711.44
//! share 600.00    no fee; gross 585.31, tax 117.06                             net 468.25
//! ```

mod advances;

use jiff::ToSpan;
use jiff::civil::{Date, date};
use liksa_actions::printing::travel_report;
use liksa_documents::pdf::Content;
use liksa_domain::bill::{Bill, BillState, Journey, Pricing, Row};
use liksa_domain::ids::{BillId, CustomerId};
use liksa_domain::person::Role;
use liksa_domain::salary::Reimbursements;
use liksa_domain::worker_facts::Profile;
use liksa_money::{Money, Quantity};
use liksa_test_support::{both_engines, on_sqlite, person};
use serde_json::{Value, json};

use super::{PayrollTest, STANDARD};
use crate::api::bills::tests::{company, create, good_bill, save};
use crate::testing::{SignedIn, TestApp};

both_engines! {
    amounts_follow_the_bills_wherever_they_are,
    overdue_bills_that_are_not_listed_count,
    paid_bills_that_are_not_listed_count,
    a_salary_is_on_its_way_until_it_is_paid_and_counts_from_then_on,
    what_was_taken_back_lowers_the_year_and_not_what_was_paid,
    a_share_comes_with_the_bill_of_its_contractor,
    a_year_of_trips_is_that_of_the_slips_and_of_the_reports,
}

on_sqlite! {
    months_begin_and_end_where_they_should,
    without_account_and_card_the_salary_waits,
    a_new_year_begins_with_nothing,
    only_some_months_and_years_can_be_asked_for,
}

const DECEMBER: &str = "18.12.2026";

struct Case {
    test: PayrollTest,
    maija: SignedIn,
    customer: CustomerId,
}

impl Case {
    async fn of(app: TestApp) -> Self {
        let test = PayrollTest::of(app).await;
        let maija = test.member(1, "maija@liksa.example").await;
        let customer = company(&test.app, &maija).await;
        Self { test, maija, customer }
    }

    /// A bill of 1000 € that was sent to the customer.
    async fn closed(&self, billed: Date, due: Date) -> BillId {
        self.closed_with(billed, due, Quantity::ZERO).await
    }

    async fn closed_with(&self, billed: Date, due: Date, kilometers: Quantity) -> BillId {
        let journey = Journey {
            kilometers,
            register_number: "ABC-123".into(),
            address_start: "Sturenkatu 4, 00510 Helsinki".into(),
            address_stop: "Hämeenkatu 5, 33100 Tampere".into(),
            ..Journey::default()
        };
        let row = Row {
            id: Some(self.test.app.new_id().unwrap()),
            destination: "Keikka".into(),
            pricing: Pricing::Contract { price: Some(Money::euros(1000)) },
            journey,
            ..Row::empty(billed, STANDARD)
        };
        let bill = Bill {
            state: BillState::Closed,
            billing_date: Some(billed),
            due_date: Some(due),
            customer: Some(self.customer),
            rows: vec![row],
            left_out_from_home: true,
            ..Bill::draft(STANDARD)
        };
        // Bills are listed in the order in which they were made.
        self.test.app.clock.advance(1.minute());
        self.test.sent(self.maija.id, bill).await
    }

    /// A bill of 1000 € that its customer has paid.
    async fn paid_one(&self) -> BillId {
        let bill = self.closed(date(2026, 11, 2), date(2026, 11, 30)).await;
        self.test.pay_bill(bill, Money::euros(1255)).await;
        bill
    }

    async fn draft(&self) -> Value {
        self.test.app.clock.advance(1.minute());
        create(&self.test.app, &self.maija, &good_bill(self.customer)).await
    }

    async fn info(&self) -> Value {
        self.test.info(&self.maija).await
    }

    async fn tax_info(&self, year: i16) -> Value {
        let path = format!("/api/info/{}/taxinfo/{year}", self.maija.id);
        let answer = self.test.app.get(&path).token(&self.maija.token).send().await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    }

    /// Credits so much of a bill, by the worker and a clerk.
    async fn credit(&self, bill: BillId, euros: i32) {
        let app = &self.test.app;
        app.clock.advance(1.minute());
        let path = format!("/api/person/{}/bills/{bill}/credit-part", self.maija.id);
        let note = app.post(&path).token(&self.maija.token).send().await;
        assert_eq!(note.status, 201, "{}", note.json);
        let mut rows = note.json["billableitems"].clone();
        rows[0]["alvPrice"] = json!(-euros);
        rows[0]["price"] = Value::Null;
        let changes = json!({"billableitems": rows, "state": "PENDING"});
        let sent = save(app, &self.maija, &note.json, &changes).await;
        assert_eq!(sent.status, 200, "{}", sent.json);
        self.test.approve_bill(note.json["id"].as_str().unwrap()).await;
    }
}

impl PayrollTest {
    /// A worker who can be paid, with a card of 20 % up to 45 000 €.
    async fn member(&self, number: u32, email: &str) -> SignedIn {
        let last_name = email.split('@').next().unwrap();
        let id = self.app.add(person().email(email).last_name(last_name).build()).await.id;
        self.equip(number, id).await;
        self.app.sign_in(email).await
    }

    async fn info(&self, who: &SignedIn) -> Value {
        let answer = self.app.get(&format!("/api/info/{}", who.id)).token(&who.token).send().await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    }

    async fn approve_bill(&self, bill: &str) {
        let clerk = self.app.staff(&format!("clerk-{bill}@liksa.example"), Role::Clerk).await;
        for step in ["take", "approve"] {
            let path = format!("/api/provider/bills/{bill}/{step}");
            let answer = self.app.put(&path).token(&clerk.token).send().await;
            assert_eq!(answer.status, 200, "{}", answer.json);
        }
        self.app.let_bills_leave().await;
    }
}

fn assert_amounts(info: &Value, expected: &[(&str, f64)]) {
    for (name, amount) in expected {
        assert_eq!(json!(info[name].as_f64()), json!(amount), "{name}");
    }
}

/// Kind, reason, day and amount of all parts.
fn parts(info: &Value) -> Vec<(&str, &str, Option<&str>, Option<f64>)> {
    let parts = info["onItsWay"]["parts"].as_array().unwrap().iter();
    parts
        .map(|part| {
            (
                part["kind"].as_str().unwrap(),
                part["reason"].as_str().unwrap(),
                part["expectedDay"].as_str(),
                part["amount"].as_f64(),
            )
        })
        .collect()
}

fn cents(amount: Option<f64>) -> i64 {
    format!("{:.2}", amount.unwrap()).replace('.', "").parse().unwrap()
}

fn last_month(info: &Value, sums: &str) -> Value {
    info[sums].as_array().unwrap().last().unwrap().clone()
}

async fn amounts_follow_the_bills_wherever_they_are(app: TestApp) {
    let case = Case::of(app).await;
    let nothing = case.info().await;
    assert_eq!(parts(&nothing), []);
    assert_eq!((&nothing["onItsWay"]["amount"], &nothing["notPaidBills"]), (&json!(0.0), &json!([])));
    assert_amounts(&nothing, &[("openAmount", 0.0), ("approvedAmount", 0.0), ("taxcardLeft", 45_000.0)]);
    assert_amounts(&nothing, &[("taxpercent", 0.2), ("maximumServicePrice", 500.0)]);
    assert_eq!((&nothing["noTaxCard"], &nothing["nextPayday"]), (&json!(false), &json!("20.11.2026")));

    let draft = case.draft().await;
    let sent = case.draft().await;
    let pending = save(&case.test.app, &case.maija, &sent, &json!({"state": "PENDING"})).await;
    assert_eq!(pending.status, 200, "{}", pending.json);
    let closed = case.closed(date(2026, 11, 2), date(2026, 11, 30)).await;
    let overdue = case.closed(date(2026, 10, 1), date(2026, 10, 15)).await;
    case.paid_one().await;
    let part_credited = case.closed(date(2026, 11, 3), date(2026, 11, 30)).await;
    case.credit(part_credited, 500).await;
    let credited = case.closed(date(2026, 11, 4), date(2026, 11, 30)).await;
    case.credit(credited, 1000).await;
    // The customer pays a part of one.
    case.test.pay_bill(closed, Money::euros(255)).await;

    let info = case.info().await;
    // Pending 1255, closed 1255 − 255, overdue 1255, part credited 627.50.
    let expected = [("openAmount", 1255.0), ("approvedAmount", 4137.5), ("paidAmount", 1510.0)];
    assert_amounts(&info, &expected);
    let listed: Vec<&str> =
        info["notPaidBills"].as_array().unwrap().iter().map(|bill| bill["id"].as_str().unwrap()).collect();
    let ids = [part_credited, overdue, closed].map(|bill| bill.to_string());
    let ids =
        [ids[0].as_str(), &ids[1], &ids[2], sent["id"].as_str().unwrap(), draft["id"].as_str().unwrap()];
    assert_eq!(listed, ids, "the newest first, and no credit notes");
    assert_eq!(info["notPaidBillsTotal"], json!(5));
    // In November 4 × 1000 were billed and 1500 credited, in October 1000.
    assert_eq!(last_month(&info, "datePrices"), json!({"month": "2026-11", "amount": 2500.0}));
    let months = info["datePrices"].as_array().unwrap();
    assert_eq!(months[months.len() - 2], json!({"month": "2026-10", "amount": 1000.0}));
    // What is left of the credited one is 500: gross 454.10, tax 90.82.
    let coming = [
        ("BILL", "CUSTOMER_PAID", Some("20.11.2026"), Some(726.56)),
        ("BILL", "DUE", Some(DECEMBER), Some(726.56)),
        ("BILL", "DUE", Some(DECEMBER), Some(363.28)),
        ("BILL", "APPROVAL", Some(DECEMBER), Some(726.56)),
        ("BILL", "OVERDUE", None, Some(726.56)),
    ];
    assert_eq!(parts(&info), coming);
    assert_eq!((&info["onItsWay"]["amount"], &info["onItsWay"]["total"]), (&json!(3269.52), &json!(5)));
    let first = &info["onItsWay"]["parts"][1];
    assert_eq!((&first["billId"], &first["billNumber"]), (&json!(closed), &json!(1001)));
    assert!(first["customer"].is_string() && first["contractor"].is_null(), "{first}");
}

async fn overdue_bills_that_are_not_listed_count(app: TestApp) {
    let case = Case::of(app).await;
    for _ in 0..21 {
        case.closed(date(2026, 10, 1), date(2026, 10, 15)).await;
    }
    let part_paid = case.closed(date(2026, 10, 1), date(2026, 10, 15)).await;
    case.test.pay_bill(part_paid, Money::euros(255)).await;
    let part_credited = case.closed(date(2026, 10, 2), date(2026, 10, 15)).await;
    case.closed(date(2026, 11, 2), date(2026, 11, 30)).await;
    case.credit(part_credited, 500).await;

    let info = case.info().await;
    // 23 × 1255 − 255, and half of one.
    assert_amounts(&info, &[("approvedAmount", 29_237.5)]);
    assert_eq!(info["notPaidBillsTotal"], json!(24));
    let listed = parts(&info);
    let reasons: Vec<&str> = listed.iter().map(|part| part.1).collect();
    assert_eq!((reasons[0], &reasons[1..]), ("DUE", &["OVERDUE"; 19][..]));
    // Three whole ones, and what is left of the credited one.
    let unlisted = 3 * 72_656 + 36_328;
    let cents =
        |amount: Option<f64>| format!("{:.2}", amount.unwrap()).replace('.', "").parse::<i64>().unwrap();
    let amount = listed.iter().map(|part| cents(part.3)).sum::<i64>() + unlisted;
    let on_its_way = &info["onItsWay"];
    assert_eq!((cents(on_its_way["amount"].as_f64()), &on_its_way["total"]), (amount, &json!(24)));
}

async fn paid_bills_that_are_not_listed_count(app: TestApp) {
    let case = Case::of(app).await;
    case.closed(date(2026, 10, 1), date(2026, 10, 15)).await;
    for _ in 0..22 {
        case.paid_one().await;
    }
    let part_credited = case.paid_one().await;
    case.credit(part_credited, 500).await;

    let info = case.info().await;
    assert_amounts(&info, &[("approvedAmount", 1255.0), ("paidAmount", 22.5 * 1255.0)]);
    let listed = parts(&info);
    assert_eq!(listed.iter().map(|part| part.1).collect::<Vec<_>>(), ["CUSTOMER_PAID"; 20]);
    // Three whole ones, one of which is overdue, and what is left of the credited one.
    let unlisted = 3 * 72_656 + 36_328;
    let amount = listed.iter().map(|part| cents(part.3)).sum::<i64>() + unlisted;
    let on_its_way = &info["onItsWay"];
    assert_eq!((cents(on_its_way["amount"].as_f64()), &on_its_way["total"]), (amount, &json!(24)));
}

async fn a_salary_is_on_its_way_until_it_is_paid_and_counts_from_then_on(app: TestApp) {
    let case = Case::of(app).await;
    let bill = case.paid_one().await;
    let run = case.test.calculated().await;
    let in_run = [("SALARY", "IN_RUN", Some("20.11.2026"), Some(726.56))];
    for step in ["", "approve"] {
        if !step.is_empty() {
            assert_eq!(case.test.step(&case.test.second, &run, step).await.status, 200);
            case.test.app.run_jobs().await;
        }
        let info = case.info().await;
        assert_eq!(parts(&info), in_run, "{step}");
        let part = &info["onItsWay"]["parts"][0];
        assert!(part["salaryId"].is_string() && part["billId"] == json!(bill), "{part}");
        assert_amounts(&info, &[("paidSalariesThisYear", 0.0), ("taxableAmount", 0.0), ("provision", 0.0)]);
        assert_eq!(info["nextPayday"], "20.11.2026");
    }
    let paid = case.test.step(&case.test.second, &run, "pay").await;
    assert_eq!(paid.status, 200, "{}", paid.json);
    let info = case.info().await;
    assert_eq!(parts(&info), []);
    let year = [
        ("paidSalariesThisYear", 726.56),
        ("paidSalaries", 726.56),
        ("taxableAmount", 908.2),
        ("taxAmountThisYear", 181.64),
        ("provision", 69.0),
        ("servicePriceThisMonth", 69.0),
        // 45 000 − 908.20
        ("taxcardLeft", 44_091.8),
    ];
    assert_amounts(&info, &year);
    assert_eq!(last_month(&info, "salaryPrices"), json!({"month": "2026-11", "amount": 726.56}));
    assert_eq!(info["nextPayday"], DECEMBER, "the run of this one is over");
}

async fn what_was_taken_back_lowers_the_year_and_not_what_was_paid(app: TestApp) {
    let case = Case::of(app).await;
    let bill = case.paid_one().await;
    let run = case.test.calculated().await;
    case.test.pay(&run).await;
    case.credit(bill, 400).await;
    let info = case.info().await;
    // Of 600: fee 41.40, all-in 558.60, gross 544.92, tax 108.98.
    let year = [
        ("paidSalariesThisYear", 726.56),
        ("taxableAmount", 544.92),
        ("taxAmountThisYear", 108.98),
        ("provision", 41.4),
        ("taxcardLeft", 44_455.08),
    ];
    assert_amounts(&info, &year);
    assert_eq!(last_month(&info, "datePrices")["amount"], json!(600.0));
    assert_eq!(last_month(&info, "salaryPrices")["amount"], json!(726.56));
    let slips = format!("/api/person/{}/salaries", case.maija.id);
    let slips = case.test.app.get(&slips).token(&case.maija.token).send().await.json;
    assert_eq!(slips["salaries"][0]["salary"], info["paidSalariesThisYear"], "what slips say");
    // 726.56 − (544.92 − 108.98) = 290.62 are owed, and taken off once.
    assert_eq!(slips["owed"], json!(290.62));
    case.paid_one().await;
    case.paid_one().await;
    let info = case.info().await;
    let amounts: Vec<_> = parts(&info).into_iter().map(|(_, _, _, amount)| amount).collect();
    assert_eq!(amounts, [Some(435.94), Some(726.56)]);
    let tax = case.tax_info(2026).await;
    assert_eq!((&tax["wages"], &tax["taxWithheld"]), (&json!(544.92), &json!(108.98)));
}

async fn a_share_comes_with_the_bill_of_its_contractor(app: TestApp) {
    let case = Case::of(app).await;
    let app = &case.test.app;
    let sanna = case.test.member(2, "sanna@liksa.example").await;
    let mut body = good_bill(case.customer);
    body["billableitems"][0]["alvPrice"] = json!(3000);
    let bill = create(app, &case.maija, &body).await;
    let id = bill["id"].as_str().unwrap();
    let share = json!({"email": "sanna@liksa.example", "date": "03.11.2026", "amount": 600, "description": "Miksaus"});
    let path = format!("/api/bill/{id}/contractoritems");
    let share = app.post(&path).token(&case.maija.token).json(&share).send().await.json;
    assert_eq!(case.test.info(&sanna).await["subcontractorBillableItems"], json!([]), "she is not asked yet");
    let item = format!("/api/contractoritems/{}", share["id"].as_str().unwrap());
    assert_eq!(app.put(&format!("{item}/approve-request")).token(&case.maija.token).send().await.status, 200);
    let info = case.test.info(&sanna).await;
    let shown = &info["subcontractorBillableItems"][0];
    assert_eq!((&shown["canBeAnswered"], &shown["salary"]), (&json!(true), &json!(468.25)));
    assert_eq!(parts(&info), [], "nothing comes of a draft");
    assert_eq!(app.put(&format!("{item}/approve")).token(&sanna.token).send().await.status, 200);
    let now = app.get(&format!("/api/person/{}/bills/{id}", case.maija.id)).token(&case.maija.token);
    let now = now.send().await.json;
    let sent = save(app, &case.maija, &now, &json!({"state": "PENDING"})).await;
    assert_eq!(sent.status, 200, "{}", sent.json);
    assert_eq!(parts(&case.test.info(&sanna).await), [("SHARE", "APPROVAL", Some(DECEMBER), Some(468.25))]);
    case.test.approve_bill(id).await;

    let info = case.test.info(&sanna).await;
    assert_eq!(parts(&info), [("SHARE", "DUE", Some(DECEMBER), Some(468.25))]);
    let part = &info["onItsWay"]["parts"][0];
    assert_eq!((&part["shareId"], &part["contractor"]), (&share["id"], &json!("Maija maija")));
    assert!(part["billId"].is_null() && part["customer"].is_null(), "nothing else of the bill: {part}");
    assert_eq!(parts(&case.info().await), [("BILL", "DUE", Some(DECEMBER), Some(1711.44))]);
    case.test.pay_bill(id.parse().unwrap(), Money::euros(3765)).await;
    assert_eq!(
        parts(&case.test.info(&sanna).await),
        [("SHARE", "CUSTOMER_PAID", Some("20.11.2026"), Some(468.25))]
    );
    let run = case.test.calculated().await;
    let in_run = |amount| [("SALARY", "IN_RUN", Some("20.11.2026"), Some(amount))];
    assert_eq!(parts(&case.test.info(&sanna).await), in_run(468.25));
    assert_eq!(parts(&case.info().await), in_run(1711.44));
    case.test.pay(&run).await;
    let info = case.test.info(&sanna).await;
    assert_eq!((parts(&info), &info["paidSalariesThisYear"]), (vec![], &json!(468.25)));
    assert_eq!(info["subcontractorBillableItems"], json!([]), "it is paid");
}

async fn a_year_of_trips_is_that_of_the_slips_and_of_the_reports(app: TestApp) {
    let case = Case::of(app).await;
    let (due, day) = (date(2026, 11, 30), |day| date(2026, 11, day));
    let mut bills = vec![];
    // Two jobs on one day, and one without a trip. 100 km × 0.55 = 55.00, 51 km × 0.55 = 28.05.
    for (billed, kilometers) in [(day(2), 100), (day(2), 51), (day(3), 0)] {
        let bill = case.closed_with(billed, due, Quantity::whole(kilometers)).await;
        case.test.pay_bill(bill, Money::euros(1255)).await;
        bills.push(bill);
    }
    assert_eq!(case.tax_info(2026).await["kilometers"], json!(0), "nothing was paid yet");
    let run = case.test.calculated().await;
    case.test.pay(&run).await;
    let report = async || {
        let person = case.test.app.store.person(case.maija.id).await.unwrap().unwrap();
        let (from, until) = (date(2026, 1, 1), date(2026, 12, 31));
        let report = travel_report(case.test.app.state(), &person, Content::All, from, until).await.unwrap();
        let paid = |sum: Reimbursements, trip: &liksa_documents::pdf::Trip| sum.plus(trip.paid).unwrap();
        report.trips.iter().fold(Reimbursements::default(), paid)
    };
    let info = case.tax_info(2026).await;
    let expected = [
        ("kilometers", 151.0),
        ("kilometersPerJob", 75.5),
        ("kmReimbursemets", 83.05),
        // 83.05 / 2 = 41.525
        ("kmReimbursemetsPerJob", 41.53),
        ("increasedlivingExpenses", 0.0),
        ("taxFreeReimbursements", 83.05),
    ];
    assert_amounts(&info, &expected);
    assert_eq!((&info["numberDaysWithKilometers"], &info["salaries"]), (&json!(1), &json!(1)));
    assert_eq!(
        info["kmReimbursemets"],
        json!(report().await.kilometers.plain().parse::<f64>().unwrap()),
        "the sum of the reports"
    );
    let with_trips: Vec<&Value> =
        info["months"].as_array().unwrap().iter().filter(|one| one["hasTrips"] == true).collect();
    assert_eq!(with_trips, [&json!({"month": "2026-11", "hasTrips": true})]);
    assert_eq!(info["years"], json!([2026, 2025, 2024, 2023, 2022, 2021]));
    assert_eq!(case.tax_info(2025).await["salaries"], json!(0));

    // The whole second job is credited, and with it its trip.
    case.credit(bills[1], 1000).await;
    let info = case.tax_info(2026).await;
    let expected = [("kilometers", 100.0), ("kilometersPerJob", 100.0), ("kmReimbursemets", 55.0)];
    assert_amounts(&info, &expected);
    assert_eq!(
        info["kmReimbursemets"],
        json!(report().await.kilometers.plain().parse::<f64>().unwrap()),
        "the sum of the reports"
    );
    case.credit(bills[0], 1000).await;
    let info = case.tax_info(2026).await;
    assert_amounts(&info, &[("kilometers", 0.0), ("kilometersPerJob", 0.0), ("kmReimbursemetsPerJob", 0.0)]);
    assert_eq!(info["numberDaysWithKilometers"], json!(0));
}

async fn months_begin_and_end_where_they_should(app: TestApp) {
    let case = Case::of(app).await;
    let due = date(2026, 11, 30);
    // The day before the first of 24 months, the first day, and the last day of a month.
    for billed in [date(2024, 11, 30), date(2024, 12, 1), date(2026, 8, 31), date(2026, 9, 1)] {
        case.closed(billed, due).await;
    }
    let of = async |months: &str| {
        let path = format!("/api/info/{}?months={months}", case.maija.id);
        let info = case.test.app.get(&path).token(&case.maija.token).send().await.json;
        let months = info["datePrices"].as_array().unwrap().clone();
        let billed = |one: &&Value| one["amount"] != json!(0.0);
        let billed: Vec<String> =
            months.iter().filter(billed).map(|one| one["month"].as_str().unwrap().to_owned()).collect();
        (months.len(), months[0]["month"].as_str().unwrap().to_owned(), billed)
    };
    assert_eq!(
        of("24").await,
        (24, "2024-12".into(), vec!["2024-12".into(), "2026-08".into(), "2026-09".into()])
    );
    assert_eq!(of("3").await, (3, "2026-09".into(), vec!["2026-09".into()]));
    assert_eq!(of("1").await, (1, "2026-11".into(), vec![]));
    assert_eq!(of("").await.0, 24);
}

async fn without_account_and_card_the_salary_waits(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.app.worker().await;
    let customer = company(&test.app, &maija).await;
    let case = Case { test, maija, customer };
    case.paid_one().await;
    let info = case.info().await;
    assert_eq!(parts(&info), [("BILL", "HELD", None, Some(363.28))]);
    assert_eq!((&info["noTaxCard"], &info["taxpercent"]), (&json!(true), &json!(0.6)));
    assert_eq!(info["taxcardLeft"], Value::Null);
    let profile = Profile { iban: "FI5810171000000122".parse().ok(), ..Profile::default() };
    let mut tx = case.test.app.store.begin().await.unwrap();
    tx.set_profile(case.maija.id, &profile).await.unwrap();
    tx.commit().await.unwrap();
    let info = case.info().await;
    assert_eq!(parts(&info), [("BILL", "CUSTOMER_PAID", Some("20.11.2026"), Some(363.28))]);
}

async fn a_new_year_begins_with_nothing(app: TestApp) {
    let mut case = Case::of(app).await;
    case.paid_one().await;
    let run = case.test.calculated().await;
    case.test.pay(&run).await;
    case.closed(date(2026, 11, 2), date(2027, 2, 1)).await;
    case.test.app.clock.advance((60 * 24).hours());
    case.maija = case.test.app.sign_in("maija@liksa.example").await;
    let info = case.info().await;
    let zeros = ["paidSalariesThisYear", "taxableAmount", "taxAmountThisYear", "provision", "paidAmount"];
    assert_amounts(&info, &zeros.map(|name| (name, 0.0)));
    assert_amounts(
        &info,
        &[("paidSalaries", 726.56), ("servicePriceThisMonth", 0.0), ("taxcardLeft", 45_000.0)],
    );
    // There are no statutory figures of 2027: nothing is guessed.
    assert_eq!(parts(&info), [("BILL", "DUE", Some("19.02.2027"), None)]);
    assert_eq!(info["onItsWay"]["amount"], Value::Null);
    assert_eq!(case.tax_info(2027).await["wages"], json!(0.0));
    assert_eq!(case.tax_info(2026).await["wages"], json!(908.2));
}

async fn only_some_months_and_years_can_be_asked_for(app: TestApp) {
    let case = Case::of(app).await;
    let status = async |path: &str| {
        let answer = case.test.app.get(&format!("/api/info/{}{path}", case.maija.id));
        answer.token(&case.maija.token).send().await.status
    };
    for (path, expected) in [
        ("?months=1", 200),
        ("?months=24", 200),
        ("?months=0", 422),
        ("?months=25", 422),
        ("?months=-1", 422),
        ("?months=1.5", 422),
        ("?months=x", 422),
        ("/taxinfo/2021", 200),
        ("/taxinfo/2020", 404),
        ("/taxinfo/2027", 404),
        ("/taxinfo/x", 404),
        ("/taxinfo/99999999", 404),
    ] {
        assert_eq!(status(path).await, expected, "{path}");
    }
}
