import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, json, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';

function open() {
  const user = { ...worker, role: 'ROLE_ADMIN', roles: ['ROLE_ADMIN'] };
  fakeServer({
    'GET /api/session': () => json(200, { user }),
    'GET /api/provider/audit': () => json(200, { events: [], next: null }),
  });
  return openApp('/provider/audit');
}

test('a day is understood without its zeros, and Enter leaves the focus where it is', async () => {
  const { user, router } = open();
  const from = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Alkaa' });
  await user.type(from, '1.1.2026{Enter}');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ from: '01.01.2026' }));
  expect(from.value).toBe('01.01.2026');
  expect(document.activeElement).toBe(from);
});

test('what is no day is told, and asks nothing', async () => {
  const { user, router } = open();
  const from = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Alkaa' });
  await user.type(from, '31.2.2026{Enter}');
  expect(from.getAttribute('aria-invalid')).toBe('true');
  expect(from.value).toBe('31.2.2026');
  expect(router.state.location.search).not.toHaveProperty('from');
});
