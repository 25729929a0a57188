import type { Owed } from '@/api/remittances';
import { parseDate } from '@/lib/format/date';

/** Who gets what is paid on a day, DD.MM.YYYY: as of today until it is one. */
export function receiverOn(
  owed: Owed,
  payOn: string,
): Pick<Owed, 'receiver' | 'iban' | 'reference'> {
  const day = parseDate(payOn);
  if (day === undefined) return owed;
  return owed.later.findLast(({ from }) => (parseDate(from) ?? '') <= day) ?? owed;
}
