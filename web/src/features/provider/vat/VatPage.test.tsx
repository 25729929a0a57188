import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, json } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { payrollPerson } from '@/test/payroll';

test('sales stand by rate and reason, and a negative sum comes back', async () => {
  const asked: string[] = [];
  fakeServer({
    'GET /api/session': () => json(200, { user: payrollPerson }),
    'GET /api/provider/vat': ({ url }) => {
      asked.push(new URL(url).search);
      return json(200, {
        from: '01.10.2026',
        until: '31.12.2026',
        closedUntil: '31.10.2026',
        sales: [
          { rate: 25.5, reverse: false, vatZeroReasonCode: null, net: -100, vat: -25.5 },
          { rate: 0, reverse: true, vatZeroReasonCode: null, net: 300, vat: 0 },
          { rate: 0, reverse: false, vatZeroReasonCode: 2, net: 50, vat: 0 },
        ],
        net: 250,
        vat: -25.5,
        deductible: 4.75,
        toPay: -30.25,
      });
    },
  });
  openApp('/provider/vat?period=2026-q4');
  const table = await screen.findByRole('table', { name: 'Arvonlisäveron erittely' });
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => row.textContent.replaceAll(/\s/g, ' '));
  expect(rows.slice(1)).toEqual([
    'Verokanta 25,5 %−100,00 €−25,50 €',
    'Käännetty verovelvollisuus300,00 €0,00 €',
    'Tekijänoikeuskorvaus50,00 €0,00 €',
    'Yhteensä250,00 €−25,50 €',
    'Vähennettävä vero−4,75 €',
    'Palautettava vero30,25 €',
  ]);
  expect(asked).toEqual(['?from=01.10.2026&until=31.12.2026']);
  expect(
    screen.getByText(/Kirjanpito on suljettu 31.10.2026 asti. Myöhemmät päivät/),
  ).toBeDefined();
});
