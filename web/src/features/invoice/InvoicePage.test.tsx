import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Bill } from '@/api/bills';
import { NO_ANSWER, SERVER_BACK } from '@/lib/serverEvents';
import { BILLS, billOf, cardOf } from '@/test/bills';
import { json, problem, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { CUSTOMER, openEditor } from '@/test/openEditor';
import { blankRow } from '@/test/rows';

const draft = (differences: Partial<Bill> = {}): Bill => ({ ...billOf(cardOf()), ...differences });
const openDraft = (differences?: Partial<Bill>) => {
  const bill = draft(differences);
  return openEditor(`/invoice?id=${bill.id}`, { bill });
};

const row = (number: number) =>
  screen.findByRole('listitem', { name: new RegExp(`^Rivi ${number}`) });
const field = (area: HTMLElement, label: RegExp) =>
  within(area).getByRole<HTMLInputElement>('textbox', { name: label });
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });
const saved = () => screen.findByText(/^Tallennettu klo \d\d:\d\d$/);

const RETURNED = {
  at: '2026-11-16T08:00:00Z',
  action: 'returned',
  actor: 'Kaisa Laine',
  own: false,
  reason: 'Tilaajan viite puuttuu',
  link: null,
};

test('a draft that a clerk gave back says why', async () => {
  const { server, id } = openDraft();
  server.answers[`GET ${BILLS}/${id}/history`] = () => json(200, { events: [RETURNED] });
  await screen.findByText('Tilaajan viite puuttuu');
});

test('what a clerk wrote is not repeated after the bill was sent again', async () => {
  const { server, id } = openDraft();
  const opened = { ...RETURNED, action: 'opened', own: true, reason: null };
  server.answers[`GET ${BILLS}/${id}/history`] = () => json(200, { events: [RETURNED, opened] });
  await row(1);
  await waitFor(() => expect(server.sent(`GET ${BILLS}/${id}/history`)).toHaveLength(1));
  expect(screen.queryByText('Tilaajan viite puuttuu')).toBeNull();
});

test('a new bill is made once it has a customer, under one key, and the address names it', async () => {
  const { server, router, store, user } = openEditor('/invoice');
  await screen.findByRole('heading', { level: 1, name: 'Uusi lasku' });
  await user.click(screen.getByRole('button', { name: 'Lisää rivi' }));
  type(field(await row(1), /^Työn kuvaus/), 'Valokuvaus');
  screen.getByText('Ei vielä tallennettu: valitse asiakas');
  await user.click(screen.getByRole('combobox', { name: 'Asiakas' }));
  await user.click(await screen.findByRole('option', { name: /Kesäteatteri Oy/, hidden: true }));
  await saved();
  expect(store.all()).toHaveLength(1);
  expect(store.all()[0]).toMatchObject({
    sharedCustomer: { id: CUSTOMER.id },
    billingdate: '16.11.2026',
    exactDueDate: '07.12.2026',
    billableitems: [{ destination: 'Valokuvaus', date: '16.11.2026', alv: 25.5 }],
  });
  expect(server.sent(`POST ${BILLS}`)).toHaveLength(1);
  await waitFor(() => expect(router.state.location.search).toEqual({ id: store.all()[0]?.id }));
  // The editor stayed: what has the focus or is being typed is not disturbed by the new address.
  expect(field(await row(1), /^Työn kuvaus/).value).toBe('Valokuvaus');
});

test.each([
  ['a new bill begins with its customer', undefined, /^Asiakas/],
  ['a bill without a customer with that', { sharedCustomer: null }, /^Asiakas/],
  ['a bill without rows with a row', { billableitems: [] }, /^Lisää rivi/],
  [
    'a row without a price with that',
    { billableitems: [{ ...blankRow, id: 'r1', destination: 'Valokuvaus' }] },
    /^Veroton hinta/,
  ],
])('%s', async (_, differences, name) => {
  if (differences === undefined) openEditor('/invoice');
  else openDraft(differences);
  const main = within(await screen.findByRole('main'));
  await main.findByRole('button', { name: 'Lisää rivi' });
  const focused = document.activeElement as HTMLInputElement;
  expect(focused.labels?.[0]?.textContent ?? focused.textContent).toMatch(name);
});

test('a bill in which nothing is missing, or which cannot be edited, leaves the focus alone', async () => {
  openDraft();
  await row(1);
  expect(document.activeElement?.matches('input, select, button')).toBe(false);
});

