import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { ARCHIVE, billOf, BILLS, cardOf, pageOf, withBills } from '@/test/bills';
import { fakeServer, json, problem, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';

const SAVED = `/api/person/${worker.id}/sharedcustomers`;
const customer = { id: 'c1', name: 'Kahvila Aamu Oy', businessid: '1234567-1', city: 'Helsinki' };
const inRegister = { id: 'c2', name: 'Kahvikone Oy', businessid: '2345678-0', city: 'Turku' };

const answers = {
  ...withBills({ open: pageOf([cardOf()]) }),
  [`GET ${SAVED}`]: () => json(200, { customers: [customer] }),
  'GET /api/sharedcustomers': () => json(200, { customers: [customer, inRegister] }),
};

// jsdom has no layout to scroll in.
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

async function openPalette(address = '/calculator') {
  const app = openApp(address);
  await screen.findByRole('button', { name: /^Etsi/ });
  await app.user.keyboard('{Control>}k{/Control}');
  const box = await screen.findByRole('combobox', { name: 'Haku ja toiminnot' });
  await waitFor(() => expect(document.activeElement).toBe(box));
  return { ...app, box };
}

const labels = () => screen.getAllByRole('option').map((option) => option.textContent);
const group = (name: string) => screen.findByRole('group', { name });
const chosen = () => screen.getByRole('option', { selected: true }).textContent;

describe('the palette', () => {
  test('opens by its button too, and closes with Escape', async () => {
    fakeServer(answers);
    const { user } = openApp('/calculator');
    await user.click(await screen.findByRole('button', { name: /^Etsi/ }));
    await screen.findByRole('dialog', { name: 'Haku ja toiminnot' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('leads to a page with the keyboard alone, and tells a screen reader where it is', async () => {
    fakeServer(answers);
    const { user, box } = await openPalette();
    await user.type(box, 'ar');
    await waitFor(() => expect(labels()).toEqual(['Arkisto']));
    const option = screen.getByRole('option', { selected: true });
    expect(box.getAttribute('aria-activedescendant')).toBe(option.id);
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Arkisto' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is walked through with the arrows, round and round', async () => {
    fakeServer(answers);
    const { user } = await openPalette();
    const all = labels();
    expect(chosen()).toBe('Uusi lasku');
    await user.keyboard('{ArrowDown}');
    expect(chosen()).toBe(all[1]);
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(chosen()).toBe(all.at(-1));
  });

  test('finds bills in the archive, and the user’s own customers before those of the register', async () => {
    const asked: (string | null)[] = [];
    const card = cardOf({ billNumber: 1042, state: 'CLOSED' });
    fakeServer({
      ...answers,
      [`GET ${ARCHIVE}`]: ({ url }) => {
        asked.push(new URL(url).searchParams.get('search'));
        return json(200, pageOf([card]));
      },
      [`GET ${BILLS}/${card.id}`]: () => json(200, billOf(card)),
    });
    const { user, box } = await openPalette();
    await user.type(box, 'kahvi');
    const bills = within(await group('Laskut')).getAllByRole('option');
    expect(bills.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Kahvila Aamu OyLasku 1042 · 16.11.2026 · 1\s255,00\s€$/),
    ]);
    await waitFor(async () => {
      const customers = within(await group('Asiakkaat')).getAllByRole('option');
      expect(customers.map(({ textContent }) => textContent)).toEqual([
        'Kahvila Aamu Oy1234567-1 · Helsinki',
        'Kahvikone Oy2345678-0 · Turku',
      ]);
    });
    expect(asked.at(-1)).toBe('kahvi');
    expect(asked).not.toContain('k');

    await user.click(bills[0] as HTMLElement);
    await waitFor(() => expect(window.location.pathname).toBe('/invoice'));
  });

  test('offers again what was chosen last, until the session ends', async () => {
    fakeServer({ ...answers, 'DELETE /api/login': () => new Response(null, { status: 204 }) });
    const { user, box } = await openPalette();
    await user.type(box, 'ark');
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Arkisto' });
    await user.keyboard('{Control>}k{/Control}');
    const recent = await group('Viimeksi käytetyt');
    expect(within(recent).getAllByRole('option')[0]?.textContent).toBe('Arkisto');
    expect(labels().filter((label) => label === 'Arkisto')).toHaveLength(1);

    await user.keyboard('kirjaudu ulos{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Kirjaudu sisään' });
    expect(sessionStorage.getItem('liksa-palette-recent')).toBeNull();
  });

  test('switches the language', async () => {
    fakeServer({ ...answers, 'PUT /api/person': () => json(200, { ...worker, language: 'en' }) });
    const { user, box } = await openPalette();
    await user.type(box, 'englanti{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Salary calculator' });
  });

  test('says when nothing fits, and when it could not look', async () => {
    const server = fakeServer({
      ...answers,
      [`GET ${ARCHIVE}`]: () => json(200, pageOf([])),
      [`GET ${SAVED}`]: () => json(200, { customers: [] }),
      'GET /api/sharedcustomers': () => json(200, { customers: [] }),
    });
    const { user, box } = await openPalette();
    await user.type(box, 'olematon');
    await screen.findByText(/Ei osumia/);
    server.answers[`GET ${ARCHIVE}`] = () => problem(422, 'INVALID_FIELDS');
    await user.type(box, '!');
    await screen.findByRole('button', { name: 'Yritä uudelleen' });
  });

  test('asks the server nothing about bills for staff who do not invoice', async () => {
    const server = fakeServer({
      ...answers,
      'GET /api/session': () => json(200, { user: { ...worker, roles: ['ROLE_CLERK'] } }),
    });
    const { user, box } = await openPalette();
    expect(labels()).not.toContain('Uusi lasku');
    await user.type(box, 'kahvila');
    await screen.findByText(/Ei osumia/);
    expect(server.sent(`GET ${ARCHIVE}`)).toHaveLength(0);
    expect(server.sent('GET /api/sharedcustomers')).toHaveLength(0);
  });
});
