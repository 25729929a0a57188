//! Chance that can be repeated: the same start gives the same choices, on every machine.

use std::ops::RangeInclusive;

use jiff::Timestamp;
use liksa_domain::ids::Id;

#[derive(Clone)]
pub struct Chance(fastrand::Rng);

impl Chance {
    pub fn from(start: u64) -> Self {
        Self(fastrand::Rng::with_seed(start))
    }

    /// Another one, for a part that is to stay the same whatever happens in the others.
    pub fn branch(&mut self) -> Self {
        Self(self.0.fork())
    }

    pub fn between(&mut self, range: RangeInclusive<u32>) -> u32 {
        self.0.u32(range)
    }

    /// Whether something happens that does so in so many cases of a hundred.
    pub fn percent(&mut self, cases: u32) -> bool {
        self.0.u32(0..100) < cases
    }

    /// One of several. There must be some: all lists here are written out in the program.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.0.usize(0..choices.len())]
    }

    pub fn id<T: Id>(&mut self, at: Timestamp) -> T {
        let mut random = [0; 10];
        self.0.fill(&mut random);
        T::new(at, random)
    }
}
