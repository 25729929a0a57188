import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Bill, Row } from '@/api/bills';
import { billOf, cardOf } from '@/test/bills';
import { openEditor } from '@/test/openEditor';
import { blankRow } from '@/test/rows';

const plain: Row = { ...blankRow, id: 'r1', date: '09.11.2026', destination: 'Työ', alvPrice: 300 };

async function openWorkTime(row: Row = plain, differences: Partial<Bill> = {}) {
  const bill = { ...billOf(cardOf()), billableitems: [row], ...differences };
  const app = openEditor(`/invoice?id=${bill.id}`, { bill });
  await app.user.click(await screen.findByRole('button', { name: /^Työaika/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Työaika' }));
  return { ...app, dialog, saved: () => app.lastBody(app.save).billableitems?.[0] };
}

type Dialog = Awaited<ReturnType<typeof openWorkTime>>['dialog'];
const field = (dialog: Dialog, name: string) =>
  dialog.getByRole<HTMLInputElement>('textbox', { name });
const type = (input: HTMLElement, value: string) => {
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
};

test('hours are shown once the times are there, and become the amount when that is asked', async () => {
  const { dialog, user, saved } = await openWorkTime();
  expect(field(dialog, 'Alkamisaika').value).toBe('09:00');
  dialog.getByText('Tunnit näkyvät, kun alku ja loppu on täytetty.');
  type(field(dialog, 'Päättymisaika'), '10');
  dialog.getByRole('button', { name: 'Laskuta 1 tunti' });
  type(field(dialog, 'Päättymisaika'), '16.30');
  dialog.getByText('Tunteja yhteensä 7,5');
  dialog.getByText(/^Rivillä on kiinteä hinta/);
  await waitFor(() =>
    expect(saved()).toMatchObject({
      type: 'CONTRACT',
      workShiftStarted: '09.11.2026',
      workShiftStartedTime: '09:00',
      workShiftEnded: '09.11.2026',
      workShiftEndedTime: '16:30',
    }),
  );
  await user.click(dialog.getByRole('button', { name: 'Laskuta 7,5 tuntia' }));
  dialog.getByText('Rivin määrä on sama kuin tehdyt tunnit.');
  await waitFor(() =>
    expect(saved()).toMatchObject({ type: 'AMOUNT', billableWorkHours: '7.5', hourlyprice: '40' }),
  );
});

test('an end before the start is told, and may be the next day', async () => {
  const { dialog, user } = await openWorkTime();
  type(field(dialog, 'Alkamisaika'), '20');
  type(field(dialog, 'Päättymisaika'), '2');
  expect(field(dialog, 'Päättymispäivä').getAttribute('aria-invalid')).toBe('true');
  await user.click(
    dialog.getByRole('button', { name: 'Työ päättyi seuraavana päivänä (10.11.2026)' }),
  );
  dialog.getByText('Tunteja yhteensä 6');
});

test('each field is required once one is filled in', async () => {
  const { dialog } = await openWorkTime();
  expect(field(dialog, 'Päättymisaika').getAttribute('aria-invalid')).not.toBe('true');
  type(field(dialog, 'Alkamisaika'), '10');
  expect(field(dialog, 'Päättymisaika').getAttribute('aria-invalid')).toBe('true');
});

test('work time is removed as a whole', async () => {
  const worked = {
    ...plain,
    workShiftStarted: '09.11.2026',
    workShiftStartedTime: '09:00',
    workShiftEnded: '09.11.2026',
    workShiftEndedTime: '17:00',
  };
  const { dialog, user, saved } = await openWorkTime(worked);
  await user.click(dialog.getByRole('button', { name: 'Poista työaika' }));
  await waitFor(() => expect(saved()).toMatchObject({ workShiftStarted: null }));
});

test('of a sent bill it can be looked at, not edited', async () => {
  const { dialog } = await openWorkTime(
    { ...plain, workShiftStarted: '09.11.2026' },
    { editable: false, state: 'PENDING' },
  );
  dialog.getByText('Et voi muokata tätä laskua');
  expect(field(dialog, 'Alkamispäivä').disabled).toBe(true);
});
