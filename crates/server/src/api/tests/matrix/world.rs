//! One of everything that a path can name: of a worker, and at the provider. It is the demo content and a little more.

use std::collections::BTreeMap;

use liksa_demo::content as demo;
use liksa_domain::delivery::{DeliveryState, MailKind};
use liksa_domain::ids::{BillId, MailId, PersonId};
use liksa_domain::job::Job;
use liksa_domain::person::Role::{self, Admin, Clerk, Payroll, User};
use liksa_test_support::{Engine, OnEngine, person};
use serde_json::{Value, json};

use super::rules::{About, Rule};
use crate::api::tests::operations;
use crate::testing::{SignedIn, TestApp, mail_of, picture};

/// Ids by the names of the paths' parameters.
type Things = BTreeMap<&'static str, String>;

pub const NOBODYS: &str = "01900000-0000-7000-8000-000000000000";
/// What some operations cannot do without; the others do not look at it.
const QUERY: &str = "from=01.01.2026&to=31.12.2026&year=2026&customer=00000000-0000-0000-0000-000000000000";

pub struct World {
    pub app: TestApp,
    pub callers: Vec<Caller>,
    /// How the body of each operation comes, if it takes one.
    pub bodies: BTreeMap<String, Option<String>>,
    pub of_owner: Things,
    pub at_provider: Things,
    /// Others of what has parts: nothing of the above is a part of them.
    other_parents: Things,
    pub owner_version: i64,
    /// Of the owner's draft.
    pub bill_version: i64,
    /// Of the owner's bill that waits for approval.
    pub provider_bill_version: i64,
    pub payment_version: i64,
    /// A late receipt of the owner, as it is written.
    pub late_receipt: Value,
    /// Of the one that waits.
    pub late_receipt_version: i64,
}

pub struct Caller {
    pub name: &'static str,
    /// None for a visitor.
    pub who: Option<SignedIn>,
    pub roles: &'static [Role],
    /// Whether the worker's things are theirs.
    pub is_owner: bool,
    /// A draft of theirs with a row, and a copy of an invoice; the draft of the owner is another one.
    pub own: Things,
}

/// What the path of a call names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// What the owner has, or what is at the provider.
    Existing,
    /// The owner's, as if it were the caller's.
    ExistingUnderOwnId,
    Missing,
    MissingUnderOwnId,
    /// The same part of something, as if it were a part of something else: for a worker of a bill of their own.
    UnderAnotherParent,
}

impl Target {
    pub const ALL: [Self; 5] = [
        Self::Existing,
        Self::ExistingUnderOwnId,
        Self::Missing,
        Self::MissingUnderOwnId,
        Self::UnderAnotherParent,
    ];
}

impl Caller {
    pub fn has_one_of(&self, roles: &[Role]) -> bool {
        self.roles.iter().any(|role| roles.contains(role))
    }
}

