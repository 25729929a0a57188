//! How mails leave: into a folder, or by SMTP.

use std::fmt;
use std::path::PathBuf;

use anyhow::Context;
use lettre::{Address, Message};
use liksa_domain::delivery::MailReason;
use liksa_domain::ids::MailId;
use liksa_store::MailTrouble;

use super::smtp::{Agreed, MailServer};
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
    Smtp(MailServer),
}

/// Why a mail did not leave, by what is known of it.
#[derive(Debug, thiserror::Error)]
pub enum TransportError {
    /// The mail server did not get it. It may be tried again.
    #[error("{0}")]
    NotTaken(MailTrouble),
    /// The mail server will never take it.
    #[error("{0}")]
    Refused(MailTrouble),
    /// The connection broke in the middle.
    #[error("{0}")]
    Unsure(MailTrouble),
}

impl MailTransport {
    pub fn open(address: &MailAddress) -> anyhow::Result<Self> {
        Ok(match address {
            MailAddress::Folder(folder) => Self::Folder(folder.clone()),
            MailAddress::Smtp(url) => Self::Smtp(MailServer::parse(url).context("the mail server")?),
        })
    }

    /// Whether sending the same mail twice is the same as sending it once.
    pub fn is_idempotent(&self) -> bool {
        matches!(self, Self::Folder(_))
    }

    /// Finds out whether the mail could go now. Until [`Ready::send`] nobody has it.
    pub async fn prepare(&self, from: &Address, to: &Address) -> Result<Ready, TransportError> {
        Ok(match self {
            Self::Folder(folder) => Ready::Folder(folder.clone()),
            Self::Smtp(server) => Ready::Smtp(Box::new(server.agree(from, to).await?)),
        })
    }
}

/// Where one mail can go now.
pub enum Ready {
    Folder(PathBuf),
    Smtp(Box<Agreed>),
}

impl Ready {
    pub async fn send(self, id: MailId, message: &Message) -> Result<(), TransportError> {
        let folder = match self {
            Self::Folder(folder) => folder,
            Self::Smtp(agreed) => return agreed.send(&message.formatted()).await,
        };
        let (name, bytes) = (format!("{id}.eml"), message.formatted());
        let written = tokio::task::spawn_blocking(move || write_atomically(&folder, &name, &bytes)).await;
        let not_taken = |error: &dyn std::error::Error| {
            Err(TransportError::NotTaken(MailTrouble::new(MailReason::Unreachable, error)))
        };
        match written {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => not_taken(&error),
            Err(error) => not_taken(&error),
        }
    }
}
