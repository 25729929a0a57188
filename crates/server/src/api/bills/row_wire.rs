//! One row of a bill as it is answered.

use std::borrow::Cow;

use liksa_actions::advances::handled_rows;
use liksa_domain::bill::{Bill, BillState, Expenses, Moment, Pricing, Row, Territory, Trailer};
use liksa_domain::dates::{format_date, format_time};
use liksa_domain::ids::RowId;
use liksa_domain::travel;
use liksa_money::{Money, Percent, Quantity};
use liksa_store::StoredBill;
use serde::Serialize;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema, ToSchema};

use super::rows::ReceiptOnWire;

/// How the price of a row is made.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum RowType {
    Contract,
    Amount,
}

/// A row: its own fields and, beside them, the amounts of its receipts.
#[derive(Debug, Serialize)]
pub struct RowOnWire {
    #[serde(flatten)]
    fields: RowFields,
    #[serde(flatten)]
    expenses: Expenses,
}

impl PartialSchema for RowOnWire {
    fn schema() -> RefOr<Schema> {
        Expenses::describe_in(RowFields::schema())
    }
}

impl ToSchema for RowOnWire {
    fn name() -> Cow<'static, str> {
        "Row".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        RowFields::schemas(schemas);
    }
}

/// A row. Dates are DD.MM.YYYY, times HH:MM, amounts euros; what has not been given is null. The amounts of a
/// credit note are negative.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RowFields {
    id: RowId,
    /// The bill's.
    state: BillState,
    r#type: RowType,
    collapsed: bool,
    /// The shift that the row was made of.
    #[schema(required)]
    shift_id: Option<String>,
    #[schema(required)]
    date: Option<String>,
    destination: String,
    /// VAT in per cent.
    alv: Percent,
    /// Without VAT.
    #[schema(required)]
    alv_price: Option<Money>,
    /// With VAT.
    #[schema(required)]
    price: Option<Money>,
    /// The same as `alvPrice`, and zero where that is null.
    price_without_alv: Money,
    /// The VAT-free total; zero while the price is missing.
    total_price: Money,
    /// The VAT-free unit price of an AMOUNT row.
    #[schema(required)]
    hourlyprice: Option<Money>,
    /// How many, of an AMOUNT row; 1 of a CONTRACT row.
    #[schema(required)]
    billable_work_hours: Option<Quantity>,
    /// Hours between start and end of the work.
    #[schema(required)]
    workhours: Option<Quantity>,
    #[schema(required)]
    work_shift_started: Option<String>,
    #[schema(required)]
    work_shift_started_time: Option<String>,
    #[schema(required)]
    work_shift_ended: Option<String>,
    #[schema(required)]
    work_shift_ended_time: Option<String>,
    #[schema(required)]
    startdate: Option<String>,
    #[schema(required)]
    time: Option<String>,
    #[schema(required)]
    returndate: Option<String>,
    #[schema(required)]
    returntime: Option<String>,
    /// Of the whole way, there and back.
    kilometers: Quantity,
    /// "0" to "7", see the request.
    vehicle: String,
    vehicle_register_number: String,
    trailer: Trailer,
    passengers: u8,
    address_start: String,
    #[schema(required)]
    way_point: Vec<String>,
    address_stop: String,
    roundtrip: bool,
    stay_over_night: bool,
    working_abroad: bool,
    #[schema(required)]
    foreign_country: Option<String>,
    foreign_source: String,
    /// Which of the days of travel ended abroad, counted from 0; null where nobody said it.
    #[schema(required)]
    foreign_days: Option<Vec<u16>>,
    travel_time_in_minutes: u32,
    work_time_in_minutes: u32,
    /// Travel and work together, in minutes.
    total_time: u32,
    fulldaycompensation: u16,
    partialdaycompensation: u16,
    lunchcompensation: u16,
    foreign_allowance: Money,
    #[schema(required)]
    receipts: Vec<ReceiptOnWire>,
    /// An advance was asked for on the row, and is not refused or taken back.
    advance_payment_requested: bool,
    /// Chosen in a request for an advance; never stored, so false.
    use_as_advance_payment: bool,
    /// Counts in a calculation from the bill; never stored, so true.
    show_in_result: bool,
    /// A row of a bill is no template.
    template: bool,
}

