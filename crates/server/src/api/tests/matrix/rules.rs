//! Who may call each operation, on whose things. A new operation needs a line here.
//!
//! Expected answers follow from these lines and from nothing else:
//!
//! - Without a session: 401. Without one of the roles: 403, whatever the path names.
//! - `worker` and `signed_in`: what the path names is one's own. What is another's is answered as if it did not exist.
//! - `provider`: all that exists. What does not exist: 404.

use axum::http::Method;
use liksa_domain::person::Role::{self, Admin, Clerk, Payroll, User};
use serde_json::{Value, json};

use super::world::World;

pub struct Rule {
    /// Method and path, as the API's description has them.
    pub operation: &'static str,
    /// None for what anybody may call.
    pub may: Option<&'static [Role]>,
    pub about: About,
    /// Those to whom all that exists is open, where others have their own alone.
    pub sees_all: &'static [Role],
    /// What the first who may call it gets about something that exists.
    pub outcome: Outcome,
    /// Decisions about one's own matters are for others, whatever roles one has.
    pub not_about_oneself: bool,
    /// A parameter of the path, and by which name the world has what it names here.
    pub instead: Option<(&'static str, &'static str)>,
    pub body: fn(&World) -> Value,
}

/// Whose things the path of an operation names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum About {
    Nothing,
    /// Of one worker.
    OneWorker,
    /// Of one worker; what is not there is removed already.
    OneWorkerOrNothing,
    /// Of one worker; what is not there is made.
    OneWorkerOrNew,
    Provider,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// A success.
    Done,
    /// Found and looked at: a success, or a refusal because of what it is now.
    Found,
}

fn rule(operation: &'static str, may: Option<&'static [Role]>) -> Rule {
    let about = match operation.split_once('{') {
        None => About::Nothing,
        Some((start, _)) if start.contains(" /api/provider/") => About::Provider,
        Some(_) => About::OneWorker,
    };
    let outcome = Outcome::Done;
    Rule {
        operation,
        may,
        about,
        sees_all: &[],
        outcome,
        not_about_oneself: false,
        instead: None,
        body: |_| json!({}),
    }
}

fn anyone(operation: &'static str) -> Rule {
    Rule { outcome: Outcome::Found, ..rule(operation, None) }
}

fn signed_in(operation: &'static str) -> Rule {
    rule(operation, Some(&[]))
}

fn worker(operation: &'static str) -> Rule {
    rule(operation, Some(&[User]))
}

fn provider(operation: &'static str, may: &'static [Role]) -> Rule {
    rule(operation, Some(may))
}

fn clerk(operation: &'static str) -> Rule {
    provider(operation, &[Clerk])
}

fn payroll(operation: &'static str) -> Rule {
    provider(operation, &[Payroll])
}

fn people(operation: &'static str) -> Rule {
    provider(operation, &[Payroll, Admin])
}

fn staff(operation: &'static str) -> Rule {
    provider(operation, &[Clerk, Payroll, Admin])
}

fn admin(operation: &'static str) -> Rule {
    provider(operation, &[Admin])
}

impl Rule {
    /// A document of a worker that some of the provider's people read too.
    fn and_all_for(operation: &'static str, may: &'static [Role], sees_all: &'static [Role]) -> Self {
        Self { sees_all, ..rule(operation, Some(may)) }
    }

    fn found(self) -> Self {
        Self { outcome: Outcome::Found, ..self }
    }

    /// What the path names is another one of its kind.
    fn of(self, parameter: &'static str, thing: &'static str) -> Self {
        Self { instead: Some((parameter, thing)), ..self }
    }

    fn quiet(self) -> Self {
        Self { about: About::OneWorkerOrNothing, ..self }
    }

    fn or_new(self) -> Self {
        Self { about: About::OneWorkerOrNew, ..self }
    }

    fn not_about_oneself(self) -> Self {
        Self { not_about_oneself: true, ..self }
    }

    fn with(self, body: fn(&World) -> Value) -> Self {
        Self { body, ..self }
    }

