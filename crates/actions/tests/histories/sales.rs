//! The side of the customers: bills, credit notes, money that comes and goes.

use jiff::ToSpan;
use jiff::civil::Date;
use liksa_actions::payments::{BookedBy, Outcome, PaidReference, Transaction};
use liksa_actions::{bills, payments};
use liksa_documents::camt::REVERSAL;
use liksa_domain::bill::life::BillStatus;
use liksa_domain::bill::{self, BillFigures, ExpenseClass, ExpenseKind, Pricing, ReceiptVat, Row};
use liksa_domain::ids::{BillId, Id, PaymentId};
use liksa_domain::payments::{PaymentState, RefundState, reference_of};
use liksa_domain::payroll::RunState;
use liksa_finland::PaymentReference;
use liksa_money::{Money, Quantity, Rate};
use liksa_store::{NewBill, WrittenBill};

use crate::model::{self, BillState, Charge, Payment, cents, fraction, per_kilometer, share};
use crate::purchases::Bought;
use crate::shares::Given;
use crate::steps::{Content, Step};
use crate::world::{
    ACCOUNT, CUSTOMERS_ACCOUNT, Done, Fault, History, MAKER, Stepped, agree, answer, answer_about_bill,
    around, broken, money,
};

/// Kilometres, and a receipt with the VAT that is in it.
const TRIP_ON_TOP: i64 = 123;
const TRIP_WITHIN: i64 = 31;
const RECEIPT: i64 = 1_234;
const RECEIPT_VAT: i64 = 251;

pub fn kilometers(whole: i64) -> Result<Quantity, Fault> {
    whole.to_string().parse().map_err(broken)
}

fn vat_rate(content: Content) -> i64 {
    if content == Content::WithoutVat { 0 } else { 255_000 }
}

/// What a bill of this content asks for.
fn charge(price: i64, content: Content, year: i16) -> Charge {
    let (work, kilometers, receipts) = match content {
        Content::Price | Content::WithoutVat => (price, 0, 0),
        // Seven and a half hours at a price of four decimals.
        Content::TripOnTop => (fraction(fraction(price * 10 + 345, 75, 10), 1, 100), TRIP_ON_TOP, 0),
        Content::CostsWithin => (price, TRIP_WITHIN, RECEIPT),
    };
    let trips = kilometers * per_kilometer(year);
    let on_top = content == Content::TripOnTop;
    let charged = Charge { work, kilometers, trips, receipts, on_top, ..Charge::default() };
    Charge { vat: share(charged.net(), vat_rate(content)), ..charged }
}

