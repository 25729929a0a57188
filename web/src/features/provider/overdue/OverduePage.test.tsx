import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OverdueBill } from '@/api/overdue';
import { fakeServer, json } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { overdueOf, payrollClerk } from '@/test/payments';

const REMIND = 'POST /api/provider/reminders';
const EARLY = overdueOf({
  billId: 'early',
  billNumber: 1050,
  customer: 'Kahvila Aamu Oy',
  daysLate: 3,
  today: null,
  nextReminder: '27.11.2026',
});

function openOverdue(...bills: readonly OverdueBill[]) {
  const server = fakeServer({
    'GET /api/session': () => json(200, { user: payrollClerk }),
    'GET /api/provider/overdue': () =>
      json(200, { bills, next: null, total: bills.length, owed: 1100 }),
    'GET /api/provider/reminders': () => json(200, { reminders: [], next: null, total: 0 }),
  });
  return { server, ...openApp('/provider/overdue') };
}

test('what is too early cannot be chosen, and says from which day on it can', async () => {
  openOverdue(EARLY);
  const box = await screen.findByRole('checkbox', { name: /Kahvila Aamu/ });
  expect(box.getAttribute('aria-description')).toMatch(/aikaisintaan 27.11.2026/);
  expect(
    screen.getAllByText('Muistutuksen voi lähettää aikaisintaan 27.11.2026.').length,
  ).toBeGreaterThan(0);
  const send = screen.getByRole('button', { name: /Lähetä muistutukset/ });
  expect(send.getAttribute('aria-disabled')).toBe('true');
});

test('the dialog sums up what is asked for, and tells how each bill fared', async () => {
  const unknown = overdueOf({
    billId: 'unknown',
    billNumber: 1043,
    today: { number: 1, payBy: '30.11.2026', fee: 5, interest: null },
  });
  const { user, server } = openOverdue(overdueOf(), unknown, EARLY);
  await user.click(await screen.findByRole('checkbox', { name: 'Valitse kaikki' }));
  await user.keyboard('m');
  const dialog = await screen.findByRole('dialog', { name: 'Lähetetäänkö muistutukset (2)?' });
  within(dialog).getByText('17,00 €');
  within(dialog).getByText('0,85 €');
  within(dialog).getByText('217,85 €');
  within(dialog).getByText(/Korkokanta puuttuu laskuilta: 1/);
  server.answers[REMIND] = async (request) => {
    const { withoutInterest } = (await request.json()) as { withoutInterest: boolean };
    return json(
      200,
      withoutInterest
        ? { made: [{ billId: 'unknown', reminderId: 'r' }], refused: [] }
        : { made: [], refused: [{ billId: 'bill', key: 'NOTHING_OWED' }] },
    );
  };
  await user.click(within(dialog).getByRole('button', { name: 'Lähetä muistutukset (2)' }));
  await within(dialog).findByText('Muistutuksia tehtiin: 1.');
  within(dialog).getByText(
    /Lasku 1042, Kulttuuritalo Oy: Lasku on jo kokonaan maksettu tai hyvitetty/,
  );
  expect(server.sent(REMIND)).toEqual([
    '{"billIds":["bill"],"withoutInterest":false}',
    '{"billIds":["unknown"],"withoutInterest":true}',
  ]);
});

test('where no rate is known the reminder goes without interest, and says so', async () => {
  const today = { number: 1, payBy: '30.11.2026', fee: 12, interest: null };
  const { user } = openOverdue(overdueOf({ today }));
  await user.click(await screen.findByRole('checkbox', { name: /Kulttuuritalo/ }));
  await user.click(screen.getByRole('button', { name: /Lähetä muistutukset/ }));
  const dialog = await screen.findByRole('dialog');
  const box = within(dialog).getByRole('checkbox', { name: 'Peri viivästyskorko' });
  expect(box).toHaveProperty('disabled', true);
  within(dialog).getByText(/korkokantaa ei ole vielä palvelussa/);
});
