import type { ComingPart, ComingReason, OnItsWay } from '@/api/info';
import { total } from '@/lib/format/exact';
import type { Decimal } from '@/lib/format/money';
import { m } from '@/paraglide/messages';

const REASONS: Readonly<Record<ComingReason, () => string>> = {
  IN_RUN: m.home_coming_in_run,
  CUSTOMER_PAID: m.home_coming_customer_paid,
  DUE: m.home_coming_due,
  APPROVAL: m.home_coming_approval,
  PAYOUT: m.home_coming_payout,
  HELD: m.home_coming_held,
  OVERDUE: m.home_coming_overdue,
};

/** Why a part comes on its day, or has no day yet. */
export function whyOf({ kind, reason }: ComingPart): string {
  return kind === 'ADVANCE' && reason === 'IN_RUN' ? m.home_coming_out() : REASONS[reason]();
}

/** What a part is called: its customer or contractor and its number, or what kind of money it is. */
export function partName({ kind, customer, contractor, billNumber }: ComingPart): string {
  const names = [
    customer ?? contractor,
    billNumber === null ? null : m.bills_numbered({ number: billNumber }),
  ];
  const known = names.filter((name) => name !== null && name !== '').join(' · ');
  if (kind === 'ADVANCE')
    return known === '' ? m.home_coming_advance() : m.home_coming_advance_of({ name: known });
  if (kind === 'SHARE')
    return known === '' ? m.home_coming_share() : m.home_coming_share_of({ name: known });
  if (known !== '') return known;
  return kind === 'SALARY' ? m.home_coming_salary() : m.bills_unnumbered();
}

interface Soonest {
  /** DD.MM.YYYY */
  readonly day: string;
  /** What comes on that day; undefined where a part of it cannot be calculated or was not told. */
  readonly amount: Decimal | undefined;
  /** Undefined where the parts of the day have different reasons. */
  readonly why: string | undefined;
}

/** What comes first, and when. Undefined while nothing has a day. */
export function soonestOf({ parts, total: count }: OnItsWay): Soonest | undefined {
  const day = parts.find(({ expectedDay }) => expectedDay !== null)?.expectedDay ?? undefined;
  if (day === undefined) return undefined;
  const ofDay = parts.filter(({ expectedDay }) => expectedDay === day);
  // The list is cut off where it is long, perhaps in the middle of a day.
  const cutOff = parts.length < count && parts.at(-1)?.expectedDay === day;
  const amounts = ofDay.flatMap(({ amount }) => (amount === null ? [] : [amount]));
  const [why, ...others] = new Set(ofDay.map(whyOf));
  return {
    day,
    amount: cutOff || amounts.length < ofDay.length ? undefined : total(amounts),
    why: others.length === 0 ? why : undefined,
  };
}