impl OnEngine for World {
    async fn on(engine: Engine) -> Self {
        let app = TestApp::with_config(engine, |config| {
            config.demo = true;
            // Limits have tests of their own, and answer before what is asked for here.
            config.rate_limits = false;
        })
        .await;
        demo::seed_if_empty(&app).await.unwrap();
        let owner = demo_person(&app, "worker@liksa.example").await;
        let boss = with_roles(&app, "boss@liksa.example", Role::ALL).await;
        let of_owner = things_of(&app, &owner).await;
        let late_receipt = late_receipt_of(&app, &owner).await;
        let mut of_owner = of_owner;
        of_owner.insert("lateReceiptId", made_late_receipt(&app, &owner, &late_receipt).await);
        let sent = format!("/api/person/{}/bills?section=sent", owner.id);
        let sent = app.get(&sent).token(&owner.token).send().await.json;
        of_owner.insert("sentBillId", text(&sent["bills"][0]["id"]));
        let (bill, advance) = advance_of_demo(&app, &owner, &sent).await;
        of_owner.extend([("billOfAdvance", bill), ("advanceId", advance)]);
        let mut at_provider = things_at_provider(&app, &boss, &owner).await;
        let waiting = made_late_receipt(&app, &owner, &late_receipt).await;
        send_file(&app, &owner, &format!("/api/late-receipt/{waiting}/receipt")).await;
        made(&app, &format!("/api/late-receipt/{waiting}/send"), &owner, &json!({})).await;
        at_provider.insert("lateReceiptId", waiting);
        at_provider.insert("creditNoteId", credited_salary(&app, &boss, &owner).await);
        of_owner.insert("id", at_provider["mailId"].clone());
        let own = draft_with_a_copy(&app, &owner).await;
        let run = made(&app, "/api/provider/payroll/runs", &boss, &json!({"payday": "30.12.2026"})).await;
        let other_parents = BTreeMap::from([("runId", text(&run["id"])), ("billId", own["billId"].clone())]);
        let everything = draft_with_a_copy(&app, &boss).await;
        let callers = vec![
            Caller { name: "a visitor", who: None, roles: &[], is_owner: false, own: Things::new() },
            Caller { name: "the owner", who: Some(owner), roles: &[User], is_owner: true, own },
            stranger(&app, "another worker", &[User]).await,
            stranger(&app, "a clerk", &[Clerk]).await,
            stranger(&app, "a payroll clerk", &[Payroll]).await,
            stranger(&app, "an administrator", &[Admin]).await,
            stranger(&app, "a worker and clerk", &[User, Clerk]).await,
            stranger(&app, "a worker and payroll clerk", &[User, Payroll]).await,
            stranger(&app, "a worker and administrator", &[User, Admin]).await,
            stranger(&app, "a clerk of both kinds", &[Clerk, Payroll]).await,
            Caller {
                name: "one with every role",
                who: Some(boss),
                roles: Role::ALL,
                is_owner: false,
                own: everything,
            },
        ];
        let bodies = operations().into_iter().map(|operation| (operation.name(), operation.body)).collect();
        let mut world = Self {
            app,
            callers,
            bodies,
            of_owner,
            at_provider,
            other_parents,
            owner_version: 0,
            bill_version: 0,
            provider_bill_version: 0,
            payment_version: 0,
            late_receipt,
            late_receipt_version: 0,
        };
        world.read_versions().await;
        world
    }
}

impl World {
    pub fn owner(&self) -> &SignedIn {
        self.callers.iter().find(|caller| caller.is_owner).and_then(|caller| caller.who.as_ref()).unwrap()
    }

    /// As they are now: what is called with an old version is refused for that.
    pub async fn read_versions(&mut self) {
        let store = &self.app.store;
        let version_of = async |id: &str| {
            let id: BillId = id.parse().unwrap();
            store.bill(id).await.unwrap().map_or(1, |bill| bill.version)
        };
        self.bill_version = version_of(&self.of_owner["billId"]).await;
        self.provider_bill_version = version_of(&self.at_provider["billId"]).await;
        let payment = self.at_provider["paymentId"].parse().unwrap();
        self.payment_version = store.payment(payment).await.unwrap().unwrap().version;
        let late = self.at_provider["lateReceiptId"].parse().unwrap();
        self.late_receipt_version = store.late_receipt(late).await.unwrap().unwrap().version;
        self.owner_version = store.own_account(self.owner().id).await.unwrap().unwrap().version;
    }

    /// The path of a call; none if it would be the same as another.
    pub fn path(&self, rule: &Rule, caller: &Caller, target: Target) -> Option<String> {
        let under_own_id = matches!(target, Target::ExistingUnderOwnId | Target::MissingUnderOwnId);
        let as_oneself =
            under_own_id || target == Target::UnderAnotherParent && rule.about != About::Provider;
        let own_id = caller.who.as_ref().map_or_else(|| NOBODYS.to_owned(), |who| who.id.to_string());
        if under_own_id {
            let differs = rule.names("personId") && rule.names_more_than_a_person();
            let is_existing = caller.is_owner && target == Target::ExistingUnderOwnId;
            if rule.about == About::Provider || !differs || is_existing {
                return None;
            }
        }
        if target == Target::Missing && !rule.path().contains('{') {
            return None;
        }
        let parents = rule.parents();
        if target == Target::UnderAnotherParent && parents.is_empty() {
            return None;
        }
        let other_parent = |name: &str| caller.own.get(name).or_else(|| self.other_parents.get(name));
        let existing = match rule.about {
            About::Provider => &self.at_provider,
            _ => &self.of_owner,
        };
        let mut path = rule.path().to_owned();
        while let Some((start, rest)) = path.split_once('{') {
            let (name, rest) = rest.split_once('}').unwrap();
            let thing =
                rule.instead.filter(|(parameter, _)| *parameter == name).map_or(name, |(_, thing)| thing);
            let id = match target {
                _ if name == "personId" && as_oneself => own_id.clone(),
                Target::UnderAnotherParent if parents.contains(&name) => {
                    other_parent(name).unwrap_or_else(|| panic!("make another {name}")).clone()
                }
                Target::Missing | Target::MissingUnderOwnId => missing(name).to_owned(),
                Target::Existing | Target::ExistingUnderOwnId | Target::UnderAnotherParent => {
                    let made = existing.get(thing).cloned();
                    made.unwrap_or_else(|| panic!("{}: make something for {name}", rule.operation))
                }
            };
            path = format!("{start}{id}{rest}");
        }
        Some(format!("{path}?version={}&{QUERY}", self.bill_version))
    }
}

