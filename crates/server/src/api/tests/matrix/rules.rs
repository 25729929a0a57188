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
    pub first: Outcome,
    /// And those who call it after that.
    pub later: Outcome,
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
    Done,
    /// With this key, because of what it is now or of what is sent.
    Refused(&'static str),
}

fn rule(operation: &'static str, may: Option<&'static [Role]>) -> Rule {
    let about = match operation.split_once('{') {
        None => About::Nothing,
        Some((start, _)) if start.contains(" /api/provider/") => About::Provider,
        Some(_) => About::OneWorker,
    };
    Rule {
        operation,
        may,
        about,
        sees_all: &[],
        first: Outcome::Done,
        later: Outcome::Done,
        not_about_oneself: false,
        instead: None,
        body: |_| json!({}),
    }
}

fn anyone(operation: &'static str) -> Rule {
    rule(operation, None)
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

    fn refused(self, key: &'static str) -> Self {
        Self { first: Outcome::Refused(key), later: Outcome::Refused(key), ..self }
    }

    /// The first has changed what the others find.
    fn once(self, key: &'static str) -> Self {
        Self { later: Outcome::Refused(key), ..self }
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

    /// What its path names as part of something else, as an item of a bill, is looked for in that: the names of the latter.
    pub fn parents(&self) -> Vec<&'static str> {
        let parameters = self.path().split('{').skip(1).filter_map(|part| part.split('}').next());
        let mut named: Vec<_> = parameters.filter(|name| !matches!(*name, "personId" | "year")).collect();
        named.pop();
        named
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
        anyone("POST /api/login")
            .with(|_| json!({"username": "nobody@liksa.example", "password": "arvaus"}))
            .refused("LOGIN_FAILURE"),
        anyone("GET /api/calc"),
        anyone("PUT /api/calc").with(|_| json!({"price": 100})),
        anyone("PUT /api/calc/frombill"),
        anyone("GET /api/customers/options"),
        anyone("GET /api/customers/postal-codes/{postalCode}"),
        anyone("GET /api/professions"),
        anyone("POST /api/registration/start").refused("INVALID_FIELDS").with(|_| json!({"language": "fi"})),
        anyone("GET /api/registration/confirm").refused("validation.required"),
        anyone("PUT /api/registration/confirm")
            .refused("validation.required")
            .with(|_| json!({"user": {"acceptTerms": true}, "termsVersion": "1"})),
        anyone("PUT /api/registration/oidc/finish")
            .refused("IDENTIFICATION_FAILED")
            .with(|_| json!({"state": "x"})),
        anyone("GET /api/registration/oidc/jwks"),
        anyone("POST /api/registration/retry").refused("REGISTRATION_GONE"),
        anyone("POST /api/password/forgot/v2").refused("validation.required"),
        anyone("POST /api/password/change/v2").refused("validation.required"),
        anyone("GET /api/demo/mails"),
        anyone("GET /api/demo/mails/{id}"),
        signed_in("GET /api/login"),
        signed_in("GET /api/person"),
        signed_in("PUT /api/person"),
        signed_in("PUT /api/person/email").with(|_| json!({"token": "x"})).refused("LINK_NOT_VALID"),
        signed_in("POST /api/person/email").refused("validation.required"),
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
        worker("PUT /api/calc/frombill/{billId}").with(|_| {
            json!({"billableitems": [
            {"type": "CONTRACT", "date": "02.11.2026", "destination": "Keikka", "alvPrice": 1000}]})
        }),
        worker("POST /api/person/{personId}/bills/{billId}/copy"),
        worker("POST /api/person/{personId}/bills/{billId}/correct").refused("ILLEGAL_TRANSITION"),
        worker("POST /api/person/{personId}/bills/{billId}/credit-part").refused("ILLEGAL_TRANSITION"),
        worker("PUT /api/person/bill/{billId}/open").refused("ILLEGAL_TRANSITION"),
        worker("GET /api/person/{personId}/bills/{billId}/advancePayment"),
        worker("POST /api/person/{personId}/bills/{billId}/advancePayment").refused("INVOICE_NOT_SENT"),
        worker("DELETE /api/person/{personId}/bills/{billId}/advancePayment/{advanceId}")
            .of("billId", "billOfAdvance"),
        worker("GET /api/person/{personId}/creditable-bills"),
        worker("GET /api/person/subcontractors"),
        worker("POST /api/person/subcontractors/invitations")
            .with(|_| json!({"email": "uusi@liksa.example"})),
        worker("GET /api/person/{personId}/contractoritems"),
        worker("POST /api/bill/{billId}/contractoritems").with(|_| {
            json!({
            "email": "sub@liksa.example", "date": "03.11.2026", "amount": 1, "description": "Miksaus"})
        }),
        worker("PUT /api/contractoritems/{itemId}/approve-request"),
        // One is not one's own subcontractor.
        // The version in the query is not that of this share.
        worker("PUT /api/contractoritems/{itemId}/approve")
            .of("itemId", "shareOfAnother")
            .refused("STALE_SHARE"),
        worker("PUT /api/contractoritems/{itemId}/decline")
            .of("itemId", "shareOfAnother")
            .refused("STALE_SHARE"),
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
        worker("POST /api/bill/{billId}/extcontractoritems").refused("INVALID_FIELDS"),
        worker("POST /api/bill/{billId}/extcontractoritems/read"),
        worker("POST /api/bill/{billId}/extcontractoritems/receipts"),
        worker("POST /api/bill/{billId}/extcontractoritems/{purchaseId}/receipts"),
        worker("PUT /api/bill/{billId}/extcontractoritems/{purchaseId}").refused("INVALID_FIELDS"),
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
        worker("POST /api/person/{personId}/shifts")
            .with(|_| json!({"startDateTime": "2026-11-16T08:00", "endDateTime": "2026-11-16T16:00"})),
        worker("POST /api/person/{personId}/shifts/rows")
            .with(|world| json!({"shiftIds": [world.of_owner["shiftId"]]})),
        worker("GET /api/person/{personId}/shifts/{shiftId}"),
        worker("PUT /api/person/{personId}/shifts/{shiftId}").refused("validation.required"),
        worker("GET /api/person/{personId}/templates"),
        worker("PUT /api/person/{personId}/templates/{templateId}")
            .with(|_| json!({"kind": "TEXT", "name": "Kiitos", "text": "Kiitos!"}))
            .or_new(),
        worker("POST /api/person/{personId}/templates/delete").with(|_| json!({"ids": []})),
        worker("GET /api/sharedcustomers"),
        worker("POST /api/sharedcustomers").refused("INVALID_FIELDS"),
        // The customer is a private person, whom nobody else's bills name.
        worker("PUT /api/sharedcustomers/{customerId}").with(|_| {
            json!({"version": 1, "partyRole": "CUSTOMER", "name": "Helmi Niemelä", "sendBillMethod": "EMAIL",
                       "email": "helmi@liksa.example", "phonenumber": "040 1", "termofpayment": 7,
                       "address": "Koivukuja 1", "postalcode": "00500", "city": "Helsinki"})
        }),
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
            }).once("STALE_CUSTOMER"),
        clerk("GET /api/provider/late-receipts"),
        clerk("PUT /api/provider/late-receipts/{lateReceiptId}/approve")
            .with(|world| json!({"version": world.late_receipt_version})).once("STALE_LATE_RECEIPT")
            .not_about_oneself(),
        clerk("PUT /api/provider/late-receipts/{lateReceiptId}/undo")
            .with(|world| json!({"version": world.late_receipt_version})).once("STALE_LATE_RECEIPT")
            .not_about_oneself(),
        clerk("PUT /api/provider/late-receipts/{lateReceiptId}/refuse")
            .with(|world| json!({"version": world.late_receipt_version, "reason": "Epäselvä kuva."})).once("STALE_LATE_RECEIPT")
            .not_about_oneself(),
        clerk("GET /api/provider/bills"),
        clerk("GET /api/provider/bills/{billId}"),
        staff("GET /api/provider/bills/{billId}/payments"),
        clerk("POST /api/provider/bills/approve").with(|_| json!({"ids": []})),
        clerk("PUT /api/provider/bills/{billId}/take").once("ILLEGAL_TRANSITION").not_about_oneself(),
        clerk("PUT /api/provider/bills/{billId}/receipt-vat")
            .with(|world| json!({"version": world.provider_bill_version, "receipts": []}))
            .not_about_oneself(),
        clerk("PUT /api/provider/bills/{billId}/open-request/grant").refused("ILLEGAL_TRANSITION").not_about_oneself(),
        clerk("PUT /api/provider/bills/{billId}/open-request/refuse").refused("ILLEGAL_TRANSITION").not_about_oneself(),
        clerk("PUT /api/provider/bills/{billId}/approve").once("ILLEGAL_TRANSITION").not_about_oneself(),
        clerk("PUT /api/provider/bills/{billId}/unapprove").once("ILLEGAL_TRANSITION").not_about_oneself(),
        clerk("PUT /api/provider/bills/{billId}/send").refused("ILLEGAL_TRANSITION").not_about_oneself(),
        clerk("PUT /api/provider/bills/{billId}/return")
            .with(|_| json!({"reason": "Tilausnumero puuttuu."})).once("ILLEGAL_TRANSITION")
            .not_about_oneself(),
        clerk("GET /api/provider/deliveries"),
        clerk("POST /api/provider/deliveries/{deliveryId}/arrived").refused("DELIVERY_SETTLED"),
        clerk("POST /api/provider/deliveries/{deliveryId}/retry").once("DELIVERY_SETTLED"),
        clerk("GET /api/provider/print-batches"),
        clerk("POST /api/provider/print-batches").refused("NOTHING_TO_PRINT"),
        clerk("GET /api/provider/print-batches/{batchId}/pdf"),
        clerk("POST /api/provider/shifts").refused("UNREADABLE_IMPORT"),
    ]
}

