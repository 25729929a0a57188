//! What workers are told by mail, where they want to be.

use serde::{Deserialize, Serialize};

/// What became of a bill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum BillNews {
    Approved,
    Returned,
    Paid,
}

/// Which mails a worker wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notices {
    pub bill_approved: bool,
    pub bill_returned: bool,
    pub bill_paid: bool,
    pub salary_paid: bool,
}

impl Default for Notices {
    fn default() -> Self {
        Self { bill_approved: true, bill_returned: true, bill_paid: true, salary_paid: true }
    }
}

impl Notices {
    pub fn wants(&self, news: BillNews) -> bool {
        match news {
            BillNews::Approved => self.bill_approved,
            BillNews::Returned => self.bill_returned,
            BillNews::Paid => self.bill_paid,
        }
    }
}
