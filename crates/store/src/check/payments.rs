//! Money of customers: what was paid, what they owe, what the bank says.

use super::*;

/// What waits to be matched: also what a second person has still to confirm, where it came from there.
const UNMATCHED_RESTS: &str = concat!(
    "SELECT ",
    exact_sum!("-rest", "sum"),
    " FROM payment m WHERE state IN ('UNMATCHED', 'SET_ASIDE') OR (state = 'PROPOSED' AND EXISTS \
     (SELECT 1 FROM match_proposal p WHERE p.payment_id = m.id AND p.state = 'WAITING' AND p.from_state = 'UNMATCHED'))"
);

const REFUNDABLE_RESTS: &str = concat!(
    "SELECT ",
    exact_sum!("-amount", "sum"),
    " FROM (SELECT rest AS amount FROM payment m WHERE state = 'REFUNDABLE' OR (state = 'PROPOSED' AND EXISTS \
     (SELECT 1 FROM match_proposal p WHERE p.payment_id = m.id AND p.state = 'WAITING' \
     AND p.from_state = 'REFUNDABLE')) UNION ALL SELECT amount FROM refund WHERE state <> 'PAID') w"
);

/// Of each bill with its credit notes: what is booked on account `$1`, and what is billed, credited and not paid.
const RECEIVABLES: &str = "SELECT o.number, CAST(r.booked AS BIGINT), CAST(r.owed AS BIGINT) FROM \
     (SELECT COALESCE(b.credit_of, b.id) AS bill_id, SUM(b.total_with_vat - b.paid_amount) AS owed, \
      SUM(COALESCE(l.booked, 0)) AS booked FROM bill b LEFT JOIN \
      (SELECT bill_id, SUM(amount) AS booked FROM ledger_line WHERE account = $1 GROUP BY bill_id) l \
      ON l.bill_id = b.id WHERE b.number IS NOT NULL GROUP BY COALESCE(b.credit_of, b.id)) r \
     JOIN bill o ON o.id = r.bill_id WHERE r.booked <> r.owed ORDER BY o.number LIMIT $2";

/// What credit notes took back of a bill is stored with it; a bill is credited when that is all of it. Of bills of nothing
/// or less, which were possible once, nothing can be taken back.
const CREDITED_OTHERWISE: &str = "SELECT COUNT(*) FROM bill b WHERE b.credit_of IS NULL AND b.number IS NOT NULL \
     AND b.total_with_vat > 0 AND (b.credited_amount <> -COALESCE((SELECT SUM(n.total_with_vat) FROM bill n \
     WHERE n.credit_of = b.id AND n.state = 'PAID'), 0) \
     OR (b.state = 'HYVITETTY') <> (b.credited_amount > 0 AND b.credited_amount = b.total_with_vat))";

/// Receivables that no bill with a number explains.
const OF_NO_BILL: &str = concat!(
    "SELECT ",
    exact_sum!("l.amount", "sum"),
    " FROM ledger_line l LEFT JOIN bill b ON b.id = l.bill_id WHERE l.account = $1 AND b.number IS NULL"
);

/// Bills that were sent, are not paid, and ask for nothing or not by any day.
const NOTHING_DUE: &str = "SELECT number, total_with_vat FROM bill WHERE state = 'CLOSED' AND credit_of IS NULL \
     AND number IS NOT NULL AND (due_date IS NULL OR total_with_vat <= 0) ORDER BY number LIMIT $1";

/// What the ledger has on account `$1` until the end of day `$2`, by the days on which things happened.
const BOOKED_UNTIL: &str = concat!(
    "SELECT ",
    exact_sum!("l.amount", "sum"),
    " FROM ledger_line l JOIN ledger_entry e ON e.number = l.entry \
     WHERE l.account = $1 AND COALESCE(e.happened_on, l.date) <= $2"
);

/// What bank account `$1` has until the end of day `$2` that the ledger has not: what left it otherwise than by our own
/// payment files, or came back of that, less what the ledger has of other bank accounts.
const NOT_IN_LEDGER: &str = concat!(
    "SELECT ",
    exact_sum!("CASE WHEN account = $1 THEN amount ELSE -amount END", "sum"),
    " FROM payment p WHERE (account = $1) = (state = 'OUTGOING' OR EXISTS (SELECT 1 FROM payment o \
     WHERE o.id = p.reverses AND o.state = 'OUTGOING')) AND booking_date <= $2"
);