test('prices with and without VAT follow each other', async () => {
  const { save, lastBody } = openDraft();
  const first = await row(1);
  type(field(first, /^Verollinen hinta/), '100');
  expect(field(first, /^Veroton hinta/).value).toBe('79,6813');
  fireEvent.change(within(first).getByRole('combobox', { name: 'Hinnoittelu' }), {
    target: { value: 'AMOUNT' },
  });
  type(field(first, /^Määrä/), '7,5');
  type(field(first, /^Yksikköhinta/), '33,3330');
  fireEvent.blur(field(first, /^Yksikköhinta/));
  expect(field(first, /^Veroton hinta/).value).toBe('249,9975');
  await saved();
  await waitFor(() =>
    expect(lastBody(save).billableitems?.[0]).toMatchObject({
      type: 'AMOUNT',
      hourlyprice: '33.333',
      billableWorkHours: '7.5',
    }),
  );
});

test('reverse VAT leaves no VAT and no other reason for that', async () => {
  const { user } = openDraft({ alv: 0, vatZeroReasonCode: 2 });
  await row(1);
  expect(screen.getByLabelText<HTMLSelectElement>('Verottomuuden peruste').value).toBe('2');
  await user.click(screen.getByRole('checkbox', { name: 'Rakennusalan käännetty arvonlisävero' }));
  expect(screen.queryByLabelText('Verottomuuden peruste')).toBeNull();
  const [ofBill, ofRow] = screen.getAllByRole<HTMLSelectElement>('combobox', {
    name: 'Arvonlisävero',
  });
  expect(ofBill?.disabled).toBe(true);
  expect(ofRow?.value).toBe('0');
});

test('an employee is not asked who pays the reimbursements', async () => {
  const user = { ...worker, personSettings: { workerType: 'WORKER' } };
  const bill = draft();
  openEditor(`/invoice?id=${bill.id}`, { bill, user });
  await row(1);
  expect(screen.queryByRole('checkbox', { name: 'Laskuta korvaukset asiakkaalta' })).toBeNull();
  await screen.findByText('Palkkaan käytettävissä');
  expect(screen.queryByText('Palvelumaksu')).toBeNull();
});

test('Enter in the last cell adds a row of the next day; Tab goes on', async () => {
  const { user } = openDraft();
  const last = field(await row(1), /^Verollinen hinta/);
  last.focus();
  await user.keyboard('{Tab}');
  expect(screen.queryByRole('listitem', { name: /^Rivi 2/ })).toBeNull();
  last.focus();
  await user.keyboard('{Enter}');
  const second = await row(2);
  expect(document.activeElement).toBe(field(second, /^Työn kuvaus/));
  expect(field(second, /^Päivä/).value).toBe('17.11.2026');
  field(second, /^Verollinen hinta/).focus();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('listitem', { name: /^Rivi 3/ })).toBeNull();
});

test('Ctrl+D duplicates the row with the focus', async () => {
  const { user } = openDraft();
  field(await row(1), /^Työn kuvaus/).focus();
  await user.keyboard('{Control>}d{/Control}');
  expect(field(await row(2), /^Työn kuvaus/).value).toBe('Valokuvaus');
});

test('a deleted row comes back where it was', async () => {
  const { user, save, lastBody } = openDraft();
  await row(1);
  await user.click(screen.getByRole('button', { name: 'Poista rivi 1' }));
  await user.click(await screen.findByRole('button', { name: 'Poista rivi' }));
  await waitFor(() => expect(lastBody(save).billableitems).toEqual([]));
  await user.click(await screen.findByRole('button', { name: 'Kumoa' }));
  expect(field(await row(1), /^Työn kuvaus/).value).toBe('Valokuvaus');
  await waitFor(() => expect(lastBody(save).billableitems).toHaveLength(1));
});

test('a double click on a row folds all of them, and that is saved', async () => {
  const named = { ...blankRow, destination: 'Valokuvaus' };
  const { user, save, lastBody } = openDraft({ billableitems: [named, { ...named, id: 'other' }] });
  await row(2);
  await user.dblClick(within(await row(1)).getByRole('button', { name: /^Rivi 1/ }));
  expect(screen.queryByRole('textbox', { name: /^Työn kuvaus/ })).toBeNull();
  await waitFor(() =>
    expect(lastBody(save).billableitems?.map(({ collapsed }) => collapsed)).toEqual([true, true]),
  );
});

test('without a connection the work waits, survives a reload and is saved later', async () => {
  const { server, save, store, id } = openDraft();
  const works = server.answers[save];
  server.answers[save] = () => {
    throw new TypeError('network down');
  };
  type(field(await row(1), /^Työn kuvaus/), 'Kirjoitettu junassa');
  await screen.findByText(/^Ei yhteyttä\. Työsi on tallessa/);

  // The same tab loads the page anew.
  document.body.replaceChildren();
  openApp(`/invoice?id=${id}`);
  await screen.findByText(/^Palautimme työsi, joka jäi tallentamatta/);
  expect(field(await row(1), /^Työn kuvaus/).value).toBe('Kirjoitettu junassa');
  if (works !== undefined) server.answers[save] = works;
  fireEvent(window, new Event('online'));
  await saved();
  expect(store.get(id).billableitems[0]?.destination).toBe('Kirjoitettu junassa');
  await waitFor(() => expect(screen.queryByText(/^Palautimme työsi/)).toBeNull());
  expect(Object.keys(localStorage).filter((name) => name.startsWith('liksa-invoice'))).toEqual([]);
});

