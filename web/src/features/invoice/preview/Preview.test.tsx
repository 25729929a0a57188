import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Bill } from '@/api/bills';
import { billOf, cardOf } from '@/test/bills';
import { json, problem } from '@/test/fakeServer';
import { openEditor } from '@/test/openEditor';

const bill: Bill = billOf(cardOf());
const PAGES = `GET /api/bill/${bill.id}/pages`;
const PDF = `/api/bill/${bill.id}/pdf?content-disposition=inline`;

/** The pictures that were made, by their addresses. jsdom makes no addresses itself. */
let pictures: Map<string, Blob>;

beforeEach(() => {
  pictures = new Map();
  let made = 0;
  URL.createObjectURL = (blob: Blob) => {
    made += 1;
    pictures.set(`blob:${made}`, blob);
    return `blob:${made}`;
  };
  URL.revokeObjectURL = (address: string) => void pictures.delete(address);
});

function onDesktop() {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media.includes('min-width'),
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

/** A draft on a server that draws one page, which says what the version is. */
function openDraft() {
  const opened = openEditor(`/invoice?id=${bill.id}`, { bill });
  opened.server.answers[PAGES] = () => {
    const { version } = opened.store.get(bill.id);
    return json(200, { version, pages: [`<svg>version ${version}</svg>`] });
  };
  return opened;
}

const toggle = () => screen.findByRole('button', { name: 'Esikatselu' });
const page = () => screen.findByRole<HTMLImageElement>('img', { name: 'Laskun sivu 1 / 1' });
const shown = async () => pictures.get((await page()).getAttribute('src') ?? '')?.text();
const write = async (text: string) =>
  fireEvent.change(await screen.findByRole('textbox', { name: /^Työn kuvaus/ }), {
    target: { value: text },
  });

test('the preview follows what is saved, and the old page stays until then', async () => {
  onDesktop();
  const { user } = openDraft();
  await user.click(await toggle());
  await waitFor(async () => expect(await shown()).toBe('<svg>version 3</svg>'));
  const before = await page();
  await write('Kuvitus');
  expect(await page()).toBe(before);
  await waitFor(async () => expect(await shown()).toBe('<svg>version 4</svg>'));
  expect(await page()).toBe(before);
  expect(pictures.size).toBe(1);
});

test('beside the form it stays open from one bill to the next', async () => {
  onDesktop();
  const { user } = openDraft();
  await user.click(await toggle());
  await page();
  document.body.replaceChildren();
  openDraft();
  await page();
  expect((await toggle()).getAttribute('aria-pressed')).toBe('true');
});

test('on a phone it covers the form until it is closed', async () => {
  const { user } = openDraft();
  await user.click(await toggle());
  const dialog = await screen.findByRole('dialog', { name: 'Esikatselu' });
  await within(dialog).findByRole('img', { name: 'Laskun sivu 1 / 1' });
  await user.click(within(dialog).getByRole('button', { name: 'Sulje ikkuna' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a page that cannot be drawn leaves the earlier one, and is tried again when asked', async () => {
  onDesktop();
  const { user, server } = openDraft();
  await user.click(await toggle());
  await waitFor(async () => expect(await shown()).toBe('<svg>version 3</svg>'));
  const works = server.answers[PAGES];
  server.answers[PAGES] = () => problem(500, 'contactAdmin');
  await write('Kuvitus');
  await screen.findByText(/Näkyvissä on aiempi esikatselu/);
  expect(await shown()).toBe('<svg>version 3</svg>');
  if (works !== undefined) server.answers[PAGES] = works;
  await user.click(screen.getByRole('button', { name: 'Yritä uudelleen' }));
  await waitFor(async () => expect(await shown()).toBe('<svg>version 4</svg>'));
});

test('a draft that cannot be calculated yet says what is missing', async () => {
  onDesktop();
  const { user, server } = openDraft();
  const fields = [
    { field: 'billableitems[0].alvPrice', key: 'error.billableItem.missing.alvPrice' },
  ];
  server.answers[PAGES] = () => json(422, { errorKey: 'ERRORS_IN_BILL', message: '', fields });
  await user.click(await toggle());
  await screen.findByText(/^Esikatselu päivittyy, kun/);
  await screen.findByText('Rivi 1: Hinta puuttuu.');
  expect(screen.queryByRole('button', { name: 'Yritä uudelleen' })).toBeNull();
});

test('a bill that is not made yet has nothing to show, and says when it will', async () => {
  onDesktop();
  const { user } = openEditor('/invoice');
  await user.click(await toggle());
  await screen.findByText(/^Kun olet valinnut asiakkaan/);
  expect(screen.queryByRole('link', { name: /^Avaa PDF/ })).toBeNull();
});

test('the PDF has what was typed a moment ago', async () => {
  const { store } = openDraft();
  const show = vi.fn<(address: URL) => string | undefined>(
    () => store.get(bill.id).billableitems[0]?.destination,
  );
  vi.stubGlobal('open', () => ({ location: { replace: show } }));
  const link = await screen.findByRole('link', { name: /^Avaa PDF/ });
  await write('Kuvitus');
  // At once, before the draft is saved by itself.
  fireEvent.click(link);
  await waitFor(() => expect(show).toHaveBeenCalledWith(new URL(PDF, window.location.origin)));
  expect(show).toHaveReturnedWith('Kuvitus');
});

test('a saved bill is a plain link away from its PDF', async () => {
  openDraft();
  const link = await screen.findByRole('link', { name: /^Avaa PDF/ });
  expect(link.getAttribute('href')).toBe(PDF);
  expect(link.getAttribute('target')).toBe('_blank');
});
