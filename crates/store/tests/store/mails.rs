//! Mails, on both engines.

use jiff::ToSpan;
use liksa_domain::account::TokenKind;
use liksa_domain::delivery::{MailKind, MailLink, MailReason, MailState};
use liksa_domain::file::{FilePurpose, MediaType};
use liksa_domain::ids::{EmailLinkId, FileId, Id, MailId, PersonId, RegistrationId};
use liksa_domain::person::Email;
use liksa_store::{
    Files, FilesAddress, MailFilter, MailOutcome, MailTrouble, NewFile, NewPerson, Outgoing, StoreError,
    statements,
};
use liksa_test_support::{TestDb, both_engines, fixed_now, person};

use crate::plans;

both_engines! {
    a_mail_is_sent_by_one_at_a_time,
    a_mail_that_was_not_taken_waits_again,
    what_is_unsure_is_decided_once,
    who_was_taken_for_dead_says_that_it_was_sent,
    the_newest_come_first,
    a_mail_that_waits_to_be_sent_again_gets_another_address,
    lists_have_the_kinds_and_the_state_that_were_asked_for,
    lists_are_read_from_indexes,
    old_letters_are_forgotten_and_what_waits_is_not,
    mails_to_an_erased_account_go_with_it,
    a_mail_knows_what_its_link_opens,
}

/// To whom the mails go.
const TO: &str = "matti@liksa.example";

fn id(number: u8) -> MailId {
    MailId::new(fixed_now() + i64::from(number).seconds(), [number; 10])
}

fn letter() -> Outgoing {
    Outgoing {
        kind: MailKind::News,
        to: Email::parse(TO).unwrap(),
        subject: "Lasku 1001".into(),
        text: "Hei!".into(),
        html: "<p>Hei!</p>".into(),
        attachment: None,
        link: None,
    }
}

async fn insert(db: &TestDb, number: u8) {
    insert_opening(db, number, None).await;
}

async fn insert_opening(db: &TestDb, number: u8, link: Option<MailLink>) {
    insert_mail(db, number, MailKind::News, link).await;
}

async fn insert_mail(db: &TestDb, number: u8, kind: MailKind, link: Option<MailLink>) {
    let mail = Outgoing { kind, link, ..letter() };
    let mut tx = db.store.begin().await.unwrap();
    tx.insert_mail(id(number), &mail, fixed_now()).await.unwrap();
    tx.commit().await.unwrap();
}

fn trouble(reason: MailReason, text: &str) -> MailTrouble {
    MailTrouble::new(reason, text)
}

async fn state(db: &TestDb, number: u8) -> MailState {
    db.store.mail(id(number)).await.unwrap().unwrap().state
}

async fn a_mail_is_sent_by_one_at_a_time(db: TestDb) {
    insert(&db, 1).await;
    assert_eq!(state(&db, 1).await, MailState::Queued);
    assert!(db.store.begin_sending_mail(id(1), TO).await.unwrap());
    assert!(!db.store.begin_sending_mail(id(1), TO).await.unwrap());
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
        assert!(db.store.begin_sending_mail(id(1), TO).await.unwrap());
        db.store
            .end_sending_mail(id(1), &MailOutcome::NotTaken(trouble(MailReason::Later, "451 later")))
            .await
            .unwrap();
        let mail = db.store.mail(id(1)).await.unwrap().unwrap();
        assert_eq!((mail.state, mail.attempts), (MailState::Queued, attempt));
        assert_eq!((mail.reason, mail.last_error.as_deref()), (Some(MailReason::Later), Some("451 later")));
    }
}

async fn what_is_unsure_is_decided_once(db: TestDb) {
    for number in 1..=2 {
        insert(&db, number).await;
        assert!(db.store.begin_sending_mail(id(number), TO).await.unwrap());
        db.store
            .end_sending_mail(id(number), &MailOutcome::Unsure(trouble(MailReason::NoAnswer, "cut off")))
            .await
            .unwrap();
    }
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.send_mail_again(id(1)).await.unwrap());
    assert!(!tx.note_mail_arrived(id(1), fixed_now()).await.unwrap());
    assert!(tx.note_mail_arrived(id(2), fixed_now()).await.unwrap());
    assert!(!tx.send_mail_again(id(2)).await.unwrap());
    tx.commit().await.unwrap();
    let again = db.store.mail(id(1)).await.unwrap().unwrap();
    assert_eq!((again.state, again.attempts), (MailState::Queued, 0));
    let arrived = db.store.mail(id(2)).await.unwrap().unwrap();
    assert_eq!((arrived.state, arrived.reason), (MailState::Sent, None));
}

