//! Every step of a payout, by every party, in every state of the payout and of its file; and what the bank makes of it.

use std::cell::Cell;

use liksa_actions::payouts;
use liksa_domain::advance::AdvanceState;
use liksa_domain::ids::{AdvanceId, PayoutFileId, PayoutId, PurchaseId};
use liksa_domain::payments::PaymentState;
use liksa_domain::payout::{NewPayout, OtherAccount, PaidThing, PayoutFileBody, PayoutKind, PayoutState};
use liksa_domain::purchase::{PurchaseInvoice, PurchaseState};
use liksa_domain::worker_facts::Profile;
use liksa_finland::{Iban, ReferenceNumber};
use liksa_store::{AdvanceChange, NewAdvance};

use super::*;

both_engines! {
    every_step_by_every_party_in_every_state,
    what_became_of_the_bill_decides_what_leaves,
}

/// Where a payout can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The file that it was in was taken back.
    Ready,
    /// In a file that waits to be approved.
    InFile,
    /// It was withdrawn out of a file that waits to be approved.
    Withdrawn,
    Sent,
    /// Somebody says that the bank has refused it.
    Doubted,
    Refused,
    Returned,
    /// It was refused, and made anew.
    Replaced,
    Paid,
}

const PLACES: [Place; 9] = [
    Place::Ready,
    Place::InFile,
    Place::Withdrawn,
    Place::Sent,
    Place::Doubted,
    Place::Refused,
    Place::Returned,
    Place::Replaced,
    Place::Paid,
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    MakeFile,
    Approve,
    Cancel,
    Refuse,
    ConfirmRefusal,
    DropRefusal,
    Again,
}

