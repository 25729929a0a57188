import type { NeedState, Readiness, ReadinessItem, SalaryNeed } from '@/api/readiness';
import { m } from '@/paraglide/messages';

/** What only the worker can give. */
export type OwnNeed = Exclude<SalaryNeed, 'PAYROLL'>;

/** What can be given wherever it is missed. An address is confirmed in one's mail. */
export type Detail = Exclude<OwnNeed, 'EMAIL_NOT_CONFIRMED'>;

interface NeedWords {
  readonly name: () => string;
  readonly why: () => string;
  /** What to do about it. */
  readonly add: () => string;
  /** The id of its field on the account page. */
  readonly field: string;
}

export const NEEDS: Readonly<Record<OwnNeed, NeedWords>> = {
  NO_ACCOUNT: {
    name: m.readiness_account,
    why: m.readiness_account_why,
    add: m.readiness_account_add,
    field: 'account-number',
  },
  NO_TAX_CARD: {
    name: m.readiness_card,
    why: m.readiness_card_why,
    add: m.account_tax_upload,
    field: 'tax-card',
  },
  NO_PROFESSION: {
    name: m.account_profession,
    why: m.readiness_profession_why,
    add: m.readiness_profession_add,
    field: 'occupation',
  },
  EMAIL_NOT_CONFIRMED: {
    name: m.readiness_email,
    why: m.readiness_email_why,
    add: m.readiness_email_add,
    field: 'confirm-email',
  },
};

/** The worker's part of the list. */
export function ownItems({ items }: Readiness): (ReadinessItem & { need: OwnNeed })[] {
  return items.filter((item): item is ReadinessItem & { need: OwnNeed } => item.need !== 'PAYROLL');
}

export function missingDetails(readiness: Readiness): Detail[] {
  return ownItems(readiness)
    .filter(({ state }) => state === 'MISSING')
    .map(({ need }) => need)
    .filter((need) => need !== 'EMAIL_NOT_CONFIRMED');
}

/** Whether the worker has nothing to do. */
export function isReady(readiness: Readiness): boolean {
  return ownItems(readiness).every(({ state }) => state !== 'MISSING');
}

export function cardState(readiness: Readiness | undefined): NeedState | undefined {
  return readiness?.items.find(({ need }) => need === 'NO_TAX_CARD')?.state;
}

export function payrollChecks(readiness: Readiness): boolean {
  return readiness.items.some(({ need }) => need === 'PAYROLL');
}

/** When the salary of a paid bill comes, or what it waits for. */
export function salaryText(readiness: Readiness | undefined): string {
  if (readiness === undefined) return m.bills_next_salary();
  const { held, items, payday } = readiness;
  if (!held) return m.readiness_paid_on({ payday });
  const forWorker = items.some(({ state, holds }) => holds && state === 'MISSING');
  return forWorker ? m.readiness_salary_waits() : m.readiness_salary_checked();
}
