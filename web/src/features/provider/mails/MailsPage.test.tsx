import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Mail } from '@/api/mails';
import { fakeServer, json, problem, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';

const ID = '0193f000-0000-7000-8000-000000000001';
const BILL = '0193b000-0000-7000-8000-000000000001';

function mail(differences: Partial<Mail> = {}): Mail {
  return {
    id: ID,
    kind: 'INVOICE',
    state: 'FAILED',
    to: 'laskut@kulttuuritalo.example',
    reason: 'ADDRESS_REFUSED',
    error: '550 5.1.1 no such user',
    attempts: 1,
    billId: BILL,
    billNumber: 1007,
    customer: 'Kulttuuritalo Oy',
    createdAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
    sentAt: null,
    settledAt: null,
    ...differences,
  };
}

function open(
  one: Mail,
  role: 'ROLE_CLERK' | 'ROLE_ADMIN' = 'ROLE_CLERK',
  address = `/provider/mails?state=${one.state}`,
) {
  const user = { ...worker, role, roles: [role] };
  const server = fakeServer({
    'GET /api/session': () => json(200, { user }),
    'GET /api/provider/mails': () => json(200, { mails: [one], next: null }),
    [`POST /api/provider/mails/${ID}/resend`]: () => new Response(null, { status: 204 }),
    [`POST /api/provider/mails/${ID}/arrived`]: () => new Response(null, { status: 204 }),
    [`POST /api/provider/mails/${ID}/settle`]: () => new Response(null, { status: 204 }),
  });
  return { ...openApp(address), server };
}

const RESEND = `POST /api/provider/mails/${ID}/resend`;
const SETTLE = `POST /api/provider/mails/${ID}/settle`;
const ARRIVED = `POST /api/provider/mails/${ID}/arrived`;

test('a mail says what it is about, to whom it goes, why it was not sent and for how long', async () => {
  open(mail());
  const row = within(await screen.findByRole('row', { name: /Lasku asiakkaalle/ }));
  row.getByText('laskut@kulttuuritalo.example');
  row.getByText(/^Saajan sähköposti ei ota viestiä vastaan/);
  row.getByText('Yrityksiä 1 · 550 5.1.1 no such user');
  row.getByText('3 h');
  expect(row.getByRole('link', { name: 'Lasku 1007' }).getAttribute('href')).toBe(
    `/provider/bills/${BILL}`,
  );
});

test('who cannot open the bill reads its number alone', async () => {
  open(mail({ kind: 'NEWS' }), 'ROLE_ADMIN');
  const row = within(await screen.findByRole('row', { name: /Ilmoitus tekijälle: Lasku 1007/ }));
  expect(row.queryByRole('link')).toBeNull();
});

test('what certainly was not sent is sent again at once', async () => {
  const { user, server } = open(mail());
  await user.click(await screen.findByRole('button', { name: /^Lähetä uudelleen/ }));
  await waitFor(() => expect(server.sent(RESEND)).toHaveLength(1));
  await screen.findByText(/viesti lähetetään heti/);
});

test('what may have arrived is sent again, or believed, only after a question', async () => {
  const { user, server } = open(mail({ state: 'UNSURE', reason: 'NO_ANSWER' }));
  await user.click(await screen.findByRole('button', { name: /^Lähetä uudelleen/ }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Lähetetäänkö viesti uudelleen?' }),
  );
  dialog.getByText(/se voi tulla kahdesti/);
  expect(server.sent(RESEND)).toHaveLength(0);
  await user.click(dialog.getByRole('button', { name: 'Peruuta' }));
  await user.click(screen.getByRole('button', { name: /^Meni perille/ }));
  const asked = within(await screen.findByRole('dialog', { name: 'Menikö viesti perille?' }));
  await user.click(asked.getByRole('button', { name: 'Meni perille' }));
  await waitFor(() => expect(server.sent(ARRIVED)).toHaveLength(1));
  expect(server.sent(RESEND)).toHaveLength(0);
});

test('what failed and needs nothing more is put away after a question, and says so', async () => {
  const { user, server } = open(mail());
  await user.click(await screen.findByRole('button', { name: /^Ei vaadi enää mitään/ }));
  const asked = within(
    await screen.findByRole('dialog', { name: 'Eikö viesti vaadi enää mitään?' }),
  );
  server.answers['GET /api/provider/mails'] = () =>
    json(200, { mails: [mail({ settledAt: '2026-11-16T08:00:00Z' })], next: null });
  await user.click(asked.getByRole('button', { name: 'Ei vaadi enää mitään' }));
  await waitFor(() => expect(server.sent(SETTLE)).toHaveLength(1));
  await screen.findByText(/^Ei vaadi enää mitään \(16\.11\.2026/);
  expect(screen.queryByRole('button', { name: /^Ei vaadi enää mitään: / })).toBeNull();
});

describe('the first tab', () => {
  /** The page without a state in its address, of a server that has these mails. */
  function begin(...all: Mail[]) {
    const opened = open(mail(), 'ROLE_CLERK', '/provider/mails');
    opened.server.answers['GET /api/provider/mails'] = ({ url }) => {
      const state = new URL(url).searchParams.get('state');
      return json(200, { mails: all.filter((one) => one.state === state), next: null });
    };
    return opened;
  }
  const chosen = async (name: string) =>
    waitFor(() =>
      expect(screen.getByRole('tab', { name }).getAttribute('aria-selected')).toBe('true'),
    );
  const settled = mail({ settledAt: '2026-11-16T08:00:00Z' });
  const unsure = mail({ id: 'u', state: 'UNSURE', reason: 'NO_ANSWER' });

  test('has what did not leave', async () => {
    begin(mail(), unsure);
    await screen.findByRole('button', { name: /^Ei vaadi enää mitään/ });
    await chosen('Ei lähtenyt');
  });

  test('has what may have left where nothing that failed needs a decision', async () => {
    const { user } = begin(settled, unsure);
    await screen.findByRole('button', { name: /^Meni perille/ });
    await chosen('Ehkä lähtenyt');
    await user.click(screen.getByRole('tab', { name: 'Ei lähtenyt' }));
    await screen.findByText(/^Ei vaadi enää mitään \(/);
    await chosen('Ei lähtenyt');
  });

  test('stays open after its last mail', async () => {
    const { user, server } = begin(unsure);
    server.answers['POST /api/provider/mails/u/arrived'] = () => {
      server.answers['GET /api/provider/mails'] = () => json(200, { mails: [], next: null });
      return new Response(null, { status: 204 });
    };
    await user.click(await screen.findByRole('button', { name: /^Meni perille/ }));
    const asked = within(await screen.findByRole('dialog', { name: 'Menikö viesti perille?' }));
    await user.click(asked.getByRole('button', { name: 'Meni perille' }));
    await screen.findByText('Yhdestäkään viestistä ei ole epäselvyyttä.');
  });

  test('is found anew at each visit', async () => {
    const { router, server, queryClient } = begin();
    await screen.findByText('Minkään viestin lähettäminen ei ole epäonnistunut.');
    await router.navigate({ to: '/about' });
    server.answers['GET /api/provider/mails'] = ({ url }) =>
      json(200, { mails: url.includes('UNSURE') ? [unsure] : [], next: null });
    await queryClient.invalidateQueries({ queryKey: ['provider-mails'], refetchType: 'none' });
    await router.navigate({ to: '/provider/mails' });
    await screen.findByRole('button', { name: /^Meni perille/ });
    await chosen('Ehkä lähtenyt');
  });

  test('says that nothing failed where there is nothing', async () => {
    begin();
    await screen.findByText('Minkään viestin lähettäminen ei ole epäonnistunut.');
  });
});

test('a mail that was never tried has nothing to press', async () => {
  open(mail({ state: 'QUEUED', attempts: 0, reason: null, error: null }));
  const row = within(await screen.findByRole('row', { name: /Lasku asiakkaalle/ }));
  row.getByText('Lähetetään pian.');
  expect(row.queryByRole('button')).toBeNull();
});

test('one that waits for its next attempt can be sent now', async () => {
  const { user, server } = open(mail({ state: 'QUEUED', reason: 'UNREACHABLE' }));
  await user.click(await screen.findByText('Lähetä nyt'));
  await waitFor(() => expect(server.sent(RESEND)).toHaveLength(1));
});

test('a refusal is told, and so is an empty list', async () => {
  const { user, server } = open(mail());
  server.answers[RESEND] = () => problem(409, 'MAIL_SETTLED');
  await user.click(await screen.findByRole('button', { name: /^Lähetä uudelleen/ }));
  await screen.findByText(/^Viesti on jo selvitetty/);
  server.answers['GET /api/provider/mails'] = () => json(200, { mails: [], next: null });
  await user.click(screen.getByRole('tab', { name: 'Ehkä lähtenyt' }));
  await screen.findByText('Yhdestäkään viestistä ei ole epäselvyyttä.');
});
