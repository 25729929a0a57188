//! Bank files as banks write them, in every version.

use liksa_documents::camt::{CamtError, CamtReader, Transaction};

pub const VERSIONS: [&str; 6] = [
    "camt.053.001.02",
    "camt.053.001.04",
    "camt.053.001.08",
    "camt.054.001.02",
    "camt.054.001.04",
    "camt.054.001.08",
];

/// A whole file around entries.
pub fn file(version: &str, entries: &str) -> String {
    let (message, statement) = match version.starts_with("camt.053") {
        true => ("BkToCstmrStmt", "Stmt"),
        false => ("BkToCstmrDbtCdtNtfctn", "Ntfctn"),
    };
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:{version}\"><{message}>\
         <GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-16T06:00:00+02:00</CreDtTm></GrpHdr>\
         <{statement}><Id>STMT-1</Id><CreDtTm>2026-11-16T06:00:00+02:00</CreDtTm>\
         <Acct><Id><IBAN>FI7944052020036082</IBAN></Id><Ccy>EUR</Ccy></Acct>\
         {entries}</{statement}></{message}></Document>\n"
    )
}

/// One entry, in the form of the version.
pub struct Entry<'a> {
    pub amount: &'a str,
    pub way: &'a str,
    /// Elements between the direction and the status.
    pub reversal: &'a str,
    pub status: &'a str,
    pub archive_id: &'a str,
    pub details: String,
}

impl Default for Entry<'_> {
    fn default() -> Self {
        Self {
            amount: "<Amt Ccy=\"EUR\">125.50</Amt>",
            way: "CRDT",
            reversal: "",
            status: "BOOK",
            archive_id: "2026111659ABC01",
            details: String::new(),
        }
    }
}

impl Entry<'_> {
    pub fn xml(&self, version: &str) -> String {
        let status = match version.ends_with("08") {
            true => format!("<Cd>{}</Cd>", self.status),
            false => self.status.to_owned(),
        };
        let archive_id = match self.archive_id {
            "" => String::new(),
            id => format!("<AcctSvcrRef>{id}</AcctSvcrRef>"),
        };
        format!(
            "<Ntry>{}<CdtDbtInd>{}</CdtDbtInd>{}<Sts>{status}</Sts>\
             <BookgDt><Dt>2026-11-16</Dt></BookgDt><ValDt><Dt>2026-11-16</Dt></ValDt>{archive_id}\
             <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>\
             {}</Ntry>",
            self.amount, self.way, self.reversal, self.details
        )
    }
}

/// The details of one payment with a reference.
pub fn details(version: &str, archive_id: &str, amount: &str, name: &str, reference: &str) -> String {
    let amount = match version.ends_with("02") {
        true => format!("<AmtDtls><TxAmt><Amt Ccy=\"EUR\">{amount}</Amt></TxAmt></AmtDtls>"),
        false => format!("<Amt Ccy=\"EUR\">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>"),
    };
    let name = match version.ends_with("08") {
        true => format!("<Pty><Nm>{name}</Nm></Pty>"),
        false => format!("<Nm>{name}</Nm>"),
    };
    format!(
        "<TxDtls><Refs><AcctSvcrRef>{archive_id}</AcctSvcrRef><EndToEndId>E2E-{archive_id}</EndToEndId></Refs>{amount}\
         <RltdPties><Dbtr>{name}</Dbtr>\
         <DbtrAcct><Id><IBAN>FI5810171000000122</IBAN></Id></DbtrAcct></RltdPties>\
         <RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>{reference}</Ref></CdtrRefInf>\
         </Strd></RmtInf></TxDtls>"
    )
}

pub fn read(xml: &str) -> Result<Vec<Transaction>, CamtError> {
    CamtReader::new(xml.as_bytes()).collect()
}
