//! Registrations, identifications, links, and what people keep in their accounts.

use std::time::Duration;

use jiff::civil::date;
use jiff::{Timestamp, ToSpan};
use liksa_domain::account::TokenKind;
use liksa_domain::account::identity::{Identity, IdentityClaims};
use liksa_domain::account::registration::{Newcomer, RegistrationState};
use liksa_domain::file::{FilePurpose, MediaType};
use liksa_domain::ids::{Id, IdentificationId, PasswordRequestId, PersonId, RegistrationId, SessionId};
use liksa_domain::person::{Email, Language, Person};
use liksa_domain::promo_code::PromoCode;
use liksa_money::Rate;
use liksa_store::{
    EmailLink, Files, FilesAddress, NewFile, NewIdentification, NewPerson, NewRegistration, NewSession,
    PeopleFilter, Purpose, Store, StoreError, TokenHash, Unsettled, statements,
};
use liksa_test_support::{TestDb, both_engines, fixed_now, person};
use uuid::Uuid;

use crate::plans;

both_engines! {
    a_registration_goes_from_the_form_to_its_end,
    a_registration_runs_out,
    an_identification_is_answered_once_and_by_its_browser,
    every_purpose_comes_back,
    a_link_is_good_for_one_use_in_its_time,
    a_forgotten_password_is_asked_for_once,
    an_address_is_confirmed_by_its_link,
    an_address_is_changed_unless_somebody_has_it,
    what_a_registration_knows_of_the_address_holds_for_its_account,
    a_known_browser_is_known_of_its_owner,
    an_account_is_saved_on_its_version,
    a_bank_vouches_for_one_account,
    sessions_are_ended_by_their_owner,
    a_session_of_nobody_opens_nothing,
    a_password_that_is_being_changed_is_waited_for,
    a_log_in_at_the_bank_can_be_called_off,
    a_promo_code_is_used_as_often_as_it_may,
    a_picture_replaces_the_one_before,
    an_account_is_erased_once_its_owner_asked,
    accounts_are_found_by_indexes,
}

const BROWSER: TokenHash = TokenHash([1; 32]);
const TOKEN: TokenHash = TokenHash([2; 32]);
const STATE: TokenHash = TokenHash([3; 32]);

fn new_id<T: Id>() -> T {
    T::new(fixed_now(), *Uuid::new_v4().as_bytes().first_chunk().unwrap())
}

async fn add(store: &Store, person: Person) -> Person {
    let mut tx = store.begin().await.unwrap();
    let new = NewPerson { person: &person, password_hash: "hash", created_at: fixed_now() };
    tx.insert_person(&new).await.unwrap();
    tx.commit().await.unwrap();
    person
}

fn newcomer() -> Newcomer {
    Newcomer {
        email: Email::parse("uusi@liksa.example").unwrap(),
        phone: "040 1".into(),
        address: "Kotikatu 1".into(),
        postal_code: "33100".into(),
        promo_code: Some("KESÄ".into()),
        language: Language::English,
    }
}

fn maija() -> Identity {
    let told = IdentityClaims {
        personal_id: Some("010190-900P"),
        first_name: Some("Maija Liisa"),
        last_name: Some("Äkäslompolo"),
    };
    told.read().unwrap()
}

async fn register(store: &Store) -> RegistrationId {
    let id = new_id();
    let new = NewRegistration {
        id,
        newcomer: &newcomer(),
        password_hash: "hash",
        browser: BROWSER,
        created_at: fixed_now(),
        expires_at: fixed_now() + 24.hours(),
    };
    let mut tx = store.begin().await.unwrap();
    tx.insert_registration(&new).await.unwrap();
    tx.commit().await.unwrap();
    id
}

async fn leave_for_the_bank(store: &Store, purpose: &Purpose, state: TokenHash) {
    let id: IdentificationId = new_id();
    let new = NewIdentification {
        id,
        purpose,
        state,
        browser: BROWSER,
        nonce: "nonce",
        pkce_verifier: "verifier",
        created_at: fixed_now(),
        expires_at: fixed_now() + 15.minutes(),
    };
    let mut tx = store.begin().await.unwrap();
    tx.insert_identification(&new).await.unwrap();
    tx.commit().await.unwrap();
}

