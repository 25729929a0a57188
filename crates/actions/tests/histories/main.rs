//! Random histories: whatever sequence of bills, payments, runs and credit notes happens, the money adds up.
//!
//! Every history begins with the same people, does some steps by the actions that the server calls, and compares what
//! is stored with a small model of its own. Of a history that fails, the few steps are printed that still fail.
//!
//! `LIKSA_HISTORIES` says how many there are, `LIKSA_HISTORIES_SEED` where the random numbers begin. The seed of every
//! run is printed, so that a failure can be repeated.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking and tells its seed"
)]

mod advances;
mod agreement;
mod credits;
mod dashboards;
mod failed_payouts;
mod faults;
mod late;
mod model;
mod payouts;
mod payroll;
mod purchases;
mod random_steps;
mod remitting;
mod sales;
mod shares;
mod steps;
mod world;

use std::collections::BTreeMap;

use liksa_test_support::{Engine, OnEngine as _};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use steps::Step;
use world::{Done, Fault, World};

/// As many as fit into a test run: PostgreSQL takes three times as long for each.
fn usually(engine: Engine) -> u64 {
    match engine {
        Engine::Sqlite => 100,
        Engine::Postgres => 40,
    }
}

/// In so many histories every kind of step must have been possible.
const ENOUGH_FOR_ALL: u64 = 1000;

/// Who tries thousands sees that they go on.
const SHOWN_EVERY: u64 = 250;

/// How often each kind of step was done, with what became of things by it, and how often refused.
type Counts = BTreeMap<String, (u32, u32)>;

fn from_environment(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name}={text} is no number")))
}

fn random_seed() -> u64 {
    u64::from_le_bytes(liksa_actions::context::random::bytes().expect("randomness"))
}

async fn live(world: &mut World, steps: &[Step], counts: &mut Counts) -> Result<(), Fault> {
    let mut history = world.begin().await;
    for (place, step) in steps.iter().enumerate() {
        let done = history.step(*step).await.map_err(|fault| format!("step {place}, {step:?}: {fault}"))?;
        for name in [Some(step.name()), step.fate()].into_iter().flatten() {
            let (did, refused) = counts.entry(name).or_default();
            match done {
                Done::Yes => *did += 1,
                Done::Refused(_) => *refused += 1,
                Done::Nothing => {}
            }
        }
    }
    for seen in &history.seen {
        counts.entry((*seen).to_owned()).or_default().0 += 1;
    }
    history.agrees().await.map_err(|fault| format!("after the last step: {fault}"))?;
    history.finish_jobs().await.map_err(|fault| format!("the jobs: {fault}"))?;
    history.agrees().await.map_err(|fault| format!("after the jobs: {fault}"))?;
    history.years_agree().await.map_err(|fault| format!("the years: {fault}"))?;
    history.dashboards_agree().await.map_err(|fault| format!("the dashboards: {fault}"))
}

/// Leaves steps out as long as the rest still fails: first half of them at once, at last each one.
async fn shortest(world: &mut World, mut steps: Vec<Step>, mut fault: Fault) -> (Vec<Step>, Fault) {
    let mut size = steps.len() / 2;
    while size > 0 {
        let (mut from, before) = (0, steps.len());
        while from < steps.len() {
            let end = (from + size).min(steps.len());
            let fewer: Vec<Step> = [&steps[..from], &steps[end..]].concat();
            match live(world, &fewer, &mut Counts::new()).await {
                Err(still) => (steps, fault) = (fewer, still),
                Ok(()) => from += size,
            }
        }
        if steps.len() == before {
            size /= 2;
        }
    }
    (steps, fault)
}

async fn the_money_adds_up(engine: Engine) {
    let seed = from_environment("LIKSA_HISTORIES_SEED").unwrap_or_else(random_seed);
    let count = from_environment("LIKSA_HISTORIES").unwrap_or_else(|| usually(engine));
    println!("{count} histories, LIKSA_HISTORIES_SEED={seed}");
    let mut seed_bytes = [0; 32];
    seed_bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed_bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let histories = random_steps::history();
    let mut world = World::on(engine).await;
    let mut counts: Counts = steps::FATES.iter().map(|fate| ((*fate).to_owned(), (0, 0))).collect();
    for history in 0..count {
        if history > 0 && history.is_multiple_of(SHOWN_EVERY) {
            println!("{history} histories add up");
        }
        let steps = histories.new_tree(&mut runner).expect("steps").current();
        if let Err(fault) = live(&mut world, &steps, &mut counts).await {
            println!("history {history} fails, its steps are being left out one by one: {fault}");
            let (steps, fault) = shortest(&mut world, steps, fault).await;
            panic!("LIKSA_HISTORIES_SEED={seed}, history {history}: {fault}\n{steps:#?}");
        }
    }
    for (name, (did, refused)) in &counts {
        println!("{name}: {did} done, {refused} refused");
    }
    let never: Vec<_> = counts.iter().filter(|(_, (did, _))| *did == 0).map(|(name, _)| name).collect();
    assert!(count < ENOUGH_FOR_ALL || never.is_empty(), "{count} histories, and none with {never:?}");
}

mod random_histories_add_up {
    use liksa_test_support::Engine;

    #[tokio::test]
    async fn sqlite() {
        super::the_money_adds_up(Engine::Sqlite).await;
    }

    #[tokio::test]
    async fn postgres() {
        super::the_money_adds_up(Engine::Postgres).await;
    }
}
