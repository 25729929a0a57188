import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Bill } from '@/api/bills';
import { BILLS, billOf, cardOf } from '@/test/bills';
import { json } from '@/test/fakeServer';
import { openEditor } from '@/test/openEditor';
import { READINESS, readinessOf } from '@/test/readiness';
import { blankRow } from '@/test/rows';

const TRIP = {
  ...blankRow,
  destination: 'Valokuvaus',
  addressStart: 'Kotikatu 1',
  addressStop: 'Torikatu 2',
  kilometers: 42,
};

beforeEach(() => {
  let made = 0;
  URL.createObjectURL = () => {
    made += 1;
    return `blob:${made}`;
  };
  URL.revokeObjectURL = () => undefined;
});

function openBill(differences: Partial<Bill>) {
  const bill: Bill = { ...billOf(cardOf()), ...differences };
  const opened = openEditor(`/invoice?id=${bill.id}`, { bill });
  const { answers } = opened.server;
  answers[`GET /api/bill/${bill.id}/pages`] = () => json(200, { version: 3, pages: ['<svg/>'] });
  answers[`GET ${READINESS}`] = () => json(200, readinessOf({}));
  answers[`GET ${BILLS}/${bill.id}/history`] = () =>
    json(200, {
      events: [
        {
          at: '2026-11-16T08:00:00Z',
          action: 'sent',
          actor: null,
          own: true,
          reason: null,
          link: null,
        },
      ],
    });
  return opened;
}

const SENT = { state: 'PENDING', editable: false } as const;
const field = (name: string | RegExp) => screen.queryByRole('textbox', { name });

test('an address that does not take the bill is told with what to do', async () => {
  openBill({
    ...SENT,
    state: 'CLOSED',
    delivery: {
      method: 'EMAIL',
      state: 'FAILED',
      address: 'laskut@vaara.example',
      reason: 'ADDRESS_REFUSED',
      sentAt: null,
    },
  });
  await screen.findByText(/^Lasku ei mennyt perille: .*, laskut@vaara\.example$/);
  screen.getByText(/Pyydä asiakkaalta oikea osoite/);
  expect(screen.getByRole('link', { name: 'Avaa asiakkaat' }).getAttribute('href')).toBe(
    '/customers',
  );
});

test('a bill that was sent is paper and timeline, and says why it cannot be edited', async () => {
  openBill({ ...SENT, yourcode: 'Tilaus 7' });
  await screen.findByText(/^Lasku odottaa hyväksyntää/);
  const paper = within(await screen.findByRole('region', { name: 'Lasku asiakkaalle' }));
  await paper.findByRole('img', { name: 'Laskun sivu 1 / 1' });
  const way = within(screen.getByRole('region', { name: 'Laskun vaiheet' }));
  await way.findByText('Lähetetty hyväksyttäväksi');
  const facts = within(screen.getByRole('region', { name: 'Laskun tiedot' }));
  facts.getByText('Tilaus 7');
  expect(screen.getByTitle('Et voi muokata tätä laskua')).not.toBeNull();
  expect(field(/^Työn kuvaus/)).toBeNull();
  expect(field('Laskun päiväys')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Lisää rivi' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Lähetä hyväksyttäväksi' })).toBeNull();
  screen.getByRole('button', { name: 'Avaa muokattavaksi' });
});

