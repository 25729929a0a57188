import { ActionIcon, Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core';
import { IconFileInvoice, IconTrash, IconUpload, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { MOST_COPIES, useDeleteCopy, type Purchase, type PurchaseReceipt } from '@/api/purchases';
import { LARGEST_RECEIPT_MB } from '@/api/receipts';
import { DropZone } from '@/components/DropZone';
import { FieldGroup } from '@/components/FieldGroup';
import { tellProblem } from '@/components/tellProblem';
import { m } from '@/paraglide/messages';
import classes from '../receipts/Receipts.module.css';
import { ACCEPTED } from '../receipts/UploadItem';
import { CopyButton } from './CopyButton';
import type { Copies, SendingCopy } from './useCopies';

interface Props {
  billId: string;
  purchase: Purchase | undefined;
  copies: Copies;
  /** Why the invoice cannot be saved without one. */
  error: string | undefined;
}

/** The copies of an invoice, those on their way, and where to add one. */
export function CopiesPart({ billId, purchase, copies, error }: Props) {
  const { copies: there, sending, busy } = copies;
  const clear = useRef<() => void>(null);
  const room = MOST_COPIES - there.length - sending.length;
  const add = (files: readonly File[]) => {
    copies.add(files.slice(0, room));
    // So that the same file can be chosen again.
    clear.current?.();
  };
  return (
    <FieldGroup title={m.purchases_copy()} help={m.purchases_copy_help()} columns={1}>
      {there.length > 0 && (
        <ul className={classes.list}>
          {there.map((copy) => (
            <CopyItem
              key={copy.id}
              billId={billId}
              copy={copy}
              barred={barred(purchase, there.length, busy)}
              {...(purchase === undefined && { onForget: () => copies.forget(copy.id) })}
            />
          ))}
        </ul>
      )}
      {sending.length > 0 && (
        <ul className={classes.list} aria-live="polite" aria-label={m.receipts_uploads()}>
          {sending.map((one) => (
            <SendingItem key={one.id} one={one} copies={copies} />
          ))}
        </ul>
      )}
      {room > 0 ? (
        <DropZone
          title={there.length === 0 ? m.purchases_copy_add() : m.purchases_copy_more()}
          drop={m.purchases_copy_drop()}
          help={m.purchases_copy_kinds({ most: LARGEST_RECEIPT_MB })}
          onFiles={add}
        >
          <FileButton accept={`${ACCEPTED},.xml`} multiple onChange={add} resetRef={clear}>
            {(props) => (
              <Button
                {...props}
                size="sm"
                variant="default"
                data-autofocus={there.length === 0 || undefined}
                aria-invalid={error !== undefined}
                leftSection={<IconUpload size={18} aria-hidden="true" />}
              >
                {m.purchases_copy_choose()}
              </Button>
            )}
          </FileButton>
        </DropZone>
      ) : (
        <Text c="dimmed">{m.purchases_copy_full({ most: MOST_COPIES })}</Text>
      )}
      {error !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </FieldGroup>
  );
}

/** Why a copy cannot be removed now. One of a purchase that is not saved yet always can. */
function barred(purchase: Purchase | undefined, count: number, busy: boolean): string | undefined {
  if (busy) return m.purchases_copy_wait();
  return purchase !== undefined && count === 1 ? m.purchases_copy_last() : undefined;
}

interface CopyProps {
  billId: string;
  copy: PurchaseReceipt;
  barred: string | undefined;
  /** Removes a copy that belongs to no purchase yet. */
  onForget?: () => void;
}

function CopyItem({ billId, copy, barred: reason, onForget }: CopyProps) {
  const deleting = useDeleteCopy(billId);
  const remove = () => {
    if (reason !== undefined || deleting.isPending) return;
    if (onForget === undefined) deleting.mutate(copy.id, { onError: tellProblem });
    else onForget();
  };
  const label = m.purchases_copy_remove({ name: copy.displayname });
  return (
    <li className={classes.item}>
      <IconFileInvoice size={24} aria-hidden="true" />
      <Stack gap={2} className={classes.words}>
        <CopyButton copy={copy} />
        {reason !== undefined && (
          <Text size="sm" c="dimmed" id={`why-${copy.id}`}>
            {reason}
          </Text>
        )}
      </Stack>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        loading={deleting.isPending}
        aria-label={label}
        title={label}
        aria-disabled={reason !== undefined}
        aria-describedby={reason === undefined ? undefined : `why-${copy.id}`}
        {...(reason !== undefined && { 'data-disabled': true })}
        onClick={remove}
      >
        <IconTrash size={18} aria-hidden="true" />
      </ActionIcon>
    </li>
  );
}

function SendingItem({ one, copies }: { one: SendingCopy; copies: Copies }) {
  const { file, percent, failure } = one;
  const name = file.name;
  const end =
    failure === undefined ? m.receipts_cancel({ name }) : m.purchases_copy_dismiss({ name });
  return (
    <li className={classes.item}>
      <Stack gap={4} className={classes.words}>
        <Text size="sm" fw={600} className={classes.name}>
          {name}
        </Text>
        {failure === undefined ? (
          <>
            <Progress value={percent} aria-label={m.purchases_copy_progress({ name })} />
            <Text size="sm" c="dimmed">
              {m.purchases_copy_sending({ percent })}
            </Text>
          </>
        ) : (
          <Group gap="xs">
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {failure}
            </Text>
            <Button size="compact-sm" variant="default" onClick={() => copies.retry(one)}>
              {m.retry()}
            </Button>
          </Group>
        )}
      </Stack>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={end}
        title={end}
        onClick={() => copies.cancel(one)}
      >
        <IconX size={18} aria-hidden="true" />
      </ActionIcon>
    </li>
  );
}
