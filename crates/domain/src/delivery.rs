//! How a bill gets from us to its customer.

use crate::named::named;

named! {
    /// Where a bill is on its way out.
    DeliveryState {
        /// Its documents are being made, or its mail waits.
        Queued = "QUEUED",
        /// Waits for the next print batch.
        ToPrint = "TO_PRINT",
        /// Out of our hands.
        Sent = "SENT",
        /// The last try did not work; the reason is beside it.
        Failed = "FAILED",
        /// The mail server may or may not have taken it, and somebody has to ask.
        Unsure = "UNSURE",
    }
}

impl DeliveryState {
    /// Whether staff may have it tried again.
    pub fn may_be_retried(self) -> bool {
        matches!(self, Self::Failed | Self::Unsure)
    }
}
