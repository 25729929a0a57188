//! Workers are told what their salary waits for, until it is paid.

use jiff::ToSpan;
use jiff::civil::date;
use liksa_demo::history::identity;
use liksa_domain::ids::{CustomerId, PersonId};
use liksa_domain::person::{Language, Person, Role};
use liksa_domain::worker_facts::{Profile, WorkerFacts};
use liksa_test_support::{both_engines, on_sqlite, person};
use serde_json::{Value, json};

use super::{PayrollTest, RUNS};
use crate::api::bills::tests::{company, create, good_bill};
use crate::testing::{PDF, SignedIn, TestApp};

both_engines! {
    a_worker_whose_salary_waits_is_told_once_in_each_run,
    a_newcomer_is_told_what_is_missing_from_the_first_bill_to_the_salary,
    a_salary_that_payroll_leaves_out_is_told_once,
}

on_sqlite! {
    a_missing_tax_card_is_told_though_nothing_waits_for_it,
    a_tax_card_that_was_sent_is_not_missed,
}

const WAITS: &str = "Palkkasi odottaa tietojasi";

impl PayrollTest {
    async fn readiness(&self, person: PersonId) -> Value {
        self.read(&format!("/api/person/{person}/readiness")).await
    }

    /// What the salary waits for, or the worker has to do; the occupation of a light entrepreneur does not matter here.
    async fn unmet(&self, person: PersonId) -> Vec<String> {
        let readiness = self.readiness(person).await;
        let items = readiness["items"].as_array().unwrap().iter();
        let unmet = items.filter(|item| item["state"] == "MISSING" || item["holds"] == true);
        let names = unmet.map(|item| item["need"].as_str().unwrap().to_owned());
        names.filter(|need| need != "NO_PROFESSION").collect()
    }

    /// What somebody was mailed but for news of bills and salaries.
    async fn told(&self, address: &str) -> Vec<String> {
        let news = ["Laskusi on", "Palkkasi on maksettu"];
        let subjects = self.app.subjects_to(address).await.into_iter();
        subjects.filter(|subject| !news.iter().any(|start| subject.starts_with(start))).collect()
    }

    /// The text of the newest mail to somebody with this subject.
    async fn mailed(&self, address: &str, subject: &str) -> String {
        let mails = self.app.store.newest_mails(50).await.unwrap();
        let mail = mails.into_iter().find(|mail| mail.to == address && mail.subject.starts_with(subject));
        mail.unwrap_or_else(|| panic!("no mail {subject}")).text
    }

    async fn recalculate(&self, run: &str) {
        self.app.clock.advance(1.minute());
        assert_eq!(self.step(&self.first, run, "calculate").await.status, 200);
        self.app.run_jobs().await;
    }

    /// A worker who was identified by a bank, and has given nothing else.
    async fn newcomer(&self, language: Language) -> SignedIn {
        let email = "uusi@liksa.example";
        let newcomer = person().email(email).build();
        let newcomer = self.app.add_unconfirmed(Person { language, ..newcomer }).await;
        let born = date(1990, 1, 1);
        let identified = identity::profile(born, 9, "Sturenkatu 4", "Helsinki").unwrap();
        let profile = Profile { iban: None, bic: None, ..identified };
        let facts = WorkerFacts { birth_date: Some(born), ..WorkerFacts::default() };
        let mut tx = self.app.store.begin().await.unwrap();
        tx.set_profile(newcomer.id, &profile).await.unwrap();
        tx.set_worker_facts(newcomer.id, &facts).await.unwrap();
        tx.commit().await.unwrap();
        self.app.sign_in(email).await
    }

    /// A bill from its first letter to the customer's payment.
    async fn first_bill(&self, of: &SignedIn, customer: CustomerId) {
        let clerk = self.app.staff("clerk@liksa.example", Role::Clerk).await;
        let draft = create(&self.app, of, &good_bill(customer)).await;
        let sent = self.put_bill(of, &draft, "PENDING").await.json;
        assert_eq!(sent["state"], "PENDING", "nothing that is missing keeps a bill from being sent");
        let id = sent["id"].as_str().unwrap();
        for step in ["take", "approve"] {
            let path = format!("/api/provider/bills/{id}/{step}");
            let answer = self.app.put(&path).token(&clerk.token).send().await;
            assert_eq!(answer.status, 200, "{step}: {}", answer.json);
        }
        self.app.let_bills_leave().await;
        let id = id.parse().unwrap();
        let total = self.app.store.bill(id).await.unwrap().unwrap().figures.total_with_vat;
        self.pay_bill(id, total).await;
        self.app.run_jobs().await;
    }
}

