import type { Salary, SalarySlip } from '@/api/salaries';
import { employee } from './summaries';

export function slipOf(differences: Partial<SalarySlip> = {}): SalarySlip {
  return {
    id: '0193e000-0000-7000-8000-000000000001',
    number: 1001,
    payday: '20.11.2026',
    salary: 1453.13,
    alvtotal: 2510,
    costs: 138,
    othercosts: 0,
    bruttoSalary: 1816.41,
    totalBillingWithoutAlv: 2000,
    takenBack: 0,
    salaryurl: '/api/person/x/salaries/y/pdf',
    ...differences,
  };
}

/** An employee's salary of two bills, which crosses the ceiling of the tax card. */
export function salaryOf(differences: Partial<Salary> = {}): Salary {
  return {
    id: '0193e000-0000-7000-8000-000000000001',
    number: 1001,
    payday: '20.11.2026',
    periodFrom: '21.10.2026',
    periodUntil: '20.11.2026',
    salaryurl: '/api/person/x/salaries/y/pdf',
    summary: employee,
    reimbursements: {
      kilometers: 66,
      kilometersDriven: 120,
      days: 0,
      meals: 27,
      foreign: 0,
      expenses: 0,
      lines: [
        { kind: 'KILOMETERS', count: 120, rate: 0.55, amount: 66, bill: null, day: null },
        { kind: 'MEALS', count: 2, rate: 13.5, amount: 27, bill: null, day: null },
      ],
    },
    tax: { percent: 20, ceiling: 30_000, additionalPercent: 45, paidBefore: 29_000 },
    withoutTaxCard: null,
    servicePercent: 6.9,
    contributions: {
      employerTyel: 17.1,
      employerUnemployment: 0.31,
      healthInsurance: 1.91,
      accidentInsurance: 0.6,
      groupLife: 0.06,
      tyel: 7.3,
      unemployment: 0.89,
      yel: 0,
    },
    bills: [
      { id: 'first', billNumber: 1042, customer: 'Kahvila Aamu Oy', total: 1400, estimate: 800 },
      { id: 'second', billNumber: 1043, customer: 'Kesäteatteri Oy', total: 600, estimate: 350 },
    ],
    shares: [],
    advances: [],
    explanation: null,
    year: { grossSalary: 12_000, tax: 2400, reimbursements: 300, serviceFee: 900 },
    corrections: [],
    owed: 0,
    ...differences,
  };
}
