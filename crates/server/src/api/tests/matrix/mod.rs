//! Every operation in every role, on what is one's own, on what is another's and on what does not exist. What is refused
//! changes nothing that is stored.

mod bodies;
mod once;
mod rules;
mod world;

use std::collections::BTreeSet;

use axum::http::Method;
use liksa_domain::person::Role;
use liksa_test_support::both_engines;
use serde_json::Value;

use super::{BY_LINK, operations};
use crate::testing::{Answer, picture};
use rules::{About, Outcome, Rule, rules};
use world::{Caller, Target, World};

both_engines! {
    every_operation_answers_every_role_by_its_rule,
    nobody_decides_about_themselves,
}

/// What a call must get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    Open,
    Unauthenticated,
    Forbidden,
    NotFound,
    /// Done, because it is as it should be already.
    NothingToDo,
    Allowed,
}

fn expected(rule: &Rule, caller: &Caller, target: Target) -> Expected {
    let Some(may) = rule.may else { return Expected::Open };
    if caller.who.is_none() {
        return Expected::Unauthenticated;
    }
    if !may.is_empty() && !caller.has_one_of(may) {
        return Expected::Forbidden;
    }
    match (rule.about, target) {
        (About::Nothing, _) | (About::Provider, Target::Existing) => Expected::Allowed,
        (_, Target::Existing) if caller.is_owner || caller.has_one_of(rule.sees_all) => Expected::Allowed,
        (About::OneWorkerOrNothing, Target::ExistingUnderOwnId | Target::MissingUnderOwnId) => {
            Expected::NothingToDo
        }
        (About::OneWorkerOrNew, Target::MissingUnderOwnId) => Expected::Allowed,
        _ => Expected::NotFound,
    }
}

impl World {
    async fn call(&self, rule: &Rule, path: &str, caller: &Caller) -> Answer {
        let mut call = self.app.call(rule.method(), path);
        if let Some(who) = &caller.who {
            call = call.token(&who.token);
        }
        match self.bodies[rule.operation].as_deref() {
            None => call.send().await,
            Some("multipart/form-data") => call.file("a.png", &picture()).send().await,
            Some(_) => call.json(&(rule.body)(self)).send().await,
        }
    }
}

#[test]
fn every_operation_has_its_rule() {
    let rules = rules();
    for operation in operations() {
        let name = operation.name();
        let found: Vec<_> = rules.iter().filter(|rule| rule.operation == name).collect();
        assert_eq!(found.len(), 1, "{name}: add a line to `rules`");
        let may: Option<BTreeSet<String>> =
            found[0].may.map(|roles| roles.iter().map(|role| role.name().to_owned()).collect());
        assert_eq!(may, operation.roles, "{name}: as the API's description says");
        let of_provider = operation.path.starts_with("/api/provider");
        let for_workers = found[0].may.is_none_or(|may| may.is_empty() || may.contains(&Role::User));
        assert!(!(of_provider && for_workers), "{name}: a route of the provider's people alone");
    }
    assert_eq!(rules.len(), operations().len(), "a rule of no operation");
}

/// All that a stranger could compare: status, headers and body of an answer.
fn told(answer: &Answer) -> (u16, Vec<(String, String)>, &Value) {
    let headers = answer.headers.iter().filter(|(name, _)| name.as_str() != "x-request-id");
    let headers = headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()));
    (answer.status, headers.collect(), &answer.json)
}

