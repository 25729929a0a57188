import { queryOptions } from '@tanstack/react-query';
import { answer, api } from './client';
import type { components } from './schema';

export type AppInfo = components['schemas']['AppInfo'];
export type DemoLogin = components['schemas']['DemoLogin'];

/** Public information about the server. It does not change while the page is open. */
export const appInfoQuery = queryOptions({
  queryKey: ['app'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => answer(api.GET('/api/app', { signal })),
});
