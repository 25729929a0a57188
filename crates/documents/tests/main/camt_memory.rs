//! Reading a bank file of any size takes little memory.

use std::io::{BufReader, Read};

use liksa_documents::camt::{CamtError, CamtReader};
use peak_alloc::PeakAlloc;

#[global_allocator]
pub static MEMORY: PeakAlloc = PeakAlloc;

/// A little more than the reader and uploads accept.
const FILE_BYTES: usize = 51_000_000;
const MOST_MEMORY_BYTES: usize = 1_000_000;

const HEAD: &str = "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"><BkToCstmrStmt><Stmt>";
const ENTRY: &str = "<Ntry><Amt Ccy=\"EUR\">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>\
                     <BookgDt><Dt>2026-11-16</Dt></BookgDt>";
const DETAILS: &str = "<TxDtls><AmtDtls><TxAmt><Amt Ccy=\"EUR\">1.00</Amt></TxAmt></AmtDtls>";

/// A file that is made while it is read: a beginning, and the same piece over and over.
fn stream(head: &str, piece: &str) -> impl Read {
    struct Repeat {
        piece: Vec<u8>,
        place: usize,
    }
    impl Read for Repeat {
        fn read(&mut self, target: &mut [u8]) -> std::io::Result<usize> {
            let count = (&self.piece[self.place..]).read(target)?;
            self.place = (self.place + count) % self.piece.len();
            Ok(count)
        }
    }
    let left = u64::try_from(FILE_BYTES - head.len()).unwrap_or_default();
    let pieces = Repeat { piece: piece.as_bytes().to_vec(), place: 0 }.take(left);
    std::io::Cursor::new(head.to_owned()).chain(pieces)
}

/// Reads to the first error, storing nothing, and counts the transactions before it.
fn read(head: &str, piece: &str) -> (u32, Option<CamtError>, usize) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let (mut transactions, mut error) = (0, None);
    for transaction in CamtReader::new(BufReader::new(stream(head, piece))) {
        match transaction {
            Ok(_) => transactions += 1,
            Err(found) => error = Some(found),
        }
    }
    (transactions, error, MEMORY.peak_usage() - before)
}

/// One test, for the memory is that of the whole process.
#[test]
fn a_file_as_large_as_uploads_may_be_takes_little_memory() {
    // As long as the entries of banks, most of which is not read.
    let rest = format!("<AddtlInf>{}</AddtlInf>", "x".repeat(1_000));
    let (entry, details) = (format!("{ENTRY}{rest}</Ntry>"), format!("{DETAILS}{rest}</TxDtls>"));
    let in_details = format!("{HEAD}{ENTRY}<NtryDtls>");
    let in_name = format!("{in_details}<TxDtls><RltdPties><Dbtr><Nm>");
    let many_texts = format!("{in_details}<TxDtls><RmtInf>");
    let cases = [
        ("entries without end", HEAD, &*entry, CamtError::TooLarge),
        ("one entry of endless details", &in_details, &*details, CamtError::TooLarge),
        ("spaces", HEAD, "\n", CamtError::PieceTooLong),
        ("an endless name", &in_name, "x", CamtError::PieceTooLong),
        ("a name of many pieces", &in_name, "x<!-- -->", CamtError::PieceTooLong),
        ("an endless tag", &format!("{HEAD}<Ntry "), "a", CamtError::PieceTooLong),
        ("an endless comment", &format!("{HEAD}<!--"), "a", CamtError::PieceTooLong),
        ("an endless document type", "<!DOCTYPE ", "a", CamtError::PieceTooLong),
        ("endless depth", HEAD, "<a>", CamtError::NestedTooDeeply),
        (
            "endless remittance",
            &many_texts,
            "<Ustrd>text</Ustrd>",
            CamtError::TransactionTooLong { entry: 1 },
        ),
    ];
    for (name, head, piece, expected) in cases {
        let (transactions, error, peak) = read(head, piece);
        assert_eq!(error, Some(expected), "{name}");
        assert!(peak < MOST_MEMORY_BYTES, "{name}: {peak} bytes");
        assert_eq!(transactions > 30_000, name.contains("entries") || name.contains("details"), "{name}");
        println!("{name}: {peak} bytes at most, {transactions} transactions");
    }
}
