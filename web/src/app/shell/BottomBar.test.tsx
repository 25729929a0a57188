import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { withBills } from '@/test/bills';
import { fakeServer } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';

/** A window as narrow as a phone's. */
function onPhone() {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media.includes('max-width'),
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }));
}

test('a phone has the main pages at its foot, and the way out in the menu', async () => {
  onPhone();
  fakeServer(withBills({}));
  const { user } = openApp('/invoices');
  const bar = await screen.findByRole('navigation', { name: 'Tärkeimmät sivut' });
  const links = within(bar).getAllByRole('link');
  expect(links.map((link) => [link.getAttribute('aria-label') ?? link.textContent])).toEqual([
    ['Etusivu'],
    ['Laskut'],
    ['Uusi lasku'],
    ['Palkat'],
    ['Minä'],
  ]);
  expect(within(bar).getByRole('link', { current: 'page' }).textContent).toBe('Laskut');
  const header = screen.getByRole('banner');
  expect(within(header).queryByRole('link', { name: 'Kirjaudu ulos' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Avaa valikko' }));
  const menu = await screen.findByRole('navigation', { name: 'Päävalikko' });
  await within(menu).findByRole('link', { name: 'Kirjaudu ulos' });
  within(menu).getByRole('radiogroup', { name: 'Kieli' });
});

test('a wide window has none of it', async () => {
  fakeServer(withBills({}));
  openApp('/invoices');
  await screen.findByRole('link', { name: 'Kirjaudu ulos' });
  expect(screen.queryByRole('navigation', { name: 'Tärkeimmät sivut' })).toBeNull();
});