/// The purpose of the visit that is answered, if it may be.
async fn answered(store: &Store, browser: TokenHash, at: Timestamp) -> Option<Purpose> {
    let mut tx = store.begin().await.unwrap();
    let found = tx.claim_identification(STATE, browser, at).await.unwrap();
    tx.commit().await.unwrap();
    found.map(|found| found.purpose)
}

async fn a_registration_goes_from_the_form_to_its_end(db: TestDb) {
    let id = register(&db.store).await;
    let found = db.store.registration_of_browser(BROWSER, fixed_now()).await.unwrap().unwrap();
    assert_eq!((found.id, found.state), (id, RegistrationState::Started));
    assert_eq!((&found.newcomer, found.password_hash.as_str()), (&newcomer(), "hash"));
    assert_eq!((found.identity, found.moved), (None, false));

    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.set_registration_token(id, TokenHash([9; 32])).await.unwrap());
    assert!(tx.set_registration_token(id, TOKEN).await.unwrap(), "the mail was sent again");
    let elsewhere = TokenHash([8; 32]);
    assert!(tx.identify_registration(id, BROWSER, &maija()).await.unwrap());
    assert!(tx.move_registration(id, elsewhere).await.unwrap());
    tx.commit().await.unwrap();
    let found = db.store.registration_of_browser(elsewhere, fixed_now()).await.unwrap().unwrap();
    assert_eq!(
        (found.state, found.identity),
        (RegistrationState::Started, None),
        "who was at the bank stays behind"
    );

    let mut tx = db.store.begin().await.unwrap();
    assert!(!tx.identify_registration(id, BROWSER, &maija()).await.unwrap(), "it has moved away");
    assert!(tx.identify_registration(id, elsewhere, &maija()).await.unwrap());
    tx.commit().await.unwrap();
    assert!(db.store.registration_of_browser(BROWSER, fixed_now()).await.unwrap().is_none());
    let found = db.store.registration_of_token(TOKEN, fixed_now()).await.unwrap().unwrap();
    assert_eq!((found.state, found.identity), (RegistrationState::Identified, Some(maija())));
    assert!(db.store.registration_of_browser(elsewhere, fixed_now()).await.unwrap().unwrap().moved);

    let mut tx = db.store.begin().await.unwrap();
    let (who, other) = (maija().personal_id, "010190-901R".parse().unwrap());
    assert!(!tx.end_registration(id, BROWSER, &who).await.unwrap(), "it has moved away");
    assert!(!tx.end_registration(id, elsewhere, &other).await.unwrap(), "not who was read");
    assert!(tx.end_registration(id, elsewhere, &who).await.unwrap());
    assert!(!tx.end_registration(id, elsewhere, &who).await.unwrap(), "somebody was quicker");
    assert!(!tx.identify_registration(id, elsewhere, &maija()).await.unwrap());
    assert!(!tx.move_registration(id, TokenHash([7; 32])).await.unwrap());
    tx.commit().await.unwrap();
    let found = db.store.registration(id, fixed_now()).await.unwrap().unwrap();
    assert_eq!((found.state, found.password_hash.as_str()), (RegistrationState::Done, ""));
    assert_eq!(found.identity, None, "what it was made of is forgotten");
}

async fn a_registration_runs_out(db: TestDb) {
    let id = register(&db.store).await;
    leave_for_the_bank(&db.store, &Purpose::Register(id), STATE).await;
    let late = fixed_now() + 24.hours();
    assert!(db.store.registration(id, late).await.unwrap().is_none());
    let mut tx = db.store.begin().await.unwrap();
    let request = PasswordRequestId::new(fixed_now(), [3; 10]);
    tx.insert_password_request(request, &person().build().email, fixed_now()).await.unwrap();
    tx.forget_old_accounts(late, fixed_now()).await.unwrap();
    assert!(tx.take_password_request(request).await.unwrap().is_none(), "nobody answered it in time");
    tx.commit().await.unwrap();
    assert!(db.store.registration(id, fixed_now()).await.unwrap().is_none(), "gone for good");
}

