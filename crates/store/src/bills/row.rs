//! The rows of a bill and their expenses.

use std::collections::HashMap;

use liksa_domain::bill::{
    Allowances, ExpenseClass, ExpenseKind, Expenses, Extras, Journey, Moment, Pricing, Row, WorkShift,
};

use crate::prelude::*;
use crate::sql::Row as Columns;
use crate::sql::grouped;

/// All columns of a row.
macro_rules! row_columns {
    () => {
        "id, collapsed, row_date, destination, vat_rate, pricing, price, unit_price, amount, shift_start_date, \
         shift_start_time, shift_end_date, shift_end_time, departure_date, departure_time, homecoming_date, \
         homecoming_time, kilometers, vehicle, register_number, address_start, way_points, address_stop, \
         round_trip, overnight, travel_minutes, work_minutes, abroad, full_days, partial_days, meals, \
         foreign_allowance, foreign_country, foreign_source, trailer, passengers, shift_id, days_abroad, \
         credited_days"
    };
}
pub(super) use row_columns;

/// The rows of bill `$1`, in their order.
pub(crate) const SELECT_ROWS: &str =
    concat!("SELECT ", row_columns!(), " FROM bill_row WHERE bill_id = $1 ORDER BY place");

macro_rules! select_expenses {
    ($more:literal, $end:literal) => {
        concat!(
            "SELECT ",
            $more,
            "e.row_id, e.kind, e.class, e.amount FROM bill_expense e JOIN bill_row r ON r.id = e.row_id ",
            $end
        )
    };
}

pub(crate) const SELECT_EXPENSES: &str = select_expenses!("", "WHERE r.bill_id = $1");
/// The rows and expenses of many bills.
const ROWS_OF_BILLS: &str = concat!(
    "SELECT bill_id AS owner, ",
    row_columns!(),
    " FROM bill_row WHERE bill_id = ANY($1) ORDER BY bill_id, place"
);
const EXPENSES_OF_BILLS: &str = select_expenses!("r.bill_id AS owner, ", "WHERE r.bill_id = ANY($1)");

/// An expense with the row that it belongs to.
pub(super) struct StoredExpense {
    row: RowId,
    kind: ExpenseKind,
    class: ExpenseClass,
    amount: Money,
}

read_row! { StoredExpense { row = "row_id", kind, class, amount } }

impl Store {
    /// The rows of many bills, each in their order.
    pub(super) async fn rows_of_bills(&self, bills: &[BillId]) -> StoreResult<HashMap<BillId, Vec<Row>>> {
        let mut rows: HashMap<BillId, Vec<Row>> =
            grouped(self.fetch_all(sql!(ROWS_OF_BILLS => bills)).await?);
        let expenses: HashMap<BillId, Vec<StoredExpense>> =
            grouped(self.fetch_all(sql!(EXPENSES_OF_BILLS => bills)).await?);
        for (bill, of_bill) in expenses {
            add_expenses(rows.entry(bill).or_default(), of_bill)?;
        }
        Ok(rows)
    }
}

/// Adds the expenses to the rows that they belong to.
pub(super) fn add_expenses(rows: &mut [Row], expenses: Vec<StoredExpense>) -> StoreResult<()> {
    expenses.into_iter().try_for_each(|expense| expense.add_to(rows.iter_mut()))
}

impl StoredExpense {
    pub(super) fn add_to<'a>(self, mut rows: impl Iterator<Item = &'a mut Row>) -> StoreResult<()> {
        let row = rows
            .find(|row| row.id == Some(self.row))
            .ok_or(StoreError::Corrupt("expense without its row"))?;
        row.expenses.set(self.kind, self.class, self.amount);
        Ok(())
    }
}

/// What a row or a shift claims.
pub(crate) fn allowances(row: &Columns<'_>) -> StoreResult<Allowances> {
    Ok(Allowances {
        full_days: row.get("full_days")?,
        partial_days: row.get("partial_days")?,
        meals: row.get("meals")?,
        foreign: row.get("foreign_allowance")?,
    })
}

