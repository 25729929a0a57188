//! A shift as its worker sends it, and what of it the worker may change.

use jiff::ToSpan;
use jiff::civil::DateTime;
use liksa_money::Quantity;
use liksa_rates::{StatutoryFigures, Vehicle};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{
    Entitlement, LONGEST_ID, LONGEST_NAME, OWN_ID, Plan, Shift, ShiftOrigin, Usual, claimed, entitlements,
    moment,
};
use crate::bill::{Allowances, Journey, Moment, Territory, limits};
use crate::problem::{ErrorKey, Problem};
use crate::reading::{NumberText, Reader, given};
use crate::travel;

/// A shift. What is left out stays as it is. Of a shift from planning the times, the department and the entitled list may
/// be sent back as they were read, and nothing else.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShiftBody)]
pub struct ShiftBody {
    /// The version that was edited; a change needs it.
    version: Option<NumberText>,
    /// Of a new shift the id that the client chose, so that a call sent twice adds one: `OWN-` and a UUID.
    shift_id: Option<String>,
    /// 2026-11-16T08:00 in Finnish time, 16.11.2026 08:00, or an instant with its offset.
    start_date_time: Option<String>,
    end_date_time: Option<String>,
    department_name: Option<String>,
    department_key: Option<String>,
    /// LUNCH_ALLOWANCE, KILOMETER_ALLOWANCE, FULL_DAY_ALLOWANCE, PARTIAL_DAY_ALLOWANCE, FOREIGN_ALLOWANCE; all of them
    /// for a new shift where none is named.
    entitled: Option<Vec<String>>,
    journey: Option<JourneyBody>,
    reimbursements: Option<ClaimsBody>,
}

/// The trip to the shift and back. Dates are DD.MM.YYYY, times HH:MM.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShiftJourneyBody)]
struct JourneyBody {
    kilometers: Option<NumberText>,
    address_start: Option<String>,
    address_stop: Option<String>,
    vehicle_register_number: Option<String>,
    /// CAR, or OTHER.
    vehicle_type: Option<String>,
    departure_date: Option<String>,
    departure_time: Option<String>,
    arrival_date: Option<String>,
    arrival_time: Option<String>,
}

/// What is claimed, by the names that rows of bills have.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShiftReimbursementsBody)]
struct ClaimsBody {
    lunchcompensation: Option<NumberText>,
    fulldaycompensation: Option<NumberText>,
    partialdaycompensation: Option<NumberText>,
    /// In euros.
    foreign_allowance: Option<NumberText>,
    /// The country, or the part of it, that the foreign daily allowance is for: a code of `travel/places`.
    foreign_country: Option<String>,
}

const LONGEST_DAYS: i32 = 31;

impl ShiftBody {
    /// The version that was edited; None where it is missing.
    pub fn version(&self) -> Result<Option<i64>, Vec<Problem>> {
        let mut reader = Reader::default();
        let version = reader.whole("version", self.version.as_deref());
        reader.finish(Some(version))
    }

    /// A new shift of the worker's own, with the id that was chosen or else with this one.
    pub fn read_new(&self, law: &StatutoryFigures, new_id: String) -> Result<Shift, Vec<Problem>> {
        let mut reader = Reader::default();
        let chosen = |text: &str| {
            let id = text.strip_prefix(OWN_ID)?.parse::<uuid::Uuid>().ok()?;
            Some(Shift::own_id(id))
        };
        let id = reader.choice("shiftId", self.shift_id.as_deref(), chosen).unwrap_or(new_id);
        reader.require("startDateTime", self.start_date_time.as_deref());
        reader.require("endDateTime", self.end_date_time.as_deref());
        let start = DateTime::default();
        let plan = Plan {
            starts: start,
            ends: start,
            department_key: String::new(),
            department_name: String::new(),
            entitled: Entitlement::ALL.to_vec(),
        };
        let empty = Shift { id, origin: ShiftOrigin::Own, plan, journey: Journey::default(), claims: None };
        self.read_onto(law, &empty, reader)
    }

    /// The shift with the changes, or every field that cannot be taken.
    pub fn read_change(&self, law: &StatutoryFigures, stored: &Shift) -> Result<Shift, Vec<Problem>> {
        let mut reader = Reader::default();
        let id = reader.text("shiftId", self.shift_id.as_deref(), LONGEST_ID);
        reader.refuse_if(!id.is_empty() && id != stored.id, "shiftId", ErrorKey::Invalid);
        self.read_onto(law, stored, reader)
    }

