import { Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { BillCard } from '@/api/billLists';
import type { Info } from '@/api/info';
import { TextLink } from '@/components/links';
import { BillTable } from '@/domain/bills/BillTable';
import { m } from '@/paraglide/messages';
import { unpaidOf } from './unpaid';

/** The drafts, and the invoices that wait for approval or for their customers. */
export function UnpaidBills({ info }: { info: Info }) {
  const { drafts, waiting, all } = unpaidOf(info);
  return (
    <>
      <Bills title={m.bills_section_open()} bills={drafts} />
      <Bills title={m.home_waiting_bills()} bills={waiting} />
      {!all && (
        <Text>
          {m.home_bills_newest()}{' '}
          <TextLink to="/invoices" inherit underline="always">
            {m.home_bills_all({ count: info.notPaidBillsTotal })}
          </TextLink>
        </Text>
      )}
    </>
  );
}

function Bills({ title, bills }: { title: string; bills: readonly BillCard[] }) {
  const titleId = useId();
  if (bills.length === 0) return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby={titleId}>
      <Title order={2} id={titleId}>
        {title}
      </Title>
      <BillTable caption={title} bills={bills} />
    </Stack>
  );
}
