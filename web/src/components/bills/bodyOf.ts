import type { Bill, BillBody, Row, RowBody } from '@/api/billTypes';

function rowBodyOf({ price: _price, totalPrice: _total, ...row }: Row): RowBody {
  return row;
}

/** A bill as it stands, to be sent back; without what the server counts by itself. */
export function bodyOf(bill: Bill): BillBody {
  return {
    version: bill.version,
    language: bill.language,
    billingdate: bill.billingdate,
    exactDueDate: bill.exactDueDate,
    dueDate: bill.dueDate,
    sharedCustomer: bill.sharedCustomer && { id: bill.sharedCustomer.id },
    alv: bill.alv,
    vatZeroReasonCode: bill.vatZeroReasonCode,
    inverseALV: bill.inverseALV,
    billReimbursementsFromCustomer: bill.billReimbursementsFromCustomer,
    separateReimbursements: bill.separateReimbursements,
    constructionReimbursements: bill.constructionReimbursements,
    leftOutFromHome: bill.leftOutFromHome,
    specificationDetails: bill.specificationDetails,
    yourcode: bill.yourcode,
    invoiceText: bill.invoiceText,
    billableitems: bill.billableitems.map(rowBodyOf),
  };
}
