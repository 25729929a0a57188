import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { BillCustomer } from '@/api/bills';
import type { Customer } from '@/api/customers';
import { chosen, company, fakeRegister, stranger } from '@/test/customers';
import { json, problem } from '@/test/fakeServer';
import { renderSignedIn, write } from '@/test/renderSignedIn';
import { CustomerPicker } from './CustomerPicker';

// jsdom lays nothing out, so it has nothing to scroll.
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

interface EditorProps {
  start: BillCustomer | null;
  onChange: (customer: Customer | null) => void;
  disabled?: string;
}

function Editor({ start, onChange, disabled }: EditorProps) {
  const [value, setValue] = useState(start);
  return (
    <CustomerPicker
      value={value}
      onChange={(customer) => {
        setValue(customer);
        onChange(customer);
      }}
      disabled={disabled}
    />
  );
}

async function open({
  start = null as BillCustomer | null,
  disabled = '',
  register = [company, stranger],
} = {}) {
  const server = fakeRegister(register);
  const onChange = vi.fn<(customer: Customer | null) => void>();
  const { user } = renderSignedIn(
    <Editor start={start} onChange={onChange} {...(disabled !== '' && { disabled })} />,
  );
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Asiakas' });
  return { server, user, field, onChange };
}

test('the worker’s own customers are listed before typing, with nothing to add', async () => {
  const { server, user, field, onChange } = await open();
  await user.click(field);
  const own = within(await screen.findByRole('group', { name: 'Omat asiakkaat' }));
  expect(own.getAllByRole('option')).toHaveLength(1);
  expect(screen.queryByRole('option', { name: /Lisää uusi asiakas/ })).toBeNull();
  await user.click(own.getByRole('option', { name: /Kesäteatteri Oy/ }));
  expect(onChange.mock.calls).toMatchObject([[company]]);
  expect(field.value).toBe('Kesäteatteri Oy');
  expect(screen.getByText('2077474-0 · Helsinki · Verkkolasku, 14 pv')).toBeDefined();
  expect(server.searches).toEqual([]);
});

test('the register is searched a moment after typing, and who is picked is saved', async () => {
  const { server, user, field, onChange } = await open();
  // Pasted, since a slow machine pauses long enough between two keys to search in between.
  await user.click(field);
  await user.paste('ketun');
  const others = within(await screen.findByRole('group', { name: 'Muut asiakkaat palvelussa' }));
  expect(screen.queryByRole('option', { name: /Kesäteatteri/ })).toBeNull();
  await user.click(others.getByRole('option', { name: /Ketunkolo ry/ }));
  // What is picked is the worker's own customer, not the company of the register.
  await waitFor(() => expect(onChange.mock.calls).toEqual([[chosen]]));
  expect(server.searches).toEqual(['ketun']);
  expect(server.sent(`POST ${server.listOf(stranger)}`)).toHaveLength(1);
});

test('the search waits for half a second without typing', async () => {
  const { server, user, field } = await open();
  await user.click(field);
  const typed = performance.now();
  await user.paste('ketun');
  await screen.findByRole('option', { name: /Ketunkolo ry/ });
  expect(performance.now() - typed).toBeGreaterThan(450);
  expect(server.searches).toEqual(['ketun']);
});

test('a company of the register that takes no e-invoices is picked once its delivery is given', async () => {
  const byMail = {
    ...stranger,
    sendBillMethod: 'EMAIL',
    netbankaddress: '',
    operator: '',
  } as const;
  const { server, user, field, onChange } = await open({ register: [byMail] });
  const own = { ...chosen, sendBillMethod: 'EMAIL', email: 'oma@ketunkolo.example' } as const;
  const call = `PUT /api/sharedcustomers/${byMail.id}`;
  server.answers[call] = () => json(200, own);
  await user.type(field, 'ketun{Enter}');
  await user.click(await screen.findByRole('option', { name: /Ketunkolo ry/ }));
  const form = within(await screen.findByRole('dialog', { name: 'Lisää asiakas listallesi' }));
  expect(onChange).not.toHaveBeenCalled();
  expect(form.getByText('Ketunkolo ry')).toBeDefined();
  for (const label of [/^Yrityksen nimi/, 'Y-tunnus', /^Katuosoite/]) {
    expect(form.queryByLabelText(label)).toBeNull();
  }
  const email = form.getByLabelText(/^Sähköposti/, { selector: '[type=email]' });
  await write(user, email, 'oma@ketunkolo.example');
  await write(user, form.getByLabelText(/^Puhelin/), '040 1234567');
  await user.click(form.getByRole('button', { name: 'Lisää asiakas' }));
  await waitFor(() => expect(onChange.mock.calls).toEqual([[own]]));
  expect(JSON.parse(server.sent(call)[0] ?? '')).toMatchObject({
    version: byMail.version,
    name: 'Ketunkolo ry',
    address: byMail.address,
    email: 'oma@ketunkolo.example',
  });
});

test('a company that cannot be saved is not picked', async () => {
  const { server, user, field, onChange } = await open();
  server.answers[`POST ${server.listOf(stranger)}`] = () => problem(500, 'contactAdmin');
  await user.type(field, 'ketun{Enter}');
  await user.click(await screen.findByRole('option', { name: /Ketunkolo ry/ }));
  await screen.findByText('Asiakasta ei voitu tallentaa.');
  expect(onChange).not.toHaveBeenCalled();
});

