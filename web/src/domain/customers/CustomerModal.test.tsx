import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import type { Customer } from '@/api/customers';
import { company, fakeRegister, stranger } from '@/test/customers';
import { json, problem } from '@/test/fakeServer';
import { renderSignedIn, write } from '@/test/renderSignedIn';
import { CustomerModal, type CustomerView } from './CustomerModal';

const POST = 'POST /api/sharedcustomers';

function Window({ start, onChosen }: { start: CustomerView; onChosen: (one: Customer) => void }) {
  const [view, setView] = useState<CustomerView | undefined>(start);
  return <CustomerModal view={view} onView={setView} onChosen={onChosen} />;
}

async function open(start: CustomerView, register: readonly Customer[] = []) {
  const server = fakeRegister(register);
  const onChosen = vi.fn<(customer: Customer) => void>();
  const { user } = renderSignedIn(<Window start={start} onChosen={onChosen} />);
  const form = within(await screen.findByRole('dialog'));
  return { server, user, form, onChosen };
}

function openNew(searched = 'Uusi Oy', register: readonly Customer[] = []) {
  return open({ kind: 'create', searched }, register);
}

type Form = Awaited<ReturnType<typeof open>>['form'];

const valueOf = (field: HTMLElement) => (field as HTMLInputElement).value;
const emailField = (form: Form) => form.getByLabelText(/^Sähköposti/, { selector: '[type=email]' });
const submit = (form: Form) => form.getByRole('button', { name: 'Lisää asiakas' });

/** Fills in what the form needs beside who the customer is. */
async function fillIn(user: UserEvent, form: Form) {
  await user.click(form.getByLabelText('Sähköposti', { selector: '[type=radio]' }));
  await write(user, form.getByLabelText(/^Katuosoite/), 'Metsätie 2');
  await write(user, form.getByLabelText(/^Postinumero/), '90100');
  await write(user, form.getByLabelText(/^Postitoimipaikka/), 'Oulu');
  await write(user, emailField(form), 'laskut@uusi.example');
  await write(user, form.getByLabelText(/^Puhelin/), '040 7654321');
}

test('a customer is made with what was searched for', async () => {
  const { server, user, form, onChosen } = await openNew();
  expect(valueOf(form.getByLabelText(/^Yrityksen nimi/))).toBe('Uusi Oy');
  await write(user, form.getByLabelText('Y-tunnus'), '20774740');
  await fillIn(user, form);
  expect(valueOf(form.getByLabelText('Y-tunnus'))).toBe('2077474-0');
  await user.click(submit(form));
  await screen.findByText('Uusi asiakas on lisätty.');
  expect(onChosen).toHaveBeenCalledOnce();
  expect(onChosen.mock.lastCall?.[0]).toMatchObject({ name: 'Uusi Oy', city: 'Oulu' });
  const [sent = ''] = server.sent(POST);
  expect(JSON.parse(sent)).toMatchObject({
    name: 'Uusi Oy',
    partyRole: 'COMPANY',
    businessid: '2077474-0',
    sendBillMethod: 'EMAIL',
    termofpayment: 14,
    termAgreed: true,
    addresscountry: 'FIN',
    postalcode: '90100',
  });
});

test('the town follows from the postal code, until one is typed', async () => {
  const { user, form } = await openNew();
  const [code, city] = [
    form.getByLabelText(/^Postinumero/),
    form.getByLabelText(/^Postitoimipaikka/),
  ];
  await write(user, code, '90100');
  await waitFor(() => expect(valueOf(city)).toBe('Oulu'));
  await write(user, code, '33100');
  await waitFor(() => expect(valueOf(city)).toBe('Tampere'));
  await write(user, city, 'Näsijärvi');
  await write(user, code, '90100');
  await user.tab();
  expect(valueOf(city)).toBe('Näsijärvi');
});

test('a double click makes one customer', async () => {
  const { server, user, form, onChosen } = await openNew('20774740');
  await write(user, form.getByLabelText(/^Yrityksen nimi/), 'Uusi Oy');
  await fillIn(user, form);
  await user.dblClick(submit(form));
  await screen.findByText('Uusi asiakas on lisätty.');
  expect(onChosen).toHaveBeenCalledOnce();
  expect(server.sent(POST)).toHaveLength(1);
});

test('a missing value is an error only on saving, and the first one gets the focus', async () => {
  const { server, user, form } = await openNew();
  await user.click(form.getByLabelText(/^Katuosoite/));
  await user.tab();
  expect(form.queryByText('Pakollinen tieto')).toBeNull();
  await user.click(submit(form));
  await form.findByText('Anna Y-tunnus tai ALV-tunniste.');
  // The address, postal code, city, e-mail and phone.
  expect(form.getAllByText('Pakollinen tieto')).toHaveLength(5);
  expect(document.activeElement).toBe(form.getByLabelText('Y-tunnus'));
  expect(server.sent(POST)).toEqual([]);
});

