//! Reads a statement or notification of the bank chunk by chunk, on a thread that may block.

use std::io::{self, BufRead, Read};

use anyhow::{Context as _, anyhow};
use bytes::Bytes;
use liksa_documents::camt::{CamtError, CamtReader, ClosingBalance, Transaction};
use liksa_finland::Iban;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::prelude::*;

/// The capacity of the channels: how far the reading of chunks and transactions may be ahead.
const CAPACITY: usize = 16;

/// What a valid file contains.
#[derive(Debug, Default)]
pub struct Content {
    pub transactions: u32,
    /// The first and the last day of booking.
    pub days: Option<(Date, Date)>,
    /// What the account had at the end of the newest statement.
    pub closing: Option<ClosingBalance>,
}

/// What is read from a file: its transactions, and at its end the balance of the account.
pub enum Found {
    Transaction(Box<Transaction>),
    Closing(ClosingBalance),
}

fn unusable(error: CamtError) -> Error {
    let key = match error {
        CamtError::TooLarge => ErrorKey::BankFileTooLarge,
        CamtError::NotCamt { .. } | CamtError::NoStatement | CamtError::NotUtf8 => ErrorKey::BankFileNotCamt,
        CamtError::Truncated => ErrorKey::BankFileTruncated,
        CamtError::ForeignCurrency { .. } => ErrorKey::BankFileForeignCurrency,
        CamtError::AmountTooLarge { .. } | CamtError::SumTooLarge => ErrorKey::BankFileAmountTooLarge,
        _ => ErrorKey::BankFileMalformed,
    };
    // Counted from zero, as the rows of a bill.
    let place = error.entry().and_then(|entry| entry.checked_sub(1)).map(|index| format!("entries[{index}]"));
    Error::UnusableFile { key, message: error.to_string(), place }
}

/// Reads a file to its end. Every transaction must be of the given account.
pub async fn check(content: ContentStream, account: Iban) -> Result<Content, Error> {
    let (mut transactions, fetching) = read(content);
    let mut found = Content::default();
    while let Some(next) = transactions.recv().await {
        let next = match next {
            // Nothing is wrong with the file: the storage did not give all of it.
            Err(CamtError::Unreadable(kind)) => {
                fetching.await.context("the task that fetches a bank file")??;
                return Err(anyhow!("a bank file cannot be read: {kind}").into());
            }
            next => next.map_err(unusable)?,
        };
        let of = match &next {
            Found::Transaction(transaction) => transaction.account,
            Found::Closing(closing) => closing.account,
        };
        if of != Some(account) {
            let message = "the file is of another account".to_owned();
            return Err(Error::UnusableFile { key: ErrorKey::BankFileWrongAccount, message, place: None });
        }
        let transaction = match next {
            Found::Transaction(transaction) => transaction,
            Found::Closing(closing) => {
                found.closing = Some(closing);
                continue;
            }
        };
        found.transactions = found.transactions.saturating_add(1);
        let day = transaction.booking_date;
        let (first, last) = found.days.unwrap_or((day, day));
        found.days = Some((first.min(day), last.max(day)));
    }
    Ok(found)
}

type Transactions = mpsc::Receiver<Result<Found, CamtError>>;

/// The transactions of a file, one after the other, and its closing balance; and what fetches the file, which says why where it
/// became unreadable. Ends after the first error. Who takes them slowly makes the storage wait: see [`read_whole`].
fn read(mut content: ContentStream) -> (Transactions, JoinHandle<StoreResult<()>>) {
    let (chunks, received) = mpsc::channel(CAPACITY);
    let fetching = tokio::spawn(async move {
        loop {
            let chunk = match content.next_chunk().await {
                Ok(Some(chunk)) => chunk,
                Ok(None) => return Ok(()),
                Err(error) => {
                    // Nobody waits for it any more once the file was refused.
                    let _ = chunks.send(Err(io::Error::other("the storage"))).await;
                    return Err(error);
                }
            };
            // Reading stops once the file was refused.
            if chunks.send(Ok(chunk)).await.is_err() {
                return Ok(());
            }
        }
    });
    (read_from(Chunks { received, chunk: Bytes::new() }), fetching)
}

/// The same of a file that is in memory, for who takes as long as they need.
pub fn read_whole(content: Vec<u8>) -> Transactions {
    read_from(io::Cursor::new(content))
}

fn read_from(source: impl BufRead + Send + 'static) -> Transactions {
    let (found, transactions) = mpsc::channel(CAPACITY);
    tokio::task::spawn_blocking(move || {
        let mut reader = CamtReader::new(source);
        for transaction in reader.by_ref() {
            let transaction = transaction.map(|transaction| Found::Transaction(Box::new(transaction)));
            if found.blocking_send(transaction).is_err() {
                return;
            }
        }
        if let Some(closing) = reader.closing_balance() {
            // Nobody waits for it any more once the file was refused.
            let _ = found.blocking_send(Ok(Found::Closing(*closing)));
        }
    });
    transactions
}

/// Chunks from a channel, as a file to read from.
struct Chunks {
    received: mpsc::Receiver<io::Result<Bytes>>,
    chunk: Bytes,
}

impl BufRead for Chunks {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.chunk.is_empty() {
            match self.received.blocking_recv() {
                Some(chunk) => self.chunk = chunk?,
                None => break,
            }
        }
        Ok(&self.chunk)
    }

    fn consume(&mut self, count: usize) {
        let _read = self.chunk.split_to(count.min(self.chunk.len()));
    }
}

impl Read for Chunks {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(target)?;
        self.consume(count);
        Ok(count)
    }
}
