import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CardOfWorker } from '@/api/providerPeople';
import { fakeServer, json, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { write } from '@/test/renderSignedIn';

function waiting(id: string, name: string): CardOfWorker {
  const sentAt = '2026-11-14T08:00:00Z';
  const card = { id, state: 'WAITING', terms: null, hasFile: false, sentAt, handledAt: null };
  return { personId: `person-${id}`, name, card: card as CardOfWorker['card'] };
}

test('a refused figure is shown at its field, and after a card the next one is shown', async () => {
  let cards = [waiting('a', 'Aino Virtanen'), waiting('b', 'Eero Mäkinen')];
  const user = { ...worker, role: 'ROLE_PAYROLL', roles: ['ROLE_PAYROLL'] };
  const fields = [{ field: 'baseRate', key: 'validation.required' }];
  const server = fakeServer({
    'GET /api/session': () => json(200, { user }),
    'GET /api/provider/tax-cards': () => json(200, { cards, next: null }),
    'PUT /api/provider/tax-cards/a': () =>
      json(422, { errorKey: 'validation.required', message: '', fields }),
  });
  const { user: person } = openApp('/provider/tax-cards');
  await screen.findByRole('heading', { level: 2, name: 'Aino Virtanen' });
  await person.click(screen.getByRole('button', { name: 'Ota käyttöön' }));
  await screen.findByText('Pakollinen tieto');
  server.answers['PUT /api/provider/tax-cards/a'] = () => {
    cards = cards.slice(1);
    return json(200, {});
  };
  await write(person, screen.getByRole('textbox', { name: /^Perusprosentti/ }), '20,5');
  expect(screen.queryByText('Pakollinen tieto')).toBeNull();
  await write(person, screen.getByRole('textbox', { name: 'Voimassa alkaen' }), '1.12.2026');
  await person.click(screen.getByRole('button', { name: 'Ota käyttöön' }));
  await screen.findByRole('heading', { level: 2, name: 'Eero Mäkinen' });
  await waitFor(() =>
    expect(JSON.parse(server.sent('PUT /api/provider/tax-cards/a').at(-1) ?? '')).toMatchObject({
      baseRate: '20.5',
      validFrom: '01.12.2026',
    }),
  );
});

/** The page of the cards that wait. The server answers with those that are in `cards`. */
function openCards(...names: readonly string[]) {
  const cards = names.map((name) => waiting(name.toLowerCase(), name));
  const user = { ...worker, role: 'ROLE_PAYROLL', roles: ['ROLE_PAYROLL'] };
  const server = fakeServer({
    'GET /api/session': () => json(200, { user }),
    'GET /api/provider/tax-cards': () => json(200, { cards, next: null }),
  });
  const opened = openApp('/provider/tax-cards');
  const fetchAgain = () =>
    opened.queryClient.invalidateQueries({ queryKey: ['provider-tax-cards'] });
  return { ...opened, server, cards, fetchAgain };
}

const shown = (name: string) => screen.findByRole('heading', { level: 2, name });
const baseRate = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Perusprosentti/ });
const GONE = /^Tämä verokortti ei odota enää käsittelyä/;

test('a card that another clerk handles is told in its place, and nobody else’s form opens by itself', async () => {
  const { user, cards, fetchAgain } = openCards('Aino', 'Eero', 'Sanna');
  await shown('Aino');
  await write(user, await baseRate(), '20,5');
  cards.splice(0, 1);
  await fetchAgain();
  await screen.findByText(GONE);
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Eero/ }));
  await shown('Eero');
  expect(screen.queryByText(GONE)).toBeNull();
  expect((await baseRate()).value).toBe('');
});

test('a list that comes in another order leaves the open card open, with what was typed', async () => {
  const { user, cards, fetchAgain } = openCards('Aino', 'Eero');
  await shown('Aino');
  await write(user, await baseRate(), '20,5');
  cards.reverse();
  await fetchAgain();
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: /^(Aino|Eero)/ })[0]?.textContent).toMatch(
      /^Eero/,
    ),
  );
  expect((await baseRate()).value).toBe('20,5');
});

test('after the last card nothing is left, and nobody is blamed', async () => {
  const { user, server, cards } = openCards('Aino');
  server.answers['PUT /api/provider/tax-cards/aino'] = () => {
    cards.splice(0, 1);
    return json(200, {});
  };
  await shown('Aino');
  await write(user, await baseRate(), '20,5');
  await write(user, screen.getByRole('textbox', { name: 'Voimassa alkaen' }), '1.12.2026');
  await user.click(screen.getByRole('button', { name: 'Ota käyttöön' }));
  await screen.findByText('Yksikään verokortti ei odota käsittelyä.');
  expect(screen.queryByText(GONE)).toBeNull();
});

test('without the server the card stays open with what was typed', async () => {
  const { user, server } = openCards('Aino', 'Eero');
  await shown('Aino');
  await write(user, await baseRate(), '20,5');
  await write(user, screen.getByRole('textbox', { name: 'Voimassa alkaen' }), '1.12.2026');
  server.answers['GET /api/provider/tax-cards'] = () => json(422, {});
  server.answers['PUT /api/provider/tax-cards/aino'] = () =>
    Promise.reject(new TypeError('no connection'));
  await user.click(screen.getByRole('button', { name: 'Ota käyttöön' }));
  await waitFor(() => expect(server.sent('GET /api/provider/tax-cards')).toHaveLength(2));
  await screen.findByRole('button', { name: 'Yritä uudelleen' });
  expect((await baseRate()).value).toBe('20,5');
  expect(screen.queryByText(GONE)).toBeNull();
});
