//! What bills ask for, and what credit notes take back of it.

use std::ops::{Add, Sub};

use liksa_domain::ids::BillId;
use liksa_domain::payments::PaymentState;

use super::wages::{Figures, fraction, share};
use super::{Bill, BillState, Model, Refused, SharesTakenBack};

/// What a bill asks for, or what a credit note takes back: cents, and kilometres.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Charge {
    /// Without VAT, and without costs that are on top.
    pub work: i64,
    pub kilometers: i64,
    /// What the worker gets for the kilometres.
    pub trips: i64,
    pub receipts: i64,
    /// Whether the customer pays trips and receipts on top of the work.
    pub on_top: bool,
    pub vat: i64,
    /// What is bought without VAT, and what paying it at once costs. Credit notes take nothing of these.
    pub bought: i64,
    pub commission: i64,
    /// Shares of others. Credit notes take of these when they are sent.
    pub given: i64,
    /// Shares of others' bills, which are not billed.
    pub received: i64,
}

impl Charge {
    /// What the customer is asked for, without what others get of it.
    pub fn of_customer(self) -> Self {
        Self { bought: 0, commission: 0, given: 0, received: 0, ..self }
    }

    pub fn costs(&self) -> i64 {
        self.trips + self.receipts
    }

    pub fn net(&self) -> i64 {
        if self.on_top { self.work + self.costs() } else { self.work }
    }

    pub fn gross(&self) -> i64 {
        self.net() + self.vat
    }
}

impl Add for Charge {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            work: self.work + other.work,
            kilometers: self.kilometers + other.kilometers,
            trips: self.trips + other.trips,
            receipts: self.receipts + other.receipts,
            vat: self.vat + other.vat,
            bought: self.bought + other.bought,
            commission: self.commission + other.commission,
            given: self.given + other.given,
            received: self.received + other.received,
            ..self
        }
    }
}

impl Sub for Charge {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self {
            work: self.work - other.work,
            kilometers: self.kilometers - other.kilometers,
            trips: self.trips - other.trips,
            receipts: self.receipts - other.receipts,
            vat: self.vat - other.vat,
            bought: self.bought - other.bought,
            commission: self.commission - other.commission,
            given: self.given - other.given,
            received: self.received - other.received,
            ..self
        }
    }
}

#[derive(Debug)]
pub struct Note {
    pub id: BillId,
    pub credited: Charge,
    /// Once it was sent.
    pub number: Option<i64>,
    /// What it took back of a salary, with the VAT of receipts that is not deducted any more.
    pub taken_back: Option<(Figures, i64)>,
    pub correction_written: bool,
    /// What it took of each share, once it was sent.
    pub shares: Vec<i64>,
    pub of_shares: Vec<SharesTakenBack>,
}

impl Note {
    pub fn new(id: BillId, credited: Charge) -> Self {
        Self {
            id,
            credited,
            number: None,
            taken_back: None,
            correction_written: false,
            shares: vec![],
            of_shares: vec![],
        }
    }
}

impl Bill {
    /// What no credit note takes, also none that waits.
    pub fn left_to_credit(&self) -> Charge {
        self.notes.iter().fold(self.asked, |left, note| left - note.credited)
    }

    /// What is left after the credit notes that were sent.
    pub fn stands(&self) -> Charge {
        self.sent_notes().fold(self.asked, |left, note| left - note.credited)
    }

    /// What a salary would be made of: what was credited after an earlier one is taken back of that.
    pub fn payable(&self) -> Charge {
        let before = self.sent_notes().filter(|note| note.taken_back.is_none());
        before.fold(self.asked, |left, note| left - note.credited)
    }

    pub fn sent_notes(&self) -> impl Iterator<Item = &Note> {
        self.notes.iter().filter(|note| note.number.is_some())
    }

    pub fn taken_back(&self) -> impl Iterator<Item = (&Charge, &Figures, i64)> {
        self.notes.iter().filter_map(|note| {
            note.taken_back.as_ref().map(|(figures, receipt_vat)| (&note.credited, figures, *receipt_vat))
        })
    }

    /// How much of the VAT of its receipts is deducted when so much of them is credited.
    pub fn deducted_vat(&self, credited_receipts: i64) -> i64 {
        match self.asked.receipts {
            0 => 0,
            all => fraction(self.receipt_vat, all - credited_receipts, all),
        }
    }

    /// A part with the VAT that belongs to it: of the last of the work, all that is left.
    pub fn part(&self, work: i64, kilometers: i64, receipts: i64) -> Charge {
        let left = self.left_to_credit();
        let trips = kilometers * self.per_kilometer;
        let mut part = Charge { work, kilometers, trips, receipts, vat: 0, ..left.of_customer() };
        let vat = share(part.net(), self.vat_rate);
        part.vat = if part.net() == left.net() { left.vat } else { vat.min(left.vat) };
        part
    }