async fn an_identification_is_answered_once_and_by_its_browser(db: TestDb) {
    let id = register(&db.store).await;
    leave_for_the_bank(&db.store, &Purpose::Register(id), STATE).await;
    assert_eq!(answered(&db.store, TokenHash([8; 32]), fixed_now()).await, None, "another browser");
    assert_eq!(answered(&db.store, BROWSER, fixed_now() + 15.minutes()).await, None, "too late");
    let known = db.store.identification(STATE, BROWSER).await.unwrap();
    assert_eq!(known.map(|known| known.purpose), Some(Purpose::Register(id)));
    assert!(db.store.identification(STATE, TOKEN).await.unwrap().is_none());
    assert_eq!(answered(&db.store, BROWSER, fixed_now()).await, Some(Purpose::Register(id)));
    assert_eq!(answered(&db.store, BROWSER, fixed_now()).await, None, "twice");
}

async fn every_purpose_comes_back(db: TestDb) {
    let person = add(&db.store, person().build()).await.id;
    let reset = Purpose::Reset { person, token: TOKEN, password_hash: "new".into() };
    leave_for_the_bank(&db.store, &reset, STATE).await;
    assert_eq!(answered(&db.store, BROWSER, fixed_now()).await, Some(reset));
    leave_for_the_bank(&db.store, &Purpose::LogIn(person), TokenHash([4; 32])).await;
    let mut tx = db.store.begin().await.unwrap();
    let found = tx.claim_identification(TokenHash([4; 32]), BROWSER, fixed_now()).await.unwrap().unwrap();
    assert_eq!(found.purpose, Purpose::LogIn(person));
    assert_eq!((found.nonce.as_str(), found.pkce_verifier.as_str()), ("nonce", "verifier"));
}

async fn a_link_is_good_for_one_use_in_its_time(db: TestDb) {
    let maija = add(&db.store, person().build()).await.id;
    let used = async |kind, at| {
        let mut tx = db.store.begin().await.unwrap();
        let person = tx.use_one_time_token(TOKEN, kind, at).await.unwrap();
        tx.commit().await.unwrap();
        person
    };
    let mut tx = db.store.begin().await.unwrap();
    tx.insert_one_time_token(TOKEN, TokenKind::Reset, maija, fixed_now()).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(used(TokenKind::LogIn, fixed_now()).await, None, "not what it is for");
    assert_eq!(used(TokenKind::Reset, fixed_now() + 1.hour()).await, None, "too late");
    let looked_at = db.store.one_time_token(TOKEN, TokenKind::Reset, fixed_now()).await.unwrap();
    assert_eq!(looked_at, Some(maija), "looking does not use it up");
    assert_eq!(used(TokenKind::Reset, fixed_now()).await, Some(maija));
    assert_eq!(used(TokenKind::Reset, fixed_now()).await, None, "twice");
    assert_eq!(db.store.one_time_token(TOKEN, TokenKind::Reset, fixed_now()).await.unwrap(), None);

    let mut tx = db.store.begin().await.unwrap();
    tx.delete_tokens_of(maija).await.unwrap();
    tx.insert_one_time_token(TOKEN, TokenKind::LogIn, maija, fixed_now()).await.unwrap();
    tx.delete_tokens_of(maija).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(used(TokenKind::LogIn, fixed_now()).await, None);
}

async fn a_forgotten_password_is_asked_for_once(db: TestDb) {
    let (id, email) = (new_id::<PasswordRequestId>(), Email::parse("joku@liksa.example").unwrap());
    let mut tx = db.store.begin().await.unwrap();
    tx.insert_password_request(id, &email, fixed_now()).await.unwrap();
    assert_eq!(tx.take_password_request(id).await.unwrap(), Some(email));
    assert_eq!(tx.take_password_request(id).await.unwrap(), None);
}

async fn mail_link(store: &Store, person: PersonId, email: &str) -> EmailLink {
    let link = EmailLink { id: new_id(), person, email: Email::parse(email).unwrap() };
    let mut tx = store.begin().await.unwrap();
    tx.insert_email_link(&link, fixed_now()).await.unwrap();
    assert!(tx.set_email_link_token(link.id, TOKEN).await.unwrap());
    tx.commit().await.unwrap();
    link
}

async fn confirmed(store: &Store, person: PersonId) -> bool {
    store.own_account(person).await.unwrap().unwrap().email_confirmed
}

