import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Summary } from '@/api/calculator';
import { withBills } from '@/test/bills';
import { fakeServer, json, problem } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { READINESS, readinessOf } from '@/test/readiness';
import { employee, entrepreneur, figures, NO_CARD, sought } from '@/test/summaries';

const CALL = 'PUT /api/calc';

function openCalculator(address = '/calculator', summary: Summary = entrepreneur) {
  const server = fakeServer({
    'GET /api/calc': () => json(200, figures),
    [CALL]: () => json(200, summary),
  });
  return { server, ...openApp(address) };
}

const price = () => screen.findByLabelText<HTMLInputElement>(/^Laskun veroton summa/);
const lastAsked = (server: ReturnType<typeof fakeServer>) =>
  JSON.parse(server.sent(CALL).at(-1) ?? '{}') as Record<string, unknown>;

/** The amount of a line of the breakdown, with plain spaces. */
async function amountOf(label: RegExp): Promise<string> {
  const table = await screen.findByRole('table');
  const line = within(table).getByRole('row', { name: label });
  return (within(line).getByRole('cell').textContent ?? '').replaceAll('\u00a0', ' ');
}

test('typing asks once it pauses, and the address follows without new history', async () => {
  const { server, router } = openCalculator();
  expect(await amountOf(/Tilillesi/)).toBe('1 453,13 €');
  const entries = window.history.length;
  const field = await price();
  for (const value of ['3', '30', '300', '3000,5']) fireEvent.change(field, { target: { value } });
  await waitFor(() => expect(router.state.location.search).toEqual({ price: '3000,5' }));
  await waitFor(() => expect(server.sent(CALL)).toHaveLength(2));
  expect(lastAsked(server)).toMatchObject({ price: '3000.5' });
  expect(window.history.length).toBe(entries);
});

test('another address fills in the form anew', async () => {
  const { router } = openCalculator('/calculator?price=3000');
  expect((await price()).value).toMatch(/^3\s000$/);
  fireEvent.change(await price(), { target: { value: '30000' } });
  fireEvent.blur(await price());
  await waitFor(() => expect(window.location.search).toBe('?price=30000'));
  await router.navigate({ to: '/calculator', search: { price: '70' } });
  await waitFor(async () => expect((await price()).value).toBe('70'));
  window.history.back();
  await waitFor(async () => expect((await price()).value).toMatch(/^30\s000$/));
});

test('an answer that comes too late is not shown', async () => {
  const { server, user } = openCalculator();
  await amountOf(/Tilillesi/);
  const slow = Promise.withResolvers<Response>();
  server.answers[CALL] = () => slow.promise;
  await user.type(await price(), '1');
  await waitFor(() => expect(server.sent(CALL)).toHaveLength(2));
  server.answers[CALL] = () => json(200, sought);
  await user.type(await price(), '2');
  await waitFor(async () => expect(await amountOf(/Tilillesi/)).toBe('1 500,00 €'));
  slow.resolve(json(200, employee));
  await slow.promise;
  await user.tab();
  expect(await amountOf(/Tilillesi/)).toBe('1 500,00 €');
});

test('without a connection the last result stays, and can be asked for again', async () => {
  const { server, user } = openCalculator();
  await amountOf(/Tilillesi/);
  server.answers[CALL] = () => {
    throw new TypeError('network down');
  };
  await user.type(await price(), '0');
  await screen.findByText(/Palveluun ei saada yhteyttä.*Näkyvissä on edellinen tulos/);
  expect(await amountOf(/Tilillesi/)).toBe('1 453,13 €');
  server.answers[CALL] = () => json(200, sought);
  await user.click(screen.getByRole('button', { name: 'Yritä uudelleen' }));
  await waitFor(async () => expect(await amountOf(/Tilillesi/)).toBe('1 500,00 €'));
  expect(screen.queryByText(/Palveluun ei saada yhteyttä/)).toBeNull();
});

test('too many requests: the time to wait is shown', async () => {
  const { server, user } = openCalculator();
  await amountOf(/Tilillesi/);
  server.answers[CALL] = () => problem(429, 'TOO_MANY_REQUESTS', { 'retry-after': '7' });
  await user.type(await price(), '0');
  await screen.findByText(/Yritä uudelleen 7 sekunnin kuluttua/);
});

test('an error of the server is shown at its field', async () => {
  const { server, user } = openCalculator('/calculator?tab=hourly');
  await amountOf(/Tilillesi/);
  const refused = (field: string, key: string) => () =>
    json(422, { errorKey: 'INVALID_FIELDS', message: '', fields: [{ field, key }] });

  server.answers[CALL] = refused('price', 'BILLED_AMOUNT_NOT_ENOUGH');
  const rate = screen.getByLabelText(/^Veroton tuntihinta/);
  await user.type(rate, '1');
  await screen.findByText('Laskun summa ei riitä korvauksiin. Tarkista ne.');
  expect(rate.getAttribute('aria-invalid')).toBe('true');

  server.answers[CALL] = refused('payday', 'validation.unknownYear');
  await user.type(rate, '2');
  await screen.findByText('Tämän vuoden lakisääteisiä lukuja ei ole palvelussa.');
  expect(screen.getByLabelText('Palkkapäivä').getAttribute('aria-invalid')).toBe('true');
  expect(rate.getAttribute('aria-invalid')).not.toBe('true');
});

