//! One bill that pays three workers of both types, two sellers, an advance and a trip, through HTTP and the jobs alone.
//!
//! No expected amount comes from the program:
//!
//! ```text
//! work            40 h × 75.00                               3000.00
//! trip            352 km × 0.55 € = 193.60, full day 54.00    247.60   in the price of its row, as of an employee
//! VAT             3247.60 × 25.5 % = 828.138                  828.14   to pay 4075.74
//! purchase A      paid at once: 200.00 + VAT 51.00            251.00   commission 200.00 × 7.5 % = 15.00
//! purchase B      waits: 100.00 + VAT 25.51 as printed        125.51
//!
//! Maija, employee fee 3247.60 × 6.9 % = 224.0844              224.08
//!                 shares 600.00 + 20 % of 3247.60 = 649.52   1249.52
//!                 purchases 300.00, commission 15.00, trip 247.60
//!                 all-in 3247.60 − 224.08 − 1249.52 − 315.00 − 247.60 = 1211.40
//! gross           1211.40 / 1.1998 = 1009.668…               1009.67
//!   employer's    TyEL 17.10 % 172.65, unemployment 0.31 % 3.13, health 1.91 % 19.28, accident 0.60 % 6.06,
//!                 group life 0.06 % 0.61                       201.73   rounding 0.00
//!   withheld      tax 21.5 % 217.08, TyEL 7.30 % 73.71, unemployment 0.89 % 8.99
//! net             1009.67 − 217.08 − 82.70                    709.89
//! advance         70 % of 709.89 = 496.92 at most; asked      400.00
//! to the account  709.89 − 400.00 + 247.60                    557.49
//!
//! Sanna, light    600.00, no fee; gross 600.00 / 1.0251       585.31   health 11.18, accident 3.51, rounding 0.00
//! entrepreneur    tax 20 % 117.06; to the account             468.25
//! Pekka, employee 649.52, no fee; gross 649.52 / 1.1998       541.36
//!                 TyEL 92.57, unemployment 1.68, health 10.34, accident 3.25, group life 0.32, rounding 0.00
//!                 tax 20 % 108.27, TyEL 39.52, unemployment 4.82; to the account 388.75
//! ```

use jiff::ToSpan;
use jiff::civil::date;
use liksa_demo::history::identity;
use liksa_domain::worker_facts::WorkerFacts;
use liksa_store::NewTaxCard;
use liksa_test_support::{both_engines, person};
use serde_json::{Value, json};

use super::create;
use super::purchases::{buy, purchases_of};
use crate::api::provider::money_path::{MoneyPath, RUNS, by_reference, id, ok};
use crate::testing::{SignedIn, TestApp, texts_in};
use crate::tests::payment_fixtures::{StatementEntry, plain};

both_engines! { one_bill_pays_three_workers_two_sellers_and_an_advance_to_the_cent }

/// A worker who can be paid.
async fn member(app: &TestApp, number: u32, email: &str, employee: bool) -> SignedIn {
    let built = person().email(email).last_name(email.split('@').next().unwrap());
    let built = if employee { built.employee() } else { built };
    let id = app.add(built.build()).await.id;
    let born = date(1990, 1, 1);
    let facts = WorkerFacts {
        birth_date: Some(born),
        profession_code: Some("2652".into()),
        ..WorkerFacts::default()
    };
    let terms = identity::tax_card(2026, 20);
    let card = NewTaxCard { id: app.new_id().unwrap(), person: id, terms: &terms, at: app.clock.now() };
    let mut tx = app.store.begin().await.unwrap();
    let profile = identity::profile(born, number, "Sturenkatu 4", "Helsinki").unwrap();
    tx.set_profile(id, &profile).await.unwrap();
    tx.set_worker_facts(id, &facts).await.unwrap();
    tx.insert_tax_card(&card).await.unwrap();
    tx.commit().await.unwrap();
    app.sign_in(email).await
}

struct SharedBill {
    case: MoneyPath,
    sanna: SignedIn,
    pekka: SignedIn,
    bill: Value,
}

fn euros(value: &Value) -> String {
    format!("{:.2}", value.as_f64().unwrap())
}