const STEPS: [Step; 7] = [
    Step::MakeFile,
    Step::Approve,
    Step::Cancel,
    Step::Refuse,
    Step::ConfirmRefusal,
    Step::DropRefusal,
    Step::Again,
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Party {
    /// Payroll who made the file, and says what the bank has refused.
    Maker,
    /// Another of payroll.
    Second,
    /// Payroll whose bill it is paid out of.
    OwnPayroll,
    /// Payroll whose account it is paid to.
    AccountHolder,
    Worker,
    Clerk,
    Admin,
    SignedOut,
}

const PARTIES: [Party; 8] = [
    Party::Maker,
    Party::Second,
    Party::OwnPayroll,
    Party::AccountHolder,
    Party::Worker,
    Party::Clerk,
    Party::Admin,
    Party::SignedOut,
];

/// Where a step leads to, or how it is refused. What was agreed, said once more in other words than the program's.
fn expected(party: Party, step: Step, place: Place) -> Result<Place, (u16, &'static str)> {
    let is_own = match party {
        Party::SignedOut => return Err((401, "UNAUTHENTICATED")),
        Party::Worker | Party::Clerk | Party::Admin => return Err((403, "UNAUTHORIZED")),
        Party::OwnPayroll | Party::AccountHolder => true,
        Party::Maker | Party::Second => false,
    };
    let not_now = Err((409, "PAYOUT_NOT_IN_STATE"));
    let own = Err((409, "OWN_MATTER"));
    let file_waits = matches!(place, Place::InFile | Place::Withdrawn);
    match step {
        // Nobody is paid by a file that is taken back.
        Step::Cancel => match place {
            Place::InFile => Ok(Place::Ready),
            Place::Withdrawn => Ok(Place::Withdrawn),
            _ => not_now,
        },
        Step::Approve if !file_waits => not_now,
        Step::Approve if party == Party::Maker => Err((409, "APPROVED_BY_SAME_PERSON")),
        // Nothing is left in it.
        Step::Approve if place == Place::Withdrawn => Err((409, "PAYOUT_FILE_CHANGED")),
        _ if is_own => own,
        Step::Approve => Ok(Place::Sent),
        Step::MakeFile if place == Place::Ready => Ok(Place::InFile),
        Step::Refuse if place == Place::Sent => Ok(Place::Doubted),
        Step::DropRefusal if place == Place::Doubted => Ok(Place::Sent),
        Step::ConfirmRefusal if place == Place::Doubted && party == Party::Maker => {
            Err((409, "PROPOSED_BY_SAME_PERSON"))
        }
        Step::ConfirmRefusal if place == Place::Doubted => Ok(Place::Refused),
        Step::Again if matches!(place, Place::Refused | Place::Returned) => Ok(Place::Replaced),
        _ => not_now,
    }
}

/// What a movement of the account that names a payout becomes, and where it leads to.
fn expected_of_bank(sent: bool, place: Place) -> (PaymentState, Place) {
    match (sent, place) {
        // Whatever people say, and also where it was made anew: what was made is not paid then.
        (true, Place::Sent | Place::Doubted | Place::Refused | Place::Replaced) => {
            (PaymentState::Confirmed, Place::Paid)
        }
        // It is listed, and nothing is booked.
        (true, _) => (PaymentState::Outgoing, place),
        (false, Place::Paid) => (PaymentState::Reversal, Place::Returned),
        (false, _) => (PaymentState::Unmatched, place),
    }
}

/// What a movement out of the account becomes where its money had come back before, by what the bank told.
fn expected_after_return(place: Place) -> (PaymentState, Place) {
    match place {
        Place::Sent | Place::Doubted | Place::Refused | Place::Replaced => {
            (PaymentState::Reversed, Place::Returned)
        }
        _ => (PaymentState::Outgoing, place),
    }
}

/// A payout in some place.
struct Case {
    owner: PersonId,
    bill: BillId,
    payout: PayoutId,
    file: PayoutFileId,
    amount: Money,
    /// All that a step could change.
    stored: String,
}

struct Parties {
    test: PayrollTest,
    own: SignedIn,
    holder: SignedIn,
    worker: SignedIn,
    clerk: SignedIn,
    admin: SignedIn,
    nobody: SignedIn,
    /// Each purchase is another invoice.
    invoices: Cell<u64>,
}

impl Parties {
    async fn of(test: PayrollTest) -> Self {
        let own = person().email("own@liksa.example").roles(&[Role::User, Role::Payroll]).build();
        let own = test.app.add(own).await;
        test.equip(8, own.id).await;
        let own = test.app.sign_in("own@liksa.example").await;
        let holder = test.app.staff("holder@liksa.example", Role::Payroll).await;
        let worker = test.signed_in(100_000).await;
        let clerk = test.app.staff("clerk@liksa.example", Role::Clerk).await;
        let admin = test.app.staff("admin@liksa.example", Role::Admin).await;
        let nobody = SignedIn { id: clerk.id, token: "nobody's".into() };
        Self { test, own, holder, worker, clerk, admin, nobody, invoices: Cell::new(0) }
    }

    fn who(&self, party: Party) -> &SignedIn {
        match party {
            Party::Maker => &self.test.first,
            Party::Second => &self.test.second,
            Party::OwnPayroll => &self.own,
            Party::AccountHolder => &self.holder,
            Party::Worker => &self.worker,
            Party::Clerk => &self.clerk,
            Party::Admin => &self.admin,
            Party::SignedOut => &self.nobody,
        }
    }

    /// Where a payout of this kind is paid to.
    async fn account(&self, kind: PayoutKind, owner: PersonId) -> Iban {
        match kind {
            PayoutKind::Purchase => "FI5542345670000081".parse().unwrap(),
            PayoutKind::Advance => {
                let facts = self.test.app.store.pay_facts(&[owner], date(2026, 11, 20)).await.unwrap();
                facts[&owner].profile.iban.unwrap()
            }
        }
    }

    /// A payout of a bill that has gone to its customer, ready to be paid.
    async fn ready(&self, kind: PayoutKind, owner: PersonId) -> (BillId, PayoutId, Money) {
        let (bill, rows) = self.test.bill_in(BillState::Closed, owner, &["3000"]).await;
        let app = &self.test.app;
        let (now, due, iban) = (app.clock.now(), date(2026, 11, 30), self.account(kind, owner).await);
        let number = self.invoices.get() + 1;
        self.invoices.set(number);
        let reference = PaymentReference::Finnish(ReferenceNumber::with_base(number + 100).unwrap());
        let amount = Money::from_cents(20_000 + i64::try_from(number).unwrap()).unwrap();
        let mut tx = app.store.begin().await.unwrap();
        let thing = match kind {
            PayoutKind::Purchase => {
                let invoice = PurchaseInvoice {
                    name: "Valovuokraus Oy".into(),
                    due_date: due,
                    amount,
                    vat_rate: Rate::ZERO,
                    vat_amount: Money::ZERO,
                    account: iban,
                    reference: Some(reference.clone()),
                    message: String::new(),
                };
                let id: PurchaseId = app.new_id().unwrap();
                tx.insert_purchase(id, bill, &invoice, Money::ZERO, now).await.unwrap();
                tx.send_purchase(id, PurchaseState::PayNow, true, Money::ZERO).await.unwrap();
                PaidThing::Purchase(id)
            }
            PayoutKind::Advance => {
                let id: AdvanceId = app.new_id().unwrap();
                let new = NewAdvance { id, person: owner, bill, amount, rows: &rows, requested_at: now };
                tx.insert_advance(&new).await.unwrap();
                let stored = tx.lock_advance(id).await.unwrap().unwrap();
                let granted = AdvanceChange { state: AdvanceState::Granted, ..AdvanceChange::of(&stored) };
                tx.change_advance(&granted).await.unwrap();
                PaidThing::Advance(id)
            }
        };
        let payout: PayoutId = app.new_id().unwrap();
        tx.add_payout(&NewPayout {
            id: payout,
            thing,
            bill,
            person: owner,
            receiver: "Valovuokraus Oy".into(),
            iban,
            reference: Some(reference),
            message: String::new(),
            amount,
            due,
            replaces: None,
            made_at: now,
        })
        .await
        .unwrap();
        tx.commit().await.unwrap();
        (bill, payout, amount)
    }

    /// A payout that has come to a place as they do.
    async fn prepare(&self, kind: PayoutKind, place: Place, owner: PersonId) -> Case {
        let (bill, payout, amount) = self.ready(kind, owner).await;
        let (state, maker, second) = (self.test.app.state(), self.test.first.id, self.test.second.id);
        let body = PayoutFileBody { ids: Some(vec![payout]), pay_on: Some("17.11.2026".into()) };
        let file = payouts::make_file(state, maker, &body).await.unwrap().id;
        match place {
            Place::InFile => {}
            Place::Ready => drop(payouts::cancel_file(state, maker, file, "Väärä päivä").await.unwrap()),
            Place::Withdrawn => {
                let mut tx = self.test.app.store.begin().await.unwrap();
                tx.end_payout(payout, PayoutState::Withdrawn, "").await.unwrap();
                tx.commit().await.unwrap();
            }
            _ => drop(payouts::approve_file(state, second, file).await.unwrap()),
        }
        if matches!(place, Place::Doubted | Place::Refused | Place::Replaced) {
            payouts::propose_refusal(state, maker, payout, "Tili on suljettu").await.unwrap();
        }
        if matches!(place, Place::Refused | Place::Replaced) {
            payouts::confirm_refusal(state, second, payout).await.unwrap();
        }
        if place == Place::Replaced {
            payouts::make_again(state, maker, payout, &OtherAccount::default()).await.unwrap();
        }
        if matches!(place, Place::Paid | Place::Returned) {
            self.test.bank_moves(&format!("out-{payout}"), payout, true).await;
        }
        if place == Place::Returned {
            self.test.bank_moves(&format!("back-{payout}"), payout, false).await;
        }
        let mut case = Case { owner, bill, payout, file, amount, stored: String::new() };
        assert_eq!(self.place_of(&case).await, place);
        case.stored = self.stored(&case).await;
        case
    }

    /// Where a payout is, with what the ledger has of it: it is booked where it is paid, and nowhere else.
    async fn place_of(&self, case: &Case) -> Place {
        let all = self.test.app.store.payouts_of_bill(case.bill).await.unwrap();
        let payout = all.iter().find(|one| one.id == case.payout).unwrap();
        let to_pay = all.iter().any(|one| one.id != case.payout && one.state == PayoutState::Ready);
        let place = match (payout.state, to_pay) {
            (PayoutState::Ready, false) if payout.payout_file_id.is_some() => Place::InFile,
            (PayoutState::Ready, false) => Place::Ready,
            (PayoutState::Withdrawn, false) => Place::Withdrawn,
            (PayoutState::Approved, false) if payout.refusal_by.is_some() => Place::Doubted,
            (PayoutState::Approved, false) => Place::Sent,
            (PayoutState::Refused, false) => Place::Refused,
            (PayoutState::Returned, false) => Place::Returned,
            (PayoutState::Refused | PayoutState::Returned, true) => Place::Replaced,
            (PayoutState::Paid, false) => Place::Paid,
            (_, true) => panic!("it would be paid twice: {all:?}"),
        };
        let year = (date(2026, 1, 1), date(2026, 12, 31));
        let lines = self.test.app.store.ledger_lines(year, (0, 0), 100_000).await.unwrap();
        let subject = format!("payout:{}", case.payout);
        let left = lines.iter().filter(|one| one.account == Account::Bank && one.subject == subject);
        let left = Money::sum(left.map(|one| one.amount)).unwrap();
        let paid = if place == Place::Paid { case.amount.negated().unwrap() } else { Money::ZERO };
        assert_eq!(left, paid, "{place:?}: {payout:?}");
        place
    }

    async fn stored(&self, case: &Case) -> String {
        let store = &self.test.app.store;
        let year = (date(2026, 1, 1), date(2026, 12, 31));
        format!(
            "{:?} {:?} {:?} {:?} {:?} {:?} {:?}",
            store.payouts_of_bill(case.bill).await.unwrap(),
            store.payout_file(case.file).await.unwrap(),
            store.purchases_of_bill(case.bill).await.unwrap(),
            store.advances_of_bills(&[case.bill]).await.unwrap(),
            store.owed(case.owner).await.unwrap(),
            store.audit_of(&format!("payout:{}", case.payout)).await.unwrap(),
            store.ledger_lines(year, (0, 0), 100_000).await.unwrap().len(),
        )
    }

    async fn call(&self, party: Party, step: Step, case: &Case) -> Answer {
        let file = format!("{PAYOUTS}/files/{}", case.file);
        let payout = format!("{PAYOUTS}/{}", case.payout);
        let (app, note) = (&self.test.app, json!({"note": "Tili on suljettu"}));
        let call = match step {
            Step::MakeFile => app
                .post(&format!("{PAYOUTS}/files"))
                .json(&json!({"ids": [case.payout], "payOn": "17.11.2026"})),
            Step::Approve => app.post(&format!("{file}/approve")),
            Step::Cancel => app.post(&format!("{file}/cancel")).json(&note),
            Step::Refuse => app.post(&format!("{payout}/refusal")).json(&note),
            Step::ConfirmRefusal => app.post(&format!("{payout}/refusal/confirm")),
            Step::DropRefusal => app.delete(&format!("{payout}/refusal")),
            Step::Again => app.post(&format!("{payout}/again")).json(&json!({})),
        };
        call.token(&self.who(party).token).send().await
    }
}

const PAYOUTS: &str = "/api/provider/payouts";

async fn every_step_by_every_party_in_every_state(app: TestApp) {
    let parties = Parties::of(PayrollTest::of(app).await).await;
    let (mut done, mut refused) = (0, 0);
    for kind in [PayoutKind::Purchase, PayoutKind::Advance] {
        let iban = Some(parties.account(kind, parties.worker.id).await);
        let mut tx = parties.test.app.store.begin().await.unwrap();
        tx.set_profile(parties.holder.id, &Profile { iban, ..Profile::default() }).await.unwrap();
        tx.commit().await.unwrap();
        for place in PLACES {
            let mut prepared: Option<Case> = None;
            for party in PARTIES {
                let owner = if party == Party::OwnPayroll { parties.own.id } else { parties.worker.id };
                for step in STEPS {
                    let case = match prepared.take().filter(|case| case.owner == owner) {
                        Some(case) => case,
                        None => parties.prepare(kind, place, owner).await,
                    };
                    let what = format!("{step:?} of {kind:?} {place:?} by {party:?}");
                    let expected = expected(party, step, place);
                    if expected.is_ok() {
                        assert_eq!(
                            parties.stored(&case).await,
                            case.stored,
                            "what was refused before {what}"
                        );
                    }
                    let answer = parties.call(party, step, &case).await;
                    match expected {
                        Ok(next) => {
                            assert!((200..300).contains(&answer.status), "{what}: {}", answer.json);
                            assert_eq!(parties.place_of(&case).await, next, "{what}");
                            done += 1;
                        }
                        Err(why) => {
                            assert_eq!((answer.status, answer.key()), why, "{what}: {}", answer.json);
                            prepared = Some(case);
                            refused += 1;
                        }
                    }
                }
                if let Some(case) = &prepared {
                    let what = format!("what was refused of {kind:?} {place:?} to {party:?}");
                    assert_eq!(parties.stored(case).await, case.stored, "{what}");
                }
            }
            for sent in [true, false] {
                let case = parties.prepare(kind, place, parties.worker.id).await;
                let (state, next) = expected_of_bank(sent, place);
                let what = format!("a movement, out: {sent}, of {kind:?} {place:?}");
                let name = format!("{sent}-{}", case.payout);
                assert_eq!(parties.test.bank_moves(&name, case.payout, sent).await, state, "{what}");
                assert_eq!(parties.place_of(&case).await, next, "{what}");
                if state == PaymentState::Outgoing {
                    assert_eq!(parties.stored(&case).await, case.stored, "{what}");
                }
                if state == PaymentState::Unmatched {
                    let (state, next) = expected_after_return(place);
                    let name = format!("late-{}", case.payout);
                    let moved = parties.test.bank_moves(&name, case.payout, true).await;
                    assert_eq!((moved, parties.place_of(&case).await), (state, next), "{what}, then out");
                    assert_eq!(parties.test.balance(Account::UnmatchedPayments).await, Money::ZERO, "{what}");
                }
            }
        }
    }
    assert_eq!((done, refused), (2 * 20, 2 * (9 * 7 * 8 - 20)));
    parties.test.assert_sound().await;
}

/// What becomes of the bill that a payout is paid out of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Paid,
    Credited,
    Salary,
    /// Its salary bears what was bought, and then the bill was credited.
    CreditedSalary,
}

