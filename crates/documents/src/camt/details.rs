//! What the bank tells of one transaction.

use liksa_finland::Iban;
use liksa_money::Money;

use super::elements::Step;
use super::entry::{Amount, Direction};
use super::{CamtError, PaidReference};

/// A payment names at most a few dozen invoices; what is beyond this is not a bank's.
const MOST_KEPT_BYTES: usize = 64 * 1024;

#[derive(Default)]
pub(super) struct Details {
    pub amount: Option<Amount>,
    pub direction: Option<Direction>,
    pub archive_id: Option<String>,
    pub end_to_end_id: Option<String>,
    pub debtor_name: Option<String>,
    pub ultimate_debtor_name: Option<String>,
    pub debtor_account: Option<Iban>,
    pub creditor_name: Option<String>,
    pub references: Vec<PaidReference>,
    pub message: String,
    /// The part of the payment that is being read.
    part: Part,
    kept_bytes: usize,
}

#[derive(Default)]
struct Part {
    reference: String,
    amount: Option<Money>,
}

impl Details {
    pub fn read(
        &mut self,
        step: Step,
        (path, text, currency): (&str, &str, Option<&str>),
        entry: u32,
    ) -> Result<(), CamtError> {
        if path == "RmtInf/Strd" {
            self.turn_part(step);
            return Ok(());
        }
        if step != Step::Closed || text.is_empty() {
            return Ok(());
        }
        self.kept_bytes += text.len();
        if self.kept_bytes > MOST_KEPT_BYTES {
            return Err(CamtError::TransactionTooLong { entry });
        }
        let owned = || Some(text.to_owned());
        match path {
            // The newer versions have the amount on the transaction itself, the older ones among the details.
            "Amt" => self.amount = Some(Amount::of(text, currency, entry)?),
            "AmtDtls/TxAmt/Amt" if !matches!(self.amount, Some(Amount::Euros(_))) => {
                self.amount = Some(Amount::of(text, currency, entry)?);
            }
            "CdtDbtInd" => self.direction = Some(Direction::of(text, entry)?),
            "Refs/AcctSvcrRef" => self.archive_id = owned(),
            "Refs/EndToEndId" if text != "NOTPROVIDED" => self.end_to_end_id = owned(),
            "RltdPties/Dbtr/Nm" | "RltdPties/Dbtr/Pty/Nm" => self.debtor_name = owned(),
            "RltdPties/UltmtDbtr/Nm" | "RltdPties/UltmtDbtr/Pty/Nm" => self.ultimate_debtor_name = owned(),
            "RltdPties/DbtrAcct/Id/IBAN" => self.debtor_account = text.parse().ok(),
            "RltdPties/Cdtr/Nm" | "RltdPties/Cdtr/Pty/Nm" => self.creditor_name = owned(),
            "RmtInf/Ustrd" | "RmtInf/Strd/AddtlRmtInf" => self.add_to_message(text),
            "RmtInf/Strd/CdtrRefInf/Ref" => text.clone_into(&mut self.part.reference),
            "RmtInf/Strd/RfrdDocAmt/RmtdAmt" => self.part.amount = part_amount(text, currency, entry)?,
            "RmtInf/Strd/RfrdDocAmt/CdtNoteAmt" => {
                let credited = part_amount(text, currency, entry)?;
                self.part.amount = credited.map(Money::negated).transpose()?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Where a part ends, its reference is either one or a text for people.
    fn turn_part(&mut self, step: Step) {
        let part = std::mem::take(&mut self.part);
        if step == Step::Opened || part.reference.is_empty() {
            return;
        }
        match part.reference.parse() {
            Ok(reference) => self.references.push(PaidReference { reference, amount: part.amount }),
            Err(_) => self.add_to_message(&part.reference),
        }
    }

    fn add_to_message(&mut self, text: &str) {
        if !self.message.is_empty() {
            self.message.push('\n');
        }
        self.message.push_str(text);
    }
}

/// What the payer says of the parts is a hint; in another currency it says nothing.
fn part_amount(text: &str, currency: Option<&str>, entry: u32) -> Result<Option<Money>, CamtError> {
    match Amount::of(text, currency, entry)? {
        Amount::Euros(amount) => Ok(Some(amount)),
        Amount::Foreign(_) => Ok(None),
    }
}
