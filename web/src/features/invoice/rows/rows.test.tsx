import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Bill } from '@/api/bills';
import { billOf, cardOf } from '@/test/bills';
import { json } from '@/test/fakeServer';
import { openEditor } from '@/test/openEditor';
import { blankRow } from '@/test/rows';

const HOURS = {
  ...blankRow,
  id: 'hours',
  type: 'AMOUNT' as const,
  date: '16.11.2026',
  destination: 'Taitto',
  hourlyprice: 62,
  billableWorkHours: 22.5,
  collapsed: true,
};

const openDraft = (differences: Partial<Bill> = {}) => {
  const bill = { ...billOf(cardOf()), ...differences };
  return openEditor(`/invoice?id=${bill.id}`, { bill });
};
const row = (number: number) =>
  screen.findByRole('listitem', { name: new RegExp(`^Rivi ${number}:`) });
const textbox = (area: HTMLElement, name: RegExp) =>
  within(area).queryByRole<HTMLInputElement>('textbox', { name });

test('a folded row says in one line what, when, how much and for what sum', async () => {
  openDraft({ billableitems: [HOURS] });
  const line = within(await row(1)).getByRole('button', { expanded: false });
  expect(line.textContent.replaceAll(/\s/g, ' ')).toMatch(
    /^1 Taitto\d\d\.\d\d\.\d{4}22,5 × 62,00 €ALV 25,5 %1 395,00 €$/,
  );
});

test('a finished row folds when the next one is begun; one that is not finished stays open', async () => {
  const { user } = openDraft();
  await row(1);
  await user.click(screen.getByRole('button', { name: 'Lisää rivi' }));
  const second = await row(2);
  expect(textbox(await row(1), /^Työn kuvaus/)).toBeNull();
  fireEvent.change(textbox(second, /^Työn kuvaus/)!, { target: { value: 'Ilman hintaa' } });
  await user.click(screen.getByRole('button', { name: 'Lisää rivi' }));
  expect(textbox(await row(3), /^Työn kuvaus/)).toBe(document.activeElement);
  expect(textbox(await row(2), /^Työn kuvaus/)?.value).toBe('Ilman hintaa');
});

test('a new bill has its first row open, and adding another leads to it while it is empty', async () => {
  const { user } = openEditor('/invoice');
  await screen.findByRole('heading', { level: 1, name: 'Uusi lasku' });
  const first = textbox(await row(1), /^Työn kuvaus/);
  await user.click(screen.getByRole('button', { name: 'Lisää rivi' }));
  expect(document.activeElement).toBe(first);
  expect(screen.queryByRole('listitem', { name: /^Rivi 2/ })).toBeNull();
});

test('a folded row with something wrong in it says so', async () => {
  const { user, server, id } = openDraft({ billableitems: [{ ...HOURS, destination: '' }] });
  await row(1);
  server.answers[`GET /api/person/bill/${id}/validate`] = () =>
    json(200, {
      valid: false,
      overridable: false,
      remarks: [],
      problems: [
        { field: 'billableitems[0].destination', key: 'error.billableItem.missing.destination' },
      ],
    });
  await user.click(screen.getByRole('button', { name: 'Lähetä hyväksyttäväksi' }));
  await screen.findByRole('button', { name: 'Rivi 1: Työn kuvaus puuttuu.' });
  await user.click(screen.getByRole('button', { name: 'Sulje ikkuna' }));
  within(await row(1)).getByText('Tarkista tämä rivi.');
  expect(textbox(await row(1), /^Työn kuvaus/)).toBeNull();
});

test('on a desktop the header sends, on a phone the bar with the sum', async () => {
  openDraft();
  const inBar = await screen.findByRole('button', { name: 'Lähetä hyväksyttäväksi' });
  expect(inBar.closest('[data-bottom-bar]')).not.toBeNull();
  document.body.replaceChildren();
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media.includes('min-width'),
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  openDraft();
  const inHeader = await screen.findByRole('button', { name: 'Lähetä hyväksyttäväksi' });
  expect(inHeader.closest('[data-bottom-bar]')).toBeNull();
});
