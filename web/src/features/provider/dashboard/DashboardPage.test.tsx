import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Dashboard } from '@/api/dashboard';
import { fakeServer, json, worker } from '@/test/fakeServer';
import { openApp } from '@/test/openApp';

const nothing = { count: 0, oldest: null };
const dashboard: Dashboard = {
  pendingBills: nothing,
  myBills: nothing,
  openRequests: nothing,
  approvedBills: nothing,
  taxCards: nothing,
  unmatchedPayments: nothing,
  refundablePayments: { count: 2, oldest: new Date(Date.now() - 3 * 3_600_000).toISOString() },
  proposedPayments: nothing,
  failedDeliveries: nothing,
  failedJobs: nothing,
  missingFigures: [],
  money: [],
};

test('each tile leads to what it counts, and says how long that has waited', async () => {
  const user = { ...worker, role: 'ROLE_PAYROLL', roles: ['ROLE_PAYROLL'] };
  fakeServer({
    'GET /api/session': () => json(200, { user }),
    'GET /api/provider/dashboard': () => json(200, dashboard),
  });
  openApp('/provider');
  const tile = await screen.findByRole('link', { name: 'Palautettavia maksuja' });
  expect(tile.getAttribute('href')).toBe('/provider/payments?view=REFUNDABLE');
  // By instants: the date of the device, or of the server, is not part of it.
  screen.getByText('3 h');
});
