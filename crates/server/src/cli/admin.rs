//! `liksa admin EMAIL`: how an installation gets its first administrator, and its next where the last one has left.

use anyhow::Context;
use liksa_domain::audit::{Action, AuditEvent};
use liksa_domain::person::{Email, Role};
use liksa_store::Store;
use serde_json::json;

use super::say;
use crate::clock::Clock;
use crate::config::Config;

pub async fn run(config: &Config, email: &str) -> anyhow::Result<()> {
    let email = Email::parse(email).context("that is no e-mail address")?;
    let store = Store::open(&config.database).await?;
    store.migrate().await?;
    let given = give_role(&store, &email, &Clock::system(config.today)?).await;
    store.close().await;
    say(match given? {
        true => "The account is an administrator from its next request on.\n",
        false => "The account is an administrator already.\n",
    })
}

/// False where there was nothing to give. Nobody is logged in here, so the audit event has no actor.
async fn give_role(store: &Store, email: &Email, clock: &Clock) -> anyhow::Result<bool> {
    let known = store.credentials(email).await?.context("no account has this address; register it first")?;
    let id = known.person.id;
    let mut tx = store.begin().await?;
    tx.lock_admins().await?;
    let before = tx.roles_of(id).await?.context("the account has just been removed")?;
    if before.contains(&Role::Admin) {
        return Ok(false);
    }
    let mut after = before.clone();
    after.push(Role::Admin);
    tx.set_roles(id, &after).await?;
    let names = |roles: &[Role]| roles.iter().map(|role| role.name()).collect::<Vec<_>>();
    let detail = json!({"before": names(&before), "after": names(&after)}).to_string();
    let event = AuditEvent {
        at: clock.now(),
        actor: None,
        action: Action::RolesChanged,
        subject: format!("person:{id}"),
        detail,
    };
    tx.record(&event).await?;
    tx.commit().await?;
    Ok(true)
}
