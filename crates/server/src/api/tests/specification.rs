//! Every call of the specification, as it is written there and with nothing else: its method, its path and the fields of
//! its body. One worker lives through them, from the registration to the pay slip. What the provider does meanwhile goes
//! through its own API.

mod calls;
mod entering;

use liksa_domain::person::Role;
use liksa_test_support::both_engines;
use serde_json::{Value, json};

use crate::api::bills::tests::somebody;
use crate::api::provider::money_path::{MoneyPath, RUNS, id, ok};
use crate::testing::{Answer, Call, PDF, SignedIn, TestApp, picture};
use crate::tests::payment_fixtures::{PaymentsTest, paid};
use calls::Made;
use entering::{at_the_bank, log_in, log_in_by_mail, register};

both_engines! { a_worker_lives_by_the_specification }

const EMAIL: &str = "maija@liksa.example";
const FIRST_PASSWORD: &str = "oma-salasana";
const SECOND_PASSWORD: &str = "uusi-salasana";

async fn a_worker_lives_by_the_specification(app: TestApp) {
    let (app, made) = Made::listed(app);
    register(&app).await;
    let maija = log_in(&app, FIRST_PASSWORD, "en").await;
    let mut life = Life { app, maija };
    life.change_profile().await;
    life.send_picture_and_tax_card().await;
    let customer = life.add_customer().await;
    life.use_templates().await;
    life.claim_for_shift().await;
    life.calculate().await;
    life.find_addresses().await;
    let bill = life.write_bill(&customer).await;
    life.change_rows(&bill).await;
    life.buy(&bill).await;
    life.calculate_from(&bill).await;
    life.share(&bill).await;
    life.send_open_and_send_again(&bill).await;
    life.copy_and_delete(&bill).await;
    life.look_at_dashboard(&bill).await;
    let mut life = life.provider_pays(&bill, &customer).await;
    life.maija = log_in_by_mail(&life.app).await;
    life.look_back(&bill).await;
    life.forget_password().await;
    life.log_out().await;
    made.assert_as_specified();
}

fn with(mut body: Value, field: &str, value: impl Into<Value>) -> Value {
    body[field] = value.into();
    body
}

struct Life {
    app: TestApp,
    maija: SignedIn,
}

impl Life {
    async fn find_addresses(&self) {
        let search = self.app.get("/api/address?address=H%C3%A4meenkatu%205,%2033100");
        let found = self.done(200, search).await;
        assert_eq!(found["addresses"], json!(["Hämeenkatu 5, 33100 Tampere"]));
        let here = json!({"accuracy": 12.5, "latitude": 60.1826, "longitude": 24.9505});
        let found = self.done(200, self.app.post("/api/address/coordinates").json(&here)).await;
        assert_eq!(found["formatted_address"], "00530 Helsinki");
        assert_eq!(found["addresses"], json!(["00530 Helsinki"]));
        let way = json!({"from": "Vaasankatu 12, 00500 Helsinki", "to": "Hämeenkatu 5, 33100 Tampere",
                         "wayPoint": ["13100 Hämeenlinna"], "roundtrip": true});
        let found = self.done(200, self.app.post("/api/address/distance").json(&way)).await;
        let there_and_back = found["distance"].as_f64().unwrap();
        assert!((340.0..480.0).contains(&there_and_back), "{found}");
        assert_eq!(found["travelTimeInMinutes"], Value::Null, "no road is known");
    }

    /// A path that belongs to the worker.
    fn own(&self, rest: &str) -> String {
        format!("/api/person/{}{rest}", self.maija.id)
    }

    async fn send(&self, call: Call) -> Answer {
        call.token(&self.maija.token).send().await
    }

    /// The answer to a call that succeeds with this status.
    async fn done(&self, status: u16, call: Call) -> Value {
        let answer = self.send(call).await;
        assert_eq!(answer.status, status, "{}", answer.json);
        answer.json
    }

    /// A file, with the token in its address.
    async fn download(&self, path: &str) -> Vec<u8> {
        let joined = if path.contains('?') { '&' } else { '?' };
        let answer = self.app.get(&format!("{path}{joined}authtoken={}", self.maija.token)).send().await;
        assert_eq!(answer.status, 200, "{path} {}", answer.json);
        answer.body
    }