fn missing(name: &str) -> &'static str {
    match name {
        "number" => "9999",
        "code" => "OLEMATON",
        _ => NOBODYS,
    }
}

async fn demo_person(app: &TestApp, email: &str) -> SignedIn {
    let answer = app.login(email, demo::PASSWORD).await.json;
    let id: PersonId = answer["id"].as_str().unwrap().parse().unwrap();
    SignedIn { id, token: answer["authtoken"].as_str().unwrap().to_owned() }
}

async fn with_roles(app: &TestApp, email: &str, roles: &[Role]) -> SignedIn {
    app.add(person().email(email).roles(roles).build()).await;
    app.sign_in(email).await
}

async fn stranger(app: &TestApp, name: &'static str, roles: &'static [Role]) -> Caller {
    let email = format!("{}@liksa.example", name.replace(' ', "-"));
    let who = with_roles(app, &email, roles).await;
    let own = if roles.contains(&User) { draft_with_a_copy(app, &who).await } else { Things::new() };
    Caller { name, who: Some(who), roles, is_owner: false, own }
}

async fn draft_with_a_copy(app: &TestApp, who: &SignedIn) -> Things {
    let draft =
        json!({"billableitems": [{"type": "CONTRACT", "destination": "Soundcheck", "alvPrice": 100}]});
    let draft = made(app, &format!("/api/person/{}/bills", who.id), who, &draft).await;
    let bill = text(&draft["id"]);
    let copy = send_file(app, who, &format!("/api/bill/{bill}/extcontractoritems/receipts")).await;
    BTreeMap::from([
        ("billId", bill),
        ("rowId", text(&draft["billableitems"][0]["id"])),
        ("purchaseReceiptId", text(&copy["id"])),
    ])
}

#[track_caller]
fn text(value: &Value) -> String {
    let Some(text) = value.as_str() else { panic!("no text: {value}") };
    text.to_owned()
}

async fn made(app: &TestApp, path: &str, who: &SignedIn, body: &Value) -> Value {
    let answer = app.post(path).token(&who.token).json(body).send().await;
    assert!((200..300).contains(&answer.status), "{path}: {}", answer.json);
    answer.json
}

/// A share of another worker's bill, which the owner is asked to approve.
async fn share_of_another(app: &TestApp) -> String {
    let other = demo_person(app, "sub@liksa.example").await;
    let bill = json!({"billableitems": [
        {"type": "CONTRACT", "date": "02.11.2026", "destination": "Miksaus", "alvPrice": 1000}]});
    let bill = text(&made(app, &format!("/api/person/{}/bills", other.id), &other, &bill).await["id"]);
    let share =
        json!({"email": "worker@liksa.example", "date": "02.11.2026", "amount": 10, "description": "Taitto"});
    let share = made(app, &format!("/api/bill/{bill}/contractoritems"), &other, &share).await;
    let path = format!("/api/contractoritems/{}/approve-request", text(&share["id"]));
    let asked = app.put(&path).token(&other.token).json(&json!({})).send().await;
    assert_eq!(asked.status, 200, "{}", asked.json);
    text(&share["id"])
}

