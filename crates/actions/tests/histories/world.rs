//! A provider with four workers and three clerks, and each step of a history done to it: by the actions that the server
//! calls, and by the model. What the model refuses the program must refuse too, for the same reason.

use std::fmt::Debug;

use jiff::civil::{Date, date};
use jiff::{Timestamp, ToSpan};
use liksa_actions::bills::Refusal;
use liksa_actions::context::passwords::HashCost;
use liksa_actions::context::{Clock, Deployment, MailAddress, MailTransport, Passwords};
use liksa_actions::{Context, Error, ledger};
use liksa_domain::dates::format_date;
use liksa_domain::distraint::Distraint;
use liksa_domain::ids::{CustomerId, Id, PersonId};
use liksa_domain::payments::PaymentState;
use liksa_domain::payroll::RunState;
use liksa_domain::person::{Person, Role};
use liksa_domain::problem::Problem;
use liksa_domain::remittance::RemittanceState;
use liksa_domain::tax_card::{AboveCeiling, CardTerms};
use liksa_domain::worker_facts::{Profile, WorkerFacts};
use liksa_money::{Money, Rate};
use liksa_store::{Files, FilesAddress, NewCustomer, NewPerson, NewTaxCard, Store};
use liksa_test_support::{Engine, Kept, OnEngine, TestDb, customer, person};
use tempfile::TempDir;

use crate::model::{self, Card, Model, Payee, Payment, Refused, Remittance, Run};
use crate::steps::Step;

/// The account of the made-up provider, and one of a customer.
pub const ACCOUNT: &str = "FI2112345600000785";
pub const CUSTOMERS_ACCOUNT: &str = "FI5542345670000081";
const WORKERS_ACCOUNT: &str = "FI5810171000000122";
/// Late in a year, so that histories go over its end.
const START: &str = "2025-12-01T08:00:00Z";
/// Who makes and calculates runs, who approves them, and who undoes that.
pub const MAKER: usize = 0;
pub const APPROVER: usize = 1;
pub const UNDOER: usize = 2;

pub struct World {
    db: TestDb,
    kept: Kept,
    home: TempDir,
    clerks: Vec<Person>,
    pub workers: Vec<Person>,
    pub customer: CustomerId,
}

/// One history: the program, and what should become of it.
pub struct History<'a> {
    pub world: &'a World,
    pub context: Context,
    pub model: Model,
    /// What happened beside the steps, for counting it.
    pub seen: Vec<&'static str>,
}

/// What became of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Done {
    Yes,
    /// With the key of the refusal.
    Refused(String),
    /// There is nothing that the step could be about.
    Nothing,
}

/// The program or the model is wrong.
pub type Fault = String;
pub type Stepped = Result<Done, Fault>;

pub fn money(cents: i64) -> Money {
    Money::from_cents(cents).expect("a sum of a test")
}

/// What an action answered: done, refused with a key, or a fault, which no refusal of an action is.
pub fn answer<T: Debug>(result: Result<T, Error>) -> Result<Result<T, String>, Fault> {
    match result {
        Ok(value) => Ok(Ok(value)),
        Err(Error::Conflict(key)) => Ok(Err(format!("{key:?}"))),
        Err(Error::Invalid(problems)) => Ok(Err(keys_of(&problems))),
        Err(other) => Err(format!("{other:?}")),
    }
}

pub fn keys_of(problems: &[Problem]) -> String {
    problems.iter().map(|one| format!("{:?}", one.key)).collect()
}

pub fn answer_about_bill<T: Debug>(result: Result<T, Refusal>) -> Result<Result<T, String>, Fault> {
    match result {
        Ok(value) => Ok(Ok(value)),
        Err(Refusal::Conflict(key, _)) => Ok(Err(format!("{key:?}"))),
        Err(Refusal::NotSendable(problems)) => Err(format!("{problems:?}")),
        Err(Refusal::Other(error)) => answer(Err(error)),
    }
}

