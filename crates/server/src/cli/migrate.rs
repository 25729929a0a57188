//! `liksa migrate`.

use liksa_store::Store;

use super::say;
use crate::config::Config;

pub async fn run(config: &Config) -> anyhow::Result<()> {
    let store = Store::open(&config.database).await?;
    store.migrate().await?;
    store.close().await;
    say(&format!("The schema is at version {}.\n", Store::newest_schema_version()))
}
