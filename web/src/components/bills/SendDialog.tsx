import { Alert, Button, Checkbox, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  billKeys,
  billQuery,
  currentBillIn,
  useSendBill,
  validateBill,
  type Bill,
} from '@/api/bills';
import { ApiProblem } from '@/api/problem';
import { useSession } from '@/api/session';
import { formatMoney } from '@/lib/format/money';
import { notify } from '@/lib/notify/notify';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { ButtonLink } from '../links';
import { LoadFailure } from '../LoadFailure';
import { bodyOf } from './bodyOf';
import { customerName } from './billWords';
import { ProblemList } from './ProblemList';

interface Props {
  billId: string;
  onSent: (bill: Bill) => void;
  onClose: () => void;
}

/** The bill as it would be sent, and what keeps it from that. Never older than the question. */
function readinessQuery(personId: string, billId: string) {
  return queryOptions({
    queryKey: [...billKeys.one(billId), 'readiness'],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ client }) => {
      const fresh = client.fetchQuery({ ...billQuery(personId, billId), staleTime: 0 });
      const [bill, validation] = await Promise.all([fresh, validateBill(billId)]);
      return { bill, ...validation };
    },
  });
}

/** Asks whether a saved bill may go for approval, and says what has to be mended before. */
export function SendDialog({ billId, onSent, onClose }: Props) {
  const personId = useSession()?.id ?? '';
  const readiness = useQuery(readinessQuery(personId, billId));
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.bills_send_title()}
      closeButtonProps={{ 'aria-label': m.dialog_close() }}
    >
      {readiness.isPending && <LoadingReadiness />}
      {readiness.isError && (
        <LoadFailure error={readiness.error} retry={() => void readiness.refetch()} />
      )}
      {readiness.isSuccess && (
        <Readiness
          {...readiness.data}
          checkAgain={() => void readiness.refetch()}
          onSent={onSent}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

function LoadingReadiness() {
  return (
    <Stack role="status" aria-label={m.bills_send_checking()}>
      <Skeleton height={20} width="60%" />
      <Skeleton height={20} />
      <Skeleton height={36} width="40%" ml="auto" />
    </Stack>
  );
}

interface ReadinessProps extends Omit<Props, 'billId'> {
  bill: Bill;
  valid: boolean;
  overridable: boolean;
  problems: readonly { field: string; key: string }[];
  checkAgain: () => void;
}

function Readiness(props: ReadinessProps) {
  const { bill, valid, overridable, problems, checkAgain, onSent, onClose } = props;
  const [leftFromElsewhere, setLeftFromElsewhere] = useState(false);
  const sending = useSendBill();
  const alreadySent = bill.state !== 'OPEN';
  const maySend = !alreadySent && (valid || (overridable && leftFromElsewhere));

  const send = () =>
    sending.mutate(
      { id: bill.id, body: { ...bodyOf(bill), ...(!valid && { leftOutFromHome: true }) } },
      {
        onSuccess: (sent) => {
          notify('success', 'APROVE_REQUEST_SUCCESS');
          onSent(sent);
        },
        // What the server refused, it refused for a reason that the next check will show.
        onError: checkAgain,
      },
    );

  return (
    <Stack>
      <Text fw={600}>{`${customerName(bill)} · ${formatMoney(bill.totalpriceWithAlv)}`}</Text>
      {sending.isError && <Alert color="red">{refusalText(sending.error)}</Alert>}
      {alreadySent && <Alert color="yellow">{m.bills_send_already()}</Alert>}
      {!alreadySent && valid && <BeforeSending bill={bill} />}
      {!alreadySent && !valid && (
        <>
          <Text>{m.bills_send_problems()}</Text>
          <ProblemList problems={problems} />
        </>
      )}
      {!alreadySent && !valid && overridable && (
        <Checkbox
          label={m.bills_send_left_from_elsewhere()}
          checked={leftFromElsewhere}
          onChange={({ currentTarget }) => setLeftFromElsewhere(currentTarget.checked)}
        />
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {m.dialog_cancel()}
        </Button>
        {!valid && (
          <ButtonLink
            to="/invoice"
            search={{ id: bill.id }}
            variant="light"
            onClick={onClose}
            ref={focusWhenShown}
          >
            {m.bills_send_mend()}
          </ButtonLink>
        )}
        {(valid || overridable) && (
          <Button
            disabled={!maySend}
            loading={sending.isPending}
            onClick={send}
            ref={valid ? focusWhenShown : undefined}
          >
            {m.bills_action_send()}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function BeforeSending({ bill }: { bill: Bill }) {
  return (
    <>
      <Text>
        {m.bills_send_dates({
          billingdate: bill.billingdate ?? '',
          due: bill.exactDueDate ?? bill.calculatedDueDate ?? '',
        })}
      </Text>
      <Text c="dimmed">{m.bills_send_body()}</Text>
    </>
  );
}

/** What a person would do next is at hand: one who sends by keyboard need not look for it. */
function focusWhenShown(element: HTMLElement | null) {
  element?.focus();
}

function refusalText(error: Error): string {
  // A bill that is still open was refused because somebody else had changed it.
  if (currentBillIn(error)?.state === 'OPEN') return m.bills_send_changed();
  return textOf(error instanceof ApiProblem ? error.errorKey : 'ERROR');
}