async fn send_file(app: &TestApp, who: &SignedIn, path: &str) -> Value {
    let answer = app.post(path).token(&who.token).file("a.png", &picture()).send().await;
    assert!((200..300).contains(&answer.status), "{path}: {}", answer.json);
    answer.json
}

/// A cost of a row of one of the owner's sent bills.
async fn late_receipt_of(app: &TestApp, owner: &SignedIn) -> Value {
    let bills = format!("/api/person/{}/bills", owner.id);
    let get = async |path: String| app.get(&path).token(&owner.token).send().await.json;
    let sent = get(format!("{bills}?section=sent")).await;
    let bill = get(format!("{bills}/{}", text(&sent["bills"][0]["id"]))).await;
    json!({"rowId": bill["billableitems"][0]["id"], "field": "othercost", "amount": 12.5})
}

async fn made_late_receipt(app: &TestApp, owner: &SignedIn, body: &Value) -> String {
    text(&made(app, &format!("/api/person/{}/late-receipts", owner.id), owner, body).await["id"])
}

async fn things_of(app: &TestApp, owner: &SignedIn) -> Things {
    let own = format!("/api/person/{}", owner.id);
    let get = async |path: &str| app.get(&format!("{own}/{path}")).token(&owner.token).send().await.json;
    // A draft without faults.
    let drafts = get("bills?section=open").await;
    let drafts = drafts["bills"].as_array().unwrap();
    let magazine = drafts.iter().find(|bill| bill["sharedCustomer"]["name"] != Value::Null);
    let bill = text(&magazine.unwrap_or(&drafts[0])["id"]);
    let row = text(&get(&format!("bills/{bill}")).await["billableitems"][0]["id"]);
    let receipt = text(&send_file(app, owner, &format!("/api/billableitem/{row}/receipt")).await["id"]);
    let purchases = format!("/api/bill/{bill}/extcontractoritems");
    let copy = text(&send_file(app, owner, &format!("{purchases}/receipts")).await["id"]);
    let purchase = json!({"name": "Valovuokraus Oy", "duedate": "30.11.2026", "amount": 20, "referenceNumber": "1232",
                          "accountNumber": "FI2112345600000785", "receipts": [{"id": copy}]});
    let purchase = text(&made(app, &purchases, owner, &purchase).await["id"]);
    send_file(app, owner, &format!("{own}/taxcard")).await;
    send_file(app, owner, &format!("{own}/profilepic")).await;
    let customers = get("sharedcustomers").await;
    let private =
        customers["customers"].as_array().unwrap().iter().find(|one| one["partyRole"] == "CUSTOMER");
    let shift = json!({"startDateTime": "2026-11-18T08:00", "endDateTime": "2026-11-18T16:00"});
    let shift = made(app, &format!("{own}/shifts"), owner, &shift).await;
    let shifts = get("shifts").await["content"].clone();
    let planned = shifts.as_array().unwrap().iter().find(|one| one["shiftId"] != shift["shiftId"]);
    let place = json!({"name": "Treenis", "address": "Tori 1, 33100 Tampere"});
    let place = made(app, &format!("{own}/places"), owner, &place).await;
    let spare = demo_person(app, "worker@liksa.example").await;
    let share =
        json!({"email": "sub@liksa.example", "date": "03.11.2026", "amount": 1, "description": "Miksaus"});
    let share = made(app, &format!("/api/bill/{bill}/contractoritems"), owner, &share).await;
    BTreeMap::from([
        ("itemId", text(&share["id"])),
        ("shareOfAnother", share_of_another(app).await),
        ("personId", owner.id.to_string()),
        ("billId", bill),
        ("rowId", row),
        ("receiptId", receipt),
        ("purchaseId", purchase),
        ("purchaseReceiptId", copy),
        ("salaryId", text(&get("salaries").await["salaries"][0]["id"])),
        ("placeId", text(&place["id"])),
        ("templateId", text(&get("templates").await["templates"][0]["id"])),
        ("customerId", text(&private.unwrap()["id"])),
        ("shiftId", text(&planned.unwrap()["shiftId"])),
        ("ownShiftId", text(&shift["shiftId"])),
        ("postalCode", "00500".to_owned()),
        ("year", "2026".to_owned()),
        ("sessionId", app.session_id(&spare.token).await.to_string()),
    ])
}

