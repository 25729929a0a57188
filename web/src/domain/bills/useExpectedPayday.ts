import { useReadiness } from '@/api/readiness';
import { useToday } from '@/api/today';
import { formatDate } from '@/lib/format/date';
import { expectedPayday } from '@/lib/payday';

/**
 * The payday on which a bill that is sent today is expected to be paid out, as the home page says it; undefined until it
 * is known. `due` is null where nothing is to be paid.
 */
export function useExpectedPayday(billingdate: string, due: string | null): string | undefined {
  const readiness = useReadiness(due !== null);
  const { today } = useToday();
  if (due === null || readiness === undefined || today === undefined) return undefined;
  const outlook = { today: formatDate(today), next: readiness.payday };
  return expectedPayday({ billingdate, due }, outlook);
}
