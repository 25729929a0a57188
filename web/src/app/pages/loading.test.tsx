import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { withBills } from '@/test/bills';
import { fakeServer, json, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { PAGES } from './pages';

const signedIn = { ...withBills(), 'GET /api/session': () => json(200, { user: worker }) };

test('pointing at a link fetches the code and the data of its page', async () => {
  const server = fakeServer(signedIn);
  const { user } = openApp('/');
  const link = await screen.findByRole('link', { name: 'Asiakkaat', hidden: true });
  const path = `GET /api/person/${worker.id}/sharedcustomers`;
  expect(server.sent(path)).toHaveLength(0);
  await user.hover(link);
  await waitFor(() => expect(server.sent(path)).toHaveLength(1));
  expect(window.location.pathname).toBe('/');
});

test('a search parameter that is not understood leaves the address, an unknown one stays', async () => {
  fakeServer(signedIn);
  openApp('/archive?section=nonsense&order=closedFirst&from=mail');
  await screen.findByRole('heading', { level: 1, name: 'Arkisto' });
  expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({
    order: 'closedFirst',
    from: 'mail',
  });
});

describe('code that does not come', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** The home page, and a link whose page cannot be loaded, on a server that answers or not. */
  async function openWithoutCode({ serverAnswers }: { serverAnswers: boolean }) {
    const health = () => {
      if (!serverAnswers) throw new TypeError('connection refused');
      return new Response('ok');
    };
    fakeServer({ ...signedIn, 'GET /readyz': health });
    const preload = vi
      .spyOn(PAGES['/templates'].component, 'preload')
      .mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
    const { user } = openApp('/');
    const title = await screen.findByRole('heading', { level: 1 });
    const link = await screen.findByRole('link', { name: 'Pohjat', hidden: true });
    return { user, title, link, preload };
  }

  test('leaves the page when its link is merely pointed at', async () => {
    const { user, title, link, preload } = await openWithoutCode({ serverAnswers: false });
    const faults = vi.spyOn(console, 'error');
    await user.hover(link);
    await waitFor(() => expect(preload).toHaveBeenCalled());
    await user.unhover(link);
    expect(title.isConnected).toBe(true);
    expect(faults).not.toHaveBeenCalled();
    expect(window.location.pathname).toBe('/');
    preload.mockRestore();
    await user.click(link);
    await screen.findByRole('heading', { level: 1, name: 'Pohjat' });
  });

  test('leaves the page when its link is followed and the server is gone', async () => {
    const { title, link, preload } = await openWithoutCode({ serverAnswers: false });
    fireEvent.click(link);
    await waitFor(() => expect(preload).toHaveBeenCalled());
    await waitFor(() => expect(window.location.pathname).toBe('/'));
    await screen.findByRole('heading', { level: 1, name: title.textContent });
    preload.mockRestore();
    fireEvent.click(screen.getByRole('link', { name: 'Pohjat', hidden: true }));
    await screen.findByRole('heading', { level: 1, name: 'Pohjat' });
  });

  test('is told where the server answers', async () => {
    const { link } = await openWithoutCode({ serverAnswers: true });
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    // A reload was just tried.
    sessionStorage.setItem('liksa-reloaded-at', String(Date.now()));
    fireEvent.click(link);
    await screen.findByRole('heading', { level: 1, name: 'Jokin meni vikaan' });
  });
});