    async fn bill(&self, bill: &Value) -> Value {
        self.done(200, self.app.get(&self.own(&format!("/bills/{}", id(bill))))).await
    }

    async fn save(&self, bill: &Value) -> Answer {
        let path = self.own(&format!("/bills/{}", id(bill)));
        self.send(self.app.put(&path).json(bill)).await
    }

    async fn change_profile(&mut self) {
        let profile = json!({
            "id": self.maija.id.to_string(), "firstName": "Maija Liisa", "lastName": "Äkäslompolo",
            "fullName": "Maija Liisa Äkäslompolo", "phone": "040 765 4321", "email": EMAIL, "marketingname": "Maija",
            "address": "Vaasankatu 14", "city": "Helsinki", "postalcode": "00500", "country": "FIN",
            "professionCode": "2652", "iban": "fi58-1017.1000/0001 22", "language": "fi",
            "personSettings": {"taxpercent": 0.2, "primaryWork": "Muusikko", "disableAddressSearch": false,
                               "workerType": "ENTREPRENEUR"},
        });
        let saved = self.done(200, self.app.put("/api/person").json(&profile)).await;
        assert_eq!(
            (&saved["iban"], &saved["address"]),
            (&json!("FI58 1017 1000 0001 22"), &profile["address"])
        );
        assert_eq!(saved["personSettings"]["taxpercent"], Value::Null, "only payroll writes it");
        let emptied = self.send(self.app.put("/api/person").json(&with(profile, "address", ""))).await;
        assert_eq!((emptied.status, emptied.key()), (422, "validation.required"), "{}", emptied.json);
        let password = json!({"password": SECOND_PASSWORD, "currentPassword": "väärä-salasana"});
        let wrong = self.send(self.app.put("/api/person").json(&password)).await;
        assert_eq!((wrong.status, wrong.key()), (422, "AUTHENTICATION_FAILED"), "{}", wrong.json);
        let password = with(password, "currentPassword", FIRST_PASSWORD);
        self.done(200, self.app.put("/api/person").json(&password)).await;
        self.maija = log_in(&self.app, SECOND_PASSWORD, "fi").await;
    }

    async fn send_picture_and_tax_card(&self) {
        let path = self.own("/profilepic");
        self.done(204, self.app.post(&path).file("minä.png", &picture())).await;
        let shown = self.send(self.app.get(&path)).await;
        assert_eq!((shown.status, shown.headers["content-type"].to_str().unwrap()), (200, "image/jpeg"));
        let path = self.own("/taxcard");
        let card = self.done(201, self.app.post(&path).file("verokortti.pdf", PDF)).await;
        assert_eq!(self.download(&path).await, PDF);
        let payroll = somebody(&self.app, "reader@liksa.example", Role::Payroll).await;
        let figures = json!({"baseRate": 20, "validFrom": "01.01.2026"});
        ok(self.app.put(&format!("/api/provider/tax-cards/{}", id(&card))).json(&figures), &payroll).await;
    }

    async fn add_customer(&self) -> Value {
        let search = self.app.get("/api/sharedcustomers?crit=kulttuuri");
        assert_eq!(self.done(200, search).await["customers"], json!([]));
        let body = json!({
            "name": "Kulttuuritalo Oy", "partyRole": "COMPANY", "organization": "", "businessid": "2332748-7",
            "vat": "", "sotu": "", "netbankaddress": "", "operator": "", "sendBillMethod": "EMAIL",
            "termofpayment": 14, "referenceNumber": "", "address": "Sturenkatu 4", "postalcode": "00510",
            "city": "Helsinki", "addresscountry": "FIN", "phonenumber": "09 123", "costUnits": [], "people": [],
            "email": "laskut@kulttuuritalo.example", "email2": "",
        });
        let customer = self.done(201, self.app.post("/api/sharedcustomers").json(&body)).await;
        let again = self.send(self.app.post("/api/sharedcustomers").json(&body)).await;
        assert_eq!((again.status, again.key()), (409, "customer_already_added_please_search"));
        let private = json!({
            "name": "Olga Ostaja", "partyRole": "CUSTOMER", "personSotu": "bad", "sendBillMethod": "PAPERBILL",
            "termofpayment": 14, "address": "Kotikatu 1", "postalcode": "00100", "city": "Helsinki",
            "phonenumber": "040 1", "email": "olga@ostaja.example",
        });
        let refused = self.send(self.app.post("/api/sharedcustomers").json(&private)).await;
        assert_eq!((refused.status, refused.key()), (422, "validation.invalidSotu"), "{}", refused.json);
        let saved = self.own(&format!("/sharedcustomers/{}", id(&customer)));
        self.done(204, self.app.delete(&saved)).await;
        self.done(200, self.app.post(&saved)).await;
        customer
    }