test('the trip of a row can still be looked at, and what is empty is left out', async () => {
  const { user } = openBill({ ...SENT, billableitems: [TRIP] });
  const row = within(await screen.findByRole('listitem', { name: 'Rivi 1: Valokuvaus' }));
  expect(row.queryByRole('button', { name: /^Työaika/ })).toBeNull();
  expect(row.queryByRole('button', { name: /^Kulut ja kuitit/ })).toBeNull();
  await user.click(row.getByRole('button', { name: /^Matka ja päivärahat/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Et voi muokata tätä laskua');
});

test('a bill that is opened again is a form', async () => {
  const { store, id, user, server } = openBill(SENT);
  server.answers[`PUT /api/person/bill/${id}/open`] = () => {
    store.put({ ...store.get(id), version: 9, state: 'OPEN', editable: true });
    return json(200, { outcome: 'OPEN_BILL_SUCCESS', bill: store.get(id) });
  };
  await user.click(await screen.findByRole('button', { name: 'Avaa muokattavaksi' }));
  const question = within(await screen.findByRole('dialog'));
  await user.click(question.getByRole('button', { name: /^Avaa/ }));
  await waitFor(() => expect(field(/^Työn kuvaus/)).not.toBeNull());
  expect(screen.queryByRole('region', { name: 'Lasku asiakkaalle' })).toBeNull();
});

test('the question names the recipient, the channel, the sum and the day', async () => {
  const { user } = openBill({});
  await user.click(await screen.findByRole('button', { name: 'Lähetä hyväksyttäväksi' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Lähetetäänkö lasku/ }));
  await dialog.findByText(/^Kahvila Aamu Oy · /);
  await dialog.findByText(/^Toimitus: .+/);
  await dialog.findByText(/^Sinulle noin \d[\d\s]*\s€, arviolta \d\d\.\d\d\.\d{4}, jos asiakas/);
});

test('after sending the page tells what happens now, until another bill is opened', async () => {
  const { user, store, id, router } = openBill({});
  await user.click(await screen.findByRole('button', { name: 'Lähetä hyväksyttäväksi' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText(/^Sinulle noin/);
  await user.click(dialog.getByRole('button', { name: 'Lähetä hyväksyttäväksi' }));
  const told = within(
    await screen.findByRole('region', { name: 'Lasku on lähetetty hyväksyttäväksi' }),
  );
  expect(store.get(id).state).toBe('PENDING');
  await told.findByText(/^Sinulle noin \d[\d\s]*\s€, arviolta/);
  await screen.findByRole('region', { name: 'Lasku asiakkaalle' });
  await user.click(told.getByRole('link', { name: 'Tee uusi lasku' }));
  await screen.findByRole('heading', { level: 1, name: 'Uusi lasku' });
  router.history.back();
  await screen.findByRole('region', { name: 'Lasku asiakkaalle' });
  expect(screen.queryByText('Lasku on lähetetty hyväksyttäväksi')).toBeNull();
});

test('a new bill counts what is left to do, in sentences that lead to their fields', async () => {
  const { user } = openEditor('/invoice');
  await screen.findByRole('heading', { level: 1, name: 'Uusi lasku' });
  await user.click(screen.getByRole('button', { name: 'Lähetä hyväksyttäväksi' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Vielä 3 kohtaa' }));
  const sentences = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(sentences).toEqual([
    'Valitse asiakas.',
    'Rivi 1: Työn kuvaus puuttuu.',
    'Rivi 1: Hinta puuttuu.',
  ]);
  await user.click(dialog.getByRole('button', { name: 'Rivi 1: Hinta puuttuu.' }));
  await waitFor(() => expect(document.activeElement).toBe(field(/^Veroton hinta/)));
});

test('a bill that its customer has not paid in time is late in its title too', async () => {
  openBill({ state: 'CLOSED', editable: false, billNumber: 1004, exactDueDate: '06.11.2026' });
  await screen.findByText('Myöhässä 10 pv');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Lasku 1004');
});

test('a bill that was credited promises no salary', async () => {
  openBill({ state: 'HYVITETTY', editable: false, billNumber: 1003, billableitems: [TRIP] });
  await screen.findByText('Lasku on hyvitetty, eikä sitä enää peritä.');
  await screen.findByRole('region', { name: 'Lasku asiakkaalle' });
  expect(screen.queryByRole('region', { name: 'Palkkasi tästä laskusta' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Mihin rahat menevät' })).toBeNull();
  screen.getByText('Yhteensä, sis. alv');
  expect(screen.queryByText('Asiakas maksaa')).toBeNull();
});
