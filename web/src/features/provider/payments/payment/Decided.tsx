import { Alert, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconArrowBackUp, IconBookmark, IconUserCheck } from '@tabler/icons-react';
import type { MatchProposal, Payment, PaymentDetails, PaymentPart } from '@/api/payments';
import { BillStatus } from '@/domain/bills/BillStatus';
import { BillLink } from '@/domain/bills/BillLink';
import { TextLink } from '@/components/links';
import { formatInstant } from '@/lib/format/instant';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { payerName } from '../paymentWords';
import classes from './Payment.module.css';

const PART_KINDS: Readonly<Record<PaymentPart['kind'], () => string>> = {
  BILL: m.providermoney_part_kind_bill,
  INTEREST: m.providermoney_part_kind_interest,
  FEE: m.providermoney_part_kind_fee,
};

const REFUND_STATES: Readonly<Record<PaymentDetails['refunds'][number]['state'], () => string>> = {
  WAITING: m.providermoney_refund_waiting,
  IN_FILE: m.providermoney_refund_in_file,
  PAID: m.providermoney_refund_paid,
};

/** What was decided about a payment so far: its bills, what waits or goes back, and why it was set aside. */
export function Decided({ details }: { details: PaymentDetails }) {
  const { payment, parts, refunds, proposal, batch } = details;
  return (
    <>
      {proposal !== null && <Proposal proposal={proposal} />}
      {batch.length > 0 && <Batch payments={batch} />}
      {payment.state === 'SET_ASIDE' && (
        <Alert
          role="note"
          color="gray"
          icon={<IconBookmark aria-hidden="true" />}
          title={m.providermoney_state_aside()}
        >
          {payment.note}
        </Alert>
      )}
      {parts.length > 0 && (
        <Paper component="section" withBorder p="md" className={classes.part}>
          <Title order={2} size="h4" mb="sm">
            {m.providermoney_part_bills()}
          </Title>
          <Stack gap="sm">
            {parts.map((part) => (
              <Part key={`${part.billId} ${part.kind}`} part={part} />
            ))}
          </Stack>
        </Paper>
      )}
      {refunds.map(({ id, state, amount, name, iban }) => (
        <Alert
          key={id}
          role="note"
          color="blue"
          icon={<IconArrowBackUp aria-hidden="true" />}
          title={m.providermoney_refund_of({ amount: formatMoney(amount), name })}
        >
          <Text size="sm">{iban}</Text>
          <Text size="sm">{REFUND_STATES[state]()}</Text>
        </Alert>
      ))}
    </>
  );
}

/** Which bills a match would pay once a second person confirms it. */
function Proposal({ proposal }: { proposal: MatchProposal }) {
  const { proposedBy, proposedAt, parts } = proposal;
  return (
    <Alert
      role="note"
      color="yellow"
      icon={<IconUserCheck aria-hidden="true" />}
      title={m.providermoney_state_proposed()}
    >
      <Text size="sm" mb="xs">
        {m.providermoney_proposed_by({ by: proposedBy, at: formatInstant(proposedAt) })}
      </Text>
      <Stack gap={4}>
        {parts.map(({ billId, billNumber, customer, amount }) => (
          <Group key={billId} justify="space-between" wrap="nowrap" align="flex-start">
            <div>
              <BillLink billId={billId}>{m.bills_numbered({ number: billNumber })}</BillLink>
              <Text size="sm">{customer}</Text>
            </div>
            <Text fw={600}>{formatMoney(amount)}</Text>
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}

/** The payments that a batch of the bank is made of. */
function Batch({ payments }: { payments: readonly Payment[] }) {
  return (
    <Paper component="section" withBorder p="md" className={classes.part}>
      <Title order={2} size="h4" mb="sm">
        {m.providermoney_part_batch()}
      </Title>
      <Stack gap="xs">
        {payments.map((payment) => (
          <Group key={payment.id} justify="space-between" wrap="nowrap" align="flex-start">
            <TextLink to="/provider/payments/$paymentId" params={{ paymentId: payment.id }}>
              {payerName(payment)}
            </TextLink>
            <Text>{formatMoney(payment.amount)}</Text>
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

function Part({ part }: { part: PaymentPart }) {
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div>
        <Group gap="xs">
          <BillLink billId={part.billId}>{m.bills_numbered({ number: part.billNumber })}</BillLink>
          {part.kind === 'BILL' && <BillStatus state={part.billState} openRequest={false} />}
        </Group>
        <Text size="sm" c="dimmed">
          {`${PART_KINDS[part.kind]()} · ${part.customer}`}
        </Text>
      </div>
      <Text className={classes.sum} fw={600}>
        {formatMoney(part.amount)}
      </Text>
    </Group>
  );
}