test('a payday is asked about with its own figures, however late they come', async () => {
  const late = Promise.withResolvers<Response>();
  const server = fakeServer({
    'GET /api/calc': (request) =>
      request.url.includes('payday') ? late.promise : json(200, figures),
    [CALL]: () => json(200, entrepreneur),
  });
  openApp('/calculator?payday=20.08.2024&kilometers=100');
  // Today's figures are there, and shown until then.
  await screen.findByText(/0,55.€\/km/);
  expect(server.sent(CALL)).toEqual([]);
  late.resolve(json(200, { ...figures, vatRates: [0.24, 0.14, 0.1, 0] }));
  await waitFor(() => expect(server.sent(CALL)).toHaveLength(1));
  expect(lastAsked(server)).toMatchObject({ alv: '24' });
});

test('a wanted salary is answered with what to invoice, and at which hourly rate', async () => {
  const { server } = openCalculator('/calculator?direction=inHand&tab=hourly', sought);
  const page = await screen.findByRole('main');
  await within(page).findByText(/51,62/, { selector: 'strong' });
  expect(page.textContent).toContain('Laskuta2\u00a0590,96\u00a0€');
  expect(lastAsked(server)).toMatchObject({ hours: '40', hourlyRate: '51.62' });
});

test('hours are told as they are written in the language', async () => {
  openCalculator('/calculator?direction=inHand&tab=hourly&hours=37,5', sought);
  await screen.findByText(/^37,5 h × /);
});

test('each line explains itself to the keyboard, and Escape closes it', async () => {
  const { user } = openCalculator();
  await amountOf(/Tilillesi/);
  const fee = screen.getByRole('button', { name: 'Palvelumaksu' });
  fee.focus();
  const text = (await screen.findByRole('tooltip')).textContent?.replaceAll('\u00a0', ' ');
  expect(text).toContain('6,9 % verottomasta summasta, enintään 500,00 € kuukaudessa');
  expect(fee.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});

test('the answer is spoken once it has settled', async () => {
  openCalculator();
  const spoken = await screen.findByText(/^Tilillesi 1\s453,13\s€$/);
  expect(spoken.getAttribute('aria-live')).toBe('polite');
});

test.each([' 10', '10,0', '10,'])('VAT may stand in a link as %j', async (alv) => {
  openCalculator(`/calculator?alv=${encodeURIComponent(alv)}`);
  await screen.findByRole('button', { name: /^Arvonlisävero\s10\s%$/ });
});

test('a signed-in worker is calculated by their own details, or by others at will', async () => {
  const server = fakeServer({
    ...withBills(),
    'GET /api/calc': () => json(200, figures),
    [CALL]: () => json(200, { ...entrepreneur, reductions: 100 }),
  });
  const { user } = openApp('/calculator');
  const own = await screen.findByRole('switch', { name: /Laske omilla tiedoillani/ });
  expect((own as HTMLInputElement).checked).toBe(true);
  expect(await amountOf(/Vähennykset/)).toBe('−100,00 €');
  await screen.findByText(/Odottavat laskusi eivät ole/);
  expect(lastAsked(server)).toMatchObject({ price: '2000', own: true });
  expect(lastAsked(server)).not.toHaveProperty('taxPercent');
  expect(screen.queryByLabelText(/^Veroprosentti/)).toBeNull();

  await user.click(own);
  await waitFor(() => expect(lastAsked(server)).toMatchObject({ taxPercent: '0.2' }));
  expect(lastAsked(server)).not.toHaveProperty('own');
  await user.type(await screen.findByLabelText(/^Veroprosentti/), '5');
  await waitFor(() => expect(lastAsked(server)).toMatchObject({ taxPercent: '2.05' }));
  await user.type(await price(), '0');
  await waitFor(() => expect(lastAsked(server)).toMatchObject({ price: '20000' }));
  await user.click(own);
  await waitFor(() => expect(lastAsked(server)).toMatchObject({ price: '20000', own: true }));
  expect(screen.queryByLabelText(/^Veroprosentti/)).toBeNull();
});

test('a worker without a tax card reads why so much is withheld', async () => {
  fakeServer({
    ...withBills(),
    'GET /api/calc': () => json(200, figures),
    [CALL]: () => json(200, { ...entrepreneur, withoutTaxCard: NO_CARD }),
    [`GET ${READINESS}`]: () => json(200, readinessOf({ NO_TAX_CARD: 'MISSING' })),
  });
  openApp('/calculator');
  expect(await amountOf(/Ennakonpidätys 60\s%: verokortti puuttuu/)).toBe('−363,28 €');
  await screen.findByText(/Jos verokorttisi prosentti on 20\s%, .*726,56/);
  await screen.findByRole('button', { name: 'Lähetä verokortti' });
  await screen.findByText(/Laskettu sinulle ilman verokorttia/);
  expect(screen.queryByText(/Käytämme verokorttiasi/)).toBeNull();
});

test('a link that describes a person asks a signed-in worker about that one', async () => {
  const server = fakeServer({
    ...withBills(),
    'GET /api/calc': () => json(200, figures),
    [CALL]: () => json(200, entrepreneur),
  });
  openApp('/calculator?taxPercent=30');
  expect(await amountOf(/Tilillesi/)).toBe('1 453,13 €');
  expect(lastAsked(server)).toMatchObject({ taxPercent: '0.3' });
});

test('for a visitor it ends where one starts to invoice', async () => {
  openCalculator();
  await amountOf(/Tilillesi/);
  const begin = screen.getByRole('link', { name: 'Aloita laskutus' });
  expect(begin.getAttribute('href')).toBe('/register');
});
