import { Text } from '@mantine/core';
import type { DifferenceReason, Explanation as Explained, SalaryLine } from '@/api/salaries';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import classes from './Explanation.module.css';

const LINES: Readonly<Record<SalaryLine, () => string>> = {
  BILLED: m.salaries_line_billed,
  SERVICE_FEE: m.calculator_line_fee,
  CONTRACTING: m.invoice_line_contracting,
  EMPLOYER_COSTS: m.calculator_line_employer_costs,
  ROUNDING: m.calculator_line_rounding,
  TAX: m.invoice_line_tax,
  EMPLOYEE_COSTS: m.salaries_differs_employee_costs,
  YEL: m.calculator_line_yel,
  DISTRAINT: m.invoice_line_distraint,
  REDUCTIONS: m.invoice_line_reductions,
};

const REASONS: Readonly<Record<DifferenceReason, () => string>> = {
  SEVERAL_BILLS: m.salaries_reason_several_bills,
  PART_CREDITED: m.salaries_reason_part_credited,
  LATE_RECEIPT: m.salaries_reason_late_receipt,
  FEE_PERCENT: m.salaries_reason_fee_percent,
  FEE_MAXIMUM: m.salaries_reason_fee_maximum,
  TAX_CARD: m.salaries_reason_tax_card,
  NO_TAX_CARD: m.salaries_reason_no_tax_card,
  CEILING: m.salaries_reason_ceiling,
  WORKER_TYPE: m.salaries_reason_worker_type,
  PROFESSION: m.salaries_reason_profession,
  YEAR: m.salaries_reason_year,
  INSURANCE: m.salaries_reason_insurance,
  DISTRAINT_BEGAN: m.salaries_reason_distraint_began,
  DISTRAINT_ENDED: m.salaries_reason_distraint_ended,
  DISTRAINT_OF_MONTH: m.salaries_reason_distraint_of_month,
  MORE_OWED: m.salaries_reason_more_owed,
  ADVANCE: m.salaries_reason_advance,
  LESS_OWED: m.salaries_reason_less_owed,
  GROSS: m.salaries_reason_gross,
  SETTINGS: m.salaries_reason_settings,
};

/** Why a salary is not what its worker was shown: both sums, and each line that differs. */
export function Explanation({ explanation }: { explanation: Explained }) {
  const { estimate, salary, lines } = explanation;
  return (
    <>
      <Text>
        {m.salaries_differs_sums({
          estimate: formatMoney(estimate),
          salary: formatMoney(salary),
        })}
      </Text>
      {lines.length === 0 ? (
        <Text size="sm" c="dimmed" mt="xs">
          {m.salaries_differs_sum_only()}
        </Text>
      ) : (
        <table className={classes.table} aria-label={m.salaries_differs()}>
          <thead>
            <tr>
              <th scope="col">{m.salaries_differs_line()}</th>
              <th scope="col">{m.salaries_differs_estimated()}</th>
              <th scope="col">{m.salaries_differs_actual()}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ line, estimated, actual, reason }) => (
              <tr key={line}>
                <th scope="row">
                  {LINES[line]()}
                  <Text size="sm" c="dimmed">
                    {REASONS[reason]()}
                  </Text>
                </th>
                <td>{formatMoney(estimated)}</td>
                <td>{formatMoney(actual)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