/// Statements that are booked. Those of one day are in the order that the bank gives them.
macro_rules! statements {
    ($rest:literal) => {
        concat!(
            "SELECT id, account, closing_balance, closing_date FROM bank_file \
             WHERE closing_date IS NOT NULL AND account IS NOT NULL AND booked_at IS NOT NULL ",
            $rest
        )
    };
}

const NEWEST_STATEMENT: &str = statements!(
    "ORDER BY closing_date DESC, statement_number DESC NULLS LAST, statement_made_at DESC NULLS LAST, id DESC LIMIT 1"
);

/// The last one of day `$2`.
const LAST_OF_DAY: &str = statements!(
    "AND account = $1 AND closing_date = $2 \
     ORDER BY statement_number DESC NULLS LAST, statement_made_at DESC NULLS LAST, id DESC LIMIT 1"
);

const FIRST_STATEMENT: &str = statements!(
    "AND account = $1 ORDER BY closing_date, statement_number NULLS FIRST, statement_made_at NULLS FIRST, id LIMIT 1"
);

/// What was on the account before its first statement `$1`, if nothing was booked before on ledger account `$2`: its
/// closing balance less what it brought.
const BEFORE_FIRST_STATEMENT: &str = "SELECT CAST(f.closing_balance - COALESCE((SELECT SUM(p.amount + p.divided) \
     FROM payment p WHERE p.bank_file_id = f.id), 0) AS BIGINT) FROM bank_file f WHERE f.id = $1 \
     AND NOT EXISTS (SELECT 1 FROM ledger_line l JOIN ledger_entry e ON e.number = l.entry WHERE l.account = $2 \
     AND (COALESCE(e.happened_on, l.date) < f.first_day \
     OR (f.first_day IS NULL AND COALESCE(e.happened_on, l.date) <= f.closing_date))) \
     AND NOT EXISTS (SELECT 1 FROM payment p WHERE p.bank_file_id IS NULL OR p.bank_file_id < f.id)";

/// The end of a statement.
struct BankStatement {
    id: BankFileId,
    account: String,
    balance: Money,
    day: Date,
}

read_row! { BankStatement { id, account, balance = "closing_balance", day = "closing_date" } }

impl Snapshot {
    /// What was paid of a bill is the sum of its parts, and a bill is paid when nothing is left.
    pub(super) async fn check_paid(&mut self) -> StoreResult<Vec<Fault>> {
        let select = sql!(
            "SELECT b.number FROM bill b LEFT JOIN \
             (SELECT bill_id, SUM(amount) AS paid FROM payment_part WHERE kind = 'BILL' GROUP BY bill_id) p \
             ON p.bill_id = b.id WHERE b.number IS NOT NULL AND (b.paid_amount <> COALESCE(p.paid, 0) \
             OR (b.credit_of IS NULL AND b.total_with_vat > 0 AND (\
             (b.state = 'CLOSED' AND b.paid_amount >= b.total_with_vat - b.credited_amount) \
             OR (b.state = 'PAID' AND b.paid_amount <> b.total_with_vat - b.credited_amount)))) \
             ORDER BY b.number LIMIT $1"
            => MOST
        );
        let odd: Vec<i64> = self.fetch_values(select).await?;
        let fault = |number| Fault { number: Some(number), ..Fault::new(FaultKey::BillUnlikePayments) };
        Ok(odd.into_iter().map(fault).collect())
    }

    pub(super) async fn check_credit_notes(&mut self) -> StoreResult<Vec<Fault>> {
        self.count(sql!(CREDITED_OTHERWISE), FaultKey::BillsUnlikeCreditNotes).await
    }

