import type { RunSalary, SalaryChange, SalaryProblem } from '@/api/payroll';
import { difference } from '@/lib/format/exact';
import { formatMoney, type Decimal } from '@/lib/format/money';
import { m } from '@/paraglide/messages';

interface ProblemWords {
  readonly what: () => string;
  /** What is to be done about it. */
  readonly how: () => string;
}

export const PROBLEMS: Readonly<Record<SalaryProblem, ProblemWords>> = {
  NO_ACCOUNT: {
    what: m.providerpayroll_problem_account,
    how: m.providerpayroll_problem_account_how,
  },
  NOT_SEPA: {
    what: m.providerpayroll_problem_not_sepa,
    how: m.providerpayroll_problem_not_sepa_how,
  },
  NO_NAME: {
    what: m.providerpayroll_problem_no_name,
    how: m.providerpayroll_problem_no_name_how,
  },
  NOT_WRITABLE: {
    what: m.providerpayroll_problem_not_writable,
    how: m.providerpayroll_problem_not_writable_how,
  },
  NO_PERSONAL_ID: {
    what: m.providerpayroll_problem_personal_id,
    how: m.providerpayroll_problem_personal_id_how,
  },
  NO_BIRTH_DATE: {
    what: m.providerpayroll_problem_birth_date,
    how: m.providerpayroll_problem_birth_date_how,
  },
  NO_PROFESSION: {
    what: m.providerpayroll_problem_profession,
    how: m.providerpayroll_problem_profession_how,
  },
  NOT_ENOUGH: {
    what: m.providerpayroll_problem_not_enough,
    how: m.providerpayroll_problem_not_enough_how,
  },
  NOT_RECKONED: {
    what: m.providerpayroll_problem_not_reckoned,
    how: m.providerpayroll_problem_not_reckoned_how,
  },
  NEGATIVE: {
    what: m.providerpayroll_problem_negative,
    how: m.providerpayroll_problem_negative_how,
  },
};

/** A negative salary is carried over by itself; everything else keeps the salary from being paid. */
export function isBlocked({ problems }: RunSalary): boolean {
  return problems.some((problem) => problem !== 'NEGATIVE');
}

/** "120,00 € enemmän", "3,20 € vähemmän", or that nothing differs. */
export function comparedWith(now: Decimal, before: Decimal): string {
  const more = Number(difference(now, before));
  if (more === 0) return m.providerpayroll_same();
  return more > 0
    ? m.providerpayroll_more({ amount: formatMoney(difference(now, before)) })
    : m.providerpayroll_less({ amount: formatMoney(difference(before, now)) });
}

function wordsOf(change: SalaryChange, { summary, estimate }: RunSalary): string {
  const { distraint = 0, reductions = 0, salary = 0 } = summary ?? {};
  switch (change) {
    case 'FIRST_SALARY':
      return m.providerpayroll_change_first();
    case 'ACCOUNT':
      return m.providerpayroll_change_account();
    case 'TAX':
      return m.providerpayroll_change_tax();
    case 'SERVICE_FEE':
      return m.providerpayroll_change_fee();
    case 'WORKER_TYPE':
      return m.providerpayroll_change_worker_type();
    case 'CONTRIBUTIONS':
      return m.providerpayroll_change_contributions();
    case 'DISTRAINT':
      return distraint === 0
        ? m.providerpayroll_change_distraint_ended()
        : m.providerpayroll_change_distraint({ amount: formatMoney(distraint) });
    case 'REDUCTIONS':
      return m.providerpayroll_change_reductions({ amount: formatMoney(reductions) });
    case 'ESTIMATE':
      return m.providerpayroll_change_estimate({
        difference: comparedWith(salary, estimate ?? salary),
      });
  }
}

/** Texts of the differences from the last salary and from what the worker was shown. */
export function changeWords(salary: RunSalary): string[] {
  return salary.changes.map((change) => wordsOf(change, salary));
}
