import type { Advance, AdvanceLimit, AdvanceOffer } from '@/api/advances';
import type { Purchase, ReadInvoice } from '@/api/purchases';
import type { ReceivedShare, Share } from '@/api/shares';
import { cardOf } from './bills';

const BILL = cardOf().id;

/** A share of 300 € for Maija, as far as a test says nothing else. */
export function shareOf(differences: Partial<Share> = {}): Share {
  return {
    id: '0193f000-0000-7000-8000-000000000001',
    version: 1,
    billId: BILL,
    billNumber: null,
    subcontractor: {
      id: '0193a000-0000-7000-8000-000000000009',
      fullName: 'Maija Mäkinen',
      email: 'maija@liksa.example',
    },
    contractor: { fullName: 'Aino Virtanen' },
    date: '16.11.2026',
    amount: 300,
    percent: null,
    description: 'Toinen kuvaaja',
    state: 'OPEN',
    reason: null,
    canBeEdited: true,
    creditedAmount: 0,
    ...differences,
  };
}

/** The same share as Maija sees it. */
export function receivedOf(differences: Partial<ReceivedShare> = {}): ReceivedShare {
  return {
    id: shareOf().id,
    version: 2,
    contractor: { fullName: 'Aino Virtanen' },
    date: '16.11.2026',
    amount: 300,
    description: 'Toinen kuvaaja',
    state: 'WAITING_SUBCONTRACTOR',
    reason: null,
    canBeAnswered: true,
    billNumber: null,
    creditedAmount: 0,
    salary: 231.4,
    customerPaid: false,
    payday: null,
    paid: false,
    ...differences,
  };
}

export function receivedPage(items: readonly ReceivedShare[]) {
  return { items, page: 0, pageSize: 20, total: items.length };
}

/** A purchase of 200 € and 51 € of VAT. */
export function purchaseOf(differences: Partial<Purchase> = {}): Purchase {
  return {
    id: '0193f100-0000-7000-8000-000000000001',
    billId: BILL,
    billNumber: null,
    version: 2,
    name: 'Rakennustarvike Oy',
    duedate: '30.11.2026',
    amount: 200,
    alv: 25.5,
    vatAmount: 51,
    total: 251,
    referenceNumber: '1232',
    message: '',
    accountNumber: 'FI2112345600000785',
    paynow: false,
    commission: 15,
    receipts: [
      {
        id: '0193f200-0000-7000-8000-000000000001',
        date: '16.11.2026',
        displayname: 'Lasku.pdf',
        mediaType: 'application/pdf',
        size: 1000,
      },
    ],
    state: 'OPEN',
    paid: null,
    neverPaid: false,
    canBeEdited: true,
    ...differences,
  };
}

/** An invoice of which nothing was read, as far as a test says nothing else. */
export function readOf(differences: Partial<ReadInvoice> = {}): ReadInvoice {
  return {
    source: 'BARCODE',
    name: null,
    accountNumber: null,
    referenceNumber: null,
    message: null,
    amount: null,
    alv: null,
    vatAmount: null,
    total: null,
    duedate: null,
    ...differences,
  };
}

export function advanceOf(differences: Partial<Advance> = {}): Advance {
  return {
    id: '0193f300-0000-7000-8000-000000000001',
    amount: 150,
    state: 'REQUESTED',
    rows: [],
    requested: '2026-11-16T08:00:00Z',
    paid: null,
    recovered: 0,
    due: false,
    reason: null,
    lapse: null,
    ...differences,
  };
}

export const LIMIT: AdvanceLimit = {
  estimatedNet: 500,
  share: 0.7,
  outOnBill: 0,
  outOfPerson: 0,
  maximumPerPerson: 2000,
  limit: 350,
};

export function offerOf(differences: Partial<AdvanceOffer> = {}): AdvanceOffer {
  return { allowed: true, reason: null, limit: LIMIT, grantedUpTo: 0, ...differences };
}
