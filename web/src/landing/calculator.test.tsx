import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { fakeServer, json, problem } from '@/test/fakeServer';
import { startCalculator } from './calculator';

afterEach(() => document.body.replaceChildren());

/** The calculator as the server writes it. */
function open() {
  document.body.innerHTML = `<section id="calculator"><div>
    <form data-wrong-price="WRONG PRICE" data-wrong-tax="WRONG TAX" data-failed="FAILED" data-vat="25.5" data-highest-tax="60">
      <label for="price">Price</label><input id="price" name="price" value="1000" />
      <p id="price-fault" hidden></p>
      <label for="tax">Tax</label><input id="tax" name="tax" value="20" /><p id="tax-fault" hidden></p>
      <label><input type="radio" name="work" value="ENTREPRENEUR" checked />Light</label>
      <label><input type="radio" name="work" value="WORKER" />Employee</label>
      <button>Calculate</button><p id="failed" hidden></p>
    </form>
    <div><p data-previous hidden>PREVIOUS</p><div data-answer><strong data-figure="salary">old</strong></div>
      <svg><rect data-part="salary" /><rect data-part="statutory" /><rect data-part="serviceFee" /></svg>
      <dl><div data-line="serviceFee" class="less"><dt>Fee</dt><dd>old</dd></div>
      <div data-line="employerCosts" class="less"><dt>Employer</dt><dd>old</dd></div>
      <div data-line="rounding" class="less"><dt>Rounding</dt><dd>old</dd></div></dl></div>
  </div></section>`;
  startCalculator(document.querySelector('form') as HTMLFormElement);
  return userEvent.setup();
}

const summary = {
  totalBillingWithoutAlv: 2000,
  serviceFee: 138,
  employerCosts: 0,
  rounding: -0.01,
  salary: 1489.6,
};

test('the answer follows the typing, exactly as typed', async () => {
  const server = fakeServer({ 'PUT /api/calc': () => json(200, summary) });
  const user = open();
  await user.clear(screen.getByLabelText('Price'));
  await user.type(screen.getByLabelText('Price'), '2 000,50');
  await user.clear(screen.getByLabelText('Tax'));
  await user.type(screen.getByLabelText('Tax'), '20,5');
  await user.click(screen.getByLabelText('Employee'));
  await waitFor(() =>
    expect(JSON.parse(server.sent('PUT /api/calc').at(-1) ?? '{}')).toEqual({
      price: '2000.5',
      taxPercent: '0.205',
      alv: '25.5',
      workerType: 'WORKER',
    }),
  );
  await screen.findByText(/^1.489,60.€$/);
  const amount = (line: string) => document.querySelector(`[data-line="${line}"] dd`)?.textContent;
  expect(amount('serviceFee')).toMatch(/^−138,00.€$/);
  expect(amount('rounding'), 'below zero it adds').toMatch(/^\+0,01.€$/);
  expect(document.querySelector<HTMLElement>('[data-line="employerCosts"]')?.hidden).toBe(true);
  const widths = [...document.querySelectorAll('rect')].map((part) => part.getAttribute('width'));
  expect(widths).toEqual(['745', '186', '69']);
});

test('what cannot be read is told at its field, and nothing is sent', async () => {
  const server = fakeServer({ 'PUT /api/calc': () => json(200, summary) });
  const user = open();
  await user.type(screen.getByLabelText('Price'), 'x');
  await screen.findByText('WRONG PRICE');
  expect(screen.getByLabelText('Price').getAttribute('aria-invalid')).toBe('true');
  expect(server.sent('PUT /api/calc')).toEqual([]);
  const card = document.querySelector('#calculator > div');
  const previous = document.querySelector<HTMLElement>('[data-previous]');
  expect([card?.hasAttribute('data-outdated'), previous?.hidden]).toEqual([true, false]);
  await user.type(screen.getByLabelText('Price'), '{Backspace}');
  await waitFor(() => expect(screen.queryByText('WRONG PRICE')).toBeNull());
  expect([card?.hasAttribute('data-outdated'), previous?.hidden]).toEqual([false, true]);
});

test.each([
  ['60', []],
  ['60,1', ['WRONG TAX']],
  ['-1', ['WRONG TAX']],
  ['', ['WRONG TAX']],
])('a tax of %j is told to be wrong as the page says: %j', async (typed, told) => {
  const server = fakeServer({ 'PUT /api/calc': () => json(200, summary) });
  const user = open();
  await user.clear(screen.getByLabelText('Tax'));
  if (typed !== '') await user.type(screen.getByLabelText('Tax'), typed);
  await user.click(screen.getByRole('button'));
  await waitFor(() =>
    expect(document.querySelector('#tax-fault')?.textContent).toBe(told.join('')),
  );
  await waitFor(() => expect(server.sent('PUT /api/calc')).toHaveLength(told.length === 0 ? 1 : 0));
});

test('what the server refuses is told at its field, and a failure as one', async () => {
  const server = fakeServer({
    'PUT /api/calc': () =>
      json(422, { errorKey: 'X', message: '', fields: [{ field: 'taxPercent', key: 'X' }] }),
  });
  const user = open();
  await user.type(screen.getByLabelText('Tax'), ',5');
  await screen.findByText('WRONG TAX');
  expect(server.sent('PUT /api/calc'), 'only the server knew it').not.toEqual([]);
  server.answers['PUT /api/calc'] = () => problem(500, 'contactAdmin');
  await user.click(screen.getByRole('button'));
  await screen.findByText('FAILED');
  expect(screen.queryByText('WRONG TAX')).toBeNull();
});
