use jiff::civil::date;
use liksa_domain::person::Role;
use liksa_rates::StatutoryFigures;
use liksa_test_support::{both_engines, on_sqlite};
use serde_json::{Value, json};

use crate::api::provider::money_path::{MoneyPath, RUNS, by_reference, id, ok};
use crate::app::App;
use crate::testing::{Answer, SignedIn, TestApp, texts_in};
use crate::tests::payment_fixtures::PaymentsTest;

both_engines! {
    a_reference_rate_makes_interest_possible,
    a_years_file_carries_a_payroll_run,
    two_servers_agree_at_once,
    what_was_paid_by_figures_keeps_them,
    what_is_taken_is_what_was_shown,
}

on_sqlite! {
    a_broken_file_is_refused_with_its_place,
    payroll_reads_and_administrators_write,
    what_runs_out_is_told_to_those_who_need_it,
}

const FIGURES: &str = "/api/provider/figures";

async fn admin(app: &TestApp) -> SignedIn {
    app.staff("admin@liksa.example", Role::Admin).await
}

/// A complete file of 2027, with three figures that nobody has decided on.
fn made_up_2027() -> String {
    let of_2026 = StatutoryFigures::shipped().tables().last().unwrap().to_toml();
    let mut file = of_2026.replace("year = 2026", "year = 2027");
    for (key, before, after) in [
        ("km_car", "0.55", "0.60"),
        ("employee", "7.3", "7.5"),
        ("employee_53_to_62", "7.3", "7.5"),
        ("employer_average", "17.1", "17.2"),
    ] {
        let (before, after) =
            (format!("\n{key} = {{ value = \"{before}\""), format!("\n{key} = {{ value = \"{after}\""));
        assert!(file.contains(&before), "{before} in {file}");
        file = file.replace(&before, &after);
    }
    file
}

async fn post(app: &TestApp, by: &SignedIn, path: &str, body: &Value) -> Answer {
    app.post(&format!("{FIGURES}/{path}")).token(&by.token).json(body).send().await
}

/// Looks at an addition and takes it as it was shown.
async fn take(app: &TestApp, by: &SignedIn, kind: &str, mut body: Value) -> (Value, Answer) {
    let shown = post(app, by, &format!("{kind}/preview"), &body).await;
    assert_eq!(shown.status, 200, "{}", shown.json);
    body["seal"] = shown.json["seal"].clone();
    let taken = post(app, by, kind, &body).await;
    assert_eq!(taken.status, 200, "{}", taken.json);
    (shown.json, taken)
}

fn rate(year: i16, half: u8, percent: &str) -> Value {
    json!({"year": year, "half": half, "percent": percent, "source": "Suomen Pankki"})
}

fn changed(shown: &Value) -> Vec<(&str, &str, &str)> {
    let all = shown["differences"].as_array().unwrap().iter().filter(|one| one["changed"] == true);
    all.map(|one| {
        (
            one["name"].as_str().unwrap(),
            one["before"]["steps"][0]["value"].as_str().unwrap_or("-"),
            one["after"]["steps"][0]["value"].as_str().unwrap_or("-"),
        )
    })
    .collect()
}

async fn a_reference_rate_makes_interest_possible(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let admin = admin(&test.app).await;
    let (bill, _) = test.sent_due("1000", date(2026, 11, 1), None).await;
    let interest = async || test.get("/api/provider/overdue").await["bills"][0]["today"]["interest"].clone();
    assert_eq!(interest().await, json!(null));
    let (shown, _) = take(&test.app, &admin, "reference-rate", rate(2026, 2, "2,5")).await;
    assert_eq!(changed(&shown), [("late_interest.reference_second_half", "-", "2.5")]);
    // 1000 € × (2.5 % + 8 %) × 15 days / 365
    assert_eq!(interest().await, json!(4.32));
    let answer = test.post("/api/provider/reminders", &json!({"billIds": [bill.to_string()]})).await;
    assert_eq!(answer.json["made"][0]["withoutInterest"], json!(null), "{}", answer.json);
    test.app.run_jobs().await;
    let made = test.get(&format!("/api/provider/bills/{bill}/payments")).await["reminders"][0].clone();
    assert_eq!((&made["interest"], &made["fee"]), (&json!(4.32), &json!(12.00)));
    let log = test.app.store.audit_of("figures:2026").await.unwrap();
    assert_eq!(log.len(), 1);
    assert!(log[0].detail.contains("\"after\":\"2.5\""), "{}", log[0].detail);
}