impl ReadRow for Row {
    fn read(row: &Columns<'_>) -> StoreResult<Self> {
        let moment = |date, time| StoreResult::Ok(Moment { date: row.get(date)?, time: row.get(time)? });
        let shift = WorkShift {
            start: moment("shift_start_date", "shift_start_time")?,
            end: moment("shift_end_date", "shift_end_time")?,
        };
        let pricing = match row.get::<String>("pricing")?.as_str() {
            "AMOUNT" => Pricing::Amount { unit_price: row.get("unit_price")?, amount: row.get("amount")? },
            _ => Pricing::Contract { price: row.get("price")? },
        };
        Ok(Self {
            id: row.get("id")?,
            collapsed: row.get("collapsed")?,
            shift: row.get("shift_id")?,
            date: row.get("row_date")?,
            destination: row.get("destination")?,
            vat_rate: row.get("vat_rate")?,
            pricing,
            work_shift: (shift != WorkShift::default()).then_some(shift),
            journey: Journey {
                departure: moment("departure_date", "departure_time")?,
                homecoming: moment("homecoming_date", "homecoming_time")?,
                kilometers: row.get("kilometers")?,
                vehicle: row.get("vehicle")?,
                extras: Extras { trailer: row.get("trailer")?, passengers: row.get("passengers")? },
                register_number: row.get("register_number")?,
                address_start: row.get("address_start")?,
                way_points: row.get::<String>("way_points")?.lines().map(str::to_owned).collect(),
                address_stop: row.get("address_stop")?,
                round_trip: row.get("round_trip")?,
                overnight: row.get("overnight")?,
                travel_minutes: row.get("travel_minutes")?,
                work_minutes: row.get("work_minutes")?,
                abroad: row.get("abroad")?,
                country: row.get("foreign_country")?,
                foreign_source: row.get("foreign_source")?,
                days_abroad: days(row, "days_abroad")?,
                days_at_home: days(row, "credited_days")?,
            },
            allowances: allowances(row)?,
            expenses: Expenses::default(),
            receipts: 0,
        })
    }
}

/// Days of a trip are stored as their numbers with spaces between them.
pub(super) fn days(row: &Columns<'_>, column: &str) -> StoreResult<Option<Vec<u16>>> {
    let Some(text) = row.get::<Option<String>>(column)? else { return Ok(None) };
    let days = text.split_whitespace().map(str::parse);
    days.collect::<Result<_, _>>().map(Some).map_err(|_| StoreError::Corrupt("days of a trip"))
}

fn days_text(days: Option<&[u16]>) -> Option<String> {
    days.map(|days| days.iter().map(u16::to_string).collect::<Vec<_>>().join(" "))
}

tx_methods! {
    async fn delete_expenses(row: RowId) = run "DELETE FROM bill_expense WHERE row_id = $1";

    /// Keeps the department of the shift that a row is made of, as it is now.
    async fn keep_department(row: RowId) = run
        "UPDATE bill_row SET shift_department = (SELECT COALESCE(NULLIF(s.department_name, ''), s.department_key) \
         FROM shift s JOIN bill b ON b.person_id = s.person_id \
         WHERE b.id = bill_row.bill_id AND s.shift_id = bill_row.shift_id) \
         WHERE id = $1 AND shift_department IS NULL";
}