/// Both were asked the same: they must agree.
pub fn agree(program: Result<(), String>, model: Result<(), Refused>) -> Stepped {
    match (program, model) {
        (Ok(()), Ok(())) => Ok(Done::Yes),
        (Err(key), Err(refused)) if key == refused => Ok(Done::Refused(key)),
        (program, model) => Err(format!("the program answered {program:?}, the model {model:?}")),
    }
}

pub fn broken(error: impl Debug) -> Fault {
    format!("{error:?}")
}

impl OnEngine for World {
    async fn on(engine: Engine) -> Self {
        let mut db = TestDb::on(engine).await;
        let at: Timestamp = START.parse().expect("an instant");
        let clerk =
            |name: &str| person().email(&format!("{name}@liksa.example")).roles(&[Role::Payroll]).build();
        let worker = |name: &str| person().email(&format!("{name}@liksa.example")).last_name(name);
        let clerks: Vec<Person> = ["eka", "toka", "kolmas"].map(clerk).into();
        let workers = vec![
            worker("Aalto").build(),
            worker("Berg").employee().build(),
            worker("Corander").employee().build(),
            worker("Degerth").build(),
        ];
        let mut tx = db.store.begin().await.expect("a transaction");
        for person in clerks.iter().chain(&workers) {
            tx.insert_person(&NewPerson { person, password_hash: "", created_at: at })
                .await
                .expect("a person");
        }
        let (customer, entry) = customer().build();
        let new = NewCustomer { id: customer, maker: workers[0].id, entry: &entry, created_at: at };
        assert!(tx.insert_customer(&new).await.expect("a customer"));
        tx.commit().await.expect("committed");
        for (place, worker) in workers.iter().enumerate() {
            prepare(&db.store, worker, place, at).await;
        }
        let kept = db.keep().await;
        let home = tempfile::tempdir().expect("a temporary folder");
        Self { db, kept, home, clerks, workers, customer }
    }
}

impl World {
    /// Does to the stored data what the program would not.
    pub async fn tamper(&self, statement: &'static str) {
        self.db.execute(statement).await.expect("the statement");
    }

    /// Lets histories begin with what is stored now.
    pub async fn keep(&mut self) {
        self.kept = self.db.keep().await;
    }

    /// The beginning of a history.
    pub async fn begin(&mut self) -> History<'_> {
        self.db.rewind(&mut self.kept).await;
        let (store, home) = (self.db.store.clone(), self.home.path());
        let files = Files::open(&FilesAddress::Folder(home.join("files")), store.clone()).expect("a folder");
        let clock = Clock::stopped(START.parse().expect("an instant"), None).expect("a clock");
        let transport = MailTransport::open(&MailAddress::Folder(home.join("mail"))).expect("a folder");
        let deployment = Deployment {
            production: false,
            demo: false,
            public_url: "http://127.0.0.1:8080".into(),
            data_dir: home.to_owned(),
            mail_from: "Liksa <liksa@liksa.example>".parse().expect("an address"),
        };
        let passwords = Passwords::new(HashCost::Cheap).expect("passwords");
        let context = Context::new(store, files, clock, passwords, transport, deployment);
        History { world: self, context, model: Model::default(), seen: vec![] }
    }
}

/// What the model knows of the workers that [`prepare`] makes.
pub fn payee(place: usize) -> Payee {
    let card = Card { rate: 200_000, above: (place == 0).then_some((300_000, 400_000)) };
    Payee {
        is_employee: matches!(place, 1 | 2),
        pays_yel: place == 3,
        has_distraint: place == 3,
        card: (place != 2).then_some(card),
    }
}