test('a wrong value is an error when the field is left, until it is right', async () => {
  const { user, form } = await openNew();
  const field = form.getByLabelText('Y-tunnus');
  await write(user, field, '2077474-1');
  expect(form.queryByText('Tarkista Y-tunnus.')).toBeNull();
  await user.tab();
  await form.findByText('Tarkista Y-tunnus.');
  await user.type(field, '{Backspace}0');
  expect(form.queryByText('Tarkista Y-tunnus.')).toBeNull();
});

test('a private person has a personal id and a bank, but no business id', async () => {
  const { server, user, form } = await openNew('Maija Meikäläinen');
  await user.click(form.getByLabelText('Yksityishenkilö'));
  expect(form.queryByLabelText('Y-tunnus')).toBeNull();
  await write(user, form.getByLabelText('Henkilötunnus (valinnainen)'), '131052-308t');
  await fillIn(user, form);
  await user.click(form.getByLabelText('Verkkolasku'));
  await write(user, form.getByLabelText(/^E-laskuosoite/), 'FI79 4405 2020 0360 82');
  await user.click(form.getByRole('combobox', { name: /^Pankki/ }));
  await user.click(await screen.findByRole('option', { name: 'OP' }));
  await user.click(submit(form));
  await screen.findByText('Uusi asiakas on lisätty.');
  const [sent = ''] = server.sent(POST);
  expect(JSON.parse(sent)).toMatchObject({
    partyRole: 'CUSTOMER',
    sotu: '131052-308T',
    termAgreed: false,
    businessid: '',
    sendBillMethod: 'EBILL',
    operator: 'OKOYFIHH',
  });
});

test('an error of the server is shown at its field, until that changes', async () => {
  const { server, user, form } = await openNew('20774740');
  server.answers[POST] = () =>
    json(422, {
      errorKey: 'INVALID_FIELDS',
      message: '',
      fields: [
        { field: 'people[0].email', key: 'validation.invalidEmail' },
        { field: 'city', key: 'validation.invalid' },
      ],
    });
  await write(user, form.getByLabelText(/^Yrityksen nimi/), 'Uusi Oy');
  await fillIn(user, form);
  await user.click(form.getByRole('button', { name: /^Lisätiedot/ }));
  await user.click(await form.findByRole('button', { name: 'Lisää yhteyshenkilö' }));
  const person = within(form.getByRole('group', { name: 'Yhteyshenkilö 1' }));
  await write(user, person.getByLabelText(/^Nimi/), 'Aino');
  await user.click(submit(form));
  await form.findByText('Arvo ei kelpaa.');
  expect(person.getByText('Tarkista sähköpostiosoite.')).toBeDefined();
  const city = form.getByLabelText(/^Postitoimipaikka/);
  // The field is focused once it is seen to be wrong.
  await waitFor(() => expect(document.activeElement).toBe(city));
  await user.type(city, 'x');
  expect(form.queryByText('Arvo ei kelpaa.')).toBeNull();
});

test('a customer that exists already is searched for, and chosen instead', async () => {
  const { server, user, form, onChosen } = await openNew('Kettu', [stranger]);
  server.answers[POST] = () => problem(409, 'customer_already_added_please_search');
  await write(user, form.getByLabelText('Y-tunnus'), stranger.businessid);
  await fillIn(user, form);
  await user.click(submit(form));
  const search = within(await screen.findByRole('dialog', { name: 'Etsi asiakas' }));
  expect(valueOf(search.getByLabelText('Nimi tai Y-tunnus'))).toBe(stranger.businessid);
  await user.click(await search.findByRole('button', { name: 'Valitse: Ketunkolo ry' }));
  expect(onChosen.mock.lastCall?.[0]).toEqual(stranger);
});

test('a customer whose answer was lost is made once, with what was typed after', async () => {
  const { server, user, form, onChosen } = await openNew('20774740');
  const made = { ...company, id: '0193a000-0000-7000-8000-0000000000c9', name: 'Uusi Oy' };
  const keys: (string | null)[] = [];
  server.answers[POST] = (request) => {
    keys.push(request.headers.get('Idempotency-Key'));
    if (keys.length === 1) throw new TypeError('network down');
    return json(200, made);
  };
  const change = `PUT /api/sharedcustomers/${made.id}`;
  server.answers[change] = () => json(200, { ...made, city: 'Kempele' });
  await write(user, form.getByLabelText(/^Yrityksen nimi/), 'Uusi Oy');
  await fillIn(user, form);
  await user.click(submit(form));
  await form.findByText(/Palveluun ei saada yhteyttä/);
  await write(user, form.getByLabelText(/^Postitoimipaikka/), 'Kempele');
  await waitFor(async () => {
    await user.click(submit(form));
    expect(keys.length).toBeGreaterThan(1);
  });
  await waitFor(() => expect(onChosen).toHaveBeenCalledOnce());
  expect(onChosen.mock.lastCall?.[0]).toMatchObject({ city: 'Kempele' });
  expect(keys[0]).toMatch(/^[\w-]{8,64}$/);
  expect(new Set(keys).size).toBe(1);
  expect(JSON.parse(server.sent(change)[0] ?? '')).toMatchObject({ city: 'Kempele', version: 3 });
});

