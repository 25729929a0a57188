//! The data check as a whole; each question has its tests where its subject is.

use liksa_domain::data_check::{Finding, Question};
use liksa_test_support::{TestDb, both_engines, fixed_now};

both_engines! {
    all_questions_are_about_one_moment,
}

fn faulty(findings: &[Finding]) -> Vec<Question> {
    let faulty = findings.iter().filter(|finding| !finding.problems.is_empty());
    faulty.map(|finding| finding.question).collect()
}

async fn all_questions_are_about_one_moment(db: TestDb) {
    let mut snapshot = db.store.snapshot().await.unwrap();
    assert_eq!(faulty(&snapshot.check_soundness().await.unwrap()), []);
    // What is written while the check goes on.
    db.execute("UPDATE salary_counter SET last_number = 5; UPDATE ledger_counter SET last_number = 7")
        .await
        .unwrap();
    assert_eq!(faulty(&snapshot.check(fixed_now()).await.unwrap()), []);
    let now = db.store.check(fixed_now()).await.unwrap();
    assert_eq!(faulty(&now), [Question::EntryNumbers, Question::Slips]);
}