    /// The rest of a payment is its amount less its parts and refunds, and is booked on the two accounts for it.
    pub(super) async fn check_rests(&mut self) -> StoreResult<Vec<Fault>> {
        let odd = sql!(
            "SELECT COUNT(*) FROM payment m LEFT JOIN \
             (SELECT payment_id, SUM(amount) AS given FROM (SELECT payment_id, amount FROM payment_part \
              UNION ALL SELECT payment_id, amount FROM refund) g GROUP BY payment_id) p ON p.payment_id = m.id \
             WHERE CASE WHEN m.state IN ('REVERSED', 'REVERSAL', 'CONFIRMED', 'OUTGOING') \
             THEN m.rest <> 0 OR p.given IS NOT NULL ELSE m.rest <> m.amount - COALESCE(p.given, 0) END"
        );
        let mut faults = self.count(odd, FaultKey::PaymentsUnlikeParts).await?;
        for (select, account) in
            [(UNMATCHED_RESTS, Account::UnmatchedPayments), (REFUNDABLE_RESTS, Account::Refundable)]
        {
            let Summed(rests) = self.fetch_one(sql!(select)).await?;
            faults.extend(account_differs(account, (self.booked_on(account).await?, rests)));
        }
        Ok(faults)
    }

    /// Every customer owes what the ledger says, bill by bill.
    pub(super) async fn check_receivables(&mut self) -> StoreResult<Vec<Fault>> {
        let account = Account::Receivables;
        let odd: Vec<(i64, Money, Money)> = self.fetch_all(sql!(RECEIVABLES => account, MOST)).await?;
        let fault = |(number, booked, owed)| Fault {
            number: Some(number),
            ..Fault::amounts(FaultKey::ReceivableDiffers, booked, owed)
        };
        let mut faults: Vec<Fault> = odd.into_iter().map(fault).collect();
        let Summed(of_no_bill) = self.fetch_one(sql!(OF_NO_BILL => account)).await?;
        faults.extend(account_differs(account, (of_no_bill, Money::ZERO)));
        Ok(faults)
    }

    pub(super) async fn check_due_bills(&mut self) -> StoreResult<Vec<Fault>> {
        let odd: Vec<(i64, Money)> = self.fetch_all(sql!(NOTHING_DUE => MOST)).await?;
        let fault = |(number, amount)| Fault {
            number: Some(number),
            amount: Some(amount),
            ..Fault::new(FaultKey::NothingDue)
        };
        Ok(odd.into_iter().map(fault).collect())
    }

    /// What the ledger has on the day of the newest statement is what the bank says, but for what was on the account
    /// before its first statement and what went out otherwise.
    pub(super) async fn check_bank_account(&mut self) -> StoreResult<Vec<Fault>> {
        let Some(newest) = self.fetch_optional::<BankStatement>(sql!(NEWEST_STATEMENT)).await? else {
            return Ok(vec![]);
        };
        let first: BankStatement = self.fetch_one(sql!(FIRST_STATEMENT => newest.account)).await?;
        let select = sql!(BEFORE_FIRST_STATEMENT => first.id, Account::Bank);
        let before: i128 = match self.find_value::<Money>(select).await? {
            Some(before) => before.units().into(),
            // Something was booked already: comparing begins at the end of the first day, since the ledger knows days
            // and no hours.
            None => {
                let select = sql!(LAST_OF_DAY => first.account, first.day);
                let from: BankStatement = self.fetch_one(select).await?;
                i128::from(from.balance.units()) - self.known_of(&from).await?
            }
        };
        let expected = before + self.known_of(&newest).await?;
        let expected = Money::from_units(i64::try_from(expected).unwrap_or(i64::MAX));
        let fault = Fault::amounts(FaultKey::BankDiffers, newest.balance, expected);
        Ok(fault_unless(newest.balance == expected, Fault { day: Some(newest.day), ..fault }))
    }

    /// What is known to have come to the account of a statement and left it, until its day.
    async fn known_of(&mut self, statement: &BankStatement) -> StoreResult<i128> {
        let Summed(booked) = self.fetch_one(sql!(BOOKED_UNTIL => Account::Bank, statement.day)).await?;
        let Summed(others) = self.fetch_one(sql!(NOT_IN_LEDGER => statement.account, statement.day)).await?;
        Ok(i128::from(booked.units()) + i128::from(others.units()))
    }
}
