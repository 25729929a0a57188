//! Every step of an advance, by every party, in every state of the advance and of its bill.

use liksa_domain::payout::{NewPayout, PaidThing};
use liksa_domain::person::Role;
use liksa_store::{AdvanceChange, NewAdvance};
use liksa_test_support::person;
use serde_json::json;

use super::*;
use crate::testing::{Answer, SignedIn};

both_engines! { every_step_by_every_party_in_every_state }

/// Where an advance can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Requested,
    /// One of two people has granted it.
    Seconded,
    Granted,
    Out,
    Paid,
    Refused,
    Withdrawn,
}

const PLACES: [Place; 7] = [
    Place::Requested,
    Place::Seconded,
    Place::Granted,
    Place::Out,
    Place::Paid,
    Place::Refused,
    Place::Withdrawn,
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Ask,
    Withdraw,
    Grant,
    Refuse,
    Recover,
}

const STEPS: [Step; 5] = [Step::Ask, Step::Withdraw, Step::Grant, Step::Refuse, Step::Recover];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Party {
    Worker,
    AnotherWorker,
    Clerk,
    Payroll,
    /// Who granted it first.
    SamePayroll,
    /// Payroll who is its worker.
    OwnPayroll,
    Admin,
    SignedOut,
}

const PARTIES: [Party; 8] = [
    Party::Worker,
    Party::AnotherWorker,
    Party::Clerk,
    Party::Payroll,
    Party::SamePayroll,
    Party::OwnPayroll,
    Party::Admin,
    Party::SignedOut,
];

/// What was agreed, said once more in other words than the program's.
fn expected(party: Party, step: Step, place: Place, bill: BillState) -> (u16, &'static str) {
    let by_worker = matches!(step, Step::Ask | Step::Withdraw);
    let not_now = (409, "ADVANCE_NOT_IN_STATE");
    match (party, by_worker) {
        (Party::SignedOut, _) => return (401, "UNAUTHENTICATED"),
        (Party::Admin, _) => return (403, "UNAUTHORIZED"),
        (Party::Worker | Party::OwnPayroll, true) => {}
        (Party::AnotherWorker, true) => return (404, "NOT_FOUND"),
        // Only those who have the role of a worker ask.
        (Party::Clerk | Party::Payroll | Party::SamePayroll, true) => return (403, "UNAUTHORIZED"),
        (Party::Worker | Party::AnotherWorker | Party::Clerk, false) => return (403, "UNAUTHORIZED"),
        (Party::OwnPayroll, false) => return (409, "OWN_MATTER"),
        (Party::Payroll | Party::SamePayroll, false) => {}
    }
    let waits = matches!(place, Place::Requested | Place::Seconded);
    match step {
        // Another row of the same bill is asked for.
        Step::Ask => match bill {
            BillState::Open => (409, "INVOICE_NOT_SENT"),
            BillState::Paid => (409, "INVOICE_PAID"),
            BillState::Credited => (409, "ADVANCE_CANNOT_BE_ASKED"),
            _ => (201, ""),
        },
        Step::Withdraw if waits => (200, ""),
        Step::Grant if waits => match bill {
            BillState::Open | BillState::Pending | BillState::Taken | BillState::Approved => {
                (409, "INVOICE_NOT_SENT")
            }
            BillState::Paid => (409, "INVOICE_PAID"),
            BillState::Credited => (409, "ADVANCE_CANNOT_BE_ASKED"),
            BillState::Closed if place == Place::Seconded && party == Party::SamePayroll => {
                (409, "APPROVED_BY_SAME_PERSON")
            }
            BillState::Closed => (200, ""),
        },
        Step::Refuse if waits || place == Place::Granted => (200, ""),
        Step::Recover if matches!(place, Place::Out | Place::Paid) => match bill {
            BillState::Closed => (200, ""),
            BillState::Paid => (409, "INVOICE_PAID"),
            _ => not_now,
        },
        _ => not_now,
    }
}

/// What is stored of an advance and of all that was asked for and is paid of its bill.
#[derive(Debug, PartialEq, Eq)]
struct Stored {
    state: AdvanceState,
    first_by: Option<PersonId>,
    out: bool,
    due: bool,
    amount: Money,
    /// The sums of the other advances of the bill.
    others: Vec<Money>,
    payouts: Vec<(PayoutState, Money)>,
    owed: Money,
}