test('a half-filled form is not thrown away without asking', async () => {
  const { user, form, onChosen } = await openNew();
  await write(user, form.getByLabelText(/^Katuosoite/), 'Metsätie 2');
  await user.keyboard('{Escape}');
  await user.click(await form.findByRole('button', { name: 'Jatka täyttämistä' }));
  expect(valueOf(form.getByLabelText(/^Katuosoite/))).toBe('Metsätie 2');
  await user.click(form.getByRole('button', { name: 'Peruuta' }));
  await user.click(await form.findByRole('button', { name: 'Hylkää tiedot' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onChosen).not.toHaveBeenCalled();
});

test('an untouched form closes at once', async () => {
  const { user } = await openNew();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a stored personal id stays unless another is typed', async () => {
  const person: Customer = { ...company, partyRole: 'CUSTOMER', businessid: '', hasSotu: true };
  const { server, user, form } = await open({ kind: 'edit', customer: person });
  const change = `PUT /api/sharedcustomers/${person.id}`;
  server.answers[change] = () => json(200, person);
  form.getByText(/Henkilötunnus on tallennettu/);
  await user.click(form.getByRole('button', { name: 'Tallenna muutokset' }));
  await screen.findByText('Asiakas on tallennettu listallesi.');
  expect(JSON.parse(server.sent(change)[0] ?? '')).not.toHaveProperty('sotu');
});

const OLD_CODE = '0053';

function openOld(editable: boolean) {
  return open({ kind: 'edit', customer: { ...company, postalcode: OLD_CODE, editable } });
}

test.each([
  ['alone', true],
  ['with others', false],
])(
  'an old postal code of a company billed %s keeps nothing else from being saved',
  async (_, editable) => {
    const { server, user, form } = await openOld(editable);
    const change = `PUT /api/sharedcustomers/${company.id}`;
    server.answers[change] = () => json(200, company);
    await write(user, emailField(form), 'uusi@talo.example');
    await user.click(form.getByRole('button', { name: 'Tallenna muutokset' }));
    await screen.findByText('Asiakas on tallennettu listallesi.');
    expect(JSON.parse(server.sent(change)[0] ?? '')).toMatchObject({
      email: 'uusi@talo.example',
      postalcode: OLD_CODE,
    });
  },
);

test('another postal code than the old one is judged', async () => {
  const { server, user, form } = await openOld(true);
  const code = form.getByLabelText(/^Postinumero/);
  await write(user, code, '0054');
  await user.click(form.getByRole('button', { name: 'Tallenna muutokset' }));
  expect(code.getAttribute('aria-invalid')).toBe('true');
  expect(server.sent(`PUT /api/sharedcustomers/${company.id}`)).toHaveLength(0);
});

test('a company stays a company, and a private person a private person', async () => {
  const { form } = await open({ kind: 'edit', customer: company });
  for (const name of ['Yritys tai yhteisö', 'Yksityishenkilö']) {
    expect(form.getByRole('radio', { name })).toHaveProperty('disabled', true);
  }
});

test.each([
  ['STALE_CUSTOMER', 409],
  ['CUSTOMER_SHARED', 409],
])('a change refused by %s keeps the form open and says why', async (key, status) => {
  const { server, user, form, onChosen } = await open({ kind: 'edit', customer: company });
  server.answers[`PUT /api/sharedcustomers/${company.id}`] = () => problem(status, key);
  await user.click(form.getByRole('button', { name: 'Tallenna muutokset' }));
  expect((await form.findByRole('alert')).textContent).toContain('Asiakasta ei tallennettu');
  expect(onChosen).not.toHaveBeenCalled();
});

test('a company that is in the register is told as soon as its business id is typed', async () => {
  const known: Customer = { ...stranger, sendBillMethod: 'EBILL' };
  const { user, form, onChosen, server } = await openNew('', [known]);
  const id = form.getByLabelText('Y-tunnus');
  await waitFor(() => expect(document.activeElement).toBe(id));
  await write(user, id, known.businessid.replace('-', ''));
  await form.findByText(new RegExp(`^${known.name} on jo rekisterissä`));
  await user.click(form.getByRole('button', { name: `Valitse: ${known.name}` }));
  expect(onChosen.mock.lastCall?.[0].id).toBe(known.id);
  expect(server.sent(POST)).toEqual([]);
});
