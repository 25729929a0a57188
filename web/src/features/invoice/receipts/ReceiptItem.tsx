import { ActionIcon, FileButton, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconReplace, IconRotateClockwise, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { receiptQuery, type Receipt } from '@/api/receipts';
import { AppModal } from '@/components/AppModal';
import { FileView } from '@/components/FileView';
import { TextLink } from '@/components/links';
import { tellProblem } from '@/components/tellProblem';
import { m } from '@/paraglide/messages';
import { useMachine } from '../editor';
import { turned } from './picture';
import { isPicture, ReceiptPicture } from './ReceiptPicture';
import classes from './Receipts.module.css';
import { ACCEPTED } from './UploadItem';
import { useReceiptUploads } from './uploads';
import { useDeleteReceipt } from './useRowReceipts';

interface Props {
  rowId: string;
  receipt: Receipt;
  /** Files of the row are on their way. */
  busy: boolean;
  locked: boolean;
}

/** A receipt: what it looks like, and what can be done with it. */
export function ReceiptItem({ rowId, receipt, busy, locked }: Props) {
  const [shown, setShown] = useState(false);
  const phone = useMediaQuery('(max-width: 48em)') ?? false;
  const { displayname: name, date } = receipt;
  return (
    <li className={classes.item}>
      <UnstyledButton
        className={classes.thumbnail}
        aria-label={m.receipts_show({ name })}
        onClick={() => setShown(true)}
      >
        <Thumbnail receipt={receipt} />
      </UnstyledButton>
      <Stack gap={2} className={classes.words}>
        <Text size="sm" fw={600} className={classes.name}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {m.receipts_added({ date })}
        </Text>
        <SameReceipt receipt={receipt} />
      </Stack>
      {!locked && <Actions rowId={rowId} receipt={receipt} busy={busy} />}
      <AppModal
        opened={shown}
        onClose={() => setShown(false)}
        title={name}
        size="xl"
        fullScreen={phone}
      >
        <FileView name={name} query={receiptQuery(receipt.id)} />
      </AppModal>
    </li>
  );
}

function Thumbnail({ receipt: { id, mediaType } }: { receipt: Receipt }) {
  const { data: file } = useQuery({ ...receiptQuery(id), enabled: isPicture(mediaType) });
  return <ReceiptPicture mediaType={mediaType} file={file} />;
}

/** The same content on another row or bill, which would be paid twice. */
function SameReceipt({ receipt: { sameAs } }: { receipt: Receipt }) {
  const billId = useMachine(({ base }) => base?.bill.id);
  if (sameAs === null) return null;
  const { displayname: name, billNumber } = sameAs;
  if (sameAs.billId === billId) return <Remark>{m.receipts_same_here({ name })}</Remark>;
  return (
    <Remark>
      {`${m.receipts_same_other({ name })} `}
      <TextLink to="/invoice" search={{ id: sameAs.billId }} inherit underline="always">
        {billNumber === null ? m.receipts_same_draft() : m.bills_numbered({ number: billNumber })}
      </TextLink>
    </Remark>
  );
}

function Remark({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="var(--mantine-color-yellow-light-color)">
      {children}
    </Text>
  );
}

function Actions({ rowId, receipt, busy }: Omit<Props, 'locked'>) {
  const uploads = useReceiptUploads();
  const queryClient = useQueryClient();
  const deleting = useDeleteReceipt(rowId);
  const { id, displayname: name } = receipt;
  const turn = async () => {
    try {
      const file = await turned(await queryClient.fetchQuery(receiptQuery(id)));
      uploads.replace(rowId, id, new File([file], name, { type: file.type }));
    } catch (error) {
      tellProblem(error);
    }
  };
  const askToDelete = () =>
    modals.openConfirmModal({
      title: m.receipts_delete_title(),
      children: <Text>{name}</Text>,
      labels: { confirm: m.receipts_delete_confirm(), cancel: m.dialog_cancel() },
      confirmProps: { color: 'red' },
      onConfirm: () => deleting.mutate(receipt),
    });
  return (
    <Group gap={2} wrap="nowrap">
      {isPicture(receipt.mediaType) && (
        <Act label={m.receipts_turn({ name })} disabled={busy} onClick={() => void turn()}>
          <IconRotateClockwise size={18} aria-hidden="true" />
        </Act>
      )}
      <FileButton
        accept={ACCEPTED}
        disabled={busy}
        onChange={(file) => file !== null && uploads.replace(rowId, id, file)}
      >
        {({ onClick }) => (
          <Act label={m.receipts_replace({ name })} disabled={busy} onClick={onClick}>
            <IconReplace size={18} aria-hidden="true" />
          </Act>
        )}
      </FileButton>
      <Act
        label={m.receipts_delete({ name })}
        disabled={busy || deleting.isPending}
        onClick={askToDelete}
      >
        <IconTrash size={18} aria-hidden="true" />
      </Act>
    </Group>
  );
}

interface ActProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** Stays reachable while files are sent, and says why it waits. */
function Act({ label, disabled, onClick, children }: ActProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      aria-description={disabled ? m.receipts_wait() : undefined}
      title={disabled ? m.receipts_wait() : label}
      aria-disabled={disabled}
      {...(disabled && { 'data-disabled': true })}
      onClick={() => {
        if (!disabled) onClick();
      }}
    >
      {children}
    </ActionIcon>
  );
}
