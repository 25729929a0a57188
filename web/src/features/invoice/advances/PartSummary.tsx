import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdvanceLimit } from '@/api/advances';
import { billSummaryQuery, type Bill, type BillBody } from '@/api/bills';
import { useSession } from '@/api/session';
import { Details } from '@/components/Details';
import { Disclosure } from '@/components/Disclosure';
import { LoadFailure } from '@/components/LoadFailure';
import { AmountLines } from '@/domain/salary/AmountLines';
import { difference, total } from '@/lib/format/exact';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { summaryLines } from '../summary/lines';

interface Props {
  bill: Bill;
  /** The chosen rows. */
  ids: readonly string[];
  limit: AdvanceLimit | null;
  /** Nothing is known yet. */
  coming: boolean;
  /** The figures are of what was chosen before. */
  late: boolean;
  error: Error | null;
  retry: () => void;
}

/** What the chosen rows pay, and how much of that can be had in advance. */
export function PartSummary({ bill, ids, limit, coming, late, error, retry }: Props) {
  return (
    <Stack component="section" gap="xs" aria-label={m.advances_summary()} aria-busy={late}>
      <Title order={3}>{m.advances_summary()}</Title>
      {ids.length === 0 && <Text c="dimmed">{m.advances_summary_choose()}</Text>}
      {ids.length > 0 && error !== null && <LoadFailure error={error} retry={retry} />}
      {ids.length > 0 && error === null && coming && (
        <Skeleton height={120} role="status" aria-label={m.advances_summary_late()} />
      )}
      {limit !== null && error === null && (
        <>
          <Figures bill={bill} ids={ids} limit={limit} />
          {late && (
            <Text size="sm" c="dimmed" role="status">
              {m.advances_summary_late()}
            </Text>
          )}
          <Calculation bill={bill} ids={ids} />
        </>
      )}
    </Stack>
  );
}

function Figures({ bill, ids, limit }: Pick<Props, 'bill' | 'ids'> & { limit: AdvanceLimit }) {
  const chosen = bill.billableitems.filter(({ id }) => ids.includes(id));
  const invoiced = total(chosen.map(({ alvPrice }) => alvPrice ?? 0));
  const { estimatedNet, outOnBill, outOfPerson, maximumPerPerson } = limit;
  return (
    <Details
      items={[
        { name: m.advances_summary_invoiced(), value: formatMoney(invoiced) },
        { name: m.advances_summary_net(), value: formatMoney(estimatedNet) },
        {
          name: m.advances_summary_out(),
          value: outOnBill !== 0 && formatMoney(outOnBill),
        },
        {
          name: m.advances_summary_person(),
          value: outOfPerson !== 0 && formatMoney(difference(maximumPerPerson, outOfPerson)),
        },
        {
          name: m.advances_summary_limit(),
          value: (
            <Text span fw={700} inherit>
              {formatMoney(limit.limit)}
            </Text>
          ),
        },
      ]}
    />
  );
}

/** The whole calculation of the chosen rows, by the engine that also makes the salary. */
function Calculation({ bill, ids }: Pick<Props, 'bill' | 'ids'>) {
  const [open, setOpen] = useState(false);
  const employed = useSession()?.personSettings.workerType === 'WORKER';
  // The rows of the stored bill, by their ids.
  const part = { ids } as BillBody;
  const { data, error, refetch } = useQuery(billSummaryQuery(open ? part : undefined, bill.id));
  return (
    <Disclosure title={m.advances_summary_how()} open={open} onChange={setOpen}>
      {error !== null && <LoadFailure error={error} retry={() => void refetch()} />}
      {error === null && data === undefined && (
        <Skeleton height={160} role="status" aria-label={m.loading()} />
      )}
      {data !== undefined && (
        <AmountLines
          label={m.advances_summary_how()}
          lines={summaryLines(data, { employed, credits: false })}
        />
      )}
    </Disclosure>
  );
}