async fn a_worker_whose_salary_waits_is_told_once_in_each_run(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let (maija, pekka) = (test.worker(1).await, test.worker(2).await);
    let profile = test.app.store.pay_facts(&[pekka], test.app.clock.today()).await.unwrap();
    let profile = profile[&pekka].profile.clone();
    let set_profile = async |profile: &Profile| {
        let mut tx = test.app.store.begin().await.unwrap();
        tx.set_profile(pekka, profile).await.unwrap();
        tx.commit().await.unwrap();
    };
    set_profile(&Profile { iban: None, ..profile.clone() }).await;
    let waiting = async |person| {
        let readiness = test.readiness(person).await;
        (readiness["held"].clone(), readiness["salaryWaits"].clone(), readiness["payday"].clone())
    };
    assert_eq!(
        waiting(pekka).await,
        (json!(true), json!(false), json!("20.11.2026")),
        "nothing is on its way"
    );
    test.paid_bill(maija, 1000).await;
    test.paid_bill(pekka, 1000).await;
    assert_eq!(test.unmet(pekka).await, ["NO_ACCOUNT"]);
    assert!(test.unmet(maija).await.is_empty());
    assert_eq!(waiting(maija).await, (json!(false), json!(true), json!("20.11.2026")));

    let run = test.calculated().await;
    let told = async || test.told("worker2@liksa.example").await;
    assert_eq!(told().await, [WAITS]);
    assert_eq!(waiting(pekka).await, (json!(true), json!(true), json!("20.11.2026")), "the salary is held");
    assert!(test.app.mailed_links("/token-login").iter().any(|link| link.ends_with("&open=account")));
    test.recalculate(&run).await;
    assert_eq!(told().await, [WAITS], "once in a run");
    assert!(test.told("worker1@liksa.example").await.is_empty());

    // The salary waits for the next run, whose calculation tells it again.
    test.pay(&run).await;
    test.app.run_jobs().await;
    assert_eq!(waiting(pekka).await, (json!(true), json!(true), json!("18.12.2026")), "this payday is over");
    test.app.clock.advance(1.minute());
    test.calculated().await;
    assert_eq!(told().await, [WAITS, WAITS]);
    set_profile(&profile).await;
    assert!(test.unmet(pekka).await.is_empty());
}

async fn a_newcomer_is_told_what_is_missing_from_the_first_bill_to_the_salary(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let newcomer = test.newcomer(Language::English).await;
    let address = "uusi@liksa.example";
    let item = |need, state, holds| json!({"need": need, "state": state, "holds": holds});
    let own = async || {
        let path = format!("/api/person/{}/readiness", newcomer.id);
        let answer = test.app.get(&path).token(&newcomer.token).send().await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json
    };
    let nothing_given = [
        item("NO_ACCOUNT", "MISSING", true),
        item("NO_TAX_CARD", "MISSING", false),
        item("NO_PROFESSION", "MISSING", false),
        item("EMAIL_NOT_CONFIRMED", "MISSING", false),
    ];
    let expected =
        json!({"items": nothing_given, "held": true, "salaryWaits": false, "payday": "20.11.2026"});
    assert_eq!(own().await, expected);

    // The estimate says why so much is withheld.
    let customer = company(&test.app, &newcomer).await;
    let without = json!({"percent": 60, "examplePercent": 20, "exampleSalary": 726.56});
    let live = test.ask(&newcomer, "/api/calc/frombill", &good_bill(customer)).await;
    let question = json!({"price": 1000, "alv": 25.5, "own": true});
    let calculated = test.ask(&newcomer, "/api/calc", &question).await;
    for shown in [&live, &calculated] {
        assert_eq!((&shown["salary"], &shown["withoutTaxCard"]), (&json!(363.28), &without));
    }
    let asked = json!({"price": 1000, "own": true, "taxPercent": 0.6});
    assert_eq!(test.ask(&newcomer, "/api/calc", &asked).await["withoutTaxCard"], Value::Null);

    test.first_bill(&newcomer, customer).await;
    let news = test.mailed(address, "Your invoice has been paid").await;
    assert!(news.contains("cannot be paid yet") && !news.contains("next payday"), "{news}");
    for missing in
        ["Your account number is missing", "Your occupation is missing", "Your tax card is missing"]
    {
        assert!(news.contains(missing), "{missing}: {news}");
    }
    assert_eq!(own().await["salaryWaits"], true);

    let run = test.calculated().await;
    let salary = &test.salaries(&run).await[0];
    assert_eq!((&salary["held"], &salary["problems"]), (&json!(true), &json!(["NO_ACCOUNT"])));
    let waits = test.mailed(address, "Your salary is waiting for your details").await;
    assert!(waits.contains("Your account number is missing"), "{waits}");
    assert!(
        waits.contains("/account") && !waits.contains("token-login"),
        "the address is not confirmed: {waits}"
    );

    // What is given counts at once on the screens, and in the next calculation for payroll.
    let given = json!({"iban": "FI21 1234 5600 0007 85", "professionCode": "2652"});
    let saved = test.app.put("/api/person").token(&newcomer.token).json(&given).send().await;
    assert_eq!(saved.status, 200, "{}", saved.json);
    let card = test.app.post(&format!("/api/person/{}/taxcard", newcomer.id));
    let card = card.token(&newcomer.token).file("verokortti.pdf", PDF).send().await;
    assert!(card.status < 300, "{}", card.json);
    let given = own().await;
    assert_eq!((&given["held"], &given["payday"]), (&json!(false), &json!("20.11.2026")));
    assert_eq!(given["items"][1], item("NO_TAX_CARD", "WAITING", false));
    assert_eq!(given["items"][2], item("NO_PROFESSION", "DONE", false));
    assert_eq!(test.run(&run).await["counts"]["givenSince"], 1, "payroll sees it");
    test.recalculate(&run).await;
    assert_eq!(test.salaries(&run).await[0]["held"], false);
    assert_eq!(test.run(&run).await["counts"]["givenSince"], 0);
    test.pay(&run).await;
    test.app.run_jobs().await;
    test.mailed(address, "Your salary has been paid").await;
    assert_eq!(own().await["salaryWaits"], false);

    // The slip says why so much was withheld.
    let slips = format!("/api/person/{}/salaries", newcomer.id);
    let slip = test.read(&slips).await["salaries"][0]["id"].as_str().unwrap().to_owned();
    let slip = test.read(&format!("{slips}/{slip}")).await;
    assert_eq!((&slip["summary"]["salary"], &slip["withoutTaxCard"]), (&json!(363.28), &without));
    test.assert_sound().await;
}

