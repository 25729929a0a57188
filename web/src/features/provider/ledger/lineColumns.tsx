import { Text } from '@mantine/core';
import type { EntryKind } from '@/api/ledger';
import { TextLink } from '@/components/links';
import { BillLink } from '@/domain/bills/BillLink';
import type { Column } from '@/components/list/DataTable';
import { formatMoney } from '@/lib/format/money';
import { difference } from '@/lib/format/exact';
import { m } from '@/paraglide/messages';
import type { BalancedLine } from './running';

const KINDS: Readonly<Record<EntryKind, () => string>> = {
  INVOICE_SENT: m.providerpayroll_kind_invoice_sent,
  PAYMENT_RECEIVED: m.providerpayroll_kind_payment_received,
  PAYMENT_MATCHED: m.providerpayroll_kind_payment_matched,
  REFUND_PAID: m.providerpayroll_kind_refund_paid,
  SALARY: m.providerpayroll_kind_salary,
  SALARIES_PAID: m.providerpayroll_kind_salaries_paid,
  SALARY_TAKEN_BACK: m.providerpayroll_kind_salary_taken_back,
  SALARY_REVERSED: m.providerpayroll_kind_salary_reversed,
  REMITTANCE_PAID: m.providerpayroll_kind_remittance_paid,
  REMITTANCE_RETURNED: m.providerpayroll_kind_remittance_returned,
  PURCHASE_PAID: m.providerpayroll_kind_purchase_paid,
  PURCHASE_RETURNED: m.providerpayroll_kind_purchase_returned,
  PURCHASE_RECOVERED: m.providerpayroll_kind_purchase_recovered,
  PURCHASE_DEBT_UNDONE: m.providerpayroll_kind_purchase_debt_undone,
  ADVANCE_PAID: m.providerpayroll_kind_advance_paid,
  ADVANCE_RETURNED: m.providerpayroll_kind_advance_returned,
  RECEIPT_VAT: m.providerpayroll_kind_receipt_vat,
};

/** The lines of an account, each with the way to what it is about. */
export function lineColumns(): [Column<BalancedLine>, ...Column<BalancedLine>[]] {
  return [
    {
      name: m.providerpayroll_date(),
      cell: ({ date, happenedOn, entry }) => (
        <>
          {date}
          <Text size="xs" c="dimmed">
            {m.providerpayroll_entry_number({ number: entry })}
          </Text>
          {happenedOn !== null && (
            <Text size="xs" c="dimmed">
              {m.providerpayroll_happened_on({ date: happenedOn })}
            </Text>
          )}
        </>
      ),
    },
    { name: m.providerpayroll_entry(), cell: (line) => <About line={line} /> },
    {
      name: m.providerpayroll_debit(),
      cell: ({ amount }) => amount > 0 && formatMoney(amount),
      numeric: true,
      from: 'sm',
    },
    {
      name: m.providerpayroll_credit(),
      cell: ({ amount }) => amount < 0 && formatMoney(difference(0, amount)),
      numeric: true,
      from: 'sm',
    },
    {
      name: m.providerpayroll_balance(),
      cell: ({ amount, balance }) => (
        <>
          {formatMoney(balance)}
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {sideText(amount)}
          </Text>
        </>
      ),
      numeric: true,
    },
  ];
}

/** On a phone the two columns of sides are one line of words. */
function sideText(amount: number): string {
  return amount < 0
    ? m.providerpayroll_side_credit({ amount: formatMoney(difference(0, amount)) })
    : m.providerpayroll_side_debit({ amount: formatMoney(amount) });
}

function About({ line }: { line: BalancedLine }) {
  const { kind, runId, salaryId, billId, billNumber, personId, personName } = line;
  return (
    <>
      {runId === null ? (
        KINDS[kind]()
      ) : (
        <TextLink
          to="/provider/payroll/$runId"
          params={{ runId }}
          search={salaryId === null ? {} : { salary: salaryId }}
          inherit
        >
          {KINDS[kind]()}
        </TextLink>
      )}
      <Text size="xs" c="dimmed" component="div">
        {billId !== null && billNumber !== null && (
          <BillLink billId={billId}>{m.bills_numbered({ number: billNumber })}</BillLink>
        )}
        {billId !== null && personName !== null && ' · '}
        {personId !== null && personName !== null && (
          <TextLink to="/provider/workers/$personId" params={{ personId }} inherit>
            {personName}
          </TextLink>
        )}
      </Text>
    </>
  );
}
