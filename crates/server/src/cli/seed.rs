//! `liksa seed`: a large data set in an empty database, for measuring and trying out.

use anyhow::bail;
use clap::Args;
use clap::value_parser;
use jiff::civil::Date;
use liksa_actions::context::Passwords;
use liksa_actions::context::passwords::{HashCost, Lane};
use liksa_demo::content::PASSWORD;
use liksa_demo::large::{self, HEAVY, Size};
use liksa_store::Store;

use super::say;
use crate::config::Config;

/// As many as the ids and the two years have room for, with much to spare.
const MOST: i64 = 100_000;

#[derive(Args)]
pub struct SeedArguments {
    /// How many workers, beside the demo people and heavy@liksa.example
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(0..=MOST))]
    workers: u32,
    /// How many bills each of them has
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(0..=MOST))]
    bills: u32,
    /// How many bills heavy@liksa.example has
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = value_parser!(u32).range(1..=MOST))]
    heavy_bills: u32,
    /// How many of the workers lack an account, a name or something else that payroll has to find
    #[arg(long, value_name = "N", default_value_t = 0)]
    faulty: u32,
    /// The last day of the data; the same numbers and day give the same content
    #[arg(long, value_name = "YYYY-MM-DD", default_value = "2026-10-30")]
    until: Date,
}

pub async fn run(config: &Config, arguments: SeedArguments) -> anyhow::Result<()> {
    if config.is_production() {
        bail!("made-up people and bills are refused in production");
    }
    let SeedArguments { workers, bills, heavy_bills, faulty, until } = arguments;
    let store = Store::open(&config.database).await?;
    store.migrate().await?;
    let password_hash = Passwords::new(HashCost::Full)?.hash(Lane::Known, PASSWORD).await?;
    let size = Size { workers, bills, heavy_bills, faulty, until };
    let made = large::fill(&store, size, &password_hash).await;
    store.close().await;
    say(&format!(
        "Made {} bills. Log in as worker1@liksa.example and so on, as {HEAVY} with {heavy_bills} bills, or as a \
         person of the demo; the password of all is {PASSWORD}.\n",
        made?
    ))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use liksa_store::Database;

    use super::*;
    use crate::config::Environment;

    const FEW: SeedArguments =
        SeedArguments { workers: 1, bills: 1, heavy_bills: 1, faulty: 0, until: date(2026, 10, 30) };

    #[tokio::test]
    async fn refused_in_production_and_outside_the_known_years() {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config::for_test(Database::Sqlite(folder.path().join("liksa.db")), folder.path());
        let unknown = SeedArguments { until: date(2013, 1, 1), ..FEW };
        let error = format!("{:#}", run(&config, unknown).await.unwrap_err());
        assert!(error.contains("2013"), "{error}");

        config.environment = Environment::Production;
        let error = run(&config, FEW).await.unwrap_err().to_string();
        assert!(error.contains("production"), "{error}");
        let store = Store::open(&config.database).await.unwrap();
        assert!(!store.any_person_exists().await.unwrap());
    }
}
