//! Reading what a planning program sends: CSV with a header line, or JSON.

use std::collections::BTreeSet;

use liksa_domain::problem::{ErrorKey, Problem};
use liksa_domain::shift::{Shift, ShiftForm};
use serde::Deserialize;

use crate::http::error::{ApiError, ApiResult};

const MOST_SHIFTS: usize = 10_000;
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SentShifts {
    shifts: Vec<SentShift>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct SentShift {
    shift_id: String,
    email: String,
    start_date_time: String,
    end_date_time: String,
    department_key: String,
    department_name: String,
    entitled: Vec<String>,
}

/// All shifts, or the faults of all lines: nothing is imported of a file that is not clean.
pub fn read(body: &[u8], is_json: bool) -> ApiResult<Vec<Shift>> {
    let body = body.strip_prefix(BYTE_ORDER_MARK).unwrap_or(body);
    let (sent, mut problems) = if is_json { (from_json(body)?, vec![]) } else { from_csv(body)? };
    if sent.len() > MOST_SHIFTS {
        return Err(vec![Problem::new("lines", ErrorKey::TooMany)].into());
    }
    let (mut shifts, mut ids) = (Vec::with_capacity(sent.len()), BTreeSet::new());
    for (line, shift) in &sent {
        let holder = format!("lines[{line}]");
        let entitled = shift.entitled.join(",");
        let form = ShiftForm {
            id: Some(&shift.shift_id),
            email: Some(&shift.email),
            starts: Some(&shift.start_date_time),
            ends: Some(&shift.end_date_time),
            department_key: Some(&shift.department_key),
            department_name: Some(&shift.department_name),
            entitled: Some(&entitled),
        };
        match form.read(&holder) {
            Ok(shift) if !ids.insert(shift.id.clone()) => {
                problems.push(Problem::new(format!("{holder}.shiftId"), ErrorKey::TwiceInImport));
            }
            Ok(shift) => shifts.push(shift),
            Err(found) => problems.extend(found),
        }
    }
    if problems.is_empty() { Ok(shifts) } else { Err(problems.into()) }
}

/// Lines are counted from one, as editors show them.
fn from_json(body: &[u8]) -> ApiResult<Vec<(usize, SentShift)>> {
    let sent: SentShifts = serde_json::from_slice(body).map_err(|_| unreadable())?;
    Ok((1..).zip(sent.shifts).collect())
}

type CsvLines = (Vec<(usize, SentShift)>, Vec<Problem>);

fn from_csv(body: &[u8]) -> ApiResult<CsvLines> {
    let header = body.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let count = |delimiter: u8| header.iter().filter(|byte| **byte == delimiter).count();
    let delimiter = if count(b';') > count(b',') { b';' } else { b',' };
    let mut reader =
        csv::ReaderBuilder::new().delimiter(delimiter).trim(csv::Trim::All).flexible(true).from_reader(body);
    let names: Vec<String> =
        reader.headers().map_err(|_| unreadable())?.iter().map(str::to_lowercase).collect();
    if !names.iter().any(|name| name == "shiftid") {
        return Err(unreadable());
    }
    let (mut lines, mut problems) = (vec![], vec![]);
    for (record, place) in reader.records().zip(2..) {
        let record = record.map_err(|_| unreadable())?;
        let line = record.position().and_then(|at| line_of(body, at)).unwrap_or(place);
        if record.len() != names.len() {
            problems.push(Problem::new(format!("lines[{line}]"), ErrorKey::WrongColumns));
            continue;
        }
        let of = |wanted: &str| {
            let found = names.iter().position(|name| name == wanted).and_then(|place| record.get(place));
            found.unwrap_or_default().to_owned()
        };
        lines.push((
            line,
            SentShift {
                shift_id: of("shiftid"),
                email: of("email"),
                start_date_time: of("startdatetime"),
                end_date_time: of("enddatetime"),
                department_key: of("departmentkey"),
                department_name: of("departmentname"),
                entitled: vec![of("entitled")],
            },
        ));
    }
    Ok((lines, problems))
}

/// The line that a record begins on. Where lines end in two characters, the reader stands between them.
fn line_of(body: &[u8], at: &csv::Position) -> Option<usize> {
    let before_its_line = body.get(usize::try_from(at.byte()).ok()?) == Some(&b'\n');
    Some(usize::try_from(at.line()).ok()? + usize::from(before_its_line))
}

fn unreadable() -> ApiError {
    vec![Problem::new("", ErrorKey::UnreadableImport)].into()
}
