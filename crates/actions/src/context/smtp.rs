//! How one mail goes to a mail server, step by step: until the mail server is asked to take the content, it certainly has
//! nothing, and whatever happens before that leaves no doubt.

use std::time::Duration;

use anyhow::{Context, bail};
use lettre::Address;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Tls, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use liksa_domain::delivery::MailReason;
use liksa_store::MailTrouble;
use percent_encoding::percent_decode_str;
use tokio::time::timeout;
use url::Url;

use super::mail_transport::TransportError;

/// How long a mail server may take to greet, to encrypt and to let us in.
const CONNECT_WITHIN: Duration = Duration::from_secs(10);
/// How long it may take to accept the sender and the receiver.
const AGREE_WITHIN: Duration = Duration::from_secs(30);
/// How long it may take to accept a mail. The longest has an attachment of several megabytes.
const ACCEPT_WITHIN: Duration = Duration::from_secs(60);
/// Nobody waits for the end of a connection.
const QUIT_WITHIN: Duration = Duration::from_secs(5);

/// A mail server, and how it is spoken to.
pub struct MailServer {
    host: String,
    port: u16,
    tls: Tls,
    credentials: Option<Credentials>,
    hello: ClientId,
}

impl MailServer {
    /// From `smtps://USER:PASSWORD@HOST:PORT` or `smtp://…`, the latter with `?tls=required` or `?tls=opportunistic`. A path
    /// is the name by which we greet.
    pub fn parse(address: &str) -> anyhow::Result<Self> {
        // The errors do not show the address, which may hold a password.
        let Ok(url) = Url::parse(address) else { bail!("not an address") };
        let host = url.host_str().filter(|host| !host.is_empty()).context("no host is named")?.to_owned();
        let encrypted = || TlsParameters::new(host.clone());
        let wanted = url.query_pairs().find(|(key, _)| key == "tls").map(|(_, value)| value.into_owned());
        let (usual_port, tls) = match (url.scheme(), wanted.as_deref()) {
            ("smtps", _) => (465, Tls::Wrapper(encrypted()?)),
            ("smtp", Some("required")) => (587, Tls::Required(encrypted()?)),
            ("smtp", Some("opportunistic")) => (587, Tls::Opportunistic(encrypted()?)),
            ("smtp", None) => (25, Tls::None),
            _ => bail!("neither smtp:// nor smtps://, or an unknown `tls`"),
        };
        let decoded = |text: &str| percent_decode_str(text).decode_utf8().map(std::borrow::Cow::into_owned);
        let credentials = match url.password() {
            Some(password) => Some(Credentials::new(decoded(url.username())?, decoded(password)?)),
            None => None,
        };
        let hello = match url.path().trim_matches('/') {
            "" => ClientId::default(),
            name => ClientId::Domain(name.to_owned()),
        };
        Ok(Self { port: url.port().unwrap_or(usual_port), host, tls, credentials, hello })
    }

