import { answer, api, given } from './client';
import { cursorList, useCursorList, type Listing } from './listing';
import type { components } from './schema';

type Schemas = components['schemas'];

export type AuditEvent = Schemas['AuditEventOnWire'];

/** What is asked of the audit log. Days are DD.MM.YYYY. */
export interface AuditQuestion {
  readonly q?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

export function auditEvents(question: AuditQuestion) {
  return cursorList(
    ['provider-audit', question],
    (cursor, signal) =>
      answer(
        api.GET('/api/provider/audit', {
          params: { query: { ...given(question), ...cursor } },
          signal,
        }),
      ),
    ({ events }) => events,
    { keepPrevious: true },
  );
}

export function useAudit(question: AuditQuestion): Listing<AuditEvent> {
  return useCursorList(auditEvents(question));
}
