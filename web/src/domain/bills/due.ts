import type { BillCard } from '@/api/billLists';
import { daysBetween } from '@/lib/calendar';
import { formatDate } from '@/lib/format/date';
import { m } from '@/paraglide/messages';

/** The distance to the due date in calm words. */
function dueWords(days: number): string {
  if (days === 0) return m.bills_due_today();
  if (days === 1) return m.bills_due_tomorrow();
  if (days > 1) return m.bills_due_in_days({ days });
  return days === -1 ? m.bills_due_yesterday() : m.bills_overdue_days({ days: -days });
}

/**
 * The words about the due date of a bill that a customer has to pay. Before it is sent, and once
 * it is paid or credited, the day itself is all there is to say.
 */
export function dueNote(
  { state, creditNote, exactDueDate }: Pick<BillCard, 'state' | 'creditNote' | 'exactDueDate'>,
  today: string | undefined,
): { text: string; late: boolean } | undefined {
  if (state !== 'CLOSED' || creditNote) return undefined;
  const days = daysBetween(formatDate(today ?? ''), exactDueDate ?? '');
  return days === undefined ? undefined : { text: dueWords(days), late: days < 0 };
}
