import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Question, Summary } from '@/api/calculator';
import { fakeServer, json, problem } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { entrepreneur, figures } from '@/test/summaries';

const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00A0', ' ');

/** A visitor's page, with a server that calculates as told. */
function open(address: string, calculate: (question: Question) => Partial<Summary> = () => ({})) {
  const server = fakeServer({
    'GET /api/calc': () => json(200, figures),
    'PUT /api/calc': async (request) => {
      const question = (await request.json()) as Question;
      return json(200, { ...entrepreneur, ...calculate(question) });
    },
  });
  return { server, ...openApp(address) };
}

test('the list leads to every topic, without signing in', async () => {
  const { user } = open('/help');
  await screen.findByRole('heading', { level: 1, name: 'Ohjeet' });
  const main = within(screen.getByRole('main'));
  expect(main.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
    ['tax-card', 'tyel', 'yel', 'vat-rate', 'reverse-vat', 'e-invoice', 'advance'].map(
      (topic) => `/help/${topic}`,
    ),
  );
  await user.click(main.getByRole('link', { name: 'Ennakko' }));
  await screen.findByRole('heading', { level: 1, name: 'Ennakko' });
});

test('an example shows what the server calculated, and what follows from it', async () => {
  const { server } = open('/help/tax-card', ({ taxPercent }) =>
    taxPercent === '' ? { taxamount: 540.12, salary: 360.1 } : { taxamount: 180.04, salary: 720.2 },
  );
  const without = within(await screen.findByRole('table', { name: 'Ilman verokorttia' }));
  without.getByText(/540,12/);
  within(screen.getByRole('table', { name: 'Verokortilla' })).getByText(/180,04/);
  expect(plain(screen.getByText(/^Verokortin kanssa/).textContent)).toContain('360,10 €');
  const asked = server.sent('PUT /api/calc').map((body) => JSON.parse(body) as Question);
  expect(asked.map(({ price, alv }) => [price, alv])).toEqual([
    ['1000', '25.5'],
    ['1000', '25.5'],
  ]);
});

test.each([
  ['tyel', 'Työsuhteisena', { workerType: 'WORKER' }],
  ['yel', 'YEL-maksu vähennetään palkasta', { yelInsured: true, payYelThroughService: true }],
  ['reverse-vat', 'Käännetty vero', { alv: '0' }],
  ['e-invoice', 'Verkkolaskun luvut', { alv: '25.5' }],
  ['advance', 'Palkka työstä', { workerType: 'ENTREPRENEUR' }],
])('the example of %s asks for its own matter', async (topic, name, part) => {
  const { server } = open(`/help/${topic}`);
  await screen.findByRole('table', { name });
  const asked = server.sent('PUT /api/calc').map((body) => JSON.parse(body) as Question);
  expect(asked).toContainEqual(expect.objectContaining(part));
});

test('an advance is what the payday no longer pays', async () => {
  open('/help/advance', ({ afterHighestAdvance }) =>
    afterHighestAdvance === true ? { reductions: 508.59, salary: 217.97 } : {},
  );
  const outcome = await screen.findByText(/^Tästä voit saada ennakkoa/);
  expect(plain(outcome.textContent)).toBe(
    'Tästä voit saada ennakkoa enintään 508,59 €. Silloin palkkapäivänä tilillesi tulee 217,97 €.',
  );
});

test('an example that did not come is tried again, and the text stays', async () => {
  const { server, user } = open('/help/tyel');
  const good = server.answers['PUT /api/calc'];
  server.answers['PUT /api/calc'] = () => problem(422, 'INVALID_FIELDS');
  const retry = await screen.findByRole('button', { name: 'Yritä uudelleen' });
  screen.getByText(/^Kun työsi muoto on työsuhteinen/);
  if (good !== undefined) server.answers['PUT /api/calc'] = good;
  await user.click(retry);
  await screen.findByRole('table', { name: 'Työsuhteisena' });
});

test('a topic that there is not leads to the list', async () => {
  open('/help/nonsense');
  await screen.findByRole('heading', { level: 1, name: 'Ohjeet' });
  expect(window.location.pathname).toBe('/help');
});

test('a topic is there in English', async () => {
  const { user } = open('/help/reverse-vat');
  await screen.findByRole('table', { name: 'Käännetty vero' });
  await user.click(screen.getByRole('radio', { name: 'English' }));
  await screen.findByRole('heading', { level: 1, name: 'Reverse-charge VAT' });
  screen.getByRole('table', { name: 'Charge reversed' });
});
