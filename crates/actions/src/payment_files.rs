//! The payment files that go to the bank: their ids, and how one is written.

use liksa_documents::pain001::{Payment, PaymentFile, PaymentFileError};

use crate::prelude::*;

const PREFIX: &str = "LIKSA-";
const OF_REMITTANCES: &str = "LIKSA-T-";
const OF_PAYOUTS: &str = "LIKSA-M-";

/// The id by which a bank recognizes the payment file of a run: the same for the same run, at most thirty characters.
pub fn file_of_run(run: PayrollRunId, payday: Date) -> String {
    file_id(PREFIX, payday, run)
}

/// The id of a payment file of remittances, by one that is in it. Each is approved once, so that no other file has the
/// id.
pub fn file_of_remittances(first: RemittanceId, day: Date) -> String {
    file_id(OF_REMITTANCES, day, first)
}

pub fn file_of_payouts(file: PayoutFileId, day: Date) -> String {
    file_id(OF_PAYOUTS, day, file)
}

fn file_id(prefix: &str, day: Date, of: impl Id) -> String {
    let id = of.uuid().simple().to_string();
    let short = id.get(id.len().saturating_sub(12)..).unwrap_or_default();
    format!("{prefix}{}-{short}", day.strftime("%Y%m%d"))
}

/// What a bank says of where a payment was ordered: the id of our file, and which of its parts it is.
#[derive(Debug, PartialEq, Eq)]
pub struct Order<'a> {
    pub file: &'a str,
    pub day: Date,
    /// Counted from one. Some banks name the file alone.
    pub part: Option<usize>,
}

impl<'a> Order<'a> {
    pub fn of(text: &'a str) -> Option<Self> {
        let (file, part) = match text.rsplit_once('-') {
            Some((file, part)) if part.len() < 4 => (file, Some(part.parse().ok()?)),
            _ => (text, None),
        };
        let rest = [OF_REMITTANCES, OF_PAYOUTS, PREFIX].iter().find_map(|prefix| file.strip_prefix(prefix));
        Some(Self { file, day: Date::strptime("%Y%m%d", rest?.get(..8)?).ok()?, part })
    }

    pub fn is_part(&self, part: usize) -> bool {
        self.part.is_none_or(|named| named == part)
    }
}

/// The end-to-end id of a payment, by which the statement names it; without hyphens, since banks take 35 characters.
pub fn end_to_end_id(id: impl Id) -> String {
    id.uuid().simple().to_string()
}

/// Writes a payment file and stores its content.
pub async fn write(context: &Context, id: String, payments: Vec<Payment>) -> Result<StoredContent> {
    let (now, today) = (context.clock.now(), context.clock.today());
    let file = PaymentFile {
        id,
        created: context.clock.in_finland(now).datetime(),
        provider: context.settings_for_sending(today).await?.as_ref().clone(),
        payments,
    };
    let xml = file.to_xml().map_err(|error| match error {
        PaymentFileError::WrongBankAgreement
        | PaymentFileError::PayerWithoutName
        | PaymentFileError::PayerOutsideSepa => Error::Conflict(ErrorKey::PayerNotAccepted),
        other => Error::Internal(other.into()),
    })?;
    Ok(context.files.put(context.new_id()?, xml.as_bytes(), now).await?)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn an_order_names_its_file_and_its_part() {
        let run: PayrollRunId = "0195c1f0-0000-7000-8000-123456789012".parse().unwrap();
        let file = file_of_run(run, date(2026, 11, 20));
        assert_eq!(file, "LIKSA-20261120-123456789012");
        let of = |text: &str, part| {
            assert_eq!(Order::of(text), Some(Order { file: &file, day: date(2026, 11, 20), part }));
        };
        of(&format!("{file}-1"), Some(1));
        of(&format!("{file}-12"), Some(12));
        of(&file, None);
        let day = date(2026, 12, 14);
        let remittance: RemittanceId = "0195c1f0-0000-7000-8000-00000000abcd".parse().unwrap();
        let payouts: PayoutFileId = "0195c1f0-0000-7000-8000-00000000beef".parse().unwrap();
        let (remitted, paid) = (file_of_remittances(remittance, day), file_of_payouts(payouts, day));
        assert_eq!(
            (remitted.as_str(), paid.as_str()),
            ("LIKSA-T-20261214-00000000abcd", "LIKSA-M-20261214-00000000beef")
        );
        for file in [remitted, paid] {
            assert_eq!(Order::of(&format!("{file}-2")), Some(Order { file: &file, day, part: Some(2) }));
        }
        for other in
            ["", "LIKSA-", "LIKSA-T-", "LIKSA-20261399-123456789012-1", "2026111659BATCH", "PALKAT-1"]
        {
            assert_eq!(Order::of(other), None, "{other}");
        }
    }
}
