import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AtRisk, ProviderAdvance } from '@/api/providerAdvances';
import { fakeServer, json, problem } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { askedAdvanceOf } from '@/test/payouts';
import { payrollPerson } from '@/test/payroll';

const ADVANCES = '/api/provider/advances';

const NOTHING: readonly AtRisk[] = (
  ['NOT_DUE', 'UP_TO_30', 'UP_TO_60', 'UP_TO_90', 'OLDER'] as const
).map((age) => ({ age, count: 0, amount: 0 }));

function openAdvances(
  advances: readonly ProviderAdvance[],
  atRisk = NOTHING,
  search = '',
  purchasesAtRisk = NOTHING,
) {
  const sumOf = (of: readonly AtRisk[]) => of.reduce((sum, { amount }) => sum + amount, 0);
  const [out, purchasesOut] = [sumOf(atRisk), sumOf(purchasesAtRisk)];
  const page = { advances, next: null, atRisk, out, purchasesAtRisk, purchasesOut };
  const server = fakeServer({
    'GET /api/session': () => json(200, { user: payrollPerson }),
    [`GET ${ADVANCES}`]: () => json(200, page),
  });
  return { server, ...openApp(`/provider/advances${search}`) };
}

const grant = () => screen.findByRole('button', { name: 'Myönnä' });

test('what is out is told by age, and nothing where nothing is', async () => {
  const atRisk = NOTHING.map((one) =>
    one.age === 'NOT_DUE'
      ? { ...one, count: 2, amount: 300 }
      : one.age === 'OLDER'
        ? { ...one, count: 1, amount: 150.5 }
        : one,
  );
  openAdvances([], atRisk);
  const part = within(await screen.findByRole('region', { name: /^Ennakoita perimättä 450,50/ }));
  const ages = within(part.getByRole('list', { name: 'Ennakot laskujen iän mukaan' }));
  expect(ages.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Lasku ei ole erääntynyt300,00\u00a0€2 ennakkoa',
    'Erääntynyt alle 31 päivää0,00\u00a0€0 ennakkoa',
    '31–60 päivää0,00\u00a0€0 ennakkoa',
    '61–90 päivää0,00\u00a0€0 ennakkoa',
    'Yli 90 päivää150,50\u00a0€1 ennakko',
  ]);
  screen.getByText('Yhtään ennakkopyyntöä ei odota päätöstä.');
  expect(screen.queryByRole('region', { name: /^Ostolaskuja/ })).toBeNull();
});

test('what was paid for purchases before the customers paid is told by age where there is any', async () => {
  const purchases = NOTHING.map((one) =>
    one.age === 'UP_TO_30' ? { ...one, count: 1, amount: 251 } : one,
  );
  openAdvances([], NOTHING, '', purchases);
  const name = /^Ostolaskuja maksettu ennen asiakasta 251,00/;
  const part = within(await screen.findByRole('region', { name }));
  const ages = within(part.getByRole('list', { name: 'Ostolaskut laskujen iän mukaan' }));
  expect(ages.getAllByRole('listitem')[1]?.textContent).toBe(
    'Erääntynyt alle 31 päivää251,00\u00a0€1 ostolasku',
  );
});

test('an advance is granted after a question', async () => {
  const { user, server } = openAdvances([askedAdvanceOf()]);
  const { id } = askedAdvanceOf();
  server.answers[`POST ${ADVANCES}/${id}/grant`] = () => json(200, askedAdvanceOf());
  await user.click(await grant());
  const question = within(await screen.findByRole('dialog', { name: /Aino Virtanen, 150,00/ }));
  expect(server.sent(`POST ${ADVANCES}/${id}/grant`)).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Myönnä' }));
  await screen.findByText('Ennakko on myönnetty: Aino Virtanen.');
  expect(server.sent(`POST ${ADVANCES}/${id}/grant`)).toHaveLength(1);
});

test('the first of two people is told that another one is needed', async () => {
  const { user, server } = openAdvances([askedAdvanceOf({ needsSecondPerson: true })]);
  server.answers[`POST ${ADVANCES}/${askedAdvanceOf().id}/grant`] = () =>
    json(200, askedAdvanceOf());
  await user.click(await grant());
  screen.getByText('Kaksi henkilöä');
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Myönnä' }),
  );
  await screen.findByText(/^Hyväksyntäsi on tallennettu/);
});