const FATES: [Fate; 4] = [Fate::Paid, Fate::Credited, Fate::Salary, Fate::CreditedSalary];

/// A file that waited is approved; what failed is made anew.
const LEAVING: [(Step, Place); 3] =
    [(Step::Approve, Place::InFile), (Step::Again, Place::Refused), (Step::Again, Place::Returned)];

fn expected_by_bill(kind: PayoutKind, step: Step, fate: Fate) -> Result<Place, (u16, &'static str)> {
    let is_borne = matches!(fate, Fate::Salary | Fate::CreditedSalary);
    match (kind, step) {
        (_, Step::Approve) if fate == Fate::Paid => Ok(Place::Sent),
        (PayoutKind::Purchase, Step::Approve) if is_borne => Ok(Place::Sent),
        // It was withdrawn out of the file.
        (_, Step::Approve) => Err((409, "PAYOUT_FILE_CHANGED")),
        _ if fate == Fate::Paid => Ok(Place::Replaced),
        (PayoutKind::Purchase, _) if is_borne => Ok(Place::Replaced),
        (PayoutKind::Purchase, _) => Err((409, "PURCHASE_NOT_DUE")),
        (PayoutKind::Advance, _) => Err((409, "ADVANCE_NOT_IN_STATE")),
    }
}

