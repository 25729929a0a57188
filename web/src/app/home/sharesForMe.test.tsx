import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ReceivedShare } from '@/api/shares';
import { RECEIVED_SHARES, withBills } from '@/test/bills';
import { fakeServer, json, problem } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { write } from '@/test/renderSignedIn';
import { receivedOf, receivedPage } from '@/test/sharing';

/** The home page of a worker who has been given these shares. */
function open(shares: ReceivedShare[], address = '/') {
  const server = fakeServer({
    ...withBills(),
    [`GET ${RECEIVED_SHARES}`]: ({ url }) => {
      const state = new URL(url).searchParams.get('state');
      return json(200, receivedPage(shares.filter((one) => state === null || one.state === state)));
    },
  });
  const decide = (step: 'approve' | 'decline', state: ReceivedShare['state']) => {
    server.answers[`PUT /api/contractoritems/${receivedOf().id}/${step}`] = () => {
      shares.splice(0, 1, receivedOf({ state, canBeAnswered: false }));
      return json(200, shares[0]);
    };
  };
  return { server, decide, ...openApp(address) };
}

const waiting = () => screen.findByRole('region', { name: 'Sinulta odotetaan vastausta' });

test('a share is approved in place, with the own net and what the other one sees', async () => {
  const { user, decide } = open([receivedOf()]);
  decide('approve', 'APPROVED');
  const part = within(await waiting());
  part.getByText('Aino Virtanen antaa sinulle osuuden laskustaan');
  part.getByText(/^231,40/);
  part.getByText(/mutta ei palkkaasi, verojasi eikä muita tietojasi/);
  await user.click(part.getByRole('button', { name: 'Hyväksy osuus: Aino Virtanen' }));
  await screen.findByText(/^Hyväksyit osuuden/);
  await waitFor(() => expect(screen.queryByText(/antaa sinulle osuuden/)).toBeNull());
});

test('a share is declined with a reason, or without one', async () => {
  const { user, server, decide } = open([receivedOf({ salary: null })]);
  const call = `PUT /api/contractoritems/${receivedOf().id}/decline`;
  server.answers[call] = () => problem(409, 'SHARE_NOT_IN_STATE');
  const part = within(await waiting());
  part.getByText('Arviota ei voi vielä laskea');
  await user.click(part.getByRole('button', { name: 'Kieltäydy: Aino Virtanen' }));
  await user.click(part.getByRole('button', { name: 'Kieltäydy osuudesta' }));
  await screen.findByText(/Osuuden tila on muuttunut/);
  decide('decline', 'DECLINED');
  await write(user, part.getByRole('textbox', { name: 'Miksi kieltäydyt?' }), 'En ehdi ');
  await user.click(part.getByRole('button', { name: 'Kieltäydy osuudesta' }));
  await screen.findByText(/^Kieltäydyit osuudesta/);
  expect(server.sent(call)).toEqual(['{}', JSON.stringify({ reason: 'En ehdi' })]);
});

test('a sum that was changed meanwhile is shown before it is approved', async () => {
  const shares = [receivedOf()];
  const { user, server } = open(shares);
  const seen: (string | null)[] = [];
  server.answers[`PUT /api/contractoritems/${receivedOf().id}/approve`] = ({ url }) => {
    const version = new URL(url).searchParams.get('version');
    seen.push(version);
    if (version === '2') {
      shares.splice(0, 1, receivedOf({ version: 5, amount: 60 }));
      return problem(409, 'STALE_SHARE');
    }
    shares.splice(0, 1, receivedOf({ version: 6, state: 'APPROVED', canBeAnswered: false }));
    return json(200, shares[0]);
  };
  const part = within(await waiting());
  await user.click(part.getByRole('button', { name: 'Hyväksy osuus: Aino Virtanen' }));
  await screen.findByText(/Osuutta on muutettu sillä välin/);
  await part.findAllByText(/^60,00/);
  await user.click(part.getByRole('button', { name: 'Hyväksy osuus: Aino Virtanen' }));
  await screen.findByText(/^Hyväksyit osuuden/);
  expect(seen).toEqual(['2', '5']);
});

test('where nothing waits nothing is shown, and what failed can be tried again', async () => {
  const { server, user } = open([]);
  await screen.findByRole('link', { name: 'Tee ensimmäinen lasku' });
  expect(screen.queryByRole('region', { name: 'Sinulta odotetaan vastausta' })).toBeNull();
  server.answers[`GET ${RECEIVED_SHARES}`] = () => problem(422, 'INVALID_FIELDS');
  openApp('/');
  const part = within(await waiting());
  server.answers[`GET ${RECEIVED_SHARES}`] = () => json(200, receivedPage([receivedOf()]));
  await user.click(part.getByRole('button', { name: 'Yritä uudelleen' }));
  await part.findByText('Toinen kuvaaja');
});

test('a link in a mail leads to its share', async () => {
  const other = receivedOf({ id: 'other', contractor: { fullName: 'Olli Oksa' } });
  open([other, receivedOf()], `/?share=${receivedOf().id}`);
  await waiting();
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Aino Virtanen antaa/));
});

test.each([
  ['APPROVED', 'Olet hyväksynyt tämän osuuden.'],
  ['DECLINED', 'Olet kieltäytynyt tästä osuudesta.'],
  ['OPEN', /^Osuus ei enää odota vastaustasi/],
] as const)('a link to a share that is %s says what became of it', async (state, text) => {
  open([receivedOf({ state })], `/?share=${state === 'OPEN' ? 'gone' : receivedOf().id}`);
  await screen.findByText(text);
});
