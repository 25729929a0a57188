//! Passwords: which are refused, and the waiting times that slow down guessing. The app shows how strong a password
//! is; only what no account should have is refused.

use jiff::SignedDuration;

use crate::person::{Email, Person};
use crate::problem::{ErrorKey, Problem};

/// See data/README.md.
const COMMON: &str = include_str!("../../data/common-passwords.txt");

const SHORTEST: usize = 6;
/// Longer passwords would only cost time to hash.
pub const LONGEST: usize = 256;

/// Fewer digits alone are a date or a telephone number, or are guessed like one.
const SHORTEST_OF_DIGITS: usize = 10;
/// Digits and signs after a word, such as a year, make it no harder to guess.
const MOST_AFTER_A_WORD: usize = 4;

/// What is wrong with a new password in the field `password`, if anything is.
pub fn fault(password: &str, owner: &Owner<'_>) -> Option<Problem> {
    let problem = |key| Problem::new("password", key);
    match password.chars().count() {
        0 => Some(problem(ErrorKey::Required)),
        1..SHORTEST => Some(problem(ErrorKey::PasswordTooShort)),
        SHORTEST..=LONGEST => is_guessed_first(password, owner).then(|| problem(ErrorKey::PasswordTooCommon)),
        _ => Some(problem(ErrorKey::TooLong).at_most(LONGEST)),
    }
}

/// What others know of the owner of a password.
pub struct Owner<'a> {
    email: &'a str,
    names: [&'a str; 2],
}

impl<'a> Owner<'a> {
    /// Somebody of whom nothing but the address is known yet.
    pub fn new(email: Option<&'a Email>) -> Self {
        Self { email: email.map_or("", Email::as_str), names: ["", ""] }
    }

    /// The words that an attacker tries first.
    fn words(&self) -> Vec<String> {
        let (local, domain) = self.email.split_once('@').unwrap_or_default();
        let [first, last] = self.names;
        let whole = [self.email.to_owned(), format!("{first}{last}"), format!("{last}{first}")];
        let parts = [local, domain, domain.split('.').next().unwrap_or_default(), first, last];
        let words = whole.into_iter().chain(parts.map(str::to_owned));
        words.map(|word| simplified(&word)).filter(|word| !word.is_empty()).collect()
    }
}

impl<'a> From<&'a Person> for Owner<'a> {
    fn from(person: &'a Person) -> Self {
        Self { names: [&person.first_name, &person.last_name], ..Self::new(Some(&person.email)) }
    }
}

/// Whether a password is among the first that anybody would try.
fn is_guessed_first(password: &str, owner: &Owner<'_>) -> bool {
    let lower = password.to_lowercase();
    let count = lower.chars().count();
    if lower.chars().all(|c| c.is_ascii_digit()) && count < SHORTEST_OF_DIGITS || is_a_run(&lower) {
        return true;
    }
    let word = lower.trim_end_matches(|c: char| !c.is_alphabetic());
    let is_word = count - word.chars().count() <= MOST_AFTER_A_WORD;
    let own = owner.words();
    let tried = |text: &str| {
        let simple = simplified(text);
        COMMON.split_whitespace().any(|common| common == text || common == simple) || own.contains(&simple)
    };
    tried(&lower) || is_word && tried(word)
}

/// Small letters and digits alone, with letters for the digits and signs that are drawn like them.
fn simplified(text: &str) -> String {
    let lower = text.to_lowercase();
    let drawn_like = lower.chars().map(|c| match c {
        '@' | '4' => 'a',
        '3' => 'e',
        '0' => 'o',
        '5' | '$' => 's',
        '1' | '!' => 'i',
        other => other,
    });
    drawn_like.filter(|c| c.is_alphanumeric()).collect()
}

/// Whether every sign is the one before, the next or the previous one, all the way: `aaaaaa`, `234567`, `fedcba`.
fn is_a_run(text: &str) -> bool {
    let codes: Vec<i64> = text.chars().map(|c| i64::from(u32::from(c))).collect();
    [0, 1, -1].into_iter().any(|step| codes.windows(2).all(|pair| pair[1] - pair[0] == step))
}

