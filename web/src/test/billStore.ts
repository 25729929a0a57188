import type { Bill, BillBody, Row, RowBody } from '@/api/bills';
import { numberIn } from '@/lib/number';
import { billOf, cardOf } from './bills';
import { blankRow } from './rows';

function numberOf(value: RowBody['alv']): number | null {
  const decimal =
    value === null || value === undefined ? undefined : numberIn(String(value), 'percent');
  return decimal === undefined ? null : Number(decimal);
}

/** What came, without what was left out. */
function given(body: RowBody): Partial<Row> {
  return Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== null && value !== undefined),
  );
}

function rowOf(body: RowBody): Row {
  return {
    ...blankRow,
    ...given(body),
    destination: (body.destination ?? '').trim(),
    alv: numberOf(body.alv) ?? 0,
    alvPrice: numberOf(body.alvPrice),
    hourlyprice: numberOf(body.hourlyprice),
    billableWorkHours: body.type === 'AMOUNT' ? numberOf(body.billableWorkHours) : 1,
    vehicle: String(body.vehicle ?? 0),
  };
}

type Answer =
  | { readonly status: 200 | 201; readonly bill: Bill }
  | { readonly status: 409; readonly errorKey: string; readonly bill: Bill };

/**
 * The server's side of one person's bills, as far as saving is concerned: it keeps what it is
 * sent, refuses what was edited on an older version, and makes one bill per key.
 */
export class BillStore {
  private readonly bills = new Map<string, Bill>();
  private readonly made = new Map<string, string>();

  get(id: string): Bill {
    const bill = this.bills.get(id);
    if (bill === undefined) throw new Error(`no bill ${id}`);
    return bill;
  }

  all(): Bill[] {
    return [...this.bills.values()];
  }

  put(bill: Bill): Bill {
    this.bills.set(bill.id, bill);
    return bill;
  }

  create(body: BillBody, key: string): Answer {
    const before = this.made.get(key);
    if (before !== undefined) return { status: 200, bill: this.get(before) };
    const id = `0193b000-0000-7000-8000-${String(this.bills.size + 1).padStart(12, '0')}`;
    this.made.set(key, id);
    return { status: 201, bill: this.store(billOf(cardOf({ id, version: 0 })), body) };
  }

  save(id: string, body: BillBody): Answer {
    const bill = this.get(id);
    if (!bill.editable) return { status: 409, errorKey: 'invoiceDisabled', bill };
    if (body.version !== bill.version) return { status: 409, errorKey: 'STALE_BILL', bill };
    return { status: 200, bill: this.store(bill, body) };
  }

  private store(before: Bill, body: BillBody): Bill {
    const sent = body.state === 'PENDING';
    return this.put({
      ...before,
      version: before.version + 1,
      state: sent ? 'PENDING' : 'OPEN',
      editable: !sent,
      language: body.language === 'eng' ? 'eng' : 'fin',
      billingdate: body.billingdate ?? null,
      exactDueDate: body.exactDueDate ?? null,
      calculatedDueDate: body.exactDueDate ?? null,
      sharedCustomer:
        body.sharedCustomer === null || body.sharedCustomer === undefined
          ? null
          : {
              id: body.sharedCustomer.id,
              name: 'Kahvila Aamu Oy',
              businessid: '1234567-1',
              city: 'Helsinki',
              sendBillMethod: 'EBILL',
              termofpayment: 14,
            },
      creditOf:
        body.creditOf === null || body.creditOf === undefined
          ? null
          : { id: body.creditOf.id, billNumber: 1005, state: 'CLOSED', totalpriceWithAlv: 1255 },
      alv: numberOf(body.alv) ?? 0,
      vatZeroReasonCode: numberOf(body.vatZeroReasonCode),
      inverseALV: body.inverseALV ?? false,
      billReimbursementsFromCustomer: body.billReimbursementsFromCustomer ?? false,
      separateReimbursements: body.separateReimbursements ?? false,
      constructionReimbursements: body.constructionReimbursements ?? false,
      leftOutFromHome: body.leftOutFromHome ?? false,
      specificationDetails: body.specificationDetails ?? '',
      yourcode: body.yourcode ?? '',
      invoiceText: body.invoiceText ?? '',
      billableitems: (body.billableitems ?? []).map(rowOf),
    });
  }
}
