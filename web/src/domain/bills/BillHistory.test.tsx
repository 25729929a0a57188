import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BILLS, cardOf, pageOf, withBills } from '@/test/bills';
import { fakeServer, json } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';

const card = cardOf({ state: 'CLOSED', billNumber: 1042 });

const nothing = {
  reason: null,
  lapse: null,
  link: null,
  billNumber: null,
  method: null,
  billingDate: null,
  dueDate: null,
  amount: null,
};

test('the history tells who did what, when and why, with links to other bills', async () => {
  fakeServer({
    ...withBills({ sent: pageOf([card]) }),
    [`GET ${BILLS}/${card.id}/history`]: () =>
      json(200, {
        events: [
          {
            ...nothing,
            at: '2026-11-10T07:00:00Z',
            action: 'copied',
            actor: 'Aino Virtanen',
            own: true,
            link: { id: 'source', billNumber: 1001, state: 'PAID', totalpriceWithAlv: 1255 },
          },
          {
            ...nothing,
            at: '2026-11-10T07:30:00Z',
            action: 'returned',
            actor: 'Kaisa Käsittelijä',
            own: false,
            reason: 'Viite puuttuu',
          },
          {
            ...nothing,
            at: '2026-11-11T08:00:00Z',
            action: 'redated',
            actor: null,
            own: false,
            billingDate: { before: '02.11.2026', after: '11.11.2026' },
            dueDate: { before: '16.11.2026', after: '25.11.2026' },
          },
          {
            ...nothing,
            at: '2026-11-12T08:00:00Z',
            action: 'corrected',
            actor: 'Aino Virtanen',
            own: true,
            link: { id: 'note', billNumber: 1043, state: 'CLOSED', totalpriceWithAlv: -1255 },
          },
          {
            ...nothing,
            at: '2026-11-11T08:01:00Z',
            action: 'closed',
            actor: null,
            own: false,
            billNumber: 1042,
            method: 'EBILL',
          },
          {
            ...nothing,
            at: '2026-11-13T08:00:00Z',
            action: 'advanceGranted',
            actor: 'Kaisa Käsittelijä',
            own: false,
            amount: 400,
          },
          {
            ...nothing,
            at: '2026-11-14T08:00:00Z',
            action: 'advanceLapsed',
            actor: null,
            own: false,
            lapse: 'PART_CREDITED',
          },
        ],
      }),
  });
  const { user } = openApp('/invoices');
  await user.click(await screen.findByRole('button', { name: /Lisää toimintoja/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Näytä vaiheet' }));
  const dialog = await screen.findByRole('dialog', {
    name: 'Vaiheet: Lasku 1042 · Kahvila Aamu Oy',
  });

  await within(dialog).findByText('Luotu kopiona');
  within(dialog).getByText('Sinä · 10.11.2026 09:00');
  within(dialog).getByRole('link', { name: 'Hyvityslasku 1043' });
  within(dialog).getByText('Palautettu korjattavaksi');
  within(dialog).getByText('Kaisa Käsittelijä · 10.11.2026 09:30');
  within(dialog).getByText('Syy: Viite puuttuu');
  within(dialog).getByText('Liksa · 11.11.2026 10:01');
  within(dialog).getByText('Numero: 1042');
  within(dialog).getByText('Lähetystapa: Verkkolasku');
  within(dialog).getByText(/^400,00/);
  within(dialog).getByText('Syy: Osa laskusta hyvitettiin.');
  within(dialog).getByText('Sai uuden päiväyksen');
  within(dialog).getByText(
    'Päiväys 02.11.2026 oli mennyt: lasku on päivätty lähtöpäivälle 11.11.2026.',
  );
  within(dialog).getByText('Eräpäivä siirtyi saman verran: 16.11.2026 → 25.11.2026.');
  const link = within(dialog).getByRole('link', { name: 'Lasku 1001' });
  expect(link.getAttribute('href')).toBe('/invoice?id=source');
});
