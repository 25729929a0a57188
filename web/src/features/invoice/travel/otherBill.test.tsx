import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Bill, Row } from '@/api/bills';
import { PLACES_CALL, PROFILE } from '@/test/account';
import { billOf, cardOf } from '@/test/bills';
import { json, worker } from '@/test/fakeServer';
import { openEditor } from '@/test/openEditor';
import { oneDay, travelled } from '@/test/trips';
import type { TripAnswer, TripQuestion } from './travelApi';

const ALLOWANCES = 'POST /api/travel/allowances';

const other = { id: '0193b000-0000-7000-8000-000000000009', number: 1042, day: '09.11.2026' };

/** The editor with one row, and its trip opened. */
async function openTrip(row: Row, differences: Partial<Bill> = {}) {
  const bill = { ...billOf(cardOf()), billableitems: [row], ...differences };
  const { server, user, id } = openEditor(`/invoice?id=${bill.id}`, { bill });
  server.answers[ALLOWANCES] = () => json(200, oneDay);
  server.answers[`GET /api/person/${worker.id}/trips`] = () => json(200, { trips: [] });
  server.answers['GET /api/person'] = () => json(200, { ...PROFILE, postalcode: '00530' });
  server.answers[PLACES_CALL] = () => json(200, { places: [] });
  await user.click(await screen.findByRole('button', { name: /^Matka ja päivärahat/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Matka ja päivärahat' }));
  return { server, id, dialog };
}

type Dialog = Awaited<ReturnType<typeof openTrip>>['dialog'];
const field = (dialog: Dialog, name: string) => dialog.getByRole('textbox', { name });
const type = (input: HTMLElement, value: string) => {
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
};

test('another bill that excludes the trip is told while filling in', async () => {
  const { dialog, server, id } = await openTrip({ ...travelled, fulldaycompensation: 1 });
  const questions = () =>
    server.sent(ALLOWANCES).map((sent) => JSON.parse(sent) as TripQuestion & { billId?: string });
  await waitFor(() =>
    expect(questions()).toContainEqual(
      expect.objectContaining({ billId: id, fulldaycompensation: 1 }),
    ),
  );
  expect(dialog.queryByRole('link', { name: /^Avaa lasku/ })).toBeNull();
  const problems: TripAnswer['problems'] = [
    { field: 'startdate', key: 'SEVERAL_ALLOWANCES_ON_DAY', other },
  ];
  server.answers[ALLOWANCES] = () => {
    const { billId, fulldaycompensation } = questions().at(-1) ?? {};
    const excluded = billId === id && fulldaycompensation === 1;
    return json(200, { ...oneDay, problems: excluded ? problems : [] });
  };
  type(field(dialog, 'Lähtöaika'), '06:30');
  const link = await dialog.findByRole('link', { name: 'Avaa lasku 1042 (matka 09.11.2026)' });
  expect(link.getAttribute('href')).toContain(other.id);
  expect(field(dialog, 'Lähtöpäivä').getAttribute('aria-invalid')).toBe('true');
  // Without a claim nothing excludes it.
  type(field(dialog, 'Kokopäivärahoja'), '');
  expect(dialog.queryByRole('link', { name: /^Avaa lasku/ })).toBeNull();
});

test('of a credit note no other bill is asked for', async () => {
  const creditOf = {
    id: other.id,
    billNumber: 1042,
    state: 'PAID',
    totalpriceWithAlv: 100,
  } as const;
  const { dialog, server } = await openTrip(travelled, { creditOf });
  await dialog.findByRole('button', { name: /^Ota ehdotus käyttöön/ });
  expect(server.sent(ALLOWANCES).filter((sent) => sent.includes('billId'))).toEqual([]);
});