    async fn use_templates(&self) {
        let listed =
            async || self.done(200, self.app.get(&self.own("/templates"))).await["templates"].clone();
        assert_eq!(listed().await, json!([]));
        let path =
            |number: u32| self.own(&format!("/templates/01900000-0000-7000-8000-0000000000{number:02}"));
        for number in [1, 2] {
            let text = json!({"text": format!("Kiitos {number}!"), "showInResult": true});
            self.done(200, self.app.put(&path(number)).json(&text)).await;
        }
        let first = listed().await[0].clone();
        let hidden = self.done(200, self.app.put(&path(1)).json(&with(first, "showInResult", false))).await;
        assert_eq!((&hidden["name"], &hidden["showInResult"]), (&json!("Kiitos 1!"), &json!(false)));
        self.done(204, self.app.delete(&path(1))).await;
        let ids = json!({"ids": [id(&listed().await[0])]});
        self.done(200, self.app.post(&self.own("/templates/delete")).json(&ids)).await;
        assert_eq!(listed().await, json!([]));
    }

    /// The page of shifts, and a shift sent back as it was read with its trip and what is claimed.
    async fn claim_for_shift(&self) {
        let clerk = somebody(&self.app, "planner@liksa.example", Role::Clerk).await;
        let planned = json!({"shifts": [{"shiftId": "TV-1", "email": EMAIL, "startDateTime": "2026-11-16T08:00",
            "endDateTime": "2026-11-16T20:00", "departmentKey": "N3", "departmentName": "Näyttämö",
            "entitled": ["KILOMETER_ALLOWANCE", "FULL_DAY_ALLOWANCE"]}]});
        let import = self.app.post("/api/provider/shifts").body("application/json", planned.to_string());
        ok(import, &clerk).await;
        let page = self.done(200, self.app.get(&self.own("/shifts"))).await;
        let sizes = (&page["size"], &page["numberOfElements"], &page["totalPages"], &page["totalElements"]);
        assert_eq!(sizes, (&json!(20), &json!(1), &json!(1), &json!(1)));
        let mut shift = page["content"][0].clone();
        assert_eq!((&shift["shiftId"], &shift["departmentName"]), (&json!("TV-1"), &json!("Näyttämö")));
        shift["journey"] = json!({"kilometers": 118, "addressStart": "Vaasankatu 14, 00500 Helsinki",
            "addressStop": "Turku", "vehicleRegisterNumber": "ABC-123"});
        shift["reimbursements"] = json!({"fulldaycompensation": 1});
        let saved = self.done(200, self.app.put(&self.own("/shifts/TV-1")).json(&shift)).await;
        let journey = (&saved["journey"]["kilometers"], &saved["journey"]["addressStop"]);
        assert_eq!(journey, (&json!(118), &json!("Turku")));
        assert_eq!(saved["reimbursements"]["fulldaycompensation"], 1);
    }

