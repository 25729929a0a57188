import { Button, Group, Loader, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCloudCheck,
  IconCloudOff,
  IconPencil,
  type Icon,
} from '@tabler/icons-react';
import { formatInstant } from '@/lib/format/instant';
import { textOf } from '@/lib/notify/text';
import { useServerGone, useTellsServerGone } from '@/lib/serverGone';
import { m } from '@/paraglide/messages';
import { willRetry } from './autosave/engine';
import { isUnsaved, missingFor, type Machine } from './autosave/machine';
import { useEditor, useMachine } from './editor';
import classes from './SaveStatus.module.css';

interface Status {
  readonly kind: 'calm' | 'busy' | 'trouble';
  readonly text: string;
  readonly icon: Icon;
  readonly retry?: boolean;
  /** It says that there is no connection. */
  readonly offline?: boolean;
}

const MISSING = {
  customer: () => m.invoice_status_no_customer(),
  date: () => m.invoice_status_no_date(),
  readable: () => m.invoice_status_unreadable(),
};

function restingStatus(machine: Machine): Status {
  const missing = missingFor(machine.draft);
  const unsaved = isUnsaved(machine);
  if (unsaved && missing !== undefined) {
    return { kind: 'calm', text: MISSING[missing](), icon: IconPencil };
  }
  if (unsaved || machine.base === null) {
    return { kind: 'calm', text: m.invoice_status_unsaved(), icon: IconPencil };
  }
  const time = formatTime(machine.base.bill.lastSaved);
  return { kind: 'calm', text: m.invoice_status_saved({ time }), icon: IconCloudCheck };
}

/** Without the server nothing is saved, whether something waits for it or not. */
function offlineStatus({ phase }: Machine): Status {
  return {
    kind: 'trouble',
    text: m.invoice_status_offline(),
    icon: IconCloudOff,
    retry: phase.kind !== 'resting',
    offline: true,
  };
}

/** How it stands with saving, in the person's words. Nothing where nothing is ever saved. */
function statusOf(machine: Machine, serverGone = false): Status | undefined {
  const { phase, base } = machine;
  switch (phase.kind) {
    case 'resting':
      if (base?.bill.editable === false) return undefined;
      return serverGone ? offlineStatus(machine) : restingStatus(machine);
    case 'saving':
      if (serverGone) return offlineStatus(machine);
      return { kind: 'busy', text: m.invoice_status_saving(), icon: IconCloudCheck };
    case 'failed':
      if (serverGone && willRetry(machine)) return offlineStatus(machine);
      return {
        kind: 'trouble',
        text: willRetry(machine)
          ? m.shared_save_retried({ reason: textOf(phase.problem.errorKey) })
          : m.invoice_status_failed({ reason: textOf(phase.problem.errorKey) }),
        icon: IconAlertTriangle,
        retry: true,
      };
    case 'offline':
      return offlineStatus(machine);
    case 'signedOut':
      return { kind: 'trouble', text: m.invoice_status_signed_out(), icon: IconCloudOff };
    case 'conflict':
      return { kind: 'trouble', text: m.invoice_status_conflict(), icon: IconAlertTriangle };
    case 'over':
      return undefined;
  }
}

/** Why the server does not have what is on the screen. */
export function unsavedReason(machine: Machine): string {
  return m.shared_not_saved({ reason: statusOf(machine)?.text ?? m.invoice_locked() });
}

interface Props {
  /** Opens the choice between the two sides. */
  onResolve: () => void;
}

/** The line that says whether what is on the screen is safe. Only trouble is read out. */
export function SaveStatus({ onResolve }: Props) {
  const { engine } = useEditor();
  const serverGone = useServerGone();
  // Texts and icons of the same state are the same, so that typing changes nothing here.
  const shown = useMachine((machine) => statusOf(machine, serverGone)?.text);
  const status = shown === undefined ? undefined : statusOf(engine.machine(), serverGone);
  useTellsServerGone(status?.offline === true);
  if (status === undefined) return null;
  const { kind, text, icon: StatusIcon, retry } = status;
  const conflict = engine.machine().phase.kind === 'conflict';
  return (
    <Group
      gap="xs"
      className={classes.status}
      data-kind={kind}
      role={kind === 'trouble' ? 'alert' : undefined}
    >
      <Group gap="xs" wrap="nowrap">
        {kind === 'busy' ? (
          <Loader size={16} aria-hidden="true" />
        ) : (
          <StatusIcon size={18} aria-hidden="true" />
        )}
        <Text size="sm">{text}</Text>
      </Group>
      {retry === true && (
        <Button size="compact-sm" variant="default" onClick={engine.save}>
          {m.retry()}
        </Button>
      )}
      {conflict && (
        <Button size="compact-sm" onClick={onResolve}>
          {m.invoice_conflict_choose()}
        </Button>
      )}
    </Group>
  );
}

/** The time of day of an instant in Finland: "14:32". */
function formatTime(iso: string): string {
  return formatInstant(iso).slice(-5);
}
