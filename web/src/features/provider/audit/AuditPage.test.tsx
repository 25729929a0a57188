import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AuditEvent } from '@/api/audit';
import { fakeServer, json, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';

function eventOf(over: Partial<AuditEvent>): AuditEvent {
  return {
    number: 1,
    at: '2026-11-17T08:00:00Z',
    action: 'bill.approved',
    subject: 'bill:b-1',
    actor: 'Kaisa Laine',
    actorId: 'k-1',
    detail: '{"before":"TAKEN","after":"APPROVED"}',
    ...over,
  };
}

function open(...events: readonly AuditEvent[]) {
  const user = { ...worker, role: 'ROLE_ADMIN', roles: ['ROLE_ADMIN', 'ROLE_CLERK'] };
  fakeServer({
    'GET /api/session': () => json(200, { user }),
    'GET /api/provider/audit': () => json(200, { events, next: null }),
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

test('an event is a sentence that leads to what it was done to, where the viewer may go', async () => {
  open(
    eventOf({}),
    eventOf({ number: 2, action: 'share.added', subject: 'share:s', detail: '{"bill":"b-2"}' }),
    eventOf({ number: 3, action: 'payroll.made', subject: 'payroll:r', detail: '{}' }),
    eventOf({ number: 4, action: 'settings.added', subject: 'settings:provider', detail: '{}' }),
  );
  const approved = await screen.findByRole('link', { name: 'laskun' });
  expect(approved.getAttribute('href')).toBe('/provider/bills/b-1');
  expect(approved.parentElement?.textContent).toBe('Kaisa Laine hyväksyi laskun.');
  expect(screen.getByRole('link', { name: 'laskuun' }).getAttribute('href')).toBe(
    '/provider/bills/b-2',
  );
  expect(screen.getByRole('link', { name: 'asetuksia' }).getAttribute('href')).toBe(
    '/provider/settings',
  );
  // Not a page of this viewer.
  screen.getByText('Kaisa Laine loi palkka-ajon.');
  expect(screen.queryByRole('link', { name: 'palkka-ajon' })).toBeNull();
});

test('the stored data is shown when a row is opened, by keyboard too', async () => {
  const { user } = open(eventOf({}));
  const opener = await screen.findByRole('button', { name: /näytä tallennetut tiedot/ });
  expect(screen.queryByText(/APPROVED/)).toBeNull();
  await user.keyboard('j{Enter}');
  expect(opener.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByText(/APPROVED/).textContent).toContain('"subject": "bill:b-1"');
  await user.click(opener);
  expect(screen.queryByText(/APPROVED/)).toBeNull();
});
