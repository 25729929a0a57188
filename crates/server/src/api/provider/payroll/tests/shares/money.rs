//! Where every euro of a bill goes when it is credited, and when its salary has more than the bill. By hand, beside the
//! figures above:
//!
//! ```text
//! two bills       3000.00 with the shares and 1000.00: fee 207.00 + 69.00, all-in 1443.00 + 931.00 = 2374.00
//! of Maija        gross 2374.00 / 1.0251 = 2315.8716…  2315.87   health 44.23, accident 13.90, together 58.13
//!                 tax 463.17; 1443.00 / 2374.00 of these are 35.333… and 281.530…, the rest 22.796… and 181.639…:
//!                 the cent that is left over of each goes to the first, 35.34 and 281.54
//! a bill of       1000.00, fee 69.00, all-in 931.00, beside a share of 750.00: 1681.00
//! Sanna           gross 1681.00 / 1.0251 = 1639.84     1639.84   health 31.32, accident 9.84, together 41.16
//!                 tax 327.97; 931.00 / 1681.00 of these are 22.795… and 181.641…, with the cent 22.80 and 181.65
//! 1000 credited   fee 138.00, shares 400.00 + 500.00, all-in 962.00; gross 938.45
//!                 health 17.92, accident 5.63, together 23.55; tax 187.69
//! ```

use super::*;

both_engines! {
    the_parts_of_a_bill_follow_its_credit_notes,
    a_salary_of_several_bills_is_told_bill_by_bill,
}

on_sqlite! {
    a_part_credited_before_the_salary_is_not_in_the_parts,
    a_bill_credited_before_its_salary_pays_nobody,
    a_salary_of_a_share_and_a_bill_tells_of_the_bill_alone,
    a_credit_note_that_has_not_left_takes_nothing_of_a_share,
    two_shares_of_one_salary_are_both_taken_back,
}

/// What the answer says beside its parts, and the parts.
struct Told {
    basis: Value,
    shared: Value,
    total: String,
    parts: Vec<(String, String)>,
}

fn euros(value: &Value) -> String {
    format!("{:.2}", value.as_f64().unwrap())
}

impl Crew {
    async fn money(&self, who: &SignedIn, bill: BillId) -> Told {
        let answer = self.test.app.get(&format!("/api/bill/{bill}/money")).token(&who.token).send().await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        let told = answer.json;
        let parts = told["parts"].as_array().unwrap();
        let sum = Money::sum(parts.iter().map(|part| money(&euros(&part["amount"])))).unwrap();
        assert_eq!(sum.plain(), euros(&told["total"]), "{told}");
        let part = |part: &Value| (part["kind"].as_str().unwrap().to_owned(), euros(&part["amount"]));
        Told {
            basis: told["basis"].clone(),
            shared: told["sharedSalary"].clone(),
            total: euros(&told["total"]),
            parts: parts.iter().map(part).collect(),
        }
    }

    async fn assert_parts(&self, (basis, total): (&str, &str), expected: &[(&str, &str)]) {
        let told = self.money(&self.maija, self.id()).await;
        assert_eq!((told.basis, told.shared), (json!(basis), json!(false)));
        assert_eq!((told.total.as_str(), told.parts), (total, named(expected)));
    }
}

fn named(parts: &[(&str, &str)]) -> Vec<(String, String)> {
    parts.iter().map(|(kind, amount)| ((*kind).to_owned(), (*amount).to_owned())).collect()
}

const WHOLE: [(&str, &str); 8] = [
    ("VAT", "765.00"),
    ("FEE", "207.00"),
    ("SHARE", "600.00"),
    ("SHARE", "750.00"),
    ("EMPLOYER_COSTS", "35.34"),
    ("TAX", "281.53"),
    ("ROUNDING", "-0.01"),
    ("SALARY", "1126.14"),
];

const TWO_THIRDS: [(&str, &str); 7] = [
    ("VAT", "510.00"),
    ("FEE", "138.00"),
    ("SHARE", "400.00"),
    ("SHARE", "500.00"),
    ("EMPLOYER_COSTS", "23.55"),
    ("TAX", "187.69"),
    ("SALARY", "750.76"),
];

async fn the_parts_of_a_bill_follow_its_credit_notes(app: TestApp) {
    let crew = Crew::of(app).await;
    crew.close().await;
    crew.paid_by_customer("3765").await;
    crew.assert_parts(("ESTIMATE", "3765.00"), &WHOLE).await;
    let run = crew.test.calculated().await;
    crew.test.pay(&run).await;
    crew.assert_parts(("SALARY", "3765.00"), &WHOLE).await;
    crew.credit(1000).await;
    crew.assert_parts(("SALARY", "2510.00"), &TWO_THIRDS).await;
    crew.credit(2000).await;
    // All that was paid out is owed: nothing is left, of nobody.
    crew.assert_parts(("SALARY", "0.00"), &[("SALARY", "0.00")]).await;
    let stored = crew.test.app.store.bill(crew.id()).await.unwrap().unwrap();
    let note = crew.money(&crew.maija, stored.links.credited_by[0].id).await;
    assert_eq!((note.basis, note.parts), (json!("NONE"), vec![]), "a credit note has no parts of its own");
}

