//! Adding entries.

use std::collections::HashSet;

use jiff::Timestamp;
use liksa_domain::ids::Id;
use liksa_domain::ledger::{Entry, Line};
use liksa_money::Rate;
use sqlx::QueryBuilder;

use crate::db::{Tx, on};
use crate::error::{StoreResult, exactly_one};
use crate::time::{date_text, to_micros};

/// Rows in one statement: far below the engines' limits of parameters, and enough for its cost to vanish.
const AT_ONCE: usize = 500;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Posted {
    New,
    /// The deed had been booked; nothing was added.
    AlreadyThere,
}

impl Tx {
    pub async fn post(&mut self, entry: &Entry, at: Timestamp) -> StoreResult<Posted> {
        let added = self.post_all(std::slice::from_ref(entry), at).await?;
        Ok(if added == 1 { Posted::New } else { Posted::AlreadyThere })
    }

    /// Adds those that are not there yet, in this order, and answers how many. The counter stays locked until
    /// the transaction ends: nobody else posts meanwhile, and what fails gives its numbers back.
    pub async fn post_all(&mut self, entries: &[Entry], at: Timestamp) -> StoreResult<usize> {
        let (mut number,): (i64,) = on!(self.conn(), c => sqlx::query_as(
                "UPDATE ledger_counter SET last_number = last_number WHERE id = 1 RETURNING last_number")
            .fetch_one(c).await)?;
        let mut booked = self.already_booked(entries).await?;
        let mut new = Vec::with_capacity(entries.len());
        for entry in entries {
            if booked.insert((entry.kind().name().to_owned(), entry.subject().to_owned())) {
                number += 1;
                new.push((number, entry));
            }
        }
        for chunk in new.chunks(AT_ONCE) {
            self.insert_entries(chunk, at).await?;
        }
        let lines: Vec<_> = new.iter().flat_map(|(number, entry)| lines_of(*number, entry)).collect();
        for chunk in lines.chunks(AT_ONCE) {
            self.insert_lines(chunk).await?;
        }
        let rows = on!(self.conn(), c => sqlx::query("UPDATE ledger_counter SET last_number = $1 WHERE id = 1")
            .bind(number)
            .execute(c).await.map(|done| done.rows_affected()))?;
        exactly_one(rows)?;
        Ok(new.len())
    }

    async fn already_booked(&mut self, entries: &[Entry]) -> StoreResult<HashSet<(String, String)>> {
        let mut booked = HashSet::new();
        for chunk in entries.chunks(AT_ONCE) {
            let found: Vec<(String, String)> = on!(self.conn(), c => {
                let mut query = QueryBuilder::new("SELECT kind, subject FROM ledger_entry WHERE (kind, subject) IN (VALUES ");
                let mut pairs = query.separated(", ");
                for entry in chunk {
                    pairs.push("(").push_bind_unseparated(entry.kind().name());
                    pairs.push_unseparated(", ").push_bind_unseparated(entry.subject()).push_unseparated(")");
                }
                query.push(")");
                query.build_query_as().fetch_all(c).await
            })?;
            booked.extend(found);
        }
        Ok(booked)
    }

    async fn insert_entries(&mut self, entries: &[(i64, &Entry)], at: Timestamp) -> StoreResult<()> {
        on!(self.conn(), c => {
            let mut query = QueryBuilder::new("INSERT INTO ledger_entry (number, date, kind, subject, made_at) ");
            query.push_values(entries, |mut row, (number, entry)| {
                row.push_bind(*number)
                    .push_bind(date_text(entry.date()))
                    .push_bind(entry.kind().name())
                    .push_bind(entry.subject())
                    .push_bind(to_micros(at));
            });
            query.build().execute(c).await.map(drop)
        })?;
        Ok(())
    }

    async fn insert_lines(&mut self, lines: &[PlacedLine<'_>]) -> StoreResult<()> {
        on!(self.conn(), c => {
            let mut query = QueryBuilder::new(
                "INSERT INTO ledger_line (entry, place, account, date, amount, vat_rate, person_id, bill_id) ");
            query.push_values(lines, |mut row, placed| {
                row.push_bind(placed.entry)
                    .push_bind(placed.place)
                    .push_bind(placed.line.account.number())
                    .push_bind(&placed.date)
                    .push_bind(placed.line.amount.units())
                    .push_bind(placed.line.vat_rate.map(Rate::millionths))
                    .push_bind(placed.line.person.map(Id::uuid))
                    .push_bind(placed.line.bill.map(Id::uuid));
            });
            query.build().execute(c).await.map(drop)
        })?;
        Ok(())
    }
}

struct PlacedLine<'a> {
    entry: i64,
    place: i64,
    date: String,
    line: &'a Line,
}

fn lines_of(entry: i64, of: &Entry) -> impl Iterator<Item = PlacedLine<'_>> {
    let date = date_text(of.date());
    (1..).zip(of.lines()).map(move |(place, line)| PlacedLine { entry, place, date: date.clone(), line })
}
