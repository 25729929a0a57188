import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DraftShares } from '@/api/billLists';
import { cardOf, pageOf, withBills } from '@/test/bills';
import { fakeServer } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';

/** The home page of a worker with these drafts, by what the shares of each come to; and how things stand on it. */
async function open(drafts: readonly (DraftShares | null)[]) {
  const cards = drafts.map((shares, place) => cardOf({ id: `draft-${place}`, shares }));
  fakeServer(withBills({ open: pageOf(cards) }));
  openApp('/');
  const first = await screen.findByText(/^Sinulla on .+ kesken\.$/);
  const situation = within(first.closest('ul')!).getAllByRole('listitem');
  return situation.map(({ textContent }) => textContent);
}

test('one draft with a declined share, and one with approved ones', async () => {
  expect(await open(['DECLINED', 'APPROVED', null])).toEqual([
    'Sinulla on 3 luonnosta kesken.',
    'Yhdessä luonnoksessa alihankkija on kieltäytynyt osuudestaan. Voit muuttaa osuutta tai lähettää laskun ilman sitä.',
    'Yhden luonnoksen osuudet on hyväksytty. Voit lähettää laskun, kun se on muuten valmis.',
  ]);
});

test('several drafts are counted, each kind by itself', async () => {
  const drafts = ['DECLINED', 'DECLINED', 'APPROVED', 'APPROVED', 'APPROVED', 'WAITING'] as const;
  expect(await open(drafts)).toEqual([
    'Sinulla on 6 luonnosta kesken.',
    '2 luonnoksessa alihankkija on kieltäytynyt osuudestaan. Voit muuttaa osuuksia tai lähettää laskut ilman niitä.',
    '3 luonnoksen osuudet on hyväksytty. Voit lähettää laskut, kun ne ovat muuten valmiit.',
  ]);
});

test('drafts without shares, or whose shares wait for an answer, have no sentence of theirs', async () => {
  expect(await open([null, 'WAITING'])).toEqual(['Sinulla on 2 luonnosta kesken.']);
});

test('the table of drafts says of each what its shares come to', async () => {
  await open(['DECLINED', 'WAITING', 'APPROVED', null]);
  const table = await screen.findByRole('table', { name: 'Luonnokset' });
  const [, ...rows] = within(table).getAllByRole('row');
  // The status is in two columns, of which the width of the screen shows one.
  const said = (row: HTMLElement) =>
    new Set(
      within(row)
        .queryAllByText(/lihankkija|Osuudet/)
        .map(({ textContent }) => textContent),
    );
  expect(rows.map(said)).toEqual([
    new Set(['Alihankkija kieltäytyi']),
    new Set(['Odottaa alihankkijaa']),
    new Set(['Osuudet hyväksytty']),
    new Set(),
  ]);
});
