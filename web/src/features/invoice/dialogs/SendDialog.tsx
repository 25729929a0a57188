import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  Group,
  List,
  Modal,
  Skeleton,
  Stack,
  Text,
} from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatMoney } from '@/lib/format/money';
import { m } from '@/paraglide/messages';
import { withRow } from '../draft/edits';
import { useDraft, useEditor, useMachine } from '../editor';
import { focusPlace } from '../focus';
import { useSending, type Obstacle, type Readiness } from './useSending';

interface Props {
  onSent: () => void;
  onClose: () => void;
}

/** Asks that dates and details are correct, and says what has to be mended before sending. */
export function SendDialog({ onSent, onClose }: Props) {
  const { engine } = useEditor();
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
    focusPlace(place);
  };
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={leave}
      returnFocus={false}
      title={m.bills_send_title()}
      closeButtonProps={{ 'aria-label': m.dialog_close() }}
    >
      <SendForm onSent={onSent} onCancel={() => setOpened(false)} onGo={goTo} />
    </Modal>
  );
}

interface FormProps {
  onSent: () => void;
  onCancel: () => void;
  /** Closes the dialog and goes to where something has to be mended. */
  onGo: (place: string) => void;
}

function SendForm({ onSent, onCancel, onGo }: FormProps) {
  const { engine } = useEditor();
  const [elsewhere, setElsewhere] = useState(false);
  const [busy, setBusy] = useState(false);
  const { readiness, refusal, send, checkAgain } = useSending();
  const overridable = readiness.kind === 'faulty' && readiness.overridable;
  const maySend = readiness.kind === 'ready' || (overridable && elsewhere);

  const confirm = async () => {
    setBusy(true);
    const sent = await send(elsewhere || engine.machine().draft.leftOutFromHome);
    setBusy(false);
    if (sent) onSent();
  };
  return (
    <Stack>
      {refusal !== undefined && <Alert color="red">{refusal}</Alert>}
      <ReadinessText readiness={readiness} onGo={onGo} />
      {overridable && (
        <Checkbox
          label={m.bills_send_left_from_elsewhere()}
          checked={elsewhere}
          onChange={({ currentTarget }) => setElsewhere(currentTarget.checked)}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {m.dialog_cancel()}
        </Button>
        {readiness.kind === 'unknown' ? (
          <Button onClick={checkAgain}>{m.retry()}</Button>
        ) : (
          <Button
            key={readiness.kind}
            ref={readiness.kind === 'ready' ? focusWhenShown : undefined}
            disabled={!maySend}
            loading={busy}
            onClick={() => void confirm()}
          >
            {m.bills_action_send()}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** What a person would do next is at hand: Enter sends or goes to mend, Escape goes back. */
function focusWhenShown(element: HTMLElement | null) {
  element?.focus();
}

interface ReadinessProps {
  readiness: Readiness;
  onGo: (place: string) => void;
}

function ReadinessText({ readiness, onGo }: ReadinessProps) {
  switch (readiness.kind) {
    case 'checking':
      return (
        <Stack role="status" aria-label={m.bills_send_checking()}>
          <Skeleton height={20} width="60%" />
          <Skeleton height={20} />
        </Stack>
      );
    case 'ready':
      return <BeforeSending />;
    case 'unknown':
      return <Alert color="yellow">{readiness.reason}</Alert>;
    case 'faulty':
      return (
        <>
          <Text>{m.bills_send_problems()}</Text>
          <Obstacles obstacles={readiness.obstacles} onGo={onGo} />
        </>
      );
  }
}

function BeforeSending() {
  const customer = useDraft((draft) => draft.customer?.name ?? '');
  const billingdate = useDraft((draft) => draft.billingdate);
  const due = useDraft((draft) => draft.exactDueDate);
  const total = useMachine(({ base }) => base?.bill.totalpriceWithAlv ?? 0);
  return (
    <>
      <Text fw={600}>{`${customer} · ${formatMoney(total)}`}</Text>
      <Text>{m.bills_send_dates({ billingdate, due })}</Text>
      <Text c="dimmed">{m.bills_send_body()}</Text>
    </>
  );
}

interface ObstaclesProps {
  obstacles: readonly Obstacle[];
  onGo: (place: string) => void;
}

function Obstacles({ obstacles, onGo }: ObstaclesProps) {
  return (
    <List spacing="xs">
      {obstacles.map(({ place, text }, index) => (
        <List.Item key={`${place} ${text}`}>
          <Anchor
            component="button"
            type="button"
            ta="start"
            ref={index === 0 ? focusWhenShown : undefined}
            onClick={() => onGo(place)}
          >
            {text}
          </Anchor>
        </List.Item>
      ))}
    </List>
  );
}
