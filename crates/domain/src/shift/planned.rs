//! Shifts as a planning program sends them.

use serde::Deserialize;

use super::{LONGEST_ID, LONGEST_NAME, OWN_ID, Plan, entitlements, moment};
use crate::person::Email;
use crate::problem::{ErrorKey, Problem};
use crate::reading::Reader;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedShift {
    /// The planning program's own id: what comes again under it is the same shift.
    pub id: String,
    /// E-mail address of the worker.
    pub email: Email,
    pub plan: Plan,
}

/// A shift as another program sends it. Times are in Finnish time, or instants with their offset.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PlannedShiftBody {
    #[serde(rename = "shiftId")]
    pub id: String,
    pub email: String,
    #[serde(rename = "startDateTime")]
    pub starts: String,
    #[serde(rename = "endDateTime")]
    pub ends: String,
    pub department_key: String,
    pub department_name: String,
    /// Names of entitlements; one text may hold several, with anything but letters and underscores between them.
    pub entitled: Vec<String>,
}

impl PlannedShiftBody {
    /// `holder` is the path of the shift in the request: `lines[3]`.
    pub fn read(&self, holder: &str) -> Result<PlannedShift, Vec<Problem>> {
        let mut reader = Reader::within(holder.to_owned());
        let id = reader.text("shiftId", Some(&self.id), LONGEST_ID);
        // `rows` stands in the place of an id in the addresses of the API.
        reader.refuse_if(id.starts_with(OWN_ID) || id == "rows", "shiftId", ErrorKey::Invalid);
        let email = |text: &str| Email::parse(text).ok_or(ErrorKey::NotAnEmail);
        let email = reader.read("email", Some(&self.email), email);
        let starts = reader.choice("startDateTime", Some(&self.starts), moment);
        let ends = reader.choice("endDateTime", Some(&self.ends), moment);
        let backwards = starts.zip(ends).is_some_and(|(starts, ends)| ends <= starts);
        reader.refuse_if(backwards, "endDateTime", ErrorKey::ReturnBeforeDeparture);
        let department_key = reader.text("departmentKey", Some(&self.department_key), LONGEST_NAME);
        let department_name = reader.text("departmentName", Some(&self.department_name), LONGEST_NAME);
        let entitled = entitlements(&self.entitled.join(","));
        reader.refuse_if(entitled.is_none(), "entitled", ErrorKey::InvalidChoice);
        let needed = [&self.id, &self.email, &self.starts, &self.ends];
        for (field, text) in ["shiftId", "email", "startDateTime", "endDateTime"].into_iter().zip(needed) {
            reader.require(field, Some(text));
        }
        let shift = email.zip(starts).zip(ends).zip(entitled).map(|(((email, starts), ends), entitled)| {
            let plan = Plan { starts, ends, department_key, department_name, entitled };
            PlannedShift { id, email, plan }
        });
        reader.finish(shift)
    }
}
