//! The network address that a request comes from.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRef, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;

/// The client's address as far as it can be trusted: the peer's, or the one that a trusted reverse proxy
/// forwards. For IPv6 the network, because one household has a whole /64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientAddress(pub IpAddr);

/// Reverse proxies that are trusted to tell the client's address. A type of its own, because this module would
/// otherwise import the app, which imports it.
pub struct TrustedProxies(pub Vec<IpAddr>);

impl<S: Send + Sync> FromRequestParts<S> for ClientAddress
where
    TrustedProxies: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(address)| address.ip());
        let peer = peer.unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED));
        Ok(Self(network(client(peer, &parts.headers, &TrustedProxies::from_ref(state).0))))
    }
}

/// Reads `X-Forwarded-For` from the right, past the trusted proxies: the first other address is the
/// client. Anything further left was written by the client itself.
fn client(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> IpAddr {
    let mut client = peer;
    let forwarded = headers.get_all("x-forwarded-for").into_iter().filter_map(|value| value.to_str().ok());
    let hops: Vec<&str> = forwarded.flat_map(|value| value.split(',')).map(str::trim).collect();
    for hop in hops.into_iter().rev() {
        if !trusted.contains(&client) {
            break;
        }
        match hop.parse() {
            Ok(address) => client = address,
            Err(_) => break,
        }
    }
    client
}

fn network(address: IpAddr) -> IpAddr {
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
    fn one_household_is_one_client() {
        assert_eq!(seen("2001:db8:1:2:aaaa::1", None, &[]), seen("2001:db8:1:2:bbbb::9", None, &[]));
        assert_ne!(seen("2001:db8:1:2::1", None, &[]), seen("2001:db8:1:3::1", None, &[]));
        assert_eq!(seen("::ffff:203.0.113.5", None, &[]), "203.0.113.5");
    }
}
