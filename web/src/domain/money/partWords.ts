import type { MantineColor } from '@mantine/core';
import type { MoneyPart } from '@/api/billMoney';
import { m } from '@/paraglide/messages';

interface PartWords {
  readonly name: (part: MoneyPart) => string;
  /** Money for the worker is petrol; the state's, the provider's and others' each have a colour of their own. */
  readonly colour: MantineColor;
}

const named =
  (text: (words: { name: string }) => string, usual: () => string) =>
  ({ name }: MoneyPart) =>
    name === null ? usual() : text({ name });

export const PARTS: Readonly<Record<MoneyPart['kind'], PartWords>> = {
  VAT: { name: m.money_vat, colour: 'gray.5' },
  FEE: { name: m.money_fee, colour: 'yellow.6' },
  SHARE: { name: named(m.money_share_of, m.money_share), colour: 'blue.5' },
  PURCHASE: { name: named(m.money_purchase_of, m.money_purchase), colour: 'grape.5' },
  COMMISSION: { name: m.money_commission, colour: 'yellow.4' },
  REIMBURSEMENT: { name: m.money_reimbursement, colour: 'petrol.3' },
  EMPLOYER_COSTS: { name: m.money_employer, colour: 'orange.6' },
  TAX: { name: m.money_tax, colour: 'red.6' },
  EMPLOYEE_INSURANCE: { name: m.money_insurance, colour: 'orange.4' },
  YEL: { name: m.money_yel, colour: 'orange.3' },
  DISTRAINT: { name: m.money_distraint, colour: 'red.3' },
  ADVANCE: { name: m.money_advance, colour: 'petrol.5' },
  OTHER_DEDUCTION: { name: m.money_other, colour: 'gray.6' },
  ROUNDING: { name: m.money_rounding, colour: 'gray.4' },
  SALARY: { name: m.money_salary, colour: 'petrol.7' },
};

export function colourOf({ kind }: MoneyPart): string {
  return `var(--mantine-color-${PARTS[kind].colour.replace('.', '-')})`;
}