    fn read_onto(
        &self,
        law: &StatutoryFigures,
        stored: &Shift,
        mut reader: Reader,
    ) -> Result<Shift, Vec<Problem>> {
        let plan = self.plan(&stored.plan, &mut reader);
        match stored.origin {
            ShiftOrigin::Planning => refuse_changes(&stored.plan, &plan, &mut reader),
            ShiftOrigin::Own => check_times(&plan, &mut reader),
        }
        let mut journey = match &self.journey {
            Some(sent) => Journey { country: stored.journey.country.clone(), ..sent.read(&mut reader) },
            None => stored.journey.clone(),
        };
        let claims = match &self.reimbursements {
            Some(sent) => {
                let (claims, country) = sent.read(&mut reader);
                journey.country = country;
                Some(claims)
            }
            None => stored.claims,
        };
        let shift = Shift { id: stored.id.clone(), origin: stored.origin, plan, journey, claims };
        let shift = reader.finish(Some(shift))?;
        let problems = shift.claim_problems(law);
        if problems.is_empty() { Ok(shift) } else { Err(problems) }
    }

    fn plan(&self, stored: &Plan, reader: &mut Reader) -> Plan {
        let mut time =
            |field: &str, sent: Option<&str>, stored| reader.choice(field, sent, moment).unwrap_or(stored);
        let starts = time("startDateTime", self.start_date_time.as_deref(), stored.starts);
        let ends = time("endDateTime", self.end_date_time.as_deref(), stored.ends);
        let mut text = |field: &str, sent: Option<&str>, stored: &str| {
            sent.map_or(stored.to_owned(), |sent| reader.text(field, Some(sent), LONGEST_NAME))
        };
        let department_key = text("departmentKey", self.department_key.as_deref(), &stored.department_key);
        let department_name =
            text("departmentName", self.department_name.as_deref(), &stored.department_name);
        let entitled = match &self.entitled {
            None => stored.entitled.clone(),
            Some(names) => entitlements(&names.join(",")).unwrap_or_else(|| {
                reader.refuse("entitled", ErrorKey::InvalidChoice);
                stored.entitled.clone()
            }),
        };
        Plan { starts, ends, department_key, department_name, entitled }
    }
}

/// What planning owns stays as planning has it.
fn refuse_changes(stored: &Plan, sent: &Plan, reader: &mut Reader) {
    for (field, changed) in [
        ("startDateTime", sent.starts != stored.starts),
        ("endDateTime", sent.ends != stored.ends),
        ("departmentKey", sent.department_key != stored.department_key),
        ("departmentName", sent.department_name != stored.department_name),
        ("entitled", sent.entitled != stored.entitled),
    ] {
        reader.refuse_if(changed, field, ErrorKey::ShiftPlanned);
    }
}

fn check_times(plan: &Plan, reader: &mut Reader) {
    // Times that are missing or unreadable have been noted.
    if plan.starts == DateTime::default() || plan.ends == DateTime::default() {
        return;
    }
    reader.refuse_if(plan.ends <= plan.starts, "endDateTime", ErrorKey::ReturnBeforeDeparture);
    let latest = plan.starts.saturating_add(LONGEST_DAYS.days());
    if plan.ends > latest {
        let latest = crate::dates::format_date(latest.date());
        reader.refuse_with(Problem::new("endDateTime", ErrorKey::OutOfRange).at_most(latest));
    }
}

impl JourneyBody {
    fn read(&self, outer: &mut Reader) -> Journey {
        let mut reader = Reader::within("journey".into());
        let vehicle = |name: &str| match name {
            "CAR" => Some(Vehicle::Car),
            "OTHER" => Some(Vehicle::Other),
            _ => None,
        };
        let mut moment = |date: (&str, &Option<String>), time: (&str, &Option<String>)| Moment {
            date: reader.date(date.0, date.1.as_deref()),
            time: reader.time(time.0, time.1.as_deref()),
        };
        let departure =
            moment(("departureDate", &self.departure_date), ("departureTime", &self.departure_time));
        let homecoming = moment(("arrivalDate", &self.arrival_date), ("arrivalTime", &self.arrival_time));
        let mut address = |field: &str, text: &Option<String>| {
            let line =
                given(text.as_deref()).map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
            reader.text(field, line.as_deref(), limits::ADDRESS)
        };
        let (address_start, address_stop) =
            (address("addressStart", &self.address_start), address("addressStop", &self.address_stop));
        let kilometers = reader.quantity("kilometers", self.kilometers.as_deref()).unwrap_or(Quantity::ZERO);
        if kilometers.is_negative() {
            reader.refuse_with(Problem::new("kilometers", ErrorKey::OutOfRange).at_least(0));
        }
        let journey = Journey {
            departure,
            homecoming,
            kilometers,
            vehicle: reader.choice("vehicleType", self.vehicle_type.as_deref(), vehicle).unwrap_or_default(),
            register_number: reader.text(
                "vehicleRegisterNumber",
                self.vehicle_register_number.as_deref(),
                limits::REGISTER_NUMBER,
            ),
            address_start,
            address_stop,
            ..Journey::default()
        };
        outer.append(reader);
        journey
    }
}

