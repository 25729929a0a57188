import { Alert, Button, List, Stack } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { AppModal } from './AppModal';
import { DialogButtons } from './DialogButtons';

interface Props {
  title: string;
  /** What is about to happen, above the list. */
  children: ReactNode;
  /** The items that it happens to, one line each. */
  items: readonly { readonly id: string; readonly label: string }[];
  confirm: string;
  send: () => void;
  busy: boolean;
  close: () => void;
  /** What came of it, once it is done. */
  result: BulkResult | undefined;
}

interface BulkResult {
  readonly title: string;
  /** Says how many succeeded; undefined when none did. */
  readonly done: string | undefined;
  readonly refusedTitle: string;
  readonly refused: readonly {
    readonly id: string;
    readonly label: string;
    readonly key: string;
  }[];
  /** Takes back what succeeded. */
  readonly undo?:
    { readonly name: string; readonly run: () => void; readonly busy: boolean } | undefined;
}

/** Asks before doing one thing to many items, and then tells what came of each. */
export function BulkDialog(props: Props) {
  const { title, children, items, confirm, send, busy, close, result } = props;
  return (
    <AppModal opened onClose={close} size="lg" title={result?.title ?? title}>
      {result === undefined ? (
        <Stack>
          {children}
          <List size="sm" spacing={4}>
            {items.map(({ id, label }) => (
              <List.Item key={id}>{label}</List.Item>
            ))}
          </List>
          <DialogButtons>
            <Button variant="default" onClick={close}>
              {m.dialog_cancel()}
            </Button>
            <Button loading={busy} onClick={send} data-autofocus>
              {confirm}
            </Button>
          </DialogButtons>
        </Stack>
      ) : (
        <Results result={result} close={close} />
      )}
    </AppModal>
  );
}

function Results({ result, close }: { result: BulkResult; close: () => void }) {
  return (
    <Stack>
      {result.done !== undefined && (
        <Alert color="green" icon={<IconCheck aria-hidden="true" />} role="status">
          {result.done}
        </Alert>
      )}
      {result.refused.length > 0 && (
        <Alert
          color="yellow"
          icon={<IconX aria-hidden="true" />}
          role="status"
          title={result.refusedTitle}
        >
          <List size="sm" spacing={4}>
            {result.refused.map(({ id, label, key }) => (
              <List.Item key={id}>
                {m.bills_problem({ field: label, reason: textOf(key) })}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <DialogButtons>
        {result.undo !== undefined && (
          <Button variant="default" loading={result.undo.busy} onClick={result.undo.run}>
            {result.undo.name}
          </Button>
        )}
        <Button onClick={close} data-autofocus>
          {m.providerbills_bulk_close()}
        </Button>
      </DialogButtons>
    </Stack>
  );
}
