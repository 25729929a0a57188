//! Advances on the dashboard: each euro is on its way once, wherever the advance and its bill have come to.

use liksa_actions::advances::{self, AdvanceRequest};
use liksa_domain::ids::AdvanceId;
use liksa_domain::payments::PaymentState;
use liksa_store::Advance;

use super::*;

both_engines! {
    an_advance_is_money_of_its_bill,
    an_advance_that_its_salary_overtakes_is_paid_by_it,
    what_another_salary_took_of_an_advance_that_came_back_is_not_taken_again,
}

const PAYDAY: Option<&str> = Some("20.11.2026");
const WAITS: (&str, &str, Option<&str>, Option<f64>) = ("ADVANCE", "PAYOUT", None, Some(400.0));

impl Case {
    /// A bill of 1000 € that was sent, and 400 € of it that are asked for.
    async fn asked(&self) -> (BillId, AdvanceId) {
        let bill = self.closed(date(2026, 11, 2), date(2026, 11, 30)).await;
        let rows = self.test.app.store.bill(bill).await.unwrap().unwrap().bill.rows;
        let request = AdvanceRequest {
            rows: rows.iter().filter_map(|row| row.id).collect(),
            amount: Some(Money::euros(400)),
        };
        let asked = advances::ask(self.test.app.state(), self.maija.id, bill, &request).await.unwrap();
        (bill, asked.id)
    }

    async fn grant(&self, id: AdvanceId) -> Advance {
        advances::grant(self.test.app.state(), self.test.first.id, id).await.unwrap()
    }

    /// What is on its way, and that it is so much in all.
    async fn assert_coming(
        &self,
        expected: &[(&str, &str, Option<&str>, Option<f64>)],
        (sum, why): (f64, &str),
    ) {
        let info = self.info().await;
        assert_eq!(parts(&info), expected, "{why}");
        assert_eq!(info["onItsWay"]["amount"], json!(sum), "{why}");
    }
}

async fn an_advance_is_money_of_its_bill(app: TestApp) {
    let case = Case::of(app).await;
    let (bill, asked) = case.asked().await;
    let whole = [("BILL", "DUE", Some(DECEMBER), Some(726.56))];
    case.assert_coming(&whole, (726.56, "it is not granted yet")).await;
    let advance = case.grant(asked).await;
    let coming = [("BILL", "DUE", Some(DECEMBER), Some(326.56)), WAITS];
    case.assert_coming(&coming, (726.56, "no euro twice")).await;

    // Nor once a run has the bill, which does not know of the debt before the advance leaves.
    case.test.pay_bill(bill, Money::euros(1255)).await;
    let run = case.test.calculated().await;
    let salary = ("SALARY", "IN_RUN", PAYDAY, Some(326.56));
    case.assert_coming(&[salary, WAITS], (726.56, "it has not left")).await;
    let payout = case.test.approve_payout(&advance).await.unwrap();
    let left = ("ADVANCE", "IN_RUN", Some("16.11.2026"), Some(400.0));
    case.assert_coming(&[left, salary], (726.56, "it left after the calculation")).await;
    let paid = case.test.bank_moves("out", payout, true).await;
    assert_eq!(paid, PaymentState::Confirmed);
    case.assert_coming(&[salary], (326.56, "it has come")).await;
    assert_eq!(case.test.step(&case.test.first, &run, "calculate").await.status, 200);
    case.test.app.run_jobs().await;
    case.assert_coming(&[salary], (326.56, "the run knows it by now")).await;
    case.test.pay(&run).await;
    assert_amounts(&case.info().await, &[("paidSalariesThisYear", 326.56)]);
}

async fn an_advance_that_its_salary_overtakes_is_paid_by_it(app: TestApp) {
    let case = Case::of(app).await;
    let (bill, asked) = case.asked().await;
    case.grant(asked).await;
    case.test.pay_bill(bill, Money::euros(1255)).await;
    let run = case.test.calculated().await;
    case.assert_coming(&[("SALARY", "IN_RUN", PAYDAY, Some(326.56)), WAITS], (726.56, "it may leave")).await;
    assert_eq!(case.test.step(&case.test.second, &run, "approve").await.status, 200);
    case.assert_coming(&[("SALARY", "IN_RUN", PAYDAY, Some(726.56))], (726.56, "it ended")).await;
}

async fn what_another_salary_took_of_an_advance_that_came_back_is_not_taken_again(app: TestApp) {
    let case = Case::of(app).await;
    let (_, asked) = case.asked().await;
    let advance = case.grant(asked).await;
    let payout = case.test.approve_payout(&advance).await.unwrap();
    case.test.bank_moves("out", payout, true).await;
    let (state, payroll) = (case.test.app.state(), case.test.first.id);
    advances::recover(state, payroll, advance.id, "Asiakas ei maksa").await.unwrap();
    case.paid_one().await;
    let run = case.test.calculated().await;
    case.test.pay(&run).await;
    case.test.bank_moves("back", payout, false).await;
    let coming = [("BILL", "DUE", Some(DECEMBER), Some(726.56)), WAITS];
    case.assert_coming(&coming, (1126.56, "the other salary was 400 less")).await;
}