impl SharedBill {
    /// Shared, bought for and sent for approval.
    async fn sent(app: TestApp) -> Self {
        let case = MoneyPath::prepare(app).await;
        let (app, maija) = (case.app(), &case.payments.worker);
        let sanna = member(app, 2, "sanna@liksa.example", false).await;
        let pekka = member(app, 3, "pekka@liksa.example", true).await;
        let body = json!({
            "sharedCustomer": {"id": case.payments.customer.to_string()},
            "billingdate": "16.11.2026", "alv": 25.5,
            "billableitems": [
                {"type": "AMOUNT", "date": "03.11.2026", "destination": "Äänitys", "hourlyprice": 75,
                 "billableWorkHours": 40},
                {"type": "CONTRACT", "date": "04.11.2026", "destination": "Matka Tampereelle", "alvPrice": 247.60,
                 "kilometers": 352, "roundtrip": true, "vehicleRegisterNumber": "ABC-123",
                 "addressStart": "Vaasankatu 12, 00500 Helsinki", "addressStop": "Hämeenkatu 5, 33100 Tampere",
                 "startdate": "04.11.2026", "time": "07:30", "returndate": "04.11.2026", "returntime": "19:30",
                 "fulldaycompensation": 1},
            ],
        });
        let bill = create(app, maija, &body).await;
        let parts = [
            (&sanna, "sanna@liksa.example", "amount", json!(600)),
            (&pekka, "pekka@liksa.example", "percent", json!(20)),
        ];
        for (who, email, field, value) in parts {
            let share = json!({"email": email, "date": "03.11.2026", "description": "Miksaus", field: value});
            let path = format!("/api/bill/{}/contractoritems", id(&bill));
            let share = ok(app.post(&path).json(&share), maija).await;
            let item = format!("/api/contractoritems/{}", id(&share));
            ok(app.put(&format!("{item}/approve-request")), maija).await;
            ok(app.put(&format!("{item}/approve")), who).await;
            // They are listed in the order in which they were made.
            app.clock.advance(1.second());
        }
        let at_once = buy(app, maija, &bill, &json!({})).await;
        let printed = json!({"name": "Puutavara Oy", "amount": 100, "vatAmount": 25.51, "referenceNumber": null,
                             "message": "Lasku 55", "accountNumber": "FI5542345670000081"});
        app.clock.advance(1.second());
        let waiting = buy(app, maija, &bill, &printed).await;
        for (purchase, now) in [(&at_once, true), (&waiting, false)] {
            let path = format!("{}/{}/sendForPayment", purchases_of(&bill), id(purchase));
            ok(app.post(&path).json(&json!({"paynow": now})), maija).await;
        }
        let mut draft = case.bill(&bill).await;
        draft["state"] = json!("PENDING");
        let path = format!("/api/person/{}/bills/{}", maija.id, id(&bill));
        let sent = ok(app.put(&path).json(&draft), maija).await;
        assert_eq!(
            [&sent["totalprice"], &sent["totalpriceWithAlv"], &sent["estimate"]].map(euros),
            ["3247.60", "4075.74", "957.49"]
        );
        Self { case, sanna, pekka, bill: sent }
    }

    async fn money(&self, by: &SignedIn) -> Value {
        ok(self.case.app().get(&format!("/api/bill/{}/money", id(&self.bill))), by).await
    }

    /// Puts all that is ready into a file and has the bank pay it. Answers what the file says.
    async fn pay_out(&self, count: usize) -> Vec<String> {
        let (case, app) = (&self.case, self.case.app());
        let ready = case.payments.get("/api/provider/payouts").await["ready"].as_array().unwrap().clone();
        assert_eq!(ready.len(), count, "{ready:?}");
        let ids: Vec<&str> = ready.iter().map(id).collect();
        let files = "/api/provider/payouts/files";
        let made = app.post(files).json(&json!({"ids": ids, "payOn": "17.11.2026"}));
        let made = ok(made, &case.payments.payroll).await;
        ok(app.post(&format!("{files}/{}/approve", id(&made))), &case.approver).await;
        let xml = app.get(&format!("{files}/{}/file", id(&made))).token(&case.approver.token).send().await;
        let entries: Vec<StatementEntry> = ready
            .iter()
            .map(|payout| StatementEntry {
                end_to_end_id: id(payout).replace('-', ""),
                ..plain(id(payout), &format!("-{}", euros(&payout["amount"])))
            })
            .collect();
        case.payments.receive(&entries).await;
        let xml = String::from_utf8(xml.body).unwrap();
        let mut amounts: Vec<String> = texts_in(&xml, "InstdAmt").into_iter().map(str::to_owned).collect();
        amounts.sort();
        amounts
    }

    /// The newest slip of a worker.
    async fn slip(&self, of: &SignedIn) -> Value {
        let path = format!("/api/person/{}/salaries", of.id);
        let list = ok(self.case.app().get(&path), of).await;
        assert_eq!(list["total"], json!(1), "one slip each");
        ok(self.case.app().get(&format!("{path}/{}", id(&list["salaries"][0]))), of).await
    }
}