    async fn calculate(&self) {
        let input = json!({
            "price": 1000, "alv": 25.5, "taxPercent": 0.2, "age": 36, "kilometers": 0, "fulldaycompensation": 0,
            "partialdaycompensation": 0, "lunchcompensation": 0, "payday": "20.11.2026",
        });
        let summary = self.done(200, self.app.put("/api/calc").json(&input)).await;
        for field in [
            "amount",
            "totalBillingWithoutAlv",
            "totalBilling",
            "contracting",
            "bruttoSalary",
            "holidaybonusamount",
            "total_reimbursements",
            "billableAmountToBePaid",
            "employeeCost",
            "employerCosts",
            "taxamount",
            "unemploymentAmount",
            "tyel",
            "yel",
            "serviceFee",
            "sotu",
            "sotu_total",
            "accidentInsurance",
            "accidentInsurance_total",
            "distraint",
            "reductions",
            "salary",
        ] {
            assert!(summary[field].is_number(), "{field}");
        }
        // It is for everybody and names nobody: 6.9 %, whatever code one has registered with.
        assert_eq!((&summary["hasAlv"], &summary["serviceFee"]), (&json!(true), &json!(69.0)));
        let too_little = with(input.clone(), "fulldaycompensation", 30);
        let refused = self.send(self.app.put("/api/calc").json(&too_little)).await;
        assert_eq!((refused.status, refused.key()), (422, "BILLED_AMOUNT_NOT_ENOUGH"));
        let old = self.send(self.app.put("/api/calc").json(&with(input, "payday", "20.11.1999"))).await;
        let unknown = json!([{"field": "payday", "key": "validation.unknownYear", "year": 1999}]);
        assert_eq!(old.json["fields"], unknown);
    }

    /// A purchase invoice with its copy, which is not bought after all.
    async fn buy(&mut self, bill: &Value) {
        let purchases = format!("/api/bill/{}/extcontractoritems", id(bill));
        let copies = format!("{purchases}/receipts");
        let copy = self.done(201, self.app.post(&copies).file("lasku.pdf", PDF)).await;
        let body = json!({"name": "Valovuokraus Oy", "duedate": "30.11.2026", "amount": 100, "referenceNumber": "1232",
                          "accountNumber": "FI2112345600000785", "paynow": false, "receipts": [{"id": copy["id"]}]});
        let bought = self.done(201, self.app.post(&purchases).json(&body)).await;
        assert_eq!((&bought["state"], &bought["canBeEdited"]), (&json!("OPEN"), &json!(true)));
        assert_eq!((&bought["billId"], &bought["paid"]), (&bill["id"], &Value::Null));
        let path = format!("{purchases}/{}", id(&bought));
        let changed = with(bought.clone(), "amount", 120);
        assert_eq!(self.done(200, self.app.put(&path).json(&changed)).await["amount"], json!(120.0));
        let second = self.done(201, self.app.post(&format!("{path}/receipts")).file("sivu2.pdf", PDF)).await;
        assert_eq!(self.download(&format!("/api/extcontractoritems/receipt/{}", id(&second))).await, PDF);
        self.done(204, self.app.delete(&format!("/api/extcontractoritems/receipts/{}", id(&second)))).await;
        let pay_now = json!({"paynow": true});
        let sent = self.done(200, self.app.post(&format!("{path}/sendForPayment")).json(&pay_now)).await;
        assert_eq!((&sent["state"], &sent["paynow"]), (&json!("PAY_NOW"), &json!(true)));
        assert_eq!(self.done(200, self.app.post(&format!("{path}/open"))).await["state"], "OPEN");
        self.done(204, self.app.delete(&path)).await;
    }

