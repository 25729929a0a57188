//! What a worker sees at a glance: the dashboard, and a year as the tax return asks for it.

mod dashboard;
mod on_its_way;
mod tax_year;

pub use self::{dashboard::*, on_its_way::*, tax_year::*};
