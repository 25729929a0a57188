//! The ledger: entries are added in the transaction of what they book, and the database itself refuses to change
//! them.

mod read;

pub use self::read::*;

use std::collections::{HashMap, HashSet};

use liksa_domain::ledger::{Entry, EntryKind};

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
    /// transaction ends: no other transaction posts meanwhile, and a rollback leaves no gap in the numbers.
    pub async fn post_all(&mut self, entries: &[Entry], at: Timestamp) -> StoreResult<usize> {
        let update =
            sql!("UPDATE ledger_counter SET last_number = last_number WHERE id = 1 RETURNING last_number");
        let mut number: i64 = self.fetch_value(update).await?;
        let mut booked = self.already_booked(entries).await?;
        let mut new = Vec::with_capacity(entries.len());
        for entry in entries {
            if booked.insert((entry.kind(), entry.subject().to_owned())) {
                number += 1;
                new.push((number, entry));
            }
        }
        let rows = new
            .iter()
            .map(|(number, entry)| values![number, entry.date(), entry.kind(), entry.subject(), at]);
        self.insert_rows("INSERT INTO ledger_entry (number, date, kind, subject, made_at)", rows.collect())
            .await?;
        let lines = new.iter().flat_map(|(number, entry)| lines_of(*number, entry)).collect();
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

fn lines_of(entry: i64, of: &Entry) -> impl Iterator<Item = Vec<Value>> {
    (1..).zip(of.lines()).map(move |(place, line): (i64, _)| {
        values![entry, place, line.account, of.date(), line.amount, line.vat_rate, line.person, line.bill]
    })
}
