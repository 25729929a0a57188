import type { DoneBy, Run, RunSalary, SalaryDetails, SalaryTerms } from '@/api/payroll';
import type { User } from '@/api/session';
import { worker } from './fakeServer';
import { salaryOf } from './salaries';
import { employee } from './summaries';

export const payrollPerson: User = {
  ...worker,
  id: '0193a000-0000-7000-8000-000000000011',
  email: 'payroll@liksa.example',
  username: 'payroll@liksa.example',
  firstName: 'Paula',
  lastName: 'Niemi',
  fullName: 'Paula Niemi',
  role: 'ROLE_PAYROLL',
  roles: ['ROLE_PAYROLL'],
};

/** A person who did a step. */
export function doneBy(id: string, name = id): DoneBy {
  return { id, name, at: '2026-11-16T08:00:00Z' };
}

/** A run of 20.11.2026 that another user made and calculated: three salaries, one left out. */
export function runOf(differences: Partial<Run> = {}): Run {
  return {
    id: 'run',
    payday: '20.11.2026',
    state: 'CALCULATED',
    made: doneBy('other', 'Petri Salo'),
    calculated: doneBy('other', 'Petri Salo'),
    approved: null,
    paid: null,
    counts: {
      toCalculate: 3,
      calculated: 3,
      held: 1,
      withProblems: 0,
      changed: 1,
      booked: 0,
      waitingBills: 0,
      givenSince: 0,
    },
    totals: {
      billed: 4000,
      serviceFee: 276,
      contracting: 0,
      commission: 0,
      sharesReceived: 0,
      reimbursements: 0,
      grossSalary: 3000,
      employerCosts: 600,
      tax: 600,
      healthInsurance: 57,
      tyel: 700,
      unemployment: 30,
      accidentInsurance: 18,
      groupLife: 2,
      yel: 0,
      distraint: 0,
      reductions: 0,
      rounding: 0.01,
      salary: 2000,
    },
    dues: [
      {
        kind: 'TAX_AND_HEALTH_INSURANCE',
        amount: 657,
        by: '14.12.2026',
        sure: false,
        receiver: 'Verohallinto',
      },
      { kind: 'TYEL', amount: 700, by: '31.12.2026', sure: true, receiver: null },
      { kind: 'UNEMPLOYMENT', amount: 30, by: null, sure: false, receiver: null },
    ],
    reportBy: '25.11.2026',
    outdated: false,
    refunds: [],
    refundSum: 0,
    filesWritten: false,
    unapproving: false,
    paydayOver: false,
    fetched: false,
    paysViewer: false,
    ...differences,
  };
}

export function runSalaryOf(differences: Partial<RunSalary> = {}): RunSalary {
  return {
    id: 'salary',
    personId: worker.id,
    personName: 'Eero Mäkinen',
    number: null,
    held: false,
    holdReason: null,
    problems: [],
    changes: [],
    estimate: employee.salary,
    previousSalary: null,
    summary: employee,
    ...differences,
  };
}

export function termsOf(differences: Partial<SalaryTerms> = {}): SalaryTerms {
  return {
    account: 'FI21 •••• 0785',
    workerType: 'WORKER',
    servicePercent: 6.9,
    tax: { percent: 20, ceiling: null, additionalPercent: null, paidBefore: null },
    contributions: {
      employerTyel: 17.38,
      employerUnemployment: 0.31,
      healthInsurance: 1.91,
      accidentInsurance: 0.6,
      groupLife: 0.06,
      tyel: 7.3,
      unemployment: 0.89,
      yel: 0,
    },
    distraint: 0,
    ...differences,
  };
}

export function detailsOf(differences: Partial<SalaryDetails> = {}): SalaryDetails {
  const { bills, reimbursements } = salaryOf();
  return {
    ...runSalaryOf(),
    bills,
    shares: [],
    advances: [],
    reimbursements,
    terms: termsOf(),
    previous: null,
    explanation: null,
    ...differences,
  };
}
