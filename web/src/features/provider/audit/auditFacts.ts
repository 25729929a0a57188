import type { AuditEvent } from '@/api/audit';
import { methodText } from '@/domain/customers/texts';
import { formatMoney, type Decimal } from '@/lib/format/money';
import { m } from '@/paraglide/messages';

/** What is known of an event beyond its sentence, by the names that the log has. */
type Detail = Readonly<Record<string, unknown>>;

/** The details of an event that say something to a reader, in the order in which they are told. */
const FACTS: readonly ((detail: Detail, action: AuditEvent['action']) => string | undefined)[] = [
  ({ number }, action) =>
    action === 'bill.closed' && typeof number === 'number'
      ? m.bills_numbered({ number })
      : undefined,
  ({ name }) => text(name),
  ({ amount, sum, total }) => money(amount) ?? money(sum) ?? money(total),
  ({ method }) => methodName(method),
  ({ before, after }, action) => change(action, before, after),
  ({ from, to }) => betweenTexts(from, to),
  ({ payday }) => withText(payday, (date) => m.audit_fact_payday({ date })),
  ({ payOn }) => withText(payOn, (date) => m.audit_fact_pay_on({ date })),
  ({ validFrom }) => withText(validFrom, (date) => m.audit_fact_valid_from({ date })),
  ({ until }) => withText(until, (date) => m.audit_fact_until({ date })),
  ({ count, transactions, received }) =>
    counted(count) ?? counted(transactions) ?? counted(received),
  ({ reason, note }) =>
    withText(written(reason) ?? written(note), (words) => m.audit_fact_reason({ text: words })),
];

/** The details in words. What has none is among the stored data, which can be opened. */
export function factsOf({ action, detail }: Pick<AuditEvent, 'action' | 'detail'>): string[] {
  const known = JSON.parse(detail) as Detail;
  return FACTS.flatMap((fact) => fact(known, action) ?? []);
}

/** The stored data, as it is. */
export function storedData({ action, subject, actorId, detail }: AuditEvent): string {
  return JSON.stringify(
    { action, subject, actorId, detail: JSON.parse(detail) as unknown },
    null,
    2,
  );
}

const ROLES: Readonly<Record<string, () => string>> = {
  ROLE_USER: m.providerpeople_role_user,
  ROLE_CLERK: m.providerpeople_role_clerk,
  ROLE_PAYROLL: m.providerpeople_role_payroll,
  ROLE_ADMIN: m.providerpeople_role_admin,
};

const LANGUAGES: Readonly<Record<string, () => string>> = {
  fi: m.language_fi,
  en: m.language_en,
};

/** What was changed, where both sides are words: the moves of bills are told by their sentences. */
const CHANGES: Partial<Record<AuditEvent['action'], (side: unknown) => unknown>> = {
  'person.roles_changed': (roles) => named(ROLES, roles),
  'person.language_changed': (language) => named(LANGUAGES, language),
  'customer.corrected': (name) => name,
};

function change(action: AuditEvent['action'], before: unknown, after: unknown): string | undefined {
  const words = CHANGES[action];
  return words && betweenTexts(words(before), words(after));
}

function named(names: Readonly<Record<string, () => string>>, value: unknown): string {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.map((one) => names[String(one)]?.() ?? String(one)).join(', ');
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** What a person wrote; names of the program are in capitals. */
function written(value: unknown): string | undefined {
  const words = text(value);
  return words === undefined || /^[A-Z_]+$/.test(words) ? undefined : words;
}

function withText(value: unknown, words: (text: string) => string): string | undefined {
  const known = text(value);
  return known === undefined ? undefined : words(known);
}

function betweenTexts(before: unknown, after: unknown): string | undefined {
  const [first, second] = [text(before), text(after)];
  if (first === undefined || second === undefined || first === second) return undefined;
  return m.audit_fact_change({ before: first, after: second });
}

function money(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^-?\d+(?:\.\d+)?$/.test(value)) return undefined;
  return formatMoney(value as Decimal);
}

function counted(value: unknown): string | undefined {
  return typeof value === 'number' ? m.audit_fact_count({ count: value }) : undefined;
}

function methodName(value: unknown): string | undefined {
  return value === 'EMAIL' || value === 'EBILL' || value === 'PAPERBILL'
    ? methodText(value)
    : undefined;
}
