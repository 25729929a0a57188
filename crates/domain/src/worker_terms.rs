//! Terms agreed between the provider and a worker.

use jiff::civil::Date;
use liksa_money::{Percent, Rate, serialize_percent};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::dates;
use crate::person::WorkerType;
use crate::problem::{ErrorKey, Problem};
use crate::reading::{NumberText, Reader, given};
use crate::worker_facts::PayFacts;

/// The terms agreed with a worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Terms)]
pub struct WorkerTerms {
    pub worker_type: WorkerType,
    /// In per cent; null where it is the provider's usual fee.
    #[serde(rename = "servicePercent", serialize_with = "serialize_percent")]
    #[schema(required, value_type = Option<Percent>)]
    pub service_rate: Option<Rate>,
    /// Five digits at most, by the classification of occupations.
    #[schema(required)]
    pub profession_code: Option<String>,
    pub yel_insured: bool,
    pub pay_yel_through_service: bool,
    /// DD.MM.YYYY
    #[serde(serialize_with = "dates::serialize")]
    #[schema(required)]
    pub employed_since: Option<Date>,
}

impl WorkerTerms {
    /// The terms in force.
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

/// Terms as a client sends them.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TermsBody {
    /// The version of the worker that was read.
    pub version: i64,
    /// WORKER or ENTREPRENEUR.
    pub worker_type: Option<String>,
    /// In per cent; null for the provider's usual fee.
    pub service_percent: Option<NumberText>,
    pub profession_code: Option<String>,
    /// True if not said.
    pub yel_insured: Option<bool>,
    /// False if not said.
    pub pay_yel_through_service: Option<bool>,
    /// DD.MM.YYYY
    pub employed_since: Option<String>,
}

/// More would be no fee but a share.
const HIGHEST_FEE: Rate = Rate::from_millionths(300_000);
const LONGEST_PROFESSION: usize = 5;

impl TermsBody {
    pub fn read(&self, today: Date) -> Result<WorkerTerms, Vec<Problem>> {
        let mut reader = Reader::default();
        let worker_type = reader.choice("workerType", self.worker_type.as_deref(), WorkerType::from_name);
        reader.require("workerType", self.worker_type.as_deref());
        let service_rate = reader.percent("servicePercent", self.service_percent.as_deref());
        let is_fee = |rate: Rate| (Rate::ZERO..=HIGHEST_FEE).contains(&rate);
        reader.refuse_out_of_range(
            !service_rate.is_none_or(is_fee),
            "servicePercent",
            0,
            HIGHEST_FEE.plain_percent(),
        );
        let profession_code = given(self.profession_code.as_deref()).map(str::to_owned);
        let is_code = |code: &String| {
            code.len() <= LONGEST_PROFESSION && code.bytes().all(|byte| byte.is_ascii_digit())
        };
        let no_code = !profession_code.as_ref().is_none_or(is_code);
        reader.refuse_if(no_code, "professionCode", ErrorKey::Invalid);
        let employed_since = reader.date("employedSince", self.employed_since.as_deref());
        let in_future = employed_since.is_some_and(|since| since > today);
        if in_future {
            let latest = dates::format_date(today);
            reader.refuse_with(Problem::new("employedSince", ErrorKey::OutOfRange).at_most(latest));
        }
        reader.finish(worker_type.map(|worker_type| WorkerTerms {
            worker_type,
            service_rate,
            profession_code,
            yel_insured: self.yel_insured.unwrap_or(true),
            pay_yel_through_service: self.pay_yel_through_service.unwrap_or(false),
            employed_since,
        }))
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    const TODAY: Date = date(2026, 11, 16);

    #[test]
    fn terms_are_read_as_they_were_agreed() {
        let form = TermsBody {
            version: 1,
            worker_type: Some("WORKER".into()),
            service_percent: Some("4,9".into()),
            profession_code: Some("2651".into()),
            yel_insured: Some(false),
            pay_yel_through_service: None,
            employed_since: Some("01.02.2024".into()),
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
        let usual = TermsBody { worker_type: Some("ENTREPRENEUR".into()), ..TermsBody::default() }
            .read(TODAY)
            .unwrap();
        assert_eq!((usual.service_rate, usual.yel_insured), (None, true));
    }

    #[test]
    fn every_fault_is_reported_at_once() {
        let form = TermsBody {
            worker_type: Some("BOSS".into()),
            service_percent: Some("31".into()),
            profession_code: Some("26511x".into()),
            employed_since: Some("17.11.2026".into()),
            ..TermsBody::default()
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
        assert_eq!(TermsBody::default().read(TODAY).unwrap_err().len(), 1);
    }
}
