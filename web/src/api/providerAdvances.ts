import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from './client';
import { cursorList } from './listing';
import { PAYOUTS_KEY } from './payouts';
import type { components } from './schema';

type Schemas = components['schemas'];

/** An advance with its worker and its bill. */
export type ProviderAdvance = Schemas['ProviderAdvance'];
/** What is out, by the days since its bills fell due. */
export type AtRisk = Schemas['AdvancesAtRisk'];

const ADVANCES_KEY = ['provider-advances'] as const;

/** The advances of one state, the newest first; each page has what is out and at risk of all. */
export function advancesIn(state: Schemas['AdvanceState']) {
  return cursorList(
    [...ADVANCES_KEY, state],
    (cursor, signal) =>
      answer(
        api.GET('/api/provider/advances', { params: { query: { state, ...cursor } }, signal }),
      ),
    (page) => page.advances,
  );
}

export type AdvanceDecision =
  | { readonly step: 'grant' }
  | { readonly step: 'refuse'; readonly reason: string }
  | { readonly step: 'recover'; readonly reason: string };

/** Decides about an advance; also a refusal means that the lists are others by now. */
export function useDecideAdvance(advanceId: string) {
  const queryClient = useQueryClient();
  const params = { path: { advanceId } };
  return useMutation({
    mutationFn: (decision: AdvanceDecision) => {
      switch (decision.step) {
        case 'grant':
          return answer(api.POST('/api/provider/advances/{advanceId}/grant', { params }));
        case 'refuse':
          return answer(
            api.POST('/api/provider/advances/{advanceId}/refuse', {
              params,
              body: { reason: decision.reason },
            }),
          );
        case 'recover':
          return answer(
            api.POST('/api/provider/advances/{advanceId}/recover', {
              params,
              body: { reason: decision.reason },
            }),
          );
      }
    },
    // What is granted is to be paid. Nothing waits for it: with the new list the dialog is gone that tells a failure.
    onSettled: () => {
      for (const queryKey of [ADVANCES_KEY, PAYOUTS_KEY])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
}