test('a lost server is told once: by the editor where it is open, and elsewhere by a notice', async () => {
  const { server, save, router } = openDraft();
  const [line, notice] = [/^Ei yhteyttä\. Työsi on tallessa/, /^Palvelimeen ei saada yhteyttä/];
  const description = field(await row(1), /^Työn kuvaus/);
  const down = () => {
    throw new TypeError('connection refused');
  };
  server.answers['GET /readyz'] = down;
  server.answers[save] = down;
  fireEvent(window, new Event(NO_ANSWER));
  const told = await screen.findByRole('alert');
  within(told).getByText(line);
  // Nothing waits to be saved.
  expect(within(told).queryByRole('button')).toBeNull();
  expect(screen.queryByText(notice)).toBeNull();
  type(description, 'Kirjoitettu junassa');
  await within(told).findByRole('button', { name: 'Yritä uudelleen' });
  expect(screen.queryByText(notice)).toBeNull();
  await router.navigate({ to: '/invoices' });
  await screen.findByText(notice);
  expect(screen.queryByText(line)).toBeNull();
});

test('while the service is away what is typed is kept, and saved when it is back', async () => {
  const { server, save, store, id } = openDraft();
  const works = server.answers[save];
  server.answers[save] = () => problem(503, 'SERVICE_UNAVAILABLE');
  server.answers['GET /readyz'] = () => new Response('', { status: 503 });
  type(field(await row(1), /^Työn kuvaus/), 'Kirjoitettu katkon aikana');
  await screen.findByText(/^Ei yhteyttä\. Työsi on tallessa/);
  Object.assign(server.answers, { [save]: works, 'GET /readyz': () => new Response('ok') });
  fireEvent(window, new Event(SERVER_BACK));
  await saved();
  expect(store.get(id).billableitems[0]?.destination).toBe('Kirjoitettu katkon aikana');
});

test('a failure says why and can be tried again', async () => {
  const { server, save, user } = openDraft();
  const works = server.answers[save];
  server.answers[save] = () => problem(500, 'contactAdmin');
  type(field(await row(1), /^Työn kuvaus/), 'Uusi');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Tallennus ei vielä onnistunut. Palvelussa tapahtui virhe.');
  if (works !== undefined) server.answers[save] = works;
  await user.click(within(alert).getByRole('button', { name: 'Yritä uudelleen' }));
  await saved();
});

test('an error of the server is shown at its field', async () => {
  const { server, save } = openDraft();
  server.answers[save] = () =>
    json(422, {
      errorKey: 'INVALID_FIELDS',
      message: '',
      fields: [{ field: 'billableitems[0].destination', key: 'validation.invalid' }],
    });
  const input = field(await row(1), /^Työn kuvaus/);
  type(input, 'Uusi');
  await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'));
});

test('a conflict shows both values, and keeps what was chosen', async () => {
  const { store, id, user } = openDraft();
  const first = await row(1);
  store.put({
    ...store.get(id),
    version: 9,
    yourcode: 'TILAUS-7',
    billableitems: store
      .get(id)
      .billableitems.map((theirs) => ({ ...theirs, destination: 'Toisaalla' })),
  });
  type(field(first, /^Työn kuvaus/), 'Täällä');
  const dialog = await screen.findByRole('dialog', { name: 'Laskua on muutettu toisaalla' });
  within(dialog).getByRole('radio', { name: 'Rivi 1, kuvaus: Tässä: Täällä' });
  await user.click(within(dialog).getByRole('button', { name: 'Kaikki toisaalta' }));
  await user.click(within(dialog).getByRole('button', { name: 'Tallenna valinnat' }));
  await saved();
  expect(field(first, /^Työn kuvaus/).value).toBe('Toisaalla');
  expect(store.get(id)).toMatchObject({
    yourcode: 'TILAUS-7',
    billableitems: [{ destination: 'Toisaalla' }],
  });
});

