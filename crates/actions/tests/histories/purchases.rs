//! The side of sellers: what is bought with bills, and how it is paid.

use jiff::ToSpan as _;
use liksa_actions::purchases;
use liksa_domain::dates::format_date;
use liksa_domain::ids::{BillId, Id, PurchaseId};
use liksa_domain::purchase::{self, PurchaseInvoice};
use liksa_finland::{PaymentReference, ReferenceNumber};
use liksa_money::Rate;
use liksa_store::Tx;
use serde_json::json;

use crate::model::{self, Payouts, PurchaseState, Thing, fraction, share};
use crate::payouts::Which;
use crate::steps::{self, Content, PurchaseFate};
use crate::world::{
    CUSTOMERS_ACCOUNT, Done, Fault, History, Stepped, answer_about_bill, broken, choose, money,
};

/// Seven and a half per cent.
const COMMISSION: i64 = 75_000;
const VAT: i64 = 255_000;

/// What is bought: cents without VAT.
#[derive(Debug, Clone)]
pub struct Bought {
    net: i64,
    now: bool,
    /// The invoice, where it was bought before.
    pub invoice: Option<PurchaseInvoice>,
}

impl Bought {
    pub fn of(price: i64, (part, now): steps::Purchase) -> Self {
        Self { net: fraction(price, part, 1000).max(1), now, invoice: None }
    }
}

