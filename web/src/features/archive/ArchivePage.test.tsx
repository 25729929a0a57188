import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ALL_PURCHASES, ARCHIVE, cardOf, pageOf, RECEIVED_SHARES, withBills } from '@/test/bills';
import { fakeServer, json } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { purchaseOf, receivedOf, receivedPage } from '@/test/sharing';
import { readArchiveSearch } from './search';

const cafe = cardOf();
const paid = cardOf({
  id: 'paid',
  state: 'PAID',
  billNumber: 1001,
  sharedCustomer: { id: 'm', name: 'Maksaja Oy' },
});

/** A server that answers the archive by its question, and remembers the questions. */
function archive(answer: (question: URLSearchParams) => object) {
  const questions: string[] = [];
  fakeServer({
    ...withBills(),
    [`GET ${ARCHIVE}`]: ({ url }) => {
      const { searchParams } = new URL(url);
      questions.push(searchParams.toString());
      return json(200, answer(searchParams));
    },
  });
  return questions;
}

const row = (name: RegExp) => screen.findByRole('row', { name });

describe('the archive', () => {
  test('lists everything at first, tells how many, and each row leads to the editor', async () => {
    const questions = archive(() => pageOf([cafe, paid]));
    openApp('/archive');
    await row(/Maksaja Oy/);
    await screen.findByText('2 laskua');
    expect(questions).toEqual(['']);
    const link = screen.getByRole('link', { name: 'Maksaja Oy' });
    expect(link.getAttribute('href')).toBe('/invoice?id=paid');
  });

  test('a credit note is settled, not paid', async () => {
    archive(() => pageOf([cardOf({ state: 'PAID', creditNote: true, billNumber: 1002 })]));
    openApp('/archive');
    const note = await row(/Kuitattu/);
    expect(note.textContent).not.toContain('Maksettu');
    // Neither a due date nor money to the account.
    expect(note.textContent).not.toContain('30.11.2026');
    expect(note.textContent).not.toMatch(/583/);
  });

  test('is searched once the typing pauses, and the address remembers it', async () => {
    const questions = archive((asked) =>
      pageOf(asked.get('search') === null ? [cafe, paid] : [paid]),
    );
    const { user } = openApp('/archive');
    await row(/Kahvila Aamu Oy/);
    const words = 'maksaja 1255,00';
    await user.type(screen.getByRole('searchbox', { name: 'Hae laskuista' }), words);
    // A busy machine may pause within the words as well.
    await waitFor(() => expect(questions.at(-1)).toBe('search=maksaja+1255%2C00'));
    await waitFor(() => expect(screen.queryByRole('row', { name: /Kahvila/ })).toBeNull());
    await screen.findByText('1 lasku');
    expect(new URLSearchParams(window.location.search).get('search')).toBe(words);
    expect(questions.length).toBeLessThan(words.length);
  });

  test('searches for a number as for any text', async () => {
    const questions = archive(() => pageOf([paid]));
    openApp('/archive?search=1007');
    await row(/Maksaja Oy/);
    expect(questions).toEqual(['search=1007']);
  });

  test('opens as its address says', async () => {
    const questions = archive(() => pageOf([paid]));
    openApp('/archive?search=maksaja&order=closedFirst&section=paid&strange=1');
    await row(/Maksaja Oy/);
    expect(questions).toEqual(['search=maksaja&order=closedFirst&section=paid']);
    expect(screen.getByLabelText<HTMLInputElement>('Hae laskuista').value).toBe('maksaja');
    const closedFirst = screen.getByRole<HTMLInputElement>('radio', { name: 'Lähetetyt ensin' });
    expect(closedFirst.checked).toBe(true);
    const section = screen.getByRole<HTMLInputElement>('radio', { name: 'Maksetut' });
    expect(section.checked).toBe(true);
  });

  test('is narrowed to a section and turned around without losing the search', async () => {
    const questions = archive(() => pageOf([paid]));
    const { user } = openApp('/archive?search=maksaja');
    await row(/Maksaja Oy/);
    await user.click(screen.getByRole('radio', { name: 'Maksetut' }));
    await waitFor(() => expect(questions.at(-1)).toBe('search=maksaja&section=paid'));
    await user.click(screen.getByRole('radio', { name: 'Lähetetyt ensin' }));
    await waitFor(() =>
      expect(questions.at(-1)).toBe('search=maksaja&order=closedFirst&section=paid'),
    );
  });

  test('shows a page more when asked to', async () => {
    const questions = archive((asked) =>
      asked.get('page') === 'after-20'
        ? pageOf([paid], { total: 2 })
        : pageOf([cafe], { total: 2, next: 'after-20' }),
    );
    const { user } = openApp('/archive');
    await user.click(await screen.findByRole('button', { name: 'Näytä lisää' }));
    await row(/Maksaja Oy/);
    await row(/Kahvila Aamu Oy/);
    expect(questions).toEqual(['', 'page=after-20']);
  });

  test('says when nothing fits, and leads back to everything', async () => {
    archive((asked) => pageOf(asked.get('search') === null ? [cafe] : []));
    const { user } = openApp('/archive?search=olematon');
    await screen.findByText('Haulla ”olematon” ei löytynyt laskuja.');
    await user.click(screen.getByRole('link', { name: 'Näytä kaikki laskut' }));
    await row(/Kahvila Aamu Oy/);
    expect(screen.getByLabelText<HTMLInputElement>('Hae laskuista').value).toBe('');
  });

  test('without invoices says how to begin', async () => {
    archive(() => pageOf([]));
    openApp('/archive');
    await screen.findByRole('link', { name: 'Tee ensimmäinen lasku' });
  });
});

