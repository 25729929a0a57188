import type { CalculatedSalary, CalculatorFigures } from '@/api/calculator';

// Answers of the real server on 15.11.2026.

export const figures: CalculatorFigures = {
  carPerKm: 0.55,
  fullDay: 54,
  partialDay: 25,
  meal: 13.5,
  vatRates: [0.255, 0.135, 0.1, 0],
  servicePercent: 0.069,
  serviceFeeMaximumPerMonth: 500,
  highestTaxPercent: 0.6,
};

/** A light entrepreneur's invoice of 2 000 €, VAT 25.5 %, tax 20 %. */
export const entrepreneur: CalculatedSalary = {
  amount: 2000,
  hasAlv: true,
  totalBillingWithoutAlv: 2000,
  totalBilling: 2510,
  serviceFee: 138,
  contracting: 0,
  commission: 0,
  sharesReceived: 0,
  total_reimbursements: 0,
  billableAmountToBePaid: 1862,
  bruttoSalary: 1816.41,
  holidaybonusamount: 0,
  employerCosts: 45.59,
  employerTyel: 0,
  tyelBase: 0,
  employerUnemployment: 0,
  sotu: 0.0191,
  sotu_total: 34.69,
  accidentInsurance: 0.006,
  accidentInsurance_total: 10.9,
  groupLife: 0,
  rounding: 0,
  taxamount: 363.28,
  employeeCost: 0,
  tyel: 0,
  unemploymentAmount: 0,
  yel: 0,
  distraint: 0,
  reductions: 0,
  net: 1453.13,
  salary: 1453.13,
  salaryPercent: 0.726565,
  withoutTaxCard: null,
};

/** An employee's invoice of 2 000 €, VAT 13.5 %, with 120 km and two meals. */
export const employee: CalculatedSalary = {
  ...entrepreneur,
  totalBilling: 2270,
  total_reimbursements: 93,
  billableAmountToBePaid: 1769,
  bruttoSalary: 1474.41,
  holidaybonusamount: 121.74,
  employerCosts: 294.58,
  employerTyel: 252.12,
  tyelBase: 1474.41,
  employerUnemployment: 4.57,
  sotu_total: 28.16,
  accidentInsurance_total: 8.85,
  groupLife: 0.88,
  rounding: 0.01,
  taxamount: 294.88,
  employeeCost: 120.75,
  tyel: 107.63,
  unemploymentAmount: 13.12,
  net: 1058.78,
  salary: 1151.78,
  salaryPercent: 0.57589,
};

/** 1 234.56 € without VAT, tax 19.5 %, YEL paid through the service; rounding gives a cent. */
export const withYel: CalculatedSalary = {
  ...entrepreneur,
  amount: 1234.56,
  hasAlv: false,
  totalBillingWithoutAlv: 1234.56,
  totalBilling: 1234.56,
  serviceFee: 85.18,
  billableAmountToBePaid: 1149.38,
  bruttoSalary: 1121.24,
  employerCosts: 28.15,
  sotu_total: 21.42,
  accidentInsurance_total: 6.73,
  rounding: -0.01,
  taxamount: 218.64,
  yel: 273.58,
  net: 629.02,
  salary: 629.02,
  salaryPercent: 0.509509,
};

/** The invoice found for a salary of 1 500 €, VAT 25.5 %, tax 20 %. */
export const sought: CalculatedSalary = {
  ...entrepreneur,
  amount: 2064.51,
  totalBillingWithoutAlv: 2064.51,
  totalBilling: 2590.96,
  serviceFee: 142.45,
  billableAmountToBePaid: 1922.06,
  bruttoSalary: 1875,
  employerCosts: 47.06,
  sotu_total: 35.81,
  accidentInsurance_total: 11.25,
  taxamount: 375,
  net: 1500,
  salary: 1500,
};

/** What tells a worker without a tax card why so much is withheld. */
export const NO_CARD = { percent: 60, examplePercent: 20, exampleSalary: 726.56 };