impl History<'_> {
    /// A bill that a clerk has approved goes out. How it got there is tested elsewhere.
    pub async fn send_bill(
        &mut self,
        (worker, price, content): (usize, i64, Content),
        bought: &[Bought],
        given: &[Given],
    ) -> Stepped {
        let (today, person) = (self.today(), self.world.workers[worker].id);
        let vat = Rate::from_millionths(vat_rate(content));
        let mut row = Row { id: Some(self.context.new_id().map_err(broken)?), ..Row::empty(today, vat) };
        row.destination = "Esitys".into();
        row.pricing = Pricing::Contract { price: Some(money(price)) };
        match content {
            Content::Price | Content::WithoutVat => {}
            Content::TripOnTop => {
                row.pricing = Pricing::Amount {
                    unit_price: Some(Money::from_units(price * 10 + 345)),
                    amount: Some("7.5".parse::<Quantity>().map_err(broken)?),
                };
                row.journey.kilometers = kilometers(TRIP_ON_TOP)?;
            }
            Content::CostsWithin => {
                row.journey.kilometers = kilometers(TRIP_WITHIN)?;
                row.expenses.set(ExpenseKind::Other, ExpenseClass::Vat25Half, money(RECEIPT));
            }
        }
        let is_draft = !given.is_empty() || bought.iter().any(|one| one.invoice.is_some());
        let bill = bill::Bill {
            // What is given of it, and invoices that were bought before, are written while it is a draft.
            state: if is_draft { bill::BillState::Open } else { bill::BillState::Approved },
            customer: Some(self.world.customer),
            billing_date: Some(today),
            due_date: Some(today.saturating_add(14.days())),
            bill_reimbursements: content == Content::TripOnTop,
            vat_zero_reason: (content == Content::WithoutVat).then_some(bill::VatZeroReason::PerformanceFee),
            rows: vec![row],
            ..bill::Bill::draft(vat)
        };
        let charged = charge(price, content, today.year());
        let figures =
            BillFigures::with_salary(&self.context.law().await.map_err(broken)?, &bill, None, today);
        let id: BillId = self.context.new_id().map_err(broken)?;
        let written =
            WrittenBill { id, bill: &bill, figures, found_by: "", saved_at: self.context.clock.now() };
        let new = NewBill { person, credit_of: None, correction_of: None, content: written };
        let mut tx = self.context.store.begin().await.map_err(broken)?;
        tx.insert_bill(&new).await.map_err(broken)?;
        let receipt_vat = if charged.receipts > 0 { RECEIPT_VAT } else { 0 };
        for receipt in tx.receipt_vat_of(id).await.map_err(broken)? {
            let vat = Some(money(receipt_vat));
            tx.set_receipt_vat(&ReceiptVat { vat, ..receipt }).await.map_err(broken)?;
        }
        let mut purchases = vec![];
        for bought in bought {
            purchases.push(self.store_purchase(&mut tx, id, bought).await?);
        }
        tx.commit().await.map_err(broken)?;
        for (purchase, bought) in purchases.iter_mut().zip(bought) {
            if let Some(invoice) = &bought.invoice {
                purchase.invoice = invoice.clone();
                let is_known = self.model.counts_as_bought(purchase, None);
                let expected = if is_known { Err("DuplicatePurchase") } else { Ok(()) };
                let done = agree(self.copy_invoice((worker, id), purchase, bought).await?, expected)?;
                if done != Done::Yes {
                    return Ok(done);
                }
            }
        }
        let shares = self.agree_on_shares((worker, id), charged.work, given).await?;
        if is_draft {
            self.is_approved(id).await?;
        }
        let sent = bills::send_to_customer(&self.context, self.clerk(MAKER), id).await;
        let sent = answer_about_bill(sent)?.map_err(|key| format!("the bill was refused: {key}"))?;
        if (cents(figures.total), cents(figures.total_with_vat)) != (charged.net(), charged.gross()) {
            return Err(format!("the bill asks for {figures:?}, not {charged:?}"));
        }
        self.model.bills.push(model::Bill {
            id,
            number: sent.number.ok_or("a sent bill without a number")?,
            worker,
            asked: Charge {
                bought: purchases.iter().map(|one| one.net).sum(),
                commission: purchases.iter().map(|one| one.commission).sum(),
                given: shares.iter().map(|share| share.amount).sum(),
                ..charged
            },
            purchases,
            shares,
            per_kilometer: per_kilometer(today.year()),
            vat_rate: vat_rate(content),
            receipt_vat,
            paid: 0,
            state: BillState::Sent,
            notes: vec![],
            last_credit: None,
            salary: None,
        });
        Ok(Done::Yes)
    }

    /// A clerk has approved a draft.
    async fn is_approved(&self, bill: BillId) -> Result<(), Fault> {
        let stored = self.context.store.bill(bill).await.map_err(broken)?.ok_or("a bill is gone")?;
        let approved = BillStatus { state: bill::BillState::Approved, open_request: false };
        let mut tx = self.context.store.begin().await.map_err(broken)?;
        if !tx.move_bill(&stored, approved, self.context.clock.now()).await.map_err(broken)? {
            return Err("a bill was not approved".into());
        }
        tx.commit().await.map_err(broken)
    }

    /// Money on the bank account, with the references of these bills.
    pub fn transaction(&self, amount: i64, numbers: &[i64]) -> Result<(PaymentId, Transaction), Fault> {
        let id: PaymentId = self.context.new_id().map_err(broken)?;
        let reference = |number: &i64| {
            let reference =
                reference_of(*number).map(PaymentReference::Finnish).ok_or("a number too large")?;
            Ok::<_, Fault>(PaidReference { reference, amount: None })
        };
        let transaction = Transaction {
            id: format!("arkisto-{id}"),
            account: Some(ACCOUNT.parse().map_err(broken)?),
            amount: money(amount),
            booking_date: self.today(),
            references: numbers.iter().map(reference).collect::<Result<_, _>>()?,
            end_to_end_id: Some(format!("E2E-{id}")),
            debtor_name: Some("Kulttuuritalo Oy".into()),
            ..Transaction::default()
        };
        Ok((id, transaction))
    }

    pub fn payment_of(&self, id: PaymentId, transaction: &Transaction) -> Payment {
        let end_to_end_id = transaction.end_to_end_id.clone().unwrap_or_default();
        Payment::new(id, end_to_end_id, cents(transaction.amount))
    }

    pub async fn book(&self, id: PaymentId, transaction: &Transaction) -> Result<PaymentState, Fault> {
        let mut tx = self.context.store.begin().await.map_err(broken)?;
        let by = BookedBy::program(&self.context);
        let outcome = payments::book(&mut tx, by, (id, None), transaction).await.map_err(broken)?;
        tx.commit().await.map_err(broken)?;
        match outcome {
            Outcome::Booked(state) => Ok(state),
            other => Err(format!("new money was {other:?}")),
        }
    }

    pub fn same_state(program: PaymentState, model: PaymentState) -> Stepped {
        if program == model {
            Ok(Done::Yes)
        } else {
            Err(format!("the payment is {program:?}, not {model:?}"))
        }
    }

    pub async fn pay(&mut self, bill: usize, amount: i64) -> Stepped {
        let (id, transaction) = self.transaction(amount, &[self.model.bills[bill].number])?;
        let state = self.book(id, &transaction).await?;
        let payment = self.payment_of(id, &transaction);
        Self::same_state(state, self.model.pay(payment, bill))
    }

    pub async fn pay_two(&mut self, (first, second): (usize, usize), more: i64) -> Stepped {
        let open = |place| self.bill(place, |bill| bill.owed() > 0);
        let (Some(first), Some(second)) = (open(first), open(second)) else {
            return Ok(Done::Nothing);
        };
        let (one, other) = (&self.model.bills[first], &self.model.bills[second]);
        let amount = one.owed() + other.owed() + more;
        if first == second || amount <= 0 {
            return Ok(Done::Nothing);
        }
        let (id, transaction) = self.transaction(amount, &[one.number, other.number])?;
        let state = self.book(id, &transaction).await?;
        let payment = self.payment_of(id, &transaction);
        // The program gives by the order of the bills' ids; who gets what is the same either way.
        Self::same_state(state, self.model.pay_several(payment, &[first, second], None))
    }

    pub async fn pay_less_credit(&mut self, bill: usize, note: usize) -> Stepped {
        let notes = self.sent_notes();
        let (Some(bill), Some(note)) = (self.bill(bill, |bill| bill.owed() > 0), around(note, notes.len()))
        else {
            return Ok(Done::Nothing);
        };
        let (credited, number) = notes[note];
        let amount = self.model.bills[bill].owed() - self.model.credit_left(credited);
        if amount <= 0 {
            return Ok(Done::Nothing);
        }
        let (id, transaction) = self.transaction(amount, &[self.model.bills[bill].number, number])?;
        let state = self.book(id, &transaction).await?;
        let payment = self.payment_of(id, &transaction);
        Self::same_state(state, self.model.pay_several(payment, &[bill], Some(credited)))
    }

    pub async fn decide(&mut self, step: Step, payment: usize) -> Stepped {
        let context = &self.context;
        let id = self.model.payments[payment].id;
        let version = context.store.payment(id).await.map_err(broken)?.ok_or("the payment is gone")?.version;
        let seen = (id, version);
        match step {
            Step::Match { bill, share, .. } => {
                let Some(bill) = self.bill(bill, |bill| bill.owed() > 0) else { return Ok(Done::Nothing) };
                let amount = share.of(self.model.bills[bill].owed().min(self.model.payments[payment].rest));
                let chosen = [(self.model.bills[bill].id, money(amount))];
                let matched = payments::match_to_bills(context, self.clerk(0), seen, &chosen).await;
                agree(answer(matched)?, self.model.match_by_hand(payment, bill, amount))
            }
            Step::Confirm { .. } => {
                let confirmed = payments::confirm_match(context, self.clerk(1), seen).await;
                agree(answer(confirmed)?, self.model.confirm(payment))
            }
            Step::Reject { .. } => {
                let rejected = payments::reject_match(context, self.clerk(1), seen, "").await;
                agree(answer(rejected)?, self.model.reject(payment))
            }
            Step::Unmatch { .. } => {
                let unmatched = payments::unmatch(context, self.clerk(0), seen).await;
                agree(answer(unmatched)?, self.model.unmatch(payment))
            }
            Step::SetAside { .. } => {
                let set_aside = payments::set_aside(context, self.clerk(0), seen, "").await;
                agree(answer(set_aside)?, self.model.set_aside(payment))
            }
            Step::Refund { clerk, .. } => {
                let iban = CUSTOMERS_ACCOUNT.parse().map_err(broken)?;
                let to = (&iban, "Kulttuuritalo Oy");
                let refunded = answer(payments::refund(context, self.clerk(clerk), seen, to).await)?;
                let done = agree(refunded, self.model.may_refund(payment))?;
                if done == Done::Yes {
                    let refunds = context.store.refunds_of(id).await.map_err(broken)?;
                    let newest = refunds.last().ok_or("a refund that is not there")?;
                    self.model.refund(payment, (newest.id, clerk));
                }
                Ok(done)
            }
            Step::BankTakesBack { .. } => {
                let taken = &self.model.payments[payment];
                let (amount, end_to_end_id) = (-taken.amount, Some(taken.end_to_end_id.clone()));
                let (id, transaction) = self.transaction(amount, &[])?;
                let id_of_bank = format!("{}{REVERSAL}", transaction.id);
                let transaction =
                    Transaction { id: id_of_bank, reversal: true, end_to_end_id, ..transaction };
                let state = self.book(id, &transaction).await?;
                let reversal = self.payment_of(id, &transaction);
                Self::same_state(state, self.model.take_back(reversal, payment))
            }
            other => Err(format!("{other:?} is not about a payment")),
        }
    }

    /// A refund in a payment file that somebody has fetched was paid by the bank.
    pub async fn refund_leaves(&mut self, refund: usize) -> Stepped {
        let mut out = vec![];
        for (place, payment) in self.model.payments.iter().enumerate() {
            for (which, refund) in payment.refunds.iter().enumerate() {
                let left = refund.run.is_some_and(|run| {
                    self.model.runs[run].fetched || self.model.runs[run].state == RunState::Paid
                });
                if left && refund.state == RefundState::InFile {
                    out.push((place, which));
                }
            }
        }
        let Some(chosen) = around(refund, out.len()) else { return Ok(Done::Nothing) };
        let (place, which) = out[chosen];
        let refund = &self.model.payments[place].refunds[which];
        let (id, transaction) = self.transaction(-refund.amount, &[])?;
        let end_to_end_id = Some(refund.id.uuid().simple().to_string());
        let state = self.book(id, &Transaction { end_to_end_id, ..transaction.clone() }).await?;
        let refund = &mut self.model.payments[place].refunds[which];
        refund.state = RefundState::Paid;
        self.model.bank -= refund.amount;
        let mut payment = self.payment_of(id, &transaction);
        (payment.state, payment.rest) = (PaymentState::Confirmed, 0);
        self.model.payments.push(payment);
        Self::same_state(state, PaymentState::Confirmed)
    }

    /// A statement of the bank with nothing new in it but the balance at the end of a day, which is right.
    pub async fn receive_statement(&mut self, day: Date) -> Result<(), Fault> {
        let balance = money(self.model.bank).plain();
        let xml = format!(
            "<?xml version=\"1.0\"?><Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"><BkToCstmrStmt>\
             <Stmt><Id>1</Id><Acct><Id><IBAN>{ACCOUNT}</IBAN></Id></Acct><Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry>\
             </Tp><Amt Ccy=\"EUR\">{balance}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>{day}</Dt></Dt></Bal>\
             </Stmt></BkToCstmrStmt></Document>"
        );
        let context = &self.context;
        let id = context.new_id().map_err(broken)?;
        let content = context.files.put(id, xml.as_bytes(), context.clock.now()).await.map_err(broken)?;
        let added = payments::add_bank_file(context, self.clerk(MAKER), &content, "tiliote.xml").await;
        let (file, _) = answer(added)?.map_err(|key| format!("the statement was refused: {key}"))?;
        payments::book_bank_file(context, file.id).await.map_err(broken)
    }
}