test('shares that one was given have a section, with where their salary is', async () => {
  const shares = [
    receivedOf({ state: 'APPROVED', customerPaid: true, payday: '18.12.2026' }),
    receivedOf({ id: 'paid', state: 'APPROVED', paid: true, payday: '20.11.2026' }),
    receivedOf({ id: 'declined', state: 'DECLINED' }),
  ];
  fakeServer({
    ...withBills(),
    [`GET ${RECEIVED_SHARES}`]: () => json(200, receivedPage(shares)),
  });
  const { user } = openApp('/archive');
  await user.click(await screen.findByRole('radio', { name: 'Saadut osuudet' }));
  await row(/Aino Virtanen.*Asiakas on maksanut. Palkkapäivä 18.12.2026/);
  await row(/Palkka maksettu 20.11.2026/);
  await row(/Kieltäytyi/);
  screen.getByText('3 osuutta');
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('purchase invoices have a section, each leading to its bill', async () => {
  const purchases = [
    purchaseOf({ state: 'PAID', paid: '20.11.2026' }),
    purchaseOf({ id: 'never', name: 'Tukku Oy', state: 'WAITING_FOR_PAYMENT', neverPaid: true }),
  ];
  const server = fakeServer({
    ...withBills(),
    [`GET ${ALL_PURCHASES}`]: () => json(200, { purchases, next: null }),
  });
  openApp('/archive?section=purchases');
  await row(/Rakennustarvike Oy.*Maksettu.*251,00/);
  await row(/Tukku Oy.*Ei makseta: lasku hyvitettiin.*251,00/);
  const link = screen.getByRole('link', { name: 'Rakennustarvike Oy' });
  expect(link.getAttribute('href')).toBe(`/invoice?id=${cardOf().id}`);
  expect(server.sent(`GET ${ARCHIVE}`)).toEqual([]);
});

test('an empty section says where its things come from', async () => {
  fakeServer({ ...withBills() });
  openApp('/archive?section=shares');
  await screen.findByText(/Kukaan ei ole vielä antanut sinulle osuutta/);
});

test.each([
  [{}, {}],
  [{ search: '  ' }, {}],
  [{ search: 'aamu', order: 'openFirst' }, { search: 'aamu' }],
  [
    { order: 'closedFirst', section: 'paid' },
    { order: 'closedFirst', section: 'paid' },
  ],
  [{ order: 'DROP TABLE', section: 'nonsense', search: 7 }, {}],
])('the address %j asks %j', (raw, question) => {
  expect(readArchiveSearch(raw)).toEqual(question);
});