    /// One row by its price with VAT, one by hours, with a trip and a receipt.
    async fn write_bill(&self, customer: &Value) -> Value {
        let body = json!({
            "state": "OPEN", "language": "fin", "billingdate": "16.11.2026", "dueDate": 14,
            "sharedCustomer": customer, "alv": 25.5, "inverseALV": false, "billReimbursementsFromCustomer": false,
            "separateReimbursements": false, "constructionReimbursements": false, "specificationDetails": "",
            "invoiceText": "Kiitos yhteistyöstä", "yourcode": "4711", "leftOutFromHome": false,
            "billableitems": [
                {"type": "CONTRACT", "date": "03.11.2026", "destination": "Keikka", "price": 1255, "state": "OPEN"},
                {"type": "AMOUNT", "date": "04.11.2026", "destination": "Matka", "hourlyprice": "62,50",
                 "billableWorkHours": 8, "kilometers": 352, "vehicle": "0", "vehicleRegisterNumber": "ABC-123",
                 "addressStart": "Vaasankatu 14, 00500 Helsinki", "addressStop": "Hämeenkatu 5, 33100 Tampere",
                 "wayPoint": [], "roundtrip": true, "startdate": "04.11.2026", "time": "07:30",
                 "returndate": "04.11.2026", "returntime": "19:30", "fulldaycompensation": 1},
            ],
            "contractorBillableItems": [], "extContractorBillableItems": [],
        });
        let bill = self.done(201, self.app.post(&self.own("/bills")).json(&body)).await;
        assert_eq!((&bill["totalprice"], &bill["totalpriceWithAlv"]), (&json!(1500.0), &json!(1882.5)));
        assert_eq!((&bill["state"], &bill["exactDueDate"]), (&json!("OPEN"), &json!("30.11.2026")));
        let row = &bill["billableitems"][0];
        assert_eq!(
            (&row["alvPrice"], &row["price"], &row["vehicle"]),
            (&json!(1000.0), &json!(1255.0), &json!("0"))
        );
        let reasons = with(with(body.clone(), "inverseALV", true), "vatZeroReasonCode", 7);
        let refused = self.send(self.app.post(&self.own("/bills")).json(&reasons)).await;
        assert_eq!((refused.status, refused.key()), (422, "VAT_ZERO_REASON_WITH_REVERSE_VAT"));
        let list = self.done(200, self.app.get(&self.own("/bills"))).await;
        assert_eq!((&list["total"], &list["bills"][0]["id"]), (&json!(1), &bill["id"]));
        bill
    }

    async fn change_rows(&self, bill: &Value) {
        let path = |row: &Value| format!("/api/billableitem/{}", id(row));
        let row = self.done(200, self.app.get(&path(&bill["billableitems"][1]))).await;
        let changed = with(row.clone(), "othercost", "23,40");
        let saved = self.done(200, self.app.put(&path(&row)).json(&changed)).await;
        assert_eq!(saved["billableitems"][1]["othercost"], json!(23.4));
        let unsent = self.save(&with(saved.clone(), "state", "PENDING")).await;
        assert_eq!((unsent.status, unsent.key()), (422, "RECEIPT_REQUIRED"), "{}", unsent.json);
        let receipts = format!("{}/receipt", path(&row));
        let first = self.done(201, self.app.post(&receipts).file("turha.png", &picture())).await;
        self.done(204, self.app.delete(&format!("/api/billableitem/receipt/{}", id(&first)))).await;
        let receipt = self.done(201, self.app.post(&receipts).file("pysäköinti.pdf", PDF)).await;
        assert!(receipt["date"].is_string() && receipt["displayname"] == "pysäköinti.pdf");
        assert_eq!(self.download(&format!("/api/billableitem/receipt/{}", id(&receipt))).await, PDF);
        let mut more = self.bill(bill).await;
        let superfluous = json!({"date": "05.11.2026", "destination": "Turha", "alvPrice": 1});
        more["billableitems"].as_array_mut().unwrap().push(superfluous);
        let more = self.save(&more).await;
        assert_eq!(more.status, 200, "{}", more.json);
        let left = self.done(200, self.app.delete(&path(&more.json["billableitems"][2]))).await;
        assert_eq!(left["billableitems"].as_array().unwrap().len(), 2);
    }

    /// Gives shares to a subcontractor, who approves one and declines another; both are taken back and removed.
    async fn share(&self, bill: &Value) {
        let pekka = somebody(&self.app, "pekka@liksa.example", Role::User).await;
        let found =
            self.done(200, self.app.get("/api/person/subcontractors?query=pekka@liksa.example")).await;
        assert_eq!(
            (found[0]["id"].clone(), &found[0]["email"]),
            (json!(pekka.id), &json!("pekka@liksa.example"))
        );
        let items = format!("/api/bill/{}/contractoritems", id(bill));
        for (answer, state) in [("approve", "APPROVED"), ("decline", "DECLINED")] {
            let body = json!({"subcontractor": found[0], "date": "03.11.2026", "amount": 200, "description": "Miksaus"});
            let share = self.done(201, self.app.post(&items).json(&body)).await;
            let path = format!("{items}/{}", id(&share));
            let changed = with(share.clone(), "amount", "250,50");
            let changed = self.done(200, self.app.put(&path).json(&changed)).await;
            assert_eq!((&changed["amount"], &changed["canBeEdited"]), (&json!(250.5), &json!(true)));
            let of_item = format!("/api/contractoritems/{}", id(&share));
            let asked = self.done(200, self.app.put(&format!("{of_item}/approve-request"))).await;
            assert_eq!(asked["state"], "WAITING_SUBCONTRACTOR");
            let answered = self.app.put(&format!("{of_item}/{answer}")).token(&pekka.token).send().await;
            assert_eq!((answered.status, &answered.json["state"]), (200, &json!(state)), "{}", answered.json);
            let open = self.done(200, self.app.put(&path).json(&with(asked, "state", "OPEN"))).await;
            assert_eq!(open["state"], "OPEN");
            self.done(204, self.app.delete(&path)).await;
        }
    }

