import { queryOptions } from '@tanstack/react-query';
import { answer, api } from './client';
import type { components } from './schema';

export type Dashboard = components['schemas']['ProviderDashboard'];
/** How many there are of something, and since when the first of them has waited. */
export type WaitingWork = components['schemas']['Waiting'];

/** What waits, what failed, and what went through the bank account. Always asked anew. */
export const dashboardQuery = queryOptions({
  queryKey: ['provider-dashboard'],
  staleTime: 0,
  queryFn: ({ signal }) => answer(api.GET('/api/provider/dashboard', { signal })),
});
