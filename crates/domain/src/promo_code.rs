//! Codes that give who registers with them another service fee.

use jiff::civil::Date;
use liksa_money::Rate;

use crate::problem::{ErrorKey, Problem};
use crate::reading::{Reader, given};

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

/// A code as somebody typed it.
#[derive(Debug, Clone, Copy, Default)]
pub struct PromoCodeForm<'a> {
    pub code: Option<&'a str>,
    /// In per cents.
    pub service_percent: Option<&'a str>,
    pub note: Option<&'a str>,
    pub valid_from: Option<&'a str>,
    pub valid_until: Option<&'a str>,
    pub most_uses: Option<&'a str>,
}

const SHORTEST: usize = 3;
const LONGEST: usize = 30;
const LONGEST_NOTE: usize = 500;

/// A code as it is stored and looked for.
pub fn normal(code: &str) -> String {
    code.trim().to_uppercase()
}

impl PromoCodeForm<'_> {
    pub fn read(&self) -> Result<PromoCode, Vec<Problem>> {
        let mut reader = Reader::default();
        let code = normal(self.code.unwrap_or_default());
        let fits = (SHORTEST..=LONGEST).contains(&code.chars().count())
            && code.chars().all(|c| c.is_alphanumeric() || c == '-');
        if !fits {
            let key = if code.is_empty() { ErrorKey::Required } else { ErrorKey::Invalid };
            reader.refuse("code", key);
        }
        let service_rate = reader.percent("servicePercent", self.service_percent);
        if given(self.service_percent).is_none() {
            reader.refuse("servicePercent", ErrorKey::Required);
        }
        if service_rate.is_some_and(|rate| !(Rate::ZERO..=Rate::ONE).contains(&rate)) {
            reader.refuse("servicePercent", ErrorKey::OutOfRange);
        }
        let note = reader.text("note", self.note, LONGEST_NOTE);
        let valid_from = reader.date("validFrom", self.valid_from);
        if given(self.valid_from).is_none() {
            reader.refuse("validFrom", ErrorKey::Required);
        }
        let valid_until = reader.date("validUntil", self.valid_until);
        if valid_from.zip(valid_until).is_some_and(|(from, until)| until < from) {
            reader.refuse("validUntil", ErrorKey::OutOfRange);
        }
        let most_uses = reader.whole::<u32>("mostUses", self.most_uses);
        let problems = reader.into_problems();
        match (service_rate, valid_from) {
            (Some(service_rate), Some(valid_from)) if problems.is_empty() => {
                Ok(PromoCode { code, service_rate, note, valid_from, valid_until, most_uses })
            }
            _ => Err(problems),
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn a_code_is_one_however_it_is_typed() {
        let form = PromoCodeForm {
            code: Some(" kesä-26 "),
            service_percent: Some("4,9"),
            valid_from: Some("01.06.2026"),
            most_uses: Some("100"),
            ..PromoCodeForm::default()
        };
        let code = form.read().unwrap();
        assert_eq!(code.code, "KESÄ-26");
        assert_eq!(code.service_rate, Rate::from_millionths(49_000));
        assert_eq!((code.valid_from, code.valid_until), (date(2026, 6, 1), None));
        assert_eq!(code.most_uses, Some(100));
    }

    #[test]
    fn every_fault_is_told_at_once() {
        let wrong = PromoCodeForm {
            code: Some("a b"),
            service_percent: Some("101"),
            valid_from: Some("02.06.2026"),
            valid_until: Some("01.06.2026"),
            most_uses: Some("-1"),
            ..PromoCodeForm::default()
        };
        let fields = |form: PromoCodeForm<'_>| -> Vec<String> {
            form.read().unwrap_err().into_iter().map(|problem| problem.field).collect()
        };
        assert_eq!(fields(wrong), ["code", "servicePercent", "validUntil", "mostUses"]);
        assert_eq!(fields(PromoCodeForm::default()), ["code", "servicePercent", "validFrom"]);
    }
}
