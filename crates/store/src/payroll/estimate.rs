//! The estimate of a bill as JSON: it is read only to explain a salary that differs.

use liksa_domain::payroll::{Estimate, PayBasis};
use serde_json::{Value, json};

use super::figures::{summary_json, summary_of_json};
use crate::prelude::*;

impl Column for Estimate {
    type Raw = String;

    fn to_raw(&self) -> String {
        json!({
            "payday": self.payday.to_raw(),
            "summary": summary_json(&self.summary),
            "basis": self.basis.to_raw(),
        })
        .to_string()
    }

    fn from_raw(text: String) -> Option<Self> {
        let json: Value = serde_json::from_str(&text).ok()?;
        let text = |name: &str| json.get(name)?.as_str().map(str::to_owned);
        let basis = PayBasis::from_raw(text("basis")?)?;
        let summary = summary_of_json(json.get("summary")?, &basis)?;
        Some(Self { payday: Date::from_raw(text("payday")?)?, summary, basis })
    }
}
