import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconChecks, IconDownload } from '@tabler/icons-react';
import type { Listing } from '@/api/listing';
import {
  payoutFileAddress,
  useApprovePayoutFile,
  useCancelPayoutFile,
  type Payout,
  type PayoutFile,
} from '@/api/payouts';
import { useSession } from '@/api/session';
import { BarredButton } from '@/components/BarredButton';
import { Details } from '@/components/Details';
import { DataTable, type Column } from '@/components/list/DataTable';
import { ListView } from '@/components/list/ListView';
import { WALKED_CARDS } from '@/components/shortcuts/walk';
import { StateBadge } from '@/components/StateBadge';
import { telling } from '@/components/telling';
import { NoteButton } from '@/domain/outgoing/NoteButton';
import { RefusalWords } from '@/domain/outgoing/RefusalWords';
import { formatInstant } from '@/lib/format/instant';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import classes from './Payouts.module.css';
import { PayoutRefusal } from './PayoutRefusal';
import { amountColumn, billColumn, receiverColumn } from './payoutColumns';
import { FILE_STATES, lineOf, PAYOUT_STATES, whyNotApproved } from './payoutWords';

/** The files for the bank, the newest first. */
export function PayoutFiles({ files }: { files: Listing<PayoutFile> }) {
  const viewerId = useSession()?.id ?? '';
  return (
    <Stack component="section" gap="sm" aria-label={m.payouts_files()}>
      <Title order={2}>{m.payouts_files()}</Title>
      <ListView list={files} empty={m.payouts_files_empty()}>
        {(items) => (
          <Stack gap="sm" {...WALKED_CARDS}>
            {items.map((file) => (
              <FileCard key={file.id} file={file} viewerId={viewerId} />
            ))}
          </Stack>
        )}
      </ListView>
    </Stack>
  );
}

function FileCard({ file, viewerId }: { file: PayoutFile; viewerId: string }) {
  const { state, payOn, amount, payouts, note } = file;
  const name = m.payouts_file({ day: payOn });
  return (
    <article className={classes.file} aria-label={`${name}, ${formatMoney(amount)}`}>
      <div className={classes.head}>
        <Group gap="sm">
          <Title order={3} size="h4">
            {name}
          </Title>
          <StateBadge state={FILE_STATES[state]} />
        </Group>
        <span className={classes.amount}>{formatMoney(amount)}</span>
      </div>
      <Box maw={640}>
        <Details
          items={[
            {
              name: m.payouts_made_by(),
              value: `${file.madeByName}, ${formatInstant(file.madeAt)}`,
            },
            {
              name: m.payouts_approved_by(),
              value:
                file.approvedByName !== null &&
                file.approvedAt !== null &&
                `${file.approvedByName}, ${formatInstant(file.approvedAt)}`,
            },
            { name: m.payouts_note(), value: note },
          ]}
        />
      </Box>
      {payouts.length > 0 && (
        <DataTable
          caption={m.payouts_of_file({ day: payOn })}
          items={payouts}
          keyOf={({ id }) => id}
          columns={columns(viewerId)}
          stacked
        />
      )}
      <div data-enter>
        <FileActions file={file} viewerId={viewerId} />
      </div>
    </article>
  );
}

function columns(viewerId: string): [Column<Payout>, ...Column<Payout>[]] {
  return [
    receiverColumn(),
    billColumn(),
    {
      name: m.bills_status(),
      cell: ({ state, refusalByName, refusalAt, note }) => (
        <>
          <StateBadge state={PAYOUT_STATES[state]} />
          <RefusalWords by={refusalByName} at={refusalAt} note={note} />
        </>
      ),
    },
    amountColumn(),
    {
      name: m.payouts_actions(),
      silent: true,
      cell: (payout) => <PayoutRefusal payout={payout} viewerId={viewerId} />,
    },
  ];
}

function FileActions({ file, viewerId }: { file: PayoutFile; viewerId: string }) {
  if (file.state === 'MADE') return <DecideFile file={file} viewerId={viewerId} />;
  if (!file.hasFile) return null;
  return (
    <Group>
      <Button
        component="a"
        href={payoutFileAddress(file.id)}
        download
        size="sm"
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden="true" />}
      >
        {m.payouts_download()}
      </Button>
    </Group>
  );
}

/** Approves a file that another person made, or takes it back. */
function DecideFile({ file, viewerId }: { file: PayoutFile; viewerId: string }) {
  const { id, payOn, amount, payouts } = file;
  const approving = useApprovePayoutFile(id);
  const cancelling = useCancelPayoutFile(id);
  const ask = () =>
    modals.openConfirmModal({
      title: m.payouts_approve_title({ day: payOn }),
      size: 'lg',
      children: (
        <Stack gap="sm">
          <Text>{m.payouts_approve_body({ sum: formatMoney(amount) })}</Text>
          <ul className={classes.lines}>
            {payouts.map((payout) => (
              <li key={payout.id}>{lineOf(payout)}</li>
            ))}
          </ul>
        </Stack>
      ),
      labels: { confirm: m.payouts_approve(), cancel: m.dialog_cancel() },
      onConfirm: () => approving.mutate(undefined, telling(m.payouts_approved())),
    });
  return (
    <Group align="flex-start" gap="sm">
      <BarredButton
        size="sm"
        leftSection={<IconChecks size={18} aria-hidden="true" />}
        loading={approving.isPending}
        reason={whyNotApproved(file, viewerId)}
        onClick={ask}
      >
        {m.payouts_approve()}
      </BarredButton>
      <NoteButton
        size="sm"
        name={m.payouts_cancel()}
        title={m.payouts_file({ day: payOn })}
        help={m.payouts_cancel_help()}
        change={cancelling}
      />
    </Group>
  );
}
