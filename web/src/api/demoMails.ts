import { queryOptions } from '@tanstack/react-query';
import { answer, api } from './client';
import type { components } from './schema';

export type DemoMail = components['schemas']['DemoMail'];

/** Mails are written by jobs, a moment after what they tell of. */
const LOOK_AGAIN_MS = 3000;

/** The newest mails of the demo, the last one first. */
export const demoMailsQuery = queryOptions({
  queryKey: ['demo-mails'],
  refetchInterval: LOOK_AGAIN_MS,
  queryFn: ({ signal }) => answer(api.GET('/api/demo/mails', { signal })),
});
