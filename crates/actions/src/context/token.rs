//! The secret that a signed-in client shows with every request.

use std::fmt;

use data_encoding::BASE64URL_NOPAD;
use liksa_store::TokenHash;
use sha2::{Digest, Sha256};

use super::random;

const TOKEN_BYTES: usize = 32;

/// 256 random bits. Only its hash is stored, so that a stolen database opens no session.
pub struct Token([u8; TOKEN_BYTES]);

impl Token {
    pub fn generate() -> Result<Self, getrandom::Error> {
        random::bytes().map(Self)
    }

    pub fn parse(text: &str) -> Option<Self> {
        BASE64URL_NOPAD.decode(text.as_bytes()).ok()?.try_into().ok().map(Self)
    }

    pub fn to_text(&self) -> String {
        BASE64URL_NOPAD.encode(&self.0)
    }

    /// A random value needs no salt and no slow hash: there is nothing to guess.
    pub fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0).into())
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trip() {
        let token = Token::generate().unwrap();
        assert_eq!(token.to_text().len(), 43);
        assert!(Token::parse(&token.to_text()).unwrap().hash() == token.hash());
        for bad in ["", "x", &"A".repeat(42), &"A".repeat(44), "ä"] {
            assert!(Token::parse(bad).is_none(), "{bad}");
        }
    }
}
