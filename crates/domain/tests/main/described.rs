//! What the domain's types say of themselves is what `openapi.json` promises to clients.

use std::collections::BTreeMap;

use liksa_domain::account::profile::{NotificationChange, PersonChange, SettingsChange};
use liksa_domain::account::registration::Registration;
use liksa_domain::bill::{BillLanguage, BillState, Expenses, RowBody};
use liksa_domain::calculator::Question;
use liksa_domain::customer::{ContactPersonBody, CustomerBody, PartyRole, SendMethod};
use liksa_domain::delivery::DeliveryState;
use liksa_domain::distraint::DistraintBody;
use liksa_domain::job::JobState;
use liksa_domain::ledger::EntryKind;
use liksa_domain::payments::{PartKind, PaymentState, Reason, RefundState, ReminderState};
use liksa_domain::payroll::{Change, RunState, RunTotals, SalaryProblem};
use liksa_domain::person::{Language, Role, WorkerType};
use liksa_domain::problem::{ErrorKey, Problem};
use liksa_domain::promo_code::PromoCodeBody;
use liksa_domain::reading::NumberText;
use liksa_domain::salary::{Contributions, Summary};
use liksa_domain::settings::{DueKind, PricesForm, ProviderForm};
use liksa_domain::tax_card::{TaxCardBody, TaxCardState};
use liksa_domain::template::{TemplateBody, TemplateKind, TemplateRowBody};
use liksa_domain::worker_terms::TermsBody;
use liksa_money::{Money, Percent, Quantity, Rate};
use serde_json::Value;
use utoipa::ToSchema;

/// Descriptions are for people; everything else is a promise.
fn without_descriptions(mut schema: Value) -> Value {
    match &mut schema {
        Value::Object(fields) => {
            if fields.get("description").is_some_and(Value::is_string) {
                fields.remove("description");
            }
            for value in fields.values_mut() {
                *value = without_descriptions(value.take());
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = without_descriptions(item.take())),
        _ => {}
    }
    schema
}

#[test]
fn types_describe_themselves_as_the_api_promises() {
    let api: Value = serde_json::from_str(include_str!("../../../../openapi.json")).unwrap();
    let promised = &api["components"]["schemas"];
    let mut described: BTreeMap<String, Value> = BTreeMap::new();
    macro_rules! describe {
        ($($type:ty),+ $(,)?) => {
            $(described.insert(<$type as ToSchema>::name().into(), serde_json::to_value(<$type as utoipa::PartialSchema>::schema()).unwrap());)+
        };
    }
    describe!(
        NotificationChange,
        PersonChange,
        SettingsChange,
        Registration,
        BillLanguage,
        BillState,
        RowBody,
        Question,
        ContactPersonBody,
        CustomerBody,
        PartyRole,
        SendMethod,
        DeliveryState,
        DistraintBody,
        JobState,
        EntryKind,
        PartKind,
        PaymentState,
        Reason,
        RefundState,
        ReminderState,
        Change,
        DueKind,
        RunState,
        RunTotals,
        SalaryProblem,
        Language,
        Role,
        WorkerType,
        ErrorKey,
        Problem,
        PromoCodeBody,
        NumberText,
        Contributions,
        Summary,
        PricesForm,
        ProviderForm,
        TaxCardBody,
        TaxCardState,
        TemplateBody,
        TemplateKind,
        TemplateRowBody,
        TermsBody,
        Money,
        Percent,
        Quantity,
        Rate,
    );
    for (name, schema) in described {
        assert!(promised[&name].is_object(), "{name} is unknown to clients");
        let (schema, promised) =
            (without_descriptions(schema), without_descriptions(promised[&name].clone()));
        assert_eq!(schema, promised, "{name}");
    }
}

#[test]
fn the_expenses_of_a_row_are_required_amounts() {
    let row = Expenses::describe_in(utoipa::openapi::ObjectBuilder::new().into());
    let row = serde_json::to_value(row).unwrap();
    let api: Value = serde_json::from_str(include_str!("../../../../openapi.json")).unwrap();
    let promised = &api["components"]["schemas"]["Row"];
    for field in row["required"].as_array().unwrap() {
        let name = field.as_str().unwrap();
        assert!(promised["required"].as_array().unwrap().contains(field), "{name}");
        assert_eq!(row["properties"][name], promised["properties"][name], "{name}");
    }
    assert_eq!(row["required"].as_array().map(Vec::len), Some(18));
}