async fn what_became_of_the_bill_decides_what_leaves(app: TestApp) {
    let parties = Parties::of(PayrollTest::of(app).await).await;
    let (test, owner) = (&parties.test, parties.worker.id);
    for fate in FATES {
        let mut cases = vec![];
        for kind in [PayoutKind::Purchase, PayoutKind::Advance] {
            for (step, place) in LEAVING {
                cases.push((kind, step, place, parties.prepare(kind, place, owner).await));
            }
        }
        // One run for all of them.
        for (.., case) in cases.iter().filter(|_| fate != Fate::Credited) {
            test.pay_whole(case.bill).await;
        }
        if matches!(fate, Fate::Salary | Fate::CreditedSalary) {
            // The next payday has a run by then.
            let run = match fate {
                Fate::Salary => test.calculated().await,
                _ => test.calculated_for("25.11.2026").await,
            };
            test.pay(&run).await;
        }
        for (.., case) in cases.iter().filter(|_| matches!(fate, Fate::Credited | Fate::CreditedSalary)) {
            test.credited(case.bill).await;
        }
        for (kind, step, place, case) in cases {
            let what = format!("{step:?} of {kind:?} {place:?}, bill {fate:?}");
            let party = if step == Step::Approve { Party::Second } else { Party::Maker };
            let answer = parties.call(party, step, &case).await;
            match expected_by_bill(kind, step, fate) {
                Ok(next) => {
                    assert!((200..300).contains(&answer.status), "{what}: {}", answer.json);
                    assert_eq!(parties.place_of(&case).await, next, "{what}");
                }
                Err(why) => assert_eq!((answer.status, answer.key()), why, "{what}: {}", answer.json),
            }
        }
    }
    test.assert_sound().await;
}