test('a customer can be added before anything is searched for', async () => {
  const { server, user, onChange } = await open({ start: company });
  await user.click(screen.getByRole('button', { name: 'Lisää uusi asiakas' }));
  const form = within(await screen.findByRole('dialog', { name: 'Uusi asiakas' }));
  expect(form.getByLabelText<HTMLInputElement>(/^Yrityksen nimi/).value).toBe('');
  expect(server.searches).toEqual([]);
  expect(onChange).not.toHaveBeenCalled();
});

test('what is typed begins the customer that is added by the button', async () => {
  const { user, field } = await open();
  await user.click(field);
  await user.paste('Uusi Oy');
  await user.click(screen.getByRole('button', { name: 'Lisää uusi asiakas' }));
  const form = within(await screen.findByRole('dialog', { name: 'Uusi asiakas' }));
  expect(form.getByLabelText<HTMLInputElement>(/^Yrityksen nimi/).value).toBe('Uusi Oy');
});

test('what is typed begins the customer that is added by the keyboard', async () => {
  const { user, field, onChange } = await open({ start: company });
  await user.tab();
  expect(document.activeElement).toBe(field);
  await user.paste('Uusi Oy');
  await user.tab();
  const add = screen.getByRole('button', { name: 'Lisää uusi asiakas' });
  expect(document.activeElement).toBe(add);
  expect(field.getAttribute('aria-expanded')).toBe('false');
  await user.keyboard('{Enter}');
  const form = within(await screen.findByRole('dialog', { name: 'Uusi asiakas' }));
  expect(form.getByLabelText<HTMLInputElement>(/^Yrityksen nimi/).value).toBe('Uusi Oy');
  expect(onChange).not.toHaveBeenCalled();
});

test('leaving the field and its button takes back what was typed', async () => {
  const { user, field } = await open({ start: company });
  await user.tab();
  await user.paste('Uusi Oy');
  await user.tab();
  expect(field.value).toBe('Uusi Oy');
  await user.tab();
  expect(field.value).toBe('Kesäteatteri Oy');
});

test('all that the register has can be reached', async () => {
  const many = Array.from({ length: 23 }, (_, place) => ({
    ...stranger,
    id: `0193a000-0000-7000-8000-0000000001${place + 10}`,
    name: `Kettu ${place + 10}`,
  }));
  const { user, field } = await open({ register: many });
  await user.type(field, 'kettu{Enter}');
  await user.click(await screen.findByRole('option', { name: /Löytyi 23 asiakasta, joista/ }));
  await screen.findByRole('option', { name: /Kettu 32/ });
  expect(screen.queryByRole('option', { name: /Näytä lisää/ })).toBeNull();
});

test('the keyboard alone is enough', async () => {
  const { server, user, field, onChange } = await open();
  await user.tab();
  expect(document.activeElement).toBe(field);
  await user.keyboard('ke{Enter}');
  await screen.findByRole('option', { name: /Ketunkolo ry/ });
  expect(server.searches).toEqual(['ke']);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  const active = document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
  expect(active?.textContent).toContain('Ketunkolo ry');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(onChange.mock.calls).toEqual([[chosen]]));
  expect(field.getAttribute('aria-expanded')).toBe('false');
});

test('Escape takes back what was typed', async () => {
  const { user, field, onChange } = await open({ start: company });
  await user.type(field, 'jotain muuta');
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe('Kesäteatteri Oy');
  expect(onChange).not.toHaveBeenCalled();
});

test('an unknown customer is created in place, with the typed name', async () => {
  const { server, user, field, onChange } = await open();
  await user.click(field);
  await user.paste('Uusi Oy');
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('option', { name: 'Lisää uusi asiakas: Uusi Oy' }));
  const form = within(await screen.findByRole('dialog', { name: 'Uusi asiakas' }));
  expect(form.getByLabelText<HTMLInputElement>(/^Yrityksen nimi/).value).toBe('Uusi Oy');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onChange).not.toHaveBeenCalled();
  expect(server.searches).toEqual(['Uusi Oy']);
});

test('the one picked can be looked at and taken off', async () => {
  const { user, onChange } = await open({ start: company });
  await user.click(screen.getByRole('button', { name: 'Näytä tiedot' }));
  const details = within(await screen.findByRole('dialog', { name: 'Asiakkaan tiedot' }));
  await details.findByText('Rantatie 1, 00100 Helsinki');
  await user.click(details.getByRole('button', { name: 'Sulje' }));
  await user.click(screen.getByRole('button', { name: 'Poista valinta' }));
  expect(onChange.mock.calls).toEqual([[null]]);
});

test('on an invoice that cannot be edited the customer stays, and it is said why', async () => {
  const { user, field } = await open({ start: company, disabled: 'Laskua ei voi enää muokata.' });
  expect(field.disabled).toBe(true);
  expect(field.title).toBe('Laskua ei voi enää muokata.');
  expect(screen.queryByRole('button', { name: 'Poista valinta' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Näytä tiedot' }));
  await screen.findByRole('dialog', { name: 'Asiakkaan tiedot' });
});

test('a failed search says why and can be made again', async () => {
  const { server, user, field } = await open();
  const working = server.answers['GET /api/sharedcustomers']!;
  server.answers['GET /api/sharedcustomers'] = () => problem(503, 'contactAdmin');
  await user.type(field, 'ketun');
  const retry = await screen.findByRole('button', { name: 'Yritä uudelleen' });
  server.answers['GET /api/sharedcustomers'] = working;
  await user.click(retry);
  await screen.findByRole('option', { name: /Ketunkolo ry/ });
});
