//! Addresses that electronic invoices are sent to (verkkolaskuosoite).

use liksa_finland::{BusinessId, Iban};

const SHORTEST: usize = 5;
const LONGEST: usize = 35;

/// Finland's number among the issuers of party identifiers, which an OVT starts with.
const OVT_START: &str = "0037";
const BUSINESS_ID_DIGITS: usize = 8;
const LONGEST_OVT_UNIT: usize = 5;

/// One operator writes these letters before the OVT.
const OVT_PREFIX_OF_ONE_OPERATOR: &str = "TE";

const SHORTEST_IBAN: usize = 15;

/// The address without spaces and in capitals, if an invoice could be sent there. An OVT and an IBAN are
/// checked by their check digits; operators have addresses of their own beside these, of which only the
/// characters can be.
pub(crate) fn read_address(text: &str) -> Option<String> {
    let address: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let address = address.to_ascii_uppercase();
    let belongs = |c: char| c.is_ascii_alphanumeric() || matches!(c, ':' | '-' | '.' | '_');
    if !(SHORTEST..=LONGEST).contains(&address.len()) || !address.chars().all(belongs) {
        return None;
    }
    let plain = address.strip_prefix(OVT_PREFIX_OF_ONE_OPERATOR).unwrap_or(&address);
    let plausible = match plain.strip_prefix(OVT_START) {
        Some(party) => is_ovt_party(party),
        None => !looks_like_iban(&address) || address.parse::<Iban>().is_ok(),
    };
    plausible.then_some(address)
}

/// A business id without its hyphen, and perhaps the unit's own few characters.
fn is_ovt_party(party: &str) -> bool {
    let Some((digits, unit)) = party.split_at_checked(BUSINESS_ID_DIGITS) else { return false };
    let (number, check) = digits.split_at(BUSINESS_ID_DIGITS - 1);
    let known = format!("{number}-{check}").parse::<BusinessId>().is_ok();
    known && unit.len() <= LONGEST_OVT_UNIT && unit.chars().all(|c| c.is_ascii_alphanumeric())
}

fn looks_like_iban(address: &str) -> bool {
    let bytes = address.as_bytes();
    bytes.len() >= SHORTEST_IBAN
        && bytes[..2].iter().all(u8::is_ascii_uppercase)
        && bytes[2..4].iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_work() {
        for (typed, stored) in [
            ("003720774740", "003720774740"),
            ("0037 2077 4740 ab", "003720774740AB"),
            ("te003720774740", "TE003720774740"),
            ("FI79 4405 2020 0360 82", "FI7944052020036082"),
            ("0216:003720774740", "0216:003720774740"),
            ("5909000716438", "5909000716438"),
        ] {
            assert_eq!(read_address(typed).as_deref(), Some(stored), "{typed}");
        }
    }

    #[test]
    fn addresses_that_cannot() {
        let too_long = "1".repeat(LONGEST + 1);
        for bad in [
            "0037",
            "003720774741",
            "003720774740ABCDEF",
            "003720774740-1",
            "TE003720774741",
            "FI7944052020036083",
            "lasku@yritys.example",
            "1234",
            "ääkköset",
            &too_long,
        ] {
            assert_eq!(read_address(bad), None, "{bad}");
        }
    }
}