    pub fn method(&self) -> Method {
        self.operation.split(' ').next().unwrap().parse().unwrap()
    }

    pub fn path(&self) -> &'static str {
        self.operation.split_once(' ').unwrap().1
    }

    pub fn names(&self, parameter: &str) -> bool {
        self.path().contains(&format!("{{{parameter}}}"))
    }

    /// Names something besides a person. A year is nobody's.
    pub fn names_more_than_a_person(&self) -> bool {
        self.path().replace("{personId}", "").replace("{year}", "").contains('{')
    }
}

/// Operations that change something are called in this order by those who may.
pub fn rules() -> Vec<Rule> {
    [
        for_everybody(),
        for_workers(),
        for_bills(),
        for_payments(),
        for_payroll(),
        for_administration(),
        at_the_end(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn for_everybody() -> Vec<Rule> {
    vec![
        anyone("GET /api/app"),
        anyone("GET /api/session"),
        anyone("POST /api/login").with(|_| json!({"username": "nobody@liksa.example", "password": "arvaus"})),
        anyone("GET /api/calc"),
        anyone("PUT /api/calc").with(|_| json!({"price": 100})),
        anyone("PUT /api/calc/frombill"),
        anyone("GET /api/customers/options"),
        anyone("GET /api/customers/postal-codes/{postalCode}"),
        anyone("GET /api/professions"),
        anyone("POST /api/registration/start").with(|_| json!({"language": "fi"})),
        anyone("GET /api/registration/confirm"),
        anyone("PUT /api/registration/confirm")
            .with(|_| json!({"user": {"acceptTerms": true}, "termsVersion": "1"})),
        anyone("PUT /api/registration/oidc/finish").with(|_| json!({"state": "x"})),
        anyone("GET /api/registration/oidc/jwks"),
        anyone("POST /api/registration/retry"),
        anyone("POST /api/password/forgot/v2"),
        anyone("POST /api/password/change/v2"),
        anyone("GET /api/demo/mails"),
        anyone("GET /api/demo/mails/{id}"),
        signed_in("GET /api/login"),
        signed_in("GET /api/person"),
        signed_in("PUT /api/person"),
        signed_in("PUT /api/person/email").with(|_| json!({"token": "x"})).found(),
        signed_in("POST /api/person/email").found(),
        signed_in("GET /api/person/export"),
        signed_in("GET /api/person/sessions"),
        signed_in("GET /api/person/{personId}/profilepic"),
        signed_in("POST /api/person/{personId}/profilepic"),
        // Payroll answers for all salaries.
        Rule::and_all_for("GET /api/person/{personId}/salaries", &[], &[Payroll]),
        Rule::and_all_for("GET /api/person/{personId}/salaries/{salaryId}", &[], &[Payroll]),
        Rule::and_all_for("GET /api/person/{personId}/salaries/{salaryId}/pdf", &[], &[Payroll]),
        Rule::and_all_for("GET /api/person/{personId}/readiness", &[], &[Payroll]),
    ]
}

fn for_workers() -> Vec<Rule> {
    let readers: &[Role] = &[User, Clerk, Payroll];
    let travel: &[Role] = &[User, Payroll];
    vec![
        Rule::and_all_for("GET /api/bill/{billId}/pages", readers, &[Clerk, Payroll]),
        Rule::and_all_for("GET /api/bill/{billId}/pdf", readers, &[Clerk, Payroll]),
        Rule::and_all_for("GET /api/billableitem/receipt/{receiptId}", readers, &[Clerk, Payroll]),
        Rule::and_all_for("GET /api/travel-expense/{personId}/pdf", travel, &[Payroll]),
        Rule::and_all_for("GET /api/travel-expense/{personId}/taxfree/pdf", travel, &[Payroll]),
        Rule::and_all_for("GET /api/bill/{billId}/money", travel, &[Payroll]),
        worker("GET /api/info/{personId}"),
        worker("GET /api/info/{personId}/taxinfo/{year}"),
        worker("GET /api/person/{personId}/archive"),
        worker("GET /api/person/{personId}/bills"),
        worker("POST /api/person/{personId}/bills"),
        worker("GET /api/person/{personId}/bills/{billId}"),
        worker("GET /api/person/{personId}/bills/{billId}/history"),
        worker("GET /api/person/bill/{billId}/validate"),
        // Enough for the share and the purchase of the bill.
        worker("PUT /api/calc/frombill/{billId}").with(|_| json!({"billableitems": [
            {"type": "CONTRACT", "date": "02.11.2026", "destination": "Keikka", "alvPrice": 1000}]})),
        worker("POST /api/person/{personId}/bills/{billId}/copy"),
        worker("POST /api/person/{personId}/bills/{billId}/correct").found(),
        worker("POST /api/person/{personId}/bills/{billId}/credit-part").found(),
        worker("PUT /api/person/bill/{billId}/open").found(),
        worker("GET /api/person/{personId}/bills/{billId}/advancePayment"),
        worker("POST /api/person/{personId}/bills/{billId}/advancePayment").found(),
        worker("DELETE /api/person/{personId}/bills/{billId}/advancePayment/{advanceId}")
            .of("billId", "billOfAdvance")
            .found(),
        worker("GET /api/person/{personId}/creditable-bills"),
        worker("GET /api/person/subcontractors"),
        worker("POST /api/person/subcontractors/invitations").with(|_| json!({"email": "uusi@liksa.example"})),
        worker("GET /api/person/{personId}/contractoritems"),
        worker("POST /api/bill/{billId}/contractoritems").with(|_| json!({
            "email": "sub@liksa.example", "date": "03.11.2026", "amount": 1, "description": "Miksaus"})),
        worker("PUT /api/contractoritems/{itemId}/approve-request"),
        // One is not one's own subcontractor.
        // The version in the query is not that of this share.
        worker("PUT /api/contractoritems/{itemId}/approve").of("itemId", "shareOfAnother").found(),
        worker("PUT /api/contractoritems/{itemId}/decline").of("itemId", "shareOfAnother").found(),
        // Taken back from the subcontractor, so that its bill can be deleted.
        worker("PUT /api/bill/{billId}/contractoritems/{itemId}").with(|_| json!({"state": "OPEN"})),
        worker("GET /api/billableitem/{rowId}"),
        worker("PUT /api/billableitem/{rowId}").with(|_| json!({"destination": "Taitto"})),
        worker("POST /api/billableitem/{rowId}/receipt"),
        worker("PUT /api/billableitem/receipt/{receiptId}"),
        worker("GET /api/person/{personId}/extcontractoritems"),
        Rule::and_all_for(
            "GET /api/extcontractoritems/receipt/{purchaseReceiptId}",
            readers,
            &[Clerk, Payroll],
        ),
        worker("POST /api/bill/{billId}/extcontractoritems").found(),
        worker("POST /api/bill/{billId}/extcontractoritems/read"),
        worker("POST /api/bill/{billId}/extcontractoritems/receipts"),
        worker("POST /api/bill/{billId}/extcontractoritems/{purchaseId}/receipts"),
        worker("PUT /api/bill/{billId}/extcontractoritems/{purchaseId}").found(),
        worker("POST /api/bill/{billId}/extcontractoritems/{purchaseId}/sendForPayment"),
        worker("POST /api/bill/{billId}/extcontractoritems/{purchaseId}/open"),
        worker("GET /api/person/{personId}/taxcard"),
        worker("POST /api/person/{personId}/taxcard"),
        worker("POST /api/travel/allowances"),
        worker("GET /api/travel/places"),
        worker("GET /api/person/{personId}/trips"),
        worker("GET /api/address"),
        worker("POST /api/address/coordinates").with(|_| json!({"latitude": 60.18, "longitude": 24.95})),
        worker("POST /api/address/distance").with(|_| json!({"from": "00530", "to": "33100"})),
        worker("GET /api/person/{personId}/places"),
        worker("POST /api/person/{personId}/places")
            .with(|_| json!({"name": "Treenis", "address": "Tori 1, 33100 Tampere"})),
        worker("GET /api/person/{personId}/shifts"),
        worker("POST /api/person/{personId}/shifts").with(|_| {
            json!({"startDateTime": "2026-11-16T08:00", "endDateTime": "2026-11-16T16:00"})
        }),
        worker("POST /api/person/{personId}/shifts/rows")
            .with(|world| json!({"shiftIds": [world.of_owner["shiftId"]]}))
            .found(),
        worker("GET /api/person/{personId}/shifts/{shiftId}"),
        worker("PUT /api/person/{personId}/shifts/{shiftId}").found(),
        worker("GET /api/person/{personId}/templates"),
        worker("PUT /api/person/{personId}/templates/{templateId}")
            .with(|_| json!({"kind": "TEXT", "name": "Kiitos", "text": "Kiitos!"}))
            .or_new(),
        worker("POST /api/person/{personId}/templates/delete").with(|_| json!({"ids": []})),
        worker("GET /api/sharedcustomers"),
        worker("POST /api/sharedcustomers").found(),
        // The customer is a private person, whom nobody else's bills name.
        worker("PUT /api/sharedcustomers/{customerId}")
            .with(|_| {
                json!({"version": 1, "partyRole": "CUSTOMER", "name": "Helmi Niemelä", "sendBillMethod": "EMAIL",
                       "email": "helmi@liksa.example", "phonenumber": "040 1", "termofpayment": 7,
                       "address": "Koivukuja 1", "postalcode": "00500", "city": "Helsinki"})
            })
            .found(),
        worker("GET /api/person/{personId}/sharedcustomers"),
        worker("PUT /api/calc/late-receipt").with(|_| json!({"amount": 10})),
        worker("GET /api/person/{personId}/late-receipts"),
        worker("POST /api/person/{personId}/late-receipts").with(|world| world.late_receipt.clone()),
        worker("GET /api/late-receipt/{lateReceiptId}"),
        worker("PUT /api/late-receipt/{lateReceiptId}").with(|world| world.late_receipt.clone()),
        worker("POST /api/late-receipt/{lateReceiptId}/receipt"),
        worker("POST /api/late-receipt/{lateReceiptId}/send"),
        worker("POST /api/person/{personId}/sharedcustomers/{customerId}"),
    ]
}

fn for_bills() -> Vec<Rule> {
    vec![
        clerk("GET /api/provider/companies"),
        clerk("GET /api/provider/companies/{companyId}"),
        clerk("PUT /api/provider/companies/{companyId}")
            .with(|_| {
                json!({"version": 1, "name": "Kaamos Oy", "businessid": "0737546-2", "address": "Laivurinkatu 1",
                       "postalcode": "00150", "city": "Helsinki"})
            })
            .found(),
        clerk("GET /api/provider/late-receipts"),
        clerk("PUT /api/provider/late-receipts/{lateReceiptId}/approve")
            .with(|world| json!({"version": world.late_receipt_version}))
            .found()
            .not_about_oneself(),
        clerk("PUT /api/provider/late-receipts/{lateReceiptId}/undo")
            .with(|world| json!({"version": world.late_receipt_version}))
            .found()
            .not_about_oneself(),
        clerk("PUT /api/provider/late-receipts/{lateReceiptId}/refuse")
            .with(|world| json!({"version": world.late_receipt_version, "reason": "Epäselvä kuva."}))
            .found()
            .not_about_oneself(),
        clerk("GET /api/provider/bills"),
        clerk("GET /api/provider/bills/{billId}"),
        staff("GET /api/provider/bills/{billId}/payments"),
        clerk("POST /api/provider/bills/approve").with(|_| json!({"ids": []})).found(),
        clerk("PUT /api/provider/bills/{billId}/take").not_about_oneself(),
        clerk("PUT /api/provider/bills/{billId}/receipt-vat")
            .with(|world| json!({"version": world.provider_bill_version, "receipts": []}))
            .found()
            .not_about_oneself(),
        clerk("PUT /api/provider/bills/{billId}/open-request/grant").found().not_about_oneself(),
        clerk("PUT /api/provider/bills/{billId}/open-request/refuse").found().not_about_oneself(),
        clerk("PUT /api/provider/bills/{billId}/approve").not_about_oneself(),
        clerk("PUT /api/provider/bills/{billId}/unapprove").not_about_oneself(),
        clerk("PUT /api/provider/bills/{billId}/send").found().not_about_oneself(),
        clerk("PUT /api/provider/bills/{billId}/return")
            .with(|_| json!({"reason": "Tilausnumero puuttuu."}))
            .found()
            .not_about_oneself(),
        clerk("GET /api/provider/deliveries"),
        clerk("POST /api/provider/deliveries/{deliveryId}/arrived").found(),
        clerk("POST /api/provider/deliveries/{deliveryId}/retry").found(),
        clerk("GET /api/provider/print-batches"),
        clerk("POST /api/provider/print-batches").found(),
        clerk("GET /api/provider/print-batches/{batchId}/pdf"),
        clerk("POST /api/provider/shifts").found(),
    ]
}

fn for_payments() -> Vec<Rule> {
    const VERSION: fn(&World) -> Value = |world| json!({"version": world.payment_version});
    vec![
        payroll("GET /api/provider/bank-files"),
        payroll("POST /api/provider/bank-files").found(),
        payroll("GET /api/demo/bank-statement.xml"),
        payroll("GET /api/provider/open-bills"),
        payroll("GET /api/provider/overdue"),
        payroll("GET /api/provider/payments"),
        payroll("GET /api/provider/payments/{paymentId}"),
        payroll("POST /api/provider/payments/{paymentId}/match")
            .with(|world| json!({"version": world.payment_version, "parts": []}))
            .found(),
        payroll("POST /api/provider/payments/{paymentId}/refund")
            .with(|world| {
                let iban = "FI5542345670000081";
                json!({"version": world.payment_version, "iban": iban, "name": "Kulttuuritalo Oy"})
            })
            .found(),
        payroll("POST /api/provider/payments/{paymentId}/set-aside")
            .with(|world| json!({"version": world.payment_version, "note": "Vuokra."}))
            .found(),
        payroll("POST /api/provider/payments/{paymentId}/confirm").with(VERSION).found(),
        payroll("POST /api/provider/payments/{paymentId}/reject")
            .with(|world| json!({"version": world.payment_version, "note": "Väärä lasku."}))
            .found(),
        payroll("POST /api/provider/payments/{paymentId}/withdraw").with(VERSION).found(),
        payroll("POST /api/provider/payments/{paymentId}/unmatch").with(VERSION).found().not_about_oneself(),
        payroll("GET /api/provider/reminders"),
        payroll("POST /api/provider/reminders").with(|_| json!({"billIds": []})).found(),
        payroll("GET /api/provider/reminders/{reminderId}/pdf"),
        payroll("PUT /api/provider/reminders/{reminderId}/posted").found(),
        payroll("GET /api/provider/ledger/accounts/{number}"),
        payroll("GET /api/provider/ledger/closings"),
        payroll("GET /api/provider/ledger/export"),
        payroll("GET /api/provider/ledger/trial-balance"),
        payroll("GET /api/provider/vat"),
    ]
}

fn for_payroll() -> Vec<Rule> {
    const REASON: fn(&World) -> Value = |_| json!({"reason": "Tarkistetaan."});
    const NOTE: fn(&World) -> Value = |_| json!({"note": "Väärä kuukausi."});
    vec![
        people("GET /api/provider/tax-cards"),
        people("GET /api/provider/tax-cards/{cardId}/file"),
        people("PUT /api/provider/tax-cards/{cardId}")
            .with(|_| json!({"baseRate": 20, "ceiling": 45000, "additionalRate": 41, "validFrom": "01.01.2026"}))
            .found()
            .not_about_oneself(),
        staff("GET /api/provider/workers"),
        people("GET /api/provider/workers/{personId}"),
        people("PUT /api/provider/workers/{personId}/terms")
            .with(|world| json!({"version": world.owner_version, "workerType": "ENTREPRENEUR"}))
            .found()
            .not_about_oneself(),
        people("PUT /api/provider/workers/{personId}/distraint")
            .with(|_| {
                let receiver = "Ulosottolaitos";
                json!({"fixed": 50, "from": "01.12.2026", "receiver": receiver, "iban": "FI5542345670000081",
                       "reference": "1232"})
            })
            .not_about_oneself(),
        people("GET /api/provider/check"),
        payroll("GET /api/provider/payroll/corrections"),
        payroll("GET /api/provider/payroll/corrections/{creditNoteId}/file"),
        payroll("GET /api/provider/payroll/runs"),
        payroll("POST /api/provider/payroll/runs").found(),
        payroll("GET /api/provider/payroll/runs/{runId}"),
        payroll("GET /api/provider/payroll/runs/{runId}/files"),
        payroll("GET /api/provider/payroll/runs/{runId}/files/{fileId}"),
        payroll("GET /api/provider/payroll/runs/{runId}/salaries"),
        payroll("GET /api/provider/payroll/runs/{runId}/salaries/{salaryId}"),
        payroll("PUT /api/provider/payroll/runs/{runId}/salaries/{salaryId}/hold")
            .with(REASON)
            .found()
            .not_about_oneself(),
        payroll("PUT /api/provider/payroll/runs/{runId}/salaries/{salaryId}/release").found().not_about_oneself(),
        payroll("POST /api/provider/payroll/runs/{runId}/payday").with(|_| json!({"payday": "30.11.2026"})).found(),
        payroll("POST /api/provider/payroll/runs/{runId}/calculate").found(),
        payroll("POST /api/provider/payroll/runs/{runId}/approve")
            .with(|_| json!({"refunds": []}))
            .found(),
        payroll("POST /api/provider/payroll/runs/{runId}/unapprove").with(REASON).found(),
        payroll("POST /api/provider/payroll/runs/{runId}/pay").found(),
        payroll("GET /api/provider/payroll/separate-reports"),
        payroll("POST /api/provider/payroll/separate-reports").found(),
        payroll("GET /api/provider/payroll/separate-reports/{reportId}/file"),
        payroll("POST /api/provider/payroll/separate-reports/{reportId}/sent"),
        payroll("GET /api/provider/advances"),
        payroll("POST /api/provider/advances/{advanceId}/grant").found(),
        payroll("POST /api/provider/advances/{advanceId}/recover").with(|_| json!({"reason": "Ei maksa"})).found(),
        payroll("POST /api/provider/advances/{advanceId}/refuse").with(|_| json!({"reason": "Riski"})),
        payroll("GET /api/provider/remittances"),
        payroll("POST /api/provider/remittances").found(),
        payroll("POST /api/provider/remittances/approve").with(|_| json!({"remittances": []})).found(),
        payroll("GET /api/provider/remittances/{remittanceId}/file").of("remittanceId", "approvedRemittance"),
        payroll("POST /api/provider/remittances/{remittanceId}/refusal").with(NOTE).found(),
        payroll("POST /api/provider/remittances/{remittanceId}/refusal/confirm").found(),
        payroll("DELETE /api/provider/remittances/{remittanceId}/refusal").found(),
        payroll("POST /api/provider/remittances/{remittanceId}/cancel").with(NOTE),
        payroll("GET /api/provider/payouts"),
        payroll("POST /api/provider/payouts/files").found(),
        payroll("POST /api/provider/payouts/files/{payoutFileId}/approve").found(),
        payroll("POST /api/provider/payouts/files/{payoutFileId}/cancel").with(NOTE).found(),
        payroll("GET /api/provider/payouts/files/{payoutFileId}/file").of("payoutFileId", "approvedPayoutFile"),
        payroll("POST /api/provider/payouts/{payoutId}/refusal").with(NOTE).found(),
        payroll("POST /api/provider/payouts/{payoutId}/refusal/confirm").found(),
        payroll("DELETE /api/provider/payouts/{payoutId}/refusal").found(),
        payroll("POST /api/provider/payouts/{payoutId}/again").found(),
        payroll("POST /api/provider/ledger/closings").found(),
    ]
}

fn for_administration() -> Vec<Rule> {
    vec![
        staff("GET /api/provider/dashboard"),
        admin("GET /api/provider/api-keys"),
        admin("POST /api/provider/api-keys").with(|_| json!({"name": "Vuorot"})),
        admin("GET /api/provider/audit"),
        admin("GET /api/provider/deletion-requests"),
        people("GET /api/provider/figures"),
        people("GET /api/provider/figures/file"),
        admin("POST /api/provider/figures/reference-rate").found(),
        admin("POST /api/provider/figures/reference-rate/preview").found(),
        admin("POST /api/provider/figures/year").found(),
        admin("POST /api/provider/figures/year/preview").found(),
        staff("GET /api/provider/mails"),
        staff("POST /api/provider/mails/{mailId}/arrived").found(),
        staff("POST /api/provider/mails/{mailId}/resend").found(),
        staff("POST /api/provider/mails/{mailId}/settle").found(),
        admin("GET /api/provider/jobs"),
        admin("POST /api/provider/jobs/{jobId}/retry"),
        admin("GET /api/provider/people"),
        admin("GET /api/provider/people/{personId}/roles"),
        admin("PUT /api/provider/people/{personId}/roles").with(|_| json!({"roles": ["ROLE_USER"]})),
        admin("GET /api/provider/promo-codes"),
        admin("POST /api/provider/promo-codes").found(),
        admin("PUT /api/provider/promo-codes/{code}")
            .with(|_| json!({"version": 1, "servicePercent": 4.9, "validFrom": "01.11.2026"}))
            .found(),
        admin("GET /api/provider/settings"),
        admin("POST /api/provider/settings").with(|_| json!({"settings": {}})).found(),
        admin("POST /api/provider/deletion-requests/{personId}/erase").found().not_about_oneself(),
    ]
}

/// What removes things, and what ends sessions.
fn at_the_end() -> Vec<Rule> {
    vec![
        people("DELETE /api/provider/workers/{personId}/distraint").not_about_oneself(),
        admin("DELETE /api/provider/api-keys/{keyId}"),
        worker("DELETE /api/person/{personId}/sharedcustomers/{customerId}").quiet(),
        worker("DELETE /api/person/{personId}/templates/{templateId}").quiet(),
        worker("DELETE /api/person/{personId}/places/{placeId}").quiet(),
        worker("DELETE /api/person/{personId}/shifts/{shiftId}").found(),
        worker("DELETE /api/bill/{billId}/contractoritems/{itemId}").found(),
        worker("DELETE /api/extcontractoritems/receipts/{purchaseReceiptId}").found(),
        worker("DELETE /api/bill/{billId}/extcontractoritems/{purchaseId}"),
        worker("DELETE /api/billableitem/receipt/{receiptId}"),
        worker("DELETE /api/late-receipt/{lateReceiptId}").found(),
        worker("DELETE /api/billableitem/{rowId}"),
        // Without its rows.
        worker("PUT /api/person/{personId}/bills/{billId}")
            .with(|world| json!({"version": world.bill_version})),
        worker("DELETE /api/person/{personId}/bills/{billId}"),
        signed_in("DELETE /api/person/{personId}/profilepic"),
        signed_in("POST /api/person/deletion-request"),
        signed_in("DELETE /api/person/deletion-request"),
        signed_in("DELETE /api/person/sessions/{sessionId}"),
        signed_in("DELETE /api/person/sessions"),
        signed_in("DELETE /api/login"),
    ]
}
