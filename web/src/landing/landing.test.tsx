import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { fakeServer, json } from '@/test/fakeServer';

afterEach(() => {
  document.body.replaceChildren();
  document.documentElement.removeAttribute('lang');
});

test('the sums on the English page stay English while one types', async () => {
  fakeServer({
    'PUT /api/calc': () =>
      json(200, {
        totalBillingWithoutAlv: 2000,
        serviceFee: 138,
        employerCosts: 0,
        rounding: 0,
        salary: 1489.6,
      }),
  });
  document.documentElement.lang = 'en';
  document.body.innerHTML = `<section id="calculator"><div>
    <form data-vat="25.5" data-highest-tax="60">
      <label for="price">Price</label><input id="price" name="price" value="1000" />
      <input name="tax" value="20" /><input type="hidden" name="work" value="WORKER" />
    </form>
    <strong data-figure="salary">€744.80</strong>
    <dl><div data-line="serviceFee" class="less"><dt>Fee</dt><dd>−€69.00</dd></div></dl>
  </div></section>`;
  await import('@/landing');
  await userEvent.type(screen.getByLabelText('Price'), '0');
  const shown = (selector: string) => document.querySelector(selector)?.textContent;
  await waitFor(() => expect(shown('[data-figure="salary"]')).not.toBe('€744.80'));
  expect(shown('[data-figure="salary"]')).toBe('€1,489.60');
  expect(shown('[data-line="serviceFee"] dd')).toBe('−€138.00');
});
