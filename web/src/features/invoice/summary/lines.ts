import type { Summary } from '@/api/calculator';
import type { AmountLine, LineKind } from '@/components/salary/AmountLines';
import { difference } from '@/lib/format/exact';
import { formatMoney, type Decimal } from '@/lib/format/money';
import { formatPercent } from '@/lib/format/percent';
import { m } from '@/paraglide/messages';

function line(
  id: string,
  kind: LineKind,
  amount: Decimal,
  { label, why }: { label: string; why: string },
): AmountLine {
  return { id, kind, amount, label, why };
}

function toTheCustomer(summary: Summary): AmountLine[] {
  const vat = difference(summary.totalBilling, summary.totalBillingWithoutAlv);
  return [
    ...(Number(vat) === 0
      ? []
      : [
          line('invoiced', 'sum', summary.totalBilling, {
            label: m.calculator_line_invoiced(),
            why: m.calculator_why_invoiced(),
          }),
          line('vat', 'less', vat, { label: m.invoice_line_vat(), why: m.calculator_why_vat() }),
        ]),
    line('withoutVat', 'sum', summary.totalBillingWithoutAlv, {
      label: m.calculator_line_without_vat(),
      why: m.calculator_why_without_vat(),
    }),
  ];
}

function contracting(summary: Summary): AmountLine {
  return line('contracting', 'less', summary.contracting, {
    label: m.invoice_line_contracting(),
    why: m.invoice_why_contracting(),
  });
}

function rounding(summary: Summary): AmountLine {
  return line('rounding', 'less', summary.rounding, {
    label: m.calculator_line_rounding(),
    why: m.calculator_why_rounding(),
  });
}

/** Of employment: what is left for the wage with all that it costs, and what it costs. */
function employeeCosts(summary: Summary): AmountLine[] {
  return [
    line('allIn', 'sum', summary.billableAmountToBePaid, {
      label: m.invoice_line_all_in(),
      why: m.invoice_why_all_in({
        fee: formatMoney(summary.serviceFee),
        reimbursements: formatMoney(summary.total_reimbursements),
      }),
    }),
    line('employerCosts', 'less', summary.employerCosts, {
      label: m.calculator_line_employer_costs(),
      why: m.calculator_why_employer_costs(),
    }),
    rounding(summary),
  ];
}

function entrepreneurCosts(summary: Summary): AmountLine[] {
  return [
    line('fee', 'less', summary.serviceFee, {
      label: m.calculator_line_fee(),
      why: m.invoice_why_fee(),
    }),
    contracting(summary),
    line('reimbursementsApart', 'less', summary.total_reimbursements, {
      label: m.calculator_line_reimbursements_apart(),
      why: m.calculator_why_reimbursements_apart(),
    }),
    line('health', 'less', summary.sotu_total, {
      label: m.calculator_line_health({ percent: formatPercent(summary.sotu) }),
      why: m.calculator_why_health(),
    }),
    line('accident', 'less', summary.accidentInsurance_total, {
      label: m.calculator_line_accident({ percent: formatPercent(summary.accidentInsurance) }),
      why: m.calculator_why_accident(),
    }),
    rounding(summary),
  ];
}

function withheld(summary: Summary): AmountLine[] {
  return [
    line('tax', 'less', summary.taxamount, {
      label: m.invoice_line_tax(),
      why: m.calculator_why_tax(),
    }),
    line('employeeCost', 'less', summary.employeeCost, {
      label: m.invoice_line_employee_cost(),
      why: m.invoice_why_employee_cost(),
    }),
    line('tyel', 'part', summary.tyel, {
      label: m.calculator_line_tyel(),
      why: m.calculator_why_tyel(),
    }),
    line('unemployment', 'part', summary.unemploymentAmount, {
      label: m.calculator_line_unemployment(),
      why: m.calculator_why_unemployment(),
    }),
    line('yel', 'less', summary.yel, {
      label: m.calculator_line_yel(),
      why: m.calculator_why_yel(),
    }),
    line('distraint', 'less', summary.distraint, {
      label: m.invoice_line_distraint(),
      why: m.invoice_why_distraint(),
    }),
    line('reductions', 'less', summary.reductions, {
      label: m.invoice_line_reductions(),
      why: m.invoice_why_reductions(),
    }),
    line('reimbursements', 'more', summary.total_reimbursements, {
      label: m.calculator_line_reimbursements(),
      why: m.calculator_why_reimbursements(),
    }),
  ];
}

/**
 * The way from the bill to the account, for each kind of worker with what concerns them. Nothing
 * is said about what is zero.
 */
export function summaryLines(summary: Summary, employed: boolean): AmountLine[] {
  const lines = [
    ...toTheCustomer(summary),
    ...(employed ? employeeCosts(summary) : entrepreneurCosts(summary)),
    line('gross', 'sum', summary.bruttoSalary, {
      label: m.calculator_line_gross(),
      why: m.calculator_why_gross(),
    }),
    line('holiday', 'part', summary.holidaybonusamount, {
      label: m.calculator_line_holiday(),
      why: m.calculator_why_holiday(),
    }),
    ...withheld(summary),
    line('account', 'total', summary.salary, {
      label: m.calculator_to_account(),
      why: m.calculator_why_account(),
    }),
  ];
  return lines.filter(
    ({ kind, amount }) => kind === 'sum' || kind === 'total' || Number(amount) !== 0,
  );
}
