import { queryOptions } from '@tanstack/react-query';
import { billKeys } from './bills';
import { answer, api } from './client';
import type { components } from './schema';

/** What the customer pays for a bill, and where all of it goes. */
export type BillMoney = components['schemas']['BillMoney'];
export type MoneyPart = BillMoney['parts'][number];

/** Where the money of a bill goes, as far as it is known. It changes with the bill, so that it is asked for with it. */
export function billMoneyQuery(billId: string) {
  return queryOptions({
    queryKey: [...billKeys.one(billId), 'money'],
    staleTime: 0,
    queryFn: ({ signal }) =>
      answer(api.GET('/api/bill/{billId}/money', { params: { path: { billId } }, signal })),
  });
}
