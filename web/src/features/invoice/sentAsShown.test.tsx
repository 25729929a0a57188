import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Bill } from '@/api/bills';
import { BILLS, billOf, cardOf } from '@/test/bills';
import { changeLanguage } from '@/lib/language';
import { json, problem } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { openEditor } from '@/test/openEditor';

const NBSP = '\u00A0';

const openDraft = (differences: Partial<Bill> = {}) => {
  const bill = { ...billOf(cardOf()), ...differences };
  return openEditor(`/invoice?id=${bill.id}`, { bill });
};
const row = (number: number) =>
  screen.findByRole('listitem', { name: new RegExp(`^Rivi ${number}`) });
const field = (area: HTMLElement, label: RegExp) =>
  within(area).getByRole<HTMLInputElement>('textbox', { name: label });
/** Types into a field and leaves it. */
function write(input: HTMLElement, value: string) {
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
}
const saved = () => screen.findByText(/^Tallennettu klo \d\d:\d\d$/);
const UNREADABLE = 'Ei tallennettu: tarkista merkityt kentät';

test.each([
  ['1.234,56', '1234.56', `1${NBSP}234,56`],
  ['1 200', '1200', `1${NBSP}200,00`],
  ['−100,50 €', '-100.5', '-100,50'],
])('%s is sent as %s and shown as %s', async (typed, sent, shown) => {
  const { save, lastBody } = openDraft();
  const price = field(await row(1), /^Veroton hinta/);
  write(price, typed);
  expect(price.value).toBe(shown);
  await waitFor(() => expect(lastBody(save).billableitems?.[0]).toMatchObject({ alvPrice: sent }));
});

test('in English the same number is shown in English, and what has two meanings is asked', async () => {
  const { user, save, lastBody } = openDraft();
  const price = field(await row(1), /^Veroton hinta/);
  write(price, '1255');
  expect(price.value).toBe(`1${NBSP}255,00`);
  act(() => changeLanguage('en'));
  expect(price.value).toBe('1,255.00');
  write(price, '1,234');
  expect(price.value).toBe('1,234');
  await user.click(await screen.findByRole('button', { name: '1,234' }));
  fireEvent.blur(price);
  expect(price.value).toBe('1,234.00');
  await waitFor(() =>
    expect(lastBody(save).billableitems?.[0]).toMatchObject({ alvPrice: '1234' }),
  );
});

