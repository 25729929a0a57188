import type { Summary, WithoutTaxCard } from '@/api/calculator';
import { difference, fractionOfPercent } from '@/lib/format/exact';
import { formatMoney, type Decimal } from '@/lib/format/money';
import { formatPercent } from '@/lib/format/percent';
import { m } from '@/paraglide/messages';

/**
 * sum: what is there so far; less and more: what changes it on the way to the next sum; part: what
 * the line above consists of, which changes nothing; total: the last sum.
 */
export type LineKind = 'sum' | 'less' | 'more' | 'part' | 'total';

type Text = (summary: Summary) => string;

interface LineTexts {
  readonly label: Text;
  /** What the amount is, where it goes and why. */
  readonly why: Text;
}

type Entry = readonly [amount: (summary: Summary) => Decimal, label: Text, why: Text];

/** Every amount between a bill and the account, with its name and why it is there. */
const LINES = {
  invoiced: [
    ({ totalBilling }) => totalBilling,
    m.calculator_line_invoiced,
    m.calculator_why_invoiced,
  ],
  vat: [vatOf, m.invoice_line_vat, m.calculator_why_vat],
  withoutVat: [ownBilling, m.calculator_line_without_vat, m.calculator_why_without_vat],
  sharesReceived: [
    ({ sharesReceived }) => sharesReceived,
    m.salaries_line_shares,
    m.salaries_why_shares,
  ],
  fee: [({ serviceFee }) => serviceFee, m.calculator_line_fee, m.invoice_why_fee],
  contracting: [
    ({ contracting, commission }) => difference(contracting, commission),
    m.invoice_line_contracting,
    m.invoice_why_contracting,
  ],
  commission: [({ commission }) => commission, m.money_commission, m.invoice_why_commission],
  reimbursementsApart: [
    (summary) => summary.total_reimbursements,
    m.calculator_line_reimbursements_apart,
    m.calculator_why_reimbursements_apart,
  ],
  allIn: [
    ({ billableAmountToBePaid }) => billableAmountToBePaid,
    m.invoice_line_all_in,
    (summary) =>
      m.invoice_why_all_in({
        fee: formatMoney(summary.serviceFee),
        reimbursements: formatMoney(summary.total_reimbursements),
      }),
  ],
  employerCosts: [
    ({ employerCosts }) => employerCosts,
    m.calculator_line_employer_costs,
    m.calculator_why_employer_costs,
  ],
  health: [
    (summary) => summary.sotu_total,
    ({ sotu }) => m.calculator_line_health({ percent: formatPercent(sotu) }),
    m.calculator_why_health,
  ],
  accident: [
    (summary) => summary.accidentInsurance_total,
    ({ accidentInsurance }) =>
      m.calculator_line_accident({ percent: formatPercent(accidentInsurance) }),
    m.calculator_why_accident,
  ],
  employerTyel: [
    ({ employerTyel }) => employerTyel,
    m.calculator_line_employer_tyel,
    m.calculator_why_employer_tyel,
  ],
  employerUnemployment: [
    ({ employerUnemployment }) => employerUnemployment,
    m.calculator_line_employer_unemployment,
    m.calculator_why_employer_unemployment,
  ],
  groupLife: [
    ({ groupLife }) => groupLife,
    m.calculator_line_group_life,
    m.calculator_why_group_life,
  ],
  rounding: [({ rounding }) => rounding, m.calculator_line_rounding, m.calculator_why_rounding],
  gross: [({ bruttoSalary }) => bruttoSalary, m.calculator_line_gross, m.calculator_why_gross],
  holiday: [
    ({ holidaybonusamount }) => holidaybonusamount,
    m.calculator_line_holiday,
    m.calculator_why_holiday,
  ],
  tax: [({ taxamount }) => taxamount, m.invoice_line_tax, m.calculator_why_tax],
  employeeCost: [
    ({ employeeCost }) => employeeCost,
    m.invoice_line_employee_cost,
    m.invoice_why_employee_cost,
  ],
  tyel: [({ tyel }) => tyel, m.calculator_line_tyel, m.calculator_why_tyel],
  unemployment: [
    ({ unemploymentAmount }) => unemploymentAmount,
    m.calculator_line_unemployment,
    m.calculator_why_unemployment,
  ],
  yel: [({ yel }) => yel, m.calculator_line_yel, m.calculator_why_yel],
  distraint: [({ distraint }) => distraint, m.invoice_line_distraint, m.invoice_why_distraint],
  reductions: [({ reductions }) => reductions, m.invoice_line_reductions, m.invoice_why_reductions],
  net: [({ net }) => net, m.calculator_line_net, m.calculator_why_net],
  reimbursements: [
    (summary) => summary.total_reimbursements,
    m.calculator_line_reimbursements,
    m.calculator_why_reimbursements,
  ],
  account: [({ salary }) => salary, m.calculator_to_account, m.calculator_why_account],
} as const satisfies Record<string, Entry>;

export type LineId = keyof typeof LINES;

export interface AmountLine {
  readonly id: LineId;
  readonly kind: LineKind;
  readonly amount: Decimal;
  readonly label: string;
  /** Why the line is there, shown when asked for. */
  readonly why: string;
}

export type LineChoice = readonly [id: LineId, kind: LineKind];

/** Texts of a page that differ from those of the table. */
export type OwnTexts = Readonly<Partial<Record<LineId, Partial<LineTexts>>>>;

/** The texts of the tax where no tax card says how much it is. */
export function withoutCardTexts(without: WithoutTaxCard | null): OwnTexts {
  if (without === null) return {};
  const percent = formatPercent(fractionOfPercent(without.percent));
  return {
    tax: {
      label: () => m.readiness_no_card({ percent }),
      why: () => m.readiness_no_card_why({ percent }),
    },
  };
}

/** One's own billing without VAT: what others gave of theirs is no part of it, and bears no service fee. */
export function ownBilling({ totalBillingWithoutAlv, sharesReceived }: Summary): Decimal {
  return difference(totalBillingWithoutAlv, sharesReceived);
}

function vatOf({ totalBilling, totalBillingWithoutAlv }: Summary): Decimal {
  return difference(totalBilling, totalBillingWithoutAlv);
}

/** The chosen lines of a calculation. Amounts of zero are left out, sums are not. */
export function linesOf(
  summary: Summary,
  choices: readonly LineChoice[],
  texts: OwnTexts = {},
): AmountLine[] {
  return choices
    .map(([id, kind]) => {
      const [amount, label, why]: Entry = LINES[id];
      return {
        id,
        kind,
        amount: amount(summary),
        label: (texts[id]?.label ?? label)(summary),
        why: (texts[id]?.why ?? why)(summary),
      };
    })
    .filter(({ kind, amount }) => kind === 'sum' || kind === 'total' || Number(amount) !== 0);
}

/** The lines from what the customer pays to the amount without VAT, where there is VAT. */
export function invoicedLines(summary: Summary): LineChoice[] {
  return [
    ...(Number(vatOf(summary)) === 0
      ? []
      : ([
          ['invoiced', 'sum'],
          ['vat', 'less'],
        ] as const)),
    ['withoutVat', 'sum'],
  ];
}