test('a bill that was sent elsewhere is shown as it is, and the typed is offered as a new one', async () => {
  const { store, server, id, user, router } = openDraft();
  const first = await row(1);
  server.answers[`GET ${BILLS}/0193b000-0000-7000-8000-000000000002`] = () =>
    json(200, store.all()[1]);
  store.put({ ...store.get(id), version: 9, state: 'PENDING', editable: false });
  type(field(first, /^Työn kuvaus/), 'Vielä tämä');
  await screen.findByText(/^Laskua ei voi enää muokata, koska se lähetettiin toisaalla/);
  await within(await row(1)).findByText(/Valokuvaus/);
  await user.click(screen.getByRole('button', { name: 'Tallenna kirjoittamani uutena laskuna' }));
  await waitFor(() => expect(store.all()).toHaveLength(2));
  expect(store.all()[1]?.billableitems[0]?.destination).toBe('Vielä tämä');
  await waitFor(() => expect(router.state.location.search).toEqual({ id: store.all()[1]?.id }));
});

test('what keeps a bill from being sent is listed, and leads to its field', async () => {
  const { server, id, user } = openDraft();
  await row(1);
  server.answers[`GET /api/person/bill/${id}/validate`] = () =>
    json(200, {
      valid: false,
      overridable: false,
      remarks: [],
      problems: [
        {
          field: 'billableitems[0].destination',
          key: 'error.billableItem.missing.destination',
        },
      ],
    });
  await user.keyboard('{Control>}{Enter}{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Vielä yksi kohta' });
  const link = await within(dialog).findByRole('button', { name: 'Rivi 1: Työn kuvaus puuttuu.' });
  expect(
    within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Lähetä hyväksyttäväksi' })
      .disabled,
  ).toBe(true);
  await user.click(link);
  const input = field(await row(1), /^Työn kuvaus/);
  await waitFor(() => expect(document.activeElement).toBe(input));
  expect(input.getAttribute('aria-invalid')).toBe('true');
});

test('characters that cannot be printed are named where they are typed, and before sending', async () => {
  const { server, id, user } = openDraft();
  const input = field(await row(1), /^Työn kuvaus/);
  expect(screen.queryByText(/ei voi tulostaa/)).toBeNull();
  type(input, 'Keikka 🎻 ja toinen 🎻');
  const warning = await screen.findByText(/^Laskulle ei voi tulostaa näitä merkkejä: 🎻\./);
  expect(input.getAttribute('aria-describedby')).toBe(warning.parentElement?.id);
  expect(input.getAttribute('aria-invalid')).not.toBe('true');
  server.answers[`GET /api/person/bill/${id}/validate`] = () =>
    json(200, {
      valid: true,
      overridable: false,
      problems: [],
      remarks: [
        { field: 'billableitems[0].destination', key: 'review.unprintable', characters: '🎻' },
      ],
    });
  await user.keyboard('{Control>}{Enter}{/Control}');
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText(/^Rivi 1, kuvaus: .* 🎻\./);
  expect(
    within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Lähetä hyväksyttäväksi' })
      .disabled,
  ).toBe(false);
});

test('only a journey that began elsewhere can be vouched for, and the bill is sent', async () => {
  const { server, id, save, user, router, lastBody } = openDraft();
  await row(1);
  server.answers[`GET /api/person/bill/${id}/validate`] = () =>
    json(200, {
      valid: false,
      overridable: true,
      remarks: [],
      problems: [{ field: 'billableitems[0].addressStart', key: 'not_home_address' }],
    });
  await user.click(screen.getByRole('button', { name: 'Lähetä hyväksyttäväksi' }));
  const dialog = await screen.findByRole('dialog');
  const send = await within(dialog).findByRole<HTMLButtonElement>('button', {
    name: 'Lähetä hyväksyttäväksi',
  });
  expect(send.disabled).toBe(true);
  await user.click(await within(dialog).findByRole('checkbox', { name: /^Matka alkoi muualta/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Lähetä hyväksyttäväksi' }));
  const told = await screen.findByRole('heading', { name: 'Lasku on lähetetty hyväksyttäväksi' });
  expect(lastBody(save)).toMatchObject({ state: 'PENDING', leftOutFromHome: true });
  await waitFor(() => expect(document.activeElement).toBe(told));
  expect(router.state.location.search).toEqual({ id });
});

test('an unknown id leads to the list', async () => {
  const { router } = openEditor('/invoice?id=0193b000-0000-7000-8000-00000000dead');
  await waitFor(() => expect(router.state.location.pathname).toBe('/invoices'));
  await screen.findByText('Hakemaasi ei löytynyt.');
});

test('a picked day in the past becomes today', async () => {
  const { user } = openDraft();
  await row(1);
  await user.click(screen.getByRole('button', { name: 'Avaa kalenteri: Laskun päiväys' }));
  const calendar = await screen.findByRole('dialog', { name: 'Laskun päiväys' });
  await user.click(await within(calendar).findByRole('button', { name: /^2 marraskuu/ }));
  await screen.findByText('Tarkista päivämäärät.');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Laskun päiväys' }).value).toBe(
    '16.11.2026',
  );
});
