//! Changes of the audit log behind the program's back are found.

use liksa_domain::audit::{Action, AuditEvent};
use liksa_domain::data_check::{Fault, Question};
use liksa_store::{Database, Store};
use liksa_test_support::{TestDb, both_engines, fixed_now};

both_engines! {
    an_untouched_log_is_unbroken,
    changes_are_found,
    the_database_takes_no_event_without_a_hash,
    events_from_before_the_chain_are_chained,
    writers_at_once_make_one_chain,
}

fn event(subject: &str) -> AuditEvent {
    AuditEvent {
        at: fixed_now(),
        actor: None,
        action: Action::SessionStarted,
        subject: subject.into(),
        detail: "{}".into(),
    }
}

async fn record(store: &Store, subjects: &[&str]) {
    let mut tx = store.begin().await.unwrap();
    for subject in subjects {
        tx.record(event(subject));
    }
    tx.commit().await.unwrap();
}

async fn problems(db: &TestDb) -> Vec<Fault> {
    let findings = db.store.check(fixed_now()).await.unwrap();
    findings.into_iter().find(|finding| finding.question == Question::AuditLog).unwrap().problems
}

/// Takes away what keeps the log from being changed.
async fn without_triggers(db: &TestDb) {
    let statements: &[&'static str] = match db.database {
        Database::Sqlite(_) => &[
            "DROP TRIGGER audit_event_never_updated",
            "DROP TRIGGER audit_event_never_deleted",
            "DROP TRIGGER audit_event_with_hash",
        ],
        Database::Postgres(_) => &["ALTER TABLE audit_event DISABLE TRIGGER ALL"],
    };
    for statement in statements {
        db.execute(*statement).await.unwrap();
    }
}

async fn an_untouched_log_is_unbroken(db: TestDb) {
    assert!(problems(&db).await.is_empty(), "an empty one");
    record(&db.store, &["a", "b"]).await;
    record(&db.store, &["c"]).await;
    let mut dropped = db.store.begin().await.unwrap();
    dropped.record(event("never"));
    drop(dropped);
    record(&db.store, &["d"]).await;
    assert!(problems(&db).await.is_empty());
}

async fn changes_are_found(db: TestDb) {
    record(&db.store, &["a", "b", "c", "d"]).await;
    without_triggers(&db).await;
    for (tampering, undoing) in [
        ("UPDATE audit_event SET detail = 'x' WHERE subject = 'b'", "UPDATE audit_event SET detail = '{}'"),
        (
            "UPDATE audit_event SET subject = 'c{', detail = '}' WHERE subject = 'c'",
            "UPDATE audit_event SET subject = 'c', detail = '{}' WHERE subject = 'c{'",
        ),
        (
            "UPDATE audit_event SET at = at + 1 WHERE subject = 'a'",
            "UPDATE audit_event SET at = at - 1 WHERE subject = 'a'",
        ),
    ] {
        db.execute(tampering).await.unwrap();
        assert_eq!(problems(&db).await.len(), 1, "{tampering}");
        db.execute(undoing).await.unwrap();
        assert!(problems(&db).await.is_empty(), "{undoing}");
    }
    db.execute("DELETE FROM audit_event WHERE subject = 'd'").await.unwrap();
    assert!(problems(&db).await[0].to_string().contains("are gone"));
    db.execute("DELETE FROM audit_event WHERE subject = 'a'").await.unwrap();
    assert!(problems(&db).await[0].to_string().contains("one before it is gone"));
}

async fn the_database_takes_no_event_without_a_hash(db: TestDb) {
    let insert = "INSERT INTO audit_event (at, action, subject, detail) VALUES (0, 'x', 'y', '{}')";
    assert!(db.execute(insert).await.unwrap_err().contains("carries a hash"));
}

async fn events_from_before_the_chain_are_chained(db: TestDb) {
    without_triggers(&db).await;
    let old = "INSERT INTO audit_event (at, action, subject, detail) \
        VALUES (0, 'session.started', 'a', '{}'), (1, 'session.ended', 'a', '{}')";
    db.execute(old).await.unwrap();
    assert_eq!(problems(&db).await.len(), 1);
    db.store.migrate().await.unwrap();
    assert!(problems(&db).await.is_empty());
    record(&db.store, &["d"]).await;
    db.store.migrate().await.unwrap();
    assert!(problems(&db).await.is_empty());
}

async fn writers_at_once_make_one_chain(db: TestDb) {
    let writers: Vec<_> = (0..8)
        .map(|_| {
            let store = db.store.clone();
            tokio::spawn(async move {
                for _ in 0..5 {
                    record(&store, &["a", "b"]).await;
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    assert!(problems(&db).await.is_empty());
    assert_eq!(db.store.audit_of("a").await.unwrap().len(), 40);
}
