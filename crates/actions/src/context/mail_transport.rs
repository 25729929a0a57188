//! How mails leave: into a folder, or by SMTP.

use std::fmt;
use std::path::PathBuf;

use anyhow::Context;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use liksa_domain::ids::MailId;

use super::write_atomically;

/// Where mails go.
#[derive(Clone, PartialEq, Eq)]
pub enum MailAddress {
    /// One file for each mail, for trying things out.
    Folder(PathBuf),
    /// The mail server's address with its password; never logged.
    Smtp(String),
}

impl fmt::Debug for MailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => write!(f, "Folder({})", folder.display()),
            Self::Smtp(_) => f.write_str("Smtp(…)"),
        }
    }
}

pub enum MailTransport {
    /// One `.eml` file for each mail.
    Folder(PathBuf),
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
}

/// Why a mail did not leave, by what is known of it.
#[derive(Debug, thiserror::Error)]
pub enum TransportError {
    /// The mail server did not get it. It may be tried again.
    #[error("{0}")]
    NotTaken(String),
    /// The mail server will never take it.
    #[error("{0}")]
    Refused(String),
    /// The connection broke in the middle.
    #[error("{0}")]
    Unsure(String),
}

impl MailTransport {
    pub fn open(address: &MailAddress) -> anyhow::Result<Self> {
        Ok(match address {
            MailAddress::Folder(folder) => Self::Folder(folder.clone()),
            MailAddress::Smtp(url) => Self::Smtp(
                AsyncSmtpTransport::<Tokio1Executor>::from_url(url).context("the mail server")?.build(),
            ),
        })
    }

    /// Whether sending the same mail twice is the same as sending it once.
    pub fn is_idempotent(&self) -> bool {
        matches!(self, Self::Folder(_))
    }

    pub async fn send(&self, id: MailId, message: &Message) -> Result<(), TransportError> {
        match self {
            Self::Folder(folder) => {
                let (folder, name, bytes) = (folder.clone(), format!("{id}.eml"), message.formatted());
                let written =
                    tokio::task::spawn_blocking(move || write_atomically(&folder, &name, &bytes)).await;
                match written {
                    Ok(Ok(())) => Ok(()),
                    Ok(Err(error)) => Err(TransportError::NotTaken(error.to_string())),
                    Err(error) => Err(TransportError::NotTaken(error.to_string())),
                }
            }
            Self::Smtp(smtp) => send_by_smtp(smtp, message).await,
        }
    }
}

/// What fails before the mail server gets the mail, or is answered by it with a refusal, is known not to
/// have arrived. Anything else may have.
async fn send_by_smtp(
    smtp: &AsyncSmtpTransport<Tokio1Executor>,
    message: &Message,
) -> Result<(), TransportError> {
    match smtp.test_connection().await {
        Ok(true) => {}
        Ok(false) => return Err(TransportError::NotTaken("the mail server did not answer".into())),
        Err(error) => return Err(TransportError::NotTaken(error.to_string())),
    }
    match smtp.send_raw(message.envelope(), &message.formatted()).await {
        Ok(_) => Ok(()),
        Err(error) if error.is_permanent() => Err(TransportError::Refused(error.to_string())),
        Err(error) if error.is_transient() => Err(TransportError::NotTaken(error.to_string())),
        Err(error) => Err(TransportError::Unsure(error.to_string())),
    }
}
