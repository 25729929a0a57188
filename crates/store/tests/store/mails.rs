//! Mails, on both engines.

use jiff::ToSpan;
use liksa_domain::account::TokenKind;
use liksa_domain::delivery::{MailLink, MailState};
use liksa_domain::ids::{EmailLinkId, Id, MailId, PersonId, RegistrationId};
use liksa_domain::person::Email;
use liksa_store::{MailOutcome, Outgoing, StoreError};
use liksa_test_support::{TestDb, both_engines, fixed_now};

both_engines! {
    a_mail_is_sent_by_one_at_a_time,
    a_mail_that_was_not_taken_waits_again,
    what_is_unsure_is_decided_once,
    the_newest_come_first,
    old_letters_are_forgotten_and_what_waits_is_not,
    a_mail_knows_what_its_link_opens,
}

fn id(number: u8) -> MailId {
    MailId::new(fixed_now() + i64::from(number).seconds(), [number; 10])
}

async fn insert(db: &TestDb, number: u8) {
    insert_opening(db, number, None).await;
}

async fn insert_opening(db: &TestDb, number: u8, link: Option<MailLink>) {
    let mail = Outgoing {
        to: Email::parse("maija@liksa.example").unwrap(),
        subject: "Lasku 1001".into(),
        text: "Hei!".into(),
        html: "<p>Hei!</p>".into(),
        attachment: None,
        link,
    };
    let mut tx = db.store.begin().await.unwrap();
    tx.insert_mail(id(number), &mail, fixed_now()).await.unwrap();
    tx.commit().await.unwrap();
}

async fn state(db: &TestDb, number: u8) -> MailState {
    db.store.mail(id(number)).await.unwrap().unwrap().state
}

async fn a_mail_is_sent_by_one_at_a_time(db: TestDb) {
    insert(&db, 1).await;
    assert_eq!(state(&db, 1).await, MailState::Queued);
    assert!(db.store.begin_sending_mail(id(1)).await.unwrap());
    assert!(!db.store.begin_sending_mail(id(1)).await.unwrap());
    db.store.end_sending_mail(id(1), &MailOutcome::Sent(fixed_now())).await.unwrap();
    let mail = db.store.mail(id(1)).await.unwrap().unwrap();
    assert_eq!((mail.state, mail.sent_at, mail.attempts), (MailState::Sent, Some(fixed_now()), 1));
    let twice = db.store.end_sending_mail(id(1), &MailOutcome::Sent(fixed_now())).await;
    assert!(matches!(twice, Err(StoreError::RowCount(0))), "{twice:?}");
    assert!(db.store.mail(id(2)).await.unwrap().is_none());
}

async fn a_mail_that_was_not_taken_waits_again(db: TestDb) {
    insert(&db, 1).await;
    for attempt in 1..=2 {
        assert!(db.store.begin_sending_mail(id(1)).await.unwrap());
        db.store.end_sending_mail(id(1), &MailOutcome::NotTaken("451 later".into())).await.unwrap();
        let mail = db.store.mail(id(1)).await.unwrap().unwrap();
        assert_eq!((mail.state, mail.attempts), (MailState::Queued, attempt));
        assert_eq!(mail.last_error.as_deref(), Some("451 later"));
    }
}

async fn what_is_unsure_is_decided_once(db: TestDb) {
    for number in 1..=2 {
        insert(&db, number).await;
        assert!(db.store.begin_sending_mail(id(number)).await.unwrap());
        db.store.end_sending_mail(id(number), &MailOutcome::Unsure("cut off".into())).await.unwrap();
    }
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.send_mail_again(id(1)).await.unwrap());
    assert!(!tx.note_mail_arrived(id(1), fixed_now()).await.unwrap());
    assert!(tx.note_mail_arrived(id(2), fixed_now()).await.unwrap());
    assert!(!tx.send_mail_again(id(2)).await.unwrap());
    tx.commit().await.unwrap();
    let again = db.store.mail(id(1)).await.unwrap().unwrap();
    assert_eq!((again.state, again.attempts), (MailState::Queued, 0));
    assert_eq!(state(&db, 2).await, MailState::Sent);
}

async fn the_newest_come_first(db: TestDb) {
    for number in 1..=3 {
        insert(&db, number).await;
    }
    let ids: Vec<_> = db.store.newest_mails(2).await.unwrap().into_iter().map(|mail| mail.id).collect();
    assert_eq!(ids, [id(3), id(2)]);
}

async fn old_letters_are_forgotten_and_what_waits_is_not(db: TestDb) {
    for number in 1..=3 {
        insert(&db, number).await;
    }
    for (number, at) in [(1, fixed_now()), (2, fixed_now() + 1.hour())] {
        assert!(db.store.begin_sending_mail(id(number)).await.unwrap());
        db.store.end_sending_mail(id(number), &MailOutcome::Sent(at)).await.unwrap();
    }
    let mut tx = db.store.begin().await.unwrap();
    tx.forget_old_letters(fixed_now()).await.unwrap();
    tx.commit().await.unwrap();
    let left: Vec<_> = db.store.newest_mails(10).await.unwrap().iter().map(|mail| mail.id).collect();
    assert_eq!(left, [id(3), id(2)]);
}

async fn a_mail_knows_what_its_link_opens(db: TestDb) {
    let links = [
        None,
        Some(MailLink::Registration(RegistrationId::new(fixed_now(), [1; 10]))),
        Some(MailLink::Account(TokenKind::Reset, PersonId::new(fixed_now(), [2; 10]))),
        Some(MailLink::Account(TokenKind::LogIn, PersonId::new(fixed_now(), [3; 10]))),
        Some(MailLink::Email(EmailLinkId::new(fixed_now(), [4; 10]))),
    ];
    for (number, link) in (0..).zip(links) {
        insert_opening(&db, number, link).await;
        assert_eq!(db.store.mail(id(number)).await.unwrap().unwrap().link, link);
        let mut tx = db.store.begin().await.unwrap();
        tx.keep_mail_with_token(id(number), "text", "html").await.unwrap();
        tx.commit().await.unwrap();
        let kept = db.store.mail(id(number)).await.unwrap().unwrap();
        assert_eq!((kept.text.as_str(), kept.html.as_str(), kept.link), ("text", "html", None));
    }
}