impl RowOnWire {
    /// None for a row that is not stored.
    pub fn new(stored: &StoredBill, row: &Row) -> Option<Self> {
        let receipts = stored.receipts.iter().filter(|receipt| Some(receipt.row) == row.id);
        let mut on_wire = Self::of(&stored.bill, row, receipts.cloned().map(ReceiptOnWire::from).collect())?;
        on_wire.fields.advance_payment_requested =
            handled_rows(&stored.advances).contains(&on_wire.fields.id);
        Some(on_wire)
    }

    /// A row that is not stored yet, with the id that it is to have.
    pub fn to_be_added(row: &Row) -> Option<Self> {
        Self::of(&Bill::draft(row.vat_rate), row, vec![])
    }

    fn of(bill: &Bill, row: &Row, receipts: Vec<ReceiptOnWire>) -> Option<Self> {
        let signed =
            |amount: Money| if bill.is_credit_note { amount.negated().unwrap_or(amount) } else { amount };
        let euros = |amount: Option<Money>| amount.map(signed);
        let total = row.total().ok();
        let (kind, hourlyprice, amount) = match row.pricing {
            Pricing::Contract { .. } => (RowType::Contract, None, Some(Quantity::ONE)),
            Pricing::Amount { unit_price, amount } => (RowType::Amount, unit_price, amount),
        };
        let written = total.filter(|_| row.pricing.is_written());
        let with_vat = row.pricing.total_with_vat(bill.vat_rate_of(row)).ok().filter(|_| written.is_some());
        let (journey, shift) = (&row.journey, row.work_shift.unwrap_or_default());
        let date = |moment: &Moment| moment.date.map(format_date);
        let time = |moment: &Moment| moment.time.map(format_time);
        let fields = RowFields {
            id: row.id?,
            state: bill.state,
            r#type: kind,
            collapsed: row.collapsed,
            shift_id: row.shift.clone(),
            date: row.date.map(format_date),
            destination: row.destination.clone(),
            alv: Percent(row.vat_rate),
            alv_price: euros(written),
            price: euros(with_vat),
            price_without_alv: signed(written.unwrap_or_default()),
            total_price: signed(total.unwrap_or_default()),
            hourlyprice: euros(hourlyprice),
            billable_work_hours: amount,
            workhours: row.work_shift.as_ref().and_then(|shift| travel::work_hours(shift).ok()),
            work_shift_started: date(&shift.start),
            work_shift_started_time: time(&shift.start),
            work_shift_ended: date(&shift.end),
            work_shift_ended_time: time(&shift.end),
            startdate: date(&journey.departure),
            time: time(&journey.departure),
            returndate: date(&journey.homecoming),
            returntime: time(&journey.homecoming),
            kilometers: journey.kilometers,
            vehicle: journey.vehicle.code().to_string(),
            vehicle_register_number: journey.register_number.clone(),
            trailer: journey.extras.trailer,
            passengers: journey.extras.passengers,
            address_start: journey.address_start.clone(),
            way_point: journey.way_points.clone(),
            address_stop: journey.address_stop.clone(),
            roundtrip: journey.round_trip,
            stay_over_night: journey.overnight,
            working_abroad: journey.abroad,
            foreign_country: journey.country.as_ref().map(Territory::as_str).map(str::to_owned),
            foreign_source: journey.foreign_source.clone(),
            foreign_days: journey.days_abroad.clone(),
            travel_time_in_minutes: journey.travel_minutes,
            work_time_in_minutes: journey.work_minutes,
            total_time: journey.travel_minutes.saturating_add(journey.work_minutes),
            fulldaycompensation: row.allowances.full_days,
            partialdaycompensation: row.allowances.partial_days,
            lunchcompensation: row.allowances.meals,
            foreign_allowance: signed(row.allowances.foreign),
            receipts,
            advance_payment_requested: false,
            use_as_advance_payment: false,
            show_in_result: true,
            template: false,
        };
        let expenses =
            if bill.is_credit_note { row.expenses.negated().unwrap_or(row.expenses) } else { row.expenses };
        Some(Self { fields, expenses })
    }
}