async fn an_address_is_confirmed_by_its_link(db: TestDb) {
    let maija = add(&db.store, person().build()).await.id;
    let other = add(&db.store, person().email("muu@liksa.example").build()).await.id;
    let link = mail_link(&db.store, maija, "uusi@liksa.example").await;
    assert_eq!(db.store.email_link(link.id, fixed_now()).await.unwrap(), Some(link.clone()));
    assert_eq!(db.store.email_link(link.id, fixed_now() + 24.hours()).await.unwrap(), None);
    let used = async |person, at| {
        let mut tx = db.store.begin().await.unwrap();
        let email = tx.use_email_link(TOKEN, person, at).await.unwrap();
        tx.commit().await.unwrap();
        email
    };
    assert_eq!(used(other, fixed_now()).await, None, "somebody else's");
    assert_eq!(used(maija, fixed_now() + 24.hours()).await, None, "too late");
    assert_eq!(used(maija, fixed_now()).await, Some(link.email));
    assert_eq!(used(maija, fixed_now()).await, None, "twice");
    mail_link(&db.store, maija, "uusi@liksa.example").await;
    let mut tx = db.store.begin().await.unwrap();
    tx.delete_tokens_of(maija).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(used(maija, fixed_now()).await, None, "the password was changed");
    let link = mail_link(&db.store, maija, "uusi@liksa.example").await;
    let mut tx = db.store.begin().await.unwrap();
    tx.forget_old_accounts(fixed_now() + 24.hours(), fixed_now()).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(db.store.email_link(link.id, fixed_now()).await.unwrap(), None, "forgotten");
    let mut tx = db.store.begin().await.unwrap();
    assert!(!tx.set_email_link_token(link.id, TOKEN).await.unwrap(), "nor is a token given to it");
    drop(tx);

    assert!(!confirmed(&db.store, maija).await);
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.confirm_email(maija, fixed_now()).await.unwrap());
    assert!(!tx.confirm_email(maija, fixed_now()).await.unwrap(), "known already");
    tx.commit().await.unwrap();
    assert!(confirmed(&db.store, maija).await);
}

async fn an_address_is_changed_unless_somebody_has_it(db: TestDb) {
    let maija = add(&db.store, person().build()).await;
    let other = add(&db.store, person().email("muu@liksa.example").build()).await;
    let email = Email::parse("vaihdettu@liksa.example").unwrap();
    let mut tx = db.store.begin().await.unwrap();
    tx.change_email(&maija, &email, fixed_now()).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(db.store.credentials(&email).await.unwrap().map(|found| found.person.id), Some(maija.id));
    assert!(db.store.credentials(&maija.email).await.unwrap().is_none());
    assert!(confirmed(&db.store, maija.id).await);
    let search = PeopleFilter { role: None, search: "vaihdettu", after: None, limit: 10 };
    assert_eq!(db.store.people(&search).await.unwrap().len(), 1, "found by the new address");
    let mut tx = db.store.begin().await.unwrap();
    let taken = tx.change_email(&maija, &other.email, fixed_now()).await;
    assert!(matches!(taken, Err(StoreError::EmailTaken)), "{taken:?}");
}

async fn what_a_registration_knows_of_the_address_holds_for_its_account(db: TestDb) {
    let maija = add(&db.store, person().build()).await.id;
    let registration = register(&db.store).await;
    for opened in [false, true] {
        let mut tx = db.store.begin().await.unwrap();
        if opened {
            tx.confirm_registration_email(registration, fixed_now()).await.unwrap();
        }
        tx.take_over_confirmed_email(maija, registration).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(confirmed(&db.store, maija).await, opened);
    }
}

