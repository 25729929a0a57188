//! Finnish identifiers, references, bank barcode and bank days.
//!
//! Each type can only hold a valid value, which is checked when it is parsed. Digits are ASCII digits
//! everywhere; look-alikes from other scripts are refused. `Debug` hides the
//! values that name a person or an account, and no error repeats the text it refused, so that neither is logged.

pub mod bank_days;
mod barcode;
mod bic;
mod business_id;
mod checks;
mod countries;
mod epc_qr;
mod iban;
mod operators;
mod payment_reference;
mod personal_id;
mod position;
mod postal_code;
mod reference_number;
mod rf_reference;
mod vat_number;

pub use barcode::{BankBarcode, BarcodeError};
pub use bic::{Bic, BicError};
pub use business_id::{BusinessId, BusinessIdError};
pub use countries::{COUNTRIES, is_country};
pub use epc_qr::{EpcQr, EpcQrError};
pub use iban::{Iban, IbanError};
pub use operators::{Operator, operators};
pub use payment_reference::{PaymentReference, PaymentReferenceError};
pub use personal_id::{PersonalId, PersonalIdError, Sex};
pub use position::Position;
pub use postal_code::{Place, PostalCode, PostalCodeError};
pub use reference_number::{ReferenceNumber, ReferenceNumberError};
pub use rf_reference::{RfReference, RfReferenceError};
pub use vat_number::{VatNumber, VatNumberError};
