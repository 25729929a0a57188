import type { Customer, CustomerOptions, SavedCustomer } from '@/api/customers';
import { fakeServer, json, worker } from './fakeServer';

const LIST = `/api/person/${worker.id}/sharedcustomers`;

/** A company that the worker made. */
export const company: Customer = {
  id: '0193a000-0000-7000-8000-0000000000c1',
  version: 3,
  name: 'Kesäteatteri Oy',
  partyRole: 'COMPANY',
  organization: '',
  businessid: '2077474-0',
  vat: '',
  netbankaddress: '003720774740',
  operator: 'BAWCFI22',
  sendBillMethod: 'EBILL',
  termofpayment: 14,
  termAgreed: true,
  referenceNumber: '',
  address: 'Rantatie 1',
  postalcode: '00100',
  city: 'Helsinki',
  addresscountry: 'FIN',
  saved: true,
  own: true,
  editable: true,
  phonenumber: '040 1234567',
  email: 'laskut@kesateatteri.example',
  email2: '',
  costUnits: [],
  people: [],
  hasSotu: false,
};

/** A company of the register that the worker does not bill yet: nobody's delivery, and it takes e-invoices. */
export const stranger: Customer = {
  ...company,
  id: '0193a000-0000-7000-8000-0000000000c2',
  name: 'Ketunkolo ry',
  businessid: '0201256-6',
  city: 'Oulu',
  saved: false,
  own: false,
  editable: false,
  phonenumber: '',
  email: '',
};

/** That company once the worker bills it, as it takes e-invoices. */
export const chosen: Customer = {
  ...stranger,
  id: '0193a000-0000-7000-8000-0000000000c3',
  version: 1,
  saved: true,
  own: true,
};

const FOUND_AT_ONCE = 20;

const customerOptions: CustomerOptions = {
  operators: [
    { id: 'OKOYFIHH', name: 'OP' },
    { id: 'BAWCFI22', name: 'Basware' },
  ],
  countries: [
    { alpha3: 'EST', alpha2: 'EE', name_fi: 'Viro', name_en: 'Estonia' },
    { alpha3: 'FIN', alpha2: 'FI', name_fi: 'Suomi', name_en: 'Finland' },
  ],
};

/**
 * A server with a shared register of customers, of which those `saved` are on the worker's list.
 * It searches by the beginning of the name or business id.
 */
export function fakeRegister(register: readonly SavedCustomer[]) {
  const searches: string[] = [];
  const keys: (string | null)[] = [];
  const list = new Map<string, SavedCustomer>();
  const put = (customer: SavedCustomer) => {
    list.set(customer.id, { billed: 0, lastBilled: null, ...customer });
    return customer;
  };
  for (const customer of register.filter(({ saved }) => saved)) put(customer);
  const server = fakeServer({
    'GET /api/session': () => json(200, { user: worker }),
    'GET /api/customers/options': () => json(200, customerOptions),
    'GET /api/customers/postal-codes/90100': () => json(200, { city: 'Oulu' }),
    'GET /api/customers/postal-codes/33100': () => json(200, { city: 'Tampere' }),
    [`GET ${LIST}`]: () => json(200, { customers: [...list.values()] }),
    'GET /api/sharedcustomers': (request) => {
      const crit = new URL(request.url).searchParams.get('crit') ?? '';
      searches.push(crit);
      const found = register.filter(({ name, businessid }) =>
        [name, businessid].some((text) => text.toLowerCase().startsWith(crit.toLowerCase())),
      );
      const start = Number(new URL(request.url).searchParams.get('page') ?? 0);
      const end = start + FOUND_AT_ONCE;
      return json(200, {
        customers: found.slice(start, end),
        next: end < found.length ? `${end}` : null,
        total: found.length,
      });
    },
    'POST /api/sharedcustomers': async (request) => {
      keys.push(request.headers.get('Idempotency-Key'));
      const body = (await request.json()) as Partial<Customer>;
      const id = '0193a000-0000-7000-8000-0000000000c9';
      return json(201, put({ ...company, id, ...body }));
    },
    ...Object.fromEntries(
      register.flatMap((customer) => [
        [
          `POST ${LIST}/${customer.id}`,
          () =>
            json(
              200,
              put(customer.own ? { ...customer, saved: true } : { ...chosen, name: customer.name }),
            ),
        ],
        [
          `DELETE ${LIST}/${customer.id}`,
          () => {
            list.delete(customer.id);
            return new Response(null, { status: 204 });
          },
        ],
      ]),
    ),
  });
  return {
    ...server,
    /** What has been searched for, in order. */
    searches,
    /** The Idempotency-Key of each customer that was to be made. */
    keys,
    /** The call that fetches the worker's own list. */
    savedCall: `GET ${LIST}`,
    /** Where a customer is put on that list and taken off it. */
    listOf: (customer: Customer) => `${LIST}/${customer.id}`,
  };
}
