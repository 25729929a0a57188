//! Workers are told what their salary waits for.

use jiff::ToSpan;
use liksa_domain::ids::PersonId;
use liksa_domain::worker_facts::Profile;
use liksa_test_support::{both_engines, on_sqlite};
use serde_json::{Value, json};

use super::PayrollTest;
use crate::testing::TestApp;

both_engines! {
    a_worker_whose_salary_waits_is_told_once_in_each_run,
}

on_sqlite! {
    a_missing_tax_card_is_told_though_nothing_waits_for_it,
}

impl PayrollTest {
    async fn needs(&self, person: PersonId) -> Value {
        self.read(&format!("/api/person/{person}/salary-needs")).await["needs"].clone()
    }

    /// What somebody was mailed but for news of bills and salaries.
    async fn told(&self, address: &str) -> Vec<String> {
        let news = ["Laskusi on", "Palkkasi on"];
        let subjects = self.app.subjects_to(address).await.into_iter();
        subjects.filter(|subject| !news.iter().any(|start| subject.starts_with(start))).collect()
    }

    async fn recalculate(&self, run: &str) {
        self.app.clock.advance(1.minute());
        assert_eq!(self.step(&self.first, run, "calculate").await.status, 200);
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
    assert_eq!(test.needs(pekka).await, json!([]), "nothing is on its way");
    test.paid_bill(maija, 1000).await;
    test.paid_bill(pekka, 1000).await;
    assert_eq!(test.needs(pekka).await, json!(["NO_ACCOUNT"]));
    assert_eq!(test.needs(maija).await, json!([]));

    let run = test.calculated().await;
    let waits = "Palkkasi odottaa tietojasi";
    let told = async || test.told("worker2@liksa.example").await;
    assert_eq!(told().await, [waits]);
    assert_eq!(test.needs(pekka).await, json!(["NO_ACCOUNT"]), "the salary is held");
    assert!(test.app.mailed_links("/token-login").iter().any(|link| link.ends_with("&open=account")));
    test.recalculate(&run).await;
    assert_eq!(told().await, [waits], "once in a run");
    assert!(test.told("worker1@liksa.example").await.is_empty());

    // The salary waits for the next run, whose calculation tells it again.
    test.pay(&run).await;
    test.app.run_jobs().await;
    assert_eq!(test.needs(pekka).await, json!(["NO_ACCOUNT"]));
    test.app.clock.advance(1.minute());
    test.calculated().await;
    assert_eq!(told().await, [waits, waits]);
    set_profile(&profile).await;
    assert_eq!(test.needs(pekka).await, json!([]));
}

async fn a_missing_tax_card_is_told_though_nothing_waits_for_it(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.signed_in(None).await;
    test.paid_bill(maija.id, 1000).await;
    assert_eq!(test.needs(maija.id).await, json!(["NO_TAX_CARD"]));
    test.calculated().await;
    assert_eq!(test.told("maija@liksa.example").await, ["Verokorttisi puuttuu"]);
    // Other workers' needs are not shown.
    let other = format!("/api/person/{}/salary-needs", test.first.id);
    assert_eq!(test.app.get(&other).token(&maija.token).send().await.status, 404);
}