    async fn calculate_from(&self, bill: &Value) {
        let bill = self.bill(bill).await;
        let whole = self.done(200, self.app.put("/api/calc/frombill").json(&bill)).await;
        assert_eq!(
            (&whole["totalBillingWithoutAlv"], &whole["total_reimbursements"]),
            (&json!(1500.0), &json!(271.0))
        );
        assert_eq!(whole["serviceFee"], json!(73.5), "4.9 % of 1500");
        let part = with(bill.clone(), "billableitems", json!([bill["billableitems"][0]]));
        let path = format!("/api/calc/frombill/{}", id(&bill));
        let part = self.done(200, self.app.put(&path).json(&part)).await;
        assert_eq!(part["totalBillingWithoutAlv"], json!(1000.0));
        let by_ids = json!({"ids": [bill["billableitems"][0]["id"]]});
        assert_eq!(self.done(200, self.app.put(&path).json(&by_ids)).await, part);
        let mut hidden = bill.clone();
        hidden["billableitems"][1]["showInResult"] = json!(false);
        assert_eq!(self.done(200, self.app.put(&path).json(&hidden)).await, part);
        let other = self.send(self.app.put(&path).json(&json!({"ids": [id(&bill)]}))).await;
        assert_eq!((other.status, &other.json["fields"][0]["field"]), (422, &json!("ids")));
    }

    /// Asks as the client of the specification does, and gets none.
    async fn ask_for_advance(&self, bill: &Value) {
        let rows = [&bill["billableitems"][0]["id"]];
        let body = json!({"bill": bill, "advancePaymentAmount": {"ids": rows, "billId": id(bill)}});
        let path = self.own(&format!("/bills/{}/advancePayment", id(bill)));
        let asked = self.done(201, self.app.post(&path).json(&body)).await;
        assert_eq!(asked["outcome"], "CREATE_ADVANCE_PAYMENT_SUCCESS");
        assert_eq!(asked["bill"]["advancePayments"][0]["state"], "REQUESTED");
        let requested =
            |place: usize| asked["bill"]["billableitems"][place]["advancePaymentRequested"].clone();
        assert_eq!((requested(0), requested(1)), (json!(true), json!(false)));
        let blocked = self.send(self.app.put(&format!("/api/person/bill/{}/open", id(bill)))).await;
        assert_eq!((blocked.status, blocked.key()), (409, "BILL_HAS_ADVANCE_PAYMENTS"));
        let none = self.send(self.app.post(&path).json(&json!({"advancePaymentAmount": 10}))).await;
        assert_eq!((none.status, none.key()), (409, "NO_ROWS_SELECTED_FOR_ADVANVE_PAYMENT"));
        let payroll = somebody(&self.app, "risk@liksa.example", Role::Payroll).await;
        let refused = format!("/api/provider/advances/{}/refuse", id(&asked["advancePayment"]));
        let reason = json!({"reason": "Lasku ei ole vielä lähtenyt."});
        ok(self.app.post(&refused).json(&reason), &payroll).await;
        assert_eq!(self.bill(bill).await["advancePayments"][0]["state"], "REFUSED");
    }

