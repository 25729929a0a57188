import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Row } from '@/api/bills';
import type { Distance, Way } from '@/domain/address/useDistance';
import { billOf, cardOf } from '@/test/bills';
import { json, worker } from '@/test/fakeServer';
import { openEditor } from '@/test/openEditor';
import { blankRow } from '@/test/rows';

const distance = vi.hoisted((): { of: (way: Way) => Distance } => ({
  of: () => ({ state: 'idle' }),
}));
vi.mock('@/domain/address/useDistance', () => ({ useDistance: (way: Way) => distance.of(way) }));

const row: Row = {
  ...blankRow,
  id: 'r1',
  date: '09.11.2026',
  destination: 'Keikka',
  addressStart: 'Kotikatu 1, 00530 Helsinki',
  addressStop: 'Hämeenkatu 2, 33100 Tampere',
};

async function openTrip(differences: Partial<Row> = {}) {
  const bill = { ...billOf(cardOf()), billableitems: [{ ...row, ...differences }] };
  const app = openEditor(`/invoice?id=${bill.id}`, { bill });
  app.server.answers[`GET /api/person/${worker.id}/trips`] = () => json(200, { trips: [] });
  await app.user.click(await screen.findByRole('button', { name: /^Matka ja päivärahat/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Matka ja päivärahat' }));
  const kilometers = dialog.getByRole<HTMLInputElement>('textbox', { name: /^Kilometrit/ });
  return { ...app, dialog, kilometers, saved: () => app.lastBody(app.save).billableitems?.[0] };
}

test('a distance that was found is offered, and never written over what was typed', async () => {
  distance.of = () => ({ state: 'found', km: 178.4, minutes: 115.6 });
  const { dialog, user, kilometers, saved } = await openTrip({ kilometers: 200 });
  expect(kilometers.value).toBe('200');
  await user.click(dialog.getByRole('button', { name: 'Käytä 178,4\u00A0km' }));
  expect(kilometers.value).toBe('178,4');
  expect(document.activeElement).toBe(kilometers);
  await waitFor(() =>
    expect(saved()).toMatchObject({ kilometers: '178.4', travelTimeInMinutes: 116 }),
  );
  expect(dialog.queryByRole('button', { name: /^Käytä 178/ })).toBeNull();
});

test('a round trip says what was doubled, and changes no kilometres by itself', async () => {
  distance.of = ({ roundtrip }) => ({ state: 'found', km: roundtrip ? 356.8 : 178.4 });
  const { dialog, user, kilometers } = await openTrip({ kilometers: 178.4 });
  expect(dialog.queryByText(/^Meno ja paluu: 2/)).toBeNull();
  await user.click(dialog.getByRole('checkbox', { name: /^Meno ja paluu/ }));
  dialog.getByText('Meno ja paluu: 2 × 178,4 km = 356,8 km.');
  expect(kilometers.value).toBe('178,4');
  dialog.getByRole('button', { name: 'Käytä 356,8\u00A0km' });
});

test.each(['down', 'unknown', 'loading'] as const)('%s stops nothing', async (state) => {
  distance.of = () => ({ state });
  const { dialog, kilometers, saved } = await openTrip();
  expect(dialog.queryByRole('button', { name: /^Käytä/ })).toBeNull();
  fireEvent.change(kilometers, { target: { value: '180' } });
  fireEvent.blur(kilometers);
  await waitFor(() => expect(saved()).toMatchObject({ kilometers: '180' }));
});
