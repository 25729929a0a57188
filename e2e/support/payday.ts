import { expect, type Page } from '@playwright/test';
import type { components } from '../../web/src/api/schema.d.ts';
import { enter } from './account.ts';

type Run = components['schemas']['PayrollRun'];

const fromOwnPage = { 'sec-fetch-site': 'same-origin' };
const RUNS = '/api/provider/payroll/runs';

/** Calls the server as the person who is signed in, past the screen. */
export async function call<T>(
  page: Page,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  data?: object,
): Promise<T> {
  const answer = await page.request.fetch(path, {
    method,
    headers: fromOwnPage,
    ...(data && { data }),
  });
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return (await answer.json()) as T;
}

/** A customer of a newcomer, who gets invoices by mail. */
export const customer = {
  name: 'Äänitalo Oy',
  businessid: '2332748-7',
  sendBillMethod: 'EMAIL',
  email: 'laskut@aanitalo.example',
  phonenumber: '0401234567',
  address: 'Kaivokatu 1',
  postalcode: '00100',
  city: 'Helsinki',
  termofpayment: 14,
};

/** Uploads a file of the bank. */
export async function bankTells(page: Page, buffer: Buffer): Promise<void> {
  const taken = await page.request.post('/api/provider/bank-files', {
    headers: fromOwnPage,
    multipart: { file: { name: 'tiliote.xml', mimeType: 'application/xml', buffer } },
  });
  expect(taken.ok(), await taken.text()).toBe(true);
}

/** The bank tells that the customers have paid, and the payments are booked. */
export async function customersPay(page: Page): Promise<void> {
  const statement = await page.request.get('/api/demo/bank-statement.xml');
  await bankTells(page, await statement.body());
  await expect
    .poll(async () => {
      const { waiting } = await call<{ waiting: { people: number } }>(page, 'GET', RUNS);
      return waiting.people;
    })
    .toBeGreaterThan(1);
}

/** All customers pay, and the salaries of the next payday are paid. */
export async function salariesArePaid(page: Page): Promise<void> {
  await enter(page, 'payroll');
  await customersPay(page);
  await payRun(page);
}

async function becomes(page: Page, id: string, state: Run['state'], filesWritten: boolean) {
  const now = async () => {
    const run = await call<Run>(page, 'GET', `${RUNS}/${id}`);
    return [run.state, run.filesWritten];
  };
  await expect.poll(now).toEqual([state, filesWritten]);
}

/** The salaries of the next payday are calculated, past the screen. */
export async function calculateRun(page: Page): Promise<string> {
  await enter(page, 'payroll');
  const { id } = await call<Run>(page, 'POST', RUNS, {});
  await call(page, 'POST', `${RUNS}/${id}/calculate`);
  await becomes(page, id, 'CALCULATED', false);
  return id;
}

/** One person makes the salaries of the next payday, another approves them, past the screen. */
export async function approveRun(page: Page): Promise<string> {
  const id = await calculateRun(page);
  await enter(page, 'payroll2');
  const { refunds } = await call<Run>(page, 'GET', `${RUNS}/${id}`);
  await call(page, 'POST', `${RUNS}/${id}/approve`, { refunds: refunds.map((one) => one.id) });
  await becomes(page, id, 'POSTED', true);
  return id;
}

/** The salaries of the next payday are paid, past the screen. */
export async function payRun(page: Page): Promise<void> {
  const id = await approveRun(page);
  await call(page, 'POST', `${RUNS}/${id}/pay`);
}

/** A Finnish reference number: the number and a digit that its others lead to. */
export function referenceOf(number: number): string {
  const weights = [7, 3, 1];
  const digits = String(number).split('').toReversed().map(Number);
  const sum = digits.reduce((all, digit, place) => all + digit * (weights[place % 3] ?? 0), 0);
  return `${number}${(10 - (sum % 10)) % 10}`;
}