    async fn send_open_and_send_again(&self, bill: &Value) {
        let validate = format!("/api/person/bill/{}/validate", id(bill));
        assert_eq!(self.done(200, self.app.get(&validate)).await["valid"], json!(true));
        let printed = self.download(&format!("/api/bill/{}/pdf?content-disposition=inline", id(bill))).await;
        assert!(printed.starts_with(b"%PDF-"));
        for _ in 0..2 {
            let sent = self.save(&with(self.bill(bill).await, "state", "PENDING")).await;
            assert_eq!((sent.status, &sent.json["state"]), (200, &json!("PENDING")), "{}", sent.json);
            let opened = self.done(200, self.app.put(&format!("/api/person/bill/{}/open", id(bill)))).await;
            assert_eq!(
                (&opened["outcome"], &opened["bill"]["state"]),
                (&json!("OPEN_BILL_SUCCESS"), &json!("OPEN"))
            );
        }
        let sent = self.save(&with(self.bill(bill).await, "state", "PENDING")).await;
        assert_eq!(sent.status, 200, "{}", sent.json);
        self.ask_for_advance(&sent.json).await;
    }

    async fn copy_and_delete(&self, bill: &Value) {
        let path = self.own(&format!("/bills/{}", id(bill)));
        let copy = self.done(201, self.app.post(&format!("{path}/copy"))).await;
        assert_eq!((&copy["state"], &copy["invoiceText"]), (&json!("OPEN"), &json!("Kiitos yhteistyöstä")));
        self.done(204, self.app.delete(&self.own(&format!("/bills/{}", id(&copy))))).await;
        let sent = self.send(self.app.delete(&path)).await;
        assert_eq!((sent.status, sent.key()), (409, "ILLEGAL_TRANSITION"));
    }

    /// The dashboard as it is opened, with a bill that waits for approval.
    async fn look_at_dashboard(&self, bill: &Value) {
        let info = self.done(200, self.app.get(&format!("/api/info/{}?months=24", self.maija.id))).await;
        for amount in [
            "taxableAmount",
            "taxAmountThisYear",
            "openAmount",
            "paidAmount",
            "paidSalariesThisYear",
            "paidSalaries",
            "provision",
        ] {
            assert_eq!(info[amount], json!(0.0), "{amount}");
        }
        assert_eq!((&info["approvedAmount"], &info["taxpercent"]), (&json!(1882.5), &json!(0.2)));
        assert_eq!(info["taxcardLeft"], Value::Null);
        for months in ["datePrices", "salaryPrices"] {
            assert_eq!(info[months].as_array().unwrap().len(), 24, "{months}");
        }
        assert_eq!(info["notPaidBills"][0]["id"], bill["id"]);
        assert_eq!(info["subcontractorBillableItems"], json!([]));
    }

    /// The clerk, the bank and payroll do their parts.
    async fn provider_pays(self, bill: &Value, customer: &Value) -> Self {
        let Self { app, maija } = self;
        let clerk = somebody(&app, "clerk@liksa.example", Role::Clerk).await;
        let payroll = somebody(&app, "payroll@liksa.example", Role::Payroll).await;
        let approver = somebody(&app, "payroll2@liksa.example", Role::Payroll).await;
        let path = format!("/api/provider/bills/{}", id(bill));
        let taken = ok(app.put(&format!("{path}/take")), &clerk).await;
        assert_eq!(taken["state"], "TAKEN");
        let life = Self { app, maija };
        let back = life.save(&life.bill(bill).await).await;
        assert_eq!((back.status, back.key()), (409, "invoiceDisabled"), "{}", back.json);
        let asked = life.done(200, life.app.put(&format!("/api/person/bill/{}/open", id(bill)))).await;
        assert_eq!(asked["outcome"], "OPEN_REQUEST_SUCCESS");
        let Self { app, maija } = life;
        ok(app.put(&format!("{path}/approve")), &clerk).await;
        app.let_bills_leave().await;

        let customer = id(customer).parse().unwrap();
        let case =
            MoneyPath { payments: PaymentsTest { app, worker: maija, payroll, customer }, clerk, approver };
        case.payments.receive(&[paid("1", 1001, "1882.50")]).await;
        let run = case.payments.post(RUNS, &json!({})).await.json;
        assert_eq!(case.step(&case.payments.payroll, id(&run), "calculate").await.status, 200);
        case.app().run_jobs().await;
        let shown = case.payments.get(&format!("{RUNS}/{}", id(&run))).await;
        assert_eq!(case.approve_run(&case.approver, &shown).await.status, 200);
        case.app().run_jobs().await;
        let paid = case.step(&case.approver, id(&run), "pay").await;
        assert_eq!((paid.status, &paid.json["state"]), (200, &json!("PAID")), "{}", paid.json);
        case.app().run_jobs().await;
        Self { app: case.payments.app, maija: case.payments.worker }
    }

