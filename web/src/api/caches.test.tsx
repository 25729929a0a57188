import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { fakeServer, json, worker } from '@/test/fakeServer';
import { runOf } from '@/test/payroll';
import { billOf, BILLS, cardOf } from '@/test/bills';
import { billKeys, useCreditPart } from './bills';
import { calculatorFiguresQuery } from './calculator';
import { useTakeFigures } from './figures';
import { overdueBills } from './overdue';
import { runFilesQuery, useRunAction, useUnapproveRun } from './payroll';
import { createQueryClient } from './queryClient';
import { SAME_PAGE_MS } from './listing';
import { readinessQuery } from './readiness';
import { remittances } from './remittances';
import { sessionQuery } from './session';

const RUN = '/api/provider/payroll/runs/run';

function hookOf<Hook>(use: () => Hook): { hook: Hook; client: QueryClient } {
  const client = createQueryClient();
  client.setQueryData(sessionQuery.queryKey, worker);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { hook: renderHook(use, { wrapper }).result.current, client };
}

const isOld = (client: QueryClient, queryKey: readonly unknown[]) =>
  client.getQueryState(queryKey)?.isInvalidated;

test('a run that is paid leaves something to be paid on', async () => {
  fakeServer({ [`POST ${RUN}/pay`]: () => json(200, runOf({ state: 'PAID' })) });
  const { hook, client } = hookOf(() => useRunAction('run'));
  client.setQueryData(remittances.query.queryKey, { pages: [], pageParams: [] });
  await act(() => hook.mutateAsync({ action: 'pay', seen: runOf() }));
  expect(isOld(client, remittances.query.queryKey)).toBe(true);
});

test('the files of an approval that was undone are forgotten', async () => {
  fakeServer({ [`POST ${RUN}/unapprove`]: () => json(200, runOf()) });
  const { hook, client } = hookOf(() => useUnapproveRun('run'));
  client.setQueryData(runFilesQuery('run').queryKey, []);
  await act(() => hook.mutateAsync('Virhe'));
  expect(client.getQueryData(runFilesQuery('run').queryKey)).toBeUndefined();
});

test('a bill of which a part is credited is another one', async () => {
  const draft = billOf(cardOf({ id: 'part' }));
  fakeServer({ [`POST ${BILLS}/bill/credit-part`]: () => json(201, draft) });
  const { hook, client } = hookOf(() => useCreditPart());
  client.setQueryData(billKeys.one('bill'), billOf(cardOf({ id: 'bill' })));
  await act(() => hook.mutateAsync('bill'));
  expect(isOld(client, billKeys.one('bill'))).toBe(true);
  expect(client.getQueryData(billKeys.one('part'))).toEqual(draft);
});

test('new figures change what the calculator and late interest say', async () => {
  const page = { tables: [], additions: [], missing: [] };
  fakeServer({ 'POST /api/provider/figures/reference-rate': () => json(200, page) });
  const { hook, client } = hookOf(() => useTakeFigures());
  const keys = [calculatorFiguresQuery('').queryKey, overdueBills.query.queryKey];
  for (const key of keys) client.setQueryData(key as readonly unknown[], {});
  const body = { year: '2026', half: '2', percent: '2,5', source: 'Suomen Pankki' };
  await act(() => hook.mutateAsync({ figures: { kind: 'rate', body }, seal: 'abc' }));
  for (const key of keys) expect(isOld(client, key)).toBe(true);
});

test('what a salary still needs is asked on every page that shows it, and once by the parts of one', () => {
  expect(readinessQuery('person').staleTime).toBe(SAME_PAGE_MS);
});
