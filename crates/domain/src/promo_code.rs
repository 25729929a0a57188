//! Promo codes: who registers with one pays another service fee.

use jiff::civil::Date;
use liksa_money::Rate;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::problem::{ErrorKey, Problem};
use crate::reading::{NumberText, Reader};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromoCode {
    /// In capitals, so that it is the same however it is typed.
    pub code: String,
    pub service_rate: Rate,
    pub note: String,
    pub valid_from: Date,
    /// The last day.
    pub valid_until: Option<Date>,
    /// How many may register with it; as many as like when not said.
    pub most_uses: Option<u32>,
}

/// A code as a client sends it.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromoCodeBody {
    /// Letters, digits and hyphens; fixed once it is made.
    pub code: Option<String>,
    /// Of a change, the version that was read.
    pub version: Option<i64>,
    /// In per cent.
    pub service_percent: Option<NumberText>,
    pub note: Option<String>,
    /// DD.MM.YYYY
    pub valid_from: Option<String>,
    /// The last day, DD.MM.YYYY.
    pub valid_until: Option<String>,
    pub most_uses: Option<NumberText>,
}

const SHORTEST: usize = 3;
const LONGEST: usize = 30;
const LONGEST_NOTE: usize = 500;

/// A code as it is stored and looked for.
pub fn normal(code: &str) -> String {
    code.trim().to_uppercase()
}

impl PromoCodeBody {
    pub fn read(&self) -> Result<PromoCode, Vec<Problem>> {
        let mut reader = Reader::default();
        let code = normal(self.code.as_deref().unwrap_or_default());
        let fits = (SHORTEST..=LONGEST).contains(&code.chars().count())
            && code.chars().all(|c| c.is_alphanumeric() || c == '-');
        if !fits {
            let key = if code.is_empty() { ErrorKey::Required } else { ErrorKey::Invalid };
            reader.refuse("code", key);
        }
        let service_rate = reader.percent("servicePercent", self.service_percent.as_deref());
        reader.require("servicePercent", self.service_percent.as_deref());
        let is_share = |rate: Rate| (Rate::ZERO..=Rate::ONE).contains(&rate);
        reader.refuse_out_of_range(!service_rate.is_none_or(is_share), "servicePercent", 0, 100);
        let note = reader.text("note", self.note.as_deref(), LONGEST_NOTE);
        let valid_from = reader.date("validFrom", self.valid_from.as_deref());
        reader.require("validFrom", self.valid_from.as_deref());
        let valid_until = reader.date("validUntil", self.valid_until.as_deref());
        let backwards = valid_from.zip(valid_until).is_some_and(|(from, until)| until < from);
        reader.refuse_if(backwards, "validUntil", ErrorKey::OutOfRange);
        let most_uses = reader.whole::<u32>("mostUses", self.most_uses.as_deref());
        let code = service_rate.zip(valid_from).map(|(service_rate, valid_from)| PromoCode {
            code,
            service_rate,
            note,
            valid_from,
            valid_until,
            most_uses,
        });
        reader.finish(code)
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn a_code_is_one_however_it_is_typed() {
        let form = PromoCodeBody {
            code: Some(" kesä-26 ".into()),
            service_percent: Some("4,9".into()),
            valid_from: Some("01.06.2026".into()),
            most_uses: Some("100".into()),
            ..PromoCodeBody::default()
        };
        let code = form.read().unwrap();
        assert_eq!(code.code, "KESÄ-26");
        assert_eq!(code.service_rate, Rate::from_millionths(49_000));
        assert_eq!((code.valid_from, code.valid_until), (date(2026, 6, 1), None));
        assert_eq!(code.most_uses, Some(100));
    }

    #[test]
    fn every_fault_is_reported_at_once() {
        let wrong = PromoCodeBody {
            code: Some("a b".into()),
            service_percent: Some("101".into()),
            valid_from: Some("02.06.2026".into()),
            valid_until: Some("01.06.2026".into()),
            most_uses: Some("-1".into()),
            ..PromoCodeBody::default()
        };
        let fields = |form: PromoCodeBody| -> Vec<String> {
            form.read().unwrap_err().into_iter().map(|problem| problem.field).collect()
        };
        assert_eq!(fields(wrong), ["code", "servicePercent", "validUntil", "mostUses"]);
        assert_eq!(fields(PromoCodeBody::default()), ["code", "servicePercent", "validFrom"]);
    }
}