impl ClaimsBody {
    /// What is claimed, and the country of what is claimed abroad.
    fn read(&self, outer: &mut Reader) -> (Allowances, Option<Territory>) {
        let mut reader = Reader::within("reimbursements".into());
        let foreign = reader.money("foreignAllowance", self.foreign_allowance.as_deref()).unwrap_or_default();
        if foreign.is_negative() {
            reader.refuse_with(Problem::new("foreignAllowance", ErrorKey::OutOfRange).at_least(0));
        }
        let claims = Allowances {
            full_days: reader.count("fulldaycompensation", self.fulldaycompensation.as_deref()),
            partial_days: reader.count("partialdaycompensation", self.partialdaycompensation.as_deref()),
            meals: reader.count("lunchcompensation", self.lunchcompensation.as_deref()),
            foreign,
        };
        let country = reader.choice("foreignCountry", self.foreign_country.as_deref(), Territory::parse);
        outer.append(reader);
        (claims, country.filter(|_| foreign.is_positive()))
    }
}

/// The fields of a row's trip, and those of a shift that they come from.
const FIELDS: [(&str, &str); 15] = [
    ("kilometers", "journey.kilometers"),
    ("addressStart", "journey.addressStart"),
    ("addressStop", "journey.addressStop"),
    ("vehicleRegisterNumber", "journey.vehicleRegisterNumber"),
    ("vehicle", "journey.vehicleType"),
    ("startdate", "journey.departureDate"),
    ("time", "journey.departureTime"),
    ("returndate", "journey.arrivalDate"),
    ("returntime", "journey.arrivalTime"),
    ("workTimeInMinutes", "journey.arrivalTime"),
    ("fulldaycompensation", "reimbursements.fulldaycompensation"),
    ("partialdaycompensation", "reimbursements.partialdaycompensation"),
    ("lunchcompensation", "reimbursements.lunchcompensation"),
    ("foreignAllowance", "reimbursements.foreignAllowance"),
    ("foreignCountry", "reimbursements.foreignCountry"),
];

impl Shift {
    /// What is claimed that the shift does not allow, and else what the rules of trips refuse.
    fn claim_problems(&self, law: &StatutoryFigures) -> Vec<Problem> {
        let claimed = claimed(self.journey.kilometers, self.claims.unwrap_or_default()).into_iter();
        let field = |entitlement| match entitlement {
            Entitlement::Kilometers => "kilometers",
            Entitlement::FullDay => "fulldaycompensation",
            Entitlement::PartialDay => "partialdaycompensation",
            Entitlement::Lunch => "lunchcompensation",
            Entitlement::Foreign => "foreignAllowance",
        };
        let refused: Vec<Problem> = claimed
            .filter(|one| !self.plan.allows(*one))
            .map(|one| Problem::new(field_of_shift(field(one)), ErrorKey::ShiftNotEntitled))
            .collect();
        if !refused.is_empty() {
            return refused;
        }
        let problems = travel::problems(law, &self.row(&Usual::default()));
        let of_shift = |problem: Problem| Problem { field: field_of_shift(&problem.field), ..problem };
        // Where an amount was read that no table has is asked for on the bill.
        let asked_here = |problem: &Problem| problem.field != "foreignSource";
        problems.into_iter().filter(asked_here).map(of_shift).collect()
    }
}

fn field_of_shift(of_row: &str) -> String {
    let found = FIELDS.iter().find(|(field, _)| *field == of_row);
    found.map_or(of_row, |(_, field)| field).to_owned()
}
