//! Details of one transaction.

use liksa_money::Money;

use super::elements::{Element, Step};
use super::entry::{Amount, Direction};
use super::{CamtError, PaidReference, Transaction};

/// Far more than the few dozen invoices that a payment names at most.
const MOST_DETAIL_BYTES: usize = 64 * 1024;

#[derive(Default)]
pub(super) struct Details {
    pub amount: Option<Amount>,
    pub direction: Option<Direction>,
    pub archive_id: Option<String>,
    pub ultimate_debtor_name: Option<String>,
    /// With the fields that details have; the others are those of the entry.
    pub transaction: Transaction,
    /// The part of the payment that is being read.
    part: Part,
    detail_bytes: usize,
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
        (path, text, currency): Element<'_>,
        entry: u32,
    ) -> Result<(), CamtError> {
        if path == "RmtInf/Strd" {
            self.end_part(step);
            return Ok(());
        }
        if step != Step::Closed || text.is_empty() {
            return Ok(());
        }
        self.detail_bytes += text.len();
        if self.detail_bytes > MOST_DETAIL_BYTES {
            return Err(CamtError::TransactionTooLong { entry });
        }
        let (owned, transaction) = (|| Some(text.to_owned()), &mut self.transaction);
        match path {
            // The newer versions have the amount on the transaction itself, the older ones among the details.
            "Amt" => self.amount = Some(Amount::of(text, currency, entry)?),
            "AmtDtls/TxAmt/Amt" if !matches!(self.amount, Some(Amount::Euros(_))) => {
                self.amount = Some(Amount::of(text, currency, entry)?);
            }
            "CdtDbtInd" => self.direction = Some(Direction::of(text, entry)?),
            "Refs/AcctSvcrRef" => self.archive_id = owned(),
            "Refs/PmtInfId" => transaction.ordered_as = owned(),
            "Refs/EndToEndId" if text != "NOTPROVIDED" => transaction.end_to_end_id = owned(),
            "RltdPties/Dbtr/Nm" | "RltdPties/Dbtr/Pty/Nm" => transaction.debtor_name = owned(),
            "RltdPties/UltmtDbtr/Nm" | "RltdPties/UltmtDbtr/Pty/Nm" => self.ultimate_debtor_name = owned(),
            "RltdPties/DbtrAcct/Id/IBAN" => transaction.debtor_account = text.parse().ok(),
            "RltdPties/Cdtr/Nm" | "RltdPties/Cdtr/Pty/Nm" => transaction.creditor_name = owned(),
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

    /// Adds the part that ends. A reference that is not valid is added to the message.
    fn end_part(&mut self, step: Step) {
        let part = std::mem::take(&mut self.part);
        if step == Step::Opened || part.reference.is_empty() {
            return;
        }
        match part.reference.parse() {
            Ok(reference) => {
                self.transaction.references.push(PaidReference { reference, amount: part.amount })
            }
            Err(_) => self.add_to_message(&part.reference),
        }
    }

    fn add_to_message(&mut self, text: &str) {
        let message = &mut self.transaction.message;
        if !message.is_empty() {
            message.push('\n');
        }
        message.push_str(text);
    }
}

/// None in another currency: the amounts of parts are hints of the payer.
fn part_amount(text: &str, currency: Option<&str>, entry: u32) -> Result<Option<Money>, CamtError> {
    match Amount::of(text, currency, entry)? {
        Amount::Euros(amount) => Ok(Some(amount)),
        Amount::Foreign(_) => Ok(None),
    }
}
