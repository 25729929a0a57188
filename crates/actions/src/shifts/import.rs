//! Takes in the shifts that a planning program sends.

use std::collections::BTreeSet;

use liksa_domain::shift::{PlannedShift, PlannedShiftBody};
use serde::Deserialize;

use crate::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Csv,
    Json,
}

const MOST_SHIFTS: usize = 10_000;
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

#[derive(Deserialize)]
struct JsonImport {
    shifts: Vec<PlannedShiftBody>,
}

/// All shifts, or the problems of all lines: nothing of a file with a problem is imported.
pub fn read(body: &[u8], format: Format) -> Result<Vec<PlannedShift>> {
    let body = body.strip_prefix(BYTE_ORDER_MARK).unwrap_or(body);
    let (sent, mut problems) = match format {
        Format::Json => (from_json(body)?, vec![]),
        Format::Csv => from_csv(body)?,
    };
    if sent.len() > MOST_SHIFTS {
        return Err(vec![Problem::too_many("lines", MOST_SHIFTS)].into());
    }
    let (mut shifts, mut ids) = (Vec::with_capacity(sent.len()), BTreeSet::new());
    for (line, shift) in &sent {
        let holder = format!("lines[{line}]");
        match shift.read(&holder) {
            Ok(shift) if !ids.insert(shift.id.clone()) => {
                problems.push(Problem::new(format!("{holder}.shiftId"), ErrorKey::TwiceInImport));
            }
            Ok(shift) => shifts.push(shift),
            Err(found) => problems.extend(found),
        }
    }
    if problems.is_empty() { Ok(shifts) } else { Err(problems.into()) }
}

/// Lines are numbered from one, as in editors.
fn from_json(body: &[u8]) -> Result<Vec<(usize, PlannedShiftBody)>> {
    let sent: JsonImport = serde_json::from_slice(body).map_err(|_| unreadable())?;
    Ok((1..).zip(sent.shifts).collect())
}

type CsvLines = (Vec<(usize, PlannedShiftBody)>, Vec<Problem>);

fn from_csv(body: &[u8]) -> Result<CsvLines> {
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
        let field = |wanted: &str| {
            let found = names.iter().position(|name| name == wanted).and_then(|place| record.get(place));
            found.unwrap_or_default().to_owned()
        };
        lines.push((
            line,
            PlannedShiftBody {
                id: field("shiftid"),
                email: field("email"),
                starts: field("startdatetime"),
                ends: field("enddatetime"),
                department_key: field("departmentkey"),
                department_name: field("departmentname"),
                entitled: vec![field("entitled")],
            },
        ));
    }
    Ok((lines, problems))
}

/// The line that a record begins on. Where lines end in CR LF, the reader gives the position between the two.
fn line_of(body: &[u8], at: &csv::Position) -> Option<usize> {
    let before_its_line = body.get(usize::try_from(at.byte()).ok()?) == Some(&b'\n');
    Some(usize::try_from(at.line()).ok()? + usize::from(before_its_line))
}

fn unreadable() -> Error {
    vec![Problem::new("", ErrorKey::UnreadableImport)].into()
}

/// Who sends shifts.
pub enum Importer {
    Clerk(PersonId),
    /// Another program, which the audit log names by its key.
    Program(ApiKeyId),
}

pub struct Imported {
    pub received: usize,
    /// How many shifts are new or differ from the stored ones.
    pub changed: usize,
}

/// The program that an API key belongs to, if the key is valid. The use of the key is noted.
pub async fn program_of_key(context: &Context, key: &Token) -> Result<Option<Importer>> {
    let mut tx = context.store.begin().await?;
    let id = tx.use_api_key(key.hash(), context.clock.now()).await?;
    tx.commit().await?;
    Ok(id.map(Importer::Program))
}

/// Stores all shifts, or none if one of them is of an unknown worker. A shift whose id is known is updated.
pub async fn import(context: &Context, importer: Importer, shifts: &[PlannedShift]) -> Result<Imported> {
    let emails: Vec<&str> = shifts.iter().map(|shift| shift.email.as_str()).collect();
    let workers = context.store.workers_by_email(&emails).await?;
    let unknown = shifts.iter().filter(|shift| !workers.contains_key(shift.email.as_str()));
    let problems: Vec<Problem> = unknown
        .map(|shift| Problem::new(format!("shifts.{}.email", shift.id), ErrorKey::UnknownWorker))
        .collect();
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let (received, mut changed) = (shifts.len(), 0);
    let mut tx = context.store.begin().await?;
    for shift in shifts {
        let Some(worker) = workers.get(shift.email.as_str()) else { continue };
        changed += usize::from(tx.put_planned_shift(shift, *worker, context.clock.now()).await?);
    }
    let (actor, key) = match importer {
        Importer::Clerk(person) => (Some(person), None),
        Importer::Program(key) => (None, Some(key.to_string())),
    };
    let detail = json!({"received": received, "changed": changed, "key": key});
    context.record(&mut tx, actor, Action::ShiftsImported, "shifts:import".into(), detail);
    tx.commit().await?;
    Ok(Imported { received, changed })
}
