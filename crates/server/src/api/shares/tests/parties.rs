//! Who is found as a subcontractor, and what each party learns of the other.

use liksa_test_support::{on_sqlite, person};

use super::*;

both_engines! {
    subcontractors_are_found_by_address_or_among_those_one_shared_with,
    an_id_alone_tells_nobody_whose_it_is,
}

on_sqlite! {
    nobody_sees_what_the_other_is_paid,
    an_invitation_tells_nothing_of_the_address,
}

async fn subcontractors_are_found_by_address_or_among_those_one_shared_with(app: TestApp) {
    let case = Case::of(app).await;
    case.app.add(person().email("liisa@liksa.example").last_name("Mäkinen").build()).await;
    let find = async |who: &SignedIn, query: &str| {
        let query = query.replace('ä', "%C3%A4").replace(' ', "%20");
        let found = case.read(who, &format!("/api/person/subcontractors?query={query}")).await;
        found
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["email"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(find(&case.maija, "LIISA@liksa.example").await, ["liisa@liksa.example"]);
    for nobody in ["liisa", "mäki", "liisa@liksa", "ma", "", "maija@liksa.example", "%25"] {
        assert!(find(&case.maija, nobody).await.is_empty(), "{nobody}");
    }
    let mut body = written("liisa@liksa.example");
    body["description"] = json!("Taitto");
    assert_eq!(case.add(&body).await.status, 201);
    assert_eq!(find(&case.maija, "mäki").await, ["liisa@liksa.example"], "one has named them");
    assert!(find(&case.maija, "mä").await.is_empty(), "too short");
    assert_eq!(find(&case.maija, "maija mäk").await, ["liisa@liksa.example"]);
    let liisa = case.app.sign_in("liisa@liksa.example").await;
    assert!(find(&liisa, "meikä").await.is_empty(), "nobody was asked yet");
    let share = case.bill().await["contractorBillableItems"][0].clone();
    case.done(&case.maija, &item(&share, "approve-request")).await;
    assert_eq!(find(&liisa, "meikä").await, ["maija@liksa.example"]);
    assert!(find(&case.pekka, "mäki").await.is_empty());
    // Who is no worker is not found, and cannot be named.
    somebody(&case.app, "clerk@liksa.example", Role::Clerk).await;
    assert!(find(&case.maija, "clerk@liksa.example").await.is_empty());
    let refused = case.add(&written("clerk@liksa.example")).await;
    assert_eq!(
        refused.json["fields"],
        json!([{"field": "subcontractor", "key": "validation.invalidChoice"}])
    );
}

async fn an_id_alone_tells_nobody_whose_it_is(app: TestApp) {
    let case = Case::of(app).await;
    let mut body = written("pekka@liksa.example");
    body.as_object_mut().unwrap().remove("email");
    let named = async |subcontractor: Value| {
        let mut body = body.clone();
        body["subcontractor"] = subcontractor;
        case.add(&body).await
    };
    let id = case.pekka.id.to_string();
    for stranger in [json!({"id": id}), json!({"id": id, "email": "vieras@liksa.example"})] {
        let refused = named(stranger).await;
        assert_eq!(refused.status, 422, "{}", refused.json);
        assert_eq!(refused.json["fields"][0]["key"], "validation.invalidChoice");
        assert!(!refused.body.windows(5).any(|part| part == b"pekka"));
    }
    assert_eq!(named(json!({"id": id, "email": "pekka@liksa.example"})).await.status, 201);
    assert_eq!(named(json!({"id": id})).await.status, 201, "one has shared with them");
}

async fn nobody_sees_what_the_other_is_paid(app: TestApp) {
    let case = Case::of(app).await;
    let share = case.added().await;
    case.done(&case.maija, &item(&share, "approve-request")).await;
    let approved = case.done(&case.pekka, &item(&share, "approve")).await;
    // 200 € without a fee: 200 / 1.0251 = 195.10, and 60 % of it without a tax card.
    assert_eq!(approved["salary"], json!(78.04), "{approved}");
    assert_eq!(approved["customerPaid"], false);
    let fields = |value: &Value| {
        let mut names: Vec<_> = value.as_object().unwrap().keys().cloned().collect();
        names.sort_unstable();
        names
    };
    let mut received = vec![
        "id",
        "version",
        "contractor",
        "date",
        "amount",
        "description",
        "state",
        "reason",
        "canBeAnswered",
        "billNumber",
        "creditedAmount",
        "salary",
        "customerPaid",
        "payday",
        "paid",
    ];
    received.sort_unstable();
    assert_eq!(fields(&approved), received, "neither the bill nor its customer");
    assert_eq!(approved["contractor"], json!({"fullName": "Maija Meikäläinen"}));
    let given = case.bill().await["contractorBillableItems"][0].clone();
    let mut own = vec![
        "id",
        "version",
        "subcontractor",
        "contractor",
        "date",
        "amount",
        "percent",
        "description",
        "state",
        "reason",
        "canBeEdited",
        "billId",
        "billNumber",
        "creditedAmount",
    ];
    own.sort_unstable();
    assert_eq!(fields(&given), own, "no figure of the subcontractor's salary");
    assert_eq!(fields(&given["subcontractor"]), ["email", "fullName", "id"]);
    // The bill itself is the contractor's alone.
    let path = format!("/api/person/{}/bills/{}", case.pekka.id, case.bill["id"].as_str().unwrap());
    assert_eq!(case.app.get(&path).token(&case.pekka.token).send().await.status, 404);
}

async fn an_invitation_tells_nothing_of_the_address(app: TestApp) {
    let case = Case::of(app).await;
    let invite = async |email: &str| {
        let call = case.app.post("/api/person/subcontractors/invitations").token(&case.maija.token);
        let answer = call.json(&json!({"email": email})).send().await;
        (answer.status, answer.body)
    };
    assert_eq!(invite("pekka@liksa.example").await, invite("uusi@example.com").await);
    assert_eq!(invite("ei osoite").await.0, 422);
    case.app.run_jobs().await;
    assert_eq!(case.app.subjects_to("pekka@liksa.example").await, ["Sinut voi merkitä alihankkijaksi"]);
    assert_eq!(case.app.subjects_to("uusi@example.com").await, ["Kutsu Liksaan"]);
}
