//! Randomness from the operating system: for tokens, ids and nonces.

use data_encoding::BASE64URL_NOPAD;
use jiff::Timestamp;
use liksa_domain::ids::Id;

pub fn bytes<const N: usize>() -> Result<[u8; N], getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// `N` random bytes as text that fits URLs, headers and cookies.
pub fn text<const N: usize>() -> Result<String, getrandom::Error> {
    Ok(BASE64URL_NOPAD.encode(&bytes::<N>()?))
}

pub fn id<T: Id>(now: Timestamp) -> Result<T, getrandom::Error> {
    Ok(T::new(now, bytes()?))
}
