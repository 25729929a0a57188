import { Button, FileButton, Group, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCamera, IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { LARGEST_RECEIPT_MB, MOST_RECEIPTS } from '@/api/receipts';
import { DropZone } from '@/components/DropZone';
import { LoadFailure } from '@/components/LoadFailure';
import { m } from '@/paraglide/messages';
import type { DraftRow } from '../draft/draft';
import { useLocked } from '../editor';
import { ReceiptItem } from './ReceiptItem';
import { ACCEPTED, UploadItem } from './UploadItem';
import classes from './Receipts.module.css';
import { useReceiptUploads, useUploadsOf } from './uploads';
import { useRowReceipts } from './useRowReceipts';

/** The receipts of a row, those on their way, and where to add more. */
export function ReceiptsPart({ row }: { row: DraftRow }) {
  const locked = useLocked();
  const { receipts, error, retry } = useRowReceipts(row.id, true);
  const uploads = useUploadsOf(row.id);
  const coming = uploads.filter(({ state }) => state !== 'failed');
  const room =
    MOST_RECEIPTS - receipts.length - coming.filter((one) => one.replaces === undefined).length;
  return (
    <Stack component="section" gap="sm" aria-label={m.receipts_receipts()}>
      <Title order={3}>{m.receipts_receipts()}</Title>
      {error !== null && <LoadFailure error={error} retry={retry} />}
      {receipts.length === 0 && uploads.length === 0 && <Text c="dimmed">{m.receipts_none()}</Text>}
      {receipts.length > 0 && (
        <ul className={classes.list}>
          {receipts.map((receipt) => (
            <ReceiptItem
              key={receipt.id}
              rowId={row.id}
              receipt={receipt}
              busy={coming.length > 0}
              locked={locked}
            />
          ))}
        </ul>
      )}
      {uploads.length > 0 && (
        <ul className={classes.list} aria-label={m.receipts_uploads()} aria-live="polite">
          {uploads.map((upload) => (
            <UploadItem key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
      {!locked && <AddReceipts rowId={row.id} room={room} />}
    </Stack>
  );
}

function AddReceipts({ rowId, room }: { rowId: string; room: number }) {
  const uploads = useReceiptUploads();
  // Only where there is a camera to hold over the receipt.
  const handheld = useMediaQuery('(pointer: coarse)') ?? false;
  const clear = useRef<() => void>(null);
  if (room <= 0) return <Text c="dimmed">{m.receipts_full({ most: MOST_RECEIPTS })}</Text>;
  const add = (files: readonly File[]) => {
    uploads.add(rowId, files, room);
    // So that the same file can be chosen again.
    clear.current?.();
  };
  return (
    <DropZone
      title={m.receipts_add()}
      drop={m.receipts_drop()}
      help={m.receipts_help({ most: LARGEST_RECEIPT_MB })}
      onFiles={add}
    >
      <Group gap="xs">
        {handheld && (
          <FileButton
            accept="image/*"
            capture="environment"
            onChange={(file) => add(file === null ? [] : [file])}
          >
            {(props) => (
              <Button
                {...props}
                size="sm"
                leftSection={<IconCamera size={18} aria-hidden="true" />}
              >
                {m.receipts_camera()}
              </Button>
            )}
          </FileButton>
        )}
        <FileButton accept={ACCEPTED} multiple onChange={add} resetRef={clear}>
          {(props) => (
            <Button
              {...props}
              size="sm"
              variant="default"
              leftSection={<IconUpload size={18} aria-hidden="true" />}
            >
              {m.receipts_choose()}
            </Button>
          )}
        </FileButton>
      </Group>
    </DropZone>
  );
}