/// What the provider's people work on. What can be the owner's is.
async fn things_at_provider(app: &TestApp, boss: &SignedIn, owner: &SignedIn) -> Things {
    let get = async |path: &str| {
        let answer = app.get(&format!("/api/provider/{path}")).token(&boss.token).send().await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.json);
        answer.json
    };
    let own_of = |list: &Value| {
        let own = list.as_array().unwrap().iter().find(|one| one["personId"] == owner.id.to_string());
        own.unwrap_or_else(|| panic!("none is the owner's: {list}")).clone()
    };
    let waiting = app.get(&format!("/api/person/{}/bills?section=pending", owner.id));
    let waiting = waiting.token(&owner.token).send().await.json;
    let waiting = waiting["bills"].as_array().unwrap().iter().find(|bill| bill["state"] == "PENDING");
    let run = text(&get("payroll/runs").await["runs"][0]["id"]);
    let late = get("overdue").await["bills"][0]["billId"].clone();
    let reminder = json!({"billIds": [late], "withoutInterest": true});
    let reminder =
        made(app, "/api/provider/reminders", boss, &reminder).await["made"][0]["reminderId"].clone();
    // Its letter is made by a job.
    app.try_jobs().await;
    let owed = get("remittances").await["owed"].clone();
    let remittance = async |place: usize| {
        let owed = &owed[place];
        let body = json!({"kind": owed["kind"], "personId": owed["personId"], "until": owed["until"],
                          "amount": owed["toPay"], "payOn": "14.12.2026"});
        text(&made(app, "/api/provider/remittances", boss, &body).await["id"])
    };
    let second = with_roles(app, "second@liksa.example", &[Payroll]).await;
    let approved_remittance = remittance(1).await;
    let body = json!({"remittances": [approved_remittance]});
    made(app, "/api/provider/remittances/approve", &second, &body).await;
    let month = json!({"month": "01.10.2026"});
    let report = made(app, "/api/provider/payroll/separate-reports", boss, &month).await;
    let report = report["months"][0]["reports"][0]["id"].clone();
    let sent = app
        .get(&format!("/api/person/{}/bills?section=sent", owner.id))
        .token(&owner.token)
        .send()
        .await
        .json;
    let payouts = get("payouts").await;
    let file_in = |state: &str| {
        let file = payouts["files"].as_array().unwrap().iter().find(|file| file["state"] == state);
        text(&file.unwrap_or_else(|| panic!("no file is {state}: {payouts}"))["id"])
    };
    let mut payments = vec![];
    for bill in sent["bills"].as_array().unwrap() {
        let paid = get(&format!("bills/{}/payments", text(&bill["id"]))).await["payments"].clone();
        payments.extend(paid.as_array().unwrap().clone());
    }
    BTreeMap::from([
        ("personId", owner.id.to_string()),
        ("approvedRemittance", approved_remittance),
        ("advanceId", asked_advance(app, owner, &sent).await),
        ("payoutId", text(&payouts["ready"][0]["id"])),
        ("payoutFileId", file_in("MADE")),
        ("approvedPayoutFile", file_in("APPROVED")),
        ("batchId", print_batch(app, boss).await),
        ("billId", text(&waiting.unwrap()["id"])),
        ("companyId", text(&get("companies").await["companies"][0]["id"])),
        ("paymentId", text(&payments[0]["paymentId"])),
        ("salaryId", text(&own_of(&get(&format!("payroll/runs/{run}/salaries")).await["salaries"])["id"])),
        ("fileId", text(&get(&format!("payroll/runs/{run}/files")).await["files"][0]["id"])),
        ("runId", run),
        ("deliveryId", text(&get("deliveries").await["deliveries"][0]["id"])),
        ("cardId", text(&own_of(&get("tax-cards").await["cards"])["card"]["id"])),
        ("reminderId", text(&reminder)),
        ("remittanceId", remittance(0).await),
        ("reportId", text(&report)),
        ("keyId", text(&made(app, "/api/provider/api-keys", boss, &json!({"name": "Vuorot"})).await["id"])),
        ("code", text(&get("promo-codes").await["promoCodes"][0]["code"])),
        ("number", "1910".to_owned()),
        // News are a kind that every role looks after.
        ("mailId", app.posted(&mail_of(MailKind::News)).await.to_string()),
        ("jobId", failed_job(app).await),
    ])
}

