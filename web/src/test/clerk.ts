import type { Approval, QueuedBill, Review } from '@/api/providerBills';
import type { User } from '@/api/session';
import { billOf, cardOf } from './bills';
import { json, worker } from './fakeServer';

export const clerk: User = {
  ...worker,
  id: '0193a000-0000-7000-8000-000000000009',
  email: 'clerk@liksa.example',
  username: 'clerk@liksa.example',
  firstName: 'Kaisa',
  lastName: 'Laine',
  fullName: 'Kaisa Laine',
  role: 'ROLE_CLERK',
  roles: ['ROLE_CLERK'],
};

/** A bill that waits, sent two hours ago. */
export function queuedOf(differences: Partial<QueuedBill> = {}): QueuedBill {
  return {
    id: 'a',
    version: 3,
    state: 'PENDING',
    openRequest: false,
    worker: { id: worker.id, name: worker.fullName },
    customer: 'Kahvila Aamu Oy',
    totalpriceWithAlv: 1255,
    sentAt: '2026-11-16T06:00:00Z',
    leavesAt: null,
    remarks: [],
    own: false,
    takenBy: null,
    creditNote: false,
    correction: false,
    ...differences,
  };
}

export function reviewOf(queued: QueuedBill, differences: Partial<Review> = {}): Review {
  const { id, version, state, openRequest, own, takenBy, sentAt } = queued;
  const name = queued.customer ?? '';
  const card = cardOf({ id, version, state, openRequest, sharedCustomer: { id: 'c', name } });
  return {
    bill: billOf(card),
    worker: {
      ...queued.worker,
      email: 'worker@liksa.example',
      phone: '',
      workerType: 'ENTREPRENEUR',
    },
    customer: null,
    remarks: [],
    newDates: null,
    credits: null,
    distances: [],
    distancesChecked: true,
    receiptVat: [],
    history: [],
    own,
    takenBy,
    sentAt,
    ...differences,
  };
}

const WHERE = '/api/provider/bills';

/** The answers of a server that keeps these bills for the clerks. */
export class ClerkServer {
  readonly bills = new Map<string, QueuedBill>();

  constructor(...bills: readonly QueuedBill[]) {
    for (const bill of bills) this.bills.set(bill.id, bill);
  }

  answers() {
    return {
      'GET /api/session': () => json(200, { user: clerk }),
      [`GET ${WHERE}`]: () =>
        json(200, { bills: this.#queue(), next: null, total: this.#queue().length }),
      [`POST ${WHERE}/approve`]: async (request: Request) => {
        const { ids } = (await request.json()) as { ids: string[] };
        return json(200, { results: ids.map((id) => this.#approveUnseen(id)) });
      },
      ...Object.fromEntries([...this.bills.keys()].flatMap((id) => this.#answersAbout(id))),
    };
  }

  #queue(): QueuedBill[] {
    return [...this.bills.values()].filter(({ state }) => state === 'PENDING' || state === 'TAKEN');
  }

  #answersAbout(id: string) {
    const moved = (differences: Partial<QueuedBill>) => () =>
      json(200, this.#move(id, differences).bill);
    return [
      [`GET ${WHERE}/${id}`, () => json(200, this.#move(id, {}))],
      [`GET /api/bill/${id}/pages`, () => json(200, { version: 3, pages: ['<svg/>'] })],
      [`PUT ${WHERE}/${id}/take`, moved({ state: 'TAKEN', takenBy: clerk.fullName })],
      [`PUT ${WHERE}/${id}/approve`, moved({ state: 'APPROVED' })],
      [`PUT ${WHERE}/${id}/unapprove`, moved({ state: 'TAKEN', takenBy: clerk.fullName })],
      [`PUT ${WHERE}/${id}/return`, moved({ state: 'OPEN' })],
      [`PUT ${WHERE}/${id}/open-request/grant`, moved({ state: 'OPEN', openRequest: false })],
      [`PUT ${WHERE}/${id}/open-request/refuse`, moved({ openRequest: false })],
    ] as const;
  }

  #move(id: string, differences: Partial<QueuedBill>): Review {
    const bill = { ...queuedOf(), ...this.bills.get(id), ...differences };
    this.bills.set(id, bill);
    return reviewOf(bill);
  }

  #approveUnseen(id: string): Approval {
    const { remarks } = this.bills.get(id) ?? queuedOf();
    if (remarks.length > 0) return { id, approved: false, errorKey: 'ILLEGAL_TRANSITION' };
    this.#move(id, { state: 'APPROVED' });
    return { id, approved: true, errorKey: null };
  }
}