/// One of each kind: a light entrepreneur whose card has a low ceiling, an employee, an employee without a card, and
/// one whose YEL and distraint are taken from the salary.
async fn prepare(store: &Store, worker: &Person, place: usize, at: Timestamp) {
    let context_id = |byte: u8| [byte; 10];
    let mut tx = store.begin().await.expect("a transaction");
    let profile = Profile {
        iban: Some(WORKERS_ACCOUNT.parse().expect("an account")),
        personal_id: Some("010190-900P".parse().expect("a personal id")),
        ..Profile::default()
    };
    tx.set_profile(worker.id, &profile).await.expect("a profile");
    let facts = WorkerFacts {
        postal_code: "00500".into(),
        birth_date: Some(date(1990, 1, 1)),
        profession_code: Some("2652".into()),
        pay_yel_through_service: place == 3,
        ..WorkerFacts::default()
    };
    tx.set_worker_facts(worker.id, &facts).await.expect("facts");
    if place != 2 {
        let above = AboveCeiling { ceiling: Money::euros(3000), rate: Rate::from_millionths(400_000) };
        for (year, byte) in [(2025, 1), (2026, 2)] {
            let terms = CardTerms {
                base_rate: Rate::from_millionths(200_000),
                above: (place == 0).then_some(above),
                valid_from: date(year, 1, 1),
            };
            let byte = byte + 2 * u8::try_from(place).expect("a few workers");
            let id = Id::new(at, context_id(byte));
            tx.insert_tax_card(&NewTaxCard { id, person: worker.id, terms: &terms, at })
                .await
                .expect("a card");
        }
    }
    if place == 3 {
        let order = Distraint {
            fixed: None,
            dependants: 1,
            from: date(2025, 1, 1),
            until: None,
            receiver: "Ulosottolaitos".into(),
            iban: CUSTOMERS_ACCOUNT.parse().expect("an account"),
            reference: "1232".parse().expect("a reference"),
        };
        tx.put_distraint(worker.id, &order, at).await.expect("an order");
    }
    tx.commit().await.expect("committed");
}

