use jiff::ToSpan;
use jiff::civil::date;
use liksa_test_support::{both_engines, on_sqlite};
use serde_json::{Value, json};

use crate::testing::{Answer, TestApp};
use crate::tests::payment_fixtures::{PaymentsTest, paid};

both_engines! {
    a_double_click_makes_one_reminder,
    interest_waits_where_no_due_date_was_agreed,
}

on_sqlite! {
    each_refused_bill_has_its_reason,
    a_second_reminder_follows_the_first_and_no_third,
    fees_are_paid_after_the_bill,
    a_letter_to_a_customer_without_e_mail_is_printed,
}

async fn remind(test: &PaymentsTest, bills: &[liksa_domain::ids::BillId]) -> Answer {
    let ids: Vec<String> = bills.iter().map(ToString::to_string).collect();
    test.post("/api/provider/reminders", &json!({"billIds": ids, "withoutInterest": true})).await
}

fn refused(answer: &Answer) -> Vec<&str> {
    let refused = answer.json["refused"].as_array().unwrap();
    refused.iter().map(|refused| refused["key"].as_str().unwrap()).collect()
}

async fn reminders(test: &PaymentsTest, bill: liksa_domain::ids::BillId) -> Value {
    test.get(&format!("/api/provider/bills/{bill}/payments")).await["reminders"].clone()
}

async fn a_double_click_makes_one_reminder(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (bill, number) = test.sent_due("100", date(2026, 11, 1), None).await;
    let list = test.get("/api/provider/overdue").await;
    let late = &list["bills"][0];
    assert_eq!(
        (&late["billNumber"], &late["daysLate"], &late["open"]),
        (&json!(number), &json!(15), &json!(100.00))
    );
    assert_eq!((&late["today"]["number"], &late["reminded"]), (&json!(1), &json!(null)));
    assert_eq!((&late["today"]["fee"], &late["today"]["payBy"]), (&json!(12.00), &json!("30.11.2026")));
    assert_eq!(late["today"]["interest"], json!(null), "the rate of this half-year is not known");
    let bills = [bill];
    let (one, two) = tokio::join!(remind(&test, &bills), remind(&test, &bills));
    let made = [&one, &two].map(|answer| answer.json["made"].as_array().unwrap().len());
    assert_eq!(made.iter().sum::<usize>(), 1, "{} {}", one.json, two.json);
    assert_eq!([refused(&one), refused(&two)].concat(), ["REMINDER_TOO_EARLY"]);
    test.app.run_jobs().await;
    let made = reminders(&test, bill).await;
    assert_eq!((made.as_array().unwrap().len(), &made[0]["fee"]), (1, &json!(12.00)));
    assert_eq!(made[0]["state"], json!("SENT"), "the customer has an address");
    let pdf = format!("/api/provider/reminders/{}/pdf", made[0]["id"].as_str().unwrap());
    let answer = test.app.get(&pdf).token(&test.payroll.token).send().await;
    assert_eq!((answer.status, &answer.body[..5]), (200, &b"%PDF-"[..]));
    let late = &test.get("/api/provider/overdue").await["bills"][0];
    assert_eq!((&late["reminded"]["number"], &late["nextReminder"]), (&json!(1), &json!("30.11.2026")));
    assert_eq!(late["today"], json!(null), "it is too early for the next");
    assert_eq!(late["notToday"], json!("REMINDER_TOO_EARLY"));
    test.assert_sound().await;
}

/// The rate of the half-year is missing, so that there is only a sum where no interest has begun.
async fn interest_waits_where_no_due_date_was_agreed(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let dates = (date(2026, 10, 20), date(2026, 11, 1));
    test.sent_on("100", dates, None).await;
    let test = test.with_customer_by_post().await;
    let (of_person, _) = test.sent_on("100", dates, None).await;
    let list = test.get("/api/provider/overdue").await;
    let asked = |debtor: &str| {
        let bill = list["bills"].as_array().unwrap().iter().find(|bill| bill["debtor"] == debtor).unwrap();
        bill["today"]["interest"].clone()
    };
    assert_eq!(asked("COMPANY"), json!(null), "agreed: it runs from the second of November");
    assert_eq!(asked("CUSTOMER"), json!(0.00), "thirty days from the invoice end on the 19th");
    let answer = test.post("/api/provider/reminders", &json!({"billIds": [of_person.to_string()]})).await;
    assert_eq!(answer.json["made"][0]["withoutInterest"], json!(null), "{}", answer.json);
}

