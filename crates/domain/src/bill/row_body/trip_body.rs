//! A trip as a client sends it while it is being filled in.

use serde::Deserialize;
use utoipa::ToSchema;

use super::RowFields;
use crate::bill::Journey;
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
    working_abroad: Option<bool>,
    foreign_country: Option<String>,
    /// Which of the days end abroad, counted from 0. Of a trip abroad all do, if it is not said.
    pub foreign_days: Option<Vec<u16>>,
}

impl TripBody {
    /// The trip without what cannot be read, which `reader` takes.
    pub fn read(&self, reader: &mut Reader) -> Journey {
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
            working_abroad: self.working_abroad,
            foreign_country: self.foreign_country.clone(),
            ..RowFields::default()
        };
        fields.journey(reader)
    }
}