    /// Connects, and agrees on the sender and the receiver of one mail.
    pub async fn agree(&self, from: &Address, to: &Address) -> Result<Agreed, TransportError> {
        let mut connection = match timeout(CONNECT_WITHIN, self.connect()).await {
            Ok(Ok(connection)) => connection,
            Ok(Err(error)) => return Err(unreachable(in_full(&error))),
            Err(_) => {
                return Err(unreachable(format!("the mail server did not answer within {CONNECT_WITHIN:?}")));
            }
        };
        match timeout(AGREE_WITHIN, name_both(&mut connection, from, to)).await {
            Ok(Ok(())) => Ok(Agreed(connection)),
            Ok(Err(error)) => {
                leave(connection);
                Err(error)
            }
            Err(_) => Err(unreachable(format!("the mail server did not answer within {AGREE_WITHIN:?}"))),
        }
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, Error> {
        let at_once = match &self.tls {
            Tls::Wrapper(parameters) => Some(parameters.clone()),
            _ => None,
        };
        let address = (self.host.as_str(), self.port);
        let limit = Some(CONNECT_WITHIN);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(address, limit, &self.hello, at_once, None).await?;
        match &self.tls {
            Tls::Required(parameters) => connection.starttls(parameters.clone(), &self.hello).await?,
            Tls::Opportunistic(parameters) if connection.can_starttls() => {
                connection.starttls(parameters.clone(), &self.hello).await?;
            }
            _ => {}
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        Ok(connection)
    }
}

/// A connection whose mail server knows for whom the mail is, and waits for it.
pub struct Agreed(AsyncSmtpConnection);

impl Agreed {
    /// Sends the mail itself. Where no answer to it comes, it may have arrived.
    pub async fn send(self, content: &[u8]) -> Result<(), TransportError> {
        let Self(mut connection) = self;
        match timeout(AGREE_WITHIN, connection.command(Data)).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => return Err(before_content(&error, MailReason::Refused)),
            Err(_) => {
                return Err(unreachable(format!("the mail server did not answer within {AGREE_WITHIN:?}")));
            }
        }
        let text = match timeout(ACCEPT_WITHIN, connection.message(content)).await {
            Ok(Ok(_)) => {
                leave(connection);
                return Ok(());
            }
            Ok(Err(error)) if error.status().is_some() => {
                leave(connection);
                return Err(answered(&error, |code, text| MailReason::of_refusal(code, text, false)));
            }
            Ok(Err(error)) => in_full(&error),
            Err(_) => {
                format!("the mail server did not say within {ACCEPT_WITHIN:?} whether it accepts the mail")
            }
        };
        Err(TransportError::Unsure(MailTrouble { reason: MailReason::NoAnswer, text }))
    }
}

async fn name_both(
    connection: &mut AsyncSmtpConnection,
    from: &Address,
    to: &Address,
) -> Result<(), TransportError> {
    let mut parameters = vec![];
    if !<Address as AsRef<str>>::as_ref(to).is_ascii() {
        if !connection.server_info().supports_feature(Extension::SmtpUtfEight) {
            let why = "the mail server takes only addresses of plain letters (no SMTPUTF8)";
            return Err(TransportError::Refused(MailTrouble::new(MailReason::AddressRefused, why)));
        }
        parameters.push(MailParameter::SmtpUtfEight);
        parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    let sender = connection.command(Mail::new(Some(from.clone()), parameters)).await;
    sender.map_err(|error| before_content(&error, MailReason::Refused))?;
    match connection.command(Rcpt::new(to.clone(), vec![])).await {
        Ok(_) => Ok(()),
        Err(error) if error.status().is_some() => {
            Err(answered(&error, |code, text| MailReason::of_refusal(code, text, true)))
        }
        Err(error) => Err(unreachable(in_full(&error))),
    }
}

/// What went wrong while the mail server has nothing of the mail yet.
fn before_content(error: &Error, refused: MailReason) -> TransportError {
    if error.status().is_some() { answered(error, |_, _| refused) } else { unreachable(in_full(error)) }
}

/// The mail server answered with a code of its own.
fn answered(error: &Error, refused: impl Fn(u16, &str) -> MailReason) -> TransportError {
    let (code, text) = (error.status().map_or(0, u16::from), in_full(error));
    if error.is_permanent() {
        TransportError::Refused(MailTrouble { reason: refused(code, &text), text })
    } else {
        TransportError::NotTaken(MailTrouble { reason: MailReason::Later, text })
    }
}

fn unreachable(text: String) -> TransportError {
    TransportError::NotTaken(MailTrouble { reason: MailReason::Unreachable, text })
}

/// Says good-bye while others go on.
fn leave(mut connection: AsyncSmtpConnection) {
    tokio::spawn(async move { timeout(QUIT_WITHIN, connection.quit()).await.ok() });
}

/// The error with its causes, such as an unknown issuer of a certificate.
fn in_full(error: &Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        let inner_text = inner.to_string();
        if !text.contains(&inner_text) {
            text = format!("{text}: {inner_text}");
        }
        cause = inner.source();
    }
    text
}