/// What a step that was made has changed, and nothing else.
fn after(stored: Stored, by: PersonId, step: Step, place: Place) -> Stored {
    match step {
        Step::Ask => Stored { others: vec![money("1")], ..stored },
        Step::Withdraw => Stored { state: AdvanceState::Withdrawn, ..stored },
        // Two people grant so much.
        Step::Grant if place == Place::Requested => Stored { first_by: Some(by), ..stored },
        Step::Grant => Stored {
            state: AdvanceState::Granted,
            payouts: vec![(PayoutState::Ready, stored.amount)],
            ..stored
        },
        Step::Refuse => {
            let payouts =
                stored.payouts.iter().map(|(_, amount)| (PayoutState::Withdrawn, *amount)).collect();
            Stored { state: AdvanceState::Refused, payouts, ..stored }
        }
        Step::Recover => Stored { due: true, ..stored },
    }
}

/// A bill with its rows, and the advance on the first of them.
type Of = (BillId, Vec<RowId>, AdvanceId);

struct Parties {
    test: PayrollTest,
    worker: SignedIn,
    other: SignedIn,
    clerk: SignedIn,
    own: SignedIn,
    admin: SignedIn,
    nobody: SignedIn,
}

impl Parties {
    async fn of(test: PayrollTest) -> Self {
        // Enough for all that is asked for here.
        let (share, maximum_per_person) = ("100".into(), "9000000".into());
        test.set_terms(AdvancesForm { share, maximum_per_person, ..AdvancesForm::default() }).await;
        let worker = test.signed_in(100_000).await;
        let other = test.app.staff("other@liksa.example", Role::User).await;
        let clerk = test.app.staff("clerk@liksa.example", Role::Clerk).await;
        let own = person().email("own@liksa.example").roles(&[Role::User, Role::Payroll]).build();
        let own = test.app.add(own).await;
        let facts = test.app.store.pay_facts(&[worker.id], date(2026, 11, 20)).await.unwrap();
        let mut tx = test.app.store.begin().await.unwrap();
        tx.set_profile(own.id, &facts[&worker.id].profile).await.unwrap();
        tx.commit().await.unwrap();
        let own = test.app.sign_in("own@liksa.example").await;
        let admin = test.app.staff("admin@liksa.example", Role::Admin).await;
        let nobody = SignedIn { id: clerk.id, token: "nobody's".into() };
        Self { test, worker, other, clerk, own, admin, nobody }
    }

    fn who(&self, party: Party) -> &SignedIn {
        match party {
            Party::Worker => &self.worker,
            Party::AnotherWorker => &self.other,
            Party::Clerk => &self.clerk,
            Party::Payroll => &self.test.second,
            Party::SamePayroll => &self.test.first,
            Party::OwnPayroll => &self.own,
            Party::Admin => &self.admin,
            Party::SignedOut => &self.nobody,
        }
    }

    /// An advance in a place, on the first row of a bill in a state.
    async fn prepare(&self, owner: PersonId, place: Place, bill: BillState) -> Of {
        let (id, rows) = self.test.bill_in(bill, owner, &["3000", "3000"]).await;
        let (store, now) = (&self.test.app.store, self.test.app.clock.now());
        let advance: AdvanceId = self.test.app.new_id().unwrap();
        let mut tx = store.begin().await.unwrap();
        let (amount, first) = (money("501"), &rows[..1]);
        let new = NewAdvance { id: advance, person: owner, bill: id, amount, rows: first, requested_at: now };
        tx.insert_advance(&new).await.unwrap();
        let state = match place {
            Place::Requested | Place::Seconded => AdvanceState::Requested,
            Place::Granted | Place::Out | Place::Paid => AdvanceState::Granted,
            Place::Refused => AdvanceState::Refused,
            Place::Withdrawn => AdvanceState::Withdrawn,
        };
        let stored = tx.lock_advance(advance).await.unwrap().unwrap();
        let first_by = (place == Place::Seconded).then_some(self.test.first.id);
        let change = AdvanceChange { state, first_by, ..AdvanceChange::of(&stored) };
        tx.change_advance(&change).await.unwrap();
        if place == Place::Granted {
            tx.add_payout(&self.payout_of(&stored)).await.unwrap();
        }
        if matches!(place, Place::Out | Place::Paid) {
            tx.advance_is_out(advance).await.unwrap();
            tx.owe_advance(self.test.app.new_id().unwrap(), &stored, now).await.unwrap();
        }
        if place == Place::Paid {
            tx.advance_was_paid(advance, amount, date(2026, 11, 16)).await.unwrap();
        }
        tx.commit().await.unwrap();
        (id, rows, advance)
    }

