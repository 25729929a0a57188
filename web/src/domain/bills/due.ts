import type { BillCard } from '@/api/billLists';
import { daysBetween } from '@/lib/calendar';
import { formatDate } from '@/lib/format/date';
import { m } from '@/paraglide/messages';

type DueBill = Pick<BillCard, 'state' | 'creditNote' | 'exactDueDate'>;

/** The distance to the due date in calm words. */
function dueWords(days: number): string {
  if (days === 0) return m.bills_due_today();
  if (days === 1) return m.bills_due_tomorrow();
  return m.bills_due_in_days({ days });
}

/**
 * The words about the due date of a bill that a customer has to pay. Before it is sent, and once
 * it is paid or credited, the day itself is all there is to say.
 */
export function dueNote(bill: DueBill, today: string | undefined): string | undefined {
  const days = daysToDue(bill, today);
  return days === undefined || days < 0 ? undefined : dueWords(days);
}

/** For how many days the customer has been late with the payment. */
export function daysLate(bill: DueBill, today: string | undefined): number | undefined {
  const days = daysToDue(bill, today);
  return days === undefined || days >= 0 ? undefined : -days;
}

function daysToDue(
  { state, creditNote, exactDueDate }: DueBill,
  today: string | undefined,
): number | undefined {
  if (state !== 'CLOSED' || creditNote) return undefined;
  return daysBetween(formatDate(today ?? ''), exactDueDate ?? '');
}