    /// Whether a part may be credited.
    pub fn may_credit(&self, part: &Charge) -> Result<(), Refused> {
        let left = self.left_to_credit();
        if left.gross() == 0 {
            return Err("AlreadyCredited");
        }
        if part.net() == 0 {
            return Err("BilledAmountNotEnough");
        }
        let more = part.net() > left.net() || part.work > left.work;
        let more_costs = part.kilometers > left.kilometers || part.receipts > left.receipts;
        match (more, more_costs) {
            (true, true) => Err("CreditMoreThanLeftCreditMoreReimbursements"),
            (true, false) => Err("CreditMoreThanLeft"),
            (false, true) => Err("CreditMoreReimbursements"),
            (false, false) => Ok(()),
        }
    }

    /// Whether all of it may be credited and billed anew.
    pub fn may_correct(&self) -> Result<(), Refused> {
        match (self.notes.is_empty(), self.left_to_credit().gross()) {
            (true, _) => Ok(()),
            (false, 0) => Err("AlreadyCredited"),
            (false, _) => Err("PartlyCredited"),
        }
    }
}

impl Model {
    /// A credit note goes to the customer: the bill asks for less, what had paid more than that is the customer's
    /// again, and the worker owes what the credited part had brought in a salary that stands.
    pub fn credit(&mut self, (bill, note): (usize, usize), number: i64) {
        let taken_back = self.taken_back_by(bill, note);
        let now = self.now;
        let credited = &mut self.bills[bill];
        (credited.notes[note].number, credited.notes[note].taken_back) = (Some(number), taken_back);
        credited.last_credit = Some(now);
        let asked = credited.stands().gross();
        let released = (credited.paid - asked).max(0);
        credited.paid -= released;
        credited.state = match asked {
            0 => BillState::Credited,
            asked if credited.paid == asked => BillState::Paid,
            _ => credited.state,
        };
        match asked {
            0 => self.bill_is_credited(bill),
            _ => self.part_is_credited(bill),
        }
        match (self.bills[bill].state, taken_back) {
            (BillState::Paid, _) => self.bills[bill].customer_has_paid(),
            (BillState::Credited, None) => self.purchases_of_credited(bill),
            _ => {}
        }
        self.release(bill, released);
        if let Some((taken, _)) = taken_back {
            let worker = self.bills[bill].worker;
            *self.debts.entry(worker).or_default() -= taken.salary;
            self.last_taken_back.insert(worker, now);
            let salary = self.bills[bill].salary.expect("the salary of the bill");
            self.withhold_taken_back(salary, worker, &taken);
        }
    }

    /// So much is free again, from the newest payment on.
    fn release(&mut self, bill: usize, mut released: i64) {
        for payment in self.payments.iter_mut().rev() {
            let Some(part) = payment.parts.get_mut(&bill) else { continue };
            let amount = released.min(*part);
            if amount == 0 {
                break;
            }
            released -= amount;
            *part -= amount;
            if *part == 0 {
                payment.parts.remove(&bill);
            }
            payment.withdraw_proposal();
            if payment.state != PaymentState::Unmatched {
                payment.state = PaymentState::Refundable;
            }
            payment.rest += amount;
            *payment.released.entry(bill).or_default() += amount;
        }
        assert_eq!(released, 0, "a bill was paid otherwise than it says");
    }

    /// The salary as it was paid, less the same salary without all that is credited of its bills, less what was taken
    /// back before. None where no salary stands that the bill is in.
    pub fn taken_back_by(&self, bill: usize, note: usize) -> Option<(Figures, i64)> {
        if !self.salary_stands(bill) {
            return None;
        }
        let (_, salary) = self.bills[bill].salary.and_then(|id| self.salary(id))?;
        let paid = salary.figures?;
        let standing = self.standing(salary)?;
        let mut left = self.left_in_salary(salary);
        // On top where the bill has it so.
        left.push(
            Charge { on_top: self.bills[bill].asked.on_top, ..Charge::default() }
                - self.bills[bill].notes[note].credited,
        );
        let taken = salary.terms?.again(&paid, &left).minus(standing);
        let credited = &self.bills[bill];
        let before: i64 = credited.sent_notes().map(|note| note.credited.receipts).sum();
        let after = before + credited.notes[note].credited.receipts;
        Some((taken, credited.deducted_vat(after) - credited.deducted_vat(before)))
    }
}
