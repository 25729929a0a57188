//! Electronic addresses and the lists they are from.

use liksa_finland::BusinessId;

/// An address and the code of its list (EAS).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Endpoint {
    pub scheme: String,
    pub address: String,
}

const OVT_CODES: &str = "0216";
const BUSINESS_IDS: &str = "0212";

impl Endpoint {
    /// Reads `0037…` as an OVT code (0216), a business id as such (0212), and `SCHEME:address` as it says.
    /// Account numbers and the operators' own codes work in the Finnish networks only.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some((scheme, address)) = text.split_once(':') {
            let is_code = scheme.len() == 4 && scheme.bytes().all(|byte| byte.is_ascii_digit());
            let address = address.trim();
            return (is_code && !address.is_empty()).then(|| Self::new(scheme, address));
        }
        if text.parse::<BusinessId>().is_ok() {
            return Some(Self::new(BUSINESS_IDS, text));
        }
        let is_ovt = text.starts_with("0037")
            && (12..=17).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && text.bytes().take(12).all(|byte| byte.is_ascii_digit());
        is_ovt.then(|| Self::new(OVT_CODES, text))
    }

    /// The OVT code that every company with a business id has.
    pub fn of_business(id: &BusinessId) -> Self {
        Self::new(OVT_CODES, &id.ovt())
    }

    fn new(scheme: &str, address: &str) -> Self {
        Self { scheme: scheme.to_owned(), address: address.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_recognised_by_their_form() {
        for (text, scheme, address) in [
            ("003720774740", "0216", "003720774740"),
            (" 00372077474012345 ", "0216", "00372077474012345"),
            ("003720774740ABC", "0216", "003720774740ABC"),
            ("2077474-0", "0212", "2077474-0"),
            ("0037:20774740", "0037", "20774740"),
            ("9930:DE123456789", "9930", "DE123456789"),
        ] {
            assert_eq!(Endpoint::parse(text), Some(Endpoint::new(scheme, address)), "{text}");
        }
        for elsewhere in
            ["", "FI7944052020036082", "TE003720774740", "IBAN:x", "0212:", "00372077", "0037ABCDEFGH"]
        {
            assert_eq!(Endpoint::parse(elsewhere), None, "{elsewhere}");
        }
    }
}
