//! Work that was planned elsewhere.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use crate::dates::{parse_date, parse_time};
use crate::named::named;
use crate::person::Email;
use crate::problem::{ErrorKey, Problem};
use crate::reading::{Reader, given};

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
    /// Whose it is.
    pub email: Email,
    /// In Finnish time.
    pub starts: DateTime,
    pub ends: DateTime,
    pub department_key: String,
    pub department_name: String,
    /// Sorted, without repeats.
    pub entitled: Vec<Entitlement>,
}

/// A shift as another program wrote it.
#[derive(Debug, Clone, Copy, Default)]
pub struct ShiftForm<'a> {
    pub id: Option<&'a str>,
    pub email: Option<&'a str>,
    pub starts: Option<&'a str>,
    pub ends: Option<&'a str>,
    pub department_key: Option<&'a str>,
    pub department_name: Option<&'a str>,
    /// Names, with anything but letters and underscores between them.
    pub entitled: Option<&'a str>,
}

const LONGEST_ID: usize = 100;
const LONGEST_NAME: usize = 200;

impl ShiftForm<'_> {
    /// `holder` is where the shift stands in what was sent: `lines[3]`.
    pub fn read(&self, holder: &str) -> Result<Shift, Vec<Problem>> {
        let mut reader = Reader::within(holder.to_owned());
        let id = reader.text("shiftId", self.id, LONGEST_ID);
        let email = given(self.email).map(Email::parse);
        if matches!(email, Some(None)) {
            reader.refuse("email", ErrorKey::NotAnEmail);
        }
        let starts = reader.choice("startDateTime", self.starts, moment);
        let ends = reader.choice("endDateTime", self.ends, moment);
        if starts.zip(ends).is_some_and(|(starts, ends)| ends <= starts) {
            reader.refuse("endDateTime", ErrorKey::ReturnBeforeDeparture);
        }
        let department_key = reader.text("departmentKey", self.department_key, LONGEST_NAME);
        let department_name = reader.text("departmentName", self.department_name, LONGEST_NAME);
        let entitled = entitlements(self.entitled.unwrap_or_default());
        if entitled.is_none() {
            reader.refuse("entitled", ErrorKey::InvalidChoice);
        }
        for (field, missing) in [
            ("shiftId", id.is_empty()),
            ("email", email.is_none()),
            ("startDateTime", given(self.starts).is_none()),
            ("endDateTime", given(self.ends).is_none()),
        ] {
            if missing {
                reader.refuse(field, ErrorKey::Required);
            }
        }
        let problems = reader.into_problems();
        match (email.flatten(), starts, ends, entitled) {
            (Some(email), Some(starts), Some(ends), Some(entitled)) if problems.is_empty() => {
                Ok(Shift { id, email, starts, ends, department_key, department_name, entitled })
            }
            _ => Err(problems),
        }
    }
}

/// `2026-11-16T08:00`, `16.11.2026 08:00`, or an instant with its offset, which is told in Finnish time.
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

    fn form() -> ShiftForm<'static> {
        ShiftForm {
            id: Some("TV-1001"),
            email: Some("Maija@liksa.example"),
            starts: Some("2026-11-16T08:00"),
            ends: Some("16.11.2026 16:30"),
            department_key: Some("N3"),
            department_name: Some("Näyttämö"),
            entitled: Some("LUNCH_ALLOWANCE|KILOMETER_ALLOWANCE LUNCH_ALLOWANCE"),
        }
    }

    #[test]
    fn a_shift_is_read_however_its_times_are_written() {
        let shift = form().read("lines[1]").unwrap();
        assert_eq!(shift.starts, datetime(2026, 11, 16, 8, 0, 0, 0));
        assert_eq!(shift.ends, datetime(2026, 11, 16, 16, 30, 0, 0));
        assert_eq!(shift.email.as_str(), "maija@liksa.example");
        assert_eq!(shift.entitled, [Entitlement::Lunch, Entitlement::Kilometers]);
        let with_offset = ShiftForm { starts: Some("2026-11-16T06:00:00Z"), ..form() };
        assert_eq!(with_offset.read("lines[1]").unwrap().starts, shift.starts, "in Finnish time");
    }

    #[test]
    fn every_fault_of_a_line_is_told() {
        let fields = |form: ShiftForm<'_>| -> Vec<String> {
            form.read("lines[3]").unwrap_err().into_iter().map(|problem| problem.field).collect()
        };
        assert_eq!(
            fields(ShiftForm::default()),
            ["lines[3].shiftId", "lines[3].email", "lines[3].startDateTime", "lines[3].endDateTime"]
        );
        let wrong =
            ShiftForm { email: Some("maija"), starts: Some("eilen"), entitled: Some("FREE_BEER"), ..form() };
        assert_eq!(fields(wrong), ["lines[3].email", "lines[3].startDateTime", "lines[3].entitled"]);
        let backwards = ShiftForm { ends: Some("2026-11-16T08:00"), ..form() };
        assert_eq!(fields(backwards), ["lines[3].endDateTime"]);
    }
}
