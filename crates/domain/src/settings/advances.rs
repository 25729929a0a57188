//! The terms of advances among the provider's settings.

use liksa_money::Money;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::form::share;
use crate::advance::{AdvancePayday, AdvanceTerms};
use crate::amount_limits::LARGEST_AMOUNT;
use crate::problem::ErrorKey;
use crate::reading::{Reader, given};

/// Terms of advances. What is empty is as usual.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = ProviderAdvanceTerms)]
pub struct AdvancesForm {
    /// Per cent of the estimated net that is paid in advance at most. 70 if empty.
    #[schema(required)]
    pub share: String,
    /// The most that one person may have at once. 2000 if empty.
    #[schema(required)]
    pub maximum_per_person: String,
    /// Up to this an advance is granted by rule. 0 if empty: payroll decides each.
    #[schema(required)]
    pub granted_up_to: String,
    /// Above this two people grant an advance. 500 if empty.
    #[schema(required)]
    pub second_person_above: String,
    /// When an advance is paid: `daily` with the next payment file, or `payroll` on the next payday. `daily` if empty.
    #[schema(required)]
    pub paid: String,
}

impl AdvancesForm {
    /// Settings from before there were advances have the usual terms.
    pub(super) fn read(&self, reader: &mut Reader) -> AdvanceTerms {
        let usual = AdvanceTerms::default();
        let share = given(Some(&self.share)).and_then(|text| share(reader, "advances.share", text));
        let mut amount = |field: &str, text: &str, usual: Money| {
            let field = format!("advances.{field}");
            let amount = reader.money(&field, Some(text));
            let negative = amount.is_some_and(Money::is_negative);
            reader.refuse_out_of_range(negative, &field, 0, LARGEST_AMOUNT.plain());
            amount.unwrap_or(usual)
        };
        let terms = AdvanceTerms {
            share: share.unwrap_or(usual.share),
            maximum_per_person: amount(
                "maximumPerPerson",
                &self.maximum_per_person,
                usual.maximum_per_person,
            ),
            granted_up_to: amount("grantedUpTo", &self.granted_up_to, usual.granted_up_to),
            second_person_above: amount(
                "secondPersonAbove",
                &self.second_person_above,
                usual.second_person_above,
            ),
            ..usual
        };
        let Some(paid) = given(Some(&self.paid)) else { return terms };
        let paid = AdvancePayday::from_name(paid);
        reader.refuse_if(paid.is_none(), "advances.paid", ErrorKey::InvalidChoice);
        AdvanceTerms { paid: paid.unwrap_or(terms.paid), ..terms }
    }
}

impl From<&AdvanceTerms> for AdvancesForm {
    fn from(terms: &AdvanceTerms) -> Self {
        Self {
            share: terms.share.plain_percent(),
            maximum_per_person: terms.maximum_per_person.plain(),
            granted_up_to: terms.granted_up_to.plain(),
            second_person_above: terms.second_person_above.plain(),
            paid: terms.paid.name().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::ProviderForm;

    #[test]
    fn what_is_not_given_is_as_usual_and_what_makes_no_sense_is_refused() {
        let read = |advances: AdvancesForm| ProviderForm { advances, ..ProviderForm::made_up() }.read();
        let empty = read(AdvancesForm::default()).unwrap().advances;
        assert_eq!(empty, AdvanceTerms::default());
        let given =
            AdvancesForm { share: "50".into(), granted_up_to: "99,50".into(), ..AdvancesForm::from(&empty) };
        let given = AdvancesForm { paid: "payroll".into(), ..given };
        let terms = read(given).unwrap().advances;
        assert_eq!((terms.share.plain_percent(), terms.granted_up_to.plain()), ("50".into(), "99.50".into()));
        assert_eq!(terms.paid, AdvancePayday::Payroll);
        let wrong = AdvancesForm {
            share: "101".into(),
            maximum_per_person: "-1".into(),
            granted_up_to: "x".into(),
            second_person_above: "200000000".into(),
            paid: "weekly".into(),
        };
        let found: Vec<_> = read(wrong).unwrap_err().into_iter().map(|one| (one.field, one.key)).collect();
        let expected = [
            ("advances.share", ErrorKey::OutOfRange),
            ("advances.maximumPerPerson", ErrorKey::OutOfRange),
            ("advances.grantedUpTo", ErrorKey::NotANumber),
            ("advances.secondPersonAbove", ErrorKey::AmountTooLarge),
            ("advances.paid", ErrorKey::InvalidChoice),
        ];
        assert_eq!(found, expected.map(|(field, key)| (field.to_owned(), key)));
    }
}
