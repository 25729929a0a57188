import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Bill } from '@/api/bills';
import { moneyOf, partOf } from '@/test/billMoney';
import { clerk, ClerkServer, queuedOf, reviewOf } from '@/test/clerk';
import { fakeServer, json } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';
import { purchaseOf, shareOf } from '@/test/sharing';

beforeEach(() => {
  // jsdom makes no addresses for files in memory.
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:copy', revokeObjectURL: () => undefined }),
  );
});

const AINO = queuedOf({ id: 'a', worker: { id: '1', name: 'Aino Virtanen' } });
const MONEY = 'GET /api/bill/a/money';

function openReview(differences: Partial<Bill>, roles = clerk.roles) {
  const review = reviewOf(AINO);
  const server = fakeServer({
    ...new ClerkServer(AINO).answers(),
    'GET /api/session': () => json(200, { user: { ...clerk, roles } }),
    'GET /api/provider/bills/a': () =>
      json(200, { ...review, bill: { ...review.bill, ...differences } }),
    [`GET /api/extcontractoritems/receipt/${purchaseOf().receipts[0]!.id}`]: () =>
      new Response('pdf', { headers: { 'content-type': 'application/pdf' } }),
    [MONEY]: () =>
      json(
        200,
        moneyOf({ parts: [partOf('SHARE', 300, { shareId: shareOf().id, name: 'Maija' })] }),
      ),
  });
  return { server, ...openApp('/provider/bills/a') };
}

test('the clerk sees who gets a share and each purchase beside its copy', async () => {
  const { server } = openReview({
    contractorBillableItems: [
      shareOf({ state: 'APPROVED' }),
      shareOf({ id: 'no', state: 'DECLINED', reason: 'Väärä summa', percent: 10 }),
    ],
    extContractorBillableItems: [purchaseOf({ state: 'PAY_NOW', paynow: true })],
  });
  const shares = within(await screen.findByRole('region', { name: 'Alihankkijat' }));
  const [approved, declined] = shares.getAllByRole('listitem');
  expect(approved?.textContent).toContain('Maija Mäkinen');
  expect(approved?.textContent).toContain('300,00');
  expect(declined?.textContent).toContain('Osuudesta ei makseta mitään.');
  expect(declined?.textContent).toContain('Väärä summa');

  const purchases = within(screen.getByRole('region', { name: 'Ostolaskut' }));
  purchases.getByText(/^251,00/);
  purchases.getByText(/^51,00.*\(25,5/);
  purchases.getByText('FI21 1234 5600 0007 85');
  // What being paid at once costs the worker.
  purchases.getByText(/^15,00/);
  await purchases.findByTitle('Lasku.pdf');
  expect(server.sent(MONEY), 'the money is a matter of payroll').toEqual([]);
});

test('a bill that gives nothing to others is read as a whole', async () => {
  openReview({});
  await screen.findByRole('tab', { name: 'Asiakkaan lasku', selected: true });
  expect(screen.queryByRole('region', { name: 'Alihankkijat' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Ostolaskut' })).toBeNull();
});

test('of the staff those of payroll see where the money goes', async () => {
  const { user } = openReview({ contractorBillableItems: [shareOf({ state: 'APPROVED' })] }, [
    'ROLE_CLERK',
    'ROLE_PAYROLL',
  ]);
  await user.click(await screen.findByRole('link', { name: 'Osuus: Maija' }));
  expect(document.activeElement?.textContent).toContain('Maija Mäkinen');
});