const BARRED: readonly [string, Partial<ProviderAdvance>, RegExp][] = [
  ['one’s own', { personId: payrollPerson.id }, /^Omasta ennakostasi päättää toinen/],
  [
    'that one has agreed to',
    { needsSecondPerson: true, firstBy: payrollPerson.id, firstByName: 'Minä Itse' },
    /^Olet jo hyväksynyt tämän/,
  ],
  [
    'of a bill that is being checked',
    { billState: 'TAKEN', billNumber: null },
    /kun lasku on lähtenyt/,
  ],
  ['of a bill that was paid', { billState: 'PAID' }, /^Asiakas on jo maksanut/],
  ['of a bill that was credited', { billState: 'HYVITETTY' }, /^Lasku on hyvitetty/],
];

test.each(BARRED)('an advance %s cannot be granted, and says why', async (_, differences, why) => {
  const { user, server } = openAdvances([askedAdvanceOf(differences)]);
  const button = await grant();
  expect(button.getAttribute('aria-disabled')).toBe('true');
  screen.getByText(why);
  await user.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.sent(`POST ${ADVANCES}/${askedAdvanceOf().id}/grant`)).toEqual([]);
});

test('a worker without an account is told of as a worker, not as oneself', async () => {
  const { user, server } = openAdvances([askedAdvanceOf()]);
  server.answers[`POST ${ADVANCES}/${askedAdvanceOf().id}/grant`] = () =>
    problem(409, 'ADVANCE_NEEDS_ACCOUNT');
  await user.click(await grant());
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Myönnä' }),
  );
  await screen.findByText(/^Tekijällä ei ole tilinumeroa/);
});

test('an advance is refused with a reason that the worker sees', async () => {
  const { user, server } = openAdvances([askedAdvanceOf()]);
  const refuse = `POST ${ADVANCES}/${askedAdvanceOf().id}/refuse`;
  server.answers[refuse] = () => json(200, askedAdvanceOf());
  await user.click(await screen.findByRole('button', { name: 'Hylkää: Aino Virtanen' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Hylätäänkö ennakko/ }));
  await user.click(dialog.getByRole('button', { name: 'Hylkää' }));
  dialog.getByText('Kirjoita syy.');
  await user.type(dialog.getByRole('textbox', { name: /Syy/ }), 'Uusi asiakas');
  await user.click(dialog.getByRole('button', { name: 'Hylkää' }));
  await waitFor(() => expect(server.sent(refuse)).toEqual(['{"reason":"Uusi asiakas"}']));
});

test('what has left is recovered from other salaries, unless it is already or its bill was paid', async () => {
  const left = { state: 'PAID', out: true, paid: '20.11.2026' } as const;
  const { user, server } = openAdvances(
    [
      askedAdvanceOf({ ...left, id: 'left' }),
      askedAdvanceOf({ ...left, id: 'due', due: true, dueReason: 'Asiakas on konkurssissa' }),
      askedAdvanceOf({ ...left, id: 'credited', due: true, dueReason: 'BILL_CREDITED' }),
      askedAdvanceOf({ ...left, id: 'comes', billState: 'PAID' }),
      askedAdvanceOf({ ...left, id: 'settled', outstanding: 0 }),
    ],
    NOTHING,
    '?state=PAID',
  );
  const recover = `POST ${ADVANCES}/left/recover`;
  server.answers[recover] = () => json(200, askedAdvanceOf());
  const [button, ...more] = await screen.findAllByRole('button', { name: 'Peri muista palkoista' });
  expect(more).toEqual([]);
  screen.getByText('Asiakas on konkurssissa');
  screen.getByText('Lasku hyvitettiin.');
  screen.getByText('Peritty kokonaan');
  expect(screen.queryByRole('button', { name: /^Hylkää/ })).toBeNull();
  await user.click(button!);
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText(/^Tekijä ei näe tätä/);
  await user.type(dialog.getByRole('textbox', { name: /Syy/ }), 'Ei maksa');
  await user.click(dialog.getByRole('button', { name: 'Peri muista palkoista' }));
  await waitFor(() => expect(server.sent(recover)).toEqual(['{"reason":"Ei maksa"}']));
});