async fn each_refused_bill_has_its_reason(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (early, _) = test.sent_due("100", date(2026, 11, 3), None).await;
    let (settled, number) = test.sent_due("100", date(2026, 10, 1), None).await;
    let (good, _) = test.sent_due("100", date(2026, 10, 1), None).await;
    test.receive(&[paid("1", number, "100")]).await;
    let unknown_bill = test.app.new_id().unwrap();
    let answer = remind(&test, &[early, settled, unknown_bill, good]).await;
    assert_eq!(refused(&answer), ["REMINDER_TOO_EARLY", "NOTHING_OWED", "NOT_FOUND"]);
    assert_eq!(answer.json["made"][0]["billId"], json!(good.to_string()));
    let (unknown, _) = test.sent_due("100", date(2026, 10, 1), None).await;
    let answer = test.post("/api/provider/reminders", &json!({"billIds": [unknown.to_string()]})).await;
    assert_eq!(refused(&answer), Vec::<&str>::new(), "what the list offers is accepted");
    assert_eq!(
        answer.json["made"][0]["withoutInterest"],
        json!("validation.unknownRate"),
        "this half-year's"
    );
    assert_eq!(reminders(&test, unknown).await[0]["interest"], json!(0.00));
    for bad in [json!([]), json!(vec![unknown.to_string(); 101])] {
        let answer = test.post("/api/provider/reminders", &json!({"billIds": bad})).await;
        assert_eq!(answer.status, 422);
    }
}

async fn a_second_reminder_follows_the_first_and_no_third(app: TestApp) {
    let mut test = PaymentsTest::of(app).await;
    let (bill, _) = test.sent_due("100", date(2026, 10, 1), None).await;
    for then in ["REMINDER_TOO_EARLY", "REMINDED_TWICE"] {
        assert_eq!(remind(&test, &[bill]).await.json["made"].as_array().unwrap().len(), 1, "{then}");
        assert_eq!(refused(&remind(&test, &[bill]).await), [then]);
        test.app.clock.advance((14 * 24).hours());
        // The session has expired by then.
        test.payroll = test.app.sign_in("palkat@liksa.example").await;
    }
    assert_eq!(refused(&remind(&test, &[bill]).await), ["REMINDED_TWICE"]);
    test.app.run_jobs().await;
    assert_eq!(reminders(&test, bill).await.as_array().unwrap().len(), 2);
    assert_eq!(test.get("/api/provider/overdue").await["bills"][0]["nextReminder"], json!(null));
}

async fn fees_are_paid_after_the_bill(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let (bill, number) = test.sent_due("100", date(2026, 10, 1), None).await;
    remind(&test, &[bill]).await;
    test.receive(&[paid("1", number, "112")]).await;
    let parts = test.single("MATCHED").await["parts"].clone();
    let kinds: Vec<&str> =
        parts.as_array().unwrap().iter().map(|part| part["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["BILL", "FEE"]);
    test.assert_sound().await;
}

async fn a_letter_to_a_customer_without_e_mail_is_printed(app: TestApp) {
    let test = PaymentsTest::of(app).await;
    let test = test.with_customer_by_post().await;
    let (bill, number) = test.sent_due("100", date(2026, 10, 1), None).await;
    remind(&test, &[bill]).await;
    test.app.run_jobs().await;
    let letters = test.get("/api/provider/reminders").await;
    let letter = &letters["reminders"][0];
    assert_eq!((&letter["billNumber"], &letter["customer"]), (&json!(number), &json!("Kalle Kirje")));
    assert_eq!((&letter["state"], &letters["total"]), (&json!("TO_PRINT"), &json!(1)));
    let id = letter["id"].as_str().unwrap().to_owned();
    for _ in 0..2 {
        let posted = test.app.put(&format!("/api/provider/reminders/{id}/posted")).token(&test.payroll.token);
        assert_eq!(posted.send().await.status, 204);
    }
    assert_eq!(test.get("/api/provider/reminders").await["reminders"], json!([]));
    let sent = test.get("/api/provider/reminders?state=SENT").await;
    assert_eq!((&sent["reminders"][0]["id"], &sent["next"]), (&json!(id), &json!(null)));
    let unknown = test.app.get("/api/provider/reminders?state=X").token(&test.payroll.token).send().await;
    assert_eq!(unknown.status, 422);
    assert_eq!(reminders(&test, bill).await[0]["state"], json!("SENT"));
}
