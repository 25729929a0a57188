//! The network address that a request comes from.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::{ConnectInfo, FromRef, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;

const FORWARDED_FOR: &str = "x-forwarded-for";

/// The client's address as far as it can be trusted: the peer's, or the one that a trusted reverse proxy
/// forwards. For IPv6 the network, because one household has a whole /64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientAddress(pub IpAddr);

/// A network by its first address and the length of its prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Network {
    first: IpAddr,
    prefix: u8,
}

/// What IPv6 networks are counted by beside the /64: home connections have a /56, and a rented server a /48, with
/// another /64 for every request.
const WIDER_PREFIXES: [u8; 2] = [56, 48];

impl ClientAddress {
    /// The client, and then the wider networks that it is in.
    pub fn networks(self) -> Vec<Network> {
        match self.0 {
            IpAddr::V4(_) => vec![Network { first: self.0, prefix: 32 }],
            IpAddr::V6(address) => {
                let of = |prefix: u8| {
                    let host_bits = 128 - u32::from(prefix);
                    let first = u128::from(address) >> host_bits << host_bits;
                    Network { first: IpAddr::V6(Ipv6Addr::from(first)), prefix }
                };
                std::iter::once(64).chain(WIDER_PREFIXES).map(of).collect()
            }
        }
    }
}

/// Reverse proxies that are trusted to tell the client's address. A type of its own, because this module would
/// otherwise import the app, which imports it.
#[derive(Clone, Debug)]
pub struct TrustedProxies {
    addresses: Vec<IpAddr>,
    /// Whether the log says of another one that it forwards addresses.
    warned: Arc<AtomicBool>,
}

impl TrustedProxies {
    pub fn new(addresses: Vec<IpAddr>) -> Self {
        Self { addresses, warned: Arc::default() }
    }

    /// Says once in the log that somebody else forwards addresses. A proxy that was forgotten, such as the gateway of a
    /// container, makes one client of all people, and the limits of one are then those of all. It may also be a stranger who
    /// tries something.
    fn warn_of_others(&self, peer: IpAddr, headers: &HeaderMap) {
        let from_another = headers.contains_key(FORWARDED_FOR) && !self.addresses.contains(&peer);
        if from_another && !self.warned.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                %peer,
                "X-Forwarded-For is not believed, because its sender is not in LIKSA_TRUSTED_PROXIES; \
                 if that is a proxy of yours, all people behind it count as one client"
            );
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ClientAddress
where
    TrustedProxies: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(address)| address.ip());
        let peer = peer.unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED));
        let trusted = TrustedProxies::from_ref(state);
        trusted.warn_of_others(peer, &parts.headers);
        Ok(Self(network(client(peer, &parts.headers, &trusted.addresses))))
    }
}

/// Reads `X-Forwarded-For` from the right, past the trusted proxies: the first other address is the
/// client. Anything further left was written by the client itself.
fn client(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> IpAddr {
    let mut client = peer;
    let forwarded = headers.get_all(FORWARDED_FOR).into_iter().filter_map(|value| value.to_str().ok());
    let hops: Vec<&str> = forwarded.flat_map(|value| value.split(',')).map(str::trim).collect();
    for hop in hops.into_iter().rev() {
        if !trusted.contains(&client) {
            break;
        }
        match forwarded_address(hop) {
            Some(address) => client = address,
            None => break,
        }
    }
    client
}

/// An address as proxies write it: by itself, with a port, or in brackets.
fn forwarded_address(hop: &str) -> Option<IpAddr> {
    if let Ok(address) = hop.parse::<IpAddr>() {
        return Some(address);
    }
    if let Ok(with_port) = hop.parse::<SocketAddr>() {
        return Some(with_port.ip());
    }
    hop.strip_prefix('[')?.strip_suffix(']')?.parse::<Ipv6Addr>().ok().map(IpAddr::V6)
}

/// The network that one client is counted by.
pub fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => IpAddr::V4(v4),
            None => IpAddr::V6(Ipv6Addr::from(u128::from(v6) >> 64 << 64)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(peer: &str, forwarded: Option<&str>, trusted: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        if let Some(value) = forwarded {
            headers.insert("x-forwarded-for", value.parse().unwrap());
        }
        let trusted: Vec<IpAddr> = trusted.iter().map(|address| address.parse().unwrap()).collect();
        network(client(peer.parse().unwrap(), &headers, &trusted)).to_string()
    }

    #[test]
    fn a_stranger_cannot_choose_its_address() {
        assert_eq!(seen("203.0.113.5", Some("10.1.1.1"), &[]), "203.0.113.5");
        assert_eq!(seen("203.0.113.5", Some("10.1.1.1"), &["10.0.0.1"]), "203.0.113.5");
    }

    #[test]
    fn a_trusted_proxy_tells_the_client() {
        assert_eq!(seen("10.0.0.1", Some("198.51.100.7"), &["10.0.0.1"]), "198.51.100.7");
        assert_eq!(seen("10.0.0.1", Some("6.6.6.6, 198.51.100.7"), &["10.0.0.1"]), "198.51.100.7");
        assert_eq!(
            seen("10.0.0.1", Some("198.51.100.7, 10.0.0.2"), &["10.0.0.1", "10.0.0.2"]),
            "198.51.100.7"
        );
        assert_eq!(seen("10.0.0.1", Some("rubbish"), &["10.0.0.1"]), "10.0.0.1");
    }

    #[test]
    fn a_proxy_may_tell_the_port_too() {
        let trusted = ["10.0.0.1"];
        assert_eq!(seen("10.0.0.1", Some("198.51.100.7:50123"), &trusted), "198.51.100.7");
        assert_eq!(seen("10.0.0.1", Some("6.6.6.6, 198.51.100.7:50123"), &trusted), "198.51.100.7");
        for v6 in ["[2001:db8:1:2::9]:443", "[2001:db8:1:2::9]", "2001:db8:1:2::9"] {
            assert_eq!(seen("10.0.0.1", Some(v6), &trusted), "2001:db8:1:2::", "{v6}");
        }
        for rubbish in ["198.51.100.7:", "198.51.100.7:99999", "[198.51.100.7]", "[]", "unknown"] {
            assert_eq!(seen("10.0.0.1", Some(rubbish), &trusted), "10.0.0.1", "{rubbish}");
        }
    }

    #[test]
    fn a_client_is_in_wider_networks() {
        let networks = |text: &str| {
            let networks = ClientAddress(network(text.parse().unwrap())).networks();
            let shown = networks.iter().map(|one| format!("{}/{}", one.first, one.prefix));
            shown.collect::<Vec<_>>()
        };
        let expected = ["2001:db8:1:2fe::/64", "2001:db8:1:200::/56", "2001:db8:1::/48"];
        assert_eq!(networks("2001:db8:1:2fe:aaaa::1"), expected);
        assert_eq!(networks("203.0.113.5"), ["203.0.113.5/32"]);
    }

    #[test]
    fn one_household_is_one_client() {
        assert_eq!(seen("2001:db8:1:2:aaaa::1", None, &[]), seen("2001:db8:1:2:bbbb::9", None, &[]));
        assert_ne!(seen("2001:db8:1:2::1", None, &[]), seen("2001:db8:1:3::1", None, &[]));
        assert_eq!(seen("::ffff:203.0.113.5", None, &[]), "203.0.113.5");
    }
}
