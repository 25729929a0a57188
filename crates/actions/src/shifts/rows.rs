//! Turns shifts into the rows of a bill, which the worker then puts into a draft.

use std::collections::HashMap;

use liksa_domain::bill::{Row, limits};
use liksa_domain::problem::OtherBill;
use liksa_domain::shift::{Plan, Shift, Usual, rows_of};

use super::with_bills;
use crate::prelude::*;

pub struct RowsOfShifts {
    pub rows: Vec<Row>,
    /// Who was last billed for all of the departments, if it was one customer.
    pub customer: Option<CustomerId>,
}

/// The rows that these shifts of the worker become. Nothing is stored.
pub async fn rows(context: &Context, person: PersonId, ids: &[String]) -> Result<RowsOfShifts> {
    if ids.len() > limits::ROWS {
        return Err(vec![Problem::too_many("shiftIds", limits::ROWS)].into());
    }
    let mut ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    ids.sort_unstable();
    ids.dedup();
    let found = context.store.shifts_by_id(person, &ids).await?;
    if ids.is_empty() || found.len() < ids.len() {
        let key = if ids.is_empty() { ErrorKey::Required } else { ErrorKey::InvalidChoice };
        return Err(Error::field("shiftIds", key));
    }
    let mut shifts = vec![];
    for found in with_bills(context, person, found).await? {
        if found.stored.given_away {
            return Err(Error::field("shiftIds", ErrorKey::ShiftGivenAway));
        }
        if let Some(bill) = found.bill {
            let day = bill.date.unwrap_or(found.stored.shift.plan.starts.date());
            let other = Some(OtherBill { id: bill.bill, number: bill.number, day });
            let problem = Problem { other, ..Problem::new("shiftIds", ErrorKey::ShiftOnAnotherBill) };
            return Err(vec![problem].into());
        }
        shifts.push(found.stored.shift);
    }
    let departments: Vec<&str> = shifts.iter().map(|shift| department(&shift.plan)).collect();
    let last = context.store.last_billed(person, &departments).await?;
    let last: HashMap<&str, &LastBilled> = last.iter().map(|one| (one.department.as_str(), one)).collect();
    let law = context.law().await?;
    let usual_of = |shift: &Shift| -> Result<Usual> {
        let day = shift.plan.starts.date();
        let legal = law.for_date(day).map_err(|_| unknown_year(day))?.vat.legal(day);
        let last = last.get(department(&shift.plan));
        Ok(Usual {
            unit_price: last.map(|last| last.unit_price),
            // A rate that has changed since then is not the rate of new work.
            vat_rate: last
                .map(|last| last.vat_rate)
                .filter(|rate| legal.contains(rate))
                .or(legal.first().copied())
                .unwrap_or_default(),
        })
    };
    let with_usual =
        shifts.iter().map(|shift| Ok((shift.clone(), usual_of(shift)?))).collect::<Result<Vec<_>>>()?;
    let mut rows = rows_of(&with_usual)?;
    for row in &mut rows {
        row.id = Some(context.new_id()?);
    }
    let mut billed = departments.iter().map(|department| last.get(department)?.customer);
    let first = billed.next().flatten();
    let customer = match first.filter(|first| billed.all(|other| other == Some(*first))) {
        // Only if the worker still has it.
        Some(customer) => context.store.own_customer_card(person, customer).await?.map(|card| card.id),
        None => None,
    };
    Ok(RowsOfShifts { rows, customer })
}

/// What work is billed alike: the key of the department, or its name where it has none.
fn department(plan: &Plan) -> &str {
    if plan.department_key.is_empty() { &plan.department_name } else { &plan.department_key }
}

fn unknown_year(day: Date) -> Error {
    vec![Problem::new("shiftIds", ErrorKey::UnknownYear).of_year(day.year())].into()
}
