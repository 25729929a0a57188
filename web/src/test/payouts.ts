import type { Payout, PayoutFile } from '@/api/payouts';
import type { ProviderAdvance } from '@/api/providerAdvances';
import { advanceOf } from './sharing';

/** A purchase of 251 € that is ready, as far as a test says nothing else. */
export function payoutOf(differences: Partial<Payout> = {}): Payout {
  return {
    id: 'payout',
    kind: 'PURCHASE',
    state: 'READY',
    billId: 'bill',
    billNumber: 1042,
    personId: 'worker',
    personName: 'Aino Virtanen',
    receiver: 'Rakennustarvike Oy',
    iban: 'FI2112345600000785',
    reference: '1232',
    message: '',
    amount: 251,
    due: '30.11.2026',
    payoutFileId: null,
    refusalBy: null,
    refusalByName: null,
    refusalAt: null,
    note: '',
    ...differences,
  };
}

/** A file that somebody else made. */
export function payoutFileOf(differences: Partial<PayoutFile> = {}): PayoutFile {
  return {
    id: 'file',
    state: 'MADE',
    payOn: '30.11.2026',
    amount: 251,
    madeBy: 'other',
    madeByName: 'Eero Mäkinen',
    madeAt: '2026-11-16T10:00:00Z',
    approvedByName: null,
    approvedAt: null,
    hasFile: false,
    note: '',
    payouts: [payoutOf({ payoutFileId: 'file' })],
    ...differences,
  };
}

/** An advance of 150 € on a bill that has gone to its customer. */
export function askedAdvanceOf(differences: Partial<ProviderAdvance> = {}): ProviderAdvance {
  return {
    ...advanceOf(),
    personId: 'worker',
    personName: 'Aino Virtanen',
    billId: 'bill',
    billNumber: 1042,
    billState: 'CLOSED',
    dueDate: '30.11.2026',
    customer: 'Rakennus Oy',
    out: false,
    outstanding: 150,
    age: 'NOT_DUE',
    needsSecondPerson: false,
    firstBy: null,
    firstByName: null,
    decidedByName: null,
    decidedAt: null,
    dueReason: '',
    ...differences,
  };
}
