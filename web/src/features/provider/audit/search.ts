import { parseDate } from '@/lib/format/date';
import { searchReader, searchWords } from '@/lib/search';

function day(value: unknown): string | undefined {
  return typeof value === 'string' && parseDate(value) !== undefined ? value : undefined;
}

export const readAuditSearch = searchReader({ q: searchWords, from: day, until: day });
