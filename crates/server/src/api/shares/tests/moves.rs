//! Every move of a share by every party, in every state of the share and of its bill.

use super::*;

both_engines! {
    every_move_by_every_party_in_every_state,
}

/// From which state to which; None where nothing is left.
type Leads = (ShareState, Option<ShareState>);

/// What a call does while the bill is open, and who may make it: written anew here, not read from the rules.
const CALLS: [(&str, &str, &[Leads]); 6] = [
    ("change", "contractor", &[(OPEN, Some(OPEN))]),
    ("remove", "contractor", &[(OPEN, None)]),
    ("ask", "contractor", &[(OPEN, Some(WAITING))]),
    // An open share is written as it is.
    (
        "reopen",
        "contractor",
        &[(OPEN, Some(OPEN)), (WAITING, Some(OPEN)), (DECLINED, Some(OPEN)), (APPROVED, Some(OPEN))],
    ),
    ("approve", "subcontractor", &[(WAITING, Some(APPROVED))]),
    ("decline", "subcontractor", &[(WAITING, Some(DECLINED))]),
];

async fn every_move_by_every_party_in_every_state(app: TestApp) {
    let case = Case::of(app).await;
    let stranger = somebody(&case.app, "vieras@liksa.example", Role::User).await;
    let clerk = somebody(&case.app, "clerk@liksa.example", Role::Clerk).await;
    let payroll = somebody(&case.app, "payroll@liksa.example", Role::Payroll).await;
    let admin = somebody(&case.app, "admin@liksa.example", Role::Admin).await;
    let nobody = SignedIn { id: clerk.id, token: "nobody's".into() };
    let parties = [
        ("contractor", &case.maija),
        ("subcontractor", &case.pekka),
        ("stranger", &stranger),
        ("clerk", &clerk),
        ("payroll", &payroll),
        ("admin", &admin),
        ("signed out", &nobody),
    ];
    let of: BillId = case.bill["id"].as_str().unwrap().parse().unwrap();
    let mut wrong = vec![];
    for bill in BillState::ALL {
        case.put_into(OPEN, *bill).await;
        for (party, who) in parties {
            let expected = match (party, bill) {
                ("signed out", _) => (401, "UNAUTHENTICATED", 0),
                ("clerk" | "payroll" | "admin", _) => (403, "UNAUTHORIZED", 0),
                ("contractor", BillState::Open) => (201, "", 1),
                ("contractor", _) => (409, "invoiceDisabled", 0),
                _ => (404, "NOT_FOUND", 0),
            };
            let shares = async || case.app.store.shares_of_bill(of).await.unwrap().len();
            let before = shares().await;
            let call = case.app.post(&items(&case.bill)).json(&written("pekka@liksa.example"));
            let answer = call.token(&who.token).send().await;
            let found = (answer.status, answer.key(), shares().await - before);
            if found != expected {
                wrong.push(format!("add by {party}, bill {bill:?}: {found:?}, not {expected:?}"));
            }
        }
        for state in ShareState::ALL {
            let mut id = case.put_into(*state, *bill).await;
            for (call, whose, legal) in CALLS {
                for (party, who) in parties {
                    let leads = legal.iter().find(|(from, _)| from == state).map(|(_, to)| *to);
                    let expected = match (party, leads) {
                        ("signed out", _) => (401, "UNAUTHENTICATED", Some(*state)),
                        ("clerk" | "payroll" | "admin", _) => (403, "UNAUTHORIZED", Some(*state)),
                        _ if party != whose => (404, "NOT_FOUND", Some(*state)),
                        _ if *bill != BillState::Open => (409, "invoiceDisabled", Some(*state)),
                        (_, None) => (409, "SHARE_NOT_IN_STATE", Some(*state)),
                        (_, Some(None)) => (204, "", None),
                        (_, Some(to)) => (200, "", to),
                    };
                    let answer = make(&case, call, id, who).await;
                    let now = case.app.store.share(id).await.unwrap().map(|share| share.share.state);
                    let found = (answer.status, answer.key(), now);
                    if found != expected {
                        wrong.push(format!(
                            "{call} of {state:?} by {party}, bill {bill:?}: {found:?}, not {expected:?}"
                        ));
                    }
                    if now != Some(*state) {
                        id = case.put_into(*state, *bill).await;
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of 1225:\n{}", wrong.len(), wrong.join("\n"));
}