impl History<'_> {
    pub fn today(&self) -> Date {
        self.context.clock.today()
    }

    pub fn clerk(&self, place: usize) -> PersonId {
        self.world.clerks[place].id
    }

    /// No two things happen at the same moment.
    pub fn tick(&mut self) {
        self.context.clock.advance(1.second());
        self.model.now += 1;
        self.model.today = self.today();
    }

    pub async fn step(&mut self, step: Step) -> Stepped {
        self.tick();
        let done = self.take(step).await?;
        self.find_payouts().await?;
        Ok(done)
    }

    async fn take(&mut self, step: Step) -> Stepped {
        match step {
            Step::Bill { worker, cents, content, paid } => {
                self.send_bill((worker, cents, content), &[], &[]).await?;
                let bill = self.model.bills.len() - 1;
                if paid { self.pay(bill, self.model.bills[bill].owed()).await } else { Ok(Done::Yes) }
            }
            Step::Pay { bill, share } => match self.bill(bill, |bill| bill.owed() > 0) {
                Some(bill) => {
                    let owed = self.model.bills[bill].owed();
                    let whole = if owed > 0 { owed } else { self.model.bills[bill].asked.gross() };
                    self.pay(bill, share.of(whole).max(1)).await
                }
                None => Ok(Done::Nothing),
            },
            Step::Buy { worker, cents, bought, more, paid } => {
                self.buy((worker, cents), (bought, more)).await?;
                let bill = self.model.bills.len() - 1;
                if paid { self.pay(bill, self.model.bills[bill].owed()).await } else { Ok(Done::Yes) }
            }
            Step::Give { worker, to, cents, content, part, answer, more, bought, paid } => {
                self.give((worker, cents, content), (to, part, answer), more, bought).await?;
                let bill = self.model.bills.len() - 1;
                if paid { self.pay(bill, self.model.bills[bill].owed()).await } else { Ok(Done::Yes) }
            }
            Step::PayOut { clerk, fate } => self.pay_out(clerk, fate).await,
            Step::PayOutAll { clerk, fate } => self.pay_out_all(clerk, fate).await,
            Step::BuyAgain { worker, purchase, now, paid } => {
                let done = self.buy_again(worker, purchase, now).await?;
                let bill = self.model.bills.len().saturating_sub(1);
                if paid && done == Done::Yes {
                    self.pay(bill, self.model.bills[bill].owed()).await
                } else {
                    Ok(done)
                }
            }
            Step::PayoutLeaves { payout }
            | Step::PayoutReturns { payout }
            | Step::PayoutReturnsEarly { payout }
            | Step::PayoutFails { payout, .. }
            | Step::PayoutAgain { payout, .. } => self.payout_step(step, payout).await,
            Step::PayTwo { bills, more } => self.pay_two(bills, more).await,
            Step::PayLessCredit { bill, note } => self.pay_less_credit(bill, note).await,
            Step::Stray { cents } => {
                let (id, transaction) = self.transaction(cents, &[])?;
                self.book(id, &transaction).await?;
                self.model.stray(self.payment_of(id, &transaction));
                Ok(Done::Yes)
            }
            Step::Credit { bill, sent } => {
                let done = self.credit(bill).await?;
                self.send_if(sent, done).await
            }
            Step::CreditPart { bill, share, costs, sent, times } => {
                // One part after another is mostly taken of what was in a salary: that is where money goes astray.
                let fits = |bill: &model::Bill| {
                    bill.left_to_credit().gross() > 0 && (times == 1 || bill.salary.is_some())
                };
                let Some(bill) = self.bill(bill, fits) else { return Ok(Done::Nothing) };
                let mut done = Done::Nothing;
                for _ in 0..times {
                    self.tick();
                    let made = self.credit_part(bill, share, costs).await?;
                    done = self.send_if(sent, made).await?;
                }
                Ok(done)
            }
            Step::SendCreditNote { note } => self.send_credit_note(note).await,
            Step::ClaimLate { bill, cents } => self.claim(bill, cents).await,
            Step::ApproveLate { late, .. } | Step::RefuseLate { late } | Step::UndoLate { late } => {
                self.late_step(step, late).await
            }
            Step::MakeRun { days } => self.make_run(days).await.map(|(done, _)| done),
            Step::RunUntil { days, steps } => self.run_until(days, steps).await,
            Step::WriteCorrections => self.write_corrections().await,
            Step::CloseBooks => {
                let until = self.today().first_of_month().yesterday().map_err(broken)?;
                let closed =
                    ledger::close_books(&self.context, self.clerk(MAKER), Some(&format_date(until))).await;
                Ok(answer(closed)?.map_or_else(Done::Refused, |()| Done::Yes))
            }
            Step::Wait { days } => {
                self.finish_jobs().await?;
                self.context.clock.advance((24 * i64::from(days)).hours());
                Ok(Done::Yes)
            }
            Step::Match { payment, .. }
            | Step::Confirm { payment }
            | Step::Reject { payment }
            | Step::Unmatch { payment }
            | Step::SetAside { payment }
            | Step::Refund { payment, .. }
            | Step::BankTakesBack { payment } => match self.came_in(payment, step) {
                Some(payment) => self.decide(step, payment).await,
                None => Ok(Done::Nothing),
            },
            Step::RefundLeaves { refund } => self.refund_leaves(refund).await,
            Step::Remit { kind, clerk, days, more, refused, steps } => {
                let done = self.remit(kind, clerk, days, more).await?;
                if done == Done::Yes { self.remit_until(clerk, refused, steps).await } else { Ok(done) }
            }
            Step::ApproveRemittance { remittance, .. }
            | Step::CancelRemittance { remittance }
            | Step::RemittanceLeaves { remittance }
            | Step::RemittanceReturns { remittance } => match self.remittance(remittance, step) {
                Some(remittance) => self.remittance_step(step, remittance).await,
                None => Ok(Done::Nothing),
            },
            Step::Advance { bill, share, clerk, steps, credited } => {
                let done = self.advance(bill, share, clerk, steps).await?;
                let advanced = self.model.advances.last().filter(|_| credited && done == Done::Yes);
                match advanced.map(|advance| advance.bill) {
                    Some(bill) => {
                        self.tick();
                        let made = self.credit_bill(bill).await?;
                        self.send_if(true, made).await
                    }
                    None => Ok(done),
                }
            }
            Step::AdvanceGoesOn { advance, fate } => match self.advance_for(advance, fate) {
                Some(advance) => self.advance_step(advance, fate).await,
                None => Ok(Done::Nothing),
            },
            Step::Calculate { run }
            | Step::Hold { run, .. }
            | Step::Release { run, .. }
            | Step::Approve { run }
            | Step::Book { run }
            | Step::WriteFiles { run }
            | Step::FetchFile { run }
            | Step::PayRun { run }
            | Step::Unapprove { run }
            | Step::Reverse { run } => match self.run(run, step) {
                Some(run) => self.run_step(step, run).await,
                None => Ok(Done::Nothing),
            },
        }
    }

    /// A bill, mostly one that fits.
    pub fn bill(&self, place: usize, fits: impl Fn(&model::Bill) -> bool) -> Option<usize> {
        choose(place, &self.model.bills, fits)
    }

    /// A payment that came in, mostly one with which the step can be done.
    fn came_in(&self, place: usize, step: Step) -> Option<usize> {
        let fits = |payment: &Payment| match step {
            Step::Match { .. } | Step::Refund { .. } => payment.is_open(),
            Step::Confirm { .. } | Step::Reject { .. } => payment.proposal.is_some(),
            Step::Unmatch { .. } => payment.rest < payment.amount && payment.state != PaymentState::Reversed,
            Step::SetAside { .. } => payment.unmatched() == payment.amount,
            _ => payment.state != PaymentState::Reversed,
        };
        // A remittance whose money came back is no payment of a customer.
        let is_of_customer = |payment: &Payment| payment.amount > 0 && payment.takes_back.is_none();
        choose(place, &self.model.payments, |payment| is_of_customer(payment) && fits(payment))
            .filter(|payment| is_of_customer(&self.model.payments[*payment]))
    }

    /// A remittance, mostly one with which the step can be done.
    fn remittance(&self, place: usize, step: Step) -> Option<usize> {
        use RemittanceState::{Approved, Made, Paid, Refused};
        let fits = |remittance: &Remittance| match step {
            Step::ApproveRemittance { .. } => remittance.state == Made,
            Step::CancelRemittance { .. } => matches!(remittance.state, Made | Approved),
            Step::RemittanceLeaves { .. } => matches!(remittance.state, Approved | Refused),
            _ => remittance.state == Paid,
        };
        choose(place, &self.model.remittances, fits)
    }

    /// A run, mostly one with which the step can be done.
    fn run(&self, place: usize, step: Step) -> Option<usize> {
        let fits = |run: &Run| match step {
            Step::Calculate { .. } => matches!(run.state, RunState::Draft | RunState::Calculated),
            Step::Hold { .. } | Step::Release { .. } | Step::Approve { .. } => {
                run.state == RunState::Calculated
            }
            Step::Book { .. } => run.state == RunState::Approved && !run.unapproving,
            Step::WriteFiles { .. } => run.state == RunState::Posted && !run.written,
            Step::FetchFile { .. } | Step::PayRun { .. } => run.state == RunState::Posted && run.written,
            Step::Unapprove { .. } => matches!(run.state, RunState::Approved | RunState::Posted),
            _ => run.unapproving,
        };
        choose(place, &self.model.runs, fits)
    }
}

/// The place of one of these, counted round: mostly of one that fits, if any does.
pub fn choose<T>(place: usize, all: &[T], fits: impl Fn(&T) -> bool) -> Option<usize> {
    let fitting: Vec<usize> = (0..all.len()).filter(|one| fits(&all[*one])).collect();
    let any_one = place % 5 == 4 || fitting.is_empty();
    let place = place / 5;
    if any_one { around(place, all.len()) } else { around(place, fitting.len()).map(|one| fitting[one]) }
}

/// A place among so many, counted round.
pub fn around(place: usize, count: usize) -> Option<usize> {
    place.checked_rem(count)
}