fn for_payments() -> Vec<Rule> {
    const VERSION: fn(&World) -> Value = |world| json!({"version": world.payment_version});
    vec![
        payroll("GET /api/provider/bank-files"),
        payroll("POST /api/provider/bank-files").refused("BANK_FILE_NOT_CAMT"),
        payroll("GET /api/demo/bank-statement.xml"),
        payroll("GET /api/provider/open-bills"),
        payroll("GET /api/provider/overdue"),
        payroll("GET /api/provider/payments"),
        payroll("GET /api/provider/payments/{paymentId}"),
        payroll("POST /api/provider/payments/{paymentId}/match")
            .with(|world| json!({"version": world.payment_version, "parts": []}))
            .refused("PAYMENT_CHANGED"),
        payroll("POST /api/provider/payments/{paymentId}/refund")
            .with(|world| {
                let iban = "FI5542345670000081";
                json!({"version": world.payment_version, "iban": iban, "name": "Kulttuuritalo Oy"})
            })
            .refused("PAYMENT_CHANGED"),
        payroll("POST /api/provider/payments/{paymentId}/set-aside")
            .with(|world| json!({"version": world.payment_version, "note": "Vuokra."}))
            .refused("PAYMENT_CHANGED"),
        payroll("POST /api/provider/payments/{paymentId}/confirm").with(VERSION).refused("MATCH_NOT_WAITING"),
        payroll("POST /api/provider/payments/{paymentId}/reject")
            .with(|world| json!({"version": world.payment_version, "note": "Väärä lasku."}))
            .refused("MATCH_NOT_WAITING"),
        payroll("POST /api/provider/payments/{paymentId}/withdraw")
            .with(VERSION)
            .refused("MATCH_NOT_WAITING"),
        payroll("POST /api/provider/payments/{paymentId}/unmatch")
            .with(VERSION)
            .once("PAYMENT_CHANGED")
            .not_about_oneself(),
        payroll("GET /api/provider/reminders"),
        payroll("POST /api/provider/reminders")
            .with(|_| json!({"billIds": []}))
            .refused("validation.required"),
        payroll("GET /api/provider/reminders/{reminderId}/pdf"),
        payroll("PUT /api/provider/reminders/{reminderId}/posted"),
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
            .with(|_| json!({"baseRate": 20, "ceiling": 45000, "additionalRate": 41, "validFrom": "01.01.2026"})).refused("TAX_CARD_REPLACED")
            .not_about_oneself(),
        staff("GET /api/provider/workers"),
        people("GET /api/provider/workers/{personId}"),
        people("PUT /api/provider/workers/{personId}/terms")
            .with(|world| json!({"version": world.owner_version, "workerType": "ENTREPRENEUR"}))
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
        payroll("POST /api/provider/payroll/runs"),
        payroll("GET /api/provider/payroll/runs/{runId}"),
        payroll("GET /api/provider/payroll/runs/{runId}/files"),
        payroll("GET /api/provider/payroll/runs/{runId}/files/{fileId}"),
        payroll("GET /api/provider/payroll/runs/{runId}/salaries"),
        payroll("GET /api/provider/payroll/runs/{runId}/salaries/{salaryId}"),
        payroll("PUT /api/provider/payroll/runs/{runId}/salaries/{salaryId}/hold")
            .with(REASON).refused("RUN_NOT_IN_STATE")
            .not_about_oneself(),
        payroll("PUT /api/provider/payroll/runs/{runId}/salaries/{salaryId}/release").refused("RUN_NOT_IN_STATE").not_about_oneself(),
        payroll("POST /api/provider/payroll/runs/{runId}/payday").with(|_| json!({"payday": "30.11.2026"})).refused("RUN_NOT_IN_STATE"),
        payroll("POST /api/provider/payroll/runs/{runId}/calculate").refused("RUN_NOT_IN_STATE"),
        payroll("POST /api/provider/payroll/runs/{runId}/approve")
            .with(|_| json!({"refunds": []})).refused("RUN_NOT_IN_STATE"),
        payroll("POST /api/provider/payroll/runs/{runId}/unapprove").with(REASON).refused("RUN_NOT_IN_STATE"),
        payroll("POST /api/provider/payroll/runs/{runId}/pay").refused("RUN_NOT_IN_STATE"),
        payroll("GET /api/provider/payroll/separate-reports"),
        payroll("POST /api/provider/payroll/separate-reports").refused("validation.required"),
        payroll("GET /api/provider/payroll/separate-reports/{reportId}/file"),
        payroll("POST /api/provider/payroll/separate-reports/{reportId}/sent"),
        payroll("GET /api/provider/advances"),
        payroll("POST /api/provider/advances/{advanceId}/grant").refused("ADVANCE_PAYMENT_TOO_BIG"),
        payroll("POST /api/provider/advances/{advanceId}/recover").with(|_| json!({"reason": "Ei maksa"})).refused("ADVANCE_NOT_IN_STATE"),
        payroll("POST /api/provider/advances/{advanceId}/refuse").once("ADVANCE_NOT_IN_STATE").with(|_| json!({"reason": "Riski"})),
        payroll("GET /api/provider/remittances"),
        payroll("POST /api/provider/remittances").refused("INVALID_FIELDS"),
        payroll("POST /api/provider/remittances/approve").with(|_| json!({"remittances": []})).refused("validation.invalid"),
        payroll("GET /api/provider/remittances/{remittanceId}/file").of("remittanceId", "approvedRemittance"),
        payroll("POST /api/provider/remittances/{remittanceId}/refusal").with(NOTE).refused("REMITTANCE_NOT_IN_STATE"),
        payroll("POST /api/provider/remittances/{remittanceId}/refusal/confirm").refused("REMITTANCE_NOT_IN_STATE"),
        payroll("DELETE /api/provider/remittances/{remittanceId}/refusal").refused("REMITTANCE_NOT_IN_STATE"),
        payroll("POST /api/provider/remittances/{remittanceId}/cancel").once("REMITTANCE_NOT_IN_STATE").with(NOTE),
        payroll("GET /api/provider/payouts"),
        payroll("POST /api/provider/payouts/files").refused("INVALID_FIELDS"),
        payroll("POST /api/provider/payouts/files/{payoutFileId}/approve").once("PAYOUT_NOT_IN_STATE"),
        payroll("POST /api/provider/payouts/files/{payoutFileId}/cancel").with(NOTE).refused("PAYOUT_NOT_IN_STATE"),
        payroll("GET /api/provider/payouts/files/{payoutFileId}/file").of("payoutFileId", "approvedPayoutFile"),
        payroll("POST /api/provider/payouts/{payoutId}/refusal").with(NOTE).refused("PAYOUT_NOT_IN_STATE"),
        payroll("POST /api/provider/payouts/{payoutId}/refusal/confirm").refused("PAYOUT_NOT_IN_STATE"),
        payroll("DELETE /api/provider/payouts/{payoutId}/refusal").refused("PAYOUT_NOT_IN_STATE"),
        payroll("POST /api/provider/payouts/{payoutId}/again").refused("PAYOUT_NOT_IN_STATE"),
        payroll("POST /api/provider/ledger/closings").refused("validation.required"),
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
        admin("POST /api/provider/figures/reference-rate").refused("INVALID_FIELDS"),
        admin("POST /api/provider/figures/reference-rate/preview").refused("INVALID_FIELDS"),
        admin("POST /api/provider/figures/year").refused("validation.required"),
        admin("POST /api/provider/figures/year/preview").refused("validation.required"),
        staff("GET /api/provider/mails"),
        staff("POST /api/provider/mails/{mailId}/arrived").refused("MAIL_SETTLED"),
        staff("POST /api/provider/mails/{mailId}/resend").refused("MAIL_SETTLED"),
        staff("POST /api/provider/mails/{mailId}/settle").refused("MAIL_SETTLED"),
        admin("GET /api/provider/jobs"),
        admin("POST /api/provider/jobs/{jobId}/retry").once("JOB_NOT_FAILED"),
        admin("GET /api/provider/people"),
        admin("GET /api/provider/people/{personId}/roles"),
        admin("PUT /api/provider/people/{personId}/roles").with(|_| json!({"roles": ["ROLE_USER"]})),
        admin("GET /api/provider/promo-codes"),
        admin("POST /api/provider/promo-codes").refused("INVALID_FIELDS"),
        admin("PUT /api/provider/promo-codes/{code}")
            .with(|_| json!({"version": 1, "servicePercent": 4.9, "validFrom": "01.11.2026"}))
            .once("STALE_PROMO_CODE"),
        admin("GET /api/provider/settings"),
        admin("POST /api/provider/settings").with(|_| json!({"settings": {}})).refused("INVALID_FIELDS"),
        admin("POST /api/provider/deletion-requests/{personId}/erase")
            .refused("DELETION_NOT_REQUESTED")
            .not_about_oneself(),
    ]
}

/// What removes things, and what ends sessions.
fn at_the_end() -> Vec<Rule> {
    vec![
        people("DELETE /api/provider/workers/{personId}/distraint").once("NOT_FOUND").not_about_oneself(),
        admin("DELETE /api/provider/api-keys/{keyId}").once("NOT_FOUND"),
        worker("DELETE /api/person/{personId}/sharedcustomers/{customerId}").quiet(),
        worker("DELETE /api/person/{personId}/templates/{templateId}").quiet(),
        worker("DELETE /api/person/{personId}/places/{placeId}").quiet(),
        worker("DELETE /api/person/{personId}/shifts/{shiftId}").refused("SHIFT_PLANNED"),
        worker("DELETE /api/bill/{billId}/contractoritems/{itemId}").refused("STALE_SHARE"),
        worker("DELETE /api/extcontractoritems/receipts/{purchaseReceiptId}"),
        // The version in the query is not that of the share or of the purchase.
        worker("DELETE /api/bill/{billId}/extcontractoritems/{purchaseId}").refused("PURCHASE_NOT_IN_STATE"),
        worker("DELETE /api/billableitem/receipt/{receiptId}"),
        worker("DELETE /api/late-receipt/{lateReceiptId}"),
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