impl History<'_> {
    pub async fn buy(
        &mut self,
        (worker, price): (usize, i64),
        (bought, more): (steps::Purchase, Option<steps::Purchase>),
    ) -> Stepped {
        let all: Vec<Bought> = [bought].into_iter().chain(more).map(|one| Bought::of(price, one)).collect();
        self.send_bill((worker, price, Content::Price), &all, &[]).await
    }

    /// Stores a purchase as its worker had sent it for payment.
    pub async fn store_purchase(
        &self,
        tx: &mut Tx,
        bill: BillId,
        Bought { net, now, .. }: &Bought,
    ) -> Result<model::Purchase, Fault> {
        let (net, now) = (*net, *now);
        let id: PurchaseId = self.context.new_id().map_err(broken)?;
        let (vat, commission) = (share(net, VAT), share(net, COMMISSION));
        // Each is another invoice of the seller.
        let number = u64::try_from(id.uuid().as_u128() % 1_000_000_000).map_err(broken)?;
        let due_in = i64::try_from(number % 200).map_err(broken)?;
        let invoice = PurchaseInvoice {
            name: "Valovuokraus Oy".into(),
            due_date: self.today().checked_add(due_in.days()).map_err(broken)?,
            amount: money(net),
            vat_rate: Rate::from_millionths(VAT),
            vat_amount: money(vat),
            account: CUSTOMERS_ACCOUNT.parse().map_err(broken)?,
            reference: Some(PaymentReference::Finnish(
                ReferenceNumber::with_base(number + 100).map_err(broken)?,
            )),
            message: String::new(),
        };
        let at = self.context.clock.now();
        tx.insert_purchase(id, bill, &invoice, money(commission), at).await.map_err(broken)?;
        let state = match now {
            true => purchase::PurchaseState::PayNow,
            false => purchase::PurchaseState::WaitingForPayment,
        };
        tx.send_purchase(id, state, now, money(commission)).await.map_err(broken)?;
        Ok(model::Purchase {
            id,
            invoice,
            net,
            vat,
            commission: if now { commission } else { 0 },
            now,
            state: if now { PurchaseState::Ready } else { PurchaseState::Waits },
            recovered: false,
            payouts: Payouts::default(),
        })
    }

    /// The purchases that are ready go into a payment file.
    pub async fn pay_out(&mut self, maker: usize, fate: PurchaseFate) -> Stepped {
        let is_ready = |thing: &Thing| match thing {
            Thing::Purchase(bill, place) => {
                self.model.bills[*bill].purchases[*place].state == PurchaseState::Ready
            }
            Thing::Advance(_) => false,
        };
        let things: Vec<Thing> = self.model.things().into_iter().filter(is_ready).collect();
        let all: Vec<Which> = things.into_iter().filter_map(|thing| self.newest(thing)).collect();
        if all.is_empty() {
            return Ok(Done::Nothing);
        }
        self.send_payouts(maker, &all).await?;
        let other = (maker + 1) % 3;
        for payout in all {
            match fate {
                PurchaseFate::Sent => {}
                PurchaseFate::Paid => drop(self.payout_leaves(payout).await?),
                PurchaseFate::PaidAfterAll => {
                    self.payout_fails(payout, maker).await?;
                    self.payout_leaves(payout).await?;
                }
                PurchaseFate::PaidTwice { back } => {
                    self.payout_leaves(payout).await?;
                    self.payout_leaves(payout).await?;
                    if back {
                        self.payout_returns(payout).await?;
                    }
                }
                PurchaseFate::Refused => {
                    self.payout_fails(payout, maker).await?;
                    self.pay_again(payout, maker).await?;
                }
                PurchaseFate::Rests { paid: false } => drop(self.payout_fails(payout, maker).await?),
                PurchaseFate::Rests { paid: true } => {
                    self.payout_leaves(payout).await?;
                    self.payout_returns(payout).await?;
                }
                PurchaseFate::Returned => {
                    self.payout_leaves(payout).await?;
                    self.payout_returns(payout).await?;
                    self.pay_again(payout, other).await?;
                }
            }
        }
        Ok(Done::Yes)
    }

    /// A bill is credited, if it is not yet. Its invoice is bought with another one, unless it counts as bought.
    pub async fn buy_again(&mut self, worker: usize, place: usize, now: bool) -> Stepped {
        let bills = self.model.bills.iter().enumerate();
        let all: Vec<(usize, usize)> =
            bills.flat_map(|(bill, of)| (0..of.purchases.len()).map(move |place| (bill, place))).collect();
        let is_unpaid = |(bill, place): &(usize, usize)| {
            self.model.bills[*bill].purchases[*place].state != PurchaseState::Paid
        };
        let Some(chosen) = choose(place, &all, is_unpaid) else { return Ok(Done::Nothing) };
        let (bill, place) = all[chosen];
        if self.model.bills[bill].notes.is_empty() {
            let made = self.credit_bill(bill).await?;
            self.send_if(true, made).await?;
            self.tick();
        }
        let invoice = self.model.bills[bill].purchases[place].invoice.clone();
        let net = model::cents(invoice.amount);
        let again = Bought { net, now, invoice: Some(invoice) };
        self.send_bill((worker, net * 3, Content::Price), &[again], &[]).await
    }

    /// The worker writes an invoice that was bought before into a purchase of a draft, and sends it for payment.
    pub async fn copy_invoice(
        &self,
        (worker, bill): (usize, BillId),
        purchase: &model::Purchase,
        bought: &Bought,
    ) -> Result<Result<(), String>, Fault> {
        let (context, own, invoice) = (&self.context, self.world.workers[worker].id, &purchase.invoice);
        answer_about_bill(purchases::open(context, own, (bill, purchase.id), None).await)??;
        let body = json!({
            "name": invoice.name, "duedate": format_date(invoice.due_date), "amount": invoice.amount.plain(),
            "alv": "25.5", "vatAmount": invoice.vat_amount.plain(),
            "referenceNumber": invoice.reference.as_ref().map(PaymentReference::as_str),
            "accountNumber": invoice.account.as_str(),
        });
        let body = serde_json::from_value(body).map_err(broken)?;
        let edited = purchases::edit(context, own, (bill, purchase.id), &body).await;
        if let Err(key) = answer_about_bill(edited.map(drop))? {
            return Ok(Err(key));
        }
        let sent = purchases::send_for_payment(context, own, (bill, purchase.id), (bought.now, None)).await;
        answer_about_bill(sent.map(drop))
    }

    /// Every purchase is stored as it should be.
    pub async fn purchases_are_stored(&self) -> Result<(), Fault> {
        for purchase in self.model.bills.iter().flat_map(|bill| &bill.purchases) {
            let stored = self.context.store.purchase(purchase.id).await.map_err(broken)?;
            let stored = stored.ok_or("a purchase is gone")?;
            let expected = match (purchase.state, purchase.now) {
                (PurchaseState::Paid, _) => purchase::PurchaseState::Paid,
                (_, true) => purchase::PurchaseState::PayNow,
                (_, false) => purchase::PurchaseState::WaitingForPayment,
            };
            if stored.purchase.state != expected || stored.recovered.is_positive() != purchase.recovered {
                return Err(format!("stored is {stored:?}, expected {purchase:?}"));
            }
        }
        Ok(())
    }
}
