//! The ledger: entries are added in the transaction of what they book, and the database itself refuses to change
//! them.

mod closing;
mod read;

pub use self::{closing::*, read::*};

use std::collections::{HashMap, HashSet};

use liksa_domain::ledger::{Entry, EntryKind, booking_day};

use crate::prelude::*;
use crate::sql::Value;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Posted {
    New,
    /// The same had been booked before; nothing was added.
    AlreadyThere,
}

impl Tx {
    pub async fn post(&mut self, entry: &Entry, at: Timestamp) -> StoreResult<Posted> {
        let added = self.post_all(std::slice::from_ref(entry), at).await?;
        Ok(if added == 1 { Posted::New } else { Posted::AlreadyThere })
    }

    /// Adds the entries that are not there yet, in this order, and returns how many. The counter stays locked until the
    /// transaction ends: no other transaction posts or closes the books meanwhile, and a rollback leaves no gap in the
    /// numbers. An entry of closed books is booked on the first open day and keeps the day on which it happened.
    pub async fn post_all(&mut self, entries: &[Entry], at: Timestamp) -> StoreResult<usize> {
        let update = sql!(
            "UPDATE ledger_counter SET last_number = last_number WHERE id = 1 RETURNING last_number, closed_until"
        );
        let (mut number, closed_until): (i64, Option<Date>) = self.fetch_one(update).await?;
        let mut booked = self.already_booked(entries).await?;
        let mut new = Vec::with_capacity(entries.len());
        for entry in entries {
            if booked.insert((entry.kind(), entry.subject().to_owned())) {
                number += 1;
                new.push((number, booking_day(entry.date(), closed_until), entry));
            }
        }
        let rows = new.iter().map(|(number, day, entry)| {
            let happened_on = (entry.date() != *day).then_some(entry.date());
            values![number, day, happened_on, entry.kind(), entry.subject(), at]
        });
        let insert = "INSERT INTO ledger_entry (number, date, happened_on, kind, subject, made_at)";
        self.insert_rows(insert, rows.collect()).await?;
        let lines = new.iter().flat_map(|(number, day, entry)| lines_of(*number, *day, entry)).collect();
        let insert =
            "INSERT INTO ledger_line (entry, place, account, date, amount, vat_rate, person_id, bill_id)";
        self.insert_rows(insert, lines).await?;
        self.change_one(sql!("UPDATE ledger_counter SET last_number = $1 WHERE id = 1" => number)).await?;
        Ok(new.len())
    }

    async fn already_booked(&mut self, entries: &[Entry]) -> StoreResult<HashSet<(EntryKind, String)>> {
        let mut subjects: HashMap<EntryKind, Vec<&str>> = HashMap::new();
        for entry in entries {
            subjects.entry(entry.kind()).or_default().push(entry.subject());
        }
        let mut booked = HashSet::new();
        for (kind, subjects) in subjects {
            let select = sql!(
                "SELECT subject FROM ledger_entry WHERE kind = $1 AND subject = ANY($2)"
                => kind, subjects.as_slice()
            );
            let found: Vec<String> = self.fetch_values(select).await?;
            booked.extend(found.into_iter().map(|subject| (kind, subject)));
        }
        Ok(booked)
    }
}

fn lines_of(entry: i64, day: Date, of: &Entry) -> impl Iterator<Item = Vec<Value>> {
    (1..).zip(of.lines()).map(move |(place, line): (i64, _)| {
        values![entry, place, line.account, day, line.amount, line.vat_rate, line.person, line.bill]
    })
}
