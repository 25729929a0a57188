//! People, sessions and the audit log, and the checks of the whole database.

use jiff::{Timestamp, ToSpan};
use liksa_domain::audit::{Action, AuditEvent};
use liksa_domain::data_check::Question;
use liksa_domain::ids::{Id, SessionId};
use liksa_domain::person::{Email, Person, Role};
use liksa_store::{NewPerson, NewSession, Store, StoreError, TokenHash};
use liksa_test_support::{TestDb, both_engines, fixed_now, person};

both_engines! {
    a_person_comes_back_as_stored,
    an_unknown_email_finds_nobody,
    an_email_is_taken_once,
    a_failed_insert_leaves_nothing,
    changing_nobody_is_an_error,
    a_session_is_found_by_its_token_until_it_ends,
    a_session_runs_out,
    an_unused_session_lapses,
    a_touched_session_lives_on,
    dead_sessions_are_forgotten_and_live_ones_kept,
    audit_events_come_back_in_order,
    audit_events_cannot_be_changed,
    a_dropped_transaction_never_happened,
    a_sound_database_passes_the_check,
    a_person_without_a_role_fails_the_check,
    migrating_again_changes_nothing,
}

const TOKEN: TokenHash = TokenHash([7; 32]);

async fn store_person(store: &Store, person: &Person) {
    let mut tx = store.begin().await.unwrap();
    tx.insert_person(&NewPerson { person, password_hash: "hash", created_at: fixed_now() }).await.unwrap();
    tx.commit().await.unwrap();
}

async fn store_session(
    store: &Store,
    of: &Person,
    token_hash: TokenHash,
    expires_at: Timestamp,
) -> SessionId {
    let id = SessionId::new(fixed_now(), [token_hash.0[0]; 10]);
    let new =
        NewSession { id, person: of.id, token_hash, user_agent: "test", created_at: fixed_now(), expires_at };
    let mut tx = store.begin().await.unwrap();
    tx.insert_session(&new).await.unwrap();
    tx.commit().await.unwrap();
    id
}

fn event(subject: &str, number: u8) -> AuditEvent {
    AuditEvent {
        at: fixed_now(),
        actor: None,
        action: Action::SessionStarted,
        subject: subject.into(),
        detail: format!("{{\"number\":{number}}}"),
    }
}

async fn a_person_comes_back_as_stored(db: TestDb) {
    let maija = person().roles(&[Role::Admin, Role::User, Role::Clerk]).build();
    assert!(!db.store.any_person_exists().await.unwrap());
    store_person(&db.store, &maija).await;
    assert!(db.store.any_person_exists().await.unwrap());
    let found = db.store.credentials(&maija.email).await.unwrap().unwrap();
    assert_eq!(found.person, maija);
    assert_eq!(found.password_hash, "hash");
    assert_eq!(db.store.person(maija.id).await.unwrap(), Some(maija));
    assert_eq!(db.store.person(person().build().id).await.unwrap(), None);
}

async fn an_unknown_email_finds_nobody(db: TestDb) {
    let nobody = Email::parse("nobody@liksa.example").unwrap();
    assert!(db.store.credentials(&nobody).await.unwrap().is_none());
}

async fn an_email_is_taken_once(db: TestDb) {
    store_person(&db.store, &person().build()).await;
    let other = person().build();
    let mut tx = db.store.begin().await.unwrap();
    let again =
        tx.insert_person(&NewPerson { person: &other, password_hash: "", created_at: fixed_now() }).await;
    assert!(matches!(again, Err(StoreError::EmailTaken)), "{again:?}");
}

async fn a_failed_insert_leaves_nothing(db: TestDb) {
    let mut maija = person().build();
    maija.roles = vec![Role::User, Role::User];
    let mut tx = db.store.begin().await.unwrap();
    let new = NewPerson { person: &maija, password_hash: "", created_at: fixed_now() };
    assert!(tx.insert_person(&new).await.is_err());
    drop(tx);
    assert!(!db.store.any_person_exists().await.unwrap());
}

async fn changing_nobody_is_an_error(db: TestDb) {
    let mut tx = db.store.begin().await.unwrap();
    let result = tx.set_password(person().build().id, "hash").await;
    assert!(matches!(result, Err(StoreError::RowCount(0))), "{result:?}");
}

async fn a_session_is_found_by_its_token_until_it_ends(db: TestDb) {
    let maija = person().build();
    store_person(&db.store, &maija).await;
    let id = store_session(&db.store, &maija, TOKEN, fixed_now() + 24.hours()).await;

    let found = db.store.session(TOKEN, fixed_now(), fixed_now() - 1.hour()).await.unwrap().unwrap();
    assert_eq!((found.id, &found.person), (id, &maija));
    assert_eq!(found.last_seen_at, fixed_now());
    let other = TokenHash([8; 32]);
    assert!(db.store.session(other, fixed_now(), fixed_now() - 1.hour()).await.unwrap().is_none());

    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.delete_session_of(maija.id, id).await.unwrap());
    assert!(!tx.delete_session_of(maija.id, id).await.unwrap(), "it ends once");
    tx.commit().await.unwrap();
    assert!(db.store.session(TOKEN, fixed_now(), fixed_now() - 1.hour()).await.unwrap().is_none());
}

