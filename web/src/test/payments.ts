import type { OpenBill, Payment, PaymentDetails } from '@/api/payments';
import type { OverdueBill } from '@/api/overdue';
import type { User } from '@/api/session';
import { json, worker } from './fakeServer';

export const payrollClerk: User = {
  ...worker,
  id: '0193a000-0000-7000-8000-000000000008',
  email: 'payroll@liksa.example',
  username: 'payroll@liksa.example',
  firstName: 'Pirjo',
  lastName: 'Nieminen',
  fullName: 'Pirjo Nieminen',
  role: 'ROLE_PAYROLL',
  roles: ['ROLE_PAYROLL'],
};

/** An unpaid bill of a hundred euros. */
export function openBillOf(differences: Partial<OpenBill> = {}): OpenBill {
  return {
    billId: 'bill',
    billNumber: 1042,
    customer: 'Kulttuuritalo Oy',
    dueDate: '30.11.2026',
    billed: 100,
    open: 100,
    openWithCharges: 100,
    ...differences,
  };
}

/** A payment without a match. */
export function paymentOf(differences: Partial<Payment> = {}): Payment {
  const amount = differences.amount ?? 120;
  return {
    id: 'a',
    version: 1,
    state: 'UNMATCHED',
    amount,
    divided: 0,
    rest: amount,
    bookingDate: '16.11.2026',
    valueDate: '16.11.2026',
    payerName: 'Korhonen Kalevi',
    payerIban: null,
    reference: '',
    message: 'Kiitos',
    reverses: null,
    note: '',
    ...differences,
  };
}

export function detailsOf(
  payment: Payment,
  differences: Partial<PaymentDetails> = {},
): PaymentDetails {
  return {
    payment,
    parts: [],
    refunds: [],
    suggestions: [],
    proposal: null,
    batch: [],
    ...differences,
  };
}

/** A bill that has been late for a month and may be reminded of. */
export function overdueOf(differences: Partial<OverdueBill> = {}): OverdueBill {
  return {
    billId: 'bill',
    billNumber: 1042,
    customer: 'Kulttuuritalo Oy',
    debtor: 'COMPANY',
    worker: 'Aino Virtanen',
    dueDate: '16.10.2026',
    daysLate: 31,
    billed: 100,
    open: 100,
    reminded: null,
    nextReminder: '30.10.2026',
    today: { number: 1, payBy: '30.11.2026', fee: 12, interest: 0.85 },
    notToday: null,
    beingCredited: false,
    ...differences,
  };
}

const WHERE = '/api/provider/payments';

/** The answers of a server that keeps these payments. */
export class PaymentServer {
  readonly payments = new Map<string, PaymentDetails>();

  constructor(...payments: readonly PaymentDetails[]) {
    for (const details of payments) this.payments.set(details.payment.id, details);
  }

  answers() {
    return {
      'GET /api/session': () => json(200, { user: payrollClerk }),
      'GET /api/provider/bank-files': () => json(200, { files: [], next: null }),
      [`GET ${WHERE}`]: ({ url }: Request) => this.#page(new URL(url).searchParams),
      ...Object.fromEntries([...this.payments.keys()].flatMap((id) => this.#answersAbout(id))),
    };
  }

  #page(asked: URLSearchParams) {
    const [state, start] = [asked.get('state'), asked.get('q') ?? ''];
    const all = [...this.payments.values()].map(({ payment }) => payment);
    const states = [...new Set(all.map((payment) => payment.state))];
    return json(200, {
      payments: all.filter((one) => one.state === state && one.payerName.startsWith(start)),
      next: null,
      counts: states.map((one) => ({
        state: one,
        count: all.filter((payment) => payment.state === one).length,
      })),
    });
  }

  #answersAbout(id: string) {
    const becomes = (state: Payment['state']) => () => {
      const { payment, ...others } = this.payments.get(id) ?? detailsOf(paymentOf({ id }));
      const rest = state === 'UNMATCHED' ? payment.amount : 0;
      const changed = { ...others, payment: { ...payment, state, rest, version: 2 } };
      this.payments.set(id, changed);
      return json(200, changed);
    };
    return [
      [`GET ${WHERE}/${id}`, () => json(200, this.payments.get(id))],
      [`POST ${WHERE}/${id}/match`, becomes('MATCHED')],
      [`POST ${WHERE}/${id}/refund`, becomes('REFUNDED')],
      [`POST ${WHERE}/${id}/set-aside`, becomes('SET_ASIDE')],
      [`POST ${WHERE}/${id}/unmatch`, becomes('UNMATCHED')],
      [`POST ${WHERE}/${id}/confirm`, becomes('MATCHED')],
      [`POST ${WHERE}/${id}/reject`, becomes('UNMATCHED')],
      [`POST ${WHERE}/${id}/withdraw`, becomes('UNMATCHED')],
    ] as const;
  }
}
