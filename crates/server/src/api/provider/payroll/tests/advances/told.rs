//! What a worker is told about an advance, once and as it is.

use liksa_domain::advance::AdvanceNews;
use liksa_domain::job::Job;
use liksa_store::{NewJob, StoredMail};
use liksa_test_support::{on_sqlite, person};

use super::*;

both_engines! {
    what_is_paid_after_its_bill_was_credited_is_told_as_due,
    what_salaries_took_of_an_advance_ends_once,
}

on_sqlite! { in_english_nothing_is_finnish }

impl PayrollTest {
    async fn mails_to(&self, address: &str, subject: &str) -> Vec<StoredMail> {
        self.app.run_jobs().await;
        let mails = self.app.store.newest_mails(50).await.unwrap().into_iter();
        mails.filter(|mail| mail.to == address && mail.subject.starts_with(subject)).collect()
    }

    async fn events_of(&self, bill: BillId, action: &str) -> usize {
        let events = self.app.store.audit_of(&format!("bill:{bill}")).await.unwrap();
        events.iter().filter(|event| event.action.name() == action).count()
    }
}

const WORKER: &str = "worker1@liksa.example";

/// Two people take the bank for having refused it, the bill is credited, and then the bank pays it after all.
async fn what_is_paid_after_its_bill_was_credited_is_told_as_due(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let (maija, state) = (test.worker(1).await, test.app.state());
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    let advance = test.granted(maija, bill, &rows).await;
    let payout = test.approve_payout(&advance).await.unwrap();
    payouts::propose_refusal(state, test.first.id, payout, "Tili suljettu").await.unwrap();
    payouts::confirm_refusal(state, test.second.id, payout).await.unwrap();
    test.credited(bill).await;
    assert_eq!(test.bank_moves("LATE", payout, true).await, PaymentState::Confirmed);
    assert!(test.advance(advance.id).await.due_at.is_some());
    assert_eq!(test.events_of(bill, "advance.freed").await, 1);
    let paid = test.mails_to(WORKER, "Ennakkosi on maksettu").await;
    assert_eq!(paid.len(), 1);
    assert!(paid[0].text.contains("vähennetään seuraavista palkoistasi"), "{}", paid[0].text);
    assert!(!paid[0].text.contains("tästä laskusta"), "{}", paid[0].text);
    let due = test.mails_to(WORKER, "Ennakko peritään muista palkoistasi").await;
    assert_eq!(due.len(), 1);
    assert!(due[0].text.contains("Lasku hyvitettiin."), "{}", due[0].text);
    test.assert_sound().await;
}

/// It came back after its salary had taken it all: the worker gets that, whatever becomes of the bill.
async fn what_salaries_took_of_an_advance_ends_once(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.worker(1).await;
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    let advance = test.paid_advance(maija, bill, &rows).await;
    let payout = test.payout(&advance).await.id;
    test.pay_whole(bill).await;
    let run = test.calculated().await;
    test.pay(&run).await;
    test.bank_moves("B9", payout, false).await;
    test.credited(bill).await;
    advances::refuse(test.app.state(), test.first.id, advance.id, "Asiakas ei maksa").await.unwrap();
    let told = test.mails_to(WORKER, "Saat takaisin ennakosta").await.len();
    let ended = [test.events_of(bill, "advance.lapsed").await, test.events_of(bill, "advance.refused").await];
    assert_eq!((told, ended), (1, [1, 0]));
    // Paid anew, it is not said to be deducted again.
    make_again(&test, payout).await;
    let payout = test.approve_payout(&advance).await.unwrap();
    test.bank_moves("B10", payout, true).await;
    let paid = test.mails_to(WORKER, "Ennakkosi on maksettu").await;
    assert!(paid[0].text.contains("jo vähennetty palkastasi"), "{}", paid[0].text);
    test.assert_sound().await;
}

async fn in_english_nothing_is_finnish(app: TestApp) {
    let test = PayrollTest::of(app).await;
    let maija = test.app.add(person().email("maija@liksa.example").build()).await.id;
    test.equip(1, maija).await;
    test.app.db.execute("UPDATE person SET language = 'en'").await.unwrap();
    let (bill, rows) = test.closed_bill(maija, &["1000"]).await;
    let advance = test.granted(maija, bill, &rows).await.id;
    let told = [
        (AdvanceNews::Granted, "Your advance has been granted"),
        (AdvanceNews::Refused, "Your advance will not be paid"),
        (AdvanceNews::Paid, "Your advance has been paid"),
        (AdvanceNews::CameBack, "Your advance could not be paid"),
        (AdvanceNews::PaidBack, "You get back what was deducted for an advance"),
        (AdvanceNews::Due, "Your advance is taken from your other salaries"),
    ];
    for reason in ["BILL_CREDITED", "PART_CREDITED", "PAID_AS_SALARY", "BILL_OPENED"] {
        let stored = format!("UPDATE advance SET reason = '{reason}', due_reason = '{reason}'");
        test.app.db.execute(stored).await.unwrap();
        for (news, subject) in told {
            let (mail, at) = (test.app.new_id().unwrap(), test.app.clock.now());
            let job = Job::MailAdvanceNews { mail, advance, news };
            let id = test.app.new_id().unwrap();
            let mut tx = test.app.store.begin().await.unwrap();
            tx.enqueue(&NewJob { id, job, run_at: at, unique_key: None, created_at: at }).await.unwrap();
            tx.commit().await.unwrap();
            test.app.run_jobs().await;
            let sent = test.app.store.newest_mails(50).await.unwrap();
            let sent = sent.iter().find(|sent| sent.id == mail).unwrap();
            assert_eq!(sent.subject, subject);
            assert!(!sent.text.contains(['ä', 'ö']), "{}", sent.text);
        }
    }
}
