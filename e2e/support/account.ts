import { expect, type Page } from '@playwright/test';
import type { components } from '../../web/src/api/schema.d.ts';
import { password, people, type Person } from './people.ts';
import type { Language } from './texts.ts';

type Schemas = components['schemas'];
export type Bill = Schemas['Bill'];
type BillCard = Schemas['BillCard'];
export type BillBody = Schemas['BillBody'];
type Customer = Schemas['Customer'];

/** By this the server knows a browser, whose session is in a cookie. */
const fromOwnPage = { 'sec-fetch-site': 'same-origin' };

/** What a person has, asked of the server and changed there past the screen. */
export interface Account {
  id: string;
  get<T>(path: string): Promise<T>;
  post<T>(path: string, data?: object): Promise<T>;
  put<T>(path: string, data?: object): Promise<T>;
  /** The bills of a section of the archive, or all of them. */
  bills(section?: string): Promise<BillCard[]>;
  bill(id: string): Promise<Bill>;
  customers(): Promise<Customer[]>;
  /** Chooses the language of the person's profile. */
  speak(language: Language): Promise<void>;
}

/** Signs the page's browser in without the log-in page, which has tests of its own. */
export async function enter(page: Page, person: Person): Promise<Account> {
  const call = async <T>(method: string, path: string, data?: object): Promise<T> => {
    const answer = await page.request.fetch(path, {
      method,
      headers: fromOwnPage,
      ...(data && { data }),
    });
    expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
    return (await answer.json()) as T;
  };
  const { username } = people[person];
  const { id } = await call<{ id: string }>('POST', '/api/login', { username, password });
  const own = (path: string) => `/api/person/${id}/${path}`;
  return {
    id,
    get: (path) => call('GET', own(path)),
    post: (path, data) => call('POST', own(path), data),
    put: (path, data) => call('PUT', own(path), data),
    async bills(section) {
      const all: BillCard[] = [];
      const query = new URLSearchParams(section === undefined ? {} : { section });
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- a page says where the next one begins
        const page = await call<Schemas['BillPage']>('GET', own(`archive?${query}`));
        all.push(...page.bills);
        if (page.next === null) return all;
        query.set('page', page.next);
      }
    },
    bill: (billId) => call('GET', own(`bills/${billId}`)),
    async customers() {
      return (await call<{ customers: Customer[] }>('GET', own('sharedcustomers'))).customers;
    },
    async speak(language) {
      await call('PUT', '/api/person', { language });
    },
  };
}

const contract = { type: 'CONTRACT', date: '12.11.2026', alv: 25.5 } as const;

/** Makes a draft that could be sent as it is, as far as the test says nothing else. */
export async function makeDraft(account: Account, differences: BillBody = {}): Promise<Bill> {
  const [customer] = await account.customers();
  return account.post<Bill>('bills', {
    language: 'fin',
    billingdate: '16.11.2026',
    exactDueDate: '30.11.2026',
    sharedCustomer: customer && { id: customer.id },
    alv: 25.5,
    billableitems: [{ ...contract, destination: 'Kirjan kansi', alvPrice: 1000 }],
    ...differences,
  });
}

/** Makes a bill and sends it for approval. */
export async function makeSent(account: Account, differences: BillBody = {}): Promise<Bill> {
  const { id } = await makeDraft(account, differences);
  return send(account, id);
}

/** Sends a draft for approval as it is stored. */
async function send(account: Account, id: string): Promise<Bill> {
  const stored = await account.bill(id);
  return account.put<Bill>(`bills/${id}`, { ...bodyOf(stored), state: 'PENDING' });
}

/** A bill of the server as it is sent back. */
function bodyOf({ sharedCustomer, ...bill }: Bill): object {
  return { ...bill, sharedCustomer: sharedCustomer && { id: sharedCustomer.id } };
}

/** The id of the first thing in a list of the server. */
export async function firstId(page: Page, address: string): Promise<string> {
  const answer = (await (await page.request.get(address)).json()) as Record<string, unknown>;
  const [first] = Object.values(answer).find((part) => Array.isArray(part)) as { id: string }[];
  expect(first, address).toBeDefined();
  return first?.id ?? '';
}

const weights = [7, 9, 10, 5, 8, 4, 2];

/** A sound business id that begins with the seven digits given, or with those that follow. */
export function businessId(digits: number): string {
  const sum = weights.reduce((all, weight, i) => all + weight * Number(String(digits)[i]), 0);
  const remainder = sum % 11;
  if (remainder === 1) return businessId(digits + 1);
  return `${digits}-${remainder === 0 ? 0 : 11 - remainder}`;
}