/// Wrong passwords before the first wait: more than an owner mistypes.
const FREE_TRIES: u32 = 10;
/// A network that comes with a rented server, with more places in it than can be counted one by one.
const FREE_TRIES_IN_NETWORK: u32 = 30;
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
    /// One network, in which a client can be in another place with every try.
    Network,
    /// All browsers that the owner has never used.
    Strangers,
}

/// How long after the last of so many wrong passwords the next may be tried: twice as long each time.
pub fn wait_after(wrong: u32, source: Source) -> SignedDuration {
    let free = match source {
        Source::One => FREE_TRIES,
        Source::Network => FREE_TRIES_IN_NETWORK,
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

    fn fault(password: &str) -> Option<ErrorKey> {
        let email = Email::parse("maija.meikalainen@oma-yhtio.example").unwrap();
        let owner = Owner { names: ["Maija", "Meikäläinen"], ..Owner::new(Some(&email)) };
        super::fault(password, &owner).map(|problem| problem.key)
    }

    #[test]
    fn what_everybody_tries_first_is_refused() {
        for common in [
            "password",
            "Password1",
            "P@ssw0rd",
            "salasana",
            "SALASANA",
            "salasana2026",
            "s4l4s4n4",
            "123456",
            "12345678",
            "147258369",
            "01011990",
            "aaaaaa",
            "------------",
            "fedcba",
            "1234567890",
            "qwerty",
            "1q2w3e4r",
            "perkele666",
            "liksa1",
        ] {
            assert_eq!(fault(common), Some(ErrorKey::PasswordTooCommon), "{common}");
        }
        for own in [
            "maija.meikalainen@oma-yhtio.example",
            "Maija.Meikalainen",
            "maijameikalainen",
            "maija123",
            "Meikäläinen1",
            "meikäläinenmaija",
            "oma-yhtio",
            "omayhtio!",
        ] {
            assert_eq!(fault(own), Some(ErrorKey::PasswordTooCommon), "{own}");
        }
    }

    #[test]
    fn other_passwords_are_the_owners_choice() {
        for good in
            ["oma-salasana", "demo-liksa", "kissa kävelee", "xk7#pq", "maijan kesämökki", "7362519480"]
        {
            assert_eq!(fault(good), None, "{good}");
        }
        let nobody = Owner::new(None);
        assert_eq!(super::fault("maija123", &nobody), None, "nobody's name yet");
        assert_eq!(super::fault("!!!???", &nobody), None);
    }

    #[test]
    fn the_list_is_as_it_is_compared() {
        for word in COMMON.split_whitespace() {
            assert_eq!(word, word.to_lowercase());
        }
    }

    #[test]
    fn letters_are_counted_not_bytes() {
        assert_eq!(fault(""), Some(ErrorKey::Required));
        assert_eq!(fault("ääkkö"), Some(ErrorKey::PasswordTooShort));
        assert_eq!(fault("ääkköj"), None);
        assert_eq!(fault("  a  b"), None, "spaces are as good as letters");
        assert_eq!(fault(&"äö".repeat(LONGEST / 2)), None);
        assert_eq!(fault(&"ä".repeat(LONGEST + 1)), Some(ErrorKey::TooLong));
    }

    #[test]
    fn the_eleventh_try_waits_and_each_one_after_longer() {
        let waits: Vec<_> = (9..13).map(|wrong| wait_after(wrong, Source::One).as_secs()).collect();
        assert_eq!(waits, [0, 5, 10, 20]);
        for many in [17, 40, 1_000, u32::MAX] {
            assert_eq!(wait_after(many, Source::One), LONGEST_WAIT, "{many}");
        }
        assert!(wait_after(29, Source::Network).is_zero());
        assert_eq!(wait_after(30, Source::Network), FIRST_WAIT);
        assert!(wait_after(99, Source::Strangers).is_zero());
        assert_eq!(wait_after(100, Source::Strangers), FIRST_WAIT);
    }
}