impl Tx {
    /// Writes a row, new or not. False if its id belongs to another bill.
    pub(super) async fn put_row(
        &mut self,
        bill: BillId,
        id: RowId,
        place: usize,
        row: &Row,
    ) -> StoreResult<bool> {
        let place = i64::try_from(place).map_err(|_| StoreError::Corrupt("place of a row"))?;
        let shift = row.work_shift.unwrap_or_default();
        let (pricing, price, unit_price, amount) = match row.pricing {
            Pricing::Contract { price } => ("CONTRACT", price, None, None),
            Pricing::Amount { unit_price, amount } => ("AMOUNT", None, unit_price, amount),
        };
        let journey = &row.journey;
        let changed = self.try_change(sql!(
            "INSERT INTO bill_row (id, bill_id, place, collapsed, row_date, destination, vat_rate, pricing, \
             price, unit_price, amount, shift_start_date, shift_start_time, shift_end_date, shift_end_time, \
             departure_date, departure_time, homecoming_date, homecoming_time, kilometers, vehicle, \
             register_number, address_start, way_points, address_stop, round_trip, overnight, \
             travel_minutes, work_minutes, abroad, full_days, partial_days, meals, foreign_allowance, \
             foreign_country, foreign_source, trailer, passengers, shift_id, days_abroad, credited_days) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, \
             $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, \
             $41) \
             ON CONFLICT (id) DO UPDATE SET place = excluded.place, collapsed = excluded.collapsed, \
             row_date = excluded.row_date, destination = excluded.destination, \
             vat_rate = excluded.vat_rate, pricing = excluded.pricing, price = excluded.price, \
             unit_price = excluded.unit_price, amount = excluded.amount, \
             shift_start_date = excluded.shift_start_date, shift_start_time = excluded.shift_start_time, \
             shift_end_date = excluded.shift_end_date, shift_end_time = excluded.shift_end_time, \
             departure_date = excluded.departure_date, departure_time = excluded.departure_time, \
             homecoming_date = excluded.homecoming_date, homecoming_time = excluded.homecoming_time, \
             kilometers = excluded.kilometers, vehicle = excluded.vehicle, \
             register_number = excluded.register_number, address_start = excluded.address_start, \
             way_points = excluded.way_points, address_stop = excluded.address_stop, \
             round_trip = excluded.round_trip, overnight = excluded.overnight, \
             travel_minutes = excluded.travel_minutes, work_minutes = excluded.work_minutes, \
             abroad = excluded.abroad, full_days = excluded.full_days, \
             partial_days = excluded.partial_days, meals = excluded.meals, \
             foreign_allowance = excluded.foreign_allowance, \
             foreign_country = excluded.foreign_country, foreign_source = excluded.foreign_source, \
             trailer = excluded.trailer, passengers = excluded.passengers, shift_id = excluded.shift_id, \
             days_abroad = excluded.days_abroad, credited_days = excluded.credited_days, \
             shift_department = CASE WHEN bill_row.shift_id = excluded.shift_id THEN bill_row.shift_department END \
             WHERE bill_row.bill_id = excluded.bill_id"
            => id, bill, place, row.collapsed, row.date, row.destination, row.vat_rate, pricing, price,
               unit_price, amount, shift.start.date, shift.start.time, shift.end.date, shift.end.time,
               journey.departure.date, journey.departure.time, journey.homecoming.date,
               journey.homecoming.time, journey.kilometers, journey.vehicle, journey.register_number,
               journey.address_start, journey.way_points.join("\n"), journey.address_stop,
               journey.round_trip, journey.overnight, journey.travel_minutes, journey.work_minutes,
               journey.abroad, row.allowances.full_days, row.allowances.partial_days,
               row.allowances.meals, row.allowances.foreign, journey.country, journey.foreign_source,
               journey.extras.trailer, journey.extras.passengers, row.shift,
               days_text(journey.days_abroad.as_deref()), days_text(journey.days_at_home.as_deref())
        )).await?;
        if changed {
            if row.shift.is_some() {
                self.keep_department(id).await?;
            }
            self.put_expenses(id, &row.expenses).await?;
        }
        Ok(changed)
    }

    async fn put_expenses(&mut self, row: RowId, expenses: &Expenses) -> StoreResult<()> {
        self.delete_expenses(row).await?;
        let rows =
            expenses.entries().map(|(kind, class, amount)| values![row, kind, class, amount]).collect();
        self.insert_rows("INSERT INTO bill_expense (row_id, kind, class, amount)", rows).await
    }

    pub(super) async fn delete_row(&mut self, row: RowId) -> StoreResult<()> {
        self.delete_expenses(row).await?;
        self.run(sql!("DELETE FROM bill_row WHERE id = $1" => row)).await
    }
}