async fn a_salary_that_payroll_leaves_out_is_told_once(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    test.paid_bill(maija, 1000).await;
    let run = test.calculated().await;
    let told = async || test.told("worker1@liksa.example").await;
    assert!(told().await.is_empty());
    let set = async |verb: &str| {
        let salary = test.salaries(&run).await[0]["id"].as_str().unwrap().to_owned();
        let call = test.app.put(&format!("{RUNS}/{run}/salaries/{salary}/{verb}")).token(&test.first.token);
        assert_eq!(call.json(&json!({"reason": "Tarkistetaan"})).send().await.status, 200);
        test.app.run_jobs().await;
    };
    set("hold").await;
    assert_eq!(told().await, ["Palkkasi on tarkistettavana"]);
    assert_eq!(test.unmet(maija).await, ["PAYROLL"]);
    let mail = test.mailed("worker1@liksa.example", "Palkkasi on tarkistettavana").await;
    assert!(!mail.contains("Tarkistetaan"), "the reason is for payroll: {mail}");
    test.recalculate(&run).await;
    assert_eq!(told().await.len(), 1, "once in a run");
    set("release").await;
    assert!(test.unmet(maija).await.is_empty());
    set("hold").await;
    assert_eq!(told().await.len(), 1, "once in a run");
}

async fn a_missing_tax_card_is_told_though_nothing_waits_for_it(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.signed_in(None).await;
    test.paid_bill(maija.id, 1000).await;
    assert_eq!(test.unmet(maija.id).await, ["NO_TAX_CARD"]);
    test.app.run_jobs().await;
    let news = test.mailed("maija@liksa.example", "Laskusi on maksettu").await;
    assert!(news.contains("maksetaan seuraavana palkkapäivänä 20.11.2026"), "{news}");
    assert!(news.contains("Verokortti puuttuu"), "{news}");
    test.calculated().await;
    assert_eq!(test.told("maija@liksa.example").await, ["Verokorttisi puuttuu"]);
    // What others lack is not shown.
    let other = format!("/api/person/{}/readiness", test.first.id);
    assert_eq!(test.app.get(&other).token(&maija.token).send().await.status, 404);
}

async fn a_tax_card_that_was_sent_is_not_missed(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.signed_in(None).await;
    test.paid_bill(maija.id, 1000).await;
    let card = test.app.post(&format!("/api/person/{}/taxcard", maija.id));
    let card = card.token(&maija.token).file("verokortti.pdf", PDF).send().await;
    assert!(card.status < 300, "{}", card.json);
    assert!(test.unmet(maija.id).await.is_empty());
    test.calculated().await;
    assert!(test.told("maija@liksa.example").await.is_empty(), "payroll has it and is to read it");
}
