//! Random choices that can be repeated: the same seed gives the same choices on every machine.

use std::ops::RangeInclusive;

use jiff::Timestamp;
use liksa_domain::ids::Id;

#[derive(Clone)]
pub struct SeededRandom(fastrand::Rng);

impl SeededRandom {
    pub fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    /// An independent generator, for a part whose choices must not depend on those of the others.
    pub fn fork(&mut self) -> Self {
        Self(self.0.fork())
    }

    pub fn between(&mut self, range: RangeInclusive<u32>) -> u32 {
        self.0.u32(range)
    }

    /// True in this many of a hundred cases.
    pub fn percent(&mut self, cases: u32) -> bool {
        self.0.u32(0..100) < cases
    }

    /// One of several choices, of which there must be at least one: all lists are part of this crate.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.0.usize(0..choices.len())]
    }

    pub fn id<T: Id>(&mut self, at: Timestamp) -> T {
        let mut random = [0; 10];
        self.0.fill(&mut random);
        T::new(at, random)
    }
}
