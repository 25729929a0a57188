//! Who gets the money that salaries make the provider owe: authorities and insurers, each with an account and a
//! reference.

use liksa_finland::{Iban, PaymentReference};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::named::named;
use crate::problem::ErrorKey;
use crate::reading::{Reader, given};

/// As banks pass it on.
const LONGEST_NAME: usize = 70;

named! {
    /// What salaries make the provider owe, by receiver.
    DueKind {
        TaxAndHealthInsurance = "TAX_AND_HEALTH_INSURANCE",
        Tyel = "TYEL",
        Unemployment = "UNEMPLOYMENT",
        Accident = "ACCIDENT",
        GroupLife = "GROUP_LIFE",
        Yel = "YEL",
        Distraint = "DISTRAINT",
    }
}

/// The receivers that are known. Distraint has none here: every payment order names its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Receivers {
    tax: Option<Receiver>,
    tyel: Option<Receiver>,
    unemployment: Option<Receiver>,
    accident: Option<Receiver>,
    group_life: Option<Receiver>,
    yel: Option<Receiver>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receiver {
    pub name: String,
    pub iban: Iban,
    pub reference: PaymentReference,
    /// The day of the next month by which to pay, where it is not the usual one; beyond its end the last day.
    pub due_day: Option<i8>,
}

impl Receivers {
    pub fn of(&self, kind: DueKind) -> Option<&Receiver> {
        match kind {
            DueKind::TaxAndHealthInsurance => self.tax.as_ref(),
            DueKind::Tyel => self.tyel.as_ref(),
            DueKind::Unemployment => self.unemployment.as_ref(),
            DueKind::Accident => self.accident.as_ref(),
            DueKind::GroupLife => self.group_life.as_ref(),
            DueKind::Yel => self.yel.as_ref(),
            DueKind::Distraint => None,
        }
    }
}

/// One receiver each; all fields of one that is not known yet are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = ProviderReceivers)]
pub struct ReceiversForm {
    /// Tax that was withheld, and the employer's health insurance contribution.
    #[schema(required)]
    pub tax: ReceiverForm,
    #[schema(required)]
    pub tyel: ReceiverForm,
    #[schema(required)]
    pub unemployment: ReceiverForm,
    #[schema(required)]
    pub accident: ReceiverForm,
    #[schema(required)]
    pub group_life: ReceiverForm,
    #[schema(required)]
    pub yel: ReceiverForm,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = ProviderReceiver)]
pub struct ReceiverForm {
    #[schema(required)]
    pub name: String,
    #[schema(required)]
    pub iban: String,
    #[schema(required)]
    pub reference: String,
    /// Day of the next month, 1 to 31, by which to pay; 31 for its last. Empty for the usual day.
    #[schema(required)]
    pub due_day: String,
}

impl ReceiversForm {
    /// Made-up receivers, to try things out: accounts and references that look right.
    pub(super) fn made_up() -> Self {
        let receiver = |name: &str, reference: &str| ReceiverForm {
            name: name.to_owned(),
            iban: "FI55 4234 5670 0000 81".to_owned(),
            reference: reference.to_owned(),
            due_day: String::new(),
        };
        Self {
            tax: receiver("Verohallinto", "29214"),
            tyel: receiver("Työeläkeyhtiö Esimerkki", "29230"),
            unemployment: receiver("Työllisyysrahasto", "29243"),
            accident: receiver("Vakuutusyhtiö Esimerkki", "29256"),
            group_life: receiver("Vakuutusyhtiö Esimerkki", "29269"),
            yel: receiver("Työeläkeyhtiö Esimerkki", "29272"),
        }
    }

    pub(super) fn read(&self, reader: &mut Reader) -> Receivers {
        Receivers {
            tax: self.tax.read(reader, "tax"),
            tyel: self.tyel.read(reader, "tyel"),
            unemployment: self.unemployment.read(reader, "unemployment"),
            accident: self.accident.read(reader, "accident"),
            group_life: self.group_life.read(reader, "groupLife"),
            yel: self.yel.read(reader, "yel"),
        }
    }
}

impl ReceiverForm {
    fn read(&self, reader: &mut Reader, holder: &str) -> Option<Receiver> {
        let fields = [&self.name, &self.iban, &self.reference, &self.due_day];
        if fields.into_iter().all(|field| given(Some(field)).is_none()) {
            return None;
        }
        let mut own = Reader::within(format!("receivers.{holder}"));
        let name = own.required("name", Some(&self.name), LONGEST_NAME);
        // Banks pass on few characters beside these.
        let readable = name.is_empty() || name.chars().any(|letter| letter.is_ascii_alphanumeric());
        own.refuse_if(!readable, "name", ErrorKey::Invalid);
        own.require("iban", Some(&self.iban));
        let iban = own.account("iban", Some(&self.iban));
        own.require("reference", Some(&self.reference));
        let reference = own.parsed("reference", Some(&self.reference), ErrorKey::InvalidReference);
        let due_day: Option<i8> = own.whole("dueDay", Some(&self.due_day));
        own.refuse_out_of_range(due_day.is_some_and(|day| !(1..=31).contains(&day)), "dueDay", 1, 31);
        reader.append(own);
        Some(Receiver { name, iban: iban?, reference: reference?, due_day })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_receiver_is_whole_or_not_there() {
        let mut reader = Reader::default();
        let made_up = ReceiversForm::made_up().read(&mut reader);
        for kind in DueKind::ALL {
            assert_eq!(made_up.of(*kind).is_some(), *kind != DueKind::Distraint, "{kind:?}");
        }
        assert_eq!(ReceiversForm::default().read(&mut reader), Receivers::default());
        assert_eq!(reader.into_problems(), []);

        let mut reader = Reader::default();
        let form = ReceiversForm {
            tax: ReceiverForm {
                iban: "TR330006100519786457841326".into(),
                reference: "29215".into(),
                due_day: "32".into(),
                ..ReceiverForm::default()
            },
            ..ReceiversForm::default()
        };
        form.read(&mut reader);
        let found: Vec<_> =
            reader.into_problems().into_iter().map(|problem| (problem.field, problem.key)).collect();
        let expected = [
            ("receivers.tax.name", ErrorKey::Required),
            ("receivers.tax.iban", ErrorKey::IbanNotSepa),
            ("receivers.tax.reference", ErrorKey::InvalidReference),
            ("receivers.tax.dueDay", ErrorKey::OutOfRange),
        ];
        assert_eq!(found, expected.map(|(field, key)| (field.to_owned(), key)));
    }
}