test.each(['10x5', '1e5'])(
  '%s stays on the screen, and is neither saved nor sent',
  async (typed) => {
    const { server, save, id, user } = openDraft();
    const price = field(await row(1), /^Verollinen hinta/);
    write(price, typed);
    await screen.findByText(UNREADABLE);
    expect(price.value).toBe(typed);
    expect(price.getAttribute('aria-invalid')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Lähetä hyväksyttäväksi' }));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByRole('button', { name: /^Rivi 1, hinta: / });
    expect(server.sent(save)).toEqual([]);
    expect(server.sent(`GET /api/person/bill/${id}/validate`)).toEqual([]);

    document.body.replaceChildren();
    openApp(`/invoice?id=${id}`);
    expect(field(await row(1), /^Verollinen hinta/).value).toBe(typed);
    expect(server.sent(save)).toEqual([]);
  },
);

test('a price that is no number goes over into the copy of a bill that was sent elsewhere', async () => {
  const { store, server, id, user } = openDraft();
  const price = field(await row(1), /^Verollinen hinta/);
  server.answers[`GET ${BILLS}/0193b000-0000-7000-8000-000000000002`] = () =>
    json(200, store.all()[1]);
  write(price, '10x5');
  await waitFor(() => expect(Object.values(localStorage).join(' ')).toContain('10x5'));
  store.put({ ...store.get(id), version: 9, state: 'PENDING', editable: false });

  document.body.replaceChildren();
  openApp(`/invoice?id=${id}`);
  await user.click(
    await screen.findByRole('button', { name: 'Tallenna kirjoittamani uutena laskuna' }),
  );
  await screen.findByText(UNREADABLE);
  expect(field(await row(1), /^Verollinen hinta/).value).toBe('10x5');
});

test('a price of two meanings is asked, and the answer is what is sent', async () => {
  const { server, save, lastBody, user } = openDraft();
  const price = field(await row(1), /^Veroton hinta/);
  write(price, '1.234');
  await screen.findByText(/^Tarkoititko 1\s234 vai 1,234\?$/);
  expect(server.sent(save)).toEqual([]);
  const choices = screen.getByRole('group', { name: /^Tarkoititko/ });
  await user.click(within(choices).getByRole('button', { name: /^1\s234$/ }));
  await waitFor(() =>
    expect(lastBody(save).billableitems?.[0]).toMatchObject({ alvPrice: '1234' }),
  );
  expect(document.activeElement).toBe(price);
  expect(price.value).toBe(`1${NBSP}234,00`);
});

test('a space that may be a comma is asked, and nothing is saved before', async () => {
  const { server, save, lastBody, user } = openDraft();
  const price = field(await row(1), /^Veroton hinta/);
  write(price, '12 50');
  await screen.findByText(/^Tarkoititko 1\s250 vai 12,5\?$/);
  expect(price.value).toBe('12 50');
  await screen.findByText(UNREADABLE);
  expect(server.sent(save)).toEqual([]);
  await user.click(screen.getByRole('button', { name: '12,5' }));
  await waitFor(() =>
    expect(lastBody(save).billableitems?.[0]).toMatchObject({ alvPrice: '12.5' }),
  );
  expect(price.value).toBe('12,50');
});

test('a space left over while a price is edited means nothing', async () => {
  const { save, lastBody } = openDraft();
  const price = field(await row(1), /^Veroton hinta/);
  write(price, `1${NBSP}2005,00`);
  await waitFor(() =>
    expect(lastBody(save).billableitems?.[0]).toMatchObject({ alvPrice: '12005' }),
  );
  expect(price.value).toBe(`12${NBSP}005,00`);
});

test('more than four decimals are rounded, and that is said', async () => {
  const { save, lastBody } = openDraft();
  const price = field(await row(1), /^Veroton hinta/);
  write(price, '1,23456');
  expect(price.value).toBe('1,2346');
  screen.getByText('Pyöristetty neljään desimaaliin.');
  await waitFor(() =>
    expect(lastBody(save).billableitems?.[0]).toMatchObject({ alvPrice: '1.2346' }),
  );
});

test('reverse VAT ticked and unticked leaves what was there', async () => {
  const { save, lastBody, user } = openDraft();
  const rates = () =>
    screen
      .getAllByRole<HTMLSelectElement>('combobox', { name: 'Arvonlisävero' })
      .map(({ value }) => value);
  await row(1);
  const before = rates();
  const reverse = screen.getByRole('checkbox', { name: 'Rakennusalan käännetty arvonlisävero' });
  await user.click(reverse);
  expect(rates()).toEqual(['0', '0']);
  await waitFor(() => expect(lastBody(save).inverseALV).toBe(true));
  await user.click(reverse);
  expect(rates()).toEqual(before);
  await waitFor(() => expect(lastBody(save).inverseALV).toBe(false));
  expect(lastBody(save).alv).toBe(before[0]);
});

test('a day is completed when its field is left', async () => {
  const { save, lastBody } = openDraft();
  const day = field(await row(1), /^Päivä/);
  write(day, '1.12.2026');
  expect(day.value).toBe('01.12.2026');
  await waitFor(() => expect(lastBody(save).billableitems?.[0]?.date).toBe('01.12.2026'));
});

test('Back to a bill that was new a moment ago shows that bill', async () => {
  const { router, user, store, server } = openEditor('/invoice');
  await user.click(await screen.findByRole('button', { name: 'Lisää rivi' }));
  write(field(await row(1), /^Työn kuvaus/), 'Hääkuvaus');
  await user.click(screen.getByRole('combobox', { name: 'Asiakas' }));
  await user.click(await screen.findByRole('option', { name: /Kesäteatteri Oy/, hidden: true }));
  await saved();
  const [made] = store.all();
  const other = {
    ...billOf(cardOf({ id: '0193b000-0000-7000-8000-00000000000f' })),
    yourcode: 'X',
  };
  await waitFor(() => expect(router.state.location.search).toEqual({ id: made?.id }));
  server.answers[`GET ${BILLS}/${other.id}`] = () => json(200, other);
  await router.navigate({ to: '/invoice', search: { id: other.id } });
  await waitFor(() => expect(screen.queryByDisplayValue('Hääkuvaus')).toBeNull());
  await screen.findByDisplayValue('Valokuvaus');
  router.history.back();
  await waitFor(() => expect(router.state.location.search).toEqual({ id: made?.id }));
  await screen.findByDisplayValue('Hääkuvaus');
  expect(screen.queryByRole('heading', { level: 1, name: 'Uusi lasku' })).toBeNull();
  expect(store.all()).toHaveLength(1);
});

test('a copy is made of what is saved, or not at all', async () => {
  const { server, save, id, user } = openDraft();
  const copy = `POST ${BILLS}/${id}/copy`;
  const works = server.answers[save];
  server.answers[save] = () => problem(422, 'contactAdmin');
  write(field(await row(1), /^Työn kuvaus/), 'Uusi');
  await screen.findByText(/^Tallennus ei onnistunut/);
  await user.click(screen.getByRole('button', { name: /^Kopioi/ }));
  await screen.findByText(/^Tätä ei voi tehdä/);
  expect(server.sent(copy)).toEqual([]);
  if (works !== undefined) server.answers[save] = works;
  server.answers[copy] = () => json(201, billOf(cardOf({ id: 'copy' })));
  await user.click(screen.getByRole('button', { name: /^Kopioi/ }));
  await waitFor(() => expect(server.sent(copy)).toHaveLength(1));
  expect(server.sent(save).length).toBeGreaterThan(1);
});

test('a PDF is shown of what is saved, in a tab that the click itself opened', async () => {
  const { server, save, id, user } = openDraft();
  const works = server.answers[save];
  server.answers[save] = () => problem(422, 'contactAdmin');
  const tab = { close: vi.fn<() => void>(), location: { replace: vi.fn<(to: URL) => void>() } };
  const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  write(field(await row(1), /^Työn kuvaus/), 'Uusi');
  await screen.findByText(/^Tallennus ei onnistunut/);
  const link = screen.getByRole('link', { name: /^Avaa PDF/ });
  fireEvent.click(link);
  // Later a browser would take it for a pop-up.
  expect(open).toHaveBeenCalledTimes(1);
  await screen.findByText(/^Tätä ei voi tehdä/);
  expect(tab.close).toHaveBeenCalled();
  expect(tab.location.replace).not.toHaveBeenCalled();
  if (works !== undefined) server.answers[save] = works;
  await user.click(link);
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledTimes(1));
  expect(String(tab.location.replace.mock.calls[0]?.[0])).toContain(`/api/bill/${id}/pdf`);
});