    /// What pays an advance, ready to be put into a file.
    fn payout_of(&self, advance: &Advance) -> NewPayout {
        NewPayout {
            id: self.test.app.new_id().unwrap(),
            thing: PaidThing::Advance(advance.id),
            bill: advance.bill,
            person: advance.person,
            receiver: "Maija Mäkinen".into(),
            iban: "FI5542345670000081".parse().unwrap(),
            reference: None,
            message: "Ennakko".into(),
            amount: advance.amount,
            due: date(2026, 11, 20),
            replaces: None,
            made_at: self.test.app.clock.now(),
        }
    }

    async fn stored(&self, of: &Of) -> Stored {
        let store = &self.test.app.store;
        let all = store.advances_of_bills(&[of.0]).await.unwrap();
        let advance = all.iter().find(|one| one.id == of.2).unwrap();
        let payouts = store.payouts_of_bill(of.0).await.unwrap();
        Stored {
            state: advance.state,
            first_by: advance.first_by,
            out: advance.is_out,
            due: advance.due_at.is_some(),
            amount: advance.amount,
            others: all.iter().filter(|one| one.id != of.2).map(|one| one.amount).collect(),
            payouts: payouts.iter().map(|one| (one.state, one.amount)).collect(),
            owed: store.owed(advance.person).await.unwrap(),
        }
    }

    async fn call(&self, party: Party, step: Step, owner: PersonId, of: &Of) -> Answer {
        let (bill, rows, advance) = of;
        let own = format!("/api/person/{owner}/bills/{bill}/advancePayment");
        let provider = format!("/api/provider/advances/{advance}");
        let app = &self.test.app;
        let because = json!({"reason": "Näin sovittiin"});
        let call = match step {
            Step::Ask => {
                app.post(&own).json(&json!({"advancePaymentAmount": {"ids": [rows[1]]}, "amount": 1}))
            }
            Step::Withdraw => app.delete(&format!("{own}/{advance}")),
            Step::Grant => app.post(&format!("{provider}/grant")),
            Step::Refuse => app.post(&format!("{provider}/refuse")).json(&because),
            Step::Recover => app.post(&format!("{provider}/recover")).json(&because),
        };
        call.token(&self.who(party).token).send().await
    }
}

async fn every_step_by_every_party_in_every_state(app: TestApp) {
    let parties = Parties::of(PayrollTest::of(app).await).await;
    let mut done = 0;
    for bill in BillState::ALL {
        for place in PLACES {
            let mut prepared: Option<(PersonId, Of, Stored)> = None;
            for party in PARTIES {
                let owner = if party == Party::OwnPayroll { parties.own.id } else { parties.worker.id };
                for step in STEPS {
                    let what = format!("{party:?} {step:?} {place:?} {bill:?}");
                    let (of, before) = match prepared.take().filter(|(whose, ..)| *whose == owner) {
                        Some((_, of, before)) => (of, before),
                        None => {
                            let of = parties.prepare(owner, place, *bill).await;
                            let before = parties.stored(&of).await;
                            (of, before)
                        }
                    };
                    let answer = parties.call(party, step, owner, &of).await;
                    let expected = expected(party, step, place, *bill);
                    let found = (answer.status, answer.key());
                    assert_eq!(found, expected, "{what}: {}", answer.json);
                    if expected.0 < 300 {
                        let by = parties.who(party).id;
                        assert_eq!(parties.stored(&of).await, after(before, by, step, place), "{what}");
                        done += 1;
                    } else {
                        prepared = Some((owner, of, before));
                    }
                }
                if let Some((_, of, before)) = &prepared {
                    let what = format!("what was refused of {place:?} {bill:?} to {party:?}");
                    assert_eq!(parties.stored(of).await, *before, "{what}");
                }
            }
        }
    }
    assert!(done > 80, "{done}");
}
