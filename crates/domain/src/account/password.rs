//! Passwords: which are refused, and the waiting times that slow down guessing. The app shows how strong a password
//! is; only what no account should have is refused.

use jiff::SignedDuration;

use crate::problem::ErrorKey;

const SHORTEST: usize = 6;
/// Longer passwords would only cost time to hash.
pub const LONGEST: usize = 256;

/// What is wrong with a new password, if anything is.
pub fn fault(password: &str) -> Option<ErrorKey> {
    match password.chars().count() {
        0 => Some(ErrorKey::Required),
        1..SHORTEST => Some(ErrorKey::PasswordTooShort),
        SHORTEST..=LONGEST => None,
        _ => Some(ErrorKey::TooLong),
    }
}

/// Wrong passwords before the first wait: more than an owner mistypes.
const FREE_TRIES: u32 = 10;
/// An account that is guessed at from many places at once: more than its owner ever tries.
const FREE_TRIES_ANYWHERE: u32 = 100;
const FIRST_WAIT: SignedDuration = SignedDuration::from_secs(5);
const LONGEST_WAIT: SignedDuration = SignedDuration::from_mins(5);
/// After so long without a try all is forgotten.
pub const FORGOTTEN_AFTER: SignedDuration = SignedDuration::from_hours(1);

/// Where tries come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// One place, or a browser that the owner has used before.
    One,
    /// All browsers that the owner has never used.
    Strangers,
}

/// How long after the last of so many wrong passwords the next may be tried: twice as long each time.
pub fn wait_after(wrong: u32, source: Source) -> SignedDuration {
    let free = match source {
        Source::One => FREE_TRIES,
        Source::Strangers => FREE_TRIES_ANYWHERE,
    };
    match wrong.checked_sub(free) {
        None => SignedDuration::ZERO,
        Some(more) => {
            let factor = 1_i32.checked_shl(more).filter(|factor| *factor > 0).unwrap_or(i32::MAX);
            FIRST_WAIT.checked_mul(factor).map_or(LONGEST_WAIT, |wait| wait.min(LONGEST_WAIT))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_counted_not_bytes() {
        assert_eq!(fault(""), Some(ErrorKey::Required));
        assert_eq!(fault("ääkkö"), Some(ErrorKey::PasswordTooShort));
        assert_eq!(fault("ääkköj"), None);
        assert_eq!(fault("      "), None, "spaces are as good as letters");
        assert_eq!(fault(&"ä".repeat(LONGEST)), None);
        assert_eq!(fault(&"ä".repeat(LONGEST + 1)), Some(ErrorKey::TooLong));
    }

    #[test]
    fn the_eleventh_try_waits_and_each_one_after_longer() {
        let waits: Vec<_> = (9..13).map(|wrong| wait_after(wrong, Source::One).as_secs()).collect();
        assert_eq!(waits, [0, 5, 10, 20]);
        for many in [17, 40, 1_000, u32::MAX] {
            assert_eq!(wait_after(many, Source::One), LONGEST_WAIT, "{many}");
        }
        assert!(wait_after(99, Source::Strangers).is_zero());
        assert_eq!(wait_after(100, Source::Strangers), FIRST_WAIT);
    }
}
