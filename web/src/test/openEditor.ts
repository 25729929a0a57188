import type { Bill, BillBody } from '@/api/bills';
import { BILLS, pageOf } from './bills';
import { BillStore } from './billStore';
import { company } from './customers';
import { fakeServer, json, worker } from './fakeServer';
import { openApp } from './openApp';
import { entrepreneur, figures } from './summaries';

/** A customer with a payment term of three weeks. */
export const CUSTOMER = { ...company, termofpayment: 21 };

function reply(answer: ReturnType<BillStore['save']>) {
  return answer.status === 409
    ? json(409, { errorKey: answer.errorKey, message: '', fields: [], bill: answer.bill })
    : json(answer.status, answer.bill);
}

/** The app at an address, on a server that keeps bills. */
export function openEditor(
  address: string,
  { bill, user = worker }: { bill?: Bill; user?: unknown } = {},
) {
  const store = new BillStore();
  if (bill !== undefined) store.put(bill);
  const id = bill?.id ?? '0193b000-0000-7000-8000-000000000001';
  const lastBody = (call: string) => JSON.parse(server.sent(call).at(-1) ?? '{}') as BillBody;
  const server = fakeServer({
    'GET /api/session': () => json(200, { user }),
    'GET /api/calc': () => json(200, figures),
    'PUT /api/calc/frombill': () => json(200, entrepreneur),
    [`PUT /api/calc/frombill/${id}`]: () => json(200, entrepreneur),
    [`GET /api/person/${worker.id}/sharedcustomers`]: () => json(200, { customers: [CUSTOMER] }),
    [`GET /api/person/${worker.id}/templates`]: () => json(200, { templates: [] }),
    [`GET ${BILLS}`]: () => json(200, pageOf([])),
    [`POST ${BILLS}`]: () => reply(store.create(lastBody(`POST ${BILLS}`), 'key')),
    [`GET ${BILLS}/${id}`]: () => json(200, store.get(id)),
    [`PUT ${BILLS}/${id}`]: () => reply(store.save(id, lastBody(`PUT ${BILLS}/${id}`))),
    [`GET /api/person/bill/${id}/validate`]: () =>
      json(200, { valid: true, overridable: false, problems: [], remarks: [] }),
  });
  return { store, server, id, save: `PUT ${BILLS}/${id}`, lastBody, ...openApp(address) };
}
