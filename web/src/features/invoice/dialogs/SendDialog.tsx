import { Alert, Anchor, Button, List, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { focusInDialog } from '@/components/focusWhenShown';
import { amountText } from '@/domain/bills/billWords';
import { OtherBillLink } from '@/domain/bills/OtherBillLink';
import { leftText } from '@/domain/bills/problemText';
import {
  BeforeSending,
  CheckingReadiness,
  SendForm,
  SendRemarks,
  SendSheet,
} from '@/domain/bills/SendForm';
import { BeforeSendingShares } from '@/domain/sharing/BeforeSendingShares';
import { formatWholeEuros } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { withRow } from '../draft/edits';
import { useDraft, useEditor, useMachine } from '../editor';
import { leadTo } from '../focus';
import { useSharedBill } from '../sharing/useSharedBill';
import { useSummary } from '../summary/useSummary';
import classes from './SendDialog.module.css';
import { useSending, type Obstacle, type Readiness } from './useSending';

interface Props {
  onSent: () => void;
  onClose: () => void;
}

/** Asks to confirm the dates and details, and lists what must be corrected before sending. */
export function SendDialog({ onSent, onClose }: Props) {
  const { engine, dialog } = useEditor();
  const sending = useSending();
  const [opened, setOpened] = useState(true);
  const goal = useRef<string>(undefined);

  const goTo = (place: string) => {
    goal.current = place;
    setOpened(false);
  };
  const leave = () => {
    onClose();
    if (goal.current === undefined) return;
    const place = goal.current;
    const [rowId = ''] = place.split('.', 1);
    flushSync(() =>
      engine.edit((draft) => withRow(draft, rowId, (row) => ({ ...row, collapsed: false }))),
    );
    leadTo(place, dialog);
  };
  return (
    <SendSheet
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={leave}
      returnFocus={false}
      title={titleOf(sending.readiness)}
    >
      <EditorSendForm
        sending={sending}
        onSent={onSent}
        onCancel={() => setOpened(false)}
        onGo={goTo}
      />
    </SendSheet>
  );
}

/** A bill that can be sent is asked about; otherwise it is counted what is left to do. */
function titleOf(readiness: Readiness): string {
  return readiness.kind === 'faulty' && !readiness.overridable
    ? leftText(readiness.obstacles.length)
    : m.bills_send_title();
}

interface FormProps {
  sending: ReturnType<typeof useSending>;
  onSent: () => void;
  onCancel: () => void;
  /** Closes the dialog and goes to the field to correct. */
  onGo: (place: string) => void;
}

function EditorSendForm({ sending, onSent, onCancel, onGo }: FormProps) {
  const { engine } = useEditor();
  const [isSending, setIsSending] = useState(false);
  const { readiness, refusal, send, checkAgain } = sending;

  const confirm = async (leftFromElsewhere: boolean) => {
    setIsSending(true);
    const sent = await send(leftFromElsewhere || engine.machine().draft.leftOutFromHome);
    setIsSending(false);
    if (sent) onSent();
  };
  return (
    <SendForm
      ready={readiness.kind === 'ready'}
      overridable={readiness.kind === 'faulty' && readiness.overridable}
      sending={isSending}
      onSend={(leftFromElsewhere) => void confirm(leftFromElsewhere)}
      onCancel={onCancel}
      {...(readiness.kind === 'unknown' && {
        insteadOfSending: <Button onClick={checkAgain}>{m.retry()}</Button>,
      })}
    >
      {refusal !== undefined && <Alert color="red">{refusal}</Alert>}
      <ReadinessText readiness={readiness} onGo={onGo} />
    </SendForm>
  );
}

interface ReadinessProps {
  readiness: Readiness;
  onGo: (place: string) => void;
}

function ReadinessText({ readiness, onGo }: ReadinessProps) {
  switch (readiness.kind) {
    case 'checking':
      return <CheckingReadiness />;
    case 'ready':
      return (
        <>
          <Ready />
          <Declined />
          <SendRemarks remarks={readiness.remarks} />
        </>
      );
    case 'unknown':
      return <Alert color="yellow">{readiness.reason}</Alert>;
    case 'faulty':
      return (
        <>
          <Text>{m.bills_send_problems()}</Text>
          <Obstacles obstacles={readiness.obstacles} onGo={onGo} />
          <SendRemarks remarks={readiness.remarks} />
        </>
      );
  }
}

function Ready() {
  const customer = useDraft((draft) => draft.customer);
  const { summary } = useSummary();
  const billingdate = useDraft((draft) => draft.billingdate);
  const due = useDraft(({ creditOf, exactDueDate }) => (creditOf === null ? exactDueDate : null));
  const total = useMachine(({ base }) => base?.bill.totalpriceWithAlv ?? null);
  return (
    <>
      <Text fw={600}>{`${customer?.name ?? ''} · ${amountText(total)}`}</Text>
      <BeforeSending
        customer={customer}
        billingdate={billingdate}
        due={due}
        salary={summary && formatWholeEuros(summary.salary)}
      />
    </>
  );
}

function Declined() {
  const bill = useSharedBill();
  return bill === undefined ? null : <BeforeSendingShares bill={bill} />;
}

interface ObstaclesProps {
  obstacles: readonly Obstacle[];
  onGo: (place: string) => void;
}

function Obstacles({ obstacles, onGo }: ObstaclesProps) {
  return (
    <List spacing="xs">
      {obstacles.map(({ place, text, other }, index) => (
        <List.Item key={`${place} ${text}`}>
          <Anchor
            component="button"
            type="button"
            ta="start"
            className={classes.place}
            ref={index === 0 ? focusInDialog : undefined}
            onClick={() => onGo(place)}
          >
            {text}
          </Anchor>
          {other !== undefined && <OtherBillLink other={other} />}
        </List.Item>
      ))}
    </List>
  );
}