/// Calculated by hand, with the money path's bill: all-in 2157.92, employer's rates 17.2 + 0.31 + 1.91 + 0.60 + 0.06 %.
async fn a_years_file_carries_a_payroll_run(app: TestApp) {
    let case = MoneyPath::prepare(app).await;
    let admin = admin(case.app()).await;
    let bill = case.write_and_send().await;
    case.approve(&bill).await;
    case.app().let_bills_leave().await;
    case.payments.receive(&[by_reference("3274.22")]).await;
    let made = case.payments.post(RUNS, &json!({"payday": "20.01.2027"})).await;
    assert_eq!(made.status, 201, "{}", made.json);
    let run = id(&made.json).to_owned();
    let calculate = async || {
        assert_eq!(case.step(&case.payments.payroll, &run, "calculate").await.status, 200);
        case.app().run_jobs().await;
        case.payments.get(&format!("{RUNS}/{run}/salaries")).await["salaries"][0].clone()
    };
    let without = calculate().await;
    assert_eq!(without["problems"], json!(["NOT_RECKONED"]), "{without}");

    let (shown, taken) = take(case.app(), &admin, "year", json!({"file": made_up_2027()})).await;
    assert_eq!((&shown["validFrom"], &shown["comparedWith"]), (&json!("01.01.2027"), &json!(2026)));
    assert_eq!(
        changed(&shown),
        [
            ("travel.km_car", "0.55", "0.60"),
            ("tyel.employee", "7.3", "7.5"),
            ("tyel.employee_53_to_62", "7.3", "7.5"),
            ("tyel.employer_average", "17.1", "17.2"),
        ]
    );
    assert_eq!(
        (&taken.json["tables"][0]["year"], &taken.json["tables"][0]["isAdded"]),
        (&json!(2027), &json!(true))
    );
    let salary = calculate().await;
    assert_eq!(salary["problems"], json!([]), "{salary}");
    let summary = &salary["summary"];
    for (name, euros) in [
        ("bruttoSalary", 1797.07),
        ("employerTyel", 309.10),
        // TyEL 134.78 and unemployment 15.99
        ("employeeCost", 150.77),
        // The trips were in 2026.
        ("total_reimbursements", 271.00),
    ] {
        assert_eq!(summary[name], json!(euros), "{name}: {summary}");
    }

    let shown = ok(case.app().get(&format!("{RUNS}/{run}")), &case.approver).await;
    let approved = case.approve_run(&case.approver, &shown).await;
    assert_eq!(approved.status, 200, "{}", approved.json);
    case.app().run_jobs().await;
    assert_eq!(case.payments.get(&format!("{RUNS}/{run}")).await["state"], "POSTED");
    let report = case.file(&run, "WAGE_REPORT").await;
    assert_eq!(texts_in(&report, "PaymentDate"), ["2027-01-20"]);
    assert_eq!(texts_in(&case.file(&run, "BANK").await, "NbOfTxs"), ["1", "1"]);
    case.payments.assert_sound().await;
}

async fn two_servers_agree_at_once(app: TestApp) {
    let admin = admin(&app).await;
    let other = App::new(app.store.clone(), app.clock.clone(), app.config.clone()).unwrap();
    assert!(other.law().await.unwrap().for_date(date(2027, 1, 20)).is_err());
    take(&app, &admin, "year", json!({"file": made_up_2027()})).await;
    assert!(other.law().await.unwrap().for_date(date(2027, 1, 20)).is_ok());
    take(&app, &admin, "reference-rate", rate(2027, 1, "2")).await;
    assert_eq!(other.law().await.unwrap(), app.law().await.unwrap());
    assert_eq!(other.law().await.unwrap().version(), 2);
}

/// The first of January is used by a sent bill and the twentieth by an approved salary: a correction counts from the
/// twenty-first on, and a run that was calculated before it is calculated again.
async fn what_was_paid_by_figures_keeps_them(app: TestApp) {
    let case = MoneyPath::prepare(app).await;
    let admin = admin(case.app()).await;
    let bill = case.write_and_send().await;
    case.approve(&bill).await;
    case.app().let_bills_leave().await;
    case.payments.receive(&[by_reference("3274.22")]).await;
    take(case.app(), &admin, "year", json!({"file": made_up_2027()})).await;
    let made = case.payments.post(RUNS, &json!({"payday": "20.01.2027"})).await;
    let run = id(&made.json).to_owned();
    assert_eq!(case.step(&case.payments.payroll, &run, "calculate").await.status, 200);
    case.app().run_jobs().await;
    let look = async || ok(case.app().get(&format!("{RUNS}/{run}")), &case.approver).await;

    let corrected = made_up_2027().replace("value = \"7.5\"", "value = \"7.6\"");
    let (shown, _) = take(case.app(), &admin, "year", json!({"file": corrected})).await;
    assert_eq!(shown["validFrom"], "01.01.2027", "nothing was approved by them yet");
    let refused = case.approve_run(&case.approver, &look().await).await;
    assert_eq!((refused.status, refused.key()), (409, "RUN_CHANGED"));
    assert_eq!(case.step(&case.payments.payroll, &run, "calculate").await.status, 200);
    case.app().run_jobs().await;
    assert_eq!(case.approve_run(&case.approver, &look().await).await.status, 200);

    let again = made_up_2027().replace("value = \"7.5\"", "value = \"7.7\"");
    let body = json!({"file": again, "validFrom": "20.01.2027"});
    let refused = post(case.app(), &admin, "year/preview", &body).await;
    let problem = json!([{"field": "validFrom", "key": "figures.used"}]);
    assert_eq!((refused.status, &refused.json["fields"]), (422, &problem));
    let (shown, _) = take(case.app(), &admin, "year", json!({"file": again})).await;
    assert_eq!(shown["validFrom"], "21.01.2027");
    let law = case.app().law().await.unwrap();
    let years = law.tables().iter().filter(|table| table.year == 2027);
    let starts: Vec<_> = years.map(|table| table.valid_from).collect();
    assert_eq!(starts, [date(2027, 1, 1), date(2027, 1, 21)]);
    assert_ne!(law.for_date(date(2027, 1, 20)), law.for_date(date(2027, 1, 21)));
}