    async fn look_back(&self, bill: &Value) {
        let closed = self.bill(bill).await;
        assert_eq!((&closed["state"], &closed["billNumber"]), (&json!("PAID"), &json!(1001)));
        let opened = self.send(self.app.put(&format!("/api/person/bill/{}/open", id(bill)))).await;
        assert_eq!((opened.status, opened.key()), (409, "BILL_HAS_BEEN_PAID"), "{}", opened.json);
        let back = self.save(&closed).await;
        assert_eq!((back.status, back.key()), (409, "invoiceDisabled"), "{}", back.json);
        let archive = self.done(200, self.app.get(&self.own("/archive?page="))).await;
        assert_eq!(archive["bills"][0]["id"], bill["id"]);
        let slips = self.done(200, self.app.get(&self.own("/salaries"))).await;
        let slip = &slips["salaries"][0];
        assert_eq!((&slip["payday"], &slip["alvtotal"]), (&json!("20.11.2026"), &json!(1882.5)));
        assert_eq!(slip["costs"], json!(73.5), "4.9 % of 1500");
        for amount in ["salary", "othercosts"] {
            assert!(slip[amount].is_number(), "{amount}");
        }
        assert!(self.download(slip["salaryurl"].as_str().unwrap()).await.starts_with(b"%PDF-"));
        let info = self.done(200, self.app.get(&format!("/api/info/{}?months=3", self.maija.id))).await;
        assert_eq!((&info["paidAmount"], &info["paidSalaries"]), (&json!(1882.5), &slip["salary"]));
        let info = |year: &str| self.app.get(&format!("/api/info/{}/taxinfo/{year}", self.maija.id));
        let year = self.done(200, info("2026")).await;
        // 352 km × 0.55, and one full day.
        assert_eq!((&year["kilometers"], &year["kilometersPerJob"]), (&json!(352), &json!(352)));
        assert_eq!(
            (&year["kmReimbursemets"], &year["kmReimbursemetsPerJob"]),
            (&json!(193.6), &json!(193.6))
        );
        assert_eq!((&year["fullDayCompensations"], &year["partialDayCompensations"]), (&json!(1), &json!(0)));
        assert_eq!(
            (&year["numberDaysWithKilometers"], &year["increasedlivingExpenses"]),
            (&json!(1), &json!(54.0))
        );
        assert_eq!(self.done(200, info("2025")).await["kilometers"], json!(0));
        for report in ["pdf", "taxfree/pdf"] {
            let path =
                format!("/api/travel-expense/{}/{report}?from=01.11.2026&to=30.11.2026", self.maija.id);
            assert!(self.download(&path).await.starts_with(b"%PDF-"), "{report}");
        }
    }

    async fn forget_password(&mut self) {
        let forgot = json!({"email": EMAIL});
        assert_eq!(self.app.post("/api/password/forgot/v2").json(&forgot).send().await.status, 200);
        self.app.run_jobs().await;
        let token = self.app.mailed_link("/password/forgot/").unwrap();
        let mut browser = self.app.browser();
        let change = |body: &Value| self.app.post("/api/password/change/v2").json(body);
        let sent = browser.send(change(&json!({"token": token, "password": FIRST_PASSWORD}))).await;
        assert_eq!(sent.status, 200, "{}", sent.json);
        assert!(sent.json["endpointUrl"].is_string() && sent.json["request"].is_string());
        let back = at_the_bank(&mut browser, &sent.json).await;
        let changed = browser.send(change(&back)).await;
        assert_eq!(changed.status, 200, "{}", changed.json);
        self.maija = log_in(&self.app, FIRST_PASSWORD, "fi").await;
    }

    async fn log_out(&self) {
        self.done(204, self.app.delete("/api/login")).await;
        let gone = self.send(self.app.get("/api/login")).await;
        assert_eq!(gone.status, 401);
    }
}