async fn who_was_taken_for_dead_says_that_it_was_sent(db: TestDb) {
    for (number, reason, believed) in [(1, MailReason::Stopped, true), (2, MailReason::NoAnswer, false)] {
        insert(&db, number).await;
        assert!(db.store.begin_sending_mail(id(number), TO).await.unwrap());
        let unsure = MailOutcome::Unsure(trouble(reason, "who knows"));
        db.store.end_sending_mail(id(number), &unsure).await.unwrap();
        let refused = MailOutcome::NotTaken(trouble(MailReason::Later, "451 later"));
        assert!(db.store.end_sending_mail(id(number), &refused).await.is_err(), "it would be sent again");
        let sent = db.store.end_sending_mail(id(number), &MailOutcome::Sent(fixed_now())).await;
        assert_eq!(sent.is_ok(), believed, "{sent:?}");
        let expected = if believed { MailState::Sent } else { MailState::Unsure };
        assert_eq!(state(&db, number).await, expected);
    }
}

async fn a_mail_that_waits_to_be_sent_again_gets_another_address(db: TestDb) {
    insert(&db, 1).await;
    let other = Email::parse("uusi@liksa.example").unwrap();
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.readdress_mail(id(1), &other).await.unwrap());
    tx.commit().await.unwrap();
    assert_eq!(db.store.mail(id(1)).await.unwrap().unwrap().to, "uusi@liksa.example");
    assert!(!db.store.begin_sending_mail(id(1), TO).await.unwrap(), "by who read it before");
    let refused = MailOutcome::Failed(trouble(MailReason::AddressRefused, "550 no such user"));
    let of_old_address = db.store.end_before_sending_mail(id(1), (MailState::Queued, TO), &refused).await;
    assert!(matches!(of_old_address, Err(StoreError::RowCount(0))), "{of_old_address:?}");
    assert!(db.store.begin_sending_mail(id(1), "uusi@liksa.example").await.unwrap());
    let mut tx = db.store.begin().await.unwrap();
    assert!(!tx.readdress_mail(id(1), &other).await.unwrap(), "it is on its way");
}

async fn lists_have_the_kinds_and_the_state_that_were_asked_for(db: TestDb) {
    let kinds = [MailKind::News, MailKind::Registration, MailKind::News, MailKind::News];
    for (number, kind) in (1..).zip(kinds) {
        insert_mail(&db, number, kind, None).await;
    }
    assert!(db.store.begin_sending_mail(id(3), TO).await.unwrap());
    let why = trouble(MailReason::AddressRefused, "550 no such user");
    db.store.end_sending_mail(id(3), &MailOutcome::Failed(why)).await.unwrap();
    let list = async |kinds: &[MailKind], state, before, limit| {
        let filter = MailFilter { kinds, state, before, limit };
        let cards = db.store.mails(&filter).await.unwrap();
        cards.into_iter().map(|card| (card.id, card.reason)).collect::<Vec<_>>()
    };
    let news = [MailKind::News];
    let refused = Some(MailReason::AddressRefused);
    assert_eq!(list(&news, None, None, 2).await, [(id(4), None), (id(3), refused)]);
    assert_eq!(list(&news, None, Some(id(3)), 2).await, [(id(1), None)]);
    assert_eq!(list(&news, Some(MailState::Failed), None, 9).await, [(id(3), refused)]);
    assert_eq!(list(&[MailKind::Registration], Some(MailState::Queued), None, 9).await, [(id(2), None)]);
    assert_eq!(list(&[], None, None, 9).await, []);
}

