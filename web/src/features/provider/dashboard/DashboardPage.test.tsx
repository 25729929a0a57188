import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Dashboard } from '@/api/dashboard';
import { fakeServer, json, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';

const nothing = { count: 0, oldest: null };
const dashboard: Dashboard = {
  pendingBills: nothing,
  myBills: nothing,
  openRequests: nothing,
  approvedBills: nothing,
  taxCards: nothing,
  lateReceipts: nothing,
  unmatchedPayments: nothing,
  refundablePayments: { count: 2, oldest: new Date(Date.now() - 3 * 3_600_000).toISOString() },
  proposedPayments: nothing,
  readyPayouts: { count: 2, oldest: new Date(Date.now() - 5 * 3_600_000).toISOString() },
  requestedAdvances: nothing,
  failedDeliveries: nothing,
  failedMails: nothing,
  failedJobs: nothing,
  heldSending: null,
  settingsMissing: false,
  missingFigures: [],
  money: [],
};

function open(role: 'ROLE_PAYROLL' | 'ROLE_CLERK' | 'ROLE_ADMIN', over: Partial<Dashboard>) {
  const user = { ...worker, role, roles: [role] };
  fakeServer({
    'GET /api/session': () => json(200, { user }),
    'GET /api/provider/dashboard': () => json(200, { ...dashboard, ...over }),
  });
  return openApp('/provider');
}

function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}

/** The lines of what waits, as they are read. */
async function lines(): Promise<(string | null)[]> {
  const list = await screen.findByRole('region', { name: 'Odottaa käsittelyä' });
  return within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
}

test('each line leads to what it counts, and says how long that has waited', async () => {
  open('ROLE_PAYROLL', {});
  const line = await screen.findByRole('link', { name: 'Palautettavia maksuja' });
  expect(line.getAttribute('href')).toBe('/provider/payments?view=REFUNDABLE');
  // By instants: the date of the device, or of the server, is not part of it.
  screen.getByText('3 h');
  const payouts = screen.getByRole('link', { name: 'Maksuja myyjille ja ennakoita maksamatta' });
  expect(payouts.getAttribute('href')).toBe('/provider/payouts');
  const advances = screen.getByRole('link', { name: 'Ennakkopyyntöjä' });
  expect(advances.getAttribute('href')).toBe('/provider/advances');
});

test('what is late comes first, then what failed; what does not wait is named below', async () => {
  open('ROLE_CLERK', {
    pendingBills: { count: 4, oldest: hoursAgo(1) },
    approvedBills: { count: 7, oldest: hoursAgo(24 * 30) },
    lateReceipts: { count: 1, oldest: hoursAgo(24 * 6) },
    failedDeliveries: { count: 2, oldest: hoursAgo(2) },
  });
  expect(await lines()).toEqual([
    '1Unohtuneita kuittejaVanhin on odottanut 6 päivää',
    '2Epäonnistuneita lähetyksiäVanhin on odottanut 2 h',
    '4Laskuja jonossaVanhin on odottanut 1 h',
    // They wait for their day, not for a clerk.
    '7Hyväksyttyjä lähettämättä',
  ]);
  expect(screen.getByText(/^Ei odota:/).textContent).toBe(
    'Ei odota: Minulla käsittelyssä · Avauspyyntöjä · Lähtemättömiä viestejä',
  );
});

test('a copy that sends nothing says so, and why', async () => {
  open('ROLE_CLERK', { heldSending: { since: '2026-11-16T08:00:00Z', why: 'RESTORED' } });
  await screen.findByText('Palvelusta ei lähde nyt mitään');
  screen.getByText(/^Tiedot on palautettu varmuuskopiosta 16\.11\.2026/);
  screen.getByText(/liksa resume/);
});

test('missing settings are named, with the way there for those who may go', async () => {
  open('ROLE_CLERK', { settingsMissing: true });
  await screen.findByText(/nimi, Y-tunnus, osoite, tilinumero/);
  screen.getByText('Pääkäyttäjä lisää ne sivulla Asetukset.');
  expect(screen.queryByRole('link', { name: 'Lisää tiedot asetuksiin' })).toBeNull();
});

test('an administrator is led to the missing settings', async () => {
  open('ROLE_ADMIN', { settingsMissing: true });
  const link = await screen.findByRole('link', { name: 'Lisää tiedot asetuksiin' });
  expect(link.getAttribute('href')).toBe('/provider/settings');
});

test('with nothing to do the page says so', async () => {
  open('ROLE_CLERK', {});
  await screen.findByText('Kaikki on käsitelty.');
  expect(screen.queryByText(/^Ei odota:/)).toBeNull();
});

test('the menu counts what waits behind its pages, and is right again after a change', async () => {
  const { queryClient } = open('ROLE_CLERK', {
    pendingBills: { count: 2, oldest: hoursAgo(1) },
    myBills: { count: 1, oldest: hoursAgo(1) },
  });
  const menu = await screen.findByRole('navigation', { name: 'Päävalikko' });
  await within(menu).findByRole('link', { name: /^Laskujono ?, 3 odottaa$/ });
  within(menu).getByRole('link', { name: 'Lähetykset' });

  fakeServer({ 'GET /api/provider/dashboard': () => json(200, dashboard) });
  await queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: () => Promise.resolve() })
    .execute(undefined);
  await within(menu).findByRole('link', { name: 'Laskujono' });
});

test('the money of each month is in a table too', async () => {
  open('ROLE_PAYROLL', {
    money: [
      { month: '2026-10', moneyIn: 1200, moneyOut: 300.5 },
      { month: '2026-11', moneyIn: 10, moneyOut: 0 },
    ],
  });
  const table = await screen.findByRole('table', { name: 'Pankkitilin liikkeet' });
  expect(
    within(table)
      .getAllByRole('row')
      .map(({ textContent }) => plain(textContent)),
  ).toEqual(['KuukausiSisäänUlos', '11/202610,00 €0,00 €', '10/20261 200,00 €300,50 €']);
});

function plain(text: string | null): string {
  return (text ?? '').replaceAll('\u00A0', ' ');
}