async fn a_known_browser_is_known_of_its_owner(db: TestDb) {
    let maija = add(&db.store, person().build()).await;
    let other = add(&db.store, person().email("muu@liksa.example").build()).await;
    let note = async |at| {
        let mut tx = db.store.begin().await.unwrap();
        tx.note_browser(BROWSER, maija.id, at).await.unwrap();
        tx.commit().await.unwrap();
    };
    note(fixed_now()).await;
    note(fixed_now() + 1.hour()).await;
    assert!(db.store.knows_browser(BROWSER, &maija.email).await.unwrap());
    assert!(!db.store.knows_browser(BROWSER, &other.email).await.unwrap());
    assert!(!db.store.knows_browser(TOKEN, &maija.email).await.unwrap());
    let mut tx = db.store.begin().await.unwrap();
    tx.note_browser(BROWSER, other.id, fixed_now()).await.unwrap();
    tx.renew_browser(BROWSER, TOKEN).await.unwrap();
    tx.commit().await.unwrap();
    for email in [&maija.email, &other.email] {
        assert!(db.store.knows_browser(TOKEN, email).await.unwrap(), "by its new token");
        assert!(!db.store.knows_browser(BROWSER, email).await.unwrap(), "and no longer by the old one");
    }
    let mut tx = db.store.begin().await.unwrap();
    tx.renew_browser(TOKEN, BROWSER).await.unwrap();
    tx.commit().await.unwrap();
    let mut tx = db.store.begin().await.unwrap();
    tx.forget_old_accounts(fixed_now(), fixed_now() + 30.minutes()).await.unwrap();
    tx.commit().await.unwrap();
    assert!(db.store.knows_browser(BROWSER, &maija.email).await.unwrap(), "used since");
    let mut tx = db.store.begin().await.unwrap();
    tx.forget_browsers_of(maija.id).await.unwrap();
    tx.commit().await.unwrap();
    assert!(!db.store.knows_browser(BROWSER, &maija.email).await.unwrap());
}

async fn an_account_is_saved_on_its_version(db: TestDb) {
    let maija = add(&db.store, person().build()).await;
    let mut account = db.store.own_account(maija.id).await.unwrap().unwrap();
    assert_eq!((&account.person, account.version), (&maija, 1));
    account.person.last_name = "Muuttunut".into();
    account.person.language = Language::English;
    account.profile.iban = Some("FI2112345600000785".parse().unwrap());
    account.postal_code = "00100".into();
    account.disable_address_search = true;
    account.notices.bill_paid = false;
    for saved in [true, false] {
        let mut tx = db.store.begin().await.unwrap();
        assert_eq!(tx.save_own_account(&account).await.unwrap(), saved, "the version has moved on");
        tx.commit().await.unwrap();
    }
    account.version = 2;
    assert_eq!(db.store.own_account(maija.id).await.unwrap(), Some(account));
    let search = PeopleFilter { role: None, search: "muuttu", after: None, limit: 10 };
    assert_eq!(db.store.people(&search).await.unwrap().len(), 1, "found by the new name");
    assert_eq!(db.store.own_account(person().build().id).await.unwrap(), None);
}

async fn a_bank_vouches_for_one_account(db: TestDb) {
    let first = add(&db.store, person().unidentified().build()).await;
    let second = add(&db.store, person().email("muu@liksa.example").build()).await;
    assert_eq!(db.store.person_with_personal_id(&maija().personal_id).await.unwrap(), None);
    let mut tx = db.store.begin().await.unwrap();
    let known = tx.set_identity(&first, &maija(), fixed_now()).await.unwrap();
    tx.accept_terms(first.id, "2026-11-01", fixed_now()).await.unwrap();
    tx.commit().await.unwrap();
    let mut tx = db.store.begin().await.unwrap();
    assert!(tx.is_registered(&maija().personal_id).await.unwrap());
    assert!(!tx.is_registered(&"010190-901R".parse().unwrap()).await.unwrap());
    drop(tx);
    let found = db.store.person_with_personal_id(&maija().personal_id).await.unwrap().unwrap();
    assert_eq!((found.id, found.last_name.as_str()), (first.id, "Äkäslompolo"));
    assert!(found.strong_identified);
    assert_eq!(found, known);
    let search = PeopleFilter { role: None, search: "äkäs", after: None, limit: 10 };
    assert_eq!(db.store.people(&search).await.unwrap().len(), 1, "found by the name that the bank knows");
    assert_eq!(db.store.personal_id_of(first.id).await.unwrap(), Some(maija().personal_id));
    assert_eq!(db.store.personal_id_of(second.id).await.unwrap(), None);
    let mut tx = db.store.begin().await.unwrap();
    let again = tx.set_identity(&second, &maija(), fixed_now()).await;
    assert!(matches!(again, Err(StoreError::AlreadyIdentified)), "{again:?}");
}

