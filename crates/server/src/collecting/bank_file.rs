//! Reading a statement or notification of the bank: piece by piece, on a thread that may block.

use std::io::{self, BufRead, Read};

use axum::body::Bytes;
use jiff::civil::Date;
use liksa_documents::camt::{CamtError, CamtReader, Transaction};
use liksa_domain::ids::{BankFileId, PaymentId};
use liksa_domain::problem::ErrorKey;
use liksa_finland::Iban;
use liksa_store::ContentStream;
use tokio::sync::mpsc;

use super::Movement;

/// Pieces and transactions that wait for the one who reads them.
const WAITING: usize = 16;
/// What banks tell of payers and messages is shorter; what is longer is cut.
const LONGEST_NAME: usize = 140;
const LONGEST_MESSAGE: usize = 2000;

/// What a sound file has in it.
#[derive(Debug, Default)]
pub struct Content {
    pub transactions: u32,
    /// The first and the last day of booking.
    pub days: Option<(Date, Date)>,
}

/// Why a file is not taken.
#[derive(Debug, thiserror::Error)]
pub enum NotTaken {
    #[error(transparent)]
    Unreadable(#[from] CamtError),
    #[error("the file is of another account")]
    WrongAccount,
}

impl NotTaken {
    pub fn key(&self) -> ErrorKey {
        match self {
            Self::WrongAccount => ErrorKey::BankFileWrongAccount,
            Self::Unreadable(error) => match error {
                CamtError::TooLarge => ErrorKey::BankFileTooLarge,
                CamtError::NotCamt { .. } | CamtError::NoStatement | CamtError::NotUtf8 => {
                    ErrorKey::BankFileNotCamt
                }
                CamtError::Truncated => ErrorKey::BankFileTruncated,
                CamtError::ForeignCurrency { .. } => ErrorKey::BankFileForeignCurrency,
                _ => ErrorKey::BankFileMalformed,
            },
        }
    }
}

/// Reads a file through to its end, so that nothing of a broken one is booked.
pub async fn examine(content: ContentStream, account: Iban) -> Result<Content, NotTaken> {
    let mut transactions = read(content);
    let mut found = Content::default();
    while let Some(transaction) = transactions.recv().await {
        let transaction = transaction?;
        if transaction.account != Some(account) {
            return Err(NotTaken::WrongAccount);
        }
        found.transactions = found.transactions.saturating_add(1);
        let day = transaction.booking_date;
        let (first, last) = found.days.unwrap_or((day, day));
        found.days = Some((first.min(day), last.max(day)));
    }
    Ok(found)
}

/// The transactions of a file, one after the other. Ends after the first error.
pub fn read(mut content: ContentStream) -> mpsc::Receiver<Result<Transaction, CamtError>> {
    let (pieces, received) = mpsc::channel(WAITING);
    let (found, transactions) = mpsc::channel(WAITING);
    tokio::spawn(async move {
        loop {
            let piece = match content.next_chunk().await {
                Ok(Some(piece)) => Ok(piece),
                Ok(None) => break,
                Err(error) => Err(io::Error::other(error)),
            };
            // Nobody reads on once the file was refused.
            if pieces.send(piece).await.is_err() {
                break;
            }
        }
    });
    tokio::task::spawn_blocking(move || {
        for transaction in CamtReader::new(Pieces { received, piece: Bytes::new() }) {
            if found.blocking_send(transaction).is_err() {
                break;
            }
        }
    });
    transactions
}

/// What arrives piece by piece, as a file to read from.
struct Pieces {
    received: mpsc::Receiver<io::Result<Bytes>>,
    piece: Bytes,
}

impl BufRead for Pieces {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.piece.is_empty() {
            match self.received.blocking_recv() {
                Some(piece) => self.piece = piece?,
                None => break,
            }
        }
        Ok(&self.piece)
    }

    fn consume(&mut self, count: usize) {
        let _read = self.piece.split_to(count.min(self.piece.len()));
    }
}

impl Read for Pieces {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(target)?;
        self.consume(count);
        Ok(count)
    }
}

/// A transaction as it is booked.
pub fn movement(id: PaymentId, bank_file: BankFileId, account: Iban, found: Transaction) -> Movement {
    let cut = |text: String, longest: usize| text.chars().take(longest).collect::<String>();
    // Of what goes out the bank names who gets it.
    let other =
        if found.amount.is_negative() && !found.reversal { found.creditor_name } else { found.debtor_name };
    Movement {
        id,
        bank_file: Some(bank_file),
        account: account.as_str().to_owned(),
        bank_id: found.id,
        amount: found.amount,
        booking_date: found.booking_date,
        value_date: found.value_date.unwrap_or(found.booking_date),
        payer_name: cut(other.unwrap_or_default(), LONGEST_NAME),
        payer_iban: found.debtor_account.map(|iban| iban.as_str().to_owned()),
        references: found.references.into_iter().map(|paid| (paid.reference, paid.amount)).collect(),
        message: cut(found.message, LONGEST_MESSAGE),
        end_to_end_id: found.end_to_end_id.unwrap_or_default(),
        reversal: found.reversal,
    }
}