async fn one_bill_pays_three_workers_two_sellers_and_an_advance_to_the_cent(app: TestApp) {
    let test = SharedBill::sent(app).await;
    let (case, app, maija) = (&test.case, test.case.app(), &test.case.payments.worker);
    for verb in ["take", "approve"] {
        ok(app.put(&format!("/api/provider/bills/{}/{verb}", id(&test.bill))), &case.clerk).await;
    }
    let review = ok(app.get(&format!("/api/provider/bills/{}", id(&test.bill))), &case.clerk).await;
    let seen = ["contractorBillableItems", "extContractorBillableItems"].map(|rows| &review["bill"][rows]);
    assert_eq!(seen.map(|rows| rows.as_array().unwrap().len()), [2, 2], "the clerk sees who gets what");
    app.let_bills_leave().await;

    // The advance, on all rows.
    let rows: Vec<&Value> =
        test.bill["billableitems"].as_array().unwrap().iter().map(|row| &row["id"]).collect();
    let path = format!("/api/person/{}/bills/{}/advancePayment", maija.id, id(&test.bill));
    let too_much = app.post(&path).token(&maija.token).json(&json!({"ids": rows, "amount": 496.93}));
    assert_eq!(too_much.send().await.key(), "ADVANCE_PAYMENT_TOO_BIG");
    let asked = ok(app.post(&path).json(&json!({"ids": rows, "amount": 400})), maija).await;
    let advance = id(&asked["advancePayment"]).to_owned();
    ok(app.post(&format!("/api/provider/advances/{advance}/grant")), &case.payments.payroll).await;
    assert_eq!(test.pay_out(2).await, ["251.00", "400.00"], "the purchase paid at once, and the advance");

    let out = case.payments.get("/api/provider/advances").await;
    assert_eq!((euros(&out["out"]), &out["atRisk"][0]["age"]), ("400.00".into(), &json!("NOT_DUE")));
    assert_eq!(
        (euros(&out["atRisk"][0]["amount"]), &out["atRisk"][0]["count"]),
        ("400.00".into(), &json!(1))
    );

    let purchases = |out: &Value| {
        let first = &out["purchasesAtRisk"][0];
        (euros(&out["purchasesOut"]), euros(&first["amount"]), first["count"].clone())
    };
    assert_eq!(purchases(&out), ("251.00".into(), "251.00".into(), json!(1)));

    // What the customer will pay, by the estimate.
    let estimated = test.money(maija).await;
    assert_eq!((&estimated["basis"], euros(&estimated["total"])), (&json!("ESTIMATE"), "4075.74".into()));
    case.payments.receive(&[by_reference("4075.74")]).await;
    let out = case.payments.get("/api/provider/advances").await;
    assert_eq!(purchases(&out), ("0.00".into(), "0.00".into(), json!(0)), "the customer has paid");
    assert_eq!(test.pay_out(1).await, ["125.51"], "the purchase that waited for the customer");

    // A calculation that comes after this knows of what was before.
    app.clock.advance(1.minute());
    let run = case.payments.post(RUNS, &json!({})).await.json;
    assert_eq!(case.step(&case.payments.payroll, id(&run), "calculate").await.status, 200);
    app.run_jobs().await;
    let shown = case.payments.get(&format!("{RUNS}/{}", id(&run))).await;
    assert_eq!(case.approve_run(&case.approver, &shown).await.status, 200);
    app.run_jobs().await;
    let bank = case.file(id(&run), "BANK").await;
    assert_eq!(texts_in(&bank, "CtrlSum")[0], "1414.49");
    let mut paid = texts_in(&bank, "InstdAmt");
    paid.sort_unstable();
    assert_eq!(paid, ["388.75", "468.25", "557.49"]);
    let report = case.file(id(&run), "WAGE_REPORT").await;
    let mut reported: Vec<(&str, &str)> =
        texts_in(&report, "TransactionCode").into_iter().zip(texts_in(&report, "Amount")).collect();
    reported.sort_unstable();
    let of_maija = [
        ("101", "1009.67"),
        ("311", "193.60"),
        ("331", "54.00"),
        ("402", "217.08"),
        ("413", "73.71"),
        ("414", "8.99"),
    ];
    let of_pekka = [("101", "541.36"), ("402", "108.27"), ("413", "39.52"), ("414", "4.82")];
    let of_sanna = [("101", "585.31"), ("402", "117.06")];
    let mut expected = [&of_maija[..], &of_pekka, &of_sanna].concat();
    expected.sort_unstable();
    assert_eq!(reported, expected);
    assert_eq!(case.step(&case.approver, id(&run), "pay").await.status, 200);

    three_slips(&test, &advance).await;
    every_euro(&test, &advance, &estimated).await;
    the_books(&test).await;
}

