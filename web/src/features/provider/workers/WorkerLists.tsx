import { Anchor, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { BillCard } from '@/api/billLists';
import type { Worker } from '@/api/providerPeople';
import { salariesQuery, type SalarySlip } from '@/api/salaries';
import { useSession } from '@/api/session';
import { BillStatus } from '@/domain/bills/BillStatus';
import { amountText, billName, creditNoteName, customerName } from '@/domain/bills/billWords';
import { LoadFailure } from '@/components/LoadFailure';
import { DataTable, type Column } from '@/components/list/DataTable';
import { RowLink } from '@/components/list/RowLink';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';

export function WorkerBills({ bills }: Pick<Worker, 'bills'>) {
  if (bills.length === 0) return <Text c="dimmed">{m.providerpeople_no_bills()}</Text>;
  return (
    <DataTable
      caption={m.page_invoices()}
      items={bills}
      keyOf={({ id }) => id}
      columns={billColumns()}
    />
  );
}

/** The newest salaries. Those who do not run payroll may not see them. */
export function WorkerSalaries({ personId }: { personId: string }) {
  const mayRead = useSession()?.roles.includes('ROLE_PAYROLL') ?? false;
  const { data, error, refetch } = useQuery({ ...salariesQuery(personId, 1), enabled: mayRead });
  if (!mayRead) return <Text c="dimmed">{m.providerpeople_salaries_payroll()}</Text>;
  if (error !== null && data === undefined) {
    return <LoadFailure error={error} retry={() => void refetch()} />;
  }
  if (data === undefined) return <Skeleton height={80} role="status" aria-label={m.loading()} />;
  if (data.total === 0) return <Text c="dimmed">{m.salaries_empty()}</Text>;
  return (
    <DataTable
      caption={m.page_salaries()}
      items={data.salaries}
      keyOf={({ id }) => id}
      columns={salaryColumns()}
    />
  );
}

function billColumns(): [Column<BillCard>, ...Column<BillCard>[]] {
  return [
    {
      name: m.bills_customer(),
      cell: (bill) => (
        <RowLink to="/provider/bills/$billId" params={{ billId: bill.id }}>
          {`${bill.creditNote ? creditNoteName(bill.billNumber) : billName(bill)} · ${customerName(bill)}`}
        </RowLink>
      ),
    },
    { name: m.bills_billing_date(), cell: ({ billingdate }) => billingdate, from: 'sm' },
    {
      name: m.bills_status(),
      cell: (bill) => <BillStatus {...bill} />,
    },
    {
      name: m.bills_total(),
      cell: ({ totalpriceWithAlv }) => amountText(totalpriceWithAlv),
      numeric: true,
      from: 'xs',
    },
  ];
}

function salaryColumns(): [Column<SalarySlip>, ...Column<SalarySlip>[]] {
  return [
    {
      name: m.page_salary(),
      cell: ({ number, salaryurl }) => (
        <Anchor href={salaryurl} target="_blank" rel="noopener">
          {m.salaries_slip({ number })}
          <VisuallyHidden>{` ${m.opens_in_new_tab()}`}</VisuallyHidden>
        </Anchor>
      ),
    },
    { name: m.calculator_payday(), cell: ({ payday }) => payday },
    {
      name: m.calculator_to_account(),
      cell: ({ salary }) => formatMoney(salary),
      numeric: true,
    },
  ];
}