async fn sessions_are_ended_by_their_owner(db: TestDb) {
    let maija = add(&db.store, person().build()).await.id;
    let other = add(&db.store, person().email("muu@liksa.example").build()).await.id;
    let mut ids: Vec<SessionId> = vec![];
    for (number, person) in [(1, maija), (2, maija), (3, maija), (4, other)] {
        let id = new_id();
        let new = NewSession {
            id,
            person,
            token_hash: TokenHash([number; 32]),
            user_agent: "test",
            created_at: fixed_now() + i64::from(number).minutes(),
            expires_at: fixed_now() + 24.hours(),
        };
        let mut tx = db.store.begin().await.unwrap();
        tx.insert_session(&new).await.unwrap();
        tx.commit().await.unwrap();
        ids.push(id);
    }
    let listed = async |person: PersonId| -> Vec<SessionId> {
        let sessions = db.store.sessions_of(person, fixed_now(), fixed_now()).await.unwrap();
        sessions.into_iter().map(|session| session.id).collect()
    };
    assert_eq!(listed(maija).await, [ids[2], ids[1], ids[0]]);
    let mut tx = db.store.begin().await.unwrap();
    assert!(!tx.delete_session_of(maija, ids[3]).await.unwrap(), "somebody else's");
    assert!(tx.delete_session_of(maija, ids[0]).await.unwrap());
    assert_eq!(tx.delete_sessions_of(maija, Some(ids[1])).await.unwrap(), 1);
    tx.commit().await.unwrap();
    assert_eq!((listed(maija).await, listed(other).await), (vec![ids[1]], vec![ids[3]]));
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.delete_sessions_of(maija, None).await.unwrap(), 1);
}

async fn start_session(store: &Store, person: PersonId, token_hash: TokenHash) {
    let (created_at, expires_at) = (fixed_now(), fixed_now() + 24.hours());
    let new = NewSession { id: new_id(), person, token_hash, user_agent: "test", created_at, expires_at };
    let mut tx = store.begin().await.unwrap();
    tx.insert_session(&new).await.unwrap();
    tx.commit().await.unwrap();
}

/// Somebody may be signing in while their account is erased.
async fn a_session_of_nobody_opens_nothing(db: TestDb) {
    let maija = add(&db.store, person().build()).await.id;
    let opens = async || {
        let long_ago = fixed_now() - 1.hour();
        db.store.session(TOKEN, fixed_now(), long_ago).await.unwrap().is_some()
    };
    let mut tx = db.store.begin().await.unwrap();
    tx.set_deletion_request(maija, Some(fixed_now())).await.unwrap();
    tx.commit().await.unwrap();
    start_session(&db.store, maija, TOKEN).await;
    assert!(opens().await);
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.erase_person(maija, fixed_now()).await.unwrap(), Ok(()));
    assert_eq!(tx.lock_password(maija).await.unwrap(), None);
    tx.commit().await.unwrap();
    start_session(&db.store, maija, TOKEN).await;
    assert!(!opens().await);
}

async fn a_password_that_is_being_changed_is_waited_for(db: TestDb) {
    let maija = add(&db.store, person().build()).await.id;
    let read = async || {
        let mut tx = db.store.begin().await.unwrap();
        tx.lock_password(maija).await.unwrap()
    };
    assert_eq!(read().await.as_deref(), Some("hash"));
    let mut tx = db.store.begin().await.unwrap();
    tx.set_password(maija, "new").await.unwrap();
    let early = tokio::time::timeout(Duration::from_millis(100), read()).await;
    assert!(early.is_err(), "nobody can know yet: {early:?}");
    tx.commit().await.unwrap();
    assert_eq!(read().await.as_deref(), Some("new"));
}

async fn a_log_in_at_the_bank_can_be_called_off(db: TestDb) {
    let maija = add(&db.store, person().build()).await.id;
    let reset = Purpose::Reset { person: maija, token: TOKEN, password_hash: "new".into() };
    let other_state = TokenHash([4; 32]);
    leave_for_the_bank(&db.store, &Purpose::LogIn(maija), STATE).await;
    leave_for_the_bank(&db.store, &reset, other_state).await;
    let mut tx = db.store.begin().await.unwrap();
    let visit = tx.claim_identification(STATE, BROWSER, fixed_now()).await.unwrap().unwrap();
    assert!(tx.identification_stands(visit.id).await.unwrap());
    tx.call_off_log_ins_of(maija).await.unwrap();
    assert!(!tx.identification_stands(visit.id).await.unwrap());
    let kept = tx.claim_identification(other_state, BROWSER, fixed_now()).await.unwrap();
    assert_eq!(kept.map(|kept| kept.purpose), Some(reset), "a password that waits is another matter");
}