async fn three_slips(test: &SharedBill, advance: &str) {
    let names = [
        "totalBillingWithoutAlv",
        "serviceFee",
        "contracting",
        "commission",
        "sharesReceived",
        "bruttoSalary",
        "employerCosts",
        "taxamount",
        "employeeCost",
        "reductions",
        "total_reimbursements",
        "salary",
    ];
    let slip = test.slip(&test.case.payments.worker).await;
    assert_eq!(
        names.map(|name| euros(&slip["summary"][name])),
        [
            "3247.60", "224.08", "1564.52", "15.00", "0.00", "1009.67", "201.73", "217.08", "82.70",
            "400.00", "247.60", "557.49"
        ]
    );
    assert_eq!(
        (&slip["advances"][0]["id"], euros(&slip["advances"][0]["amount"])),
        (&json!(advance), "400.00".into())
    );
    let slip = test.slip(&test.sanna).await;
    assert_eq!(
        names.map(|name| euros(&slip["summary"][name])),
        [
            "600.00", "0.00", "0.00", "0.00", "600.00", "585.31", "14.69", "117.06", "0.00", "0.00", "0.00",
            "468.25"
        ]
    );
    let slip = test.slip(&test.pekka).await;
    assert_eq!(
        names.map(|name| euros(&slip["summary"][name])),
        [
            "649.52", "0.00", "0.00", "0.00", "649.52", "541.36", "108.16", "108.27", "44.34", "0.00",
            "0.00", "388.75"
        ]
    );
}

/// What the customer paid is the sum of its parts, as was estimated, and others' salaries are not told.
async fn every_euro(test: &SharedBill, advance: &str, estimated: &Value) {
    let money = test.money(&test.case.payments.worker).await;
    assert_eq!((&money["basis"], &money["sharedSalary"]), (&json!("SALARY"), &json!(false)));
    assert_eq!([&money["total"], &money["paid"]].map(euros), ["4075.74", "4075.74"]);
    let parts = |of: &Value| -> Vec<(String, String)> {
        let parts = of["parts"].as_array().unwrap().iter();
        parts.map(|part| (part["kind"].as_str().unwrap().to_owned(), euros(&part["amount"]))).collect()
    };
    let expected = [
        ("VAT", "828.14"),
        ("FEE", "224.08"),
        ("SHARE", "600.00"),
        ("SHARE", "649.52"),
        ("PURCHASE", "200.00"),
        ("PURCHASE", "100.00"),
        ("COMMISSION", "15.00"),
        ("REIMBURSEMENT", "247.60"),
        ("EMPLOYER_COSTS", "201.73"),
        ("TAX", "217.08"),
        ("EMPLOYEE_INSURANCE", "82.70"),
        ("ADVANCE", "400.00"),
        ("SALARY", "309.89"),
    ];
    assert_eq!(parts(&money), expected.map(|(kind, amount)| (kind.to_owned(), amount.to_owned())));
    assert_eq!(parts(estimated), parts(&money));
    let of =
        |kind: &str| money["parts"].as_array().unwrap().iter().find(|part| part["kind"] == kind).unwrap();
    assert_eq!((&of("ADVANCE")["advanceId"], &of("SHARE")["name"]), (&json!(advance), &json!("Maija sanna")));
    assert_eq!(of("PURCHASE")["name"], "Valovuokraus Oy");
    assert_eq!(of("SALARY")["salaryId"], money["salaryId"]);
    assert_eq!(parts(&test.money(&test.case.approver).await), parts(&money), "payroll sees the same");
    for stranger in [&test.sanna, &test.case.clerk] {
        let path = format!("/api/bill/{}/money", id(&test.bill));
        let answer = test.case.app().get(&path).token(&stranger.token).send().await;
        assert!(matches!(answer.status, 403 | 404), "{}", answer.json);
    }
}

async fn the_books(test: &SharedBill) {
    let path = "/api/provider/ledger/trial-balance?from=01.11.2026&until=30.11.2026";
    let balance = test.case.payments.get(path).await;
    let accounts = balance["accounts"].as_array().unwrap().iter();
    let closing: Vec<(i64, String)> = accounts
        .map(|one| (one["account"]["number"].as_i64().unwrap(), euros(&one["closing"])))
        .filter(|(_, amount)| amount.trim_start_matches('-') != "0.00")
        .collect();
    let expected = [
        (1763, "76.51"),   // VAT of purchases: 51.00 + 25.51
        (1910, "1884.74"), // 4075.74 − 251.00 − 400.00 − 125.51 − 1414.49
        (2921, "-442.41"), // 217.08 + 117.06 + 108.27
        (2922, "-40.80"),  // 19.28 + 11.18 + 10.34
        (2923, "-378.45"), // 172.65 + 73.71 + 92.57 + 39.52
        (2924, "-18.62"),  // 3.13 + 8.99 + 1.68 + 4.82
        (2925, "-12.82"),  // 6.06 + 3.51 + 3.25
        (2926, "-0.93"),   // 0.61 + 0.32
        (2939, "-828.14"),
        (3000, "-224.08"),
        (3010, "-15.00"),
    ];
    assert_eq!(closing, expected.map(|(number, amount)| (number, amount.to_owned())));
    assert_eq!(balance["debit"], balance["credit"]);
    test.case.payments.assert_sound().await;
}
