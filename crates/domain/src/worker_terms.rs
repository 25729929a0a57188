//! What the provider and a worker have agreed on.

use jiff::civil::Date;
use liksa_money::Rate;

use crate::pay_facts::PayFacts;
use crate::person::WorkerType;
use crate::problem::{ErrorKey, Problem};
use crate::reading::{Reader, given};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerTerms {
    pub worker_type: WorkerType,
    /// `None` where nothing else than the provider's usual fee was agreed.
    pub service_rate: Option<Rate>,
    /// Five digits at most, by the classification of occupations.
    pub profession_code: Option<String>,
    pub yel_insured: bool,
    pub pay_yel_through_service: bool,
    pub employed_since: Option<Date>,
}

impl WorkerTerms {
    /// What is agreed as things stand.
    pub fn of(worker: &PayFacts) -> Self {
        let facts = &worker.facts;
        Self {
            worker_type: worker.person.worker_type,
            service_rate: facts.service_rate,
            profession_code: facts.profession_code.clone(),
            yel_insured: facts.yel_insured,
            pay_yel_through_service: facts.pay_yel_through_service,
            employed_since: facts.employed_since,
        }
    }
}

/// Terms as somebody typed them.
#[derive(Debug, Clone, Copy, Default)]
pub struct TermsForm<'a> {
    pub worker_type: Option<&'a str>,
    /// In per cents.
    pub service_percent: Option<&'a str>,
    pub profession_code: Option<&'a str>,
    pub yel_insured: Option<bool>,
    pub pay_yel_through_service: Option<bool>,
    pub employed_since: Option<&'a str>,
}

/// More would be no fee but a share.
const HIGHEST_FEE: Rate = Rate::from_millionths(300_000);
const LONGEST_PROFESSION: usize = 5;

impl TermsForm<'_> {
    pub fn read(&self, today: Date) -> Result<WorkerTerms, Vec<Problem>> {
        let mut reader = Reader::default();
        let worker_type = reader.choice("workerType", self.worker_type, WorkerType::from_name);
        if given(self.worker_type).is_none() {
            reader.refuse("workerType", ErrorKey::Required);
        }
        let service_rate = reader.percent("servicePercent", self.service_percent);
        if service_rate.is_some_and(|rate| !(Rate::ZERO..=HIGHEST_FEE).contains(&rate)) {
            reader.refuse("servicePercent", ErrorKey::OutOfRange);
        }
        let profession_code = given(self.profession_code).map(str::to_owned);
        let is_code = |code: &String| {
            code.len() <= LONGEST_PROFESSION && code.bytes().all(|byte| byte.is_ascii_digit())
        };
        if profession_code.as_ref().is_some_and(|code| !is_code(code)) {
            reader.refuse("professionCode", ErrorKey::Invalid);
        }
        let employed_since = reader.date("employedSince", self.employed_since);
        if employed_since.is_some_and(|since| since > today) {
            reader.refuse("employedSince", ErrorKey::OutOfRange);
        }
        let problems = reader.into_problems();
        match worker_type {
            Some(worker_type) if problems.is_empty() => Ok(WorkerTerms {
                worker_type,
                service_rate,
                profession_code,
                yel_insured: self.yel_insured.unwrap_or(true),
                pay_yel_through_service: self.pay_yel_through_service.unwrap_or(false),
                employed_since,
            }),
            _ => Err(problems),
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    const TODAY: Date = date(2026, 11, 16);

    #[test]
    fn terms_are_read_as_they_were_agreed() {
        let form = TermsForm {
            worker_type: Some("WORKER"),
            service_percent: Some("4,9"),
            profession_code: Some("2651"),
            yel_insured: Some(false),
            pay_yel_through_service: None,
            employed_since: Some("01.02.2024"),
        };
        let terms = WorkerTerms {
            worker_type: WorkerType::Employee,
            service_rate: Some(Rate::from_millionths(49_000)),
            profession_code: Some("2651".into()),
            yel_insured: false,
            pay_yel_through_service: false,
            employed_since: Some(date(2024, 2, 1)),
        };
        assert_eq!(form.read(TODAY), Ok(terms));
        let usual =
            TermsForm { worker_type: Some("ENTREPRENEUR"), ..TermsForm::default() }.read(TODAY).unwrap();
        assert_eq!((usual.service_rate, usual.yel_insured), (None, true));
    }

    #[test]
    fn every_fault_is_told_at_once() {
        let form = TermsForm {
            worker_type: Some("BOSS"),
            service_percent: Some("31"),
            profession_code: Some("26511x"),
            employed_since: Some("17.11.2026"),
            ..TermsForm::default()
        };
        let faults: Vec<_> =
            form.read(TODAY).unwrap_err().into_iter().map(|problem| (problem.field, problem.key)).collect();
        let expected = [
            ("workerType", ErrorKey::InvalidChoice),
            ("servicePercent", ErrorKey::OutOfRange),
            ("professionCode", ErrorKey::Invalid),
            ("employedSince", ErrorKey::OutOfRange),
        ];
        assert_eq!(faults, expected.map(|(field, key)| (field.to_owned(), key)));
        assert_eq!(TermsForm::default().read(TODAY).unwrap_err().len(), 1);
    }
}
