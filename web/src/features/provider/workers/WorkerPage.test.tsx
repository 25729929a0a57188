import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Worker } from '@/api/providerPeople';
import { fakeServer, json, worker as person } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { write } from '@/test/renderSignedIn';

const ID = '0193a000-0000-7000-8000-000000000007';
const WHERE = `/api/provider/workers/${ID}`;

const WORKER: Worker = {
  id: ID,
  version: 3,
  name: 'Sanna Korhonen',
  email: 'sanna@liksa.example',
  phone: '',
  marketingName: '',
  address: '',
  postalcode: '',
  city: '',
  country: 'FI',
  birthDate: null,
  iban: null,
  bic: null,
  personalId: null,
  strongIdentified: true,
  terms: {
    workerType: 'ENTREPRENEUR',
    servicePercent: 6.9,
    professionCode: '2166',
    yelInsured: true,
    payYelThroughService: false,
    employedSince: null,
  },
  distraint: null,
  taxCards: [],
  bills: [],
  billsTotal: 0,
  customers: 0,
};

function open(roles = ['ROLE_PAYROLL', 'ROLE_CLERK']) {
  const server = fakeServer({
    'GET /api/session': () => json(200, { user: { ...person, role: 'ROLE_PAYROLL', roles } }),
    [`GET /api/person/${ID}/salaries`]: () => json(200, { salaries: [], total: 0 }),
    [`GET ${WHERE}`]: () => json(200, WORKER),
  });
  const app = openApp(`/provider/workers/${ID}`);
  const changeElsewhere = async (changes: Partial<Worker>) => {
    server.answers[`GET ${WHERE}`] = () => json(200, { ...WORKER, version: 4, ...changes });
    await app.queryClient.refetchQueries({ queryKey: ['provider-worker', ID] });
  };
  return { server, changeElsewhere, ...app };
}

test('the name that somebody works under is shown', async () => {
  const { changeElsewhere } = open();
  await screen.findByText('Sähköposti');
  expect(screen.queryByText('Markkinointinimi')).toBeNull();
  await changeElsewhere({ marketingName: 'Sannan Sävel' });
  await screen.findByText('Sannan Sävel');
  screen.getByText('Markkinointinimi');
});

const text = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });

test('typed terms stay when others are saved elsewhere, and that is told', async () => {
  const { server, user, changeElsewhere } = open();
  const percent = await text(/^Palvelumaksu/);
  await write(user, percent, '5,5');
  const profession = await text(/^Ammattikoodi|^Ammatti/);
  await changeElsewhere({ terms: { ...WORKER.terms, professionCode: '71', servicePercent: 6 } });
  const note = await screen.findByRole('alert');
  within(note).getByText(/^Tietoja on muutettu toisaalla/);
  expect((await text(/^Palvelumaksu/)).value).toBe('5,5');
  expect(profession.value).toBe('71');
  within(note).getByText(/Toisaalla tallennettu: 6/);

  server.answers[`PUT ${WHERE}/terms`] = () => json(200, WORKER);
  await user.click(screen.getByRole('button', { name: 'Tallenna ehdot' }));
  await waitFor(() => expect(server.sent(`PUT ${WHERE}/terms`)).toHaveLength(1));
  expect(JSON.parse(server.sent(`PUT ${WHERE}/terms`)[0] ?? '')).toMatchObject({
    version: 4,
    servicePercent: '5.5',
    professionCode: '71',
  });
});

test('a form that nobody typed into follows what is saved', async () => {
  const { changeElsewhere } = open();
  const percent = await text(/^Palvelumaksu/);
  await changeElsewhere({ terms: { ...WORKER.terms, servicePercent: 6 } });
  await waitFor(() => expect(percent.value).toBe('6'));
  expect(screen.queryByText(/^Tietoja on muutettu toisaalla/)).toBeNull();
});

test('a choice of roles stays when others are given elsewhere, and that is told', async () => {
  const rolesOf = `/api/provider/people/${ID}/roles`;
  const { server, user, queryClient } = open(['ROLE_ADMIN', 'ROLE_PAYROLL', 'ROLE_CLERK']);
  server.answers[`GET ${rolesOf}`] = () => json(200, { roles: ['ROLE_USER'] });
  const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
  await user.click(await box('Palkanlaskija'));
  server.answers[`GET ${rolesOf}`] = () => json(200, { roles: ['ROLE_USER', 'ROLE_CLERK'] });
  await queryClient.refetchQueries({ queryKey: ['provider-roles', ID] });
  const note = await screen.findByRole('alert');
  within(note).getByText(/^Tietoja on muutettu toisaalla/);
  within(note).getByText('Palkanlaskija');
  expect((await box('Palkanlaskija')).checked).toBe(true);
  expect((await box('Laskujen käsittelijä')).checked).toBe(true);

  server.answers[`PUT ${rolesOf}`] = () =>
    json(200, { roles: ['ROLE_USER', 'ROLE_CLERK', 'ROLE_PAYROLL'] });
  await user.click(screen.getByRole('button', { name: 'Tallenna roolit' }));
  await waitFor(() =>
    expect(server.sent(`PUT ${rolesOf}`)).toEqual([
      '{"roles":["ROLE_USER","ROLE_CLERK","ROLE_PAYROLL"]}',
    ]),
  );
  await waitFor(() => expect(screen.queryByText(/^Tietoja on muutettu toisaalla/)).toBeNull());
});

test('a payment order that is being typed stays when the worker changes', async () => {
  const { user, changeElsewhere } = open();
  await user.click(await screen.findByRole('button', { name: /^Lisää/ }));
  const receiver = await text(/^Saaja|saaja/i);
  await write(user, receiver, 'Ulosottolaitos');
  await changeElsewhere({ customers: 4, terms: { ...WORKER.terms, professionCode: '71' } });
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: /^Ammatti/ })).toHaveProperty('value', '71'),
  );
  // Asked for anew: a form that began again would have another field, and nothing in it.
  expect((await text(/^Saaja|saaja/i)).value).toBe('Ulosottolaitos');
});
