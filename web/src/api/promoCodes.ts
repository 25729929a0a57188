import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from './client';
import type { components } from './schema';

type Schemas = components['schemas'];

export type PromoCode = Schemas['PromoCode'];
export type PromoCodeBody = Schemas['PromoCodeBody'];

export const promoCodesQuery = queryOptions({
  queryKey: ['provider-promo-codes'],
  queryFn: async ({ signal }) =>
    (await answer(api.GET('/api/provider/promo-codes', { signal }))).promoCodes,
});

/** Makes a promo code, or changes the terms of one. */
export function useSavePromoCode(before: PromoCode | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: PromoCodeBody) =>
      before === undefined
        ? answer(api.POST('/api/provider/promo-codes', { body }))
        : answer(
            api.PUT('/api/provider/promo-codes/{code}', {
              params: { path: { code: before.code } },
              body: { ...body, version: before.version },
            }),
          ),
    onSuccess: () => queryClient.invalidateQueries(promoCodesQuery),
  });
}