async fn a_session_runs_out(db: TestDb) {
    let maija = person().build();
    store_person(&db.store, &maija).await;
    let end = fixed_now() + 24.hours();
    store_session(&db.store, &maija, TOKEN, end).await;
    let long_ago = fixed_now() - 1.hour();
    assert!(db.store.session(TOKEN, end - 1.microsecond(), long_ago).await.unwrap().is_some());
    assert!(db.store.session(TOKEN, end, long_ago).await.unwrap().is_none());
}

async fn an_unused_session_lapses(db: TestDb) {
    let maija = person().build();
    store_person(&db.store, &maija).await;
    store_session(&db.store, &maija, TOKEN, fixed_now() + 24.hours()).await;
    assert!(db.store.session(TOKEN, fixed_now(), fixed_now()).await.unwrap().is_none());
}

async fn a_touched_session_lives_on(db: TestDb) {
    let maija = person().build();
    store_person(&db.store, &maija).await;
    let id = store_session(&db.store, &maija, TOKEN, fixed_now() + 24.hours()).await;
    let later = fixed_now() + 1.hour();
    let mut tx = db.store.begin().await.unwrap();
    tx.touch_session(id, later).await.unwrap();
    tx.commit().await.unwrap();
    let found = db.store.session(TOKEN, later, fixed_now()).await.unwrap().unwrap();
    assert_eq!(found.last_seen_at, later);
}

async fn dead_sessions_are_forgotten_and_live_ones_kept(db: TestDb) {
    let maija = person().build();
    store_person(&db.store, &maija).await;
    let expired = TokenHash([1; 32]);
    store_session(&db.store, &maija, expired, fixed_now() + 1.hour()).await;
    store_session(&db.store, &maija, TOKEN, fixed_now() + 24.hours()).await;
    let now = fixed_now() + 1.hour();
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.delete_dead_sessions(now, fixed_now() - 1.hour()).await.unwrap(), 1);
    tx.commit().await.unwrap();
    assert!(db.store.session(TOKEN, now, fixed_now() - 1.hour()).await.unwrap().is_some());
}

async fn audit_events_come_back_in_order(db: TestDb) {
    let maija = person().build();
    store_person(&db.store, &maija).await;
    let (first, mut second) = (event("person:x", 1), event("person:x", 2));
    second.actor = Some(maija.id);
    let mut tx = db.store.begin().await.unwrap();
    for one in [&first, &event("person:y", 3), &second] {
        tx.record(one.clone());
    }
    tx.commit().await.unwrap();
    assert_eq!(db.store.audit_of("person:x").await.unwrap(), [first, second]);
}

async fn audit_events_cannot_be_changed(db: TestDb) {
    let mut tx = db.store.begin().await.unwrap();
    tx.record(event("person:x", 1));
    tx.commit().await.unwrap();
    for tampering in ["UPDATE audit_event SET detail = '{}'", "DELETE FROM audit_event"] {
        let result = db.execute(tampering).await;
        assert!(result.unwrap_err().contains("never changed"), "{tampering}");
    }
    assert_eq!(db.store.audit_of("person:x").await.unwrap().len(), 1);
}

async fn a_dropped_transaction_never_happened(db: TestDb) {
    let maija = person().build();
    let mut tx = db.store.begin().await.unwrap();
    tx.insert_person(&NewPerson { person: &maija, password_hash: "", created_at: fixed_now() })
        .await
        .unwrap();
    drop(tx);
    assert!(db.store.credentials(&maija.email).await.unwrap().is_none());
}

async fn a_sound_database_passes_the_check(db: TestDb) {
    store_person(&db.store, &person().build()).await;
    for finding in db.store.check(fixed_now()).await.unwrap() {
        assert!(finding.problems.is_empty(), "{finding:?}");
    }
}

async fn a_person_without_a_role_fails_the_check(db: TestDb) {
    store_person(&db.store, &person().build()).await;
    db.execute("DELETE FROM person_role").await.unwrap();
    let findings = db.store.check(fixed_now()).await.unwrap();
    let failed: Vec<_> = findings.iter().filter(|finding| !finding.problems.is_empty()).collect();
    assert_eq!(failed.len(), 1);
    assert_eq!(failed[0].question, Question::Roles);
}

async fn migrating_again_changes_nothing(db: TestDb) {
    let maija = person().build();
    store_person(&db.store, &maija).await;
    db.store.migrate().await.unwrap();
    assert!(db.store.credentials(&maija.email).await.unwrap().is_some());
}
