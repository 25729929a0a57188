//! A trip as a client sends it while it is being filled in.

use serde::Deserialize;
use utoipa::ToSchema;

use super::RowFields;
use crate::bill::{Allowances, Journey};
use crate::ids::BillId;
use crate::reading::{NumberText, Reader};

/// A trip that may not be complete yet, with the fields of a row.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TripBody {
    startdate: Option<String>,
    time: Option<String>,
    returndate: Option<String>,
    returntime: Option<String>,
    kilometers: Option<NumberText>,
    vehicle: Option<NumberText>,
    trailer: Option<String>,
    passengers: Option<NumberText>,
    work_time_in_minutes: Option<NumberText>,
    /// Meals are not counted by the whole trip then.
    stay_over_night: Option<bool>,
    working_abroad: Option<bool>,
    foreign_country: Option<String>,
    /// Which of the days end abroad, counted from 0. Of a trip abroad all do, if it is not said.
    foreign_days: Option<Vec<u16>>,
    /// What is claimed so far, to be told what it comes to.
    fulldaycompensation: Option<NumberText>,
    partialdaycompensation: Option<NumberText>,
    lunchcompensation: Option<NumberText>,
    /// In euros.
    foreign_allowance: Option<NumberText>,
    /// The bill that the trip is on, to be told which other bill excludes it.
    pub bill_id: Option<BillId>,
}

impl TripBody {
    /// The trip and what is claimed for it, without what cannot be read, which `reader` takes.
    pub fn read(&self, reader: &mut Reader) -> (Journey, Allowances) {
        let fields = RowFields {
            startdate: self.startdate.clone(),
            time: self.time.clone(),
            returndate: self.returndate.clone(),
            returntime: self.returntime.clone(),
            kilometers: self.kilometers.clone(),
            vehicle: self.vehicle.clone(),
            trailer: self.trailer.clone(),
            passengers: self.passengers.clone(),
            work_time_in_minutes: self.work_time_in_minutes.clone(),
            stay_over_night: self.stay_over_night,
            working_abroad: self.working_abroad,
            foreign_country: self.foreign_country.clone(),
            foreign_days: self.foreign_days.clone(),
            fulldaycompensation: self.fulldaycompensation.clone(),
            partialdaycompensation: self.partialdaycompensation.clone(),
            lunchcompensation: self.lunchcompensation.clone(),
            foreign_allowance: self.foreign_allowance.clone(),
            ..RowFields::default()
        };
        (fields.journey(reader), fields.allowances(reader))
    }
}
