import type { DueKind } from '@/api/payroll';
import { m } from '@/paraglide/messages';

/** What salaries make the provider owe, by receiver. */
export const DUE_NAMES: Readonly<Record<DueKind, () => string>> = {
  TAX_AND_HEALTH_INSURANCE: m.providerpayroll_due_tax,
  TYEL: m.providerpayroll_due_tyel,
  UNEMPLOYMENT: m.providerpayroll_due_unemployment,
  ACCIDENT: m.salaries_line_accident,
  GROUP_LIFE: m.calculator_line_group_life,
  YEL: m.calculator_line_yel,
  DISTRAINT: m.providerpayroll_due_distraint,
};
