//! Shifts imported from work planning programs.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use serde::Deserialize;

use crate::dates::{parse_date, parse_time};
use crate::named::named;
use crate::person::Email;
use crate::problem::{ErrorKey, Problem};
use crate::reading::Reader;

named! {
    /// What the worker may claim for the shift.
    Entitlement {
        Lunch = "LUNCH_ALLOWANCE",
        Kilometers = "KILOMETER_ALLOWANCE",
        FullDay = "FULL_DAY_ALLOWANCE",
        PartialDay = "PARTIAL_DAY_ALLOWANCE",
        Foreign = "FOREIGN_ALLOWANCE",
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shift {
    /// The planning program's own id: what comes again under it is the same shift.
    pub id: String,
    /// E-mail address of the worker.
    pub email: Email,
    /// In Finnish time.
    pub starts: DateTime,
    pub ends: DateTime,
    pub department_key: String,
    pub department_name: String,
    /// Sorted, without repeats.
    pub entitled: Vec<Entitlement>,
}

/// A shift as another program sends it. Times are in Finnish time, or instants with their offset.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ShiftBody {
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

pub const LONGEST_ID: usize = 100;
const LONGEST_NAME: usize = 200;

impl ShiftBody {
    /// `holder` is the path of the shift in the request: `lines[3]`.
    pub fn read(&self, holder: &str) -> Result<Shift, Vec<Problem>> {
        let mut reader = Reader::within(holder.to_owned());
        let id = reader.text("shiftId", Some(&self.id), LONGEST_ID);
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
            Shift { id, email, starts, ends, department_key, department_name, entitled }
        });
        reader.finish(shift)
    }
}

/// `2026-11-16T08:00`, `16.11.2026 08:00`, or an instant with its offset, converted to Finnish time.
fn moment(text: &str) -> Option<DateTime> {
    if let Ok(instant) = text.parse::<Timestamp>() {
        return Some(instant.to_zoned(TimeZone::get("Europe/Helsinki").ok()?).datetime());
    }
    if let Some((day, time)) = text.split_once(' ')
        && let Some(day) = parse_date(day)
    {
        return Some(day.to_datetime(parse_time(time.trim())?));
    }
    text.parse().ok()
}

fn entitlements(text: &str) -> Option<Vec<Entitlement>> {
    let names = text.split(|c: char| !c.is_ascii_alphabetic() && c != '_').filter(|name| !name.is_empty());
    let mut entitled = names.map(Entitlement::from_name).collect::<Option<Vec<_>>>()?;
    entitled.sort_unstable();
    entitled.dedup();
    Some(entitled)
}

#[cfg(test)]
mod tests {
    use jiff::civil::datetime;

    use super::*;

    fn form() -> ShiftBody {
        ShiftBody {
            id: "TV-1001".into(),
            email: "Maija@liksa.example".into(),
            starts: "2026-11-16T08:00".into(),
            ends: "16.11.2026 16:30".into(),
            department_key: "N3".into(),
            department_name: "Näyttämö".into(),
            entitled: vec!["LUNCH_ALLOWANCE|KILOMETER_ALLOWANCE LUNCH_ALLOWANCE".into()],
        }
    }

    #[test]
    fn a_shift_is_read_however_its_times_are_written() {
        let shift = form().read("lines[1]").unwrap();
        assert_eq!(shift.starts, datetime(2026, 11, 16, 8, 0, 0, 0));
        assert_eq!(shift.ends, datetime(2026, 11, 16, 16, 30, 0, 0));
        assert_eq!(shift.email.as_str(), "maija@liksa.example");
        assert_eq!(shift.entitled, [Entitlement::Lunch, Entitlement::Kilometers]);
        let with_offset = ShiftBody { starts: "2026-11-16T06:00:00Z".into(), ..form() };
        assert_eq!(with_offset.read("lines[1]").unwrap().starts, shift.starts, "in Finnish time");
    }

    #[test]
    fn every_fault_of_a_line_is_reported() {
        let fields = |form: ShiftBody| -> Vec<String> {
            form.read("lines[3]").unwrap_err().into_iter().map(|problem| problem.field).collect()
        };
        assert_eq!(
            fields(ShiftBody::default()),
            ["lines[3].shiftId", "lines[3].email", "lines[3].startDateTime", "lines[3].endDateTime"]
        );
        let wrong = ShiftBody {
            email: "maija".into(),
            starts: "eilen".into(),
            entitled: vec!["FREE_BEER".into()],
            ..form()
        };
        assert_eq!(fields(wrong), ["lines[3].email", "lines[3].startDateTime", "lines[3].entitled"]);
        let backwards = ShiftBody { ends: "2026-11-16T08:00".into(), ..form() };
        assert_eq!(fields(backwards), ["lines[3].endDateTime"]);
    }
}
