//! Ids of another's things within a body or a query: they are no more open there than in a path.

use serde_json::{Value, json};

use super::World;

/// Calls that name the owner's things as another worker. What is stored is compared by the caller of this.
pub async fn surprises(world: &World) -> Vec<String> {
    let other = world.callers.iter().find(|caller| caller.name == "another worker").unwrap();
    let other = other.who.as_ref().unwrap();
    let own = format!("/api/person/{}", other.id);
    let things = &world.of_owner;
    let owner = world.owner();
    let sent = world.app.get(&format!("/api/person/{}/bills?section=sent", owner.id)).token(&owner.token);
    let sent = sent.send().await.json["bills"][0]["id"].clone();
    let bill = |field: &str, id: &Value| json!({"billingdate": "16.11.2026", field: {"id": id}});
    let customer = json!(things["customerId"]);
    let calls = [
        ("POST", format!("{own}/bills"), bill("sharedCustomer", &customer), 422),
        ("POST", format!("{own}/bills"), bill("creditOf", &sent), 422),
        ("POST", format!("{own}/late-receipts"), world.late_receipt.clone(), 422),
        ("POST", format!("{own}/templates/delete"), json!({"ids": [things["templateId"]]}), 200),
    ];
    let mut surprises = vec![];
    for (method, path, body, expected) in calls {
        let call = world.app.call(method.parse().unwrap(), &path).token(&other.token);
        let answer = call.json(&body).send().await;
        if answer.status != expected {
            surprises.push(format!("{path} with {body}: {} {}", answer.status, answer.json));
        }
    }
    let listed = format!("{own}/creditable-bills?customer={}", things["customerId"]);
    let listed = world.app.get(&listed).token(&other.token).send().await;
    if listed.status == 200 && listed.json["bills"] != json!([]) {
        surprises.push(format!("bills to another's customer: {}", listed.json));
    }
    surprises
}
