import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Company } from '@/api/companies';
import { fakeRegister } from '@/test/customers';
import { json, problem, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { write } from '@/test/renderSignedIn';

const COMPANY: Company = {
  id: '0193a000-0000-7000-8000-0000000000c1',
  version: 4,
  name: 'Kesäteateri Oy',
  organization: '',
  businessid: '2077474-0',
  vat: '',
  netbankaddress: '',
  operator: '',
  address: 'Rantatie 1',
  postalcode: '00100',
  city: 'Helsinki',
  addresscountry: 'FIN',
  workers: 2,
};

const PUT = `PUT /api/provider/companies/${COMPANY.id}`;

async function open() {
  const server = fakeRegister([]);
  const clerk = { ...worker, role: 'ROLE_CLERK', roles: ['ROLE_CLERK'] };
  server.answers['GET /api/session'] = () => json(200, { user: clerk });
  server.answers['GET /api/provider/companies'] = () =>
    json(200, { companies: [COMPANY], next: null });
  const { user } = openApp('/provider/companies');
  await user.click(await screen.findByRole('button', { name: 'Korjaa: Kesäteateri Oy' }));
  const form = within(await screen.findByRole('dialog', { name: 'Korjaa yrityksen tiedot' }));
  return { server, user, form, save: form.getByRole('button', { name: 'Tallenna muutokset' }) };
}

test('a clerk corrects who a company is, and nothing of anybody’s delivery', async () => {
  const { server, user, form, save } = await open();
  server.answers[PUT] = () => json(200, { ...COMPANY, version: 5, name: 'Kesäteatteri Oy' });
  expect(form.queryByLabelText(/^Sähköposti/)).toBeNull();
  await write(user, form.getByLabelText(/^Yrityksen nimi/), 'Kesäteatteri Oy');
  await user.click(save);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = JSON.parse(server.sent(PUT)[0] ?? '') as object;
  expect(sent).toMatchObject({ version: 4, name: 'Kesäteatteri Oy', city: 'Helsinki' });
  expect(sent).not.toHaveProperty('email');
});

test('a wrong number is not sent, and a refusal keeps the form', async () => {
  const { server, user, form, save } = await open();
  server.answers[PUT] = () => problem(409, 'STALE_CUSTOMER');
  const number = form.getByLabelText('Y-tunnus');
  await write(user, number, '2077474-1');
  await user.click(save);
  await form.findByText('Tarkista Y-tunnus.');
  expect(server.sent(PUT)).toEqual([]);
  await write(user, number, '2077474-0');
  await user.click(save);
  await screen.findByText(/Asiakkaan tiedot muuttuivat sillä välin/);
  expect(screen.getByRole('dialog', { name: 'Korjaa yrityksen tiedot' })).toBeDefined();
});

test('J goes to a row without a link too, and Enter opens it', async () => {
  const { user, form } = await open();
  await user.click(form.getByRole('button', { name: 'Peruuta' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('j{Enter}');
  await screen.findByRole('dialog', { name: 'Korjaa yrityksen tiedot' });
});