async fn a_part_credited_before_the_salary_is_not_in_the_parts(app: TestApp) {
    let crew = Crew::of(app).await;
    crew.close().await;
    crew.credit(1000).await;
    crew.assert_parts(("ESTIMATE", "2510.00"), &TWO_THIRDS).await;
    crew.paid_by_customer("2510").await;
    let run = crew.test.calculated().await;
    crew.assert_parts(("ESTIMATE", "2510.00"), &TWO_THIRDS).await;
    // Until the slip is published, the approved salary is told as what is to come.
    assert_eq!(crew.test.step(&crew.test.second, &run, "approve").await.status, 200);
    crew.assert_parts(("ESTIMATE", "2510.00"), &TWO_THIRDS).await;
    crew.test.app.run_jobs().await;
    assert_eq!(crew.test.step(&crew.test.second, &run, "pay").await.status, 200);
    crew.assert_parts(("SALARY", "2510.00"), &TWO_THIRDS).await;
}

async fn a_bill_credited_before_its_salary_pays_nobody(app: TestApp) {
    let crew = Crew::of(app).await;
    crew.close().await;
    crew.credit(1000).await;
    crew.credit(2000).await;
    crew.assert_parts(("ESTIMATE", "0.00"), &[("SALARY", "0.00")]).await;
    crew.test.assert_sound().await;
}

async fn a_salary_of_several_bills_is_told_bill_by_bill(app: TestApp) {
    let crew = Crew::of(app).await;
    crew.close().await;
    crew.paid_by_customer("3765").await;
    let second = crew.test.paid_bill(crew.maija.id, 1000).await;
    let run = crew.test.calculated().await;
    crew.test.pay(&run).await;
    let first = crew.money(&crew.maija, crew.id()).await;
    let of_first = [
        ("VAT", "765.00"),
        ("FEE", "207.00"),
        ("SHARE", "600.00"),
        ("SHARE", "750.00"),
        ("EMPLOYER_COSTS", "35.34"),
        ("TAX", "281.54"),
        ("SALARY", "1126.12"),
    ];
    assert_eq!((first.shared, first.parts), (json!(true), named(&of_first)));
    let second = crew.money(&crew.maija, second).await;
    let of_second = [
        ("VAT", "255.00"),
        ("FEE", "69.00"),
        ("EMPLOYER_COSTS", "22.79"),
        ("TAX", "181.63"),
        ("SALARY", "726.58"),
    ];
    assert_eq!((second.shared, second.parts), (json!(true), named(&of_second)));
    // 1126.12 + 726.58 is the slip.
    let salaries = crew.salaries_of(&run).await;
    assert_eq!(salaries[0], ("Maija maija".to_owned(), "1852.7".to_owned()));
}

async fn a_salary_of_a_share_and_a_bill_tells_of_the_bill_alone(app: TestApp) {
    let crew = Crew::of(app).await;
    crew.close().await;
    crew.paid_by_customer("3765").await;
    let own = crew.test.paid_bill(crew.sanna.id, 1000).await;
    let run = crew.test.calculated().await;
    crew.test.pay(&run).await;
    let told = crew.money(&crew.sanna, own).await;
    let expected = [
        ("VAT", "255.00"),
        ("FEE", "69.00"),
        ("EMPLOYER_COSTS", "22.80"),
        ("TAX", "181.65"),
        ("SALARY", "726.55"),
    ];
    assert_eq!((told.total.as_str(), told.shared, told.parts), ("1255.00", json!(true), named(&expected)));
}

/// Of 333.33 the first 4 € of 3000 take 0.44 and the next 0.45: 332.89 and 332.44 are left.
async fn a_credit_note_that_has_not_left_takes_nothing_of_a_share(app: TestApp) {
    let crew = Crew::of(app).await;
    crew.share(&crew.pekka, "pekka@liksa.example", json!({"amount": 333.33})).await;
    crew.send(&json!(1919.55)).await;
    let credited = async || {
        let path = format!("/api/person/{}/bills/{}", crew.maija.id, crew.id());
        let bill = crew.test.app.get(&path).token(&crew.maija.token).send().await.json;
        bill["contractorBillableItems"][0]["creditedAmount"].clone()
    };
    let waits = crew.test.part_of(crew.id(), 4).await;
    crew.test.credit_part(crew.id(), 4).await;
    assert_eq!(credited().await, json!(0.44));
    crew.test.close(waits).await;
    assert_eq!(credited().await, json!(0.89));
}

async fn two_shares_of_one_salary_are_both_taken_back(app: TestApp) {
    let crew = Crew::of(app).await;
    for amount in [600, 300] {
        crew.share(&crew.sanna, "sanna@liksa.example", json!({"amount": amount})).await;
    }
    // 3000.00 less the fee of 207.00 and 900.00 is 1893.00; / 1.0251 = 1846.65, less a fifth.
    crew.send(&json!(1477.32)).await;
    crew.paid_by_customer("3765").await;
    let run = crew.test.calculated().await;
    crew.test.pay(&run).await;
    crew.credit(3000).await;
    // 900.00 / 1.0251 = 877.96, less 175.59.
    assert_eq!(crew.owed().await, ["1477.32", "0.00", "702.37"]);
    crew.test.app.run_jobs().await;
    crew.test.assert_sound().await;
}
