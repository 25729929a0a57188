import type { AuditQuestion } from '@/api/providerUpkeep';
import { parseDate } from '@/lib/format/date';
import { readSearchText } from '@/lib/searchText';

function day(value: unknown): string | undefined {
  return typeof value === 'string' && parseDate(value) !== undefined ? value : undefined;
}

/** Reads what is asked of the log from the address bar; what is not understood is left out. */
export function readAuditSearch(raw: Record<string, unknown>): AuditQuestion {
  const [from, until] = [day(raw['from']), day(raw['until'])];
  const { q } = raw;
  return {
    ...readSearchText(q),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
  };
}