async fn lists_are_read_from_indexes(db: TestDb) {
    for statement in statements::MAILS {
        // The lists of kinds are rewritten for SQLite, and read no other index.
        plans::assert_uses_indexes(&db, &statement.replace("= ANY($2)", "= $2")).await;
    }
}

async fn the_newest_come_first(db: TestDb) {
    for number in 1..=3 {
        insert(&db, number).await;
    }
    let ids: Vec<_> = db.store.newest_mails(2).await.unwrap().into_iter().map(|mail| mail.id).collect();
    assert_eq!(ids, [id(3), id(2)]);
}

async fn old_letters_are_forgotten_and_what_waits_is_not(db: TestDb) {
    for number in 1..=7 {
        insert(&db, number).await;
    }
    let (now, later) = (fixed_now(), fixed_now() + 1.hour());
    let failed = || MailOutcome::Failed(trouble(MailReason::Refused, "554 no"));
    let unsure = MailOutcome::Unsure(trouble(MailReason::NoAnswer, "cut off"));
    for (number, outcome) in [
        (1, MailOutcome::Sent(now)),
        (2, MailOutcome::Sent(later)),
        // The third waits.
        (4, failed()),
        (5, failed()),
        (6, failed()),
        (7, unsure),
    ] {
        assert!(db.store.begin_sending_mail(id(number), TO).await.unwrap());
        db.store.end_sending_mail(id(number), &outcome).await.unwrap();
    }
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.settle_mail(id(4), now).await.unwrap() && tx.settle_mail(id(5), later).await.unwrap());
    tx.forget_old_letters(now).await.unwrap();
    tx.commit().await.unwrap();
    let left: Vec<_> = db.store.newest_mails(10).await.unwrap().iter().map(|mail| mail.id).collect();
    assert_eq!(left, [id(7), id(6), id(5), id(3), id(2)], "nobody has decided about 6 and 7");
}

/// What becomes of mails to an account that is erased.
async fn mails_to_an_erased_account_go_with_it(db: TestDb) {
    let owner = person().build();
    let folder = tempfile::tempdir().unwrap();
    let files = Files::open(&FilesAddress::Folder(folder.path().into()), db.store.clone()).unwrap();
    let content = files.put(FileId::new(fixed_now(), [9; 10]), b"%PDF-1.7", fixed_now()).await.unwrap();
    let mut tx = db.store.begin().await.unwrap();
    let new = NewPerson { person: &owner, password_hash: "", created_at: fixed_now() };
    tx.insert_person(&new).await.unwrap();
    tx.set_deletion_request(owner.id, Some(fixed_now())).await.unwrap();
    let file = tx
        .insert_file(&NewFile {
            content: &content,
            purpose: FilePurpose::Receipt,
            owner: None,
            name: "lasku.pdf",
            media_type: MediaType::Pdf,
            created_at: fixed_now(),
        })
        .await
        .unwrap();
    for number in 1..=6 {
        let attachment = (number == 6).then(|| (file, "lasku.pdf".to_owned()));
        let mail = Outgoing { to: owner.email.clone(), attachment, ..letter() };
        tx.insert_mail(id(number), &mail, fixed_now()).await.unwrap();
    }
    tx.insert_mail(id(7), &letter(), fixed_now()).await.unwrap();
    tx.commit().await.unwrap();
    let why = trouble(MailReason::Refused, "554 no");
    let unsure = MailOutcome::Unsure(why.clone());
    for (number, outcome) in [(2, MailOutcome::Sent(fixed_now())), (3, MailOutcome::Failed(why)), (4, unsure)]
    {
        assert!(db.store.begin_sending_mail(id(number), owner.email.as_str()).await.unwrap());
        db.store.end_sending_mail(id(number), &outcome).await.unwrap();
    }
    assert!(db.store.begin_sending_mail(id(5), owner.email.as_str()).await.unwrap());
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.erase_person(owner.id, fixed_now()).await.unwrap(), Ok(()));
    tx.commit().await.unwrap();
    let left: Vec<_> = db.store.newest_mails(10).await.unwrap().iter().map(|mail| mail.id).collect();
    assert_eq!(left, [id(7), id(6), id(5)], "another's, one with a file, and one that is on its way");
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