async fn a_promo_code_is_used_as_often_as_it_may(db: TestDb) {
    let (rate, today) = (Rate::from_millionths(49_000), date(2026, 11, 16));
    let code = PromoCode {
        code: "KESÄ".into(),
        service_rate: rate,
        note: String::new(),
        valid_from: today,
        valid_until: Some(today),
        most_uses: Some(1),
    };
    let mut tx = db.store.begin().await.unwrap();
    tx.insert_promo_code(&code, fixed_now()).await.unwrap();
    tx.commit().await.unwrap();
    for (day, holds) in [(date(2026, 11, 15), None), (today, Some(rate)), (date(2026, 11, 17), None)] {
        assert_eq!(db.store.promo_rate("KESÄ", day).await.unwrap(), holds, "{day}");
    }
    assert_eq!(db.store.promo_rate("MUU", today).await.unwrap(), None);
    let mut tx = db.store.begin().await.unwrap();
    assert_eq!(tx.use_promo_code("KESÄ", today).await.unwrap(), Some(rate));
    assert_eq!(tx.use_promo_code("KESÄ", today).await.unwrap(), None, "used up");
    tx.commit().await.unwrap();
    assert_eq!(db.store.promo_rate("KESÄ", today).await.unwrap(), None);
}

async fn a_picture_replaces_the_one_before(db: TestDb) {
    let maija = add(&db.store, person().build()).await.id;
    let folder = tempfile::tempdir().unwrap();
    let files = Files::open(&FilesAddress::Folder(folder.path().into()), db.store.clone()).unwrap();
    let mut pictures = vec![];
    for _ in 0..2 {
        let content = files.put(new_id(), b"picture", fixed_now()).await.unwrap();
        let new = NewFile {
            content: &content,
            purpose: FilePurpose::Picture,
            owner: Some(maija),
            name: "kuva.jpg",
            media_type: MediaType::Jpeg,
            created_at: fixed_now(),
        };
        let mut tx = db.store.begin().await.unwrap();
        let file = tx.insert_file(&new).await.unwrap();
        assert!(tx.set_picture(maija, Some(file), fixed_now()).await.unwrap());
        tx.commit().await.unwrap();
        pictures.push(file);
    }
    assert_eq!(db.store.own_account(maija).await.unwrap().unwrap().picture, Some(pictures[1]));
    assert_eq!(db.store.file(pictures[0]).await.unwrap(), None);
    assert_eq!(db.store.files_of(maija).await.unwrap().len(), 1);
}

async fn an_account_is_erased_once_its_owner_asked(db: TestDb) {
    let maija = add(&db.store, person().build()).await;
    let erased = async || {
        let mut tx = db.store.begin().await.unwrap();
        let erased = tx.erase_person(maija.id, fixed_now()).await.unwrap();
        tx.commit().await.unwrap();
        erased
    };
    let asked = async |at| {
        let mut tx = db.store.begin().await.unwrap();
        let changed = tx.set_deletion_request(maija.id, at).await.unwrap();
        tx.commit().await.unwrap();
        changed
    };
    assert_eq!(erased().await, Err(Unsettled::NotRequested));
    assert!(!asked(None).await && asked(Some(fixed_now())).await && !asked(Some(fixed_now())).await);
    assert!(asked(None).await && asked(Some(fixed_now())).await, "one may think again");
    assert_eq!(db.store.deletion_requests(10).await.unwrap(), [(maija.clone(), fixed_now())]);
    assert_eq!(erased().await, Ok(()));
    assert_eq!(db.store.deletion_requests(10).await.unwrap(), []);
    assert_eq!(erased().await, Err(Unsettled::NotRequested), "once");
    assert!(db.store.credentials(&maija.email).await.unwrap().is_none(), "the address is free again");
    let gone = Email::parse(&format!("{}@poistettu.invalid", maija.id)).unwrap();
    assert!(db.store.credentials(&gone).await.unwrap().is_none(), "and nobody logs in by what is left");
    let left = db.store.person(maija.id).await.unwrap().unwrap();
    assert_eq!((left.last_name, left.roles), (maija.last_name, vec![]), "the books know the name");
}

async fn accounts_are_found_by_indexes(db: TestDb) {
    for statement in statements::ACCOUNTS {
        plans::assert_uses_indexes(&db, statement).await;
    }
}
