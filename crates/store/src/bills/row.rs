//! One row of a bill, as its columns.

use std::collections::HashMap;

use liksa_domain::bill::{
    Allowances, ExpenseClass, ExpenseKind, Expenses, Journey, Moment, Pricing, Row, WorkShift,
};
use liksa_domain::ids::{BillId, Id, RowId};
use liksa_money::{Money, Quantity, Rate};
use liksa_rates::Vehicle;
use sqlx::{FromRow, QueryBuilder};
use uuid::Uuid;

use crate::db::{Store, Tx, on};
use crate::error::{StoreError, StoreResult};
use crate::time::{date_from_text, date_text, time_from_text, time_text};

/// All columns of a row.
macro_rules! row_columns {
    () => {
        "id, collapsed, row_date, destination, vat_rate, pricing, price, unit_price, amount, shift_start_date, \
         shift_start_time, shift_end_date, shift_end_time, departure_date, departure_time, homecoming_date, \
         homecoming_time, kilometers, vehicle, register_number, address_start, way_points, address_stop, \
         round_trip, overnight, travel_minutes, work_minutes, abroad, full_days, partial_days, meals, \
         foreign_allowance"
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
/// The rows and expenses of many bills, whose list follows.
const ROWS_OF_BILLS: &str = concat!("SELECT bill_id, ", row_columns!(), " FROM bill_row WHERE bill_id IN (");
const EXPENSES_OF_BILLS: &str = select_expenses!("r.bill_id, ", "WHERE r.bill_id IN (");

#[derive(FromRow)]
pub(super) struct RowColumns {
    id: Uuid,
    collapsed: bool,
    row_date: Option<String>,
    destination: String,
    vat_rate: i64,
    pricing: String,
    price: Option<i64>,
    unit_price: Option<i64>,
    amount: Option<i64>,
    shift_start_date: Option<String>,
    shift_start_time: Option<String>,
    shift_end_date: Option<String>,
    shift_end_time: Option<String>,
    departure_date: Option<String>,
    departure_time: Option<String>,
    homecoming_date: Option<String>,
    homecoming_time: Option<String>,
    kilometers: i64,
    vehicle: i64,
    register_number: String,
    address_start: String,
    way_points: String,
    address_stop: String,
    round_trip: bool,
    overnight: bool,
    travel_minutes: i64,
    work_minutes: i64,
    abroad: bool,
    full_days: i64,
    partial_days: i64,
    meals: i64,
    foreign_allowance: i64,
}

#[derive(FromRow)]
pub(super) struct ExpenseColumns {
    row_id: Uuid,
    kind: String,
    class: i64,
    amount: i64,
}

/// Something of a bill, when those of many bills are read at once.
#[derive(FromRow)]
struct OfBill<T> {
    bill_id: Uuid,
    #[sqlx(flatten)]
    columns: T,
}

/// Bills in one statement: far below the engines' limits of parameters.
const AT_ONCE: usize = 1000;

impl Store {
    /// The rows of many bills, each in their order.
    pub(super) async fn rows_of_bills(&self, bills: &[Uuid]) -> StoreResult<HashMap<Uuid, Vec<Row>>> {
        let mut rows: HashMap<Uuid, Vec<RowColumns>> = HashMap::with_capacity(bills.len());
        let mut expenses: HashMap<Uuid, Vec<ExpenseColumns>> = HashMap::new();
        for chunk in bills.chunks(AT_ONCE) {
            let found: Vec<OfBill<RowColumns>> = on!(self.reads(), c => {
                let mut query = QueryBuilder::new(ROWS_OF_BILLS);
                let mut list = query.separated(", ");
                for bill in chunk {
                    list.push_bind(*bill);
                }
                query.push(") ORDER BY bill_id, place");
                query.build_query_as().fetch_all(c).await
            })?;
            for row in found {
                rows.entry(row.bill_id).or_default().push(row.columns);
            }
            let found: Vec<OfBill<ExpenseColumns>> = on!(self.reads(), c => {
                let mut query = QueryBuilder::new(EXPENSES_OF_BILLS);
                let mut list = query.separated(", ");
                for bill in chunk {
                    list.push_bind(*bill);
                }
                query.push(")");
                query.build_query_as().fetch_all(c).await
            })?;
            for expense in found {
                expenses.entry(expense.bill_id).or_default().push(expense.columns);
            }
        }
        let with_expenses = |(bill, columns): (Uuid, Vec<RowColumns>)| {
            let of_bill = expenses.remove(&bill).unwrap_or_default();
            Ok((bill, rows_from(columns, &of_bill)?))
        };
        rows.into_iter().map(with_expenses).collect()
    }
}

/// The rows with the expenses put where they belong.
pub(super) fn rows_from(columns: Vec<RowColumns>, expenses: &[ExpenseColumns]) -> StoreResult<Vec<Row>> {
    let mut rows = columns.into_iter().map(RowColumns::into_row).collect::<StoreResult<Vec<Row>>>()?;
    for expense in expenses {
        let row = rows.iter_mut().find(|row| row.id.map(Id::uuid) == Some(expense.row_id));
        let row = row.ok_or(StoreError::Corrupt("expense without its row"))?;
        let kind = kind_from(&expense.kind).ok_or(StoreError::Corrupt("kind of expense"))?;
        let class = ExpenseClass::ALL.into_iter().find(|class| class.rate().millionths() == expense.class);
        let class = class.ok_or(StoreError::Corrupt("VAT of an expense"))?;
        row.expenses.set(kind, class, Money::from_units(expense.amount));
    }
    Ok(rows)
}

impl RowColumns {
    fn into_row(self) -> StoreResult<Row> {
        let shift = WorkShift {
            start: moment(self.shift_start_date, self.shift_start_time)?,
            end: moment(self.shift_end_date, self.shift_end_time)?,
        };
        let money = |units: Option<i64>| units.map(Money::from_units);
        Ok(Row {
            id: Some(RowId::from_uuid(self.id)),
            collapsed: self.collapsed,
            date: self.row_date.as_deref().map(date_from_text).transpose()?,
            destination: self.destination,
            vat_rate: Rate::from_millionths(self.vat_rate),
            pricing: match self.pricing.as_str() {
                "AMOUNT" => Pricing::Amount {
                    unit_price: money(self.unit_price),
                    amount: self.amount.map(Quantity::from_parts),
                },
                _ => Pricing::Contract { price: money(self.price) },
            },
            work_shift: (shift != WorkShift::default()).then_some(shift),
            journey: Journey {
                departure: moment(self.departure_date, self.departure_time)?,
                homecoming: moment(self.homecoming_date, self.homecoming_time)?,
                kilometers: Quantity::from_parts(self.kilometers),
                vehicle: count(self.vehicle)
                    .ok()
                    .and_then(Vehicle::from_code)
                    .ok_or(StoreError::Corrupt("vehicle"))?,
                register_number: self.register_number,
                address_start: self.address_start,
                way_points: self.way_points.lines().map(str::to_owned).collect(),
                address_stop: self.address_stop,
                round_trip: self.round_trip,
                overnight: self.overnight,
                travel_minutes: count(self.travel_minutes)?,
                work_minutes: count(self.work_minutes)?,
                abroad: self.abroad,
            },
            allowances: Allowances {
                full_days: count(self.full_days)?,
                partial_days: count(self.partial_days)?,
                meals: count(self.meals)?,
                foreign: Money::from_units(self.foreign_allowance),
            },
            expenses: Expenses::default(),
            receipts: 0,
        })
    }
}

impl Tx {
    /// Writes a row as it now is, whether or not it was there. False if its id is another bill's.
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
        let rows = on!(self.conn(), c => sqlx::query(
                "INSERT INTO bill_row (id, bill_id, place, collapsed, row_date, destination, vat_rate, pricing, \
                 price, unit_price, amount, shift_start_date, shift_start_time, shift_end_date, shift_end_time, \
                 departure_date, departure_time, homecoming_date, homecoming_time, kilometers, vehicle, \
                 register_number, address_start, way_points, address_stop, round_trip, overnight, \
                 travel_minutes, work_minutes, abroad, full_days, partial_days, meals, foreign_allowance) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, \
                 $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34) \
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
                 foreign_allowance = excluded.foreign_allowance \
                 WHERE bill_row.bill_id = excluded.bill_id")
            .bind(id.uuid())
            .bind(bill.uuid())
            .bind(place)
            .bind(row.collapsed)
            .bind(row.date.map(date_text))
            .bind(&row.destination)
            .bind(row.vat_rate.millionths())
            .bind(pricing)
            .bind(price.map(Money::units))
            .bind(unit_price.map(Money::units))
            .bind(amount.map(Quantity::parts))
            .bind(shift.start.date.map(date_text))
            .bind(shift.start.time.map(time_text))
            .bind(shift.end.date.map(date_text))
            .bind(shift.end.time.map(time_text))
            .bind(journey.departure.date.map(date_text))
            .bind(journey.departure.time.map(time_text))
            .bind(journey.homecoming.date.map(date_text))
            .bind(journey.homecoming.time.map(time_text))
            .bind(journey.kilometers.parts())
            .bind(i64::from(journey.vehicle.code()))
            .bind(&journey.register_number)
            .bind(&journey.address_start)
            .bind(journey.way_points.join("\n"))
            .bind(&journey.address_stop)
            .bind(journey.round_trip)
            .bind(journey.overnight)
            .bind(i64::from(journey.travel_minutes))
            .bind(i64::from(journey.work_minutes))
            .bind(journey.abroad)
            .bind(i64::from(row.allowances.full_days))
            .bind(i64::from(row.allowances.partial_days))
            .bind(i64::from(row.allowances.meals))
            .bind(row.allowances.foreign.units())
            .execute(c).await.map(|done| done.rows_affected()))?;
        if rows == 1 {
            self.put_expenses(id, &row.expenses).await?;
        }
        Ok(rows == 1)
    }

    async fn put_expenses(&mut self, row: RowId, expenses: &Expenses) -> StoreResult<()> {
        self.delete_expenses(row).await?;
        for (kind, class, amount) in expenses.entries() {
            on!(self.conn(), c => sqlx::query(
                    "INSERT INTO bill_expense (row_id, kind, class, amount) VALUES ($1, $2, $3, $4)")
                .bind(row.uuid())
                .bind(kind_text(kind))
                .bind(class.rate().millionths())
                .bind(amount.units())
                .execute(c).await.map(drop))?;
        }
        Ok(())
    }

    pub(super) async fn delete_row(&mut self, row: RowId) -> StoreResult<()> {
        self.delete_expenses(row).await?;
        on!(self.conn(), c => sqlx::query("DELETE FROM bill_row WHERE id = $1")
            .bind(row.uuid())
            .execute(c).await.map(drop))?;
        Ok(())
    }

    async fn delete_expenses(&mut self, row: RowId) -> StoreResult<()> {
        on!(self.conn(), c => sqlx::query("DELETE FROM bill_expense WHERE row_id = $1")
            .bind(row.uuid())
            .execute(c).await.map(drop))?;
        Ok(())
    }
}

fn moment(date: Option<String>, time: Option<String>) -> StoreResult<Moment> {
    Ok(Moment {
        date: date.as_deref().map(date_from_text).transpose()?,
        time: time.as_deref().map(time_from_text).transpose()?,
    })
}

fn count<T: TryFrom<i64>>(stored: i64) -> StoreResult<T> {
    T::try_from(stored).map_err(|_| StoreError::Corrupt("count"))
}

fn kind_text(kind: ExpenseKind) -> &'static str {
    match kind {
        ExpenseKind::Hotel => "hotel",
        ExpenseKind::Travel => "travel",
        ExpenseKind::Other => "other",
    }
}

fn kind_from(text: &str) -> Option<ExpenseKind> {
    ExpenseKind::ALL.into_iter().find(|kind| kind_text(*kind) == text)
}