async fn every_operation_answers_every_role_by_its_rule(mut world: World) {
    let before = world.app.db.everything().await;
    let nothing_there = world.app.get("/api/nothing").send().await;
    let mut surprises = vec![];
    for rule in &rules() {
        for caller in &world.callers {
            for target in Target::ALL {
                let Some(path) = world.path(rule, caller, target) else { continue };
                let refusal = match expected(rule, caller, target) {
                    Expected::Open | Expected::Allowed => continue,
                    Expected::Unauthenticated => (401, "UNAUTHENTICATED"),
                    Expected::Forbidden => (403, "UNAUTHORIZED"),
                    Expected::NotFound => (404, "NOT_FOUND"),
                    Expected::NothingToDo => (204, ""),
                };
                let answer = world.call(rule, &path, caller).await;
                let as_if_missing = refusal.0 != 404 || told(&answer) == told(&nothing_there);
                if (answer.status, answer.key()) != refusal || !as_if_missing {
                    let got = format!("{} {}", answer.status, answer.json);
                    surprises.push(format!("{} as {}, {target:?}: {got}", rule.operation, caller.name));
                }
            }
        }
    }
    surprises.extend(opened_by_links(&world).await);
    surprises.extend(bodies::surprises(&world).await);
    assert!(surprises.is_empty(), "{} surprises:\n{}", surprises.len(), surprises.join("\n"));
    let after = world.app.db.everything().await;
    let changed: Vec<_> = before.keys().filter(|table| before[*table] != after[*table]).collect();
    assert!(changed.is_empty(), "what was refused changed {changed:?}");

    // Reads first: what changes something may remove what they read.
    for reading in [true, false] {
        for rule in rules().iter().filter(|rule| (rule.method() == Method::GET) == reading) {
            surprises.extend(allowed(&mut world, rule).await);
        }
    }
    assert!(surprises.is_empty(), "{} surprises:\n{}", surprises.len(), surprises.join("\n"));
}

/// A link holds the owner's token and nothing else says who asks.
async fn opened_by_links(world: &World) -> Vec<String> {
    let visitor = world.callers.iter().find(|caller| caller.who.is_none()).unwrap();
    let mut surprises = vec![];
    for rule in rules().iter().filter(|rule| rule.may.is_some()) {
        let Some(path) = world.path(rule, visitor, Target::Existing) else { continue };
        let path = format!("{path}&authtoken={}", world.owner().token);
        let status = world.call(rule, &path, visitor).await.status;
        if (status != 401) != BY_LINK.contains(&rule.operation) {
            surprises.push(format!("{} by a link: {status}", rule.operation));
        }
    }
    surprises
}

fn is_by(outcome: Outcome, answer: &Answer) -> bool {
    match outcome {
        Outcome::Done => (200..300).contains(&answer.status),
        Outcome::Refused(key) => (400..500).contains(&answer.status) && answer.key() == key,
    }
}

/// Calls an operation as everybody who may. Answers what is not by the rule.
async fn allowed(world: &mut World, rule: &Rule) -> Vec<String> {
    let (mut surprises, mut is_first) = (vec![], true);
    for place in 0..world.callers.len() {
        world.read_versions().await;
        let caller = &world.callers[place];
        let Some(path) = world.path(rule, caller, Target::Existing) else { continue };
        let expected = expected(rule, caller, Target::Existing);
        if !matches!(expected, Expected::Open | Expected::Allowed) {
            continue;
        }
        let answer = world.call(rule, &path, caller).await;
        let outcome = if is_first { rule.first } else { rule.later };
        is_first = false;
        if !is_by(outcome, &answer) {
            let got = format!("{} {}", answer.status, answer.json);
            surprises.push(format!("{} as {}: {got}", rule.operation, caller.name));
        }
    }
    surprises
}

/// The owner has all roles, and everything at the provider is about the owner.
async fn nobody_decides_about_themselves(mut world: World) {
    let owner = world.owner().id;
    let mut tx = world.app.store.begin().await.unwrap();
    tx.set_roles(owner, Role::ALL).await.unwrap();
    tx.commit().await.unwrap();
    world.read_versions().await;
    let before = world.app.db.everything().await;
    let caller = world.callers.iter().find(|caller| caller.is_owner).unwrap();
    for rule in rules().iter().filter(|rule| rule.not_about_oneself) {
        let path = world.path(rule, caller, Target::Existing).unwrap();
        let answer = world.call(rule, &path, caller).await;
        assert_eq!((answer.status, answer.key()), (409, "OWN_MATTER"), "{}: {}", rule.operation, answer.json);
    }
    assert!(world.app.db.everything().await == before, "what was refused changed something");
}
