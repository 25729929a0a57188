import { queryOptions } from '@tanstack/react-query';
import { answer, api } from './client';
import type { components } from './schema';

type Schemas = components['schemas'];

export type Finding = Schemas['Finding'];
export type CheckQuestion = Schemas['CheckQuestion'];
export type CheckFault = Schemas['CheckFault'];
export type CheckFaultKey = Schemas['CheckFaultKey'];

/** Whether the books are what they should be. It reads all data, so that it is asked when a person wants to know. */
export const dataCheckQuery = queryOptions({
  queryKey: ['data-check'],
  staleTime: Infinity,
  queryFn: ({ signal }) => answer(api.GET('/api/provider/check', { signal })),
});
