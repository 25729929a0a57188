import type { BillCard, BillPage } from '@/api/billLists';
import type { Bill } from '@/api/billTypes';
import { json, worker } from './fakeServer';
import { INFO, infoOf } from './info';
import { READINESS, readinessOf } from './readiness';
import { blankRow } from './rows';

/** The paths of the worker's calls about bills. */
export const BILLS = `/api/person/${worker.id}/bills`;
export const ARCHIVE = `/api/person/${worker.id}/archive`;
/** Those of the shares that others give the worker, and of the worker's purchases. */
export const RECEIVED_SHARES = `/api/person/${worker.id}/contractoritems`;
export const ALL_PURCHASES = `/api/person/${worker.id}/extcontractoritems`;

/** A draft for Kahvila Aamu, as far as a test says nothing else. */
export function cardOf(differences: Partial<BillCard> = {}): BillCard {
  return {
    id: '0193b000-0000-7000-8000-000000000001',
    version: 3,
    state: 'OPEN',
    openRequest: false,
    billNumber: null,
    sharedCustomer: { id: '0193c000-0000-7000-8000-000000000001', name: 'Kahvila Aamu Oy' },
    billingdate: '16.11.2026',
    leavesAt: null,
    exactDueDate: '30.11.2026',
    totalprice: 1000,
    totalpriceWithAlv: 1255,
    salaryPercent: 0.5825,
    lastSaved: '2026-11-16T08:30:00Z',
    rows: 1,
    creditNote: false,
    correction: false,
    credited: false,
    salaryPayday: null,
    remindedOn: null,
    shares: null,
    ...differences,
  };
}

export function pageOf(bills: BillCard[], differences: Partial<BillPage> = {}): BillPage {
  return { bills, next: null, total: bills.length, ...differences };
}

/** The whole bill of a card, with one row. */
export function billOf(card: BillCard): Bill {
  const {
    sharedCustomer,
    rows: _rows,
    creditNote: _note,
    correction: _correction,
    credited: _credited,
    salaryPayday: _payday,
    shares: _shares,
    ...shared
  } = card;
  return {
    ...shared,
    estimate: 582.5,
    language: 'fin',
    calculatedDueDate: card.exactDueDate,
    dueDate: 14,
    sharedCustomer: sharedCustomer && {
      ...sharedCustomer,
      businessid: '1234567-1',
      city: 'Helsinki',
      sendBillMethod: 'EBILL',
      termofpayment: 14,
    },
    alv: 25.5,
    vatZeroReasonCode: null,
    inverseALV: false,
    billReimbursementsFromCustomer: false,
    separateReimbursements: false,
    constructionReimbursements: false,
    leftOutFromHome: false,
    specificationDetails: '',
    yourcode: '',
    invoiceText: 'Kiitos',
    editable: card.state === 'OPEN',
    billableitems: [
      {
        ...blankRow,
        id: '0193d000-0000-7000-8000-000000000001',
        date: '16.11.2026',
        destination: 'Valokuvaus',
        alvPrice: 1000,
        price: 1255,
        totalPrice: 1000,
      },
    ],
    openAmount: null,
    paidOn: null,
    creditOf: null,
    creditedBy: [],
    creditedAmount: 0,
    leftToCredit: null,
    correctionOf: null,
    correctedBy: null,
    paidIn: null,
    delivery: null,
    contractorBillableItems: [],
    extContractorBillableItems: [],
    advancePayments: [],
    reductions: 0,
  };
}

type Lists = Partial<Record<'open' | 'pending' | 'sent', BillPage>>;

/** The answers of a server to a worker who has these bills; the archive has all of them. */
export function withBills(lists: Lists = {}) {
  const all = Object.values(lists).flatMap(({ bills }) => bills);
  return {
    'GET /api/session': () => json(200, { user: worker }),
    [`GET ${BILLS}`]: ({ url }: Request) => {
      const section = new URL(url).searchParams.get('section') as keyof Lists;
      return json(200, lists[section] ?? pageOf([]));
    },
    [`GET ${ARCHIVE}`]: () => json(200, pageOf(all)),
    [`GET ${READINESS}`]: () => json(200, readinessOf()),
    [`GET ${INFO}`]: () => json(200, infoOf({ notPaidBills: all, notPaidBillsTotal: all.length })),
    [`GET ${RECEIVED_SHARES}`]: () => json(200, { items: [], page: 0, pageSize: 20, total: 0 }),
  };
}
