//! Which receipts of a bill are full VAT invoices to the provider, so that their VAT is deducted.

use liksa_actions::bills;
use liksa_domain::bill::{ReceiptVat, ReceiptVatBody};
use liksa_money::MoneyError;

use crate::api::prelude::*;

const MOST_RECEIPTS: usize = 2000;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(set_receipt_vat))
}

/// Receipts of one kind and VAT class of a row.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReceiptVat)]
pub struct ReceiptVatOnWire {
    pub row_id: RowId,
    /// The name of the amount in the row, such as `hotelcost_alv135`.
    pub field: String,
    /// With VAT, as it was paid.
    pub amount: Money,
    /// All VAT that is in the amount.
    pub most_vat: Money,
    /// What is deducted; null where nothing is.
    #[schema(required)]
    pub vat: Option<Money>,
}

/// The receipts that have VAT, as the API tells them.
pub fn on_wire(receipts: Vec<ReceiptVat>) -> Result<Vec<ReceiptVatOnWire>, MoneyError> {
    let with_vat = receipts.into_iter().filter(ReceiptVat::has_vat);
    let shown = |one: ReceiptVat| {
        let (field, most_vat) = (one.kind.field(one.class), one.most()?);
        Ok(ReceiptVatOnWire { row_id: one.row, field, amount: one.amount, most_vat, vat: one.vat })
    };
    with_vat.map(shown).collect()
}

#[derive(Deserialize, ToSchema)]
#[schema(as = ReceiptVatChange)]
pub struct Change {
    /// Of the bill, as it was read.
    version: Option<i64>,
    /// Those that change.
    #[schema(required)]
    receipts: Vec<ReceiptVatBody>,
}

#[derive(Serialize, ToSchema)]
pub struct ReceiptVats {
    /// Of the bill after the change.
    version: i64,
    #[schema(required)]
    receipts: Vec<ReceiptVatOnWire>,
}

/// Say which receipts of a taken bill are VAT invoices to the provider.
#[utoipa::path(put, path = "/api/provider/bills/{billId}/receipt-vat", request_body = Change,
    responses(
        (status = 200, description = "All receipts with VAT", body = ReceiptVats),
        (status = 404, description = "No such bill"),
        (status = 409, description = "STALE_BILL: changed, or not being checked; OWN_MATTER"),
        (status = 422, description = "No such receipts, or more VAT than they have")))]
async fn set_receipt_vat(
    app: Server,
    clerk: ClerkSession,
    Path(bill): Path<BillId>,
    Json(body): Json<Change>,
) -> Reply<ReceiptVats> {
    let version = body.version.ok_or_else(|| ApiError::invalid("version", ErrorKey::Required))?;
    if body.receipts.len() > MOST_RECEIPTS {
        return Err(vec![FieldProblem::too_many("receipts", MOST_RECEIPTS)].into());
    }
    bills::set_receipt_vat(&app, clerk.person.id, bill, version, &body.receipts).await?;
    let receipts = on_wire(app.store.receipt_vat_of(bill).await?)?;
    Ok(Json(ReceiptVats { version: version + 1, receipts }))
}
