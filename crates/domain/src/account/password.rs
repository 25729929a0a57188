//! What may be a password. How strong one is, its owner is told while typing; what is refused is only what no
//! account should have.

use crate::problem::ErrorKey;

const SHORTEST: usize = 6;
/// Longer ones would only cost time; nobody types them.
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
}
