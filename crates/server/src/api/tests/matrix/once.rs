//! What is done once is done once, however many ask at the same moment.

use liksa_test_support::both_engines;
use serde_json::{Value, json};

use super::World;
use crate::testing::{Answer, SignedIn};

both_engines!(of_two_at_once_one_wins);

async fn of_two_at_once_one_wins(world: World) {
    let boss = |name: &str| {
        let caller = world.callers.iter().find(|caller| caller.name == name).unwrap();
        caller.who.as_ref().unwrap()
    };
    let (one, other) = (boss("one with every role"), boss("a clerk of both kinds"));
    let (clerk, admin) = (boss("a clerk"), boss("an administrator"));
    let things = &world.at_provider;
    let owed = world.app.get("/api/provider/remittances").token(&one.token).send().await.json["owed"].clone();
    let owed = owed.as_array().unwrap().iter().find(|owed| owed["toPay"].as_f64() > Some(0.0)).unwrap();
    let remittance = json!({"kind": owed["kind"], "personId": owed["personId"], "until": owed["until"],
                            "amount": owed["toPay"], "payOn": "14.12.2026"});
    let code = json!({"code": "TALVI", "servicePercent": 4.9, "validFrom": "01.11.2026"});
    let bill = format!("/api/provider/bills/{}", things["billId"]);
    let writes = [
        ("PUT", format!("{bill}/take"), Value::Null, (clerk, other)),
        ("POST", "/api/provider/remittances".to_owned(), remittance, (one, other)),
        (
            "POST",
            "/api/provider/payroll/separate-reports".to_owned(),
            json!({"month": "01.09.2026"}),
            (one, other),
        ),
        ("POST", "/api/provider/ledger/closings".to_owned(), json!({"until": "31.08.2026"}), (one, other)),
        ("POST", "/api/provider/promo-codes".to_owned(), code, (one, admin)),
        ("POST", format!("/api/provider/jobs/{}/retry", things["jobId"]), Value::Null, (one, admin)),
    ];
    for (method, path, body, (first, second)) in writes {
        let call = |who: &SignedIn| {
            let call = world.app.call(method.parse().unwrap(), &path).token(&who.token);
            if body.is_null() { call.send() } else { call.json(&body).send() }
        };
        let (first, second) = tokio::join!(call(first), call(second));
        let mut statuses = [first.status, second.status];
        statuses.sort_unstable();
        let told = |answer: &Answer| format!("{} {}", answer.status, answer.json);
        assert!(statuses[0] < 300 && statuses[1] == 409, "{path}: {}, {}", told(&first), told(&second));
    }
}