async fn what_is_taken_is_what_was_shown(app: TestApp) {
    let admin = admin(&app).await;
    let (file, other) = (made_up_2027(), made_up_2027().replace("\"7.5\"", "\"7.6\""));
    let shown = post(&app, &admin, "year/preview", &json!({"file": file})).await.json;
    let taken = async |file: &str, seal: &Value| {
        let answer = post(&app, &admin, "year", &json!({"file": file, "seal": seal})).await;
        (answer.status, answer.key().to_owned())
    };
    let changed = (409, "FIGURES_CHANGED".to_owned());
    assert_eq!(taken(&other, &shown["seal"]).await, changed, "another file");
    assert_eq!(taken(&file, &json!("0")).await, changed);
    assert_eq!(taken(&file, &json!(null)).await.0, 422);
    take(&app, &admin, "reference-rate", rate(2027, 1, "2")).await;
    assert_eq!(taken(&file, &shown["seal"]).await, changed, "shown against other figures");
    let shown = post(&app, &admin, "year/preview", &json!({"file": file})).await.json;
    let one = taken(&file, &shown["seal"]);
    let (one, two) = tokio::join!(one, taken(&file, &shown["seal"]));
    assert_eq!((one.0, two.0), (200, 200), "a double click");
    assert_eq!(taken(&other, &shown["seal"]).await, changed);
    assert_eq!(app.law().await.unwrap().version(), 2, "each once");
    let page = ok(app.get(FIGURES), &admin).await;
    let table = page["tables"][0]["figures"].as_array().unwrap();
    for difference in shown["differences"].as_array().unwrap() {
        let stored = table.iter().find(|figure| figure["name"] == difference["name"]).unwrap();
        assert_eq!(stored, &difference["after"]);
    }
}

async fn a_broken_file_is_refused_with_its_place(app: TestApp) {
    let admin = admin(&app).await;
    let broken = made_up_2027().replace("km_car = { value = \"0.60\"", "km_car = { value = \"60\"");
    let refused = post(&app, &admin, "year/preview", &json!({"file": broken})).await;
    let problem = json!([{"field": "file.travel.km_car", "key": "figures.implausible"}]);
    assert_eq!((refused.status, &refused.json["fields"]), (422, &problem));
    let refused = post(&app, &admin, "year", &json!({"file": broken, "seal": "x"})).await;
    assert_eq!((refused.status, app.law().await.unwrap().version()), (422, 0));
}

async fn payroll_reads_and_administrators_write(app: TestApp) {
    let payroll = app.staff("palkat@liksa.example", Role::Payroll).await;
    let page = ok(app.get(FIGURES), &payroll).await;
    assert_eq!(page["tables"].as_array().unwrap().len(), 9);
    let car = &page["tables"][0]["figures"][0];
    assert_eq!((&car["name"], &car["unit"]), (&json!("travel.km_car"), &json!("EUROS")));
    assert_eq!(car["steps"][0]["certainty"], json!("SURE"));
    let file = app.get(&format!("{FIGURES}/file?year=2026")).token(&payroll.token).send().await;
    assert!(file.body.starts_with(b"year = 2026\n") && file.status == 200);
    assert_eq!(app.get(&format!("{FIGURES}/file?year=1999")).token(&payroll.token).send().await.status, 404);
    assert_eq!(post(&app, &payroll, "reference-rate", &rate(2026, 2, "2")).await.status, 403);
}

async fn what_runs_out_is_told_to_those_who_need_it(app: TestApp) {
    let told =
        async |by: &SignedIn| ok(app.get("/api/provider/dashboard"), by).await["missingFigures"].clone();
    let clerk = app.staff("clerk@liksa.example", Role::Clerk).await;
    assert_eq!(told(&clerk).await, json!([]));
    let payroll = app.staff("palkat@liksa.example", Role::Payroll).await;
    let second = json!({"kind": "REFERENCE_RATE", "year": 2026, "half": 2, "from": "01.07.2026"});
    let year = json!({"kind": "YEAR", "year": 2027, "half": null, "from": "01.01.2027"});
    let first = json!({"kind": "REFERENCE_RATE", "year": 2027, "half": 1, "from": "01.01.2027"});
    assert_eq!(told(&payroll).await, json!([second, year, first]));
    let admin = admin(&app).await;
    take(&app, &admin, "year", json!({"file": made_up_2027()})).await;
    assert_eq!(told(&admin).await, json!([second]), "the file has the rate of its first half");
}