/// A batch of one bill, which went another way in the demo.
async fn print_batch(app: &TestApp, boss: &SignedIn) -> String {
    let path = "/api/provider/deliveries?state=SENT";
    let sent = app.get(path).token(&boss.token).send().await.json;
    let delivery = text(&sent["deliveries"][0]["id"]).parse().unwrap();
    let mut tx = app.store.begin().await.unwrap();
    let (from, to) = (DeliveryState::Sent, DeliveryState::ToPrint);
    assert!(tx.move_delivery(delivery, &[from], to, app.clock.now()).await.unwrap());
    tx.commit().await.unwrap();
    let batch = made(app, "/api/provider/print-batches", boss, &json!({})).await;
    app.try_jobs().await;
    text(&batch["id"])
}

/// The advance that the demo's worker has asked for, and its bill.
async fn advance_of_demo(app: &TestApp, owner: &SignedIn, sent: &Value) -> (String, String) {
    for bill in bills_of(app, owner, sent).await {
        if let Some(advance) = bill["advancePayments"].as_array().unwrap().first() {
            return (text(&bill["id"]), text(&advance["id"]));
        }
    }
    panic!("no advance was asked for");
}

/// An advance on a sent bill of the owner that none was asked for on.
async fn asked_advance(app: &TestApp, owner: &SignedIn, sent: &Value) -> String {
    for bill in bills_of(app, owner, sent).await {
        if bill["state"] == "CLOSED" && bill["advancePayments"] == json!([]) {
            let body = json!({"ids": [bill["billableitems"][0]["id"]], "amount": 1});
            let path = format!("/api/person/{}/bills/{}/advancePayment", owner.id, text(&bill["id"]));
            return text(&made(app, &path, owner, &body).await["advancePayment"]["id"]);
        }
    }
    panic!("no sent bill waits for its customer");
}

/// The credit note of a bill of the owner that a salary was paid of. The Incomes Register is told by a file.
async fn credited_salary(app: &TestApp, boss: &SignedIn, owner: &SignedIn) -> String {
    let salaries = format!("/api/person/{}/salaries", owner.id);
    let slips = app.get(&salaries).token(&owner.token).send().await.json;
    let slip = format!("{salaries}/{}", text(&slips["salaries"][0]["id"]));
    let slip = app.get(&slip).token(&owner.token).send().await.json;
    let bill = format!("/api/person/{}/bills/{}", owner.id, text(&slip["bills"][0]["id"]));
    let correction = made(app, &format!("{bill}/correct"), owner, &json!({})).await;
    let credit_note = text(&correction["creditNote"]["id"]);
    for step in ["take", "approve", "send"] {
        let path = format!("/api/provider/bills/{credit_note}/{step}");
        let answer = app.put(&path).token(&boss.token).json(&json!({})).send().await;
        assert_eq!(answer.status, 200, "{step}: {}", answer.json);
    }
    app.try_jobs().await;
    let taken = app.store.taken_back_by(credit_note.parse().unwrap(), None).await.unwrap();
    assert!(taken.and_then(|taken| taken.file).is_some(), "the register is told");
    credit_note
}

async fn bills_of(app: &TestApp, owner: &SignedIn, sent: &Value) -> Vec<Value> {
    let mut bills = vec![];
    for card in sent["bills"].as_array().unwrap() {
        let path = format!("/api/person/{}/bills/{}", owner.id, text(&card["id"]));
        bills.push(app.get(&path).token(&owner.token).send().await.json);
    }
    bills
}

async fn failed_job(app: &TestApp) -> String {
    let mail: MailId = app.new_id().unwrap();
    let new = app.job(Job::SendMail { mail }).unwrap();
    let id = new.id;
    let mut tx = app.store.begin().await.unwrap();
    tx.enqueue(&new).await.unwrap();
    tx.commit().await.unwrap();
    let now = app.clock.now();
    loop {
        let claimed = app.store.claim_job(None, now, now).await.unwrap().unwrap();
        let is_it = claimed.lease.id == id;
        app.store.fail_job(claimed.lease, now, "no such mail").await.unwrap();
        if is_it {
            return id.to_string();
        }
    }
}
