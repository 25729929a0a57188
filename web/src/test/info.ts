import type { ComingPart, Info, TaxInfo } from '@/api/info';
import { worker } from './fakeServer';

/** The path of the call for the home page, and of that for the figures of a year. */
export const INFO = `/api/info/${worker.id}`;
export const taxPath = (year: number) => `${INFO}/taxinfo/${year}`;

/** The 24 months up to November 2026. */
const MONTHS = Array.from({ length: 24 }, (_, place) =>
  new Date(Date.UTC(2024, 11 + place, 1)).toISOString().slice(0, 7),
);

/** So much in some months, and nothing in the others. */
export function monthsOf(amounts: Readonly<Record<string, number>> = {}) {
  return MONTHS.map((month) => ({ month, amount: amounts[month] ?? 0 }));
}

/** Of somebody who has a tax card and has not invoiced yet, as far as a test says nothing else. */
export function infoOf(differences: Partial<Info> = {}): Info {
  return {
    taxcardLeft: 30_000,
    taxableAmount: 0,
    taxAmountThisYear: 0,
    taxpercent: 0.2,
    openAmount: 0,
    approvedAmount: 0,
    paidAmount: 0,
    datePrices: monthsOf(),
    salaryPrices: monthsOf(),
    notPaidBills: [],
    notPaidBillsTotal: 0,
    subcontractorBillableItems: [],
    paidSalariesThisYear: 0,
    paidSalaries: 0,
    provision: 0,
    maximumServicePrice: 500,
    servicePriceThisMonth: 0,
    noTaxCard: false,
    nextPayday: '20.11.2026',
    onItsWay: { amount: null, parts: [], total: 0 },
    ...differences,
  };
}

/** A sent invoice of Kahvila Aamu that is due soon. */
export function partOf(differences: Partial<ComingPart> = {}): ComingPart {
  return {
    kind: 'BILL',
    billId: '0193b000-0000-7000-8000-000000000001',
    shareId: null,
    salaryId: null,
    billNumber: 1042,
    customer: 'Kahvila Aamu Oy',
    contractor: null,
    amount: 582.5,
    expectedDay: '18.12.2026',
    reason: 'DUE',
    ...differences,
  };
}

/** A year with trips in February and June. */
export function taxInfoOf(differences: Partial<TaxInfo> = {}): TaxInfo {
  const year = differences.year ?? 2025;
  return {
    year,
    years: [2026, 2025, 2024, 2023, 2022, 2021],
    kilometers: 1234.5,
    kilometersPerJob: 102.9,
    fullDayCompensations: 8,
    partialDayCompensations: 3,
    numberDaysWithKilometers: 12,
    kmReimbursemets: 728.36,
    kmReimbursemetsPerJob: 60.7,
    increasedlivingExpenses: 496,
    lunchCompensations: 2,
    foreignAllowances: 70,
    wages: 24_012.11,
    taxWithheld: 4802.42,
    pensionContributions: 1752.88,
    unemploymentContributions: 213.71,
    taxFreeReimbursements: 1224.36,
    repaidReceipts: 97,
    yelContributions: 0,
    salaries: 11,
    months: Array.from({ length: 12 }, (_, place) => ({
      month: `${year}-${String(place + 1).padStart(2, '0')}`,
      hasTrips: place === 1 || place === 5,
    })),
    ...differences,
  };
}
